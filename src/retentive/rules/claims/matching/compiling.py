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
    ^^                 the beginning of the clause itself, or behind a colon
    ^|{whose}          one or the other, where a pattern begins: it is two

A row holds where there is all it `needs`, of `now|again` one. What it says `also` has all of the
row but what it tells itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any, Final

from retentive.model.claim import Cue, Polarity
from retentive.rules.claims.matching.checking import BY_MATCH, check_names, check_row
from retentive.rules.claims.matching.filing import Book
from retentive.rules.claims.matching.lexicon import Lexicon, spelt
from retentive.rules.claims.matching.patterns import (
    CONFIDENCE,
    Capture,
    Edge,
    Element,
    Literal,
    Part,
    Pattern,
    Says,
    Verb,
    Who,
    Whose,
)
from retentive.rules.claims.matching.traits import at_edges, traits_of

_EITHER: Final = "^|{whose}"
_NONE: Final = frozenset[str]()


def book_of(
    tables: Mapping[str, Mapping[str, Any]], lexicon: Lexicon, attributes: Collection[str]
) -> Book:
    """Return the patterns of a language's files, compiled; `attributes` are all they may claim.

    Raises `ValueError` for a row that cannot be read, which names the file and the row.
    """
    common = lexicon.classes.get("common", frozenset())
    found: list[Pattern] = []
    parts: dict[str, Element] = {}
    rows = [(name, row) for name, table in tables.items() for row in table.get("claim", ())]
    for file, row in rows:
        try:
            check_row(row, lexicon, attributes)
            found.extend(_patterns(row, lexicon, common, parts))
        except ValueError as error:
            raise ValueError(f"{file}: {row.get('say')!r}: {error}") from error
    return Book.of(found, common)


def _patterns(
    row: Mapping[str, Any], lexicon: Lexicon, common: frozenset[str], parts: dict[str, Element]
) -> Iterable[Pattern]:
    """Yield the patterns of a row; `parts` are what was read before, by how it is written."""
    sources = [row["say"]] if isinstance(row["say"], str) else row["say"]
    for source in (one for each in sources for one in _either(each)):
        for word in source.split():
            if word not in parts:
                parts[word] = _element(word, lexicon)
        elements = _dated([parts[word] for word in source.split()])
        check_names(row, elements)
        key = _key(source, elements, common)
        pattern = Pattern(
            source=source,
            elements=elements,
            key=key,
            opens=_words(elements[key].part),
            last=max((at for at, each in enumerate(elements) if not each.optional), default=0),
            says=tuple(_says({**row, **one}, elements) for one in ({}, *row.get("also", ()))),
            confidence=float(row.get("confidence", CONFIDENCE)),
            modality=_modality(row.get("modality", "asserted")),
            guard=_named_words(row.get("unless", ""), lexicon),
            required=_required(elements, _named_words(row.get("with", ""), lexicon)),
            has_verb=any(isinstance(each.part, Verb) for each in elements),
            tenses=frozenset(row.get("tenses", "").split()),
            rank=int(row.get("rank", 0)),
            beside=bool(row.get("beside", False)),
            optional=tuple(
                each.part.name
                for each in elements
                if each.optional and isinstance(each.part, Capture | Literal)
            ),
        )
        for one in product(*(word.split("|") for word in row.get("needs", "").split())):
            needs = frozenset(one)
            yield replace(
                pattern, needs=needs, around=needs - BY_MATCH | traits_of(elements, needs)
            )


def _either(source: str) -> Sequence[str]:
    """Return the patterns that one makes which begins in either of two ways."""
    first, _, rest = source.partition(" ")
    return [f"{one} {rest}" for one in first.split("|")] if first == _EITHER else [source]


def _dated(elements: Sequence[Element]) -> tuple[Element, ...]:
    """Return the elements of a pattern: what ends one with a verb may be followed by a time.

    Words without a verb may only be told by what stands behind them (`off to Rome`, `off in May`).
    """
    verb = any(isinstance(each.part, Verb) and not each.optional for each in elements)
    if not verb or elements[-1].part != Edge():
        return tuple(elements)
    return (*elements[:-1], Element(Edge(dated=True)))


def _required(elements: Sequence[Element], wants: frozenset[str]) -> tuple[frozenset[str], ...]:
    """Return sets of words of each of which a clause must have one, the smallest first."""
    sets = [*(each.telling for each in elements), *map(frozenset, at_edges(elements)), wants]
    return tuple(sorted((one for one in sets if one), key=len))


