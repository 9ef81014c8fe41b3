"""What a change follows that does not say it: a number left, a new date, a value alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from retentive.model.claim import Claim
from retentive.model.fact import Fact
from retentive.model.record import Occurred, Precision
from retentive.rules.attributes import ClaimType, Registry
from retentive.rules.couples import is_alone
from retentive.rules.revising import SAME
from retentive.rules.values import counting, head, likeness, mentions


def as_it_lasts(fact: Fact, registry: Registry) -> Fact:
    """Return a fact with what it tells of time: bounds of a state, or the date of an event."""
    if fact.claim is None or registry.of(fact.claim.attribute).type is ClaimType.STATE:
        return replace(fact, occurred=None)
    return replace(fact, valid_from=None)


def counted(new: str, facts: Iterable[Fact]) -> Claim | None:
    """Return the first claim that tells a number or an amount which `new` is another one of.

    A number alone is one that is left: of four nothing is known where there were two.
    """
    wanted = counting(new)
    if wanted is None:
        return None
    for one in facts:
        known = counting(one.claim.value) if one.claim else None
        if known is None or one.claim is None or known[0] == wanted[0]:
            continue
        fewer = wanted[1] == "" and known[1] and wanted[0] < known[0]
        fewer = fewer and (known[0] < MANY or 2 * wanted[0] > known[0])
        if fewer or (wanted[1] and wanted[1] == known[1]):
            return one.claim
    return None


MANY: Final = 20
"""What is measured, and not counted: of 50 mg a few that are left are another thing's."""


def recounted(known: str, new: str) -> str:
    """Return a value with another number before what it counts: `seven hens`, `five hens`."""
    wanted = counting(new)
    if wanted is not None and wanted[1]:
        told = known.split()
        of = next((at for at, word in enumerate(told) if word in _OF and at), len(told))
        return new if _OF & set(new.split()) else " ".join((new, *told[of:]))
    return " ".join((new, *known.split()[1:]))


_OF: Final = frozenset({"of"})
"""What follows tells of what: `20 mg of iron`."""


def renumbered(new: str, facts: Iterable[Fact]) -> tuple[Fact, Claim] | None:
    """Return the only fact that holds another number of the same thing, and its claim with that.

    So `four spaces` for `indent with two spaces`, `10k` for `run 5k`, `Pixel 9` for `Pixel 6`.
    """
    told = [(one, one.claim, with_number(one.claim.value, new)) for one in facts if one.claim]
    found = [(one, replace(claim, value=value)) for one, claim, value in told if value]
    return found[0] if len(found) == 1 else None


def with_number(known: str, new: str) -> str:
    """Return a value with the words `new` where it says them with another number."""
    words, said = known.split(), new.split()
    numbered = [_unnumbered(word) for word in said]
    thing = any(letter.isalpha() for word in numbered for letter in word)
    if not thing or numbered == said:
        return ""
    for at in range(len(words) - len(said) + 1):
        there = words[at : at + len(said)]
        if [_unnumbered(word) for word in there] == numbered and there != said:
            return " ".join((*words[:at], *said, *words[at + len(said) :]))
    return ""


def _unnumbered(word: str) -> str:
    """Return a word without its number; of a word for a number nothing is left but a mark."""
    if counting(word) is not None:
        return "#"
    return "".join("#" if one.isdigit() else one for one in word.lower())


def reached(new: str, facts: Iterable[Fact]) -> Claim | None:
    """Return the claim of the number or address that another one replaces, with that in it."""
    mail = "@" in new
    if not mail and sum(letter.isdigit() for letter in new) < _DIGITS:
        return None
    known = (one.claim for one in facts if one.claim and one.claim.attribute == "contact")
    found = next((one for one in known if ("@" in one.value) == mail), None)
    return None if found is None else replace(found, value=new)


_DIGITS: Final = 5
"""Digits of a number by which somebody is reached, at the least."""


def moving(said: Claim, at: datetime, facts: Sequence[Fact], among: Collection[str]) -> Fact | None:
    """Return the appointment that gets another date: the first that words name.

    Words that name none, as `it` and `me`, mean the first that is still to come.
    """
    pool = [one for one in facts if one.claim and one.claim.attribute in among]
    if is_nameless(said.value) or is_kind(said):
        return next((one for one in pool if one.occurred and one.occurred.end > at), None)
    for fits in (_is_like, _is_about):
        found = next((one for one in pool if one.claim and fits(one.claim, said)), None)
        if found is not None:
            return found
    return None


def still_to_come(known: Occurred, said: Occurred, at: datetime) -> Occurred:
    """Return the date to which something that is ahead was moved: the next of its kind, not past.

    `12 September`, told in March with a past verb, reads as that of the year before.
    """
    if known.end <= at or at - said.end < LONG_AGO or (said.start.month, said.start.day) == (2, 29):
        return said
    start = said.start.replace(year=said.start.year + 1)
    return replace(said, start=start, end=start + (said.end - said.start))


LONG_AGO: Final = timedelta(days=60)
"""What is no longer past than this was meant as past."""


def at_its_hour(known: Occurred, said: Occurred, hours: int) -> Occurred:
    """Return a time of day on the day of a known appointment.

    Where the same words come round after 12 `hours`, the half of the day is that of the known.
    """
    zone = said.start.tzinfo
    before = known.start.astimezone(zone)
    start = datetime.combine(before.date(), said.start.time(), zone)
    if hours < 24 and known.precision is Precision.MINUTE:
        turned = start.replace(hour=(start.hour + hours) % 24)
        start = min((start, turned), key=lambda one: abs(one - before))
    return Occurred(start=start, end=start + (said.end - said.start), precision=said.precision)


