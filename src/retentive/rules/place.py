"""Finding what a command is about, also under rules that changed since it was given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from retentive.model.entry import Target
from retentive.model.fact import Fact
from retentive.model.provenance import Span
from retentive.rules.silence import ENDED


def placed(
    target: Target, by_name: Mapping[str, Fact], claiming: Sequence[Fact], citing: Sequence[Fact]
) -> list[Fact] | None:
    """Return the facts a command applies to: by id, else by claim, else by overlapping span.

    `by_name` holds what the id and the key resolve to now, `claiming` the facts with the
    target's subject and attribute, `citing` those that cite its entries. Lineages that a
    command ended already are left out; None means that nothing was found at all.
    """
    names = [name for name in (target.fact_id, target.key) if name is not None]
    named = [by_name[name] for name in names if name in by_name][:1]
    claimed = [fact for fact in claiming if fact.claim == target.claim]
    spanned = [fact for fact in citing if _overlaps(fact, target.citations)]
    found = named or claimed or spanned
    return [fact for fact in found if fact.standing not in ENDED] if found else None


def _overlaps(fact: Fact, spans: Iterable[tuple[str, Span]]) -> bool:
    wanted = list(spans)
    return any(
        citation.entry_id == entry_id and citation.span.overlaps(span)
        for citation in fact.provenance.citations
        for entry_id, span in wanted
    )
