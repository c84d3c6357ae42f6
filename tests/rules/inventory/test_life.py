"""A deck's life, step by step: what is done, and what is refused with its clause."""

import pytest

from inventory.rules import law
from inventory.rules.custody import legal
from inventory.rules.deck import ON_TABLE, Place, Stage
from inventory.rules.words import (
    EXAMINATION_CHECKS,
    FLAWS,
    INSPECTION_CHECKS,
    ONLY_STOCK,
    REASONS,
    STOCK_TOO,
    SUSPECT,
    TAMPERING,
    inspection_checks,
)
from tests.rules.inventory.life import (
    DEALER,
    TO_PLAY,
    TO_SECURITY,
    TO_TABLE,
    deck,
    do,
    later,
    refused,
    situation,
)

# -- stores


def test_a_kind_that_nobody_knows_is_not_received():
    assert refused(situation("new"), "receive", kind="tarot").clause == law.CARDS


def test_the_secondary_store_never_issues_to_a_pit():
    was = situation("in the secondary store")
    no = refused(was, "issue")
    assert (no.clause, no.remedy) == (law.RECEIPT, "Move the deck to the primary store first")
    assert do(do(was, "store"), "issue").stage is Stage.ISSUED


def test_a_deck_is_not_moved_to_where_it_is():
    assert refused(situation("in the primary store"), "store").clause == law.STORE_LOG
    assert refused(situation("in reserve"), "carry").clause == law.STORE_LOG


def test_unopened_decks_return():
    was = do(situation("in reserve"), "return")
    assert (was.stage, was.place) == (Stage.STORED, Place.PRIMARY)


def test_an_opened_reserve_deck_goes_to_security_only():
    was = situation("opened reserve")
    for what in ("deliver", "return", "carry"):
        assert refused(was, what).remedy == "Seal it in an envelope for security"
    sealed = do(was, "envelope")
    assert REASONS[sealed.reason] == "A reserve deck whose seal is broken"
    assert do(do(sealed, "collect"), "examine", cards=51).stage is Stage.CLEARED


def test_an_unopened_deck_goes_into_no_envelope():
    no = refused(situation("at the stand"), "envelope")
    assert (no.clause, no.remedy) == (law.REMOVAL, "Return it to the primary store")


# -- pre-shuffled


def test_cards_are_pre_shuffled_at_the_workplace_once():
    assert refused(situation("at the stand"), "pre_shuffle").clause == law.PREPARED
    assert refused(situation("sealed at the workplace"), "pre_shuffle").clause == law.PREPARED


def test_a_deck_at_the_workplace_goes_to_a_stand_first():
    assert refused(situation("at the workplace"), "deliver").clause == law.PREPARED


def test_pre_shuffled_cards_are_unsealed_instead_of_inspected():
    was = situation("sealed at the table")
    no = refused(was, "inspect")
    assert (no.clause, no.reading) == (law.PREPARED, law.A5)
    opened = do(was, "break_seal")
    assert (opened.stage, opened.sealed, opened.is_prepared) == (Stage.VERIFIED, "", True)
    assert opened.opened_at == opened.moved_at


def test_another_seal_is_reported_not_broken():
    no = refused(situation("sealed at the table"), "break_seal", seal="S-2")
    assert no.remedy.startswith("Report the discrepancy")


def test_an_ordinary_deck_has_no_seal_to_break():
    assert refused(situation("at the table"), "break_seal").remedy == "Inspect it"


def test_a_sealed_container_comes_back_sealed_and_is_not_shuffled_again():
    was = situation("sealed in the primary store")
    assert was.sealed == "S-1"
    no = refused(was, "issue", place=Place.WORKPLACE, code="workplace")
    assert no.clause == law.PREPARED
    assert do(was, "issue").sealed == "S-1"


def test_a_sealed_container_gives_and_takes_no_single_card():
    assert refused(situation("sealed at the stand"), "donate").clause == law.PREPARED
    assert refused(situation("sealed at the table"), "replace_card").clause == law.PREPARED


def test_a_failed_batch_is_sealed_and_collected():
    was = do(situation("at the workplace"), "remove", reason="failed_batch")
    assert (was.stage, was.held) == (Stage.REMOVED, "")
    assert do(do(was, "envelope"), "collect").stage is Stage.COLLECTED
    no = refused(situation("at the stand"), "remove", reason="failed_batch")
    assert no.clause == law.PREPARED


# -- at the table


def test_a_table_gets_the_deck_of_its_game():
    was = situation("at the stand")
    assert do(was, "deliver", kind="standard").stage is Stage.AT_TABLE
    no = refused(was, "deliver", kind="dragon")
    assert (no.clause, no.remedy) == (law.DRAGON_DECK, "Bring a dragon deck")
    dragon = deck(("receive", {"kind": "dragon"}), "store", "issue")
    assert refused(dragon, "deliver", kind="standard").clause == law.CARDS


def test_cards_are_dealt_in_three_ways_only():
    assert refused(situation("at the stand"), "deliver", method="slingshot").clause == law.SHOE
    assert do(situation("in play"), "deal_from").method == "manual_shoe"
    assert refused(situation("in play"), "deal_from", method="slingshot").clause == law.SHOE


@pytest.mark.parametrize("left", INSPECTION_CHECKS)
def test_an_inspection_looks_at_everything(left):
    ticked = [name for name in INSPECTION_CHECKS if name != left]
    no = refused(situation("at the table"), "inspect", checks=ticked)
    assert INSPECTION_CHECKS[left] in no.error
    assert no.clause == law.INSPECTION


@pytest.mark.parametrize("cards", [0, 51, 53])
def test_a_wrong_count_at_inspection_stops_the_deck(cards):
    no = refused(situation("at the table"), "inspect", cards=cards)
    assert no.remedy == "Remove the deck and report the discrepancy"