def unnamed(said: Claim, facts: Iterable[Fact], akin: Sequence[str], kinds: Kinds) -> Claim | None:
    """Return the claim that words mean which say no value of it.

    Those that name nothing (`I quit`) mean the one value of the first attribute of `akin`, those
    that name a kind (`the trip`) the one of that kind; a name means the claim that was told with
    it (`a dog called Rufus`).
    """
    claiming = [one for one in facts if one.claim]
    if said.value.startswith(_POINTER):
        pool = [one for one in claiming if one.claim and one.claim.attribute in akin]
        return _only(
            one for one in pool if one.claim and _is_in(one.claim.value, said.value, kinds)
        )
    if is_nameless(said.value):
        return _only(one for one in claiming if one.claim and one.claim.attribute == akin[0])
    kind = kind_of(said.value, kinds)
    among = kinds.get(kind, ())
    if among:
        pool = [one for one in claiming if one.claim and one.claim.attribute in among]
        pool = [one for one in pool if one.claim and _is_of_form(one.claim, kind)]
        return _only(pool) or _only(one for one in pool if mentions(one.text, said.value))
    if not said.value[:1].isupper():
        return None
    things = {*akin} - {"job"}  # who left a firm may go on in the same trade
    pool = [one for one in claiming if one.claim and one.claim.attribute in things]
    return _only(one for one in pool if _is_told_with(one, said.value))


def _is_of_form(claim: Claim, kind: str) -> bool:
    """Tell whether a value is one of its kind: an address for mail has its mark.

    Who is a widow or single has no engagement that could be off.
    """
    if is_alone(claim):
        return False
    return claim.attribute != "contact" or ("@" in claim.value) == (kind == "email")


def _is_told_with(fact: Fact, name: str) -> bool:
    """Tell whether the one thing that a fact claims was told with a name: `a dog called Rufus`.

    Of `two hens and a cat called Tom`, or of `two hens, Ada and Bo`, Tom and Bo are not the hens.
    """
    if fact.claim is None or not mentions(fact.text, name):
        return False
    low, value = fact.text.casefold(), fact.claim.value.casefold()
    places = sorted((low.find(one), low.find(one) + len(one)) for one in (value, name.casefold()))
    if places[0][0] < 0:
        return True
    number, between = counting(value), low[places[0][1] : places[1][0]].split()
    return (number is None or number[0] == 1) and len(between) <= _BESIDE and "and" not in between


_BESIDE: Final = 4
"""Words that may stand between a thing and its name."""


def _only(facts: Iterable[Fact]) -> Claim | None:
    """Return the claim of some facts, if they make but one."""
    claims = {one.claim for one in facts if one.claim}
    return claims.pop() if len(claims) == 1 else None


Kinds = Mapping[str, Sequence[str]]
"""The attributes that a common noun for a kind of thing means: `trip`, `course`."""


def kind_of(words: str, kinds: Kinds) -> str:
    """Return the noun for a kind, if words are nothing but one: `the trip`; else no word."""
    told = [word for word in words.lower().split() if word not in _POINTING]
    return told[0] if len(told) == 1 and told[0] in kinds else ""


def without_kind(words: str, kinds: Kinds) -> str:
    """Return words without the noun for a kind at their begin or end: `Orkney` of `Orkney trip`."""
    told = words.split()
    if len(told) > 2 and told[0].lower() in kinds and told[1].lower() in _LINKING:
        return " ".join(told[2:])
    if len(told) > 1 and told[-1].lower() in kinds:
        return " ".join(told[:-1])
    return ""


_POINTING: Final = frozenset({"the", "my", "our", "his", "her", "their", "that", "this"})
_LINKING: Final = frozenset({"to", "in", "on", "of", "with", "at", "for"})


def is_past(known: Fact, at: datetime) -> bool:
    """Tell whether what is known happened before an instant: nothing ends that any more."""
    return known.occurred is not None and known.occurred.end <= at


def was_bought(sold: Claim, facts: Iterable[Fact]) -> bool:
    """Tell whether what is owned no more was bought, as far as is known."""
    if sold.attribute != "owns" or is_nameless(sold.value):
        return False
    bought = (one.claim for one in facts if one.claim and one.claim.attribute == "purchase")
    return any(head(one.value) == head(sold.value) for one in bought)


def is_kind(claim: Claim | None) -> bool:
    """Tell whether a value only says what kind of thing is meant: `the deadline`."""
    return claim is not None and claim.value.lower() == claim.attribute


def is_nameless(words: str) -> bool:
    """Tell whether words name nothing: `it`, `me`."""
    return words.lower() in NAMELESS or words.startswith(_POINTER)


def pointing_at(words: Sequence[str]) -> str:
    """Return a value for `it` where that points at what some words name."""
    return f"{_POINTER}{' '.join(words)})"


_POINTER: Final = "it ("


def _is_in(value: str, words: str, kinds: Kinds) -> bool:
    """Tell whether words name what a value is about, and not where: `the bus to Rome`.

    A word for a kind may stand before that: `the trip to Rome`.
    """
    about, told = head(value), words.lower().removeprefix(_POINTER).split()
    named = [one for one in told if one not in _POINTING]
    places = [at for at, word in enumerate(named) if head(word) == about]
    return any(
        at == 0 or named[at - 1] not in _LINKING or (at > 1 and named[at - 2] in kinds)
        for at in places
    )


NAMELESS = frozenset({"it", "me", "us", "that", "everything"})
"""Words that name no appointment."""


def _is_like(known: Claim, said: Claim) -> bool:
    return likeness(known.value, said.value) in SAME or head(known.value) == head(said.value)


def _is_about(known: Claim, said: Claim) -> bool:
    return mentions(known.value, said.value)
