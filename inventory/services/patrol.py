"""The patrol: what stands in the rows is proved against the log, over and over.

At every tick, which is every minute: decks at tables, held, missing or waiting to be destroyed;
those of the last 500 movements; the newest seals, reports, counts and sessions (100 each). All of
them are found within a minute. In turn, a stretch a tick: all decks (200), all seals (200), the
devices (3) and the stores (1). 100,000 decks take 500 ticks, so a whole round some eight hours.

Proved of a deck: all its columns, its lot, and its stays at tables. Not proved: names of stores,
pars and keys; a set that is told as opened, which the balance of its store tells. Nothing is mended
here: people decide what is true.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from casino.models import Alert, Reader
from casino.services.alerts import raise_alert
from casino.services.log import record
from inventory.models import Store
from inventory.rules.law import STORE_LOG
from inventory.selectors import registers
from inventory.selectors.patrol import breaches, latest_moved, slice_after, urgent
from inventory.selectors.registers import Fault
from inventory.selectors.stores import Difference, recount

LATEST, SLICE, DEVICES = 500, 200, 3  # movements; decks, seals and devices of all, at one tick
ACT = "find_custody_breach"

Look = Callable[..., list[Fault]]


def patrol_custody(*, now: datetime) -> int:
    """A beat tick, safe to run twice."""
    return sum(
        (_patrol_decks(now), _patrol_store(now), _patrol_registers(now), _patrol_devices(now))
    )


def _patrol_decks(now: datetime) -> int:
    stretch = _stretch("patrol-decks", slice_after, SLICE)
    found = breaches(sorted({*latest_moved(LATEST), *urgent(), *stretch}))
    return sum(_tell_deck(breach.deck.pk, now) for breach in found)


def _stretch(name: str, after: Callable[[int, int], list[int]], count: int) -> list[int]:
    """The next of all, and where the tick after this goes on; behind the last comes the first."""
    began = Reader.objects.get_or_create(name=name)[0].position
    found = after(began, count)
    Reader.objects.filter(name=name).update(position=0 if len(found) < count else found[-1])
    return found


@transaction.atomic
def _tell_deck(number: int, now: datetime) -> bool:
    """Looked at again under its lock: a deck that was just moving is no breach."""
    for deck, words in breaches([number], locked=True):
        return _tell(f"deck:{deck.code}", f"Deck {deck}: {words}", now)
    return False


def _patrol_registers(now: datetime) -> int:
    seals = {*registers.seals_touched(), *_stretch("patrol-seals", registers.seals_after, SLICE)}
    looks = [partial(registers.register_faults, register) for register in registers.REGISTERS]
    return sum(_look(look, now) for look in (*looks, partial(registers.seal_faults, sorted(seals))))


def _patrol_devices(now: datetime) -> int:
    """Few a tick: a device has moves of years."""
    numbers = _stretch("patrol-devices", registers.devices_after, DEVICES)
    return _look(partial(registers.device_faults, numbers), now)


@transaction.atomic
def _look(look: Look, now: datetime) -> int:
    """What is found is looked at again under its lock, as with decks."""
    faults: Sequence[Fault] = look(locked=True) if look() else ()
    return sum(_tell(thing, f"{_named(thing)}: {words}", now) for thing, words in faults)


def _named(thing: str) -> str:
    kind, _, number = thing.partition(":")
    return f"{kind.capitalize()} {number}"


def _patrol_store(now: datetime) -> int:
    """One store a tick, in turn: each costs what lies in it."""
    last = Reader.objects.get_or_create(name="patrol-stores")[0].position
    rows = Store.objects.order_by("pk")
    store = rows.filter(pk__gt=last).first() or rows.first()
    if store is None:
        return 0
    told = _tell_store(store, now) if recount(store) else 0
    Reader.objects.filter(name="patrol-stores").update(position=store.pk)
    return told


@transaction.atomic
def _tell_store(store: Store, now: datetime) -> int:
    """Again while nobody books: each act locks the balances of the stores it touches."""
    list(store.stock.select_for_update().order_by("kind", "back"))
    return sum(_tell(f"store:{store.code}", _words(store, d), now) for d in recount(store))


def _words(store: Store, wrong: Difference) -> str:
    told = (wrong.counted, wrong.balance, wrong.logged)
    counted, balance, logged = (f"{singles} + {sets} sets" for singles, sets, _ in told)
    return (
        f"{store}, {wrong.back} {wrong.kind}: {counted} by its decks,"
        f" {balance} by its balance, {logged} by its log"
    )


def _tell(thing: str, words: str, now: datetime) -> bool:
    """Quiet while its alert is open; taken on and found again, it is told again. One at a time."""
    Reader.objects.select_for_update().get_or_create(name=ACT)
    words = f"Altered: {words}"[: Alert._meta.get_field("words").max_length]
    if Alert.objects.filter(thing=thing, words=words, acknowledged_at=None).exists():
        return False
    breach = words.removeprefix("Altered: ")
    entry = record(ACT, by=None, now=now, thing=thing, clause=STORE_LOG, breach=breach)
    raise_alert(need=Alert.Need.NOW, words=words, thing=thing, entry=entry, now=now)
    return True
