"""The demo: a shipped conversation goes through the real system, and the system is asked.

Yields the lines to print; everything in them is what the public face answered.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

from retentive import Ambient, Config, Fact, Handle, Hit, InvalidInput, Memory
from retentive.surfaces.demo.script import NoChance, NumberedIds, ScriptedClock
from retentive.surfaces.wire import speaker_name

CONFIG = Config(background=False)
"""Words alone are searched, so that the demo reads the same wherever it is played."""

WIDTH = 88
_INDENT = "   "


@dataclass(frozen=True, slots=True)
class Stage:
    """The opened memory of the demo, its clock, and the names the script gave to messages."""

    memory: Memory
    clock: ScriptedClock
    script: dict[str, Any]
    named: dict[str, str] = field(default_factory=dict)

    def handle(self, user: str, session: str | None = None) -> Handle:
        """Return the handle of one customer's talk with the agent."""
        return self.memory.scope(user=user, agent=self.script["agent"], session=session)

    def later(self, **by: float) -> None:
        """Let time pass."""
        self.clock.at += timedelta(**by)

    def feed(self) -> list[tuple[dict[str, Any], int, int]]:
        """Observe every session at its time; return it with its stored and known messages."""
        done = []
        for session in self.script["sessions"]:
            messages = session["messages"]
            said_at = datetime.fromisoformat(messages[-1]["timestamp"])
            self.clock.at = max(self.clock.at, said_at)
            scope = self.handle(session["user"], session["session"])
            receipt = scope.observe(messages)
            self.memory.flush()
            self.named.update(zip(receipt.ids, (one["id"] for one in messages), strict=True))
            done.append((session, len(receipt.stored), len(receipt.duplicates)))
        return done

    def fact(self, user: str, words: str) -> Fact:
        """Return the current fact of a user that holds these words."""
        return next(one for one in self.handle(user).facts.list().items if words in one.text)


def play(keep: str | None = None) -> Iterator[str]:
    """Yield the demo line by line; its store is kept at `keep`, or thrown away."""
    if keep is not None and Path(keep).exists():
        raise InvalidInput(f"{keep} exists already; name a new file to keep the demo in")
    source = resources.files(__package__).joinpath("conversation.json")
    script = json.loads(source.read_text("utf-8"))
    first = datetime.fromisoformat(script["sessions"][0]["messages"][0]["timestamp"])
    clock = ScriptedClock(first)
    ambient = Ambient(clock=clock, ids=NumberedIds(), chance=NoChance())
    with ExitStack() as stack:
        store = keep or str(Path(stack.enter_context(TemporaryDirectory())) / "demo.db")
        opened = Memory.open(store, ambient=ambient, embedder=None, config=CONFIG)
        stage = Stage(stack.enter_context(opened), clock, script)
        yield script["about"]
        yield "One file, offline, no language model. All of it is what the library answered."
        for scene in _SCENES:
            yield ""
            yield from scene(stage)
    if keep is not None:
        yield ""
        yield f"The store is kept. Try: retentive recall --store {keep} --user ana brakes"


def _going_in(stage: Stage) -> Iterator[str]:
    yield "1  The conversation goes in, with the times at which it was said"
    for session, stored, _ in stage.feed():
        day = datetime.fromisoformat(session["messages"][0]["timestamp"])
        yield f"{_INDENT}{day:%d %b}  {session['session']}  {stored} messages stored"
    again = stage.feed()
    stored, known = sum(one[1] for one in again), sum(one[2] for one in again)
    yield f"{_INDENT}The same file once more: {stored} stored, {known} known already."


def _kept(stage: Stage) -> Iterator[str]:
    yield "2  What was kept of Ana, and the message it rests on"
    facts = stage.handle("ana").facts.list(valid_at="any").items
    rows = [(fact, fact.provenance.citations[0]) for fact in facts]
    for fact, cited in sorted(rows, key=lambda row: (row[0].recorded_at, row[1].span)):
        name = stage.named[cited.entry_id]
        yield f"{_INDENT}{name:<3}  {fact.said_at:%d %b}  {fact.text}"
    yield f"{_INDENT}Her questions and requests, and what the agent said, stay in the log alone."


def _asked(stage: Stage) -> Iterator[str]:
    yield "3  Two questions, answered with their sources"
    yield from _answers(stage, "ana", "May we phone her at work?", limit=1)
    yield from _answers(stage, "ana", "Which padding is she allergic to in a seat?", limit=2)


