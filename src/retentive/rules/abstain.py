"""Whether anything known is about a question: what the question asks for, and what covers it.

A threshold on scores alone separates questions about other things, and hardly any that ask for
something close to what is known. So three things are looked at: how near the nearest text is,
how much of the question's own words occurs anywhere in what may be read, and whether one text
holds all of them: names and numbers mean nothing to an embedder.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from retentive.rules.bm25 import idf


@dataclass(frozen=True, slots=True, kw_only=True)
class AbstentionPolicy:
    """When a question counts as one about what is known.

    With an embedder: when the cosine of the nearest text (above that of unrelated texts) and
    `known_share` of the share of known words reach `enough`, or when one text holds all the
    words. By words alone: when the share of
    known words reaches `words_alone`. Set where 95 of 100 questions about other things find
    nothing, on pairs of answered and unanswered questions (`retentive bench abstention`). What
    scores less than `least_share` of the best hit is not shown beside it.
    """

    known_share: float = 0.2
    enough: float = 0.4
    words_alone: float = 1e-9
    least_share: float = 0.25


ABSTENTION: Final = AbstentionPolicy()


def known_share(terms: Sequence[str], frequencies: Mapping[str, int], docs: int) -> float:
    """Return how much of a question's terms occurs anywhere, weighed by how much each tells.

    In 0–1; 0 for a question without terms. A term that no document holds weighs as much as the
    rarest that one does.
    """
    weights = {term: idf(max(1, frequencies.get(term, 0)), docs) for term in sorted(set(terms))}
    whole = sum(weights.values())
    if not whole:
        return 0.0
    return sum(weight for term, weight in weights.items() if frequencies.get(term)) / whole


def is_about_what_is_known(
    near: float | None, known: float, *, is_whole: bool, policy: AbstentionPolicy = ABSTENTION
) -> bool:
    """Tell whether a question is about what is known.

    `near` is how near the nearest text is, in 0–1, None where no meanings are compared; `known`
    the share of known words; `is_whole` tells that one text holds all the question's words.
    """
    if near is None:
        return known >= policy.words_alone
    return is_whole or near + policy.known_share * known >= policy.enough


def nearest(found: Iterable[tuple[float, float | None]], floor: float) -> float:
    """Return how near the nearest of some texts is, in 0–1, above the `floor` of unrelated ones.

    Of each the share of what is asked that it holds and its cosine are given. What has no vector
    yet is taken to be as near as the share that it holds.
    """
    near = (text if cosine is None else (cosine - floor) / (1 - floor) for text, cosine in found)
    return max(0.0, max(near, default=0.0))


def worth_showing(best: float, *, by_meaning: bool, policy: AbstentionPolicy = ABSTENTION) -> float:
    """Return the least score that is shown where the best hit has the score `best`.

    Words alone tell too little for that: in a small store a common word weighs almost nothing.
    """
    return policy.least_share * best if by_meaning else 0.0
