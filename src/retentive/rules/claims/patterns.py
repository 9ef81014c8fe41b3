"""The pattern language: rows of a data file, compiled once to tuples of elements.

A pattern is words with a space between them:

    live|lives         one of these words; `a_bit_of` is several words in a row
    @colour            a word of the class `colour` of the lexicon
    <live> <@motion>   a verb in any form, with its auxiliaries; a class of verbs
    {place} {x:np}     a captured value of that kind, named `place`, `x`; what has no name of its
                       own is the value of the claim unless the row says otherwise
    {np@animal}        the head of the value must be of the class `animal`
    {np*}              a list: each of its items is a value
    {tie=@relatives}   words, and the value `tie`
    {who} {whose}      whom it is about (left out in `Moved to Rome`); `my`, `her`, `Tom's`
    (maybe)            an element that may be missing
    ^  $               the beginning, the end of the clause or of a part between commas
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from retentive.model.claim import Cue, Polarity
from retentive.rules.characters import listed
from retentive.rules.claims.lexicon import Kind, Lexicon


@dataclass(frozen=True, slots=True)
class Literal:
    """One of these words, or of these rows of words; kept as the value `name` if it has one."""

    words: frozenset[str]
    rows: tuple[tuple[str, ...], ...] = ()
    name: str = ""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: its forms with what each may be."""

    forms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Capture:
    """A value; `heads` are the words one of which must be its head, if any."""

    name: str
    kind: Kind
    heads: frozenset[str] | None = None
    several: bool = False


@dataclass(frozen=True, slots=True)
class Who:
    """Whom the claim is about, left of the verb."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose something is: `my`, `her`, `Tom's`."""


@dataclass(frozen=True, slots=True)
class Edge:
    """The beginning or the end of the clause, or punctuation."""


Part = Literal | Verb | Capture | Who | Whose | Edge


@dataclass(frozen=True, slots=True)
class Element:
    """A part of a pattern, and whether it may be missing."""

    part: Part
    optional: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What one match says: an attribute of the subject, and how.

    `value` is the name of a capture, or a text with `{names}` in it. `about` names the capture
    whose referent is the subject, if it is not `{who}` or `{whose}`. `past` says what a past form
    does to a state: `over` ends it, `holds` lets it stand (`moved to Rome`) and makes a plan of a
    present one. `future` says what becomes of the future: `plan`, `same` (the attribute stays),
    `skip`, or `any` (and so does what is unreal). `negated` says whether a denial is kept.
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
    dated: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """One compiled pattern; `key` is the element that is looked for first.

    It does not hold in a clause with a word of `guard`. It holds only with all it `needs`: a
    stated `subject`, a `date`, a mark of an adverb (`now`, `always`); and in its `tenses`, if any.
    `modality` names how a clause must be meant: asserted, wished, requested; `any` is the first
    two. `optional` are the values that may be missing.
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


@dataclass(frozen=True, slots=True)
class Book:
    """All patterns of a language, by the words their key can be."""

    by_word: Mapping[str, tuple[Pattern, ...]] = field(default_factory=dict)


_FIELDS: Final = listed(
    """say attribute value about type polarity cue past future dated confidence modality unless
    also rank negated needs tenses"""
)
_ANY: Final = frozenset({"asserted", "wished"})
CONFIDENCE: Final = 0.7
"""Of a claim whose row says nothing else."""


def book_of(tables: Sequence[Mapping[str, Any]], lexicon: Lexicon) -> Book:
    """Return the patterns of a language's files, compiled; raise `ValueError` for a bad row."""
    common = lexicon.classes.get("common", frozenset())
    found: dict[str, list[Pattern]] = {}
    for row in (row for table in tables for row in table.get("claim", ())):
        for pattern in _patterns(row, lexicon, common):
            for word in _words(pattern.elements[pattern.key].part):
                found.setdefault(word, []).append(pattern)
    return Book({word: tuple(patterns) for word, patterns in found.items()})


def _patterns(
    row: Mapping[str, Any], lexicon: Lexicon, common: frozenset[str]
) -> Iterable[Pattern]:
    unknown = set(row) - _FIELDS
    if unknown:
        raise ValueError(f"pattern {row['say']!r}: unknown {', '.join(sorted(unknown))}")
    guard: set[str] = set()
    for word in row.get("unless", "").split():
        guard |= lexicon.words(word[1:]) if word.startswith("@") else {word}
    sources = row["say"]
    for source in [sources] if isinstance(sources, str) else sources:
        elements = tuple(_element(word, lexicon) for word in source.split())
        yield Pattern(
            source=source,
            elements=elements,
            key=_key(source, elements, common),
            says=tuple(_says(one, row, elements) for one in (row, *row.get("also", ()))),
            confidence=float(row.get("confidence", CONFIDENCE)),
            modality=_ANY
            if row.get("modality") == "any"
            else frozenset(row.get("modality", "asserted").split()),
            guard=frozenset(guard),
            needs=frozenset(row.get("needs", "").split()),
            optional=tuple(
                each.part.name
                for each in elements
                if each.optional and isinstance(each.part, Capture)
            ),
            tenses=frozenset(row.get("tenses", "").split()),
            rank=int(row.get("rank", 0)),
        )


