"""Questions, their answers, and the filters of lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, Literal, TypeVar, overload

from retentive.model.brief import brief
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.provenance import Source

T = TypeVar("T")

DEFAULT_LIMIT = 10
MAX_LIMIT = 1000
"""No list or recall returns more in one call; lists go on with a cursor (row Z-73)."""

AnyTime = Literal["any"]
MinScore = float | Literal["calibrated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """A checked recall: what is asked, at which times, of which records.

    `valid_at` None means now; `known_at` None means the heads the read begins with. `explain`
    asks for the weights among the parts of a score.
    """

    text: str
    limit: int = DEFAULT_LIMIT
    kinds: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    valid_at: datetime | AnyTime | None = None
    known_at: datetime | None = None
    min_score: MinScore = "calibrated"
    include_log: bool = True
    explain: bool = False

    @property
    def shows_turns(self) -> bool:
        """Whether turns of the log are among the answers; they have neither kind nor tags."""
        return self.include_log and not self.kinds and not self.tags


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One answer: a record, how well it fits, and the words it rests on.

    `record` is a fact, or a log entry when no facts say most of it. `score` is in 0–1, `parts` its
    components by name: with b the greatest of `own` (the record's), `turn` (that of the turn which
    it stands for) and `fact` (that of the best fact which a turn stands for), a score found is
    b + min(1, `neighbours`) × (1 − b).
    `sources` are what this reader may read; `withheld` counts the rest.
    """

    text: str
    score: float
    record: Fact | Entry
    sources: tuple[Source, ...]
    parts: Mapping[str, float] = field(default_factory=dict)
    withheld: int = 0
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    why: str = ""

    def __repr__(self) -> str:
        """Show the score, the words and the record."""
        return f"<Hit {self.score:.2f} {brief(self.text)} {self.id}>"

    @property
    def source_ids(self) -> tuple[str, ...]:
        """The ids the caller gave to the cited messages, else ours, without repetition."""
        names = (source.caller_id or source.entry_id for source in self.sources)
        return tuple(dict.fromkeys(names))

    @property
    def id(self) -> str:
        """The id of the record."""
        return self.record.id


class SectionName(StrEnum):
    """The sections of a context, in the order they are rendered."""

    FACTS = "facts"
    LOG = "log"
    RECENT = "recent"


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionAccount:
    """What one section of a context got and what was cut from it."""

    section: str
    tokens: int
    lines: int
    cut: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The block for the prompt: `text` = `stable` then `volatile`, at most `budget` tokens.

    `counter` names what counted `tokens`; `account` says what each section got and lost.
    `run_id` names the answer that this context is for.
    """

    text: str
    stable: str
    volatile: str
    tokens: int
    budget: int
    counter: str
    account: tuple[SectionAccount, ...]
    hits: tuple[Hit, ...]
    run_id: str

    def __repr__(self) -> str:
        """Show what it costs and holds, not the text."""
        lines = sum(one.lines for one in self.account)
        return f"<Context {self.tokens} of {self.budget} tokens, {lines} lines>"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Generic[T]):
    """One page of a list: `items`, and the `cursor` of the next page (None: the last).

    It can be walked, counted and indexed like the tuple of its items.
    """

    items: tuple[T, ...]
    cursor: str | None = None

    def __iter__(self) -> Iterator[T]:
        """Walk over the items of this page."""
        return iter(self.items)

    def __len__(self) -> int:
        """Count the items of this page."""
        return len(self.items)

    @overload
    def __getitem__(self, at: int) -> T: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[T, ...]: ...

    def __getitem__(self, at: int | slice) -> T | tuple[T, ...]:
        """Return the item at a place of this page, or those of a slice."""
        return self.items[at]

    def __repr__(self) -> str:
        """Show the items and the cursor."""
        return f"Page({list(self.items)!r}, cursor={self.cursor!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFilter:
    """Which facts of a space (rows C-04, C-14); empty sets do not filter.

    `tags` and `kinds` are any-of; `exclude_tags` drops any-of after that. `include_retired`
    shows every version ever stored, `include_unserved` also quarantined, retracted and
    forgotten ones. `valid_at` None does not filter by validity.
    """

    kinds: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    exclude_tags: frozenset[str] = frozenset()
    entity_key: str | None = None
    theme_key: str | None = None
    valid_at: datetime | None = None
    include_retired: bool = False
    include_unserved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityFilter:
    """Which entities (row C-14)."""

    entity_type: str | None = None
    name: str | None = None
    include_retired: bool = False


class Direction(StrEnum):
    """Which ends of a relation count."""

    OUTGOING = "outgoing"
    INCOMING = "incoming"
    BOTH = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationFilter:
    """Which relations of an entity (row C-14)."""

    direction: Direction = Direction.BOTH
    relation_type: str | None = None
    include_retired: bool = False
