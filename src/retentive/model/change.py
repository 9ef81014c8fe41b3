"""What a decision does to derived state, as values that can be counted, shown and replayed.

A `ChangeSet` is applied whole, in one transaction, by the one writer. Its changes are in the
order in which they apply.

Some changes are *tentative*: a statement or command acts at once, before digestion reaches
its entry. Tentative rows carry that entry's seq and are dropped by `Settle` when digestion
arrives there and decides for good; so settled state is a pure fold over the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal, NamedTuple, cast

from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.provenance import Span

AnyRecord = Fact | Episode | Entity | Relation | Theme
Family = Literal["fact", "episode", "entity", "relation", "theme"]
"""What kind of record is meant: the name of its class in lower case."""


def family_of(record: AnyRecord) -> Family:
    """Return the family of a record."""
    return cast(Family, type(record).__name__.lower())


class OwnerKind(StrEnum):
    """What an index document stands for."""

    FACT = "fact"
    TURN = "turn"
    EPISODE = "episode"
    ENTITY = "entity"
    THEME = "theme"


@dataclass(frozen=True, slots=True)
class Owner:
    """The record behind a document: a fact version's id, or the id of a log entry."""

    kind: OwnerKind
    id: str


class Field(StrEnum):
    """Which part of a document a term stands in."""

    BODY = "body"
    SPEAKER = "speaker"


class Place(NamedTuple):
    """Where a turn stands in the log; those without a session are a session of their own."""

    seq: int
    session: str | None
    said_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Doc:
    """The index terms of one owner while it read so: `[born_seq, dead_seq)` in log order.

    `terms` maps (term, field) to how often it stands there; `length` is the number of body
    terms. `digest` stands for the text that is embedded for it: documents that say the same
    share one vector. `place` is that of the turn, or of the turn that a fact was found in.
    """

    born_seq: int
    dead_seq: int | None
    length: int
    terms: Mapping[tuple[str, Field], int]
    digest: bytes
    place: Place | None = None


class Silencing(StrEnum):
    """Why words of the log are not shown."""

    FORGOTTEN = "forgotten"
    RETRACTED = "retracted"
    CORRECTED = "corrected"
    QUARANTINED = "quarantined"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """Words or a lineage that are not to be shown, from entry `seq` on.

    Names a span of an entry, a lineage (`key`), or both: then the span belonged to that
    lineage. With a lineage and an entry without a span, the versions are meant that rest on the
    entry. Or it names a `content` hash: what says so again is not learnt again; with a span that
    is what the words there say. What is
    `FORGOTTEN` is silent at every `known_at`; the others from `seq` on. `ordinal` tells the
    silences of one entry apart.
    """

    seq: int
    ordinal: int
    mode: Silencing
    entry_id: str | None = None
    span: Span | None = None
    key: str | None = None
    content: str | None = None
    tentative: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """Store a new version; its `id` was not there before (except as a tentative row)."""

    record: AnyRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Retire:
    """Set the end of a stored version of a family, once."""

    family: Family
    id: str
    dead_seq: int
    retired_at: datetime
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirm:
    """Count an entry as a confirmation of a lineage; at most one counts a session.

    `at` is the entry's log time. `spans` are the words of the entry that say it: what
    silences the lineage silences them.
    """

    key: str
    entry_id: str
    seq: int
    speaker: str
    session: str | None
    at: datetime
    spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """Let an id or key resolve to the lineage it was folded into, from `seq` on."""

    name: str
    key: str
    seq: int
    tentative: bool = False


@dataclass(frozen=True, slots=True)
class Mute:
    """Add one silence."""

    silence: Silence


@dataclass(frozen=True, slots=True)
class SetDocs:
    """Replace all index documents of an owner (none: drop it from the index)."""

    owner: Owner
    docs: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class RetireDocs:
    """End the live index document of an owner at `dead_seq`, keeping it for `known_at`."""

    owner: Owner
    dead_seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PutVector:
    """Keep the vector of all documents with a digest.

    `data` holds `dim` finite numbers as little-endian float16, of unit length together.
    """

    digest: bytes
    dim: int
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Unplaced:
    """A command whose target the present rules did not yield; kept and reported."""

    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class Settle:
    """Drop everything tentative that entry `seq` caused."""

    seq: int


Change = (
    Put | Retire | Confirm | Alias | Mute | SetDocs | RetireDocs | PutVector | Unplaced | Settle
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """The changes that one entry causes, and what to write in the audit row about them.

    `operation` is what happened in a word (`digest`, `remember`, `retract` …), `seq` the
    entry it rests on. An empty change set is legal and writes no audit row.
    """

    operation: str
    seq: int
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow:
    """One line of a space's audit chain: what was done, by whom and why, never the words.

    `number` counts from 1; `at` is log time; `digest` covers the changes, and `link` this row
    and the row before it, both under the space's secret key. `format` says what is linked how.
    `actor` is `digest`, or stands for the speaker of the entry `seq` under that key; `reason`
    is what kind of entry caused it, and `rule` the version of what decided. Also the outbox:
    whoever tells listeners about changes keeps a watermark over `number`.
    """

    number: int
    format: int
    change_id: str
    seq: int
    operation: str
    actor: str
    reason: str
    rule: str
    at: datetime
    touched: tuple[str, ...]
    digest: bytes
    link: bytes
