"""Which clauses of a sentence stand together as what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.provenance import Span
from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Modality, Word
from retentive.rules.reading import lexicon as lex

SAID: Final = frozenset({Modality.ASSERTED, Modality.SUPPOSED})
"""How clauses are meant that can be kept together: a condition belongs to what it limits."""

_FULL: Final = 3
"""Words of a clause that says something: `I think` does not."""


def groups(
    clauses: Sequence[Clause],
    claims: Sequence[Sequence[Candidate]],
    breakers: frozenset[str],
    reasons: frozenset[str],
) -> Iterator[range]:
    """Yield the clauses of a sentence that stand together.

    A clause that claims something stands by itself; one that leans on another, as it has no
    subject, tells its reason (it is led by one of `reasons`) or claims nothing and is led by one
    of `breakers`, goes with that. Without any claim all that is said stays one.
    """
    if not any(claims) and all(one.modality in SAID for one in clauses):
        yield range(len(clauses))
        return
    start = 0
    for at in range(1, len(clauses) + 1):
        if at < len(clauses) and _leans(clauses, at, reasons if claims[at] else breakers):
            continue
        yield range(start, at)
        start = at


def parts(group: range, claims: Sequence[Sequence[Candidate]]) -> Iterator[range]:
    """Yield the clauses of a group that are told together: one that claims something begins anew.

    So what ends later is not told with what goes on. What claims nothing goes with what is before.
    """
    claiming = [at for at in group if claims[at]]
    starts = [group.start, *claiming[1:]]
    for start, end in zip(starts, [*starts[1:], group.stop], strict=True):
        yield range(start, end)


def _leans(clauses: Sequence[Clause], at: int, leads: frozenset[str]) -> bool:
    """Tell whether a clause needs the one before it: for a subject, or as its reason."""
    clause = clauses[at]
    if not {clause.modality, clauses[at - 1].modality} <= SAID:
        return False
    first = clause.words[0].low
    if first in lex.FINITE or first in lex.THIRDS:
        return True
    if clause.lead == "that" and len(clauses[at - 1].words) < _FULL:
        return True
    return clause.lead in leads


def widened(text: str, one: Candidate, span: Span) -> Candidate:
    """Return a candidate of a clause as one of all that stands together with it."""
    if one.span == span:
        return one
    begins = one.span.start > span.start and one.text.endswith(one.quote)
    said = one.quote if begins else one.text
    told = text[span.start : one.span.start] + said + text[one.span.end : span.end]
    return replace(one, span=span, quote=text[span.start : span.end], text=told)


_SAYING: Final = listed(
    """say says said tell tells told telling claim claims claimed swear swears swore insist insists
    insisted reckon reckons reckoned joke jokes joked ask asks asked write writes wrote shout shouts
    shouted think thinks thought promise promises promised goes reads put"""
)
_TOLD: Final = listed("me us him her them everyone everybody")
_LEAST: Final = 4
"""Fewer words of a clause beside what is supposed say nothing by themselves."""


def states_nothing(clauses: Sequence[Clause], part: range) -> bool:
    """Tell whether clauses say only that something was said, or are what hangs on a supposition.

    `My boss always says`, before words in quotation marks; `says the poster`, behind them.
    """
    first, last = clauses[part.start], clauses[part.stop - 1]
    lows = [word.low for word in first.words if word.low not in lex.ADVERBS]
    behind = clauses[part.stop] if part.stop < len(clauses) else None
    ends = last.words[-2:] if last.words[-1].low in _TOLD else last.words[-1:]
    says = any(word.low in _SAYING for word in ends)
    says = says or last.words[-1].after.startswith(":")
    if says and behind and (behind.modality is Modality.QUOTED or behind.lead == "that"):
        return True
    if part.start and clauses[part.start - 1].modality is Modality.QUOTED and lows:
        return lows[0] in _SAYING or lows[0] in lex.BE or lows[0] == "as"
    if len(part) == len(clauses) and _orders(first.words):
        return True
    said = [clauses[at] for at in part if clauses[at].modality is Modality.ASSERTED]
    return first.modality is Modality.SUPPOSED and all(len(one.words) < _LEAST for one in said)


_ORDERING: Final = listed(
    """ask tell give show write call keep say add remind check send explain help list make let put
    ignore skip leave include change fix draft suggest recommend compare summarise summarize"""
)
_BEFORE: Final = listed("no yes just please ok okay so then and well oh kidding also now")


def _orders(words: Sequence[Word]) -> bool:
    """Tell whether a sentence is an order that states nothing: `no, leave Tom out of it`."""
    at = next((at for at, word in enumerate(words) if word.low not in _BEFORE), len(words))
    low = words[at].low if at < len(words) else ""
    past = any(word.low in lex.NOMINATIVE or word.low.isdigit() for word in words)
    return low in _ORDERING and not past and at + 1 < len(words)
