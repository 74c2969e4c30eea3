from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from honeyguide import strategies
from honeyguide.lab.experiment import Experiment, TopicPart, WebPart
from honeyguide.lab.model import Point, Run
from honeyguide.lab.papers import hyb, ielp, ielp_sweep, news, svm, wse, wse_grid, wse_pickers, wse_weights
from honeyguide.lab.papers.studies import (
    KEYWORDS,
    ONTOLOGY,
    Result,
    Row,
    Scale,
    Study,
    as_published,
    at_share,
    published_topic,
    run,
    seeds_for,
    study,
)
from honeyguide.lab.papers.webs import WEATHER, Wikispeedia, synthetic, wikispeedia
from honeyguide.lab.runner import ExperimentRunner
from honeyguide.progress import silent
from honeyguide.topics.terms import Terms
from honeyguide.web.offline import open_web
from honeyguide.web.synthetic import chinese, english
from honeyguide.web.synthetic.vocabulary import listed

FULL, QUICK = Scale(15_000, 3), Scale(240, 2, quick=True)


def all_studies(scale: Scale, real: Wikispeedia | None, folder: Path) -> list[Study]:
    modules = (ielp, ielp_sweep, wse, wse_pickers, wse_weights, wse_grid, hyb, news, svm)
    return [each for module in modules for each in module.studies(scale, real, folder)]


@pytest.mark.parametrize("scale", [FULL, QUICK])
def test_every_row_of_every_study_can_be_made_and_names_are_unique(scale: Scale, tmp_path: Path) -> None:
    made = all_studies(scale, None, tmp_path)
    assert len({each.name for each in made}) == len(made)
    for each in made:
        assert len({row.name for row in each.rows}) == len(each.rows)
        for row in each.rows:
            if not row.is_reference:
                strategies.make(row.strategy)


def test_all_papers_strategies_are_compared_and_references_stand_last(tmp_path: Path) -> None:
    made = {each.name: [row.name for row in each.rows] for each in all_studies(FULL, None, tmp_path)}
    assert made["ielp-synthetic"] == ["BFS", "OPS", "FCSA", "ELP", "IELP", "random", "oracle"]
    assert made["wse-synthetic"][:7] == ["BFS", "OPS", "FCSA", "On-ITS", "MOACO", "FCWSEO", "FCWSE"]
    assert made["wse-synthetic"][7:] == ["OPS + CPE", "OPS + CPE + ontology", "random", "oracle"]
    assert made["wse-pickers-synthetic"] == ["FCWSEO NFCS", "FCWSEO CDC", "FCWSE NFCS", "FCWSE CDC"]
    assert len(made["wse-grid-synthetic"]) == 8
    assert made["ielp-r2-synthetic"] == [f"r2 = {r2}" for r2 in (0.1, 0.12, 0.15, 0.2, 0.25, 0.3)]
    assert made["news-synthetic"][:4] == ["universal", "best first", "improved", "improved [ours]"]
    assert made["svm-synthetic"][:3] == ["best first", "SVM and HITS", "without reserve"]
    assert sum(name.startswith("hyb-") for name in made) == 15


def test_a_search_and_its_control_have_the_same_scores_and_the_same_topic(tmp_path: Path) -> None:
    (made,) = wse.studies(QUICK, None, tmp_path)
    rows = {row.name: row for row in made.rows}
    for name, control in wse._CONTROL_OF.items():
        assert rows[control].strategy == "ops"
        assert rows[control].links == strategies.make(rows[name].strategy).link_model == "cpe"
        assert rows[control].topic == rows[name].topic
    assert not rows["OPS"].links  # as published: by CRE


def test_what_is_printed_is_run_as_printed(tmp_path: Path) -> None:
    (sweep,) = ielp_sweep.studies(QUICK, None, tmp_path)
    assert all(row.strategy.endswith(",reserve=false") for row in sweep.rows)
    (made,) = news.studies(QUICK, None, tmp_path)
    improved = [(row.strategy, row.topic.relevance) for row in made.rows if row.topic and row.refined]
    assert improved == [
        ("gene:blocked=false,pagerank=plain", "adaptive-vsm:keep=0,new_words=20"),
        ("gene", "adaptive-vsm"),
    ]


