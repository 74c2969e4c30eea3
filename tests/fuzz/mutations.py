"""Bytes near well-formed ones, for Hypothesis: cut, doubled, moved, overwritten, and anything at all."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

BITS = (
    b"\0",
    b"\xff",
    b"\n",
    b"\r\n",
    b"%",
    b"&#x0;",
    b"\xed\xa0\x80",
    b"-1",
    b"99999999999999999999",
    b"1e999",
    b"[",
    b"{",
)


@st.composite
def near(draw: st.DrawFn, seeds: Sequence[bytes]) -> bytes:
    data = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        length = draw(st.integers(0, min(40, len(data) - start)))
        piece = data[start : start + length]
        match draw(st.sampled_from(("put", "cut", "double", "move", "end"))):
            case "put":
                new = draw(st.binary(max_size=8) | st.sampled_from(BITS))
                data = data[:start] + new + data[start + length :]
            case "cut":
                data = data[:start] + data[start + length :]
            case "double":
                data = data[:start] + piece * draw(st.integers(2, 50)) + data[start + length :]
            case "move":
                rest = data[:start] + data[start + length :]
                to = draw(st.integers(0, len(rest)))
                data = rest[:to] + piece + rest[to:]
            case "end":
                data = data[:start]
    return data


def inputs(seeds: Sequence[bytes]) -> st.SearchStrategy[bytes]:
    return near(seeds) | st.binary(max_size=200)
