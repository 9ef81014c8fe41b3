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