def _telling(part: Part, classes: Mapping[str, frozenset[str]]) -> Iterable[str]:
    """Return the words of a part, of several in a row one that is not common if there is one."""
    if isinstance(part, Whose):
        return classes.get("possessives", _NONE) | classes.get("possessive_marks", _NONE)
    if isinstance(part, Capture) and part.heads is not None:
        return _ending(part.heads)
    if isinstance(part, Capture) and part.kind.opens:
        return part.kind.opens.words | part.kind.opens.rows.keys()
    if not isinstance(part, Literal):
        return _words(part)
    common = classes.get("common", _NONE)
    rows = (next((word for word in row if word not in common), row[0]) for row in part.rows)
    return {*part.words, *rows}


def _named_words(told: str, lexicon: Lexicon) -> frozenset[str]:
    """Return the words of a field, those of `@classes` too."""
    found: set[str] = set()
    for word in told.split():
        found |= lexicon.words(word[1:]) if word.startswith("@") else {spelt(word)}
    return frozenset(found)


def _modality(told: str) -> frozenset[str]:
    return frozenset(("asserted", "wished") if told == "any" else told.split())


def _says(one: Mapping[str, Any], elements: Sequence[Element]) -> Says:
    """Return what a row says, or one of those it says also, with what it has of the row."""
    parts = [each.part for each in elements]
    names = [name for name in map(_value_name, parts) if name]
    names += [part.name for part in parts if isinstance(part, Capture | Literal) and part.name]
    return Says(
        attribute=one.get("attribute", ""),
        value=one.get("value", names[0] if names else ""),
        about=one.get("about", ""),
        type=one.get("type", "state"),
        polarity=Polarity.NEGATIVE if one.get("polarity", 1) < 0 else Polarity.POSITIVE,
        cue=Cue(one.get("cue", "none")),
        past=one.get("past", "over"),
        future=one.get("future", "plan"),
        negated=one.get("negated", _negated(one)),
        old=one.get("old", ""),
        new=one.get("new", ""),
        dated=one.get("dated", True),
        known=one.get("known", False),
    )


def _value_name(part: Part) -> str:
    """Return the name of a part that is the value of a claim unless the row says otherwise."""
    return part.name if isinstance(part, Capture) and part.name == part.kind.name else ""


def _negated(one: Mapping[str, Any]) -> str:
    """Return what a negation does by default: it denies a state, and makes nothing of an event."""
    skips = one.get("past") == "holds" or one.get("type", "state") != "state"
    return "skip" if skips else "keep"


def _element(source: str, lexicon: Lexicon) -> Element:
    if source.startswith("(") and source.endswith(")"):
        return Element(_part(source[1:-1], lexicon), optional=True)
    part = _part(source, lexicon)
    return Element(part, telling=frozenset(_telling(part, lexicon.classes)))


def _part(source: str, lexicon: Lexicon) -> Part:
    if source in ("^", "$", "^^"):
        return Edge(whole=source == "^^")
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
        return Verb(forms, frozenset(forms))
    return _literal(source, lexicon)


def _literal(source: str, lexicon: Lexicon, name: str = "") -> Literal:
    every: set[str] = set()
    for word in source.split("|"):
        every |= lexicon.words(word[1:]) if word.startswith("@") else {spelt(word)}
    rows = tuple(sorted(tuple(one.split()) for one in every if " " in one))
    words = frozenset(one for one in every if " " not in one)
    return Literal(words, rows, name, words | {row[0] for row in rows})


def _capture(source: str, lexicon: Lexicon) -> Capture:
    several = source.endswith("*")
    source = source.rstrip("*")
    name, _, kind = source.rpartition(":")
    kind, _, heads = kind.partition("@")
    if kind not in lexicon.kinds:
        raise ValueError(f"the lexicon has no kind of value {kind!r}")
    if not heads:
        return Capture(name or kind, lexicon.kinds[kind], several=several)
    words = lexicon.words(heads)
    begins = frozenset[str]() if several else _ending(words)
    return Capture(name or kind, lexicon.kinds[kind], words, several, begins)


def _ending(heads: frozenset[str]) -> frozenset[str]:
    """Return the last words of heads, in the singular and the plural."""
    last = {head.rpartition(" ")[2] for head in heads}
    return frozenset((*last, *(f"{head}s" for head in last)))


def _key(source: str, elements: Sequence[Element], common: frozenset[str]) -> int:
    """Return the element to look for first: the one whose words are rarest, then the shortest."""
    ranked = [
        (bool(words & common), isinstance(each.part, Capture), len(words) > 400, at)
        for at, each in enumerate(elements)
        if not each.optional and (words := _words(each.part))
    ]
    if not ranked and isinstance(elements[0].part, Edge):
        return 0
    if not ranked:
        raise ValueError(f"pattern {source!r} has no word to look for")
    return min(ranked)[3]


def _words(part: Part) -> frozenset[str]:
    """Return the words a part can begin with, or a value with a head can have as its head."""
    return part.begins if isinstance(part, Literal | Verb | Capture) else frozenset()
