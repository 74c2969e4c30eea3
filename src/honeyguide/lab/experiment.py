"""An experiment is one TOML file: which web, which topic, which strategies, how often."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from honeyguide import encoders, links, relevance, strategies
from honeyguide.config import DEFAULTS, Settings, StopRule
from honeyguide.errors import BadFile, BadInput, BadSetting, nearest
from honeyguide.lab.model import REFERENCES
from honeyguide.model import DEFAULT_RELEVANCE, Topic
from honeyguide.plugins import load_plugins
from honeyguide.text_files import read_text
from honeyguide.toml_files import line_finder, parse
from honeyguide.topics.files import require
from honeyguide.validation import check, expected, field_types, unknown

_MULTIPLE = re.compile(r"(\d+(?:\.\d+)?)\s*x")

Text = Annotated[str, Meta(min_length=1, title="text")]
Some = Annotated[int, Meta(ge=1, le=1_000_000)]
Many = Annotated[int, Meta(ge=1, le=10_000)]


class WebPart(Struct, frozen=True):
    source: Text
    """`synthetic:…`, `warc:FILE…` or `folder:DIR`."""
    labels: str = ""
    """A file of `url TAB label` lines; a synthetic web brings its own."""
    exclude: Annotated[tuple[Text, ...], Meta(title="a list of URL patterns such as '*/index/*'")] = ()
    """URL patterns that no crawl may follow."""


class TopicPart(Struct, frozen=True):
    relevant: Annotated[str | tuple[Text, ...], Meta(title='a label, "*" for all, or a list of labels')] = ""
    """The label that counts as on topic; empty for the web's main topic. Of a list, or of a pattern with `*`, each
    label is the topic in turn."""
    keywords: Annotated[dict[str, float], Meta(title="a table of weights such as { birds = 1.0 }")] = {}
    """Empty: taken from the example pages."""
    examples: Some = 3
    """On-topic pages drawn at random: seeds and example pages."""
    threshold: Annotated[Annotated[float, Meta(ge=0, le=1)] | None, Meta(title="a number from 0 to 1")] = None
    """What relevance a page must exceed to count as on topic for the crawler itself; the model's own by default."""
    relevance: Text = DEFAULT_RELEVANCE
    """The page-relevance model, with parameters after a colon; what it must be trained on are the example pages."""
    anchors: Literal["words", "semantic"] = "words"
    """How anchors are compared with the topic."""
    background: Annotated[int, Meta(ge=0, le=100_000, title="a whole number from 0 to 100,000")] = 400
    """Pages of the web, drawn at random: they show how common a word is, and train models. No user has them."""
    leave_out: Annotated[tuple[Text, ...], Meta(title="a list of labels or patterns")] = ()
    """Labels that are no topics, whatever `relevant` says."""
    least: Some = 10
    """Of several labels, those with fewer pages that can be had are left out."""
    half: Literal["", "development", "held-out"] = ""
    """Of several labels, only those of this half (`label_choice.half_of`); empty for all."""

    @property
    def several(self) -> bool:
        """Whether each of several labels is the topic in turn."""
        return not isinstance(self.relevant, str) or "*" in self.relevant


