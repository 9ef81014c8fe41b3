"""Feeding a long input to `observe`: in batches, each durable on its own, each item accounted for.

Whoever runs the same input again stores nothing twice where items have ids, or a key is given;
what was refused and mended meanwhile is stored then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from retentive import Handle, RetentiveError, Visibility
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
    """What became of the items that were fed so far, in their order.

    `nameless` ones were stored without an id or key, and would be stored twice.
    """

    items: list[Fate] = field(default_factory=list)
    nameless: int = 0
    lagging: bool = False
    replaced: int = 0
    redacted: Counter[str] = field(default_factory=Counter)
    ignored: Counter[str] = field(default_factory=Counter)

    def take_note(self, receipt: Receipt) -> None:
        """Add what a receipt counts."""
        self.lagging = receipt.lagging
        self.replaced += receipt.replaced
        self.redacted.update(dict(receipt.redacted))
        self.ignored.update(dict(receipt.ignored))

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
            "ignored": dict(self.ignored),
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

    def feed(self, items: Sequence[Item | Unreadable], told: Callable[[int, int], None]) -> None:
        """Store the items batch by batch; `told` hears how many of how many are durable."""
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            fates = {
                at: Fate(one.where, REJECTED, reason=one.reason)
                for at, one in enumerate(batch)
                if isinstance(one, Unreadable)
            }
            readable = [at for at in range(len(batch)) if at not in fates]
            if readable:
                self._call(batch, start, readable, fates)
            self.fed.items += [fates[at] for at in sorted(fates)]
            told(start + len(batch), len(items))

    def _call(
        self,
        batch: Sequence[Item | Unreadable],
        start: int,
        wanted: Sequence[int],
        fates: dict[int, Fate],
    ) -> None:
        """Store what is wanted of a batch; where one item has the call refused, go round it.

        Each item keeps its place in the call whatever becomes of the others, so that under a
        key it is known again when these were mended.
        """
        key = self.writing.idempotency_key
        call = _Call(
            values=[_value(one) if at in {*wanted} else None for at, one in enumerate(batch)],
            key=None if key is None else f"{key}:{start}",
            visibility=self.writing.visibility,
        )
        try:
            receipt = call.to(self.handle)
            again = None if self.kept is None else call.to(self.kept)
        except RetentiveError as error:
            if error.code not in _OF_ONE_ITEM:
                raise
            if len(wanted) == 1 or error.facts.get("idempotency_key") is not None:
                told = _reason(error)
                fates |= {at: Fate(batch[at].where, REJECTED, reason=told) for at in wanted}
                return
            middle = len(wanted) // 2
            self._call(batch, start, wanted[:middle], fates)
            self._call(batch, start, wanted[middle:], fates)
            return
        for at in wanted:
            one = receipt.items[at] if again is None else _both(receipt.items[at], again.items[at])
            fates[at] = Fate(batch[at].where, one.outcome.value, one.id, one.reason)
            is_new = one.outcome is Outcome.STORED
            self.fed.nameless += is_new and key is None and not _has_id(call.values[at])
        self.fed.take_note(receipt)


@dataclass(frozen=True, slots=True)
class _Call:
    """One call of `observe`."""

    values: Sequence[Any]
    key: str | None
    visibility: Visibility | None

    def to(self, handle: Handle) -> Receipt:
        """Make the call."""
        return handle.observe(self.values, idempotency_key=self.key, visibility=self.visibility)


def _value(one: Item | Unreadable) -> Any:
    return one.value if isinstance(one, Item) else None


def _has_id(value: Any) -> bool:
    return isinstance(value, dict) and value.get("id") is not None


def _reason(error: RetentiveError) -> str:
    """Return why an item was refused, in the words of the command line."""
    if error.code != "idempotency_conflict":
        return error.message
    key = error.facts.get("idempotency_key")
    if key is not None:
        return "the --idempotency-key was used before for other content; use a new one"
    return f"id {error.facts['id']!r} was used before with other content; give it a new id"


def _both(tried: ItemResult, kept: ItemResult) -> ItemResult:
    """Return what becomes of an item: the store knows it, or what was fed before does."""
    known_before = kept.outcome is Outcome.DUPLICATE and tried.outcome is Outcome.STORED
    return replace(tried, outcome=Outcome.DUPLICATE) if known_before else tried
