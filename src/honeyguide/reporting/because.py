"""Why a page is on topic or not, in a sentence: what speaks most for it and against it."""

from __future__ import annotations

from collections.abc import Sequence

MOST_FOR, MOST_AGAINST = 4, 3
LEAST = 0.1
"""Of the largest contribution: less is not worth a word."""
_BESIDE_WORDS = {
    "(meaning)": "what title and beginning mean",
    "(pages like it)": "the pages most like it",
    "(a list of links)": "that most of it is links",
    "(no word of the topic)": "that it holds no word of the topic",
    "(more says little more)": "",
}


def because(terms: Sequence[tuple[str, float]], *, on_topic: bool) -> str:
    """Of terms with what each contributed, the largest first."""
    least = LEAST * max((abs(share) for _, share in terms), default=0.0)
    told = [(_named(term), share) for term, share in terms if abs(share) >= least and _named(term)]
    in_favour = [name for name, share in told if share > 0][:MOST_FOR]
    against = [name for name, share in told if share < 0][:MOST_AGAINST]
    if not in_favour:
        return f"nothing speaks for it{'; against it: ' + _listed(against) if against else ''}"
    speak = "speaks" if len(in_favour) == 1 else "speak"
    enough = "" if on_topic else ", and it is not enough"
    return f"{_listed(in_favour)} {speak} for it{'; against it: ' + _listed(against) if against else ''}{enough}"


def _named(term: str) -> str:
    return _BESIDE_WORDS.get(term, f"“{term}”")


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
