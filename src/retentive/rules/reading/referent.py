"""Who is meant, and where a clause mentions him."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, Protocol

THIRD: Final = {
    "he": "he", "him": "he", "his": "he", "himself": "he", "she": "she", "her": "she",
    "hers": "she", "herself": "she", "they": "they", "them": "they", "their": "they",
    "theirs": "they", "themselves": "they", "it": "it", "its": "it",
}  # fmt: skip
"""Pronouns of the third person, with the one that stands for each."""


@dataclass(frozen=True, slots=True)
class Referent:
    """Somebody who is meant.

    `subject` is the id that claims carry. `relation` is what he or she is to `owner` (a subject
    too); `gender` the pronoun, `it` for animals, "" if unknown; `attribute` the claim that the
    relation makes about the owner (relative, partner, friend, colleague, pet). `each` is what one
    of a group is to the owner, `members` are those of it who are known by name.
    """

    subject: str
    name: str | None = None
    relation: str | None = None
    owner: str | None = None
    gender: str = ""
    group: bool = False
    attribute: str = ""
    each: str = ""
    members: tuple[Referent, ...] = ()

    def is_same(self, other: Referent) -> bool:
        """Tell whether both mean one: the same subject, or the same relation before its name."""
        if self.subject == other.subject:
            return True
        nameless = other.name is None or self.name is None
        same = self.relation == other.relation and self.owner == other.owner
        return nameless and self.relation is not None and same

    def is_another(self, other: Referent) -> bool:
        """Tell whether two of one name are two: a brother and a colleague, a cat and an aunt."""
        if not self.attribute or not other.attribute:
            return False
        kin = self.attribute == "relative", other.attribute == "relative"
        animals = self.gender == "it", other.gender == "it"
        return kin[0] != kin[1] or animals[0] != animals[1]

    def may_be(self, pronoun: str) -> bool:
        """Tell whether `he` or `she` may mean this one; animals are often called so."""
        return not self.group and self.gender in ("", "it", pronoun)

    def called(self, pronoun: str) -> Referent:
        """Return this one as somebody of whom it is known now that he is `he`, or she `she`."""
        tells = not self.gender and not self.group and pronoun in ("he", "she")
        return replace(self, gender=pronoun) if tells else self


def unnamed(owner: str, relation: str, *, animal: bool) -> str:
    """Return the subject of somebody who is known by relation alone."""
    return f"{'pet' if animal else 'person'}:{owner}/{relation}"


@dataclass(frozen=True, slots=True)
class Mention:
    """Words `[start, end)` of a clause mean `who`; `turn` and `topic` tell how near it stands."""

    start: int
    end: int
    who: Referent
    turn: int = 0
    topic: bool = False


class Around(Protocol):
    """What a phrase needs to know of the company in which it is said."""

    @property
    def speaker(self) -> Referent:
        """Who says it."""

    @property
    def addressed(self) -> Referent | None:
        """Whom `you` means."""

    def taken_up(self, pronoun: str, *, other: bool = False) -> Referent | None:
        """Whom a pronoun of the third person means; `other`: nobody of the same clause."""
