"""The block for the prompt: what recall finds and what was said last, within a budget."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from retentive.kernel.errors import ContextOverBudget
from retentive.kernel.scope import Scope
from retentive.model.entry import Entry, Message
from retentive.model.fact import Fact
from retentive.model.query import Context, Hit, Recall, SectionAccount, SectionName
from retentive.model.space import Space
from retentive.pipeline.arms import Meaning
from retentive.pipeline.reading import Reader, moment
from retentive.pipeline.retrieve import recall
from retentive.ports.models import TokenCounter
from retentive.ports.view import View
from retentive.rules.coverage import say_most
from retentive.rules.fit import Count, Fit, Kept, Overflow, Section, fit_lines
from retentive.rules.masking import CUT
from retentive.rules.policy import FUSION, FusionPolicy
from retentive.rules.render import PREFACE, escape, fence

PREFACE_ACCOUNT = "preface"
"""The name under which an account tells what the preface costs."""

RECENT_MESSAGES = 200
"""How far back the messages of a session are looked at; which of them go in, the budget says."""

HITS = 20

_WEIGHTS = {SectionName.FACTS: 0.5, SectionName.LOG: 0.3, SectionName.RECENT: 0.2}


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextAsked:
    """What a context is for, and what it may cost."""

    scope: Scope
    query: Recall
    budget: int
    counter: TokenCounter
    run_id: str


def context(
    view: View,
    asked: ContextAsked,
    now: datetime,
    meaning: Meaning | None = None,
    policy: FusionPolicy = FUSION,
) -> Context:
    """Return the block; empty when nothing is remembered or no line fits the budget.

    A message of this session that is the question itself is left out.
    """
    reader = Reader(view, asked.query.valid_at or moment(view, now))
    recent = _recent(reader, asked.scope.session)
    found = recall(view, asked.query, now, meaning, policy)
    echoes = _echoes(asked, recent, found)
    hits = [hit for hit in found if not _is_echo(hit, asked, echoes)]
    shown = echoes | _shown_by(hits, recent)
    lines = {
        SectionName.FACTS: [_fact_line(hit) for hit in hits if isinstance(hit.record, Fact)],
        SectionName.LOG: [_turn_line(hit) for hit in hits if isinstance(hit.record, Entry)],
        SectionName.RECENT: _recent_lines(reader, recent, shown),
    }
    sections = [_section(name, lines[name], asked.scope) for name in SectionName]
    fit = fitted(sections, asked.budget, partial(_framed, asked.counter.count))
    body = fit.text
    return Context(
        text=_whole(body) if body else "",
        stable=_whole("") if body else "",
        volatile=body,
        tokens=fit.tokens,
        budget=asked.budget,
        counter=asked.counter.name,
        account=tuple(_account(sections, fit.kept, asked.counter.count)),
        hits=tuple(hits),
        run_id=asked.run_id,
    )


def fitted(sections: Sequence[Section], budget: int, count: Count) -> Fit:
    """Return what fits; raise `ContextOverBudget` if what may not be cut does not."""
    match fit_lines(sections, budget, count):
        case Overflow(tokens=tokens):
            raise ContextOverBudget(
                f"what is pinned takes {tokens} tokens, the budget is {budget}; "
                "raise the budget or pin less",
                tokens=tokens,
                budget=budget,
            )
        case fit:
            return fit


def _whole(body: str) -> str:
    return f"{PREFACE}\n{body}"


def _framed(count: Count, body: str) -> int:
    """Count a body together with the preface it will have; nothing costs nothing."""
    return count(_whole(body)) if body else 0


def _account(
    sections: Sequence[Section], kept: Sequence[Kept], count: Count
) -> Iterator[SectionAccount]:
    """Yield what the preface and each section, its fence included, add to the count.

    Together they make the tokens of the whole, whatever the counter thinks of joints.
    """
    text, before = "", 0
    if any(one.lines for one in kept):
        text, before = PREFACE, count(PREFACE)
        yield SectionAccount(section=PREFACE_ACCOUNT, tokens=before, lines=1, cut=0)
    for section, one in zip(sections, kept, strict=True):
        if one.lines:
            text = "\n".join((text, section.header, *one.lines, section.footer))
        after = count(text) if text else 0
        yield SectionAccount(
            section=one.key, tokens=after - before, lines=len(one.lines), cut=one.dropped
        )
        before = after


def _section(name: SectionName, lines: Sequence[str], scope: Scope) -> Section:
    opened, *_, closed = fence(name.value, _label(scope), [])
    return Section(
        key=name.value,
        weight=_WEIGHTS[name],
        header=opened,
        lines=tuple(lines),
        footer=closed,
        worst_first=name is SectionName.RECENT,
    )


def _label(scope: Scope) -> str:
    named = {"user": scope.user, "agent": scope.agent, "project": scope.project}
    return " ".join(f"{kind}:{value}" for kind, value in named.items() if value is not None)


def _fact_line(hit: Hit) -> str:
    said = hit.sources[0] if hit.sources else None
    who = f"{said.speaker.name or said.speaker.id}, {said.said_at:%Y-%m-%d}" if said else "derived"
    return f"- {escape(f'{hit.text} ({who})')}"


def _turn_line(hit: Hit) -> str:
    assert isinstance(hit.record, Entry)
    return _said(hit.record, hit.text)


def _said(entry: Entry, text: str) -> str:
    who = entry.speaker.name or entry.speaker.id
    return f"- {escape(f'{entry.said_at:%Y-%m-%d} {who}: {text}')}"


def _recent(reader: Reader, session: str | None) -> list[tuple[Space, Entry]]:
    """Return the last messages of a session, newest first."""
    if session is None:
        return []
    found = [
        (space, entry)
        for space in reader.view.spaces
        for entry in reader.view.recent(space, session, limit=RECENT_MESSAGES)
    ]
    found.sort(key=lambda one: (one[1].recorded_at, one[1].id), reverse=True)
    return found[:RECENT_MESSAGES]


def _recent_lines(
    reader: Reader, recent: Sequence[tuple[Space, Entry]], shown: Collection[str]
) -> list[str]:
    """Return these messages without those that are shown elsewhere or have no words left."""
    kept = [(space, entry) for space, entry in recent if entry.id not in shown]
    turns = zip(kept, reader.turns(kept), strict=True)
    return [_said(turn, turn.text) for (_, entry), turn in turns if _has_words(entry, turn)]


def _shown_by(hits: Sequence[Hit], recent: Sequence[tuple[Space, Entry]]) -> set[str]:
    """Return the messages that are hits, or most of which is said by facts that are."""
    told: dict[str, list[str]] = {}
    for hit in hits:
        for source in hit.sources:
            told.setdefault(source.entry_id, []).append(hit.text)
    return {entry.id for _, entry in recent if say_most(told.get(entry.id, ()), entry.text)}


def _has_words(entry: Entry, turn: Entry) -> bool:
    """Tell whether of a message that was cut more than marks and stops is left."""
    return turn is entry or any(char.isalnum() for char in turn.text.replace(CUT, ""))


def _echoes(
    asked: ContextAsked, recent: Sequence[tuple[Space, Entry]], hits: Sequence[Hit]
) -> set[str]:
    """Return the messages of this session that say what is asked: the question itself.

    Callers often store a turn before they ask for what fits it.
    """
    session, words = asked.scope.session, asked.query.text.split()
    if session is None:
        return set()
    found = [entry for _, entry in recent]
    found += [hit.record for hit in hits if isinstance(hit.record, Entry)]
    return {
        entry.id
        for entry in found
        if isinstance(entry.body, Message)
        and entry.origin.session == session
        and entry.text.split() == words
    }


def _is_echo(hit: Hit, asked: ContextAsked, echoes: Collection[str]) -> bool:
    """Tell whether a hit is the question, or a fact that says no more and rests on it alone."""
    if isinstance(hit.record, Entry):
        return hit.record.id in echoes
    said = hit.text.split() == asked.query.text.split()
    rests = bool(hit.sources) and not hit.withheld
    return said and rests and all(one.entry_id in echoes for one in hit.sources)
