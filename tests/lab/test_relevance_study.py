"""Relevance models compared on the same labels, examples and background."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import msgspec
import pytest
from tests.lab.conftest import SmallWeb, url

from honeyguide import relevance
from honeyguide.errors import BadInput, BadSetting
from honeyguide.lab.evaluation import Judgement
from honeyguide.lab.processes import Processes
from honeyguide.lab.relevance_report import write
from honeyguide.lab.relevance_study import (
    EXAMPLES,
    MEASURES,
    Bench,
    Comparison,
    Remembered,
    Study,
    Trial,
    compare,
    spread,
    standing,
)
from honeyguide.model import Page, Topic
from honeyguide.parsing.tokens import content_words
from honeyguide.topics.terms import Terms

pytestmark = pytest.mark.slow

WEB = "synthetic:seed=21,pages=300,share=0.1"


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(Study(WEB, relevant=("rainstorm-disaster",), draws=2))


def test_every_model_judges_every_draw_without_the_examples(found: Comparison) -> None:
    assert [each.model for each in found.standings] == relevance.names() == list(found.study.models)
    assert len(found.trials) == 2 * len(relevance.names())
    assert {(trial.judgement.pages, trial.judgement.relevant) for trial in found.trials} == {(297, 27)}


def test_a_model_that_was_taught_finds_most_of_the_topic(found: Comparison) -> None:
    best = max(found.standings, key=lambda each: each.r_precision.mean)
    assert best.r_precision.mean > 0.6
    assert best.auc.mean > 0.85


def test_the_same_study_has_the_same_outcome_in_any_number_of_processes(found: Comparison) -> None:
    small = msgspec.structs.replace(found.study, models=("rocchio", "tag-vsm"))
    here, there = compare(small), compare(small, jobs=2)
    assert here == there
    assert set(here.trials) < set(found.trials)


def test_other_seeds_draw_other_examples(found: Comparison) -> None:
    one = Study(WEB, relevant=("rainstorm-disaster",), models=("centroid",), draws=1)
    again = compare(one).trials[0].judgement
    assert again == next(trial.judgement for trial in found.trials if (trial.model, trial.draw) == ("centroid", 0))
    assert compare(Study(WEB, relevant=one.relevant, models=one.models, draws=1, seed=2)).trials[0].judgement != again


def test_the_spread_worked_by_hand() -> None:
    # Labels with 0.2, 0.4 (mean 0.3, deviation √(2 · 0.1²) = 0.141421) and 0.6, 0.6 (mean 0.6, deviation 0):
    # mean 0.45; over draws 0.070711; over labels √(2 · 0.15²) = 0.212132.
    told = spread([[0.2, 0.4], [0.6, 0.6]])
    assert (told.mean, told.over_draws, told.over_labels) == pytest.approx((0.45, 0.070711, 0.212132), abs=1e-6)
    assert spread([[0.5]]) == spread([[0.5, 0.5]])


def test_a_standing_is_of_one_model_s_trials() -> None:
    def trial(model: str, label: str, f1: float) -> Trial:
        return Trial(model, label, 0, Judgement(9, 3, 1, 2, 1, 5, 0.5, 0.5, f1, None, 0.5, 0.5, 0.5, 0.1, 0.0))

    told = standing([trial("a", "x", 0.2), trial("a", "y", 0.4), trial("b", "x", 0.9)], "a")
    assert told.f1.mean == pytest.approx(0.3)
    assert told.auc.mean == 0.0


def test_suitable_labels_are_neither_rare_nor_everywhere(tmp_path: Path) -> None:
    small_web = SmallWeb(tmp_path).write({f"p{number}": "" for number in range(400)}, birds="p0")
    sizes = {"rare": 29, "small": 30, "large": 40, "everywhere": 41}
    lines = [f"{url(f'p{number}')}\t{label}\n" for label, many in sizes.items() for number in range(many)]
    (tmp_path / "labels.tsv").write_text("".join(lines))
    study = Study(f"folder:{small_web.folder / 'pages'}", str(tmp_path / "labels.tsv"), models=("tag-vsm",), draws=1)
    assert compare(study).study.relevant == ("large", "small")
    alone = Study(study.web, study.labels, largest=1, models=study.models, draws=1)
    assert compare(alone).study.relevant == ("large",)


def test_what_cannot_be_studied_is_refused_in_a_sentence(small_web: SmallWeb) -> None:
    small_web.write(dict.fromkeys("abcd", ""), birds="a b c")
    web, labels = f"folder:{small_web.folder / 'pages'}", str(small_web.folder / "labels.tsv")
    with pytest.raises(BadInput, match="name labels with --relevant"):
        compare(Study(web, labels))
    with pytest.raises(BadInput, match="leaves none to judge when 3 are examples"):
        compare(Study(web, labels, relevant=("birds",)))
    with pytest.raises(BadInput, match="label 'brids': no page of this web has it; did you mean 'birds'"):
        compare(Study(web, labels, relevant=("brids",)))
    with pytest.raises(BadSetting, match="'rochio' is not a relevance model; did you mean 'rocchio'"):
        compare(Study(web, labels, relevant=("birds",), models=("rochio",), examples=1))


def test_words_are_remembered_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    words = Remembered()
    assert words("heavy rain", "en") is words("heavy rain", "en")
    assert words("暴雨灾害", "zh") == content_words("暴雨灾害", "zh")
    assert words("暴雨灾害", "ja") == content_words("暴雨灾害", "ja")
    monkeypatch.setattr("honeyguide.lab.relevance_study.MOST_WORDS", 2)
    few = Remembered()
    assert few("heavy rain fell", "en") is not few("heavy rain fell", "en")


def test_what_pages_mean_is_found_once_and_kept() -> None:
    study = Study(
        "synthetic:seed=23,pages=200,share=0.1", relevant=("rainstorm-disaster",), models=("judge",), draws=1
    )
    said: list[list[str]] = []
    for _ in range(2):
        said.append([])
        with Bench(study) as bench:
            if len(said) == 1:
                bench._kept_features.unlink(missing_ok=True)
            bench.fill(Processes(1), lambda what, done, of: said[-1].append(what))
            drawn = bench.features(bench.urls[:5])
    assert "pages understood" in said[0]
    assert "pages understood" not in said[1]
    with Bench(study) as again:
        again.trials(("rainstorm-disaster", "judge", 0))
    assert drawn.items() <= again._features.items()
    assert len(again._features) == len(again.urls)  # those of the examples, which nobody judged, were read


def test_tables_and_pictures_are_written(found: Comparison, tmp_path: Path) -> None:
    written = write(found, tmp_path / "made" / "here")
    assert [file.name for file in written] == [
        "trials.csv", "summary.csv", "report.md", "summary.tex", "differences.tex", "by-label.tex",
        "r_precision.svg", "r_precision.pdf", "r_precision.png", "f1.svg", "f1.pdf", "f1.png",
    ]  # fmt: skip
    with written[0].open() as file:
        assert len(list(csv.DictReader(file))) == len(found.trials)
    with written[1].open() as file:
        rows = list(csv.DictReader(file))
    assert {row["measure"] for row in rows} == set(MEASURES)
    assert "| rainstorm-disaster |" in written[2].read_text("utf-8")
    assert re.search(r"^\| judge \| examples \| 1 \| 0\.\d{3} \|", written[2].read_text("utf-8"), re.MULTILINE)
    assert "of one label there is no interval" in written[2].read_text("utf-8")
    assert f"## Compared with {found.best}" in written[2].read_text("utf-8")
    assert "Holm (1979)" in written[4].read_text("utf-8")
    assert written[6].read_text("utf-8").startswith("<svg")
    assert written[7].read_bytes().startswith(b"%PDF-")
    assert written[8].read_bytes().startswith(b"\x89PNG")


def test_every_model_is_compared_with_the_best_and_chance_with_their_number(found: Comparison) -> None:
    standings = {each.model: each for each in found.standings if each.given == EXAMPLES}
    assert standings[found.best].r_precision.mean == max(each.r_precision.mean for each in standings.values())
    assert {each.model for each in found.distances} == set(standings) - {found.best}
    for each in found.distances:
        low, high = each.r_precision.interval
        apart = standings[each.model].r_precision.mean - standings[found.best].r_precision.mean
        assert each.r_precision.difference == pytest.approx(apart)
        assert low <= each.r_precision.difference <= high
        assert each.r_precision.p_holm is not None
        assert each.r_precision.p <= each.r_precision.p_holm <= 1.0


def test_a_page_that_is_judged_again_is_judged_alike() -> None:
    topic = Topic("floods", {"flood": 1.0}, relevance="judge")
    words, page = (
        Remembered(),
        Page("http://h.test/", "A flood of rain", "", ("The river rose after heavy rain.",) * 5, (), "en"),
    )
    scorer = relevance.make(topic, Terms(topic), words, encoder=None)
    assert scorer.score(page).features == scorer.score(page).features
