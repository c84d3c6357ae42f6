"""A round told again: by keys, by itself, by a shared link, without script, on paper.

Rounds are played by the services, at the demo's own table. Pictures: PITKEEPER_SHOTS=folder.
"""

import os
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import shot

BOSS, DEALER, WATCH = ("1003", "pit_boss"), ("1101", "dealer"), ("5001", "surveillance")
# One action is refused (its bets are not closed), one is taken back.
PLAYED = """
from uuid import uuid4
from django.utils import timezone
from casino.models import Duty
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Submission
from games.services.undo import undo
by, index = Duty.objects.get(person__badge="1101", ended_at=None), 0
row = open_round(table="HU-01", by=by, now=timezone.now())
def act(is_refused=False, **action):
    global index
    asked = Submission(row.pk, index, str(uuid4()), action, by, timezone.now())
    answer = submit(asked)
    assert bool(answer.refusal) == is_refused, (action, answer)
    index = answer.length
hands = {"1": ["As", "Ah"], "2": ["7c", "2d"]}
for seat in (1, 2):
    for on in ("ante", "odds"):
        act(do="wager", seat=seat, on=on, amount=2500)
act(do="wager", seat=2, on="trips_plus", amount=2500)
index = undo(round=row.pk, index=index, key="u", by=by, now=timezone.now()).length
act(do="shuffle", method="manual")
act(do="cut", by="dealer", cards=26)
act(do="deal", hands=hands, dealer=["Kd", "9c"], is_refused=True)
act(do="no_more_bets")
act(do="deal", hands=hands, dealer=["Kd", "9c"])
act(do="raise", seat=1, times=2)
act(do="check", seat=2)
"""
ENDED = """
act(do="reveal", what="flop", cards=["Ad", "5h", "Js"])
act(do="check", seat=2)
act(do="reveal", what="turn_river", cards=["Kc", "3s"])
act(do="fold", seat=2)
act(do="count_stub", cards=41)
act(do="reveal", what="dealer")
act(do="reveal", what="seat", seat=1)
act(do="settle")
"""
# The same round again, from another process.
GO_ON = """
from django.utils import timezone
from casino.models import Duty
from games.services.actions import submit
from games.services.submission import Submission
by = Duty.objects.get(person__badge="1101", ended_at=None)
answer = submit(Submission({number}, {index}, "more {index}", {action}, by, timezone.now()))
assert answer.refusal is None, answer
"""
FLOP = {"do": "reveal", "what": "flop", "cards": ["Ad", "5h", "Js"]}
WRONG = {"do": "irregularity", "kind": "wrong_number_of_cards"}
TELL = "print('round', row.pk)"
LENGTH = 20  # what was taken back and the taking back are among them


def played(site, *parts):
    said = site.manage("shell", "-c", PLAYED + "".join(parts) + TELL)
    return int(said.split("round")[-1])


def go_on(site, number, index, action):
    site.manage("shell", "-c", GO_ON.format(number=number, index=index, action=action))


@pytest.fixture(scope="module")
def ended(site):
    return played(site, ENDED)


def at(page, step):
    page.locator(f"#stage[data-at='{step}']").wait_for()
    page.locator(f".acts-list [aria-current][data-at='{step}']").wait_for()


def test_replay_by_keys_and_a_link_to_share(ended, visit):
    page, other = visit(*BOSS), visit(*WATCH)
    page.goto(f"/rounds/{ended}")
    at(page, LENGTH)
    page.keyboard.press("Home")
    at(page, 0)
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        at(page, step)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    assert page.url.endswith(f"/rounds/{ended}?at=2")
    assert "Seat 1 wagers on odds: $25" in page.inner_text("#stage")
    other.goto(page.url)
    at(other, 2)
    page.keyboard.press("End")
    at(page, LENGTH)
    assert page.locator(".acts-list .struck").inner_text() == "Seat 2 wagers on trips plus: $25"
    assert "Refused" in page.inner_text(".acts-list li.lane-refused")


def test_replay_plays_by_itself_and_stops(ended, visit):
    page = visit(*BOSS)
    page.goto(f"/rounds/{ended}?at=0")
    page.select_option("[data-speed]", "250")
    page.locator("h1").click()
    page.keyboard.press("Space")
    page.locator("[data-play][aria-pressed=true]").wait_for()
    at(page, LENGTH)
    page.locator("[data-play][aria-pressed=false]").wait_for()
    assert page.url.endswith(f"?at={LENGTH}")
    page.locator("#jump").fill("9")
    at(page, 9)
    page.locator(".lanes .lane-console [data-at='4']").click()
    at(page, 4)
    page.click("[data-step=next]")
    at(page, 5)


