"""What puts right or takes back earlier words, told in the words that patterns know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from retentive.rules.calendar_words import MONTHS
from retentive.rules.claims.wording.rewording import Edit

_MONTHS: Final = "|".join(sorted(MONTHS))
_MONTH: Final = re.compile(
    r"\b(?:meant?|sorry,?|oops,?|whoops,?|hang on,?|hold on,?|wait,?|correction[:,]?|make that"
    rf"|should (?:be|say|read|have said))[ ]+(?=(?:{_MONTHS})\b(?!,?[ ]+\w))"
    rf"|\b(?=(?:{_MONTHS}),?[ ]+i meant?\b)",
    re.IGNORECASE,
)
"""A month alone that puts another right: `sorry, I meant May`."""
_MEANING: Final = ("mean", "sorry", "oops", "hang on", "hold on", "wait", "correction",
                   "make that", "should")  # fmt: skip
_NOT_KEPT: Final = re.compile(
    r"(?:(?<=^)|(?<=[.!?;:,\n(])|(?<=\bplease)|(?<=\band)|(?<=\bbut)|(?<=\bso)|(?<=\bplz)"
    r"|(?<=\bpls))[ ]*\b(?:(?:i would|i['’]?d)[ ](?:rather|prefer)(?:[ ](?:it if|that|if))?[ ]you"
    r"[ ](?:did(?:[ ]not|n['’]?t)|do(?:[ ]not|n['’]?t)|not)"
    r"|(?:do[ ]not|don['’]?t)(?:[ ]you)?"
    r"|you[ ](?:should(?:[ ]not|n['’]?t)|must(?:[ ]not|n['’]?t)|need(?:[ ]not|n['’]?t)"
    r"|do(?:[ ]not|n['’]?t)[ ](?:need|have)[ ]to))"
    r"[ ](?:remember|store|save|keep|record|retain|memori[sz]e|log|note(?:[ ]down)?|write[ ]down"
    r"|h(?:ang|old)[ ]on[ ]to)(?=[ ](?:that|the[ ]fact[ ]that|when|where|how)[ ])",
    re.IGNORECASE,
)
"""An order not to keep what is told: `don't remember that I had surgery`."""
_KEEPING: Final = re.compile(r"n['’]?t\b|\bnot\b", re.IGNORECASE)


def amended(text: str) -> Iterator[Edit]:
    """Yield the words that are put into what amends earlier words."""
    low = text.casefold()
    if any(one in low for one in _MEANING):
        yield from (Edit(one.end(), one.end(), "in ") for one in _MONTH.finditer(text))
    if _KEEPING.search(text):
        yield from (Edit(*one.span(), " forget") for one in _NOT_KEPT.finditer(text))
