"""A question as the beginning of its answer: `Where does she work?` as `she does work at …`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.wording.asking import Asked, agreeing, helping, named_to, turned
from retentive.rules.claims.wording.noting import said_by
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex

_FILLERS: Final = lex.COORDINATORS | lex.INTERJECTIONS | lex.ADVERBS | listed("by the way roughly")
_WH: Final = listed("what which who where when how since")
_AT_ONCE: Final = listed("who where when")
"""Words right behind which the auxiliary of their question stands."""
_DO: Final = listed("do does did")
_HAVE: Final = listed("have has")
_AUXILIARIES: Final = _DO | lex.COPULA | _HAVE | {"will"}
_PERSONAL: Final = lex.NOMINATIVE | {"you", "it"}
_ASKER: Final = listed("i me my we us our mine ours")
"""Words of who asks: what holds him too is no question about another."""
_AT: Final = listed("work works working employed study studies studying teach teaching intern")
_TO: Final = listed(
    """go going move moving fly flying travel travelling traveling relocate relocating emigrate off
    headed heading been"""
)
_SCHOOLS: Final = listed("school college university uni")
_LEISURE: Final = listed("fun free spare outside relax weekend weekends unwind")
_LISTS: Final = listed("hobbies: goals: plans:")
"""Keys whose notes say more than what somebody `has`."""
_ENDS_SUBJECT: Final = listed(
    """based living working from called named at in on for to doing born located studying allergic
    going moving flying arriving leaving coming due starting getting turning like with married
    single vegan vegetarian retired divorced engaged pregnant diabetic been lived worked known
    moved had played still also already now be"""
)
"""Words before which the subject of `be` or `have` ends: `where is your sister based`."""
_ASIDE: Final = listed("exactly originally please again then anyway two both all guys")
_DOING: Final = lex.THIRDS | {"has"}
"""Verbs behind which nobody stands in a question for who does something."""
_STATES: Final = listed("do are is does have has")
"""Auxiliaries of a question that yes or no answers with a fact."""
_NODDED: Final = listed(
    """want need mind know think remember mean wonder prefer agree see hear feel believe guess try
    sure ready okay ok going coming there able looking planning interested happy done right feeling
    doing having trying this that these those it everything anyone-else"""
)
"""Words of a question whose yes is no more than a nod."""
_OPEN: Final = listed("any anything anyone anybody anywhere something someone")
"""Words that stand for what the answer names: `Are you allergic to anything?`"""
_SOMEWHERE: Final = listed("anywhere somewhere")
_ALLERGIES: Final = listed("allergies allergy intolerances")
_DIETARY: Final = listed("dietary diet food dislikes restrictions requirements")
_SENDING: Final = listed("writing calling messaging joining chatting texting typing tuning")
_CONSUMING: Final = listed("eat drink watch read wear cook play hear listen do")
_AS_WELL: Final = listed("what how about")
_TRIPS: Final = listed("trip trips holiday holidays travels vacation vacations")
_ANYTHING: Final = (["anything", "you", "want"], ["anything", "you", "hope"])
_EXERCISING: Final = (["exercise"], ["work", "out"], ["play", "sports"], ["do", "sport"])
_SHORT: Final = 4
_LONGEST: Final = 14


def inverted(words: Sequence[Word]) -> Asked | None:
    """Return what the words of a question make of its answer; None if that is not plain."""
    asked = _asked(words)
    lows = [word.low for word in asked]
    if "you" in lows and not _CALLED.isdisjoint(lows):
        return Asked(("I", "go", "by"))
    if not asked or len(asked) > _LONGEST:
        return None
    if len(lows) <= 2 and (lows[0] == "any" or lows[-1] in _ALLERGIES):
        return _open(lows)
    if len(lows) <= 2 and (said := said_by(lows[-1])):  # `Editor?`, `Your job?`
        return Asked(tuple(said.split()))
    if not _ASKER.isdisjoint(lows):
        return _open(lows) if lows[0] == "any" else None
    if lows[0] == "who" and len(lows) > 2 and lows[1] in _DOING:
        return Asked(does=turned(asked[1:]))
    return _of_wh(asked, lows) or _polar(asked, lows)


_CALLED: Final = listed("call called")


def followed(words: Sequence[Word], last: Sequence[Word]) -> Asked | None:
    """Return what a question in short (`And your son?`) asks, after the last one in full."""
    about = _to_comma([word for word in words if word.low not in _FILLERS | _AS_WELL])
    asked = _asked(last)
    verb = next((at for at, word in enumerate(asked) if word.low in _AUXILIARIES), -1)
    if not 0 < len(about) <= _SHORT or verb < 0:
        return None
    if not (lex.FINITE | lex.NOMINATIVE).isdisjoint(word.low for word in about):
        return None
    end = _subject_end([word.low for word in asked], verb)
    subject = asked[verb + 1 : end]
    kept: Sequence[Word] = ()
    if about[-1].low == "'s":  # `And Sami's?`, of a birthday
        marks = [at for at, word in enumerate(subject) if word.low in lex.POSSESSIVES | {"'s"}]
        kept = subject[marks[-1] + 1 :] if marks else ()
    return inverted([*asked[: verb + 1], *about, *kept, *asked[end:]]) if subject else None


def second(words: Sequence[Word]) -> Asked | None:
    """Return what the second of two questions makes of its answer: `…, and where do you live?`."""
    for at in range(2, len(words) - 2):
        if words[at].low == "and" and words[at + 1].low in _WH | _STATES:
            return inverted(words[at + 1 :])
    return None


def _asked(words: Sequence[Word]) -> Sequence[Word]:
    """Return the words of a question behind fillers or a comma: `Before we start, where …`.

    What is called or asked behind it is left away.
    """
    first = 0
    while first < len(words) and words[first].low in _FILLERS - {"since"}:
        first += 1
    for at in range(first, len(words)):
        opens = at == first or words[at - 1].after or words[at - 1].low in _FILLERS
        if opens and words[at].low in _WH:
            return _to_comma(words[at:])
    return _to_comma(words[first:])


def _to_comma(words: Sequence[Word]) -> Sequence[Word]:
    for at, word in enumerate(words):
        if word.low == "and" and at + 1 < len(words) and words[at + 1].low in _WH:
            return words[:at]
        if word.after:
            return words[: at + 1]
    return words


def _of_wh(words: Sequence[Word], lows: Sequence[str]) -> Asked | None:
    """Return what a question for somebody, a thing, a place or a time makes of its answer."""
    at = 1 if lows[0] in lex.PREPOSITIONS and lows[0] != "since" else 0  # `in which city …`
    kind = lows[at] if at < len(lows) else ""
    if kind not in _WH or (kind == "since" and lows[1:2] != ["when"]):
        return None
    if kind == "how" and lows[at + 1 : at + 2] not in (["old"], ["long"]):
        return None
    verb = next((n for n in range(at + 1, len(lows)) if lows[n] in _AUXILIARIES), 0)
    beside = kind == "where" and lows[at + 1 : at + 2] == ["in"]  # `where in Ulm do you live`
    if not verb or verb > at + _SHORT + 1 or (kind in _AT_ONCE and verb > at + 1 and not beside):
        return None
    end = named_to(kind, lows, verb, _subject_end(lows, verb))
    rest = [word for word in words[end:] if word.low not in _ASIDE]
    if end <= verb + 1 or ("long" in lows and not rest):
        return None
    if (found := _doing(lows[:verb], words[verb + 1 : end], lows[verb], rest)) is not None:
        return found if found.words else None
    if kind == "how" and lows[verb] == "will":  # `how old will she be`
        return Asked((*turned(words[verb + 1 : end]), "turns"))
    made = _stated(kind, words[verb + 1 : end], lows[verb], rest)
    if at:
        return replace(made, words=(*made.words, lows[0]), place=1)
    return replace(made, lasts="long" in lows[:2], dates=kind == "when" and bool(rest))


def _doing(
    before: Sequence[str], subject: Sequence[Word], aux: str, rest: Sequence[Word]
) -> Asked | None:
    """Return what is asked of somebody's pastimes, aims and studies; without words of others'."""
    said, who = [word.low for word in rest], turned(subject)
    if before[-1:] == ["what"] and said[:1] == ["do"] and not _LEISURE.isdisjoint(said):
        return Asked(("hobbies:",) if who == ("I",) else ())
    if before[-1:] == ["what"] and aux in lex.COPULA and said[:1] == ["planning"]:
        return Asked((*who, agreeing(subject, aux), "planning", "on"))
    if before[-1:] == ["what"] and aux in lex.COPULA and said[:1] in (["doing"], ["up"]):
        return Asked((*who, agreeing(subject, aux)), acts=True)
    if not _SCHOOLS.isdisjoint(before) and said[:1] in (["go"], ["attend"]):
        return Asked((*who, *helping(subject, aux), "study", "at"), place=1)
    own = [word.low for word in subject[:2]]
    topic = _topic(own) if own[0] == "your" and aux in lex.COPULA else ()
    return Asked(topic) if topic else None


def _topic(lows: Sequence[str]) -> tuple[str, ...]:
    """Return the key under which hobbies, aims and plans are noted."""
    keys = (said_by(low).strip() for low in lows)
    return next(((key,) for key in keys if key in _LISTS), ())


def _stated(kind: str, subject: Sequence[Word], aux: str, rest: Sequence[Word]) -> Asked:
    said, who = [word.low for word in rest], turned(subject)
    if said[:1] == ["do"] and aux in _DO and kind == "what":  # `what does she do for a living`
        return Asked((*who, "work" if aux == "do" else "works", "as", "a"), place=2)
    if said[-1:] == ["called"]:
        own = ("my", *who[1:]) if who[0].casefold() == "the" else who
        return Asked((*own, agreeing(subject, aux), "called"))
    if [word.low for word in subject[:3]] == ["the", "name", "of"] and not said:
        return Asked((*who[3:], "is", "called"))
    if len(said) > 1 and said[-2] == "to" and said[-1] in _CONSUMING:  # `what do you like to eat`
        rest = rest[:-2]
    if kind == "where" and said[-1:] == ["from"] and said[0] in _SENDING:
        return Asked((*who, "live", "in"), place=1)
    if kind in ("what", "which") and said and said[-1] not in lex.PREPOSITIONS:
        ends = (n for n, low in enumerate(said) if n and low in lex.PREPOSITIONS)
        rest = rest[: next(ends, len(rest))]  # `what do you use for editing`
    place = _place(kind, said)
    return Asked((*who, *helping(subject, aux), *turned(rest), *place), place=len(place))


def _place(kind: str, said: Sequence[str]) -> tuple[str, ...]:
    """Return the preposition that the place has in the answer."""
    if kind != "where" or (said and said[-1] in lex.PREPOSITIONS):
        return ()
    if not _AT.isdisjoint(said):
        return ("at",)
    return ("to",) if not _TO.isdisjoint(said) else ("in",)


def _polar(words: Sequence[Word], lows: Sequence[str]) -> Asked | None:
    """Return what a yes says: `Are you vegan?`, `Does she still live in Riga?`, `Any pets?`."""
    if lows[0] in ("any", "got"):
        return _open(lows)
    if lows[1:2] == ["you"] and not _HAVE.isdisjoint(lows) and (topic := _topic(lows)):
        return Asked(topic, polar=True, open=True)  # `Do you have any hobbies?`
    if (leisure := _of_leisure(lows)) is not None:
        return leisure
    nods = _SOMEWHERE.isdisjoint(lows) and not _NODDED.isdisjoint(lows)
    if lows[0] not in _STATES or "or" in lows or nods:
        return None
    end = _subject_end(lows, 0)
    if end <= 1 or end == len(lows):
        return None
    slot = next((at for at in range(end, len(lows)) if lows[at] in _OPEN), len(lows))
    if not _DIETARY.isdisjoint(lows[slot:]):
        return None
    who, helps = turned(words[1:end]), helping(words[1:end], lows[0])
    if not _ALLERGIES.isdisjoint(lows[slot:]):
        is_ = "am" if who == ("I",) else "is"
        return Asked((*who, is_, "allergic", "to"), polar=True, open=True)
    words = [word for word in words if word.low != "ever"]
    whole = () if slot < len(lows) else (*who, *helps, *turned(words[end:]))
    having = lows[end] in ("have", "got")  # `Do you have a car?`
    if (kept := _kept_of(lows, end)) and not having:
        said = (*who, *helps, *turned(words[end : end + kept]))
        return Asked(said, whole, polar=True, open=True, place=1, about=len(who))
    said = (*who, *helps, *turned(words[end : end + 1 if having else slot]))
    if not _SOMEWHERE.isdisjoint(lows[slot : slot + 1]):
        said = (*said, *_place("where", lows[end:slot]))
        return Asked(said, polar=True, open=True, place=1, about=len(who))
    opens = having or slot < len(lows)
    named = lows[-1] if having and who == ("I",) and len(lows) - end <= _SHORT - 1 else ""
    return Asked(said, whole, polar=True, open=opens, about=len(who), named=named)


def _of_leisure(lows: Sequence[str]) -> Asked | None:
    """Return what is asked of aims and sports: `Anything you want to do?`, `Do you exercise?`."""
    if lows[:5] == ["anything", "you", "do", "not", "like"]:
        return Asked(("I", "do", "not", "like"), polar=True, open=True)
    if lows[:3] in _ANYTHING:
        return Asked(("I", "want", "to"), polar=True, open=True)
    if lows[:2] == ["do", "you"] and any(lows[2 : 2 + len(row)] == row for row in _EXERCISING):
        return Asked(("hobbies:",), polar=True, open=True)
    return None


def _kept_of(lows: Sequence[str], end: int) -> int:
    """Return how many words behind its subject the answer to a question repeats that names another.

    `Have you ever been to Asia?` `Laos`, `Do you play an instrument?` `the viola`; else 0.
    """
    rest = [low for low in lows[end:] if low != "ever"]
    ever = len(rest) < len(lows) - end
    if ever and rest[-2:-1] and rest[-2] in lex.PREPOSITIONS:
        return len(rest) - 1
    one = rest[1:2] in (["a"], ["an"]) and _DIETARY.isdisjoint(rest)
    return int(one and (ever or lows[0] == "do"))


def _open(lows: Sequence[str]) -> Asked | None:
    if not _ALLERGIES.isdisjoint(lows):
        return Asked(("I", "am", "allergic", "to"), polar=True, open=True)
    if not _DIETARY.isdisjoint(lows):
        return None
    if not _TRIPS.isdisjoint(lows[1:2]):
        return Asked(("I", "am", "going", "to"), polar=True, open=True, place=1)
    return Asked(_topic(lows) or ("I", "have"), polar=True, open=True)


def _subject_end(lows: Sequence[str], verb: int) -> int:
    """Return where the subject behind an auxiliary ends."""
    first = verb + 1
    if first == len(lows):
        return first
    if lows[first] in _PERSONAL:
        return first + 1
    if lows[verb] in _DO:
        ends = (n for n in range(first + 1, len(lows)) if lows[n] in lex.BASES | lex.ADVERBS)
    else:
        ends = (n for n in range(first + 1, len(lows)) if lows[n] in _ENDS_SUBJECT)
    return next(ends, len(lows))
