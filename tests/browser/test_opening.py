"""A table from nothing to its first round: drawn, approved, signed, equipped, manned, opened.

Every page is a person's own. Screenshots of the way: PITKEEPER_SHOTS=folder.
"""

from games.catalogue import GAMES
from tables.services import demo_pictures as pictures
from tests.browser.conftest import shot as taken
from tests.browser.hands import (
    Opening,
    add_picture,
    add_table,
    begin_layout,
    point_to,
    post_signs,
    register,
    submit,
)

GAME, NUMBER, LAYOUT = "deuce_of_the_dragon", "DD-09", "DD-NEW"
DEALER, FLOOR, BOSS, MANAGER = "1001", "1002", "1003", "1004"
DEVICES = {"drop_box": "left", "tip_box": "right", "manual_shoe": ""}
JOBS = {DEALER: "dealer", FLOOR: "floorperson", BOSS: "pit_boss", MANAGER: "shift_manager"}


def test_a_table_opens_from_nothing(visit):
    people = {badge: visit(badge, job) for badge, job in JOBS.items()}
    boss, manager = people[BOSS], people[MANAGER]
    add_table(manager, NUMBER, GAME, second=BOSS)
    draw(boss)
    approve_layout(boss, manager)
    set_rules(boss, manager)
    hang_signs(people[FLOOR])
    man_and_equip(people)
    begin(people)
    bring_deck(people)
    show_cards_and_open(people)
    board_shows_it(manager)


def shot(page, name):
    page.locator("#strip >> text=Live").wait_for()
    taken(page, name)


def draw(boss):
    felt = pictures.felt(GAMES[GAME].table, {})
    begin_layout(boss, LAYOUT, GAME)
    add_picture(boss, "rendering", felt.content)
    add_picture(boss, "photograph", pictures.photograph(felt.content))
    point_to(boss, felt.points)
    assert boss.locator("[data-chosen]").inner_text() == "Every element has its place."
    boss.evaluate("scrollTo(0, 0)")
    shot(boss, "1-layout")
    boss.click("form[data-points] button.primary")
    boss.wait_for_url(lambda url: "/draw" not in url)
    assert "You drew this yourself: review is not possible" in boss.inner_text("main")


def approve_layout(boss, manager):
    """The manager reviews and submits what the pit boss drew; the pit boss lays it."""
    manager.goto(f"/layouts/{LAYOUT}")
    manager.click("form:has([name=do][value=review]) button")
    manager.locator("#chain-title + .status >> text=Reviewed").wait_for()
    submit(manager, "DGE 26-0117")
    shot(manager, "2-submitted")
    boss.goto(f"/layouts/{LAYOUT}")
    boss.select_option("#lay-table", NUMBER)
    boss.click("form:has(#lay-table) button")
    boss.locator("main >> text=laid by").first.wait_for()


def set_rules(boss, manager):
    boss.goto(f"/tables/{NUMBER}/rules")
    boss.fill("[name=reason]", "First rules of a new table")
    boss.click("#propose button.primary")
    boss.locator("main >> text=You asked for this yourself").wait_for()
    manager.goto(f"/tables/{NUMBER}/rules")
    shot(manager, "3-rules")
    manager.click("form:has([name=decision][value=approve]) button.primary")
    manager.locator("#now-title + .status.ok").wait_for()


def hang_signs(floor):
    posted = post_signs(floor, NUMBER, pictures.sign)
    assert len(posted) == 5
    assert "Commission" in posted
    shot(floor, "4-signs")


def man_and_equip(people):
    boss, floor, opening = people[BOSS], people[FLOOR], Opening(NUMBER)
    for what in DEVICES:
        register(boss, serial(what), what)
    for role, badge in (("dealer", DEALER), ("floorperson", FLOOR)):
        line = opening.need(boss, role)
        line.locator(f"label:has-text('({badge})') input").check(force=True)
        line.locator("form .tools button").click()
        opening.done(boss, role)
    for what, side in DEVICES.items():
        form = opening.at(floor).locator(f"#fix-{what}")
        opening.need(floor, "device" if what == "manual_shoe" else "boxes")
        form.locator(f"[name=serial][value={serial(what)}]").check(force=True)
        if side:
            form.locator(f"[name=side][value={side}]").check(force=True)
        form.locator("button").click()
        floor.locator(".notices").wait_for()
    opening.done(floor, "boxes")
    opening.done(floor, "device")


def serial(what):
    return f"{NUMBER}-{what.upper().replace('_', '-')}"


def begin(people):
    dealer, floor, opening = people[DEALER], people[FLOOR], Opening(NUMBER)
    opening.last(floor)
    opening.mend(floor, "inspected")
    opening.mend(floor, "accessories", "[value='cutting card']", "[value='cover card']")
    opening.mend(dealer, "opener", second=FLOOR, amount="24000")


def bring_deck(people):
    """By scan: the scanner types the label and ends with Enter."""
    dealer, floor, opening = people[DEALER], people[FLOOR], Opening(NUMBER)
    floor.goto("/cards/stores/stand-1?tab=decks")
    code = floor.locator("#decks tr:has(.swatch.red) th a").first.inner_text()
    line = opening.need(floor, "deck")
    line.locator("[name=code]").scroll_into_view_if_needed()
    shot(floor, "5-opening")
    line.locator("[name=code]").focus()
    floor.keyboard.type(f"{code}\n")
    floor.locator(f"[data-need='checked:{code}'], .refusal").first.wait_for()
    assert not floor.locator(".refusal").count(), floor.locator(".refusal").first.inner_text()
    line = opening.need(dealer, "checked")
    for box in line.locator("[type=checkbox]").all():
        box.check(force=True)
    line.locator("[name=cards]").fill("52")
    line.locator("form .tools button").click()
    dealer.locator(".notices").wait_for()
    opening.mend(floor, "checked")


def show_cards_and_open(people):
    dealer, floor, opening = people[DEALER], people[FLOOR], Opening(NUMBER)
    opening.last(floor)  # too early: nobody saw the cards
    refusal = floor.locator(".refusal")
    assert "13:69F-41.3(b)" in refusal.inner_text()
    opening.seat(dealer, 1, 2)
    opening.mend(dealer, "spread", "[value='1']", "[value='2']")
    opening.mend(dealer, "wash")
    opening.mend(dealer, "shuffle")
    floor.goto(f"/tables/{NUMBER}/opening")
    opening.last(floor)
    floor.goto(f"/tables/{NUMBER}")
    floor.locator("main >> text=2 of 6 seated").wait_for()


def board_shows_it(manager):
    manager.goto("/pits/pit-1")
    manager.locator("#strip >> text=Live").wait_for()
    tile = manager.locator(f"#tile-{NUMBER}")
    assert tile.locator(".tile-state").inner_text().startswith("OPEN")
    assert "2/6" in tile.inner_text()
    assert "Dana Dealer" in tile.inner_text()
    shot(manager, "6-board")
