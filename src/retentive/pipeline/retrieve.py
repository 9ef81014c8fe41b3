"""Ranked search over everything a scope may see: facts and the log.

One snapshot serves a whole recall: it reads the heads first, and every arm is bounded by
them. Counts and frequencies come from the spaces asked for and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain

from retentive.model.change import OwnerKind, Silence
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.query import Hit, Recall
from retentive.model.space import Space
from retentive.pipeline.arms import REACH, Arms, Meaning
from retentive.pipeline.hits import Kept, hits, once, order
from retentive.pipeline.reading import Reader, moment
from retentive.pipeline.successors import successors
from retentive.ports.view import View
from retentive.rules.abstain import is_about_what_is_known, nearest, worth_showing
from retentive.rules.coverage import say_most
from retentive.rules.fusion import Candidate, Ranked, fused, weights
from retentive.rules.maker import check_readable
from retentive.rules.masking import masked, spans_of
from retentive.rules.policy import FUSION, FusionPolicy
from retentive.rules.text import TOKENISER, content_hash_text, query_terms, terms

MAX_TERMS = 400
"""A query's distinct terms beyond these are not looked up; texts that long are no question."""

_LEAST = 80
_PER_HIT = 4
_DEEPER = 4
"""Documents that are taken from each arm; where these are too few, so many times as many.

For each `_PER_HIT` of them one hit is taken, the others from further down. So what comes first
does not depend on how many hits are asked for.
"""

_MOST_REPEATED = 1_000
"""Where as many hits say the same as others, nothing that fits less is looked for behind them."""

_FOREMOST = 15
_STANDING = 60
"""How many of the best documents are looked at with their neighbours, and facts with their turns.

They are the same ones for every `limit`, so that a score does not depend on how many are asked
for. More neighbourhoods rank worse, since they lend to what stands beside what hardly fits; fewer
facts do, where they are shown alone.
"""


