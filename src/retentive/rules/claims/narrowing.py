"""What is denied only in part: `I don't like coffee after five` says nothing of coffee before."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from retentive.model.claim import Cue, Polarity
from retentive.rules.changing import pointing_at
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.patterns import NAMED
from retentive.rules.claims.saying import Said

_NARROWED: Final = frozenset({"likes", "dislikes", "uses_tool", "speaks"})

_AGE: Final = re.compile(r"^(\S+?)(?:-year-olds?|(?<=\d)(?:st|nd|rd|th))$")
"""An age within a word (`9-year-old`), or the birthday that it is reached on (`my 21st`)."""


_ENDS: Final = re.compile(r"[.!?\n]")
_NEAR: Final = 120
"""Code points before a clause among which stands what its `it` means."""


def narrowed(line: Line, said: Said, classes: Mapping[str, frozenset[str]]) -> Said:
    """Return a denial with what limits it as a part of its value, and an age as a number alone."""
    if said.value == NAMED:
        before = line.text[: line.words[0].start][-_NEAR:]
        told = [one for one in _ENDS.split(before) if one.strip()][-2:]
        return replace(said, value=pointing_at(" ".join(told).split()))
    if said.attribute == "age":
        return replace(said, value=_AGE.sub(r"\1", said.value))
    denies = said.polarity is Polarity.NEGATIVE or said.attribute == "dislikes"
    if said.attribute not in _NARROWED or not denies or said.cue is not Cue.NONE:
        return said
    start, end = said.words
    if end != said.item[1] or end >= len(line.words) or line.breaks[end]:
        return said
    near = {word.low for word in line.words[end + 1 : end + 3]}
    if line.words[end].low not in classes["limiting"] or not near.isdisjoint(classes["unlimited"]):
        return said
    last = next((at for at in range(end, len(line.words)) if line.breaks[at]), len(line.words))
    item = (said.item[0], last)
    listed = said.item != said.words
    value = line.between(start, last)
    return replace(said, value=value, words=(start, last), item=item if listed else (start, last))
