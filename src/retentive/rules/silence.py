"""Which words and lineages a command silences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from retentive.model.change import Silence, Silencing
from retentive.model.entry import Verb
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span
from retentive.rules.sentences import sentences
from retentive.rules.text import content_hash_text

ENDED = frozenset({Standing.RETRACTED, Standing.FORGOTTEN})
"""The standings of what a command ended."""


def silencing(verb: Verb) -> Silencing | None:
    """Return how a command silences words; None for verbs that no version serves yet."""
    match verb:
        case Verb.CORRECT:
            return Silencing.CORRECTED
        case Verb.RETRACT:
            return Silencing.RETRACTED
        case Verb.FORGET:
            return Silencing.FORGOTTEN
        case Verb.CONFIRM | Verb.RESTORE | Verb.UNDO | Verb.RETRY | Verb.SET:
            return None
        case _:
            assert_never(verb)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hush:
    """What a command makes silent.

    `spans` belong to the first of the lineages `keys`, or to `owner` where there is none, and
    `loose` ones to none; with `saying` that is the hash of what these say. Of the lineages in
    `resting` only what rests on an entry is silent.
    What says one of the hashes `contents` is not learnt again.
    """

    keys: tuple[str, ...] = ()
    owner: str | None = None
    spans: tuple[tuple[str, Span], ...] = ()
    loose: tuple[tuple[str, Span], ...] = ()
    saying: str | None = None
    resting: tuple[tuple[str, str], ...] = ()
    contents: tuple[str, ...] = ()


def silences_of(
    seq: int, mode: Silencing, hush: Hush, *, tentative: bool = False
) -> Iterator[Silence]:
    """Return one silence for each of what is silent, numbered, without repetition."""
    lineages = list(dict.fromkeys(hush.keys))
    owner = lineages[0] if lineages else hush.owner
    owned = dict.fromkeys(hush.spans)
    silence = partial(Silence, seq=seq, mode=mode, tentative=tentative)
    named = [
        *(partial(silence, key=key) for key in lineages),
        *(partial(silence, entry_id=place[0], span=place[1], key=owner) for place in owned),
        *(
            partial(silence, entry_id=place[0], span=place[1], content=hush.saying)
            for place in dict.fromkeys(hush.loose)
            if place not in owned
        ),
        *(partial(silence, key=key, entry_id=entry_id) for key, entry_id in hush.resting),
        *(partial(silence, content=content) for content in dict.fromkeys(hush.contents)),
    ]
    for ordinal, one in enumerate(named):
        yield one(ordinal=ordinal)


def numbered(
    seq: int, hushes: Iterable[tuple[Silencing, Hush]], *, tentative: bool = False
) -> Iterator[Silence]:
    """Return the silences of several at once, in one count."""
    silences = [
        one for mode, hush in hushes for one in silences_of(seq, mode, hush, tentative=tentative)
    ]
    for ordinal, silence in enumerate(dict.fromkeys(replace(one, ordinal=0) for one in silences)):
        yield replace(silence, ordinal=ordinal)


def ends(fact: Fact, mode: Silencing) -> bool:
    """Tell whether a command ends a fact: one that another ended can only be forgotten still."""
    if mode is Silencing.FORGOTTEN:
        return fact.standing is not Standing.FORGOTTEN
    return fact.standing not in ENDED


def barred(silences: Iterable[Silence], stated: Mapping[str, int], before: int) -> set[str]:
    """Return the hashes of what is not to be learnt again, as of the entry `before`.

    `stated` tells when what a person stated since, and what still stands, was stated.
    """
    named = ((one.content, one.seq) for one in silences if one.seq < before)
    return {content for content, seq in named if content and seq > stated.get(content, 0)}


def same_words(text: str, wanted: Collection[str]) -> list[Span]:
    """Return the sentences of `text` that say one of the `wanted` canonical texts."""
    return [
        Span(*span)
        for span in sentences(text)
        if content_hash_text(text[span.start : span.end]) in wanted
    ]
