"""Believing no token counter: whatever it answers, a context is counted in whole numbers."""

from __future__ import annotations

from dataclasses import dataclass

from retentive.kernel.errors import InvalidInput
from retentive.ports.models import TokenCounter
from retentive.rules.checked import checked_part, shown


@dataclass(frozen=True, slots=True)
class _Counter:
    """A counter whose answers are checked."""

    given: TokenCounter
    name: str

    def count(self, text: str) -> int:
        """Return the tokens of `text`, as the counter that was given counts them."""
        tokens: object = self.given.count(text)
        if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 0:
            raise InvalidInput(
                f"counter {self.name!r} must count in whole numbers from 0 up; "
                f"count() returned {shown(tokens)}",
                field="counter",
            )
        return tokens


def checked_counter(counter: TokenCounter) -> TokenCounter:
    """Return a counter that can be relied on; refuse what has no name or counts nothing."""
    checked_part(counter, "counter", ("count",))
    name: object = getattr(counter, "name", None)
    if not isinstance(name, str) or not name:
        raise InvalidInput("counter must have a name, which the context tells", field="counter")
    return _Counter(counter, name)