def _says(one: Mapping[str, Any], row: Mapping[str, Any], elements: Sequence[Element]) -> Says:
    values = [_value_name(each.part) for each in elements]
    names = [name for name in values if name]
    names += [
        part.name
        for part in (each.part for each in elements)
        if isinstance(part, Capture | Literal)
    ]
    names = [name for name in names if name]
    return Says(
        attribute=one["attribute"],
        value=one.get("value", names[0] if names else ""),
        about=one.get("about", ""),
        type=one.get("type", "state"),
        polarity=Polarity.NEGATIVE if one.get("polarity", 1) < 0 else Polarity.POSITIVE,
        cue=Cue(one.get("cue", "none")),
        past=one.get("past", row.get("past", "over")),
        future=one.get("future", row.get("future", "plan")),
        negated=one.get("negated", row.get("negated", _negated(one, row))),
        dated=one.get("dated", True),
    )


def _value_name(part: Part) -> str:
    """Return the name of a part that is the value of a claim unless the row says otherwise."""
    return part.name if isinstance(part, Capture) and part.name == part.kind.name else ""


def _negated(one: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return what a negation does by default: it denies a state, and makes nothing of an event."""
    holds = one.get("past", row.get("past", "over")) == "holds"
    return "skip" if holds or one.get("type", "state") != "state" else "keep"


def _element(source: str, lexicon: Lexicon) -> Element:
    if source.startswith("(") and source.endswith(")"):
        return Element(_part(source[1:-1], lexicon), optional=True)
    return Element(_part(source, lexicon))


def _part(source: str, lexicon: Lexicon) -> Part:
    if source in ("^", "$"):
        return Edge()
    if source == "{who}":
        return Who()
    if source == "{whose}":
        return Whose()
    if source.startswith("{"):
        name, equals, words = source[1:-1].partition("=")
        return _literal(words, lexicon, name) if equals else _capture(source[1:-1], lexicon)
    if source.startswith("<"):
        forms: dict[str, str] = {}
        for name in source[1:-1].split("|"):
            for form, letters in lexicon.forms(name).items():
                forms[form] = "".join(sorted({*forms.get(form, ""), *letters}))
        return Verb(forms)
    return _literal(source, lexicon)


def _literal(source: str, lexicon: Lexicon, name: str = "") -> Literal:
    every: set[str] = set()
    for word in source.split("|"):
        every |= lexicon.words(word[1:]) if word.startswith("@") else {word.replace("_", " ")}
    rows = tuple(sorted(tuple(one.split()) for one in every if " " in one))
    return Literal(frozenset(one for one in every if " " not in one), rows, name)


def _capture(source: str, lexicon: Lexicon) -> Capture:
    several = source.endswith("*")
    source = source.rstrip("*")
    name, _, kind = source.rpartition(":")
    kind, _, heads = kind.partition("@")
    if kind not in lexicon.kinds:
        raise ValueError(f"the lexicon has no kind of value {kind!r}")
    return Capture(
        name or kind, lexicon.kinds[kind], lexicon.words(heads) if heads else None, several
    )


def _key(source: str, elements: Sequence[Element], common: frozenset[str]) -> int:
    """Return the element to look for first: the one whose words are rarest, then the shortest."""
    ranked = [
        (bool(words & common), isinstance(each.part, Capture), len(words) > 400, at)
        for at, each in enumerate(elements)
        if not each.optional and (words := frozenset(_words(each.part)))
    ]
    if not ranked:
        raise ValueError(f"pattern {source!r} has no word to look for")
    return min(ranked)[3]


def _words(part: Part) -> Iterable[str]:
    """Return the words a part can begin with, or a value with a head can have as its head."""
    match part:
        case Literal():
            return {*part.words, *(row[0] for row in part.rows)}
        case Verb():
            return part.forms
        case Capture(heads=heads, several=False) if heads is not None:
            last = {head.rpartition(" ")[2] for head in heads}
            return last | {f"{head}s" for head in last}
        case _:
            return ()
