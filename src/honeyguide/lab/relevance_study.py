"""Which relevance model judges pages better? Every model on the same labels, examples and background."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from xxhash import xxh3_128_digest, xxh3_128_hexdigest

from honeyguide import atomic, encoders, relevance
from honeyguide.config import DEFAULTS, Settings
from honeyguide.errors import BadInput
from honeyguide.lab.code_digest import CRAWLING, READING, digest_of, digest_of_others
from honeyguide.lab.evaluation import Decided, Judged, Judgement, compared, open_labelled
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart
from honeyguide.lab.label_choice import large_enough, named_labels
from honeyguide.lab.measures import holm, interval
from honeyguide.lab.model import Apart
from honeyguide.lab.pages import PageCache
from honeyguide.lab.processes import Processes
from honeyguide.lab.starts import BACKGROUND, Background, background, draw_examples, make_topic
from honeyguide.lab.topics_report import apart
from honeyguide.model import NO_TOPIC, Page, Relevance, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.progress import Progress, silent
from honeyguide.protocols import RelevanceModel
from honeyguide.relevance.judge import Judge
from honeyguide.storage.files import VECTORS
from honeyguide.topics.terms import Terms
from honeyguide.urls import host_of
from honeyguide.web.offline import cache_folder
from honeyguide.web.scope import Scope

MEASURES = (
    "precision",
    "recall",
    "f1",
    "auc",
    "r_precision",
    "best_f1",
    "average_precision",
    "calibration_error",
    "tied",
)
EXAMPLES, KEYWORDS = "examples", "keywords"
"""What a model was given."""
FEWEST, LARGEST_SHARE = 30, 0.1
"""A label is suitable with so many pages, and at most such a share of the web."""
MOST_PAGES, MOST_WORDS = 20_000, 20_000_000
"""Pages, and words of pages, that a process keeps in memory."""
_BATCH = 64

Item = tuple[str, str, int]
"""What one process does at a time: a label, a model, and a draw of examples."""


class Study(Struct, frozen=True):
    """What is compared, and on what."""

    web: str
    labels: str = ""
    """A file; empty for a web that brings its own."""
    relevant: tuple[str, ...] = ()
    """Labels, each the topic in turn; none for all suitable ones."""
    largest: int = 0
    """Only so many of the suitable ones; 0 for all."""
    models: tuple[str, ...] = ()
    """Names with parameters; none for all."""
    examples: int = 3
    draws: int = 5
    seed: int = 1
    exclude: tuple[str, ...] = ()
    background: int = BACKGROUND
    """Pages of the web that a model is also given, as a sample of what there is; a user has none."""
    marks: tuple[int, ...] = ()
    """After so many marks, a decision that learns is judged again, on pages that nobody marked."""
    keywords: dict[str, dict[str, float]] = {}
    """Labels that are also judged from these keywords alone."""
    encoder: str = DEFAULTS.encoder
    base: str = "."
    """What relative paths are relative to."""


class Trial(Struct, frozen=True):
    """One model, trained on one draw of examples of one label."""

    model: str
    label: str
    draw: int
    judgement: Judgement
    given: str = EXAMPLES
    """`examples`, `examples and 10 marks`, or `keywords`."""


class Spread(Struct, frozen=True):
    mean: float
    over_draws: float
    """Sample standard deviation over the draws of a label, averaged over labels …"""
    over_labels: float
    """… and that of the labels' means."""
    interval: tuple[float, float]
    """95 % interval of the mean, over labels."""


class Standing(Struct, frozen=True):
    """One model over all labels and draws."""

    model: str
    precision: Spread
    recall: Spread
    f1: Spread
    auc: Spread
    r_precision: Spread
    best_f1: Spread
    average_precision: Spread
    calibration_error: Spread
    tied: Spread
    given: str = EXAMPLES
    labels: int = 0


class Distance(Struct, frozen=True):
    """How far a model is from the best one, label by label; of one label, draw by draw."""

    model: str
    r_precision: Apart
    f1: Apart


