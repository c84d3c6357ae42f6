"""A damaged card: which, what is wrong with it, and where the new one comes from."""

from typing import Any

from django import forms

from casino.forms import SecondSignature
from inventory.forms.moves import Code
from inventory.rules.cards import RANKS, SUITS, Deck
from inventory.rules.movements import FLAWS, KINDS


def photo_field(label: str, **more: Any) -> forms.FileField:
    """What it holds is looked at by casino/services/pictures.py alone."""
    widget = forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})
    return forms.FileField(
        label=label, required=False, allow_empty_file=True, widget=widget, **more
    )


def in_rows(deck: Deck) -> list[str]:
    """As a pad shows them: a suit a row; characters as their deck lists them."""
    if len(deck.faces) < len(RANKS):
        return list(deck.faces)
    return [rank + suit for suit in SUITS for rank in RANKS]


class ReplaceCard(SecondSignature):
    face = forms.ChoiceField(
        label="Which card",
        widget=forms.RadioSelect,
        error_messages={"required": "Tap the card"},
    )
    flaw = forms.ChoiceField(
        label="What is wrong with it", choices=FLAWS.items(), widget=forms.RadioSelect
    )
    donor = Code(label="Reserve deck", help_text="Scan the deck that the new card comes from")
    seal = Code(label="Seal of the bag")
    label = Code(label="Label of the bag")
    photo = photo_field("Photo of the flaw")
    seen = forms.IntegerField(min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        faces: Any = self.fields["face"]
        faces.choices = [(face, face) for face in in_rows(KINDS[kind])]
        for name in ("donor", "seal", "label"):
            self.fields[name].widget.attrs |= {"data-next": "", "required": True}
