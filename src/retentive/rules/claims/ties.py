"""What mentions of people tell by themselves: `my sister Rosa` is a sister, and of whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from retentive.model.claim import Claim
from retentive.rules.reading import Clause, Company, Mention, People, Referent, Word


class Tie(NamedTuple):
    """`owner` has somebody as `attribute` (relative, friend, pet …); `value` says as what."""

    owner: str
    attribute: str
    value: str

    def is_told_by(self, claim: Claim) -> bool:
        """Tell whether a claim of the same clause says of this one what there is to say."""
        return (claim.subject, claim.attribute) == (self.owner, self.attribute) and (
            self.value in claim.value or claim.value in self.value
        )


def ties(clause: Clause, company: Company, people: People) -> Iterator[Tie]:
    """Yield what the mentions in a clause tell of who belongs to whom."""
    for mention in company.mentions(clause.words):
        words = clause.words[mention.start : mention.end]
        at = _relation_at(words, people)
        if at is not None and mention.who.owner and mention.who.attribute:
            yield Tie(mention.who.owner, mention.who.attribute, _value(words, at, mention, people))


def tie_of(who: Referent, name: str) -> Tie | None:
    """Return what is told when somebody known by relation is named."""
    if not who.owner or not who.attribute or not who.relation:
        return None
    return Tie(who.owner, who.attribute, f"{who.relation} {name}")


def _relation_at(words: Sequence[Word], people: People) -> int | None:
    """Return where the words for the last relation of a mention begin."""
    for at in range(len(words) - 1, -1, -1):
        low = words[at].low
        pair = f"{words[at - 1].low} {low}" if at else low
        if pair in people.relations:
            return max(0, at - 1)
        if low in people.relations:
            return at
    return None


def _value(words: Sequence[Word], at: int, mention: Mention, people: People) -> str:
    start = at
    while start > 0 and words[start - 1].low in people.between:
        start -= 1
    end = at + 1
    while end < len(words) and f"{words[at].low} {words[end].low}" in people.relations:
        end += 1
    told = " ".join(word.text for word in words[start:end])
    return f"{told} {mention.who.name}" if mention.who.name else told
