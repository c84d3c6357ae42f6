"""The console's page and its doors: who may, what is shown, and what counts once."""

import json
import random
import re

import pytest
from django.utils import timezone

from casino.models import Entry, Job
from games.catalogue import GAMES
from games.engine.fold import legal
from games.models import Action, Round
from games.selectors.felt import felt_of
from games.selectors.offers import controls
from games.selectors.views import view_of
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Submission
from tests.cast import PIN, make_duty, ticket_for
from tests.inventory.cards import on_duty
from tests.rules.players import Table
from tests.tables import play

pytestmark = pytest.mark.django_db
MOST_QUERIES = 30
HTMX = {"headers": {"HX-Request": "true"}}
HOUSE, POT = ("HU-01", "heads_up_holdem"), ("DD-01", "deuce_of_the_dragon")


@pytest.fixture
def dealer(client_for):
    return client_for(Job.DEALER)


def opened(number, game):
    table = play.opened_table(number, game)
    return open_round(table=table.number, by=on_duty(Job.DEALER), now=timezone.now())


def do(row, job=Job.DEALER, second=None, **action):
    """By the service, where the door is not what is tested."""
    row.refresh_from_db()
    key = f"k{row.length}"
    asked = Submission(row.pk, row.length, key, action, on_duty(job), timezone.now(), second)
    answer = submit(asked)
    assert answer.refusal is None, answer.refusal
    return answer


def post(client, row, action, *, index=None, key="k", **fields):
    row.refresh_from_db()
    at = row.length if index is None else index
    given = {"index": at, "key": key, "action": json.dumps(action), **fields}
    return client.post(f"/rounds/{row.pk}/act", given, **HTMX)


def shuffled(row):
    do(row, do="shuffle", method="manual")
    do(row, do="cut", by="dealer", cards=20)


def dealt(row):
    """Heads up, with all cards told by a shoe."""
    shuffled(row)
    for seat in (1, 2):
        for on in ("ante", "odds"):
            do(row, do="wager", seat=seat, on=on, amount=1000)
    do(row, do="no_more_bets")
    hands = {"1": ["As", "Ks"], "2": ["Qd", "Qc"]}
    board = ["2s", "3s", "4s", "9h", "9d"]
    do(row, do="deal", hands=hands, dealer=["7h", "7d"], board=board)


def test_the_page_shows_the_felt_and_the_one_next_act(dealer):
    opened(*HOUSE)
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert "Round 1" in page
    assert 'data-main name="action" value="{&quot;do&quot;:&quot;shuffle&quot;' in page
    assert "felt-picture" in page
    assert 'data-live-topic="rounds:HU-01 table:HU-01"' in page


def test_a_round_is_opened_from_the_console(dealer):
    play.opened_table()
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert "Open round 1" in page
    answer = dealer.post("/tables/HU-01/rounds/open", {"key": "k"})
    assert answer.url == "/tables/HU-01/console"
    again = dealer.post("/tables/HU-01/rounds/open", {"key": "k"})
    assert again.status_code == 302
    assert Round.objects.count() == 1
    assert dealer.post("/tables/HU-01/rounds/open", {"key": ""}).status_code == 409


def test_no_round_where_the_table_lacks_something(dealer):
    table = play.table_to_open()
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert "No round may be dealt" in page
    assert "who can: floorperson" in page
    assert f"/tables/{table}/opening" in page
    answer = dealer.post("/tables/HU-01/rounds/open", {"key": "k"}, **HTMX)
    assert answer.status_code == 409
    assert b"Refused" in answer.content


def test_who_deals_elsewhere_looks_on(client_for, dealer):
    row = opened(*HOUSE)
    play.staff.release(number="HU-01", role="dealer", by=play.boss(), now=timezone.now())
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert "You look on" in page
    assert "data-main" not in page
    answer = post(dealer, row, {"do": "shuffle", "method": "manual"})
    assert answer.status_code == 403
    boss = client_for(Job.PIT_BOSS).get("/tables/HU-01/console").content.decode()
    assert "data-main" in boss
    assert (
        "data-main"
        not in client_for(Job.SURVEILLANCE).get("/tables/HU-01/console").content.decode()
    )
    assert client_for(Job.ADMINISTRATOR).get("/tables/HU-01/console").status_code == 403


def test_a_push_in_a_round_is_seen_and_the_one_who_deals_now_is_named(client_for):
    row, boss = opened(*HOUSE), client_for(Job.PIT_BOSS)
    page = boss.get("/tables/HU-01/console").content.decode()
    seen = re.search(r"\?seen=([\w.]+)", page).group(1)
    assert f"{row.dealer.name} deals" in page
    other = make_duty(Job.DEALER, "D-2")
    told = {"duty": other, "role": "dealer", "by": play.boss(), "now": timezone.now()}
    play.staff.assign(number="HU-01", **told)
    answer = boss.get("/tables/HU-01/console", {"seen": seen}, **HTMX)
    assert answer.status_code == 200
    assert f"{other.person.name} deals" in answer.content.decode()
    play.staff.release(number="HU-01", role="dealer", by=play.boss(), now=timezone.now())
    assert "no dealer" in boss.get("/tables/HU-01/console").content.decode()


