"""Ranked search over everything a scope may see: facts and the log, by their words.

One snapshot serves a whole recall: it reads the heads first, and every arm is bounded by
them. Counts and frequencies come from the spaces asked for and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from retentive.model.change import OwnerKind
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.query import Hit, Recall
from retentive.model.space import Space
from retentive.pipeline.reading import Cited, Reader
from retentive.ports.view import View
from retentive.rules.bm25 import Totals, score_documents, upper_bound
from retentive.rules.maker import check_readable
from retentive.rules.masking import masked, spans_of
from retentive.rules.rank import MIN_CALIBRATED, SCORE_DIGITS, Scored, folded
from retentive.rules.text import TOKENISER, query_terms, terms

MAX_TERMS = 400
"""A query's distinct terms beyond these are not looked up; texts that long are no question."""

_CHUNK = 200
"""Documents whose records are loaded first, and those that score the same."""

_MOST_TIED = 2000
"""Documents of one score beyond these are not told apart by time; the last stored go first."""


def recall(view: View, query: Recall, now: datetime) -> list[Hit]:
    """Return the best hits, best first; empty when no word of the query is known."""
    check_readable(view.spaces, TOKENISER)
    reader = Reader(view, now if query.valid_at is None else query.valid_at)
    found: list[Scored] = []
    best: list[Scored] = []
    words = tuple(dict.fromkeys(query_terms(query.text)))[:MAX_TERMS]
    for chunk in _Ranking(reader, query, words).chunks():
        found += chunk
        best = folded(found)
        if len(best) >= query.limit * 2:
            break
    threshold = MIN_CALIBRATED if query.min_score == "calibrated" else query.min_score
    kept = [one for one in best if one.score >= threshold][: query.limit]
    return _hits(reader, kept)


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The text arm: scored documents, and the visible records behind them."""

    reader: Reader
    query: Recall
    terms: tuple[str, ...]

    def chunks(self) -> Iterator[list[Scored]]:
        """Yield visible records with their scores, best documents first.

        Each chunk is twice as long as the one before, so that whoever goes through all there
        is again after each takes no more than twice the time.
        """
        scored = self._scores()
        documents = sorted(scored, key=lambda key: (-scored[key], -key[1], key[0]))
        start, size = 0, _CHUNK
        while start < len(documents):
            window = documents[start : start + max(size, _MOST_TIED)]
            end = _end_of_ties([round(scored[key], SCORE_DIGITS) for key in window], size)
            chunk = window[:end]
            yield [
                one
                for space in self.reader.view.spaces
                for one in self._records(
                    space, {doc: scored[number, doc] for number, doc in chunk if number == space.id}
                )
            ]
            start, size = start + end, 2 * size

    def _scores(self) -> dict[tuple[int, int], float]:
        view = self.reader.view
        postings = (
            (term, space.id, doc, field, tf, length)
            for space in view.spaces
            for term, doc, field, tf, length in view.postings(space, self.terms)
        )
        sizes = [view.totals(space) for space in view.spaces]
        totals = Totals(
            docs=sum(size.docs for size in sizes), length=sum(size.length for size in sizes)
        )
        scores, frequencies = score_documents(self.terms, postings, totals)
        bound = upper_bound(self.terms, frequencies, totals)
        return {key: score / bound for key, score in scores.items()} if bound else {}

    def _records(self, space: Space, scores: dict[int, float]) -> list[Scored]:
        owners = self.reader.view.owners(space, scores)
        facts: dict[str, float] = {}
        turns: dict[str, float] = {}
        for doc, owner in owners.items():
            side = facts if owner.kind is OwnerKind.FACT else turns
            side[owner.id] = scores[doc]
        answers: list[Scored] = []
        for fact, score in self._facts(space, facts):
            answers.append(Scored(space=space, record=fact, score=score))
        if self.query.include_log and not self.query.kinds and not self.query.tags:
            for entry in self._turns(space, turns):
                answers.append(Scored(space=space, record=entry, score=turns[entry.id]))
        return answers

    def _turns(self, space: Space, scores: Collection[str]) -> Iterator[Entry]:
        """Yield the turns in which what is still shown holds a word of the query."""
        silenced = self.reader.silenced(space, scores)
        asked = set(self.terms)
        for entry in self.reader.view.entries_by_id(space, scores).values():
            spans = spans_of(silenced[entry.id], entry.id)
            if not spans or asked.intersection(terms(masked(entry.text, spans))):
                yield entry

    def _facts(self, space: Space, scores: dict[str, float]) -> Iterator[tuple[Fact, float]]:
        found = self.reader.view.get(space, Fact, scores)
        by_id = {fact.id: scores[name] for name, fact in found.items() if fact.id == name}
        current = [fact for name, fact in found.items() if fact.id == name]
        for fact in self.reader.served(space, current):
            if self.query.kinds and fact.kind not in self.query.kinds:
                continue
            if self.query.tags and self.query.tags.isdisjoint(fact.tags):
                continue
            yield fact, by_id[fact.id]


def _end_of_ties(scores: Sequence[float], size: int) -> int:
    """Return where to cut falling scores: behind `size` of them, but never between equal ones."""
    last = scores[:size][-1]
    return size + sum(score == last for score in scores[size:])


def _hits(reader: Reader, kept: Sequence[Scored]) -> list[Hit]:
    cited = reader.cited([(one.space, one.record) for one in kept])
    return [
        _hit(round(one.score, SCORE_DIGITS), told) for one, told in zip(kept, cited, strict=True)
    ]


def _hit(score: float, cited: Cited) -> Hit:
    record = cited.record
    fact = record if isinstance(record, Fact) else None
    what = f"a {fact.kind} fact" if fact else "a turn of the log"
    return Hit(
        text=record.text,
        score=score,
        record=record,
        sources=cited.sources,
        parts={"text": score},
        withheld=cited.withheld,
        valid_from=fact.valid_from if fact else None,
        valid_until=fact.valid_until if fact else None,
        why=f"{what} that shares words with the query",
    )
