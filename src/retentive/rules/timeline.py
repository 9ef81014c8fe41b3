"""Where a value of a one-value attribute lies in time among the others.

Standing values tile time: each ends where the next begins. A value that says no begin begins
where it was said, if another was there before; else it reaches back as far as nothing else is
stated. What is said late is filed where it belongs, and leaves the present alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from retentive.model.claim import Cue
from retentive.model.fact import Fact, Layer
from retentive.model.record import Precision
from retentive.rules.attributes import Attribute
from retentive.rules.decisions import Decision, Operation, Revision, Said
from retentive.rules.frames import same_work
from retentive.rules.revising import (
    SAME,
    asserted_at,
    begins_anew,
    begun,
    bounded,
    covers,
    enriched,
    is_denial,
    is_own_word,
    is_vague,
    lasts,
    like,
    place_told,
)
from retentive.rules.values import Likeness, only_qualifies, value_of

NEW_SINCE: Final = timedelta(days=183)
"""How far a change that is told may lie before the words that state the old value without a
begin: "I moved two weeks ago", said after "I live in Porto" a week ago, is still news. What
lies further back is a story from the past."""

SUPERSEDED: Final = "superseded"
_TWICE: Final = frozenset({"job", "works_at", "studies_at", "lives_in", "partner", "origin"})
"""Attributes of which somebody may have two after all; nobody `turned six too` beside five."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """What is known of one subject and attribute around the time of a claim.

    `heard` tells of each lineage when else it was said, as far as that is later than the claim.
    """

    attribute: Attribute
    known: Sequence[Fact]
    heard: Mapping[str, Sequence[datetime]]

    def standing(self) -> list[Fact]:
        """Return the values that tile time, in its order."""
        known = [one for one in self.known if one.layer is None and not is_denial(one)]
        tiles = [one for one in known if not self.is_beside(one)]
        return sorted(tiles, key=lambda one: (one.begins, one.born_seq, place_told(one)))

    def is_beside(self, fact: Fact) -> bool:
        """Tell whether a value only says what is not, and so stands beside any other."""
        if not self.attribute.excepts or fact.claim is None:
            return False
        return value_of(fact.claim.value).denied

    def overlays(self) -> Iterator[Fact]:
        """Yield the values that hold for a while only."""
        yield from (one for one in self.known if one.layer is Layer.OVERLAY)

    def like(self, known: Fact, said: Fact) -> Likeness:
        """Return how the value that is said lies to a known one."""
        return like(known, said, self.attribute)

    def said_later(self, fact: Fact, said: Fact) -> datetime | None:
        """Return when a known value was first said after the words of a claim were."""
        times = [asserted_at(fact), *self.heard.get(fact.key, ())]
        return min((at for at in times if at > said.said_at), default=None)


def placed(said: Said, line: Timeline) -> Decision:
    """Return what becomes of a value that is so, and of those around it."""
    fact = said.fact
    standing = line.standing()
    again = _again(said, line, standing)
    if again is not None:
        return again
    if said.cue is Cue.ALSO and standing and line.attribute.name in _TWICE:
        beside = replace(fact, layer=Layer.BESIDE, reason="beside another value")
        return Decision(operation=Operation.ADD, rule="one/also", fact=beside)
    over = [one for one in standing if covers(one, fact.begins)]
    if said.cue is Cue.FOR_NOW or (fact.valid_until is not None and _spanned(over, fact)):
        return _overlaid(fact, "one/for-now")
    later = [at for one in over if (at := line.said_later(one, fact)) is not None]
    if later:
        ends = min(later) if fact.valid_until is None else min(*later, fact.valid_until)
        return _overlaid(replace(fact, valid_until=ends), "one/late")
    return _tiled(said, line, standing)


def _spanned(over: Sequence[Fact], fact: Fact) -> bool:
    assert fact.valid_until is not None
    return any(one.valid_until is None or one.valid_until >= fact.valid_until for one in over)


def _overlaid(fact: Fact, rule: str) -> Decision:
    """Let a value hold for a while; what stands resumes afterwards."""
    new = replace(fact, layer=Layer.OVERLAY, reason="holds for a while")
    if new.valid_from is None and lasts(new, fact.begins):
        new = replace(new, valid_from=fact.begins, from_precision=Precision.BY)
    return Decision(operation=Operation.OVERLAY, rule=rule, fact=new)


# ---------------------------------------------------------------- said again


def _again(said: Said, line: Timeline, standing: Sequence[Fact]) -> Decision | None:
    """Return what saying a known value again does; None if it is news."""
    fact = said.fact
    same = _same(said, line, standing)
    if same is None or begins_anew(same, fact):
        return None
    told = line.like(same, fact)
    if line.attribute.name == "job" and told not in SAME:
        assert same.claim is not None
        assert fact.claim is not None
        told = same_work(same.claim.value, fact.claim.value) or told
    back = _resumed(said, line) if same.layer is None else ()
    if is_own_word(fact) or (told is Likeness.RICHER and is_own_word(same)):
        kept = replace(
            fact,
            layer=same.layer,
            valid_from=fact.valid_from or same.valid_from,
            from_precision=fact.from_precision if fact.valid_from else same.from_precision,
            valid_until=fact.valid_until or same.valid_until,
        )
        return Decision(operation=Operation.ADD, rule="one/own-words", fact=kept, revised=back)
    new = enriched(same, fact, told)
    if fact.begins < same.begins and is_vague(same):
        return _earlier(fact, new or same, same, standing)
    if new is None:
        return Decision(operation=Operation.NONE, rule="again", confirmed=same, revised=back)
    ends = [
        bounded(one, new.valid_from, new, SUPERSEDED)
        for one in standing
        if new.valid_from is not None and same.layer is not Layer.OVERLAY
        if one is not same and one.begins <= new.valid_from and lasts(one, new.valid_from)
        if one.begins <= same.begins
    ]
    return Decision(
        operation=Operation.UPDATE,
        rule="richer",
        revised=(Revision(same, new), *ends, *back),
        confirmed=same,
    )


def _same(said: Said, line: Timeline, standing: Sequence[Fact]) -> Fact | None:
    """Return the known value that is said again: one that holds then, or the next of vague begin.

    A change that is said in so many words is news unless it only qualifies what was before.
    """
    fact = said.fact
    layered = [one for one in line.known if one.layer is not None and not is_denial(one)]
    over = [one for one in (*standing, *layered) if covers(one, fact.begins)]
    same = [one for one in over if _is_same(said, one, line)]
    if same:
        return same[0]
    following = [one for one in standing if one.begins > fact.begins]
    if following and is_vague(following[0]) and _is_same(said, following[0], line):
        return following[0]
    return None


def _is_same(said: Said, known: Fact, line: Timeline) -> bool:
    told = line.like(known, said.fact)
    assert known.claim is not None
    assert said.fact.claim is not None
    if line.attribute.name == "job" and same_work(known.claim.value, said.fact.claim.value):
        return True
    if told is Likeness.EQUAL or said.cue is not Cue.NOW:
        return told in SAME
    return told in SAME and only_qualifies(known.claim.value, said.fact.claim.value)


def _earlier(fact: Fact, new: Fact, same: Fact, standing: Sequence[Fact]) -> Decision:
    """Let a value begin where it was said to be so earlier than known."""
    before = [one for one in standing if one.begins <= fact.begins and one is not same]
    start, precision = fact.valid_from, fact.from_precision
    if start is None and before:
        start, precision = fact.begins, Precision.BY
    moved = replace(
        new,
        valid_from=start,
        from_precision=precision,
        said_at=min(new.said_at, fact.said_at),
        reason="held earlier than was known",
    )
    ends = (
        bounded(one, fact.begins, moved, SUPERSEDED) for one in before if lasts(one, fact.begins)
    )
    return Decision(
        operation=Operation.UPDATE,
        rule="one/earlier",
        revised=(Revision(same, moved), *ends),
        confirmed=same,
    )


def _resumed(said: Said, line: Timeline) -> tuple[Revision, ...]:
    """Return the ends of what held for a while: "back home" says that it is over."""
    if said.cue is not Cue.NOW:
        return ()
    fact = said.fact
    over = [one for one in line.overlays() if covers(one, fact.begins)]
    return tuple(bounded(one, fact.begins, fact, "the one before resumed") for one in over)


# ---------------------------------------------------------------- something new


def _tiled(said: Said, line: Timeline, standing: Sequence[Fact]) -> Decision:
    """File a value among the others: end what it follows, begin what follows it."""
    fact, start = said.fact, said.fact.begins
    before = [one for one in standing if one.begins <= start]
    after = [one for one in standing if one.begins > start]
    if _is_news(said, line, after):
        before, after = [*before, *after], []
    ends = [bounded(one, start, fact, SUPERSEDED) for one in before if lasts(one, start)]
    new = _between(fact, before, after, follows=bool(ends))
    follows = [
        begun(one, min(new.valid_until or one.begins, one.begins), new)
        for one in after[:1]
        if one.valid_from is None
    ]
    denials = [one for one in line.known if is_denial(one) and covers(one, start)]
    undenied = [
        bounded(one, start, fact, "it is so again")
        for one in denials
        if line.like(one, fact) in SAME
    ]
    return Decision(
        operation=Operation.SUPERSEDE if ends else Operation.ADD,
        rule=f"one/{'newer' if ends else 'late' if after else 'first'}",
        fact=new,
        revised=(*ends, *follows, *undenied),
    )


def _is_news(said: Said, line: Timeline, after: Sequence[Fact]) -> bool:
    """Tell whether a stated begin before a vague one is a change all the same.

    The old value was said to be so without a begin, and the new one later than that.
    """
    fact = said.fact
    if len(after) != 1 or fact.valid_from is None or fact.valid_until is not None:
        return False
    (last,) = after
    if not is_vague(last) or line.said_later(last, fact) is not None:
        return False
    return said.cue is Cue.NOW or last.begins - fact.valid_from <= NEW_SINCE


def _between(fact: Fact, before: Sequence[Fact], after: Sequence[Fact], *, follows: bool) -> Fact:
    """Return a value with the begin and the end that its neighbours leave it."""
    new = fact
    if fact.valid_until is None and after:
        new = replace(new, valid_until=after[0].begins, ended_by=after[0].key)
    if fact.valid_from is None and before:
        ended = [one.valid_until for one in before if one.valid_until is not None]
        start = fact.begins if follows or not ended else min(max(ended), fact.begins)
        new = replace(new, valid_from=start, from_precision=Precision.BY)
    return new
