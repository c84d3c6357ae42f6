"""Looking is logged: who opened the replay of a round, or saw cards that lay face down."""

from datetime import datetime, timedelta

from django.db import transaction

from casino.models import Duty, Entry
from casino.services.log import record
from games.models import Round

REPLAY, HIDDEN = "see_replay", "see_hidden_cards"
AN_HOUR = timedelta(hours=1)


def note_look(row: Round, *, by: Duty, now: datetime, act: str = REPLAY) -> None:
    """Once an hour for each person and round: who steps through a round looks once."""
    lately = Entry.objects.filter(thing=row.thing, act=act, at__gt=now - AN_HOUR)
    if lately.filter(person=by.person_id).exists():
        return
    with transaction.atomic():
        record(act, by=by, now=now, thing=row.thing, table=row.table.number, pit=row.table.pit)
