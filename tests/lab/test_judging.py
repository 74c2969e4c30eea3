"""How rankings are measured, what marks change, and models judged as a user has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from honeyguide import relevance
from honeyguide.errors import BadInput
from honeyguide.lab.evaluation import Decided, average_precision, best_f1, calibration_error, judgement, tied
from honeyguide.lab.experiment import Experiment, JudgePart, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.relevance_study import Comparison, Study, compare, study_of
from honeyguide.model import Page, Relevance, Topic
from honeyguide.protocols import TermCounter

WEB = "synthetic:seed=21,pages=300,share=0.1"
RELEVANT = np.array([True, False, True, False])
SCORES = np.array([0.9, 0.8, 0.8, 0.1])


class Learner:
    """Knows nothing until pages are marked; then the marks, and for the others what it was told last."""

    layout, unit = "tag-groups", "relevance"
    threshold = 0.5
    groups: Mapping[str, float] = {"title": 1.0}

    def __init__(self, topic: Topic, terms: TermCounter) -> None:
        pass

    def score(self, page: Page) -> Relevance:
        return Relevance(0.4, False, features=page.url.encode())

    def decision(self) -> LearnedDecision:
        return LearnedDecision()


class LearnedDecision:
    def __init__(self) -> None:
        self.pages: list[Relevance] = []
        self.marks: dict[int, bool] = {}
        self.revised = self.settled = 0

    def judge(self, relevance: Relevance, now: float) -> Relevance:
        assert now == len(self.pages)
        self.pages.append(relevance)
        return relevance

    def moves(self) -> Sequence[str]:
        return ()

    def state(self) -> dict[str, object]:
        return {}

    def restore(self, state: Mapping[str, object]) -> None:
        pass

    def revise(self) -> NDArray[np.float32] | None:
        self.revised += 1
        return None

    def settle(self) -> None:
        self.settled += 1

    def verdict(self, number: int) -> Relevance:
        last = next(reversed(self.marks.values()), False)
        return Relevance(0.9 if self.marks.get(number, last) else 0.1, self.marks.get(number, last))

    def mark(self, number: int, on_topic: bool | None) -> None:
        assert on_topic is not None
        self.marks[number] = on_topic

    def ask(self, n: int) -> Sequence[int]:
        return [number for number in range(len(self.pages)) if number not in self.marks][:n]


def test_a_ranking_worked_by_hand() -> None:
    # Thresholds take 1, 3 or 4 pages, of which 1, 2 and 2 are relevant: F1 2/3, 4/5 and 4/6. Precision is 1 at the
    # first relevant page and 2/3 at the second. |0.9 - 1| + |0.8 + 0.8 - 1| + |0.1 - 0| = 0.8 over four pages.
    # Of the best two, the one with 0.8 shares its score.
    assert best_f1(RELEVANT, SCORES) == pytest.approx(0.8)
    assert average_precision(RELEVANT, SCORES) == pytest.approx((1 + 2 / 3) / 2)
    assert calibration_error(RELEVANT, SCORES) == pytest.approx(0.2)
    assert tied(SCORES, 2) == 0.5
    found = judgement(RELEVANT, SCORES, SCORES > 0.85)
    assert (found.best_f1, found.f1, found.tied) == pytest.approx((0.8, 2 / 3, 0.5))


def test_a_ranking_of_nothing_is_worth_nothing() -> None:
    none = np.zeros(2, np.bool_)
    scores = np.array([1.0, 0.0])
    assert (best_f1(none, scores), average_precision(none, scores), tied(scores, 0)) == (0, 0, 0)
    assert calibration_error(none, scores) == 0.5


def test_the_last_word_of_a_decision_that_learns_counts_and_pages_without_features_have_no_number() -> None:
    decision = LearnedDecision()
    judged = [Relevance(0.4, False, features=b"a"), Relevance(0.3, False), Relevance(0.2, False, features=b"c")]
    decided = Decided(decision, judged)
    assert (decision.revised, decision.settled) == (0, 1), "only what it says in the end counts"
    assert [each.score for each in decided.verdicts()] == [0.1, 0.3, 0.1]
    assert decided.mark(2, lambda place: place == 2) == [0, 2]
    assert decision.marks == {0: False, 1: True}
    assert [each.score for each in decided.verdicts()] == [0.1, 0.3, 0.9]


@pytest.fixture
def learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relevance.registry, "_registered", dict(relevance.registry._registered))
    relevance.register("learner")(Learner)


@pytest.mark.usefixtures("learner")
def test_marks_are_asked_for_answered_by_the_labels_and_left_out() -> None:
    study = Study(WEB, relevant=("rainstorm-disaster",), models=("learner", "tag-vsm"), draws=1, marks=(10, 20))
    found = compare(study)
    told = {(trial.model, trial.given): trial.judgement for trial in found.trials}
    assert list(told) == [
        ("learner", "examples"),
        ("learner", "examples and 10 marks"),
        ("learner", "examples and 20 marks"),
        ("tag-vsm", "examples"),
    ]
    assert [each.pages for each in list(told.values())[:3]] == [297, 287, 277]
    assert told["learner", "examples"].relevant == 27
    assert told["learner", "examples and 20 marks"].relevant < 27
    assert [(each.model, each.given) for each in found.standings] == list(told)


def test_a_topic_of_keywords_alone_is_judged_once_a_label() -> None:
    words = {"rainstorm-disaster": {"rainstorm": 1.0, "flood": 0.8, "暴雨": 1.0}}
    study = Study(WEB, relevant=tuple(words), models=("tag-vsm", "rocchio"), draws=2, keywords=words)
    by_words = [trial for trial in compare(study).trials if trial.given == "keywords"]
    assert [(trial.model, trial.judgement.pages) for trial in by_words] == [("tag-vsm", 300)]
    assert by_words[0].judgement.r_precision > 0.5


@pytest.mark.slow
def test_a_model_that_needs_more_than_examples_is_left_out_with_a_word() -> None:
    study = Study(WEB, relevant=("rainstorm-disaster",), draws=1, background=0)
    found = compare(study)
    assert "svm" in found.refused
    assert {each.model for each in found.standings} == set(relevance.names()) - set(found.refused)
    with pytest.raises(BadInput):
        compare(msgspec.structs.replace(study, models=("svm",)))


def test_an_experiment_says_what_is_studied(tmp_path: Path) -> None:
    experiment = Experiment(
        WebPart(WEB),
        TopicPart("*", leave_out=("general", "spam"), examples=2, least=20, background=0, relevance="tag-vsm"),
        RunPart(("bfs",)),
        str(tmp_path),
        judge=JudgePart(("tag-vsm",), 1, (10,)),
    )
    study = study_of(experiment)
    assert (study.draws, study.examples, study.background, study.marks) == (1, 2, 0, (10,))
    assert "rainstorm-disaster" in study.relevant
    assert not {"general", "spam"} & set(study.relevant)
    found: Comparison = compare(study)
    assert found.standings[0].labels == len(study.relevant)
    low, high = found.standings[0].r_precision.interval
    assert low <= found.standings[0].r_precision.mean <= high


def test_what_was_judged_is_kept_and_other_studies_judge_anew(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    study = Study(WEB, relevant=("rainstorm-disaster",), models=("tag-vsm",), draws=3)
    first = compare(study, folder=tmp_path)
    files = sorted((tmp_path / "trials").iterdir())
    assert len(files) == 3
    files[0].unlink()
    assert compare(study, progress=lambda *seen: told.append(seen), folder=tmp_path) == first
    assert ("examples drawn and judged by", 2, 3) in told
    told.clear()
    without = msgspec.structs.replace(study, background=0)
    compare(without, progress=lambda *seen: told.append(seen), folder=tmp_path)
    assert ("examples drawn and judged by", 0, 3) in told


def test_a_model_that_joins_a_study_leaves_what_others_judged(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    study = Study(WEB, relevant=("rainstorm-disaster",), models=("tag-vsm",), draws=2)
    alone = compare(study, folder=tmp_path)
    two = msgspec.structs.replace(study, models=("adaptive-vsm", "tag-vsm"))
    both = compare(two, progress=lambda *seen: told.append(seen), folder=tmp_path)
    judged = [seen for seen in told if seen[0] == "examples drawn and judged by"]
    assert judged[0] == ("examples drawn and judged by", 2, 4)
    assert [(trial.model, trial.draw) for trial in both.trials] == [
        ("adaptive-vsm", 0), ("adaptive-vsm", 1), ("tag-vsm", 0), ("tag-vsm", 1),
    ]  # fmt: skip
    assert both.trials[2:] == alone.trials


@pytest.mark.parametrize(
    ("judge", "says"),
    [
        ('models = ["tag-vms"]', "experiment.toml:6: 'tag-vms' is not a relevance model; did you mean 'tag-vsm'?"),
        ("marks = [20, 10]", "experiment.toml:6: 'marks' must rise"),
        ("mark = [20]", "experiment.toml:6: 'mark' is not a setting of [judge]; did you mean 'marks'?"),
    ],
)
def test_what_is_wrong_with_the_judges_is_said(judge: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "experiment.toml"
    file.write_text(f'[web]\nsource = "{WEB}"\n[run]\nstrategies = ["bfs"]\n[judge]\n{judge}\n')
    with pytest.raises(BadInput) as wrong:
        read_experiment(file)
    assert says in str(wrong.value)
