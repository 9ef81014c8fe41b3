"""The log: what came from outside, never rewritten.

An `Entry` is a head (where, when, by whom) and one of five bodies. Bodies carry a `version`
in storage; readers convert old ones up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from retentive.kernel.scope import Scope
from retentive.model.actor import Actor
from retentive.model.brief import brief
from retentive.model.claim import Claim
from retentive.model.provenance import Span

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


class Role(StrEnum):
    """The role of a message, as chat interfaces name it."""

    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of a conversation; spans of citations count code points of `text`."""

    role: Role
    text: str
    metadata: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """One event of an agent's work (a tool call, a prompt, an error), as a hook reported it."""

    event: str
    text: str
    tool: str | None = None
    payload: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One fact stored as said, by `remember`; `redacted` counts the secrets taken out of it."""

    text: str
    fact_kind: str
    confidence: float = 1.0
    importance: float | None = None
    tags: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    claim: Claim | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)


class Verb(StrEnum):
    """What a command asks for."""

    CORRECT = "correct"
    CONFIRM = "confirm"
    RETRACT = "retract"
    RESTORE = "restore"
    FORGET = "forget"
    UNDO = "undo"
    RETRY = "retry"
    SET = "set"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a command is about, told in every way a changed rule set can find it again.

    `fact_id` and `key` name the record as `maker` made it. `citations` are the spans it stood
    on, and `unread` those that say the same in entries that were not digested yet. `claim` is
    what it claimed, of what `kind` it was, about whom (`subject`), and `content` the keyed hash
    of what it said. A forget of a log entry has `entry_id` alone, and so has an undoing of all
    that was learnt from one.
    """

    fact_id: str | None = None
    key: str | None = None
    entry_id: str | None = None
    claim: Claim | None = None
    citations: tuple[tuple[str, Span], ...] = ()
    unread: tuple[tuple[str, Span], ...] = ()
    maker: str = ""
    kind: str = ""
    subject: str = ""
    content: str = ""

    @property
    def places(self) -> tuple[tuple[str, Span], ...]:
        """Every span that says what the record says."""
        return tuple(dict.fromkeys((*self.citations, *self.unread)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One act of curation; `text` is the new wording of a correction, else the reason.

    `redacted` counts the secrets taken out of it.
    """

    verb: Verb
    target: Target
    text: str = ""
    arguments: Mapping[str, Json] = field(default_factory=dict)
    redacted: Mapping[str, int] = field(default_factory=dict)


class ReplyStatus(StrEnum):
    """How a call to a model, or the digestion of an entry, ended."""

    ANSWERED = "answered"
    FAILED = "failed"
    SKIPPED = "skipped"
    DEAD = "dead"
    REVIVED = "revived"
    """It was dead, and a rebuild could digest it after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model answered about the entry `about_seq`, or that it never will.

    It belongs to the log up to `t` when the entry it is about does. `stage`, `prompt`,
    `model` and `input_hash` are its key: asking again needs a command.
    """

    about_seq: int
    stage: str
    status: ReplyStatus
    prompt: str = ""
    model: str = ""
    input_hash: str = ""
    text: str = ""


Body = Message | Observation | Statement | Command | Reply


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of the log.

    `seq` counts from 1 in its space and `recorded_at` rises strictly with it. `said_at` is
    when it was said in the world, at most `recorded_at`; `told_at` is the time the caller
    gave, kept even when it lies ahead of `recorded_at` (None: the caller gave none). `zone`
    names the zone it was said in, or the offset of its timestamp as `+05:30`; None is UTC.
    """

    id: str
    space: int
    seq: int
    recorded_at: datetime
    said_at: datetime
    told_at: datetime | None
    origin: Scope
    speaker: Actor
    body: Body
    caller_id: str | None = None
    zone: str | None = None

    def __repr__(self) -> str:
        """Show the id, who spoke, and the words."""
        return f"<Entry {self.id} {self.speaker.id} {brief(self.text)}>"

    @property
    def text(self) -> str:
        """The words of this entry; citations count its code points."""
        return self.body.text
