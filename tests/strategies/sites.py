"""Small webs written down link by link, with the host and the directory of every page."""

from collections.abc import Mapping, Sequence

import msgspec
from tests.strategies.worked import WorkedWeb

from honeyguide.model import Link


class Sites(WorkedWeb):
    """`at[page]` is host and directory: `a/1`."""

    def __init__(
        self,
        at: Mapping[int, str],
        links: Mapping[int, Mapping[int, float]],
        *,
        seeds: Sequence[int] = (0,),
        factors: Mapping[int, Sequence[float]] | None = None,
    ) -> None:
        self.at = at
        super().__init__(
            links, seeds=seeds, hosts={page: ord(place[0]) for page, place in at.items()}, factors=factors
        )

    def link(self, number: int) -> Link:
        host, _, directory = self.at[number].partition("/")
        return msgspec.structs.replace(super().link(number), url=f"http://{host}.example/{directory}/{number}")
