"""One thread with one database connection that stays open, for work that never ends.

Channels closes the connection after every call, so that none is left behind in threads that come
and go. A reader or writer that works fifty times a second would spend its time on signing on.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, InterfaceError, connection

P = ParamSpec("P")
T = TypeVar("T")


class OwnThread:
    def __init__(self, name: str) -> None:
        self.executor = ThreadPoolExecutor(1, name)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.executor, partial(_run, work, *args, **kwargs))

    def end(self) -> None:
        self.executor.submit(connection.close)
        self.executor.shutdown(wait=False)


def _run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """A connection that failed is not used again: the next call makes another."""
    try:
        return work(*args, **kwargs)
    except (DatabaseError, InterfaceError):
        connection.close()
        raise
