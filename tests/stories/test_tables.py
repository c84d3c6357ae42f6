"""A table of each game, in each way of dealing, opened, played at, left, and closed.

On the way every forbidden shortcut is tried: each refusal names its clause.
"""

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Entry, Job
from games.catalogue import GAMES
from tables.models import Assignment, Sitting, TableEvent
from tables.rules.opening import fold
from tables.rules.table import Deed
from tables.selectors.ready import ready_for_round
from tables.services import seats
from tests.inventory.cards import do, on_duty
from tests.tables import play
from tests.tables.floor import CODES, approve_layout, make_table, post_signs, set_rules
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db
WAYS = {"manual_shoe": ("red",), "hand": ("red", "blue"), "automated_shoe": ("red",)}
PLACES = {
    "deuce_of_the_dragon": "13:69F-41",
    "ultimate_8": "13:69F-42",
    "heads_up_holdem": "13:69F-39",
    "double_cross_poker": "19:47-25",
    "dragon_poker": "13:69F-42",
}


def refused(work, *args, **facts):
    """The clause that is named; nothing else is an answer."""
    with pytest.raises(Refused) as found:
        work(*args, **facts)
    assert found.value.clause, found.value
    return found.value.clause.place


def told(table):
    """The table as its own history tells it."""
    events = TableEvent.objects.filter(table=table).select_related("entry").order_by("index")
    deeds = []
    for event in events:
        facts = event.entry.payload.get("facts", {})
        if event.do in ("bring_deck", "take_deck"):
            (code,) = event.entry.payload["decks"]
            deck = play.deck_at(code)
            facts = {"deck": code, "back": deck.back, "is_prepared": deck.is_prepared}
        deeds.append(Deed(event.do, event.entry.at, facts=facts))
    return fold(deeds)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", WAYS)
def test_a_table_opens_plays_rests_and_closes(game, method):
    table = play.opened_table(f"{CODES[game]}-01", game, method, WAYS[method])
    codes = play.decks_of(table)
    assert (table.phase, len(codes)) == ("open", len(WAYS[method]))
    assert all(play.deck_at(code).stage == "in_play" for code in codes)
    assert ready_for_round(table, timezone.now()).deck == codes[0]

    deed(table, "go_idle", Job.DEALER)
    assert not ready_for_round(fresh(table), timezone.now())
    assert refused(deed, table, "resume", Job.DEALER) == f"{PLACES[game]}.4(e)"
    for code in codes:
        play.show(table, code)
    deed(table, "resume", Job.DEALER)
    deed(table, "pause", Job.DEALER, reason="dispute")
    deed(table, "continue", note="Settled by the pit boss")

    play.close(table)
    closed = fresh(table)
    assert closed.fold == told(table)._replace(since=closed.since)
    assert (closed.phase, closed.fold.decks) == ("closed", ())
    assert not Sitting.objects.filter(table=table, left_at=None).exists()
    assert not Assignment.objects.filter(table=table, until=None).exists()
    assert all(play.deck_at(code).stage == "enveloped" for code in codes)


@pytest.mark.parametrize("game", GAMES)
def test_every_shortcut_to_the_opening_names_its_clause(game):
    at, equipment = PLACES[game], GAMES[game].law.cited
    table = make_table(f"{CODES[game]}-01", game)
    begin = (deed, table, "begin")

    no_layout = equipment.get("layout_submitted", "13:69E-1.13")
    assert refused(*begin, method="manual_shoe") == no_layout
    approve_layout(table)
    assert refused(*begin, method="manual_shoe") == "13:69F-8.3"  # no rules
    set_rules(table)
    refused(*begin, method="manual_shoe")  # no signs
    post_signs(table)
    assert refused(*begin, method="manual_shoe") == "13:69D-1.12(a)1"  # nobody there
    play.man(table)
    assert refused(*begin, method="manual_shoe") == equipment.get("boxes", "13:69E-1.13")
    play.fix(table, "drop_box", "left")
    play.fix(table, "tip_box", "right")
    shoe = equipment.get("shoe_secured", "13:69E-1.19(b)")
    assert refused(*begin, method="manual_shoe") == shoe
    assert refused(*begin, method="hand") == equipment["hand_needs_device"]
    play.fix(table, "manual_shoe")
    assert refused(*begin, method="automated_shoe") == equipment["device_off_first"]
    code = play.issue(table)
    early = {"to": table.number, "method": "manual_shoe"}
    assert refused(do, "deliver", code, **early) == "13:69D-1.12(a)1"  # it is closed
    play.begin(table)

    opening = (deed, table, "open")
    refused(*opening)  # nobody looked at the shoe
    deed(table, "inspect_devices")
    assert refused(*opening) == f"{at}.2(a)"  # no cover card
    deed(table, "see_accessories", accessories=list(GAMES[game].table.accessories))
    assert refused(*opening) == "13:69D-1.21(b)"  # no opener
    alone = (deed, table, "count_opener", Job.DEALER)
    assert refused(*alone, cents=100) == "13:69D-1.11(b)"
    deed(table, "count_opener", Job.DEALER, Job.FLOORPERSON, cents=2_400_000)
    assert refused(*opening) == f"{at}.3(a)"  # no deck
    other_way = {"to": table.number, "method": "hand"}
    assert refused(do, "deliver", code, **other_way) == equipment["device_off_first"]
    play.deliver(table, code)
    dealer = (deed, table)
    assert refused(*dealer, "spread", Job.DEALER, deck=code, seen_by=[1]) == f"{at}.3(a)"
    do("inspect", code, cards=play.SIZES[GAMES[game].table.deck])
    assert refused(*opening) == f"{at}.3(a)"  # inspected, not verified
    do("verify", code)
    assert refused(do, "play", code) == f"{at}.3(b)"  # past the table, by the card room's door
    assert refused(*dealer, "spread", Job.DEALER, deck=code, seen_by=[1, 2]) == f"{at}.3(b)"
    assert refused(*dealer, "wash", Job.DEALER, deck=code) == f"{at}.3(c)"
    assert refused(*dealer, "shuffle", Job.DEALER, deck=code) == f"{at}.3(c)"
    play.sit(table, 1, 2)
    play.show(table, code)
    blue = play.issue(table, "blue")
    second = (do, "deliver", blue)
    assert refused(*second, to=table.number, method="manual_shoe") == f"{at}.2(b)"  # no shuffler
    deed(table, "open")
    assert fresh(table).phase == "open"
    assert Entry.objects.filter(refused=True, act="table_open").exclude(clause="").count() == 5


