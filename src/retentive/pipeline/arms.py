"""What each arm of a recall finds: words, vectors, and the turns around both.

Works on index documents alone; records are loaded for what is shown, and only then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest
from itertools import chain

from retentive.model.change import OwnerKind
from retentive.model.space import DIGEST, Space
from retentive.ports.index import Nearness, VectorIndex
from retentive.ports.rows import FoundDoc
from retentive.ports.view import View
from retentive.rules.abstain import known_share
from retentive.rules.bm25 import CorpusSize, Scores, score_documents, upper_bound
from retentive.rules.fusion import DIGITS, Candidate, nearness
from retentive.rules.masking import active

REACH = 4
"""Entries of the log before and after a candidate among which its neighbours are looked for:
two turns of its session each way, when another session or a statement comes between."""

_MOST_TIED = 100
"""Documents of one score beyond these are not told apart by time; the last stored go first."""

_SHOWN = frozenset((OwnerKind.FACT, OwnerKind.TURN))

_Score = tuple[FoundDoc, float, float | None, bool]
"""A document, how much of what is asked it holds, its cosine, and whether it may lend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """The question's vector (float16, as stored), and what compares it with those stored.

    `identity` and `floor` are those of the embedder that made it.
    """

    index: VectorIndex
    query: bytes
    identity: str
    floor: float


