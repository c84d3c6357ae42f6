"""The rulebook and the register of readings, as pages: whole, linked, and true to the games."""

import re
from html.parser import HTMLParser

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from casino.lib.law import Clause, Reading, Refused
from casino.models import Job
from games.catalogue import GAMES
from games.engine import paytable
from games.selectors import readings, rulebook
from inventory.rules.provisions import PROVISIONS
from tables.rules.words import odds as in_words

PAGES = ["/rules", "/rules/cards", "/readings", *(f"/rules/{code}" for code in GAMES)]
ODDS = re.compile(r"^[\d,]+ to \d+$")


class Page(HTMLParser):
    """Ids, links and the texts of cells."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.cells = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        self.ids += [known["id"]] if "id" in known else []
        self.links += [known["href"]] if tag == "a" else []

    def handle_data(self, data):
        self.cells.append(data.strip())


@pytest.fixture
def client(client_for):
    return client_for(Job.PIT_BOSS)


@pytest.fixture
def read(client):
    return lambda path: Page(client.get(path).content.decode())


def test_pages_ask_the_database_only_for_the_shell(client):
    def cost(path):
        with CaptureQueriesContext(connection) as asked:
            client.get(path)
        return len(asked)

    shell = cost("/nowhere")  # a page with nothing in it
    assert {path: cost(path) for path in PAGES} == dict.fromkeys(PAGES, shell)


def test_first_page_names_every_game_and_what_decides_it(read):
    page = read("/rules")
    for book in rulebook.books():
        assert f"/rules/{book.code}" in page.links
        assert {book.guide.name, book.guide.decides} <= set(page.cells)


@pytest.mark.parametrize("code", GAMES)
def test_every_clause_of_a_game_can_be_linked_to(read, code):
    page = read(f"/rules/{code}")
    places = [rulebook.anchor(p.place) for p in GAMES[code].law.provisions]
    assert set(places) <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))
    assert not any(re.search(r"[\s\"]", name) for name in page.ids)


def test_every_link_of_the_rulebook_leads_somewhere(read):
    pages = {path: read(path) for path in PAGES}
    for path, page in pages.items():
        for link in page.links:
            to, _, name = link.partition("#")
            to = to.partition("?")[0] or path
            if name and to in pages:
                assert name in pages[to].ids, (path, link)


@pytest.mark.parametrize("code", GAMES)
def test_pay_tables_are_the_games_own_and_say_to(read, code):
    shown = [cell for cell in read(f"/rules/{code}").cells if ODDS.match(cell)]
    tables = [table for pay in rulebook.book(code).guide.pays for table in pay.tables.values()]
    told = [in_words(odds) for table in tables for odds in table.values()]
    assert sorted(shown) == sorted(told)


def test_odds_are_never_stated_with_for(client):
    for path in PAGES:
        assert not re.search(r"\d+ for \d", client.get(path).content.decode()), path


def test_a_payout_changed_in_the_game_is_changed_in_the_book(monkeypatch, client):
    table = rulebook.book("heads_up_holdem").guide.pays[0].tables[1]
    monkeypatch.setitem(table, "royal_flush", (777, 2))
    assert b"777 to 2" in client.get("/rules/heads_up_holdem").content
    assert paytable.winnings(100, table["royal_flush"]) == 38850


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("deuce_of_the_dragon", ["At most 5 %", "is twice the deuce ante", "1 to 3 antes"]),
        ("ultimate_8", ["At most 10 %", "equal to or twice the ace ante", "1 to 20 antes"]),
        ("heads_up_holdem", ["Table 1 to 4", "Table 1 to 3", "$5 to $1,000"]),
        ("double_cross_poker", ["$60,000", "601 times", "$1 to $100"]),
        ("dragon_poker", ["Table 1 to 2", "53 cards"]),
    ],
)
def test_limits_of_a_game_are_told(client, code, words):
    page = client.get(f"/rules/{code}").content.decode()
    assert [w for w in words if w not in page] == []


def test_register_has_every_reading_with_an_anchor(read):
    numbers = [entry.number for entry in readings.register()]
    assert set(numbers) <= set(read("/readings").ids)
    assert len(numbers) == len(set(numbers))


def test_register_is_filtered_by_game(read):
    ids = read("/readings?game=ultimate_8").ids
    assert {"A1", "P18"} <= set(ids)
    assert not {"P17", "H1", "G1"} & set(ids)


def test_reading_that_is_a_setting_says_so(client):
    assert b"Setting: equal length" in client.get("/readings").content


@pytest.mark.parametrize(
    ("path", "status"), [("/rules/whist", 404), ("/readings?game=whist", 400), ("/rules/", 404)]
)
def test_unknown_game_is_said_to_be_none(client, path, status):
    assert client.get(path).status_code == status


def test_closed_topics_can_all_be_opened(client):
    assert b'class="topic" open' not in client.get("/rules/ultimate_8").content
    page = client.get("/rules/ultimate_8?all").content
    assert page.count(b'class="topic" open') == page.count(b'class="topic"')


# -- clauses elsewhere


def test_refusal_links_to_the_rule_and_its_reading():
    law = Clause('13:69F-41.1 "Call"', "deuce_of_the_dragon")
    refusal = Refused("No", law, reading=Reading("P12", "", "Because"))
    for template in ("_refusal.html", "errors/_why.html"):
        page = Page(render_to_string(template, {"refusal": refusal}))
        assert page.links == ["/rules/deuce_of_the_dragon#13:69F-41.1-Call", "/readings#P12"]
        assert 'Deuce of the Dragon 13:69F-41.1 "Call"' in page.cells


def test_clause_of_all_cards_links_to_the_rule_in_plain_words(read):
    shown = read("/rules/cards")
    assert set(map(rulebook.anchor, PROVISIONS)) <= set(shown.ids)
    assert {provision.summary for provision in PROVISIONS.values()} <= set(shown.cells)
    for place in PROVISIONS:
        refusal = Refused("No", Clause(place))
        page = Page(render_to_string("_refusal.html", {"refusal": refusal}))
        assert page.links == [f"/rules/cards#{rulebook.anchor(place)}"]


def test_clause_that_nobody_tells_is_only_named():
    refusal = Refused("No", Clause("13:69X-9.9"), reading=Reading("12", "", ""))
    page = Page(render_to_string("_refusal.html", {"refusal": refusal}))
    assert page.links == []
    assert "13:69X-9.9" in page.cells
