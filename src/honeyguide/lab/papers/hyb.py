"""HYB 3.3.2 again: traditional, anchor and hybrid similarity, five themes on each of three sites (Figs. 3–5).

The paper's three news sites are three synthetic webs of a few hosts, and Wikispeedia where it is there. Themes are
described by 150 feature words, which example pages and a sample of the site teach [ours]: by TF-IDF for the
traditional row, by TF-Gini for the others.

Precision is that of the pages that are kept: the content of a page decides once it is fetched (HYB 2.4, step 2). Our
own row judges the page that holds a link instead, and keeps what it fetches.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from honeyguide.lab.experiment import Experiment, TopicPart, WebPart
from honeyguide.lab.model import Run
from honeyguide.lab.papers.agreement import agreement
from honeyguide.lab.papers.published import HYB_GAIN, HYB_ORDER
from honeyguide.lab.papers.studies import REFERENCES, Result, Row, Scale, Study, as_published, at_share, study
from honeyguide.lab.papers.tables import LABELS, SELF, Column, Curve, Line, Section, Table, cell, counted, facts_of
from honeyguide.lab.papers.webs import THEMES, Wikispeedia, synthetic
from honeyguide.lexicons import open_lexicons

SITES, EXAMPLES = 3, 10
PAGES_A_SITE = 1 / 5
"""A crawl of one theme has so many of the pages of a crawl of IELP or WSE: the paper gives no number."""
SHARE, PAGES_A_HOST = 0.06, 200
FEWEST, SMALLEST_WEB = 20, 250
"""Pages of the shortest crawl, and the crawls for which the smallest web is made: themes need their examples."""
SYNTHETIC_THEMES = ("rainstorm-disaster", "football", "finance", "music", "medicine")
AHEAD = "hybrid, look-ahead (ours)"
_ROWS = (
    Row("traditional", "hybrid:content=target,variant=traditional", relevance="tfidf-cosine"),
    Row("anchor", "hybrid:content=target,variant=anchor"),
    Row("hybrid", "hybrid:content=target"),
    Row(AHEAD, "hybrid:content=holder"),
)
_NAMES = tuple(row.name for row in _ROWS)


def studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    pages = max(FEWEST, round(PAGES_A_SITE * scale.pages))
    themes = SYNTHETIC_THEMES[:1] if scale.quick else SYNTHETIC_THEMES
    made = []
    for site in range(1, SITES + 1):
        web = synthetic(max(pages, SMALLEST_WEB), 10 + site, SHARE, PAGES_A_HOST)
        for theme in themes:
            made.append(_study(f"hyb-site{site}-{theme}", f"synthetic site {site}", web, theme, pages, scale))
    if real:
        for theme in THEMES:
            name = f"hyb-wikispeedia-{theme}"
            made.append(_study(name, "Wikispeedia", real.web(), f"subject.{theme}", "2x", scale))
    return made


def _study(name: str, site: str, web: WebPart, label: str, pages: int | str, scale: Scale) -> Study:
    topic = TopicPart(relevant=label, examples=EXAMPLES, relevance="gini-cosine", anchors="semantic")
    return study(name, site, Experiment(web, topic, as_published(pages, scale.repeats)), _ROWS)


def sections(results: Sequence[Result]) -> list[Section]:
    """One for each site: its themes are the repeats of one another."""
    sites = list(dict.fromkeys(result.study.web for result in results))
    return [_section(site, at, [each for each in results if each.study.web == site]) for at, site in enumerate(sites)]


def _section(site: str, at: int, results: Sequence[Result]) -> Section:
    measures = ("self_harvest", "label_precision", "kept", "label_harvest", "label_recall")
    lines = tuple(
        Line(row, tuple(cell(_of(results, row, measure)) for measure in measures), row in REFERENCES)
        for row in (*_NAMES, *REFERENCES)
    )
    columns = (
        Column(SELF, "of all fetched"),
        Column(LABELS, "precision"),
        Column(LABELS, "pages kept", "count"),
        Column(LABELS, "of all fetched"),
        Column(LABELS, "recall"),
    )
    figure = f"Fig. {3 + at}" if at < SITES else "Figs. 3–5"
    table = Table("table", f"Precision at the end of the crawls ({len(results)} themes)", columns, lines)
    precision = {row: _of(results, row, "label_precision") for row in _NAMES}
    found = agreement(f"HYB {figure}, precision", "labels", HYB_ORDER, precision)
    missing = (f"Anchors are compared with what there is: {each}." for each in open_lexicons().missing)
    curve = Curve(
        "figure",
        f"HYB {figure}: precision as the crawl goes on",
        "precision",
        "",
        "label_precision",
        caption="The paper's curves stand in no table.",
        percent=True,
    )
    return Section(
        f"hyb-{site.replace(' ', '-').lower()}",
        "hyb",
        f"HYB {figure} on {site}",
        _facts(results),
        (found,) if found else (),
        (table, *counted(_runs(results))),
        (curve,),
        (_gain(results), *missing),
    )


def _of(results: Sequence[Result], row: str, measure: str) -> list[float]:
    return [value for result in results for value in at_share(result, row, measure)]


def _runs(results: Sequence[Result]) -> dict[str, list[Run]]:
    """Of each row, those of all themes."""
    return {row: [run for result in results for run in result.runs[row]] for row in _NAMES}


def _gain(results: Sequence[Result]) -> str:
    hybrid, traditional = (fmean(_of(results, row, "label_precision")) for row in ("hybrid", "traditional"))
    gain = f"{100 * (hybrid - traditional):+.1f}".replace("-", "−")
    return f"Hybrid against traditional: published nearly {HYB_GAIN:+.0%}; here {gain} points by the labels."


def _facts(results: Sequence[Result]) -> tuple[str, ...]:
    themes = ", ".join(str(result.study.experiment.topic.relevant) for result in results)
    return (
        f"Themes: {themes}.",
        *facts_of(results[0])[:2],
        *(f"{each}" for result in results for each in facts_of(result)[2:]),
    )
