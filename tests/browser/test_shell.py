"""The shell in a real browser: what people see and do with it, by hand, by key, with a bad line."""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PIN, shot

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGES = {
    ("1004", "shift_manager"): [
        "/",
        "/log",
        "/alerts",
        "/people",
        "/people/1001",
        "/account",
        "/pits?all",
        "/pits/pit-2?view=list",
        "/pits/pit-2?view=map",
        "/pits/pit-2/handover",
        "/tables",
        "/tables/add",
        "/tables/HU-01/glance",
    ],
    ("1002", "floorperson"): [
        "/tables/HU-01",
        "/tables/HU-03",
        "/tables/DD-02",
        "/tables/HU-01?tab=history",
        "/tables/U8-01/opening",
        "/tables/HU-03/opening",
        "/tables/HU-02/opening",
        "/tables/HU-01/closing",
        "/tables/DP-01/signs",
        "/tables/HU-01/rules",
        "/layouts",
        "/layouts/DD-FELT",
    ],
    ("2001", "security_officer"): [
        "/cards",
        "/cards?deck=D00000018",
        "/cards?deck=D00000208&deck=D00000216",
        "/cards/scan?q=nothing",
        "/cards/decks",
        "/cards/decks/D00000018",
        "/cards/decks/D00000017",
    ],
    ("9001", "administrator"): [
        "/people/add",
        "/people/1001/jobs",
        "/people/1001/change",
        "/system",
    ],
    ("1003", "pit_boss"): [
        "/rules",
        "/rules/deuce_of_the_dragon?all",
        "/rules/heads_up_holdem",
        "/rules/double_cross_poker",
        "/rules/dragon_poker",
        "/readings",
        "/layouts/add",
        "/layouts/HU-FELT/draw",
        "/tables/DD-01/rules",
    ],
    ("4001", "accountant"): ["/log/seals", "/styleguide", "/duty", "/nowhere", "/people"],
}
SERIOUS = ("serious", "critical")


def barrier(violation):
    return f"{violation['id']}: {violation['nodes'][0]['html']}"


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(("badge", "job"), PAGES)
def test_no_page_has_a_serious_barrier(visit, badge, job, theme):
    page = visit(badge, job, theme=theme)
    for path in PAGES[badge, job]:
        page.goto(path)
        found = Axe().run(page).response["violations"]
        assert [barrier(v) for v in found if v["impact"] in SERIOUS] == [], path
        shot(page, f"{path.strip('/').replace('/', '-') or 'home'}-{theme}")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_sign_on_page_has_no_serious_barrier(site, new_page, theme):
    page = new_page(base_url=site.address)
    page.context.add_cookies([{"name": "theme", "value": theme, "url": site.address}])
    page.goto("/sign-on")
    found = Axe().run(page).response["violations"]
    assert [barrier(v) for v in found if v["impact"] in SERIOUS] == []


