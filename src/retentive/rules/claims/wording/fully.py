"""A message in full words: what it leaves out, since the message before said it, is put in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry, Message
from retentive.rules.claims.language import Language
from retentive.rules.claims.wording.amends import amended
from retentive.rules.claims.wording.answers import answer, question_to
from retentive.rules.claims.wording.eliding import dislocated, elided
from retentive.rules.claims.wording.households import households
from retentive.rules.claims.wording.introducing import Introductions
from retentive.rules.claims.wording.kin import told_of_kin
from retentive.rules.claims.wording.noting import noted
from retentive.rules.claims.wording.own_name import own_name
from retentive.rules.claims.wording.rewording import Edit, Reworded
from retentive.rules.claims.wording.unowned import unowned
from retentive.rules.claims.wording.unspoken import unspoken
from retentive.rules.people import TIES

_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as it is read, beside the one that was written."""

    entry: Entry
    written: Entry
    words: Reworded | None = None
    open: bool = False
    """Whether a question was answered that asks for what it does not say itself."""

    def back(self, found: Sequence[Candidate]) -> Iterator[Candidate]:
        """Yield candidates of what is read at the places of what was written."""
        for one in found:
            if self.words is None:
                yield one
            elif not self._only_asked(one):
                yield self._back(one)

    def _only_asked(self, one: Candidate) -> bool:
        """Tell whether a question alone says who somebody is: `How old is the cat?`."""
        if not self.open or one.claim is None or one.claim.attribute not in TIES:
            return False
        if one.valid_from is not None:  # `How long have you had the cat?`
            return False
        return one.claim.value.rpartition(" ")[2].casefold() not in self.written.text.casefold()

    def _back(self, one: Candidate) -> Candidate:
        assert self.words is not None
        span = self.words.back(one.span)
        quote = self.written.text[span.start : span.end]
        text = quote if one.text == one.quote and one.claim is None else one.text
        return replace(one, span=span, quote=quote, text=text)


def in_full(entry: Entry, earlier: Sequence[Entry], language: Language) -> Told:
    """Return a message as it is read."""
    if not isinstance(entry.body, Message):
        return Told(entry, entry)
    text, asked = entry.text, question_to(entry, earlier)
    answers = edits = answer(asked, text) if asked else []
    kin = language.people.relations
    if not edits:
        classes = language.matcher.lexicon.classes
        edits = [*Introductions(classes, kin, entry.speaker.id).edits(text)]
    words = frozenset(_WORD.findall(text.casefold()))
    before = earlier[-1].text if earlier and isinstance(earlier[-1].body, Message) else ""
    edits = _apart(
        [
            *edits,
            *noted(text, words),
            *amended(text),
            *dislocated(text, kin),
            *unowned(text, words, kin),
            *told_of_kin(text, kin),
            *households(text, kin),
            *own_name(text, entry.speaker.id),
            *unspoken(text, words, before, kin),
            *elided(text, before, kin),
        ]
    )
    if not edits:
        return Told(entry, entry)
    made = Reworded.of(text, edits)
    body = replace(entry.body, text=made.text)
    return Told(
        replace(entry, body=body), entry, made, open=bool(answers and asked and not asked.polar)
    )


def _apart(edits: Sequence[Edit]) -> list[Edit]:
    """Return edits in order, without those that meet one before them."""
    found: list[Edit] = []
    for one in sorted(edits):
        if not found or one.start > found[-1].end:
            found.append(one)
    return found
