"""`topic eval`, `lab relevance` and `lab features`."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import TOPIC, Command

WEB = ("--web", "synthetic:seed=21,pages=400,share=0.1")


def test_a_topic_is_judged_by_the_labels(here: Command) -> None:
    said = here("topic", "eval", TOPIC, *WEB, "--jobs", "1", "--json")
    assert said.code == 0, said.err
    told = said.json
    assert (told["relevance"], told["threshold"], told["moving"]) == ("tag-vsm", 0.62, False)
    assert (told["judgement"]["pages"], told["judgement"]["relevant"]) == (400, 40)
    assert told["judgement"]["auc"] > 0.8


def test_a_verdict_that_moves_is_told_of(here: Command, tmp_path: Path) -> None:
    keywords = "[keywords]\nrainstorm = 1.0\nflood = 0.8\n"
    (tmp_path / "moving.toml").write_text(f'name = "moving"\nrelevance = "adaptive-vsm"\n{keywords}')
    said = here("topic", "eval", "moving.toml", *WEB, "--jobs", "1")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines()[:5]] == [
        "precision", "recall", "F1", "ROC", "R-precision",
    ]  # fmt: skip
    assert "which moves while pages come: they came in a random order (seed 1)" in said.err


def test_a_web_of_files_must_say_what_is_on_topic(here: Command, tmp_path: Path) -> None:
    site = tmp_path / "pages" / "h.test"
    site.mkdir(parents=True)
    for name in ("one", "two"):
        (site / f"{name}.html").write_text(f"<title>{name}</title><p>A flood after the rainstorm.</p>")
    (tmp_path / "labels.tsv").write_text("http://h.test/one.html\tfloods\n")
    web = ("--web", "folder:pages")
    assert "--labels must name a file" in here("topic", "eval", "rainstorm-disaster", *web).sentence
    labelled = (*web, "--labels", "labels.tsv")
    said = here("topic", "eval", "rainstorm-disaster", *labelled)
    assert "say with --relevant which label counts as on topic; there is floods" in said.sentence
    wrong = here("topic", "eval", "rainstorm-disaster", *labelled, "--relevant", "flods")
    assert (wrong.code, wrong.sentence) == (
        1,
        "label 'flods': no page of this web has it; did you mean 'floods'?",
    )
    none = here("topic", "eval", "rainstorm-disaster", *labelled, "--relevant", "floods", "--exclude", "*")
    assert "--exclude leaves no page" in none.err
    one = here(
        "topic", "eval", "rainstorm-disaster", *labelled, "--relevant", "floods", "--exclude", "*two*", "--json"
    )
    assert (one.json["judgement"]["pages"], one.json["judgement"]["auc"]) == (1, None)


@pytest.mark.slow
def test_relevance_models_are_compared(here: Command, tmp_path: Path) -> None:
    which = ("--relevant", "rainstorm-disaster", "--model", "tag-vsm", "--model", "rocchio", "--draws", "2")
    said = here("lab", "relevance", *WEB, *which, "--jobs", "1", "--out", "compared")
    assert said.code == 0, said.err
    assert [line.split()[0] for line in said.out.splitlines()[:4]] == ["model", "tag-vsm", "±", "rocchio"]
    assert "Compared with" in said.out
    assert "Means over 1 label and 2 draws of 3 examples ± standard deviation over draws." in said.err
    assert "corrected for all models after Holm (1979)" in " ".join(said.err.split())
    assert max(map(len, said.out.splitlines())) <= 80
    assert (tmp_path / "compared" / "r_precision.png").exists()
    again = here("lab", "relevance", *WEB, *which, "--jobs", "1", "--json")
    assert [each["model"] for each in again.json["standings"]] == ["tag-vsm", "rocchio"]
    assert len(again.json["trials"]) == 4


def test_a_flag_that_would_say_nothing_beside_an_experiment_is_refused(here: Command, tmp_path: Path) -> None:
    (tmp_path / "study.toml").write_text(
        '[web]\nsource = "synthetic:seed=7,pages=300"\n[topic]\nrelevant = "*"\n[run]\nstrategies = ["bfs"]\n'
    )
    refused = here("lab", "relevance", "study.toml", "--relevant", "rainstorm-disaster")
    assert refused.code == 1
    assert refused.sentence == (
        "--relevant goes with --web; of a FILE with an experiment, change --set topic.relevant=…"
    )
    assert "judge.models" in here("lab", "relevance", "study.toml", "--model", "tag-vsm").sentence
    refused = here("lab", "relevance", *WEB, "--set", "judge.draws=1")
    assert (refused.code, refused.sentence[:5]) == (1, "--set")
    assert "draws and models" in " ".join(here("lab", "relevance", "--help").out.replace("│", "").split())


def test_feature_words_are_counted_on_any_folder_of_labelled_texts(here: Command, tmp_path: Path) -> None:
    for theme, words in (("birds", "wing nest"), ("storms", "rain flood")):
        (tmp_path / "texts" / theme).mkdir(parents=True)
        for number in range(3):
            (tmp_path / "texts" / theme / f"{number}.txt").write_text(words)
    said = here("lab", "features", "--corpus", "texts", "--sizes", "1,2", "--out", "figure")
    assert said.code == 0, said.err
    assert "published" in said.out
    assert (tmp_path / "figure" / "features.png").exists()
    told = here("lab", "features", "--corpus", "texts", "--sizes", "2", "--json").json
    assert {(point["method"], point["quality"]["micro_f1"]) for point in told["points"]} == {
        ("tf-gini", 1.0),
        ("tf-idf", 1.0),
    }
    assert told["published"] == {"tf-gini": 0.77, "tf-idf": 0.68}
    wrong = here("lab", "features", "--corpus", "texts", "--sizes", "1,many")
    assert wrong.sentence == "--sizes must be numbers from 1 to 10,000 such as 10,50,150, not '1,many'"
