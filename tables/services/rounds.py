"""What rounds do to their table: who takes part, what the board shows, what the pot holds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from casino.models import Duty
from tables.models import Table
from tables.rules.table import Deed
from tables.services.deeds import effect_of


def begin_round(table: Table, *, seats: Sequence[int], shown: dict[str, Any]) -> None:
    """The table is locked by whoever calls."""
    table.in_round, table.shown = list(seats), {**table.shown, **shown}
    table.save(update_fields=["in_round", "shown"])


# Of the statement that ends rounds (games/services/appending.py): `ended` names of each its table,
# its deck, when it ended, and in `shown` what it leaves behind for the next round and the board.
END_ROUNDS = """
    UPDATE tables_table t SET in_round = '[]', shown = t.shown || ended.shown || jsonb_build_object(
        'last_deck', deck.code,
        'dealt', (
            SELECT jsonb_agg(DISTINCT code) FROM jsonb_array_elements(
                coalesce(t.shown -> 'dealt', '[]') || to_jsonb(deck.code)) AS dealt(code)),
        'rounds_an_hour', (
            SELECT count(*) FROM games_round r
            WHERE r.table_id = t.id AND r.opened_at <= ended.ended_at
                AND r.opened_at > ended.ended_at - interval '1 hour'),
        'win_cents', coalesce((t.shown -> 'win_cents')::bigint, 0)
            + (ended.result -> 'house_net')::bigint)
    FROM ended JOIN inventory_deck deck ON deck.id = ended.deck_id
    WHERE t.id = ended.table_id
"""


def hold_pot(table: Table, carried_cents: int) -> None:
    """What lies on the felt from now on. The table is locked by whoever calls."""
    table.carried_cents = carried_cents
    table.save(update_fields=["carried_cents"])


@effect_of("begin")
def forget_rounds(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """Play commences anew: the button lies before the first player, and no stub is counted yet."""
    table.shown = {}
    table.save(update_fields=["shown"])