def test_an_act_moves_the_round_and_brings_the_console_again(dealer):
    row = opened(*HOUSE)
    answer = post(dealer, row, {"do": "shuffle", "method": "manual"})
    assert answer.status_code == 200
    assert answer.content.startswith(b'<div id="console"')
    assert b"Cut the cards" in answer.content
    assert b"Take back" in answer.content
    plain = {"index": 1, "key": "k", "action": '{"do":"cut","by":"dealer"}', "number:cards": "20"}
    assert dealer.post(f"/rounds/{row.pk}/act", plain).url == "/tables/HU-01/console"


def test_what_a_pad_says_is_filled_in(dealer):
    row = opened(*HOUSE)
    wager = {"do": "wager", "seat": 1, "on": "ante"}
    assert post(dealer, row, wager, **{"dollars:amount": "$25.00"}).status_code == 200
    assert Action.objects.of(row.pk).last().raw == {**wager, "amount": 2500}
    assert post(dealer, row, wager, **{"dollars:amount": "a lot"}).status_code == 409
    assert post(dealer, row, wager, **{"dollars:amount": "1.001"}).status_code == 409
    dealt(row)
    for seat in (1, 2):
        do(row, do="check", seat=seat)
    flop = {"do": "reveal", "what": "flop"}
    assert post(dealer, row, flop, **{"cards:cards": "2S 3s, 4s"}).status_code == 200
    assert Action.objects.of(row.pk).last().raw == {**flop, "cards": ["2s", "3s", "4s"]}


