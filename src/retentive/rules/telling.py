"""What a statement or a correction claims: its words are read like those of a message."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Command, Entry, Message, Observation, Statement, Verb
from retentive.model.fact import Fact
from retentive.rules.decisions import Said
from retentive.rules.notes import as_note


def is_read(entry: Entry) -> bool:
    """Tell whether an extractor reads an entry: what was said, observed, stated or corrected."""
    match entry.body:
        case Message() | Observation():
            return True
        case Statement() as said:
            return said.claim is None
        case Command(verb=verb):
            return verb is Verb.CORRECT
        case _:
            return False


def as_said(entry: Entry) -> Entry:
    """Return an entry as an extractor is given it: words of its author, whatever they are for."""
    if isinstance(entry.body, Statement | Command):
        return replace(entry, body=as_note(entry.text))
    return entry


def claims_of(fact: Fact, candidates: Iterable[Candidate]) -> list[Said]:
    """Return a fact once for each thing that its words claim, with the times they tell.

    What a person says about a fact besides its words counts more than what is read from these.
    """
    if fact.claim is not None:
        return [Said(fact)]
    claiming = [one for one in candidates if one.claim is not None and one.corrects is None]
    return [Said(_bearing(fact, one), one.cue) for one in claiming]


def _bearing(fact: Fact, found: Candidate) -> Fact:
    begins, ends = fact.valid_from is None, fact.valid_until is None
    new = replace(
        fact,
        claim=found.claim,
        occurred=fact.occurred or found.occurred,
        valid_from=found.valid_from if begins else fact.valid_from,
        from_precision=found.from_precision if begins else fact.from_precision,
        valid_until=found.valid_until if ends else fact.valid_until,
    )
    if new.valid_from and new.valid_until and new.valid_until <= new.valid_from:
        return replace(fact, claim=found.claim)
    return new


def is_about_the_same(known: Fact | None, fact: Fact) -> bool:
    """Tell whether two facts claim something of the same subject and attribute."""
    if known is None or known.claim is None or fact.claim is None:
        return False
    return shares(known.claim, fact.claim)


def shares(one: Claim, other: Claim) -> bool:
    """Tell whether two claims are about the same subject and attribute."""
    return (one.subject, one.attribute) == (other.subject, other.attribute)