class RunPart(Struct, frozen=True):
    strategies: Annotated[tuple[Text, ...], Meta(min_length=1, title='a list of strategies such as ["bfs", "ops"]')]
    pages: Annotated[int | str, Meta(title='a number of pages, or a multiple such as "2x"')] = "2x"
    """A number, or a multiple of the on-topic pages that can be reached from the seeds."""
    repeats: Many = 5
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    concurrency: Many = 32
    """Requests in flight, in virtual time."""
    shards: Annotated[int, Meta(ge=1, le=1_024, title="a whole number from 1 to 1024")] = 1
    """Divide each crawl by site among so many, which share `concurrency`."""
    delay: Annotated[float, Meta(ge=0, le=1_000_000, title="a number of seconds")] = 1.0
    """Virtual seconds that a host rests between two requests."""
    connections_per_host: Many = 1
    """Requests in flight to one host."""
    retries: Annotated[int, Meta(ge=0, le=100, title="a whole number from 0 to 100")] = 3
    """Further tries after answers such as 503, each after a longer rest of the host."""
    per_host: Annotated[int, Meta(ge=-1, le=2**63 - 1, title="a whole number of at least -1")] = DEFAULTS.per_host
    """At most this many pages from one host; 0 for no limit, -1 for as many as it earns with `guide`."""
    per_site: Annotated[int, Meta(ge=0, le=2**63 - 1, title="a whole number of at least 0")] = DEFAULTS.per_site
    """At most this many pages from one site; 0 for no limit."""
    per_site_time: Annotated[float, Meta(ge=0, le=1_000_000_000, title="a number of seconds")] = (
        DEFAULTS.per_site_time
    )
    """At most this many virtual seconds on one site; 0 for no limit."""
    depth: Annotated[int, Meta(ge=-1, le=2**63 - 1, title="a whole number of at least -1")] = DEFAULTS.depth
    """Links at most this many clicks from a seed; -1 for no limit."""
    robots: bool = True
    """Keep to robots.txt."""
    stop_when: StopRule = ""
    """Stop when it is enough, as for a crawl: `recall 0.9`, `harvest 0.02 over 200`, or both joined by `or`."""
    plugins: Annotated[tuple[Text, ...], Meta(title="a list of Python modules")] = ()
    """Modules that register parts of their own, before any part is looked for."""
    links: str = ""
    """The link model of all strategies, with parameters after a colon; empty for each strategy's own."""
    encoder: Text = DEFAULTS.encoder
    """What makes vectors of texts for the parts that ask for them."""

    def budget(self, reachable: int) -> int:
        """Pages of one run, where so many on-topic pages can be reached."""
        if isinstance(self.pages, int):
            return self.pages
        multiple = _MULTIPLE.fullmatch(self.pages.strip())
        assert multiple is not None
        return max(1, round(float(multiple[1]) * reachable))


class JudgePart(Struct, frozen=True):
    """What `honeyguide lab relevance FILE` compares; labels, examples and background are those of the topic."""

    models: Annotated[tuple[Text, ...], Meta(title='a list of relevance models such as ["tag-vsm", "svm"]')] = ()
    """With parameters after a colon; none for all that these examples suffice for."""
    draws: Many = 5
    """How often examples are drawn for each label."""
    marks: Annotated[tuple[Many, ...], Meta(title="a list of numbers of pages such as [10, 20]")] = ()
    """So many pages that a decision which learns asks for are marked by the labels: figures after each number."""
    keywords: Annotated[
        dict[str, dict[str, float]], Meta(title='a table of keywords by label such as { "birds" = { bird = 1.0 } }')
    ] = {}
    """Labels that are also judged from keywords alone, without examples."""


class Experiment(Struct, frozen=True):
    web: WebPart
    topic: TopicPart
    run: RunPart
    base: str = "."
    """What relative paths are relative to."""
    places: dict[str, str] = {}
    """Where `part.key` stands, or its part where it is left out: the file and the line."""
    judge: JudgePart = JudgePart()

    def place(self, part: str, key: str) -> str:
        """What a sentence about a setting begins with; empty for an experiment that was not read from a file."""
        found = self.places.get(f"{part}.{key}")
        return f"{found}: " if found else ""

    def settings(self, pages: int) -> Settings:
        """What a crawl of this experiment is set to: all else is as a user has it by default, but that nothing is
        written."""
        run = self.run
        return Settings(
            exclude=self.web.exclude,
            pages=pages,
            seed=run.seed,
            concurrency=run.concurrency,
            shards=run.shards,
            delay=run.delay,
            connections_per_host=run.connections_per_host,
            retries=run.retries,
            per_host=run.per_host,
            per_site=run.per_site,
            per_site_time=run.per_site_time,
            depth=run.depth,
            robots=run.robots,
            stop_when=run.stop_when,
            links=run.links,
            encoder=run.encoder,
            warc=False,
        )

    @property
    def rows(self) -> tuple[str, ...]:
        """The strategies in the order of the report, references last."""
        return (*self.run.strategies, *(name for name in REFERENCES if name not in self.run.strategies))


_PARTS: dict[str, Any] = {"web": WebPart, "topic": TopicPart, "run": RunPart, "judge": JudgePart}


def read_experiment(file: Path, changes: Sequence[str] = ()) -> Experiment:
    """`changes`: settings that hold instead of what the file says, as `run.concurrency=1`."""
    text = read_text(file, "an experiment")
    data = parse(text, file, "an experiment")
    line_of = line_finder(text)
    changed: dict[tuple[str, ...], str] = {}
    for change in changes:
        part, key, value = _change(change)
        changed[part, key] = f"--set {change}"
        inside = data.setdefault(part, {})
        if isinstance(inside, dict):
            inside[key] = value

    def where(*place: str) -> str:
        return changed.get(place) or f"{file}:{line_of(tuple(place))}"

    return checked(data, where, base=str(file.parent))


