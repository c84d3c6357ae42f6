"""The demo's floor: eight tables at every turn of their lives, by the services that all use."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction

from casino.models import PIT_JOBS, Duty, Job, Pit, Shift, User
from casino.services.demo import STAFF
from casino.services.log import house_day
from casino.services.people import end_duty, take_duty
from inventory.models import Deck, Store
from inventory.rules.movements import INSPECTION_CHECKS
from inventory.services.custody import Order as Move
from inventory.services.custody import move_within
from inventory.services.demo import A_MOMENT, CREW, can_serve, codes_at
from inventory.services.devices import Make, Step, move_device, register_device
from tables.catalogue import TableGame, game_of
from tables.models import Layout, Table
from tables.rules.demands import Sign
from tables.rules.signs import needed_signs, sign_text
from tables.selectors.floor import find_table
from tables.services import demo_pictures as pictures
from tables.services import floor, layouts, rules, seats, signs, staff
from tables.services.deeds import Order, carry_out_within

# Who works where; they stay on duty. Casino's own demo hired them.
PITS = {
    "pit-1": ("1101", "1102", "1103", "1104", "1201"),
    "pit-2": ("1105", "1106", "1107", "1108", "1202", "1301"),
}
WATCHES, RUNS = {"pit-1": "1201", "pit-2": "1202"}, {"pit-1": "1003", "pit-2": "1301"}
MANAGER, OFFICER, HEAD = CREW[Job.SHIFT_MANAGER], CREW[Job.SECURITY_OFFICER], "2002"


class Plan(NamedTuple):
    """One table: what is played, how it is dealt, by whom, with which backs, and how it stands."""

    number: str
    game: str
    pit: str
    dealer: str
    stands: str
    seated: tuple[int, ...] = ()
    backs: tuple[str, ...] = ("red",)
    method: str = "manual_shoe"


PLANS = (
    Plan("HU-01", "heads_up_holdem", "pit-1", "1101", "open", (1, 2, 4, 5)),
    Plan("HU-02", "heads_up_holdem", "pit-1", "1104", "closed", (3,)),
    Plan("DD-01", "deuce_of_the_dragon", "pit-1", "1102", "open", (1, 2, 3, 5, 6), ("blue",)),
    Plan("DP-01", "dragon_poker", "pit-1", "1103", "open", (2, 3), ("green",)),
    Plan("DC-01", "double_cross_poker", "pit-2", "1105", "open", (1, 4), method="automated_shoe"),
    Plan("HU-03", "heads_up_holdem", "pit-2", "1106", "paused", (2, 5), ("red", "blue"), "hand"),
    Plan("DD-02", "deuce_of_the_dragon", "pit-2", "1107", "idle", (3, 4), ("blue",)),
    Plan("U8-01", "ultimate_8", "pit-2", "1108", "opening", (), ("blue",)),
)  # fmt: skip
LAYOUTS = {
    "deuce_of_the_dragon": ("DD-FELT", "Green felt"),
    "ultimate_8": ("U8-FELT", "Blue felt"),
    "heads_up_holdem": ("HU-FELT", "Wine felt"),
    "double_cross_poker": ("DC-FELT", "Violet felt"),
    "dragon_poker": ("DP-FELT", "Teal felt"),
}
APPROVED = ("heads_up_holdem", "deuce_of_the_dragon", "dragon_poker")  # the others are submitted
DEVICES = {"manual_shoe": "manual_shoe", "automated_shoe": "automated_shoe", "hand": "shuffler"}
PLAYED = 3  # decks that HU-02 played with before it closed: sealed, collected, held


class House:
    """Who is on duty while the floor is set up, and what time each act has."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.duties: dict[str, Duty] = {}
        self.pits = {pit.code: pit for pit in Pit.objects.all()}

    @property
    def at(self) -> datetime:
        self.now += A_MOMENT
        return self.now

    def by(self, badge: str) -> dict[str, Any]:
        return {"by": self.duties[badge], "now": self.at}

    def deed(self, do: str, plan: Plan, badge: str, second: str = "", **facts: Any) -> None:
        other = self.duties[second] if second else None
        carry_out_within(Order(do, plan.number, facts), second=other, **self.by(badge))

    def cards(
        self, do: str, *codes: str, by: str, second: str = "", to: str = "", **facts: Any
    ) -> None:
        other = self.duties[second] if second else None
        move_within(Move(do, codes, to=to, facts=facts), second=other, **self.by(by))


