"""The console by hand: one round of every game by touch, one by keys alone, each replayed at once
from there; two tablets at one table.

The demo's dealers play at their own tables. Pictures: PITKEEPER_SHOTS=folder.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PIN, shot
from tests.browser.console import Console, Replay

TOUCH = {"has_touch": True, "width": 1280, "height": 800}
OPEN_U8 = """
from django.db import transaction
from django.utils import timezone
from casino.models import Duty
from inventory.models import Deck
from tables.services import demo, seats
house, plan = demo.House(timezone.now()), demo.PLANS[-1]._replace(seated=(2, 3, 6))
house.duties = {duty.person.badge: duty for duty in Duty.objects.filter(ended_at=None)}
watches = demo.WATCHES[plan.pit]
with transaction.atomic():
    house.deed("count_opener", plan, plan.dealer, watches, cents=2_400_000)
    for seat in plan.seated:
        seats.sit(number=plan.number, seat=seat, **house.by(plan.dealer))
    demo._show(house, plan, Deck.objects.get(table=plan.number).code)
    house.deed("open", plan, watches)
"""


def no_barrier(page: Any) -> None:
    """Nothing serious for who sees or hears it otherwise, and nothing beside the screen."""
    found = Axe().run(page).response["violations"]
    assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.fixture
def at(visit: Any) -> Any:
    def come(number: str, badge: str, **options: Any) -> Console:
        return Console(visit(badge, "dealer", **options), number)

    return come


def test_heads_up_holdem_by_touch(at):
    table, seats = at("HU-01", "1101", **TOUCH), (1, 2, 4, 5)
    shot(table.page, "console-between")
    table.open()
    table.shuffle()
    table.wager(*seats)
    table.act("[data-place='2-trips_plus']", chips=1)
    shot(table.page, "console-wagers")
    table.next("no_more_bets")
    table.next("deal")
    for seat in seats:
        table.decide(seat, "check")
    table.next("reveal", cards=["Ah", "Kd", "9s"])
    table.decide(4, "raise")
    shot(table.page, "console-flop")
    no_barrier(table.page)
    for seat in (1, 2, 5):
        table.decide(seat, "check")
    table.next("reveal", cards=["9c", "2d"])
    table.decide(1, "fold")
    for seat in (2, 5):
        table.decide(seat, "raise")
    table.next("reveal", cards=["Qs", "Qc"])
    for hand in (["As", "7d"], ["Td", "Jd"], ["3c", "3s"]):
        table.next("reveal", cards=hand)
    table.next("settle")
    nets = table.settled()
    assert nets == {1: -50, 2: 25, 4: -75, 5: -75}
    shot(table.page, "console-settled")
    assert "Open round" in table.find("[data-main]").inner_text()
    Replay(table).tells(nets, "Dealer: queen of spades, queen of clubs")


def test_double_cross_poker_by_touch(at):
    table = at("DC-01", "1105", has_touch=True, width=768, height=1024, theme="light")
    table.open()
    table.shuffle()
    table.wager(1, 4)
    table.act("[data-place='4-three_card']", chips=1)
    table.next("no_more_bets")
    table.next("deal")
    table.next("reveal", cards=["Ah", "Kd"])
    table.decide(4, "expose", cards=["Qh", "Jh"])
    shot(table.page, "console-cross")
    no_barrier(table.page)
    table.decide(1, "play")
    table.decide(4, "fold")
    table.next("reveal", cards=["2c", "3c", "4c"])
    table.next("reveal", cards=["8s", "8d"])
    table.next("reveal", cards=["Ac", "Ad"])
    table.next("settle")
    nets = table.settled()
    assert nets == {1: 175, 4: 75}
    shot(table.page, "console-settled-upright")
    Replay(table).tells(nets, "near four of clubs")


def test_dragon_poker_by_touch(at):
    table = at("DP-01", "1103", **TOUCH)
    table.open()
    table.shuffle()
    table.wager(2, 3)
    table.next("no_more_bets")
    table.next("deal")
    table.decide(2, "play")
    table.decide(3, "fold")
    table.press("[data-main]")
    shot(table.page, "console-characters")
    no_barrier(table.page)
    was = table.version
    table.fill(cards=["TI", "PA", "MO"])
    table.done(was)
    table.next("reveal", cards=["DG", "DR", "PH"])
    shot(table.page, "console-dragon")
    table.next("settle")
    nets = table.settled()
    assert nets == {2: 75, 3: -50}
    Replay(table).tells(nets, "Dealer: tiger, panda, monkey")


def antes(table: Console) -> None:
    """One tap each, as long as the large button asks for another."""
    while table.find("[data-main][data-do=wager]").count():
        table.next("wager")


def deal_pot(table: Console, seats: tuple[int, ...]) -> None:
    table.open()
    table.shuffle()
    antes(table)
    table.next("collect_antes")
    table.next("deal")
    table.next("count_stub", number=4)
    turn = seats_from(table, seats)
    table.decide(turn[0], "bet", chips=1)
    for seat in turn[1:]:
        table.decide(seat, "call")


def all_pass(table: Console) -> None:
    while table.find("[data-do=pass]").count():
        table.act("[data-do=pass]")


def seats_from(table: Console, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Clockwise, from the one whose turn it is."""
    first = seats.index(int(table.find("[data-choose]").first.get_attribute("data-choose")))
    return seats[first:] + seats[:first]


