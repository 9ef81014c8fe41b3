"""What may be learnt about people where others read it: no claims about a person."""

from __future__ import annotations

from retentive.kernel.scope import Visibility
from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.entry import Entry
from retentive.model.space import Space

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
