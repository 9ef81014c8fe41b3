"""What verbs answer besides records: receipts, reports, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from retentive.model.fact import Fact


class Outcome(StrEnum):
    """What became of one item of a call."""

    STORED = "stored"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemResult:
    """What became of the item at `index`: its entry's id, or why it was refused.

    Of one that was stored without its images or sounds, `reason` names what is missing; of a
    duplicate, what it told otherwise than what is stored.
    """

    index: int
    outcome: Outcome
    id: str | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Accepted:
    """The durable result of one `observe`: one `ItemResult` an input, in their order.

    `lagging` says that digestion is far behind; `replaced` counts characters that cannot be
    stored and became U+FFFD; `redacted` counts secrets taken out, by kind; `ignored` the items
    stored without what they held under a key that is not read, by key.
    """

    items: tuple[ItemResult, ...]
    lagging: bool = False
    replaced: int = 0
    redacted: Mapping[str, int] = field(default_factory=dict)
    ignored: Mapping[str, int] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Show how many ended how, and why the first was refused."""
        counts = {one: len(self._with(one)) for one in Outcome}
        told = ", ".join(f"{count} {one.value}" for one, count in counts.items() if count)
        why = f": {self.rejected[0].reason}" if self.rejected else ""
        return f"<{type(self).__name__} {told or 'of nothing'}{why}>"

    def _with(self, outcome: Outcome) -> tuple[ItemResult, ...]:
        return tuple(item for item in self.items if item.outcome is outcome)

    @property
    def ids(self) -> tuple[str, ...]:
        """The entry ids of stored items and duplicates, in input order."""
        return tuple(item.id for item in self.items if item.id is not None)

    @property
    def stored(self) -> tuple[ItemResult, ...]:
        """Items that became new entries."""
        return self._with(Outcome.STORED)

    @property
    def duplicates(self) -> tuple[ItemResult, ...]:
        """Items seen before under the same id or idempotency key."""
        return self._with(Outcome.DUPLICATE)

    @property
    def rejected(self) -> tuple[ItemResult, ...]:
        """Items that were refused, each with its reason."""
        return self._with(Outcome.REJECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """What a command did: the record as it is now, and the turns whose words it silenced.

    `ended` names the facts that end by it, none where the same command was given before.
    """

    fact: Fact | None
    change_id: str
    silenced: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Flushed:
    """What `flush` did: what it digested and embedded here, and what is pending in the store.

    `embedded` counts texts; `pending` the entries still to be digested; `unembedded` the
    documents that have no vector yet because the embedder failed, or another's is needed. They
    are found by their words, and embedded later.
    `dead_letters` counts the entries given up, now or earlier, in the spaces that this or an
    earlier `flush` of the opened memory waited for; `rebuild` tries them again.
    """

    digested: int
    pending: int
    dead_letters: int
    embedded: int = 0
    unembedded: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage:
    """One thing that `verify` found wrong, named by its check and place."""

    check: str
    place: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """The result of `verify`: what was looked at and what is wrong."""

    spaces: int
    entries: int
    records: int
    documents: int
    damages: tuple[Damage, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong."""
        return not self.damages


@dataclass(frozen=True, slots=True, kw_only=True)
class Rebuilt:
    """The result of `rebuild`: what the log was turned into again.

    Of one that made vectors anew `unembedded` counts the documents that still wait for theirs.
    """

    spaces: int
    entries: int
    facts: int
    unplaced: int
    dead_letters: int
    vectors: int = 0
    unembedded: int = 0

    @classmethod
    def of(cls, counts: Sequence[SpaceCounts], *, embedded: bool = False) -> Rebuilt:
        """Return the report on spaces of these sizes, whose vectors were made anew or not."""
        return cls(
            spaces=len(counts),
            entries=sum(one.entries for one in counts),
            facts=sum(one.facts for one in counts),
            unplaced=sum(one.unplaced for one in counts),
            dead_letters=sum(one.dead_letters for one in counts),
            vectors=sum(one.vectors for one in counts if embedded),
            unembedded=sum(one.unembedded for one in counts if embedded),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceCounts:
    """Sizes of one space; `unembedded` counts the documents that wait for a vector.

    `unembeddable` counts those whose text the embedder failed at too often: see `Stats`.
    """

    entries: int
    facts: int
    versions: int
    episodes: int
    documents: int
    live_documents: int
    postings: int
    vectors: int
    pending: int
    dead_letters: int
    unplaced: int
    unembedded: int
    unembeddable: int
    last_recorded_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Sizes and health of the store, or of what one scope may read.

    `facts` and `live_documents` count what digestion has not ended: what expired is among them,
    and what a command hides already until digestion reaches it; neither is ever found.
    `unembedded` counts the documents that wait for a vector; none does where nobody ever had an
    embedder. `unembeddable` counts those put aside: the embedder failed at their text by itself
    again and again while it worked for others. They are found by their words, and tried again by
    `rebuild(embeddings=True)`. `waiting_for` names what this process lacks to digest or embed
    pending work.
    """

    location: str
    spaces: int
    entries: int
    facts: int
    versions: int
    episodes: int
    documents: int
    live_documents: int
    postings: int
    vectors: int
    pending: int
    dead_letters: int
    unplaced: int
    unembedded: int
    unembeddable: int
    waiting_for: tuple[str, ...] = ()
