"""Where a walk may not go back to: the hosts and paths that it left lately (tabu search: Glover 1989)."""

from __future__ import annotations

from msgspec import Struct


class TabuList(Struct, array_like=True, gc=False):
    """Small, because it is stored with every commit: host and path of the last pages of a walk, the newest last."""

    places: list[tuple[int, int]] = []

    def visit(self, host: int, path: int, tenure: int) -> None:
        """The walk stands here now; the `tenure` places before are remembered."""
        self.places.append((host, path))
        del self.places[: -(tenure + 1)]

    def left(self) -> tuple[set[int], set[int]]:
        """Hosts and paths that are tabu. To stay where it is, the walk is free."""
        if not self.places:
            return set(), set()
        host, path = self.places[-1]
        return {one for one, _ in self.places} - {host}, {one for _, one in self.places} - {path}
