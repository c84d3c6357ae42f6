"""Laws of opening and closing: whatever is tried, in whatever order."""

from hypothesis import given
from hypothesis import strategies as st

from casino.lib.law import Refused
from tables.rules.opening import CLOSINGS, PAUSES, RULES, fold, legal, step
from tables.rules.readiness import needs_of_deck, needs_to_open
from tables.rules.table import Phase, Table
from tests.rules.tables.floors import (
    BLUE,
    BOXES,
    OPENING,
    RED,
    around,
    at,
    deck,
    deed,
    devices,
    refuse_of,
    refused,
)

LACK = Refused("It is not so")
DOS = st.sampled_from(sorted(RULES))
GIVEN = st.fixed_dictionaries(
    {
        "reason": st.sampled_from([*PAUSES, *CLOSINGS]),
        "deck": st.sampled_from([RED, BLUE]),
        "method": st.sampled_from(["hand", "manual_shoe"]),
    }
)
PATHS = st.lists(st.tuples(DOS, GIVEN), max_size=25)


def walk(path):
    """The deeds of this path that a table takes, and where it stood after each."""
    table, taken, stood = Table(), [], [Table()]
    for minutes, (do, given_facts) in enumerate(path):
        asked = deed(do, minutes, **{**given_facts, **{"back": "red", "note": "A word"}})
        try:
            table = step(table, asked)
        except Refused:
            continue
        taken.append(asked)
        stood.append(table)
    return taken, stood


@given(PATHS)
def test_fold_is_step_again_and_again(path):
    taken, stood = walk(path)
    assert fold(taken) == stood[-1]
    assert [table.length for table in stood] == list(range(len(stood)))


@given(PATHS)
def test_what_is_legal_is_what_the_phase_takes(path):
    for table in walk(path)[1]:
        for do in RULES:
            offered = do in legal(table)
            assert offered == (table.phase in RULES[do].starts and not RULES[do].follows)


@given(PATHS)
def test_idle_always_asks_for_the_spread_again(path):
    taken, stood = walk(path)
    for done, table in zip(taken, stood[1:], strict=True):
        if done.do == "go_idle":
            names = [
                need.name
                for each in table.decks
                for need in needs_of_deck(each, around(), refuse_of())
                if not need.is_done
            ]
            assert all(f"spread:{each.code}" in names for each in table.decks)


@given(PATHS)
def test_closed_is_empty(path):
    for table in walk(path)[1]:
        if table.phase is Phase.CLOSED:
            pot = {name: getattr(table, name) for name in ("is_pot_kept", "pot_seal", "pot_found")}
            assert table == Table(length=table.length, since=table.since)._replace(**pot)


LACKS = st.fixed_dictionaries(
    {},
    optional={
        "layout": st.just(LACK),
        "signs": st.just(LACK),
        "rules": st.just(LACK),
        "dealer": st.just(""),
        "floorperson": st.just(""),
        "fitted": st.sampled_from([(), BOXES, devices("hand")]),
        "decks": st.sampled_from([(), (deck("heads_up_holdem", stage="inspected"),)]),
        "late": st.just({RED: LACK}),
    },
)


@given(LACKS, st.sets(st.sampled_from(OPENING[1:])))
def test_no_table_opens_with_any_need_unmet(lack, skipped):
    done = [do for do in OPENING if do not in skipped]
    if "bring_deck" in skipped:
        done = [do for do in done if do not in ("spread", "wash", "shuffle")]
    table, surroundings = at(*done), around(**lack)
    unmet = [n for n in needs_to_open(table, surroundings, refuse_of()) if not n.is_done]
    refusal = refused(table, "open", surroundings)
    assert bool(unmet) == bool(refusal)
    assert bool(unmet) == bool(lack or skipped)
