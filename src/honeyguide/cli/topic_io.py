"""A topic on the command line: what the user says outright, where it is written, and tables of what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from honeyguide.cli.terminal import command, print_json, say, stdout, styled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from honeyguide.model import Topic
    from honeyguide.topics.classifier import Quality
    from honeyguide.topics.features import Feature

_SHOWN = 20


def topic_of(name: str, keywords: str, languages: Sequence[str] | None, description: str) -> Topic:
    """A topic of what the user says outright, checked before anything is read."""
    from honeyguide.topic_building import define, parse_keywords  # noqa: PLC0415

    return define(name, parse_keywords(keywords), languages=languages or (), description=description)


def file_for(name: str, out: Path | None, force: bool) -> Path:
    """Where the topic goes; refused before anything is read when it may not go there."""
    from honeyguide.topic_building import file_name  # noqa: PLC0415
    from honeyguide.topics.writing import require_room  # noqa: PLC0415

    return require_room(out or Path(file_name(name)), force=force)


def write(topic: Topic, file: Path, force: bool, json: bool, more: dict[str, object]) -> None:
    from honeyguide.topics.writing import write_topic  # noqa: PLC0415

    written = write_topic(topic, file, force=force)
    if json:
        files = {"file": str(written[0]), "model": str(written[1]) if len(written) > 1 else ""}
        said = {"name": topic.name, "relevance": topic.relevance, "keywords": topic.keywords}
        trained = {"trained_on": topic.model.trained_on} if topic.model else {}
        print_json({**files, **said, **trained, **more})
        return
    if not more:
        show_keywords(topic)
    say(f"written: {', '.join(map(str, written))}", "bold")
    say(f"try it on a page: {command('try', 'URL', '--topic', written[0])}")


def show_keywords(topic: Topic) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table("keyword", box=None, padding=(0, 2, 0, 0))
    table.add_column("weight", justify="right")
    for keyword, weight in list(topic.keywords.items())[:_SHOWN]:
        table.add_row(styled(keyword), f"{weight:.4g}")
    stdout().print(table)
    if len(topic.keywords) > _SHOWN:
        stdout().print(styled(f"and {len(topic.keywords) - _SHOWN} more"))


def show_features(found: Sequence[Feature]) -> None:
    from rich.table import Table  # noqa: PLC0415

    table = Table("word", box=None, padding=(0, 2, 0, 0))
    for heading in ("weight", "in the theme", "elsewhere", "documents"):
        table.add_column(heading, justify="right")
    for each in found:
        counts = (f"{count:,}" for count in (each.inside, each.outside, each.documents))
        table.add_row(styled(each.word), f"{each.weight:.4g}", *counts)
    stdout().print(table)


def show_quality(quality: Quality, topic: Topic) -> None:
    from rich.table import Table  # noqa: PLC0415

    assert topic.model is not None
    grid = Table.grid(padding=(0, 2))
    grid.add_row("pages", f"{quality.positives:,} on topic, {quality.negatives:,} others")
    if quality.folds:
        grid.add_row(
            "held out", f"each in one of {quality.folds} parts, judged by a classifier trained on the other parts"
        )
        for name in ("precision", "recall", "f1", "auc"):
            grid.add_row(name, f"{getattr(quality, name):.3f}")
    else:
        grid.add_row("quality", "cannot be told from a single page of a kind; give more")
    ranked = sorted(zip(topic.model.weights, topic.model.words, strict=True))
    grid.add_row("speaks for it", styled(", ".join(word for weight, word in ranked[:-11:-1] if weight > 0)))
    grid.add_row("speaks against it", styled(", ".join(word for weight, word in ranked[:10] if weight < 0)))
    stdout().print(grid)
