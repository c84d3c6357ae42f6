"""A table opens, idles, pauses, changes its way of dealing: one deed at a time."""

import pytest

from casino.lib.law import Refused
from games.catalogue import GAMES
from inventory.rules.equipment import What
from tables.rules.opening import PAUSES, RULES, check, fold, step
from tables.rules.pots import needs_while_idle
from tables.rules.readiness import deck_for_round, needs_to_begin
from tables.rules.table import Phase, Table
from tests.rules.tables.floors import (
    BLUE,
    BOXES,
    FACTS,
    OPENING,
    RED,
    around,
    at,
    deck,
    deed,
    devices,
    fixture,
    opened,
    refuse_of,
    refused,
)

LACK = Refused("It is not so")
SECTIONS = {
    "deuce_of_the_dragon": "13:69F-41",
    "ultimate_8": "13:69F-42",
    "heads_up_holdem": "13:69F-39",
    "double_cross_poker": "19:47-25",
    "dragon_poker": "13:69F-42",
}
each_game = pytest.mark.parametrize("game", GAMES)


def place(refusal):
    return refusal.clause.place


def test_a_table_opens_step_by_step():
    phases = [at(*OPENING[: n + 1]).phase for n in range(len(OPENING))]
    assert phases == [Phase.OPENING] * len(OPENING)
    assert opened().phase is Phase.OPEN
    assert opened().decks[0].seen_by == (1, 2)
    assert refused(at(*OPENING), "open") is None


# -- before it begins, and before it opens


@pytest.mark.parametrize(
    ("lack", "need"),
    [
        ({"layout": LACK}, "layout"),
        ({"signs": LACK}, "signs"),
        ({"rules": LACK}, "rules"),
        ({"dealer": ""}, "dealer"),
        ({"floorperson": ""}, "floorperson"),
        ({"fitted": devices("manual_shoe")[1:]}, "boxes"),
        ({"fitted": BOXES}, "device"),
        ({"fitted": devices("automated_shoe")}, "device"),
    ],
)
def test_nothing_begins_with_something_missing(lack, need):
    surroundings = around(**lack)
    found = needs_to_begin("manual_shoe", surroundings, refuse_of())
    assert [one.name for one in found if not one.is_done] == [need]
    assert refused(Table(), "begin", surroundings)
    assert refused(at(*OPENING), "open", surroundings)
    assert all(one.who for one in found)


def test_everything_in_order_begins():
    assert refused(Table(), "begin") is None


@each_game
@pytest.mark.clause(duty="receive_cards")
def test_a_deck_that_is_not_inspected_and_verified_is_not_spread(game):
    for stage in ("at_table", "inspected"):
        surroundings = around(game, decks=(deck(game, stage=stage),))
        refusal = refused(at(*OPENING[:4]), "spread", surroundings, game)
        assert place(refusal) == f"{SECTIONS[game]}.3(a)"
        assert refused(at(*OPENING), "open", surroundings, game)
    assert refused(at(*OPENING[:4]), "spread", around(game), game) is None


@each_game
@pytest.mark.clause(duty="spread_for_players")
def test_the_cards_are_shown_to_as_many_as_the_game_says(game):
    sees = GAMES[game].table.sees
    assert sees == (2 if game in ("deuce_of_the_dragon", "ultimate_8") else 1)
    table, seen = at(*OPENING[:4]), list(range(1, sees + 1))
    assert refused(table, "spread", around(game), game, seen_by=seen) is None
    too_few = refused(table, "spread", around(game), game, seen_by=seen[1:])
    assert sees == 1 or place(too_few) == f"{SECTIONS[game]}.3(b)"
    assert refused(table, "spread", around(game), game, seen_by=[])
    elsewhere = refused(table, "spread", around(game, seated=()), game, seen_by=seen)
    assert place(elsewhere) == f"{SECTIONS[game]}.3(b)"
    unseen = refused(at(*OPENING[:4]), "open", around(game), game)
    assert place(unseen) == f"{SECTIONS[game]}.3(b)"


