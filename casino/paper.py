"""Paper: sheets and labels as PDF, alike to the byte whenever the same thing is printed.

Each page says which form it is, whose casino, and which page of how many (13:69D-1.5(e)).
"""

import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

import segno
from barcode.codex import Code128
from django.conf import settings
from django.utils import timezone
from fpdf import FPDF
from fpdf.enums import Align, TableBordersLayout, XPos, YPos
from fpdf.fonts import FontFace

LETTER = (215.9, 279.4)  # millimetres, as everything here
SLIP = (80.0, 125.0)
LABEL = (80.0, 40.0)
MARGIN = 15.0
SLIP_MARGIN = 4.0
LINE = 5.0
BLACK, GREY, PALE = 0, 90, 235
SMALLEST = 5.5  # points, still read at arm's length
MASK = 3  # one pattern for all QR codes: to try each of the eight would take six times as long

# Letters that are no letter with an accent, though people write them as one.
STRUCK = str.maketrans("ŁłĐđĦħŦŧıŊŋ", "LlDdHhTtiNn")

NEXT_LINE: dict[str, Any] = {"new_x": XPos.LMARGIN, "new_y": YPos.NEXT}


def drawable(text: str) -> str:
    """Text in the letters that every PDF reader has; of others what is left without accents."""
    letters = text.translate(STRUCK)
    kept = (letter if _is_drawable(letter) else _bare(letter) for letter in letters)
    return "".join(kept)


def _is_drawable(letter: str) -> bool:
    return (letter.isprintable() or letter == "\n") and bool(letter.encode("cp1252", "ignore"))


def _bare(letter: str) -> str:
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if _is_drawable(part))
    return bare or "?"


def moment(at: datetime) -> str:
    """In the house's own time, as people write it: 17 Nov 2026 21:04."""
    return f"{timezone.localtime(at):%d %b %Y %H:%M}"