class Comparison(Struct, frozen=True):
    study: Study
    """With every label and model that was taken."""
    standings: tuple[Standing, ...]
    trials: tuple[Trial, ...]
    refused: dict[str, str] = {}
    """Models that these examples do not suffice for, and why."""
    best: str = ""
    """The model with the highest mean R-precision from examples …"""
    distances: tuple[Distance, ...] = ()
    """… and how far the others are from it."""


class Bench:
    """The web of a study, opened once in every process."""

    def __init__(self, study: Study) -> None:
        for spec in study.models:
            relevance.check(spec)
        self.web, self.labels = open_labelled(
            study.web, Path(study.labels) if study.labels else None, Path(study.base)
        )
        self.scope = Scope(Settings(exclude=study.exclude))
        urls = [url for url in self.web.urls() if self.scope.allows(url, host_of(url))]
        rng = Random(f"order:{study.seed}")  # noqa: S311
        self.urls = rng.sample(urls, len(urls))
        """In the order in which a decision that moves sees them."""
        self.study = msgspec.structs.replace(
            study, models=study.models or tuple(relevance.names()), relevant=self._relevant(study)
        )
        self._given = study
        self._may_refuse = not study.models
        self._caches: dict[str, PageCache] = {}
        self._pages: dict[str, list[Page]] = {}
        self._backgrounds: dict[int, Background] = {}
        self._words = Remembered()
        self._features: dict[str, bytes] = {}
        """Of pages by their URL, for the judge: its decision alone knows of the topic."""
        self._vectors = encoders.open_vectors(study.encoder, cache_folder() / VECTORS)

    def _relevant(self, study: Study) -> tuple[str, ...]:
        known = frozenset(self.urls)
        for label in study.relevant:
            many = len(known.intersection(self.labels.require(label)))
            if many <= study.examples:
                raise BadInput(
                    f"label '{label}': {many} pages that are not excluded have it, which leaves none to judge when "
                    f"{study.examples} are examples"
                )
        if study.relevant:
            return study.relevant
        sizes = {label: len(known.intersection(self.labels.pages(label))) for label in self.labels.names()}
        fewest, most = max(FEWEST, 2 * study.examples), LARGEST_SHARE * len(known)
        suitable = [label for label, many in sizes.items() if fewest <= many <= most]
        if not suitable:
            raise BadInput(
                f"no label of this web has from {fewest} pages to a tenth of all; name labels with --relevant"
            )
        suitable.sort(key=lambda label: (-sizes[label], label))
        return tuple(suitable[: study.largest or None])

    def fill(self, processes: Processes, progress: Progress) -> None:
        for layout in sorted({relevance.layout_of(spec) for spec in self.study.models} | {"tag-groups"}):
            self._cache(layout).fill(processes, progress, self.urls)
        if (
            any(spec.partition(":")[0] == "judge" for spec in self.study.models)
            and len(self.urls) <= MOST_PAGES
            and not self._kept_features.exists()
        ):
            self._draw(processes, progress)

    def _draw(self, processes: Processes, progress: Progress) -> None:
        """The features of all pages, once: what pages mean takes longer than all else."""
        batches = [self.urls[start : start + _BATCH] for start in range(0, len(self.urls), _BATCH)]
        for drawn in processes.each(Bench.features, batches, self, Bench, (self._given,)):
            self._features.update(drawn)
            progress("pages understood", len(self._features), len(self.urls))
        atomic.write(self._kept_features, msgspec.msgpack.encode(self._features))

    def features(self, urls: Sequence[str]) -> dict[str, bytes]:
        judge = relevance.make(NO_TOPIC, Terms(NO_TOPIC), self._words, Judge, self._vectors)
        assert isinstance(judge, Judge)
        pages = [page for url in urls if (page := self._cache(judge.layout).page(url))]
        if self._vectors:
            self._vectors.encode([text for page in pages for text in judge.meant(page)])  # at once: it is cheaper
        return {page.url: judge.features(page) for page in pages}

    @property
    def _kept_features(self) -> Path:
        code = digest_of(*READING, "relevance", "lab/pages.py", "lab/relevance_study.py")
        which = xxh3_128_hexdigest("\n".join([self.web.identity, self.encoder, code, *sorted(self.urls)]).encode())
        folder = cache_folder() / "features"
        folder.mkdir(exist_ok=True)
        return folder / which

    def trials(self, item: Item) -> tuple[Item, list[Trial] | str]:
        """One model on one draw of examples of one label, which has no part in its training.

        Where nobody named the models: or why this one cannot be trained on what there is.
        """
        label, spec, draw = item
        candidates = self._candidates(label)
        examples = draw_examples(candidates, self._experiment("tag-vsm"), draw)
        relevant = frozenset(candidates)
        try:
            topic = self._topic(spec, examples, draw)
        except BadInput as wrong:
            if not self._may_refuse:
                raise
            return item, str(wrong)
        trials = []
        for marks, found in self._judge(topic, frozenset(examples), relevant, self.study.marks):
            given = f"{EXAMPLES} and {marks} marks" if marks else EXAMPLES
            trials.append(Trial(spec, label, draw, found, given))
        if draw == 0 and (words := self.study.keywords.get(label)):
            topic = Topic(label, words, relevance=spec)
            if self._makes(topic):
                for _, found in self._judge(topic, frozenset(), relevant, ()):
                    trials.append(Trial(spec, label, draw, found, KEYWORDS))
        return item, trials

    def _makes(self, topic: Topic) -> bool:
        """Whether the model can do with what the topic says: most that are trained cannot do without examples."""
        try:
            relevance.make(topic, Terms(topic), self._words, encoder=self._vectors)
        except BadInput:
            return False
        return True

    def _candidates(self, label: str) -> list[str]:
        return [url for url in self.labels.pages(label) if self.scope.allows(url, host_of(url))]

    def _topic(self, spec: str, examples: tuple[str, ...], draw: int) -> Topic:
        return make_topic(self._experiment(spec), examples, self._cache("tag-groups"), self._background(draw))

    def _judge(
        self, topic: Topic, examples: Set[str], relevant: Set[str], marks: Sequence[int]
    ) -> Iterator[tuple[int, Judgement]]:
        """Of all pages but the examples; and again after each number of marks, of those that are not marked."""
        scorer = relevance.make(topic, Terms(topic), self._words, encoder=self._vectors, explains=False)
        pages = [page for page in self._read(scorer.layout) if page.url not in examples]
        urls = [page.url for page in pages]
        decided = Decided(scorer.decision(), [self._score(scorer, page) for page in pages])
        yield 0, compared(Judged(urls, decided.verdicts(), []), relevant)
        marked: set[int] = set()
        for many in marks if decided.learning else ():
            marked.update(decided.mark(many - len(marked), lambda place: urls[place] in relevant))
            told = decided.verdicts()
            rest = [place for place in range(len(urls)) if place not in marked]
            judged = Judged([urls[place] for place in rest], [told[place] for place in rest], [])
            yield many, compared(judged, relevant)

    def _score(self, scorer: RelevanceModel, page: Page) -> Relevance:
        """As far as the decision does not make it anew."""
        if not isinstance(scorer, Judge):
            return scorer.score(page)
        if not self._features:
            self._features = _read_features(self._kept_features)
        if page.url not in self._features:
            self._features[page.url] = scorer.features(page)
        return Relevance(0.0, False, features=self._features[page.url])

    def _experiment(self, spec: str) -> Experiment:
        study = self.study
        topic = TopicPart(examples=study.examples, relevance=spec, background=study.background)
        return Experiment(WebPart(study.web), topic, RunPart(strategies=("bfs",), seed=study.seed))

    def _background(self, draw: int) -> Background:
        """Another sample for every draw."""
        if draw not in self._backgrounds:
            self._backgrounds[draw] = background(
                self._cache("tag-groups"), self.study.seed + draw, self.scope, self.study.background
            )
        return self._backgrounds[draw]

    def _read(self, layout: str) -> Iterator[Page]:
        if layout in self._pages:
            yield from self._pages[layout]
            return
        kept: list[Page] = []
        for url in self.urls:
            if page := self._cache(layout).page(url):
                yield page
                if len(self.urls) <= MOST_PAGES:
                    kept.append(page)
        if kept:
            self._pages[layout] = kept

    def _cache(self, layout: str) -> PageCache:
        if layout not in self._caches:
            self._caches[layout] = PageCache(self.web, layout, only_judged=True)
        return self._caches[layout]

    @property
    def encoder(self) -> str:
        """Which vectors there are, for the models that ask for them."""
        return self._vectors.name if self._vectors else ""

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *_: object) -> None:
        for cache in self._caches.values():
            cache.close()
        if self._vectors:
            self._vectors.close()


