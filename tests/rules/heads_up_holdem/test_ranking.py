"""Which hand beats which, from the best of all down to the worst."""

from itertools import pairwise

import pytest

from games.engine.poker import best, name

DOWN = (  # each beats the next
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "Kd Qd Jd Td 9d"),
    ("straight_flush", "6h 5h 4h 3h 2h"),
    ("straight_flush", "5h 4h 3h 2h Ah"),
    ("four_of_a_kind", "As Ah Ad Ac 2s"),
    ("four_of_a_kind", "2s 2h 2d 2c As"),
    ("four_of_a_kind", "2s 2h 2d 2c Ks"),
    ("full_house", "As Ah Ad Kc Ks"),
    ("full_house", "As Ah Ad Qc Qs"),
    ("full_house", "2s 2h 2d 3c 3s"),
    ("flush", "Ac Kc Qc Jc 9c"),
    ("flush", "Ac Kc Qc Jc 8c"),
    ("flush", "7s 5s 4s 3s 2s"),
    ("straight", "As Kd Qh Jc Ts"),
    ("straight", "6s 5d 4h 3c 2s"),
    ("straight", "5s 4d 3h 2c As"),
    ("three_of_a_kind", "As Ah Ad Kc Qs"),
    ("three_of_a_kind", "As Ah Ad Kc Js"),
    ("three_of_a_kind", "2s 2h 2d 4c 3s"),
    ("two_pair", "As Ah Kd Kc Qs"),
    ("two_pair", "As Ah Kd Kc Js"),
    ("two_pair", "As Ah Qd Qc Ks"),
    ("two_pair", "3s 3h 2d 2c 4s"),
    ("one_pair", "As Ah Kd Qc Js"),
    ("one_pair", "As Ah Kd Qc Ts"),
    ("one_pair", "3s 3h Kd Qc Js"),
    ("one_pair", "2s 2h Ad Kc Qs"),
    ("high_card", "As Kd Qh Jc 9s"),
    ("high_card", "As Kd Qh 3c 2s"),
    ("high_card", "7s 5d 4h 3c 2s"),
)


@pytest.mark.clause(
    "heads_up_holdem",
    '13:69F-39.1 "Rank"',
    "13:69F-39.5(a)",
    "13:69F-39.5(b)",
    "13:69F-39.5(b)1",
    "13:69F-39.5(b)2",
    "13:69F-39.5(b)3",
    "13:69F-39.5(b)4",
    "13:69F-39.5(b)5",
    "13:69F-39.5(b)6",
    "13:69F-39.5(b)7",
    "13:69F-39.5(b)8",
    "13:69F-39.5(b)9",
    "13:69F-39.5(c)",
)
@pytest.mark.parametrize(("higher", "lower"), list(pairwise(DOWN)))
def test_hand_beats_the_next_one_down(higher, lower):
    assert best(tuple(higher[1].split())) > best(tuple(lower[1].split()))


@pytest.mark.clause("heads_up_holdem", "13:69F-39.5(b)")
@pytest.mark.parametrize(("kind", "cards"), DOWN)
def test_hand_is_named(kind, cards):
    assert name(best(tuple(cards.split()))) == kind


@pytest.mark.clause("heads_up_holdem", '13:69F-39.1 "Hand"', "13:69F-39.10(i)")
@pytest.mark.parametrize(
    ("seven", "five"),
    [
        ("As Kd 9s 8s 7s 6s 5s", "9s 8s 7s 6s 5s"),  # a straight flush under a higher flush
        ("Kd Kh Ks 8s 8d 8c 2h", "Kd Kh Ks 8s 8d"),  # two threes make one full house
        ("Kd Kh 8s 8d 2h 2c Ah", "Kd Kh 8s 8d Ah"),  # a third pair is nothing
        ("As 2d 3h 4c 5s 6d 9h", "2d 3h 4c 5s 6d"),  # the higher end of a longer row
        ("Qs Qd Qh Qc Js Jd Jh", "Qs Qd Qh Qc Js"),  # four with the best fifth
    ],
)
def test_best_five_of_seven_are_the_hand(seven, five):
    assert best(tuple(seven.split())) == best(tuple(five.split()))
