"""Which names of a sentence a verb relates (row C-25)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from retentive.rules.entities import Mention

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*+")
_VOWELS: Final = "aeiou"
_HISSING: Final = ("s", "x", "z", "ch", "sh")
_DENIED: Final = ("n't", "n’t")


@dataclass(frozen=True, slots=True)
class Link:
    """`source` has the relation `type` to `target`; all three are words."""

    source: str
    target: str
    type: str


@dataclass(frozen=True, slots=True)
class RelationVerbs:
    """The forms of verbs by their first word, and the words that deny.

    `forms` holds what must follow the first word, and the base verb that is said so.
    """

    forms: Mapping[str, tuple[tuple[tuple[str, ...], str], ...]]
    negations: frozenset[str]

    @classmethod
    def of(cls, table: Mapping[str, Any], more: Iterable[str] = ()) -> RelationVerbs:
        """Return the verbs of a table in a language's data file, and more base verbs."""
        forms: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for verb in dict.fromkeys((*table["verbs"].split(), *more)):
            first, *rest = verb.casefold().split("_")
            irregular = [form for form, base in table["irregular"].items() if base == verb]
            for form in (*inflected(first), *irregular):
                forms.setdefault(form, []).append((tuple(rest), verb))
        return cls(
            {form: tuple(ends) for form, ends in forms.items()},
            frozenset(table["negations"].split()),
        )


def inflected(verb: str) -> tuple[str, ...]:
    """Return the regular forms of a verb: use, uses, used, using."""
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"
    third = f"{verb}es" if verb.endswith(_HISSING) else f"{verb}s"
    return verb, third, f"{verb}ed", f"{verb}ing"


def relations(sentence: str, names: Sequence[Mention], verbs: RelationVerbs) -> tuple[Link, ...]:
    """Return what relates each name to the next one in a sentence: at most one verb a pair.

    A denial between the two leaves them unrelated.
    """
    found: list[Link] = []
    ordered = sorted(names, key=lambda one: one.span)
    for source, target in pairwise(ordered):
        between = sentence[source.span.end : target.span.start]
        verb = _verb(between, verbs)
        if verb is not None:
            found.append(Link(source.name, target.name, verb))
    return tuple(found)


def _verb(between: str, verbs: RelationVerbs) -> str | None:
    said = [word.casefold() for word in _WORD.findall(between)]
    if any(word in verbs.negations or word.endswith(_DENIED) for word in said):
        return None
    for at, word in enumerate(said):
        for rest, verb in verbs.forms.get(word, ()):
            if tuple(said[at + 1 : at + 1 + len(rest)]) == rest:
                return verb
    return None
