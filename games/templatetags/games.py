"""How cards, clauses and readings are drawn in pages."""

import re
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.catalogue import GAMES
from games.selectors import rulebook
from games.selectors.felt import CHARACTERS, COLOURS, RANKS, SUITS
from games.selectors.readings import numbers
from inventory.rules.provisions import PROVISIONS

register = template.Library()

SHORT = re.compile(r"^(13:69F|19:47)-")  # a game's own chapter, on its own page


@register.inclusion_tag("games/_card.html")
def card(face: str, count: int = 0) -> dict[str, Any]:
    """One card, face up; with `count`, how many of it the deck holds."""
    if face in CHARACTERS:
        name, icon = CHARACTERS[face]
        shown = {"short": name.split()[-1].capitalize(), "icon": icon}
        return shown | {"name": name, "colour": COLOURS.get(face, ""), "count": count}
    rank, suit = face[0], face[1]
    return {
        "name": f"{RANKS[rank]} of {SUITS[suit]}",
        "short": "10" if rank == "T" else rank,
        "suit": suit,
        "colour": COLOURS.get(suit, ""),
        "count": count,
    }


@register.filter
def suit_name(suit: str) -> str:
    return SUITS[suit]


@register.filter
def times_in(face: str, deck: Any) -> int:
    """How often the deck holds this card."""
    return int(deck.faces[face])


@register.filter
def anchor(place: str) -> str:
    return rulebook.anchor(place)


@register.filter
def kind_words(kind: str) -> str:
    return rulebook.KINDS.get(kind, rulebook.words_of(kind))


@register.filter
def hand_words(name: str, guide: Any = None) -> str:
    return rulebook.words_of(name, guide and guide.words)


@register.filter
def game_name(code: str) -> str:
    return rulebook.name_of(code)


@register.simple_tag(takes_context=True)
def clause(context: dict[str, Any], code: str, place: str) -> SafeString | str:
    """A place of a game's rules, linked to the rule in plain words."""
    if not place or code not in GAMES:
        return place
    page = reverse("game-rules", args=[code])
    request = context.get("request")
    here = request is not None and request.path == page
    shown = SHORT.sub("", place) if here else place
    return format_html(
        '<a href="{}#{}">{}</a>', "" if here else page, rulebook.anchor(place), shown
    )


@register.simple_tag
def cited(given: Any) -> SafeString | str:
    """A clause as a refusal or the log has it, linked: one of a game, or one of all cards."""
    code, _, place = str(given).partition(" ")
    if code in PROVISIONS:
        return format_html(
            '<a href="{}#{}">{}</a>', reverse("card-rules"), rulebook.anchor(code), given
        )
    if code not in GAMES:
        return str(given)
    url = f"{reverse('game-rules', args=[code])}#{rulebook.anchor(place)}"
    return format_html('<a href="{}">{} {}</a>', url, rulebook.name_of(code), place)


@register.simple_tag
def reading(number: Any) -> SafeString | str:
    if str(number) not in numbers():
        return str(number)
    return format_html('<a href="{}#{}">{}</a>', reverse("readings"), number, number)
