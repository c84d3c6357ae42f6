"""What lies and stands at tables: decks and devices, in one statement for however many tables."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from casino.lib.sql import ask
from inventory.rules.deck import ON_TABLE, Stage
from inventory.rules.equipment import Fixture, State


class DeckThere(NamedTuple):
    """A deck in use at a table, as far as a round asks of it."""

    pk: int
    code: str
    kind: str
    back: str
    stage: str
    method: str
    opened_at: datetime
    may_play: bool  # neither held nor missing


class AtTable(NamedTuple):
    decks: tuple[DeckThere, ...] = ()  # the first opened first
    removed: tuple[str, ...] = ()  # at the table until they are sealed in an envelope
    fitted: tuple[Fixture, ...] = ()
    loose: tuple[str, ...] = ()  # devices taken off it, and not locked away yet


# Stages stand here in words: an index over some of them is not used for what is not told yet.
# Moves that took a device off are found by the devices that are off, which are few at any time.
_ON_TABLE = ", ".join(f"'{stage}'" for stage in ON_TABLE)
_AT_TABLES = f"""
SELECT asked.number,
    (SELECT json_agg(json_build_array(d.id, d.code, d.kind, d.back, d.stage, d.method, d.opened_at,
            d.held = '' AND NOT d.is_missing) ORDER BY d.opened_at, d.id)
        FROM inventory_deck d
        WHERE d.stage IN ({_ON_TABLE}) AND d."table" = asked.number),
    (SELECT json_agg(d.code ORDER BY d.code) FROM inventory_deck d
        WHERE d.stage = '{Stage.REMOVED}' AND d."table" = asked.number),
    (SELECT json_agg(json_build_array(d.what, d.stage, d."table", d.side, d.is_jammed,
            d.is_suspect, d.inspected_at, d.moved_at, d.length) ORDER BY d.what)
        FROM inventory_device d WHERE d."table" = asked.number AND d."table" <> ''),
    (SELECT json_agg(d.serial ORDER BY m.id)
        FROM inventory_device d
        JOIN inventory_devicemovement m ON m.device_id = d.id AND m.index = d.length - 1
        JOIN casino_entry e ON e.position = m.entry_id
        WHERE d.stage = '{State.OFF}' AND m."do" = 'take_off' AND e."table" = asked.number)
FROM unnest(%(numbers)s::text[]) AS asked(number)
"""  # noqa: S608  (put together of our own constants)


def at_tables(numbers: Iterable[str]) -> dict[str, AtTable]:
    rows = ask(_AT_TABLES, numbers=[*numbers])
    return {
        number: AtTable(
            tuple(_deck(*deck) for deck in decks or ()),
            tuple(removed or ()),
            tuple(_fixture(*device) for device in fitted or ()),
            tuple(loose or ()),
        )
        for number, decks, removed, fitted, loose in rows
    }


def _deck(*told: Any) -> DeckThere:
    deck = DeckThere(*told)
    return deck._replace(opened_at=datetime.fromisoformat(told[6]))


def _fixture(*told: Any) -> Fixture:
    device = Fixture(*told)
    inspected, moved = (told[n] and datetime.fromisoformat(told[n]) for n in (6, 7))
    return device._replace(stage=State(device.stage), inspected_at=inspected, moved_at=moved)
