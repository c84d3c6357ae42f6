"""Signs at a table: made from its rules, hung with a photograph, false once a rule changes."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Entry, Job
from tables.models import Sign
from tables.selectors.signs import signs_of
from tables.services import signs
from tests.cast import make_duty
from tests.tables.floor import (
    CODES,
    approve_layout,
    drawing,
    make_table,
    post_signs,
    ready_table,
    set_rules,
    supervisor,
)

GAME = "deuce_of_the_dragon"


def post(table, statement="commission", by=None, **more):
    by = by or supervisor(table.pit.code)
    about = {"number": table.number, "statement": statement, "picture": drawing()}
    return signs.post_sign(**about, by=by, now=timezone.now(), **more)


def refusal_of(work, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        work(*args, **kwargs)
    return caught.value


@pytest.mark.clause(duty="signs_posted")
@pytest.mark.parametrize("game", CODES)
def test_what_the_felt_leaves_out_is_missing_until_it_is_posted(db, game):
    table = make_table(f"{CODES[game]}-01", game)
    approve_layout(table)
    set_rules(table)
    before = signs_of(table, timezone.now())
    assert len(before.points) == sum(board.is_needed for board in before.boards)
    assert all(point.clause.game == game for point in before.points)
    post_signs(table)
    assert signs_of(table, timezone.now()).points == []


@pytest.mark.clause(duty="commission_sign")
def test_commission_sign_is_false_once_another_rate_holds_and_is_replaced(db):
    table = ready_table("DD-01", GAME)
    set_rules(table, commission_bp=400)
    [point] = signs_of(table, timezone.now()).points
    assert "4 % of the main pot" in point.words
    assert str(point.clause) == "deuce_of_the_dragon 13:69E-1.13AA(c)"
    new = post(table)
    assert "4 % of the main pot" in new.text
    assert signs_of(table, timezone.now()).points == []
    assert Sign.objects.filter(statement="commission", removed__isnull=False).count() == 1


@pytest.mark.clause(duty="payout_limit_sign")
def test_payout_limit_sign_says_what_the_table_pays(db):
    table = ready_table("DC-01", "double_cross_poker")
    assert "$60,000" in Sign.objects.get(statement="payout_limit").text
    set_rules(table, payout_limit=8_000_000)
    assert "$80,000" in signs_of(table, timezone.now()).points[0].words


def test_sign_of_no_statement_and_of_one_that_only_the_felt_may_make_are_refused(db):
    table = ready_table("HU-01")
    assert "no sign" in refusal_of(post, table, "free_drinks").error
    assert "called" in refusal_of(post, table, "raises").error
    assert Entry.objects.filter(act="post_sign", refused=True).count() == 2


def test_without_rules_nobody_knows_what_a_sign_must_say(db):
    table = make_table("DD-01", GAME)
    refusal = refusal_of(post, table)
    assert "no rules yet" in refusal.error
    assert refusal.clause
    assert not signs_of(table, timezone.now()).is_known


def test_posting_keeps_person_time_and_photograph(db):
    table = ready_table("DD-01", GAME)
    sign = Sign.objects.get(statement="commission")
    assert sign.picture_id == drawing().hash
    assert sign.posted.person == supervisor().person
    assert sign.posted.payload["picture"] == drawing().hash
    assert sign.posted.thing == f"table:{table.number}"


def test_two_signs_never_make_one_statement_in_the_database_either(db):
    sign = post(ready_table("DD-01", GAME))
    sign.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        sign.save(force_insert=True)


def test_sign_that_another_replaced_meanwhile_is_outdated(db):
    table = ready_table("DD-01", GAME)
    with pytest.raises(Outdated):
        post(table, seen=0)
    assert post(table, seen=Sign.objects.get(statement="commission", removed=None).pk)


def test_sign_is_taken_down_once_and_with_a_reason(db):
    table = ready_table("DD-01", GAME)
    sign = Sign.objects.get(statement="commission")
    about = {"number": table.number, "sign": sign.pk, "by": supervisor(), "now": timezone.now()}
    assert "why" in refusal_of(signs.take_down_sign, reason=" ", **about).error
    signs.take_down_sign(reason="Torn", **about)
    assert signs_of(table, timezone.now()).points[0].words == "No sign: Commission"
    with pytest.raises(Outdated):
        signs.take_down_sign(reason="Torn", **about)


@pytest.mark.parametrize("job", [Job.DEALER, Job.SECURITY_OFFICER])
def test_only_supervisors_post(db, job):
    table = ready_table("DD-01", GAME)
    with pytest.raises(NotAllowed):
        post(table, by=make_duty(job))


def test_supervisor_of_another_pit_does_not_post(db):
    with pytest.raises(NotAllowed, match="not in Pit 1"):
        post(ready_table("DD-01", GAME), by=supervisor("pit-2"))
