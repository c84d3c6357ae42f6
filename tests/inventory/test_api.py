"""Scanners and surveillance: what they may ask, and what each answer says."""

import pytest
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from casino.lib.law import Refused
from casino.models import Entry, Job
from inventory.models import Deck, Movement
from inventory.services.custody import Order, move
from tests.cast import PIN
from tests.inventory.cards import (
    EXAMINED,
    LIFE,
    bring,
    do,
    make_lot,
    make_seals,
    on_duty,
    tell_surveillance,
)

pytestmark = pytest.mark.django_db


class Machine:
    """A client of the API, by key."""

    def __init__(self, job):
        self.duty = on_duty(job)
        person = self.duty.person
        person.is_machine = True
        person.save(update_fields=["is_machine"])
        _, self.key = AuthToken.objects.create(person)
        self.client = Client(headers={"Authorization": f"Token {self.key}"})

    def get(self, path, **asked):
        return self.client.get(f"/api/v1/{path}", asked)

    def move(self, code, **sent):
        sent = {"key": "key-0001"} | sent
        path = f"/api/v1/decks/{code}/movements"
        return self.client.post(path, sent, content_type="application/json")


@pytest.fixture
def scanner():
    return Machine(Job.SECURITY_OFFICER)


@pytest.fixture
def camera():
    return Machine(Job.SURVEILLANCE)


@pytest.fixture
def code():
    return make_lot().decks.order_by("code").first().code


def error(answer):
    return answer.json()["error"]


