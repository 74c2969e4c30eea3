"""What a person has put into the form of a new crawl: texts, checked by what checks topic files, settings and seeds.

A draft becomes the topic, the seeds and the settings that the command line would be given, and files of the same.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

from honeyguide import config, links, reach, relevance, strategies
from honeyguide.config import DEFAULTS, FILE, Settings
from honeyguide.corpus import read_documents
from honeyguide.errors import BadInput, BadSeeds, BadSetting, HoneyguideError
from honeyguide.explanation import Explanation, explain
from honeyguide.model import DEFAULT_RELEVANCE, Thresholds, Topic
from honeyguide.reach import Reach
from honeyguide.registry import Registry
from honeyguide.seeds import read_seeds
from honeyguide.seeds.cells import url_of
from honeyguide.topic_building import train_further
from honeyguide.topics.checks import Limit, Weight, validate
from honeyguide.topics.writing import write_topic
from honeyguide.validation import check, field_types, shown
from honeyguide.workspace import Workspace

GROUPS: dict[str, tuple[str, ...]] = {
    "limits": ("pages", "time", "depth", "per_host", "per_site", "per_site_time", "stop_when"),
    "manners": ("delay", "connections_per_host", "concurrency", "robots", "honour_nofollow", "contact", "user_agent"),
    "scope": ("stay", "allow_hosts", "deny_hosts", "include", "exclude", "sitemaps", "feeds"),
    "fetch": (
        "timeout",
        "max_bytes",
        "max_decoded_bytes",
        "max_links",
        "max_redirects",
        "retries",
        "parse_seconds",
    ),
    "kept": ("extract", "rejudge", "warc", "pdf"),
    "requests": ("web", "connect_to", "proxy", "access", "allow_private"),
    "machine": ("encoder", "shards", "workers", "seed", "log_level", "metrics_port"),
}
"""Settings of the form, by section. Strategy and link model are chosen from lists, languages are the topic's, and
plug-ins, which are code that runs, and databases and storages, which are told passwords, are named on the command
line alone."""
REGISTRIES: dict[str, Registry] = {
    "strategy": strategies.registry,
    "links": links.registry,
    "relevance": relevance.registry,
}
_TOPIC_FILE, _SEEDS_FILE = "topic.toml", "seeds.csv"


@dataclass
class Keyword:
    """A row of the table, as it was typed."""

    word: str = ""
    weight: str = "1"
    forms: str = ""
    """Other forms of the word in any language, between commas."""


@dataclass
class Part:
    """A strategy, link model or relevance model, and its parameters as they were typed."""

    name: str
    values: dict[str, str | bool] = field(default_factory=dict)


@dataclass
class Made:
    topic: Topic
    seeds: dict[str, str]
    settings: Settings


class Draft:
    """All that was typed; what is wrong with it, by field; and what it makes."""

    def __init__(self, allowed: Reach = Reach.MACHINE) -> None:
        """`allowed` is how much of this machine the person may use."""
        self.reach = allowed
        usual = config.settings()
        self.name = ""
        self.topic = ""
        self.description = ""
        self.languages = ""
        self.anchors = "words"
        self.threshold = ""
        """From which relevance on a page is on topic; empty for the model's own."""
        self.keywords = [Keyword()]
        self.seeds = ""
        """A URL a line, after a tab what it is."""
        self.imported: dict[str, dict[str, str]] = {}
        """URLs and what they are, by the file or database that they came from."""
        self.examples = ""
        self.imported_examples: dict[str, dict[str, str]] = {}
        self.negative = ""
        self.parts = {
            "strategy": part_of("strategy", usual.strategy),
            "links": part_of("links", usual.links),
            "relevance": part_of("relevance", DEFAULT_RELEVANCE),
        }
        self.settings: dict[str, str | bool] = {
            name: written(getattr(usual, name)) for group in GROUPS.values() for name in group
        }
        self._trained: tuple[object, Topic] | None = None

    def begin_with(self, topic: Topic) -> None:
        """Take over what a topic says; what training made of it is left behind."""
        self.topic, self.description, self.anchors = topic.name, topic.description, topic.anchors
        self.languages = ", ".join(topic.languages)
        self.threshold = "" if topic.thresholds.page is None else f"{topic.thresholds.page:g}"
        self.keywords = [
            Keyword(word, f"{weight:g}", ", ".join(topic.synonyms.get(word, ())))
            for word, weight in topic.keywords.items()
        ]
        if topic.model is None:
            self.parts["relevance"] = part_of("relevance", topic.relevance)

    def problems(self, workspace: Workspace) -> dict[str, str]:
        """What is wrong, by field, in a sentence each; nothing is fetched to find out."""
        found: dict[str, str] = {}
        for name, wrong in self._all_problems(workspace):
            found.setdefault(name, wrong)
        return found

    def make(self) -> Made:
        """Fetches the example pages, where there are any, and trains the relevance model on them."""
        settings = self.settings_made()
        return Made(self._topic_trained(settings), self.seeds_made(), settings)

    def seeds_made(self) -> dict[str, str]:
        """Each once, with what is said of it."""
        found = _together(self.seeds, self.imported)
        if not found:
            raise BadSeeds("give at least one page to begin with")
        return found

    def examples_made(self) -> list[str]:
        return list(_together(self.examples, self.imported_examples))

    def settings_made(self) -> Settings:
        """Everything that the form fetches, it fetches by these: none goes beyond the reach."""
        made = self._settings_typed()
        reach.check(made, self.reach)
        return made

    def _settings_typed(self) -> Settings:
        kinds = field_types(Settings)
        given = {name: check(value, kinds[name], name, written=True) for name, value in self.settings.items()}
        return Settings(**given, strategy=self.spec("strategy"), links=self.spec("links"))

    def spec(self, kind: str) -> str:
        """`ops:r2=0.1`: the name, and those parameters that are not as usual; empty for none."""
        part = self.parts[kind]
        if not part.name:
            return ""
        usual = part_of(kind, part.name).values
        given = [f"{name}={_plain(value)}" for name, value in part.values.items() if value != usual[name]]
        return f"{part.name}:{','.join(given)}" if given else part.name

    def topic_made(self) -> Topic:
        """As it was typed, checked; without what examples teach."""
        words = [each for each in self.keywords if each.word.strip()]
        page = check(self.threshold, Limit, "threshold", written=True) if self.threshold.strip() else None
        return Topic(
            self.topic.strip() or self.name.strip(),
            {each.word.strip(): check(each.weight, Weight, "the weight", written=True) for each in words},
            synonyms={each.word.strip(): forms for each in words if (forms := _parts(each.forms))},
            languages=_parts(self.languages),
            description=self.description.strip(),
            thresholds=Thresholds() if page is None else Thresholds(page=page),
            relevance=self.spec("relevance"),
            anchors=self.anchors,
        )

    def preview(self, url: str) -> Explanation:
        """One page, fetched now as the crawl would, and judged; a file of this machine is none."""
        address = url_of(url.strip())
        if address is None:
            raise BadInput(f"{shown(url.strip())} is not a URL")
        settings = self.settings_made()
        return explain(address, self._topic_trained(settings), settings)

    def files(self) -> bytes:
        """A ZIP archive of what `honeyguide crawl topic.toml --seeds seeds.csv` takes, with honeyguide.toml."""
        made = self.make()
        with TemporaryDirectory() as folder:
            written_files = write_topic(made.topic, Path(folder) / _TOPIC_FILE)
            contents = {each.name: each.read_bytes() for each in written_files}
        contents[_SEEDS_FILE] = _table(made.seeds)
        contents[FILE] = config.to_toml(made.settings).encode()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in contents.items():
                archive.writestr(name, content)
        return packed.getvalue()

    def _topic_trained(self, settings: Settings) -> Topic:
        topic = self.topic_made()
        examples, negative = self.examples_made(), list(urls_of(self.negative))
        given = (topic, examples, negative, settings)
        if self._trained is None or self._trained[0] != given:
            read = partial(read_documents, settings=settings)
            trained = train_further(topic, topic.relevance, examples, negative=negative, read=read).topic
            self._trained = (given, trained)
        return self._trained[1]

    def _all_problems(self, workspace: Workspace) -> Iterator[tuple[str, str]]:
        if self.name.strip():
            yield from _wrong("name", lambda: workspace.check_name(self.name.strip()))
        else:
            yield "name", "give the crawl a name"
        yield from _wrong("seeds", lambda: urls_of(self.seeds))
        yield from _wrong("seeds", self.seeds_made)
        yield from _wrong("examples", lambda: urls_of(self.examples))
        yield from _wrong("negative", lambda: urls_of(self.negative))
        yield from self._keyword_problems()
        if self.threshold.strip():
            yield from _wrong("threshold", lambda: check(self.threshold, Limit, "", written=True))
        for kind in self.parts:
            yield from self._part_problems(kind)
        kinds = field_types(Settings)
        for name, value in self.settings.items():
            yield from _wrong(name, partial(check, value, kinds[name], "", written=True))
        with suppress(HoneyguideError):  # said above
            for name in reach.beyond(self._settings_typed(), self.reach):
                yield name, reach.refusal(name)

    def _part_problems(self, kind: str) -> Iterator[tuple[str, str]]:
        part = self.parts[kind]
        noun = REGISTRIES[kind].noun
        for name, value in part.values.items():
            whose = f"{noun} '{part.name}': {name} "
            try:
                REGISTRIES[kind].resolve(f"{part.name}:{name}={_plain(value)}")
            except BadSetting as wrong:
                yield f"{kind}.{name}", str(wrong).removeprefix(whose)

    def _keyword_problems(self) -> Iterator[tuple[str, str]]:
        rows: dict[str, int] = {}
        for number, each in enumerate(self.keywords):
            word = each.word.strip()
            if not word and each.forms.strip():
                yield f"keyword.{number}.word", "give the weight a word"
            if word in rows:
                yield f"keyword.{number}.word", f"{shown(word)} is there twice; keep one"
            if word:
                rows.setdefault(word, number)
                yield from _wrong(f"keyword.{number}.weight", partial(check, each.weight, Weight, "", written=True))
        if not rows and not self.examples.strip() and not self.imported_examples:
            yield "keywords", "give at least one keyword, or example pages"
        try:
            topic = structs.replace(self.topic_made(), model=None)
        except HoneyguideError:
            return  # said above, or with the other fields
        for problem in validate(topic, ""):
            key = problem.place[0]
            if key in {"keywords", "synonyms"} and len(problem.place) > 1:
                column = "word" if key == "keywords" else "forms"
                yield f"keyword.{rows.get(str(problem.place[1]), 0)}.{column}", problem.message
            elif key == "name" and self.topic.strip():
                yield "topic", problem.message
            elif key not in {"name", "keywords"}:
                yield str(key), problem.message


