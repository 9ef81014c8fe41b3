"""Whether a mention of somebody tells who he is: `my sister Rosa`, `for my vegan daughter`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import Clause, Company, Mention, Modality, Referent
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.naming import tells

_GRANTING: Final = (Modality.SUPPOSED, Modality.WISHED, Modality.REQUESTED, Modality.ASKED)
"""How clauses are meant that still tell by the way who somebody is."""
_TAKEN_FOR_GRANTED: Final = (Modality.WISHED, Modality.REQUESTED)
_CLOSE: Final = ("relative", "partner", "pet")
_MINE: Final = ("my", "our")
_ASKING_ABOUT: Final = (
    lex.BE | lex.COORDINATORS | listed("'s do does did has have had about of that")
)
_RECALLING: Final = listed(
    """remember recall know knew known tell told say said mention mentioned call called name named
    forget forgot remind have had got ever who whose"""
)
"""Words of a question for what is known of somebody."""
_VERBS: Final = lex.FINITE | lex.THIRDS | lex.BASES
_AT_HOME: Final = listed("live lives living share shares sharing stay staying lived moved home")
_BY_THE_WAY: Final = lex.PREPOSITIONS - listed("with for at from to by")
_DENYING: Final = listed("not no never expecting awaiting")
HAVING: Final = listed(
    """have has had got get gets getting adopt adopted adopts bought buys met own owns keep keeps
    with having raise raised"""
)
_EVERYBODYS: Final = listed(
    """mother father parent parents grandmother grandfather grandparents grandparent grandmothers
    grandfathers in-laws mother-in-law father-in-law great-grandmother great-grandfather"""
)
"""Relations that everybody has: that somebody has one tells nothing."""

_IS_PAST: Final = (lex.PASTS | listed("was did had used")) - listed("raised brought taught")
"""Verbs behind one whom everybody has that tell of a time when he was there."""


def is_told(clause: Clause, mention: Mention) -> bool:
    """Tell whether a mention holds: is stated, or whatever is made of it is not what is meant.

    So it is with one who has a name: `my friend Ada might come`.
    """
    if _is_replaced(clause, mention) or _is_repeated(clause, mention):
        return False
    before = clause.words[mention.start - 1].low if mention.start else ""
    if before in _DENYING:
        return False  # `no sister`, `expecting our first child`
    if before in lex.BE and clause.words[mention.start].low == "the":
        return False  # `I'm the baby of the family`
    if clause.modality not in _GRANTING:
        return clause.modality is Modality.ASSERTED
    if clause.words[mention.start].low not in _MINE or mention.who.attribute not in _CLOSE:
        return _is_named(clause, mention)
    if clause.modality is Modality.ASKED:
        return _is_presupposed(clause, mention)
    asks = clause.modality is Modality.WISHED and not mention.start
    asks = asks and mention.who.attribute != "relative"  # `my husband wants to know: …`
    granted = clause.modality in _TAKEN_FOR_GRANTED and not asks
    return granted or _is_named(clause, mention)


def _is_named(clause: Clause, mention: Mention) -> bool:
    own = clause.words[mention.start].low in _MINE and clause.modality is not Modality.ASKED
    return own and tells(clause.words, mention.who.name or "?")


def _is_presupposed(clause: Clause, mention: Mention) -> bool:
    """Tell whether a question is for something else: `What should I feed my dog?`.

    What asks about him asks whether it is known: `What's my dog called?`, `Where is my son?`.
    """
    lows = [word.low for word in clause.words]
    before = lows[mention.start - 1] if mention.start else ""
    asked_about = not before or before in _ASKING_ABOUT or not _RECALLING.isdisjoint(lows)
    asked_about = asked_about or _is_asked_subject(lows, mention)
    return not asked_about and lows[mention.end : mention.end + 1] != ["'s"]


def _is_asked_subject(lows: Sequence[str], mention: Mention) -> bool:
    """Tell whether what he does is asked in the order of a statement: `what my wife drinks`."""
    does = not _VERBS.isdisjoint(lows[mention.end : mention.end + 1])
    return does and lows[0] in lex.WH_WORDS and _VERBS.isdisjoint(lows[1 : mention.start])


def _is_repeated(clause: Clause, mention: Mention) -> bool:
    """Tell whether a mention stands before an aside, and was told there.

    A name in small letters is only known by the verb behind it.
    """
    if clause.words[mention.start].start >= clause.span.start:
        return False
    return not mention.who.name or not clause.words[mention.end - 1].text.islower()


def _is_replaced(clause: Clause, mention: Mention) -> bool:
    """Tell whether another stands in place of a mention: `Captain instead of Grandad Al`."""
    above = [word.low for word in clause.words[max(0, mention.start - 2) : mention.start]]
    return above in (["instead", "of"], ["rather", "than"])


def _is_topic(clause: Clause, mention: Mention) -> bool:
    """Tell whether a clause is about who is mentioned: `my mum sings`, not `I'm at my mum's`."""
    above = clause.words[: mention.start]
    behind = [word.low for word in clause.words[mention.end : mention.end + 2]]
    behind = behind[1:] if behind and behind[0] in lex.ADVERBS else behind[:1]
    if not _IS_PAST.isdisjoint(behind):
        return False  # `my gran sang in a choir`
    opens = all(word.low in lex.ADVERBS or word.low in lex.INTERJECTIONS for word in above)
    own = clause.words[mention.start].low in lex.POSSESSIVES
    had = not own and any(word.low in HAVING for word in above[-2:])
    return had or (opens and behind != ["'s"])


def is_known(clause: Clause, who: Referent, company: Company) -> bool:
    """Tell whether somebody has a name that a clause does not tell: it was told before.

    What he is may be new then: `Ida? She's my cousin`.
    """
    if who.name is None or tells(clause.words, who.name):
        return False
    known = company.phrases.known.get(who.name.casefold())
    return known is None or known.relation is not None


def is_in_passing(clause: Clause, mention: Mention) -> bool:
    """Tell whether a relative without a name is only told of with something else.

    So are those everybody has where they are not the topic: `my mum's calls`, `at my gran's`.
    """
    before = clause.words[mention.start - 1].low if mention.start else ""
    if mention.who.relation in _EVERYBODYS:
        housed = before == "with" and any(word.low in _AT_HOME for word in clause.words)
        return not housed and (mention.who.relation == "parents" or not _is_topic(clause, mention))
    return mention.who.attribute == "relative" and before in _BY_THE_WAY
