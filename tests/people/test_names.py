"""Names are shown in lists, logs and terminals: they hold nothing that moves or turns text."""

import pytest

from casino.forms import PersonFacts


@pytest.mark.parametrize(
    "bad", ["A\nB", "A\x1b[31mB", "A\u202eB", "A\u200bB", "A\x00B", "A\u2028B"]
)
@pytest.mark.parametrize("field", ["name", "licence_number"])
def test_signs_that_cannot_be_seen_are_refused(field, bad):
    facts = {"name": "N", "licence_number": "L", "licence_valid_until": "2099-12-31"}
    assert list(PersonFacts(facts | {field: bad}).errors) == [field]


@pytest.mark.parametrize("good", ["Zoë O'Neill-Brandt", "李小龍", "Nguyễn Thị Ánh", "Åsa 3rd, Jr."])
def test_names_of_the_world_are_taken(good):
    assert PersonFacts({"name": good}).is_valid()
