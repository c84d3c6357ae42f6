"""Reading pictures."""

from casino.models import Picture


def content_of(hash: str) -> bytes | None:
    found = Picture.objects.filter(hash=hash).values_list("content", flat=True).first()
    return None if found is None else bytes(found)
