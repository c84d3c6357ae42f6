"""Photographs of decks: only what is a sound picture is kept, once, and without its secrets."""

import struct
import zlib
from io import BytesIO
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from casino.lib.law import Refused
from casino.models import Entry, Job, Picture
from casino.services import pictures
from inventory.models import Photo
from inventory.services.photos import MOST_PHOTOS, photograph
from tests.cast import make_pit, ticket_for
from tests.inventory.cards import bring, make_lot, on_duty

pytestmark = pytest.mark.django_db

ORIENTATION, GPS, SOFTWARE = 0x0112, 0x8825, 0x0131


def drawn(width=40, height=30, mode="RGB", form="PNG", **how):
    image = Image.new(mode, (width, height), how.pop("colour", None) or 0)
    out = BytesIO()
    image.save(out, form, **how)
    return out.getvalue()


def kept(content):
    return pictures.keep_picture(BytesIO(content))


def opened(picture):
    return Image.open(BytesIO(bytes(Picture.objects.get(hash=picture.hash).content)))


def png_of(width, height):
    """A head that promises much, and hardly any bytes behind it."""

    def chunk(name, data):
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_picture_is_kept_as_a_jpeg_no_larger_than_a_screen(form):
    picture = kept(drawn(2400, 1000, form=form))
    image = opened(picture)
    assert (image.format, image.size) == ("JPEG", (1600, 667))
    assert (picture.width, picture.height) == image.size


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
def test_other_ordinary_colours_are_drawn_as_well(mode):
    assert opened(kept(drawn(mode=mode))).mode == "RGB"


def test_what_lies_behind_glass_is_white():
    picture = kept(drawn(mode="RGBA", colour=(0, 0, 0, 0)))
    assert opened(picture).getpixel((5, 5)) == (255, 255, 255)


def test_nothing_the_camera_told_is_kept_but_its_upright():
    exif = Image.Exif()
    exif[ORIENTATION], exif[SOFTWARE] = 6, "secret maker"
    exif.get_ifd(GPS)[2] = (39.0, 21.0, 50.0)
    sent = drawn(40, 30, form="JPEG", exif=exif, comment=b"secret note", icc_profile=b"secret")
    assert b"secret maker" in sent
    picture = kept(sent)
    image = opened(picture)
    assert image.size == (30, 40)
    assert not image.getexif()
    assert "comment" not in image.info
    assert "icc_profile" not in image.info
    assert b"secret" not in bytes(Picture.objects.get().content)


def test_what_hides_behind_a_picture_is_not_kept():
    kept(drawn(form="JPEG") + b"<script>alert(1)</script>")
    assert b"script" not in bytes(Picture.objects.get().content)


def test_the_same_picture_is_kept_once():
    first, again = kept(drawn()), kept(drawn())
    assert first.hash == again.hash
    assert Picture.objects.count() == 1


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"%PDF-1.4",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0" + b"\0" * 100,
        drawn(form="GIF", mode="P"),
        drawn(form="BMP"),
        drawn(form="TIFF"),
        drawn(600, 600, form="JPEG")[:-400],
        drawn(600, 600)[:-40],
        Random(7).randbytes(5000),
    ],
    ids=lambda sent: repr(sent[:8]),
)
def test_what_is_no_picture_is_refused(sent):
    with pytest.raises(Refused, match="not a picture") as refused:
        kept(sent)
    assert "JPEG" in refused.value.remedy
    assert not Picture.objects.exists()


@pytest.mark.parametrize("mode", ["CMYK", "I;16"])
def test_colours_of_an_unusual_kind_are_refused(mode):
    sent = drawn(mode=mode, form="JPEG" if mode == "CMYK" else "PNG")
    with pytest.raises(Refused, match="unusual kind"):
        kept(sent)


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_a_picture_that_moves_is_refused(form):
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue")]
    out = BytesIO()
    frames[0].save(out, form, save_all=True, append_images=frames[1:])
    with pytest.raises(Refused, match="moves"):
        kept(out.getvalue())


def test_the_two_pictures_of_a_telephone_in_one_file_are_no_film():
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("red", "blue")]
    out = BytesIO()
    frames[0].save(out, "MPO", save_all=True, append_images=frames[1:])
    assert opened(kept(out.getvalue())).getpixel((5, 5))[0] > 200


@pytest.mark.parametrize("side", [6_000, 10_000, 20_000, 60_000])
def test_a_bomb_is_refused_by_its_head(side):
    with pytest.raises(Refused, match="too many pixels"):
        kept(png_of(side, side))


def test_too_many_bytes_are_refused_before_they_are_looked_at(settings):
    settings.PICTURE_MAX_BYTES = 1_000_000
    with pytest.raises(Refused, match="1 MB at most"):
        kept(b"x" * 1_000_001)


