"""`honeyguide crawl` and `honeyguide resume`: from a topic and starting pages to a folder of results."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from honeyguide import config, known_places
from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import resolve, with_settings
from honeyguide.cli.lexicon import say_what_is_missing
from honeyguide.cli.marking import JUDGE_AGAIN, MOST_JUDGED_AGAIN, judge_again, say_inherited, show_rejudged
from honeyguide.cli.options import Column, ConfigFile, Folder, JsonSummary, Quiet, Table, some_folder
from honeyguide.cli.terminal import INTERRUPTED, command, print_json, say, write
from honeyguide.errors import BadSetting, HoneyguideError, NothingFetched
from honeyguide.extras import missing, require
from honeyguide.model import Outcome
from honeyguide.toml_files import toml_value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from honeyguide.crawl import Crawl
    from honeyguide.crawl_folder import CrawlFolder
    from honeyguide.model import Topic
    from honeyguide.storage.failures import Failures
    from honeyguide.storage.results import Status


MANY = 0.1
"""Where the verdicts of more than this share of the pages on topic have changed, to judge again is advised first."""


@with_settings()
def crawl(
    topic: Annotated[
        str,
        typer.Argument(
            metavar="TOPIC",
            help="A topic file (TOML), or the name of a shipped topic; a crawl that is there knows its own.",
            autocompletion=completion.topics,
        ),
    ] = "",
    seeds: Annotated[
        list[str] | None, typer.Argument(metavar="SEEDS", help="Starting pages: URLs, files, or - for stdin.")
    ] = None,
    *,
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", parser=some_folder, help="Folder of the crawl; a crawl that is there goes on."),
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option(
            "--seeds", metavar="SOURCE", help="More starting pages: text, CSV, XLSX, SQLite, postgresql://…"
        ),
    ] = None,
    column: Column = "",
    table: Table = "",
    new_topic: Annotated[
        bool,
        typer.Option(
            "--new-topic", help="The crawl that is there takes this topic: its pages are judged again first."
        ),
    ] = False,
    config_file: ConfigFile = None,
    show_config: Annotated[bool, typer.Option("--show-config", help="Print the settings and their origin.")] = False,
    json: JsonSummary = False,
    quiet: Quiet = False,
    **flags: Any,
) -> None:
    """Crawl the web for a topic; the same command on the same folder goes on where it stopped.

    A crawl that goes on keeps the settings of its folder, but for those that are given as flags.

    Example: honeyguide crawl rainstorm-disaster https://example.org/ --out rain --pages 500
    """
    _name_places(flags, config_file)
    goes_on = out is not None and _is_crawl(out)
    kept = _open(out).settings_file if out and goes_on else None
    resolved = resolve(flags, config_file, kept)
    if show_config:
        _print_config(resolved, json)
        return
    if not topic and (new_topic or not goes_on):
        raise typer.BadParameter("name a topic file or a shipped topic", param_hint="TOPIC")
    if out is None:
        raise typer.BadParameter("name a folder for the crawl", param_hint="--out")
    from honeyguide.seeds import read_seeds  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    wanted = load_topic(topic) if topic else _open(out).topic
    sources = [*(seeds or []), *(source or [])]
    urls = {} if goes_on and not sources else read_seeds(sources, column=column, table=table, stdin=sys.stdin)

    begun = _make(wanted, urls, out, resolved)
    if new_topic and goes_on:
        _take(wanted, out, resolved, quiet=quiet)
    _run(begun, resolved, json=json, quiet=quiet, forgot=goes_on and kept is None)


@with_settings()
def resume(
    folder: Folder,
    *,
    new_topic: Annotated[
        str,
        typer.Option(
            metavar="TOPIC",
            help="Take this topic, a file or a shipped one: its pages are judged again first.",
            autocompletion=completion.topics,
        ),
    ] = "",
    config_file: ConfigFile = None,
    json: JsonSummary = False,
    quiet: Quiet = False,
    **flags: Any,
) -> None:
    """Go on with a crawl where it stopped: with the topic and the settings of its folder, but for flags given here.

    Example: honeyguide resume rain --pages 1000
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    _name_places(flags, config_file)
    opened = open_crawl(folder)
    kept = opened.settings_file
    resolved = resolve(flags, config_file, kept)
    topic = load_topic(new_topic) if new_topic else opened.topic
    begun = _make(topic, {}, folder, resolved)
    _take(topic, folder, resolved, quiet=quiet)
    _run(begun, resolved, json=json, quiet=quiet, forgot=kept is None)