def _change(written: str) -> tuple[str, str, Any]:
    """Of `run.concurrency=1`: part, key and value; what is no value of TOML is text."""
    name, equals, value = (piece.strip() for piece in written.partition("="))
    part, _, key = name.partition(".")
    if not (part and key and equals):
        raise BadInput(f"--set {written}: write it as part.key=value, such as run.concurrency=1")
    try:
        return part, key, parse(f"value = {value}", "--set", "a value")["value"]
    except BadFile:
        return part, key, value


def checked(data: dict[str, Any], where: Any, base: str = ".") -> Experiment:
    """`where` names the place of a key for a person."""
    for name, content in data.items():
        if name not in _PARTS:
            raise BadInput(f"{where(name)}: [{name}] is no part of an experiment{nearest(name, _PARTS)}")
        if not isinstance(content, dict):
            raise BadInput(f"{where(name)}: '{name}' must be a table: write [{name}] on a line of its own")
    parts = {name: _part(name, data.get(name, {}), where) for name in _PARTS}
    places = {
        f"{name}.{field}": where(name, field) for name, kind in _PARTS.items() for field in kind.__struct_fields__
    }
    experiment = Experiment(**parts, base=base, places=places)
    load_plugins(experiment.run.plugins)
    _check(experiment, where)
    return experiment


def _part(name: str, content: dict[str, Any], where: Any) -> Any:
    kind = _PARTS[name]
    for key in content:
        if key not in kind.__struct_fields__:
            raise BadInput(f"{where(name, key)}: {unknown(key, kind.__struct_fields__, f'setting of [{name}]')}")
    for field in msgspec.structs.fields(kind):
        if field.required and field.name not in content:
            raise BadInput(f"{where(name)}: [{name}] must say '{field.name}': {expected(field.type)}")
    types = field_types(kind)
    return kind(**{key: check(value, types[key], f"{where(name, key)}: '{key}'") for key, value in content.items()})


def _check(experiment: Experiment, where: Any) -> None:
    run, topic = experiment.run, experiment.topic
    for at, spec in enumerate(run.strategies):
        if spec in run.strategies[:at]:
            raise BadInput(f"{where('run', 'strategies')}: '{spec}' stands there twice")
        if spec in REFERENCES:
            continue
        try:
            strategy = strategies.make(spec)
        except BadSetting as wrong:
            raise BadSetting(f"{where('run', 'strategies')}: {wrong}") from None
        try:
            links.check(run.links or links.published_with(strategy), links.needs_of(strategy))
        except BadSetting as wrong:
            raise BadSetting(f"{where('run', 'links')}: '{spec}': {wrong}") from None
    try:
        relevance.check(topic.relevance)
    except BadSetting as wrong:
        raise BadSetting(f"{where('topic', 'relevance')}: {wrong}") from None
    try:
        encoders.make(run.encoder)
    except BadSetting as wrong:
        raise BadSetting(f"{where('run', 'encoder')}: {wrong}") from None
    for spec in experiment.judge.models:
        try:
            relevance.check(spec)
        except BadSetting as wrong:
            raise BadSetting(f"{where('judge', 'models')}: {wrong}") from None
    if list(experiment.judge.marks) != sorted(set(experiment.judge.marks)):
        raise BadInput(f"{where('judge', 'marks')}: 'marks' must rise, such as [10, 20]")
    for label, words in experiment.judge.keywords.items():
        require(Topic(label, words), where("judge", "keywords"))
    counted = isinstance(run.pages, int)
    if counted and not 1 <= int(run.pages) <= 10**9:
        raise BadInput(f"{where('run', 'pages')}: 'pages' must be at least 1, not {run.pages}")
    if not counted and not ((found := _MULTIPLE.fullmatch(str(run.pages).strip())) and 0 < float(found[1]) <= 10**6):
        raise BadInput(
            f"{where('run', 'pages')}: 'pages' must be a number or a multiple such as \"2x\", not {run.pages!r}"
        )
    if topic.keywords:
        require(Topic("experiment", topic.keywords), where("topic", "keywords"))