def _apart(stage: Stage) -> Iterator[str]:
    yield "4  The same question in Ben's memory: nothing of Ana's is in it"
    yield from _answers(stage, "ben", "Which padding is she allergic to in a seat?")
    yield from _answers(stage, "ben", "Who gets the invoices?", limit=1)


def _moved(stage: Stage) -> Iterator[str]:
    yield "5  Ana has moved: what she says now ends what it contradicts, and nothing else"
    ana = stage.handle("ana")
    yield from _answers(stage, "ana", "Does she live in Porto?", limit=1)
    yield f"{_INDENT}the same, of the tenth of February:"
    february = datetime(2026, 2, 10, tzinfo=UTC)
    yield from _hits(ana.recall("Does she live in Porto?", limit=1, valid_at=february))
    old = next(one for one in ana.facts.list(valid_at="any").items if "Porto" in one.text)
    yield f"{_INDENT}history:"
    for one in ana.history(old.id):
        until = f"until {one.valid_until:%d %b}" if one.valid_until else "now"
        yield f"{_INDENT}  {one.recorded_at:%d %b}  holds {until:<12}  {one.reason}"


def _corrected(stage: Stage) -> Iterator[str]:
    yield "6  Tomás has had his birthday: a correction, and the history it leaves"
    stage.later(days=3)
    old = stage.fact("ana", "Tomás is four")
    stage.handle("ana").correct(old.id, "Tomás is five and weighs eighteen kilos.")
    stage.memory.flush()
    yield from _answers(stage, "ana", "How old is Tomás, and how many kilos?", limit=1)
    yield f"{_INDENT}history:"
    for one in stage.handle("ana").history(old.id):
        until = f"{one.retired_at:%d %b}" if one.retired_at else "now"
        yield f"{_INDENT}  {one.recorded_at:%d %b} – {until:<6}  {one.reason:<9}  {one.text}"


def _forgotten(stage: Stage) -> Iterator[str]:
    yield "7  Ana asks to forget the alarm code"
    yield from _answers(stage, "ana", "alarm code", limit=1)
    stage.later(hours=1)
    done = stage.handle("ana").forget(stage.fact("ana", "alarm code").id, reason="she asked")
    stage.memory.flush()
    names = ", ".join(stage.named[entry] for entry in done.silenced)
    yield f"{_INDENT}forgotten: its words in message {names} are silent at every time"
    yield from _answers(stage, "ana", "alarm code")


def _block(stage: Stage) -> Iterator[str]:
    yield "8  The block for the agent's next prompt, at most 300 tokens"
    scope = stage.handle("ana", "ana-3")
    block = scope.context("Deliver the battery, and offer a bigger child seat", budget=300)
    for line in block.text.splitlines():
        yield from (f"{_INDENT}| {part}" for part in wrap(line, WIDTH, subsequent_indent="    "))
    yield f"{_INDENT}account: {block.tokens} of {block.budget} tokens, as {block.counter} counts"
    for one in block.account:
        yield f"{_INDENT}  {one.section:<6} {one.lines} lines, {one.tokens} tokens, {one.cut} cut"


def _checked(stage: Stage) -> Iterator[str]:
    yield "9  The store checks itself against its log"
    found = stage.memory.verify()
    verdict = "clean" if found.clean else f"damaged: {found.damages}"
    yield f"{_INDENT}{verdict}: {found.entries} entries, {found.records} records"


_SCENES: Sequence[Callable[[Stage], Iterator[str]]] = (
    _going_in,
    _kept,
    _asked,
    _apart,
    _moved,
    _corrected,
    _forgotten,
    _block,
    _checked,
)


def _answers(stage: Stage, user: str, question: str, limit: int = 3) -> Iterator[str]:
    yield f"{_INDENT}{user}? {question}"
    yield from _hits(stage.handle(user).recall(question, limit=limit))


def _hits(found: Sequence[Hit]) -> Iterator[str]:
    if not found:
        yield f"{_INDENT}  nothing"
    for hit in found:
        first, *rest = wrap(hit.text, WIDTH - 11)
        yield f"{_INDENT}  {hit.score:.2f}  {first}"
        yield from (f"{_INDENT}        {line}" for line in rest)
        for source in hit.sources:
            what = f"message {source.caller_id}" if source.caller_id else "correction"
            who = speaker_name(source.speaker)
            yield f"{_INDENT}        – {who}, {source.said_at:%d %b %H:%M}, {what}"
