"""Layouts: drawn, reviewed by another, submitted, laid; shortcuts are refused with their clause."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Alert, Entry, Job, Picture
from tables.catalogue import game_of
from tables.models import Laying, Layout
from tables.selectors.layouts import designs
from tables.services import layouts
from tests.cast import make_duty
from tests.tables.floor import (
    CODES,
    REVIEWER,
    approve_layout,
    drawing,
    make_layout,
    make_table,
    manager,
    whole_content,
)

GAME = "deuce_of_the_dragon"
SUBMISSION = {"submitted_on": "2026-01-05", "reference": "DGE 26-1"}


def do(layout, what, by=None, **facts):
    by = by or manager()
    return layouts.move_layout(
        layout.code, layout.version, what, by=by, now=timezone.now(), facts=facts
    )


def change(code="DD-A", by=None, **content):
    return layouts.change_layout(code, content, by=by or manager(), now=timezone.now())


def lay(layout, table, by=None):
    by = by or manager()
    about = {"number": table.number, "by": by, "now": timezone.now()}
    return layouts.lay(layout.code, layout.version, **about)


def refusal_of(work, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        work(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize("game", CODES)
def test_layout_of_each_game_goes_its_whole_way(db, game):
    layout = make_layout(game, upto="approve")
    assert layout.stage == "approved"
    acts = Entry.objects.filter(thing=f"layout:{layout.code}").order_by("position")
    told = ["layout_change", "layout_change", "layout_review", "layout_submit", "layout_approve"]
    assert list(acts.values_list("act", flat=True)) == told


def test_design_that_is_not_complete_is_not_reviewed(db):
    demands = game_of(GAME).demands
    manager()
    layouts.add_layout(
        code="DD-A", game=GAME, name="Felt", positions=6, by=manager(), now=timezone.now()
    )
    reviewer = manager(REVIEWER)
    refusal = refusal_of(do, Layout.objects.get(), "review", reviewer)
    assert refusal.clause == demands.clause(demands.submission_place)
    assert Entry.objects.filter(refused=True, act="layout_review").exists()


def test_nobody_reviews_their_own_layout_in_rule_and_database(db):
    layout = make_layout(GAME, upto="draft")
    assert refusal_of(do, layout, "review").error == "Nobody reviews their own layout"
    with pytest.raises(IntegrityError), transaction.atomic():
        Layout.objects.filter(pk=layout.pk).update(reviewer=layout.author)


def test_layout_is_not_submitted_before_its_review_and_not_approved_before_its_submission(db):
    layout = make_layout(GAME, upto="draft")
    clause = game_of(GAME).demands.clause("13:69E-1.13AA(a)1")
    assert refusal_of(do, layout, "submit", **SUBMISSION).clause == clause
    assert refusal_of(do, layout, "approve").clause == clause


def test_submission_has_a_reference_and_a_day_that_has_come(db):
    layout = make_layout(GAME, upto="review")
    assert "reference" in refusal_of(do, layout, "submit", submitted_on="2026-01-05").error
    late = (timezone.now() + timedelta(days=3)).date()
    error = refusal_of(do, layout, "submit", submitted_on=late, reference="x").error
    assert "once it was made" in error


def test_change_makes_a_new_version_and_its_way_begins_anew(db):
    make_layout(GAME)
    changed = change(elements={**whole_content(GAME)["elements"], "main_pot": (50, 20)})
    assert (changed.version, changed.stage, changed.reviewer) == (2, "drafted", None)
    assert Layout.objects.get(version=1).stage == "submitted"
    assert changed.rendering_id == Layout.objects.get(version=1).rendering_id


def test_author_draws_on_and_another_begins_a_version_of_their_own(db):
    layout = make_layout(GAME, upto="draft")
    content = whole_content(GAME)["elements"]
    assert change(elements={**content, "main_pot": (1, 1)}).version == layout.version
    other = change(by=manager(REVIEWER), elements={**content, "main_pot": (2, 2)})
    assert (other.version, other.author.badge) == (2, REVIEWER)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ({"elements": {"roulette_wheel": (1, 1)}}, "no roulette_wheel"),
        ({"inscriptions": {"free_drinks": "x"}}, "no free_drinks"),
        ({"elements": {"main_pot": (101, 1)}}, "outside"),
        ({"elements": {"main_pot": (1, -1)}}, "outside"),
        ({"positions": 7}, "1 to 6 positions"),
        ({"positions": 0}, "1 to 6 positions"),
        ({}, "Nothing is different"),
    ],
)
def test_what_no_layout_has_is_refused_and_nothing_changes(db, content, told):
    make_layout(GAME)
    assert told in refusal_of(change, **content).error
    assert Layout.objects.count() == 1


def test_code_is_taken_once_and_game_must_be_known(db):
    make_layout(GAME)
    about = {"name": "x", "positions": 6, "by": manager(), "now": timezone.now()}
    add = layouts.add_layout
    assert "already" in refusal_of(add, code="DD-A", game=GAME, **about).error
    assert "code" in refusal_of(add, code="a/b", game=GAME, **about).error
    assert "game" in refusal_of(add, code="DD-B", game="whist", **about).error


def test_change_of_what_another_has_changed_is_outdated(db):
    layout = make_layout(GAME, upto="draft")
    seen = layout.entry_id
    change(elements={**whole_content(GAME)["elements"], "main_pot": (1, 1)})
    about = {"by": manager(REVIEWER), "now": timezone.now(), "seen": seen}
    with pytest.raises(Outdated):
        layouts.move_layout("DD-A", 1, "review", **about)
    with pytest.raises(Outdated):
        layouts.change_layout("DD-A", {"positions": 5}, **about)


def test_pictures_of_a_refused_change_are_not_kept(db):
    make_layout(GAME)
    pictures = {"rendering": drawing("navy")}
    about = {"by": manager(), "now": timezone.now(), "pictures": pictures}
    refusal_of(layouts.change_layout, "DD-A", {"positions": 9}, **about)
    assert not Picture.objects.filter(hash=drawing("navy").hash).exists()


@pytest.mark.parametrize("upto", ["draft", "review"])
def test_layout_that_was_not_submitted_is_not_laid(db, upto):
    layout, table = make_layout(GAME, upto=upto), make_table("DD-01", GAME)
    demands = game_of(GAME).demands
    refusal = refusal_of(lay, layout, table)
    assert refusal.clause == demands.clause(demands.submission_place)
    assert not Laying.objects.exists()


def test_layout_lies_on_a_closed_table_of_its_game_with_as_many_positions(db):
    layout = make_layout(GAME)
    other = refusal_of(lay, layout, make_table("HU-01"))
    assert str(other.clause) == "heads_up_holdem 13:69E-1.13Z(b)"
    few = refusal_of(lay, layout, make_table("DD-02", GAME, positions=5))
    assert str(few.clause) == "deuce_of_the_dragon 13:69E-1.13AA(a)"
    is_open = refusal_of(lay, layout, make_table("DD-03", GAME, phase="open"))
    assert "Close the table" in is_open.remedy
    assert lay(layout, make_table("DD-01", GAME)).until is None


def test_another_layout_takes_the_place_of_the_one_that_lay_there(db):
    table = make_table("DD-01", GAME)
    first = approve_layout(table)
    second = lay(make_layout(GAME, "DD-B"), table)
    first.refresh_from_db()
    assert first.until == second.since
    assert "already" in refusal_of(lay, second.layout, table).error


def test_pit_boss_lays_only_in_their_own_pit(db):
    layout, table = make_layout(GAME), make_table("DD-01", GAME, "pit-2")
    with pytest.raises(NotAllowed):
        lay(layout, table, make_duty(Job.PIT_BOSS))


def test_objection_alarms_tables_that_are_open_with_it(db):
    table = make_table("DD-01", GAME)
    layout = approve_layout(table).layout
    table.phase = "open"
    table.save()
    do(layout, "object", reason="The deuce pot is too small")
    assert "objects" in Alert.objects.get(thing="table:DD-01").words
    assert "objected" in refusal_of(lay, layout, make_table("DD-02", GAME)).error.lower()


def test_layout_in_use_is_not_withdrawn(db):
    table = make_table("DD-01", GAME)
    layout = approve_layout(table).layout
    table.phase = "open"
    table.save()
    assert "in use on DD-01" in refusal_of(do, layout, "withdraw", reason="x").error
    table.phase = "closed"
    table.save()
    assert do(layout, "withdraw", reason="Worn").stage == "withdrawn"


@pytest.mark.parametrize(
    ("what", "job"),
    [("review", Job.PIT_BOSS), ("submit", Job.SECURITY_MANAGER), ("withdraw", Job.REGULATOR)],
)
def test_each_step_takes_its_job(db, what, job):
    layout = make_layout(GAME)
    with pytest.raises(NotAllowed):
        do(layout, what, make_duty(job))


def test_unknown_step_and_version_are_refused(db):
    layout = make_layout(GAME)
    assert "nothing called" in refusal_of(do, layout, "burn").error
    layout.version = 9
    assert "no version 9" in refusal_of(do, layout, "approve").error


def test_list_costs_two_queries_however_many_there_are(db, django_assert_num_queries):
    for code in ("DD-A", "DD-B", "DD-C"):
        make_layout(GAME, code)
    approve_layout(make_table("DD-01", GAME))
    with django_assert_num_queries(2):
        rows = designs()
        assert [row.newest.author.name for row in rows]
    assert sum(len(row.lies_on) for row in rows) == 1
