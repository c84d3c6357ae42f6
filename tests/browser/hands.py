"""What people's hands do on the pages of a table: forms filled, signs hung, elements pointed to."""

from datetime import date
from typing import Any

from tests.browser.conftest import PIN


def upload(page: Any, field: str, content: bytes) -> None:
    page.set_input_files(field, {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": content})


def sign_with(page: Any, badge: str) -> None:
    """The other person signs on the same screen."""
    dialog = page.locator("dialog.signature[open]")
    dialog.wait_for()
    dialog.locator("[name=second_badge]").fill(badge)
    dialog.locator("[name=second_pin]").fill(PIN)
    dialog.locator(".buttons .primary").click()


def choose(page: Any, name: str, value: str) -> None:
    """A radio button or a box, drawn in its own way."""
    page.locator(f"[name={name}][value='{value}']").check(force=True)


def add_table(page: Any, number: str, game: str, second: str) -> None:
    page.goto("/tables/add")
    page.fill("[name=number]", number)
    pit = page.locator("label", has_text="Pit 1").locator("[name=pit]")  # tests make pits of theirs
    pit.check(force=True)
    choose(page, "game", game)
    choose(page, "method", "manual_shoe")
    page.fill("[name=cameras]", "C-41\nC-42")
    page.click("[data-sign]")
    sign_with(page, second)
    page.wait_for_url(lambda url: not url.endswith("/add"))


def begin_layout(page: Any, code: str, game: str) -> None:
    page.goto("/layouts/add")
    page.select_option("[name=game]", game)
    page.fill("[name=code]", code)
    page.fill("[name=name]", "Green felt")
    page.click("main button.primary")
    page.wait_for_url(lambda url: url.endswith(f"/layouts/{code}/draw"))


def add_picture(page: Any, what: str, content: bytes) -> None:
    upload(page, f"#{what}_photo", content)
    page.click(f"section:has(#{what}-title) form button")
    page.locator(f"section:has(#{what}-title) .badge.ok").wait_for()


def point_to(page: Any, points: Any) -> None:
    """A tap on the picture for each element, in the order of the list."""
    picture = page.locator("[data-pointing]")
    page.wait_for_function("document.querySelector('[data-pointing] img').complete")
    for name in [row.get_attribute("data-element") for row in page.locator("[data-element]").all()]:
        assert page.locator(".elements .chosen").get_attribute("data-element") == name
        box, (x, y) = picture.bounding_box(), points[name]
        picture.click(position={"x": box["width"] * x / 100, "y": box["height"] * y / 100})


def submit(page: Any, reference: str) -> None:
    form = page.locator("form:has([name=do][value=submit])")
    form.locator("[name=submitted_on]").fill(date.today().isoformat())
    form.locator("[name=reference]").fill(reference)
    form.locator("button").click()
    page.locator("#chain-title + .status >> text=Submitted").wait_for()


def post_signs(page: Any, number: str, photo: Any) -> list[str]:
    """Every sign that is missing, one after the other; which they were."""
    posted: list[str] = []
    while True:
        page.goto(f"/tables/{number}/signs")
        missing = page.locator(".signboards > section:has(details[open] [type=file])")
        if not missing.count():
            return posted
        board = missing.first
        title, text = board.locator("h2").inner_text(), board.locator(".said").first.inner_text()
        content = photo(title, text)
        picture = {"name": "sign.jpg", "mimeType": "image/jpeg", "buffer": content}
        board.locator("[type=file]").set_input_files(picture)
        board.locator("button.primary").click()
        page.locator(".notices").wait_for()
        posted.append(title)


def register(page: Any, serial: str, what: str) -> None:
    page.goto("/cards/devices")
    page.fill("#register [name=serial]", serial)
    page.select_option("#register [name=what]", what)
    page.fill("#register [name=maker]", "Made-up Devices")
    page.fill("#register [name=model]", "Model 1")
    page.click("#register button.primary")
    page.locator(f"main >> text={serial}").first.wait_for()


class Opening:
    """The list of an opening: `opening.need("dealer")` is one line of it."""

    def __init__(self, number: str) -> None:
        self.number = number

    def at(self, page: Any) -> Any:
        page.goto(f"/tables/{self.number}/opening")
        return page

    def need(self, page: Any, name: str) -> Any:
        """The line, opened."""
        line = self.at(page).locator(f"[data-need^='{name}']")
        if not line.locator("details[open]").count():
            line.locator("summary").first.click()
        return line

    def done(self, page: Any, name: str) -> None:
        page.locator(f"[data-need^='{name}'].done").wait_for()

    def mend(self, page: Any, name: str, *ticks: str, second: str = "", **typed: str) -> None:
        """Fill in the form of a line and send it; the line is done then."""
        line = self.need(page, name)
        for tick in ticks:
            line.locator(tick).check(force=True)
        for field, text in typed.items():
            line.locator(f"[name={field}]").fill(text)
        line.locator("form .tools button").last.click()
        if second:
            sign_with(page, second)
        self.done(page, name)

    def last(self, page: Any) -> None:
        """The button that the whole list is for."""
        self.at(page).click("section.step form button")
        page.locator(".notices, .refusal").first.wait_for()

    def seat(self, page: Any, *positions: int) -> None:
        for position in positions:
            self.at(page).click(f"#wizard button:text-is('Seat {position}')")
            page.locator(".notices").wait_for()
