"""What a recall keeps to show: in which order, what of it is shown once, and as which hits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from retentive.kernel.times import to_micros
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.query import Hit
from retentive.model.space import Space
from retentive.pipeline.reading import Cited, Reader
from retentive.pipeline.vocabulary import calendar
from retentive.rules.fusion import Ranked


@dataclass(frozen=True, slots=True)
class Kept:
    """One record to show, where it is, and how it was ranked, or what it took the place of.

    `words` are those shown of a turn, in canonical form, and `told` the facts that it stands for.
    """

    space: Space
    record: Fact | Entry
    rank: Ranked
    stands_in: bool = False
    words: str = ""
    told: frozenset[str] = frozenset()

    @property
    def is_found_itself(self) -> bool:
        """Whether it has its own place, not that of what it took the place of."""
        return self.rank.candidate.id == self.record.id

    @property
    def same(self) -> object:
        """What those have in common of which one is shown.

        A fact may be found itself and stand in for others, and words that claim several things
        make several facts. Who says the same words again, of the same `times`, says one thing.
        """
        match self.record:
            case Fact(provenance=rests) as fact if rests.citations:
                return self.space.id, fact.text, rests.citations
            case Entry() as turn if self.words:
                return self.space.id, turn.speaker.id, self.words
            case record:
                return record.id

    @property
    def times(self) -> tuple[tuple[datetime, datetime], ...]:
        """The times that a turn's words name, if other ones when they are said another day."""
        if isinstance(self.record, Fact):
            return ()
        return tuple(calendar(self.record).named(self.words, self.record.said_at))


def order(one: Kept) -> tuple[float, bool, int, int, str]:
    """Order the answers: best first.

    Ties go to what holds now, then what was said last; then to turns that stand for facts, and
    to facts before other turns.
    """
    record = one.record
    kind = 0 if one.told else 1 if isinstance(record, Fact) else 2
    return (-one.rank.score, not one.stands_in, -to_micros(record.said_at), kind, record.id)


def once(kept: Sequence[Kept]) -> list[Kept]:
    """Leave out what was shown before, and facts behind a turn that stands for them.

    So of equal turns the best is left, then the newest; `Shall we meet tomorrow?`, asked on two
    days, asks two things.
    """
    said = Counter(one.same for one in kept)
    first: dict[object, Kept] = {}
    told: set[str] = set()
    for one in kept:
        if one.record.id not in told or not one.is_found_itself:
            times = one.times if said[one.same] > 1 else ()
            first.setdefault((one.same, times), one)
            told |= one.told
    return list(first.values())


def hits(reader: Reader, kept: Sequence[Kept], used: Mapping[str, float]) -> list[Hit]:
    """Return what is shown of these records, with their sources; `used` are weights to tell."""
    cited = reader.cited([(one.space, one.record) for one in kept])
    return [_hit_of(one, told, used) for one, told in zip(kept, cited, strict=True)]


def _hit_of(kept: Kept, cited: Cited, used: Mapping[str, float]) -> Hit:
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
