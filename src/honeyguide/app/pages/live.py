"""A crawl as it runs: what it found, how fast, what is left, what failed; and pausing, resuming and stopping it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from nicegui import ui

from honeyguide.app import charts
from honeyguide.app.here import Here
from honeyguide.app.layout import crawl_tabs, frame, no_page
from honeyguide.app.page_text import kept, outside
from honeyguide.app.resuming import resume
from honeyguide.app.sentences import said
from honeyguide.app.states import COLOURS
from honeyguide.app.texts import known, language, t, text
from honeyguide.app.work import aside, attempt, follow, sentence
from honeyguide.crawl_folder import CrawlFolder
from honeyguide.errors import NotThere
from honeyguide.reporting.text import number
from honeyguide.workspace import CrawlSummary, State, Workspace

if TYPE_CHECKING:
    from honeyguide.model import Coverage
    from honeyguide.storage.harvest import Harvest
    from honeyguide.storage.results import Status

_TILES = ("pages", "on-topic", "harvest", "speed", "waiting", "hosts", "failed", "received")
_ROWS = 8


class _Now(NamedTuple):
    """All that is shown."""

    crawl: CrawlSummary
    status: Status
    harvest: Harvest | None
    """None at first: of a large crawl it takes a moment."""


async def page(here: Here) -> None:
    folder = here.crawl()
    crawl = await aside(here.workspace.summary, here.parameters["crawl"])
    with frame(t("live.title", name=crawl.name)), ui.column().classes("w-full gap-3") as all_of_it:
        head = _Head(here.workspace, crawl, own_clock=bool(folder.settings.web))
        tiles = _Tiles()
        coverage = _Coverage()
        with _columns():
            curve = _charted(
                "live.curve-title", lambda label: charts.curve(label, *_names("curve-pages", "curve-found"))
            )
            bands = [f"{each / 20:g}" for each in range(20)]
            relevance = _charted(
                "live.relevance-title", lambda label: charts.distribution(label, t("live.relevance-axis"), bands)
            )
        with _columns():
            newest = _Lines("live.newest-title", "live.newest-none", "newest", partial(kept, crawl.id))
            hosts = _charted(
                "live.hosts-title", lambda label: charts.stacked(label, *_names("curve-found", "hosts-pages"))
            )
        with _columns():
            strategy = _Lines("live.strategy-title", "live.strategy-none", "strategy")
            errors = _Lines("live.errors-title", "live.errors-none", "errors")

        def show(now: _Now) -> None:
            head.show(now)
            tiles.show(now.status)
            coverage.show(now.status)
            top = now.status.top_hosts[:_ROWS]
            hosts.show(
                [each.on_topic for each in top],
                [each.pages - each.on_topic for each in top],
                categories=[each.host for each in top],
            )
            strategy.show(_doing(now.status))
            errors.show(_failing(now.status))
            if now.harvest is not None:
                curve.show([list(point) for point in ((0, 0), *now.harvest.curve)])
                relevance.show(list(now.harvest.relevance))
                newest.show(_newest(now.harvest))

        def gone(wrong: NotThere) -> None:
            all_of_it.clear()
            with all_of_it:
                no_page(said(sentence(wrong)))

        await follow(_Reader(here.workspace, folder, crawl.id), show, gone=gone)


class _Reader:
    """Reads what the page shows; of the pages of the crawl only those that came since it read last."""

    def __init__(self, workspace: Workspace, folder: CrawlFolder, crawl: str) -> None:
        self._workspace, self._folder, self._crawl = workspace, folder, crawl
        self._harvest: Harvest | None = None
        self._begun = False

    def __call__(self) -> _Now:
        summary = self._workspace.summary(self._crawl)  # says so once the crawl is no longer there
        if self._begun:
            self._harvest = self._folder.harvest(self._harvest)
        self._begun = True
        return _Now(summary, self._folder.status(), self._harvest)


class _Head:
    """The name of the crawl, what it is doing, and what can be done to it."""

    def __init__(self, workspace: Workspace, crawl: CrawlSummary, *, own_clock: bool) -> None:
        self._crawl, self._own_clock = crawl, own_clock
        crawl_tabs(crawl.id, crawl.name)
        with ui.row().classes("w-full items-center gap-2"):
            self._state = ui.badge().props('data-part="state"')
            ui.space()
            self._pause = self._button("pause", "pause", partial(self._attempt, workspace.pause))
            self._resume = self._button("resume", "play_arrow", lambda: resume(workspace, self._crawl))
            self._stop = self._button("stop", "stop", partial(self._attempt, workspace.stop))
        self._about = ui.label().classes("text-sm opacity-80 break-words").props("data-part=about")

    def show(self, now: _Now) -> None:
        crawl, status = now.crawl, now.status
        self._crawl = crawl
        state = crawl.state
        self._state.set_text(t(f"projects.state-{state}"))
        self._state.props(f"color={COLOURS[state]}")
        timed = status.since and (status.running or not self._own_clock)  # that of a made web is never today's
        since = t("live.since", since=f"{status.since[:19].replace('T', ' ')} UTC") if timed else ""
        ended = t("projects.ended", why=said(status.why_stopped)) if status.why_stopped else ""
        judged, chosen = {"relevance": status.relevance}, {"strategy": status.strategy, "links": status.link_model}
        parts = {"topic": status.topic, **judged, **chosen}
        told = (*(t(f"live.of-{part}", name=name) for part, name in parts.items() if name), since, ended)
        self._about.set_text(" · ".join(filter(None, told)))
        runs, paused = state is State.RUNNING, state is State.PAUSED
        self._pause.set_visibility(runs)
        self._resume.set_visibility(not runs and state is not State.DAMAGED)
        self._stop.set_visibility(runs or paused)

    async def _attempt(self, work: Callable[[str], object]) -> None:
        await attempt(work, self._crawl.id)

    def _button(self, name: str, icon: str, work: Callable[[], Awaitable[None]]) -> ui.button:
        async def do() -> None:
            made.props("loading")
            try:
                await work()
            finally:
                made.props(remove="loading")

        made = ui.button(t(f"live.{name}"), icon=icon, on_click=do).props("outline no-caps")
        made.set_visibility(False)
        return made


class _Tiles:
    """The figures, each with a word of explanation."""

    def __init__(self) -> None:
        self._figures: dict[str, tuple[ui.label, ui.label]] = {}
        with ui.element("div").classes("grid grid-cols-2 sm:grid-cols-4 gap-3 w-full"):
            for name in _TILES:
                with ui.card().classes("gap-0 p-3").props(f'data-figure="{name}"'):
                    ui.label(t(f"live.{name}")).classes("text-xs opacity-70")
                    value = ui.label().classes("text-2xl font-semibold tabular-nums leading-tight")
                    self._figures[name] = value, ui.label().classes("text-xs opacity-70")

    def show(self, now: Status) -> None:
        failed = sum(now.failures.values())
        self._set(
            "pages", f"{now.pages:,}", t("live.of-limit", limit=f"{now.page_limit:,}") if now.page_limit else ""
        )
        self._set("on-topic", f"{now.on_topic:,}", t("live.duplicates", count=f"{now.duplicates:,}"))
        self._set("harvest", f"{now.harvest_rate:.3f}", t("live.self-judged"))
        left = "" if now.seconds_left is None else t("live.left", time=_duration(now.seconds_left))
        simulated = t("live.simulated") if now.simulated else ""
        self._set("speed", f"{now.pages_per_second:.1f}", " · ".join(filter(None, (left, simulated))))
        self._set("waiting", f"{now.waiting:,}", t("live.known", links=f"{now.links:,}"))
        self._set("hosts", f"{now.hosts:,}", t("live.resting", count=len(now.resting)) if now.resting else "")
        self._set(
            "failed",
            f"{failed:,}",
            ", ".join(f"{count:,} {said(kind)}" for kind, count in list(now.failures.items())[:2]),
        )
        self._set("received", t("live.megabytes", size=f"{now.bytes / 1e6:,.1f}"), "")

    def _set(self, name: str, value: str, more: str) -> None:
        shown, beside = self._figures[name]
        shown.set_text(value)
        beside.set_text(more)


class _Coverage:
    """How much of what can be reached is probably found."""

    def __init__(self) -> None:
        with ui.card().classes("w-full gap-1").props('data-part="coverage"'):
            _title("live.coverage-title")
            self._bar = ui.linear_progress(0.0, show_value=False, size="10px").props(
                "rounded color=accent instant-feedback"
            )
            self._bar.props(f'aria-label="{t("live.coverage-title")}"')
            self._said = ui.label().classes("text-sm break-words")

    def show(self, now: Status) -> None:
        told = now.coverage
        self._bar.set_visibility(told is not None)
        if told is None:
            self._said.set_text(t("live.coverage-none"))
            return
        self._bar.set_value(round(told.recall, 3))
        self._said.set_text(" ".join(how_much_is_left(language(), told)))


def how_much_is_left(of: str, told: Coverage) -> list[str]:
    """In a language, sentence by sentence."""
    about = {each: f"{getattr(told, each):,.0f}" for each in ("expected", "low", "high", "waiting")}
    about |= {each: f"{getattr(told, each):.0%}" for each in ("recall", "recall_low", "recall_high")}
    sentences = [text(of, "live.coverage", **about)]
    if told.untried:
        sentences.append(text(of, "live.coverage-untried", untried=f"{told.untried:,}"))
    if round(told.undiscovered):
        sentences.append(text(of, "live.coverage-more", undiscovered=f"{told.undiscovered:,.0f}"))
    return sentences


class _Lines:
    """A list whose lines are a name, a value, and where they have one an address; changed line by line."""

    def __init__(self, title: str, none: str, part: str, lead: Callable[[str, str], None] = outside) -> None:
        """`lead` makes the link of an address and a name."""
        self._lead = lead
        self._shown: list[tuple[str, str, str]] = []
        self._rows: list[ui.element] = []
        with ui.card().classes("w-full h-full gap-2 min-w-0").props(f'data-part="{part}"'):
            _title(title)
            self._none = ui.label(t(none)).classes("text-sm opacity-80")
            self._list = ui.column().classes("w-full gap-1")

    def show(self, lines: list[tuple[str, str, str]]) -> None:
        self._none.set_visibility(not lines)
        gone = [row for line, row in zip(self._shown, self._rows, strict=True) if line not in lines]
        still = {line: row for line, row in zip(self._shown, self._rows, strict=True) if line in lines}
        for row in gone:
            row.delete()
        rows = []
        with self._list:
            for place, line in enumerate(lines):
                row = still.get(line) or self._line(*line)
                if line not in still or self._shown.index(line) != place:
                    row.move(self._list, target_index=place)
                rows.append(row)
        self._shown, self._rows = lines, rows

    def _line(self, url: str, name: str, value: str) -> ui.element:
        with ui.row().classes("w-full items-start justify-between gap-2 flex-nowrap") as row:
            if url:
                with ui.column().classes("gap-0 min-w-0"):
                    self._lead(url, name)
                    ui.label(url).classes("text-xs opacity-70 break-all")
            else:
                ui.label(name).classes("min-w-0 break-words")
            ui.label(value).classes("tabular-nums shrink-0")
        return row


def _newest(harvest: Harvest) -> list[tuple[str, str, str]]:
    return [
        (
            each.url,
            each.title or t("live.untitled"),
            t("live.marked", relevance=f"{each.relevance:.2f}") if each.marked else f"{each.relevance:.2f}",
        )
        for each in harvest.newest[:_ROWS]
    ]


def _doing(now: Status) -> list[tuple[str, str, str]]:
    """What the strategy says of itself, and the relevance model of its moves."""
    lines = [("", _metric(name), number(value)) for name, value in now.metrics.items()]
    lines += [
        ("", t("live.roles", role=role, count=f"{len(urls):,}"), "") for role, urls in now.roles.items() if urls
    ]
    if now.traps:
        held = sum(each.waiting for each in now.traps)
        lines.append(("", t("live.traps", count=f"{held:,}"), ""))
    lines += [("", said(move), "") for move in dict.fromkeys(now.moves[:3])]
    return list(dict.fromkeys(lines))


def _failing(now: Status) -> list[tuple[str, str, str]]:
    """All failures by kind, and an example of the last ones."""
    lines = [("", said(kind), t("live.errors-count", count=f"{count:,}")) for kind, count in now.failures.items()]
    for each in now.errors[:3]:
        if each.examples:
            words = dict.fromkeys((said(each.outcome), said(each.detail)))  # some details say no more than the kind
            lines.append((each.examples[0], ": ".join(words), ""))
    return list(dict.fromkeys(lines))


def _metric(name: str) -> str:
    key = f"live.metric-{name}"
    return t(key) if known(key) else name.replace("_", " ")


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return t("live.hours", hours=hours, minutes=minutes)
    return t("live.minutes", minutes=minutes, seconds=rest) if minutes else t("live.seconds", seconds=rest)


def _charted(title: str, make: Callable[[str], charts.Chart]) -> charts.Chart:
    with ui.card().classes("w-full h-full gap-2 min-w-0"):
        _title(title)
        return make(t(title))


def _title(key: str) -> None:
    ui.label(t(key)).classes("font-semibold").props('role="heading" aria-level="2"')


def _columns() -> ui.element:
    return ui.element("div").classes("grid grid-cols-1 md:grid-cols-2 gap-3 w-full items-stretch")


def _names(*keys: str) -> tuple[str, ...]:
    return tuple(t(f"live.{key}") for key in keys)
