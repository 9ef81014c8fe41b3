"""BM25 against the formula written out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retentive.rules.bm25 import (
    BM25,
    Bm25Policy,
    CorpusSize,
    idf,
    score_documents,
    upper_bound,
)

Corpus = list[dict[str, list[str]]]
Held = tuple[str, list[int], list[str], list[int], list[int]]
Postings = list[tuple[int, list[Held]]]

WORDS = st.sampled_from(["tea", "harbour", "kite", "水", "px9"])
FIELDS = st.sampled_from(["body", "speaker", "title"])
CORPORA = st.lists(st.dictionaries(FIELDS, st.lists(WORDS, max_size=8)), max_size=8)
QUERIES = st.lists(st.one_of(WORDS, st.just("unseen")), max_size=6)
WEIGHTED = Bm25Policy(field_weights=(("speaker", 0.5), ("title", 2.25)))


def one(term: str, doc: int, field: str, tf: int, length: int) -> Held:
    return term, [doc], [field], [tf], [length]


def flat(scores: Mapping[int, Mapping[int, float]]) -> dict[tuple[int, int], float]:
    return {(space, doc): score for space, ours in scores.items() for doc, score in ours.items()}


def index(corpus: Corpus) -> tuple[Postings, CorpusSize]:
    """Return the postings of a corpus: even documents in space 1, odd ones in space 2."""
    hits: Postings = []
    lengths = [sum(map(len, fields.values())) for fields in corpus]
    for doc, fields in enumerate(corpus):
        for field, words in fields.items():
            held = [one(term, doc, field, tf, lengths[doc]) for term, tf in Counter(words).items()]
            hits.extend((1 + doc % 2, [each]) for each in held)
    return hits, CorpusSize(len(corpus), sum(lengths))


def expected(corpus: Corpus, query: list[str], policy: Bm25Policy) -> dict[tuple[int, int], float]:
    """Return the scores by the formula, document by document."""
    weights = dict(policy.field_weights)
    lengths = [sum(map(len, fields.values())) for fields in corpus]
    mean = sum(lengths) / len(lengths) if sum(lengths) else 1.0
    scores: dict[tuple[int, int], float] = {}
    for doc, fields in enumerate(corpus):
        total, found = 0.0, False
        for term in set(query):
            df = sum(any(term in words for words in other.values()) for other in corpus)
            tf = sum(words.count(term) * weights.get(field, 1.0) for field, words in fields.items())
            if not tf:
                continue
            found = True
            norm = policy.k1 * (1 - policy.b + policy.b * lengths[doc] / mean)
            rarity = math.log(1 + (len(corpus) - df + 0.5) / (df + 0.5))
            total += rarity * tf * (policy.k1 + 1) / (tf + norm)
        if found:
            scores[1 + doc % 2, doc] = total
    return scores


@given(CORPORA, QUERIES, st.sampled_from([BM25, WEIGHTED]))
def test_scores_are_those_of_the_formula(
    corpus: Corpus, query: list[str], policy: Bm25Policy
) -> None:
    hits, totals = index(corpus)
    scores = flat(score_documents(query, hits, totals, policy).scores)
    assert scores == pytest.approx(expected(corpus, query, policy), abs=2e-9)


@given(CORPORA, QUERIES, st.data())
def test_the_order_of_postings_and_words_changes_no_bit(
    corpus: Corpus, query: list[str], data: st.DataObject
) -> None:
    hits, totals = index(corpus)
    shuffled = data.draw(st.permutations(hits))
    again = score_documents([*reversed(query), *query], shuffled, totals, WEIGHTED)
    assert again == score_documents(query, hits, totals, WEIGHTED)


@given(CORPORA, QUERIES)
def test_no_document_passes_the_upper_bound(corpus: Corpus, query: list[str]) -> None:
    hits, totals = index(corpus)
    asked = set(query)
    held = {(term, doc) for _, there in hits for term, (doc,), *_ in there}
    dfs = Counter(term for term, _ in held if term in asked)
    bound = upper_bound(query, dfs, totals, WEIGHTED)
    found = score_documents(query, hits, totals, WEIGHTED)
    assert all(0 <= score <= bound + 1e-9 for score in flat(found.scores).values())
    assert found.frequencies == dfs


@given(CORPORA, QUERIES)
def test_whole_are_the_documents_that_hold_every_word(corpus: Corpus, query: list[str]) -> None:
    hits, totals = index(corpus)
    held: dict[tuple[int, int], set[str]] = {}
    for space, there in hits:
        for term, (doc,), *_ in there:
            held.setdefault((space, doc), set()).add(term)
    wanted = {key for key, terms in held.items() if query and terms >= set(query)}
    assert score_documents(query, hits, totals).whole == wanted


def test_a_word_that_is_nowhere_lowers_the_calibrated_score() -> None:
    totals = CorpusSize(100, 1000)
    with_it = upper_bound(["tea", "unseen"], {"tea": 3}, totals)
    assert with_it > upper_bound(["tea"], {"tea": 3}, totals)
    assert with_it == upper_bound(["tea", "seen"], {"tea": 3, "seen": 1}, totals)


def test_nothing_asked_or_nothing_there_scores_nothing() -> None:
    assert score_documents([], [], CorpusSize(0, 0)) == ({}, {}, frozenset())
    assert score_documents(["tea"], [], CorpusSize(0, 0)) == ({}, {}, frozenset())
    assert upper_bound([], {}, CorpusSize(0, 0)) == 0


def test_totals_that_lag_behind_the_postings_do_no_harm() -> None:
    hit = one("tea", 1, "body", 1, 4)
    assert score_documents(["tea"], [(1, [hit])], CorpusSize(0, 0)).scores[1][1] > 0
    assert idf(5, 0) == idf(5, 5) > 0


def test_postings_of_other_words_count_for_nothing() -> None:
    mine, other = one("tea", 1, "body", 1, 4), one("kite", 1, "body", 9, 4)
    totals = CorpusSize(2, 8)
    both = score_documents(["tea"], [(1, [mine, other])], totals)
    assert both == score_documents(["tea"], [(1, [mine])], totals)
