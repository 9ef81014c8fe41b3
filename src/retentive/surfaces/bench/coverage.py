"""How much of what annotators noted in a conversation is among the facts learnt from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from retentive import Memory
from retentive.surfaces.bench.extraction_words import words
from retentive.surfaces.bench.ingesting import message
from retentive.surfaces.bench.intervals import Figure, figure, seeded
from retentive.surfaces.bench.searching import handle
from retentive.surfaces.bench.talks import Conversation, Note
from retentive.types import Fact

PAGE = 1000
HALF = 0.5


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of the annotated observations.

    `cited`: of whose turns a fact cites one. `said`: of whose words, but for the speakers'
    names, the facts that cite one of those turns hold at least half. `turns` is the share of
    turns that a fact cites.
    """

    turns: Figure | None
    cited: Figure | None
    said: Figure | None


def coverage(memory: Memory, talks: Sequence[Conversation]) -> Coverage | None:
    """Return what the facts of every conversation cover; None where nothing was annotated."""
    if not any(talk.notes for talk in talks):
        return None
    turns: dict[str, list[float]] = {}
    cited: dict[str, list[float]] = {}
    said: dict[str, list[float]] = {}
    for talk in talks:
        learnt = _learnt(memory, talk)
        turns[talk.id] = [float(turn.id in learnt) for turn in talk.turns]
        cited[talk.id] = [float(any(turn in learnt for turn in one.turns)) for one in talk.notes]
        said[talk.id] = [float(covered(talk, one, learnt)) for one in talk.notes]
    return Coverage(*(figure(one, seeded()) for one in (turns, cited, said)))


def covered(talk: Conversation, note: Note, learnt: Mapping[str, Sequence[str]]) -> bool:
    """Tell whether the facts of a note's turns hold at least half of its words."""
    names = {word for turn in talk.turns for word in words(turn.name or "")}
    wanted = set(words(note.text)) - names
    held = {word for turn in note.turns for text in learnt.get(turn, ()) for word in words(text)}
    return len(wanted & held) >= HALF * len(wanted) > 0


def _learnt(memory: Memory, talk: Conversation) -> dict[str, list[str]]:
    """Return the words of facts by the turn they cite, whenever they hold."""
    names = _names(memory, talk)
    found: dict[str, list[str]] = defaultdict(list)
    cursor: str | None = None
    while True:
        page = handle(memory, talk).facts.list(limit=PAGE, cursor=cursor, valid_at="any")
        for fact in page:
            for one in fact.provenance.citations:
                found[names[one.entry_id]].append(_words(fact))
        cursor = page.cursor
        if cursor is None:
            return found


def _names(memory: Memory, talk: Conversation) -> dict[str, str]:
    """Return the turns by their entries: told again, every one is known already."""
    found: dict[str, str] = {}
    for session, turns in talk.sessions.items():
        receipt = handle(memory, talk, session).observe([message(turn) for turn in turns])
        found |= zip(receipt.ids, (turn.id for turn in turns), strict=True)
    return found


def _words(fact: Fact) -> str:
    return fact.text if fact.claim is None else f"{fact.text} {fact.claim.value}"
