"""What a claim does to what is known: one decision, with the rule that made it and its reason.

A reason says what happened and quotes nobody: the words that changed something may be
forgotten later. Who asks for a history is told them through `Fact.ended_by`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from retentive.model.claim import Cue
from retentive.model.fact import Fact


class Operation(StrEnum):
    """What a claim does: the four operations of row M-03, and three of our own."""

    ADD = "add"
    UPDATE = "update"
    NONE = "none"
    """It was known; saying it again confirms it."""
    SUPERSEDE = "supersede"
    RETRACT = "retract"
    OVERLAY = "overlay"


@dataclass(frozen=True, slots=True)
class Said:
    """A fact with a claim as it was said, before it is decided what becomes of it."""

    fact: Fact
    cue: Cue = Cue.NONE
    loosely: bool = False
    """Whether an end may mean what it calls by another name, as it names nothing that is known."""


@dataclass(frozen=True, slots=True)
class Revision:
    """A known fact as it reads from now on: `new` has its key, and is not a version yet."""

    old: Fact
    new: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What becomes of a claim and of what was known.

    `fact` is stored as a fact of its own; `revised` are facts that read otherwise from now on,
    `confirmed` the one that said it already.
    """

    operation: Operation
    rule: str
    fact: Fact | None = None
    revised: tuple[Revision, ...] = ()
    confirmed: Fact | None = None

    @property
    def reason(self) -> str:
        """Return why, as the newest version that it makes tells it."""
        told = [*(one.new for one in self.revised), self.fact, self.confirmed]
        return next((one.reason for one in told if one is not None), "")
