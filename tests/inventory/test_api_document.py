"""docs/api.md is true: each of its examples is sent, and the answer holds what it shows."""

import json
import re
from pathlib import Path

import pytest
from django.urls import resolve

from casino.models import Job
from tests.inventory.cards import make_lot
from tests.inventory.test_api import Machine

pytestmark = pytest.mark.django_db

DOCUMENT = (Path(__file__).parents[2] / "docs/api.md").read_text()
EXAMPLES = re.findall(r"```http\n(\w+) (\S+)\n(.*?)```\n```json\n(.*?)```", DOCUMENT, re.S)
CODE, LOT = "D00000018", "LOT-00001"
CHANGES = {"at", "moved_at", "position", "gaming_day"}  # in each house another


def test_examples_are_answered_as_shown():
    """In their order, on one deck: what the first does, the later ones see."""
    lot = make_lot()
    code = lot.decks.order_by("code").first().code
    scanner = Machine(Job.SECURITY_OFFICER).client
    assert len(EXAMPLES) == 5
    for method, path, body, shown in EXAMPLES:
        send = {"data": body, "content_type": "application/json"} if body else {}
        answer = getattr(scanner, method.lower())(path.replace(CODE, code), **send)
        wanted = shown.replace(CODE, code).replace(LOT, lot.number)
        assert_holds(answer.json(), json.loads(wanted), path)


def assert_holds(given, shown, where):
    """All that is shown is there; of what is long, a document shows a part."""
    if isinstance(shown, dict):
        assert shown.keys() <= given.keys(), where
        for name in shown.keys() - CHANGES:
            assert_holds(given[name], shown[name], f"{where} {name}")
    elif isinstance(shown, list) and shown and isinstance(shown[0], dict):
        for part, whole in zip(shown, given, strict=False):
            assert_holds(whole, part, where)
        assert len(given) >= len(shown), where
    else:
        assert given == shown, where


def test_every_door_of_the_document_exists():
    paths = re.findall(r"`?(?:GET|POST) (/api/v1/[^\s`?]+)", DOCUMENT)
    named = {resolve(re.sub(r"<\w+>", "7", path)).url_name for path in paths}
    assert {"api-decks", "api-deck", "api-movements", "api-table-decks", "api-lot"} <= named
