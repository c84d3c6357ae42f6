"""Keys and taps that come before the last script of a page."""

PRINTS = "window.printed = 0; window.print = () => window.printed++;"


def test_a_tap_between_two_scripts_counts_once(visit):
    """The script that prints has run, another of the page is on its way."""
    page, held = visit("1003", "pit_boss"), []
    page.route("**/live*.js", lambda route: held.append(route))
    page.add_init_script(PRINTS)
    with page.expect_response("**/palette*.js"):
        page.goto("/log", wait_until="commit")
    page.wait_for_function("document.readyState === 'interactive'")
    page.locator("[data-print]").first.click(no_wait_after=True)
    assert held
    held[0].continue_()
    page.wait_for_load_state("load")
    assert page.evaluate("window.printed") == 1
