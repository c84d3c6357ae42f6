"""What an ending moves beside the round: table, deck, pot, and what the next round begins with."""

import pytest

from casino.lib.law import Refused
from casino.models import Entry, Job
from games.models import PotLine, Round
from games.services.actions import submit
from inventory.models import Deck, Discrepancy
from tests.cast import make_duty
from tests.inventory.cards import do, on_duty
from tests.rounds.evening import accept, ask, opened, play, plays
from tests.tables.play import deed, fresh, opened_table

pytestmark = pytest.mark.django_db
GAME = "deuce_of_the_dragon"


def dealt(table):
    """A round of a pot game up to its deal."""
    row = opened(table)
    for action in (
        {"do": "shuffle", "method": "manual"},
        {"do": "cut", "by": "dealer", "cards": 20},
        *(
            {"do": "wager", "seat": seat, "on": on, "amount": cents}
            for seat in (1, 2)
            for on, cents in (("ante", 1000), ("deuce", 500))
        ),
        {"do": "collect_antes"},
        {"do": "deal", "hands": {"1": ["??"] * 8, "2": ["??"] * 8}},
    ):
        accept(row, action)
    return row


WRONG = {"do": "count_stub", "cards": 5}


def test_wrong_count_by_the_dealer_removes_and_holds_the_deck():
    table = opened_table("DD-1", GAME)
    row = dealt(table)
    answer = accept(row, WRONG)
    deck = Deck.objects.get(pk=row.deck_id)
    assert answer.result["deck"] == "remove"
    assert (deck.stage, bool(deck.held)) == ("removed", True)
    assert not Discrepancy.objects.exists()  # a supervisor writes it; an alert asks for it
    with pytest.raises(Refused) as refused:
        opened(table)
    assert refused.value.clause


def test_wrong_count_entered_by_a_supervisor_is_reported_with_it():
    row = dealt(opened_table("DD-1", GAME))
    accept(row, WRONG, by=on_duty(Job.PIT_BOSS))
    assert Discrepancy.objects.get().deck_id == row.deck_id


@pytest.mark.parametrize("job", [Job.DEALER, Job.PIT_BOSS])
def test_round_ends_though_somebody_took_the_deck_away(job):
    row = dealt(opened_table("DD-1", GAME))
    do("remove", row.deck.code, reason="missing_or_extra")
    assert accept(row, WRONG, by=on_duty(job)).result["status"] == "void"


def test_pots_are_paid_when_two_have_signed():
    row = opened(opened_table("DD-1", GAME))
    *before, settle = plays(row, seed=quiet_seed(row))
    for action in before:
        accept(row, action)
    floor = on_duty(Job.FLOORPERSON)
    uncounted = {"do": "settle"}
    for changes in (
        {"action": settle, "second": None},
        {"action": settle, "second": on_duty(Job.DEALER)},
        {"action": settle, "second": make_duty(Job.FLOORPERSON, "F-99", pit="pit-2")},
        {"action": settle, "second": make_duty(Job.DEALER, "1998")},  # nobody supervises
        {"action": uncounted, "second": floor},
        {
            "action": {"do": "settle", "counted": {"main": settle["counted"]["main"]}},
            "second": floor,
        },
    ):
        refused = submit(ask(row, changes.pop("action"), **changes))
        assert refused.refusal, changes
        assert refused.refusal.clause
    assert accept(row, settle, second=floor).result["status"] == "settled"
    entry = Entry.objects.get(act="award_pot", refused=False)
    assert (entry.second_person, entry.number) == (floor.person, len(before))


def quiet_seed(row):
    """The first seed whose round is settled without an irregularity."""
    for seed in range(50):
        done = [action["do"] for action in plays(row, seed)]
        if "irregularity" not in done and done[-1] == "settle":
            return seed
    raise AssertionError


def test_lines_of_the_pot_tell_what_the_table_holds():
    table = opened_table("DD-1", GAME)
    for _ in range(4):
        row = opened(table)
        play(row, quiet_seed(row))
    lines = list(PotLine.objects.order_by("index"))
    assert sum(line.cents for line in lines) == fresh(table).carried_cents
    told = Round.objects.order_by("-pk").first().result["deuce"]["carried"]
    assert told == fresh(table).carried_cents


def test_button_moves_after_a_settled_round_and_stays_after_a_void_one():
    table = opened_table("DD-1", GAME)
    first = opened(table)
    play(first, quiet_seed(first))
    second = dealt(table)
    accept(second, {"do": "count_stub", "cards": 5, "misdealt": True})
    third = opened(table)
    assert [row.setup["button"] for row in (first, second, third)] == [1, 2, 2]


def test_rounds_since_the_count_are_kept_until_the_stub_is_counted():
    table = opened_table()
    since = []
    for seed in range(6):
        row = opened(table)
        since.append(row.setup["rounds_since_count"])
        counted = "count_stub" in [action["do"] for action in plays(row, seed)]
        play(row, seed)
        assert fresh(table).shown["since_count"] == (0 if counted else since[-1] + 1)
        if not fresh(table).fold.decks:
            break


def test_paused_table_takes_no_action_until_it_goes_on():
    table = opened_table()
    row = opened(table)
    deed(table, "pause", reason="dispute")
    shuffle = {"do": "shuffle", "method": "manual"}
    assert "paused" in submit(ask(row, shuffle)).refusal.error
    deed(table, "continue", note="settled")
    accept(row, shuffle)
