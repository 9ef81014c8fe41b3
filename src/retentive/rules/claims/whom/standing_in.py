"""Who writes for somebody else: `On behalf of my mum: I'm 70`, `Ana's brother here`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Company, Modality, read
from retentive.rules.reading import lexicon as lex
from retentive.rules.render import strip_rendered

_ASKING: Final = listed("asking speaking typing posting")
_WONDERING: Final = listed("know asks asking ask wonders wondering says")
_OPENING: Final = listed("i am just hi hello hey")
_PRESENTING: Final = (("this", "is"), ("it", "'s"), ("it", "is"))
_RECORDS: Final = listed("profile bio biography cv resume résumé data details record info facts")


def clauses_of(text: str, company: Company) -> tuple[Clause, ...]:
    """Return the clauses of a message but for those that were rendered by us."""
    return as_others_words(read(text, strip_rendered(text)), company)


def as_others_words(clauses: Sequence[Clause], company: Company) -> tuple[Clause, ...]:
    """Return the clauses of a message, those quoted in which another speaks through the speaker."""
    if not clauses:
        return ()
    if _stands_in(clauses[0], company):
        return tuple(_quoted(one) for one in clauses)
    found, asked = list[Clause](), -1
    for one in clauses:
        found.append(_quoted(one) if one.sentence.start == asked else one)
        if _hands_on(one, company):
            asked = one.sentence.start
    return tuple(found)


def _quoted(one: Clause) -> Clause:
    return replace(one, modality=Modality.QUOTED)


def _stands_in(clause: Clause, company: Company) -> bool:
    """Tell whether the first clause of a message says that another speaks in it."""
    words = clause.words
    lows = [word.low for word in words]
    while lows and lows[0] in _OPENING:
        del lows[0]
    if lows[:3] == ["on", "behalf", "of"]:
        return lows[3:] != ["us"]
    relations = company.phrases.people.relations
    if lows[1:2] == ["for"] and lows[0] in _ASKING:
        return any(low in relations for low in lows)
    if lows[1:2] == ["on"] and "behalf" in lows:
        return True
    if not lex.POSSESSIVES.isdisjoint(lows) or "'s" not in lows:
        return False
    if lows[-1] in _RECORDS and len(lows) <= len(("ana", "lee", "'s", "profile")):
        who = company.resolve(words[: -len(("'s", "profile"))])
        return who is not None and who.subject != company.speaker.subject
    if lows[-1] != "here" and tuple(lows[:2]) not in _PRESENTING:
        return False
    me = company.speaker.subject  # whose brother it is cannot be the one who is here
    return any(one.who.owner == me for one in company.mentions(words))


def _hands_on(clause: Clause, company: Company) -> bool:
    """Tell whether a clause hands on what another asks: `My wife wants to know: …`."""
    last = clause.words[-1]
    if not last.after.strip().startswith(":") or last.low not in _WONDERING:
        return False
    first = next(iter(company.mentions(clause.words)), None)
    return first is not None and first.start == 0 and first.who.subject != company.speaker.subject
