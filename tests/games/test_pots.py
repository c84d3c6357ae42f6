"""Carried pots are accounts: every cent is told, counted by two, and proved at every moment."""

import pytest
import time_machine
from django.db import DatabaseError, IntegrityError, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Errand, Job
from casino.services.log import house_day, record
from casino.services.outbox import relay, run_errand
from games.models import PotDifference, PotLine, Round
from games.selectors.pots import balances, commission_of, lines_of, proof, whole_proof
from games.services.pots import find_pot_differences, report_difference, settle_difference
from tables.selectors.ready import ready_for_round
from tests.conftest import superuser
from tests.games import pots
from tests.games.pots import carried, count, play_round
from tests.inventory.cards import on_duty
from tests.rounds import evening
from tests.tables import play
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db
CLAUSES = {"deuce_of_the_dragon": "13:69F-41.10(l)", "ultimate_8": "13:69F-42.10(l)"}
DEUCE = "deuce_of_the_dragon"


def opened(game=DEUCE):
    return play.opened_table("DD-01", game)


def refused(work, *args, **facts):
    with pytest.raises(Refused) as found:
        work(*args, **facts)
    return found.value


def report(table, cents, by=Job.FLOORPERSON, second=Job.DEALER, note="Counted three times"):
    return report_difference(
        table=table.number,
        counted_cents=cents,
        note=note,
        by=on_duty(by),
        second=on_duty(second) if second else None,
        now=timezone.now(),
    )


def settle(table, by=Job.SHIFT_MANAGER, second=Job.ACCOUNTANT, reason="A chip lay on the floor"):
    return settle_difference(
        table=table.number,
        reason=reason,
        by=on_duty(by),
        second=on_duty(second) if second else None,
        now=timezone.now(),
    )


def told(table):
    return [(line.kind, line.cents, line.balance_cents) for line in reversed(lines_of(table))]


def alter(sql):
    """As nobody but a superuser can: the triggers are off."""
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        db.execute(sql)


def run_errands():
    relay(now=timezone.now(), offer=lambda number: None)
    for number in Errand.objects.filter(done_at=None).values_list("pk", flat=True):
        run_errand(number=number, now=timezone.now())


# -- a pot over three days


@pytest.mark.parametrize("game", CLAUSES)
def test_a_pot_is_carried_over_three_days(game):
    with time_machine.travel(pots.DAY_ONE, tick=True) as clock:
        table = opened(game)
        for day, back in enumerate(pots.BACKS):
            if day:
                clock.move_to(pots.DAY_ONE + day * pots.A_DAY)
                pots.begin_again(table, back)
                refusal = refused(deed, table, "open")
                assert (refusal.clause.place, refusal.reading.number) == (CLAUSES[game], "P26")
                wrong = refused(count, table, "uncover_pot", carried(table) - 500, seal=f"P-{day}")
                assert wrong.clause.place == CLAUSES[game]
                assert "Count again" in wrong.remedy
                assert "reports the difference" in wrong.remedy
                other = refused(count, table, "uncover_pot", carried(table), seal="P-9")
                assert f"P-{day}" in other.error
                count(table, "uncover_pot", carried(table), seal=f"P-{day}")
                deed(table, "open")
            play_round(table)
            _rest(table, game)
            play_round(table)
            assert carried(table) == (day + 1) * 2000
            if day < 2:
                pots.close_with_pot(table, carried(table), f"P-{day + 1}")
        last = play_round(table, wins=True)
        assert carried(table) == 0
        pot = pots.GAMES[game][0]
        assert last.result[pot] == {
            "opening": 6000, "antes": 1000, "won_by": 1, "commission": 300, "paid": 6700,
            "carried": 0,
        }  # fmt: skip
        assert told(table)[-3:] == [
            ("antes", 1000, 7000),
            ("paid", -6700, 300),
            ("commission", -300, 0),
        ]
        table = fresh(table)
        assert proof(table).holds
        assert whole_proof(table).holds
        assert balances(table) == [1000, 2000, 3000, 4000, 5000, 6000, 7000, 0]
        days = {row.gaming_day for row in Round.objects.all()}
        assert len(days) == 3
        assert find_pot_differences(timezone.now()) == 0


def _rest(table, game):
    """Nobody plays for a while; nothing goes on before the lid, and before the count under it."""
    held = carried(table)
    deed(table, "go_idle", Job.DEALER)
    for code in play.decks_of(table):
        play.show(table, code)
    assert refused(deed, table, "resume", Job.DEALER).clause.place == CLAUSES[game]
    count(table, "cover_pot", held)
    assert refused(deed, table, "resume", Job.DEALER).clause.place == CLAUSES[game]
    assert refused(count, table, "uncover_pot", held + 1).clause.place == CLAUSES[game]
    count(table, "uncover_pot", held)
    deed(table, "resume", Job.DEALER)


