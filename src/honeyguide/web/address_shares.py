"""No address takes the place of all others: any number of registered domains may live at one.

Who comes when its address has its share is put off and holds no place; where there is one address, it has everything.
"""

from __future__ import annotations

from collections import Counter

from honeyguide.web.politeness import SITES

PUT_OFF = 1.0
"""Seconds until a host is asked for again whose address has its share."""


class AddressShares:
    def __init__(self, concurrency: int, least: int = 1) -> None:
        self._concurrency = concurrency
        self._least = least
        self._known: set[str] = set()
        """Addresses that were asked, as far as their number counts."""
        self._in_flight: Counter[str] = Counter()
        self._held: dict[int, str] = {}

    def take(self, owner: int, address: str) -> bool:
        """Whether there is a place at the address; then the owner has it until it is given back."""
        if len(self._known) < SITES:
            self._known.add(address)
        if self._in_flight[address] >= max(self._least, self._concurrency // len(self._known)):
            return False
        self._in_flight[address] += 1
        self._held[owner] = address
        return True

    def give_back(self, owner: int) -> None:
        """Its place, if it has one."""
        address = self._held.pop(owner, None)
        if address is not None:
            self._in_flight[address] -= 1
            if not self._in_flight[address]:
                del self._in_flight[address]