@each_game
@pytest.mark.clause(duty="wash_and_shuffle")
def test_spread_then_wash_then_shuffle(game):
    brought, spread, washed = (at(*OPENING[:n]) for n in (4, 5, 6))
    for table, do in ((brought, "wash"), (brought, "shuffle"), (spread, "shuffle")):
        assert place(refused(table, do, around(game), game)) == f"{SECTIONS[game]}.3(c)"
    for table in (spread, washed):
        assert place(refused(table, "open", around(game), game)) == f"{SECTIONS[game]}.3(c)"
    assert refused(spread, "wash", around(game), game) is None
    assert refused(washed, "shuffle", around(game), game) is None


@each_game
@pytest.mark.clause(duty="each_deck_apart")
def test_two_decks_each_go_through_all_of_it(game):
    two = (deck(game), deck(game, BLUE, "blue"))
    surroundings = around(game, "hand", decks=two)
    table = at("begin", *OPENING[1:], begin={"method": "hand"})
    table = step(table, deed("bring_deck", deck=BLUE, back="blue"))
    refusal = refused(table, "open", surroundings, game)
    assert BLUE in refusal.error
    for do in ("spread", "wash", "shuffle"):
        table = step(table, deed(do, deck=BLUE))
    assert refused(table, "open", surroundings, game) is None


@each_game
@pytest.mark.clause(duty="accessories")
def test_cover_card_and_cutting_card_lie_at_the_table(game):
    named = GAMES[game].table.accessories
    table = at("begin")
    assert refused(table, "see_accessories", around(game), game, accessories=list(named)) is None
    one_short = refused(table, "see_accessories", around(game), game, accessories=["chips"])
    assert place(one_short) == f"{SECTIONS[game]}.2(a)"
    unseen = at("begin", "count_opener", "bring_deck", "spread", "wash", "shuffle")
    assert place(refused(unseen, "open", around(game), game)) == f"{SECTIONS[game]}.2(a)"


def test_the_opener_is_counted_by_the_dealer_and_verified_by_the_floor():
    table = at("begin")
    alone = deed("count_opener")._replace(second="", second_job="")
    two_of_the_floor = deed("count_opener")._replace(job="pit_boss")
    for wrong in (alone, two_of_the_floor):
        with pytest.raises(Refused, match="takes"):
            ask(table, wrong)
    ask(table, deed("count_opener"))
    uncounted = at(*(do for do in OPENING if do != "count_opener"))
    assert place(refused(uncounted, "open")) == "13:69D-1.21(b)"


def ask(table, asked):
    check(table, asked, around(), refuse_of())


def test_devices_are_inspected_on_the_day_before_cards_go_in():
    stale = fixture(What.MANUAL_SHOE, inspected_at=None)
    refusal = refused(at(*OPENING), "open", around(fitted=(*BOXES, stale)))
    assert "not inspected today" in refusal.error


def test_no_table_opens_without_a_deck():
    table = at("begin", "see_accessories", "count_opener")
    assert refused(table, "open", around(decks=())).error == "No deck was brought"


def test_an_overdue_or_held_deck_opens_nothing():
    late = Refused("This deck has been used for 8 hours, the longest allowed")
    assert refused(at(*OPENING), "open", around(late={RED: late})) is late
    held = refused(at(*OPENING), "open", around(held=(RED,)))
    assert "held" in held.error


# -- pre-shuffled decks


def test_a_pre_shuffled_deck_is_not_spread_and_washed_for_its_first_shuffle():
    table = at(*OPENING[:4], bring_deck={"is_prepared": True})
    assert refused(table, "open") is None
    sealed = refused(table, "open", around(decks=(deck("heads_up_holdem", stage="at_table"),)))
    assert sealed.reading.number == "A5"
    assert "seal" in sealed.remedy


def test_its_first_shuffle_is_the_only_one_that_counts():
    idle = at(*OPENING[:4], "open", "go_idle", bring_deck={"is_prepared": True})
    assert not idle.decks[0].is_prepared
    assert refused(idle, "resume").error == f"{RED} was seen by 0 of 1"
    spread = at(*OPENING[:5], bring_deck={"is_prepared": True})
    assert "not washed" in refused(spread, "open").error


