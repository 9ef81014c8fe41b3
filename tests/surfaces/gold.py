"""An extractor that reads the gold file instead of the turns, and a memory that obeys it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from retentive.surfaces.bench.extraction import Extraction
from retentive.surfaces.bench.extraction_found import Found, Held
from retentive.surfaces.bench.extraction_gold import (
    Claim,
    Dates,
    Dialogue,
    GoldTurn,
    Interval,
    Operation,
    Reading,
    Worth,
    load_gold,
)
from retentive.surfaces.bench.extraction_verdicts import Change, State
from retentive.surfaces.bench.extraction_words import likeness
from retentive.types import Candidate, Entry, Occurred, Polarity, Precision, Question, Reply, Span
from retentive.types import Claim as Claimed
from tests.house.source import ROOT

DEV = ROOT / "benchmarks" / "data" / "extraction" / "dev.json"
GOLD = load_gold(DEV)

PRECISIONS = {one.value: one for one in Precision}


@dataclass(frozen=True)
class Scripted:
    """Yields what `made` makes of the turn whose id an entry carries."""

    dialogues: Sequence[Dialogue]
    made: Callable[[Dialogue, GoldTurn], Sequence[Candidate]]
    identity: str = "scripted-1"
    window: int = 0

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        return None

    async def ask(self, question: Question) -> str:
        raise NotImplementedError

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        for dialogue in self.dialogues:
            if dialogue.id == entry.origin.tenant:
                (turn,) = [one for one in dialogue.turns if one.id == entry.caller_id]
                return self.made(dialogue, turn)
        raise AssertionError(entry.origin)


def wanted(dialogue: Dialogue, turn: GoldTurn) -> list[Candidate]:
    """Return a candidate for every claim that is wanted, as the file has it."""
    return [
        candidate(dialogue, turn, claim, ordinal=at)
        for at, claim in enumerate(turn.claims)
        if claim.worth is Worth.WANTED
    ]


def candidate(dialogue: Dialogue, turn: GoldTurn, claim: Claim, *, ordinal: int = 0) -> Candidate:
    """Return what an extractor would find, reading a claim in its first way."""
    start = turn.text.index(claim.quote)
    reading, dates = claim.readings[0], claim.dates
    subject = subject_id(dialogue, claim.subjects[0])
    return Candidate(
        text=claim.quote,
        kind="knowledge",
        subject=subject,
        span=Span(start, start + len(claim.quote)),
        quote=claim.quote,
        ordinal=ordinal,
        claim=Claimed(
            subject=subject,
            attribute=reading.attribute,
            value=reading.values[0],
            polarity=Polarity.POSITIVE if reading.positive else Polarity.NEGATIVE,
        ),
        occurred=occurred(dates.occurred, dates) if dates and dates.occurred else None,
        valid_from=at(dates.valid_from, dates) if dates and dates.valid_from else None,
        valid_until=at(dates.valid_until, dates) if dates and dates.valid_until else None,
    )


def subject_id(dialogue: Dialogue, subject: str) -> str:
    """Return the id of a subject as facts carry it."""
    owner, _, relation = subject.partition("'s ")
    if subject == "user":
        return f"user:{dialogue.user}"
    if subject == "assistant":
        return "agent:assistant"
    if relation:
        return f"person:{subject_id(dialogue, owner)}/{relation}"
    return f"person:{subject.casefold()}"


def at(partial: str, dates: Dates) -> datetime:
    """Return the start of a partial date."""
    if len(partial) > len("2026-01-01"):
        return datetime.fromisoformat(partial)
    year, month, day = (*(int(one) for one in partial.split("-")), 1, 1)[:3]
    first = date(year, month, day)
    return datetime(first.year, first.month, first.day, tzinfo=dates.zone)


def occurred(one: Interval, dates: Dates) -> Occurred:
    """Return an interval as facts carry it."""
    precision = {"minute": Precision.INSTANT, "hour": Precision.INSTANT}.get(one.precision)
    return Occurred(
        start=at(one.start, dates),
        end=at(one.end, dates),
        precision=precision or PRECISIONS.get(one.precision, Precision.MONTH),
    )


def changes(dialogue: Dialogue) -> Iterator[Change]:
    """Yield what every turn changes in a memory that does what the file says."""
    state: dict[str, Held] = {}
    for turn in dialogue.turns:
        before = dict(state)
        for operation in turn.operations:
            _obey(state, dialogue, turn, operation)
        yield Change(dialogue, turn, before, dict(state))


def _obey(state: dict[str, Held], dialogue: Dialogue, turn: GoldTurn, operation: Operation) -> None:
    reading, subject = operation.readings[0], subject_id(dialogue, operation.subjects[0])
    until = None
    match operation.op:
        case "NONE" | "CONFIRM" if of(state, subject, reading):
            return
        case "UPDATE" | "SUPERSEDE":
            for old in operation.old or (replace(reading, values=()),):
                drop(state, subject, old)
        case "RETRACT":
            drop(state, subject, reading)
            reading = replace(reading, positive=False)
        case "OVERLAY":
            until = at(operation.until or "2099-01-01", Dates(zone=ZoneInfo(turn.zone or "UTC")))
    new(state, turn, subject, reading, until=until)
    if operation.reason == "late":
        end(state, of(state, subject, reading), turn)


def drop(state: dict[str, Held], subject: str, reading: Reading) -> None:
    """Take out what says that; without a value, all of the attribute."""
    for held in list(state.values()):
        if (held.found.subject, held.found.attribute) == (subject, reading.attribute) and (
            not reading.values or likeness(held.found.value, reading.values)
        ):
            del state[held.key]


def new(
    state: dict[str, Held],
    turn: GoldTurn,
    subject: str,
    reading: Reading,
    *,
    until: datetime | None = None,
) -> None:
    """Add a fact that a turn says."""
    key = f"{turn.id} {subject} {reading}"
    found = Found(
        subject=subject,
        attribute=reading.attribute,
        value=reading.values[0],
        positive=reading.positive,
        text=reading.values[0],
        span=(0, 1),
        occurred=None,
        valid_from=None,
        valid_until=until,
    )
    state[key] = Held(
        id=key, key=key, turns=frozenset({turn.id}), confirmations=0, current=True, found=found
    )


def of(state: State, subject: str, reading: Reading) -> list[Held]:
    """Return what says exactly that."""
    return [
        one
        for one in state.values()
        if (one.found.subject, one.found.attribute, one.found.positive)
        == (subject, reading.attribute, reading.positive)
        and one.found.value in reading.values
    ]


def end(state: dict[str, Held], held: Sequence[Held], turn: GoldTurn) -> None:
    """Let facts be over when a turn is said."""
    for one in held:
        found = replace(one.found, valid_until=turn.said_at - timedelta(days=1))
        state[one.key] = replace(one, current=False, found=found)


@contextmanager
def quietly(label: str) -> Iterator[Callable[[int, int], None]]:
    yield lambda done, total: None


def shares(found: Extraction) -> Mapping[str, float]:
    return {name: one.mean for name, one in found.figures.items()}
