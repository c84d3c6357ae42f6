"""Drawing a layout by hand: a tap on the picture sets a point; the keyboard can do it as well."""

from tests.browser.conftest import shot
from tests.tables.floor import image_bytes


def begin(page, code):
    page.goto("/layouts/add")
    page.select_option("[name=game]", "deuce_of_the_dragon")
    page.fill("[name=code]", code)
    page.fill("[name=name]", "Green felt")
    page.click("main button.primary")
    page.wait_for_url(lambda url: url.endswith(f"/layouts/{code}/draw"))
    picture = {"name": "felt.png", "mimeType": "image/png", "buffer": image_bytes(size=(800, 500))}
    page.set_input_files("#rendering_photo", picture)
    page.click("section:has(#rendering-title) button")
    page.wait_for_selector("[data-pointing] img")
    page.wait_for_function("document.querySelector('[data-pointing] img').complete")


def test_tap_on_the_picture_points_to_the_chosen_element_and_goes_on_to_the_next(visit):
    page = visit("1003", "pit_boss")
    begin(page, "TAP-1")
    box = page.locator("[data-pointing]").bounding_box()
    page.locator("[data-pointing]").click(position={"x": box["width"] / 2, "y": box["height"] / 4})
    assert page.input_value("[name=x_licensee]") == "50"
    assert page.input_value("[name=y_licensee]") == "25"
    assert page.is_checked("[name=on_licensee]")
    assert page.locator("[data-dot=licensee]").is_visible()
    assert page.locator(".elements .chosen").get_attribute("data-element") == "main_ante"
    shot(page, "layout-draw")


def test_point_is_typed_and_text_is_taken_without_a_mouse(visit):
    page = visit("1003", "pit_boss")
    begin(page, "TAP-2")
    page.focus("[name=x_main_pot]")
    page.keyboard.type("40")
    page.keyboard.press("Tab")
    page.keyboard.type("60")
    assert page.locator("[data-dot=main_pot]").get_attribute("transform") == "translate(320 300)"
    page.locator("#id_says_who_wins ~ details summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.input_value("[name=says_who_wins]").startswith("The first player without cards")
    page.locator("form[data-points] button.primary").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".notices")
    assert page.input_value("[name=x_main_pot]") == "40"
    page.goto("/layouts/TAP-2")
    assert "You drew this yourself: review is not possible" in page.inner_text("main")
