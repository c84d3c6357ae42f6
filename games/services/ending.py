"""A round ends in a transaction of its own, because its pots or its deck move with it, or because
somebody held its table when it was to end with others.
"""

from datetime import datetime
from typing import Any

from django.db import transaction

from casino.lib.law import Outdated, Refused
from casino.models import Duty
from casino.policy import SUPERVISORS, may
from casino.services.acts import refuse_other_pit, refuse_second
from casino.services.log import record_refusal
from games.models import Round, thing_of
from games.selectors.rounds import table_of
from games.services.appending import append
from games.services.pots import post_result
from games.services.standing import ACT, refuse_standing
from games.services.submission import REMOVE, Judged, Submission
from inventory.rules.deck import ON_TABLE
from inventory.selectors.decks import locked_deck
from inventory.selectors.discrepancies import open_report
from inventory.services.custody import Order, move_within
from inventory.services.discrepancies import Findings, report
from tables.selectors.floor import locked_table
from tables.services.rounds import hold_pot

AWARD = "award_pot"
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


def end_round(one: Judged) -> None:
    """Whole or nothing. A refusal is kept; a late comer's is not."""
    asked, table = one.asked, table_of(one.asked.round)
    try:
        with transaction.atomic():
            _end_within(one, table)
    except Outdated:
        raise
    except Refused as refusal:
        about = {"thing": thing_of(asked.round), "table": table, "action": asked.action}
        record_refusal(refusal, ACT, by=asked.by, now=asked.now, **about)
        raise


def _end_within(one: Judged, number: str) -> None:
    asked, result = one.asked, one.result
    assert result, "a round that ends has a result"
    table = locked_table(number)
    row = Round.objects.select_related("table__pit", "deck").get(pk=asked.round)
    if row.length != asked.index or not row.is_open:
        raise Outdated("Somebody else was quicker")
    act = AWARD if one.is_award else ACT
    _refuse_unsigned(one, row, act)
    at = append([one], act).get((row.thing, asked.index))
    if at is None:
        raise Outdated("Somebody else was quicker")
    if one.is_of_pot:
        hold_pot(table, post_result(table, row, result, at))
    if result["deck"] == REMOVE:
        remove_deck(row, asked.action, by=asked.by, now=asked.now)


def _refuse_unsigned(one: Judged, row: Round, act: str) -> None:
    """Pots are counted by one person and verified by another before they are paid."""
    asked = one.asked
    refuse_standing(row, asked.by, asked.now, act)
    refuse_second(act, asked.by, asked.second, asked.now)
    refuse_other_pit(act, asked.second, row.table.pit)
    if one.is_award and one.after:
        _refuse_uncounted(asked, one.after.state)


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
