"""Page of the signs of a table: what hangs, what is false, what to print."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from casino.models import Job
from tables.models import Sign
from tests.cast import ticket_for
from tests.tables.floor import image_bytes, make_table, ready_table, set_rules

GAME = "deuce_of_the_dragon"
PAGE = "/tables/DD-01/signs"


@pytest.fixture
def boss(client_for):
    return client_for(Job.PIT_BOSS)


def post(client, statement="commission", content=None, **data):
    photo = SimpleUploadedFile("x.jpg", content or image_bytes("gray", form="JPEG"), "image/jpeg")
    known = {"ticket": ticket_for(client), "statement": statement, "photo": photo}
    return client.post(f"{PAGE}/photos", known | data)


def hanging(statement="commission"):
    return Sign.objects.get(statement=statement, removed_at=None)


def test_page_shows_each_sign_as_it_must_look(boss, django_assert_max_num_queries):
    ready_table("DD-01", GAME)
    boss.get(PAGE)
    with django_assert_max_num_queries(14):
        page = boss.get(PAGE).content.decode()
    assert "5 % of the main pot" in page
    assert "In order" in page
    assert page.count('class="signboard"') == 5


def test_false_sign_is_told_with_its_clause_and_replaced_with_a_photo(boss):
    table = ready_table("DD-01", GAME)
    set_rules(table, commission_bp=400)
    page = boss.get(PAGE).content.decode()
    assert "It must say: 4 % of the main pot" in page
    assert "13:69E-1.13AA(c)" in page
    assert post(boss, seen=hanging().pk).status_code == 302
    assert "In order" in boss.get(PAGE).content.decode()


def test_sign_is_not_posted_without_a_picture(boss):
    ready_table("DD-01", GAME)
    known = {"ticket": ticket_for(boss), "statement": "commission", "seen": hanging().pk}
    assert boss.post(f"{PAGE}/photos", known).status_code == 422
    assert post(boss, content=b"no picture", seen=hanging().pk).status_code == 409
    assert Sign.objects.filter(statement="commission").count() == 1


def test_same_posting_sent_twice_counts_once(boss):
    ready_table("DD-01", GAME)
    ticket = ticket_for(boss)
    assert post(boss, seen=hanging().pk, ticket=ticket).status_code == 302
    assert post(boss, seen=hanging().pk, ticket=ticket).status_code == 409
    assert Sign.objects.filter(statement="commission").count() == 2


def test_sign_is_taken_down_with_a_reason(boss):
    ready_table("DD-01", GAME)
    data = {"ticket": ticket_for(boss), "sign": hanging().pk, "statement": "commission"}
    assert boss.post(f"{PAGE}/take-down", data | {"reason": ""}).status_code == 422
    assert boss.post(f"{PAGE}/take-down", data | {"reason": "Torn"}).status_code == 302
    assert b"No sign: Commission" in boss.get(PAGE).content


def test_sheet_prints_one_sign_or_all_that_are_needed(boss):
    ready_table("DD-01", GAME)
    assert boss.get(f"{PAGE}?sheet=commission").content.count(b'class="sheet"') == 1
    assert boss.get(f"{PAGE}?sheet=all").content.count(b'class="sheet"') == 5
    assert boss.get(f"{PAGE}?sheet=raffle").status_code == 404


def test_table_without_layout_and_rules_says_what_comes_first(boss):
    make_table("DD-01", GAME)
    page = boss.get(PAGE).content.decode()
    assert "No layout lies on this table" in page
    assert "The table has no rules" in page
    assert boss.get(f"{PAGE}?sheet=all").status_code == 404


def test_game_whose_felt_says_all_has_no_sign(boss):
    ready_table("DD-01", "heads_up_holdem")
    assert b"No sign may speak here" in boss.get(PAGE).content


def test_unknown_table_is_not_found(boss):
    assert boss.get(PAGE).status_code == 404


def test_pit_boss_of_another_pit_reads_why_they_cannot_post(boss):
    ready_table("DD-01", GAME, "pit-2")
    assert b"not in Pit 2" in boss.get(PAGE).content
    assert post(boss, seen=hanging().pk).status_code == 403
