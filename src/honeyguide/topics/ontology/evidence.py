"""Which term lies under which, and how that is known: by its own words, by what a text says, or only by its company.

*is-a* and *part-of* need evidence [ours]: that one term is the head of the other (`flash flood` is a flood), or a
sentence that says so (Hearst, Automatic acquisition of hyponyms from large text corpora, COLING 1992: *birds such as
finches*, *A finch is a small bird*; 麻雀是一种小鸟). What is above must be a noun, of which the corpus has the plural
(*large white* is no white), and say more than *species* or *type*; a subject is one that the sentence begins with
(*Folate deficiency is a risk* says nothing of every deficiency). That two terms stand in the same passages only says
that they are related: such a term is `related-to` the one that most of its passages hold, or to the topic word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from honeyguide.chinese import ANY_HAN
from honeyguide.model import Document
from honeyguide.topics.ontology.hierarchy import Parents
from honeyguide.topics.ontology.ontology import Relation, leads_up
from honeyguide.topics.ontology.passages import SENTENCE

LONGEST_SENTENCE = 1_000
LONGEST_QUOTE = 200

_KINDS = r"(?:kind|type|sort|form|species|genus|family|class|group|breed|member|variety|example|number)s?"
_KIND = rf"(?:{_KINDS} of (?:the |an? )?)?"
_SAYS_LITTLE = re.compile(_KINDS)
_LOWER_FIRST = {
    "is-a": re.compile(
        rf",? (?:is|was) (?:an? |one of the |any ){_KIND}(?:[\w-]+ ){{0,2}}"
        r"|(?:是|属于)(?:一|某)?(?:种|个|类|座|条|项|只|款|套)?(?:[^，。；、]{0,6}的)?"
        r"|是一[种类](?:[^，。；、]{0,6}的)?[^，。；、的]{1,4}"
    ),
    "part-of": re.compile(r" (?:is|are|was|were) (?:an? |the )?(?:\w+ )?parts? of (?:the |an? )?"),
}
_MANY_ARE = re.compile(rf" (?:are|were) {_KIND}(?:[\w-]+ )?")
"""What follows must be a plural: *eggs are white* says nothing of what they are."""
_AND_OTHER = re.compile(r"(?:, \w+)?,? and other (?:\w+ )?")
_SUCH_AS = re.compile(r" such as (?:the |an? )?(?:\w+ )?")
"""With a comma it may speak of what is farther away: *in high temperatures, such as planets near their star*."""
_UPPER_FIRST = re.compile(r"(?:，|、|,)?(?:包括|例如|比如|如)(?:了)?")
_GOES_ON = re.compile(
    r"(?:s|es)?(?:\s*[,.;:()!?，。；：、）]|\s*$|\s+(?:that|which|who|in|from|with|and|or|found|native|on|by|as|"
    r"at|is|are|but|for|to|the|because|whose|where|when)\b|[的之和与及是在])",
    re.IGNORECASE,
)
_BEFORE_A_SUBJECT = re.compile(
    r"\W*(?:(?:the|an?|our|every|each|all|most) )?|.*[，；：、。“（]", re.IGNORECASE | re.DOTALL
)
_PART = ("的一部分", "的组成部分")
_NEEDS_NO_END = re.compile(r"(?:such as|and other) $|包括|如|等$")
"""Elsewhere the next word may make another of the second term: *is a bird feeder*."""
_WORD = re.compile(r"[^\W\d_]+")
_NO_HEAD = re.compile(
    r"\b(?:and|or|the|are|is|was|were|in|on|to|by|for)\b|^(?:two|three|four|several|many|some|other)\b"
    r"|^(?:发布|造成|引发|导致|出现|进行|开展|发生|遭遇|防止)"
)


class Known(Struct, frozen=True):
    relation: Relation
    how: str
    """For a person: the sentence, the head, or the company that it keeps."""


def known_relations(
    documents: Sequence[Document], terms: Sequence[str], root: str, company: Callable[[], Parents]
) -> list[Known]:
    """The relations of every term, with what speaks for them; no circles, and all lead up to the root.

    `company` gives the terms that most passages of a term hold.
    """
    lower = [term for term in terms if term.casefold() != root.casefold()]
    parents: dict[str, list[str]] = {root: [], **{term: [] for term in lower}}
    found: list[Known] = []
    is_noun = _Nouns(documents)
    for each in (*_heads([*lower, root]), *_said(documents, [*lower, root])):
        source, target = each.relation.source, each.relation.target
        if each.relation.kind == "is-a" and (_SAYS_LITTLE.fullmatch(target) or not is_noun(target)):
            continue
        if source == root or target in parents[source] or leads_up(parents, target, source):
            continue
        parents[source].append(target)
        found.append(each)
    beside = company()
    for term in lower:
        if parents[term]:
            continue
        near = next((other for other in beside.get(term, ()) if not leads_up(parents, other, term)), root)
        parents[term].append(near)
        how = "nothing says more" if near == root else f"most passages with it hold '{near}'"
        found.append(Known(Relation("related-to", term, near), how))
    return found


class _Nouns:
    """Whether the documents hold the plural of a term; of Chinese all is taken for nouns."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._words = {word for each in documents for word in _WORD.findall(each.text.casefold())}

    def __call__(self, term: str) -> bool:
        last = term.casefold().rpartition(" ")[2]
        plurals = {f"{last}s", f"{last}es", f"{last.removesuffix('y')}ies"}
        return bool(ANY_HAN.search(last)) or last.endswith("s") or not plurals.isdisjoint(self._words)