def test_traditional_is_tf_idf_and_hybrid_as_published_stands_beside_ours(tmp_path: Path) -> None:
    (made, *_) = hyb.studies(QUICK, None, tmp_path)
    judged = {row.name: row.relevance or made.experiment.topic.relevance for row in made.rows if not row.is_reference}
    assert judged == {
        "traditional": "tfidf-cosine",
        "anchor": "gini-cosine",
        "hybrid": "gini-cosine",
        hyb.AHEAD: "gini-cosine",
    }
    published = [row.strategy for row in made.rows if row.name in ("traditional", "anchor", "hybrid")]
    assert all("content=target" in strategy for strategy in published)


def test_a_row_is_judged_by_its_own_relevance_model(tmp_path: Path) -> None:
    topic = TopicPart(examples=5, relevance="gini-cosine")
    experiment = Experiment(WebPart("synthetic:seed=21,pages=300,share=0.1"), topic, as_published(20, 1))
    rows = (Row("gini", "bfs"), Row("idf", "bfs", relevance="tfidf-cosine"))
    result = run(study("hyb-x", "made up", experiment, rows, references=False), tmp_path, 1, silent)
    gini, idf = (result.runs[name][0] for name in ("gini", "idf"))
    assert gini.label_harvest == idf.label_harvest
    assert gini.ar != idf.ar


def test_what_the_crawls_of_hyb_did_is_told(tmp_path: Path) -> None:
    topic = TopicPart(examples=5, relevance="gini-cosine")
    experiment = Experiment(WebPart("synthetic:seed=21,pages=300,share=0.1"), topic, as_published(20, 1))
    (made, *_) = hyb.studies(QUICK, None, tmp_path)
    result = run(study("hyb-x", "made up", experiment, made.rows, references=False), tmp_path, 1, silent)
    (section,) = hyb.sections([result])
    (counted,) = [table for table in section.tables if table.name == "counted"]
    assert {line.name for line in counted.lines} == {row.name for row in made.rows if not row.is_reference}
    assert "reopened" in {column.name for column in counted.columns}


def test_the_web_has_more_on_topic_pages_than_a_crawl_fetches() -> None:
    web = open_web(synthetic(15_000).source)
    assert len(web) == 120_000
    assert web.labels
    assert web.labels.main == KEYWORDS
    assert len(web.labels.pages(KEYWORDS)) == 18_000


@pytest.mark.parametrize(("pages", "seeds"), [(15_000, 30), (600, 30), (240, 12), (60, 5)])
def test_crawls_start_from_thirty_pages_and_short_ones_from_fewer(pages: int, seeds: int) -> None:
    assert seeds_for(pages) == seeds


def test_thresholds_of_wse_are_as_printed_for_keywords_and_in_proportion_for_the_ontology() -> None:
    keywords, ontology = published_topic(KEYWORDS), published_topic(ONTOLOGY)
    assert wse.thresholds(keywords) == (1.0, 1.0)
    assert wse.observer_of(keywords, 0.6).topic.thresholds.page == 0.7
    assert wse.observer_of(keywords, 0.6).etas == (0.6,)
    assert wse.spec("wse", keywords) == "wse:tau=0.2,eta=0.7"
    # 0.04 / 0.12 of τ = 0.2 is 0.0667, and 0.21 / 0.62 of η = 0.7 is 0.2371.
    assert wse.spec("wseo", ontology) == "wseo:tau=0.06667,eta=0.2371"
    assert wse.observer_of(ontology).topic.thresholds.page == 0.2371


def test_table_4_compares_weights_of_the_same_words(tmp_path: Path) -> None:
    (made,) = wse_weights.studies(QUICK, None, tmp_path)
    alike, by_meaning = (row.topic for row in made.rows if row.name in ("FCWSE", "FCWSEO"))
    assert alike
    assert by_meaning == published_topic(ONTOLOGY)
    assert set(alike.keywords) == set(by_meaning.keywords)
    assert set(alike.keywords.values()) == {1.0}
    assert made.rows[0].strategy.partition(":")[0] == "wse"
    assert made.rows[1].strategy.partition(":")[0] == "wseo"