def recall(
    view: View,
    query: Recall,
    now: datetime,
    meaning: Meaning | None = None,
    policy: FusionPolicy = FUSION,
) -> list[Hit]:
    """Return the best hits, best first; empty when nothing known is about the query."""
    check_readable(view.spaces, TOKENISER)
    reader = Reader(view, query.valid_at or moment(view, now))
    words = tuple(dict.fromkeys(query_terms(query.text)))[:MAX_TERMS]
    arms = Arms(view, words, meaning)
    wanted, kept = _LEAST, list[Kept]()
    while True:
        candidates = arms.candidates(wanted, _FOREMOST, _STANDING)
        floor = _floor(candidates, meaning)
        if query.min_score == "calibrated" and not _is_about(candidates, arms, floor):
            return []
        ranked = fused(
            candidates, floor=floor, reach=REACH, policy=policy, with_turns=query.shows_turns
        )
        shown = _Shown(reader, query, words)
        enough = shown.reaching(ranked)
        found, repeated = shown.best(enough)
        kept = _continued(kept, found)
        # What further candidates there are says less than those that said too little.
        ended = len(enough) < len(ranked) or arms.are_exhausted(wanted)
        ended = ended or repeated > _MOST_REPEATED
        kept = kept if ended else kept[: wanted // _PER_HIT]
        if len(kept) >= query.limit or ended:
            used = weights(candidates, floor=floor, policy=policy) if query.explain else {}
            return hits(reader, kept[: query.limit], used)
        wanted *= _DEEPER


def _floor(candidates: Sequence[Candidate], meaning: Meaning | None) -> float | None:
    """Return the embedder's floor; None, for words alone, where nothing to be seen has a vector."""
    if meaning is None or all(one.cosine is None for one in candidates):
        return None
    return meaning.floor


def _is_about(candidates: Sequence[Candidate], arms: Arms, floor: float | None) -> bool:
    """Tell whether anything that was found is about the query."""
    near = None
    if floor is not None:
        near = nearest(((one.text, one.cosine) for one in candidates), floor)
    return is_about_what_is_known(near, arms.known, is_whole=bool(arms.whole))


def _continued(kept: list[Kept], found: Sequence[Kept]) -> list[Kept]:
    """Return what was kept and, behind that, what was found further down: it counts no more."""
    if not kept:
        return list(found)
    least = kept[-1].rank.score
    known = {one.record.id for one in kept}
    further = (one for one in found if one.record.id not in known)
    capped = (
        replace(one, rank=one.rank._replace(score=min(one.rank.score, least))) for one in further
    )
    return once([*kept, *capped])


@dataclass(frozen=True, slots=True)
class _Shown:
    """Loads what was ranked, and keeps what the reader may see and asked for."""

    reader: Reader
    query: Recall
    words: tuple[str, ...]

    def best(self, ranked: Sequence[Ranked]) -> tuple[list[Kept], int]:
        """Return the best records, at least as many as asked for if there are, in order.

        And how many others say the same as one of them.
        """
        kept, repeated = list[Kept](), 0
        if self.query.min_score == "calibrated":  # beside what fits is not enough
            ranked = [one for one in ranked if one.own > 0]
        start, size = 0, 2 * self.query.limit
        while start < len(ranked) and len(kept) < self.query.limit:
            end = _end_of_ties(ranked, start + size)
            found = sorted((*kept, *self._loaded(ranked[start:end])), key=order)
            kept = once(found)
            repeated += len(found) - len(kept)
            start, size = end, 2 * size
        return kept, repeated

    def reaching(self, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
        """Return what reaches the threshold."""
        if self.query.min_score != "calibrated":
            least = float(self.query.min_score)
        else:
            meant = any(one.candidate.cosine is not None for one in ranked)
            least = worth_showing(ranked[0].score, by_meaning=meant) if ranked else 0.0
        return [one for one in ranked if one.score >= least]

    def _loaded(self, ranked: Sequence[Ranked]) -> Iterator[Kept]:
        for space in self.reader.view.spaces:
            mine = [one for one in ranked if one.candidate.space == space.id]
            facts = _of_kind(mine, OwnerKind.FACT)
            turns = _of_kind(mine, OwnerKind.TURN) if self.query.shows_turns else {}
            again = self._said_again(space, turns)
            learnt = self.reader.view.facts_citing(space, turns) if turns else ()
            current = self._current(space, {*facts, *chain(*again.values())})
            known = {fact.id: fact for fact in (*current, *learnt)}
            served = {fact.id: fact for fact in self.reader.served(space, known.values())}
            ended = [(fact, facts[fact.id]) for fact in current if fact.id in facts]
            alone = list(self._alone(space, turns, served, again)) if turns else []
            yield from alone
            shown = {one.record.id: one.rank for one in alone if isinstance(one.record, Entry)}
            ended += [(fact, shown[turn]) for fact, turn in _citing(learnt, shown)]
            for name, rank in facts.items():
                if name in served and self._is_asked_for(served[name]):
                    yield Kept(space, served[name], rank)
            yield from self._instead(space, ended)

    def _alone(
        self,
        space: Space,
        turns: Mapping[str, Ranked],
        served: Mapping[str, Fact],
        again: Mapping[str, Collection[str]],
    ) -> Iterator[Kept]:
        """Yield the turns that are shown themselves, as no facts say most of them.

        They are shown in place of their facts, which are ranked with them or after. One that says
        `again` what facts say, and no more, lends them its place.
        """
        known = {fact.key: fact for fact in served.values()}
        learnt: dict[str, list[str]] = {}
        for fact, turn in _citing(served.values(), turns):
            learnt.setdefault(turn, []).append(fact.text)
        for entry, words in self._turns(space, turns):
            rank = turns[entry.id]
            facts = [served[one] for one in rank.facts if one in served]
            texts = learnt.get(entry.id, []) if facts else []
            repeated = [known[key] for key in again.get(entry.id, ()) if key in known]
            if repeated and say_most([*texts, *(one.text for one in repeated)], words, least=1):
                yield from (Kept(space, fact, rank) for fact in repeated)
            elif not say_most(texts, words):
                told = frozenset(fact.id for fact in facts if _is_told(fact, entry, words))
                yield Kept(space, entry, rank, words=content_hash_text(words), told=told)

    def _said_again(self, space: Space, turns: Collection[str]) -> Mapping[str, Collection[str]]:
        """Return the lineages that each turn said again, which it is no source of."""
        found: dict[str, list[str]] = {}
        for row in self.reader.view.confirming(space, entry_ids=turns) if turns else ():
            found.setdefault(row.entry_id, []).append(row.key)
        return found

    def _current(self, space: Space, names: Collection[str]) -> list[Fact]:
        found = self.reader.view.get(space, Fact, names)
        known = {fact.id: fact for name, fact in found.items() if name in (fact.id, fact.key)}
        return list(known.values())

    def _instead(self, space: Space, found: Sequence[tuple[Fact, Ranked]]) -> Iterator[Kept]:
        """Yield what holds in place of facts that were found and hold no more."""
        holding = successors(self.reader, space, (fact for fact, _ in found))
        for fact, rank in found:
            successor = holding.get(fact.id)
            if successor is not None and self._is_asked_for(successor):
                yield Kept(space, successor, rank, stands_in=True)

    def _is_asked_for(self, fact: Fact) -> bool:
        if self.query.kinds and fact.kind not in self.query.kinds:
            return False
        return not self.query.tags or not self.query.tags.isdisjoint(fact.tags)

    def _turns(self, space: Space, ids: Collection[str]) -> Iterator[tuple[Entry, str]]:
        """Yield turns, and what is shown of each.

        One of which words are silent since it was indexed must still say some.
        """
        silenced = self.reader.silenced(space, ids)
        for entry in self.reader.view.entries_by_id(space, ids).values():
            silences = silenced[entry.id]
            text = masked(entry.text, spans_of(silences, entry.id))
            if self._still_says(text, silences):
                yield entry, text

    def _still_says(self, text: str, silences: Sequence[Silence]) -> bool:
        if not any(one.tentative for one in silences):
            return True
        return not set(self.words).isdisjoint(terms(text))


def _of_kind(ranked: Sequence[Ranked], kind: OwnerKind) -> dict[str, Ranked]:
    return {one.candidate.id: one for one in ranked if one.candidate.kind is kind}


def _citing(facts: Iterable[Fact], turns: Collection[str]) -> Iterator[tuple[Fact, str]]:
    """Yield the facts that cite one of some turns, with that turn."""
    for fact in facts:
        for citation in fact.provenance.citations:
            if citation.entry_id in turns:
                yield fact, citation.entry_id


def _is_told(fact: Fact, entry: Entry, words: str) -> bool:
    """Tell whether words shown of a turn say all that a fact does, which then need not be shown.

    A fact with an end, or of other sources as well, says more.
    """
    if fact.valid_until is not None or not fact.provenance.citations:
        return False
    alone = all(one.entry_id == entry.id for one in fact.provenance.citations)
    return alone and say_most([words], fact.text, least=1)


def _end_of_ties(ranked: Sequence[Ranked], end: int) -> int:
    """Return where to cut falling scores: at `end` or behind, never between equal ones."""
    while 0 < end < len(ranked) and ranked[end].score == ranked[end - 1].score:
        end += 1
    return min(end, len(ranked))
