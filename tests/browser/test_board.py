"""The pit board in a browser: others' deeds appear at once, nothing moves under a finger."""

import sys

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import shot

SET_UP = """
from django.utils import timezone
from casino.models import Pit
from tables.models import Table
pit, _ = Pit.objects.get_or_create(code="{pit}", defaults={{"name": "{pit}".title()}})
games = ("heads_up_holdem", "ultimate_8", "dragon_poker")
Table.objects.bulk_create(
    Table(number="{prefix}-%03d" % n, pit=pit, game=games[n % 3], phase="opening", x=n % 20 * 5,
          y={top} + n // 20 * 8, since=timezone.now(), state={{"method": "manual_shoe"}})
    for n in range({count})
)
"""
# Another process commits, and says when.
DEED = """
import time
from django.utils import timezone
from casino.models import Duty
from tables.services.deeds import Order, carry_out
by = Duty.objects.get(person__badge="1004", ended_at=None)
carry_out(Order("{do}", "{number}", {facts}), by=by, now=timezone.now())
print("committed", time.time())
"""
WATCH = """([id, word]) => {
  const { dataset } = document.body;
  const look = () => {
    const says = document.getElementById(id)?.textContent.includes(word);
    if (says && !dataset.seen) dataset.seen = Date.now();
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
}"""
PAUSE = {"do": "pause", "facts": '{"reason": "medical"}'}


def set_up(site, pit, prefix, count, top=0):
    site.manage("shell", "-c", SET_UP.format(pit=pit, prefix=prefix, count=count, top=top))


def deed(site, number, **what):
    said = site.manage("shell", "-c", DEED.format(number=number, **what))
    return float(said.split("committed")[1])


def numbers(page, count=3):
    tiles = page.locator("#tables > article")
    return [tiles.nth(index).get_attribute("data-number") for index in range(count)]


def first(page, number):
    """Wait until this table is the first of the board."""
    page.locator(f"#tables > article:first-child[data-number={number}]").wait_for()


@pytest.fixture
def board(site, visit):
    """`board("pit-x", "X", 3)`: a board of so many tables, live."""

    def make(pit, prefix, count, **options):
        set_up(site, pit, prefix, count)
        page = visit("1004", "shift_manager", **options)
        page.goto(f"/pits/{pit}")
        page.locator("#strip >> text=Live").wait_for()
        return page

    return make


def test_a_deed_of_another_process_reaches_a_board_of_200_tables(site, board):
    page = board("board-200", "A", 200)
    assert page.locator("#tables > article").count() == 200
    page.evaluate(WATCH, ["tile-A-150", "Paused"])
    committed = deed(site, "A-150", **PAUSE)
    page.locator("body[data-seen]").wait_for(timeout=5_000)
    took = int(page.locator("body").get_attribute("data-seen")) / 1000 - committed
    sys.stdout.write(f"\nfrom commit to tile, 200 tables: {took * 1000:.0f} ms\n")
    first(page, "A-150")
    assert page.locator("#needs-title").inner_text().startswith("Needs you")
    page.locator("#board-head >> text=Paused: somebody needs help").first.wait_for()
    shot(page, "board-200")


def test_tiles_are_not_sorted_anew_under_a_finger_or_a_focus(site, board):
    page = board("board-hold", "B", 3)
    assert numbers(page) == ["B-000", "B-001", "B-002"]
    page.locator("#open-B-001").focus()
    deed(site, "B-002", **PAUSE)
    page.locator("#tile-B-002 >> text=Paused").first.wait_for()
    assert numbers(page) == ["B-000", "B-001", "B-002"]
    page.evaluate("document.activeElement.blur()")
    first(page, "B-002")
    page.mouse.move(*_middle(page, "#tile-B-000"))
    page.mouse.down()
    deed(site, "B-002", do="continue", facts='{"note": "well again"}')
    deed(site, "B-001", **PAUSE)
    assert numbers(page)[0] == "B-002"
    page.mouse.move(5, 300)
    page.mouse.up()
    first(page, "B-001")


def _middle(page, selector):
    box = page.locator(selector).bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_drawer_opens_by_key_and_closes_by_escape(board):
    page = board("board-drawer", "C", 3)
    page.locator("#open-C-000").focus()
    page.keyboard.press(".")
    page.locator("dialog#drawer[open] >> text=Open the table").wait_for()
    shot(page, "board-drawer")
    page.keyboard.press("Escape")
    assert page.locator("dialog#drawer[open]").count() == 0
    page.keyboard.press("g")
    page.keyboard.press("b")
    page.wait_for_url("**/pits")


def test_tables_are_arranged_by_hand_and_by_keys_and_saved_at_once(site, visit):
    set_up(site, "board-map", "M", 2, top=90)
    page = visit("1004", "shift_manager")
    page.goto("/tables")
    page.locator("#strip >> text=Live").wait_for()
    page.locator("[data-table=M-000]").focus()
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("ArrowRight")
    assert page.locator("[name='x:M-000']").input_value() == "1"
    assert page.locator("[name='y:M-000']").input_value() == "95"
    before = page.locator("[name='x:M-001']").input_value()
    page.mouse.move(*_middle(page, "[data-table=M-001] .cloth"))
    page.mouse.down()
    page.mouse.move(700, 400, steps=5)
    page.mouse.up()
    moved = page.locator("[name='x:M-001']").input_value()
    assert moved != before
    page.locator("[data-moved] >> text=2 moved").wait_for()
    page.click("[data-save]")
    page.locator("main >> text=The floor is arranged").wait_for()
    assert page.locator("[name='x:M-001']").input_value() == moved


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_page_of_the_floor_has_a_serious_barrier(site, visit, theme):
    set_up(site, f"axe-{theme}", f"X{theme[0]}".upper(), 3)
    page = visit("1004", "shift_manager", theme=theme, width=768, height=1024)
    pit = f"/pits/axe-{theme}"
    number = f"X{theme[0]}-000".upper()
    for path in (
        pit,
        f"{pit}?view=list",
        f"{pit}?view=map",
        f"{pit}?state=paused",
        "/tables",
        "/tables/add",
        f"/tables/{number}/change",
        f"/tables/{number}/glance",
        f"{pit}/handover",
    ):
        page.goto(path)
        found = Axe().run(page).response["violations"]
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 768, path
