"""Scanners at once, each with a connection of its own: nothing lost, nothing doubled."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from casino.models import Entry, Job
from inventory.models import Deck, Movement
from tests.inventory.cards import bring, make_lot
from tests.inventory.test_api import Machine

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(count, work):
    gate = Barrier(count)

    def run(number):
        try:
            gate.wait(timeout=30)
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


@pytest.fixture
def enveloped():
    code = make_lot().decks.first().code
    bring(code, "envelope")
    return code


def statuses(answers):
    return sorted(answer.status_code for answer in answers)


def test_the_same_key_from_many_moves_once_and_answers_all(enveloped):
    scanner = Machine(Job.SECURITY_OFFICER)
    send = {"do": "collect", "to": "security", "key": "same-key-1"}
    answers = at_once(6, lambda _: scanner.move(enveloped, **send))
    assert statuses(answers) == [200] * 5 + [201]
    assert len({answer.json()["movement"]["position"] for answer in answers}) == 1
    assert Movement.objects.filter(deck__code=enveloped, do="collect").count() == 1
    assert Entry.objects.filter(act="deck_collect", refused=False).count() == 1


def test_two_scanners_on_one_deck_move_it_once(enveloped):
    scanner = Machine(Job.SECURITY_OFFICER)

    def collect(number):
        return scanner.move(enveloped, do="collect", to="security", key=f"scanner-{number}", seen=9)

    answers = at_once(4, collect)
    assert statuses(answers) == [201] + [409] * 3
    late = [answer.json() for answer in answers if answer.status_code == 409]
    assert {answer["error"]["code"] for answer in late} == {"outdated"}
    assert {answer["deck"]["stage"] for answer in late} == {"collected"}
    deck = Deck.objects.get(code=enveloped)
    assert deck.length == deck.movements.count() == 10


def test_without_seen_the_rules_alone_keep_it_to_one(enveloped):
    scanner = Machine(Job.SECURITY_OFFICER)

    def collect(number):
        return scanner.move(enveloped, do="collect", to="security", key=f"scanner-{number}")

    answers = at_once(4, collect)
    assert statuses(answers) == [201] + [409] * 3
    assert Deck.objects.get(code=enveloped).movements.filter(do="collect").count() == 1


def test_printers_at_once_hold_one_first_copy(enveloped, client_for):
    client = client_for(Job.SECURITY_OFFICER)
    cookies = client.cookies

    def print_label(number):
        from django.test import Client

        own = Client()
        own.cookies = cookies
        return own.post(f"/cards/decks/{enveloped}/label")

    assert statuses(at_once(4, print_label)) == [200] * 4
    kept = Entry.objects.filter(act="print_paper")
    assert sorted(entry.payload["copy"] for entry in kept) == [1, 2, 3, 4]
