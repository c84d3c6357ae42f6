"""One worn card is changed; anything else about it goes another way."""

import pytest
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Entry, Job
from inventory.models import Container, Deck, DeckSeal, Movement
from inventory.selectors.damage import reserves_for
from inventory.services.damage import Flaw, replace_card
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, make_seals, on_duty

pytestmark = pytest.mark.django_db


@pytest.fixture
def lot():
    make_seals("S-1", "S-2", "S-3")
    return make_lot()


@pytest.fixture
def deck(lot):
    return bring(lot.decks.order_by("pk")[0].code, "play")


@pytest.fixture
def donor(lot):
    code = lot.decks.order_by("pk")[1].code
    do("issue", code, to="reserve-1")
    return Deck.objects.get(code=code)


def replace(deck, donor, face="Ah", flaw="torn", seal="S-1", label="B-1", **more):
    found = Flaw(deck.code, donor.code, face, flaw, seal, label)
    signed = {
        "by": on_duty(Job.PIT_BOSS),
        "second": on_duty(Job.DEALER),
        "now": timezone.now(),
    }
    return replace_card(found, **(signed | more))


def test_the_card_moves_and_the_old_one_is_bagged(deck, donor):
    replace(deck, donor)
    deck.refresh_from_db()
    donor.refresh_from_db()
    assert deck.stage == "in_play"
    assert donor.is_spoiled
    bag = Container.objects.get(label="B-1")
    assert (bag.what, bag.deck, bag.seal.number) == ("bag", deck, "S-1")
    last = Movement.objects.filter(deck=donor).last()
    assert (last.do, last.facts) == ("donate", {"face": "Ah", "for": deck.code})


@pytest.mark.parametrize("flaw", ["marked", "shaved", "crimped"])
def test_a_card_that_may_be_tampered_with_is_not_replaced(deck, donor, flaw):
    with pytest.raises(Refused, match="tampered with") as refused:
        replace(deck, donor, flaw=flaw)
    assert "discrepancy" in refused.value.remedy
    assert_untouched(deck, donor)


def assert_untouched(deck, donor):
    donor.refresh_from_db()
    assert not donor.is_spoiled
    assert DeckSeal.objects.get(number="S-1").state == "in_stock"
    assert Movement.objects.filter(deck=deck).count() == deck.length
    assert Entry.objects.get(act="deck_replace_card").refused


def test_a_second_flawed_card_takes_the_deck_along(deck, donor):
    replace(deck, donor)
    with pytest.raises(Refused, match="whole deck goes"):
        replace(deck, donor, face="Kd", seal="S-2", label="B-2")
    assert DeckSeal.objects.get(number="S-2").state == "in_stock"


@pytest.mark.parametrize("other", [{"back": "blue"}, {"design": "Another"}, {"kind": "dragon"}])
def test_the_new_card_cannot_be_told_from_the_others(deck, other):
    code = make_lot(invoice="INV-2", **other).decks.first().code
    do("issue", code, to="reserve-1")
    with pytest.raises(Refused) as refused:
        replace(deck, Deck.objects.get(code=code))
    assert str(refused.value.clause) == "13:69E-1.17"


def test_a_donor_of_another_pit_or_out_of_the_store_is_refused(deck, lot):
    third, fourth = lot.decks.order_by("pk")[2:4]
    do("issue", third.code, to="stand-2")
    for stranger, error in ((third, "same pit"), (fourth, "same pit"), (deck, "to itself")):
        with pytest.raises(Refused, match=error):
            replace(deck, stranger)
    with pytest.raises(Refused, match="No deck has the code"):
        replace(deck, Deck(code="D00000000"))


def test_a_donor_gives_each_card_once(deck, donor, lot):
    replace(deck, donor)
    other = lot.decks.order_by("pk")[2]
    do("issue", other.code)
    do("deliver", other.code, to="HU-02")
    with pytest.raises(Refused, match="gave that card before"):
        replace(other, donor, seal="S-2", label="B-2")
    replace(other, donor, face="2c", seal="S-2", label="B-2")


@pytest.mark.parametrize(("face", "error"), [("DR", "has no card .DR"), ("??", "has no card")])
def test_a_face_the_deck_does_not_have_is_refused(deck, donor, face, error):
    with pytest.raises(Refused, match=error):
        replace(deck, donor, face=face)


def test_a_used_seal_leaves_both_decks_alone(deck, donor):
    DeckSeal.objects.filter(number="S-1").update(state="in_stock")
    do_used = Flaw(deck.code, donor.code, "Ah", "torn", "S-9", "B-1")
    with pytest.raises(Refused, match="S-9 is not in the register"):
        replace_card(
            do_used, by=on_duty(Job.PIT_BOSS), second=on_duty(Job.DEALER), now=timezone.now()
        )
    assert_untouched(deck, donor)


def test_two_people_of_the_right_jobs_sign(deck, donor):
    for more, error in (
        ({"second": on_duty(Job.PIT_BOSS)}, "two people"),
        ({"second": on_duty(Job.SECURITY_OFFICER)}, "may sign"),
        ({"by": on_duty(Job.DEALER), "second": on_duty(Job.PIT_BOSS)}, "may not do this"),
        ({"by": make_duty(Job.PIT_BOSS, "B-2", pit="pit-2")}, "not in Pit 1"),
    ):
        with pytest.raises(Refused, match=error):
            replace(deck, donor, **more)


def test_a_deck_somebody_else_moved_meanwhile_is_looked_at_again(deck, donor):
    with pytest.raises(Outdated):
        replace(deck, donor, seen=deck.length - 1)


def test_fitting_reserves_are_named(deck, donor):
    assert reserves_for(deck) == [donor]
