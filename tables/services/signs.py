"""Signs at a table: their words are made from its rules; who hung them, when, with a photograph."""

from datetime import datetime
from typing import Any

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry
from casino.policy import require
from casino.services.acts import whole
from casino.services.log import record
from casino.services.pictures import Drawing, keep
from tables.catalogue import TableGame, game_of
from tables.models import Sign, Table
from tables.rules.signs import Posted, refuse_sign, sign_text
from tables.selectors.floor import locked_table
from tables.selectors.rules import rules_at


def post_sign(
    *,
    number: str,
    statement: str,
    picture: Drawing,
    by: Duty,
    now: datetime,
    seen: int | None = None,
) -> Sign:
    """Hang a sign; one that makes the same statement comes down in the same act.

    `seen` is the sign that hung there for whoever posts this one, 0 for none.
    """
    with whole("post_sign", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "post_sign", by, now)
        sign, old = _made(table, statement, now), _hanging(table, statement)
        if seen is not None and seen != (old.pk if old else 0):
            raise Outdated(
                f"Somebody else was quicker: this sign was changed at {table}",
                remedy="Look at the signs again",
            )
        entry = _record("post_sign", table, by, now, sign, picture=picture.hash)
        if old:
            _take_down(old, entry)
        return Sign.objects.create(
            table=table,
            statement=statement,
            text=sign.text,
            tells=dict(sign.tells),
            picture=keep(picture),
            posted_at=now,
            posted=entry,
        )


def _made(table: Table, statement: str, now: datetime) -> Posted:
    """The sign that is true at this table now."""
    game = game_of(table.game)
    version, told = rules_at(table, now), game.demands.statement(statement)
    if version is None:
        raise game.refuse(
            "signs_posted",
            f"{table} has no rules yet: what a sign must say is not known",
            remedy="Set the rules of the table first",
        )
    if told is None:
        raise _no_such(game, statement)
    sign = sign_text(told, version.rules)
    refuse_sign(game.demands, sign, version.rules, game.refuse)
    return sign


def _no_such(game: TableGame, statement: str) -> Refused:
    return game.refuse(
        "signs_posted", f"{game.name} has no sign “{statement[:20]}”", remedy="Choose another"
    )


def take_down_sign(*, number: str, sign: int, reason: str, by: Duty, now: datetime) -> Sign:
    """Without another in its place. Whether it was needed, the table's list says."""
    with whole("take_down_sign", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "take_down_sign", by, now)
        found = Sign.objects.filter(table=table, pk=sign, removed_at=None).first()
        if found is None:
            raise Outdated("This sign does not hang there any more", remedy="Look again")
        if not reason.strip():
            raise Refused("Say why it comes down", remedy="A few words for the log")
        posted = Posted(found.statement, found.text)
        entry = _record("take_down_sign", table, by, now, posted, reason=reason.strip())
        return _take_down(found, entry)


def _stand(number: str, act: str, by: Duty, now: datetime) -> Table:
    table = locked_table(number)
    require(by, act, now=now, pit=table.pit)
    return table


def _hanging(table: Table, statement: str) -> Sign | None:
    return Sign.objects.filter(table=table, statement=statement, removed_at=None).first()


def _take_down(sign: Sign, entry: Entry) -> Sign:
    sign.removed_at, sign.removed = entry.at, entry
    sign.save(update_fields=["removed_at", "removed"])
    return sign


def _record(act: str, table: Table, by: Duty, now: datetime, sign: Posted, **told: Any) -> Entry:
    demands = game_of(table.game).demands
    statement = demands.statement(sign.statement)
    return record(
        act,
        by=by,
        now=now,
        thing=f"table:{table.number}",
        table=table.number,
        pit=table.pit,
        clause=demands.clause(statement.sign_cited) if statement else None,
        statement=sign.statement,
        text=sign.text,
        **told,
    )
