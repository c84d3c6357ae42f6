"""Reading stores: what each holds against its par, its log, its keys, and which decks go first."""

from dataclasses import dataclass, field
from datetime import date

from django.db.models import Count, Max, Q, QuerySet

from casino.lib.law import Refused
from casino.models import Entry, Pit
from inventory.models import Back, Deck, Lot, Par, Stock, Store, StoreKey, StoreLine
from inventory.rules.deck import Place, Stage, in_words
from inventory.rules.movements import STEPS

# What a store is to the act that moves decks from it to another.
LOCKED_AWAY = (Place.PRIMARY, Place.SECONDARY)
OUT = (Place.PIT_STAND, Place.RESERVE, Place.WORKPLACE)
KEY_ACTS = ("take_store_key", "return_store_key")
PACKS = {"singles": "single decks", "sets": "whole sets"}


@dataclass(frozen=True, slots=True)
class StockLine:
    """What one store holds of one sort, and the least it should."""

    store: Store
    kind: str
    back: str
    singles: int
    sets: int
    decks: int
    par: int

    @property
    def is_low(self) -> bool:
        return self.decks < self.par

    @property
    def words(self) -> str:
        return f"{Back(self.back).label} {self.kind}"

    @property
    def filled(self) -> int:
        """Length of its bar, and below it the place of the par, in percent of the longer one."""
        return 100 * self.decks // self._full

    @property
    def par_at(self) -> int:
        return 100 * self.par // self._full

    @property
    def _full(self) -> int:
        return max(self.decks, self.par + self.par // 4, 1)


@dataclass(frozen=True, slots=True)
class Difference:
    """A sort whose decks, balance and last line of the log do not say the same."""

    kind: str
    back: str
    counted: tuple[int, int, int]  # singles, sets, decks: by the decks themselves
    balance: tuple[int, int, int]
    logged: tuple[int, int, int]


@dataclass(slots=True)
class Holding:
    """A store with all that its tile shows."""

    store: Store
    lines: list[StockLine] = field(default_factory=list)
    keys: list[StoreKey] = field(default_factory=list)

    @property
    def decks(self) -> int:
        return sum(line.decks for line in self.lines)

    @property
    def low(self) -> list[StockLine]:
        return [line for line in self.lines if line.is_low]


def stores() -> QuerySet[Store]:
    return Store.objects.select_related("pit").order_by("what", "code")


def store_with(code: str) -> Store | None:
    return Store.objects.select_related("pit").filter(code=code).first()


def pits() -> QuerySet[Pit]:
    return Pit.objects.order_by("code")


def stock_lines(store: Store | None = None) -> list[StockLine]:
    """Every sort that a store holds or should hold: two queries, however many decks there are."""
    only = {"store": store} if store else {}
    pars = {
        (par.store, par.kind, par.back): par.least
        for par in Par.objects.filter(**only).select_related("store__pit")
    }
    held = {
        (row.store, row.kind, row.back): row
        for row in Stock.objects.filter(**only).select_related("store__pit")
        if row.decks or (row.store, row.kind, row.back) in pars
    }
    sorts = sorted(held.keys() | pars.keys(), key=lambda sort: (sort[0].code, *sort[1:]))
    return [_line(sort, held.get(sort), pars.get(sort, 0)) for sort in sorts]


def _line(sort: tuple[Store, str, str], row: Stock | None, par: int) -> StockLine:
    if row is None:
        return StockLine(*sort, singles=0, sets=0, decks=0, par=par)
    return StockLine(*sort, singles=row.singles, sets=row.sets, decks=row.decks, par=par)


def holdings() -> list[Holding]:
    """All stores with what they hold and who has their keys: four queries."""
    found = {store.pk: Holding(store) for store in stores()}
    for line in stock_lines():
        found[line.store.pk].lines.append(line)
    for key in StoreKey.objects.select_related("holder"):
        found[key.store_id].keys.append(key)
    order = list(Place)
    return sorted(found.values(), key=lambda h: (order.index(Place(h.store.what)), h.store.code))


def keys_of(store: Store) -> list[StoreKey]:
    return list(StoreKey.objects.filter(store=store).select_related("holder").order_by("lock"))


def key_history(store: Store) -> QuerySet[Entry]:
    rows = Entry.objects.filter(thing=f"store:{store.code}", act__in=KEY_ACTS, refused=False)
    return rows.select_related("person", "duty").order_by("-position")


def log_of(
    store: Store, *, day: date | None = None, kind: str = "", back: str = ""
) -> QuerySet[StoreLine]:
    """The lines of its log, newest first, of all sorts or of one."""
    rows = StoreLine.objects.filter(store=store).select_related(
        "entry__person", "entry__duty", "entry__second_person", "entry__second_duty"
    )
    exact = {"entry__gaming_day": day, "kind": kind, "back": back}
    return rows.filter(**{name: value for name, value in exact.items() if value}).order_by("-pk")


def decks_in(store: Store) -> QuerySet[Deck]:
    return Deck.objects.filter(store=store).select_related("lot")


def recount(store: Store) -> list[Difference]:
    """Count the decks of one store, and compare with its balance and with the end of its log."""
    by_decks = {
        (row["kind"], row["back"]): (row["singles"], row["sets"], row["decks"])
        for row in Deck.objects.filter(store=store)
        .values("kind", "back")
        .order_by("kind", "back")
        .annotate(
            decks=Count("pk"),
            singles=Count("pk", filter=Q(set_number=None)),
            sets=Count("set_number", distinct=True),
        )
    }
    balances = {
        (row.kind, row.back): (row.singles, row.sets, row.decks)
        for row in Stock.objects.filter(store=store)
    }
    logged = _ends_of_log(store)
    none = (0, 0, 0)
    return [
        Difference(*sort, *told)
        for sort in sorted(by_decks.keys() | balances.keys() | logged.keys())
        if len(set(told := tuple(d.get(sort, none) for d in (by_decks, balances, logged)))) > 1
    ]


def _ends_of_log(store: Store) -> dict[tuple[str, str], tuple[int, int, int]]:
    lines = StoreLine.objects.filter(store=store)
    ends = lines.values("kind", "back").order_by("kind", "back").annotate(last=Max("pk"))
    return {
        (line.kind, line.back): (line.singles_left, line.sets_left, line.decks_left)
        for line in StoreLine.objects.filter(pk__in=[end["last"] for end in ends])
    }


def oldest(store: Store, *, kind: str, back: str, count: int, pack: str = "singles") -> list[Deck]:
    """The decks that go first: what came first, and can go at all. Sets whole, all their decks."""
    fit = Deck.objects.filter(
        store=store,
        kind=kind,
        back=back,
        stage__in=(Stage.STORED, Stage.ISSUED),
        held="",
        is_missing=False,
        is_spoiled=False,
    )
    if pack == "singles":
        rows = fit.filter(set_number=None)
        return list(rows.select_related("lot", "store").order_by("pk")[:count])
    return _oldest_sets(fit, count)


def _oldest_sets(fit: QuerySet[Deck], count: int) -> list[Deck]:
    """A set with a deck that may not go (held, missing) stays."""
    sets = fit.filter(set_number__isnull=False).values("set_number").annotate(decks=Count("pk"))
    numbers = {row["set_number"]: row["decks"] for row in sets.order_by("set_number")}
    members = Deck.objects.filter(set_number__in=numbers).values("set_number")
    whole = {
        row["set_number"]
        for row in members.annotate(decks=Count("pk")).order_by()
        if row["decks"] == numbers[row["set_number"]]
    }
    first = [number for number in numbers if number in whole][:count]
    rows = Deck.objects.filter(set_number__in=first).select_related("lot", "store")
    return list(rows.order_by("set_number", "pk"))


def way_between(source: str, target: str) -> str:
    """The movement that takes decks from one kind of store to another."""
    if target in LOCKED_AWAY:
        return "store" if source in LOCKED_AWAY else "return"
    return "issue" if source in LOCKED_AWAY else "carry"


def refusal_to(do: str, target: Store, decks: list[Deck]) -> Refused | None:
    """Why these decks cannot go there, whoever signs: said before anybody does."""
    rule = STEPS[do]
    if Place(target.what) not in rule.goes_to:
        wanted = " or ".join(in_words(place) for place in rule.goes_to)
        return Refused(f"Decks that are {rule.words} go to: {wanted}", rule.clause)
    try:
        for deck in decks:
            for check in rule.asks:
                check(deck.custody)
    except Refused as refusal:
        return refusal
    return None


# -- lots


def lots(like: str = "") -> QuerySet[Lot]:
    rows = Lot.objects.select_related(
        "entry__person", "entry__second_person", "entry__duty", "entry__second_duty"
    )
    if like:
        rows = rows.filter(
            Q(number__iexact=like) | Q(invoice__iexact=like) | Q(vendor__icontains=like)
        )
    return rows.order_by("-pk")


def lot_with(number: str) -> Lot | None:
    return lots().filter(number=number).first()


def stages_of(lot: Lot) -> list[tuple[Stage, int]]:
    """How many of its decks are where in their lives, in the order of a life."""
    rows = Deck.objects.filter(lot=lot).values("stage").order_by().annotate(count=Count("pk"))
    found = {row["stage"]: row["count"] for row in rows}
    return [(stage, found[stage]) for stage in Stage if stage in found]


def decks_of(lot: Lot) -> QuerySet[Deck]:
    return Deck.objects.filter(lot=lot).select_related("store")