@transaction.atomic
def set_up(*, now: datetime) -> list[str]:
    """A floor for a casino that has none; one that has is left alone: a visitor's, perhaps."""
    assert settings.DEMO, "only a demo has a made-up floor"
    if Table.objects.exists() or not (can_serve(now) and _has_decks()):
        return []
    house = House(now)
    with _at_work(house):
        for game in LAYOUTS:
            _draw(house, game_of(game))
        for plan in PLANS:
            _furnish(house, plan)
            _STANDS[plan.stands](house, plan)
    return [f"table:{plan.number}" for plan in PLANS]


def _has_decks() -> bool:
    """The stands are as the card room's demo left them, and no table is known by name alone."""
    stands = Store.objects.filter(code__in=("stand-1", "stand-2"))
    return len(stands) == 2 and not Deck.objects.exclude(table="").exists()


@contextmanager
def _at_work(house: House) -> Iterator[None]:
    """The cast leaves in the end; whoever works at a table stays."""
    cast = {"1003": (Job.PIT_BOSS, "pit-1"), MANAGER: (Job.SHIFT_MANAGER, "")}
    cast |= {OFFICER: (Job.SECURITY_OFFICER, ""), HEAD: (Job.SECURITY_MANAGER, "")}
    staff = {badge: (STAFF[badge][1], pit) for pit, badges in PITS.items() for badge in badges}
    people = {person.badge: person for person in User.objects.filter(badge__in={*cast, *staff})}
    for badge, (job, pit) in {**cast, **staff}.items():
        house.duties[badge] = take_duty(
            person=people[badge],
            job=job,
            pit=house.pits[pit] if job in PIT_JOBS else None,
            shift=Shift.DAY,
            now=house.at,
            proved=True,
        )
    yield
    for badge in cast:
        end_duty(duty=house.duties[badge], now=house.at)


def _draw(house: House, game: TableGame) -> None:
    """A layout goes its way: drawn by the pit boss, reviewed and submitted by the manager."""
    code, name = LAYOUTS[game.code]
    layouts.add_layout(code=code, game=game.code, name=name, positions=6, **house.by("1003"))
    usual = game.read_options({})
    printed = {
        one.name: sign_text(one, usual).text
        for one in game.demands.statements
        if one.sign is Sign.NEVER
    }
    colour = pictures.FELTS[list(LAYOUTS).index(game.code)]
    made = pictures.felt(game.demands, printed, colour)
    content = {"elements": dict(made.points), "inscriptions": printed}
    drawn = pictures.felt_drawings(made)
    layouts.change_layout(code, content, pictures=drawn, **house.by("1003"))
    told = {"submitted_on": house_day(house.now), "reference": f"DEMO {code}"}
    layouts.move_layout(code, 1, "review", **house.by(MANAGER))
    layouts.move_layout(code, 1, "submit", facts=told, **house.by(MANAGER))
    if game.code in APPROVED:
        layouts.move_layout(code, 1, "approve", **house.by(MANAGER))


def _furnish(house: House, plan: Plan) -> None:
    """Table, felt, rules, signs, devices and people: all that is there before it opens."""
    facts = floor.Facts(plan.game, 6, plan.method, [f"C-{plan.number}-1", f"C-{plan.number}-2"])
    at: dict[str, Any] = {"number": plan.number}
    second = house.duties[RUNS[plan.pit]]
    floor.add_table(**at, pit=house.pits[plan.pit], facts=facts, second=second, **house.by(MANAGER))
    layouts.lay(LAYOUTS[plan.game][0], 1, **at, **house.by(MANAGER))
    rules.propose(**at, options={}, reason="First rules of the table", **house.by(RUNS[plan.pit]))
    rules.approve(**at, **house.by(MANAGER))
    _post_signs(house, plan)
    _fit(house, plan)
    for role, badge in (("dealer", plan.dealer), ("floorperson", WATCHES[plan.pit])):
        staff.assign(**at, duty=house.duties[badge], role=role, **house.by(RUNS[plan.pit]))


def _post_signs(house: House, plan: Plan) -> None:
    game = game_of(plan.game)
    layout = Layout.objects.select_related("author", "reviewer").get(code=LAYOUTS[plan.game][0])
    usual = game.read_options({})
    for one in needed_signs(game.demands, layout.design):
        photo = pictures.sign_drawing(one.title, sign_text(one, usual).text)
        by = house.by(WATCHES[plan.pit])
        signs.post_sign(number=plan.number, statement=one.name, picture=photo, **by)


