from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from honeyguide.errors import BadTopic
from honeyguide.model import Thresholds, Topic
from honeyguide.topics.files import check, load_topic, require, shipped_topics, validate

GOOD = """\
name = "floods"
description = "Floods 洪水"
languages = ["en", "zh"]

[keywords]
flood = 1
"heavy rain" = 0.5
"暴雨" = 0.8

[synonyms]
flood = ["洪水", "flash-flood"]

[thresholds]
page = 0.4
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(folder: Path, content: str | bytes) -> list[str]:
    """What `check` says about a file with this content."""
    file = folder / "topic.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return [str(problem) for problem in check("topic.toml")]


def test_reads_a_topic(folder: Path) -> None:
    (folder / "floods.toml").write_text(GOOD, "utf-8")
    assert load_topic("floods.toml") == Topic(
        name="floods",
        description="Floods 洪水",
        languages=("en", "zh"),
        keywords={"flood": 1.0, "heavy rain": 0.5, "暴雨": 0.8},
        synonyms={"flood": ("洪水", "flash-flood")},
        thresholds=Thresholds(page=0.4, link=0.12),
    )
    assert check(folder / "floods.toml") == []


def test_the_shipped_topics_are_good() -> None:
    assert "rainstorm-disaster" in shipped_topics()
    for name in shipped_topics():
        topic = load_topic(name)
        assert topic.name == name
        assert validate(topic, name) == []


def test_a_byte_order_mark_and_windows_lines_are_fine(folder: Path) -> None:
    assert found(folder, b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode()) == []


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        ("[keywords]", "[keywrods]", "5: 'keywrods' is not a setting; did you mean 'keywords'?"),
        ('name = "floods"', 'nmae = "floods"', "1: 'nmae' is not a setting; did you mean 'name'?"),
        ("page = 0.4", "pgae = 0.4", "14: 'pgae' is not a setting of [thresholds]; did you mean 'page'?"),
        ("page = 0.4", "page = 1.4", "14: the threshold 'page' must be a number from 0 to 1, not 1.4"),
        ("page = 0.4", "page = nan", "14: the threshold 'page' must be a number from 0 to 1, not nan"),
        ("page = 0.4", "page = true", "14: the threshold 'page' must be a number from 0 to 1, not true"),
        ('name = "floods"\n', "\n", '1: there is no name; add a first line such as name = "rainstorm disasters"'),
        ('"floods"', '" "', "1: the name is empty"),
        ('"floods"', "5", "1: the name must be text in quotes, not 5"),
        ('"Floods 洪水"', "[]", "2: the description must be text in quotes, not []"),
        ('["en", "zh"]', '"en"', '3: languages must be a list such as ["en", "zh"], not \'en\''),
        (
            '"en", "zh"',
            '"en",\n"Chinese"',
            "4: 'Chinese' is no language; give two small letters such as 'en' or 'zh'",
        ),
        ('"en", "zh"', '"EN"', "3: 'EN' is no language; give two small letters such as 'en' or 'zh'"),
        ("flood = 1", "flood = 0", "6: the weight of 'flood' must be a number above 0 such as 0.8, not 0"),
        ("flood = 1", "flood = -1.5", "6: the weight of 'flood' must be a number above 0 such as 0.8, not -1.5"),
        ("flood = 1", "flood = inf", "6: the weight of 'flood' must be a number above 0 such as 0.8, not inf"),
        ("flood = 1", "flood = nan", "6: the weight of 'flood' must be a number above 0 such as 0.8, not nan"),
        (
            "flood = 1",
            f"flood = {'9' * 400}",
            f"6: the weight of 'flood' must be a number above 0 such as 0.8, not {'9' * 79}…",
        ),
        ("flood = 1", 'flood = "high"', "6: the weight of 'flood' must be a number above 0 such as 0.8, not 'high'"),
        ("flood = 1", "flood = true", "6: the weight of 'flood' must be a number above 0 such as 0.8, not true"),
        (
            "flood = 1",
            "flood.s = 1\nflood2 = 1",
            "6: the weight of 'flood' must be a number above 0 such as 0.8, not {'s': 1}"
            "; a keyword with a dot needs quotes",
        ),
        (
            "flood = 1",
            'flood = 1\nlanguages = ["en"]',
            "7: 'languages' stands among the keywords; move it above [keywords]",
        ),
        ("flood = 1", 'flood = 1\n"  " = 1', "7: the keyword '  ' is empty"),
        ("flood = 1", 'flood = 1\n"?!" = 1', "7: the keyword '?!' holds neither a letter nor a digit"),
        (
            "flood = 1",
            'flood = 1\n"a\\u0000b" = 1',
            "7: the keyword 'a\\x00b' holds a control character; take it out",
        ),
        (
            "flood = 1",
            f'flood = 1\n"{"x" * 101}" = 1',
            f"7: the keyword '{'x' * 79}…' is too long: 101 characters where 100 are allowed",
        ),
        ("flood = 1", "flood = 1\nFlood = 1", "7: 'Flood' and 'flood' are the same keyword; keep one"),
        ("flood = [", "floood = [", "11: 'floood' has synonyms but is not among the keywords; did you mean 'flood'?"),
        (
            '"flash-flood"]',
            '\n"Heavy-Rain"]',
            "12: 'Heavy-Rain' belongs to both 'heavy rain' and 'flood'; leave it with one of them",
        ),
        (
            '"flash-flood"]',
            '"flash-flood"]\n"暴雨" = [\n\n"洪水"]',
            "14: '洪水' belongs to both 'flood' and '暴雨'; leave it with one of them",
        ),
        ('"flash-flood"]', '""]', "11: the synonym '' of 'flood' is empty"),
        ('"flash-flood"]', "7]", "11: a synonym of 'flood' must be text in quotes, not 7"),
        (
            '["洪水", "flash-flood"]',
            '"洪水"',
            "11: the synonyms of 'flood' must be a list such as [\"shower\"], not '洪水'",
        ),
        (
            "flood = 1",
            "heavy snow = 1",
            '6: a key with anything but English letters and digits needs quotes: "heavy snow" = …',
        ),
        ("flood = 1", "洪水 = 1", '6: a key with anything but English letters and digits needs quotes: "洪水" = …'),
        ("flood = 1", "flood = ", "6: is not TOML: "),
        ("flood = 1", "flood = 1\nflood = 2", "7: is not TOML: "),
        ("page = 0.4\n", "page = [", "14: is not TOML: "),
    ],
)
def test_says_what_is_wrong_and_on_which_line(folder: Path, wrong: str, right: str, says: str) -> None:
    assert GOOD.count(wrong) == 1
    (problem,) = found(folder, GOOD.replace(wrong, right))
    assert problem.startswith(f"topic.toml:{says}")
    assert problem == f"topic.toml:{says}" or says.endswith("TOML: ")


def test_finds_keys_in_inline_tables_too(folder: Path) -> None:
    keywords = '{ rain = 1, "heavy\\u0020rain" = "much" }'
    text = f'name = "x"\nkeywords = {keywords}\nthresholds.pagge = 1\nthresholds.link = 2\n'
    assert found(folder, text) == [
        "topic.toml:2: the weight of 'heavy rain' must be a number above 0 such as 0.8, not 'much'",
        "topic.toml:3: 'pagge' is not a setting of [thresholds]; did you mean 'page'?",
        "topic.toml:4: the threshold 'link' must be a number from 0 to 1, not 2",
    ]


@pytest.mark.parametrize("keywords", ["", "[keywords]\n", "keywords = {}"])
def test_a_topic_without_keywords_is_refused(folder: Path, keywords: str) -> None:
    (problem,) = found(folder, f'name = "x"\n\n{keywords}')
    assert problem.endswith("there are no keywords; add a [keywords] table with lines such as rainstorm = 0.8")


def test_keywords_must_be_a_table(folder: Path) -> None:
    assert found(folder, 'name = "x"\nkeywords = ["rain"]') == [
        "topic.toml:2: keywords must be a table of weights, such as rainstorm = 0.8, not ['rain']"
    ]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "topic.toml: is empty; a topic needs a name and a [keywords] table"),
        (b"\xef\xbb\xbf \n\n", "topic.toml: is empty; a topic needs a name and a [keywords] table"),
        (GOOD.encode("utf-16"), "topic.toml: is UTF-16; save it as UTF-8"),
        (GOOD.encode("utf-16-le"), "topic.toml: is UTF-16; save it as UTF-8"),
        (GOOD.encode("gb18030"), "topic.toml:2: is not UTF-8 text; save it as UTF-8"),
        (
            b"#" * 1_000_001,
            "topic.toml: is larger than 1,000,000 bytes, too large for a topic",
        ),
        (b"x = " + b"[" * 5000, "topic.toml: is nested too deeply for a topic"),
        (
            b"[keywords]\n" + b".".join([b"a"] * 400_000) + b" = 1",
            "topic.toml:2: is nested too deeply for a topic",
        ),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(128, 256)), "topic.toml:1: is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_says_why_a_file_cannot_be_read(folder: Path, content: bytes, says: str) -> None:
    assert found(folder, content) == [says]


def test_numbers_of_endless_length_are_no_crash(folder: Path) -> None:
    (problem,) = found(folder, f'name = "x"\n[keywords]\nrain = {"1" * 5000}')
    assert "not TOML" in problem


def test_a_directory_and_a_missing_file(folder: Path) -> None:
    (folder / "topics").mkdir()
    assert [str(problem) for problem in check("topics")] == ["topics: cannot be read: Is a directory"]
    with pytest.raises(BadTopic, match=r"^no\.toml: there is no such file; .* shipped topic: .*rainstorm-disaster"):
        load_topic("no.toml")
    with pytest.raises(BadTopic, match="cannot be read"):
        load_topic("a\0/b")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "topic.toml").write_text(GOOD, "utf-8")
    (folder / "topic.toml").chmod(0)
    with pytest.raises(BadTopic, match=r"cannot be read: .*ermission"):
        load_topic("topic.toml")


def test_all_problems_are_told_by_line(folder: Path) -> None:
    text = (
        GOOD.replace("page = 0.4", "page = 4")
        .replace('["en", "zh"]', '["english"]')
        .replace("flood = 1", "flood = 0")
    )
    problems = check(Path("topic.toml")) if found(folder, text) else []
    assert [problem.line for problem in problems] == [3, 6, 14]
    with pytest.raises(BadTopic) as caught:
        load_topic("topic.toml")
    assert str(caught.value) == (
        "topic.toml:3: 'english' is no language; give two small letters such as 'en' or 'zh'"
        "; and 2 more: honeyguide topic check topic.toml"
    )


def test_thousands_of_problems_are_told_as_a_hundred(folder: Path) -> None:
    lines = "\n".join(f"word{number} = 0" for number in range(5000))
    assert len(found(folder, f'name = "x"\n[keywords]\n{lines}')) == 100


def test_a_mistyped_name_is_held_against_the_topics_of_this_folder_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "floods.toml").write_text('name = "floods"\n[keywords]\nflood = 1.0\n')
    with pytest.raises(BadTopic, match="did you mean 'floods'"):
        load_topic("flods")


def test_a_file_that_is_no_topic_is_not_offered_as_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "honeyguide.toml").write_text("delay = 2.0\n")
    (folder / "honeygiude.toml").mkdir()
    with pytest.raises(BadTopic) as refused:
        load_topic("honeyguid")
    assert "honeyguide" not in str(refused.value)


def test_an_unknown_name_gets_the_nearest_shipped_one(folder: Path) -> None:
    with pytest.raises(BadTopic, match="neither a file nor a shipped topic; did you mean 'rainstorm-disaster'"):
        load_topic("rainstorm-disasters")
    with pytest.raises(BadTopic, match=r"neither a file nor a shipped topic; there is .*rainstorm-disaster"):
        load_topic("")


def test_a_file_needs_no_ending(folder: Path) -> None:
    (folder / "floods").write_text(GOOD, "utf-8")
    assert load_topic("floods").name == "floods"


def made(**changes: Any) -> Topic:
    return Topic(**{"name": "x", "keywords": {"rain": 1.0}, **changes})


@pytest.mark.parametrize(
    ("topic", "says"),
    [
        (made(keywords={}), "there are no keywords"),
        (made(keywords={"rain": np.nan}), "the weight of 'rain' must be a number above 0 such as 0.8, not nan"),
        (made(keywords={"rain": None}), "such as 0.8, not None"),
        (made(keywords={7: 1.0}), "a keyword must be text in quotes, not 7"),
        (made(keywords=["rain"]), "keywords must be a table of weights"),
        (made(name=""), "the name is empty"),
        (made(synonyms={"rian": ("shower",)}), "did you mean 'rain'?"),
        (made(synonyms={"rain": "shower"}), "must be a list"),
        (made(languages=("english",)), "is no language"),
        (made(thresholds=Thresholds(page=2.0)), "a number from 0 to 1, not 2.0"),
        (made(thresholds=None), "thresholds must be a table"),
    ],
)
def test_topics_made_in_python_are_checked_alike(topic: Topic, says: str) -> None:
    (problem,) = validate(topic, "my topic")
    assert problem.line == 0
    assert str(problem).startswith("my topic: ")
    assert says in problem.message
    with pytest.raises(BadTopic, match=r"^my topic: "):
        require(topic, "my topic")


def test_a_good_topic_made_in_python_passes() -> None:
    topic = made(keywords={"rain": 1, "flood": np.float64(0.5)})
    assert require(topic) is topic


def test_a_topic_is_found_by_its_name_where_its_file_is_also_beside_its_crawl(folder: Path) -> None:
    (folder / "floods.toml").write_text(GOOD, "utf-8")
    assert load_topic("floods").name == "floods"
    (folder / "floods").mkdir()
    assert load_topic("floods").name == load_topic(str(folder / "floods")).name == "floods"
