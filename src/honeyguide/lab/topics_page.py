"""What an experiment over several topics found, as tables for a page and for Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean

from honeyguide.lab.label_choice import HALVES
from honeyguide.lab.model import REFERENCES, Apart, Report, Row, TopicsReport
from honeyguide.lab.report_page import CORRECTED, COUNTED, COUNTED_NOTE, bare_p, counted, flat, outdone, signed
from honeyguide.reporting.pictures import Picture
from honeyguide.reporting.tables import Table
from honeyguide.reporting.templating import render
from honeyguide.reporting.text import markdown_table

MARKDOWN = "report.md"


def page(report: Report, pictures: Sequence[Picture]) -> str:
    """The whole document."""
    settings = {name: value for name, value in report.settings.items() if name != "repeats"}
    return render(
        "lab/templates/topics.html",
        about=report.settings["web"]["source"],
        findings=list(findings(report)),
        tables=list(tables(report)),
        pictures=pictures,
        references=REFERENCES,
        settings=list(flat(settings)),
        versions=list(flat(report.facts)),
    )


def markdown(report: Report, pictures: Sequence[Picture]) -> str:
    """The same as tables and pictures for a document; the pictures lie beside it."""
    parts = [" ".join(findings(report))]
    parts += [f"![{picture.title}]({picture.name}.png)" for picture in pictures]
    for table in tables(report):
        parts += [f"## {table.title}", table.note, markdown_table(table.heads, table.rows)]
    return "\n\n".join(parts) + "\n"


def findings(report: Report) -> Iterator[str]:
    """What the figures say, in words."""
    topics = _topics(report)
    run = report.settings["run"]
    yield (
        f"{len(topics.topics):,} topics of {report.settings['web']['source']}, {run['repeats']} draws of "
        f"{report.settings['topic']['examples']} starting pages each, {run['concurrency']} requests at a time."
    )
    if topics.best_published:
        yield f"The best published strategy by mean harvest over the crawl is {topics.best_published}."
    yield from outdone(report.summary)


def tables(report: Report) -> Iterator[Table]:
    topics = _topics(report)
    ranked = sorted(report.summary, key=lambda row: (row.strategy in REFERENCES, -row.label_auc.mean))
    yield Table(
        "strategies",
        "Strategies",
        "Percent; means over the topics, each the mean of its draws, with the 95 % interval over topics. "
        "Mean harvest is label_auc. The last columns are its means over the two halves of the topics.",
        ("strategy", "mean harvest", "final harvest", "recall", *HALVES),
        [_strategy(row, topics) for row in ranked],
    )
    for other in dict.fromkeys(each.other for each in topics.comparisons):
        compared = {each.strategy: each for each in topics.comparisons if each.other == other}
        yield Table(
            "against-oracle" if other in REFERENCES else "against-best",
            f"Compared with {other}",
            "Differences in points, topic by topic, and the ratio of the means, with 95 % intervals over "
            "topics; p by changes of sign, and corrected for the strategies that are compared (references left out) "
            f"after {CORRECTED}.",
            ("strategy", *("mean harvest", "p", "p (Holm)", "ratio"), *("final harvest", "p", "p (Holm)", "ratio")),
            [
                (
                    row.strategy,
                    *_apart(compared[row.strategy].label_auc),
                    *_apart(compared[row.strategy].label_harvest),
                )
                for row in ranked
                if row.strategy in compared
            ],
        )
    heads, rows = counted(report.runs)
    if rows:
        yield Table("counted", COUNTED, COUNTED_NOTE, heads, rows)
    names = [row.strategy for row in ranked]
    yield Table(
        "by-topic",
        "By topic",
        "Mean harvest in percent, mean of the draws.",
        ("topic", "half", "pages", *names),
        [
            (each.label, each.half, f"{each.pages:,}", *(f"{100 * each.label_auc[name]:.1f}" for name in names))
            for each in topics.topics
        ],
    )


def _strategy(row: Row, topics: TopicsReport) -> Sequence[str]:
    halves = [[each.label_auc[row.strategy] for each in topics.topics if each.half == half] for half in HALVES]
    figures = (row.label_auc, row.label_harvest, row.label_recall)
    return (
        row.strategy,
        *(
            f"{_percent(figure.mean)} ({_percent(figure.interval[0])}–{_percent(figure.interval[1])})"
            for figure in figures
        ),
        *(_percent(fmean(half)) if half else "–" for half in halves),
    )


def _apart(apart: Apart) -> tuple[str, str, str, str]:
    low, high = apart.interval
    ratio = f"{apart.ratio:.2f}" if apart.ratio is not None else "–"
    if apart.ratio_interval:
        ratio += f" ({apart.ratio_interval[0]:.2f}–{apart.ratio_interval[1]:.2f})"
    shown, lower, higher = (signed(100 * each, ".1f") for each in (apart.difference, low, high))
    return f"{shown} ({lower} to {higher})", bare_p(apart.p), bare_p(apart.p_holm), ratio


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _topics(report: Report) -> TopicsReport:
    assert report.topics is not None
    return report.topics
