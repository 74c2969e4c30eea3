"""The synthetic web as an off-line web: it brings its own labels and knows its links without parsing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import overload

import msgspec

from honeyguide.web.answer import Answer
from honeyguide.web.offline.labels import Labels
from honeyguide.web.synthetic import SyntheticParameters, SyntheticWeb

_SAMPLE = 16
_NONE: frozenset[str] = frozenset()


class GeneratedWeb:
    broken = 0

    def __init__(self, parameters: SyntheticParameters) -> None:
        self.web = SyntheticWeb(parameters)
        self.labels = Labels(
            {label: _Members(self.web, label) for label in self.web.label_names()}, self._label, main=self.web.topic
        )

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

    def urls(self) -> Iterator[str]:
        return map(self.web.url, range(len(self.web)))

    def answer(self, url: str) -> Answer:
        return self.web.answer(url)

    def latency(self, host: str) -> float:
        return self.web.latency(host)

    def links(self, url: str) -> Sequence[str] | None:
        page = self.web.index(url)
        return None if page is None else [self.web.url(target) for target in self.web.followed(page)]

    def _label(self, url: str) -> frozenset[str]:
        label = self.web.label_at(url)
        return frozenset((label,)) if label else _NONE


class _Members(Sequence[str]):
    """URLs of the pages of one subject, each worked out when it is asked for."""

    def __init__(self, web: SyntheticWeb, label: str) -> None:
        self.web = web
        self.label = label

    def __len__(self) -> int:
        return self.web.count(self.label)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[str]: ...
    def __getitem__(self, at: int | slice) -> str | Sequence[str]:
        places = range(len(self))[at]
        if isinstance(places, range):
            return [self.web.url(self.web.member(self.label, place)) for place in places]
        return self.web.url(self.web.member(self.label, places))
