"""What holds of every deck's life, whatever was tried with it."""

from hypothesis import given
from hypothesis import strategies as st

from casino.lib.law import Refused
from games.catalogue import GAMES
from inventory.rules.custody import fold, legal, step
from inventory.rules.deck import GONE, ON_TABLE, Custody, Movement, Place, Stage
from inventory.rules.movements import STEPS
from inventory.rules.provisions import PROVISIONS
from tests.rules.inventory.life import (
    AT,
    BOOKS,
    BOSS,
    CHIEF,
    DEALER,
    FLOOR,
    MINUTE,
    OFFICER,
    SHIFT,
    USUAL,
    right,
)

walks = st.lists(st.integers(0, 50), max_size=30)
jobs = st.sampled_from([DEALER, FLOOR, BOSS, SHIFT, OFFICER, CHIEF, BOOKS, "regulator", ""])
words = st.sampled_from(["standard", "dragon", "hand", "shred", "S-1", "wrong_count", "2h"])
names = st.sampled_from(sorted({name for rule in STEPS.values() for name in rule.needs}))
junk = st.one_of(words, st.none(), st.integers(), st.text(), st.lists(words), st.booleans())
movements = st.builds(
    Movement,
    do=st.sampled_from(list(STEPS)),
    at=st.just(AT + 100 * MINUTE),
    by=jobs,
    job=jobs,
    second=jobs,
    second_job=jobs,
    place=st.sampled_from(Place),
    code=st.sampled_from(["", "primary", "stand-1", "HU-01"]),
    facts=st.dictionaries(names, junk),
)


def lived(choices):
    """A life: at each step one of the movements that are open, as the number says."""
    custody, history = Custody(), []
    for choice in choices:
        offered = legal(custody)
        if not offered:
            break
        history.append((custody, right(offered[choice % len(offered)], custody)))
        custody = step(*history[-1])
    return custody, history


def answered(custody, movement):
    try:
        return step(custody, movement)
    except Refused as refusal:
        return refusal


def is_known(clause):
    if clause.game:
        return clause.place in {p.place for p in GAMES[clause.game].law.provisions}
    return clause.place in PROVISIONS


@given(walks)
def test_a_life_is_the_fold_of_its_movements(choices):
    custody, history = lived(choices)
    assert fold(movement for _, movement in history) == custody
    assert custody.length == len(history)
    assert [was.length for was, _ in history] == list(range(len(history)))


@given(walks)
def test_what_is_offered_is_accepted_and_all_else_refused(choices):
    custody, _ = lived(choices)
    offered = legal(custody)
    for do in STEPS:
        is_refused = isinstance(answered(custody, right(do, custody)), Refused)
        assert is_refused == (do not in offered)


@given(walks, movements)
def test_whatever_comes_is_done_or_refused_by_a_known_clause(choices, movement):
    custody, _ = lived(choices)
    before, facts = custody._replace(), dict(movement.facts)
    answer = answered(custody, movement)
    if isinstance(answer, Refused):
        assert answer.error
        assert is_known(answer.clause)
    else:
        assert movement.do in legal(custody)
        assert answer.length == custody.length + 1
    assert custody == before
    assert movement.facts == facts


@given(walks)
def test_no_deck_is_played_unlooked_at(choices):
    custody, history = lived(choices)
    if custody.stage is not Stage.IN_PLAY:
        return
    done = [movement for _, movement in history]
    put = max(place for place, movement in enumerate(done) if movement.do == "deliver")
    since = {movement.do: movement.by for movement in done[put:]}
    assert "break_seal" in since or since["inspect"] != since["verify"]


@given(walks)
def test_what_is_gone_offers_nothing(choices):
    custody, _ = lived(choices)
    assert (custody.stage in GONE) == (legal(custody) == ())


@given(walks)
def test_a_held_deck_is_never_destroyed(choices):
    _, history = lived(choices)
    for was, movement in history:
        assert not (movement.do == "destroy" and was.held)
        assert not (movement.do == "surrender" and not was.held)


@given(walks)
def test_no_deck_is_destroyed_unexamined(choices):
    custody, history = lived(choices)
    done = [movement.do for _, movement in history]
    if custody.stage in (Stage.DESTROYED, Stage.CANCELLED):
        assert done.index("examine") < done.index("destroy")


@given(walks)
def test_a_deck_knows_where_it_is(choices):
    custody, _ = lived(choices)
    if custody.stage in ON_TABLE:
        assert custody.place is Place.TABLE
        assert custody.opened_at is not None
        assert custody.method
    if custody.clock_from:
        assert custody.stage in (Stage.COLLECTED, Stage.CLEARED)
        assert not custody.held


def test_every_movement_cites_a_known_clause():
    assert all(is_known(rule.clause) for rule in STEPS.values())
    assert STEPS.keys() == USUAL.keys()
