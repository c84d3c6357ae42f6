"""Receiving, stores and moving decks, in a browser, as the demo has them."""

import pytest

from tests.browser.conftest import PIN, shot

SIZES = {"wide": (1280, 800), "upright": (768, 1024)}
PAGES = {
    "stores": "/cards/stores",
    "store": "/cards/stores/primary",
    "store-decks": "/cards/stores/stand-1?tab=decks",
    "store-keys": "/cards/stores/primary?tab=keys",
    "store-levels": "/cards/stores/stand-1?tab=levels",
    "store-add": "/cards/stores/add",
    "lots": "/cards/lots",
    "lot": "/cards/lots/LOT-00003",
    "receive": "/cards/receive",
    "issue": "/cards/issue?source=primary&to=stand-2&sort=standard-red&pack=singles&count=6",
    "issue-refused": "/cards/issue?source=secondary&to=stand-1&sort=standard-red&pack=sets&count=1",
}


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_no_page_is_wider_than_the_screen(visit, size, theme):
    width, height = SIZES[size]
    page = visit("2002", "security_manager", theme=theme, width=width, height=height)
    for name, url in PAGES.items():
        assert page.goto(url).status == 200, url
        assert page.evaluate("document.documentElement.scrollWidth") <= width, url
        shot(page, f"{name}-{size}-{theme}")


def sign_as(page, badge):
    page.locator("dialog.signature[open]").wait_for()
    page.fill("dialog [name=second_badge]", badge)
    page.fill("dialog [name=second_pin]", PIN)
    page.click("dialog .buttons .primary")


def test_delivery_is_received_with_a_scanner_and_two_people(visit):
    visit("1004", "shift_manager")
    page = visit("2002", "security_manager")
    page.goto("/cards/receive")
    page.fill("[name=vendor]", "Made-up Card Works")
    page.fill("[name=invoice]", "7-99001")
    page.focus("[name=c0-seal]")
    for seal in ("CT-1", "CT-2", "CT-3"):
        page.keyboard.type(f"{seal}\n")
    assert page.locator("[data-carton]").count() == 4
    row = page.locator("[data-carton]").nth(1)
    assert not row.locator(".checked").is_visible()
    row.locator("select").select_option("suspect")
    row.locator(".checked input").fill("tape torn, all decks whole")
    assert not page.locator("#composition").is_visible()
    page.locator("[name=kind][value=dragon]").check(force=True)
    assert page.locator("#composition .card").count() == 8
    page.locator("[name=back][value=gold]").check(force=True)
    page.fill("[name=design]", "House crest")
    page.fill("[name=invoiced_singles]", "3")
    page.fill("[name=singles]", "2")
    assert page.inner_text("[data-difference=singles]") == "1 single deck fewer than invoiced"
    assert page.inner_text("[data-total]") == "2"
    page.locator("[name=store][value=secondary]").check(force=True)
    shot(page, "receive-filled")
    page.click("[data-sign]")
    shot(page, "receive-sign")
    sign_as(page, "1004")
    page.wait_for_url("**/cards/lots/LOT-*")
    text = page.inner_text("main")
    assert "Not as invoiced" in text
    assert "tape torn, all decks whole" in text
    shot(page, "receive-done")


def test_decks_are_scanned_before_they_are_issued(visit):
    visit("1004", "shift_manager")
    page = visit("2002", "security_manager", width=768, height=1024)
    page.goto("/cards/issue?source=primary&to=stand-2&sort=standard-blue&pack=singles&count=2")
    first = page.locator("[data-code]").first.get_attribute("data-code")
    page.focus("#pick-scan")
    page.keyboard.type("D99999999\n")
    assert page.inner_text("[data-said]") == "D99999999 is not on this list"
    page.keyboard.type(f"{first.lower()}\n")
    assert page.inner_text("[data-said]") == "1 of 2 scanned"
    shot(page, "issue-scanned")
    page.locator("[data-code]").nth(1).uncheck()
    page.click("[data-sign]")
    sign_as(page, "1004")
    page.wait_for_url("**/cards/stores/stand-2")
    assert "1 deck from Primary store, cage to Stand of Pit 2" in page.inner_text("main")
