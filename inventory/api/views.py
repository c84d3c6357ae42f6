"""Decks, their movements and their trail; tables at a moment; lots and seals."""

from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.lib.envelope import envelope
from casino.lib.law import NotAllowed, Outdated, Refused
from casino.services.people import Locked, second_signature
from inventory.api import shapes
from inventory.api.inputs import DecksAsked, MomentAsked, MovementAsked
from inventory.rules.codes import is_code
from inventory.rules.movements import STEPS
from inventory.selectors import machines as read
from inventory.selectors.counts import refuse_blind
from inventory.selectors.decks import deck_with, trail
from inventory.selectors.scan import whole_set
from inventory.selectors.seals import seal_with
from inventory.services.custody import Order, move
from inventory.services.stock import WHOLE


def _deck(code: str) -> Any:
    deck = deck_with(code) if is_code(code) else None
    if deck is None:
        raise NotFound(f"No deck has the code {code[:20]}")
    return deck


def _asked(serializer: Any, data: Any) -> dict[str, Any]:
    asked = serializer(data=data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


class DecksApi(APIView):
    """Decks in the order of their codes. Ask again with `next` as `after`."""

    def get(self, request: Any) -> Response:
        refuse_blind(request.duty)
        page = read.decks_matching(_asked(DecksAsked, request.query_params.dict()))
        decks = [shapes.deck_json(deck) for deck in page.rows]
        return Response({"decks": decks, "next": page.on})


class DeckApi(APIView):
    """One deck: where it stands, its clocks, and what each step that may follow needs."""

    def get(self, request: Any, code: str) -> Response:
        return Response(shapes.passport_json(_deck(code), timezone.now()))


class MovementsApi(APIView):
    """The trail of a deck, and the door through which it moves on."""

    def get(self, request: Any, code: str) -> Response:
        steps = trail(_deck(code))
        return Response({"deck": code, "movements": [shapes.movement_json(m) for m in steps]})

    def post(self, request: Any, code: str) -> Response:
        deck, asked = _deck(code), _asked(MovementAsked, request.data)
        try:
            entry, is_new = _carry_out(request, deck, asked)
        except NotAllowed:
            raise
        except Refused as refusal:
            return _refused(refusal, code)
        return Response(_done(code, entry), status=201 if is_new else 200)


def _carry_out(request: Any, deck: Any, asked: dict[str, Any]) -> tuple[Any, bool]:
    """An order that was carried out is answered again, though who signed it may have gone home."""
    if done := read.sent_before(deck.code, asked["key"]):
        _refuse_other(done.payload, asked)
        return done, False
    order, now = _order(deck, asked), timezone.now()
    second = None
    if len(STEPS[order.do].signers) == 2:
        second = second_signature(
            order.act,
            by=request.duty,
            badge=asked["second_badge"].upper(),
            pin=asked["second_pin"],
            now=now,
        )
    entry = move(order, by=request.duty, second=second, now=now)
    return entry, entry.at == now


def _refuse_other(done: dict[str, Any], asked: dict[str, Any]) -> None:
    if any(done[name] != asked[name] for name in ("do", "to", "facts")):
        raise Refused("This key was used for another order", remedy="Send it with a new key")


def _order(deck: Any, asked: dict[str, Any]) -> Order:
    """A sealed set moves whole, whichever of its decks was scanned."""
    return Order(
        asked["do"],
        whole_set(deck) if asked["do"] in WHOLE else [deck.code],
        to=asked["to"],
        facts=asked["facts"],
        seen={deck.code: asked["seen"]} if "seen" in asked else {},
        key=asked["key"],
    )


def _done(code: str, entry: Any) -> shapes.Json:
    movement = shapes.movement_json(read.movement_of(code, entry))
    now = shapes.passport_json(_deck(code), timezone.now())
    return {"movement": movement, "decks": entry.payload["decks"], "deck": now}


def _refused(refusal: Refused, code: str) -> Response:
    """With what is so now: a scanner shows it without asking again."""
    kinds = ((Locked, "locked"), (Outdated, "outdated"), (Refused, "refused"))
    kind = next(name for sort, name in kinds if isinstance(refusal, sort))
    now = shapes.passport_json(_deck(code), timezone.now())
    status = 429 if kind == "locked" else 409
    return Response(envelope(kind, refusal=refusal) | {"deck": now}, status=status)


class TableDecksApi(APIView):
    """Which decks were at a table at a moment; now, if none is named."""

    def get(self, request: Any, table: str) -> Response:
        asked = _asked(MomentAsked, request.query_params.dict())
        at = asked.get("at") or timezone.now()
        stays = read.stays_at(table, at)
        decks = [shapes.stay_json(stay) for stay in stays]
        return Response({"table": table, "at": at, "decks": decks})


class LotApi(APIView):
    def get(self, request: Any, number: str) -> Response:
        refuse_blind(request.duty)
        lot = read.lot_with(number)
        if lot is None:
            raise NotFound(f"No lot has the number {number[:20]}")
        return Response(shapes.lot_json(lot, read.stages_in(lot)))


class SealApi(APIView):
    def get(self, request: Any, number: str) -> Response:
        seal = seal_with(number)
        if seal is None:
            raise NotFound(f"Seal {number[:20]} is not in the register")
        return Response(shapes.seal_json(seal, read.container_with(number)))
