"""What a fact says, in a form that can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Polarity(StrEnum):
    """Whether the claim is affirmed or denied."""

    POSITIVE = "positive"
    NEGATIVE = "negative"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """`subject` (an actor or entity id) has `attribute` = `value`, or has it not.

    Contradiction is decided inside the same subject and attribute only.
    """

    subject: str
    attribute: str
    value: str
    polarity: Polarity = Polarity.POSITIVE


class Cue(StrEnum):
    """What the words around a claim say of its relation to what was so before.

    ALSO adds beside it; FOR_NOW holds for a while, then the old resumes; STILL confirms; NOW
    says that something has changed; NO_MORE ends a state (its claim is denied); FORGET asks
    that the claim be forgotten.
    """

    NONE = "none"
    ALSO = "also"
    FOR_NOW = "for_now"
    STILL = "still"
    NOW = "now"
    NO_MORE = "no_more"
    FORGET = "forget"


@dataclass(frozen=True, slots=True)
class Correction:
    """Words that put something said earlier right, or take it back.

    `old` are the words that were wrong, or that name what is taken back; None if only what is
    known tells what `new` follows. `new` are the right ones, None if there are none.
    """

    old: str | None
    new: str | None = None
