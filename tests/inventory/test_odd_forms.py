"""Forms that no page of ours would send, and tickets that were used before."""

import pytest
from django.db import IntegrityError, transaction

from casino.models import Entry, Job
from inventory.models import Container, Deck, DeckSeal, Movement
from inventory.rules.deck import ON_TABLE
from inventory.selectors.machines import matching
from tests.cast import ticket_for
from tests.inventory.cards import EXAMINED, INSPECTED, bring, do, make_seals
from tests.inventory.test_api import Machine
from tests.inventory.test_pages_card_room import codes, send

pytestmark = pytest.mark.django_db


class TestMany:
    def test_decks_are_examined_one_by_one(self, client_for):
        decks = codes(3)
        for code in decks:
            bring(code, "collect")
        answer = send(client_for(Job.SECURITY_OFFICER), "examine", *decks, **EXAMINED)
        assert answer.status_code == 409
        assert "one deck at a time" in answer.content.decode()
        assert not Movement.objects.filter(do="examine").exists()

    def test_decks_of_two_tables_are_not_inspected_at_once(self, client_for):
        one, two = codes(2)
        for code, table in ((one, "HU-01"), (two, "HU-02")):
            do("issue", code)
            do("deliver", code, to=table)
        answer = send(client_for(Job.DEALER), "inspect", one, two, page="deck", **INSPECTED)
        assert answer.status_code == 409
        assert not Movement.objects.filter(do="inspect").exists()


class TestTicket:
    def test_another_verb_with_a_used_ticket_is_not_told_as_done(self, client_for):
        (code,) = codes()
        bring(code, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        ticket = ticket_for(client)
        assert send(client, "collect", code, to="security", ticket=ticket).status_code == 302
        answer = send(client, "hold", code, reason="Asked for", ticket=ticket)
        assert answer.status_code == 409
        assert Deck.objects.get(code=code).held == ""

    def test_other_facts_with_a_used_ticket_are_not_told_as_done(self, client_for):
        (code,) = codes()
        client = client_for(Job.SECURITY_OFFICER)
        ticket = ticket_for(client)
        assert send(client, "hold", code, reason="One", ticket=ticket).status_code == 302
        assert send(client, "hold", code, reason="Two", ticket=ticket).status_code == 409
        assert send(client, "hold", code, reason="One", ticket=ticket).status_code == 302
        assert Movement.objects.filter(do="hold").count() == 1

    def test_more_decks_with_a_used_ticket_are_not_told_as_done(self, client_for):
        one, two = codes(2)
        for code in (one, two):
            bring(code, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        ticket = ticket_for(client)
        assert send(client, "collect", one, to="security", ticket=ticket).status_code == 302
        answer = send(client, "collect", one, two, to="security", ticket=ticket)
        assert answer.status_code == 409
        assert Deck.objects.get(code=two).stage == "enveloped"

    def test_signed_by_two_it_is_the_same(self, client_for):
        one, two = codes(2)
        client = client_for(Job.SHIFT_MANAGER)
        told = {"second": Job.SECURITY_OFFICER, "ticket": ticket_for(client)}
        assert send(client, "issue", one, to="stand-1", **told).status_code == 302
        assert send(client, "issue", one, to="stand-1", **told).status_code == 302
        assert send(client, "issue", one, to="stand-2", **told).status_code == 409
        assert send(client, "issue", one, two, to="stand-1", **told).status_code == 409
        assert Entry.objects.filter(act="deck_issue", refused=False).count() == 1


class TestUnreadable:
    @pytest.mark.parametrize("length", ["9" * 5000, "", "x", "\N{ARABIC-INDIC DIGIT ONE}", "-1"])
    def test_a_length_that_is_none_is_that_of_no_deck(self, client_for, length):
        (code,) = codes()
        bring(code, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        sent = {"do": "collect", "deck": f"{code}:{length}", "to": "security"}
        assert client.post("/cards/move", sent).status_code == 409
        assert client.get("/cards", {"deck": sent["deck"]}).status_code == 200
        assert Deck.objects.get(code=code).stage == "enveloped"

    @pytest.mark.parametrize(
        ("path", "field"),
        [
            ("/cards/move", "deck"),
            ("/cards/move", "ticket"),
            ("/cards/move", "do"),
            ("/cards/move", "a\0b"),
            ("/cards/collection", "deck"),
            ("/cards/destruction", "deck"),
            ("/cards/decks/D00000018/photos", "caption"),
            ("/sign-on", "next"),
        ],
    )
    def test_nul_in_a_field_is_a_bad_request_on_every_page(self, client_for, path, field):
        client = client_for(Job.SECURITY_OFFICER)
        (code,) = codes()
        sent = {"do": "collect", "deck": code, field: f"{code}\0"}
        assert client.post(path, sent).status_code == 400
        assert client.post(path, sent, headers={"HX-Request": "true"}).status_code == 400

    def test_nul_in_a_question_is_a_bad_request(self, client_for):
        assert client_for(Job.DEALER).get("/cards?deck=%00").status_code == 400

    @pytest.mark.parametrize("name", ['L"1', "L/1", "L 1;", "Ä-1", "L_1", "<B>"])
    def test_labels_and_seals_are_named_plainly(self, client_for, name):
        (code,) = codes()
        bring(code, "remove")
        make_seals("S-1")
        client = client_for(Job.FLOORPERSON)
        sent = {"seal": "S-1", "label": name, "second": Job.DEALER}
        answer = send(client, "envelope", code, **sent)
        assert answer.status_code == (422 if name != "L/1" else 302)  # a slash ends an address
        assert Container.objects.filter(label=name).count() == 0

    @pytest.mark.parametrize("name", ['T"1', "T/1", "Ä"])
    def test_machines_name_tables_and_labels_plainly(self, name):
        (code,) = codes()
        bring(code, "issue")
        boss = Machine(Job.FLOORPERSON)
        answer = boss.move(code, do="deliver", to=name, facts={"method": "hand"})
        assert answer.status_code == 400
        assert list(answer.json()["error"]["fields"]) == ["to"]
        answer = boss.move(code, do="deliver", to="hu-01", facts={"method": "hand"})
        assert answer.status_code == 201

    @pytest.mark.parametrize("name", ["a-1", "A 1", "", 'A"', "A\n"])
    def test_the_database_keeps_no_other_name(self, name):
        (code,) = codes()
        bring(code, "envelope")
        known = Container.objects.get()
        make_seals("S-2")
        seal = DeckSeal.objects.get(number="S-2")
        told = {"what": "bag", "seal": seal, "deck": known.deck, "entry": known.entry}
        with pytest.raises(IntegrityError, match="named_plainly"), transaction.atomic():
            Container.objects.create(label=name, **told)
        with pytest.raises(IntegrityError, match="named_plainly"), transaction.atomic():
            make_seals(name)


class TestAtATable:
    def test_a_table_is_asked_for_its_decks_by_the_stages_of_their_index(self):
        """A partial index serves only who names its condition; what is gone is never walked."""
        asked = str(matching({"table": "HU-01", "held": None}).query)
        assert f'"stage" IN ({", ".join(ON_TABLE)})' in asked

    def test_a_removed_deck_is_found_by_its_stage(self):
        one, two = codes(2)
        bring(one, "remove")
        bring(two, "verify")
        camera = Machine(Job.SURVEILLANCE)
        asked = {"table": "HU-01"}
        found = camera.get("decks", **asked).json()["decks"]
        assert [deck["code"] for deck in found] == [two]
        found = camera.get("decks", stage="removed", **asked).json()["decks"]
        assert [deck["code"] for deck in found] == [one]
