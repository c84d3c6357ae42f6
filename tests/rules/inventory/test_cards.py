"""Whole decks: the dragon deck card by card, and how used ones are looked through."""

import pytest

from casino.lib.law import Clause, Refused
from games.catalogue import GAMES
from games.rules.dragon_poker.pay import rank
from inventory.rules import law
from inventory.rules.cards import DRAGON, STANDARD, too_many
from inventory.rules.codes import check_digit, code_of, is_code
from inventory.rules.custody import legal
from inventory.rules.deck import Stage
from inventory.rules.words import EXAMINATION_CHECKS, INSPECTION_CHECKS
from tests.rules.inventory.life import TO_SECURITY, TO_TABLE, deck, do, refused, situation

GAME = "dragon_poker"
CHARACTERS = {"PH": 7, "TI": 8, "PA": 9, "MO": 10, "RA": 12}


@pytest.mark.clause(GAME, "13:69E-1.17A(a)")
def test_dragon_poker_has_a_deck_of_its_own():
    assert GAMES[GAME].deck is DRAGON
    assert (DRAGON.size, sum(DRAGON.faces.values())) == (53, 53)
    was = deck(("receive", {"kind": "dragon"}), *TO_TABLE[1:3])
    assert do(was, "deliver", kind=GAMES[GAME].deck.name).stage is Stage.AT_TABLE
    no = refused(situation("at the stand"), "deliver", kind="dragon")
    assert no.clause == Clause("13:69E-1.17A(a)", GAME)
    at_table = do(was, "deliver")
    assert do(at_table, "inspect", cards=53).stage is Stage.INSPECTED
    assert refused(at_table, "inspect", cards=52).clause == law.INSPECTION


@pytest.mark.clause(
    GAME, "13:69E-1.17A(a)1", "13:69E-1.17A(a)1.i", "13:69E-1.17A(a)1.ii", "13:69E-1.17A(a)1.iii"
)
def test_seven_dragons_and_the_gold_one_is_wild():
    dragons = {face: count for face, count in DRAGON.faces.items() if face[0] == "D"}
    assert dragons == {"DR": 3, "DB": 3, "DG": 1}
    for face, count in dragons.items():
        assert too_many(DRAGON, [face] * count) == ""
        assert too_many(DRAGON, [face] * (count + 1)) == face
    assert rank(("DG", "RA", "RA")) == rank(("RA", "RA", "RA"))
    assert rank(("DR", "RA", "RA")) != rank(("RA", "RA", "RA"))


@pytest.mark.clause(
    GAME,
    "13:69E-1.17A(a)2",
    "13:69E-1.17A(a)3",
    "13:69E-1.17A(a)4",
    "13:69E-1.17A(a)5",
    "13:69E-1.17A(a)6",
)
@pytest.mark.parametrize(("face", "count"), CHARACTERS.items())
def test_so_many_of_each_character(face, count):
    assert DRAGON.faces[face] == count
    assert too_many(DRAGON, [face] * count) == ""
    assert too_many(DRAGON, [face] * (count + 1)) == face


@pytest.mark.parametrize("game", sorted(set(GAMES) - {GAME}))
def test_every_other_game_is_played_with_52_cards(game):
    assert GAMES[game].deck is STANDARD
    assert (STANDARD.size, len(STANDARD.faces)) == (52, 52)
    assert too_many(STANDARD, ["As", "As"]) == "As"


@pytest.mark.clause(duty="uniform_backs")
def test_the_dealer_sees_that_all_backs_are_alike():
    assert "all alike" in INSPECTION_CHECKS["backs"]
    ticked = [name for name in INSPECTION_CHECKS if name != "backs"]
    assert "Every back" in refused(situation("at the table"), "inspect", checks=ticked).error


@pytest.mark.clause(GAME, "13:69E-1.18(n)")
def test_security_looks_used_cards_through():
    was = situation("collected")
    assert do(was, "examine").stage is Stage.CLEARED
    for left in EXAMINATION_CHECKS:
        ticked = [name for name in EXAMINATION_CHECKS if name != left]
        assert refused(was, "examine", checks=ticked).clause == law.EXAMINATION
    for cards in (51, 53):
        assert refused(was, "examine", cards=cards).clause == law.EXAMINATION
    assert "examine" in legal(do(situation("opened reserve, sealed"), "collect"))


@pytest.mark.clause(GAME, "13:69E-1.18(n)3.iii")
def test_every_card_of_every_deck_is_looked_through_and_no_sample_taken():
    was = deck(("receive", {"kind": "dragon"}), *TO_TABLE[1:])
    was = do(do(do(was, "inspect", cards=53), "verify"), "play")
    for what in TO_SECURITY[7:]:
        was = do(was, what)
    assert refused(was, "destroy").clause == law.DESTRUCTION
    assert refused(was, "examine", cards=20).error == "20 cards: a dragon deck holds 53"
    assert do(do(was, "examine", cards=53), "destroy").stage is Stage.DESTROYED


def test_a_code_shows_a_slip_of_the_finger():
    code = code_of(1234567)
    assert is_code(code)
    for place in range(1, len(code)):
        for digit in set("0123456789") - {code[place]}:
            assert not is_code(code[:place] + digit + code[place + 1 :])
    assert not any(map(is_code, ("", "D", code[1:], code + "0", code.lower(), code + "\n")))
    assert check_digit("7992739871") == 3  # the textbook's example


def test_codes_of_different_decks_differ():
    assert len({code_of(number) for number in range(2000)}) == 2000


def test_cards_of_no_deck_are_refused():
    with pytest.raises(KeyError):
        too_many(STANDARD, ["DG", "DG"])
    with pytest.raises(Refused):
        do(situation("in play"), "replace_card", face="DG")
