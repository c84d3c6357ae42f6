"""A carried pot by hand: what it holds, a count that differs, and who settles it.

Pictures: PITKEEPER_SHOTS=folder.
"""

from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import PIN, shot

ROUNDS = """
from uuid import uuid4
from django.utils import timezone
from casino.models import Duty
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Submission

dealer = Duty.objects.get(person__badge="1102", ended_at=None)
floor = Duty.objects.filter(job="floorperson", pit=dealer.pit, ended_at=None).first()

def play(wins):
    row = open_round(table="DD-01", by=dealer, now=timezone.now(), key=uuid4().hex)
    seats, rules = row.setup["seats"], row.setup["rules"]
    ante, pot = rules.get("ante", 1000), rules.get("pot_ante", 500)
    first = row.setup["button"]
    others = [seat for seat in seats if seat != first]
    order = sorted(seats, key=lambda seat: (seat < first, seat))
    actions = [{"do": "shuffle", "method": "manual"}, {"do": "cut", "by": "dealer", "cards": 26}]
    for seat in seats:
        actions.append({"do": "wager", "seat": seat, "on": "ante", "amount": ante})
        actions.append({"do": "wager", "seat": seat, "on": "deuce", "amount": pot})
    hidden = {str(seat): ["??"] * 8 for seat in seats}
    actions += [{"do": "collect_antes"}, {"do": "deal", "hands": hidden}]
    if wins:
        actions.append({"do": "count_stub", "cards": 4})
        actions += [{"do": "check", "seat": seat} for seat in order]
        actions.append({"do": "discard", "seat": first, "cards": ["2h"]})
    actions += [{"do": "forfeit", "seat": seat} for seat in others]
    held = rules["carried"] + pot * len(seats)
    actions.append({"do": "settle", "counted": {"main": ante * len(seats), "deuce": held}})
    for index, action in enumerate(actions):
        second = floor if action["do"] == "settle" else None
        asked = Submission(row.pk, index, uuid4().hex, action, dealer, timezone.now(), second)
        answer = submit(asked)
        assert answer.refusal is None, (action, answer.refusal)

for number in range(PLAYED):
    play(number == 6)
""".replace("PLAYED", str(PLAYED := 14))


def sign_with(page, button, badge):
    page.click(f"[data-sign={button}]")
    dialog = page.locator(f"#{button}[open]")
    dialog.locator("[name=second_badge]").fill(badge)
    dialog.locator("[name=second_pin]").fill(PIN)
    dialog.locator("button.primary").click()


def holds(page):
    """What the pot holds, in dollars."""
    return int(page.locator("#pot [data-pot]").first.inner_text().strip("$").replace(",", ""))


def pictures(page, name):
    for width, height in ((1280, 800), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        shot(page, f"{name}-{width}")
    page.set_viewport_size({"width": 1280, "height": 800})


def test_a_board_tells_by_itself_how_fast_a_table_plays_and_what_it_wins(site, visit):
    page = visit("1002", "floorperson")
    page.goto("/pits/pit-1")
    page.locator("#strip >> text=Live").wait_for()
    pace = page.locator("#tile-DD-01 [data-rounds-hour]")
    before = int(pace.inner_text() or 0)
    page.evaluate("document.getElementById('tile-DD-01').dataset.drawn = 'once'")
    site.manage("shell", "-c", ROUNDS)
    pace.locator(f"text=/^{before + PLAYED}$/").wait_for()
    assert page.locator("#tile-DD-01 [data-win]").inner_text().startswith("+$")
    assert page.locator("#tile-DD-01[data-drawn=once]").count()  # nobody fetched it for that


def test_a_difference_is_reported_by_the_floor_and_settled_by_the_house(site, visit):
    site.manage("shell", "-c", ROUNDS)
    floor = visit("1002", "floorperson")
    floor.goto("/tables/DD-01")
    pictures(floor, "table-rounds")
    floor.click(".tabs >> text=Pot")
    held = holds(floor)  # others of these tests play here too
    assert held >= 175
    assert floor.locator("text=Not proved").count() == 0
    pictures(floor, "pot-dark")
    problems = Axe().run(floor, options={"rules": {"region": {"enabled": False}}})
    assert problems.violations_count == 0, problems.generate_report()

    floor.click("summary:has-text('Report a difference')")
    floor.fill("#report [name=amount]", str(held - 5))
    floor.fill("#report [name=note]", "Counted three times, a chip of $5 is missing")
    sign_with(floor, "reporting", "1102")
    floor.locator(".difference").wait_for()
    assert "no round is dealt" in floor.locator(".difference").inner_text()
    pictures(floor, "pot-difference")
    floor.goto("/pits/pit-1")
    pictures(floor, "board-rounds")

    visit("4001", "accountant")
    manager = visit("1004", "shift_manager", theme="light")
    manager.goto("/tables/DD-01/pot")
    pictures(manager, "pot-light")
    manager.fill("#settle [name=reason]", "Found under the rail by camera 14, kept by the cage")
    sign_with(manager, "settling", "4001")
    manager.locator(".difference").wait_for(state="detached")
    assert holds(manager) == held - 5
    assert manager.locator(".pot-lines .badge:has-text('Difference')").first.is_visible()
    pictures(manager, "pot-settled")
