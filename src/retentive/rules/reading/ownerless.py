"""Relations without an owner: whose `Mum`, `Uncle Boyd` and `niece Nina` are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.people import People, Relation
from retentive.rules.reading.words import Word

_HOUSEHOLD: Final = listed(
    """twins children kids girls boys dogs cats dog cat baby pets wife missus wifey hubby hubs gf bf
    parrot hamster rabbit bunny budgie tortoise in-laws puppy kitten grandkids law mother-in-law
    father-in-law"""
)
"""Who may be meant with `the`: those one has at home."""
_OFTEN: Final = listed("kids children girls boys twins baby")
_ELSEWHERE: Final = listed("next upstairs downstairs opposite across in at on over who that")
"""Words behind them that tell them apart from others: `the kids next door`."""
_ORDAINED: Final = listed("sister brother mother father")
"""Relations that are titles too, of the clergy, of nurses, or of honour."""
_TELEGRAPHIC: Final = listed("relative partner friend")
_AT_WORK: Final = listed("colleague boss mentor assistant intern landlord landlady tenant")

_BEFORE_KIN: Final = lex.PREPOSITIONS | lex.BE | listed("and plus then")
_ANYBODYS: Final = listed("child baby twin parent friend ex patient client")
_KINDS: Final = listed("little big older younger elder baby kid old new other middle best")
_LABELLING: Final = (":", "=")
_OPENING: Final = listed("and but so also then well ugh omg oh ah oof yay")


def is_own(
    relation: Relation, words: Sequence[Word], at: int, titles: Collection[str], *, named: bool
) -> bool:
    """Tell whether the relation at a word, with a name behind it or alone, is the speaker's."""
    if not named:
        return relation.bare or _opens_a_note(relation, words, at)
    if relation.name in _ORDAINED:
        return words[at].text.islower() and relation.bare
    if relation.group:
        return relation.bare
    if relation.bare or words[at].low in titles:
        return True
    if at > 1 and words[at - 1].low == "and":  # `my niece Nina and nephew Max`
        return True
    if at and relation.attribute == "partner":  # `with wife Ida`
        return words[at].text.islower() and words[at - 1].low in _BEFORE_KIN
    near = relation.attribute in _TELEGRAPHIC or relation.name in _AT_WORK
    return at == 0 and near  # `Neighbour Ann called`


def _opens_a_note(relation: Relation, words: Sequence[Word], at: int) -> bool:
    """Tell whether a relation begins what is noted of somebody: `Boss wants the slides`.

    Several people told by such a word may be anybody's: `friends are great`.
    """
    last = at + 2 if [word.low for word in words[at + 1 : at + 3]] == ["in", "law"] else at
    if relation.group and _is_listed(words, at):
        return True
    if relation.group or relation.name in _ANYBODYS or last + 1 >= len(words):
        return False
    opening = (word.low not in _OPENING and word.low not in _KINDS for word in words[:at])
    labels = words[last].after.strip() in _LABELLING and at == 0  # `wife: nurse`
    if (words[last].after and not labels) or any(opening) or words[at].low == "bro":
        return False
    low = words[last + 1].low
    near = relation.attribute in _TELEGRAPHIC or relation.name in _AT_WORK
    if labels:
        return near
    near = near or (relation.is_animal and low != "is")  # `dog is man's best friend`
    return near and (low == "'s" or low in lex.FINITE or low in lex.THIRDS)


def _is_listed(words: Sequence[Word], at: int) -> bool:
    """Tell whether it is said who those are with whom a note begins: `roommates are Bo and Ike`."""
    if at or len(words) < _THREE or words[1].low != "are":
        return False
    named = words[2] if words[2].low not in ("called", "named") else words[-1]
    return named.text[0].isupper()


_THREE: Final = 3


def is_at_home(words: Sequence[Word], end: int) -> bool:
    """Tell whether who is meant by words up to `end` with `the` lives with the speaker.

    So do `the kids`, unless more words tell them from others.
    """
    behind = words[end].low if end < len(words) and not words[end - 1].after else ""
    if behind == "from" and words[end - 1].low in _OFTEN:
        return False
    return words[end - 1].low in _HOUSEHOLD and behind not in _ELSEWHERE


def at_work(people: People, relation: Relation, behind: Word | None) -> Relation:
    """Return what somebody is by what stands behind it: `my partner on the night shift`."""
    shares = relation.name == "partner" and behind is not None and behind.low in ("on", "at")
    return people.relations.get("colleague", relation) if shares else relation