def seen_at_once(page, address):
    """The page is there, and its script is still on the way; what is returned lets it come."""
    held = []
    page.route("**/js/replay*.js", lambda route: held.append(route))
    with page.expect_request("**/js/replay*.js"):
        page.goto(address, wait_until="commit")
    page.locator(".footer").wait_for()
    return lambda: held.pop().continue_()


def test_keys_pressed_as_soon_as_the_page_is_seen_are_served(ended, visit):
    page = visit(*BOSS)
    let_come = seen_at_once(page, f"/rounds/{ended}")
    for key in ("Home", "ArrowRight"):
        page.keyboard.press(key)
    let_come()
    at(page, 1)


def test_tap_as_soon_as_the_page_is_seen_is_served(ended, visit):
    page = visit(*BOSS, has_touch=True)
    let_come = seen_at_once(page, f"/rounds/{ended}?at={LENGTH - 1}")
    page.locator("[data-play]").tap()
    let_come()
    at(page, LENGTH)


def test_round_in_play_is_followed_until_somebody_steps_back(site, visit):
    number, page = played(site), visit(*BOSS)
    page.goto(f"/rounds/{number}")
    page.locator("#strip >> text=Live").wait_for()
    go_on(site, number, 12, FLOP)
    at(page, 13)
    assert "The flop is turned" in page.inner_text("#stage")
    page.keyboard.press("ArrowLeft")
    at(page, 12)
    go_on(site, number, 13, WRONG)
    page.locator("#stage[data-at='12']").wait_for()
    assert page.locator("h1 >> text=In play").count()  # nothing was drawn under their hands
    page.keyboard.press("End")
    at(page, 14)
    page.locator("h1 >> text=Void").wait_for()
    assert page.locator("#result").count()


def test_end_of_a_round_arrives_on_the_page_that_follows_it(site, visit):
    number, page = played(site), visit(*BOSS)
    page.goto(f"/rounds/{number}")
    page.locator("#strip >> text=Live").wait_for()
    go_on(site, number, 12, WRONG)
    at(page, 13)
    page.locator("h1 >> text=Void").wait_for()
    page.locator("#result >> text=$100").first.wait_for()


def test_replay_without_script_goes_by_links(ended, visit):
    page = visit(*BOSS, java_script_enabled=False)
    page.goto(f"/rounds/{ended}?at=3")
    page.click("[data-step=next]")
    page.wait_for_url(f"**/rounds/{ended}?at=4")
    at(page, 4)
    assert not page.locator("[data-play]").is_visible()
    page.click(".acts-list li[data-at='7'] a.step")
    at(page, 7)


def test_printed_it_is_the_list_and_the_last_felt(ended, visit):
    page = visit(*BOSS)
    page.goto(f"/rounds/{ended}?at=9")
    page.emulate_media(media="print")
    assert not page.locator(".replay-bar").is_visible()
    assert page.locator(".final-felt svg").is_visible()
    last = page.locator(f".acts-list [data-at='{LENGTH}']")
    box, whole = last.bounding_box(), page.locator(".acts-list").bounding_box()
    assert box["y"] + box["height"] <= whole["y"] + whole["height"] + 1  # nothing is scrolled away
    paper = page.pdf(format="Letter")
    assert paper.startswith(b"%PDF")
    if folder := os.environ.get("PITKEEPER_SHOTS"):
        Path(folder, "replay.pdf").write_bytes(paper)
    page.goto(f"/rounds/{ended}")
    page.emulate_media(media="print")
    assert not page.locator(".final-felt").count()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(1280, 800), (768, 1024)])
def test_replay_and_list_are_whole_at_every_size(ended, visit, theme, size):
    width, height = size
    page = visit(*BOSS, theme=theme, width=width, height=height)
    for path, name in (
        (f"/rounds/{ended}?at=14", "replay"),
        ("/tables/HU-01/rounds", "rounds"),
        ("/tables/HU-01/irregularity", "irregularity"),
    ):
        page.goto(path)
        page.locator("#strip >> text=Live").wait_for()
        found = Axe().run(page).response["violations"]
        assert [v["id"] for v in found if v["impact"] in ("serious", "critical")] == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        shot(page, f"{name}-{width}-{theme}")


def test_round_is_voided_with_three_taps(site, visit):
    number = played(site)
    page = visit(*DEALER, width=768, height=1024, has_touch=True)
    page.goto("/tables/HU-01/irregularity")
    shot(page, "wrong-1-what")
    page.locator(".kinds a", has_text="wrong number of cards").first.tap()
    page.locator("text=Every wager goes back").wait_for()
    shot(page, "wrong-2-follows")
    page.locator("button.danger").tap()
    page.wait_for_url(f"**/irregularity?done={number}")
    assert "Hand back, seat by seat" in page.inner_text("main")
    shot(page, "wrong-3-done")
    page.goto(f"/rounds/{number}")
    assert "Void" in page.inner_text("h1")
