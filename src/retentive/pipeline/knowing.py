"""Whom words mean whom nobody introduced in what was heard: who is known by that name, or so.

A pet is known by its name, and who was told of as `my dad Ray` is meant by `dad` later on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.pipeline.vocabulary import relations
from retentive.ports.store import Transaction
from retentive.rules.people import (
    are_several,
    called_so,
    is_named_person,
    pet_called,
    related,
)
from retentive.rules.revising import is_denial, lasts

NEAR = 64
"""How many facts about a speaker are looked at for a pet of a name."""


def as_known(
    tx: Transaction, space: Space, entry: Entry, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Return candidates about those who are meant by a name or by what they are to somebody.

    A name means a pet only if no person is known by it.
    """
    meant: dict[str, str] = {}
    for subject in sorted({one.subject for one in candidates}):
        if is_named_person(subject) and not tx.facts_about(space, subject, limit=1):
            pet = pet_called(subject)
            if tx.facts_about(space, pet, limit=1) or _is_kept(tx, space, entry, pet):
                meant[subject] = pet
        elif related(subject) is not None and not are_several(entry.text):
            meant[subject] = _named(tx, space, entry, subject)
    return [_about(one, meant) for one in candidates]


def _named(tx: Transaction, space: Space, entry: Entry, subject: str) -> str:
    """Return the one subject of a name that is known to be what a relation tells, else itself."""
    owner, relation = related(subject) or ("", "")
    told = tx.facts_about(space, owner, limit=NEAR)
    held = (one for one in told if one.standing.served and lasts(one, entry.said_at))
    called = {name for one in held for name in _names(one, relation)}
    if len(called) != 1 or tx.facts_about(space, subject, limit=1):
        return subject
    return f"{subject.partition(':')[0]}:{called.pop()}"


def _names(fact: Fact, relation: str) -> Iterator[str]:
    if fact.claim is not None and not is_denial(fact):
        name = called_so(fact.claim, relation, relations())
        yield from [name] if name else ()


def _is_kept(tx: Transaction, space: Space, entry: Entry, pet: str) -> bool:
    """Tell whether who speaks keeps a pet of that name."""
    name = pet.partition(":")[2]
    told = tx.facts_about(space, entry.speaker.id, limit=NEAR)
    kept = (one.claim.value for one in told if one.claim and one.claim.attribute == "pet")
    return any(value.casefold().endswith(f" {name}") for value in kept)


def _about(one: Candidate, meant: dict[str, str]) -> Candidate:
    subject = meant.get(one.subject)
    if subject is None:
        return one
    claim = None if one.claim is None else replace(one.claim, subject=subject)
    return replace(one, subject=subject, claim=claim)
