"""What `retentive doctor` finds: one `Check` a thing looked at."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """How it stands with one thing."""

    OK = "ok"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing looked at: how it stands, what was seen, and what to do about it."""

    name: str
    health: Health
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """All that was looked at, in order."""

    checks: tuple[Check, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing failed."""
        return all(check.health is not Health.FAIL for check in self.checks)
