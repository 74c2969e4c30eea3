"""`honeyguide try`: one page, explained."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide import config
from honeyguide.cli.flags import given, with_settings
from honeyguide.cli.lexicon import say_what_is_missing
from honeyguide.cli.terminal import print_json, stdout, styled
from honeyguide.errors import CannotRun

if TYPE_CHECKING:
    from honeyguide.explanation import Explanation


@with_settings(
    "links",
    "languages",
    "user_agent",
    "contact",
    "robots",
    "honour_nofollow",
    "timeout",
    "max_bytes",
    "max_decoded_bytes",
    "max_links",
    "max_redirects",
    "allow_private",
    "connect_to",
)
def try_(
    page: Annotated[str, typer.Argument(metavar="URL|FILE|-", help="A page: its address, a file, or - for stdin.")],
    *,
    topic: Annotated[str, typer.Option(help="A topic file (TOML), or the name of a shipped topic.")],
    base: Annotated[
        str, typer.Option(metavar="URL", help="Address of a page from a file: its links are relative to it.")
    ] = "",
    config_file: Annotated[
        Path | None, typer.Option("--config", metavar="FILE", help="Settings file; honeyguide.toml when it is here.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
    **flags: Any,
) -> None:
    """Explain how one page is judged: its relevance by term and part of the page, and its best links.

    Example: honeyguide try https://example.org/ --topic rainstorm-disaster
    """
    from honeyguide.explanation import explain  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    settings = config.load(given(flags), file=config_file, environ=os.environ).settings
    wanted = load_topic(topic)
    say_what_is_missing(wanted, settings.links)
    explanation = explain(page, wanted, settings, base=base)
    if json:
        print_json(explanation)
    else:
        _show(explanation)
    if explanation.outcome != "page":
        raise CannotRun(f"{explanation.final_url}: no page to judge: {explanation.detail or explanation.outcome}")


def _show(page: Explanation) -> None:
    from rich.table import Table  # noqa: PLC0415

    out = stdout()
    grid = Table.grid(padding=(0, 2))
    for name, value in _facts(page):
        grid.add_row(styled(name, "bold"), styled(value))
    out.print(grid)
    if page.terms:
        out.print()
        out.print(_terms_table(page))
    if page.links:
        out.print()
        out.print(_links_table(page))


def _facts(page: Explanation) -> list[tuple[str, str]]:
    facts = [("status", " ".join(filter(None, (str(page.status or ""), page.outcome, page.detail))))]
    facts += [("redirect", f"{hop.status} {hop.url} → {hop.detail}") for hop in page.hops[:-1]]
    facts.append(("URL", page.final_url))
    if page.outcome != "page":
        return facts
    sign = ">" if page.relevance > page.threshold else "≤"
    decision = "on topic" if page.on_topic else f"not on topic: {page.why_not}"
    facts += [
        ("title", page.title or "(none)"),
        ("language", page.language or "cannot be told"),
        ("main terms", ", ".join(f"{each.term} ×{each.count}" for each in page.main_terms) or "(none)"),
        ("model", page.model),
        ("relevance", f"{page.relevance:.4f} {sign} {page.threshold:.4g} (threshold): {decision}"),
        ("links", f"{page.links_found:,}" + (f", the best {len(page.links)} are below" if page.links else "")),
    ]
    return facts


def _terms_table(page: Explanation) -> Any:
    from rich.table import Table  # noqa: PLC0415

    where = " and part of the page" if len(page.by_group) > 1 else ""
    table = Table("term", box=None, padding=(0, 2, 0, 0), title=f"{page.unit} by term{where}")
    for group in page.by_group:
        table.add_column(group, justify="right")
    table.add_column("weight", justify="right")
    table.add_column("contributes", justify="right")
    for term in page.terms:
        cells = [f"{share:.4f} ×{term.counts[group]}" if share else "·" for group, share in term.by_group.items()]
        table.add_row(styled(term.term), *cells, f"{term.weight:.2f}", f"{term.contribution:.4f}")
    blank = [""] * len(page.by_group)
    if page.others:
        table.add_row("other terms", *blank, "", f"{page.others:.4f}", style="dim")
    if page.bias:
        table.add_row("bias", *blank, "", f"{page.bias:.4f}", style="dim")
    groups = [f"{share:.4f}" if share else "·" for share in page.by_group.values()]
    table.add_row("all", *groups, "", f"{page.total:.4f}", style="bold")
    return table


def _links_table(page: Explanation) -> Any:
    from rich.table import Table  # noqa: PLC0415

    parts = list(page.links[0].parts)
    table = Table(box=None, padding=(0, 2, 0, 0), title="best links")
    for name in ("score", *parts):
        table.add_column(name, justify="right")
    table.add_column("link", overflow="fold", ratio=1)
    for link in page.links:
        where = styled(link.anchor or "(no anchor)", "bold", 80).append("\n").append_text(styled(link.url, "cyan"))
        if link.why_not:
            where.append(f"  not followed: {link.why_not}", "yellow")
        table.add_row(f"{link.score:.4f}", *(f"{link.parts[part]:.4f}" for part in parts), where)
    return table