def _read_features(file: Path) -> dict[str, bytes]:
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=dict[str, bytes])
    except (OSError, msgspec.DecodeError):  # no matter: they can be drawn again
        return {}


class KeptTrials:
    """Files with all trials of one model on one draw of one label, named by what they depend on."""

    def __init__(self, bench: Bench, folder: Path) -> None:
        self._bench = bench
        self._folder = folder / "trials"
        self._folder.mkdir(parents=True, exist_ok=True)
        study = msgspec.structs.replace(bench.study, relevant=(), largest=0, models=(), draws=1)
        code = digest_of(*CRAWLING, "lab/relevance_study.py", "lab/evaluation.py")
        self._common = msgspec.json.encode((code, bench.web.identity, bench.encoder, study))

    def read(self, item: Item) -> list[Trial] | None:
        try:
            return msgspec.json.decode(self._file(item).read_bytes(), type=list[Trial])
        except (OSError, msgspec.DecodeError):
            return None

    def write(self, item: Item, trials: Sequence[Trial]) -> None:
        atomic.write(self._file(item), msgspec.json.encode(trials))

    def _file(self, item: Item) -> Path:
        label, spec, _ = item
        code = digest_of_others([relevance.registry.find(spec.partition(":")[0])])
        pages = sorted(self._bench.labels.pages(label))
        digest = xxh3_128_hexdigest(self._common + msgspec.json.encode((item, code, pages)))
        return self._folder / f"{digest}.json"