def _fit(house: House, plan: Plan) -> None:
    boxes = (("drop_box", "left"), ("tip_box", "right"))
    for what, side in (*boxes, (DEVICES[plan.method], "")):
        serial = f"{plan.number}-{what.upper().replace('_', '-')}"
        make = Make(serial, what, "Made-up Devices", "Model 1")
        register_device(make, **house.by(RUNS[plan.pit]))
        step = Step("fix", serial, table=plan.number, side=side)
        move_device(step, **house.by(WATCHES[plan.pit]))


def _begin(house: House, plan: Plan) -> None:
    floorperson = WATCHES[plan.pit]
    house.deed("begin", plan, floorperson, method=plan.method)
    house.deed("inspect_devices", plan, floorperson)
    named = list(game_of(plan.game).demands.accessories)
    house.deed("see_accessories", plan, floorperson, accessories=named)


def _bring(house: House, plan: Plan, back: str) -> str:
    """A deck of the pit's stand at the table, inspected by the dealer."""
    demands, watches = game_of(plan.game).demands, WATCHES[plan.pit]
    stand = plan.pit.replace("pit", "stand")
    (code,) = codes_at(stand, demands.deck, back, 1)
    house.cards("deliver", code, by=watches, to=plan.number, method=plan.method)
    checks: dict[str, Any] = {"checks": list(INSPECTION_CHECKS), "cards": demands.deck_size}
    house.cards("inspect", code, by=plan.dealer, **checks)
    return code


def _show(house: House, plan: Plan, code: str) -> None:
    """Verified, spread before the players, washed and shuffled."""
    house.cards("verify", code, by=WATCHES[plan.pit])
    seen = list(plan.seated[: game_of(plan.game).demands.sees])
    house.deed("spread", plan, plan.dealer, deck=code, seen_by=seen)
    house.deed("wash", plan, plan.dealer, deck=code)
    house.deed("shuffle", plan, plan.dealer, deck=code)


def _open(house: House, plan: Plan) -> None:
    _begin(house, plan)
    house.deed("count_opener", plan, plan.dealer, WATCHES[plan.pit], cents=2_400_000)
    for seat in plan.seated:
        seats.sit(number=plan.number, seat=seat, **house.by(plan.dealer))
    for back in plan.backs:
        _show(house, plan, _bring(house, plan, back))
    house.deed("open", plan, WATCHES[plan.pit])


def _play(house: House, plan: Plan) -> None:
    _open(house, plan)
    if plan is PLANS[0]:  # its first deck was changed, and waits for an envelope
        _change(house, plan)


def _change(house: House, plan: Plan) -> str:
    """The deck at the table goes, another comes."""
    (old,) = (deck.code for deck in _now(plan).fold.decks)
    house.cards("remove", old, by=WATCHES[plan.pit], reason="scheduled_change")
    _show(house, plan, _bring(house, plan, plan.backs[0]))
    return old


def _now(plan: Plan) -> Table:
    table = find_table(plan.number)
    assert table, "added just now"
    return table


def _pause(house: House, plan: Plan) -> None:
    _open(house, plan)
    house.deed("pause", plan, plan.dealer, reason="dispute", note="Position 5 disputes a payout")


def _idle(house: House, plan: Plan) -> None:
    _open(house, plan)
    house.deed("go_idle", plan, plan.dealer)
    seats.clear(number=plan.number, **house.by(plan.dealer))


def _half_open(house: House, plan: Plan) -> None:
    """Under way: its deck waits for the floorperson, its opener for both."""
    _begin(house, plan)
    _bring(house, plan, plan.backs[0])


def _close(house: House, plan: Plan) -> None:
    """It played with three decks, and closed: one is sealed, one collected, one held."""
    watches = WATCHES[plan.pit]
    _open(house, plan)
    codes = [_change(house, plan) for _ in range(PLAYED - 1)]
    (last,) = (deck.code for deck in _now(plan).fold.decks)
    house.deed("begin_close", plan, watches, reason="shift_end")
    seats.clear(number=plan.number, **house.by(plan.dealer))
    house.cards("remove", last, by=watches, reason="table_closed")
    for number, code in enumerate((*codes, last), start=4001):
        seal = {"seal": f"S{number:06}", "label": f"E-{number}"}
        house.cards("envelope", code, by=watches, second=plan.dealer, **seal)
    house.deed("lock_devices", plan, watches)
    house.deed("count_closer", plan, plan.dealer, watches, cents=2_515_000)
    house.deed("close", plan, watches)
    house.cards("collect", *codes[1:], last, by=OFFICER, to="security")
    house.cards("hold", last, by=HEAD, reason=f"A player disputes round 12 of {plan.number}")


_STANDS = {
    "open": _play,
    "paused": _pause,
    "idle": _idle,
    "opening": _half_open,
    "closed": _close,
}
