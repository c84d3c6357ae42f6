"""The last way of used decks: security collects them, and destroys them before a witness."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby

from django.db import transaction

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import house_day, house_day_ends
from inventory.rules.law import REMOVAL
from inventory.selectors import destruction as read
from inventory.services.custody import Order, move, move_within


def destroy(
    *,
    codes: Sequence[str],
    method: str,
    place: str,
    seen: Mapping[str, int],
    by: Duty,
    second: Duty,
    now: datetime,
) -> Entry:
    """All of them in one order, after surveillance was told, before a witness who signs."""
    order = Order("destroy", codes, facts={"method": method, "place": place}, seen=seen)
    with whole("deck_destroy", by=by, second=second, now=now):
        return move_within(order, by=by, second=second, now=now)


def collect(
    *, codes: Sequence[str], to: str, seen: Mapping[str, int], by: Duty, now: datetime
) -> Entry:
    """What security scanned goes with them; what is on the list and was not scanned stays."""
    if not codes:
        raise Refused("No envelope was scanned", REMOVAL, remedy="Scan each one you take")
    return move(Order("collect", codes, to=to, seen=seen), by=by, now=now)


@transaction.atomic
def flag_left_envelopes(*, now: datetime) -> int:
    """A beat tick, safe to run twice: envelopes that a gaming day left behind, told once a day."""
    day = house_day(now) - timedelta(days=1)
    left = read.left_since(house_day_ends(day))
    told = 0
    for pit, decks in groupby(left, lambda deck: deck.pit):
        words = f"{pit or 'The house'}: envelopes left uncollected after {day:%-d %b %Y}"
        if not Alert.objects.filter(words=words).exists():
            thing = f"deck:{next(decks)}"
            raise_alert(need=Alert.Need.SOON, words=words, thing=thing, pit=pit, now=now)
            told += 1
    return told
