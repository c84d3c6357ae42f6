"""Rules of a table: proposed, told to patrons, approved by another, never within a round."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, ProgrammingError, transaction
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Entry, Job
from casino.services.log import record
from tables.catalogue import games
from tables.models import Proposal, RuleSet, Sitting
from tables.rules.choices import nest
from tables.selectors.rules import rules_at
from tables.services import rules
from tests.cast import make_duty
from tests.tables.floor import REVIEWER, make_table, manager, set_rules, supervisor

HOUR = timedelta(hours=1)


def propose(table, by=None, effective_at=None, **options):
    by = by or manager()
    return rules.propose(
        number=table.number,
        options=options,
        reason="Weekend",
        by=by,
        now=timezone.now(),
        effective_at=effective_at,
    )


def tell(table, *how):
    for one in how or ("posted", "announced"):
        by = supervisor()
        rules.give_notice(number=table.number, how=one, by=by, now=timezone.now())


def approve(table, by=None, **more):
    by = by or manager(REVIEWER)
    return rules.approve(number=table.number, by=by, now=timezone.now(), **more)


def seat(table, seat=1):
    by, now = supervisor(), timezone.now()
    with transaction.atomic():
        entry = record("seat_player", by=by, now=now, thing=f"table:{table.number}")
    return Sitting.objects.create(table=table, seat=seat, sat_at=now, entry=entry)


def refusal_of(work, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        work(*args, **kwargs)
    return caught.value


@pytest.fixture
def table(db):
    table = make_table("DD-01", "deuce_of_the_dragon")
    set_rules(table)
    return table


@pytest.fixture
def cross(db):
    table = make_table("DC-01", "double_cross_poker")
    set_rules(table, payout_limit=8_000_000)
    return table


def test_first_rules_need_no_notice_even_with_patrons_there(db):
    table = make_table("DD-01", "deuce_of_the_dragon")
    seat(table)
    held = set_rules(table)
    assert held.number == 1
    assert rules_at(table, timezone.now()).rules.ante == 1000


@pytest.mark.parametrize(
    ("game", "options", "clause"),
    [
        ("deuce_of_the_dragon", {"commission_bp": 600}, "13:69F-41.10(k)"),
        ("deuce_of_the_dragon", {"ante": 1000, "pot_ante": 1000}, "13:69F-41.6(b)"),
        ("ultimate_8", {"betting": "no_limit", "table_max": 5}, "13:69F-42.6(c)"),
        ("heads_up_holdem", {"paytables": {"trips_plus": 9}}, "13:69F-39.11(g)"),
        ("heads_up_holdem", {"min": 900, "max": 500}, "13:69F-39.10(b)"),
        ("double_cross_poker", {"payout_limit": 5_000_000}, "19:47-25.11(d)"),
        ("double_cross_poker", {"odds": {"raise": {"flush": [1, 1]}}}, "19:47-25.11(b)"),
        ("dragon_poker", {"odds": {"ante_bonus": {}}}, "13:69F-42.11(d)"),
    ],
)
def test_what_the_game_forbids_is_refused_with_its_clause(db, game, options, clause):
    refusal = refusal_of(propose, make_table("T-01", game), **options)
    assert str(refusal.clause) == f"{game} {clause}"
    assert Entry.objects.filter(refused=True, act="propose_rules").exists()
    assert not Proposal.objects.exists()


def test_nobody_approves_their_own_proposal_in_rule_and_database(table):
    proposal = propose(table, commission_bp=400)
    refusal = refusal_of(approve, table, manager())
    assert "yourself" in refusal.error
    assert str(refusal.clause) == "13:69D-1.11(b)"
    decided = {"decider": proposal.proposer, "decided": proposal.proposed, "is_approved": True}
    with pytest.raises(IntegrityError, match="nobody_approves"), transaction.atomic():
        Proposal.objects.filter(pk=proposal.pk).update(**decided)


def test_change_holds_at_once_where_nobody_sits(table):
    propose(table, commission_bp=400)
    assert approve(table).number == 2
    assert rules_at(table, timezone.now()).rules.commission_bp == 400


def test_patrons_at_the_table_are_told_by_sign_and_aloud_thirty_minutes_before(table):
    seat(table)
    soon = timezone.now() + timedelta(minutes=10)
    propose(table, effective_at=soon, commission_bp=400)
    early = refusal_of(tell, table)
    assert (str(early.clause), early.error) == ("13:69F-8.3", "Patrons are told 30 minutes before")
    rules.set_time(
        number="DD-01", effective_at=timezone.now() + HOUR, by=manager(), now=timezone.now()
    )
    assert "No sign" in refusal_of(approve, table).error
    tell(table, "posted")
    untold = refusal_of(approve, table)
    assert ("Nobody announced" in untold.error, str(untold.clause)) == (True, "13:69F-8.3")
    tell(table, "announced")
    held = approve(table)
    assert held.effective_at > timezone.now()
    assert rules_at(table, timezone.now()).number == 1
    assert rules_at(table, held.effective_at).number == 2


def test_change_that_says_no_time_waits_where_patrons_must_be_told(table):
    seat(table)
    propose(table, commission_bp=400)
    assert "from when" in refusal_of(tell, table).error
    assert str(refusal_of(approve, table).clause) == "13:69F-8.3"


@pytest.mark.clause(duty="lower_limit_notice")
def test_lower_payout_limit_gives_notice_even_where_nobody_sits(cross):
    propose(cross, effective_at=timezone.now() + HOUR, payout_limit=7_000_000)
    refusal = refusal_of(approve, cross)
    assert str(refusal.clause) == "double_cross_poker 19:47-25.11(d)"
    tell(cross)
    assert approve(cross).number == 2


def test_higher_payout_limit_needs_none_where_nobody_sits(cross):
    propose(cross, payout_limit=9_000_000)
    assert approve(cross).number == 2


def test_another_time_makes_the_notices_untrue(table):
    seat(table)
    propose(table, effective_at=timezone.now() + HOUR, commission_bp=400)
    tell(table)
    about = {"number": "DD-01", "by": manager()}
    now = timezone.now()
    proposal = rules.set_time(effective_at=now + 2 * HOUR, now=now, **about)
    assert (proposal.posted_at, proposal.announced_at) == (None, None)
    assert "past" in refusal_of(rules.set_time, effective_at=now - HOUR, now=now, **about).error
    same = refusal_of(rules.set_time, effective_at=now + 2 * HOUR, now=now, **about)
    assert "already" in same.error


def test_no_change_takes_hold_in_the_middle_of_a_round(table):
    began = timezone.now()
    propose(table, commission_bp=400)
    approve(table)
    now = timezone.now()
    assert rules_at(table, now, round_began=began).number == 1
    assert rules_at(table, now).number == 2


def test_one_proposal_waits_at_a_time_and_it_differs_from_what_holds(table):
    assert "Nothing is different" in refusal_of(propose, table).error
    propose(table, commission_bp=400)
    assert "already" in refusal_of(propose, table, commission_bp=300).error


def test_rules_do_not_change_in_the_past(table):
    late = timezone.now() - HOUR
    assert "past" in refusal_of(propose, table, effective_at=late, commission_bp=400).error


def test_proposal_is_turned_down_with_a_reason_or_withdrawn_by_whoever_made_it(table):
    propose(table, commission_bp=400)
    about = {"number": "DD-01", "by": manager(REVIEWER)}
    assert "why" in refusal_of(rules.turn_down, reason="", now=timezone.now(), **about).error
    rules.turn_down(reason="Too low", now=timezone.now(), **about)
    propose(table, commission_bp=300)
    rules.turn_down(number="DD-01", reason="Mistake", by=manager(), now=timezone.now())
    acts = Entry.objects.filter(act__in=["refuse_rules", "withdraw_rules"], refused=False)
    assert sorted(acts.values_list("act", flat=True)) == ["refuse_rules", "withdraw_rules"]
    assert "Nothing is proposed" in refusal_of(approve, table).error


def test_decision_on_what_was_changed_meanwhile_is_outdated(table):
    proposal = propose(table, effective_at=timezone.now() + HOUR, commission_bp=400)
    seen = rules.seen_of(proposal)
    tell(table, "posted")
    with pytest.raises(Outdated):
        approve(table, seen=seen)


@pytest.mark.parametrize("job", [Job.PIT_BOSS, Job.FLOORPERSON, Job.REGULATOR])
def test_only_a_shift_manager_approves(table, job):
    propose(table, commission_bp=400)
    with pytest.raises(NotAllowed):
        approve(table, make_duty(job))


def test_notice_is_recorded_once_and_in_a_known_way(table):
    propose(table, effective_at=timezone.now() + HOUR, commission_bp=400)
    tell(table, "posted")
    assert "already" in refusal_of(tell, table, "posted").error
    assert "sign or aloud" in refusal_of(tell, table, "telegraphed").error


def test_versions_are_kept_as_they_were_approved(table):
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        RuleSet.objects.update(options={})
    assert RuleSet.objects.count() == 1


@pytest.mark.parametrize("game", [game.code for game in games()])
def test_every_option_a_game_describes_is_one_that_it_reads(game):
    known = next(one for one in games() if one.code == game)
    choices = known.describe_options()
    usual = nest({choice.name: choice.default for choice in choices})
    assert known.read_options(usual) == known.read_options({})
    assert all(choice.clause and choice.title for choice in choices)
