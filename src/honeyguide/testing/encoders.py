"""What every encoder must keep to, whatever its vectors mean."""

from __future__ import annotations

from random import Random
from typing import Any
from unittest import TestCase

import numpy as np

from honeyguide import encoders
from honeyguide.encoders.vectors import LONGEST_TEXT, Vectors
from honeyguide.protocols import Encoder
from honeyguide.testing.contract import Contract, contract_of

TEXTS = (
    "rain",
    "Flood",
    "heavy rain floods the old harbour",
    "About us",
    "Contact",
    "暴雨引发洪水",
    "联系我们",
    "Hochwasser nach Starkregen",
    "a",
    "7",
    "The river rose by two metres in one night, and the bridge was closed. " * 5,
    "这座城市的老港口昨夜被洪水淹没，桥梁关闭。" * 12,
    "word " * (LONGEST_TEXT // 5),
    "字" * LONGEST_TEXT,
)
"""As an encoder gets them: with words, of any length up to the longest."""
LAST_BITS = 1e-6
"""How far a row may be from itself: how a processor adds may depend on what stands beside it."""
WITHOUT_WORDS = ("", " \n\t", "…—!?", "🌧️👨‍👩‍👧", "\0", "\ud800", "\u200b\ufeff")
HOSTILE = (
    "rain\0fall",
    "rain \ud800 flood",
    "rain 🌧️ flood",
    "x" * 1_000_000,
    "\ufdfa" * LONGEST_TEXT,
    "a" + "\u0301" * 5_000,
    "".join(map(chr, range(0x20, 0x3000))),
    "\u202egnp.niar",
)


def encoder_contract(encoder: str | type | Any) -> type[TestCase]:
    """Over an encoder by its name, its class, or a function that makes one."""
    return contract_of(EncoderContract, encoder)


class EncoderContract(Contract):
    noun = "encoder"

    def test_has_a_name_and_a_size(self) -> None:
        one, other = self.made(), self.made()
        self.expect(isinstance(one.name, str) and one.name, f"have a `name` that is text, not {one.name!r}")
        self.expect_equal(other.name, one.name, "have the same `name` when it is made again")
        size = one.dimensions
        self.expect(isinstance(size, int) and size > 0, f"say how long its vectors are, not {size!r}")

    def test_gives_a_row_of_length_1_for_a_text(self) -> None:
        encoder = self.made()
        rows = encoder.encode(TEXTS)
        self.expect_equal(rows.shape, (len(TEXTS), encoder.dimensions), "give a row a text")
        self.expect_equal(rows.dtype, np.dtype(np.float32), "give float32")
        self.expect(np.isfinite(rows).all(), "give finite numbers")
        for text, length in zip(TEXTS, np.linalg.norm(rows, axis=1).tolist(), strict=True):
            said = f"give a row of length 1, or of zeros for what it cannot read, not {length} for {text[:30]!r}"
            self.expect(abs(length - 1) < 1e-3 or length == 0, said)
        self.expect(rows[:5].any(axis=1).all(), "tell something of English words")
        self.expect_equal(encoder.encode([]).shape, (0, encoder.dimensions), "give no row for no text")

    def test_the_same_text_gives_the_same_row_whatever_stands_beside_it(self) -> None:
        encoder, again, rng = self.made(), self.made(), Random(1)
        rows = encoder.encode(TEXTS)
        self.expect(again.encode(TEXTS).tobytes() == rows.tobytes(), "give the same rows when it is made again")
        for _ in range(12):
            some = [rng.randrange(len(TEXTS)) for _ in range(rng.choice((1, 2, 3, 9, 40)))]
            came = encoder.encode([TEXTS[at] for at in some])
            far = float(np.abs(came - rows[some]).max())
            self.expect(far < LAST_BITS, f"give texts {some} the rows that they had before, not {far} beside them")

    def test_nothing_that_a_page_says_makes_it_raise(self) -> None:
        vectors = Vectors(self.made())
        rows = vectors.encode([*WITHOUT_WORDS, *HOSTILE])
        self.expect(np.isfinite(rows).all(), "give finite numbers for whatever a page says")
        self.expect(not rows[: len(WITHOUT_WORDS)].any(), "have a row of zeros for a text without words")

    def made(self) -> Encoder:
        made = encoders.make(self.part) if isinstance(self.part, str | type) else encoders.make(self.part())
        assert made is not None
        return made
