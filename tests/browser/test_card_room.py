"""The card room by keyboard and scanner, as security uses it all day; two at one deck."""

from inventory.rules.codes import code_of
from tests.browser.conftest import PIN, shot

NEXT = "#step-title"


def scan(page, text):
    """What a scanner does: it types and presses Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_load_state()


def tab_to(page, selector):
    for _ in range(40):
        if page.evaluate("(s) => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by Tab")


def tell_surveillance(page):
    """Before cards are destroyed, so that a camera watches."""
    page.goto("/cards/destruction")
    page.fill("[name=place]", "Shredder room")
    page.keyboard.press("Enter")
    page.locator("[role=status] >> text=Surveillance is told").wait_for()


def test_a_collected_deck_is_examined_and_destroyed_by_keyboard_alone(visit):
    chief = visit("2002", "security_manager")
    page = visit("2001", "security_officer")
    page.keyboard.press("g")
    page.keyboard.press("c")
    page.wait_for_url("**/cards")
    page.locator("#strip >> text=Live").wait_for()
    scan(page, "e-4002")
    page.locator(f"{NEXT} >> text=Examine").wait_for()
    shot(page, "card-room-examine")
    page.keyboard.press("Enter")  # from the empty scan box into the step
    for _ in range(4):
        assert page.evaluate("document.activeElement.type") == "checkbox"
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.keyboard.type("52")
    page.keyboard.press("Enter")
    page.locator(f"{NEXT} >> text=Destroy").wait_for()
    page.locator("main >> text=is examined").wait_for()
    tell_surveillance(chief)
    tab_to(page, "[name=method]")
    page.keyboard.press("Space")
    tab_to(page, "[data-sign]")
    page.keyboard.press("Enter")
    page.locator("dialog[open] >> text=Shredded").wait_for()
    shot(page, "card-room-sign")
    page.keyboard.type("2002")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    page.locator("main >> text=Its life is over").wait_for()
    assert page.locator(".track .now >> text=Destroyed").count() == 1
    page.locator("#scan:focus").wait_for()


def test_bad_scans_are_answered_in_place_and_the_box_listens_again(visit):
    page = visit("2001", "security_officer")
    page.goto("/cards")
    scan(page, "E-4003")
    code = page.locator("#hand-title").inner_text()
    for said, words in (
        (f"{code[:-1]}{(int(code[-1]) + 1) % 10}", "last digit does not fit"),
        (code_of(9_999_999), "Nothing here is called"),
        ("S004050", "in stock"),
        ("2002", "badge"),
    ):
        scan(page, said)
        page.locator("#scan-answer", has_text=words).wait_for()
        assert page.evaluate("document.activeElement.id") == "scan"
        assert page.locator("#hand-title").inner_text() == code  # still in hand
    shot(page, "card-room-bad-scan")
    scan(page, code)
    page.locator("main >> text=in hand already").wait_for()
    assert page.locator(".tray").count() == 0


def test_a_scan_is_heard_wherever_the_focus_is(visit):
    page = visit("2001", "security_officer")
    page.goto("/cards/decks?stage=stored&q=LOT-00001")
    first, second = page.locator("tbody a.code").all_inner_texts()[:2]
    page.goto(f"/cards?deck={first}")
    page.locator("#step-title").click()  # a finger somewhere on the page
    page.evaluate("document.activeElement.blur()")
    scan(page, second)
    page.locator("#hand-title >> text=2 decks in hand").wait_for()
    page.locator(".tray .drop").first.click()
    page.locator(f"#hand-title >> text={second}").wait_for()
    page.locator("#others summary").focus()
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.id") == "scan"


def test_two_people_at_one_deck(visit):
    """The faster one has it; the other is shown how it stands, and loses nothing by asking."""
    officer, manager = visit("2001", "security_officer"), visit("2002", "security_manager")
    for page in (officer, manager):
        page.goto("/cards/scan?q=E-4001")
        page.locator(f"{NEXT} >> text=Collect").wait_for()
        page.locator("#strip >> text=Live").wait_for()
    manager.locator("#hand [name=to]").focus()  # in use: not drawn anew under the hand
    manager.keyboard.press("Space")
    officer.locator("#hand [name=to]").check(force=True)
    officer.locator("form[data-move] .action-bar button").click()
    officer.locator(f"{NEXT} >> text=Examine").wait_for()
    manager.locator("form[data-move] .action-bar button").press("Enter")
    manager.locator(".refusal >> text=Somebody else moved").wait_for()
    manager.locator(f"{NEXT} >> text=Examine").wait_for()


def test_others_movements_appear_by_themselves(visit):
    watching, floor = visit("5001", "surveillance"), visit("1002", "floorperson")
    floor.goto("/cards/decks?stage=removed")
    code = floor.locator("tbody a.code").first.inner_text()
    watching.goto(f"/cards/decks/{code}")
    watching.locator("#strip >> text=Live").wait_for()
    visit("1001", "dealer")
    floor.goto(f"/cards?deck={code}")
    floor.locator("#scan:focus").wait_for()
    floor.keyboard.press("Enter")
    floor.locator("[name=seal]:focus").wait_for()
    scan_seal, label = "S004010", "E-4010"
    floor.keyboard.type(scan_seal)
    floor.keyboard.press("Enter")  # a scanner ends with it: on to the label
    floor.keyboard.type(label)
    floor.keyboard.press("Enter")
    floor.locator("dialog[open]").wait_for()
    floor.keyboard.type("1001")
    floor.keyboard.press("Tab")
    floor.keyboard.type(PIN)
    floor.keyboard.press("Enter")
    floor.locator("main >> text=is sealed in an envelope").wait_for()
    watching.locator("#passport >> text=label E-4010, seal S004010").wait_for(timeout=5000)
