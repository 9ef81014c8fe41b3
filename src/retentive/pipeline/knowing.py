"""Whom a name means that nobody introduced in what was heard: the pet that is known by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.entry import Entry
from retentive.model.space import Space
from retentive.ports.store import Transaction
from retentive.rules.people import is_named_person, pet_called

NEAR = 64
"""How many facts about a speaker are looked at for a pet of a name."""


def as_known(
    tx: Transaction, space: Space, entry: Entry, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """Return candidates about the pets that are meant by a name, if no person is known by it."""
    meant: dict[str, str] = {}
    for subject in sorted({one.subject for one in candidates if is_named_person(one.subject)}):
        pet = pet_called(subject)
        if tx.facts_about(space, subject, limit=1):
            continue
        if tx.facts_about(space, pet, limit=1) or _is_kept(tx, space, entry, pet):
            meant[subject] = pet
    return [_about(one, meant) for one in candidates]


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
