"""The rulebook on the screen and on paper: the games, one game whole, and the readings."""

from itertools import groupby
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.selectors import readings as register
from games.selectors import rulebook as rules
from games.selectors.irregularities import irregularities_of
from games.selectors.refusals import refusals_of
from games.selectors.settings import most_commission, settings_of, stub_counts
from tables.rules.words import money, percent


class ReadingFilter(forms.Form):
    game = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(book.code, book.guide.name) for book in rules.books()]
        self.fields["game"] = forms.ChoiceField(required=False, choices=[("", "any"), *games])


def rulebook(request: HttpRequest) -> HttpResponse:
    return render(request, "games/rulebook.html", {"books": rules.books()})


def game_rules(request: HttpRequest, game: str) -> HttpResponse:
    book = rules.book(game)
    if book is None:
        raise Http404
    guide = book.guide
    context = {
        "book": book,
        "guide": guide,
        "limits": _limits(book),
        "takes": _takes(book),
        "pays": [(pay, sorted(pay.tables), rules.pay_rows(pay, guide)) for pay in guide.pays],
        "settings": [
            (setting, setting.place or book.law.cited.get(setting.duty, ""))
            for setting in settings_of(book.game, guide)
        ],
        "stubs": stub_counts(book.game),
        "irregularities": irregularities_of(book),
        "refusals": refusals_of(book),
        "topics": rules.topics(book.law),
        "readings": register.readings_for(game),
        "all_open": "all" in request.GET,
    }
    return render(request, "games/game.html", context)


def _takes(book: rules.Book) -> str:
    most = percent(most_commission(book.game)) if book.is_pot else ""
    return book.guide.takes.format(most=most)


def _limits(book: rules.Book) -> list[tuple[Any, str]]:
    """Each wager of the guide with the amounts that the game takes."""
    return [(stake, _amounts(book, stake.name)) for stake in book.guide.stakes]


def _amounts(book: rules.Book, name: str) -> str:
    defaults = book.game.options({})
    if book.is_pot:
        pot = {"ante": defaults.ante, book.game.special_pot: defaults.pot_ante}
        return money(pot[name]) if name in pot else f"1 to {book.game.most_times} antes (limit)"
    if name in book.game.wager_limits:
        least, most = book.game.wager_limits[name]
        return f"{money(least)} to {money(most)}"
    if name == "ante":
        return f"{money(defaults.least)} to {money(defaults.most)}"
    if name == book.game.raise_name:
        return "whole antes"
    return "the ante" if name in book.game.matching else f"in units of {money(defaults.unit)}"


def readings(request: HttpRequest) -> HttpResponse:
    asked = ReadingFilter(request.GET)
    game = asked.cleaned_data["game"] if asked.is_valid() else ""
    entries = register.readings_for(game) if game else register.register()
    if not asked.is_valid():
        entries = ()
    context = {
        "form": asked,
        "game": game,
        "count": len(entries),
        "all_games": len(rules.books()),
        "groups": [
            (_group_name(own := list(found)), [(e, register.resting_on(e.number)) for e in own])
            for _, found in groupby(entries, key=lambda entry: entry.group)
        ],
    }
    return render(request, "games/readings.html", context, status=200 if asked.is_valid() else 400)


def _group_name(entries: list[register.Entry]) -> str:
    first = entries[0]
    return register.GROUPS.get(first.group) or ", ".join(map(rules.name_of, first.games))
