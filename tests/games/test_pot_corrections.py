"""A correction that takes from a carried pot, or gives back: a line of its own, signed by two."""

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Entry, Job
from games.models import PotLine
from games.selectors.pots import proof, whole_proof
from games.services.corrections import correct
from tests.cast import PIN, ticket_for
from tests.games.pots import carried, play_round
from tests.games.test_pots import opened, report
from tests.games.test_replay_pages import text_of
from tests.inventory.cards import on_duty
from tests.rounds import evening
from tests.tables.play import fresh, opened_table

pytestmark = pytest.mark.django_db
JSON = "application/json"


def mend(row, pot=-500, seats=None, **changes):
    signed = {"by": on_duty(Job.PIT_BOSS), "second": on_duty(Job.FLOORPERSON)}
    given = {"reason": "Seat 2 won the pot with it", "seats": seats or {2: 500}, "pot": pot}
    return correct(round=row.pk, now=timezone.now(), **{**given, **signed, **changes})


def test_the_pot_pays_what_it_owed_and_its_account_tells_so():
    table = opened()
    row, held = play_round(table), carried(table)
    entry = mend(row)
    line = PotLine.objects.get(kind="correction")
    assert (line.cents, line.balance_cents, line.round, line.entry) == (
        -500,
        held - 500,
        row,
        entry,
    )
    assert carried(table) == held - 500
    assert entry.payload["house"] == 0
    assert proof(fresh(table)).holds
    assert whole_proof(fresh(table)).holds
    assert play_round(table).setup["rules"]["carried"] == held - 500


def test_what_was_paid_too_much_comes_back_and_the_house_bears_the_rest():
    table = opened()
    row, held = play_round(table), carried(table)
    assert mend(row, pot=700, seats={2: -200}).payload["house"] == -500
    assert carried(table) == held + 700


def test_the_same_key_moves_the_pot_once():
    table = opened()
    row, held = play_round(table), carried(table)
    assert mend(row, key="once") == mend(row, key="once")
    assert carried(table) == held - 500


def test_no_more_than_it_holds_is_taken():
    row = play_round(opened())
    with pytest.raises(Refused, match=r"The carried pot holds \$10"):
        mend(row, pot=-1001)


def test_while_a_round_is_played_its_antes_lie_there_too():
    table = opened()
    row = play_round(table)
    evening.opened(table)
    with pytest.raises(Refused, match="does not lie open"):
        mend(row)


def test_over_a_difference_nothing_is_corrected():
    table = opened()
    row = play_round(table)
    report(table, 900)
    with pytest.raises(Refused, match="differs from its account"):
        mend(row)


def test_a_game_against_the_house_has_no_pot():
    table = opened_table()
    row = evening.opened(table)
    evening.play(row, seed=4)
    with pytest.raises(Refused, match="No pot is carried"):
        mend(row)
    assert not PotLine.objects.exists()


@pytest.mark.parametrize("cents", [-500, -400])
def test_the_database_takes_no_correction_that_nobody_signed(cents):
    """Neither under another entry, nor a second time, nor with another amount."""
    table = opened()
    row = play_round(table)
    last = mend(row)
    line = PotLine.objects.get(kind="correction")
    again = PotLine(
        table=fresh(table),
        index=line.index + 1,
        kind="correction",
        cents=cents,
        balance_cents=line.balance_cents + cents,
        round=row,
        entry=last,
    )
    for entry in (last, row.opened):
        again.entry = entry
        with pytest.raises(DatabaseError, match="as two people signed it"), transaction.atomic():
            again.save(force_insert=True)


def test_the_page_of_a_round_asks_for_the_pot_and_shows_what_moved(client_for):
    table = opened()
    row, client = play_round(table), client_for(Job.PIT_BOSS)
    assert b'name="pot"' in client.get(f"/rounds/{row.pk}").content
    form = {"reason": "Seat 2 won the pot with it", "seat_2": "5", "pot": "-5"}
    signed = {"second_badge": on_duty(Job.FLOORPERSON).person.badge, "second_pin": PIN}
    form |= signed | {"ticket": ticket_for(client)}
    assert client.post(f"/rounds/{row.pk}/correct", form).status_code == 302
    assert Entry.objects.get(act="correct_round").payload["pot"] == -500
    assert "carried pot" in text_of(client.get(f"/rounds/{row.pk}"))
    assert "Correction of a round" in text_of(client.get(f"/tables/{table}/pot"))


def test_machines_say_the_pot_as_well(client_for):
    table = opened()
    row, held = play_round(table), carried(table)
    signed = {"second_badge": on_duty(Job.FLOORPERSON).person.badge, "second_pin": PIN}
    sent = {"key": "c-1", "reason": "Paid short", "seats": {"2": 500}, "pot": -500, **signed}
    answer = client_for(Job.PIT_BOSS).post(
        f"/api/v1/rounds/{row.pk}/corrections", sent, content_type=JSON
    )
    assert answer.status_code == 201
    assert carried(table) == held - 500
