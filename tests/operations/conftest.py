"""Real processes in folders of their own."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.operations.house import House


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One after the other: several casinos at once would only wait for each other."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and item.path.name != "test_compose.py":
            item.add_marker(pytest.mark.xdist_group("operations"))


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not pytest's tmp_path, which is closed to the account that PostgreSQL gets under root."""
    with tempfile.TemporaryDirectory(prefix="pitkeeper-test-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture(scope="session")
def house() -> Iterator[House]:
    """A casino that runs all the while; whoever kills a part of it waits until it is back."""
    with tempfile.TemporaryDirectory(prefix="pitkeeper-test-") as name:
        Path(name).chmod(0o755)
        running = House(Path(name) / "var")
        try:
            assert running.address
            yield running
        finally:
            assert running.ask_to_stop() == 0, "\n".join(running.lines)