class TestReading:
    def test_decks_come_a_page_at_a_time(self, camera):
        codes = [deck.code for deck in make_lot(singles=5).decks.order_by("code")]
        first = camera.get("decks", limit=3).json()
        rest = camera.get("decks", limit=3, after=first["next"]).json()
        assert [deck["code"] for deck in first["decks"] + rest["decks"]] == codes
        assert rest["next"] is None

    @pytest.mark.parametrize(
        ("asked", "found"),
        [
            ({"stage": "in_play"}, [0]),
            ({"table": "HU-01"}, [0]),
            ({"store": "primary"}, [1, 2, 3]),
            ({"kind": "dragon"}, []),
            ({"back": "red", "stage": "stored"}, [1, 2, 3]),
            ({"lot": "LOT-none"}, []),
            ({"held": "true"}, []),
            ({"held": "false", "table": "HU-01"}, [0]),
            ({"missing": "true"}, []),
        ],
    )
    def test_decks_are_found_by_what_they_are(self, camera, asked, found):
        codes = [deck.code for deck in make_lot().decks.order_by("code")]
        bring(codes[0], "play")
        decks = camera.get("decks", **asked).json()["decks"]
        assert [deck["code"] for deck in decks] == [codes[place] for place in found]

    @pytest.mark.parametrize(
        ("asked", "name"),
        [
            ({"stage": "lost"}, "stage"),
            ({"limit": "0"}, "limit"),
            ({"limit": "201"}, "limit"),
            ({"limit": "ten"}, "limit"),
            ({"held": "perhaps"}, "held"),
            ({"colour": "red"}, "colour"),
            ({"store": "x" * 21}, "store"),
        ],
    )
    def test_a_question_that_is_none_is_answered_by_field(self, camera, asked, name):
        answer = camera.get("decks", **asked)
        assert answer.status_code == 400
        assert list(error(answer)["fields"]) == [name]

    def test_a_page_of_decks_costs_the_same_for_one_and_for_many(
        self, camera, django_assert_num_queries
    ):
        for count in (1, 40):
            make_lot(singles=count, invoice=f"I-{count}")
            camera.get("decks")
            with django_assert_num_queries(4):
                camera.get("decks")

    def test_a_deck_tells_its_clock_and_its_next_steps(self, camera, code):
        bring(code, "play")
        deck = camera.get(f"decks/{code}").json()
        assert (deck["stage"], deck["table"], deck["length"]) == ("in_play", "HU-01", 7)
        assert deck["change"]["state"] == "ok"
        assert deck["destroy"] is None
        steps = {step["do"]: step for step in deck["next"]}
        assert next(iter(steps)) == "remove"
        assert "scheduled_change" in steps["remove"]["facts"]["reason"]["one_of"]
        assert steps["deal_from"]["clause"]
        assert "replace_card" not in steps

    def test_a_collected_deck_tells_when_it_must_be_gone(self, camera, code):
        bring(code, "collect")
        deck = camera.get(f"decks/{code}").json()
        assert deck["change"] is None
        assert deck["destroy"]["state"] == "ok"
        (examine, *_) = deck["next"]
        assert examine["facts"]["cards"] == {"number": [0, 999]}
        assert set(examine["facts"]["checks"]["all_of"]) == {"count", "backs", "edges", "shade"}

    def test_a_trail_tells_who_signed_and_under_which_clause(self, camera, code):
        bring(code, "envelope")
        steps = camera.get(f"decks/{code}/movements").json()["movements"]
        assert [step["do"] for step in steps] == ["receive", "store", *list(LIFE)[:7]]
        last = steps[-1]
        assert last["by"] == {"badge": "J-01", "job": "floorperson"}
        assert last["second"] == {"badge": "J-00", "job": "dealer"}
        assert (last["seal"], last["label"]) == (f"S-{code}", f"L-{code}")
        assert last["clause"] == "13:69E-1.18(k)"
        assert last["table"] == "HU-01"

    def test_a_trail_costs_the_same_however_long(self, camera, code, django_assert_num_queries):
        for until in (None, "destroy"):
            if until:
                bring(code, until)
            camera.get(f"decks/{code}/movements")
            with django_assert_num_queries(5):
                camera.get(f"decks/{code}/movements")

    def test_a_table_tells_its_deck_at_a_moment(self, camera, code):
        bring(code, "play")
        put = Entry.objects.get(act="deck_deliver").at
        do("remove", code)
        gone = Entry.objects.get(act="deck_remove").at
        there = camera.get("tables/HU-01/decks", at=put.isoformat()).json()
        assert [deck["code"] for deck in there["decks"]] == [code]
        assert there["decks"][0]["until"] == gone.isoformat().replace("+00:00", "Z")
        assert camera.get("tables/HU-01/decks", at=gone.isoformat()).json()["decks"] == []
        assert camera.get("tables/HU-02/decks", at=put.isoformat()).json()["decks"] == []
        assert camera.get("tables/HU-01/decks").json()["decks"] == []

    def test_a_plus_that_nobody_escaped_is_still_a_plus(self, camera, code):
        bring(code, "deliver")
        at = timezone.now().isoformat()
        answer = camera.client.get(f"/api/v1/tables/HU-01/decks?at={at}")
        assert [deck["code"] for deck in answer.json()["decks"]] == [code]

    @pytest.mark.parametrize(
        ("at", "says"),
        [
            ("2026-11-18T02:11:09", "how far this time is from UTC"),
            ("2026-11-18", "how far this time is from UTC"),
            ("now", "Not a time"),
            ("2026-13-18T02:11:09Z", "no such time"),
            ("0001-01-01T00:00:00+23:00", "no such time"),
            ("9" * 4000, "Not a time"),
        ],
    )
    def test_a_time_that_could_be_many_or_none_is_refused(self, camera, at, says):
        answer = camera.get("tables/HU-01/decks", at=at)
        assert answer.status_code == 400
        assert says in error(answer)["fields"]["at"][0]

    def test_a_lot_tells_who_took_it_in_and_where_its_decks_stand(self, camera, code):
        bring(code, "issue")
        lot = Deck.objects.get(code=code).lot
        told = camera.get(f"lots/{lot}").json()
        assert told["stages"] == {"issued": 1, "stored": 3}
        assert told["received"]["by"]["job"] == "security_officer"
        assert told["vendor"] == "Card Makers"

    def test_a_seal_tells_what_it_closes(self, camera, code):
        bring(code, "envelope")
        told = camera.get(f"seals/S-{code}").json()
        assert told["state"] == "used"
        assert told["closes"] == {"label": f"L-{code}", "what": "envelope", "deck": code}

    @pytest.mark.parametrize(
        "path", ["decks/D00000018", "decks/x", "decks/D00000018/movements", "lots/9", "seals/9"]
    )
    def test_what_is_not_there_is_answered_in_the_one_shape(self, camera, path):
        answer = camera.get(path)
        assert answer.status_code == 404
        assert error(answer)["code"] == "not_found"
        assert path.split("/")[1] in error(answer)["message"]