class Remembered:
    """The words of texts that are asked for again and again: many models judge the same pages."""

    def __init__(self) -> None:
        self._known: dict[bytes, list[str]] = {}
        self._room = MOST_WORDS

    def __call__(self, text: str, language: str) -> list[str]:
        same = text.replace("\n", " ")  # whatever stands between the parts of a page
        key = xxh3_128_digest(f"{language}\n{same}".encode("utf-8", "surrogatepass"))
        words = self._known.get(key)
        if words is None:
            words = content_words(text, language)
            if len(words) <= self._room:
                self._room -= len(words)
                self._known[key] = words
        return words


def compare(study: Study, jobs: int = 1, progress: Progress = silent, folder: Path | None = None) -> Comparison:
    """Every model on every label and draw, in so many processes; the same whatever their number.

    What `folder` holds of an earlier time is not judged again.
    """
    with Bench(study) as bench, Processes(jobs) as processes:
        bench.fill(processes, progress)
        full = bench.study
        items = [(label, spec, draw) for label in full.relevant for spec in full.models for draw in range(full.draws)]
        kept = KeptTrials(bench, folder) if folder else None
        done = {item: known for item in items if kept and (known := kept.read(item))}
        why_not: dict[Item, str] = {}
        missing = [item for item in items if item not in done]
        progress("examples drawn and judged by", len(done), len(items))
        for item, found in processes.each(Bench.trials, missing, bench, Bench, (study,)):
            if isinstance(found, str):
                why_not[item] = found
                continue
            done[item] = found
            if kept:
                kept.write(item, found)
            progress("examples drawn and judged by", len(done), len(items))
    refused: dict[str, str] = {}
    for item in items:
        if item in why_not:
            refused.setdefault(item[1], why_not[item])
    full = msgspec.structs.replace(full, models=tuple(spec for spec in full.models if spec not in refused))
    trials = [trial for item in items for trial in done.get(item, ()) if trial.model not in refused]
    order = {name: at for at, name in enumerate((*full.models, *full.relevant))}
    trials.sort(key=lambda trial: (order[trial.model], order[trial.label], trial.draw))  # as they were given
    kinds = dict.fromkeys(trial.given for trial in trials)
    tried = {(trial.model, trial.given) for trial in trials}
    standings = [standing(trials, *each) for each in product(full.models, kinds) if each in tried]
    best = max((each for each in standings if each.given == EXAMPLES), key=lambda each: each.r_precision.mean).model
    return Comparison(full, tuple(standings), tuple(trials), refused, best, tuple(distances(trials, best, full)))


