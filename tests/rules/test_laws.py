"""Laws that hold in every round of every game, whoever plays it."""

import json
import random
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.lib.law import Refused
from games.catalogue import GAMES
from games.engine.fold import OPEN, SETTLED, VOID, fold, legal, result, start, step
from games.engine.transcript import replay, replay_line
from tests.rules.offers import beside, within
from tests.rules.players import ACTIONS_MOST, Table, accepts

every_game = pytest.mark.parametrize("code", GAMES)
seeds = st.integers(0, 2**32)
quiet = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)


def law(rounds):
    return settings(max_examples=rounds, deadline=None, suppress_health_check=quiet)


def table_of(code, seed):
    return Table(GAMES[code], random.Random(seed))


def played(code, seed):
    table = table_of(code, seed)
    for _ in table.play():
        pass
    return table


def seen(state):
    """All that a state knows, without the game and its functions."""
    return repr(tuple(state)[1:])


@every_game
@law(60)
@given(seed=seeds)
def test_round_that_is_played_on_ends(code, seed):
    table = played(code, seed)
    assert table.state.status in (SETTLED, VOID)
    assert len(table.actions) < ACTIONS_MOST
    assert legal(table.state) == []


@every_game
@law(40)
@given(seed=seeds)
def test_same_actions_come_to_the_same(code, seed):
    table = played(code, seed)
    again, refused = fold(start(GAMES[code], table.given), table.actions)
    assert refused == []
    assert seen(again) == seen(table.state)
    assert result(again) == result(table.state)


@every_game
@law(40)
@given(seed=seeds)
def test_round_goes_through_json_and_back(code, seed):
    table = played(code, seed)
    told = replay({**table.given, "actions": table.actions}, GAMES[code])
    line = json.dumps({**table.given, "actions": table.actions})
    assert json.loads(json.dumps(told)) == told == replay_line(line, GAMES)


@every_game
@law(20)
@given(seed=seeds)
def test_what_is_offered_is_accepted_and_nothing_else(code, seed):
    table = table_of(code, seed)
    for before, _ in table.play():
        if table.rng.random() > 0.2:
            continue
        now, table.state = table.state, before
        offers = legal(before)
        for action in [*filter(None, map(table.fill, offers)), *beside(table)]:
            assert accepts(before, action) == within(table, offers, action), action
        table.state = now


@every_game
@law(15)
@given(seed=seeds)
def test_refusal_changes_nothing(code, seed):
    table = table_of(code, seed)
    for before, _ in table.play():
        if table.rng.random() > 0.1:
            continue
        now, table.state = table.state, before
        known = seen(before), result(before), legal(before)
        for action in beside(table):
            accepts(before, action)
        assert (seen(before), result(before), legal(before)) == known
        table.state = now


@every_game
@law(60)
@given(seed=seeds)
def test_money_is_conserved_at_every_step(code, seed):
    table = table_of(code, seed)
    for before, action in table.play():
        check_money(before, action, table.state)


def check_money(before, action, after):
    told, was = result(after), staked(result(before))
    if told["status"] == OPEN:
        changed = {s: c - was[s] for s, c in staked(told).items() if c != was[s]}
        assert set(changed) <= {action.get("seat")}
        check_stake(before, action, changed.get(action.get("seat"), 0))
        return
    special = told.get("deuce") or told.get("ace") or {"opening": 0, "carried": 0}
    grown = special["carried"] - special["opening"]
    assert sum(seat["net"] for seat in told["seats"].values()) + told["house_net"] + grown == 0
    assert all(s["net"] == s["returned"] - s["staked"] for s in told["seats"].values())
    assert staked(told) == was  # the end takes nothing more
    if told["status"] == VOID:
        assert all(seat["net"] == 0 for seat in told["seats"].values())
        assert told["house_net"] == grown == 0


def staked(told):
    return Counter({int(seat): money["staked"] for seat, money in told["seats"].items()})


def check_stake(before, action, put):
    """What an action adds to the stake of its seat."""
    do, seat = action["do"], action.get("seat")
    if do == "wager":
        assert put == action["amount"] - before.wagers.get(seat, {}).get(action["on"], 0)
    elif do in ("bet", "all_in"):
        assert put == action["amount"]
    elif do == "raise" and "by" in action:
        assert put == action["by"] + before.level - before.street.get(seat, 0)
    elif do == "call":
        assert put == before.level - before.street.get(seat, 0)
    elif do in ("raise", "play"):
        times = action.get("times", 2 if "axis" in action else 1)
        assert put == times * before.wagers[seat]["ante"]
    else:
        assert put == 0


