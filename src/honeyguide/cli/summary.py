"""What a finished crawl looks like: for a person on stderr, for a program as JSON on stdout."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import to_builtins

from honeyguide.cli.tables import show_facts
from honeyguide.cli.terminal import say, stderr, styled
from honeyguide.reporting.text import counted, number

NOINDEX = "noindex"
"""Why pages are kept out that say so themselves; other reasons are languages."""

if TYPE_CHECKING:
    from honeyguide.cli.run import Run
    from honeyguide.crawl import Crawl
    from honeyguide.storage.results import Status


def as_json(out: Path, status: Status, run: Run, seed: int) -> dict[str, object]:
    """What `status --json` says, and of this run what only it knows."""
    return {
        "folder": str(out),
        "seed": seed,
        **to_builtins(status),
        "why_stopped": run.why_stopped,
        "pages_per_second": run.pages_per_second,
        "new_pages": run.fresh,
        "seconds": run.seconds,
        "interrupted": run.interrupted,
    }


def show(status: Status, run: Run, extra: Sequence[tuple[str, str]] = ()) -> None:
    """The figures of a crawl; `extra` come after the harvest rate."""
    rate = f", {number(run.pages_per_second)} pages/s" if run.fresh else ""
    rows = [
        ("pages", f"{status.pages:,} ({run.fresh:,} in this run, {run.seconds:.1f} s{rate}{clock(run)})"),
        (
            "on topic",
            f"{status.on_topic:,} by the crawler's own judgement ({status.relevance}), near-duplicates left out",
        ),
        ("harvest rate", f"{status.harvest_rate:.3f} self-judged"),
        *extra,
        ("near-duplicates", f"{status.duplicates:,}"),
        ("hosts", hosts(status)),
        ("links waiting", f"{status.waiting:,}"),
        ("without a page", failures(status)),
        *kept_out(status),
        *metrics(status),
        *traps(status),
        ("left", left(status)),
        ("stopped", run.why_stopped),
    ]
    say("")
    show_facts(rows, stderr())


def clock(told: Status | Crawl | Run) -> str:
    """What times and speeds are followed by where they are not of this world."""
    return " of simulated time" if told.simulated else ""


def hosts(status: Status) -> str:
    """How many, and how far the crawl went from its seeds."""
    beyond = status.hosts_beyond_seeds
    return f"{status.hosts:,}" + (f", {beyond:,} of them beyond the hosts of the seeds" if beyond else "")


def failures(status: Status) -> str:
    return ", ".join(f"{count:,} {outcome}" for outcome, count in status.failures.items()) or "none"


def kept_out(status: Status) -> list[tuple[str, str]]:
    """Pages that are not on topic whatever they say; no line where there are none."""
    told = dict(status.kept_out)
    said = []
    if asking := told.pop(NOINDEX, 0):
        said.append(f"{counted(asking, 'page')} that {'asks' if asking == 1 else 'ask'} not to be indexed (noindex)")
    if told:
        said.append(f"{counted(sum(told.values()), 'page')} in other languages ({', '.join(told)})")
    return [("kept out", f"{', '.join(said)}, of the last 2,000 visits")] if said else []


def state(status: Status) -> str:
    """Whether it runs, since when by the clock of this world, and by which process; or why it stopped."""
    if status.running:
        doing = "paused; running" if status.paused else "running"
        return f"{doing} since {status.since}" + (f", process {status.process}" if status.process else "")
    return f"stopped {status.since}{clock(status)}: {status.why_stopped}" if status.since else "not begun"


def pace(status: Status) -> str:
    """Speed, how far the limits are, and what is left to them."""
    told = [f"{number(status.pages_per_second)} pages/s{clock(status)}"]
    if status.page_limit >= max(1, status.pages):
        told.append(f"{status.pages:,} of {status.page_limit:,} pages")
    if status.time_limit:
        told.append(f"at most {duration(status.time_limit)} a run")
    if status.seconds_left is not None:
        told.append(f"about {duration(status.seconds_left)} left")
    return ", ".join(told)


def resting(status: Status, most: int = 3) -> list[tuple[str, str]]:
    """Hosts that are left alone, and pages that are tried again while their hosts go on; and why."""
    said = [
        ("resting", f"{each.host} until {each.until}{clock(status)}: {each.why}") for each in status.resting[:most]
    ]
    if (more := len(status.resting) - most) > 0:
        said.append(("", f"and {more:,} more hosts"))
    said += [
        ("tried again", f"{each.url} at {each.until}{clock(status)}: {each.why}") for each in status.retrying[:most]
    ]
    if (more := len(status.retrying) - most) > 0:
        said.append(("", f"and {more:,} more pages"))
    return said


def raw(status: Status) -> list[tuple[str, str]]:
    """Where raw responses are; no line where that is the folder."""
    if (told := status.raw) is None:
        return []
    said = f"{counted(told.moved, 'file')}, {told.moved_bytes / 1e6:,.1f} MB in {told.place or 'object storage'}"
    if told.here:
        said += (
            f"; {counted(told.here, 'file')}, {told.here_bytes / 1e6:,.1f} MB in the folder, "
            f"with room for {told.room / 1e6:,.0f} MB more"
        )
    failed = [("", f"the last try to move some failed, and is repeated: {told.problem}")] if told.problem else []
    return [("raw responses", said), *failed]


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s" if minutes else f"{rest} s"


def metrics(status: Status) -> list[tuple[str, str]]:
    """What the crawl says of itself in numbers, in a line; none where it says nothing."""
    told = ", ".join(f"{name.replace('_', ' ')} {number(value)}" for name, value in status.metrics.items())
    return [("counted", told)] if told else []


def traps(status: Status) -> list[tuple[str, str]]:
    """How many links are held back because links like them brought nothing; no line where none is."""
    if not status.traps:
        return []
    held, fetched = (sum(getattr(trap, name) for trap in status.traps) for name in ("waiting", "fetched"))
    worst = status.traps[0].shape
    return [("traps", f"{held:,} links are held back, since {fetched:,} like them brought little, most of {worst}")]


def left(status: Status) -> str:
    """How much is probably left to find, in a sentence or two."""
    told = status.coverage
    if told is None:
        return "too little was fetched to say"
    when = "" if told.pages == status.pages else f" after {told.pages:,} pages"
    said = (
        f"about {told.expected:,.0f} pages on topic ({told.low:,.0f} to {told.high:,.0f}) behind the "
        f"{told.waiting:,} links that waited{when}: {told.recall:.0%} found "
        f"({told.recall_low:.0%} to {told.recall_high:.0%})"
    )
    if told.untried:
        said += f"; {told.untried:,} of the links score lower than any that was tried, and count like the lowest"
    said += "."
    if round(told.undiscovered):
        said += f" At least {told.undiscovered:,.0f} more that no page seen so far links to."
    return f"{said} Recall test: {told.test}." if told.test else said


def show_best(out: Path, top: int) -> None:
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    best = [each.page for each in CrawlFolder(out).results(top=top)]
    if not best:
        return
    say("")
    say("best pages", "bold")
    for found in best:
        say(f"{found.relevance:.3f}  {found.title or '(no title)'}")
        stderr().print("       ", styled(found.url, "dim"), soft_wrap=True)


def show_next(commands: Sequence[tuple[str, str]]) -> None:
    """What to try next: a command, and what it does."""
    say("")
    say("what to try next", "bold")
    for line, does in commands:
        stderr().print("  ", styled(line, "cyan"), styled(f"# {does}", "dim"), soft_wrap=True)
