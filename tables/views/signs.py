"""The signs of a table: what must hang there, what hangs, what is not true any more."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import history
from casino.services.once import spend
from casino.services.pictures import draw
from casino.signing import status_of
from tables.catalogue import game_of
from tables.forms.signs import PostSign, TakeDown
from tables.selectors.floor import find_table
from tables.selectors.signs import Boards, signs_of
from tables.services import signs
from tables.views.layouts import refusal_words

ACTS = ("post_sign", "take_down_sign", "lay_layout")
HISTORY_ROWS = 20
STATES = {
    "true": ("Hangs", "ok"),
    "false": ("Not true any more", "act"),
    "missing": ("Missing", "attention"),
    "free": ("Not needed", "closed"),
    "unknown": ("Not known yet", "closed"),
}


def found_table(number: str) -> Any:
    table = find_table(number)
    if table is None:
        raise Http404
    return table


def table_signs(request: Any, number: str) -> HttpResponse:
    table = found_table(number)
    sheet = request.GET.get("sheet", "")
    return _sheet(request, table, sheet) if sheet else page(request, table)


def _sheet(request: Any, table: Any, name: str) -> HttpResponse:
    """One sign, or all that are needed, as they are printed."""
    found = signs_of(table, request.now)
    texts = [
        (board, board.text or board.coming)
        for board in found.boards
        if board.statement.name == name or (name == "all" and board.is_needed)
    ]
    if request.GET.get("from") == "coming":
        texts = [(board, board.coming) for board, _ in texts if board.coming]
    if not texts or not all(text for _, text in texts):
        raise Http404
    context = {"table": table, "game": game_of(table.game), "texts": texts}
    return render(request, "tables/signs_sheet.html", context)


def page(
    request: Any,
    table: Any,
    *,
    refusal: Refused | None = None,
    form: Any = None,
    statement: str = "",
) -> HttpResponse:
    found = signs_of(table, request.now)
    context = {
        "table": table,
        "game": game_of(table.game),
        "found": found,
        "rows": [
            _row(board, form if board.statement.name == statement else None)
            for board in found.boards
        ],
        "not_post": refusal_words(request, "post_sign", table.pit),
        "not_take_down": refusal_words(request, "take_down_sign", table.pit),
        "entries": entries_of(request, table, ACTS, HISTORY_ROWS),
        "state": _state(found),
        "refusal": refusal,
    }
    return render(request, "tables/signs.html", context, status=status_of(refusal, form))


def _state(found: Boards) -> tuple[str, str]:
    if not found.is_known:
        return "Not known yet", "attention"
    return (f"{len(found.points)} to mend", "act") if found.points else ("In order", "ok")


def _row(board: Any, failed: Any) -> tuple[Any, tuple[str, str], Any, Any]:
    name, hangs = board.statement.name, board.hangs
    post = PostSign(
        initial={"statement": name, "seen": hangs.pk if hangs else 0}, auto_id=f"post_{name}_%s"
    )
    down = TakeDown(initial={"sign": hangs.pk}, auto_id=f"down_{name}_%s") if hangs else None
    if isinstance(failed, PostSign):
        post = failed
    if isinstance(failed, TakeDown):
        down = failed
    return board, STATES[board.state], post, down


def entries_of(request: Any, table: Any, acts: tuple[str, ...], rows: int) -> list[Any]:
    """What the log has of these acts at this table, as far as this duty may read it."""
    if not policy.may(request.duty, "read_log"):
        return []
    found = history(f"table:{table.number}", request.duty).filter(act__in=acts)
    return list(found.order_by("-position")[:rows])


def post(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), PostSign(request.POST, request.FILES)
    statement = request.POST.get("statement", "")
    if not form.is_valid():
        return page(request, table, form=form, statement=statement)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        signs.post_sign(
            number=number,
            statement=given["statement"],
            picture=draw(given["photo"]),
            by=request.duty,
            now=request.now,
            seen=given["seen"],
        )
    except Refused as refusal:
        return page(request, table, refusal=refusal, statement=statement)
    messages.success(request, f"The sign hangs at {table}.")
    return redirect("table-signs", number)


def take_down(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), TakeDown(request.POST)
    if not form.is_valid():
        statement = request.POST.get("statement", "")
        return page(request, table, form=form, statement=statement)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        signs.take_down_sign(number=number, by=request.duty, now=request.now, **form.cleaned_data)
    except Refused as refusal:
        return page(request, table, refusal=refusal)
    messages.success(request, f"The sign at {table} is taken down.")
    return redirect("table-signs", number)
