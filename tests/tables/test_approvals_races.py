"""Two people at once, each with a connection of their own: one of them looks again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Entry
from tables.models import Laying, Layout, Proposal, RuleSet, Sign
from tables.services import layouts, rules, signs
from tests.people.test_races import at_once
from tests.tables.floor import (
    REVIEWER,
    drawing,
    make_layout,
    make_table,
    manager,
    ready_table,
    set_rules,
    supervisor,
    whole_content,
)

pytestmark = pytest.mark.django_db(transaction=True)
GAME = "deuce_of_the_dragon"


def sure(answers):
    return [answer for answer in answers if not isinstance(answer, Refused)]


def test_two_reviewers_at_once_review_once():
    layout = make_layout(GAME, upto="draft")
    people = [manager(f"F-R{n}") for n in range(4)]
    now = timezone.now()

    def review(number):
        by, seen = people[number], layout.entry_id
        return layouts.move_layout("DD-A", 1, "review", by=by, now=now, seen=seen)

    answers = at_once(4, review)
    assert len(sure(answers)) == 1
    assert all(isinstance(a, Outdated) for a in answers if isinstance(a, Refused))
    assert Entry.objects.filter(act="layout_review", refused=False).count() == 1


def test_review_while_the_author_draws_on_signs_only_what_was_seen():
    layout = make_layout(GAME, upto="draft")
    author, reviewer, now = manager(), manager(REVIEWER), timezone.now()
    elements = whole_content(GAME)["elements"] | {"main_pot": (1, 1)}

    def work(number):
        known = {"now": now, "seen": layout.entry_id}
        if number:
            return layouts.change_layout("DD-A", {"elements": elements}, by=author, **known)
        return layouts.move_layout("DD-A", 1, "review", by=reviewer, **known)

    [answer] = sure(at_once(2, work))
    rows = list(Layout.objects.order_by("version"))
    assert len(rows) == 1
    assert (rows[0].stage == "reviewed") == (rows[0].elements["main_pot"] != [1, 1])
    assert answer.pk == rows[0].pk


def test_two_authors_at_once_make_one_next_version():
    layout = make_layout(GAME)
    people, now = [manager(f"F-R{n}") for n in range(4)], timezone.now()

    def change(number):
        elements = whole_content(GAME)["elements"] | {"main_pot": (number, 1)}
        known = {"by": people[number], "now": now, "seen": layout.entry_id}
        return layouts.change_layout("DD-A", {"elements": elements}, **known)

    answers = at_once(4, change)
    assert len(sure(answers)) == 1
    assert list(Layout.objects.values_list("version", flat=True)) == [2, 1]


def test_two_layouts_laid_at_once_leave_one_on_the_table():
    make_layout(GAME, "DD-A")
    make_layout(GAME, "DD-B")
    make_table("DD-01", GAME)
    by, now = manager(), timezone.now()
    at_once(2, lambda n: layouts.lay(("DD-A", "DD-B")[n], 1, number="DD-01", by=by, now=now))
    assert Laying.objects.filter(until=None).count() == 1


def test_two_approvers_at_once_make_one_version():
    table = make_table("DD-01", GAME)
    people = [manager(f"F-R{n}") for n in range(4)]
    author, now = manager(), timezone.now()
    rules.propose(number=table.number, options={}, reason="x", by=author, now=now)
    answers = at_once(4, lambda n: rules.approve(number="DD-01", by=people[n], now=now))
    assert len(sure(answers)) == 1
    assert RuleSet.objects.count() == 1


def test_approval_while_the_time_is_changed_signs_only_what_was_seen():
    table = make_table("DD-01", GAME)
    author, approver, now = manager(), manager(REVIEWER), timezone.now()
    proposal = rules.propose(number=table.number, options={}, reason="x", by=author, now=now)
    seen = rules.seen_of(proposal)
    later = now + timedelta(hours=1)

    def work(number):
        known = {"number": "DD-01", "now": now, "seen": seen}
        if number:
            return rules.set_time(effective_at=later, by=author, **known)
        return rules.approve(by=approver, **known)

    assert len(sure(at_once(2, work))) == 1
    proposal.refresh_from_db()
    assert bool(proposal.is_approved) == (proposal.effective_at is None)


def test_two_proposals_at_once_are_one():
    table = make_table("DD-01", GAME)
    set_rules(table)
    people, now = [manager(f"F-R{n}") for n in range(4)], timezone.now()

    def propose(number):
        options = {"commission_bp": 100 * (number + 1)}
        about = {"number": "DD-01", "reason": "x", "by": people[number], "now": now}
        return rules.propose(options=options, **about)

    assert len(sure(at_once(4, propose))) == 1
    assert Proposal.objects.filter(decided=None).count() == 1


def test_two_signs_posted_at_once_leave_one_hanging():
    ready_table("DD-01", GAME)
    hung = Sign.objects.get(statement="commission")
    by, now = supervisor(), timezone.now()

    def post(number):
        about = {"number": "DD-01", "statement": "commission", "picture": drawing()}
        return signs.post_sign(**about, by=by, now=now, seen=hung.pk)

    assert len(sure(at_once(4, post))) == 1
    assert Sign.objects.filter(statement="commission", removed_at=None).count() == 1
