"""What is kept of all that the matches in a clause say: the more particular of those at odds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final

from retentive.model.claim import Cue
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.patterns import AWAY, TIE, Capture, Element
from retentive.rules.claims.saying import Said


def chosen(found: Sequence[Said]) -> list[Said]:
    """Return what is kept of all that the matches in a clause say.

    Of two claims whose values share words the one of the more particular pattern is kept; both if
    they are of one match. What only ends what is known stands beside what happened, and beside who
    parts from somebody.
    """
    if not found:  # as in most clauses
        return []
    free_of = _standing_beside(found)
    order = sorted(found, key=lambda one: -_weight(one.match))
    kept: list[Said] = []
    values: dict[int, Match] = {}
    bare: dict[int, Match] = {}
    subjects: dict[int, set[int]] = {}
    for one in order:
        words, match = range(*_taken(one)), one.match
        if match.pattern.beside:
            alike = (other for other in kept if other.attribute == one.attribute)
            if all(set(words).isdisjoint(range(*other.words)) for other in alike):
                kept.append(one)
            continue
        acting = range(*match.subject) if match.subject is not None else range(0)
        free = {id(match), *free_of(one)}
        if any(id(values.get(at, match)) not in free for at in words):
            continue
        if match.subject is None and any(subjects.get(at, set()) - free for at in words):
            continue  # what has no subject is who acts in another
        if any(id(bare.get(at, match)) not in free for at in acting):
            continue
        kept.append(one)
        values.update(dict.fromkeys(words, match))
        if match.subject is None:
            bare.update(dict.fromkeys(words, match))
        for at in acting:
            subjects.setdefault(at, set()).add(id(match))
    kept.sort(key=lambda one: (one.item[0], one.words))
    told = [one for one in kept if (one.attribute or one.old or one.new) and not _is_year(one)]
    return [one for one in told if not any(_replaces(other, one) for other in told)]


def _is_year(one: Said) -> bool:
    """Tell whether a figure stands where somebody or something is named: `divorced 2019`."""
    return one.value.isdecimal() and one.attribute in _NAMED


_NAMED: Final = ("partner", "relative", "friend", "colleague", "pet", "lives_in", "works_at")


def _replaces(one: Said, other: Said) -> bool:
    """Tell whether one says what comes instead of what another only ends: that is one change."""
    ends = other.known and other.attribute and other.cue is Cue.NO_MORE
    if one.attribute or not (one.old and one.new and ends):
        return False
    spans = [(each.start, each.end) for _, found in one.match.captures for each in found]
    return any(start <= other.words[0] and other.words[1] <= end for start, end in spans)


def _taken(one: Said) -> tuple[int, int]:
    """Return the words of a value; of one that is told instead of another, those of both."""
    spans = [(each.start, each.end) for _, found in one.match.captures for each in found]
    if not (one.attribute and one.old and one.new and spans):
        return one.words
    return min(start for start, _ in spans), max(end for _, end in spans)


_TOLD: Final = ("hobby", "owns", "studies", "colleague", "friend")
"""What ends so that it is told as what happened as well: `sold the car`, not `Rex died`."""


def _standing_beside(found: Sequence[Said]) -> Callable[[Said], Collection[int]]:
    """Return which matches may share words with one that says something."""
    ties = {id(one.match) for one in found if one.attribute == TIE}
    leaving = {id(one.match) for one in found if (one.attribute, one.value) == (TIE, AWAY)}
    ends = {
        id(one.match)
        for one in found
        if one.known and one.cue is Cue.NO_MORE and one.attribute in _TOLD
    }
    events = {id(one.match) for one in found if one.type == "event" and not one.known}

    def free(one: Said) -> Collection[int]:
        if id(one.match) in events:
            return ends | leaving
        if id(one.match) in leaving:
            return events
        return ties | events if id(one.match) in ends else ties if one.known else ()

    return free


def _weight(match: Match) -> int:
    """Return how particular a pattern is: its own rank, then how much it asks for."""
    asked = sum(_asks(each) for each in match.pattern.elements if not each.optional)
    return match.pattern.rank * 100 + asked


def _asks(element: Element) -> int:
    part = element.part
    if isinstance(part, Capture):
        return 3 if part.heads is not None else 0
    return 2
