"""What was told of a deck that falls due: each thing once, however often it is found."""

from django.db import models

from casino.lib.append_only import AppendOnly
from casino.models import Entry
from inventory.models.decks import Deck


class DeckNotice(AppendOnly):
    class What(models.TextChoices):
        CHANGE_SOON = "change_soon", "Change soon due"
        CHANGE_OVERDUE = "change_overdue", "Change overdue"
        DESTROY_SOON = "destroy_soon", "Destruction soon due"
        DESTROY_OVERDUE = "destroy_overdue", "Destruction overdue"

    deck = models.ForeignKey(Deck, models.PROTECT, related_name="notices")
    what = models.CharField(max_length=16, choices=What)
    due_at = models.DateTimeField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["deck", "what", "due_at"], name="told_once")]

    def __str__(self) -> str:
        return f"{self.deck_id} {self.what}"