def distances(trials: Sequence[Trial], best: str, study: Study) -> Iterator[Distance]:
    """Of every model from the best, p corrected for their number."""
    others = [model for model in study.models if model != best]
    found = {}
    for measure in ("r_precision", "f1"):
        theirs = _paired(trials, best, measure)
        aparts = [apart(_paired(trials, model, measure), theirs, study.seed) for model in others]
        corrected = holm([each.p for each in aparts])
        found[measure] = [msgspec.structs.replace(each, p_holm=p) for each, p in zip(aparts, corrected, strict=True)]
    yield from map(Distance, others, found["r_precision"], found["f1"])


def _paired(trials: Sequence[Trial], model: str, measure: str) -> NDArray[np.float64]:
    """The mean of every label; of one label, the figure of every draw."""
    figures = by_label(trials, model, measure)
    return np.array(figures[0] if len(figures) == 1 else [fmean(each) for each in figures], np.float64)


def study_of(experiment: Experiment) -> Study:
    """The relevance models of an experiment, on its labels, with its examples and draws."""
    part, topic = experiment.judge, experiment.topic
    base = Path(experiment.base)
    _, labels = open_labelled(
        experiment.web.source, Path(experiment.web.labels).expanduser() if experiment.web.labels else None, base
    )
    scope = Scope(Settings(exclude=experiment.web.exclude))
    named = named_labels(topic, labels)
    return Study(
        web=experiment.web.source,
        labels=experiment.web.labels,
        relevant=large_enough(topic, named, labels, lambda url: scope.allows(url, host_of(url))),
        models=part.models,
        examples=topic.examples,
        draws=part.draws,
        seed=experiment.run.seed,
        exclude=experiment.web.exclude,
        background=topic.background,
        marks=part.marks,
        keywords=part.keywords,
        encoder=experiment.run.encoder,
        base=experiment.base,
    )


def standing(trials: Sequence[Trial], model: str, given: str = EXAMPLES) -> Standing:
    """What one model's trials come to."""
    labels = {measure: by_label(trials, model, measure, given) for measure in MEASURES}
    spreads = {measure: spread(figures) for measure, figures in labels.items()}
    return Standing(model, **spreads, given=given, labels=len(labels["f1"]))


def by_label(trials: Sequence[Trial], model: str, measure: str, given: str = EXAMPLES) -> list[list[float]]:
    """Of every label, the figures of its draws."""
    found: dict[str, list[float]] = {}
    for trial in trials:
        if (trial.model, trial.given) == (model, given):
            found.setdefault(trial.label, []).append(getattr(trial.judgement, measure) or 0.0)
    return list(found.values())


def spread(of_label: Sequence[Sequence[float]]) -> Spread:
    """Of the figures of every draw of every label."""
    means = [fmean(figures) for figures in of_label]
    apart = [stdev(figures) if len(figures) > 1 else 0.0 for figures in of_label]
    low, high = interval(np.array(means))
    return Spread(fmean(means), fmean(apart), stdev(means) if len(means) > 1 else 0.0, (float(low), float(high)))
