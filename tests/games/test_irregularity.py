"""The wizard for what goes wrong: what the rule says, who gets what back, and the deck."""

import random
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Entry, Job
from games.catalogue import GAMES
from games.engine import fold
from games.selectors import wizard
from games.selectors.rounds import present
from inventory.models import Discrepancy
from tests.games.replays import BEFORE, DEAL, PLAY, act, fresh, opened
from tests.games.test_replay_pages import text_of
from tests.rules.players import Table as Players
from tests.tables.play import deck_at, decks_of, opened_table

pytestmark = pytest.mark.django_db
URL = "/tables/HU-01/irregularity"
DEALT = [*BEFORE, DEAL]
ALL_OUT = [*DEALT, *PLAY]
RIGHT = 52 - 6 - 5


@pytest.fixture
def table(db):
    return opened_table("HU-01")


def hidden_in(page):
    """The fields of the form that confirms."""
    form = page.content.decode().split(f'method="post" action="{URL}"')[1].split("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def kinds_in(page):
    return re.findall(r'href="\?kind=(\w+)"', page.content.decode())


def confirm(client, **asked):
    return client.post(URL, hidden_in(client.get(URL, asked)))


class TestWhatHappened:
    def test_without_a_round_it_says_so(self, table, client_for):
        page = client_for(Job.DEALER).get(URL)
        assert "No round is being played here" in text_of(page)

    def test_before_the_shuffle_nothing_can_go_wrong(self, table, client_for):
        act(opened(table), *BEFORE[:4])
        page = client_for(Job.DEALER).get(URL)
        assert "Nothing can have gone wrong yet" in text_of(page)

    def test_only_what_is_legal_now_is_offered(self, table, client_for):
        row, client = act(opened(table), *BEFORE), client_for(Job.DEALER)
        before = kinds_in(client.get(URL))
        act(row, *DEALT[len(BEFORE) :], *PLAY)
        after = kinds_in(client.get(URL))
        assert "face_up_card" in before
        assert "face_up_card" not in after  # all cards are out
        assert "cards_missing_or_added" not in before
        assert "cards_missing_or_added" in after
        assert after[-1] == "stub"
        assert "shuffler_jam" not in before + after  # no shuffler has shuffled

    def test_kinds_are_told_in_words(self, table, client_for):
        act(opened(table), *DEALT)
        page = text_of(client_for(Job.DEALER).get(URL))
        assert "A hand has the wrong number of cards" in page
        assert "wrong_number_of_cards" not in page


class TestWhatFollows:
    def test_shows_rule_money_and_deck_and_stores_nothing(self, table, client_for):
        row = act(opened(table), *DEALT, {"do": "raise", "seat": 1, "times": 3})
        page = client_for(Job.DEALER).get(f"{URL}?kind=wrong_number_of_cards")
        said = text_of(page)
        place = GAMES["heads_up_holdem"].law.cited["wrong_number_of_cards"]
        assert place in said
        assert re.search(r'href="/rules/heads_up_holdem#[^"]*"', page.content.decode())
        assert "Every wager goes back: $70 in all" in said
        assert "Seat 1 $50" in said
        assert "Seat 2 $20" in said
        assert "Deck reshuffled" in said
        assert (fresh(row).length, fresh(row).status) == (row.length, "open")

    def test_removal_is_said_before_it_is_confirmed(self, table, client_for):
        act(opened(table), *DEALT)
        said = text_of(client_for(Job.DEALER).get(f"{URL}?kind=cards_missing_or_added"))
        assert "Deck removed" in said
        assert "Void the round and remove the deck" in said

    def test_card_face_up_goes_unused_and_play_goes_on(self, table, client_for):
        row, client = act(opened(table), *BEFORE), client_for(Job.DEALER)
        assert "Play goes on" in text_of(client.get(f"{URL}?kind=face_up_card"))
        answer = confirm(client, kind="face_up_card")
        assert answer.url == "/tables/HU-01/console"
        assert present(row.pk).state.before.unused == 1
        assert "The round is void" in text_of(client.get(f"{URL}?kind=face_up_card"))

    def test_what_is_not_accepted_now_is_refused_with_its_clause(self, table, client_for):
        act(opened(table), *ALL_OUT)
        page = client_for(Job.DEALER).get(f"{URL}?kind=face_up_card")
        place = GAMES["heads_up_holdem"].law.cited["face_up_card"]
        assert "The dealing is over" in text_of(page)
        assert place in text_of(page)
        assert b'name="index"' not in page.content

    @pytest.mark.parametrize("kind", ["nonsense", "settle", "x" * 200, "<b>"])
    def test_kind_that_is_none_leads_back_to_the_list(self, table, client_for, kind):
        act(opened(table), *DEALT)
        page = client_for(Job.DEALER).get(URL, {"kind": kind})
        assert "What happened?" in text_of(page)

    def test_watchers_look_and_confirm_nothing(self, table, client_for):
        row, client = act(opened(table), *DEALT), client_for(Job.SURVEILLANCE)
        page = client.get(f"{URL}?kind=cards_missing_or_added")
        assert "It is said by: dealer" in text_of(page)
        assert f'action="{URL}"'.encode() not in page.content
        sent = {"kind": "cards_missing_or_added", "round": row.pk, "index": row.length, "key": "k"}
        assert client.post(URL, sent).status_code == 403
        assert fresh(row).is_open

    def test_costs_a_fixed_number_of_queries(self, table, client_for):
        row, client = act(opened(table), *BEFORE), client_for(Job.DEALER)
        url = f"{URL}?kind=wrong_number_of_cards"
        few = self.queries(client, url)
        act(row, DEAL, *PLAY)
        assert self.queries(client, url) == few

    def queries(self, client, url):
        client.get(url)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(url).status_code == 200
        return len(asked)


class TestStub:
    def test_asks_for_the_number_first(self, table, client_for):
        act(opened(table), *ALL_OUT)
        said = text_of(client_for(Job.DEALER).get(f"{URL}?kind=stub"))
        assert "How many cards does the stub have?" in said

    @pytest.mark.parametrize(
        ("cards", "misdealt", "words"),
        [
            (RIGHT, "", "is the right number"),
            (RIGHT - 1, "", "Deck removed"),
            (RIGHT - 1, "on", "Deck reshuffled"),
        ],
    )
    def test_tells_what_each_number_means(self, table, client_for, cards, misdealt, words):
        act(opened(table), *ALL_OUT)
        asked = {"kind": "stub", "cards": cards, **({"misdealt": "on"} if misdealt else {})}
        assert words in text_of(client_for(Job.DEALER).get(URL, asked))

    def test_right_number_counts_the_stub(self, table, client_for):
        row = act(opened(table), *ALL_OUT)
        confirm(client_for(Job.DEALER), kind="stub", cards=RIGHT)
        assert present(row.pk).state.counted

    def test_misdeal_voids_and_keeps_the_deck(self, table, client_for):
        row = act(opened(table), *ALL_OUT)
        confirm(client_for(Job.DEALER), kind="stub", cards=RIGHT - 2, misdealt="on")
        row = fresh(row)
        assert (row.status, row.result["deck"]) == ("void", "reshuffle")
        assert deck_at(row.deck.code).table == "HU-01"


class TestConfirm:
    def test_void_round_hands_back_and_says_what_comes_next(self, table, client_for):
        row, client = act(opened(table), *DEALT), client_for(Job.DEALER)
        answer = confirm(client, kind="wrong_number_of_cards")
        assert answer.url == f"{URL}?done={row.pk}"
        assert fresh(row).status == "void"
        said = text_of(client.get(answer.url))
        assert "Seat 1 $20" in said
        assert "shuffle them again" in said

    def test_removal_by_a_floorperson_is_reported_with_it(self, table, client_for):
        row, client = act(opened(table), *DEALT), client_for(Job.FLOORPERSON)
        answer = confirm(client, kind="cards_missing_or_added")
        report = Discrepancy.objects.get()
        page = client.get(answer.url)
        assert deck_at(row.deck.code).held
        assert decks_of(table) == []
        assert f'href="/cards/discrepancies/{report.number}"'.encode() in page.content
        assert "Bring another deck" in text_of(page)
        assert "Until then no round is dealt" in text_of(page)
        assert b'href="/tables/HU-01"' in page.content

    def test_removal_by_a_dealer_says_who_reports(self, table, client_for):
        act(opened(table), *DEALT)
        client = client_for(Job.DEALER)
        answer = confirm(client, kind="cards_missing_or_added")
        assert not Discrepancy.objects.exists()
        said = text_of(client.get(answer.url))
        assert "must be reported" in said
        assert "floorperson, pit boss, shift manager" in said
        boss = client_for(Job.PIT_BOSS).get(answer.url)
        assert b"/discrepancy" in boss.content
        assert "Write the report" in text_of(boss)

    def test_stale_page_is_answered_with_the_present_state(self, table, client_for):
        row, client = act(opened(table), *DEALT), client_for(Job.DEALER)
        stale = hidden_in(client.get(f"{URL}?kind=wrong_number_of_cards"))
        row = act(row, {"do": "raise", "seat": 1, "times": 1})
        answer = client.post(URL, stale)
        assert answer.status_code == 409
        assert "actions by now" in text_of(answer)
        assert "$50 in all" in text_of(answer)  # as it stands now
        assert fresh(row).is_open
        assert client.post(URL, hidden_in(answer)).status_code == 302
        assert fresh(row).status == "void"

    def test_the_same_form_twice_does_it_once(self, table, client_for):
        row, client = act(opened(table), *BEFORE), client_for(Job.DEALER)
        sent = hidden_in(client.get(f"{URL}?kind=face_up_card"))
        assert [client.post(URL, sent).status_code for _ in range(2)] == [302, 302]
        assert fresh(row).length == len(BEFORE) + 1

    def test_form_that_is_not_whole(self, table, client_for):
        act(opened(table), *DEALT)
        answer = client_for(Job.DEALER).post(URL, {"kind": "wrong_number_of_cards"})
        assert answer.status_code == 409
        assert "not whole" in text_of(answer)

    def test_refusal_of_the_service_shows_and_is_kept(self, table, client_for):
        row, client = act(opened(table), *ALL_OUT), client_for(Job.DEALER)
        sent = hidden_in(client.get(f"{URL}?kind=cards_missing_or_added"))
        answer = client.post(URL, {**sent, "kind": "face_up_card"})
        assert answer.status_code == 409
        assert "The dealing is over" in text_of(answer)
        assert Entry.objects.filter(thing=row.thing, refused=True).count() == 1

    def test_round_of_another_table_is_not_told_as_done_here(self, table, client_for):
        for number in ("1", "999999", "9" * 40, "x", "²"):
            page = client_for(Job.DEALER).get(URL, {"done": number})
            assert "No round is being played here" in text_of(page)


@pytest.mark.parametrize("game", GAMES)
def test_every_offer_of_every_game_has_words_a_rule_and_an_outcome(game):
    """Whatever a random round comes to: what is offered can be told, tried and confirmed."""
    seen = set()
    for seed in range(12):
        players = Players(GAMES[game], random.Random(seed))
        for before, _ in players.play(most=40):
            for one in wizard.choices_now(before):
                seen.add(one.kind)
                assert wizard.rule_of(before, one.place)
                found = wizard.outcome_of(before, wizard.action_for(one.kind, 0))
                assert found.refusal is None, (one.kind, found.refusal)
                if found.is_void:
                    staked = fold.result(before)["seats"]
                    assert found.back == sum(seat["staked"] for seat in staked.values())
    assert {"stub", "cards_missing_or_added"} <= seen
