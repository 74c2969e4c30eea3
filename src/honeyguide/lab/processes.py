"""Work spread over processes that each open what they need once."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from honeyguide.errors import CannotRun
from honeyguide.process_limits import compute_in_one_thread

Opened = TypeVar("Opened")
Item = TypeVar("Item")
Result = TypeVar("Result")

_opened: list[tuple[Any, Any]] = []
"""In a worker: what each `open_` gave for its arguments, once there was work."""


class Processes:
    """So many, started when there is work for two, that stay for one kind of work after the other: what a process has
    opened or learned for the first is there for the next."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._pool: ProcessPoolExecutor | None = None
        self._before = set(multiprocessing.active_children())

    def each(
        self,
        work: Callable[[Opened, Item], Result],
        items: Sequence[Item],
        here: Opened,
        open_: Callable[..., Opened],
        arguments: tuple[Any, ...],
    ) -> Iterator[Result]:
        """`work(opened, item)` for every item, in any order; every process opens its own by `open_(*arguments)`.

        One job or one item needs no other process: it works with what is open `here`.
        """
        if min(self.jobs, len(items)) <= 1:
            for item in items:
                yield work(here, item)
            return
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.jobs, multiprocessing.get_context("spawn"), _begin)
        try:
            for done in as_completed([self._pool.submit(_do, work, item, open_, arguments) for item in items]):
                yield done.result()
        except BrokenProcessPool:
            raise CannotRun(
                "a process that worked on the experiment was ended from outside, perhaps for memory"
            ) from None

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, wrong: type[BaseException] | None, *_: object) -> None:
        if wrong is not None:
            for process in set(multiprocessing.active_children()) - self._before:
                process.terminate()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)


def each(
    work: Callable[[Opened, Item], Result],
    items: Sequence[Item],
    jobs: int,
    here: Opened,
    open_: Callable[..., Opened],
    arguments: tuple[Any, ...],
) -> Iterator[Result]:
    """The same in processes that end with it."""
    with Processes(min(jobs, len(items))) as processes:
        yield from processes.each(work, items, here, open_, arguments)


def all_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin() -> None:
    compute_in_one_thread()
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches the whole group: end without a word
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """However it ended: a worker that waits for work would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(work: Callable[[Any, Any], Any], item: Any, open_: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    asked = (open_, arguments)
    found = [opened for known, opened in _opened if known == asked]
    if not found:
        found = [open_(*arguments)]  # here and not in _begin: what goes wrong is told to the one who asked
        _opened.append((asked, found[0]))
    return work(found[0], item)
