"""From the claims of a sentence to its candidates: each with its words, and what makes no claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.provenance import Span
from retentive.rules.claims.general import is_general
from retentive.rules.claims.grouping import SAID, groups, parts, states_nothing, widened
from retentive.rules.claims.identity import IDENTITY
from retentive.rules.claims.plain import plain
from retentive.rules.claims.setting import Setting
from retentive.rules.claims.telling import numbered
from retentive.rules.claims.whom.calling import Calling
from retentive.rules.reading import Clause, Modality

_STATED: Final = ({Modality.ASSERTED}, SAID)


def kept(
    setting: Setting,
    calling: Calling,
    clauses: Sequence[Clause],
    claims: Sequence[Sequence[Candidate]],
) -> Iterator[Candidate]:
    """Yield the claims of a sentence, those of each clause, and what it states besides."""
    classes = setting.classes
    for group in groups(clauses, claims, classes["breakers"], classes["reasons"]):
        for part in parts(group, claims):
            told = [one for at in part for one in claims[at]]
            yield from _part(setting, calling, clauses, part, told)


def _part(
    setting: Setting,
    calling: Calling,
    clauses: Sequence[Clause],
    part: range,
    claims: Sequence[Candidate],
) -> Iterator[Candidate]:
    """Yield the claims of clauses that stand together, else what they state as it stands."""
    span = Span(clauses[part.start].span.start, clauses[part.stop - 1].span.end)
    if len(part) == len(clauses):  # with its marks, as it is written
        span = clauses[0].sentence
    if claims:
        text = setting.entry.text
        yield from numbered(
            calling.told(widened(text, one, span), (one.span.start,)) for one in claims
        )
    elif {clauses[at].modality for at in part} in _STATED and not states_nothing(clauses, part):
        words = [word for at in part for word in clauses[at].words]
        if not is_general(words, setting.classes):
            starts = [clauses[at].span.start for at in part]
            for one in plain(setting.entry, span, IDENTITY):
                yield calling.told(one, starts)
