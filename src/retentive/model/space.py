"""A space as the store keeps it, and the work that is pending on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Self

from retentive.kernel.scope import Address

DIGEST = "digest"
"""The stage that turns the log into records and text."""

EMBED = "embed"
"""The stage that makes vectors of what is digested."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Generations:
    """Which generation of each family of derived rows is meant, and what made it.

    `maker` names, with their versions, all that the records depend on (the extractor, the
    tokeniser and the fold), `tokeniser` and `embedder` what indexed texts and made vectors. A
    process with another maker leaves the work pending. An `embedder` of "" makes none.
    """

    records: int
    text: int
    vectors: int
    tokeniser: str
    maker: str
    embedder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """One space as of a transaction.

    `head_seq` is the newest entry's number (0: none) and `last_recorded_at` its time.
    `horizon` bounds what a read sees: entries and changes up to and including it.
    `audit_number` and `audit_link` are the head of its audit chain.
    """

    id: int
    address: Address
    secret: bytes
    head_seq: int
    last_recorded_at: datetime | None
    horizon: int
    audit_number: int
    audit_link: bytes
    generations: Generations

    @classmethod
    def empty(cls, number: int, address: Address, secret: bytes, made_by: Generations) -> Self:
        """Return a space of which nothing is written yet."""
        return cls(
            id=number,
            address=address,
            secret=secret,
            head_seq=0,
            last_recorded_at=None,
            horizon=0,
            audit_number=0,
            audit_link=b"",
            generations=made_by,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Watermark:
    """How far a stage has come in the log of a space: everything up to `done_seq` is done.

    Its work goes up to `head_seq`: for `embed` that is how far `digest` has come, for every
    other stage the head of the log.
    """

    stage: str
    generation: int
    done_seq: int
    head_seq: int
    attempts: int = 0
    next_try: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to work on one stage of one space until `until`.

    `fence` rises with every lease of that work: who holds an older one cannot write.
    """

    address: Address
    space: int
    stage: str
    generation: int
    owner: str
    fence: int
    until: datetime
    done_seq: int
    attempts: int
