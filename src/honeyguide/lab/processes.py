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

Opened = TypeVar("Opened")
Item = TypeVar("Item")
Result = TypeVar("Result")

_opened: list[Any] = []
"""In a worker: what `open_` gave, once there was work."""


def each(
    work: Callable[[Opened, Item], Result],
    items: Sequence[Item],
    jobs: int,
    here: Opened,
    open_: Callable[..., Opened],
    arguments: tuple[Any, ...],
) -> Iterator[Result]:
    """`work(opened, item)` for every item, in any order, where every process opens its own by `open_(*arguments)`.

    One job or one item needs no other process: it works with what is open `here`.
    """
    jobs = min(jobs, len(items))
    if jobs <= 1:
        for item in items:
            yield work(here, item)
        return
    ours = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin)
    try:
        for done in as_completed([pool.submit(_do, work, item, open_, arguments) for item in items]):
            yield done.result()
    except BrokenProcessPool:
        raise CannotRun(
            "a process that worked on the experiment was ended from outside, perhaps for memory"
        ) from None
    except BaseException:
        for process in set(multiprocessing.active_children()) - ours:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def all_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C reaches the whole group: end without a word
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """However it ended: a worker that waits for work would wait for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(work: Callable[[Any, Any], Any], item: Any, open_: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    if not _opened:
        _opened.append(open_(*arguments))  # here and not in _begin: what goes wrong is told to the one who asked
    return work(_opened[0], item)
