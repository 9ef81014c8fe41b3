"""What may be learnt about people where others read it, and who is meant without a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from retentive.kernel.scope import Visibility
from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Entry
from retentive.model.space import Space
from retentive.rules.characters import listed

if TYPE_CHECKING:
    from retentive.rules.reading.people import People

_SHARED = frozenset({Visibility.TENANT, Visibility.GLOBAL})
"""Spaces that people read who have nothing else in common."""

_PEOPLE = ("user:", "name:", "person:", "pet:")
"""How the names of people begin, and of those who live with them."""


def may_learn(space: Space, entry: Entry, found: Candidate) -> bool:
    """Tell whether a candidate may become a fact of a space.

    In a tenant's space and the global one nothing is learnt about a person; what was said
    there is found through the log.
    """
    if space.address.visibility not in _SHARED:
        return True
    about = {found.subject} if found.claim is None else {found.subject, found.claim.subject}
    return not any(_is_person(entry, subject) for subject in about)


def _is_person(entry: Entry, subject: str) -> bool:
    """Tell whether a subject is a human: the speaker, the scope's user, another, or one's pet.

    A participant known by name is one unless an entry of his own says otherwise.
    """
    if subject == entry.speaker.id:
        return entry.speaker.kind is ActorKind.HUMAN
    return subject == "user" or subject.startswith(_PEOPLE)


def is_named_person(subject: str) -> bool:
    """Tell whether a subject is somebody of whom no more than a name is known."""
    return subject.startswith("person:") and "/" not in subject


def pet_called(subject: str) -> str:
    """Return the subject of the pet that has the name of a person."""
    return f"pet:{subject.removeprefix('person:')}"


def related(subject: str) -> tuple[str, str] | None:
    """Return whose somebody is who has no name, and what: `user:ana` and `sister`."""
    kind, _, told = subject.partition(":")
    owner, slash, relation = told.rpartition("/")
    return (owner, relation) if slash and kind in ("person", "pet") else None


def called_so(claim: Claim, relation: str, relations: Mapping[str, str]) -> str:
    """Return the name, in lower case, of who is told to be that to somebody: `dad Ray`."""
    role, _, name = claim.value.casefold().rpartition(" ")
    if claim.attribute not in TIES or not name or name in relations:
        return ""
    told = role if role in relations else role.rpartition(" ")[2]
    return name if relations.get(told) == relation else ""


TIES: Final = listed("relative partner friend colleague pet")
"""Attributes that say who somebody is to another."""


def are_several(text: str) -> bool:
    """Tell whether a text tells one of several from another: `my other sister`."""
    return not _APART.isdisjoint(text.casefold().split())


_APART: Final = listed("other another second both older younger eldest youngest oldest ex late")


def named_kin(claim: Claim, people: People) -> tuple[str, str] | None:
    """Return the subject of nameless kin and that of its name, if a claim tells this name.

    Of what somebody has many of, as friends, nobody knows which was told of without a name.
    """
    words = claim.value.split()
    first = next((at for at, word in enumerate(words) if word[:1].isupper()), len(words))
    relation, name = people.relations.get(" ".join(words[:first]).casefold()), words[first:]
    if relation is None or relation.group or not name or relation.attribute != claim.attribute:
        return None
    kind = "pet" if relation.is_animal else "person"
    named = f"{kind}:{claim.subject}/{relation.name}", f"{kind}:{' '.join(name).casefold()}"
    return None if relation.name in _OF_MANY else named


_OF_MANY: Final = listed(
    """friend mate colleague co-worker coworker neighbour neighbor flatmate roommate housemate
    cousin classmate teammate student pupil customer client patient aunt uncle nephew niece"""
)
