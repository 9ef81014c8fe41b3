"""Patterns as frozen values: what is looked for in a clause, and what a match says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from retentive.model.claim import Cue, Polarity
from retentive.rules.claims.matching.lexicon import Kind
from retentive.rules.claims.matching.line import Line


@dataclass(frozen=True, slots=True)
class Literal:
    """One of these words, or of these rows of words; kept as the value `name` if it has one.

    `begins` are the first words of all.
    """

    words: frozenset[str]
    rows: tuple[tuple[str, ...], ...] = ()
    name: str = ""
    begins: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its forms with what each may be."""

    forms: Mapping[str, str]
    begins: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Capture:
    """A value; `heads` are the words one of which must be its head, if any."""

    name: str
    kind: Kind
    heads: frozenset[str] | None = None
    several: bool = False
    begins: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Who:
    """Whom the claim is about, left of the verb."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose something is: `my`, `her`, `Tom's`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The beginning or the end of the clause, or punctuation; `whole`: not behind a comma.

    With `dated` it is also where nothing but a time follows.
    """

    whole: bool = False
    dated: bool = False

    def stands(self, line: Line, at: int) -> bool:
        """Tell whether it is before word `at` of a line."""
        return line.breaks[at] or (self.dated and at in line.limits)


Part = Literal | Verb | Capture | Who | Whose | Edge


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a pattern, and whether it may be missing.

    Where it is, one word of `telling` is, if there are any.
    """

    part: Part
    optional: bool = False
    telling: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What one match says: an attribute of the subject, and how.

    `value` is the name of a capture, a text, or one with `{names}` in it, `{verb}` for the verb
    as it is written, `{doing}` for its -ing form. `about` names the capture whose referent is the
    subject, if it is not `{who}` or `{whose}`.

    `past` says what a past form does to a state: `over` ends it, `holds` lets it stand (`moved to
    Rome`) and makes a plan of a present one, `ends` tells of its end (`my wife died in May`),
    `any` does nothing. `future` says what becomes of the future: `plan`, `same` (the attribute
    stays), `skip`, or `any` (and so does what is unreal). `negated` says what a denial does:
    `keep` denies the claim, `skip` makes nothing of it, `any` changes nothing, and `affirms`
    claims only if there is one. `dated`: the times around it are its own.

    `old` and `new` name what is put right or taken back, and the right words for it. `known`
    makes nothing of words that end or move something, unless that is known.
    """

    attribute: str
    value: str
    about: str = ""
    type: str = "state"
    polarity: Polarity = Polarity.POSITIVE
    cue: Cue = Cue.NONE
    past: str = "over"
    future: str = "plan"
    negated: str = "keep"
    old: str = ""
    new: str = ""
    dated: bool = True
    known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One compiled pattern; `key` is the element that is looked for first.

    It does not hold in a clause with a word of `guard`, nor without one word of each set of
    `required`. It holds only with all it `needs`: a stated `subject`, a `date`, a mark of an
    adverb (`now`, `always`); `around` are those of them that are known before it is tried. And
    only in its `tenses`, if it has any. `modality` names how a clause may be meant: asserted,
    wished, requested. `optional` are the values that may be missing. Of two patterns that claim
    the same words the one of the higher `rank` wins; what stands `beside` others gives way only to
    claims of its own attribute (`sold the car` is an event, and ends what was owned).
    """

    source: str
    elements: tuple[Element, ...]
    key: int
    says: tuple[Says, ...]
    confidence: float
    modality: frozenset[str] = frozenset({"asserted"})
    guard: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    tenses: frozenset[str] = frozenset()
    rank: int = 0
    optional: tuple[str, ...] = ()
    required: tuple[frozenset[str], ...] = ()
    has_verb: bool = False
    beside: bool = False

    around: frozenset[str] = frozenset()
    opens: frozenset[str] = frozenset()
    """The words that its key can begin with, or have as its head; none if it is an edge."""
    last: int = 0
    """The last element that may not be missing."""

    def places(self, lows: Sequence[str]) -> Sequence[int]:
        """Return where its key may stand among words; -1 for a key without words."""
        opens = self.opens
        return [at for at, low in enumerate(lows) if low in opens] if opens else (-1,)


LAST: Final = "the last"
"""What `scratch that` takes back."""
NEXT: Final = "the next"
"""What `forget that I live in Rome` takes back: what its next clause says."""
AWAY: Final = "away"
"""What a tie says of somebody who left a flat or a firm, not a person."""
WRONG: Final = "the wrong"
"""What `it is Wednesday` puts right: what was just said to be wrong."""
OVER: Final = "what is over"
"""What `it's Danish now` follows: what was just said to be over, or the number that was known."""
CLOSING: Final = "closing"
"""What a pattern needs that holds only in the last clause of a sentence: `forget the boat.`"""
STARRED: Final = "starred"
"""What a pattern needs that holds only behind an asterisk: `*plumber`."""
NAMED: Final = "what was named"
"""A value: what the clause before names, or the question that is answered: `it's off`."""
THE_DAY: Final = "the day"
"""A value: the day and the month that the times around a match tell."""
TIE: Final = "tie"
"""What a row claims that tells of the end of what ties its subject to somebody."""
CONFIDENCE: Final = 0.7
"""Of a claim whose row says nothing else."""