def test_a_refusal_is_shown_with_its_clause(dealer):
    row = opened(*HOUSE)
    answer = post(dealer, row, {"do": "no_more_bets"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Nobody has wagered" in page
    assert re.search(r"heads_up_holdem#|13:69F-39", page)
    assert Entry.objects.filter(thing=row.thing, refused=True).count() == 1


@pytest.mark.parametrize("action", ["", "[]", "{", '"do"', '{"do":"dance"}', '{"do":["x"]}', "{}"])
def test_nonsense_is_refused(dealer, action):
    row = opened(*HOUSE)
    sent = {"index": 0, "key": "k", "action": action}
    assert dealer.post(f"/rounds/{row.pk}/act", sent, **HTMX).status_code == 409
    assert not Action.objects.of(row.pk).exists()


def test_an_act_sent_twice_counts_once(dealer):
    row = opened(*HOUSE)
    for _ in range(2):
        answer = post(dealer, row, {"do": "shuffle", "method": "manual"}, index=0)
        assert answer.status_code == 200
        assert b"Cut the cards" in answer.content
    assert Action.objects.of(row.pk).count() == 1


def test_the_second_tablet_is_told_and_sees_the_present(client_for, dealer):
    row = opened(*HOUSE)
    do(row, do="shuffle", method="manual")
    late = post(client_for(Job.FLOORPERSON), row, {"do": "shuffle", "method": "manual"}, index=0)
    assert late.status_code == 409
    page = late.content.decode()
    assert "data-outdated" in page
    assert "Cut the cards" in page
    assert Action.objects.of(row.pk).count() == 1


def test_a_live_page_is_left_alone_while_nothing_moved(dealer):
    row = opened(*HOUSE)
    page = dealer.get("/tables/HU-01/console").content.decode()
    seen = re.search(r"\?seen=([\w.]+)", page).group(1)
    assert dealer.get("/tables/HU-01/console", {"seen": seen}, **HTMX).status_code == 204
    do(row, do="shuffle", method="manual")
    assert dealer.get("/tables/HU-01/console", {"seen": seen}, **HTMX).status_code == 200


def test_the_last_act_is_taken_back(dealer, client_for):
    row = opened(*HOUSE)
    do(row, do="shuffle", method="manual")
    floor = client_for(Job.FLOORPERSON).get("/tables/HU-01/console").content.decode()
    assert "/undo" not in floor
    answer = dealer.post(f"/rounds/{row.pk}/undo", {"index": 1, "key": "k"}, **HTMX)
    assert answer.status_code == 200
    assert b"Shuffle by hand" in answer.content
    assert dealer.post(f"/rounds/{row.pk}/undo", {"index": ""}, **HTMX).status_code == 409


def test_cards_that_lie_face_down_are_nowhere_in_the_page(dealer, client_for):
    """The shoe told them all; the page holds none, not even by what can be tapped."""
    row = opened(*HOUSE)
    dealt(row)
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert page.count("is-back") == 11
    assert "ace of spades" not in page
    for face in ("As", "Ks", "Qd", "7h", "2s", "9d"):
        assert f'#ft-{face[1]}"' not in page
        assert f'data-face="{face}"' not in page or f'data-face="{face}" data-left="1"' in page
    watching = client_for(Job.SURVEILLANCE).get("/tables/HU-01/console").content.decode()
    assert "ace of spades" in watching


def test_known_cards_are_turned_by_one_tap_and_then_not_to_be_tapped(dealer):
    row = opened(*HOUSE)
    dealt(row)
    for seat in (1, 2):
        do(row, do="check", seat=seat)
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert 'value="{&quot;do&quot;:&quot;reveal&quot;,&quot;what&quot;:&quot;flop&quot;}"' in page
    post(dealer, row, {"do": "reveal", "what": "flop"})
    page = dealer.get("/tables/HU-01/console").content.decode()
    assert "two of spades" in page
    assert "nine of hearts" not in page


def pot_decided(row):
    """Everybody but seat 1 folds, so the pots have their winner."""
    shuffled(row)
    for seat in (1, 2):
        do(row, do="wager", seat=seat, on="ante", amount=1000)
        do(row, do="wager", seat=seat, on="deuce", amount=500)
    do(row, do="collect_antes")
    do(row, do="deal", hands={str(seat): ["??"] * 8 for seat in (1, 2)})
    do(row, do="count_stub", cards=4)
    do(row, do="fold", seat=1)


def award(client, row, **fields):
    given = {"second_badge": on_duty(Job.FLOORPERSON).person.badge, "second_pin": PIN}
    given |= {"ticket": ticket_for(client), "counted:main": "20", "counted:deuce": "10"}
    return post(client, row, {"do": "settle"}, **(given | fields))


def test_pots_are_counted_verified_and_paid(dealer):
    row = opened(*POT)
    pot_decided(row)
    page = dealer.get("/tables/DD-01/console").content.decode()
    assert "Count and pay the pots" in page
    assert "Main pot" in page
    wrong = award(dealer, row, second_pin="0001")
    assert wrong.status_code in (403, 409)
    assert b"data-open" in wrong.content
    short = award(dealer, row, **{"counted:main": "19"})
    assert short.status_code == 409
    assert b"should hold" in short.content
    assert award(dealer, row, second_pin="").status_code == 422
    paid = award(dealer, row)
    assert paid.status_code == 200, paid.content.decode()[:2000]
    row.refresh_from_db()
    assert row.status == "settled"
    assert Entry.objects.get(act="award_pot", refused=False).second_person_id
    assert b"Open round 2" in paid.content


def test_an_award_sent_twice_counts_once(dealer):
    row = opened(*POT)
    pot_decided(row)
    row.refresh_from_db()
    index = row.length
    assert award(dealer, row).status_code == 200
    again = award(dealer, row, index=index)
    assert again.status_code == 200
    assert Entry.objects.filter(act="award_pot").count() == 1


def test_a_pot_is_not_paid_without_the_second_person(dealer):
    row = opened(*POT)
    pot_decided(row)
    answer = post(dealer, row, {"do": "settle", "counted": {"main": 2000, "deuce": 1000}})
    assert answer.status_code == 422
    row.refresh_from_db()
    assert row.is_open


def test_the_page_costs_few_queries(dealer, django_assert_max_num_queries):
    row = opened(*HOUSE)
    dealt(row)
    dealer.get("/tables/HU-01/console")
    with django_assert_max_num_queries(MOST_QUERIES):
        assert dealer.get("/tables/HU-01/console").status_code == 200


def test_what_is_not_there_is_not_found(dealer):
    assert dealer.get("/tables/ZZ-9/console").status_code == 404
    assert dealer.post("/tables/ZZ-9/rounds/open", {"key": "k"}).status_code == 404
    assert dealer.post("/rounds/999/act", {"index": 0}).status_code == 404
    assert dealer.post("/rounds/999/undo", {"index": 0}).status_code == 404


@pytest.mark.parametrize("code", sorted(GAMES))
def test_every_offer_has_a_button_and_the_felt_shows_what_lies_open(code):
    rng = random.Random(code)
    for _ in range(6):
        for state, _action in Table(GAMES[code], rng).play():
            made = controls(state, prepared=True)
            buttons = [*made.table, *made.rare, *(b for _, row in made.seats for b in row)]
            offered = {(offer["do"], offer.get("seat", 0)) for offer in legal(state)}
            found = {(one.do, one.seat) for one in [*buttons, made.main] if one}
            found |= {("settle", 0)} if made.prizes else set()
            assert found == {(do, seat) for do, seat in offered if do != "irregularity"}
            letters = [one.letter for one in made.table if one.letter]
            assert len(letters) == len(set(letters))
            assert drawn(felt_of(view_of(state))) <= open_cards(view_of(state))


def drawn(felt):
    hands = [card for seat in felt.seats for card in (*seat.cards, *seat.discards)]
    return {card.face for card in (*hands, *felt.board, *felt.dealer, *felt.last)}


def open_cards(view):
    return set(re.findall(r"'([2-9TJQKA][shdc]|[A-Z]{2})'", repr(view))) | {"??"}