def test_example_pages_refine_the_keywords_of_the_improved_crawler_before_it_runs(tmp_path: Path) -> None:
    (made,) = news.studies(Scale(60, 1), None, tmp_path)
    improved = [row for row in made.rows if row.name.startswith("improved")]
    assert [row.refined for row in improved] == [True, True]
    topic = improved[0].topic
    assert topic
    with ExperimentRunner(made.experiment) as laboratory:
        (start,) = laboratory.starts()
        refined = laboratory.refined(topic, start.seeds)
    assert set(topic.keywords) < set(refined.keywords)
    assert (refined.relevance, refined.synonyms) == (topic.relevance, topic.synonyms)
    rows = (Row("given", "bfs", topic), Row("refined", "bfs", topic, refined=True))
    run(msgspec.structs.replace(made, rows=rows), tmp_path, 1, silent)
    assert len(list((tmp_path / "runs").iterdir())) == 2  # by another topic, so another run


def test_a_measure_is_read_at_the_same_share_of_every_crawl() -> None:
    (made, *_) = ielp.studies(QUICK, None, Path())
    long, short = _run([(5, 0.9), (10, 0.8), (20, 0.4)]), _run([(5, 0.5)])
    result = Result(made, {"BFS": (long, short)}, (20, 10), (9, 9), {})
    assert at_share(result, "BFS", "label_harvest", 0.5) == [0.8, 0.5]
    assert at_share(result, "BFS", "label_harvest") == [0.4, 0.5]
    assert at_share(result, "BFS", "label_found") == [8.0, 2.5]


@pytest.mark.parametrize(("words", "nouns", "ontology", "keywords"), [(english, 52, 36, 13), (chinese, 47, 31, 11)])
def test_how_many_words_of_the_generator_the_topics_know_is_as_docs_papers_says(
    words: ModuleType, nouns: int, ontology: int, keywords: int
) -> None:
    written = listed(words.SUBJECTS[KEYWORDS].nouns)
    assert len(written) == nouns
    for name, many in ((ONTOLOGY, ontology), (KEYWORDS, keywords)):
        terms = Terms(published_topic(name))
        assert sum(bool(terms.count(noun)) for noun in written) == many


def test_three_subjects_of_wikispeedia_are_one(tmp_path: Path) -> None:
    assert wikispeedia(tmp_path) is None
    (tmp_path / "webs").mkdir()
    (tmp_path / "webs" / "wikispeedia.warc.gz").write_bytes(b"")
    (tmp_path / "webs" / "wikispeedia.labels.tsv").write_text(
        "http://h/b\tsubject.Geography.Storms\nhttp://h/a\tsubject.Geography.Natural_Disasters\n"
        "http://h/b\tsubject.Geography.Natural_Disasters\nhttp://h/c\tsubject.Music.Performers\n"
    )
    real = wikispeedia(tmp_path)
    assert real
    assert real.weather_labels(tmp_path).read_text() == f"http://h/a\t{WEATHER}\nhttp://h/b\t{WEATHER}\n"


def _run(points: list[tuple[int, float]]) -> Run:
    curve = tuple(Point(pages, harvest, 0.0, harvest, 0.0, 0.0, 0.0) for pages, harvest in points)
    return Run("bfs", 0, curve[-1].pages, curve[-1].label_harvest, 0, 0, 0, 0, 0, 1, 1.0, 1.0, curve)


def test_one_classifier_predicts_links_and_judges_pages_in_all_rows_of_svm(tmp_path: Path) -> None:
    for each in svm.studies(Scale(1000, 1), None, tmp_path):
        assert (each.experiment.topic.relevance, each.experiment.run.links) == ("svm", "prediction")
        assert all(row.topic is None for row in each.rows)
