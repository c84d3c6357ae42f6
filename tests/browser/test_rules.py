"""The rulebook in a real browser: by key, by link, and on paper."""

from tests.browser.conftest import shot

CLAUSE = "[id='13:69F-42.5(c)3']"


def test_rules_are_two_keys_away(visit):
    page = visit("1003", "pit_boss")
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url("**/rules")
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rules/deuce_of_the_dragon")
    shot(page, "rules-by-key")


def test_link_to_a_clause_opens_its_topic(visit):
    page = visit("1003", "pit_boss", width=768, height=1024)
    page.goto("/rules/ultimate_8")
    assert not page.locator(CLAUSE).is_visible()
    page.click("[href='#13:69F-42.5(c)3'] >> nth=0")
    page.locator(CLAUSE).wait_for(state="visible")
    top = page.locator(CLAUSE).bounding_box()["y"]
    assert top >= page.locator(".toc").bounding_box()["y"]


def test_paper_has_every_clause_of_closed_topics(visit):
    page = visit("6001", "regulator", theme="light")
    page.goto("/rules/ultimate_8")
    page.emulate_media(media="print")
    hidden = "[...document.querySelectorAll('.clauses > li')].filter(c => !c.offsetHeight).length"
    assert page.evaluate(hidden) == 0
    assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") >= 5
