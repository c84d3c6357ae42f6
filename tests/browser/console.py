"""A table console under two hands, and the replay of the round that they have just played."""

from typing import Any

MINUS = "\N{MINUS SIGN}"


def dollars(signed: str) -> int:
    return int(signed.replace(MINUS, "-").replace("$", ""))


class Console:
    """What two hands do on it: every act waits until the server has answered."""

    def __init__(self, page: Any, number: str) -> None:
        self.page, self.number, self.acts = page, number, -1  # opening is not yet an act of it
        page.goto(f"/tables/{number}/console")
        page.locator("#strip >> text=Live").wait_for()

    def find(self, selector: str) -> Any:
        return self.page.locator(f"#console {selector}")

    @property
    def version(self) -> str:
        return str(self.page.locator("#console").get_attribute("hx-get"))

    def press(self, selector: str) -> None:
        self.find(selector).first.tap()

    def done(self, was: str) -> None:
        moved = "(was) => document.querySelector('#console').getAttribute('hx-get') !== was"
        self.page.wait_for_function(moved, arg=was)
        self.acts += 1

    def act(self, selector: str, **pad: Any) -> None:
        """One act, with what its pad asks for."""
        was = self.version
        self.press(selector)
        if pad:
            self.fill(**pad)
        self.done(was)

    def fill(self, *, chips: int = 0, number: int = 0, cards: int | list[str] = 0) -> None:
        pad = self.page.locator(".pad[open]")
        pad.wait_for()
        for _ in range(chips):
            pad.locator("[data-quick-value='2500']").tap()
        for digit in str(number) if number else "":
            pad.locator(f"[data-digit='{digit}']").tap()
        for face in cards if isinstance(cards, list) else range(cards):
            name = f"[data-face='{face}']" if isinstance(face, str) else ":not(:disabled)"
            pad.locator(f".pad-faces button{name}:not(.is-said)").first.tap()
        pad.locator(".buttons .primary").tap()

    # --- the parts of a round

    def open(self) -> None:
        self.act("[data-main]:has-text('Open round')")

    def shuffle(self) -> None:
        self.act("[data-main][data-do=shuffle]")
        self.act("[data-main][data-do=cut]", number=26)

    def wager(self, *seats: int) -> None:
        """The ante by the pad, and what must equal it by one tap."""
        for seat in seats:
            self.act(f"[data-place='{seat}-ante']", chips=1)
            if self.find("[data-main][data-do=wager]:not([data-pad])").count():
                self.act("[data-main][data-do=wager]")

    def next(self, do: str, **pad: Any) -> None:
        self.act(f"[data-main][data-do={do}]", **pad)

    def decide(self, seat: int, do: str, **pad: Any) -> None:
        tab = self.find(f"[data-choose='{seat}']")
        if tab.is_visible():  # a single seat needs no choice
            tab.tap()
        self.act(f"[data-of-seat='{seat}'] [data-do={do}]", **pad)

    def settled(self) -> dict[int, int]:
        """What every seat has won or lost, as it is told beside the felt."""
        self.find("#ended:has-text(': settled')").wait_for()
        lines = self.find("section:has(#ended) .facts")
        seats = [int(text.removeprefix("Seat ")) for text in lines.locator("dt").all_inner_texts()]
        nets = [dollars(text.split()[0]) for text in lines.locator("dd").all_inner_texts()]
        return dict(zip(seats, nets, strict=True))


KEYS = {"replay": "r", "start": "Home", "next": "ArrowRight", "end": "End"}
CUT = 2  # every round begins with its cards: shuffled, cut


class Replay:
    """Reached by the console's own link; walked through with fingers, or with keys alone."""

    def __init__(self, table: Console, *, by_keys: bool = False) -> None:
        self.page, self.by_keys, self.length = table.page, by_keys, table.acts
        self.title = f"{table.number} {table.find('#ended').inner_text().replace(':', '')}"
        self.press("replay", "#ended + a")
        self.page.wait_for_url("**/rounds/*", wait_until="commit")
        self.page.locator("#stage").wait_for()  # seen: its scripts may still be on their way

    def press(self, what: str, button: str) -> None:
        if self.by_keys:
            self.page.keyboard.press(KEYS[what])
        else:
            self.page.locator(button).tap()

    def step(self, to: str, at: int) -> str:
        """What was done in the step that is shown then."""
        self.press(to, f"[data-step={to}]")
        self.page.locator(f".acts-list [aria-current][data-at='{at}']").wait_for()
        stage = self.page.locator(f"#stage[data-at='{at}']")
        stage.wait_for()
        return str(stage.locator(".replay-words").inner_text())

    def tells(self, nets: dict[int, int], seen: str) -> None:
        """From the start, the first acts, the end: that round, all of it, and what it came to."""
        assert self.step("start", 0) == "The round is opened"
        assert self.nets_on_felt() == {}
        assert "shuffle" in self.step("next", 1)
        assert "26" in self.step("next", CUT)
        self.step("end", self.length)
        assert self.page.locator("h1").inner_text().lower() == self.title.lower()
        assert self.nets_in_result() == self.nets_on_felt() == nets
        assert self.page.locator(f"#stage [aria-label*='{seen}']").count()

    def nets_in_result(self) -> dict[int, int]:
        rows = self.page.locator("#result tbody tr:has([data-label=Net])").all()
        return dict(_net(row, "th", "[data-label=Net]") for row in rows)

    def nets_on_felt(self) -> dict[int, int]:
        seats = self.page.locator("#stage .ft-seat:has(.ft-net)").all()
        return dict(_net(seat, ".ft-digit", ".ft-net") for seat in seats)


def _net(of: Any, seat: str, net: str) -> tuple[int, int]:
    return int(of.locator(seat).text_content()), dollars(of.locator(net).text_content())
