"""What cards are a pattern, and which is above which."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from games.engine.patterns import recognise
from games.rules.deuce_of_the_dragon.patterns import KINDS, ORDER
from inventory.rules.cards import STANDARD

GAME = "deuce_of_the_dragon"


def pattern(cards):
    return recognise(cards.split(), ORDER)


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
    "13:69F-41.5(c)1",
    "13:69F-41.5(c)2",
    "13:69F-41.5(c)3",
    "13:69F-41.5(c)4",
    "13:69F-41.5(c)5",
    "13:69F-41.5(c)6",
    "13:69F-41.5(c)7",
    "13:69F-41.5(c)8",
    "13:69F-41.5(c)9",
    "13:69F-41.5(c)10",
    "13:69F-41.5(c)11",
    "13:69F-41.5(d)1",
    "13:69F-41.5(f)",
)
@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("3s", "single"),
        ("2h", "single"),
        ("2h 2s", "one_pair"),
        ("Kh Ks 3h 3s", "two_pair"),
        ("Kh Ks Kd Kc 3h 3s", "three_pair"),
        ("Kh Ks 5d 5c 3h 3s", "three_pair"),
        ("Kh Ks Kd Kc 3h 3s 3d 3c", "four_pair"),
        ("Kh Ks Kd Kc 3h 3s 4d 4c", "four_pair"),
        ("2h 2s Ah As Kh Ks 3h 3s", "four_pair"),
        ("2h 2s 2d", "three_of_a_kind"),
        ("2h 2s 2d 3h 3s 3d", "two_three_of_a_kind"),
        ("3c 4d 5h", "straight"),
        ("Jc Qd Kh As 2c", "straight"),
        ("Ac 2d 3h 4s 5c 6d 7h 8s", "straight"),
        ("7c 8d 9h Ts Jc Qd Kh As", "straight"),
        ("3c 4c 6c", "flush"),
        ("Ac 2c 4c", "flush"),
        ("Kc 2c 3c", "flush"),
        ("Kc Ac 2c 3c", "flush"),
        ("3c 4c 5c 6c 7c 8c 9c Jc", "flush"),
        ("Kc Ac 2c", "straight_flush"),
        ("Ac 2c 3c 4c 5c 6c 7c 8c", "straight_flush"),
        ("2h 2s 2d 2c", "four_of_a_kind"),
    ],
)
def test_cards_are_the_best_pattern_they_make(cards, kind):
    assert pattern(cards).name == kind


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
    "13:69F-41.5(d)",
    "13:69F-41.5(d)2",
    "13:69F-41.5(d)3",
    '13:69F-41.1 "Discard"',
)
@pytest.mark.parametrize(
    "cards",
    [
        "Ac 2d",
        "5c 6c",
        "5c 5d 6h",
        "5c 5d 5h 6s",
        "5c 5d 5h 6s 6d",
        "5c 5d 5h 5s 6d",
        "5c 5d 5h 5s 6d 6h 6s",
        "Kc Ad 2h 3s",
        "Qc Kd Ah 2s 3c",
        "Ac 2d 4h",
        "Kc 2d 3h",
    ],
)
def test_other_cards_are_no_pattern(cards):
    assert pattern(cards) is None


# From the least to the best; each is above the one before, however many cards it has.
RISING = [
    "3s",
    "3h",
    "4s",
    "Kh",
    "Ah",
    "2s",
    "2h",
    "3s 3c",
    "3d 3s",
    "2h 2s",
    "3h 3s 4s 4c",
    "4h 4s 3d 3c",
    "2h 2s 3h 3s",
    "3h 3s 4h 4s 5h 5s",
    "Kh Ks Kd Kc 3h 3s",
    "Ah As 3h 3s 4h 4s",
    "3h 3s 4h 4s 5h 5s 6h 6s",
    "3h 3s 3c",
    "2h 2s 2c",
    "3h 3s 3c 4h 4s 4c",
    "2h 2s 2c 3h 3s 3c",
    "Ac 2d 3s",
    "As 2s 3h",
    "2c 3d 4s",
    "9h Tc Jd Qh Kh",
    "Qc Kd As",
    "Kd Ac 2s",
    "3s 4s 6s",
    "3h 4h 6h",
    "3s 4s 5s 7s 8s 9s Ts Js",
    "Qs Ks 2s",
    "4h 5h 2h",
    "As 2s 3s",
    "Ah 2h 3h",
    "5s 6s 7s 8s 9s Ts Js Qs",
    "Kh Ah 2h",
    "3h 3s 3c 3d",
    "Ah As Ac Ad",
    "2h 2s 2c 2d",
]


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(a)",
    "13:69F-41.5(b)",
    "13:69F-41.5(c)",
    "13:69F-41.5(c)1",
    "13:69F-41.5(c)2",
    "13:69F-41.5(c)3",
    "13:69F-41.5(c)4",
    "13:69F-41.5(c)5",
    "13:69F-41.5(c)6",
    "13:69F-41.5(c)7",
    "13:69F-41.5(c)8",
    "13:69F-41.5(c)9",
    "13:69F-41.5(c)10",
    "13:69F-41.5(c)11",
    '13:69F-41.1 "Rank"',
)
@pytest.mark.parametrize(("low", "high"), list(pairwise(RISING)))
def test_pattern_is_above_the_one_before(low, high):
    assert pattern(high).beats(pattern(low), equal_length=False)
    assert not pattern(low).beats(pattern(high), equal_length=False)


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
    "13:69F-41.10(e)",
)
def test_equal_length_matters_within_a_kind_only():
    short, long, flush = pattern("3c 4d 5h"), pattern("6c 7d 8h 9s"), pattern("3c 5c 7c 9c")
    assert long.beats(short, equal_length=False)
    assert not long.beats(short, equal_length=True)
    assert flush.beats(short, equal_length=True)


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
    "13:69F-41.5(d)2",
    "13:69F-41.5(d)3",
)
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (2, {"one_pair": 78}),
        (3, {"three_of_a_kind": 52, "straight": 13 * 60, "flush": 1092, "straight_flush": 52}),
        (
            4,
            {
                "two_pair": 78 * 36,
                "four_of_a_kind": 13,
                "straight": 12 * 252,
                "flush": 2812,
                "straight_flush": 48,
            },
        ),
    ],
)
def test_number_of_patterns_is_what_counting_gives(size, counts):
    found = (recognise(cards, ORDER) for cards in combinations(STANDARD.faces, size))
    assert Counter(one.name for one in found if one) == counts


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
    "13:69F-41.5(b)",
)
@pytest.mark.parametrize("size", [1, 2, 3])
def test_patterns_of_equal_rank_share_a_card(size):
    equal = {}
    for cards in combinations(STANDARD.faces, size):
        if found := recognise(cards, ORDER):
            equal.setdefault(found[:3], []).append(set(cards))
    assert all(set.intersection(*alike) for alike in equal.values())


@pytest.mark.clause(
    GAME,
    "13:69F-41.5(c)",
)
def test_there_are_eleven_kinds():
    assert len(KINDS) == 11
