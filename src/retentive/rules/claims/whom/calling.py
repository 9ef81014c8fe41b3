"""Texts that name whom they are about: `Amal moved to Lisbon`, where the words are `she moved`.

The words stay as they are in what is quoted; a text is read by itself, where nobody was named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from retentive.model.candidate import Candidate
from retentive.rules.reading import Clause, Company, Referent
from retentive.rules.reading.strangers import STRANGER

_WORD: Final = re.compile(r"\bs?he\b(?:['’][a-z]+)?", re.IGNORECASE)
_PRONOUNS: Final = ("he", "she")


class Call(NamedTuple):
    """What to write for a pronoun with the verb it is drawn together with: `Amal is` for `she's`.

    `written` is the pronoun as it stands there, `verb` is empty if it stands alone.
    """

    written: str
    name: str
    verb: str


@dataclass(slots=True)
class Calling:
    """Whom the pronouns of an entry mean, by where their clauses begin."""

    _found: dict[int, Call] = field(default_factory=dict)
    _pronouns: dict[str, str] = field(default_factory=dict)

    def hear(self, clause: Clause, company: Company) -> None:
        """Keep whom the first `he` or `she` of a clause means, if that is known.

        Somebody who was `he` is not believed to be `she` as well.
        """
        words = clause.words
        at = next((at for at, word in enumerate(words) if word.low in _PRONOUNS), None)
        if at is None:
            return
        who = next((one.who for one in company.mentions(words) if one.start == at), None)
        name = _name(who, company.speaker) if who is not None else ""
        if who is None or not name:
            return
        if self._pronouns.setdefault(who.subject, words[at].low) != words[at].low:
            return
        behind = words[at + 1 : at + 2]
        drawn = [word for word in behind if word.start == words[at].end]
        verb = drawn[0] if drawn else None
        written = words[at].low + (verb.text if verb else "")
        self._found[clause.span.start] = Call(written, name, verb.low if verb else "")

    def told(self, one: Candidate, starts: Iterable[int]) -> Candidate:
        """Return what the clauses that begin there say, told by the name of whom it is about."""
        call = next((self._found[start] for start in starts if start in self._found), None)
        return one if call is None else replace(one, text=_spelled_out(one.text, call))


def _name(who: Referent, speaker: Referent) -> str:
    """Return how the speaker calls somebody: by name, or as his relation; empty for else."""
    if who.name:
        return who.name
    known = who.attribute and who.relation and who.relation != STRANGER
    return f"my {who.relation}" if known and who.owner == speaker.subject else ""


def _spelled_out(text: str, call: Call) -> str:
    """Return a text with the name in place of the pronoun, unless the name is in it."""
    if call.name.casefold() in text.casefold():
        return text
    found = next((one for one in _WORD.finditer(text) if one[0].lower() == call.written), None)
    if found is None:
        return text
    name = call.name if found.start() else call.name[0].upper() + call.name[1:]
    told = f"{name} {call.verb}".rstrip()
    return text[: found.start()] + told + text[found.end() :]