def award(table: Console, second: str, main: str, special: str) -> None:
    for field, text in zip(
        table.find("#award .field input[id^=counted]").all(), (main, special), strict=True
    ):
        field.fill(text)
    shot(table.page, "console-award")
    table.press("[data-sign]")
    dialog = table.page.locator("dialog.signature[open]")
    dialog.locator("[name=second_badge]").fill(second)
    dialog.locator("[name=second_pin]").fill(PIN)
    was = table.version
    dialog.locator(".buttons .primary").tap()
    table.done(was)


def test_deuce_of_the_dragon_by_touch(at):
    seats = (1, 2, 3, 5, 6)
    table = at("DD-01", "1102", **TOUCH, theme="light")
    deal_pot(table, seats)
    turn = seats_from(table, seats)
    table.decide(turn[0], "discard", cards=["3s"])
    table.decide(turn[1], "discard", cards=["4d"])
    shot(table.page, "console-discard")
    all_pass(table)
    turn = seats_from(table, seats)
    table.decide(turn[0], "check")
    for seat in turn[1:-1]:
        table.decide(seat, "fold")
    table.decide(turn[-1], "bet", chips=1)
    table.decide(turn[0], "fold")
    award(table, "1201", "175", "25")
    nets = table.settled()
    assert nets == dict.fromkeys(seats, -40) | {turn[-1]: 127}
    Replay(table).tells(nets, "discarded: four of diamonds")


def test_ultimate_8_by_touch(site, at):
    site.manage("shell", "-c", OPEN_U8)
    seats = (2, 3, 6)
    table = at("U8-01", "1108", has_touch=True, width=768, height=1024)
    deal_pot(table, seats)
    turn = seats_from(table, seats)
    table.decide(turn[0], "discard", cards=["3s"])
    all_pass(table)
    shot(table.page, "console-pot-upright")
    table.press("summary")
    no_barrier(table.page)
    shot(table.page, "console-more")
    turn = seats_from(table, seats)
    for seat in turn[:-1]:
        table.decide(seat, "fold")
    award(table, "1202", "105", "15")
    nets = table.settled()
    assert nets == dict.fromkeys(seats, -40) | {turn[-1]: 60}
    Replay(table).tells(nets, "discarded: three of spades")


def test_a_round_by_keys_alone(visit):
    """Enter does what comes next, a digit picks a seat, a letter presses its button."""
    page = visit("1101", "dealer")
    table = Console(page, "HU-01")

    def keys(*pressed: str) -> None:
        was = table.version
        for key in pressed:
            page.keyboard.press(key)
        table.done(was)

    def typed(text: str) -> None:
        """Into the pad that the key before has opened."""
        was = table.version
        page.locator(".pad[open]").wait_for()
        page.keyboard.type(f"{text}\n")
        table.done(was)

    for _ in ("open", "shuffle"):
        keys("Enter")
    page.keyboard.press("Enter")
    typed("26")
    page.keyboard.press("2")
    page.keyboard.press("a")
    typed("25")
    keys("Enter")  # odds, equal to the ante
    keys("n")
    keys("Enter")
    keys("2", "c")
    page.keyboard.press("Enter")
    typed("ah kd 9s")
    keys("c")
    page.keyboard.press("Enter")
    typed("9c,2d")
    keys("r")
    page.keyboard.press("Enter")
    typed("qs qc")
    page.keyboard.press("Enter")
    typed("10d 10h")
    keys("Enter")
    nets = table.settled()
    assert nets == {2: -75}
    page.keyboard.press("?")
    assert page.locator("#help >> text=The next act of the round").is_visible()
    page.keyboard.press("Escape")
    Replay(table, by_keys=True).tells(nets, "ten of diamonds, ten of hearts")


def finish_dragon(table: Console) -> None:
    """Seat 2 alone plays, and the round ends."""
    table.decide(2, "play")
    table.next("reveal", cards=["TI", "PA", "MO"])
    table.next("reveal", cards=["DG", "DR", "PH"])
    table.next("settle")
    table.settled()


def test_a_second_tablet_follows_and_a_refusal_stays_beside_its_button(visit):
    dealer = Console(visit("1103", "dealer", **TOUCH), "DP-01")
    floor = Console(visit("1201", "floorperson", **TOUCH), "DP-01")
    dealer.open()
    floor.find("[data-main][data-do=shuffle]").wait_for()
    floor.shuffle()
    dealer.find("[data-main][data-do=wager]").wait_for()
    dealer.press("[data-place='2-ante']")
    pad = dealer.page.locator(".pad[open]")
    pad.locator("[data-value]").fill("12.34")
    pad.locator(".buttons .primary").tap()
    pad.locator(".refusal").wait_for()
    assert "multiples of 100 cents" in pad.inner_text()
    assert pad.locator("[data-value]").input_value() == "12.34"
    shot(dealer.page, "console-refusal")
    was = dealer.version
    pad.locator("[data-value]").fill("25")
    pad.locator(".buttons .primary").tap()
    dealer.done(was)
    floor.find("[data-main]:has-text('ante bonus')").wait_for()
    floor.act("[data-main]")
    floor.act(".console-table [data-do=no_more_bets]")
    floor.next("deal")
    finish_dragon(floor)


def test_an_act_without_an_answer_is_asked_again_and_counts_once(at):
    table = at("DP-01", "1103", **TOUCH)
    table.open()
    table.shuffle()
    table.wager(2)
    table.act(".console-table [data-do=no_more_bets]")
    lost = []

    def lose(route: Any) -> None:
        """The first time the server does it, and its answer never arrives."""
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)

    table.page.route("**/act", lose)
    was = table.version
    table.press("[data-main][data-do=deal]")
    table.done(was)
    assert lost == [200]
    assert table.find("[data-choose]").count() == 1
    assert not table.find(".refusal, [data-outdated]").count()
    finish_dragon(table)
