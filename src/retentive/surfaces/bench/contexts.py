"""How much of the evidence stands in the block for the prompt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from html import unescape

from retentive import Context, Memory
from retentive.surfaces.bench.ingesting import Telling
from retentive.surfaces.bench.intervals import Figure, figure, seeded
from retentive.surfaces.bench.searching import handle
from retentive.surfaces.bench.talks import Conversation, Question

BUDGETS = (500, 1000, 2000)
"""Tokens, as the default counter counts."""

SHORT = 20
"""Words with fewer letters may stand in a block by chance: only a hit shows them."""


def contexts(
    memory: Memory,
    asked: Sequence[tuple[Conversation, Question]],
    telling: Telling,
) -> dict[int, Figure | None]:
    """Return, by budget, the share of evidence turns that the context shows."""
    shares: dict[int, dict[str, list[float]]] = {budget: defaultdict(list) for budget in BUDGETS}
    done = 0
    with telling("building contexts") as told:
        for talk, question in asked:
            scope = handle(memory, talk)
            for budget in BUDGETS:
                built = scope.context(question.text, budget=budget)
                shares[budget][talk.id].append(shown(built, talk, question.evidence))
            done += 1
            told(done, len(asked))
    return {budget: figure(shares[budget], seeded()) for budget in BUDGETS}


def shown(context: Context, talk: Conversation, evidence: Sequence[str]) -> float:
    """Return the share of those turns that stand in the text of a context.

    A turn does if its words do, or the words of a hit that cites it: a hit that was cut for
    the budget counts for nothing.
    """
    block = _letters(unescape(context.text))
    cited = {turn for hit in context.hits if _letters(hit.text) in block for turn in hit.source_ids}
    said = {turn.id: _letters(turn.text) for turn in talk.turns}
    there = [
        one in cited or (len(said.get(one, "")) >= SHORT and said[one] in block) for one in evidence
    ]
    return sum(there) / len(evidence)


def _letters(text: str) -> str:
    """Return the letters and digits: layout and escapes are no part of what was said."""
    return "".join(char for char in text if char.isalnum())
