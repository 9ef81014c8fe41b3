"""What the extractor alone finds in the turns of a gold file: no store, no reconciling."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC

from retentive import Scope
from retentive.extraction import RuleExtractor
from retentive.surfaces.bench.extraction_claims import Learnt, Marks, compare
from retentive.surfaces.bench.extraction_found import Found, of_candidate
from retentive.surfaces.bench.extraction_gold import Dialogue, GoldTurn
from retentive.surfaces.bench.searching import AGENT
from retentive.types import Actor, ActorKind, Entry, Extractor, Message, Role


def extracted(dialogues: Sequence[Dialogue], extractor: Extractor | None = None) -> list[Marks]:
    """Compare what the extractor finds in each turn; return the marks of every dialogue."""
    chosen = RuleExtractor() if extractor is None else extractor
    return [_dialogue(one, chosen) for one in dialogues]


def entries(dialogue: Dialogue) -> Iterator[Entry]:
    """Yield the turns of a dialogue as a memory would log them."""
    for seq, turn in enumerate(dialogue.turns, start=1):
        at = turn.said_at.astimezone(UTC)
        yield Entry(
            id=turn.id,
            space=1,
            seq=seq,
            recorded_at=at,
            said_at=at,
            told_at=at,
            origin=Scope(tenant=dialogue.id, user=dialogue.user, agent=AGENT, session=turn.session),
            speaker=_speaker(dialogue, turn),
            body=Message(role=Role(turn.role), text=turn.text),
            caller_id=turn.id,
            zone=turn.zone or f"{turn.said_at:%z}"[:3] + ":" + f"{turn.said_at:%z}"[3:],
        )


def candidates(extractor: Extractor, log: Iterable[Entry]) -> Iterator[Sequence[Found]]:
    """Yield what an extractor finds in each entry, told the earlier ones of its session."""
    earlier: dict[str | None, deque[Entry]] = defaultdict(lambda: deque(maxlen=extractor.window))
    for entry in log:
        said = earlier[entry.origin.session]
        yield [of_candidate(one) for one in extractor.extract(entry, list(said), None)]
        said.append(entry)


def _dialogue(dialogue: Dialogue, extractor: Extractor) -> Marks:
    marks = Marks(dialogue.id)
    found = candidates(extractor, entries(dialogue))
    for turn, new in zip(dialogue.turns, found, strict=True):
        compare(dialogue, turn, Learnt(new), marks)
    return marks


def _speaker(dialogue: Dialogue, turn: GoldTurn) -> Actor:
    """Return who spoke, named as a memory names speakers."""
    own = {
        "user": Actor(id=f"user:{dialogue.user}", kind=ActorKind.HUMAN, name=turn.name),
        "assistant": Actor(id=f"agent:{AGENT}", kind=ActorKind.AGENT, name=turn.name),
        "tool": Actor(id=f"tool:{turn.name or 'tool'}", kind=ActorKind.TOOL, name=turn.name),
    }[turn.role]
    owner = {"user": dialogue.user, "assistant": AGENT}.get(turn.role)
    if turn.name is None or owner is None or turn.name.casefold() == owner.casefold():
        return own
    kind = ActorKind.AGENT if turn.name in dialogue.agents else ActorKind.HUMAN
    return Actor(id=f"name:{turn.name}", kind=kind, name=turn.name)
