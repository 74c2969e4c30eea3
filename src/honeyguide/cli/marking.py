"""`honeyguide mark`, `ask` and `rejudge`: tell a crawl what you want, and have its pages judged by that."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from honeyguide.cli import completion
from honeyguide.cli.bar import Bar
from honeyguide.cli.flags import resolve, with_settings
from honeyguide.cli.options import Folder, Json
from honeyguide.cli.terminal import INTERRUPTED, command, heading, print_json, say, stderr, stdout, styled, write
from honeyguide.errors import BadInput, CannotRun, HoneyguideError
from honeyguide.model import EventKind
from honeyguide.reporting.text import counted

if TYPE_CHECKING:
    from honeyguide.cli.run import Run
    from honeyguide.crawl import Crawl
    from honeyguide.crawl_folder import CrawlFolder
    from honeyguide.marking.asking import Question
    from honeyguide.marking.marks import Marked
    from honeyguide.marking.rejudging import Rejudged

_INDENT = " " * 11
JUDGE_AGAIN = "the first pages once more, by all that was learnt since"
_SHOWN = 20
MOST_JUDGED_AGAIN = 20_000
"""Pages of a crawl that are judged again by themselves: more take minutes, and the next run, which shows its link
model all of them again, does too."""


def mark(
    folder: Folder,
    urls: Annotated[list[str] | None, typer.Argument(metavar="URL", help="Addresses of pages of the crawl.")] = None,
    *,
    on: Annotated[bool, typer.Option("--on", help="They are on topic.")] = False,
    off: Annotated[bool, typer.Option("--off", help="They are off topic.")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Take their marks back.")] = False,
    file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="More of them: a URL a line, with a tab and on or off or without."),
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="Print all marks, as --file reads them.")] = False,
    json: Json = False,
) -> None:
    """Say which pages are on topic and which are not; a running crawl uses it at once.

    Example: honeyguide mark demo-crawl http://harbour-daily.example/ --off
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415
    from honeyguide.marking.marks import read_mark_file  # noqa: PLC0415

    crawl = open_crawl(folder)
    said = on + off + clear
    if show:
        if urls or file or said:
            raise BadInput("--list prints the marks that there are; give it alone")
        _list(crawl.marks(), json)
        return
    if said > 1 or (urls and not said):
        raise BadInput("say one of --on, --off and --clear")
    verdict = None if clear else on
    wanted: dict[str, bool | None] = dict.fromkeys(urls or [], verdict)
    if file:
        marks, contradicted = read_mark_file(file, verdict, given=bool(said))
        wanted |= marks
        if contradicted:
            more = f", as are {len(contradicted) - 1:,} more" if len(contradicted) > 1 else ""
            say(f"{file}: {contradicted[0]} is both on and off topic there{more}; the last line counts", "magenta")
    done = crawl.mark(wanted)
    if json:
        print_json(done)
    else:
        _say_marked(folder, done, crawl.status().running)


def _list(marks: dict[str, bool], json: bool) -> None:
    words = {url: "on" if on_topic else "off" for url, on_topic in marks.items()}
    if json:
        print_json(words)
        return
    for url, word in words.items():
        write(f"{url}\t{word}")


def _say_marked(folder: Path, done: Marked, running: bool) -> None:
    said = {"on topic": done.on, "off topic": done.off, "as it was judged": done.cleared}
    told = ", ".join(f"{count:,} {what}" for what, count in said.items() if count)
    say(f"marked: {told}; {done.joined:,} joined the pages on topic, {done.left:,} left them")
    when = "the crawl hears of it while it runs; when it has ended, " if running else ""
    say(f"{when}{command('rejudge', folder)} judges all other pages by what you said", "dim")


