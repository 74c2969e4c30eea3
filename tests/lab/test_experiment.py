from __future__ import annotations

from pathlib import Path

import pytest

from honeyguide.errors import BadInput
from honeyguide.lab.experiment import read_experiment

WHOLE = """
[web]
source = "warc:birds.warc.gz"
labels = "birds.tsv"
exclude = ["*/index/*"]
[topic]
relevant = "Birds"
keywords = { birds = 1.0, 鸟 = 0.5 }
examples = 4
[run]
strategies = ["bfs", "ops:r2=0.1"]
pages = "1.5x"
repeats = 7
seed = 2
""".replace("鸟 =", '"鸟" =')


def written(folder: Path, text: str) -> Path:
    file = folder / "experiment.toml"
    file.write_text(text, "utf-8")
    return file


def test_an_experiment_is_read_whole(tmp_path: Path) -> None:
    read = read_experiment(written(tmp_path, WHOLE))
    assert read.web.exclude == ("*/index/*",)
    assert read.topic.keywords == {"birds": 1.0, "鸟": 0.5}
    assert read.run.strategies == ("bfs", "ops:r2=0.1")
    assert read.rows == ("bfs", "ops:r2=0.1", "random", "oracle-greedy", "oracle")
    assert read.base == str(tmp_path)


def test_pages_are_a_number_or_a_multiple_of_what_can_be_reached(tmp_path: Path) -> None:
    assert read_experiment(written(tmp_path, WHOLE)).run.budget(41) == 62  # 61.5, to the even number
    assert read_experiment(written(tmp_path, WHOLE.replace('"1.5x"', "300"))).run.budget(41) == 300


def test_what_is_left_out_has_a_default(tmp_path: Path) -> None:
    small = '[web]\nsource = "synthetic:seed=7"\n[run]\nstrategies = ["bfs"]\n'
    read = read_experiment(written(tmp_path, small))
    assert (read.topic.examples, read.run.pages, read.run.repeats, read.run.seed) == (3, "2x", 5, 1)
    assert (read.run.concurrency, read.run.delay, read.topic.threshold) == (32, 1.0, None)
    assert read_experiment(written(tmp_path, f"{small}[topic]\nthreshold = 0.4\n")).topic.threshold == 0.4


@pytest.mark.parametrize(
    ("was", "now", "says"),
    [
        ("repeats", "repeat", "experiment.toml:13: 'repeat' is not a setting of [run]; did you mean 'repeats'?"),
        ("[topic]", "[topics]", "experiment.toml:6: [topics] is no part of an experiment; did you mean 'topic'?"),
        ('"bfs"', '"bsf"', "experiment.toml:11: 'bsf' is not a strategy; did you mean 'bfs'?"),
        ("r2", "r3", "experiment.toml:11: strategy 'ops' has no parameter 'r3'; there is r2, reserve"),
        ('"bfs", "ops:r2=0.1"', '"bfs", "bfs"', "experiment.toml:11: 'bfs' stands there twice"),
        ('["bfs", "ops:r2=0.1"]', "[]", "'strategies' must be a list of strategies"),
        ('"1.5x"', '"twice"', "'pages' must be a number or a multiple such as \"2x\", not 'twice'"),
        ('"1.5x"', "0", "'pages' must be at least 1, not 0"),
        ('"1.5x"', '"0x"', "must be a number or a multiple"),
        ("examples = 4", "examples = 0", "'examples' must be a whole number from 1 to 1,000,000, not 0"),
        ("examples = 4", 'examples = "four"', "experiment.toml:9: 'examples' must be a whole number"),
        ("[topic]", '[topic]\nrelevance = "svmm"', "'svmm' is not a relevance model; did you mean 'svm'?"),
        ("[topic]", '[topic]\nrelevance = "svm:c=1"', "relevance model 'svm' has no parameter 'c'"),
        ("[topic]", "[topic]\nrelevance = 1", "'relevance' must be text, not 1"),
        ("[topic]", "[topic]\nthreshold = 2", "'threshold' must be a number from 0 to 1, not 2"),
        ("[topic]", '[topic]\nanchors = "no"', "'anchors' must be 'semantic' or 'words', not 'no'"),
        ("birds = 1.0", "birds = -1.0", "birds"),
        ('source = "warc:birds.warc.gz"', "", "experiment.toml:2: [web] must say 'source'"),
        ("[run]", "[run", "experiment.toml:10: is not TOML"),
        ("[run]", "[[run]]", "'run' must be a table"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence_with_its_place(tmp_path: Path, was: str, now: str, says: str) -> None:
    assert was in WHOLE
    with pytest.raises(BadInput) as caught:
        read_experiment(written(tmp_path, WHOLE.replace(was, now)))
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_experiment(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9\n")
    with pytest.raises(BadInput, match=r"latin.toml:1: is not UTF-8"):
        read_experiment(tmp_path / "latin.toml")
