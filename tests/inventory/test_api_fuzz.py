"""Whatever is sent to a deck's door, the answer is one of ours; a deck moves by the rules alone."""

import json
from string import printable

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from casino.models import Job
from inventory.forms.moves import MOVES
from inventory.models import Deck
from inventory.rules.movements import STEPS
from inventory.selectors.decks import trail
from tests.inventory.cards import bring, make_lot
from tests.inventory.test_api import Machine

pytestmark = pytest.mark.django_db

TEXT = some.text(max_size=30) | some.text(printable, max_size=30) | some.just("\0\ud800")
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | TEXT,
    lambda deeper: some.lists(deeper, max_size=4) | some.dictionaries(TEXT, deeper, max_size=4),
    max_leaves=8,
)
NAMES = ("do", "key", "to", "facts", "seen", "second_badge", "second_pin")
FACTS = sorted({name for rule in STEPS.values() for name in rule.needs})
USUAL = some.fixed_dictionaries(
    {"do": some.sampled_from([*MOVES, "receive", "x"]), "key": some.text("ab12", min_size=8)},
    optional={
        "to": some.sampled_from(["primary", "security", "stand-1", "HU-01", "", "nowhere"]) | TEXT,
        "facts": some.dictionaries(some.sampled_from(FACTS) | TEXT, VALUES, max_size=4),
        "seen": some.integers(-1, 12) | VALUES,
        "second_badge": some.just("J-05") | VALUES,
        "second_pin": VALUES,
    },
)
BODIES = USUAL | some.dictionaries(some.sampled_from(NAMES) | TEXT, VALUES, max_size=6) | VALUES
ANSWERS = {200, 201, 400, 403, 409, 429}


@settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(body=BODIES)
@pytest.mark.parametrize("until", ["deliver", "collect"])
def test_no_body_breaks_the_door(until, scanner_at, body):
    client, code = scanner_at(until)
    with transaction.atomic():
        answer = client.post(
            f"/api/v1/decks/{code}/movements", json.dumps(body), content_type="application/json"
        )
        assert answer.status_code in ANSWERS, answer.content
        assert answer.status_code < 300 or set(answer.json()["error"]) >= {"code", "message"}
        deck = Deck.objects.get(code=code)
        assert deck.length == len(trail(deck))
        transaction.set_rollback(True)


@pytest.fixture
def scanner_at():
    made: dict[str, tuple[Client, str]] = {}

    def at(until):
        if until not in made:
            code = make_lot().decks.first().code
            bring(code, until)
            made[until] = (Machine(Job.SECURITY_OFFICER).client, code)
        return made[until]

    return at


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{",
        "[]",
        "null",
        '"hold"',
        "[" * 100_000,
        '{"a":' * 5000,
        '{"key": "\\ud800"}',
        '{"\\ud800": 1}',
        '{"facts": {"reason": "\\u0000"}, "do": "hold", "key": "12345678"}',
        '{"seen": ' + "9" * 5000 + "}",
        '{"seen": 1e999}',
        '{"seen": NaN}',
        b"\xff\xfe",
        "{}" * 1000,
        json.dumps({"facts": {str(n): n for n in range(500)}}),
    ],
    ids=lambda sent: repr(sent)[:20],
)
def test_what_hardly_is_json_is_a_bad_request(scanner_at, sent):
    client, code = scanner_at("collect")
    path = f"/api/v1/decks/{code}/movements"
    answer = client.post(path, sent, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(asked=some.dictionaries(some.sampled_from(["stage", "limit", "held", "at", "after"]) | TEXT,
                               some.text(max_size=50), max_size=4))  # fmt: skip
def test_no_question_breaks_a_list(scanner_at, asked):
    client, _ = scanner_at("collect")
    sound = {
        name: value
        for name, value in asked.items()
        if "\0" not in name + value and (name + value).isprintable()
    }
    for path in ("decks", "tables/HU-01/decks"):
        assert client.get(f"/api/v1/{path}", sound).status_code in (200, 400)
