"""How the arms of a recall are weighed; apart from the rule, since every program loads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionPolicy:
    """How the arms are weighed. Chosen on LoCoMo's dev half and on our assistant chats.

    The vector arm weighs `vector_share` against the best score of the text arm, between
    `vector_least` and `vector_most`: the less the words tell, the more meaning counts.
    `neighbours` is what the turns one and two places away in the same session lend of their
    scores; what is lent fills up what is missing to 1.
    A fact stands for the turn it was learnt from where it says `fair` of what the turn says about
    the question; the turn's further facts are lent `further_facts` of what the turn is lent.
    """

    vector_share: float = 0.12
    vector_least: float = 0.5
    vector_most: float = 1.5
    neighbours: tuple[float, ...] = (0.35, 0.2)
    fair: float = 0.5
    further_facts: float = 0.5


FUSION: Final = FusionPolicy()
