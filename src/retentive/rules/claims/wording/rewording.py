"""A text read in other words than were written, with the way back to what was written."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from retentive.model.provenance import Span


class Edit(NamedTuple):
    """Words put in the place of `[start, end)` of a text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Reworded:
    """A text after its edits, which are in order and apart."""

    text: str
    edits: tuple[Edit, ...]
    begins: tuple[int, ...]
    """Where in `text` the words of each edit begin."""

    @classmethod
    def of(cls, text: str, edits: Sequence[Edit]) -> Reworded:
        """Return `text` with these words in it."""
        parts, begins, at, shift = list[str](), list[int](), 0, 0
        for one in edits:
            parts += [text[at : one.start], one.text]
            begins.append(one.start + shift)
            at, shift = one.end, shift + len(one.text) - (one.end - one.start)
        return cls("".join((*parts, text[at:])), tuple(edits), tuple(begins))

    def back(self, span: Span) -> Span:
        """Return where in the text as it was written the words of a span stand.

        What was only put in is found at the words beside it.
        """
        start, end = self._back(span.start, last=False), self._back(span.end, last=True)
        if start < end:
            return Span(start, end)
        return Span(max(0, start - 1), end) if start else Span(0, 1)

    def _back(self, at: int, *, last: bool) -> int:
        before = bisect_left(self.begins, at) if last else bisect_right(self.begins, at)
        if not before:
            return at
        one = self.edits[before - 1]
        behind = at - self.begins[before - 1] - len(one.text)
        if behind < 0 or (last and behind == 0):
            return one.end if last else one.start
        return one.end + behind
