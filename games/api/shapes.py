"""Rounds and actions as machines are told of them."""

from typing import Any

from casino.lib.law import NotAllowed, Refused
from casino.models import Duty
from games.selectors.rounds import Folded, legal_in
from games.selectors.views import may_see_hidden, shown_action, view_of

Data = dict[str, Any]


def round_json(row: Any, folded: Folded, duty: Duty) -> Data:
    """One round as it stands: what everybody at the table sees, and what may be done now."""
    state = folded.state
    return {
        "round": row.pk,
        "table": row.table.number,
        "number": row.number,
        "gaming_day": row.gaming_day,
        "deck": row.deck.code,
        "rules": row.rules.number,
        "engine": row.engine,
        "opened_at": row.opened_at,
        "ended_at": row.ended_at,
        "length": folded.length,
        "status": state.status,
        "setup": row.setup,
        "view": view_of(state, hidden=may_see_hidden(duty)),
        "legal": legal_in(folded),
        "result": row.result,
    }


def action_json(action: Any, *, is_over: bool, duty: Duty) -> Data:
    hidden = is_over or may_see_hidden(duty)
    return {
        "index": action.number,
        "action": shown_action(action.raw, hidden=hidden),
        "at": action.at,
        "by": action.person.badge if action.person else None,
        "second": action.second_person.badge if action.second_person else None,
        "position": action.position,
    }


def status_of(refusal: Refused) -> int:
    return 403 if isinstance(refusal, NotAllowed) else 409
