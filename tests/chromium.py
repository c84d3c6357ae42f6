"""A real Chromium for the pages, in a thread of its own.

Playwright's synchronous API keeps an event loop running in its thread, and Django's ORM refuses to
work beside one. So the browser lives in one thread, each browser test runs there, and the ORM stays
usable in the main thread of the same test run.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

CHROMIUM = os.environ.get("PITKEEPER_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
_skipped: list[str] = []


@pytest.fixture(scope="session")
def browser_thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1, "chromium") as thread:
        yield thread


@pytest.fixture(scope="session")
def chromium(browser_thread: ThreadPoolExecutor) -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    manager = sync_playwright()
    play = browser_thread.submit(manager.start).result()
    browser = browser_thread.submit(
        play.chromium.launch, executable_path=CHROMIUM, args=QUIET
    ).result()
    yield browser
    browser_thread.submit(browser.close).result()
    browser_thread.submit(play.stop).result()


@pytest.fixture
def new_page(chromium: Any, browser_thread: ThreadPoolExecutor) -> Iterator[Callable[..., Any]]:
    """`new_page(width=768, height=1024)`: a page whose every complaint fails the test."""
    contexts, complaints = [], []

    def make(width: int = 1280, height: int = 800, **options: Any) -> Any:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, timezone_id="America/New_York", **options
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if _is_bad(said) else None)
        return page

    yield make
    for context in contexts:
        browser_thread.submit(context.close).result()
    assert complaints == []


def _is_bad(said: Any) -> bool:
    """Script errors and breaches of the content policy; a line that is cut is a test's business."""
    lost = ("Failed to load resource", "WebSocket connection to")
    return said.type == "error" and not said.text.startswith(lost)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "new_page" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("browser"))
            if CHROMIUM is None:
                _skipped.append(item.nodeid)
                item.add_marker(pytest.mark.skip(reason="no Chromium"))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if "new_page" not in pyfuncitem.fixturenames:
        return None
    wanted = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in wanted}
    thread: Any = pyfuncitem.funcargs["browser_thread"]
    thread.submit(pyfuncitem.obj, **arguments).result()
    return True


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if CHROMIUM is None and "PYTEST_XDIST_WORKER" not in os.environ:
        terminalreporter.section("BROWSER TESTS WERE SKIPPED: no Chromium was found", red=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """On the build machine a page that was not looked at is not a pass."""
    if CHROMIUM is None and os.environ.get("CI") == "true" and session.exitstatus == 0:
        session.exitstatus = 1
