"""Asynchronous work for callers that are not."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Value = TypeVar("Value")


def finish(work: Coroutine[Any, Any, Value]) -> Value:
    """Run it to its end; in a thread of its own where an event loop is running already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work)
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, work).result()