# -- without play


@each_game
@pytest.mark.clause(duty="idle_again")
def test_after_a_time_without_play_all_is_done_anew(game):
    idle = opened("go_idle")
    refusal = refused(idle, "resume", around(game), game)
    assert place(refusal) == f"{SECTIONS[game]}.4(e)"
    assert refusal.reading.number == "A7"
    for do in ("spread", "wash", "shuffle"):
        assert refused(idle, "resume", around(game), game)
        idle = step(idle, deed(do))
    assert refused(idle, "resume", around(game), game) is None
    assert step(idle, deed("resume")).phase is Phase.OPEN


def test_no_table_goes_idle_or_closes_in_a_round():
    playing = around(in_round=(1, 3))
    for do in ("go_idle", "begin_close", "change_method", "spread"):
        assert "round is being played" in refused(opened(), do, playing).error


@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.10(l)")
@pytest.mark.clause("ultimate_8", "13:69F-42.10(l)")
def test_a_pot_that_waits_is_counted_verified_and_covered():
    for game in ("deuce_of_the_dragon", "ultimate_8"):
        idle, waits = opened("go_idle"), around(game, carried_cents=500)
        (need,) = needs_while_idle(idle, waits, refuse_of(game))
        assert place(need.refusal) == f"{SECTIONS[game]}.10(l)"
        assert "differs" in refused(idle, "cover_pot", waits, game, cents=400).error
        assert refused(idle, "cover_pot", waits, game) is None
        (covered,) = needs_while_idle(step(idle, deed("cover_pot")), waits, refuse_of(game))
        assert covered.is_done
        assert needs_while_idle(idle, around(game), refuse_of(game)) == []
        assert refused(idle, "cover_pot", around(game), game)


# -- pauses


@pytest.mark.parametrize("reason", PAUSES)
def test_a_pause_has_a_reason_and_so_has_its_end(reason):
    facts = {"reason": reason, "note": "A word"}
    paused = step(opened(), deed("pause", **facts))
    assert (paused.phase, paused.reason) == (Phase.PAUSED, reason)
    assert "missing" in refused(paused, "continue", note="").error
    assert refused(paused, "continue") is None
    assert step(paused, deed("continue")).phase is Phase.OPEN


@pytest.mark.parametrize("facts", [{"reason": "lunch"}, {"reason": "other"}, {"reason": ""}])
def test_no_table_is_paused_without_one(facts):
    assert refused(opened(), "pause", **facts)


def test_a_table_goes_on_from_where_it_was():
    for before in (at("begin"), opened(), opened("go_idle")):
        paused = step(before, deed("pause"))
        assert step(paused, deed("continue")).phase is before.phase
    broken = around(fitted=BOXES)
    assert refused(opened("pause"), "continue", broken)
    assert refused(at("begin", "pause"), "continue", broken) is None


# -- ways of dealing


def test_a_device_is_off_the_table_before_another_way_is_used():
    table = opened()
    refusal = refused(table, "change_method", around(), method="automated_shoe")
    assert place(refusal) == GAMES["heads_up_holdem"].law.cited["device_off_first"]
    other = around(method="automated_shoe")
    assert refused(table, "change_method", other, method="automated_shoe") is None
    after = step(table, deed("change_method"))
    assert not after.decks[0].is_shuffled
    assert refused(table, "change_method", other, method="by_foot")


@each_game
def test_hand_dealing_only_with_a_shuffler(game):
    bare = around(game, fitted=BOXES)
    refusal = refused(Table(), "begin", bare, game, method="hand")
    assert place(refusal) == GAMES[game].law.cited["hand_needs_device"]
    assert refused(Table(), "begin", around(game, "hand"), game, method="hand") is None
    jammed = fixture(What.SHUFFLER, is_jammed=True)
    assert refused(Table(), "begin", around(game, fitted=(*BOXES, jammed)), game, method="hand")


