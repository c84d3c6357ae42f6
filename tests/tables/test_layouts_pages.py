"""Pages of layouts: side by side, points on the picture, the chain, and what is sent wrongly."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from casino.models import Entry, Job
from tables.models import Laying, Layout
from tables.services import layouts
from tests.cast import sign_on, ticket_for
from tests.tables.floor import (
    REVIEWER,
    approve_layout,
    image_bytes,
    make_layout,
    make_table,
    manager,
    whole_content,
)

GAME = "deuce_of_the_dragon"
PAGE = "/layouts/DD-A"


@pytest.fixture
def author(db, client):
    return sign_on(client, manager().person)


@pytest.fixture
def reviewer(db):
    return sign_on(Client(), manager(REVIEWER).person)


def send(client, path, **data):
    return client.post(path, {"ticket": ticket_for(client), **data})


def step(client, layout, do, **data):
    known = {"do": do, "version": layout.version, "seen": layout.entry_id}
    return send(client, f"{PAGE}/do", **(known | data))


def drawn(layout, **changes):
    """The drawing as the page sends it."""
    data = {"positions": layout.positions, "seen": layout.entry_id}
    for name, at in layout.elements.items():
        data |= {f"on_{name}": "on", f"x_{name}": at[0], f"y_{name}": at[1]}
    return data | {f"says_{name}": text for name, text in layout.inscriptions.items()} | changes


def test_list_shows_stage_and_where_each_lies(author, django_assert_max_num_queries):
    approve_layout(make_table("DD-01", GAME))
    author.get("/layouts")
    with django_assert_max_num_queries(10):
        page = author.get("/layouts").content.decode()
    assert "Deuce of the Dragon" in page
    assert "Submitted to the Division" in page
    assert "DD-01" in page


def test_list_without_layouts_says_who_draws_one(author):
    assert b"No layout yet" in author.get("/layouts").content


def test_layout_is_begun_drawn_and_reviewed_through_the_pages(author, reviewer):
    about = {"game": GAME, "code": "dd-a", "name": "Green felt", "positions": 6}
    assert send(author, "/layouts/add", **about).url == f"{PAGE}/draw"
    for what in ("rendering", "photograph"):
        photo = SimpleUploadedFile("x.png", image_bytes("teal"), "image/png")
        seen = Layout.objects.get().entry_id
        assert send(author, f"{PAGE}/photos", what=what, seen=seen, photo=photo).status_code == 302
    layout = Layout.objects.get()
    layout.elements = {name: list(at) for name, at in whole_content(GAME)["elements"].items()}
    assert send(author, f"{PAGE}/draw", **drawn(layout)).url == f"{PAGE}?version=1"
    assert step(reviewer, Layout.objects.get(), "review").status_code == 302
    told = {"submitted_on": "2026-01-05", "reference": "DGE 26-1"}
    assert step(author, Layout.objects.get(), "submit", **told).status_code == 302
    table = make_table("DD-01", GAME)
    layout = Layout.objects.get()
    seen = {"version": 1, "seen": layout.entry_id}
    assert send(author, f"{PAGE}/lay", table=table.number, **seen).status_code == 302
    assert Laying.objects.get().layout == layout


def test_author_reads_why_they_cannot_review(author):
    make_layout(GAME, upto="draft")
    page = author.get(PAGE).content.decode()
    assert "You drew this yourself: review is not possible" in page
    assert "disabled" in page


def test_versions_stand_side_by_side_and_differences_are_marked(author, reviewer):
    make_layout(GAME)
    content = whole_content(GAME)
    content["elements"]["main_pot"] = (50, 20)
    content["inscriptions"] = {"who_wins": "The first player without cards wins."}
    layouts.change_layout("DD-A", content, by=manager(), now=timezone.now())
    page = reviewer.get(PAGE).content.decode()
    assert "Now and proposed" in page
    assert page.count('class="differs"') == 2
    assert "50 across, 20 down" in page
    assert "/rules/deuce_of_the_dragon#" in page
    assert 'data-dot="main_pot" transform="translate(20 6)"' in page
    assert reviewer.get(f"{PAGE}?version=1").content.count(b'class="differs"') == 0


def test_page_of_a_layout_costs_the_same_with_many_versions(author, django_assert_max_num_queries):
    make_layout(GAME)
    for n in range(5):
        by = manager(REVIEWER if n % 2 else "F-AUTHOR")
        elements = whole_content(GAME)["elements"] | {"main_pot": (n, n)}
        layouts.change_layout("DD-A", {"elements": elements}, by=by, now=timezone.now())
    author.get(PAGE)
    with django_assert_max_num_queries(16):
        assert author.get(PAGE).status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [("x_main_pot", "101"), ("y_main_pot", "-1"), ("x_main_pot", "many"), ("y_main_pot", "")],
)
def test_point_outside_the_picture_comes_back_with_what_was_typed(author, name, value):
    layout = make_layout(GAME, upto="draft")
    answer = send(author, f"{PAGE}/draw", **drawn(layout, **{name: value}))
    assert answer.status_code == 422
    assert b"Not sent" in answer.content
    assert Layout.objects.get().entry_id == layout.entry_id


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"<svg/>", b"\xff\xd8\xff no picture"])
def test_picture_that_is_none_is_refused(author, content):
    layout = make_layout(GAME, upto="draft")
    photo = SimpleUploadedFile("x.png", content, "image/png")
    seen = {"seen": layout.entry_id, "what": "rendering"}
    answer = send(author, f"{PAGE}/photos", photo=photo, **seen)
    assert answer.status_code == 409
    assert b"not a picture" in answer.content
    assert Layout.objects.get().rendering_id == layout.rendering_id


def test_no_picture_and_no_known_place_for_it_come_back(author):
    layout = make_layout(GAME, upto="draft")
    answer = send(author, f"{PAGE}/photos", what="sculpture", seen=layout.entry_id)
    assert answer.status_code == 422


def test_unknown_elements_of_a_forged_form_are_passed_over(author):
    layout = make_layout(GAME, upto="draft")
    forged = drawn(layout, on_roulette="on", x_roulette=1, y_roulette=1, x_main_pot=9)
    assert send(author, f"{PAGE}/draw", **forged).status_code == 302
    assert "roulette" not in Layout.objects.get().elements


def test_same_form_sent_twice_counts_once(author, reviewer):
    layout = make_layout(GAME, upto="draft")
    data = {"do": "review", "version": 1, "seen": layout.entry_id, "ticket": ticket_for(reviewer)}
    assert reviewer.post(f"{PAGE}/do", data).status_code == 302
    assert reviewer.post(f"{PAGE}/do", data).status_code == 409
    assert Entry.objects.filter(act="layout_review", refused=False).count() == 1


def test_reviewer_who_looked_at_an_older_drawing_looks_again(author, reviewer):
    layout = make_layout(GAME, upto="draft")
    send(author, f"{PAGE}/draw", **drawn(layout, x_main_pot=3))
    answer = step(reviewer, layout, "review")
    assert answer.status_code == 409
    assert b"Somebody else was quicker" in answer.content
    assert Layout.objects.get().stage == "drafted"


def test_drawing_over_what_another_has_drawn_keeps_what_was_typed(author, reviewer):
    layout = make_layout(GAME)
    old = drawn(layout, says_who_wins="The first player without cards wins.")
    send(reviewer, f"{PAGE}/draw", **drawn(layout, x_main_pot=3))
    answer = send(author, f"{PAGE}/draw", **old)
    assert answer.status_code == 409
    assert b"The first player without cards wins." in answer.content
    newest = Layout.objects.order_by("-version").first()
    assert f'name="seen" value="{newest.entry_id}"'.encode() in answer.content


def test_submission_without_reference_comes_back(author):
    layout = make_layout(GAME, upto="review")
    answer = step(author, layout, "submit", submitted_on="2026-01-05", reference="")
    assert answer.status_code == 422
    assert b"Reference" in answer.content


def test_refusal_on_the_page_names_clause_and_remedy(author):
    layout = make_layout(GAME)
    make_table("DD-02", GAME, positions=5)
    answer = send(author, f"{PAGE}/lay", table="DD-02", version=1, seen=layout.entry_id)
    assert answer.status_code == 409
    assert b"13:69E-1.13AA(a)" in answer.content
    assert b"as many positions" in answer.content


@pytest.mark.parametrize("path", ["/layouts/NO", "/layouts/NO/draw"])
def test_unknown_layout_is_not_found(author, path):
    assert author.get(path).status_code == 404


def test_strange_step_is_refused_and_unknown_version_not_found(author):
    layout = make_layout(GAME)
    assert step(author, layout, "burn").status_code == 409
    assert step(author, layout, "approve", version=9).status_code == 404


def test_dealer_looks_and_draws_nothing(client_for):
    make_layout(GAME)
    dealer = client_for(Job.DEALER)
    assert dealer.get(PAGE).status_code == 200
    assert dealer.get(f"{PAGE}/draw").status_code == 403


def test_palette_finds_a_layout(author):
    make_layout(GAME)
    assert b"/layouts/DD-A" in author.get("/search?q=DD-A").content