def _take(topic: Topic, folder: Path, resolved: config.Resolved, *, quiet: bool) -> None:
    """Judge the pages of the crawl that is there by this topic, which it has from then on."""
    there = _open(folder)
    former = there.topic
    if former == topic:
        return
    with Bar(lines=not quiet) as bar:
        judged = there.rejudge(topic, resolved.settings, progress=bar)
    if not quiet:
        show_rejudged(judged)
        say_inherited(folder, former.name, judged)


def _name_places(flags: dict[str, Any], config_file: Path | None) -> None:
    """Those of the user's own settings, before a crawl that is there is looked at; wrong ones are told of later."""
    own = resolve(flags, config_file).settings
    for address in filter(None, (own.store, own.raw)):
        with suppress(HoneyguideError):
            known_places.name(known_places.checked(address))


def _make(topic: Topic, seeds: Mapping[str, str], out: Path, resolved: config.Resolved) -> Crawl:
    from honeyguide.cluster.making import make_crawl  # noqa: PLC0415

    given = resolved.settings
    if given.cluster and given.shards == 1 and resolved.origins["cluster"] == "flag --cluster":
        raise BadSetting("flag --cluster: only a crawl in shards runs on a cluster: say in how many, --shards 4")
    return make_crawl(topic, seeds, out, given)


def _is_crawl(out: Path) -> bool:
    from honeyguide.crawl_folder import is_crawl  # noqa: PLC0415

    return is_crawl(out)


def _open(out: Path) -> CrawlFolder:
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415

    return CrawlFolder(out)


def _run(begun: Crawl, resolved: config.Resolved, *, json: bool, quiet: bool, forgot: bool) -> None:
    """`forgot`: it goes on, and its folder does not say by which settings."""
    from honeyguide.cli import summary  # noqa: PLC0415
    from honeyguide.cli.run import run  # noqa: PLC0415

    out = begun.out
    if resolved.origins["pdf"] == "flag --pdf":
        require("pypdf", "reading PDF documents")
    ran = run(begun, quiet=quiet, preface=lambda: _say_how(begun, resolved, forgot=forgot))
    second = judge_again(begun, ran, quiet=quiet)
    now = _open(out).status()
    is_done = now.pages > 0 and not now.waiting
    failed = bool(begun.failures or begun.failed)  # for good, or for now
    if not quiet:
        summary.show(now, ran)
        if ran.interrupted:
            say("")
            say(f"Stopped cleanly: the same command goes on from here, and so does {command('resume', out)}.", "bold")
        came = ran.fresh > 0 or is_done or not failed
        summary.show_next(_next(begun, now, came=came, judged=second.done))
    if json:
        stopped = replace(ran, interrupted=ran.interrupted or second.interrupted)
        print_json(summary.as_json(out, now, stopped, begun.settings.seed))
    if ran.interrupted or second.interrupted:
        raise typer.Exit(INTERRUPTED)
    if not ran.fresh and not is_done and (failed or not now.pages):
        for_good = set(begun.failed) == {"address"}
        again = "" if for_good else "; the same command tries again"
        raise NothingFetched(f"no page could be fetched ({begun.why_no_page}){again}")


def _say_how(begun: Crawl, resolved: config.Resolved, *, forgot: bool) -> None:
    """What is other than somebody may expect."""
    if forgot:
        say(f"{begun.out}: its settings.toml is gone: scope, delay and all else are as given now, or the defaults")
    for name, change in begun.changed_settings.items():
        say(f"changed setting: {name} = {change}")
    if resolved.unused:
        say(f"the crawl keeps its own settings; not used: {', '.join(resolved.unused)}", "dim")
    say_what_is_missing(begun.topic, begun.links)
    if begun.degraded_reason:
        say(begun.degraded_reason)
    if begun.settings.pdf and (needed := missing("pypdf", "reading them")):
        say(f"PDF documents are left out; {needed}", "dim")


