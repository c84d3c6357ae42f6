"""Drawing a layout: its pictures, what the felt shows and where, and what it says."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from casino.lib.law import Outdated, Refused
from casino.services.once import spend
from casino.services.pictures import draw as draw_picture
from casino.signing import status_of
from tables.catalogue import game_of
from tables.forms.layouts import AddPicture, Draw, initial_of
from tables.rules.approvals import missing
from tables.rules.demands import Sign
from tables.rules.signs import sign_text
from tables.selectors import layouts as read
from tables.services import layouts
from tables.views.layouts import address, shown


def draw(request: Any, code: str) -> HttpResponse:
    newest = shown(request, code)[0]
    demands = game_of(newest.game).demands
    if request.method != "POST":
        return _page(request, newest, Draw(demands=demands, initial=initial_of(newest)))
    form = Draw(request.POST, demands=demands)
    if not form.is_valid():
        return _page(request, newest, form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        made = layouts.change_layout(
            newest.code,
            form.content,
            by=request.duty,
            now=request.now,
            seen=form.cleaned_data["seen"],
        )
    except Refused as refusal:
        return _again(request, code, form, refusal)
    left = len(missing(made.design, demands))
    messages.success(request, f"{made} is saved. " + (f"Missing: {left}." if left else "Complete."))
    return redirect("layout-draw", made.code) if left else redirect(address(made))


def _again(request: Any, code: str, form: Draw, refusal: Refused) -> HttpResponse:
    """What was typed stays; after somebody else's change it is sent again knowingly."""
    newest = shown(request, code)[0]
    if isinstance(refusal, Outdated):
        data = request.POST.copy()
        data["seen"] = newest.entry_id
        form = Draw(data, demands=form.demands)
    return _page(request, newest, form, refusal)


def photo(request: Any, code: str) -> HttpResponse:
    newest, form = shown(request, code)[0], AddPicture(request.POST, request.FILES)
    demands = game_of(newest.game).demands
    empty = Draw(demands=demands, initial=initial_of(newest))
    if not form.is_valid():
        return _page(request, newest, empty, picture=form)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        made = layouts.change_layout(
            newest.code,
            {},
            pictures={given["what"]: draw_picture(given["photo"])},
            by=request.duty,
            now=request.now,
            seen=given["seen"],
        )
    except Refused as refusal:
        return _page(request, shown(request, code)[0], empty, refusal)
    messages.success(request, f"{made} has its {given['what']}.")
    return redirect("layout-draw", made.code)


def _page(
    request: Any,
    newest: Any,
    form: Draw,
    refusal: Refused | None = None,
    picture: AddPicture | None = None,
) -> HttpResponse:
    game = game_of(newest.game)
    usual = game.read_options({})
    context = {
        "layout": newest,
        "game": game,
        "is_own_draft": newest.stage == "drafted" and newest.author_id == request.duty.person_id,
        "dots": read.dots_of(newest, game.demands),
        "form": form,
        "pictures": [
            (what, getattr(newest, what), _picture_form(picture, newest, what))
            for what in ("rendering", "photograph")
        ],
        "elements": [
            (number, one, form[f"on_{one.name}"], form[f"x_{one.name}"], form[f"y_{one.name}"])
            for number, one in enumerate(game.demands.elements, 1)
        ],
        "statements": [
            (one, one.sign is Sign.NEVER, form[f"says_{one.name}"], sign_text(one, usual).text)
            for one in game.demands.statements
        ],
        "missing": missing(newest.design, game.demands),
        "refusal": refusal,
    }
    status = status_of(refusal, picture or form)
    return render(request, "tables/layout_draw.html", context, status=status)


def _picture_form(sent: AddPicture | None, newest: Any, what: str) -> AddPicture:
    if sent and sent.data.get("what") == what:
        return sent
    return AddPicture(initial={"what": what, "seen": newest.entry_id}, auto_id=f"{what}_%s")
