"""The floor map: tables arranged by hand or by keys, added, changed, moved and retired."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.lib.law import Outdated, Refused
from casino.models import Shift
from casino.selectors.log import history
from casino.selectors.people import on_duty
from casino.selectors.people import pits as all_pits
from casino.services.log import house_day, house_day_ends
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from tables.catalogue import game_of
from tables.forms.floor import AddTable, Arrange, ChangeTable, MoveTable, RetireTable
from tables.selectors.board import tiles_of
from tables.selectors.floor import find_table, retired_tables, tables_in, version_of
from tables.services import floor as service
from tables.views.board import table_url

HISTORY_ROWS = 30


def floor(request: Any) -> HttpResponse:
    return page(request)


def page(request: Any, *, refusal: Refused | None = None, form: Any = None) -> HttpResponse:
    """`form` holds places that could not be saved: they are not lost."""
    tiles = sorted(tiles_of(tables_in(None), request.now), key=lambda tile: tile.table.number)
    day = house_day(request.now)
    duties = list(on_duty(request.now))
    context = {
        "tiles": tiles,
        "retired": retired_tables(),
        "pits": all_pits(),
        "day": day,
        "day_began": house_day_ends(day - timedelta(days=1)),
        "day_ends": house_day_ends(day),
        "shifts": [(shift, sum(d.shift == shift for d in duties)) for shift in Shift],
        "may_arrange": policy.may(request.duty, "arrange_floor"),
        "may_add": policy.may(request.duty, "add_table"),
        "form": form,
        "now": request.now,
        "refusal": refusal,
    }
    template = "tables/_floor.html" if request.htmx else "tables/floor.html"
    return render(request, template, context, status=status_of(refusal, form))


def arrange(request: Any) -> HttpResponse:
    form = Arrange(request.POST)
    if not form.is_valid():
        return page(request, form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        service.arrange(moves=form.cleaned_data["moves"], by=request.duty, now=request.now)
    except Refused as refusal:
        return page(request, refusal=refusal)
    messages.success(request, "The floor is arranged.")
    return redirect("floor")


def add(request: Any) -> HttpResponse:
    form = AddTable(request.POST or None, pits=all_pits())
    refusal = None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            second = sign(request, "add_table", form)
            table = service.add_table(
                number=given["number"],
                pit=given["pit"],
                facts=form.facts(),
                by=request.duty,
                second=second,
                now=request.now,
            )
        except Refused as found:
            refusal = found
        else:
            messages.success(request, f"{table} is added. Next: its layout, rules and signs.")
            return redirect("floor")
    context = {"form": form, "refusal": refusal, "seconds": seconds_of("add_table")}
    return render(request, "tables/table_add.html", context, status=status_of(refusal, form))


def _found(number: str) -> Any:
    table = find_table(number)
    if table is None or table.retired_at:
        raise Http404
    return table


def change(request: Any, number: str) -> HttpResponse:
    table = _found(number)
    if request.method != "POST":
        return change_page(request, table)
    form = ChangeTable(request.POST)
    if not form.is_valid():
        return change_page(request, table, form=form)
    given = {"facts": form.facts(), "seen": form.cleaned_data["seen"]}
    return _do(request, table, form, service.change_table, f"{table} is changed.", given)


def move(request: Any, number: str) -> HttpResponse:
    table, form = _found(number), MoveTable(request.POST, pits=all_pits(), auto_id="move_%s")
    if not form.is_valid():
        return change_page(request, table, form=form)
    words = f"{table} stands in {form.cleaned_data['pit']}."
    return _do(request, table, form, service.move_table, words, form.cleaned_data)


def _do(
    request: Any, table: Any, form: Any, act: Any, words: str, given: dict[str, Any]
) -> HttpResponse:
    try:
        spend(request.session, request.POST.get("ticket", ""))
        act(number=table.number, by=request.duty, now=request.now, **given)
    except Outdated as outdated:
        return change_page(request, _found(table.number), refusal=outdated)
    except Refused as refusal:
        return change_page(request, table, refusal=refusal, form=form)
    messages.success(request, words)
    return redirect("table-change", table.number)


def retire(request: Any, number: str) -> HttpResponse:
    table, form = _found(number), RetireTable(request.POST, auto_id="retire_%s")
    if not form.is_valid():
        return change_page(request, table, form=form)
    try:
        second = sign(request, "retire_table", form)
        given = {name: form.cleaned_data[name] for name in ("reason", "seen")}
        service.retire_table(
            number=number, by=request.duty, second=second, now=request.now, **given
        )
    except Refused as refusal:
        return change_page(request, table, refusal=refusal, form=form)
    messages.success(request, f"{table} is retired. Its number is not given again.")
    return redirect("floor")


def change_page(
    request: Any, table: Any, *, refusal: Refused | None = None, form: Any = None
) -> HttpResponse:
    """`form` is the one that could not be sent; the others are as the table stands."""
    seen = {"seen": version_of(table)}
    facts = {name: getattr(table, name) for name in ("game", "positions", "method")}
    facts["cameras"] = "\n".join(table.cameras)
    change = ChangeTable(initial=facts | seen)
    move = MoveTable(initial=seen | {"pit": table.pit}, pits=all_pits(), auto_id="move_%s")
    retire = RetireTable(initial=seen, auto_id="retire_%s")
    entries = []
    if policy.may(request.duty, "read_log"):
        entries = list(history(f"table:{table.number}", request.duty)[:HISTORY_ROWS])
    context = {
        "table": table,
        "game": game_of(table.game),
        "url": table_url(table.number),
        "change": form if isinstance(form, ChangeTable) else change,
        "move": form if isinstance(form, MoveTable) else move,
        "retire": form if isinstance(form, RetireTable) else retire,
        "seconds": seconds_of("retire_table"),
        "form": form,
        "entries": entries,
        "refusal": refusal,
    }
    return render(request, "tables/table_change.html", context, status=status_of(refusal, form))
