"""Pictures pass through a few doors, so many at once, and nothing else that large through any."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image

from casino.gate import UPLOADS, body_limit
from casino.models import Job
from tests.gate.conftest import PLACES
from tests.inventory.cards import make_lot
from tests.live.conftest import on_duty
from tests.processes import CSRF, session_of, wait_for

pytestmark = pytest.mark.xdist_group("gate")
TEMPLATES = Path(settings.BASE_DIR) / "templates"
MEGABYTE = 1_000_000


def sent(server, path, size, key=""):
    """A form with a file of this size; it is none that anybody would keep.

    Only the head of the answer is waited for: what the gate does not read may cut off the rest.
    """
    cookies = {"csrf": CSRF} | ({"session": key} if key else {})
    with httpx.stream(
        "POST",
        server.address + path,
        files={"photo": ("photo.jpg", b"x" * size, "image/jpeg")},
        data={"caption": "A flaw"},
        headers={"X-CSRFToken": CSRF},
        cookies=cookies,
        timeout=30,
    ) as answer:
        return answer


def test_a_large_photo_passes_its_own_door_and_no_other(server):
    key = session_of(on_duty(Job.SECURITY_OFFICER).person)
    photo = "/cards/decks/D00000018/photos"
    assert sent(server, photo, 7 * MEGABYTE, key).status_code == 404  # by Django: no such deck
    assert sent(server, "/cards/move", 7 * MEGABYTE, key).status_code == 413
    assert sent(server, "/api/v1/decks/x/movements", 7 * MEGABYTE, key).status_code == 413


def test_a_photo_beyond_the_limit_is_not_even_read(server):
    assert sent(server, "/cards/decks/x/photos", 10 * MEGABYTE).status_code == 413


def test_a_large_body_that_is_no_form_is_nobody_s(server):
    headers = {"X-CSRFToken": CSRF, "Content-Type": "application/x-www-form-urlencoded"}
    answer = httpx.post(
        server.address + "/cards/decks/x/photos",
        content=b"caption=" + b"x" * 5 * MEGABYTE,
        headers=headers,
        cookies={"csrf": CSRF},
        timeout=30,
    )
    assert answer.status_code in (302, 400)


def test_many_uploads_at_once_are_few_inside_and_keep_pages_open(server):
    def slowly():
        yield b"--x\r\n"
        done.wait(30)
        yield b"x"

    done = threading.Event()
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    address = server.address + "/cards/decks/x/photos"
    with ThreadPoolExecutor(PLACES) as threads:
        slow = [
            threads.submit(httpx.post, address, content=slowly(), headers=headers, timeout=40)
            for _ in range(PLACES)
        ]
        photo = "/cards/decks/x/photos"
        # A picture of few bytes may have many pixels.
        wait_for(lambda: sent(server, photo, 400).status_code == 503, 18, "no more uploads")
        assert server.get("/sign-on").status_code == 200
        done.set()
        assert {answer.result(40).status_code for answer in slow} <= {302, 400, 403}


def test_a_real_photo_of_a_telephone_arrives(server):
    person = on_duty(Job.SECURITY_OFFICER).person
    code = make_lot().decks.first().code
    key = session_of(person)
    page = httpx.get(f"{server.address}/cards/decks/{code}", cookies={"session": key})
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.text)
    noise = Image.effect_noise((3000, 2000), 90).convert("RGB")
    out = BytesIO()
    noise.save(out, "JPEG", quality=90)
    assert 2 * MEGABYTE < len(out.getvalue()) < settings.PICTURE_MAX_BYTES
    answer = httpx.post(
        f"{server.address}{reverse('deck-photo', args=[code])}",
        files={"photo": ("photo.jpg", out.getvalue(), "image/jpeg")},
        data={"caption": "A flaw", "ticket": ticket[1] if ticket else ""},
        headers={"X-CSRFToken": CSRF},
        cookies={"csrf": CSRF, "session": key},
        timeout=30,
    )
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"/cards/decks/{code}"


def test_every_form_that_sends_a_file_goes_through_a_door_for_them():
    forms = [
        (page.name, form)
        for page in TEMPLATES.rglob("*.html")
        for form in re.findall(r"<form[^>]*multipart/form-data[^>]*>", page.read_text())
    ]
    names = {name for _, form in forms for name in re.findall(r"url ['\"]([\w-]+)['\"]", form)}
    assert "deck-photo" in names
    paths = [reverse(name, args=["x"]) for name in names]
    assert [path for path in paths if not path.endswith(UPLOADS)] == []


def test_a_picture_with_its_form_fits_into_what_django_keeps_in_memory():
    assert body_limit(is_upload=True) <= settings.FILE_UPLOAD_MAX_MEMORY_SIZE
    assert body_limit(is_upload=True) > settings.PICTURE_MAX_BYTES
