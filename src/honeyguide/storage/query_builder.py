"""From what is asked for to a query of tantivy. Its own query language is never used: it knows no Chinese."""

from __future__ import annotations

from msgspec import Struct
from tantivy import FieldType, Occur, Query, Schema, Searcher

from honeyguide.storage.search_query import Asked, Term
from honeyguide.storage.search_schema import BY_CHARACTER, CONTENT, TITLE

_MOST_EXPANSIONS = 64
_LOOKED_AT = 5_000
"""Words that begin like a prefix: of so many, those that most pages hold are searched for."""
TITLE_BOOST = 3.0
"""A word in the title says more of a page [ours]."""
_ALSO_LITERALLY = 0.1
"""Of the score of the exact Chinese text, on top of that of its words [ours]."""


class Filters(Struct, frozen=True):
    hosts: tuple[str, ...] = ()
    """One of these, or of what belongs to them."""
    since: float | None = None
    """Published then or later, in seconds since 1970 …"""
    until: float | None = None
    """… and before this."""
    min_relevance: float = 0.0
    languages: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self != Filters()


class QueryBuilder:
    """Makes queries of what is asked, for one index."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher

    def query(self, asked: Asked, filters: Filters) -> Query:
        must = [(Occur.Must, _one_of([self._term(term) for term in group])) for group in asked.groups]
        must_not = [(Occur.MustNot, self._term(term)) for term in asked.without]
        sieve = [(Occur.Must, Query.const_score_query(each, 0.0)) for each in self._sieve(filters)]
        return Query.boolean_query([*must, *must_not, *sieve])

    def _term(self, term: Term) -> Query:
        fields = (TITLE,) if term.title else (TITLE, CONTENT)
        if term.prefix:
            begins = [self._begins(field, term) for field in fields]
            return _all_of([*(self._phrase(fields, (word,)) for word in term.words[:-1]), _one_of(begins)])
        if not term.by_character:
            return self._phrase(fields, term.words)
        # BM25 counts each character of a phrase like a word: unweighted, 洪水 outdoes flood in flood OR 洪水 [ours].
        characters = self._phrase([BY_CHARACTER[field] for field in fields], term.by_character)
        literally = Query.boost_query(characters, len(term.words) / len(term.by_character))
        if term.quoted:
            return literally
        words = _all_of([self._phrase(fields, (word,)) for word in term.words])
        return Query.disjunction_max_query([words, literally], _ALSO_LITERALLY)

    def _phrase(self, fields: tuple[str, ...] | list[str], words: tuple[str, ...]) -> Query:
        found = []
        for field in fields:
            if len(words) == 1:
                query = Query.term_query(self._schema, field, words[0])
            else:
                query = Query.phrase_query(self._schema, field, list(words))
            found.append(Query.boost_query(query, TITLE_BOOST) if field in {TITLE, BY_CHARACTER[TITLE]} else query)
        return _one_of(found)

    def _begins(self, field: str, term: Term) -> Query:
        """Words of the index are stems: the stem of the prefix is one of those that are looked for."""
        known = self._searcher.terms_with_prefix(field, term.prefix, limit=_LOOKED_AT)
        most = sorted(known, key=lambda each: (-each[1], each[0]))[:_MOST_EXPANSIONS]
        words = dict.fromkeys([*(word for word, _ in most), term.words[-1]])
        return _one_of([self._phrase((field,), (word,)) for word in words])

    def _sieve(self, filters: Filters) -> list[Query]:
        schema = self._schema
        sieve = []
        if filters.hosts:
            sieve.append(_one_of([Query.term_query(schema, "host", host) for host in filters.hosts]))
        if filters.languages:
            sieve.append(_one_of([Query.term_query(schema, "language", each) for each in filters.languages]))
        if filters.since is not None or filters.until is not None:
            since = None if filters.since is None else int(filters.since)
            until = None if filters.until is None else int(filters.until)
            sieve.append(
                Query.range_query(schema, "published", FieldType.Integer, since, until, include_upper=until is None)
            )
        if filters.min_relevance > 0:
            sieve.append(Query.range_query(schema, "relevance", FieldType.Float, filters.min_relevance))
        return sieve


def _one_of(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Should, each) for each in queries])


def _all_of(queries: list[Query]) -> Query:
    return queries[0] if len(queries) == 1 else Query.boolean_query([(Occur.Must, each) for each in queries])