def test_a_dragon_deck_is_counted_and_sorted_its_own_way():
    was = deck(("receive", {"kind": "dragon"}), *TO_TABLE[1:])
    assert do(was, "inspect", cards=53).stage is Stage.INSPECTED
    assert refused(was, "inspect", cards=52).error == "52 cards: a dragon deck holds 53"
    assert "12 rabbits" in inspection_checks("dragon")["complete"]
    assert inspection_checks("dragon").keys() == INSPECTION_CHECKS.keys()


def test_nobody_verifies_their_own_inspection():
    was = do(situation("at the table"), "inspect", by="7001")
    no = refused(was, "verify", by="7001")
    assert (no.clause, no.error) == (law.INSPECTION, "Nobody verifies their own inspection")


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_card_is_replaced_unless_it_may_be_tampered_with(flaw):
    was = situation("in play")
    if flaw in TAMPERING:
        assert "suspected tampering" in refused(was, "replace_card", flaw=flaw).remedy
    else:
        assert do(was, "replace_card", flaw=flaw).stage is Stage.IN_PLAY


def test_only_cards_of_the_deck_and_known_flaws_are_replaced():
    assert refused(situation("in play"), "replace_card", face="DG").clause == law.CARDS
    assert refused(situation("in play"), "replace_card", flaw="ugly").clause == law.REMOVAL
    assert refused(situation("in reserve"), "donate", face="DG").clause == law.CARDS


def test_a_replacement_comes_from_the_pit():
    assert refused(situation("at the workplace"), "donate").clause == law.REMOVAL


# -- removal, holds, the end


@pytest.mark.parametrize("reason", REASONS)
@pytest.mark.parametrize("name", ["in play", "at the stand", "in the primary store"])
def test_a_deck_is_removed_for_a_reason_that_fits(reason, name):
    was = situation(name)
    at_table = was.stage in ON_TABLE
    fits = reason not in ONLY_STOCK if at_table else reason in ONLY_STOCK | STOCK_TOO
    if fits and reason != "failed_batch":
        after = do(was, "remove", reason=reason)
        assert (after.stage, after.reason) == (Stage.REMOVED, reason)
        assert bool(after.held) == (reason in SUSPECT)
    else:
        assert refused(was, "remove", reason=reason).clause in (law.REMOVAL, law.PREPARED)


def test_a_reason_is_one_of_those_known():
    assert refused(situation("in play"), "remove", reason="boredom").clause == law.REMOVAL


def test_a_dealer_takes_nothing_out_of_a_store():
    given = {"by": DEALER, "job": DEALER, "reason": "unfit_stock"}
    assert refused(situation("in the primary store"), "remove", **given).clause == law.STORE_LOG


def test_what_is_held_is_held_for_every_reason():
    was = do(situation("held in play"), "remove", reason="wrong_count")
    assert was.held == "under inquiry; Wrong number of cards in the stub"


def test_a_suspect_deck_is_examined_too_and_stays_held():
    was = do(do(situation("removed as suspect"), "envelope"), "collect")
    assert was.clock_from is None
    for cards, stage in ((51, Stage.COLLECTED), (52, Stage.CLEARED)):
        examined = do(was, "examine", cards=cards)
        assert (examined.stage, examined.held) == (stage, "Signs of tampering")
        no = refused(examined, "destroy")
        assert (no.clause, no.error) == (law.EXAMINATION, "This deck is held: Signs of tampering")
        assert no.remedy.startswith("Report the discrepancy")


@pytest.mark.parametrize("left", EXAMINATION_CHECKS)
def test_an_examination_looks_at_everything(left):
    ticked = [name for name in EXAMINATION_CHECKS if name != left]
    assert refused(situation("collected"), "examine", checks=ticked).clause == law.EXAMINATION


def test_a_wrong_count_at_examination_is_held_not_cleared():
    no = refused(situation("collected"), "examine", cards=51)
    assert no.remedy == "Hold the deck and report the discrepancy"


def test_nothing_is_destroyed_that_was_not_examined():
    assert refused(situation("collected"), "destroy").clause == law.DESTRUCTION
    assert refused(situation("released"), "destroy").clause == law.DESTRUCTION


def test_cards_are_shredded_or_drilled():
    was = situation("cleared")
    assert do(was, "destroy").stage is Stage.DESTROYED
    assert do(was, "destroy", method="drill").stage is Stage.CANCELLED
    assert refused(was, "destroy", method="burn").clause == law.DESTRUCTION


def test_the_clock_of_destruction_runs_from_collection_or_release():
    was = situation("collected")
    assert (was.clock_from, was.is_released) == (was.moved_at, False)
    held = do(was, "hold")
    assert held.clock_from is None
    freed = do(held, "release")
    assert (freed.clock_from, freed.is_released) == (later(held), True)
    again = do(freed, "hold")
    assert (again.clock_from, again.is_released) == (None, False)


def test_a_hold_that_ended_before_collection_leaves_the_usual_clock():
    was = deck(*TO_PLAY, "hold", "release", *TO_SECURITY[7:])
    assert (was.clock_from, was.is_released) == (was.moved_at, False)


def test_only_a_held_deck_is_handed_over():
    assert refused(situation("collected"), "surrender").clause == law.EXAMINATION


def test_a_missing_deck_is_found_before_anything_else():
    was = situation("missing")
    assert legal(was) == ("find",)
    assert refused(was, "miss").remedy == "Report it found first"
    found = do(was, "find")
    assert (found.stage, found.is_missing) == (Stage.IN_PLAY, False)
    assert refused(found, "find").clause == law.INVENTORY