def _heads(terms: Sequence[str]) -> Iterator[Known]:
    """A term whose last words are another term is one of its kind; what stands before `of` is the head there."""
    known = {term.casefold(): term for term in terms}
    for term in terms:
        for head in _possible_heads(term.casefold()):
            if head in known:
                yield Known(Relation("is-a", term, known[head]), f"'{known[head]}' is its head")
                break


def _possible_heads(term: str) -> Iterator[str]:
    """The longest first."""
    if _NO_HEAD.search(term):
        return
    if ANY_HAN.search(term):
        yield from (term[start:] for start in range(1, len(term) - 1))
    else:
        head, _, rest = term.partition(" of ")
        words = head.split()
        if rest:
            yield head
        yield from (" ".join(words[start:]) for start in range(1, len(words)))


def _said(documents: Sequence[Document], terms: Sequence[str]) -> list[Known]:
    """What sentences say, what most documents say first; where they say both directions, the more frequent."""
    number = {term.casefold(): term for term in terms}
    finder = _finder(terms)
    holders: Counter[Relation] = Counter()
    quotes: dict[Relation, str] = {}
    for document in documents:
        seen: set[Relation] = set()
        for sentence in SENTENCE.split(document.text):
            if len(sentence) > LONGEST_SENTENCE:
                continue
            for relation in _relations(sentence, finder, number):
                seen.add(relation)
                quotes.setdefault(relation, f"“{sentence.strip()[:LONGEST_QUOTE]}” ({document.name})")
        holders.update(seen)
    chosen = [each for each in holders if holders[each] > holders[Relation(each.kind, each.target, each.source)]]
    return [Known(each, quotes[each]) for each in sorted(chosen, key=lambda each: (-holders[each], each))]


def _finder(terms: Sequence[str]) -> re.Pattern[str]:
    """The longest term at each place, its plural too."""
    forms = sorted((term.casefold() for term in terms), key=len, reverse=True)
    spaced = "|".join(re.escape(form) for form in forms if not ANY_HAN.search(form))
    chinese = "|".join(re.escape(form) for form in forms if ANY_HAN.search(form))
    parts = [rf"(?<![\w-])(?P<spaced>{spaced})(?:es|s)?(?![\w-])"] * bool(spaced) + [
        f"(?P<chinese>{chinese})"
    ] * bool(chinese)
    return re.compile("|".join(parts), re.IGNORECASE)


def _relations(sentence: str, finder: re.Pattern[str], terms: Mapping[str, str]) -> Iterator[Relation]:
    places = [(terms[match[match.lastgroup or 0].casefold()], match) for match in finder.finditer(sentence)]
    for (first, left), (second, right) in pairwise(places):
        between, after = sentence[left.end() : right.start()], sentence[right.end() :]
        if first == second or not (_GOES_ON.match(after) or _NEEDS_NO_END.search(between)):
            continue
        plural = (left[0].endswith("s"), right[0].endswith("s"))
        if _UPPER_FIRST.fullmatch(between) or (plural[0] and _SUCH_AS.fullmatch(between)):
            yield Relation("is-a", second, first)
        elif between == "等" or (plural[1] and _AND_OTHER.fullmatch(between)):
            yield Relation("is-a", first, second)
        elif _BEFORE_A_SUBJECT.fullmatch(sentence[: left.start()]):
            if _LOWER_FIRST["part-of"].fullmatch(between) or (between == "是" and after.startswith(_PART)):
                yield Relation("part-of", first, second)
            elif _LOWER_FIRST["is-a"].fullmatch(between) or (plural[1] and _MANY_ARE.fullmatch(between)):
                yield Relation("is-a", first, second)
