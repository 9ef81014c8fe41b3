"""Everything a view can be asked about a space, as plain values that two drivers must share.

What a driver may choose is left out: documents go by rank, generations and fences by nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from retentive.model.episode import Episode
from retentive.model.fact import Fact
from retentive.model.graph import Entity, Relation, Theme
from retentive.model.query import Direction, EntityFilter, FactFilter, RelationFilter
from retentive.model.space import EMBED, Space
from retentive.ports.rows import Position
from retentive.ports.view import View
from retentive.testing.asked import Asked
from retentive.testing.compare_documents import DOCUMENT_QUESTIONS

EVERYTHING = 1_000_000
FAMILIES: tuple[type[Any], ...] = (Fact, Episode, Entity, Relation, Theme)


Question = Callable[[View, Space, Asked], object]


def answers(view: View, space: Space, asked: Asked) -> dict[str, object]:
    """Return what the view answers to every question about one space."""
    return {name: question(view, space, asked) for name, question in QUESTIONS.items()}


def differences(one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    """Return the names of the questions that were answered differently."""
    return [name for name in QUESTIONS if one[name] != other[name]]


def _entries(view: View, space: Space, asked: Asked) -> object:
    whole = list(view.entries(space, limit=EVERYTHING))
    return whole, [list(view.entries(space, after=seq, limit=2)) for seq in asked.seqs]


def _neighbours(view: View, space: Space, asked: Asked) -> object:
    around = (
        view.neighbours(space, entry, before=2, after=3)
        for entry in view.entries(space, limit=EVERYTHING)
    )
    return [(list(before), list(after)) for before, after in around]


def _recent(view: View, space: Space, asked: Asked) -> object:
    sessions = (None, *asked.sessions)
    return [list(view.recent(space, name, limit=size)) for name in sessions for size in (1, 4)]


def _called(view: View, space: Space, asked: Asked) -> object:
    names = {one.caller_id for one in view.entries(space, limit=50)} - {None}
    sessions = (None, *asked.sessions)
    return [
        list(view.called(space, name, session=session, limit=4))
        for name in ("m-1", *sorted(str(name) for name in names))
        for session in sessions
    ]


def _replies(view: View, space: Space, asked: Asked) -> object:
    return {seq: list(found) for seq, found in view.replies(space, asked.seqs).items()}


def _get(view: View, space: Space, asked: Asked) -> object:
    return {family: dict(view.get(space, family, asked.names)) for family in FAMILIES}


def _versions(view: View, space: Space, asked: Asked) -> object:
    return [list(view.versions(space, family, key)) for family in FAMILIES for key in asked.keys]


def _filters(asked: Asked) -> Iterator[FactFilter]:
    yield FactFilter()
    yield FactFilter(include_retired=True)
    yield FactFilter(include_unserved=True)
    yield FactFilter(include_retired=True, include_unserved=True)
    yield from (FactFilter(kinds=frozenset({kind})) for kind in asked.kinds)
    yield from (FactFilter(tags=frozenset({tag}), include_retired=True) for tag in asked.tags)
    yield from (FactFilter(exclude_tags=frozenset({tag})) for tag in asked.tags)
    yield FactFilter(tags=frozenset(asked.tags), exclude_tags=frozenset(asked.tags[:1]))
    yield from (FactFilter(entity_key=key) for key in asked.entity_keys)
    yield from (FactFilter(theme_key=key) for key in asked.theme_keys)
    yield from (FactFilter(valid_at=at, include_retired=True) for at in asked.times)


def _facts(view: View, space: Space, asked: Asked) -> object:
    return [list(view.facts(space, wanted, limit=EVERYTHING)) for wanted in _filters(asked)], [
        fact for page in _pages(view, space, 2) for fact in page
    ]


def _pages(view: View, space: Space, size: int) -> Iterator[Sequence[Fact]]:
    wanted = FactFilter(include_retired=True, include_unserved=True)
    after: Position | None = None
    while page := view.facts(space, wanted, after=after, limit=size):
        yield page
        last = Position(page[-1].born_seq, page[-1].id)
        if last == after:
            return  # a driver that does not go on must not keep its test from ending
        after = last


def _by_hash(view: View, space: Space, asked: Asked) -> object:
    found = view.facts_by_hash(space, asked.hashes)
    return {content: list(equal) for content, equal in found.items() if equal}


def _by_claim(view: View, space: Space, asked: Asked) -> object:
    return [list(view.facts_by_claim(space, subject, name)) for subject, name in asked.claims]


def _around(view: View, space: Space, asked: Asked) -> object:
    return [
        list(view.claims_around(space, subject, name, at, limit=size))
        for subject, name in asked.claims
        for at in asked.times
        for size in (1, 9)
    ]


def _alike(view: View, space: Space, asked: Asked) -> object:
    return [
        list(view.claims_alike(space, subject, name, head, limit=size))
        for subject, name in asked.claims
        for head in asked.heads
        for size in (1, 9)
    ]


def _about(view: View, space: Space, asked: Asked) -> object:
    return [
        list(view.facts_about(space, subject, limit=size))
        for subject in dict.fromkeys(subject for subject, _ in asked.claims)
        for size in (1, 9)
    ]


def _citing(view: View, space: Space, asked: Asked) -> object:
    each = [list(view.facts_citing(space, [entry_id])) for entry_id in asked.entry_ids]
    return each, list(view.facts_citing(space, asked.entry_ids))


def _confirmations(view: View, space: Space, asked: Asked) -> object:
    return dict(view.confirmations(space, asked.keys))


def _confirming(view: View, space: Space, asked: Asked) -> object:
    return [
        list(view.confirming(space, asked.keys)),
        list(view.confirming(space, entry_ids=asked.entry_ids)),
        list(view.confirming(space, asked.keys, entry_ids=asked.entry_ids)),
    ]


def _silences(view: View, space: Space, asked: Asked) -> object:
    return (
        list(view.silences(space, entry_ids=asked.entry_ids)),
        list(view.silences(space, keys=asked.keys)),
        list(view.silences(space, entry_ids=asked.entry_ids, keys=asked.keys)),
        list(view.silences(space, contents=asked.hashes)),
        list(view.silences(space)),
    )


def _episodes(view: View, space: Space, asked: Asked) -> object:
    whole = [
        list(view.episodes(space, session=session, limit=EVERYTHING))
        for session in (None, *asked.sessions)
    ]
    return whole, list(view.episodes(space, limit=2, offset=1))


def _entities(view: View, space: Space, asked: Asked) -> object:
    wanted = [EntityFilter(), EntityFilter(include_retired=True), EntityFilter(entity_type="place")]
    wanted += [EntityFilter(name=name, include_retired=True) for name in asked.entity_names]
    whole = [list(view.entities(space, filter_, limit=EVERYTHING)) for filter_ in wanted]
    return whole, list(view.entities(space, wanted[1], limit=2, offset=1))


def _relations(view: View, space: Space, asked: Asked) -> object:
    wanted = [RelationFilter(direction=direction) for direction in Direction]
    wanted += [RelationFilter(include_retired=True), RelationFilter(relation_type="knows")]
    return [
        list(view.relations(space, key, filter_)) for key in asked.entity_keys for filter_ in wanted
    ]


def _themes(view: View, space: Space, asked: Asked) -> object:
    whole = list(view.themes(space, limit=EVERYTHING))
    return whole, list(view.themes(space, limit=2, offset=1))


def _counts(view: View, space: Space, asked: Asked) -> object:
    return view.counts(space)


def _watermark(view: View, space: Space, asked: Asked) -> object:
    marks = [view.watermark(space, stage) for stage in asked.stages]
    return [
        (mark.generation == _generation(space, mark.stage), replace(mark, generation=0))
        for mark in marks
    ]


def _generation(space: Space, stage: str) -> int:
    return space.generations.vectors if stage == EMBED else space.generations.records


def _audit(view: View, space: Space, asked: Asked) -> object:
    whole = list(view.audit(space, limit=EVERYTHING))
    return whole, list(view.audit(space, after=1, limit=2))


def _all_records(view: View, space: Space, asked: Asked) -> object:
    return [list(view.all_records(space, family)) for family in FAMILIES]


QUESTIONS: Mapping[str, Question] = {
    "entries": _entries,
    "entries_by_id": lambda view, space, asked: dict(view.entries_by_id(space, asked.entry_ids)),
    "neighbours": _neighbours,
    "recent": _recent,
    "called": _called,
    "replies": _replies,
    "get": _get,
    "versions": _versions,
    "facts": _facts,
    "facts_by_hash": _by_hash,
    "facts_by_claim": _by_claim,
    "claims_around": _around,
    "claims_alike": _alike,
    "facts_about": _about,
    "facts_citing": _citing,
    "confirmations": _confirmations,
    "confirming": _confirming,
    "silences": _silences,
    "episodes": _episodes,
    "entities": _entities,
    "relations": _relations,
    "themes": _themes,
    **DOCUMENT_QUESTIONS,
    "watermark": _watermark,
    "audit": _audit,
    "all_audit": lambda view, space, asked: list(view.all_audit(space)),
    "change_of": lambda view, space, asked: [view.change_of(space, seq) for seq in asked.seqs],
    "seq_of": lambda view, space, asked: [view.seq_of(space, name) for name in asked.names],
    "dead_letters": lambda view, space, asked: view.dead_letters(space),
    "counts": _counts,
    "all_records": _all_records,
    "all_entries": lambda view, space, asked: list(view.all_entries(space)),
    "all_confirmations": lambda view, space, asked: list(view.all_confirmations(space)),
    "all_silences": lambda view, space, asked: list(view.all_silences(space)),
    "all_aliases": lambda view, space, asked: list(view.all_aliases(space)),
    "unplaced": lambda view, space, asked: list(view.unplaced(space)),
    "damages": lambda view, space, asked: list(view.damages(space)),
}
"""One question a method of `View`, under the name of the method."""
