"""A whole demo casino of its own for the browser: servers, web, worker and beat."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from casino.embedded import Servers, temporary_servers
from tests.processes import ROOT, Web, beat, wait_for, web, worker

PASSWORD, PIN = "an old brass bell", "246810"


@dataclass
class Site:
    servers: Servers
    web: Web
    environment: dict[str, str]

    @property
    def address(self) -> str:
        return self.web.address

    def manage(self, *words: str, **changes: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env=os.environ | self.environment | changes,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with ExitStack() as running:
        servers = running.enter_context(temporary_servers())
        environment = servers.environment() | {
            "DEMO": "true",
            "DEMO_PASSWORD": PASSWORD,
            "DEMO_PIN": PIN,
            "STATIC_ROOT": str(servers.folder / "static"),
        }
        casino = Site(servers, None, environment)  # type: ignore[arg-type]
        casino.manage("migrate", DATABASE_URL=servers.owner_url)
        casino.manage("collectstatic", "--no-input")
        casino.manage("demo")
        casino.web = running.enter_context(web(**environment))
        for start in (worker, beat):
            running.enter_context(start(**environment))
        wait_for(casino.web.answers, 60)
        yield casino


@pytest.fixture
def visit(site: Site, new_page: Callable[..., Any]) -> Callable[..., Any]:
    """`visit("1003", "pit_boss")`: a page in which that person is signed on and on duty."""

    def make(badge: str, job: str = "", *, theme: str = "dark", **options: Any) -> Any:
        page = new_page(base_url=site.address, **options)
        page.context.add_cookies([{"name": "theme", "value": theme, "url": site.address}])
        page.goto("/sign-on")
        page.fill("[name=badge]", badge)
        page.fill("[name=password]", PASSWORD)
        page.click("main button.primary")
        page.wait_for_url(lambda url: "/sign-on" not in url)
        if page.locator("#take-duty").count():
            _take(page, job)
        elif page.locator("[data-code]").count():  # on duty elsewhere: this session shows its code
            page.click("[data-code]")
            page.click("main form button.primary")
            page.wait_for_url(lambda url: "/duty" not in url)
        page.goto("/")
        return page

    return make


def _take(page: Any, job: str) -> None:
    page.locator(f"[name=job][value={job}]").check(force=True)
    pit = page.locator("label", has_text="Pit 1").locator("[name=pit]")  # tests make pits of theirs
    if pit.is_visible():
        pit.check(force=True)
    code = page.locator("[data-code]")
    if code.count() and code.is_visible():
        code.click()
    page.click("#take-duty button.primary")
    page.wait_for_url(lambda url: not url.endswith("/duty"))


def shot(page: Any, name: str) -> None:
    """For people to look at, when asked: PITKEEPER_SHOTS=folder script/test tests/browser"""
    if folder := os.environ.get("PITKEEPER_SHOTS"):
        page.screenshot(path=Path(folder) / f"{name}.png", caret="initial")  # no style of its own