def part_of(kind: str, spec: str) -> Part:
    """The part that is meant by `ops:r2=0.1`, with all its parameters."""
    if not spec:
        return Part("")
    name = spec.partition(":")[0].strip()
    _, given = REGISTRIES[kind].resolve(spec)
    entry = REGISTRIES[kind].entry(name)
    return Part(name, {each.name: written(getattr(given, each.name)) for each in entry.parameters})


def written(value: object) -> str | bool:
    """A value as a field shows it."""
    if isinstance(value, bool):
        return value
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def usual(name: str) -> str | bool:
    """The default of a setting, as a field shows it."""
    return written(getattr(DEFAULTS, name))


def urls_of(text: str) -> dict[str, str]:
    """URLs that were typed, one a line, after a tab what they are."""
    if not text.strip():
        return {}
    try:
        return read_seeds(["-"], stdin=io.StringIO(text))
    except BadSeeds as wrong:
        raise BadSeeds(str(wrong).replace("standard input:", "line ", 1)) from None


def _together(typed: str, imported: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    """URLs from everywhere, each once, with the first that is said of it."""
    found = urls_of(typed)
    for urls in imported.values():
        for url, said in urls.items():
            found[url] = found.get(url) or said
    return found


def _wrong(name: str, work: object) -> Iterator[tuple[str, str]]:
    assert callable(work)
    try:
        work()
    except HoneyguideError as wrong:
        yield name, str(wrong).strip()


def _parts(text: str) -> tuple[str, ...]:
    """What stands between commas, Chinese ones too."""
    return tuple(filter(None, (each.strip() for each in text.replace("，", ",").replace("、", ",").split(","))))


def _plain(value: str | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else value.strip()


def _table(seeds: Mapping[str, str]) -> bytes:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("url", "description"))
    rows.writerows(seeds.items())
    return text.getvalue().encode()