class TestMoving:
    def test_a_movement_is_made_and_told(self, scanner, code):
        bring(code, "envelope")
        answer = scanner.move(code, do="collect", to="security", seen=9)
        assert answer.status_code == 201
        told = answer.json()
        assert told["movement"]["do"] == "collect"
        assert told["movement"]["by"] == {"badge": "J-04", "job": "security_officer"}
        assert told["deck"]["stage"] == "collected"
        assert told["decks"] == [code]

    def test_the_same_key_is_answered_again_and_moves_nothing(self, scanner, code):
        bring(code, "envelope")
        first = scanner.move(code, do="collect", to="security")
        again = scanner.move(code, do="collect", to="security")
        assert (first.status_code, again.status_code) == (201, 200)
        assert again.json() == first.json()
        assert Movement.objects.filter(do="collect").count() == 1

    def test_the_same_key_for_something_else_is_refused(self, scanner, code):
        bring(code, "envelope")
        scanner.move(code, do="collect", to="security")
        answer = scanner.move(code, do="hold", facts={"reason": "x"})
        assert answer.status_code == 409
        assert "another order" in error(answer)["message"]

    def test_the_wrong_state_is_told_with_clause_and_state(self, scanner, code):
        answer = scanner.move(code, do="examine", facts=EXAMINED)
        assert answer.status_code == 409
        assert error(answer)["clause"] == "13:69E-1.18(n)"
        assert answer.json()["deck"]["stage"] == "stored"
        assert answer.json()["deck"]["next"][0]["do"] == "issue"
        assert Entry.objects.get(act="deck_examine").refused

    def test_a_step_that_leads_nowhere_takes_no_deck_along(self, scanner, code):
        """The service itself refuses it, whichever door it came through."""
        order = Order("hold", [code], to="secondary", facts={"reason": "x"})
        with pytest.raises(Refused, match="stays where it is"):
            move(order, by=scanner.duty, now=timezone.now())

    def test_what_somebody_else_moved_meanwhile_is_told(self, scanner, code):
        bring(code, "envelope")
        answer = scanner.move(code, do="collect", to="security", seen=8)
        assert answer.status_code == 409
        assert error(answer)["code"] == "outdated"
        assert Deck.objects.get(code=code).stage == "enveloped"

    def test_two_sign_where_two_must(self, scanner, code):
        bring(code, "examine")
        tell_surveillance()
        on_duty(Job.SECURITY_MANAGER)
        signed = {"second_badge": "j-05", "second_pin": PIN}
        answer = scanner.move(code, do="destroy", facts={"method": "shred"}, **signed)
        assert answer.status_code == 201
        assert answer.json()["movement"]["second"]["job"] == "security_manager"
        assert PIN not in str(Entry.objects.get(act="deck_destroy").payload)

    def test_who_signed_may_be_gone_when_the_answer_is_asked_for_again(self, scanner, code):
        bring(code, "examine")
        tell_surveillance()
        second = on_duty(Job.SECURITY_MANAGER)
        sent = {"facts": {"method": "shred"}, "second_badge": "J-05", "second_pin": PIN}
        scanner.move(code, do="destroy", **sent)
        second.ended_at = timezone.now()
        second.save(update_fields=["ended_at"])
        assert scanner.move(code, do="destroy", **sent).status_code == 200

    def test_a_wrong_pin_is_refused_and_counted(self, scanner, code, settings):
        bring(code, "examine")
        on_duty(Job.SECURITY_MANAGER)
        sent = {"facts": {"method": "shred"}, "second_badge": "J-05", "second_pin": "0000"}
        tries = [scanner.move(code, do="destroy", **sent) for _ in range(settings.TRIES_ALLOWED)]
        assert [answer.status_code for answer in tries] == [409] * 4 + [429]
        assert error(tries[-1])["code"] == "locked"
        assert Deck.objects.get(code=code).stage == "cleared"

    def test_a_sealed_set_moves_whole_whichever_deck_was_scanned(self, scanner):
        lot = make_lot(singles=0, sets=1, set_size=2, invoiced_singles=0, invoiced_sets=1)
        first, other = lot.decks.order_by("code")
        on_duty(Job.SHIFT_MANAGER)
        signed = {"second_badge": "J-03", "second_pin": PIN}
        answer = scanner.move(other.code, do="issue", to="stand-1", **signed)
        assert answer.status_code == 201
        assert set(answer.json()["decks"]) == {first.code, other.code}

    def test_who_only_looks_moves_nothing(self, camera, code):
        answer = camera.move(code, do="hold", facts={"reason": "x"})
        assert answer.status_code == 403
        assert error(answer)["code"] == "not_allowed"

    def test_a_step_of_another_department_is_refused(self, scanner, code):
        bring(code, "issue")
        answer = scanner.move(code, do="deliver", to="HU-01", facts={"method": "hand"})
        assert answer.status_code == 403
        assert error(answer)["clause"] == "13:69D-1.11(b)"

    def test_a_label_used_before_is_refused(self, client_for):
        codes = [deck.code for deck in make_lot().decks.order_by("code")]
        bring(codes[0], "envelope")
        bring(codes[1], "remove")
        make_seals("S-NEW")
        on_duty(Job.DEALER)
        facts = {"seal": "S-NEW", "label": f"L-{codes[0]}"}
        sent = {"do": "envelope", "key": "key-0001", "facts": facts}
        sent |= {"second_badge": "J-00", "second_pin": PIN}
        path = f"/api/v1/decks/{codes[1]}/movements"
        answer = client_for(Job.FLOORPERSON).post(path, sent, content_type="application/json")
        assert answer.status_code == 409
        assert "was used before" in error(answer)["message"]

    def test_the_duty_that_ended_moves_nothing(self, scanner, code):
        scanner.duty.ended_at = timezone.now()
        scanner.duty.save(update_fields=["ended_at"])
        assert scanner.move(code, do="hold", facts={"reason": "x"}).status_code == 403


