"""Small lexicons in the formats that people have, written by the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

LICENCE = "  1 This line stands for the licence.\n"


class Synset(NamedTuple):
    offset: int
    words: tuple[str, ...]
    pointers: tuple[tuple[str, int, str], ...] = ()
    """Kind, offset and part of speech."""


# entity ─ weather ─ storm ─ rainstorm (cloudburst), hurricane;  entity ─ instrument ─ piano
NOUNS = (
    Synset(1740, ("entity",)),
    Synset(2000, ("weather", "weather_condition"), (("@", 1740, "n"),)),
    Synset(3000, ("storm",), (("@", 2000, "n"), ("~", 4000, "n"))),
    Synset(4000, ("rainstorm", "Cloudburst"), (("@", 3000, "n"), ("#p", 2000, "n"))),
    Synset(5000, ("hurricane",), (("@i", 3000, "n"),)),
    Synset(6000, ("instrument",), (("@", 1740, "n"),)),
    Synset(7000, ("piano",), (("@", 6000, "n"),)),
)
VERBS = (Synset(100, ("storm", "rage"), ((">", 200, "v"),)), Synset(200, ("destroy",)))
ADJECTIVES = (Synset(300, ("stormy(p)",), (("=", 2000, "n"), ("!", 400, "a"))), Synset(400, ("calm",)))


def wordnet(
    folder: Path, parts: Mapping[str, Sequence[Synset]] | None = None, exceptions: str = "geese goose\n"
) -> Path:
    """A folder of WordNet database files."""
    folder.mkdir(parents=True, exist_ok=True)
    for part, synsets in (parts or {"noun": NOUNS, "verb": VERBS, "adj": ADJECTIVES}).items():
        letter = {"noun": "n", "verb": "v", "adj": "s", "adv": "r"}[part]
        data, index = LICENCE, LICENCE
        senses: dict[str, list[int]] = {}
        for each in synsets:
            words = " ".join(f"{word} 0" for word in each.words)
            pointers = "".join(f" {kind} {offset:08} {where} 0000" for kind, offset, where in each.pointers)
            data += (
                f"{each.offset:08} 03 {letter} {len(each.words):02x} {words} {len(each.pointers):03}{pointers} | x\n"
            )
            for word in each.words:
                senses.setdefault(word.partition("(")[0].lower(), []).append(each.offset)
        for word, offsets in sorted(senses.items()):
            listed = " ".join(f"{offset:08}" for offset in offsets)
            index += f"{word} {letter} {len(offsets)} 1 @ {len(offsets)} 0 {listed}  \n"
        (folder / f"data.{part}").write_text(data)
        (folder / f"index.{part}").write_text(index)
        (folder / f"{part}.exc").write_text(exceptions if part == "noun" else "")
    return folder


def tab(path: Path, *lemmas: tuple[str, str], language: str = "cmn") -> Path:
    """An Open Multilingual Wordnet tab file: concept such as 00004000-n, and word."""
    lines = [f"# A small wordnet\t{language}\thttps://example.org/\tlicence"]
    lines += [f"{concept}\t{language}:lemma\t{word}" for concept, word in lemmas]
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


CILIN = "Bf01A01= 暴雨 骤雨\nBf01A02# 台风 飓风\nBf02A01= 洪水\nBp13A01@ 钢琴\nDa01A01= 灾害 灾难\n"

SEMEMES = "0 entity|实体 0\n1 ├ nature|自然 0\n2 │├ water|水 1\n3 │└ wind|风 1\n4 └ fact|事情 0\n"
RECORDS = """NO.=000001
W_C=洪水
G_C=N
W_E=flood
G_E=N
DEF=water|水,fact|事情

NO.=000002
W_C=台风
W_E=typhoon
DEF=wind|风

NO.=000003
W_C=暴雨
W_E=rainstorm
DEF=water|水,wind|风

NO.=000004
W_C=骤雨
W_E=rainstorm
DEF=water|水,wind|风

NO.=000005
W_C=风力
W_E=wind force
DEF=fact|事情,&wind|风

NO.=000006
W_C=风眼
W_E=eye
DEF={fact|事情:whole={wind|风}}
"""