def ask(
    folder: Folder,
    count: Annotated[int, typer.Option(min=1, max=1_000, help="How many pages.")] = 10,
    interactive: Annotated[
        bool, typer.Option("--interactive", "-i", help="Ask one by one: y, n, s to skip, q to quit.")
    ] = False,
    json: Json = False,
) -> None:
    """Show the pages whose mark would teach the crawl most.

    Example: honeyguide ask demo-crawl --count 10
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415

    if interactive and json:
        raise BadInput("--interactive asks a person, --json tells a program; give one of them")
    crawl = open_crawl(folder)
    questions = crawl.ask(count)
    if json:
        print_json(questions)
    elif not questions:
        say(f"{folder}: there is no page left to ask about.")
    elif interactive:
        _ask_one_by_one(crawl, questions)
    else:
        for rank, each in enumerate(questions, start=1):
            _show(rank, each)
        say("")
        say("answer with", "bold")
        for flag in ("--on", "--off"):
            stderr().print("  ", styled(f"{command('mark', folder)} URL… {flag}", "cyan"), soft_wrap=True)


def _show(rank: int, each: Question) -> None:
    head = heading(rank, f"  {each.relevance:.3f}  ", each.title, "green" if each.on_topic else "magenta")
    stdout().print(head, soft_wrap=True)
    stdout().print(_INDENT, styled(each.url, "cyan"), sep="", soft_wrap=True)
    said = "on topic" if each.on_topic else "off topic"
    stdout().print(_INDENT, styled(f"{said} now · {each.why}", "dim"), sep="", soft_wrap=True)


def _ask_one_by_one(crawl: CrawlFolder, questions: list[Question]) -> None:
    answers: dict[str, bool | None] = {}
    for rank, each in enumerate(questions, start=1):
        _show(rank, each)
        answer = _answer()
        if answer == "q":
            break
        if answer != "s":
            answers[each.url] = answer == "y"
            crawl.mark({each.url: answer == "y"})
    on = sum(answer is True for answer in answers.values())
    say(f"marked: {on:,} on topic, {len(answers) - on:,} off topic")


def _answer() -> str:
    """`y`, `n`, `s` or `q`; the end of the input means to quit."""
    while True:
        stderr().print("on topic? [y]es, [n]o, [s]kip, [q]uit: ", end="", markup=False)
        line = sys.stdin.readline()
        answer = line.strip().lower()[:1] if line else "q"
        if answer and answer in "ynsq":
            return answer


@with_settings("workers", "parse_seconds")
def rejudge(
    folder: Folder,
    *,
    topic: Annotated[
        str,
        typer.Option(
            metavar="TOPIC",
            help="Another topic, a file or a shipped one; else that of the crawl.",
            autocompletion=completion.topics,
        ),
    ] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would change, and change nothing.")] = False,
    json: Json = False,
    **flags: Any,
) -> None:
    """Judge all stored pages again, by your marks or by another topic, without fetching anything.

    Example: honeyguide rejudge demo-crawl --dry-run
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    crawl = open_crawl(folder)
    settings = resolve(flags, None, crawl.settings_file).settings
    wanted = load_topic(topic) if topic else None
    former = crawl.topic.name
    try:
        with Bar() as bar:
            done = crawl.rejudge(wanted, settings, dry_run=dry_run, progress=bar)
    except KeyboardInterrupt:
        say("stopped; nothing was changed", "bold")
        raise typer.Exit(INTERRUPTED) from None
    if json:
        print_json(done)
    else:
        show_rejudged(done)
        say_inherited(folder, former, done)
    if done.search:
        raise CannotRun(done.search)


class JudgedAgain(Struct, frozen=True):
    """Whether the pages of a crawl that ended were, and whether somebody stopped that."""

    done: bool = False
    interrupted: bool = False


def judge_again(ended: Crawl, ran: Run, *, quiet: bool = False) -> JudgedAgain:
    """All pages of a crawl that has ended by itself, since it knows more than when they came."""
    wanted = ended.settings.rejudge and ended.learns and ran.fresh and not ran.interrupted
    if not (wanted and ended.pages <= MOST_JUDGED_AGAIN):
        return JudgedAgain()
    from honeyguide.cli.run import interruptible  # noqa: PLC0415
    from honeyguide.crawl_folder import CrawlFolder  # noqa: PLC0415
    from honeyguide.storage.errors import DatabaseError  # noqa: PLC0415

    folder = CrawlFolder(ended.out)
    try:
        with interruptible(), Bar(lines=not quiet, quick=True) as bar:
            if not ended.has_changed_verdicts:
                return JudgedAgain()
            done = folder.rejudge(settings=ended.settings, progress=bar)
    except KeyboardInterrupt:
        written = folder.status().last_event.startswith(EventKind.REJUDGED)
        if not written:
            again = command("rejudge", ended.out)
            say(f"stopped: pages keep the verdicts of when they came; {again} judges them again")
        return JudgedAgain(written, interrupted=True)
    except (HoneyguideError, DatabaseError, OSError) as wrong:  # the crawl itself came to its end
        why = (wrong.strerror if isinstance(wrong, OSError) else "") or wrong
        say(f"pages keep the verdicts of when they came: {why}")
        return JudgedAgain()
    if not quiet:
        show_rejudged(done)
    if done.search:
        say(done.search)
    return JudgedAgain(done=True)


def show_rejudged(done: Rejudged) -> None:
    say(f"{'would have ' if not done.written else ''}{done.says}")
    for why, many in done.failed.items():
        say(f"{counted(many, 'page')} could not be read: {why}", "magenta")
    if done.written:
        return
    for each in done.changes[:_SHOWN]:
        verdict = styled("joins " if each.on_topic else "leaves", "green" if each.on_topic else "magenta")
        stdout().print(verdict, f"{each.relevance:.3f}", styled(each.title or "(no title)", "bold"), soft_wrap=True)
        stdout().print(" " * 13, styled(each.url, "cyan"), sep="", soft_wrap=True)
    if len(done.changes) > _SHOWN:
        say(f"and {len(done.changes) - _SHOWN:,} more; --json has all")


def say_inherited(folder: Path, former: str, done: Rejudged) -> None:
    """That marks made for the topic of before count for another one as well: most people do not mean that."""
    if not done.marks or done.topic == former:
        return
    marks = "mark" if done.marks == 1 else "marks"
    say(
        f"{done.marks:,} {marks} that you made for '{former}' count for '{done.topic}', too; to take them back:",
        "magenta",
    )
    for line in (
        f"{command('mark', folder, '--list')} > marks.txt",
        command("mark", folder, "--file", "marks.txt", "--clear"),
    ):
        stderr().print("  ", styled(line, "cyan"), soft_wrap=True)
