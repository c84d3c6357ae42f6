"""The replay of a round, the list of a table's rounds, the transcript and corrections."""

import io
import json
import random
import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Entry, Job, User
from games.catalogue import GAMES
from games.engine import fold
from games.engine.transcript import replay_line
from games.models import Round
from games.selectors.replay import replay_of, seats_of
from games.selectors.sentences import WORDS, sentence
from games.services.looks import note_look
from games.services.undo import undo
from tables.templatetags.tables import MINUS, signed
from tests.cast import PIN, ticket_for
from tests.games.replays import BEFORE, DEAL, PLAY, WHOLE, act, dealer, fresh, opened, played, say
from tests.inventory.cards import on_duty
from tests.rules.players import Table as Players
from tests.tables.play import now, opened_table

pytestmark = pytest.mark.django_db
WATCH = Job.SURVEILLANCE


@pytest.fixture
def table(db):
    return opened_table("HU-01")


def text_of(answer):
    """What a reader sees: without tags, spaces made one."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode())).strip()


def queries_of(client, url):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def looks(row):
    return Entry.objects.filter(thing=row.thing, act="see_replay").count()


class TestReplay:
    def test_tells_every_action_in_plain_words(self, table, client_for):
        page = text_of(client_for(Job.PIT_BOSS).get(f"/rounds/{played(table).pk}"))
        for words in (
            "Seat 1 wagers on ante: $10",
            "The cards are shuffled by hand",
            "The dealer cuts 26 cards",
            "The cards are dealt to seats 1 and 2 and the dealer",
            "Seat 1 raises 2 times the ante: $20",
            "Seat 2 folds",
            "The wagers are settled",
        ):
            assert words in page

    def test_shows_the_felt_as_it_was_at_each_action(self, table, client_for):
        row, client = played(table), client_for(Job.PIT_BOSS)
        before_the_flop = client.get(f"/rounds/{row.pk}?at=10", headers={"HX-Request": "true"})
        after_the_flop = client.get(f"/rounds/{row.pk}?at=11", headers={"HX-Request": "true"})
        assert "jack of spades" not in before_the_flop.content.decode()
        assert "jack of spades" in after_the_flop.content.decode()
        assert "The flop is turned" in text_of(after_the_flop)

    def test_a_step_is_the_felt_alone_and_a_link_the_whole_page(self, table, client_for):
        row, client = played(table), client_for(Job.PIT_BOSS)
        step = client.get(f"/rounds/{row.pk}?at=3", headers={"HX-Request": "true"})
        whole = client.get(f"/rounds/{row.pk}?at=3")
        assert b"<html" not in step.content
        assert b"<html" in whole.content
        assert all(b'data-at="3"' in page.content for page in (step, whole))

    @pytest.mark.parametrize("at", ["", "999", "-1", "x", str(10**30)])
    def test_a_step_that_is_none_leads_to_the_end(self, table, client_for, at):
        row = played(table)
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}?at={at}")
        assert f'id="stage" class="replay-stage" data-at="{len(WHOLE)}"' in page.content.decode()

    def test_refusals_stand_where_they_happened_with_their_clause(self, table, client_for):
        row = act(opened(table), *BEFORE[:4])
        refused = say(row, 4, DEAL).refusal
        act(row, *BEFORE[4:])
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}?at=4")
        place = re.escape(refused.clause.place)
        assert refused.error in text_of(page)
        assert re.search(
            rf'href="/rules/heads_up_holdem#[^"]*">[^<]*{place}', page.content.decode()
        )
        order = text_of(page).split("What was done")[1]
        assert order.index("Seat 2 wagers on odds") < order.index(refused.error)
        assert order.index(refused.error) < order.index("The cards are shuffled by hand")

    def test_what_was_taken_back_is_struck_through_with_who_did_it(self, table, client_for):
        row = act(opened(table), *BEFORE[:2])
        assert undo(round=row.pk, index=2, key="u", by=dealer(), now=now()).refusal is None
        act(row, {"do": "wager", "seat": 1, "on": "odds", "amount": 2000})
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}")
        assert '<span class="struck">Seat 1 wagers on odds: $10</span>' in page.content.decode()
        assert f"taken back by {dealer().person.name}" in text_of(page)
        assert "takes back action 2" in text_of(page)
        step = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}?at=3", headers={"HX-Request": "1"})
        assert "Odds $10" not in step.content.decode()

    def test_machines_have_a_lane_of_their_own(self, table, client_for):
        row = played(table)
        assert 'class="lane-device" data-at' not in self.lanes(client_for, row)
        User.objects.filter(pk=dealer().person_id).update(is_machine=True)
        assert 'class="lane-device" data-at' in self.lanes(client_for, row)

    def lanes(self, client_for, row):
        """The list, in which a line carries its lane."""
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}").content.decode()
        return re.sub(r'id="entry-[0-9]*" ', "", page)

    def test_result_shows_each_seat_and_the_fate_of_the_deck(self, table, client_for):
        row = played(table)
        page = text_of(client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}"))
        net = row.result["seats"]["1"]["net"] // 100
        assert f"+${net}" in page
        assert f"{MINUS}$20" in page
        assert f"Deck {row.deck.code} : Kept" in page

    def test_head_leads_to_deck_rules_log_and_names_the_cameras(self, table, client_for):
        type(table).objects.update(cameras=["C-41", "C-42"])
        row = played(table)
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}").content.decode()
        links = (f"/cards/decks/{row.deck.code}", "/tables/HU-01/rules", "/log?thing=round%3A")
        assert all(f'href="{link}' in page for link in links)
        assert "C-41, C-42" in page
        assert row.engine in page
        assert dealer().person.name in page

    def test_as_many_queries_for_a_long_round_as_for_a_short_one(self, table, client_for):
        client, short = client_for(Job.PIT_BOSS), act(opened(table), *BEFORE[:1])
        client.get(f"/rounds/{short.pk}")
        few = queries_of(client, f"/rounds/{short.pk}")
        act(short, *BEFORE[1:], DEAL)
        assert queries_of(client, f"/rounds/{short.pk}") == few

    def test_round_that_is_not_there(self, table, client_for):
        assert client_for(Job.PIT_BOSS).get("/rounds/999").status_code == 404

    def test_rules_that_changed_since_end_the_replay_and_say_why(self, table):
        row = played(table)
        row.setup["rules"]["min"] = 5000  # as if today's rules asked for more
        told = replay_of(row, hidden=True)
        assert "out of the limits" in told.broken.error
        assert told.length == len(BEFORE) - 1
        assert seats_of(told)[0].net == row.result["seats"]["1"]["net"]


class TestHiddenCards:
    """Of a round in play nobody sees what lies face down, but who may."""

    @pytest.fixture
    def row(self, table):
        return act(opened(table), *BEFORE, DEAL, *PLAY[:2])

    @pytest.mark.parametrize("job", [Job.DEALER, Job.PIT_BOSS, Job.REGULATOR])
    def test_no_face_is_in_the_page(self, row, client_for, job):
        page = client_for(job).get(f"/rounds/{row.pk}").content.decode()
        faces = ("ace of spades", "ace of hearts", "seven of clubs", "king of diamonds", "&quot;As")
        assert not [face for face in faces if face in page]

    def test_surveillance_sees_them_and_that_is_logged(self, row, client_for):
        page = client_for(WATCH).get(f"/rounds/{row.pk}").content.decode()
        assert "ace of spades" in page
        assert Entry.objects.filter(thing=row.thing, act="see_hidden_cards").count() == 1

    def test_once_it_is_over_all_that_is_known_is_shown(self, row, client_for):
        act(row, *PLAY[2:], *WHOLE[-3:])
        page = client_for(Job.DEALER).get(f"/rounds/{row.pk}?at=8").content.decode()
        assert "seven of clubs" in page

    def test_refused_cards_stay_covered(self, row, client_for):
        say(row, row.length, {"do": "reveal", "what": "dealer", "cards": ["Kd", "9c"]})
        page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}").content.decode()
        assert "The dealer&#x27;s cards are turned" in page
        assert "king of diamonds" not in page

    def test_transcript_waits_for_the_end(self, row, client_for):
        answer = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}/transcript")
        assert answer.status_code == 409
        assert "face down" in text_of(answer)
        assert client_for(WATCH).get(f"/rounds/{row.pk}/transcript").status_code == 200


class TestLooking:
    def test_is_logged_once_an_hour_for_each_person(self, table, client_for):
        row = played(table)
        for _ in range(3):
            client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}")
        assert looks(row) == 1
        client_for(WATCH).get(f"/rounds/{row.pk}?at=2", headers={"HX-Request": "true"})
        assert looks(row) == 2

    @pytest.mark.parametrize(("minutes", "count"), [(59, 1), (61, 2)])
    def test_is_logged_again_an_hour_later(self, table, minutes, count):
        row, by = played(table), on_duty(Job.PIT_BOSS)
        for later in (timedelta(0), timedelta(minutes=minutes)):
            note_look(row, by=by, now=now() + later)
        assert looks(row) == count

    def test_round_in_play_is_no_replay_yet(self, table, client_for):
        row = opened(table)
        client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}")
        assert looks(row) == 0

    def test_looks_are_not_listed_among_the_actions(self, table, client_for):
        row, client = played(table), client_for(Job.PIT_BOSS)
        first, second = client.get(f"/rounds/{row.pk}"), client.get(f"/rounds/{row.pk}")
        assert first.content.count(b'id="entry-') == second.content.count(b'id="entry-')


class TestTranscript:
    def test_comes_to_the_same_result(self, table, client_for, tmp_path):
        row = played(table)
        answer = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}/transcript")
        assert 'filename="HU-01-round-1.jsonl"' in answer.headers["Content-Disposition"]
        line = answer.content.decode()
        assert line.count("\n") == 1
        told = replay_line(line, GAMES)
        assert told == {"id": "HU-01-1", **row.result, "refused": []}
        path, out = tmp_path / "round.jsonl", io.StringIO()
        path.write_text(line)
        call_command("replay", str(path), stdout=out)
        assert json.loads(out.getvalue()) == told

    def test_holds_nothing_that_was_taken_back(self, table, client_for):
        row = act(opened(table), *BEFORE[:4], {"do": "shuffle", "method": "device"})
        undo(round=row.pk, index=5, key="u", by=dealer(), now=now())
        row = act(row, *WHOLE[4:])
        answer = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}/transcript")
        assert json.loads(answer.content)["actions"] == WHOLE
        told = replay_line(answer.content.decode(), GAMES)
        assert told == {"id": "HU-01-1", **row.result, "refused": []}


class TestCorrection:
    def form(self, client, **changes):
        signed = {"second_badge": on_duty(Job.FLOORPERSON).person.badge, "second_pin": PIN}
        given = {"reason": "Seat 2 was paid short", "seat_1": "", "seat_2": "12.50"}
        return {**signed, **given, "ticket": ticket_for(client), **changes}

    def post(self, client, row, **changes):
        return client.post(f"/rounds/{row.pk}/correct", self.form(client, **changes))

    def test_stands_beside_the_original_linked_both_ways(self, table, client_for):
        row, client = played(table), client_for(Job.PIT_BOSS)
        answer = self.post(client, row)
        entry = Entry.objects.get(act="correct_round")
        assert answer.url == f"/rounds/{row.pk}#correction-{entry.position}"
        assert entry.payload["seats"] == {"2": 1250}
        assert entry.second_person == on_duty(Job.FLOORPERSON).person
        page = client.get(f"/rounds/{row.pk}").content.decode()
        assert f'id="correction-{entry.position}"' in page
        nets = (signed(-2000), signed(-750))
        assert '<span class="struck">{}</span> <a href="#corrections">{}</a>'.format(*nets) in page
        assert 'href="#result"' in page
        assert fresh(row).result == row.result
        was = row.result["house_net"]
        listed = text_of(client.get("/tables/HU-01/rounds"))
        assert f"{signed(was)} {signed(was - 1250)} , corrected" in listed

    def test_collects_as_well_as_it_hands_out(self, table, client_for):
        row = played(table)
        self.post(client_for(Job.PIT_BOSS), row, seat_1=f"{MINUS}5", seat_2="$1,000")
        assert Entry.objects.get(act="correct_round").payload["seats"] == {"1": -500, "2": 100000}

    def test_without_the_second_person_nothing_is_done(self, table, client_for):
        answer = self.post(client_for(Job.PIT_BOSS), played(table), second_pin="0000")
        assert answer.status_code in (403, 409)
        assert "data-open" in answer.content.decode()
        assert not Entry.objects.filter(act="correct_round", refused=False).exists()

    @pytest.mark.parametrize("wrong", [{"reason": ""}, {"seat_2": ""}, {"seat_2": "much"}])
    def test_what_is_missing_is_said_in_the_form(self, table, client_for, wrong):
        answer = self.post(client_for(Job.PIT_BOSS), played(table), **wrong)
        assert answer.status_code == 422
        assert "Not sent: please correct" in text_of(answer)
        assert not Entry.objects.filter(act="correct_round").exists()

    def test_round_in_play_is_not_corrected(self, table, client_for):
        row, client = opened(table), client_for(Job.PIT_BOSS)
        answer = self.post(client, row)
        assert answer.status_code == 409
        assert "The round is not over" in text_of(answer)

    def test_dealers_see_who_corrects(self, table, client_for):
        page = client_for(Job.DEALER).get(f"/rounds/{played(table).pk}")
        assert "A round is corrected by: pit boss, shift manager" in text_of(page)
        assert b'action="/rounds/' not in page.content

    def test_the_same_form_twice_corrects_once(self, table, client_for):
        row, client = played(table), client_for(Job.PIT_BOSS)
        form = self.form(client)
        codes = [client.post(f"/rounds/{row.pk}/correct", form).status_code for _ in range(2)]
        assert codes == [302, 409]
        assert Entry.objects.filter(act="correct_round", refused=False).count() == 1


class TestRounds:
    def copies(self, row, count, **changes):
        """Rounds of the past: the list reads their rows alone."""
        first = row.number + 1
        names = [f.name for f in Round._meta.fields if f.name != "id"]
        known = {name: getattr(row, name) for name in names} | changes
        Round.objects.bulk_create(Round(**{**known, "number": first + n}) for n in range(count))

    def test_empty(self, table, client_for):
        page = client_for(Job.PIT_BOSS).get("/tables/HU-01/rounds")
        assert "No round was played here yet" in text_of(page)

    def test_shows_one_round_a_row(self, table, client_for):
        row = played(table)
        page = client_for(Job.PIT_BOSS).get("/tables/HU-01/rounds")
        shown = text_of(page).split("Dealer", 1)[1]
        net = signed(row.result["house_net"])
        for words in ("Settled", "1, 2", net, row.deck.code, dealer().person.name):
            assert words in shown
        assert f'href="/rounds/{row.pk}"'.encode() in page.content
        assert f'href="/cards/decks/{row.deck.code}"'.encode() in page.content

    def test_round_in_play_has_no_result(self, table, client_for):
        opened(table)
        assert "not settled" in text_of(client_for(Job.PIT_BOSS).get("/tables/HU-01/rounds"))

    def test_pages_by_cursor_newest_first(self, table, client_for):
        client, row = client_for(Job.PIT_BOSS), played(table)
        self.copies(row, 70)
        first = client.get("/tables/HU-01/rounds").content.decode()
        assert re.findall(r'data-row="(\d+)"', first)[:2] == ["71", "70"]
        older = re.search(r'rel="next" href="([^"]*)"', first)[1]
        second = client.get(f"/tables/HU-01/rounds{older}").content.decode()
        assert re.findall(r'data-row="(\d+)"', second) == [str(n) for n in range(21, 0, -1)]

    def test_costs_do_not_grow_with_history(self, table, client_for):
        client, row = client_for(Job.PIT_BOSS), played(table)
        few = queries_of(client, "/tables/HU-01/rounds")
        self.copies(row, 200)
        assert queries_of(client, "/tables/HU-01/rounds") == few

    def test_filters_by_day_and_by_void(self, table, client_for):
        client, row = client_for(Job.PIT_BOSS), played(table)
        yesterday = row.gaming_day - timedelta(days=1)
        past = {"gaming_day": yesterday, "opened_at": row.opened_at - timedelta(days=1)}
        self.copies(row, 1, **past, status="void")
        for asked, numbers in (
            (f"day={yesterday}", ["2"]),
            (f"day={row.gaming_day}", ["1"]),
            ("void=on", ["2"]),
            (f"void=on&day={row.gaming_day}", []),
        ):
            page = client.get(f"/tables/HU-01/rounds?{asked}").content.decode()
            assert re.findall(r'data-row="(\d+)"', page) == numbers, asked
        assert "No round fits" in page

    def test_day_that_is_none_is_said(self, table, client_for):
        answer = client_for(Job.PIT_BOSS).get("/tables/HU-01/rounds?day=never")
        assert answer.status_code == 422

    def test_live_page_is_drawn_again_only_when_a_row_has_changed(self, table, client_for):
        client, row = client_for(Job.PIT_BOSS), opened(table)
        page = client.get("/tables/HU-01/rounds").content.decode()
        url = "/tables/HU-01/rounds" + re.search(r'hx-get="(\?[^"]*)"', page)[1]
        live = {"HX-Request": "true", "X-Live": "1"}
        assert client.get(url, headers=live).status_code == 204
        act(row, *WHOLE)
        assert client.get(url, headers=live).status_code == 200


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_any_round_of_any_game_is_told(game, seed):
    """Random rounds to their end: every action has a sentence of its own."""
    players = Players(GAMES[game], random.Random(f"{game} {seed}"))
    for before, action in players.play():
        assert action["do"] in WORDS
        said = WORDS[action["do"]](action, before)
        assert said == sentence(action, before)
        assert "_" not in said
    assert players.state.status != fold.OPEN
