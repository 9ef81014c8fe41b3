"""Whether some texts say most of what another does, by the words that tell something."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from retentive.rules.text import terms

MOST: Final = 0.5
"""What share of the words of a message the facts learnt from it must hold to be shown instead.

With less the answer to a question may be in what they leave out (`On 3 May, and my sister Rita
lives next door`); with more, facts and their turns take each other's places.
"""


def say_most(texts: Iterable[str], said: str, least: float = MOST) -> bool:
    """Tell whether `texts` hold `least` of the terms of `said`; false without a text."""
    shown = list(texts)
    if not shown:  # as for most messages, whose terms are not needed then
        return False
    held = {term for text in shown for term in terms(text)}
    wanted = set(terms(said))
    return len(wanted & held) >= least * len(wanted)