@dataclass(frozen=True)
class Arms:
    """The arms of one recall over one snapshot."""

    view: View
    terms: tuple[str, ...]
    meaning: Meaning | None

    def candidates(self, limit: int, foremost: int, standing: int) -> list[Candidate]:
        """Return the best documents of each arm, at most `limit` an arm, and what stands near.

        Near the best of them, that is, which are at most `foremost` of a space and those of one
        score. They and the turns beside them are lent something by their neighbours, so these are
        looked up twice as far. Facts among the `standing` best come with their turns.
        All that is returned is visible at the horizon of its space.
        """
        chosen = self._best_worded(limit)
        found: list[Candidate] = []
        for space in self.view.spaces:
            numbers = [doc for number, doc in chosen if number == space.id]
            docs = dict(self.view.docs(space, numbers))
            docs.update((one.doc, one) for one in self._meant(space, limit))
            scores = self._scores(space, docs.values())
            best = self._foremost(scores, foremost)
            places = {one.seq for one in best if one.seq is not None}
            facts = {o for o in self._foremost(scores, standing) if o.kind is OwnerKind.FACT}
            said = {one.seq for one in facts if one.seq is not None}
            said -= places.union(o.seq for o in docs.values() if o.kind is OwnerKind.TURN)
            around = [
                *self._turns(space, places, 2 * REACH),
                *self._turns(space, said, 0),
            ]
            beside = {one.doc: one for one in around if one.doc not in docs}
            scores += self._scores(space, beside.values())
            found += _candidates(space.id, scores, facts, places)
        return found

    def _foremost(self, scores: Sequence[_Score], limit: int) -> Collection[FoundDoc]:
        """Return the best of both arms together, at least `limit`."""
        if len(scores) <= limit:
            return {one for one, *_ in scores}
        floor = self.meaning.floor if self.meaning is not None else 0.0
        worth = [text + nearness(cosine, floor) for _, text, cosine, _ in scores]
        least = nlargest(limit, worth)[-1] - 10.0**-DIGITS
        return {one for (one, *_), much in zip(scores, worth, strict=True) if much >= least}

    def _turns(self, space: Space, places: Collection[int], reach: int) -> Sequence[FoundDoc]:
        return self.view.turns_near(space, places, reach) if places else ()

    def are_exhausted(self, limit: int) -> bool:
        """Tell whether a higher `limit` would find nothing more."""
        return self._worded <= limit and not (self._near and self.totals.docs > limit)

    def _best_worded(self, limit: int) -> list[tuple[int, int]]:
        """Return the documents that say most of what is asked, all of those that say the same."""
        found, least = self._words.scores, 0.0
        if limit < self._worded:
            # Scores are told apart to so many digits, so what is less by one more is left out.
            every = chain.from_iterable(ours.values() for ours in found.values())
            least = nlargest(limit, every)[-1] - (1 + self._bound) * 10.0**-DIGITS
        scores = {
            (space, doc): self._holds(space, doc)
            for space, ours in found.items()
            for doc, score in ours.items()
            if score >= least
        }
        ranked = sorted(scores, key=lambda key: (-scores[key], -key[1], key[0]))
        end = min(limit, len(ranked))
        while 0 < end < min(len(ranked), _MOST_TIED) and _tied(scores, ranked[end - 1 : end + 1]):
            end += 1
        return ranked[:end]

    @cached_property
    def totals(self) -> CorpusSize:
        """How many documents can be read, and how many words they hold together."""
        sizes = [self.view.totals(space) for space in self.view.spaces]
        return CorpusSize(sum(one.docs for one in sizes), sum(one.length for one in sizes))

    @cached_property
    def known(self) -> float:
        """How much of the question's words occurs anywhere, in 0–1."""
        return known_share(self.terms, self._words.frequencies, self.totals.docs)

    @cached_property
    def whole(self) -> Collection[tuple[int, int]]:
        """The documents that hold all of the question's words."""
        return self._words.whole

    def _holds(self, space: int, doc: int) -> float:
        """Return how much of what is asked a document holds, in 0–1."""
        score = self._words.scores.get(space, {}).get(doc)
        return 0.0 if score is None else round(score, DIGITS) / self._bound

    @cached_property
    def _bound(self) -> float:
        return upper_bound(self.terms, self._words.frequencies, self.totals)

    @cached_property
    def _worded(self) -> int:
        """How many documents hold anything of what is asked."""
        return sum(map(len, self._words.scores.values()))

    @cached_property
    def _words(self) -> Scores:
        postings = ((space.id, self.view.postings(space, self.terms)) for space in self.view.spaces)
        return score_documents(self.terms, postings, self.totals)

    @cached_property
    def is_meant(self) -> bool:
        """Whether vectors are compared: only if every space has those of this embedder.

        Scores of one list must mean the same, so one space without them leaves words alone.
        """
        made = {space.generations.embedder for space in self.view.spaces if space.head_seq}
        return self.meaning is not None and made == {self.meaning.identity}

    @cached_property
    def _near(self) -> Mapping[int, Nearness]:
        if self.meaning is None or not self.is_meant:
            return {}
        index, query = self.meaning.index, self.meaning.query
        return {space.id: index.near(self.view, space, query) for space in self.view.spaces}

    def _meant(self, space: Space, limit: int) -> Sequence[FoundDoc]:
        """Return the documents of the nearest texts, as many as `limit` of those to be seen.

        Vectors of texts from other times are among the nearest as well, and take no place.
        """
        if space.id not in self._near:
            return ()
        wanted = limit
        while True:
            best = [digest for digest, _ in self._near[space.id].best(wanted)]
            docs = self.view.docs_of(space, best)
            visible = {one.digest for one in docs}
            if len(visible) >= limit or len(best) < wanted:
                kept = set([digest for digest in best if digest in visible][:limit])
                return [one for one in docs if one.digest in kept]
            wanted *= 4

    def _scores(self, space: Space, docs: Collection[FoundDoc]) -> list[_Score]:
        near = self._near.get(space.id)
        cosines = near.of({one.digest for one in docs}) if near is not None else {}
        muted = self._muted(space, docs)
        return [
            (one, self._holds(space.id, one.doc), cosines.get(one.digest) if lends else None, lends)
            for one in docs
            if one.kind in _SHOWN
            for lends in (one.id not in muted,)
        ]

    @cached_property
    def _undigested(self) -> frozenset[int]:
        """The spaces whose index may still say what is silent already."""
        marks = {space.id: self.view.watermark(space, DIGEST) for space in self.view.spaces}
        return frozenset(one for one, mark in marks.items() if mark.done_seq < mark.head_seq)

    def _muted(self, space: Space, docs: Collection[FoundDoc]) -> Collection[str]:
        """Return the turns of which something is silent that their documents still say."""
        if space.id not in self._undigested:
            return ()
        turns = {one.id for one in docs if one.kind is OwnerKind.TURN}
        silent = active(self.view.silences(space, entry_ids=turns), space.horizon)
        return {one.entry_id for one in silent if one.tentative and one.entry_id is not None}


def _candidates(
    space: int, scores: Iterable[_Score], facts: Collection[FoundDoc], places: Collection[int]
) -> Iterator[Candidate]:
    """Yield what was scored, marked where it borrows: `facts`, and the turns near `places`."""
    near = {seq + step for seq in places for step in range(-REACH, REACH + 1)}
    for one, text, cosine, lends in scores:
        borrows = one.seq in near if one.kind is OwnerKind.TURN else one in facts
        place = (one.seq, one.session, one.said_at)
        yield Candidate(space, one.kind, one.id, *place, text, cosine, lends, borrows)


def _tied(scores: Mapping[tuple[int, int], float], pair: Sequence[tuple[int, int]]) -> bool:
    first, second = (round(scores[key], DIGITS) for key in pair)
    return first == second
