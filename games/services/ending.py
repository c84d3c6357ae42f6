"""A round ends: its result, its table, its deck and its pots move in one transaction."""

from datetime import datetime
from typing import Any

from django.db import transaction

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry
from casino.policy import SUPERVISORS, may
from casino.services.acts import refuse_other_pit, refuse_second
from casino.services.log import record, record_refusal
from games.engine import fold
from games.engine.pot_state import PotGame
from games.models import Round
from games.selectors.rounds import Folded, rounds_in_the_last_hour, table_of
from games.services.opening import next_button
from games.services.pots import post_result
from games.services.standing import ACT, refuse_standing
from games.services.submission import Submission
from inventory.rules.deck import ON_TABLE
from inventory.selectors.decks import locked_deck
from inventory.selectors.discrepancies import open_report
from inventory.services.custody import Order, move_within
from inventory.services.discrepancies import Findings, report
from tables.models import Table
from tables.selectors.floor import locked_table
from tables.services.rounds import end_round as end_at_table

AWARD = "award_pot"
REMOVE = "remove"
# What ended the round → why the deck leaves; a wrong stub is the rest.
REASONS = {
    "shuffler_count_wrong": "wrong_count_machine",
    "cards_missing_or_added": "missing_or_extra",
}
FINDINGS = {
    "wrong_count": "The stub did not have as many cards as it should",
    "wrong_count_machine": "The shuffler counted a wrong number of cards",
    "missing_or_extra": "Cards were missing or too many in a round",
}


def end_round(asked: Submission, after: Folded) -> dict[str, Any]:
    """What the round came to. A refusal is kept; a late comer's is not."""
    table = table_of(asked.round)
    try:
        with transaction.atomic():
            return _end_within(asked, after, table)
    except Outdated:
        raise
    except Refused as refusal:
        about = {"thing": f"round:{asked.round}", "table": table, "action": asked.action}
        record_refusal(refusal, ACT, by=asked.by, now=asked.now, **about)
        raise


def _end_within(asked: Submission, after: Folded, number: str) -> dict[str, Any]:
    table = locked_table(number)
    rows = Round.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("table__pit", "deck").get(pk=asked.round)
    if row.length != asked.index or not row.is_open:
        raise Outdated("Somebody else was quicker")
    entry = _recorded(asked, after, row)
    result: dict[str, Any] = fold.result(after.state)
    row.length, row.status, row.result = after.length, after.state.status, result
    row.ended_at = asked.now
    row.save(update_fields=["length", "status", "result", "ended_at"])
    carried = post_result(table, row, result, entry)
    end_at_table(
        table, carried_cents=carried, shown=_left_behind(table, row, after.state, asked.now)
    )
    if result["deck"] == REMOVE:
        remove_deck(row, asked.action, by=asked.by, now=asked.now)
    return result


def _recorded(asked: Submission, after: Folded, row: Round) -> Entry:
    """Pots are counted by one person and verified by another before they are paid."""
    state = after.state
    is_award = isinstance(state.game, PotGame) and state.status == fold.SETTLED
    act = AWARD if is_award else ACT
    refuse_standing(row, asked.by, asked.now, act)
    refuse_second(act, asked.by, asked.second, asked.now)
    refuse_other_pit(act, asked.second, row.table.pit)
    if is_award:
        _refuse_uncounted(asked, state)
    return record(
        act,
        by=asked.by,
        second=asked.second if is_award else None,
        now=asked.now,
        thing=row.thing,
        nth=asked.index,
        table=row.table.number,
        pit=row.table.pit,
        action=asked.action,
        key=asked.key,
    )


def _refuse_uncounted(asked: Submission, state: Any) -> None:
    """Every pot by its own count, and one of the two who sign is a supervisor."""
    counted, wanted = asked.action.get("counted"), {"main", state.game.special_pot}
    signers = {asked.by.job, asked.second.job if asked.second else ""}
    if not isinstance(counted, dict) or set(counted) != wanted or not signers & SUPERVISORS:
        raise state.law.refuse(
            "pot_count",
            f"Counted and verified before they are paid: {' and '.join(sorted(wanted))} pot",
            remedy="The dealer counts, a supervisor verifies",
        )


def _left_behind(table: Table, row: Round, state: Any, now: datetime) -> dict[str, Any]:
    """What the next round begins with, and what the board shows."""
    dealt = [*table.shown.get("dealt", []), row.deck.code]
    since = 0 if state.counted else row.setup.get("rounds_since_count", 0) + 1
    return {
        "last_deck": row.deck.code,
        "dealt": sorted(set(dealt)),
        "button": next_button(row),
        "since_count": since,
        "rounds_an_hour": rounds_in_the_last_hour(table.pk, now),
    }


def remove_deck(row: Round, action: dict[str, Any], *, by: Duty, now: datetime) -> None:
    """It leaves the table and is held; whoever may write the report has written it with that.

    Somebody may have taken it away by hand already: the round ends all the same.
    """
    reason = REASONS.get(action.get("kind", ""), "wrong_count")
    deck = locked_deck(row.deck.code)
    if deck.stage in ON_TABLE:
        move_within(Order("remove", [deck.code], facts={"reason": reason}), by=by, now=now)
    if may(by, "report_discrepancy") and open_report(deck) is None:
        report(Findings(deck.code, f"{FINDINGS[reason]}: {row}"), by=by, now=now)