HOLD = {"do": "hold", "facts": {"reason": "Asked for"}}


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        ({"do": "shuffle"}, "do"),
        ({"do": "pre_shuffle"}, "do"),
        ({"do": ["hold"]}, "do"),
        (HOLD | {"key": ""}, "key"),
        (HOLD | {"key": "short"}, "key"),
        (HOLD | {"key": "k" * 65}, "key"),
        (HOLD | {"key": "no spaces here"}, "key"),
        (HOLD | {"to": "primary"}, "to"),
        ({"do": "collect"}, "to"),
        ({"do": "collect", "to": "x" * 21}, "to"),
        (HOLD | {"seen": -1}, "seen"),
        (HOLD | {"seen": "many"}, "seen"),
        (HOLD | {"decks": ["D00000018"]}, "decks"),
        (HOLD | {"facts": []}, "facts"),
        ({"do": "hold"}, "facts"),
        ({"do": "hold", "facts": {"reason": ""}}, "facts"),
        ({"do": "hold", "facts": {"reason": "x" * 201}}, "facts"),
        ({"do": "hold", "facts": {"reason": ["x"], "more": 1}}, "facts"),
        ({"do": "hold", "facts": {"reason": {"a": 1}}}, "facts"),
        ({"do": "examine", "facts": {"checks": ["count"], "cards": 1.5}}, "facts"),
        ({"do": "examine", "facts": {"checks": ["count"], "cards": True}}, "facts"),
        ({"do": "examine", "facts": {"checks": [1], "cards": 52}}, "facts"),
        ({"do": "examine", "facts": {"checks": ["none"], "cards": 52}}, "facts"),
        ({"do": "remove", "facts": {"reason": "bored"}}, "facts"),
        ({"do": "destroy", "facts": {"method": "shred"}}, "second_badge"),
        ({"do": "destroy", "facts": {"method": "shred"}, "second_badge": "J-05"}, "second_pin"),
        (HOLD | {"second_badge": "J-05"}, "second_badge"),
    ],
)
def test_what_cannot_be_meant_is_named(scanner, code, sent, name):
    answer = scanner.move(code, **sent)
    assert answer.status_code == 400
    assert list(error(answer)["fields"]) == [name]
    assert Movement.objects.filter(deck__code=code).count() == 2


def test_the_doors_want_a_key_and_json(code):
    path = f"/api/v1/decks/{code}/movements"
    assert Client().get(path).status_code == 401
    assert Client().post(path, HOLD, content_type="application/json").status_code == 401
    machine = Machine(Job.SECURITY_OFFICER).client
    assert machine.post(path, {"do": "hold"}).status_code == 415
    assert machine.put(path).status_code == 405
