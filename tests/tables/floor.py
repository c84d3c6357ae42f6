"""A small floor for tests: tables with layout, rules and signs in order, by the services.

`ready_table("HU-01", "heads_up_holdem")` is all four steps; each can be taken alone.
"""

from functools import cache
from io import BytesIO
from typing import Any

from django.utils import timezone
from PIL import Image

from casino.models import Duty, Job
from casino.services.pictures import Drawing, draw
from tables.catalogue import game_of
from tables.models import Laying, Layout, RuleSet, Sign, Table
from tables.rules.demands import Sign as Where
from tables.rules.signs import needed_signs, sign_text
from tables.selectors.layouts import laying_on
from tables.selectors.rules import rules_at
from tables.services import layouts, rules, signs
from tests.cast import make_duty, make_pit

AUTHOR, REVIEWER = "F-AUTHOR", "F-REVIEWER"
CODES = {
    "deuce_of_the_dragon": "DD",
    "ultimate_8": "U8",
    "heads_up_holdem": "HU",
    "double_cross_poker": "DC",
    "dragon_poker": "DP",
}


def manager(badge: str = AUTHOR) -> Duty:
    """A shift manager on duty, always the same one of this badge."""
    found = Duty.objects.filter(person__badge=badge, ended_at=None).first()
    return found or make_duty(Job.SHIFT_MANAGER, badge)


def supervisor(pit: str = "pit-1") -> Duty:
    found = Duty.objects.filter(job=Job.FLOORPERSON, pit__code=pit, ended_at=None).first()
    return found or make_duty(Job.FLOORPERSON, f"F-{pit.upper()}", pit)


def image_bytes(
    colour: str = "green", size: tuple[int, int] = (40, 30), form: str = "PNG"
) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


@cache
def drawing(colour: str = "green") -> Drawing:
    return draw(BytesIO(image_bytes(colour)))


def make_table(
    number: str = "HU-01", game: str = "heads_up_holdem", pit: str = "pit-1", **fields: Any
) -> Table:
    """A closed table, without layout, rules or signs."""
    return Table.objects.create(number=number, game=game, pit=make_pit(pit), **fields)


def whole_content(game: str, options: dict[str, Any] | None = None) -> dict[str, Any]:
    """All that the felt must have; what only the felt may say is true for these options."""
    known = game_of(game)
    read = known.read_options(options or {})
    printed = [one for one in known.demands.statements if one.sign is Where.NEVER]
    return {
        "positions": 6,
        "elements": {one.name: (10 + 7 * n, 40) for n, one in enumerate(known.demands.elements)},
        "inscriptions": {one.name: sign_text(one, read).text for one in printed},
    }


def make_layout(
    game: str, code: str = "", *, upto: str = "submit", options: dict[str, Any] | None = None
) -> Layout:
    """A design as far as `upto`: draft, review, submit, approve."""
    code, author, _ = code or f"{CODES[game]}-A", manager(), manager(REVIEWER)
    now = timezone.now()
    about = {"code": code, "game": game, "name": f"Felt {code}", "positions": 6}
    layouts.add_layout(**about, by=author, now=now)  # type: ignore[arg-type]
    layout = layouts.change_layout(
        code,
        whole_content(game, options),
        pictures={"rendering": drawing("green"), "photograph": drawing("darkgreen")},
        by=author,
        now=now,
    )
    submission = {"submitted_on": now.date(), "reference": "DGE 26-114"}
    steps = {"review": {}, "submit": submission, "approve": {}}
    for do, facts in steps.items() if upto != "draft" else ():
        by = manager(REVIEWER) if do == "review" else author
        layout = layouts.move_layout(code, 1, do, by=by, now=now, facts=facts)
        if do == upto:
            break
    return layout


def approve_layout(table: Table, options: dict[str, Any] | None = None) -> Laying:
    """A layout that was submitted lies on the table."""
    found = Layout.objects.filter(game=table.game, stage="submitted").first()
    layout = found or make_layout(table.game, options=options)
    by = manager()
    return layouts.lay(layout.code, layout.version, number=table.number, by=by, now=timezone.now())


def set_rules(table: Table, **options: Any) -> RuleSet:
    """Rules of this table, proposed and approved, from now on; without options the game's usual."""
    author, approver, now = manager(), manager(REVIEWER), timezone.now()
    rules.propose(number=table.number, options=options, reason="New table", by=author, now=now)
    return rules.approve(number=table.number, by=approver, now=now)


def post_signs(table: Table) -> list[Sign]:
    """Every sign that its layout leaves to signs, after layout and rules."""
    by, now = supervisor(table.pit.code), timezone.now()
    laying, held = laying_on(table), rules_at(table, now)
    assert laying, "a layout comes before the signs"
    assert held, "rules come before the signs"
    return [
        signs.post_sign(
            number=table.number,
            statement=one.name,
            picture=drawing(),
            by=by,
            now=now,
        )
        for one in needed_signs(game_of(table.game).demands, laying.layout.design)
    ]


def ready_table(
    number: str = "HU-01", game: str = "heads_up_holdem", pit: str = "pit-1", **fields: Any
) -> Table:
    """Layout, rules and signs in order; nobody works there yet, and it has no devices."""
    table = make_table(number, game, pit, **fields)
    approve_layout(table)
    set_rules(table)
    post_signs(table)
    return table