@pytest.mark.parametrize("game", GAMES)
def test_a_table_that_is_not_empty_does_not_close(game):
    table = play.opened_table(f"{CODES[game]}-01", game)
    (code,) = play.decks_of(table)
    table.in_round = [1]
    table.save()
    leave = {"number": table.number, "seat": 1, "by": on_duty(Job.DEALER), "now": timezone.now()}
    assert refused(seats.leave, **leave) == GAMES[game].law.cited["stay_seated"]
    assert refused(deed, table, "begin_close", reason="order") == "13:69D-1.20"
    assert refused(deed, table, "go_idle", Job.DEALER) == "13:69D-1.20"
    table.in_round = []
    table.save()
    deed(table, "begin_close", reason="order")
    closing = (deed, table, "close")
    assert refused(*closing) == "13:69D-1.20"  # players
    seats.clear(number=table.number, by=on_duty(Job.DEALER), now=timezone.now())
    assert refused(*closing) == "13:69E-1.18(k)"  # a deck
    do("remove", code, reason="table_closed")
    assert refused(*closing) == "13:69E-1.18(k)"  # it is in no envelope
    do("envelope", code)
    refused(*closing)  # the shoe is out
    deed(table, "lock_devices")
    assert refused(*closing) == "13:69D-1.20"  # no closer
    deed(table, "count_closer", Job.DEALER, Job.FLOORPERSON, cents=1)
    deed(table, "close")


@pytest.mark.parametrize("game", ["deuce_of_the_dragon", "ultimate_8"])
def test_a_carried_pot_is_covered_while_idle_and_sealed_at_the_end(game):
    table = play.opened_table(f"{CODES[game]}-01", game)
    table.carried_cents = 86_000
    table.save()
    deed(table, "go_idle", Job.DEALER)
    wrong = (deed, table, "cover_pot", Job.DEALER, Job.FLOORPERSON)
    assert refused(*wrong, cents=85_000) == f"{PLACES[game]}.10(l)"
    deed(table, "cover_pot", Job.DEALER, Job.FLOORPERSON, cents=86_000)
    deed(table, "begin_close", reason="no_players")
    seats.clear(number=table.number, by=on_duty(Job.DEALER), now=timezone.now())
    assert refused(deed, table, "close") == f"{PLACES[game]}.10(l)"
    deed(table, "keep_pot", Job.DEALER, Job.FLOORPERSON, cents=86_000, seal="P-1")
    assert refused(deed, table, "close") == "13:69E-1.18(k)"


def test_pre_shuffled_cards_go_their_own_way():
    table = play.table_to_open()
    code = play.prepare(table)
    play.deliver(table, code)
    assert refused(deed, table, "open") == "13:69F-39.3(a)"
    assert refused(do, "inspect", code) == "13:69E-1.18A(b)"
    from inventory.services.custody import Order, move

    order = Order("break_seal", [code], facts={"seal": "S-77"})
    by, dealer = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)
    move(order, by=by, second=dealer, now=timezone.now())
    deed(table, "open")
    assert play.deck_at(code).stage == "in_play"
    deed(table, "go_idle", Job.DEALER)
    assert refused(deed, table, "resume") == "13:69F-39.4(e)"


def test_the_shuffler_leaves_and_hand_dealing_and_the_second_deck_end_with_it():
    from inventory.services.devices import Step, move_device

    table = play.opened_table(method="hand", backs=("red", "blue"))
    red, blue = play.decks_of(table)
    floor = on_duty(Job.FLOORPERSON)
    step = Step("take_off", "HU-01-SHUFFLER")
    move_device(step, by=floor, now=timezone.now())
    second = ready_for_round(fresh(table), timezone.now())
    assert (second.refusal.clause.place, blue in second.refusal.error) == ("13:69F-39.2(b)", True)
    do("remove", blue, reason="shuffler_off")
    by_hand = ready_for_round(fresh(table), timezone.now())
    assert by_hand.refusal.clause.place == "13:69F-39.8(b)1"
    play.fix(table, "manual_shoe")
    assert refused(deed, table, "change_method", method="automated_shoe")
    deed(table, "change_method", method="manual_shoe")
    assert play.deck_at(red).method == "manual_shoe"
    assert not ready_for_round(fresh(table), timezone.now())  # not inspected, not shuffled anew
    deed(table, "inspect_devices")
    deed(table, "shuffle", Job.DEALER, deck=red)
    assert ready_for_round(fresh(table), timezone.now()).deck == red