# -- which deck the next round is dealt with


def two_decks(game="heads_up_holdem", **changes):
    """A table that deals from the hand with a red and a blue deck."""
    dos = [deed("begin", method="hand"), deed("see_accessories"), deed("count_opener")]
    for code, back in ((RED, "red"), (BLUE, "blue")):
        dos += [deed("bring_deck", deck=code, back=back)]
        dos += [deed(do, deck=code) for do in ("spread", "wash", "shuffle")]
    table = fold([*dos, deed("open")])
    decks = (deck(game, stage="in_play"), deck(game, BLUE, "blue", "in_play"))
    return table, around(game, "hand", **{"decks": decks, **changes})


def test_two_decks_take_turns():
    table, surroundings = two_decks()
    assert deck_for_round(table, surroundings, refuse_of()) == RED
    later = surroundings._replace(last_deck=RED)
    assert deck_for_round(table, later, refuse_of()) == BLUE
    with pytest.raises(Refused, match="in the shuffler"):
        deck_for_round(table, later, refuse_of(), in_shuffler=BLUE)


@each_game
def test_without_the_shuffler_the_second_deck_and_hand_dealing_are_over(game):
    shoe = (*BOXES, fixture(What.MANUAL_SHOE))
    table, bare = two_decks(game, fitted=shoe)
    with pytest.raises(Refused, match="leaves the table") as second:
        deck_for_round(table, bare, refuse_of(game))
    assert second.value.clause.place == f"{SECTIONS[game]}.2(b)"
    one = bare._replace(decks=bare.decks[:1], fitted=BOXES)
    table = step(table, deed("take_deck", deck=BLUE))
    with pytest.raises(Refused, match="shuffler works") as by_hand:
        deck_for_round(table, one, refuse_of(game))
    assert by_hand.value.reading.number == "A3"


@pytest.mark.parametrize(
    "dos", [(), ("begin",), (*OPENING, "open", "go_idle"), (*OPENING, "open", "pause")]
)
def test_no_round_at_a_table_that_is_not_open(dos):
    with pytest.raises(Refused, match="The table is"):
        deck_for_round(at(*dos), around(), refuse_of())


def test_no_round_in_a_round_and_none_with_a_late_deck():
    with pytest.raises(Refused, match="being played"):
        deck_for_round(opened(), around(in_round=(1,)), refuse_of())
    late = Refused("too long")
    with pytest.raises(Refused, match="too long"):
        deck_for_round(opened(), around(late={RED: late}), refuse_of())
    assert deck_for_round(opened(), around(), refuse_of()) == RED


# -- the machine itself


def test_nothing_unknown_is_done():
    assert "nothing called" in refused(Table(), "dance").error


@pytest.mark.parametrize("do", RULES)
def test_each_deed_is_refused_in_other_phases(do):
    wrong = {
        Phase.CLOSED: Table(),
        Phase.OPEN: opened(),
        Phase.PAUSED: opened("pause"),
        Phase.CLOSING: opened("begin_close"),
    }
    for phase, table in wrong.items():
        if phase not in RULES[do].starts:
            assert f"The table is {phase}" in refused(table, do).error


@pytest.mark.parametrize(
    ("do", "facts"),
    [
        ("count_opener", {"cents": "24"}),
        ("count_opener", {"cents": -1}),
        ("begin", {"method": ""}),
        ("begin", {"method": "x" * 300}),
        ("spread", {"deck": RED, "seen_by": 1}),
        ("spread", {"deck": 7}),
    ],
)
def test_what_cannot_be_read_is_not_guessed(do, facts):
    table = Table() if do == "begin" else at(*OPENING[:4])
    with pytest.raises(Refused):
        step(table, deed(do, **facts))


def test_a_deck_is_at_one_table_once():
    with pytest.raises(Refused, match="already"):
        step(opened(), deed("bring_deck"))
    with pytest.raises(Refused, match="not at this table"):
        step(opened(), deed("wash", deck=BLUE))


def test_facts_are_known_for_every_deed():
    assert set(FACTS) <= set(RULES)
