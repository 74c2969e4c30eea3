"""`honeyguide try`: one page, explained."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from honeyguide.cli import completion
from honeyguide.cli.flags import FETCHING, resolve, with_settings
from honeyguide.cli.lexicon import say_what_is_missing
from honeyguide.cli.options import Base, ConfigFile, Json
from honeyguide.cli.tables import show_facts, table
from honeyguide.cli.terminal import print_json, stdout, styled
from honeyguide.errors import NothingFetched
from honeyguide.reach import refuse_strange_encoder

if TYPE_CHECKING:
    from honeyguide.explanation import Explanation


@with_settings("links", "encoder", "languages", "honour_nofollow", "max_decoded_bytes", "max_links", "web", *FETCHING)
def try_(
    page: Annotated[str, typer.Argument(metavar="URL|FILE|-", help="A page: its address, a file, or - for stdin.")],
    *,
    topic: Annotated[
        str,
        typer.Option(help="A topic file (TOML), or the name of a shipped topic.", autocompletion=completion.topics),
    ] = "",
    crawl: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Judge by what this crawl has learnt, with its topic and settings."),
    ] = None,
    base: Base = "",
    config_file: ConfigFile = None,
    json: Json = False,
    **flags: Any,
) -> None:
    """Explain how one page is judged: its relevance by term and part of the page, and its best links.

    Example: honeyguide try https://example.org/ --topic rainstorm-disaster
    """
    from honeyguide.crawl_folder import open_crawl  # noqa: PLC0415
    from honeyguide.explanation import explain  # noqa: PLC0415
    from honeyguide.topics.files import load_topic  # noqa: PLC0415

    if bool(topic) == bool(crawl):
        one = "a crawl has a topic: give --topic or --crawl, not both" if topic else ""
        raise typer.BadParameter(one or "name a topic, or with --crawl a crawl that has one", param_hint="--topic")
    opened = open_crawl(crawl) if crawl else None
    resolved = resolve(flags, config_file, opened.settings_file if opened else None)
    settings = resolved.settings
    if crawl and opened and resolved.origins["encoder"] == str(opened.settings_file):
        refuse_strange_encoder(settings, str(crawl))
    wanted = opened.topic if opened else load_topic(topic)
    say_what_is_missing(wanted, settings.links)
    if opened:
        explanation = opened.explain_other(page, settings, base=base)
    else:
        explanation = explain(page, wanted, settings, base=base)
    if json:
        print_json(explanation)
    else:
        _show(explanation)
    if explanation.outcome != "page":
        raise NothingFetched(
            f"{explanation.final_url}: no page to judge: {explanation.detail or explanation.outcome}"
        )


def _show(page: Explanation) -> None:
    out = stdout()
    show_facts(_facts(page))
    if page.terms:
        out.print()
        out.print(_terms_table(page))
    if page.links:
        out.print()
        out.print(_links_table(page))
        for part, meaning in page.link_parts.items():
            out.print(styled(part, "bold"), styled(meaning, "dim"), soft_wrap=True)


def _facts(page: Explanation) -> list[tuple[str, str]]:
    facts = [("status", " ".join(filter(None, (str(page.status or ""), page.outcome, page.detail))))]
    facts += [("redirect", f"{hop.status} {hop.url} → {hop.detail}") for hop in page.hops[:-1]]
    facts.append(("URL", page.final_url))
    if page.outcome != "page":
        return facts
    sign = ">" if page.relevance > page.threshold else "≤"
    decision = "on topic" if page.on_topic else f"not on topic: {'marked by you' if page.mark else page.why_not}"
    if page.mark == "on":
        decision += ": marked by you"
    facts += [
        ("title", page.title or "(none)"),
        ("language", page.language or "cannot be told"),
        ("main terms", ", ".join(f"{each.term} ×{each.count}" for each in page.main_terms) or "(none)"),
        ("model", page.model),
        ("relevance", f"{page.relevance:.4f} {sign} {page.threshold:.4g} (threshold): {decision}"),
        ("in words", page.in_words),
        ("links", f"{page.links_found:,}" + (f", the best {len(page.links)} are below" if page.links else "")),
    ]
    return facts


def _terms_table(page: Explanation) -> Any:
    where = " and part of the page" if len(page.by_group) > 1 else ""
    shown = table("term", right=(*page.by_group, "weight", "contributes"), title=f"{page.unit} by term{where}")
    for term in page.terms:
        often = {group: f" ×{count}" for group, count in term.counts.items()}
        cells = [f"{share:.4f}{often.get(group, '')}" if share else "·" for group, share in term.by_group.items()]
        shown.add_row(styled(term.term), *cells, f"{term.weight:.2f}", f"{term.contribution:.4f}")
    blank = [""] * len(page.by_group)
    if page.others:
        shown.add_row("other words", *blank, "", f"{page.others:.4f}", style="dim")
    if page.bias:
        shown.add_row("what it starts from", *blank, "", f"{page.bias:.4f}", style="dim")
    groups = [f"{share:.4f}" if share else "·" for share in page.by_group.values()]
    shown.add_row("all", *groups, "", f"{page.total:.4f}", style="bold")
    return shown


def _links_table(page: Explanation) -> Any:
    parts = list(page.links[0].parts)
    shown = table(right=("score", *parts), wide="link", title="best links")
    shown.columns[-1].ratio = 1
    for link in page.links:
        where = styled(link.anchor or "(no anchor)", "bold", 80).append("\n").append_text(styled(link.url, "cyan"))
        if link.why_not:
            where.append(f"  not followed: {link.why_not}", "magenta")
        shown.add_row(f"{link.score:.4f}", *(f"{link.parts[part]:.4f}" for part in parts), where)
    return shown
