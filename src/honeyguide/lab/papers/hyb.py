"""HYB 3.3.2 again: traditional, anchor and hybrid similarity, five themes on each of three sites (Figs. 3–5).

The paper's three news sites are three synthetic webs of a few hosts, and Wikispeedia where it is there. Themes are
described by 150 feature words (TF-Gini), which example pages and a sample of the site teach [ours].
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from honeyguide.lab.experiment import Experiment, TopicPart, WebPart
from honeyguide.lab.papers.agreement import agreement
from honeyguide.lab.papers.published import HYB_GAIN, HYB_ORDER
from honeyguide.lab.papers.studies import REFERENCES, Result, Row, Scale, Study, as_published, at_share, study
from honeyguide.lab.papers.tables import LABELS, SELF, Column, Curve, Line, Section, Table, cell, facts_of
from honeyguide.lab.papers.webs import THEMES, Wikispeedia, synthetic
from honeyguide.lexicons import open_lexicons

SITES, EXAMPLES = 3, 10
PAGES_A_SITE = 1 / 5
"""A crawl of one theme has so many of the pages of a crawl of IELP or WSE: the paper gives no number."""
SHARE, PAGES_A_HOST = 0.06, 200
FEWEST, SMALLEST_WEB = 20, 250
"""Pages of the shortest crawl, and the crawls for which the smallest web is made: themes need their examples."""
SYNTHETIC_THEMES = ("rainstorm-disaster", "football", "finance", "music", "medicine")
_VARIANTS = ("traditional", "anchor", "hybrid")
_ROWS = tuple(Row(variant, f"hybrid:variant={variant}") for variant in _VARIANTS)


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
    measures = ("self_harvest", "ar", "label_harvest", "label_recall")
    lines = tuple(
        Line(row, tuple(cell(_of(results, row, measure)) for measure in measures), row in REFERENCES)
        for row in (*_VARIANTS, *REFERENCES)
    )
    columns = (Column(SELF, "precision"), Column(SELF, "AR"), Column(LABELS, "precision"), Column(LABELS, "recall"))
    figure = f"Fig. {3 + at}" if at < SITES else "Figs. 3–5"
    table = Table("table", f"Precision at the end of the crawls ({len(results)} themes)", columns, lines)
    found = [
        agreement(f"HYB {figure}, precision", judged, HYB_ORDER, {row: _of(results, row, name) for row in _VARIANTS})
        for judged, name in (("self", "self_harvest"), ("labels", "label_harvest"))
    ]
    missing = (f"Anchors are compared with what there is: {each}." for each in open_lexicons().missing)
    curve = Curve(
        "figure",
        f"HYB {figure}: precision as the crawl goes on",
        "precision",
        "self_harvest",
        "label_harvest",
        caption="The paper's curves stand in no table.",
        percent=True,
    )
    return Section(
        f"hyb-{site.replace(' ', '-').lower()}",
        "hyb",
        f"HYB {figure} on {site}",
        _facts(results),
        tuple(filter(None, found)),
        (table,),
        (curve,),
        (_gain(results), *missing),
    )


def _of(results: Sequence[Result], row: str, measure: str) -> list[float]:
    return [value for result in results for value in at_share(result, row, measure)]


def _gain(results: Sequence[Result]) -> str:
    shown = []
    for by, measure in (("self-judged", "self_harvest"), ("by the labels", "label_harvest")):
        gain = fmean(_of(results, "hybrid", measure)) - fmean(_of(results, "traditional", measure))
        shown.append(f"{100 * gain:+.1f} points {by}".replace("-", "−"))
    return f"Hybrid against traditional: published nearly {HYB_GAIN:+.0%}; here {' and '.join(shown)}."


def _facts(results: Sequence[Result]) -> tuple[str, ...]:
    themes = ", ".join(str(result.study.experiment.topic.relevant) for result in results)
    return (
        f"Themes: {themes}.",
        *facts_of(results[0])[:2],
        *(f"{each}" for result in results for each in facts_of(result)[2:]),
    )
