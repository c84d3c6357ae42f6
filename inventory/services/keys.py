"""Keys of the stores: signed out and in, so that it is known at any time who could open what."""

from datetime import datetime
from typing import Any

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import record
from casino.services.outbox import errand_of
from inventory.models import Store, StoreKey
from inventory.rules.keys import holders, refuse_holder
from inventory.rules.law import KEYS


def take_key(*, by: Duty, now: datetime, number: str) -> StoreKey:
    """Whoever signs has the key from now on, and answers for it until it is returned."""
    store = _store_of(number)
    with whole("take_store_key", by=by, now=now, thing=f"store:{store.code}", pit=store.pit):
        keys = _locked_keys(store)
        key = keys[number]
        if key.holder_id == by.person_id:
            return key
        _refuse_held(key)
        mine = [other.lock for other in keys.values() if other.holder_id == by.person_id]
        refuse_holder(key.lock, by.job, by.person.badge, mine, place=store.what)
        key.holder, key.held_since = by.person, now
        key.save(update_fields=["holder", "held_since"])
        _record("take_store_key", key, by, now)
    return key


def return_key(*, by: Duty, now: datetime, number: str) -> StoreKey:
    """Back into the key box; by its holder, or for them by another who may hold it."""
    store = _store_of(number)
    with whole("return_store_key", by=by, now=now, thing=f"store:{store.code}", pit=store.pit):
        key = _locked_keys(store)[number]
        if key.holder is None:
            return key
        if key.holder_id != by.person_id and by.job not in holders(key.lock, store.what):
            raise Refused(
                f"{key.holder} holds this key",
                KEYS,
                remedy="The holder returns it, or somebody who might hold it",
            )
        was = key.holder
        key.holder = key.held_since = None
        key.save(update_fields=["holder", "held_since"])
        _record("return_store_key", key, by, now, held_by=str(was))
    return key


def _store_of(number: str) -> Store:
    key = StoreKey.objects.select_related("store__pit").filter(number=number).first()
    if key is None:
        raise Refused(f"There is no key {number[:20]}", KEYS)
    return key.store


def _locked_keys(store: Store) -> dict[str, StoreKey]:
    """All keys of the store: who takes one must not come by another at the same moment."""
    rows = StoreKey.objects.select_for_update(no_key=True).filter(store=store).order_by("pk")
    # Not joined: a row that was waited for is new, but what is joined to it would be old.
    return {key.number: key for key in rows.prefetch_related("store__pit", "holder")}


def _refuse_held(key: StoreKey) -> None:
    if key.holder:
        raise Refused(
            f"{key.holder} has this key", KEYS, remedy="It is returned before another takes it"
        )


def _record(act: str, key: StoreKey, by: Duty, now: datetime, **more: Any) -> None:
    record(
        act,
        by=by,
        now=now,
        thing=f"store:{key.store.code}",
        pit=key.store.pit,
        clause=KEYS,
        key=key.number,
        lock=key.lock,
        **more,
    )


@errand_of("end_duty")
def alert_of_key(entry: Entry, now: datetime) -> None:
    """A key goes back before its holder does."""
    badge = entry.thing.removeprefix("person:")
    held = StoreKey.objects.filter(holder__badge=badge, held_since__lte=entry.at)
    for key in held.select_related("store__pit", "holder"):
        raise_alert(
            need=Alert.Need.NOW,
            words=f"{key.holder} went off duty with key {key.number} of {key.store}",
            thing=f"store:{key.store.code}",
            pit=key.store.pit,
            entry=entry,
            now=now,
        )
