"""Playing the dialogues of a gold file through a memory, turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from time import perf_counter

from retentive import Handle, Memory
from retentive.surfaces.bench.extraction_claims import Learnt, Marks, compare
from retentive.surfaces.bench.extraction_found import Found, Held, of_fact
from retentive.surfaces.bench.extraction_gold import Dialogue, GoldTurn
from retentive.surfaces.bench.extraction_operations import close, operate
from retentive.surfaces.bench.extraction_verdicts import Change, State
from retentive.surfaces.bench.ingesting import Telling
from retentive.surfaces.bench.opening import opened
from retentive.surfaces.bench.searching import AGENT
from retentive.types import Extractor, Fact

PAGE = 1000


class Told:
    """A clock that stands where the dialogue is; it never goes back."""

    def __init__(self) -> None:
        """Begin before everything."""
        self._now = datetime(1970, 1, 1, tzinfo=UTC)

    def reach(self, at: datetime) -> None:
        """Go on to this time."""
        self._now = max(self._now, at.astimezone(UTC))

    def now(self) -> datetime:
        """Return the time of the dialogue."""
        return self._now

    def monotonic(self) -> float:
        """Return seconds that never go back."""
        return perf_counter()


def played(
    dialogues: Sequence[Dialogue],
    telling: Telling,
    *,
    store: str = "memory://",
    extractor: Extractor | None = None,
) -> list[Marks]:
    """Play every dialogue in a tenant of its own; return their marks."""
    found: list[Marks] = []
    total = sum(len(one.turns) for one in dialogues)
    done = 0
    with telling("playing dialogues") as told:
        for dialogue in dialogues:
            clock = Told()
            with opened(store, None, clock, extractor) as memory:
                found.append(_dialogue(memory, clock, dialogue))
            done += len(dialogue.turns)
            told(done, total)
    return found


def _dialogue(memory: Memory, clock: Told, dialogue: Dialogue) -> Marks:
    marks = Marks(dialogue.id)
    scope = memory.scope(tenant=dialogue.id, user=dialogue.user, agent=AGENT)
    turns: dict[str, str] = {}
    state: State = {}
    ever: dict[str, Held] = {}
    for turn in dialogue.turns:
        clock.reach(turn.said_at)
        turns |= _said(scope, dialogue, turn)
        memory.flush()
        before, state = state, _state(scope, clock.now(), turns)
        change = Change(dialogue, turn, before, state)
        compare(dialogue, turn, _learnt(change), marks)
        operate(change, marks)
        ever |= {one.id: one for one in state.values()}
    close(dialogue, state, list(ever.values()), marks)
    return marks


def _said(scope: Handle, dialogue: Dialogue, turn: GoldTurn) -> dict[str, str]:
    """Append a turn; return its name by the id of its entry."""
    message: dict[str, object] = {
        "role": turn.role,
        "content": turn.text,
        "id": turn.id,
        "timestamp": turn.said_at,
    }
    if turn.name is not None:
        message["name"] = turn.name
    if turn.name in dialogue.agents:
        message["kind"] = "agent"
    receipt = scope.session(turn.session).observe([message], timezone=turn.zone)
    return {name: turn.id for name in receipt.ids}


def _state(scope: Handle, now: datetime, turns: dict[str, str]) -> State:
    """Return all that is known, whenever it holds."""
    cursor: str | None = None
    found: dict[str, Held] = {}
    while True:
        page = scope.facts.list(limit=PAGE, cursor=cursor, valid_at="any")
        found |= {fact.key: _held(fact, now, turns) for fact in page}
        cursor = page.cursor
        if cursor is None:
            return dict(sorted(found.items(), key=lambda one: _order(one[1])))


def _order(held: Held) -> tuple[object, ...]:
    """Order what is known by what it says: ids are drawn anew in every run."""
    one = held.found
    dates = (one.valid_from, one.valid_until, one.occurred)
    return sorted(held.turns), str(_said_of(held)), str(dates), held.current


def _held(fact: Fact, now: datetime, turns: dict[str, str]) -> Held:
    begun = fact.valid_from is None or fact.valid_from <= now
    cited = (turns.get(one.entry_id, "") for one in fact.provenance.citations)
    return Held(
        id=fact.id,
        key=fact.key,
        turns=frozenset(cited),
        confirmations=fact.confirmations,
        current=begun and (fact.valid_until is None or now < fact.valid_until),
        found=of_fact(fact),
    )


def _learnt(change: Change) -> Learnt:
    """Return what a turn brought: facts that rest on it and say something else than before."""
    new: list[Found] = []
    known: list[Found] = []
    for key, held in change.after.items():
        was = change.before.get(key)
        says = was is None or _said_of(was) != _said_of(held)
        (new if says and change.turn.id in held.turns else known).append(held.found)
    return Learnt(new, known, [one.found for one in change.gone])


def _said_of(held: Held) -> tuple[object, ...]:
    one = held.found
    return one.subject, one.attribute, one.value, one.positive, one.text
