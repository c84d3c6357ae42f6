"""Reading the photographs of a deck."""

from inventory.models import Deck, Photo


def photos_of(deck: Deck) -> list[Photo]:
    """Oldest first, without their bytes: a page links to them."""
    rows = Photo.objects.filter(deck=deck).select_related("entry__person")
    return list(rows.order_by("pk"))
