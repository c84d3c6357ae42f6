"""Pictures for the demo and its tests: felts drawn to scale and signs, all by our own hand."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from io import BytesIO
from math import cos, radians, sin
from textwrap import wrap
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from casino.services.pictures import Drawing, draw
from tables.rules.demands import Demands, Element

WIDTH, HEIGHT = 1200, 780
CM = 5  # pixels of a centimetre: the felt is 2.2 m wide
HOUSE = "PITKEEPER CASINO"
FELTS = ("#0f5132", "#123a5c", "#5a1f2c", "#3c2a5e", "#1c4d4f")
LINE, GOLD, WALL, WOOD = "#f3efe0", "#e5c36a", "#1d2229", "#4a2f1c"
ACROSS, DEEP = (
    550,
    640,
)  # half the felt's width, and its depth
AREA = (70, 34)
# Before a position, by column and row: behind the first area comes the second, beside it the third.
CELLS = ((0, 1), (0, 0), (1, 1), (0, 2), (1, 2), (1, 0))
Point = tuple[int, int]


class Felt(NamedTuple):
    """A rendering as a file, and where each element is on it, in hundredths."""

    content: bytes
    points: Mapping[str, Point]


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _file(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "JPEG", quality=88)
    return out.getvalue()


def felt(demands: Demands, printed: Mapping[str, str], colour: str = FELTS[0]) -> Felt:
    """A layout of this game with all that its clause asks for; `printed` are its inscriptions."""
    image = Image.new("RGB", (WIDTH, HEIGHT), "#e9e6dd")
    pen = ImageDraw.Draw(image)
    pen.pieslice(_around(0), 0, 180, fill=colour, outline=WOOD, width=9)
    pen.rectangle((450, 62, 750, 96), fill="#2a2a2a", outline=LINE, width=2)  # the rack
    places = {name: _mark(pen, at, words) for name, at, words in _placed(demands)}
    _inscribe(pen, printed)
    pen.line((70, 740, 70 + 50 * CM, 740), fill="#222", width=3)
    pen.text((70, 746), "50 cm", font=_font(18), fill="#222")
    return Felt(_file(image), places)


def _around(less: int) -> tuple[int, int, int, int]:
    middle = WIDTH // 2
    across, deep = ACROSS - less, DEEP - less
    return middle - across, 60 - deep, middle + across, 60 + deep


def _placed(demands: Demands) -> Iterator[tuple[str, list[Point], str]]:
    """Every element with the places where it is drawn: the one to point to first."""
    at_seat = [one for one in demands.elements if one.at_seat]
    middle = [one for one in demands.elements if not one.at_seat]
    for index, one in enumerate(at_seat):
        seats = ((seat + index) % 6 for seat in range(6))  # not all points before one position
        yield one.name, [_by(seat, index) for seat in seats], _word(one)
    for index, one in enumerate(middle):
        yield one.name, [(600 + (index % 2 * 2 - 1) * 95, 150 + index // 2 * 62)], _word(one)


def _word(one: Element) -> str:
    return HOUSE if one.name == "licensee" else one.name.replace("_", " ")


def _by(seat: int, index: int) -> Point:
    """The place of a betting area: two abreast before each position, row by row to the middle."""
    angle, (column, row) = radians(14 + seat * 30.4), CELLS[index]
    x = 600 + cos(angle) * ACROSS * 0.84 + (column * 2 - 1) * 37
    y = 60 + sin(angle) * DEEP * 0.84 - row * 40
    return round(x), round(y)


def _mark(pen: ImageDraw.ImageDraw, at: list[Point], words: str) -> Point:
    size = (180, 46) if len(at) == 1 else AREA
    for x, y in at:
        box = (x - size[0] // 2, y - size[1] // 2, x + size[0] // 2, y + size[1] // 2)
        pen.rounded_rectangle(box, 8, outline=LINE, width=2)
        small = _font(17 if len(at) == 1 else 10)
        pen.text((x, y), words, font=small, fill=GOLD if len(at) == 1 else LINE, anchor="mm")
    x, y = at[0]
    return round(x * 100 / WIDTH), round(y * 100 / HEIGHT)


def _inscribe(pen: ImageDraw.ImageDraw, printed: Mapping[str, str]) -> None:
    """In columns before the dealer, as small as such print is."""
    for column, (name, text) in enumerate(printed.items()):
        parts = [part for line in text.split("\n") for part in wrap(line, 22)]
        pen.multiline_text(
            (390 + column * 105, 262),
            "\n".join([name.replace("_", " ").upper(), *parts[:13]]),
            font=_font(9),
            fill=GOLD,
            anchor="ma",
            align="center",
        )


def photograph(rendering: bytes) -> bytes:
    """The same felt as a camera sees it: on its table, in the light of a lamp."""
    image = Image.open(BytesIO(rendering)).convert("RGB")
    room = Image.new("RGB", (WIDTH, HEIGHT), WALL)
    ImageDraw.Draw(room).pieslice(_around(-26), 0, 180, fill=WOOD)
    shape = Image.new("L", image.size, 0)
    ImageDraw.Draw(shape).pieslice(_around(0), 0, 180, fill=255)
    room.paste(image, mask=shape)
    light = Image.radial_gradient("L").resize(room.size).point(lambda dark: 255 - dark // 2)
    shaded = Image.composite(room, Image.new("RGB", room.size, "#0b0b0d"), light)
    return _file(shaded.filter(ImageFilter.GaussianBlur(0.7)))


def sign(title: str, text: str) -> bytes:
    """A sign on its stand beside a table."""
    image = Image.new("RGB", (480, 600), WALL)
    pen = ImageDraw.Draw(image)
    pen.rectangle((228, 470, 252, 600), fill="#8a8f98")
    pen.rounded_rectangle((40, 40, 440, 480), 14, fill="#faf8f1", outline=GOLD, width=5)
    pen.text((240, 84), title, font=_font(22), fill="#222", anchor="mm")
    lines = [part for line in text.split("\n") for part in wrap(line, 42)]
    pen.multiline_text(
        (240, 120), "\n".join(lines[:18]), font=_font(16), fill="#222", anchor="ma", align="center"
    )
    return _file(image)


@cache
def sign_drawing(title: str, text: str) -> Drawing:
    return draw(BytesIO(sign(title, text)))


def felt_drawings(made: Felt) -> dict[str, Drawing]:
    """Rendering and photograph, as they are kept."""
    pictures: Sequence[bytes] = (made.content, photograph(made.content))
    names = ("rendering", "photograph")
    return {name: draw(BytesIO(one)) for name, one in zip(names, pictures, strict=True)}
