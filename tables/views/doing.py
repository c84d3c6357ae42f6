"""The one door for all that is done at a table: deeds, seats, staff, devices and decks."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from casino.lib.law import Refused
from casino.services.once import spend
from casino.signing import sign
from inventory.forms.moves import MOVES
from inventory.services import custody
from inventory.services.devices import Step, move_device
from inventory.views.hand import form_for, refuse_stale, seen_of, tray_of
from tables.rules.opening import RULES
from tables.selectors.staff import duty_with
from tables.selectors.work import Work, work_at
from tables.services import deeds, seats, staff
from tables.views import opening
from tables.views import table as table_page
from tables.views.offers import CARDS, FORMS, form_of
from tables.views.signs import found_table

PAGES: dict[str, Callable[..., HttpResponse]] = {
    "table": table_page.page,
    "opening": opening.opening_page,
    "closing": opening.closing_page,
}


class Asked(NamedTuple):
    """A form that was sent, read."""

    request: Any
    work: Work
    do: str
    form: Any

    @property
    def by(self) -> dict[str, Any]:
        return {"by": self.request.duty, "now": self.request.now}

    @property
    def at(self) -> dict[str, Any]:
        return {"number": self.work.table.number, **self.by}


def do(request: Any, number: str) -> HttpResponse:
    table, what = found_table(number), request.POST.get("do", "")
    name = request.POST.get("page", "")
    page: Callable[..., HttpResponse] = PAGES.get(name, table_page.page)
    work, form = work_at(table, request.now), None
    try:
        form = _form(request, work, what)
        if not form.is_valid():
            return page(request, table, failed=what, form=form)
        _run(Asked(request, work, what, form))
    except Refused as refusal:
        unsigned = form if form is not None and form.errors else None  # the second person again
        return page(request, found_table(number), refusal=refusal, failed=what, form=unsigned)
    messages.success(request, f"{table}: {_words(what)}.")
    return redirect(f"table-{name}" if name in ("opening", "closing") else "table", number)


def _words(what: str) -> str:
    known = RULES.get(what)
    return f"the table {known.words}" if known else "done"


def _form(request: Any, work: Work, do: str) -> Any:
    if do in CARDS:
        tray = [deck for deck in tray_of(request.POST) if deck.table == work.table.number]
        if len(tray) != 1 or do not in MOVES:
            raise Refused("That deck is not at this table", remedy="Scan it again")
        refuse_stale(tray, seen_of(request.POST))
        return form_for(do, tray, request.POST)
    if do not in FORMS and not deeds.is_deed(do):
        raise Refused("This form names nothing that is done at a table", remedy="Look again")
    return form_of(do, work, request, request.POST)


def _run(asked: Asked) -> None:
    if asked.do in CARDS:
        return _cards(asked)
    run = WORK.get(asked.do)
    return run(asked) if run else _deed(asked)


def _second(asked: Asked, act: str) -> Any:
    """The other person's signature where the form asks for it; the ticket is spent either way."""
    if "second_pin" in asked.form.fields:
        return sign(asked.request, act, asked.form)
    spend(asked.request.session, asked.request.POST.get("ticket", ""))
    return None


def _deed(asked: Asked) -> None:
    order = deeds.Order(
        asked.do,
        asked.work.table.number,
        facts=asked.form.facts(),
        seen=asked.form.cleaned_data["seen"],
    )
    second = _second(asked, order.act)
    deeds.carry_out(order, second=second, **asked.by)


def _cards(asked: Asked) -> None:
    sent = asked.request.POST
    codes = [deck.code for deck in tray_of(sent)]
    order = custody.Order(asked.do, codes, facts=asked.form.facts(), seen=seen_of(sent))
    second = _second(asked, order.act)
    custody.move(order, second=second, **asked.by)


def _deliver(asked: Asked) -> None:
    _second(asked, "deck_deliver")
    facts = {"method": asked.work.fold.method}
    code = asked.form.cleaned_data["code"]
    order = custody.Order("deliver", [code], to=asked.work.table.number, facts=facts)
    custody.move(order, **asked.by)


def _fix(asked: Asked) -> None:
    _second(asked, "device_fix")
    given = asked.form.cleaned_data
    step = Step("fix", given["serial"], table=asked.work.table.number, side=given.get("side", ""))
    move_device(step, **asked.by)


def _assign(asked: Asked) -> None:
    _second(asked, "assign_staff")
    given = asked.form.cleaned_data
    duty = duty_with(given["duty"])
    if duty is None:
        raise Refused("That person is not on duty any more", remedy="Choose another")
    staff.assign(duty=duty, role=given["role"], **asked.at)


def _release(asked: Asked) -> None:
    _second(asked, "release_staff")
    staff.release(role=asked.form.cleaned_data["role"], **asked.at)


def _sit(asked: Asked) -> None:
    _second(asked, "seat_player")
    given = asked.form.cleaned_data
    seats.sit(seat=given["seat"], patron=given["patron"], **asked.at)


def _leave(asked: Asked) -> None:
    _second(asked, "unseat_player")
    seats.leave(seat=asked.form.cleaned_data["seat"], **asked.at)


def _clear(asked: Asked) -> None:
    _second(asked, "unseat_player")
    seats.clear(**asked.at)


def _remove(asked: Asked) -> None:
    second = _second(asked, "remove_player")
    given = asked.form.cleaned_data
    seats.remove_player(seat=given["seat"], why=given["why"], second=second, **asked.at)


def _tell(asked: Asked) -> None:
    _second(asked, "tell_division")
    given = asked.form.cleaned_data
    seats.tell_division(sitting=given["sitting"], reference=given["reference"], **asked.by)


WORK: dict[str, Callable[[Asked], None]] = {
    "deliver": _deliver,
    "fix": _fix,
    "assign": _assign,
    "release": _release,
    "sit": _sit,
    "leave": _leave,
    "clear": _clear,
    "remove_player": _remove,
    "tell_division": _tell,
}
