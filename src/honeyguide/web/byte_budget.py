"""How many bytes of large bodies may be in memory at a time: on their way, or waiting for their reader.

A body has room as a whole or none at all, so that nobody waits for room while holding what others wait for.
"""

from __future__ import annotations

import asyncio
from collections import deque

SIZE = 64_000_000
SMALL = 256 * 1024
"""Bytes of a body that need no room: its place among the requests bounds them."""


class ByteBudget:
    def __init__(self, size: int = SIZE) -> None:
        self._free = self._size = size
        self._held: dict[int, int] = {}
        self._waiting: deque[tuple[int, asyncio.Future[None]]] = deque()

    async def take(self, owner: int, size: int, seconds: float) -> bool:
        """Room for a body, in the order of the calls; False when there is none in so many seconds."""
        wanted = min(size, self._size)
        if self._waiting or wanted > self._free:
            room = asyncio.get_running_loop().create_future()
            self._waiting.append((wanted, room))
            try:
                await asyncio.wait_for(room, seconds)
            except TimeoutError:
                return False
            finally:
                if room.cancelled():
                    self._waiting = deque(each for each in self._waiting if each[1] is not room)
                    self._serve()
        else:
            self._free -= wanted
        self._held[owner] = wanted
        return True

    def give_back(self, owner: int) -> None:
        """What it took, if anything."""
        self._free += self._held.pop(owner, 0)
        self._serve()

    def _serve(self) -> None:
        while self._waiting and self._waiting[0][0] <= self._free:
            wanted, room = self._waiting.popleft()
            if not room.done():
                self._free -= wanted
                room.set_result(None)