def test_a_count_is_signed_by_two_of_the_table():
    table = opened()
    play_round(table)
    deed(table, "go_idle", Job.DEALER)
    assert "two people" in refused(deed, table, "cover_pot", Job.DEALER, cents=1000).error
    count(table, "cover_pot", 1000)
    entry = Entry.objects.get(act="table_cover_pot", refused=False)
    assert (entry.person.badge != entry.second_person.badge, entry.clause) == (
        True,
        f"{DEUCE} {CLAUSES[DEUCE]}",
    )


def test_a_void_round_leaves_the_pot_as_it_was():
    table = opened()
    play_round(table)
    row = evening.opened(table)
    for action in [*pots.before_the_bets("deuce"), {"do": "irregularity", "kind": "wrong_start"}]:
        evening.accept(row, action)
    assert carried(table) == 1000
    assert told(table) == [("antes", 1000, 1000)]
    assert proof(fresh(table)).holds


# -- commission


def test_commission_is_within_the_cap_and_rounded_down():
    """5 % of $30 are $1.50: $1 is taken, for commission is whole dollars here."""
    table = opened()
    for wins in (False, False, True):
        play_round(table, wins=wins)
    found = commission_of(fresh(table), house_day(timezone.now()))
    assert (found.rounds, found.main_cents, found.pot_cents) == (3, 300, 100)
    assert (found.cents, found.most, found.wrong) == (400, 500, [])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("taken", [150, 200, 0])
def test_commission_that_is_not_what_the_rules_give_is_found(taken):
    table = opened()
    for wins in (False, False, True):
        last = play_round(table, wins=wins)
    altered = f"result = jsonb_set(result, '{{deuce,commission}}', '{taken}')"
    alter(f"UPDATE games_round SET {altered} WHERE id = {last.pk}")
    assert commission_of(fresh(table), last.gaming_day).wrong == [last.number]


# -- a difference


@pytest.mark.django_db(transaction=True)
def test_a_difference_stops_the_table_until_the_right_people_settle_it():
    table = opened()
    play_round(table)
    deed(table, "go_idle", Job.DEALER)
    assert refused(count, table, "cover_pot", 900).clause.place == CLAUSES[DEUCE]
    row = report(table, 900)
    assert (row.cents, carried(table)) == (-100, 1000)
    assert not PotLine.objects.filter(kind="difference").exists()
    run_errands()
    alert = Alert.objects.get()
    assert (alert.need, alert.pit, alert.thing) == ("now", table.pit, "pot:DD-01")
    assert "$1 missing" in alert.words
    count(table, "cover_pot", 900)  # what was reported lies under the lid
    for code in play.decks_of(table):
        play.show(table, code)
    count(table, "uncover_pot", 900)
    stopped = refused(deed, table, "resume", Job.DEALER)
    assert (stopped.clause.place, "differs" in stopped.error) == (CLAUSES[DEUCE], True)
    settle(table)
    run_errands()
    assert not Alert.objects.exists()
    assert carried(table) == 900
    assert told(table) == [("antes", 1000, 1000), ("difference", -100, 900)]
    line = lines_of(table).first()
    assert line.entry.payload["reason"] == "A chip lay on the floor"
    assert proof(fresh(table)).holds
    deed(table, "resume", Job.DEALER)
    assert play_round(table).result["deuce"]["opening"] == 900
    assert whole_proof(fresh(table)).holds


@pytest.mark.django_db(transaction=True)
def test_a_difference_settled_before_anybody_was_called_calls_nobody():
    table = opened()
    play_round(table)
    report(table, 900)
    settle(table)
    run_errands()
    assert not Alert.objects.exists()


def test_no_round_and_no_closing_over_a_difference():
    table = opened()
    play_round(table)
    report(table, 1500)
    assert "differs" in ready_for_round(fresh(table), timezone.now()).refusal.error
    deed(table, "begin_close", reason="order")
    play.seats.clear(number=table.number, by=on_duty(Job.DEALER), now=timezone.now())
    assert "differs" in refused(deed, table, "close").error
    settle(table)
    assert "on the table" in refused(deed, table, "close").error
    count(table, "keep_pot", 1500, seal="P-1")


@pytest.mark.parametrize(
    ("by", "second"),
    [
        (Job.DEALER, Job.FLOORPERSON),
        (Job.ACCOUNTANT, Job.DEALER),
        (Job.FLOORPERSON, None),
        (Job.FLOORPERSON, Job.ACCOUNTANT),
        (Job.FLOORPERSON, Job.FLOORPERSON),
    ],
)
def test_a_supervisor_reports_with_another_of_the_floor(by, second):
    table = opened()
    play_round(table)
    refused(report, table, 900, by, second)
    assert not PotDifference.objects.exists()
    assert fresh(table).fold.pot_found is None


