"""Ranked search over everything a scope may see: facts and the log.

One snapshot serves a whole recall: it reads the heads first, and every arm is bounded by
them. Counts and frequencies come from the spaces asked for and from nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from retentive.kernel.times import to_micros
from retentive.model.change import OwnerKind, Silence
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.query import Hit, Recall
from retentive.model.space import Space
from retentive.pipeline.arms import REACH, Arms, Meaning
from retentive.pipeline.reading import Cited, Reader, moment
from retentive.pipeline.successors import successors
from retentive.ports.view import View
from retentive.rules.abstain import is_about_what_is_known, nearest, worth_showing
from retentive.rules.coverage import say_most
from retentive.rules.fusion import Candidate, Ranked, fused, weights
from retentive.rules.maker import check_readable
from retentive.rules.masking import masked, spans_of
from retentive.rules.policy import FUSION, FusionPolicy
from retentive.rules.text import TOKENISER, query_terms, terms

MAX_TERMS = 400
"""A query's distinct terms beyond these are not looked up; texts that long are no question."""

_LEAST = 80
_PER_HIT = 4
_DEEPER = 4
"""Documents that are taken from each arm; where these are too few, so many times as many.

For each `_PER_HIT` of them one hit is taken, the others from further down. So what comes first
does not depend on how many hits are asked for.
"""

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
    wanted, kept = _LEAST, list[_Kept]()
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
        kept = _continued(kept, shown.best(enough))
        # What further candidates there are says less than those that said too little.
        ended = len(enough) < len(ranked) or arms.are_exhausted(wanted)
        kept = kept if ended else kept[: wanted // _PER_HIT]
        if len(kept) >= query.limit or ended:
            used = weights(candidates, floor=floor, policy=policy) if query.explain else {}
            return _hits(reader, kept[: query.limit], used)
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


@dataclass(frozen=True, slots=True)
class _Kept:
    """One record to show, where it is, and how it was ranked, or what it took the place of."""

    space: Space
    record: Fact | Entry
    rank: Ranked
    stands_in: bool = False


def _place(one: _Kept) -> tuple[float, bool, int, str]:
    """Order the answers: best first; ties go to what holds now, then what was said last, by id."""
    record = one.record
    return (-one.rank.score, not one.stands_in, -to_micros(record.said_at), record.id)


def _once(kept: Sequence[_Kept]) -> list[_Kept]:
    """Leave out what was shown before.

    A fact may be found itself and stand in for others, and words that claim several things make
    several facts.
    """
    first: dict[object, _Kept] = {}
    for one in kept:
        record = one.record
        cited = record.provenance.citations if isinstance(record, Fact) else ()
        first.setdefault((one.space.id, record.text, cited) if cited else record.id, one)
    return list(first.values())


def _continued(kept: list[_Kept], found: Sequence[_Kept]) -> list[_Kept]:
    """Return what was kept and, behind that, what was found further down: it counts no more."""
    if not kept:
        return list(found)
    least = kept[-1].rank.score
    known = {one.record.id for one in kept}
    further = (one for one in found if one.record.id not in known)
    capped = (
        replace(one, rank=one.rank._replace(score=min(one.rank.score, least))) for one in further
    )
    return _once([*kept, *capped])


@dataclass(frozen=True, slots=True)
class _Shown:
    """Loads what was ranked, and keeps what the reader may see and asked for."""

    reader: Reader
    query: Recall
    words: tuple[str, ...]

    def best(self, ranked: Sequence[Ranked]) -> list[_Kept]:
        """Return the best records, at least as many as asked for if there are, in order."""
        kept: list[_Kept] = []
        if self.query.min_score == "calibrated":  # beside what fits is not enough
            ranked = [one for one in ranked if one.own > 0]
        start = 0
        while start < len(ranked) and len(kept) < self.query.limit:
            end = _end_of_ties(ranked, start + 2 * self.query.limit)
            kept = _once(sorted((*kept, *self._loaded(ranked[start:end])), key=_place))
            start = end
        return kept

    def reaching(self, ranked: Sequence[Ranked]) -> Sequence[Ranked]:
        """Return what reaches the threshold."""
        if self.query.min_score != "calibrated":
            least = float(self.query.min_score)
        else:
            meant = any(one.candidate.cosine is not None for one in ranked)
            least = worth_showing(ranked[0].score, by_meaning=meant) if ranked else 0.0
        return [one for one in ranked if one.score >= least]

    def _loaded(self, ranked: Sequence[Ranked]) -> Iterator[_Kept]:
        for space in self.reader.view.spaces:
            mine = [one for one in ranked if one.candidate.space == space.id]
            facts, turns = _of_kind(mine, OwnerKind.FACT), _of_kind(mine, OwnerKind.TURN)
            current = self._current(space, {*facts, *_represented(turns.values())})
            served = {fact.id: fact for fact in self.reader.served(space, current)}
            ended = [(fact, facts[fact.id]) for fact in current if fact.id in facts]
            shown = list(self._alone(space, turns, served)) if self.query.shows_turns else []
            for entry in shown:
                yield _Kept(space, entry, turns[entry.id])
            ended += self._learnt(space, {one.id: turns[one.id] for one in shown})
            named = {name for one in shown for name in turns[one.id].facts}
            for name, rank in facts.items():
                instead = name in named and rank.turn
                if name in served and not instead and self._is_asked_for(served[name]):
                    yield _Kept(space, served[name], rank)
            yield from self._instead(space, ended)

    def _alone(
        self, space: Space, turns: Mapping[str, Ranked], served: Mapping[str, Fact]
    ) -> Iterator[Entry]:
        """Yield the turns that are shown themselves: no facts that say most of them are.

        They are shown in place of the fact that counts as much as they do.
        """
        for entry in self._turns(space, turns):
            standing = [served[one].text for one in turns[entry.id].facts if one in served]
            if not say_most(standing, entry.text):
                yield entry

    def _current(self, space: Space, ids: Collection[str]) -> list[Fact]:
        found = self.reader.view.get(space, Fact, ids)
        return [fact for name, fact in found.items() if fact.id == name]

    def _learnt(self, space: Space, turns: Mapping[str, Ranked]) -> Iterator[tuple[Fact, Ranked]]:
        """Yield what was learnt from turns that are shown, to be ranked like them."""
        for fact in self.reader.view.facts_citing(space, turns.keys()):
            for citation in fact.provenance.citations:
                if citation.entry_id in turns:
                    yield fact, turns[citation.entry_id]

    def _instead(self, space: Space, found: Sequence[tuple[Fact, Ranked]]) -> Iterator[_Kept]:
        """Yield what holds in place of facts that were found and hold no more."""
        holding = successors(self.reader, space, (fact for fact, _ in found))
        for fact, rank in found:
            successor = holding.get(fact.id)
            if successor is not None and self._is_asked_for(successor):
                yield _Kept(space, successor, rank, stands_in=True)

    def _is_asked_for(self, fact: Fact) -> bool:
        if self.query.kinds and fact.kind not in self.query.kinds:
            return False
        return not self.query.tags or not self.query.tags.isdisjoint(fact.tags)

    def _turns(self, space: Space, ids: Collection[str]) -> Iterator[Entry]:
        """Yield turns; one of which words are silent since it was indexed must still say some."""
        silenced = self.reader.silenced(space, ids)
        for entry in self.reader.view.entries_by_id(space, ids).values():
            if self._still_says(entry, silenced[entry.id]):
                yield entry

    def _still_says(self, entry: Entry, silences: Sequence[Silence]) -> bool:
        if not any(one.tentative for one in silences):
            return True
        text = masked(entry.text, spans_of(silences, entry.id))
        return not set(self.words).isdisjoint(terms(text))


def _of_kind(ranked: Sequence[Ranked], kind: OwnerKind) -> dict[str, Ranked]:
    return {one.candidate.id: one for one in ranked if one.candidate.kind is kind}


def _represented(turns: Collection[Ranked]) -> Iterator[str]:
    for one in turns:
        yield from one.facts


def _end_of_ties(ranked: Sequence[Ranked], end: int) -> int:
    """Return where to cut falling scores: at `end` or behind, never between equal ones."""
    while 0 < end < len(ranked) and ranked[end].score == ranked[end - 1].score:
        end += 1
    return min(end, len(ranked))


def _hits(reader: Reader, kept: Sequence[_Kept], used: Mapping[str, float]) -> list[Hit]:
    cited = reader.cited([(one.space, one.record) for one in kept])
    return [_hit(one, told, used) for one, told in zip(kept, cited, strict=True)]


def _hit(kept: _Kept, cited: Cited, used: Mapping[str, float]) -> Hit:
    record, rank = cited.record, kept.rank
    fact = record if isinstance(record, Fact) else None
    what = f"a {fact.kind} fact" if fact else "a turn of the log"
    if kept.stands_in:
        what += ", in place of one"
    return Hit(
        text=record.text,
        score=rank.score,
        record=record,
        sources=cited.sources,
        parts={**rank.parts, **used},
        withheld=cited.withheld,
        valid_from=fact.valid_from if fact else None,
        valid_until=fact.valid_until if fact else None,
        why=f"{what} {_reason(rank.parts)}",
    )


def _reason(parts: Mapping[str, float]) -> str:
    """Say what speaks for a hit."""
    reasons = []
    if parts.get("text"):
        reasons.append("that shares words with the query")
    if parts.get("cosine", 0.0) > 0:
        reasons.append("near in meaning")
    if parts.get("neighbours") and not reasons:
        reasons.append("beside turns that fit")
    return " and ".join(reasons)
