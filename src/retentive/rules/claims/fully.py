"""A message in full words: what it leaves out, since the message before said it, is put in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Message
from retentive.rules.characters import listed
from retentive.rules.claims.answers import answer, question_to
from retentive.rules.claims.rewording import Reworded

_TIES: Final = listed("relative friend colleague pet partner")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it is read, beside the one that was written."""

    entry: Entry
    written: Entry
    words: Reworded | None = None
    polar: bool = False

    def back(self, found: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield candidates of what is read at the places of what was written."""
        for one in found:
            if self.words is None:
                yield one
            elif not self._only_asked(one):
                yield self._back(one)

    def _only_asked(self, one: Candidate) -> bool:
        """Tell whether a question alone says who somebody is: `How old is the cat?`."""
        if self.polar or one.claim is None or one.claim.attribute not in _TIES:
            return False
        return one.claim.value.rpartition(" ")[2] not in self.written.text

    def _back(self, one: Candidate) -> Candidate:
        assert self.words is not None
        span = self.words.back(one.span)
        quote = self.written.text[span.start : span.end]
        text = quote if one.text == one.quote and one.claim is None else one.text
        return replace(one, span=span, quote=quote, text=text)


def in_full(entry: Entry, earlier: Sequence[Entry]) -> Told:
    """Return a message as it is read."""
    asked = question_to(entry, earlier)
    edits = answer(asked, entry.text) if asked else []
    if not edits or not isinstance(entry.body, Message):
        return Told(entry, entry)
    words = Reworded.of(entry.text, edits)
    return Told(
        replace(entry, body=replace(entry.body, text=words.text)),
        entry,
        words,
        polar=bool(asked and asked.polar),
    )
