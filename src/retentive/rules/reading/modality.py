"""How each clause of a sentence is meant: asserted, asked, supposed, wished, requested, joked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.mood import OPENING_WORDS, Mood, mood
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.asking import asked
from retentive.rules.reading.clause import Cut, Modality
from retentive.rules.reading.clauses import orders_to_forget
from retentive.rules.reading.disowned import EXPERTS, disowned
from retentive.rules.reading.fiction import played
from retentive.rules.reading.fondness import is_fond
from retentive.rules.reading.offers import is_offer
from retentive.rules.reading.words import Word

_BY_MOOD: Final = {
    Mood.QUESTION: Modality.ASKED,
    Mood.REQUEST: Modality.REQUESTED,
    Mood.SUPPOSITION: Modality.SUPPOSED,
    Mood.CODE: Modality.QUOTED,
}
_WONDER: Final = ["i", "wonder"]
_UNSURE: Final = listed(
    """might may maybe perhaps would could imagine suppose supposing pretend assuming hypothetically
    considering thinking should must tempted unless possibly wonder wondering doubt whether if sure
    idea anyone almost nearly"""
)
_COMPLETING: Final = listed("am is are be been have has get gets")
"""Verbs before a form of the past that make it a participle."""
_GOVERNING: Final = frozenset({Modality.SUPPOSED, Modality.WISHED, Modality.ASKED})
_SHARED: Final = _GOVERNING | {Modality.REQUESTED}
_NOUN_SIGNS: Final = listed("and or new great good little much more real true big")
_SAYING: Final = listed(
    """say says said tell tells told think thinks thought believe believes believed claim claims
    claimed swear swears swore insist insists insisted reckon reckons reckoned mention mentioned
    mentions guess suppose assume suspect suspects suggests suggested wrote writes argued argues
    complains complained joked jokes announced announces promised explained saying telling"""
)
"""Verbs of saying and thinking: who is their subject answers for what is said."""
_UNSURE_FIRST: Final = listed("suppose imagine pretend")
"""Words that make a clause uncertain where they open it, as an order to suppose."""
_WISHING: Final = listed(
    """wish wishes wished wishing hope hopes hoping hoped want wants wanted wanna dream dreams
    dreaming aspire would"""
)
_IF: Final = listed("if unless whether")
_WHENCE: Final = listed("when whenever once until till til before after as where")
_ALWAYS_AHEAD: Final = listed("until till til before after once")
_AHEAD: Final = listed("will would gonna going want wants wanna plan planning hope shall could can")
_OFFERING: Final = listed("can may could")
_CHECKING: Final = listed("see check wonder ask know me sure idea remember wondering asked certain")
_ASIDE: Final = listed(
    """helps help matters matter counts relevant important remember recall wondering honest frank
    curious interested mistaken asking asked ask memory anything useful"""
)
"""Verbs of an `if` that only introduces what is said: `if it helps, I live here`."""

_CARRYING: Final = listed("add tell mention note remember remind know inform consider forget")
"""Requests whose object is told for true: `add that I am away on Friday`."""
_TELLING: Final = listed("know tell say mention add share")
_DREAMT: Final = listed("dreamt dreamed joke joked jokes imagine pretend pretends doubt assume")
_RUMOUR: Final = (["they", "say"], ["people", "say"], ["some", "say"], ["rumour", "says"])
_HEARSAY: Final = listed("rumour rumor rumours rumors")
_SELF: Final = listed("i my we our me mine us")
_SPEAKING: Final = listed("i we")
_PAST_TIMES: Final = listed("yesterday ago last earlier")


def modalities(text: str, words: Sequence[Word], found: Sequence[Cut]) -> list[Modality]:
    """Return the modality of each clause of one sentence, whose words are `words`."""
    meant = [_alone(text, words[cut.start : cut.end], cut) for cut in found]
    _shared(words, found, meant)
    _reported(words, found, meant)
    _conditional(words, found, meant)
    asked(words, found, meant)
    played(words, found, meant)
    disowned(words, found, meant)
    return meant


def _alone(text: str, words: Sequence[Word], cut: Cut) -> Modality:
    """Return what the form of one clause shows."""
    lows = [word.low for word in words]
    form = Modality.REQUESTED if orders_to_forget(lows, 0) else None
    if form is None and (lows[0] in OPENING_WORDS or lows[:2] == _WONDER):
        form = _BY_MOOD.get(mood(text[words[0].start : words[-1].end]))
        if form is Modality.ASKED and cut.start and lows[0] in lex.AUXILIARIES:
            # A verb that goes on with a subject from before: "my sister, who sings, is a cook".
            goes_on = cut.lead in lex.RELATIVES or (lows[1:2] and lows[1] in lex.ARTICLES)
            goes_on = goes_on or (cut.lead in ("so", "nor") and lex.BASES.isdisjoint(lows[1:]))
            form = None if goes_on else form
    unsure = not _UNSURE.isdisjoint(lows)
    if form is Modality.REQUESTED and cut.start and cut.lead in ("and", "but", "or"):
        form = None if lows[0] in lex.BASES and "please" not in lows else form
    if form is Modality.ASKED or form is Modality.QUOTED:
        return form
    if not _WISHING.isdisjoint(lows) and _wished(lows):
        return Modality.WISHED
    if form is Modality.REQUESTED and not _PAST_TIMES.isdisjoint(lows) and lows[0] in lex.PASTS:
        return Modality.ASSERTED
    if form is not None:
        return form
    if cut.lead in _IF or not _HEARSAY.isdisjoint(lows):
        return Modality.SUPPOSED
    return Modality.SUPPOSED if unsure and _supposed(words, lows) else Modality.ASSERTED


def _wished(lows: Sequence[str]) -> bool:
    for at, low in enumerate(lows):
        if low == "would":
            following = _next(lows, at)
            if following in ("love", "like") or lows[at + 1 : at + 4] == ["give", "anything"]:
                return True
        elif low in _WISHING and _next(lows, at) != "me" and _is_predicate(lows, at):
            return low not in ("dream", "dreams", "dreaming") or _next(lows, at) in ("of", "to")
    return lows[:2] == ["if", "only"]


def _is_predicate(lows: Sequence[str], at: int) -> bool:
    """Tell whether a word of wishing is a verb here: `a lot of hope` wishes nothing."""
    before = lows[at - 1] if at else ""
    noun = before in lex.DETERMINERS or before in lex.PREPOSITIONS or before in _NOUN_SIGNS
    noun = noun or (lows[at] in ("wishes", "hopes", "dreams") and before in lex.PASTS)
    return not noun or before in lex.ADVERBS


def _next(lows: Sequence[str], at: int) -> str:
    """Return the next word that is no adverb."""
    for low in lows[at + 1 : at + 5]:
        if low not in lex.ADVERBS and low != "really":
            return low
    return ""


def _supposed(words: Sequence[Word], lows: Sequence[str]) -> bool:
    return any(low in _UNSURE and _is_unsure(words, lows, at) for at, low in enumerate(lows))


def _is_unsure(words: Sequence[Word], lows: Sequence[str], at: int) -> bool:
    """Tell whether the word at `at` makes its clause uncertain."""
    low, following = lows[at], _next(lows, at)
    before = lows[at - 1] if at else ""
    match low:
        case "would":
            of_a_thing = at > 2 and before in ("that", "which")  # `a van that would never start`
            return not (of_a_thing or following in ("rather", "prefer") or is_fond(lows, at))
        case "could":
            sure = lows[at + 1 : at + 2] == ["not"] or "never" in (before, following)
            return not sure and not is_fond(lows, at)
        case "should" | "must":
            return following == "have"
        case "may":
            return _is_permission(words, at, following)
        case "thinking" | "considering":
            object_at = at + 1 + (lows[at + 1 : at + 2] in (["of"], ["about"]))
            return any(low.endswith("ing") for low in lows[object_at : object_at + 1])
        case "sure" | "idea":
            return before in ("not", "no") or "not" in lows[max(0, at - 3) : at]
        case "anyone":
            return at == 0 and following in ("know", "else", "have", "here")
        case _:
            return _is_hedge(low, before, following)


def _is_hedge(low: str, before: str, following: str) -> bool:
    """Tell whether a word between its neighbours leaves open what its clause says."""
    if low in ("doubt", "wonder"):
        return before != "no" and before not in lex.DETERMINERS
    if low in ("almost", "nearly"):
        return following in lex.PASTS and following not in lex.AUXILIARIES
    if low == "if":
        return before in _CHECKING
    return not before or low not in _UNSURE_FIRST


def _is_permission(words: Sequence[Word], at: int, following: str) -> bool:
    """Tell whether `may` is the verb, and not the month."""
    verb = following in lex.BASES or following in ("be", "have", "not")
    before = words[at - 1].low if at else ""
    return verb and before != "" and words[at].text == "may" and before not in lex.PREPOSITIONS


# ---------------------------------------------------------------- clauses that hang on others


def _shared(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Let a verb that shares what governs the one before be meant alike: `I'd quit and write`."""
    for at in range(1, len(found)):
        before = meant[at - 1]
        bare = found[at].lead in ("and", "or", "but", "then") and before in _SHARED
        rest = [word.low for word in words[found[at].start : found[at].end] if word.low != "never"]
        if bare and rest and rest[0] in lex.BASES:
            meant[at] = before


