"""What a doctor says that somebody has: `the physio says | it's arthritis`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from retentive.model.claim import Claim
from retentive.rules.characters import listed
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.reading import Clause, Company, Modality, Word

_SAYING: Final = listed("says said say thinks reckons confirmed confirms suspects told tells me")
"""The last word of a clause behind which stands what was found (`told me`)."""
_FOUND: Final = listed("it that this")
_LEADING: Final = listed("is 's was just only a an the definitely probably some my")
_PRONOUNS: Final = listed("he she they")
_WORD: Final = re.compile(r"[^\W\d]+")


def diagnosis(
    above: Clause | None,
    clause: Clause,
    company: Company,
    line: Line,
    lexicon: Lexicon,
    doctor: Callable[[], int],
) -> Claim | None:
    """Return the illness of the speaker that a clause tells, if the one above is a doctor's word.

    `doctor` tells where in the message one is first named. Nobody else may have been spoken of in
    the same message: it might be his.
    """
    if above is None or not above.words or above.words[-1].low not in _SAYING:
        return None
    if {above.modality, clause.modality} != {Modality.ASSERTED} or not clause.words:
        return None
    told = clause.words[1:] if clause.words[0].low == "me" else clause.words
    if not told or told[0].low not in _FOUND or not _is_doctors(above.words, lexicon, doctor):
        return None
    words = told[1:]
    while words and words[0].low in _LEADING:
        words = words[1:]
    value = _illness(words, line.text, lexicon)
    if not value or _others(company, lexicon):
        return None
    return Claim(subject=company.speaker.subject, attribute="health", value=value)


def first_named(text: str, words: frozenset[str]) -> int:
    """Return where one of some words first stands in a text; where it ends, if none does."""
    found = (one.start() for one in _WORD.finditer(text) if one[0].casefold() in words)
    return next(found, len(text))


def _is_doctors(words: Sequence[Word], lexicon: Lexicon, doctor: Callable[[], int]) -> bool:
    """Tell whether a doctor is named, or meant by a pronoun behind one of the same message."""
    doctors = lexicon.classes["prescribers"]
    if any(word.low in doctors for word in words):
        return True
    return words[0].low in _PRONOUNS and doctor() < words[0].start


def _illness(words: Sequence[Word], text: str, lexicon: Lexicon) -> str:
    """Return the illness that all words up to the next break name."""
    end = next((at for at, one in enumerate(words, 1) if one.after.strip()), len(words))
    lows = " ".join(word.low for word in words[:end])
    if not end or lows not in lexicon.classes["illnesses"] | lexicon.classes["conditions"]:
        return ""
    return text[words[0].start : words[end - 1].end]


def _others(company: Company, lexicon: Lexicon) -> bool:
    """Tell whether this message speaks of somebody besides its speaker and the doctor."""
    known = {one.who.subject for one in company.recent if one.turn == company.turn}
    doctors = lexicon.classes["prescribers"]
    others = {one for one in known if one.rpartition("/")[2] not in doctors}
    return bool(others - {company.speaker.subject, ""})