@pytest.mark.parametrize(
    ("by", "second"),
    [
        (Job.PIT_BOSS, Job.ACCOUNTANT),
        (Job.ACCOUNTANT, Job.SHIFT_MANAGER),
        (Job.SHIFT_MANAGER, Job.DEALER),
        (Job.SHIFT_MANAGER, None),
    ],
)
def test_a_shift_manager_settles_with_somebody_from_outside_the_games(by, second):
    table = opened()
    play_round(table)
    report(table, 900)
    refused(settle, table, by, second)
    assert (carried(table), PotLine.objects.count()) == (1000, 1)


def test_what_cannot_be_a_difference_is_refused():
    table = opened()
    play_round(table)
    assert "what the account says" in refused(report, table, 1000).error
    assert "cannot be read" in refused(report, table, -1).error
    assert "few words" in refused(report, table, 900, note=" ").error
    assert "No difference" in refused(settle, table).error
    report(table, 900)
    assert "already" in refused(report, table, 800).error
    assert "few words" in refused(settle, table, reason="").error
    settle(table)
    evening.opened(table)
    assert "round is being played" in refused(report, table, 800).error


def test_a_house_game_carries_no_pot():
    table = play.opened_table()
    assert "No pot is carried" in refused(report, table, 100).error


# -- what the database refuses by itself


def forced(**line):
    table, last = line["table"], PotLine.objects.filter(table=line["table"]).latest("index")
    known = {"index": last.index + 1, "balance_cents": last.balance_cents + line["cents"]}
    with pytest.raises((IntegrityError, DatabaseError)) as found, transaction.atomic():
        PotLine.objects.create(**{**known, "entry": last.entry, **line, "table": table})
    return str(found.value)


def test_no_difference_is_booked_in_silence():
    table = opened()
    row = play_round(table)
    assert "never in silence" in forced(table=table, kind="difference", cents=-100)
    with transaction.atomic():
        alone = record("settle_pot_difference", by=on_duty(Job.SHIFT_MANAGER), now=timezone.now())
    assert "never in silence" in forced(table=table, kind="difference", cents=-100, entry=alone)
    assert "goes_its_way" in forced(table=table, kind="antes", cents=100)
    assert "goes_its_way" in forced(table=table, kind="paid", cents=100, round=row)
    assert "does not continue" in forced(
        table=table, kind="antes", cents=100, round=row, balance_cents=5
    )


def test_one_difference_a_table_is_open_and_what_was_told_stays():
    table = opened()
    play_round(table)
    row = report(table, 900)
    again = {"counted_cents": 1, "expected_cents": 2, "note": "x", "reported": row.reported}
    with pytest.raises(IntegrityError, match="one_open_difference"), transaction.atomic():
        PotDifference.objects.create(table=table, **again)
    with pytest.raises(IntegrityError, match="stays as it was"), transaction.atomic():
        PotDifference.objects.filter(pk=row.pk).update(counted_cents=950)
    settle(table)
    with pytest.raises(IntegrityError, match="stays as it was"), transaction.atomic():
        PotDifference.objects.filter(pk=row.pk).update(settled=None)
    with pytest.raises(DatabaseError), transaction.atomic():
        PotDifference.objects.filter(pk=row.pk).delete()


# -- the proof


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games_potline SET cents = cents - 100 WHERE index = 1",
        "UPDATE games_potline SET balance_cents = balance_cents + 100 WHERE index = 1",
        "DELETE FROM games_potline WHERE index = 1",
        "UPDATE games_potline SET balance_cents = balance_cents + 100, cents = cents + 100"
        " WHERE index = 2",
        "UPDATE tables_table SET carried_cents = 2900 WHERE number = 'DD-01'",
        "UPDATE games_round SET result = jsonb_set(result, '{deuce,antes}', '900')"
        " WHERE number = 2",
    ],
)
def test_whatever_a_superuser_alters_is_found(sql):
    table = opened()
    for _ in range(3):
        play_round(table)
    assert find_pot_differences(timezone.now()) == 0
    alter(sql)
    assert not proof(fresh(table)).holds
    assert not whole_proof(fresh(table)).holds
    assert find_pot_differences(timezone.now()) == 1
    entry = Entry.objects.get(act="find_pot_breach")
    assert (entry.table, entry.pit, entry.person) == ("DD-01", table.pit, None)
    run_errands()
    assert "is not proved" in Alert.objects.get().words


@pytest.mark.django_db(transaction=True)
def test_what_was_altered_before_the_pot_was_empty_is_found_in_the_night():
    table = opened()
    for wins in (False, True, False, True):
        play_round(table, wins=wins)
    alter("UPDATE games_potline SET cents = cents + 100 WHERE index = 0")
    assert proof(fresh(table)).holds
    assert find_pot_differences(timezone.now()) == 1
