"""The webs that the comparisons run on: synthetic ones of any size, and Wikispeedia where its files are."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from honeyguide.lab.experiment import WebPart
from honeyguide.text_files import read_text

TIMES, SHARE = 8, 0.15
"""A synthetic web has so many times the pages of a crawl, and so many of them are on topic: 1.2 for each page that is
fetched, so that a crawl of 15,000 pages can be on topic throughout, as it nearly is in the papers."""
PAGES_A_HOST = 100
INDEX = "*/wp/index/*"
"""Pages of Wikispeedia that name the subjects outright."""
_SUBJECTS = "Geography.Storms", "Geography.Climate_and_the_Weather", "Geography.Natural_Disasters"
WEATHER = "storms-weather-disasters"
"""These subjects as one: what of Wikispeedia is nearest to the papers' rainstorm disasters."""
THEMES = (
    "Science.Biology.Birds",
    "Science.Chemistry.Chemical_elements",
    "Science.Biology.Plants",
    "Science.Physics.Space_Astronomy",
    "Geography.European_Geography",
)


class Wikispeedia(Struct, frozen=True):
    archive: Path
    labels: Path

    def web(self, labels: Path | None = None) -> WebPart:
        return WebPart(f"warc:{self.archive}", str(labels or self.labels), (INDEX,))

    def weather_labels(self, folder: Path) -> Path:
        """A file of labels in which storms, weather and natural disasters are one subject."""
        wanted = {f"subject.{name}" for name in _SUBJECTS}
        lines = [line.partition("\t") for line in read_text(self.labels, "labels").splitlines()]
        urls = sorted({url for url, _, label in lines if label.strip() in wanted})
        file = folder / f"{WEATHER}.tsv"
        file.write_text("".join(f"{url}\t{WEATHER}\n" for url in urls), "utf-8")
        return file


def synthetic(pages: int, seed: int = 1, share: float = SHARE, pages_a_host: int = PAGES_A_HOST) -> WebPart:
    """For crawls of so many pages."""
    size = TIMES * pages
    return WebPart(f"synthetic:seed={seed},pages={size},hosts={max(5, size // pages_a_host)},share={share:g}")


def wikispeedia(data: Path) -> Wikispeedia | None:
    archive, labels = (data / "webs" / f"wikispeedia.{end}" for end in ("warc.gz", "labels.tsv"))
    there = archive.is_file() and labels.is_file()
    return Wikispeedia(archive.resolve(), labels.resolve()) if there else None
