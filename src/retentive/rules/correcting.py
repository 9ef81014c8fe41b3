"""Which known fact words put right or take back, and how it reads then.

A correction says that something was never so: its fact goes on in the same lineage, with the
right words and the time of the wrong ones. A change says that it is so no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from retentive.model.claim import Claim, Correction
from retentive.model.fact import Fact
from retentive.model.space import Space
from retentive.rules.changing import recounted, with_number
from retentive.rules.facts import also_cited, content_hash
from retentive.rules.values import Likeness, counting, likeness, mentions


def meant(old: str, facts: Iterable[Fact], claim: Claim | None = None) -> Fact | None:
    """Return the fact that the words `old` name, None if no fact does.

    One with that very value goes before one whose value holds the words, then come those whose
    attribute and value do together, and those that say them. Of two alike the first is meant.
    Those with the attribute that is spoken of, if one is, go before all others.
    """
    pool = list(facts)
    if claim is not None:
        about = (claim.subject, claim.attribute)
        same = [one for one in pool if one.claim and _about(one.claim) == about]
        found = _named(old, same)
        if found is not None:
            return found
    return _named(old, pool)


def _about(claim: Claim) -> tuple[str, str]:
    return claim.subject, claim.attribute


def _named(old: str, facts: list[Fact]) -> Fact | None:
    for names in _TIERS:
        found = next((one for one in facts if names(one, old)), None)
        if found is not None:
            return found
    return None


def _is_value(fact: Fact, old: str) -> bool:
    return fact.claim is not None and likeness(fact.claim.value, old) is Likeness.EQUAL


def _in_value(fact: Fact, old: str) -> bool:
    return fact.claim is not None and mentions(fact.claim.value, old)


def _in_claim(fact: Fact, old: str) -> bool:
    if fact.claim is None:
        return False
    who = fact.claim.subject.replace(":", " ").replace("/", " ")
    attribute = fact.claim.attribute.replace("_", " ")
    return mentions(f"{who} {attribute} {fact.claim.value}", old)


def _in_words(fact: Fact, old: str) -> bool:
    return mentions(fact.text, old)


def _is_named(fact: Fact, old: str) -> bool:
    """Tell whether the words hold a value: `my school Irish` that of `Irish`."""
    return fact.claim is not None and mentions(old, fact.claim.value)


_TIERS: tuple[Callable[[Fact, str], bool], ...] = (
    _is_value,
    _in_value,
    _in_claim,
    _in_words,
    _is_named,
)


def with_value(claim: Claim | None, said: Correction) -> Claim | None:
    """Return a claim with the right words: in the place of the wrong ones, if it holds those."""
    if claim is None or said.new is None:
        return claim
    new = said.new
    value = exchanged(claim.value, said) or new
    if said.old is not None and _is_all(claim.value, said.old):
        is_number = not any(one.isalpha() for one in new)
        value = f"{said.old} {new}" if is_number else new  # `bumped Python to 3.12`
    old, counts = counting(claim.value), counting(new)
    if old is not None and counts is not None and counts[1] in ("", old[1]):
        value = recounted(claim.value, new)  # `three kids`, put right as `two`
    elif counts is not None and (numbered := with_number(claim.value, new)):
        value = numbered  # `sprint length two weeks`, set to `three weeks`
    return replace(claim, value=value)


def right_words(known: Fact, said: Fact, correction: Correction) -> str:
    """Return what a fact says when it is put right: its own words, if the wrong ones are there.

    Of one that claims nothing nobody knows what its words are about: the correction says that.
    """
    if known.claim is None:
        return said.text
    return exchanged(known.text, correction) or said.text


def exchanged(text: str, said: Correction) -> str | None:
    """Return a text with the right words in the place of the wrong ones; None if it lacks them."""
    low, old = text.lower(), (said.old or "").lower()
    if said.new is None or not old or old not in low or len(low) != len(text):
        return None
    parts: list[str] = []
    at = 0
    rest = " ".join(("", *said.new.lower().split()[1:]))  # `three cats` for `two`, of `two cats`
    while (found := low.find(old, at)) >= 0:
        parts += (text[at:found], said.new)
        at = found + len(old)
        at += len(rest) if low.startswith(rest, at) else 0
    return "".join((*parts, text[at:]))


def _is_all(text: str, old: str) -> bool:
    """Tell whether words are all of a value but a number of its own: `Golf`, of `Golf 7`."""
    rest = text.lower().replace(old.lower(), "", 1)
    return not any(one.isalpha() for one in rest)


def put_right(space: Space, known: Fact, said: Fact, text: str, claim: Claim | None) -> Fact:
    """Return a known fact in the right words; what these leave open it keeps.

    Where they are its own but for the wrong ones, it still rests on where it was said.
    """
    begins = said.valid_from is not None
    exchanged = text != said.text
    citations = known.provenance.citations if exchanged else ()
    said = also_cited(said, citations)
    return replace(
        known,
        text=text,
        content_hash=content_hash(space, known.subject, text),
        provenance=said.provenance,
        origin=said.origin,
        claim=claim,
        base_confidence=max(known.base_confidence, said.base_confidence),
        occurred=said.occurred or known.occurred,
        valid_from=said.valid_from if begins else known.valid_from,
        from_precision=said.from_precision if begins else known.from_precision,
        valid_until=said.valid_until or known.valid_until,
        reason="corrected",
    )


def told_of(space: Space, fact: Fact, claim: Claim | None, subject: str) -> Fact:
    """Return a fact with another claim and about somebody else."""
    told = content_hash(space, subject, fact.text)
    return replace(fact, claim=claim, subject=subject, content_hash=told)


def is_meant(fact: Fact, old: str, claim: Claim | None) -> bool:
    """Tell whether a change can follow a fact: what claims something by itself follows a value.

    `Moved from Oslo to Bergen` says nothing of work at a firm in Oslo.
    """
    return claim is None or (fact.claim is not None and mentions(fact.claim.value, old))