def _newest(begun: Crawl, now: Status) -> list[Failures]:
    """What failed, the last kind first: earlier runs may have failed otherwise; nothing when this one did not."""
    return sorted(now.errors, key=lambda each: each.at, reverse=True) if begun.failures or begun.failed else []


def _next(begun: Crawl, now: Status, *, came: bool, judged: bool) -> list[tuple[str, str]]:
    """What helps after this crawl: to read what was found, or why nothing was; `came`: not all of it failed;
    `judged`: its pages were judged again."""
    from honeyguide.cli import summary  # noqa: PLC0415

    out = begun.out
    how_far = (command("status", out), "how far it is, host by host")
    if came and now.on_topic:
        join, leave = (0, 0) if judged else begun.changed_verdicts
        change = f"{JUDGE_AGAIN}: about {leave:,} would leave, {join:,} join" if join + leave else JUDGE_AGAIN
        may_change = begun.pages > MOST_JUDGED_AGAIN or begun.has_changed_verdicts
        again = [(command("rejudge", out), change)] if begun.learns and may_change and not judged else []
        first = again if join + leave > MANY * now.on_topic else []
        return [
            *first,
            (command("results", out), "the best pages, with the reasons"),
            how_far,
            *_further(out, now),
            *(again if not first else ()),
            (command("export", out, "--to", "csv", "--relevant"), "for a spreadsheet"),
        ]
    if came and now.pages:
        page = next(_open(out).pages()).url
        asking = now.kept_out.get(summary.NOINDEX, 0)
        taken = [
            (command("resume", out, "--no-honour-nofollow"), "takes pages that ask not to be indexed, from now on"),
            (command("rejudge", out), "then takes those that are there"),
        ]
        return [
            *(taken if asking else ()),
            (command("try", page, "--crawl", out), "why a page is not on topic, word by word"),
            how_far,
            (command("errors", out), "what failed, with examples"),
            (command("export", out, "--to", "csv"), "all pages, for a spreadsheet"),
        ]
    failed = _newest(begun, now)
    again = [(command("resume", out), "tries once more")]
    if failed and failed[0].outcome == Outcome.REFUSED and (demo := _demo(out, now)):
        again = [(demo, "serves the built-in web, and goes on")]
    if failed and "--allow-private" in failed[0].detail:
        again = [(command("resume", out, "--allow-private"), "connects to private addresses, too")]
    return [
        *again,
        (command("errors", out), "what failed, with examples"),
        *(
            [(command("try", failed[0].examples[0], "--crawl", out), "one page, request by request")]
            if failed
            else ()
        ),
    ]


def _demo(out: Path, now: Status) -> str:
    """The command that goes on with a crawl of the built-in web; empty where it is none."""
    from honeyguide.demo import seed_of  # noqa: PLC0415

    if (seed := seed_of(out)) is None:
        return ""
    given = ("--seed", str(seed), "--strategy", now.strategy, "--pages", str(now.page_limit))
    return command("demo", "--keep", out, *given)


def _further(out: Path, now: Status) -> list[tuple[str, str]]:
    """How to go on where it was only the limit of pages or of time that ended the crawl."""
    from honeyguide.cli.summary import duration  # noqa: PLC0415

    if now.waiting and now.why_stopped == f"{now.time_limit:g} seconds":
        return [(command("resume", out), f"goes on, for another {duration(now.time_limit)}")]
    if not (now.waiting and now.page_limit and now.pages >= now.page_limit):
        return []
    more = 2 * max(now.pages, now.page_limit)
    return [(command("resume", out, "--pages", str(more)), f"goes on, to {more:,} pages in all")]


def _print_config(resolved: config.Resolved, json: bool) -> None:
    rows = config.render(resolved)
    if json:
        print_json({name: {"value": value, "from": origin, "says": says} for name, value, origin, says in rows})
        return
    lines = [(f"{name} = {toml_value(value)}", origin) for name, value, origin, _ in rows]
    widest = max(len(setting) for setting, _ in lines)
    for setting, origin in lines:
        write(f"{setting:<{widest}}  # {origin}")