# What reaches beyond the screen, where the page as a whole does.
TOO_WIDE = """(width) => document.documentElement.scrollWidth <= width ? [] :
    [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width)
        .map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 740)])
def test_no_page_is_wider_than_its_screen(visit, width, height):
    page = visit("1004", "shift_manager", width=width, height=height)
    cards, tables = PAGES["2001", "security_officer"], PAGES["1002", "floorperson"]
    for path in PAGES["1004", "shift_manager"] + PAGES["1003", "pit_boss"] + cards + tables:
        page.goto(path)
        assert page.evaluate(TOO_WIDE, width) == [], path
        shot(page, f"{path.strip('/').replace('/', '-') or 'home'}-{width}")


def test_what_others_do_appears_by_itself(visit):
    watching = visit("1004", "shift_manager")
    watching.goto("/log")
    watching.locator("#strip >> text=Live").wait_for()
    visit("1002", "floorperson")
    watching.locator("#entries >> text=Flo Floor").first.wait_for(timeout=5000)


def test_lost_line_is_said_and_made_up_for(visit):
    """Acts happen while the tablet is off the air; back again it shows what a fresh page shows."""
    page = visit("1004", "shift_manager")
    page.goto("/log")
    page.locator("#strip >> text=Live").wait_for()
    page.context.set_offline(True)
    page.locator("#banner >> text=NOT LIVE since").wait_for(timeout=40_000)
    visit("3002", "count_team")
    page.context.set_offline(False)
    page.locator("#entries >> text=Coco Count").first.wait_for(timeout=30_000)
    page.locator("#strip >> text=Live").wait_for()
    shown = page.locator("#entries tbody").inner_text()
    page.reload()
    assert page.locator("#entries tbody").inner_text() == shown


def test_lost_valkey_is_said_and_costs_only_a_second(visit, site):
    page = visit("1004", "shift_manager")
    page.goto("/log")
    page.locator("#strip >> text=Live").wait_for()
    site.servers.valkey.kill()
    page.locator("#strip >> text=delayed").wait_for(timeout=15_000)
    visit("3001", "cashier")
    page.locator("#entries >> text=Cass Chipbank").first.wait_for(timeout=15_000)
    site.servers.valkey.start()
    page.locator("#strip >> text=delayed").wait_for(state="detached", timeout=15_000)


def test_everything_can_be_done_by_keyboard(site, new_page):
    page = new_page(base_url=site.address)
    page.goto("/sign-on")
    page.keyboard.type("5001")
    page.keyboard.press("Tab")
    page.keyboard.type("an old brass bell")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "/sign-on" not in url)
    if page.locator("#take-duty").count():
        page.locator("[name=job]").focus()
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.wait_for_url(lambda url: not url.endswith("/duty"))
    page.goto("/")
    page.keyboard.press("g")
    page.keyboard.press("l")
    page.wait_for_url("**/log")
    page.keyboard.press("Control+k")
    page.keyboard.type("Dana")
    page.locator("#palette-found >> text=Dana Dealer").wait_for()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/people/1001")
    page.keyboard.press("?")
    page.locator("dialog[open] >> text=shortcuts").first.wait_for()
    page.keyboard.press("Escape")


def test_second_person_signs_on_the_same_screen(visit):
    visit("1004", "shift_manager")
    page = visit("9001", "administrator")
    page.goto("/people/1002/jobs")
    page.locator("[name=jobs][value=pit_boss]").check(force=True)
    page.click("[data-sign]")
    dialog = page.locator("dialog[open]")
    dialog.locator("[name=second_badge]").fill("1004")
    dialog.locator("[name=second_pin]").fill(PIN)
    shot(page, "signature")
    dialog.locator("button.primary").click()
    page.wait_for_url("**/people/1002")
    page.goto("/people/1002?tab=history")
    page.goto("/log?act=grant_jobs")
    page.locator("#entries >> text=and Shay Shift, shift manager").first.wait_for()


def test_wrong_second_pin_brings_the_dialog_back_with_what_changes(visit):
    visit("1004", "shift_manager")
    page = visit("9001", "administrator", width=768, height=1024)
    page.goto("/people/1001/jobs")
    page.locator("[name=jobs][value=cashier]").check(force=True)
    page.locator("[name=jobs][value=dealer]").uncheck(force=True)
    page.click("[data-sign]")
    dialog, changes = page.locator("dialog[open]"), "new: Chip-bank cashier; removed: Dealer"
    assert changes in dialog.locator("dl").inner_text()
    dialog.locator("[name=second_badge]").fill("1004")
    dialog.locator("[name=second_pin]").fill("000000")
    dialog.locator("button.primary").click()
    dialog.locator("text=Second person, not signed").wait_for()
    assert changes in dialog.locator("dl").inner_text()
    shot(page, "signature-again")


def rename(page, name):
    page.goto("/people/1002/change")
    page.fill("[name=name]", name)
    page.click("main form button.primary")
    page.wait_for_url("**/people/1002")


def test_person_page_follows_the_record_and_opened_details_stay_open(visit):
    page, admin = visit("1004", "shift_manager"), visit("9001", "administrator")
    rename(admin, "Flo Second")
    page.goto("/people/1002?tab=history")
    page.locator("#strip >> text=Live").wait_for()
    page.locator("#history summary").first.click()
    rename(admin, "Flo Floor")
    page.locator("h1 >> text=Flo Floor").wait_for(timeout=5000)
    assert page.locator("#history details[open]").count() == 1
    assert not page.locator("#history details").first.get_attribute("open")


def test_lock_out_offers_the_unlocking_by_itself(visit, site, new_page):
    page = visit("1004", "shift_manager")
    page.goto("/people/3001")
    page.locator("#strip >> text=Live").wait_for()
    assert page.locator("#acts button:disabled >> text=Unlock").count() == 1
    guesser = new_page(base_url=site.address)
    for _ in range(5):
        guesser.goto("/sign-on")
        guesser.fill("[name=badge]", "3001")
        guesser.fill("[name=password]", "a wild guess")
        guesser.click("main button.primary")
        guesser.wait_for_load_state()
    page.locator("#acts button:enabled >> text=Unlock").wait_for(timeout=5000)
    page.goto("/")
    page.locator("#needs a >> text=locked out").wait_for(timeout=15_000)
    shot(page, "home-alert")
    page.goto("/people/3001")
    page.click("#act-unlock_person")
    page.locator("main >> text=is unlocked").wait_for()
    page.goto("/alerts")
    assert page.locator(".alerts .closed >> text=locked out").count() >= 1


SMALL = """() => [...document.querySelectorAll(
  ".timeline :is(a, summary), .panel > header > a, .crumbs a, .alerts a, .table tbody a"
)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44)
  .map((e) => e.outerHTML)"""


def test_targets_are_large_enough_for_a_finger(visit):
    page = visit("1004", "shift_manager", width=768, height=1024)
    for path in ("/", "/alerts", "/log/seals", "/people", "/people/1001?tab=history"):
        page.goto(path)
        assert page.evaluate(SMALL) == [], path
    page.goto("/people")
    page.locator("tr[data-row='1001'] td").nth(2).click(force=True)  # anywhere
    page.wait_for_url("**/people/1001")


def test_few_places_need_no_list_of_all(visit):
    page = visit("3002", "count_team", width=768, height=1024)
    assert not page.locator(".bottombar > button").is_visible()
    page = visit("1004", "shift_manager", width=768, height=1024)
    assert page.locator(".bottombar > button").is_visible()
    assert page.locator(".bottombar li:visible").count() == 4


def test_hostile_words_stay_words(visit):
    page = visit("9001", "administrator")
    page.on("dialog", lambda dialog: pytest.fail("a script of a stranger ran"))
    hostile = '"><img src=x onerror=alert(1)>'
    page.goto("/people/add")
    page.fill("[name=badge]", "X-666")
    page.fill("[name=name]", hostile)
    page.click("main form button.primary")
    for path in ("/people?like=X-666", "/people/X-666", "/log", "/"):
        page.goto(path)
        assert page.locator("img[src=x]").count() == 0
    page.goto("/people/X-666")
    assert hostile in page.locator("h1").inner_text()


def test_picture_in_the_readme_is_this_page(visit):
    """PITKEEPER_PICTURE=1 makes it anew; kept small, since it lives in the repository."""
    page = visit("1004", "shift_manager")
    page.locator("#strip >> text=Live").wait_for()
    picture = DOCS / "home.jpg"
    if os.environ.get("PITKEEPER_PICTURE"):
        page.screenshot(path=picture, quality=75)
    assert picture.stat().st_size < 100_000