@pytest.mark.parametrize("code", [code for code, game in GAMES.items() if hasattr(game, "order")])
@law(60)
@given(seed=seeds)
def test_nobody_wins_more_of_another_than_they_put_in_themselves(code, seed):
    state = played(code, seed).state
    if state.status != SETTLED:
        return
    pots, still_in = result(state)["pots"], [seat for seat in state.put if seat not in state.out]
    assert sum(pot["amount"] for pot in pots) == sum(state.put.values())
    assert {pot["won_by"] for pot in pots} <= set(still_in)
    assert [pot["commission"] for pot in pots[1:]] == [0] * (len(pots) - 1)
    if max(state.put.values()) > max(state.put[seat] for seat in still_in):
        return  # who left had put in more than anybody who stayed: that tops up the highest pot
    for seat in still_in:
        won = sum(pot["amount"] for pot in pots if pot["won_by"] == seat)
        assert won <= sum(min(cents, state.put[seat]) for cents in state.put.values())


@every_game
@law(40)
@given(seed=seeds)
def test_no_card_is_known_twice(code, seed):
    table = table_of(code, seed)
    for _, _ in table.play():
        known = Counter(card for card in cards_of(table.state) if card != "??")
        assert all(count <= GAMES[code].deck.faces[card] for card, count in known.items())


def cards_of(state):
    if hasattr(state, "discards"):
        groups = [*state.hands.values(), *state.discards.values()]
        return [card for group in groups for card in group]
    return list(state.cards())


# --- what is no round at all

WORDS = sorted(
    {word for game in GAMES.values() for word in (*game.verbs, *list(game.deck.faces)[:4])}
    | {"ante", "manual", "device", "dealer", "player", "??", "1", "7", "seat", "face_up_card"}
    | {"hand", "limit", "three_card_bonus", "vertical", "main", "\ud800", "", "☃"}
)
NAMES = (
    "do method by cards seat on amount coupon hands dealer board misdealt what kind times axis "
    "counted id game dealing seats button rounds_since_count rules actions unit min max paytables "
    "odds payout_limit ante pot_ante betting table_max commission_bp carried equal_length"
)
KEYS = st.sampled_from([*NAMES.split(), *WORDS])
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 60)
    | st.floats()
    | st.sampled_from(WORDS)
    | st.text(max_size=4)
)
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=5)
)


@every_game
@law(100)
@given(seed=seeds, action=values | st.dictionaries(KEYS, values), data=st.data())
def test_no_action_however_malformed_does_anything_but_be_refused(code, seed, action, data):
    table = table_of(code, seed)
    stop = data.draw(st.integers(0, 30))
    for _ in table.play(most=stop):
        pass
    accepts(table.state, action)
    if table.actions:
        real = data.draw(st.sampled_from(table.actions))
        key = data.draw(st.sampled_from(sorted(real)))
        accepts(table.state, {**real, key: action})


@every_game
@law(100)
@given(seed=seeds, key=KEYS, inner=KEYS, value=values)
def test_no_settings_however_malformed_do_anything_but_be_refused(code, seed, key, inner, value):
    known = table_of(code, seed).given
    for asked in (
        {**known, key: value},
        {**known, "rules": {**known["rules"], key: value}},
        {**known, "rules": {key: {inner: value}}},
        {**known, "rules": {"odds": {"raise": {inner: value}, key: value}}},
    ):
        told = replay({**asked, "actions": [{"do": "shuffle", "method": "device"}]}, GAMES[code])
        assert told["status"] in (OPEN, "refused")


@law(300)
@given(line=st.text() | values.map(json.dumps), actions=values)
def test_every_line_gives_one_result(line, actions):
    rounds = [
        line,
        json.dumps({"game": "dragon_poker", "actions": actions}),
        json.dumps(
            {"game": "ultimate_8", "dealing": "hand", "seats": [1, 2], "button": 1}
            | {"actions": actions if type(actions) is list else [actions]}
        ),
    ]
    for text in rounds:
        told = replay_line(text, GAMES)
        assert told["status"] in ("unreadable", "refused", OPEN)
        json.dumps(told)


@every_game
def test_action_after_the_end_is_refused(code):
    table = played(code, 1)
    with pytest.raises(Refused):
        step(table.state, table.actions[0])
