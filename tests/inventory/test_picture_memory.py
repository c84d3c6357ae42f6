"""Few bytes can hold many pixels: what a picture takes while it is drawn has an end."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier, BrokenBarrierError

import pytest
from PIL import Image

from casino.lib.law import Refused
from casino.services import pictures

MOST = 200  # megabytes, as ADR 0008 promises
GLASS = (9, 9, 9, 9)
# Pillow's memory is not Python's: only a process of its own tells how much it was.
CHILD = """
import resource, sys, django
django.setup()
from casino.services.pictures import draw
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
before = peak()
for path in sys.argv[1:]:
    with open(path, "rb") as upload:
        draw(upload)
print(peak() - before)
"""


def saved(size, form, mode="RGB", **how):
    out = BytesIO()
    Image.new(mode, size, GLASS if mode == "RGBA" else 0).save(out, form, **how)
    return out.getvalue()


LARGEST = {
    "glass.webp": ((2900, 2900), "WEBP", "RGBA", {"lossless": True}),
    "glass.png": ((2900, 2900), "PNG", "RGBA", {}),
    "listed.png": ((2900, 2900), "PNG", "P", {}),
    "whole.jpg": ((3190, 3190), "JPEG", "RGB", {"subsampling": 0}),
    "large.jpg": ((7000, 7000), "JPEG", "RGB", {"subsampling": 0}),
    "wide.jpg": ((20_000, 2_490), "JPEG", "RGB", {"subsampling": 0}),
    "scans.jpg": ((3500, 3500), "JPEG", "RGB", {"progressive": True, "subsampling": 0}),
}


def test_the_largest_that_are_drawn_take_no_more_than_promised(tmp_path):
    for name, (size, form, mode, how) in LARGEST.items():
        (tmp_path / name).write_bytes(saved(size, form, mode, **how))
    child = [sys.executable, "-c", CHILD, *(str(tmp_path / name) for name in LARGEST)]
    told = subprocess.run(child, capture_output=True, text=True, check=True).stdout
    assert int(told) < MOST


@pytest.mark.parametrize(
    ("form", "mode", "how"),
    [
        ("WEBP", "RGBA", {"lossless": True}),
        ("PNG", "RGBA", {}),
        ("JPEG", "RGB", {"progressive": True}),
    ],
)
def test_small_files_with_many_pixels_are_refused(form, mode, how):
    sent = saved((5000, 5000), form, mode, **how)
    assert len(sent) < 200_000
    with pytest.raises(Refused, match="too many pixels"):
        pictures.draw(BytesIO(sent))


def test_an_ordinary_jpeg_of_a_telephone_may_have_as_many():
    assert pictures.draw(BytesIO(saved((5000, 5000), "JPEG"))).width == pictures.LONG_SIDE


@pytest.mark.parametrize(
    ("was", "is_now"),
    [
        (b"\xff\xda\x00\x0c\x03", b"\xff\xda\x00\x08\x01"),  # each colour in a scan of its own
        (b"\xff\xc0", b"\xff\xc2"),  # progressive
        (b"\xff\xdb", b"\xff\xff\xdb"),  # filled up where the head is read otherwise
        (b"\xff\xe0\x00\x10", b"\xff\xe0\x00\x00"),
    ],
)
def test_a_jpeg_that_may_come_in_scans_counts_as_one(was, is_now):
    sent = saved((5000, 5000), "JPEG")
    assert pictures._is_one_scan(sent)
    assert not pictures._is_one_scan(sent.replace(was, is_now, 1))
    assert not pictures._is_one_scan(sent[:100])


def test_pictures_that_come_at_once_are_drawn_one_after_another(monkeypatch):
    met = Barrier(2)

    def drawn(image):
        with pytest.raises(BrokenBarrierError):
            met.wait(0.2)
        met.reset()

    monkeypatch.setattr(pictures, "_drawn", drawn)
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(lambda _: pictures.draw(BytesIO(saved((40, 30), "PNG"))), range(2)))


def test_bands_join_without_a_seam():
    """Rows of two colours by turns, on glass, longer than many bands."""
    image = Image.new("RGBA", (3300, 1400), (200, 30, 30, 255))
    image.paste((30, 30, 200, 255), (0, 700, 3300, 1400))
    image.paste((0, 0, 0, 0), (0, 0, 1650, 700))
    out = BytesIO()
    image.save(out, "PNG")
    drawing = pictures.draw(BytesIO(out.getvalue()))
    seen = Image.open(BytesIO(drawing.content)).convert("RGB")
    assert seen.size == (1600, 679)
    for place, colour in (((100, 100), (255, 255, 255)), ((1500, 100), (200, 30, 30))):
        assert all(abs(a - b) < 12 for a, b in zip(seen.getpixel(place), colour, strict=True))
    below = {seen.getpixel((800, row))[2] > 150 for row in range(350, 679)}
    assert below == {True}
