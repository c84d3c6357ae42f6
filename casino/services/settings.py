"""Changing a dated setting: two people, a reason, and never for the past."""

from datetime import datetime

from django.db import connection, transaction

from casino.lib.dated import DECLARED, Change, Dated, in_force, refuse_change
from casino.lib.law import Outdated, Refused
from casino.models import DatedSetting, Duty
from casino.policy import require
from casino.selectors.settings import changes_of
from casino.services.acts import refuse_second
from casino.services.log import record, record_refusal

_ONE_WRITER = 0xDA7E  # no row stands for a setting that was never changed


def thing_of(name: str) -> str:
    return f"setting:{name}"


def change_setting(
    *,
    name: str,
    value: int,
    source: str,
    by: Duty,
    second: Duty,
    now: datetime,
    effective_at: datetime | None = None,
    seen: int | None = None,
) -> DatedSetting:
    """Set a value that holds from `effective_at` on, or from now. `seen` is the newest change that
    whoever asks knew of (0: none)."""
    try:
        with transaction.atomic():
            return _change(name, value, source, by, second, now, effective_at, seen)
    except Outdated:
        raise
    except Refused as refusal:
        record_refusal(refusal, "change_setting", by=by, now=now, thing=thing_of(name)[:80])
        raise


def _change(
    name: str,
    value: int,
    source: str,
    by: Duty,
    second: Duty,
    now: datetime,
    effective_at: datetime | None,
    seen: int | None,
) -> DatedSetting:
    require(by, "change_setting", now=now)
    refuse_second("change_setting", by, second, now)
    setting, source, start = _known(name), source.strip(), effective_at or now
    if not source:
        raise Refused("Say where the new value comes from", remedy="Cite a rule or an order")
    _wait_for_turn()
    changes = changes_of(name)
    _refuse_outdated(setting, changes, seen)
    refuse_change(setting, value, effective_at=start, now=now, changes=changes)
    held = in_force(changes, start)
    entry = record(
        "change_setting",
        by=by,
        second=second,
        now=now,
        thing=thing_of(name),
        before=setting.in_words(held.value if held else setting.default),
        after=setting.in_words(value),
        holds_from=start.isoformat(),
        source=source,
    )
    return DatedSetting.objects.create(
        name=name, value=value, effective_at=start, source=source, entry=entry
    )


def _known(name: str) -> Dated:
    if name not in DECLARED:
        raise Refused(f"There is no setting {name[:40]!r}")
    return DECLARED[name]


def _wait_for_turn() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_ONE_WRITER])


def _refuse_outdated(setting: Dated, changes: list[Change], seen: int | None) -> None:
    newest = max((change.number for change in changes), default=0)
    if seen is not None and seen != newest:
        raise Outdated(
            f"Somebody else changed “{setting.title}” while you were at it",
            remedy="Look at what holds now; send yours again if it is still wanted",
        )
