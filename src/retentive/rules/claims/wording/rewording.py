"""A text read in other words than were written, with the way back to what was written."""

from __future__ import annotations

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

    @classmethod
    def of(cls, text: str, edits: Sequence[Edit]) -> Reworded:
        """Return `text` with these words in it."""
        parts, at = list[str](), 0
        for one in edits:
            parts += [text[at : one.start], one.text]
            at = one.end
        return cls("".join((*parts, text[at:])), tuple(edits))

    def back(self, span: Span) -> Span:
        """Return where in the text as it was written the words of a span stand.

        What was only put in is found at the words beside it.
        """
        start, end = self._back(span.start, last=False), self._back(span.end, last=True)
        if start < end:
            return Span(start, end)
        return Span(max(0, start - 1), end) if start else Span(0, 1)

    def _back(self, at: int, *, last: bool) -> int:
        shift = 0
        for one in self.edits:
            begin = one.start + shift
            end = begin + len(one.text)
            if at < begin or (last and at == begin):
                break
            if at < end or (last and at == end):
                return one.end if last else one.start
            shift += len(one.text) - (one.end - one.start)
        return at - shift
