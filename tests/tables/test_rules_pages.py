"""Page of a table's rules: dollars typed, cents kept; now and proposed; notice and decision."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.models import Job
from tables.catalogue import game_of
from tables.forms.rules import Propose, initial_of
from tables.models import Proposal, RuleSet
from tables.services import rules
from tables.services.rules import seen_of
from tests.cast import sign_on, ticket_for
from tests.tables.floor import CODES, REVIEWER, make_table, manager, set_rules
from tests.tables.test_rules import seat

PAGE = "/tables/DC-01/rules"
GAME = "double_cross_poker"


@pytest.fixture
def author(db):
    return sign_on(Client(), manager().person)


@pytest.fixture
def approver(db):
    return sign_on(Client(), manager(REVIEWER).person)


def typed(game=GAME, options=None, **changes):
    """The form as the page shows it, with what somebody types into it."""
    initial = initial_of(game_of(game).describe_options(), options or {})
    shown = {k: v for k, v in initial.items() if v is not None and v is not False}
    return shown | {"reason": "Weekend", "effective_at": ""} | changes


def send(client, path=PAGE, **data):
    return client.post(path, {"ticket": ticket_for(client), **data})


def decide(client, decision, **data):
    known = {"decision": decision, "seen": seen_of(Proposal.objects.filter(decided=None).first())}
    return send(client, f"{PAGE}/decision", **(known | data))


@pytest.mark.parametrize("game", CODES)
def test_usual_rules_of_each_game_can_be_sent_as_the_page_shows_them(db, game):
    choices = game_of(game).describe_options()
    form = Propose({**typed(game), "seen": 0}, choices=choices)
    assert form.is_valid(), form.errors
    known = game_of(game)
    assert known.read_options(form.options) == known.read_options({})


def test_first_rules_are_proposed_by_one_and_approved_by_another(author, approver):
    table = make_table("DC-01", GAME)
    assert send(author, seen=0, **typed(min="10", max="500.50")).status_code == 302
    assert b"You asked for this yourself: approval is not possible" in author.get(PAGE).content
    assert decide(author, "approve").status_code == 409
    assert decide(approver, "approve").status_code == 302
    held = RuleSet.objects.get()
    assert (held.table, held.options["min"], held.options["max"]) == (table, 1000, 50050)
    assert b"$500.50" in author.get(PAGE).content


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"min": "ten"}, "Least ante"),
        ({"min": "5.555"}, "Least ante"),
        ({"min": "-5"}, "Least ante"),
        ({"max": "99999999999999"}, "Highest ante"),
        ({"odds__raise__flush": "6 for 1"}, "Flush"),
        ({"odds__raise__flush": ""}, "Flush"),
        ({"reason": ""}, "Why"),
        ({"effective_at": "tomorrow"}, "Takes hold"),
    ],
)
def test_what_cannot_be_read_comes_back_with_what_was_typed(author, changes, told):
    make_table("DC-01", GAME)
    answer = send(author, seen=0, **typed(**changes))
    assert answer.status_code == 422
    assert f">{told}" in answer.content.decode()
    assert not Proposal.objects.exists()


@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"payout_limit": "50,000"}, "19:47-25.11(d)"),
        ({"odds__raise__flush": "1 to 1"}, "19:47-25.11(b)"),
        ({"min": "600", "max": "500"}, "19:47-25.1"),
        ({"unit": "0.25"}, "19:47-25.6(a)"),
    ],
)
def test_what_the_game_forbids_is_refused_on_the_page_with_its_clause(author, changes, clause):
    make_table("DC-01", GAME)
    answer = send(author, seen=0, **typed(**changes))
    assert answer.status_code == 409
    assert clause in answer.content.decode()
    assert not Proposal.objects.exists()


def test_forged_choice_of_a_pay_table_comes_back(author):
    make_table("HU-01")
    data = typed("heads_up_holdem", paytables__trips_plus="9")
    assert send(author, "/tables/HU-01/rules", seen=0, **data).status_code == 422


def test_now_and_proposed_stand_side_by_side_with_notice_and_earliest_time(author, approver):
    table = make_table("DC-01", GAME)
    set_rules(table, payout_limit=8_000_000)
    starts = timezone.localtime(timezone.now() + timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    changes = {"payout_limit": "70000", "effective_at": starts}
    assert send(author, seen=1, **typed(**changes)).status_code == 302
    page = approver.get(PAGE).content.decode()
    assert page.count('class="differs"') == 1
    assert "Payout limit of a hand: $70,000, was $80,000" in page
    assert "Notice not posted" in page
    assert "Earliest, if told now" in page
    assert "No sign tells of this change" in page
    for how in ("posted", "announced"):
        seen = seen_of(Proposal.objects.get(decided=None))
        assert send(author, f"{PAGE}/notice", how=how, seen=seen).status_code == 302
    assert decide(approver, "approve").status_code == 302
    assert b"To come" in author.get(PAGE).content


def test_notice_to_print_says_what_changes_and_from_when(author):
    table = make_table("DC-01", GAME)
    set_rules(table, payout_limit=8_000_000)
    assert author.get(f"{PAGE}?notice").status_code == 404
    rules.propose(
        number="DC-01",
        options={"payout_limit": 7_000_000},
        reason="x",
        effective_at=timezone.now() + timedelta(hours=1),
        by=manager(),
        now=timezone.now(),
    )
    page = author.get(f"{PAGE}?notice").content.decode()
    assert "Payout limit of a hand: $70,000, was $80,000" in page
    assert "at this table:" in page


def test_time_is_set_again_on_the_page(author):
    table = make_table("DC-01", GAME)
    set_rules(table)
    seat(table)
    send(author, seen=1, **typed(max="500"))
    page = author.get(PAGE).content.decode()
    assert "13:69F-8.3" in page
    seen = seen_of(Proposal.objects.get(decided=None))
    late = (timezone.localtime(timezone.now()) - timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M")
    answer = send(author, f"{PAGE}/time", seen=seen, effective_at=late)
    assert answer.status_code == 409
    assert send(author, f"{PAGE}/time", seen=seen, effective_at="soon").status_code == 422


def test_decision_on_what_was_changed_meanwhile_looks_again(author, approver):
    make_table("DC-01", GAME)
    send(author, seen=0, **typed())
    old = seen_of(Proposal.objects.get())
    starts = timezone.now() + timedelta(hours=2)
    rules.set_time(number="DC-01", effective_at=starts, by=manager(), now=timezone.now())
    answer = decide(approver, "approve", seen=old)
    assert answer.status_code == 409
    assert b"changed meanwhile" in answer.content
    assert not RuleSet.objects.exists()


def test_turning_down_takes_a_reason_and_is_shown(author, approver):
    make_table("DC-01", GAME)
    send(author, seen=0, **typed())
    assert decide(approver, "refuse", reason="").status_code == 409
    assert decide(approver, "refuse", reason="Too high").status_code == 302
    assert b"Too high" in author.get(PAGE).content


def test_same_proposal_sent_twice_counts_once(author):
    make_table("DC-01", GAME)
    data = {"ticket": ticket_for(author), "seen": 0, **typed()}
    assert author.post(PAGE, data).status_code == 302
    assert author.post(PAGE, data).status_code == 409
    assert Proposal.objects.count() == 1


def test_page_costs_the_same_with_a_long_history(author, django_assert_max_num_queries):
    table = make_table("DC-01", GAME)
    for limit in range(6, 12):
        set_rules(table, payout_limit=limit * 1_000_000)
    send(author, seen=6, **typed(max="500"))
    author.get(PAGE)
    with django_assert_max_num_queries(18):
        assert author.get(PAGE).status_code == 200


def test_floorperson_looks_and_reads_who_may(client_for):
    make_table("DC-01", GAME)
    floorperson = client_for(Job.FLOORPERSON)
    assert b"Ask for: pit boss, shift manager" in floorperson.get(PAGE).content
    assert floorperson.post(PAGE, typed()).status_code == 403
    assert floorperson.get("/tables/NO/rules").status_code == 404