class TestPhoto:
    @pytest.fixture
    def code(self):
        return make_lot().decks.first().code

    def sent(self, client, code, content, name="flaw.jpg", kind="image/jpeg", **more):
        file = SimpleUploadedFile(name, content, kind)
        fields = {"photo": file, "caption": "Torn corner", "ticket": ticket_for(client)} | more
        return client.post(reverse("deck-photo", args=[code]), fields)

    def test_it_joins_the_passport_with_its_entry(self, client_for, code):
        client = client_for(Job.SECURITY_OFFICER)
        assert self.sent(client, code, drawn()).url == reverse("deck", args=[code])
        photo, entry = Photo.objects.get(), Entry.objects.get(act="photograph_deck")
        assert (photo.deck.code, photo.caption, photo.entry) == (code, "Torn corner", entry)
        assert entry.thing == f"deck:{code}"
        assert entry.payload["picture"] == photo.picture_id

    def test_the_name_and_type_that_a_browser_tells_count_for_nothing(self, client_for, code):
        client = client_for(Job.SECURITY_OFFICER)
        answer = self.sent(client, code, drawn(form="JPEG"), "x.exe", "application/x-msdownload")
        assert answer.status_code == 302
        refused = self.sent(client, code, b"MZ\x90", "x.jpg")
        assert refused.status_code == 409
        assert b"not a picture" in refused.content
        assert Photo.objects.count() == 1

    def test_a_refused_photo_leaves_only_its_refusal(self, client_for, code):
        self.sent(client_for(Job.SECURITY_OFFICER), code, b"none")
        assert not Photo.objects.exists()
        assert not Picture.objects.exists()
        assert Entry.objects.get(act="photograph_deck").refused

    def test_a_refusal_stands_beside_the_form_with_what_was_typed(self, client_for, code):
        answer = self.sent(client_for(Job.SECURITY_OFFICER), code, b"none")
        page = answer.content.decode()
        form = page.partition('id="add-photo" open')[2].partition("</details>")[0]
        assert answer.status_code == 409
        assert f"/cards/decks/{code}/photos" in form
        assert "This is not a picture that can be read" in form
        assert 'value="Torn corner"' in form
        assert 'name="ticket"' in form

    def test_a_form_without_photo_or_words_is_answered_in_words(self, client_for, code):
        client = client_for(Job.SECURITY_OFFICER)
        address = reverse("deck-photo", args=[code])
        assert client.post(address, {"caption": "x"}).status_code == 422
        assert self.sent(client, code, drawn(), caption="").status_code == 422
        assert not Photo.objects.exists()

    def test_a_form_sent_twice_keeps_one(self, client_for, code):
        client = client_for(Job.SECURITY_OFFICER)
        ticket = ticket_for(client)
        self.sent(client, code, drawn(), ticket=ticket)
        assert self.sent(client, code, drawn(), ticket=ticket).status_code == 409
        assert self.sent(client, code, drawn()).status_code == 302
        assert Photo.objects.count() == 1

    def test_an_unknown_deck_has_no_photos(self, client_for):
        answer = self.sent(client_for(Job.SECURITY_OFFICER), "D00000018", drawn())
        assert answer.status_code == 404

    def test_another_pit_takes_none(self, code):
        bring(code, "deliver")
        other = on_duty(Job.DEALER)
        other.pit = make_pit("pit-2")
        with pytest.raises(Refused, match="not in"):
            photograph(code, BytesIO(drawn()), caption="x", by=other, now=timezone.now())

    def test_a_deck_has_an_end_of_photos(self, code):
        by = on_duty(Job.SECURITY_OFFICER)
        for number in range(MOST_PHOTOS):
            photograph(code, BytesIO(drawn()), caption=str(number), by=by, now=timezone.now())
        with pytest.raises(Refused, match="already"):
            photograph(code, BytesIO(drawn()), caption="more", by=by, now=timezone.now())


class TestSeeing:
    def test_it_comes_as_a_jpeg_that_need_not_be_asked_for_again(self, client_for):
        picture, client = kept(drawn()), client_for(Job.SURVEILLANCE)
        answer = client.get(f"/pictures/{picture.hash}")
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/jpeg"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
        again = client.get(f"/pictures/{picture.hash}", headers={"If-None-Match": answer["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_it_is_not_for_everybody(self, client, client_for):
        path = f"/pictures/{kept(drawn()).hash}"
        assert client_for(Job.ADMINISTRATOR).get(path).status_code == 403
        assert client.get(path).url.startswith("/sign-on")

    @pytest.mark.parametrize("hash", ["0" * 64, "x", "0"])
    def test_there_is_none_of_another_name(self, client_for, hash):
        assert client_for(Job.DEALER).get(f"/pictures/{hash}").status_code == 404
