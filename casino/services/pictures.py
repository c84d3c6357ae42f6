"""Pictures that people send: looked at, drawn anew, and kept once.

What is kept is never what was sent: only the pixels pass, so that neither a place and a maker told
by the camera nor anything hidden in the file comes in.
"""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from math import ceil
from threading import Lock
from typing import Any

from django.conf import settings
from PIL import Image, ImageOps

from casino.lib.law import Refused
from casino.models import Picture

FORMATS = ("JPEG", "PNG", "WEBP")  # MPO, which many telephones write, is read as a JPEG
MODES = frozenset({"1", "L", "LA", "P", "PA", "RGB", "RGBA"})
LONG_SIDE = 1600
MOST_PIXELS = 50_000_000  # of a JPEG, which is decoded at a part of its size
MOST_PIXELS_WHOLE = 8_500_000  # of all that is decoded whole: a screen of 3840 by 2160 fits
MOST_PIXELS_IN_SCANS = 12_500_000  # of a JPEG whose scans are all kept until the last has come
QUALITY = 85
# Markers of a JPEG: a scan; what tells of the picture; what has a length; what is told in lines.
SCAN = 0xDA
PICTURE_HEADS = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
WITH_LENGTH = (frozenset(range(0xC0, 0xFF)) - frozenset(range(0xD0, 0xDA))) - {0xC8}
LINE_BY_LINE = frozenset({0xC0, 0xC1, 0xC9})
BAND = 256  # rows of a picture that are drawn at once, each of them as many as one of the result

# One picture in memory at a time, however many come at once (ADR 0008 has the figures).
_ONE = Lock()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as it will be kept."""

    hash: str
    width: int
    height: int
    content: bytes


def keep_picture(upload: Any) -> Picture:
    """For a service that has no transaction open yet: drawing takes a second or so."""
    return keep(draw(upload))


def draw(upload: Any) -> Drawing:
    """Refuse what is no sound picture, or draw it anew: upright, small enough, pixels alone."""
    sent = _read(upload)
    try:
        image = Image.open(BytesIO(sent), formats=FORMATS)
        _refuse_odd(image, sent)
        with _ONE:
            return _drawn(image)
    except Refused:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise _too_many_pixels() from error
    except Exception as error:  # a decoder that is fed with anything can fail in any way
        raise Refused(
            "This is not a picture that can be read", remedy="Send a JPEG, PNG or WebP; try again"
        ) from error


def keep(drawing: Drawing) -> Picture:
    """One row, however often and by however many at once the same picture is sent."""
    row = Picture(
        hash=drawing.hash, width=drawing.width, height=drawing.height, content=drawing.content
    )
    Picture.objects.bulk_create([row], ignore_conflicts=True)
    return row


def _read(upload: Any) -> bytes:
    most = settings.PICTURE_MAX_BYTES
    sent = bytes(upload.read(most + 1))
    if len(sent) > most:
        raise Refused(
            f"A picture may have {most // 1_000_000} MB at most",
            remedy="Take it again with a smaller size set in the camera",
        )
    return sent


def _refuse_odd(image: Image.Image, sent: bytes) -> None:
    """By what its head says, before a single pixel is decoded."""
    is_jpeg = image.format in ("JPEG", "MPO")
    if image.width * image.height > (_most_pixels_of_jpeg(sent) if is_jpeg else MOST_PIXELS_WHOLE):
        raise _too_many_pixels()
    if not is_jpeg and getattr(image, "n_frames", 1) > 1:
        raise Refused("This picture moves", remedy="Send a still picture")
    if image.mode not in MODES:
        raise Refused(
            f"This picture has colours of an unusual kind ({image.mode})",
            remedy="Send it as an ordinary JPEG",
        )


def _most_pixels_of_jpeg(sent: bytes) -> int:
    return MOST_PIXELS if _is_one_scan(sent) else MOST_PIXELS_IN_SCANS


def _is_one_scan(sent: bytes) -> bool:
    """Whether a JPEG is decoded line by line: not progressive, all its colours side by side.

    Any other, and any whose head is odd, may make the decoder hold the whole of it.
    """
    place, colours = 2, 0
    while sent[place : place + 1] == b"\xff" and place + 10 <= len(sent):
        marker, length = sent[place + 1], int.from_bytes(sent[place + 2 : place + 4])
        if marker not in WITH_LENGTH or length < 2:
            return False
        if marker == SCAN:
            return sent[place + 4] == colours
        if marker in PICTURE_HEADS:
            colours = sent[place + 9] if marker in LINE_BY_LINE and not colours else -1
        place += 2 + length
    return False


def _too_many_pixels() -> Refused:
    return Refused(
        "This picture has too many pixels",
        remedy="Take it again with a smaller size set, as an ordinary JPEG",
    )


def _drawn(image: Image.Image) -> Drawing:
    seen = ImageOps.exif_transpose(_small(image))
    sheet = Image.new("RGB", seen.size)
    sheet.paste(seen)
    out = BytesIO()
    sheet.save(out, "JPEG", quality=QUALITY)
    content = out.getvalue()
    return Drawing(sha256(content).hexdigest(), *sheet.size, content)


def _small(image: Image.Image) -> Image.Image:
    """No longer than it is kept, and never beside a copy of its full size."""
    part = max(image.size) / LONG_SIDE
    image.draft("RGB", (ceil(image.width / part), ceil(image.height / part)))
    image.load()
    if image.mode not in ("L", "RGB") or image.has_transparency_data:
        image = _on_white(image)
    image.thumbnail((LONG_SIDE, LONG_SIDE))
    return image


def _on_white(image: Image.Image) -> Image.Image:
    """Band by band: at once, glass and colours out of a list are copied whole to be drawn."""
    part = max(1, max(image.size) // LONG_SIDE)
    sheet = Image.new("RGB", (ceil(image.width / part), ceil(image.height / part)), "white")
    for top in range(0, sheet.height, BAND):
        box = (0, top * part, image.width, min((top + BAND) * part, image.height))
        band = image.crop(box).convert("RGBA").reduce(part)
        sheet.paste(band, (0, top), mask=band)
    sheet.info = {name: value for name, value in image.info.items() if name == "exif"}
    return sheet
