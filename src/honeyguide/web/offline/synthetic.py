"""The synthetic web as an off-line web: it brings its own labels and knows its links without parsing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from typing import overload

import msgspec

from honeyguide.web.offline.labels import Labels
from honeyguide.web.response import Answer
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

_SAMPLE = 16
_NONE: frozenset[str] = frozenset()


class SyntheticSource:
    broken = 0

    def __init__(self, parameters: SyntheticParameters) -> None:
        self.web = SyntheticWeb(parameters)
        members = {label: self._members(label) for label in self.web.label_names()}
        self.labels = Labels(members, self._label, main=self.web.topic)

    @property
    def spec(self) -> str:
        plain = SyntheticParameters()
        given = {
            name: value
            for name, value in msgspec.structs.asdict(self.web.parameters).items()
            if value != getattr(plain, name) or name in ("seed", "pages")
        }
        return "synthetic:" + ",".join(f"{name}={value}" for name, value in given.items())

    @property
    def identity(self) -> str:
        """Of all parameters and of some pages: a change of the generator shows in them."""
        digest = blake2b(msgspec.json.encode(self.web.parameters), digest_size=16)
        for at in range(_SAMPLE):
            digest.update(self.web.html(len(self) * at // _SAMPLE).encode())
        return f"synthetic-{digest.hexdigest()}"

    def __len__(self) -> int:
        return len(self.web)

    def urls(self) -> Sequence[str]:
        return _Urls(len(self.web), self.web.url)

    def answer(self, url: str) -> Answer:
        return self.web.answer(url)

    def latency(self, host: str) -> float:
        return self.web.latency(host)

    def links(self, url: str) -> Sequence[str] | None:
        page = self.web.index(url)
        return None if page is None else [self.web.url(target) for target in self.web.followed(page)]

    def _members(self, label: str) -> Sequence[str]:
        return _Urls(self.web.count(label), lambda place: self.web.url(self.web.member(label, place)))

    def _label(self, url: str) -> frozenset[str]:
        label = self.web.label_at(url)
        return frozenset((label,)) if label else _NONE


class _Urls(Sequence[str]):
    """Addresses, each worked out when it is asked for."""

    def __init__(self, many: int, url: Callable[[int], str]) -> None:
        self._places = range(many)
        self._url = url

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        places = self._places[at]
        return [*map(self._url, places)] if isinstance(places, range) else self._url(places)

    def __iter__(self) -> Iterator[str]:
        return map(self._url, self._places)
