"""A round is opened: at an open table, with the deck whose turn it is, by the rules in force."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from casino.models import Duty, Job
from casino.policy import require
from casino.services.acts import whole
from casino.services.log import house_day, record
from games.catalogue import GAMES
from games.engine.pot_state import PotGame
from games.models import Round
from games.selectors.engine import engine_version
from games.selectors.rounds import Folded, keep, last_opened, start_of
from games.services.standing import refuse_ended, stranger
from tables.models import Table
from tables.selectors.floor import locked_table
from tables.selectors.ready import Ready, ready_for_round
from tables.services.rounds import begin_round


def open_round(*, table: str, by: Duty, now: datetime, key: str = "") -> Round:
    """The next round of a table. The same key again gives the same round again."""
    with whole("open_round", by=by, now=now, thing=f"table:{table}"):
        at = locked_table(table)
        require(by, "open_round", now=now, pit=at.pit)
        refuse_ended(by)
        last = last_opened(at)
        if last and key and (last.key, last.person) == (key, by.person_id):
            return Round.objects.get(pk=last.pk)
        ready = ready_for_round(at, now)
        if ready.refusal:
            raise ready.refusal
        _refuse_stranger(at, ready, by)
        setup = next_setup(at, ready)
        state = start_of(setup)
        number = last.number + 1 if last else 1
        row = _insert(at, ready, setup, number, by, now, key)
        keep(row.pk, Folded(0, state, setup))
        return row


def _refuse_stranger(table: Table, ready: Ready, by: Duty) -> None:
    dealer = ready.staff.get("dealer")
    if by.job == Job.DEALER and (dealer is None or dealer.duty != by.pk):
        raise stranger(table)


def next_setup(table: Table, ready: Ready) -> dict[str, Any]:
    """The head of the transcript. What rounds before left behind stands in `table.shown`."""
    seats, shown, deck = ready.around.seated, table.shown, ready.deck
    at_table = table.fold.deck(deck)
    assert ready.rules, "a table that is ready has rules"
    setup = {
        "game": table.game,
        "dealing": table.fold.method,
        "seats": list(seats),
        "rules": {**ready.rules.options, "carried": table.carried_cents},
        # Cards shuffled beforehand count as such in the first round that they are dealt in (A5).
        "prepared": bool(at_table and at_table.is_prepared and deck not in shown.get("dealt", ())),
    }
    if isinstance(GAMES[table.game], PotGame):
        return setup | {"button": button_at(shown.get("button", 0), seats)}
    return setup | {"rounds_since_count": shown.get("since_count", 0)}


def button_at(wanted: int, seats: Sequence[int]) -> int:
    """At the position that is due, or the next one clockwise where somebody plays."""
    return next((seat for seat in seats if seat >= wanted), seats[0] if seats else 0)


def _insert(
    table: Table,
    ready: Ready,
    setup: dict[str, Any],
    number: int,
    by: Duty,
    now: datetime,
    key: str,
) -> Round:
    deck, rules = ready.decks[ready.deck], ready.rules
    assert rules, "a table that is ready has rules"
    people = {role: one.person for role, one in ready.staff.items()}
    row = Round.objects.create(
        table=table,
        number=number,
        deck_id=deck.pk,
        rules_id=rules.pk,
        engine=engine_version(),
        setup=setup,
        dealer_id=people.get("dealer"),
        floorperson_id=people.get("floorperson"),
        gaming_day=house_day(now),
        opened_at=now,
        opened=record(
            "open_round",
            by=by,
            now=now,
            thing=f"table:{table.number}",
            table=table.number,
            pit=table.pit,
            round=number,
            deck=deck.code,
            rules=rules.number,
            key=key,
        ),
    )
    begin_round(table, seats=setup["seats"], shown={"round": number, "round_id": row.pk})
    return row
