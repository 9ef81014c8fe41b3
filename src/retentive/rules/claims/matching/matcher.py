"""Patterns against one clause: each is tried only where the word it is filed under stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from retentive.rules.claims.matching.acting import with_owner, with_subject
from retentive.rules.claims.matching.cut import Value, ends_of, fills, is_anothers, reach, values
from retentive.rules.claims.matching.filing import Book, sign
from retentive.rules.claims.matching.lexicon import Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.numbers import is_measure
from retentive.rules.claims.matching.patterns import (
    Capture,
    Edge,
    Element,
    Literal,
    Pattern,
    Verb,
    Who,
    Whose,
)
from retentive.rules.claims.matching.traits import beside_edges, traits
from retentive.rules.claims.matching.verbs import (
    find_group,
    is_form,
    only_helps,
    start_of_group,
    tense_in,
)


@dataclass(frozen=True, slots=True)
class Matcher:
    """The patterns and words of a language, ready to be tried on lines."""

    book: Book
    lexicon: Lexicon

    def matches(
        self, line: Line, times: frozenset[str] = frozenset(), meant: str = "asserted"
    ) -> Iterator[Match]:
        """Yield the matches in a line that is meant in a way.

        `times` tells what time phrases stand in it. What a pattern needs beyond the words is
        looked at as far as it can be before they are compared; `said` looks at all of it.
        """
        numbers = self.lexicon.classes["numbers"]
        lows = [word.low for word in line.words]
        marks = [mark.name for mark in line.marks]
        signs = [sign(one) for one in (meant, *times, *marks, *traits(line, lows, numbers))]
        trial = _Trial(line, self.lexicon)
        for pattern, at in self.book.tries(lows, (*signs, *beside_edges(line))):
            found = trial.of(pattern, at)
            if found is not None:
                yield found


class _Trial:
    """Patterns tried at words of a line, one after the other."""

    __slots__ = ("elements", "ends", "lexicon", "line", "pattern")

    pattern: Pattern
    elements: Sequence[Element]

    def __init__(self, line: Line, lexicon: Lexicon) -> None:
        self.line = line
        self.lexicon = lexicon
        self.ends = ends_of(line, lexicon)

    def of(self, pattern: Pattern, at: int) -> Match | None:
        """Return the match of a pattern whose key stands at a word."""
        self.pattern, self.elements = pattern, pattern.elements
        key = pattern.key
        part = self.elements[key].part
        if isinstance(part, Edge):
            return self._right(1, Match(pattern, 0, 0))
        if isinstance(part, Capture):
            return self._headed(part, at)
        if isinstance(part, Verb):
            if only_helps(self.line, at, self.lexicon) or not is_form(self.line, at, part.forms):
                return None
            found = self._right(key + 1, Match(pattern, at, at + 1))
            return self._left(key - 1, found and self._opened(found, at, part))
        if not isinstance(part, Literal) or not self._may_open(key - 1, at):
            return None
        kept = self._literal_right(Match(pattern, at, at), part, at)
        return self._left(key - 1, self._right(key + 1, kept))

    def _may_open(self, number: int, at: int) -> bool:
        """Tell whether an edge that must come before stands there, at a first look."""
        before = self.elements[number] if number >= 0 else None
        if before is None or before.optional or not isinstance(before.part, Edge):
            return True
        return self._opens(before.part, at)

    def _opens(self, edge: Edge, at: int) -> bool:
        if edge.whole:
            return at == 0 or self.line.words[at - 1].after.endswith(":")
        return self.line.breaks[at]

    def _headed(self, part: Capture, head: int) -> Match | None:
        """Return the match whose value has its head at a word: it begins there or further left."""
        key = self.pattern.key
        for start in range(head, max(-1, head - part.kind.most), -1):
            kept = None
            if self._may_open(key - 1, start):
                kept = self._right_capture(key, part, Match(self.pattern, start, start))
            if kept is not None and kept.captures[0][1][0].end > head:
                found = self._left(key - 1, kept)
                if found is not None and not is_anothers(self.line, kept.start, part.kind):
                    return found
            if self.line.breaks[start]:
                break
        return None

    def _right(self, number: int, got: Match | None) -> Match | None:
        """Match the elements from `number` on against the words from `got.end` on."""
        if got is None or number == len(self.elements):
            return got
        element = self.elements[number]
        found = self._right_part(number, element.part, got)
        if found is None and element.optional:
            return self._right(number + 1, got)
        return found

    def _right_part(self, number: int, part: object, got: Match) -> Match | None:
        at, line = got.end, self.line
        if isinstance(part, Edge):
            return self._right(number + 1, got) if part.stands(line, at) else None
        if at >= len(line.words) or (line.breaks[at] and not self._behind_edge(number)):
            return None
        if isinstance(part, Capture):
            return self._right_capture(number, part, got)
        if isinstance(part, Verb):
            form = find_group(line, at, part.forms, self.lexicon)
            if form is None:
                return None
            found = self._verb(got, form, part)
            return self._right(number + 1, found._replace(start=got.start))
        kept = self._literal_right(got, part, at) if isinstance(part, Literal) else None
        return self._right(number + 1, kept)

    def _right_capture(self, number: int, part: Capture, got: Match) -> Match | None:
        """Let a value run as far as it may; where an element must follow, up to that."""
        at = got.end
        end = reach(self.line, at, part, self.ends, self.lexicon.classes["joins"])
        if end == at:
            return None
        if number < self.pattern.last:
            last = end if part.several else min(end, at + part.kind.most)
            stops = range(at + 1, min(len(self.line.words), last) + 1)
        else:
            stops = range(end, end + 1)
        for stop in stops:
            if not self._may_follow(number + 1, stop):
                continue
            kept = self._captured(got, part, at, stop)
            if kept is None:
                continue
            found = self._right(
                number + 1, kept._replace(end=min(stop, kept.captures[-1][1][-1].end))
            )
            if found is not None:
                return found
        return None

    def _may_follow(self, number: int, at: int) -> bool:
        """Tell whether an element that must come next can begin at a word, at a first look."""
        if number == len(self.elements):
            return True
        part, line = self.elements[number].part, self.line
        if self.elements[number].optional or not isinstance(part, Edge | Literal):
            return True
        if isinstance(part, Edge):
            return part.stands(line, at)
        return at >= len(line.words) or line.words[at].low in part.begins

    def _captured(self, got: Match, part: Capture, start: int, end: int) -> Match | None:
        found = values(self.line, start, end, part, self.lexicon)
        if not found:
            return None
        return got._replace(captures=(*got.captures, (part.name, tuple(found))))

    def _left(self, number: int, got: Match | None) -> Match | None:
        """Match the elements down from `number` against the words before `got.start`."""
        if got is None or number < 0:
            return got
        element = self.elements[number]
        found = self._left_part(number, element.part, got)
        if found is None and element.optional:
            return self._left(number - 1, got)
        return found

    def _left_part(self, number: int, part: object, got: Match) -> Match | None:
        at, line = got.start, self.line
        if isinstance(part, Edge):
            return self._left(number - 1, got) if self._opens(part, at) else None
        if isinstance(part, Who):
            set_off = number + 1 < len(self.elements) and self._is_edge(number + 1)
            has_verb = self.pattern.has_verb
            acting = with_subject(got, line, self.lexicon.classes, set_off=set_off, verbal=has_verb)
            return self._left(number - 1, acting)
        if at == 0 or (line.breaks[at] and not self._is_edge(number + 1)):
            return None
        if isinstance(part, Whose):
            return self._left(number - 1, with_owner(got, line, self.lexicon.classes))
        if isinstance(part, Capture):
            return self._left_capture(number, part, got)
        if isinstance(part, Verb):
            if only_helps(line, at - 1, self.lexicon) or not is_form(line, at - 1, part.forms):
                return None
            found = self._verb(got, at - 1, part)
            return self._left(number - 1, found._replace(end=got.end))
        kept = self._literal_left(got, part, at) if isinstance(part, Literal) else None
        return self._left(number - 1, kept)

    def _left_capture(self, number: int, part: Capture, got: Match) -> Match | None:
        at, found = got.start, None
        joins = self.lexicon.classes["joins"] if part.several else ()
        for start in range(at - 1, max(-1, at - 1 - part.kind.most), -1):
            low = self.line.words[start].low
            if low in part.kind.stops and low not in joins:
                break
            kept = self._captured(got, part, start, at)
            if kept is not None and fills(self.line, kept.captures[-1][1], at, part.kind):
                whole = self._left(number - 1, kept._replace(start=start))
                found = whole or found
                if whole is not None and number > 0:
                    return whole
            if self.line.breaks[start]:
                break
        anothers = found is not None and is_anothers(self.line, found.start, part.kind)
        return None if anothers else found

    def _behind_edge(self, number: int) -> bool:
        """Tell whether an edge stands before an element, but for what may be missing."""
        number -= 1
        while number > 0 and self.elements[number].optional and not self._is_edge(number):
            number -= 1
        return self._is_edge(number)

    def _is_edge(self, number: int) -> bool:
        return isinstance(self.elements[number].part, Edge)

    def _opened(self, got: Match, form: int, part: Verb) -> Match:
        """Return the match that begins with a verb; one further right is the main verb."""
        found = self._verb(got, form, part)
        if got.verb >= 0:
            return got._replace(start=found.start)
        return found._replace(end=got.end)

    def _verb(self, got: Match, form: int, part: Verb) -> Match:
        """Return the match with the verb whose form stands at a word."""
        start = start_of_group(self.line, form, self.lexicon)
        letters = part.forms[self.line.words[form].low]
        tense = tense_in(self.line, start, form, letters, self.lexicon)
        return got._replace(start=start, end=form + 1, verb=form, tense=tense)

    def _literal_right(self, got: Match, part: Literal, at: int) -> Match | None:
        """Return the match with a literal whose words begin at `at`."""
        words = self.line.words
        low = words[at].low
        if low not in part.begins:
            return None
        for row in part.rows:
            if row[0] == low and tuple(word.low for word in words[at : at + len(row)]) == row:
                return self._named(got._replace(end=at + len(row)), part, at, at + len(row))
        if low not in part.words or is_measure(words[at]):
            return None
        return self._named(got._replace(end=at + 1), part, at, at + 1)

    def _literal_left(self, got: Match, part: Literal, at: int) -> Match | None:
        """Return the match with a literal whose words end before `at`."""
        words = self.line.words
        for row in part.rows:
            first = at - len(row)
            if first >= 0 and tuple(word.low for word in words[first:at]) == row:
                return self._named(got._replace(start=first), part, first, at)
        if words[at - 1].low not in part.words:
            return None
        return self._named(got._replace(start=at - 1), part, at - 1, at)

    def _named(self, got: Match, part: Literal, start: int, end: int) -> Match:
        if not part.name:
            return got
        return got._replace(captures=(*got.captures, (part.name, (Value(start, end),))))
