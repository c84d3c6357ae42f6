"""Reads back what casino/paper.py wrote: texts, and the boxes of bars and squares."""

import re
import zlib

TEXT = re.compile(rb"\(((?:[^()\\]|\\.)*)\) Tj")
FILLED = re.compile(rb"q 0 g (.*?) f Q")
BOX = re.compile(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re")


def pages(pdf: bytes) -> list[bytes]:
    """The drawing orders of each page."""
    streams = re.findall(rb"/FlateDecode\b.*?stream\n(.*?)\nendstream", pdf, re.S)
    return [content for stream in streams if b"BT" in (content := zlib.decompress(stream))]


def texts(pdf: bytes) -> list[str]:
    found = [text for page in pages(pdf) for text in TEXT.findall(page)]
    return [re.sub(rb"\\(.)", rb"\1", text).decode("cp1252") for text in found]


def words(pdf: bytes) -> str:
    return "\n".join(texts(pdf))


def shapes(pdf: bytes) -> list[list[tuple[float, ...]]]:
    """Each barcode or square as its boxes: left, bottom, width, height, in points."""
    filled = [shape for page in pages(pdf) for shape in FILLED.findall(page)]
    return [[tuple(map(float, box)) for box in BOX.findall(shape)] for shape in filled]


def bars(shape: list[tuple[float, ...]]) -> str:
    """The modules of a barcode as ones and zeros; its thinnest bar is one of them."""
    unit, start = min(box[2] for box in shape), shape[0][0]
    line = ""
    for left, _, width, _ in shape:
        line += "0" * (round((left - start) / unit) - len(line)) + "1" * round(width / unit)
    return line


def squares(shape: list[tuple[float, ...]], side: int) -> list[list[int]]:
    """The modules of a QR code of that many a side, without its border."""
    unit = min(box[3] for box in shape)
    left, top = min(box[0] for box in shape), max(box[1] for box in shape)
    grid = [[0] * side for _ in range(side)]
    for x, y, width, _ in shape:
        row, column = round((top - y) / unit), round((x - left) / unit)
        for place in range(round(width / unit)):
            grid[row][column + place] = 1
    return grid
