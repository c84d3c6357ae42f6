"""Documents are true: what they name exists, and what must be documented is."""

import re
import tomllib
from pathlib import Path

import pytest

from casino.policy import ACTS, DOORS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
PLACES = ("casino/", "games/", "tables/", "inventory/", "templates/", "tests/", "docs/", "script/")
PATH = re.compile(r"[`(]((?:" + "|".join(PLACES) + r")[\w./-]+|[\w-]+\.(?:md|yml|toml))[`)]")


def names(document):
    return PATH.findall(document.read_text())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_path_named_exists(document):
    beside = [document.parent, ROOT]
    gone = [n for n in names(document) if not any((place / n).exists() for place in beside)]
    assert gone == []


def test_documents_name_paths_at_all():
    assert sum(len(names(document)) for document in DOCUMENTS) > 20


def test_every_library_is_explained_in_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    changes = (ROOT / "CHANGELOG.md").read_text().lower()
    wanted = [re.split(r"[\[=]", line)[0].lower() for line in project["dependencies"]]
    assert [library for library in wanted if library not in changes] == []


def test_every_decision_has_the_same_parts():
    for decision in ROOT.glob("docs/adr/*.md"):
        text = decision.read_text()
        assert all(f"**{part}.**" in text for part in ("Context", "Choice", "Price")), decision


def test_acts_are_worded_and_doors_are_well_formed():
    assert all(act.words and not act.words[0].isupper() for act in ACTS.values())
    assert all(re.fullmatch(r"(GET|POST|WS) [a-z0-9-]+", door) for door in DOORS)


def test_words_of_the_glossary_are_used():
    text = (ROOT / "docs/glossary.md").read_text()
    apps = ("casino", "games", "tables", "inventory")
    code = "".join(p.read_text().lower() for app in apps for p in ROOT.glob(f"{app}/**/*.py"))
    words = re.findall(r"^\| ([a-z ]+) \|", text, re.M)[1:]
    assert [word for word in words if word not in code] == []
