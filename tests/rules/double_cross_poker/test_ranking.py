"""Which hand beats which, of five cards and of three."""

from itertools import pairwise

import pytest

from games.engine.poker import best, name, three

DOWN = (  # each beats the next
    ("royal_flush", "Ah Kh Qh Jh Th"),
    ("straight_flush", "Kc Qc Jc Tc 9c"),
    ("straight_flush", "5d 4d 3d 2d Ad"),
    ("four_of_a_kind", "7s 7h 7d 7c 2s"),
    ("four_of_a_kind", "6s 6h 6d 6c As"),
    ("full_house", "9s 9h 9d 2c 2s"),
    ("full_house", "8s 8h 8d Ac As"),
    ("flush", "Kc 9c 7c 4c 3c"),
    ("flush", "Kh 9h 7h 4h 2h"),
    ("straight", "As Kd Qh Jc Ts"),
    ("straight", "5s 4d 3h 2c As"),
    ("three_of_a_kind", "Js Jh Jd 3c 2s"),
    ("three_of_a_kind", "Ts Th Td Ac Ks"),
    ("two_pair", "Ks Kh 3d 3c 2s"),
    ("two_pair", "Qs Qh Jd Jc As"),
    ("one_pair", "4s 4h 6d 5c 3s"),
    ("one_pair", "4s 4h 6d 5c 2s"),
    ("high_card", "As 6d 4h 3c 2s"),
    ("high_card", "Ks Qd Jh Tc 8s"),
)


@pytest.mark.clause(
    "double_cross_poker",
    '19:47-25.1 "Rank"',
    "19:47-25.5(a)",
    "19:47-25.5(b)",
    "19:47-25.5(b)1",
    "19:47-25.5(b)2",
    "19:47-25.5(b)3",
    "19:47-25.5(b)4",
    "19:47-25.5(b)5",
    "19:47-25.5(b)6",
    "19:47-25.5(b)7",
    "19:47-25.5(b)8",
    "19:47-25.5(b)9",
    "19:47-25.5(b)10",
)
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(DOWN)))
def test_hand_beats_the_next_one_down(higher, lower):
    assert best(tuple(higher[1].split())) > best(tuple(lower[1].split()))


@pytest.mark.clause("double_cross_poker", "19:47-25.5(b)")
@pytest.mark.parametrize(("kind", "cards"), DOWN)
def test_hand_is_named(kind, cards):
    assert name(best(tuple(cards.split()))) == kind


@pytest.mark.clause(
    "double_cross_poker",
    "19:47-25.5(c)",
    "19:47-25.5(c)1",
    "19:47-25.5(c)2",
    "19:47-25.5(c)3",
    "19:47-25.5(c)4",
    "19:47-25.5(c)5",
)
@pytest.mark.parametrize(
    ("kind", "cards"),
    [
        ("straight_flush", "Ah Kh Qh"),
        ("straight_flush", "3c Ac 2c"),
        ("three_of_a_kind", "2s 2h 2d"),
        ("straight", "Qs Ah Kd"),
        ("straight", "3s 2h Ad"),
        ("straight", "8s 9s Td"),
        ("flush", "Kd Ad 2d"),
        ("flush", "Kd 9d 2d"),
        ("one_pair", "Kd 9h Ks"),
        ("high_card", "Kd Ah 2s"),
        ("high_card", "Kd Jh Ts"),
    ],
)
def test_three_cards_are_named(kind, cards):
    assert three(tuple(cards.split())) == kind