def _reported(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Let a clause that is said, thought or asked for follow the clause it hangs on."""
    for at in range(1, len(found)):
        if found[at].lead != "that":
            carried = found[at].lead == "and" and found[at - 1].lead == "that"
            carried = carried and words[found[at].start].low not in _SPEAKING
            above = {word.low for word in words[found[at - 1].start : found[at - 1].end]}
            carried = carried or (found[at].lead == "and" and not _HEARSAY.isdisjoint(above))
            if carried and meant[at] is Modality.ASSERTED and meant[at - 1] in _GOVERNING:
                meant[at] = meant[at - 1]
            goes_on = found[at].lead == "and" and words[found[at].start].low in lex.PASTS
            if goes_on and meant[at - 1] is Modality.QUOTED and found[at - 1].lead == "that":
                meant[at] = Modality.QUOTED
            continue
        if meant[at - 1] is Modality.WISHED and meant[at] is Modality.SUPPOSED:
            meant[at] = Modality.WISHED
        elif meant[at] is Modality.ASSERTED:
            told = [word.low for word in words[found[at - 1].start : found[at - 1].end]]
            meant[at] = _as_reported(told, meant[at - 1], words[found[at].start].low)


def _as_reported(above: Sequence[str], meant: Modality, subject: str) -> Modality:
    verb = next((low for low in reversed(above) if low in lex.REPORTING), "")
    if meant is Modality.REQUESTED:
        return Modality.ASSERTED if verb in _CARRYING | {"believe"} else Modality.QUOTED
    own = not _SPEAKING.isdisjoint(above) or verb == above[0]
    if meant is not Modality.ASSERTED:
        tells = meant is Modality.WISHED and verb in _TELLING
        says = own and verb == "say" and "not" not in above
        return Modality.ASSERTED if tells or says else meant
    if own and verb == "thought" and "always" in above:
        return Modality.ASSERTED
    if verb in _DREAMT or (own and verb in ("thought", "suppose", "guess", "mean", "meant")):
        held = Modality.SUPPOSED if own else Modality.QUOTED
        return Modality.ASSERTED if verb in ("mean", "meant") else held
    if verb == "remember" and "not" in above and _SPEAKING.isdisjoint(above):
        return Modality.QUOTED
    if list(above) in _RUMOUR:
        return Modality.QUOTED
    if own:
        doubts = "not" in above and verb in ("think", "believe", "know", "say", "saying", "guess")
        return Modality.SUPPOSED if doubts else Modality.ASSERTED
    yours = "you" in above[:3]
    if yours and verb in ("know", "remember", "heard"):
        return Modality.ASSERTED
    about_us = (subject in _SELF or yours) and verb in _SAYING
    return Modality.QUOTED if about_us and EXPERTS.isdisjoint(above) else Modality.ASSERTED


def _conditional(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Let what hangs on an `if`, and the `if` itself, be supposed; so what lies ahead."""
    lows = [word.low for word in words]
    for at, cut in enumerate(found):
        if cut.lead in _IF:
            before = lows[cut.start - 2] if cut.start > 1 else ""
            if before in _CHECKING or before in ("even", "as"):
                continue
            if cut.lead != "whether" and _ASIDE.isdisjoint(lows[cut.start : cut.end]):
                _hang(lows, found, meant, at)
        elif cut.lead in _WHENCE and meant[at] is Modality.ASSERTED:
            ahead = cut.lead in _ALWAYS_AHEAD or _looks_ahead(lows, found, meant, at)
            if ahead and _is_present(lows[cut.start : cut.end]):
                meant[at] = Modality.SUPPOSED


def _hang(lows: Sequence[str], found: Sequence[Cut], meant: list[Modality], at: int) -> None:
    """Suppose the main clause of the condition at `at`: the one before, or after if it opens."""
    start = found[at].start
    main = at + 1 if start <= 1 or at == 0 or lows[start - 2] in lex.COORDINATORS else at - 1
    if main >= len(found) or meant[main] is not Modality.ASSERTED:
        return
    told = lows[found[main].start : found[main].end]
    offers = is_offer(told, lows[start : found[at].end])
    if told[0] == "you" and "me" in told and not _OFFERING.isdisjoint(told[1:2]):
        return  # `you can ring me on 0491 570 156 if it's urgent`
    excepted = found[at].lead == "unless" and lex.NOMINATIVE.isdisjoint(told[:3])  # of a rule
    if not excepted and (not offers or not _AHEAD.isdisjoint(told)):
        meant[main] = Modality.SUPPOSED


def _looks_ahead(
    lows: Sequence[str], found: Sequence[Cut], meant: Sequence[Modality], at: int
) -> bool:
    """Tell whether the clause beside the one at `at` speaks of the future."""
    beside = [one for one in (at - 1, at + 1) if 0 <= one < len(found)]
    return any(
        meant[one] in (Modality.WISHED, Modality.REQUESTED, Modality.SUPPOSED)
        or not _AHEAD.isdisjoint(lows[found[one].start : found[one].end])
        for one in beside
    )


def _is_present(lows: Sequence[str]) -> bool:
    before = ""
    for low in lows:
        if low in ("was", "were", "did", "had", "could", "would"):
            return False
        if low in lex.PASTS and low not in lex.BASES and before not in _COMPLETING:
            return False
        before = low
    return True
