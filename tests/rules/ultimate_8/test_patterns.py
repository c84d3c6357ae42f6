"""What cards are a pattern, and which is above which."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from games.engine.patterns import recognise
from games.rules.ultimate_8.patterns import KINDS, ORDER
from inventory.rules.cards import STANDARD

GAME = "ultimate_8"


def pattern(cards):
    return recognise(cards.split(), ORDER)


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(c)",
    "13:69F-42.5(c)1",
    "13:69F-42.5(c)2",
    "13:69F-42.5(c)3",
    "13:69F-42.5(c)4",
    "13:69F-42.5(c)5",
    "13:69F-42.5(c)6",
    "13:69F-42.5(c)7",
    "13:69F-42.5(c)8",
    "13:69F-42.5(c)9",
    "13:69F-42.5(c)10",
    "13:69F-42.5(d)1",
    "13:69F-42.5(f)",
)
@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("2c", "single"),
        ("As", "single"),
        ("As Ah", "one_pair"),
        ("As Ah Ad", "three_of_a_kind"),
        ("As Ah 2s 2h", "two_pair"),
        ("Ac 2d 3h", "straight"),
        ("Tc Jd Qh Ks Ac", "straight"),
        ("2c 3c 5c", "flush"),
        ("Kc Ac 2c", "flush"),
        ("2c 3c 4c 5c 7c", "flush"),
        ("As Ah Ad Ac", "four_of_a_kind"),
        ("2s 2h 2d 2c As", "four_of_a_kind_plus_one"),
        ("Ac 2c 3c", "straight_flush"),
        ("9c Tc Jc Qc Kc", "straight_flush"),
        ("Qc Kc Ac", "royal_flush"),
        ("Jc Qc Kc Ac", "royal_flush"),
        ("Tc Jc Qc Kc Ac", "royal_flush"),
    ],
)
def test_cards_are_the_best_pattern_they_make(cards, kind):
    assert pattern(cards).name == kind


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(c)",
    "13:69F-42.5(d)",
    "13:69F-42.5(d)2",
    "13:69F-42.5(d)3",
    '13:69F-42.1 "Discard"',
)
@pytest.mark.parametrize(
    "cards",
    [
        "Ac 2d",
        "5c 6c",
        "5c 5d 6h",
        "5c 5d 5h 6s",
        "5c 5d 5h 6s 6d",
        "5c 5d 6h 6s 7c 7d",
        "5c 5d 5h 6s 6d 6h",
        "5c 5d 5h 5s 6d 6h",
        "Kc Ad 2h",
        "Qc Kd Ah 2s",
        "3c 4d 5h 6s 7c 8d",
        "3c 4c 5c 6c 7c 8c",
        "9c Tc Jc Qc Kc Ac",
    ],
)
def test_other_cards_are_no_pattern(cards):
    assert pattern(cards) is None


# From the least to the best; each is above the one before, however many cards it has.
RISING = [
    "2c",
    "2s",
    "3c",
    "Ks",
    "Ac",
    "As",
    "2c 2d",
    "2h 2s",
    "Ac As",
    "2c 2d 2h",
    "Ac Ad As",
    "2c 2d 3c 3d",
    "3h 3s 2c 2d",
    "Ac Ad 2h 2s",
    "Ad 2c 3c",
    "Ac 2c 3s",
    "2c 3d 4c",
    "9c Td Jh Qs Kc",
    "Qs Kd Ac",
    "Tc Jc Qc Kc As",
    "2c 3c 5c",
    "2s 3s 5s",
    "2c 3c 4c 5c 7c",
    "2s 4s As",
    "2c 2d 2h 2s",
    "Ac Ad Ah As",
    "2c 2d 2h 2s As",
    "3c 3d 3h 3s 4c",
    "Ac Ad Ah As 2c",
    "Ac 2c 3c",
    "As 2s 3s",
    "2c 3c 4c",
    "9s Ts Js Qs Ks",
    "Tc Jc Qc Kc Ac",
    "Qs Ks As",
]


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(a)",
    "13:69F-42.5(b)",
    "13:69F-42.5(c)",
    "13:69F-42.5(c)1",
    "13:69F-42.5(c)2",
    "13:69F-42.5(c)3",
    "13:69F-42.5(c)4",
    "13:69F-42.5(c)5",
    "13:69F-42.5(c)6",
    "13:69F-42.5(c)7",
    "13:69F-42.5(c)8",
    "13:69F-42.5(c)9",
    "13:69F-42.5(c)10",
    '13:69F-42.1 "Rank"',
)
@pytest.mark.parametrize(("low", "high"), list(pairwise(RISING)))
def test_pattern_is_above_the_one_before(low, high):
    assert pattern(high).beats(pattern(low), equal_length=False)
    assert not pattern(low).beats(pattern(high), equal_length=False)


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(c)",
    "13:69F-42.10(e)",
)
def test_equal_length_matters_within_a_kind_only():
    short, long, flush = pattern("3c 4d 5h"), pattern("6c 7d 8h 9s"), pattern("3c 5c 7c 9c")
    assert long.beats(short, equal_length=False)
    assert not long.beats(short, equal_length=True)
    assert flush.beats(short, equal_length=True)


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(c)",
    "13:69F-42.5(d)2",
    "13:69F-42.5(d)3",
)
@pytest.mark.parametrize(
    ("size", "counts"),
    [
        (2, {"one_pair": 78}),
        (
            3,
            {
                "three_of_a_kind": 52,
                "straight": 12 * 60,
                "flush": 1096,
                "straight_flush": 44,
                "royal_flush": 4,
            },
        ),
        (
            4,
            {
                "two_pair": 78 * 36,
                "four_of_a_kind": 13,
                "straight": 11 * 252,
                "flush": 2816,
                "straight_flush": 40,
                "royal_flush": 4,
            },
        ),
    ],
)
def test_number_of_patterns_is_what_counting_gives(size, counts):
    found = (recognise(cards, ORDER) for cards in combinations(STANDARD.faces, size))
    assert Counter(one.name for one in found if one) == counts


@pytest.mark.clause(
    GAME,
    "13:69F-42.5(c)",
    "13:69F-42.5(b)",
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
    "13:69F-42.5(c)",
)
def test_there_are_ten_kinds():
    assert len(KINDS) == 10
