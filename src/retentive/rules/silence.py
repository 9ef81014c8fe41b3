"""Which words and lineages a command silences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from retentive.model.change import Silence, Silencing
from retentive.model.fact import Fact, Standing
from retentive.model.provenance import Span

_ENDED = frozenset({Standing.RETRACTED, Standing.FORGOTTEN})


def silences_of(
    seq: int,
    mode: Silencing,
    keys: Iterable[str],
    spans: Iterable[tuple[str, Span]],
    *,
    tentative: bool = False,
) -> Iterator[Silence]:
    """Return one silence a lineage and one a span, numbered, without repetition."""
    lineages = list(dict.fromkeys(keys))
    owner = lineages[0] if len(lineages) == 1 else None
    ordinal = 0
    for key in lineages:
        yield Silence(seq=seq, ordinal=ordinal, mode=mode, key=key, tentative=tentative)
        ordinal += 1
    for entry_id, span in dict.fromkeys(spans):
        yield Silence(
            seq=seq,
            ordinal=ordinal,
            mode=mode,
            entry_id=entry_id,
            span=span,
            key=owner,
            tentative=tentative,
        )
        ordinal += 1


def forgets_fact(fact: Fact, entry_id: str) -> bool:
    """Tell whether forgetting an entry ends a fact: it is live and cites nothing else."""
    cited = {citation.entry_id for citation in fact.provenance.citations}
    return cited == {entry_id} and fact.standing not in _ENDED