class Sheet(FPDF):
    """One document. `prints` tells how often it was printed before: a copy never looks like new."""

    def __init__(
        self,
        title: str,
        *,
        at: datetime,
        prints: int = 0,
        size: tuple[float, float] = LETTER,
        is_framed: bool = True,
    ) -> None:
        super().__init__(format=size)
        self.core_fonts_encoding = "windows-1252"
        self.form, self.prints = drawable(title), prints
        self.part = self.next_part = ""
        self.is_small, self.is_framed = size != LETTER, is_framed and size == LETTER
        margin = SLIP_MARGIN if self.is_small else MARGIN
        self.set_margins(margin, margin)
        self.set_auto_page_break(self.is_framed, margin + 5)
        self.set_creation_date(at.replace(microsecond=0))
        self.set_title(self.form)
        self.set_font("Helvetica", size=8 if self.is_small else 10)

    def normalize_text(self, text: str) -> str:
        return super().normalize_text(drawable(text))

    # -- around every page

    def header(self) -> None:
        self.part = self.next_part  # not before: the foot of the last page is drawn ahead of this
        if not self.is_framed:
            return
        self.set_font("Helvetica", "B", 15)
        self.cell(text=self.form)
        self._mark_reprint()
        self.ln(8)
        self.set_font("Helvetica", size=9)
        self.set_text_color(GREY)
        said = " · ".join(part for part in (settings.CASINO_NAME, self.part) if part)
        self.cell(text=said, **NEXT_LINE)
        self._plain()
        self.ln(3)

    def footer(self) -> None:
        if self.is_small:
            return
        self.set_y(-MARGIN if self.is_framed else -9)
        self.set_font("Helvetica", size=8)
        self.set_text_color(GREY)
        said = [self.form, self.part, settings.CASINO_NAME, f"Page {self.page_no()} of {{nb}}"]
        self.cell(0, text=" · ".join(part for part in said if part), align=Align.C)
        self._plain()

    @property
    def mark(self) -> str:
        return f"REPRINT {self.prints}" if self.prints else ""

    def _mark_reprint(self) -> None:
        if not self.mark:
            return
        self.set_font("Helvetica", "B", 11)
        self.set_x(-MARGIN - 40)
        self.cell(40, 8, self.mark, border=1, align=Align.C)

    def _plain(self) -> None:
        self.set_text_color(BLACK)
        self.set_font("Helvetica", size=8 if self.is_small else 10)

    # -- on a page

    def begin(self, part: str = "") -> None:
        """A new page; a form of several parts says which one this is."""
        self.next_part = drawable(part)
        self.add_page()

    def words(self, text: str, *, size: float = 10, bold: bool = False, grey: bool = False) -> None:
        self.set_font("Helvetica", "B" if bold else "", size)
        self.set_text_color(GREY if grey else BLACK)
        self.multi_cell(0, size * 0.5, text, align=Align.L, **NEXT_LINE)
        self._plain()

    def fitting(self, text: str, x: float, y: float, width: float) -> None:
        """One line that ends where it must: smaller if it is too long, then cut."""
        size = self.font_size_pt
        while self.get_string_width(text) > width and self.font_size_pt > SMALLEST:
            self.set_font_size(self.font_size_pt - 0.5)
        kept = len(text)
        while kept and self.get_string_width(shown := _cut(text, kept)) > width:
            kept -= 1
        self.text(x, y, shown if kept else "")
        self.set_font_size(size)

    def heading(self, text: str) -> None:
        self.ln(3)
        self.words(text, size=11, bold=True)
        self.ln(1)

    def facts(self, facts: Iterable[tuple[str, Any]], *, label_width: float = 48) -> None:
        for label, value in facts:
            self.set_text_color(GREY)
            self.cell(label_width, LINE, label)
            self.set_text_color(BLACK)
            self.multi_cell(0, LINE, str(value) or "-", align=Align.L, **NEXT_LINE)

    def grid(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[Any]],
        widths: Sequence[int],
        *,
        numbers: Iterable[int] = (),
        row_height: float = LINE,
    ) -> None:
        """A table whose head is on every page. `numbers`: columns that stand on the right."""
        right = set(numbers)
        aligned = [Align.R if column in right else Align.L for column in range(len(head))]
        self.set_font("Helvetica", size=9)
        with self.table(
            borders_layout=TableBordersLayout.ALL,
            col_widths=tuple(widths),
            text_align=tuple(aligned),
            headings_style=FontFace(emphasis="BOLD", fill_color=PALE),
            line_height=LINE,
            min_row_height=row_height,
            padding=(0.6, 1.2),
        ) as table:
            table.row([str(cell) for cell in head])
            for row in rows:
                table.row([str(cell) for cell in row])
        self._plain()

    def signatures(self, lines: Iterable[str]) -> None:
        """Lines to sign on, two abreast; none is left alone at the foot of a page."""
        lines = list(lines)
        width = self.epw if self.is_small else (self.epw - 10) / 2
        for place, line in enumerate(lines):
            left = self.is_small or place % 2 == 0
            if left:
                self._next_signature()
            self._signature(line, width, self.l_margin + (0 if left else width + 10))
        self.set_y(self.get_y() + LINE)

    def _next_signature(self) -> None:
        room = 16 if self.is_small else 18
        if self.will_page_break(room):
            self.add_page()
        self.set_y(self.get_y() + room - LINE)

    def _signature(self, line: str, width: float, x: float) -> None:
        y = self.get_y()
        self.line(x, y, x + width, y)
        self.set_font("Helvetica", size=7)
        self.set_xy(x, y + 0.5)
        self.cell(width * 0.7, 3.5, line)
        self.cell(width * 0.3, 3.5, "Date and time", align=Align.R)
        self._plain()
        self.set_y(y)

    # -- codes, as bars and squares that stay sharp at any size

    def barcode(self, text: str, x: float, y: float, width: float, height: float) -> None:
        """Code 128, with the ten modules of quiet on both sides inside the width."""
        (modules,) = Code128(text).build()
        unit = width / (len(modules) + 20)
        runs = _runs([int(module) for module in modules])
        self._fill([(x + (10 + start) * unit, y, length * unit, height) for start, length in runs])

    def qr(self, text: str, x: float, y: float, side: float) -> None:
        """With the four modules of quiet around it inside the side."""
        rows = list(segno.make_qr(text, error="m", mask=MASK).matrix_iter(border=4))
        unit = side / len(rows)
        self._fill(
            [
                (x + start * unit, y + place * unit, length * unit, unit)
                for place, row in enumerate(rows)
                for start, length in _runs(row)
            ]
        )

    def _fill(self, boxes: Iterable[tuple[float, float, float, float]]) -> None:
        """Many boxes as one shape: an order to the printer, not a thousand."""
        k, top = self.k, self.h
        path = " ".join(
            f"{x * k:.3f} {(top - y - height) * k:.3f} {width * k:.3f} {height * k:.3f} re"
            for x, y, width, height in boxes
        )
        self._out(f"q 0 g {path} f Q")

    def as_bytes(self) -> bytes:
        return bytes(self.output())


def _cut(text: str, kept: int) -> str:
    return text if kept == len(text) else f"{text[:kept].rstrip()}…"


def _runs(modules: Iterable[int]) -> list[tuple[int, int]]:
    """Where dark ones begin and how many follow each other."""
    runs, place = [], 0
    for dark, group in groupby(modules):
        length = len(list(group))
        if dark:
            runs.append((place, length))
        place += length
    return runs
