"""Feeding a long input to `observe`: in batches, each durable on its own, each item accounted for.

Whoever runs the same input again stores nothing twice where items have ids, or a key is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from retentive import Handle, RetentiveError
from retentive.surfaces.cli.items import Item, Unreadable
from retentive.surfaces.cli.options import Writing
from retentive.types import ItemResult, Outcome, Receipt

BATCH = 500
"""Items in one call: one transaction, acknowledged together."""

REJECTED = "rejected"
_OF_ONE_ITEM = frozenset({"too_large", "idempotency_conflict"})
"""Errors that refuse a whole call for the sake of one item."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one item."""

    where: str
    outcome: str
    id: str | None = None
    reason: str = ""


@dataclass(slots=True)
class Fed:
    """What became of the items that were fed so far, in their order."""

    items: list[Fate] = field(default_factory=list)
    lagging: bool = False
    replaced: int = 0
    redacted: Counter[str] = field(default_factory=Counter)

    def refuse(self, items: Sequence[Item | Unreadable], reason: str) -> None:
        """Take note of items that were refused for one reason."""
        self.items += [Fate(one.where, REJECTED, reason=reason) for one in items]

    def count(self, outcome: str) -> int:
        """Return how many items ended so."""
        return sum(one.outcome == outcome for one in self.items)

    @property
    def rejected(self) -> list[Fate]:
        """The items that were refused."""
        return [one for one in self.items if one.outcome == REJECTED]

    def held_back(self) -> Fed:
        """Return the account of a call in which all were refused for the sake of some."""
        kept = [
            one if one.outcome == REJECTED else replace(one, outcome="held_back", id=None)
            for one in self.items
        ]
        return Fed(items=kept)

    def summary(self) -> dict[str, object]:
        """Return counts and items under the names of a receipt."""
        return {
            "stored": self.count("stored"),
            "duplicates": self.count("duplicate"),
            "rejected": self.count(REJECTED),
            "items": self.items,
            "lagging": self.lagging,
            "replaced": self.replaced,
            "redacted": dict(self.redacted),
        }


@dataclass(frozen=True, slots=True)
class Feeder:
    """Feeds one handle.

    That of a dry run keeps nothing, not even what it was fed before: then `kept`, in a memory
    that nobody keeps, takes what would be stored, and tells what comes twice in the input.
    """

    handle: Handle
    writing: Writing
    fed: Fed
    kept: Handle | None = None

    def feed(self, items: Sequence[Item], told: Callable[[int, int], None]) -> None:
        """Store the items batch by batch; `told` hears how many of how many are durable."""
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            self._call(batch, start)
            told(start + len(batch), len(items))

    def _call(self, batch: Sequence[Item], start: int) -> None:
        """Store a batch; where one item has the call refused, go round it."""
        key = self.writing.idempotency_key
        try:
            receipt = self._observed(self.handle, batch, start)
            outcomes = receipt.items
            if self.kept is not None:
                again = self._observed(self.kept, batch, start).items
                outcomes = tuple(map(_both, outcomes, again))
        except RetentiveError as error:
            if error.code not in _OF_ONE_ITEM:
                raise
            if len(batch) == 1 or (key is not None and error.code == "idempotency_conflict"):
                self.fed.refuse(batch, error.message)
                return
            middle = len(batch) // 2
            self._call(batch[:middle], start)
            self._call(batch[middle:], start + middle)
            return
        self.fed.items += [
            Fate(item.where, one.outcome.value, one.id, one.reason)
            for item, one in zip(batch, outcomes, strict=True)
        ]
        self.fed.lagging = receipt.lagging
        self.fed.replaced += receipt.replaced
        self.fed.redacted.update(dict(receipt.redacted))

    def _observed(self, handle: Handle, batch: Sequence[Item], start: int) -> Receipt:
        key = self.writing.idempotency_key
        return handle.observe(
            [item.value for item in batch],
            idempotency_key=None if key is None else f"{key}:{start}",
            visibility=self.writing.visibility,
        )


def _both(tried: ItemResult, kept: ItemResult) -> ItemResult:
    """Return what becomes of an item: the store knows it, or what was fed before does."""
    known_before = kept.outcome is Outcome.DUPLICATE and tried.outcome is Outcome.STORED
    return replace(tried, outcome=Outcome.DUPLICATE) if known_before else tried
