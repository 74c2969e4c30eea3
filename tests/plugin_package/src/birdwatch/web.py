"""A web of birds: a ring of hosts, a third of whose pages are about birds."""

from collections.abc import Sequence
from pathlib import Path

from honeyguide.web.offline.labels import Labels
from honeyguide.web.response import NOT_FOUND, Answer


def open_aviary(rest: str, base: Path) -> "Aviary":
    """`aviary:90` has 90 pages."""
    return Aviary(int(rest or 90))


class Aviary:
    broken = 0

    def __init__(self, pages: int) -> None:
        self.pages = pages
        self.numbers = {self.url(number): number for number in range(pages)}
        birds = [url for url, number in self.numbers.items() if self.about_birds(number)]
        known = frozenset(birds)
        self.labels = Labels({"birds": birds}, lambda url: frozenset({"birds"} if url in known else ()), main="birds")
        self.spec = f"aviary:{pages}"
        self.identity = f"aviary-1-{pages}"

    def url(self, number: int) -> str:
        return f"http://host{number % 7}.example/{'deep/' * (number % 4)}{number}"

    def about_birds(self, number: int) -> bool:
        return number % 3 == 0

    def targets(self, number: int) -> list[int]:
        return sorted({(number * step + 1) % self.pages for step in (1, 2, 3, 5)})

    def __len__(self) -> int:
        return self.pages

    def urls(self) -> Sequence[str]:
        return list(self.numbers)

    def answer(self, url: str) -> Answer:
        if url not in self.numbers:
            return NOT_FOUND
        number = self.numbers[url]
        subject = "birds and birdsong" if self.about_birds(number) else "engines and gears"
        links = "".join(
            f"<p><a href='{self.url(to)}'>{'a bird' if self.about_birds(to) else 'a thing'} {to}</a></p>"
            for to in self.targets(number)
        )
        text = " ".join(f"Sentence {number * 31 + n} tells of {subject}." for n in range(12))
        html = f"<html lang='en'><title>{subject} {number}</title><h1>{subject}</h1><p>{text}</p>{links}</html>"
        return Answer(200, (("Content-Type", "text/html; charset=utf-8"),), html.encode())

    def latency(self, host: str) -> float:
        return 0.05

    def links(self, url: str) -> Sequence[str] | None:
        return [self.url(to) for to in self.targets(self.numbers[url])] if url in self.numbers else None
