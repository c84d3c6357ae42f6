"""Stores and their par levels: added and changed by two people, and watched for running low."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from casino.lib.law import Outdated, Refused
from casino.models import Alert, Duty, Entry, Pit
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import record
from casino.services.outbox import errand_of
from inventory.models import Par, Stock, Store, StoreKey, StoreLine
from inventory.rules.deck import Place, in_words
from inventory.rules.law import ISSUE, KEYS, RECEIPT, STORE_LOG

IN_A_PIT = (Place.PIT_STAND, Place.RESERVE)
TWO_LOCKS = (Place.PRIMARY, Place.SECONDARY)
RESERVED = "add"  # the address of the form
TAKES_OUT = ("deck_store", "deck_issue", "deck_return", "deck_carry", "deck_deliver", "deck_remove")
LOCKS = tuple(StoreKey.Lock.values)


def thing_of(store: Store) -> str:
    return f"store:{store.code}"


def add_store(
    *,
    by: Duty,
    second: Duty,
    now: datetime,
    code: str,
    name: str,
    what: str,
    pit: Pit | None = None,
    keys: Mapping[str, str] = {},
) -> Store:
    """A place that the Division has approved. `keys`: for each lock the number on its key."""
    store = Store(code=code, name=name.strip(), what=what, pit=pit)
    with whole("add_store", by=by, second=second, now=now, thing=thing_of(store)):
        _refuse_store(store, keys)
        _insert(store, keys)
        record(
            "add_store",
            by=by,
            second=second,
            now=now,
            thing=thing_of(store),
            pit=pit,
            clause=RECEIPT,
            name=store.name,
            what=what,
            keys=dict(keys),
        )
    return store


def _refuse_store(store: Store, keys: Mapping[str, str]) -> None:
    if store.code == RESERVED:
        raise Refused(f"“{RESERVED}” is no code for a store", remedy="Choose another code")
    if (store.what in IN_A_PIT) != (store.pit is not None):
        where = "stands in one pit" if store.what in IN_A_PIT else "stands in no pit"
        raise Refused(f"A {in_words(store.what)} {where}", ISSUE, remedy="Choose the pit, or none")
    if store.what in TWO_LOCKS and set(keys) != set(LOCKS):
        raise Refused(
            "This store has two locks: one key for security, one for casino games",
            KEYS,
            remedy="Write down the number of each key",
        )


def _insert(store: Store, keys: Mapping[str, str]) -> None:
    try:
        store.clean_fields()
        with transaction.atomic():
            store.save(force_insert=True)
            for lock, number in sorted(keys.items()):
                StoreKey.objects.create(store=store, lock=lock, number=number)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise Refused(
            f"The code {store.code}, or a number of its keys, belongs to another store",
            STORE_LOG,
            remedy="Choose another code, and look at the numbers on the keys",
        ) from error


def change_store(
    *, by: Duty, second: Duty, now: datetime, store: Store, name: str, seen: str
) -> Store:
    """Give a store another name. `seen` is the name that whoever asks was looking at."""
    with whole("change_store", by=by, second=second, now=now, thing=thing_of(store)):
        store = Store.objects.select_for_update(no_key=True).get(pk=store.pk)
        before, store.name = store.name, name.strip()
        if before != seen:
            raise Outdated(
                f"Somebody else named this store {before} meanwhile",
                remedy="Send yours again to keep it",
            )
        if not store.name or before == store.name:
            raise Refused("Nothing was changed", remedy="Write another name")
        store.save(update_fields=["name"])
        record(
            "change_store",
            by=by,
            second=second,
            now=now,
            thing=thing_of(store),
            before={"name": before},
            after={"name": store.name},
        )
    return store


def set_par(*, by: Duty, now: datetime, store: Store, kind: str, back: str, least: int) -> None:
    """The least number of decks of one sort; 0 takes the level away. Twice is harmless."""
    with whole("set_par", by=by, now=now, thing=thing_of(store)):
        Store.objects.select_for_update(no_key=True).get(pk=store.pk)
        par = Par.objects.filter(store=store, kind=kind, back=back).first()
        before = par.least if par else 0
        if before == least:
            return
        _write_par(store, kind, back, least)
        record(
            "set_par",
            by=by,
            now=now,
            thing=thing_of(store),
            pit=store.pit,
            kind=kind,
            back=back,
            before=before,
            after=least,
        )


def _write_par(store: Store, kind: str, back: str, least: int) -> None:
    if least:
        Par.objects.update_or_create(store=store, kind=kind, back=back, defaults={"least": least})
    else:
        Par.objects.filter(store=store, kind=kind, back=back).delete()


@errand_of(*TAKES_OUT)
def alert_of_low_stock(entry: Entry, now: datetime) -> None:
    """Only the line that crosses the level alerts: what was low before has been told."""
    lines = StoreLine.objects.filter(entry=entry, decks__lt=0).select_related("store__pit")
    pars = {
        (par.store_id, par.kind, par.back): par.least
        for par in Par.objects.filter(store__in=[line.store_id for line in lines])
    }
    for line in lines:
        least = pars.get((line.store_id, line.kind, line.back), 0)
        if line.decks_left < least <= line.decks_left - line.decks:
            _alert_low(line.store, line.kind, line.back, least, entry, now)


@errand_of("set_par")
def alert_of_par(entry: Entry, now: datetime) -> None:
    """A level that is set above what the store holds."""
    store = Store.objects.select_related("pit").get(code=entry.thing.removeprefix("store:"))
    kind, back, least = (entry.payload[name] for name in ("kind", "back", "after"))
    row = Stock.objects.filter(store=store, kind=kind, back=back).first()
    if (row.decks if row else 0) < least:
        _alert_low(store, kind, back, least, entry, now)


def _alert_low(store: Store, kind: str, back: str, least: int, entry: Entry, now: datetime) -> None:
    """Without the number that is left: one matter is one alert, however low it goes."""
    raise_alert(
        need=Alert.Need.SOON,
        words=f"{store} runs low: fewer than {least} {back} {kind} decks",
        thing=thing_of(store),
        pit=store.pit,
        entry=entry,
        now=now,
    )
