"""Which words and lineages a command silences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
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


def silences_of(
    seq: int,
    mode: Silencing,
    keys: Iterable[str],
    spans: Iterable[tuple[str, Span]],
    *,
    loose: Iterable[tuple[str, Span]] = (),
    tentative: bool = False,
) -> Iterator[Silence]:
    """Return one silence a lineage and one a span, numbered, without repetition.

    `spans` belong to the lineage if there is just one; `loose` ones to none.
    """
    lineages = list(dict.fromkeys(keys))
    owner = lineages[0] if len(lineages) == 1 else None
    owned = dict.fromkeys(spans)
    named: list[tuple[str | None, Span | None, str | None]] = [
        *((None, None, key) for key in lineages),
        *((entry_id, span, owner) for entry_id, span in owned),
        *((*place, None) for place in dict.fromkeys(loose) if place not in owned),
    ]
    for ordinal, (entry_id, span, key) in enumerate(named):
        yield Silence(
            seq=seq,
            ordinal=ordinal,
            mode=mode,
            entry_id=entry_id,
            span=span,
            key=key,
            tentative=tentative,
        )


def same_words(text: str, wanted: Collection[str]) -> list[Span]:
    """Return the sentences of `text` that say one of the `wanted` canonical texts."""
    return [
        Span(*span)
        for span in sentences(text)
        if content_hash_text(text[span.start : span.end]) in wanted
    ]


def forgets_fact(fact: Fact, entry_id: str) -> bool:
    """Tell whether forgetting an entry ends a fact: it is live and cites nothing else."""
    cited = {citation.entry_id for citation in fact.provenance.citations}
    return cited == {entry_id} and fact.standing not in ENDED
