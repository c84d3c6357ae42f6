"""Photographs of a flaw, a seal or a carton: the picture, its row and its entry are one act."""

from datetime import datetime
from typing import Any

from django.db import transaction

from casino.lib.law import Refused
from casino.models import Duty
from casino.policy import require
from casino.services.log import record, record_refusal
from casino.services.pictures import Drawing, draw, keep
from inventory.models import Photo
from inventory.selectors.decks import locked_deck

MOST_PHOTOS = 40  # of one deck


def photograph(code: str, upload: Any, *, caption: str, by: Duty, now: datetime) -> Photo:
    """For doors: the picture is drawn before the transaction, which then is a short one."""
    try:
        drawing = draw(upload)
        with transaction.atomic():
            return photograph_within(code, drawing, caption=caption, by=by, now=now)
    except Refused as refusal:
        thing = f"deck:{code}"[:80]
        record_refusal(refusal, "photograph_deck", by=by, now=now, thing=thing)
        raise


def photograph_within(
    code: str, drawing: Drawing, *, caption: str, by: Duty, now: datetime
) -> Photo:
    """For services that do more in the same transaction. The same photo sent again is the same."""
    deck = locked_deck(code)
    require(by, "photograph_deck", now=now, pit=deck.pit)
    same = Photo.objects.filter(deck=deck, picture=drawing.hash, caption=caption).first()
    if same:
        return same
    if Photo.objects.filter(deck=deck).count() >= MOST_PHOTOS:
        raise Refused(f"{deck} has {MOST_PHOTOS} photos already")
    entry = record(
        "photograph_deck",
        by=by,
        now=now,
        thing=f"deck:{code}",
        table=deck.table,
        pit=deck.pit,
        picture=drawing.hash,
        caption=caption,
    )
    return Photo.objects.create(deck=deck, picture=keep(drawing), caption=caption, entry=entry)
