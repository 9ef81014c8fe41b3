"""What mentions of people tell by themselves: `my sister Rosa` is a sister, and of whom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Cue, Polarity
from retentive.rules.characters import listed
from retentive.rules.claims.matching.patterns import AWAY
from retentive.rules.claims.saying import Said
from retentive.rules.claims.telling import Made
from retentive.rules.claims.whom.mentioned import HAVING, is_in_passing, is_known, is_told
from retentive.rules.reading import Clause, Company, Mention, People, Referent, Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.heads import SKIPPED
from retentive.rules.values import counting

PARTED: Final = ("partner", "pet")
"""What somebody is no more once he has left or died."""
_HOUSED: Final = ("flatmate", "tenant")


class Tie(NamedTuple):
    """`owner` has somebody as `attribute` (relative, friend, pet …); `value` says as what.

    With `over` it is so no more: `my late wife`. What is `known` was told with its name before.
    """

    owner: str
    attribute: str
    value: str
    over: bool = False
    known: bool = False
    group: str = ""
    """The words for those of whom this one is named: `two sons` of `two sons, Abe and Cy`."""

    def names(self, claim: Claim) -> bool:
        """Tell whether a claim of the same clause only counts those of whom this one is named."""
        return bool(self.group) and self._is_of(claim) and claim.value in self.group

    def is_told_by(self, claim: Claim) -> bool:
        """Tell whether a claim of the same clause says of this one all there is to say."""
        name = self.value.split()[-1]
        return self._is_of(claim) and (
            self.value in claim.value or (not name.islower() and claim.value.endswith(f" {name}"))
        )

    def betters(self, claim: Claim) -> bool:
        """Tell whether a claim of the same clause says of this one less: `dog` for `dog Rex`."""
        kind = self.value.split()[0]  # `French bulldog` and `bulldog Otto`
        alike = " " in self.value and claim.value.split()[-1] == kind
        return self._is_of(claim) and (alike or claim.value in self.value)

    def _is_of(self, claim: Claim) -> bool:
        return (claim.subject, claim.attribute) == (self.owner, self.attribute)


def ties(clause: Clause, company: Company, people: People) -> Iterator[Tie]:
    """Yield what the mentions in a clause tell of who belongs to whom.

    Whoever is new must be somebody's (`I have a sister`, not `I met a dog`); and whom one only
    knows (a friend, a doctor) must have a name.
    """
    every = {one.start: one for one in company.related(clause)}.values()
    for mention in (each for one in every for each in (*_owners(clause, one, company), one)):
        who = mention.who
        words = clause.words[mention.start : mention.end]
        at = _relation_at(words, people)
        if not who.owner or not who.attribute or not is_told(clause, mention):
            continue
        here = {word.low for word in clause.words} if who.members else set[str]()
        for one in who.members:
            if one.name and here.issuperset(one.name.casefold().split()):
                group = " ".join(word.text for word in words)
                yield Tie(who.owner, who.attribute, f"{one.relation} {one.name}", group=group)
        if at is None and who.name and len(words) > len(who.name.split()):
            yield Tie(who.owner, who.attribute, _with_name(who.relation or "", who.name))
        if at is None or who.members:
            continue
        bare = at == 0 and who.attribute not in PARTED
        passing = not who.name and (bare or is_in_passing(clause, mention))
        if passing or _is_no_ones(clause, mention, company):
            continue
        if who.relation in ("son", "daughter") and words[0].low in _NEW and not who.name:
            continue  # `we had a baby girl` is told as what happened
        if who.name or who.attribute not in _ONLY_NAMED:
            late = who.attribute in PARTED and any(word.low in _FORMER for word in words[:at])
            value = _value(words, at, mention, people)
            told = not late and is_known(clause, who, company)
            yield Tie(who.owner, who.attribute, value, late, told)


def _owners(clause: Clause, mention: Mention, company: Company) -> Iterator[Mention]:
    """Yield who has whom a mention means: of `my wife Ida's parents`, `my wife Ida`."""
    words = clause.words
    if words[mention.start].low not in ("my", "our"):
        return
    for at in range(mention.start + 2, mention.end - 1):
        if words[at].low == "'s":
            found = company.phrases.at(words[:at], mention.start, company)
            if found and found.end == at:
                yield found


def _is_no_ones(clause: Clause, mention: Mention, company: Company) -> bool:
    """Tell whether somebody new is not the speaker's: `met a dog`, `my baker has a dog`."""
    above = clause.words[: mention.start]
    first = clause.words[mention.start].low
    living = bool(above) and above[-1].low == "with" and any(w.low in _LIVING for w in above)
    met = bool(above) and not living and (above[-1].low in _MEETING or above[0].low in lex.THIRDS)
    met = met or any(
        word.low in _AHEAD and word.text.islower() for word in above
    )  # `can't have a dog`
    ahead = len(above) > 1 and above[-2].low == "to" and above[-1].low in HAVING
    met = met or ahead  # `decided to get a dog`
    if len(above) > 1 and above[-1].low == "with" and above[-2].low in _OTHERS:
        return True  # `a couple with twins`
    goes_on = clause.lead in lex.COORDINATORS and clause.sentence.start == company.sentence
    if goes_on and company.subject is None and mention.start and above[0].low in lex.PASTS:
        return True  # `some guy quit and bought a dog`
    if first in _NEW and met:
        return True
    own = mention.who.owner == company.speaker.subject
    return own and first not in lex.POSSESSIVES and _is_had_by_another(clause, mention)


def _is_had_by_another(clause: Clause, mention: Mention) -> bool:
    """Tell whether one whom somebody has is not the speaker's: `my baker has a dog`.

    Where it is not told who has one, the speaker has (`Got a dog`).
    """
    lows = [word.low for word in clause.words]
    having = next((n for n in range(mention.start - 1, -1, -1) if lows[n] in HAVING), None)
    if having is None:
        return False
    third = lows[having] in lex.THIRDS
    at = having
    while at and (lows[at - 1] in SKIPPED - lex.RELATIVES or lows[at - 1].endswith("ly")):
        at -= 1
    before = lows[:at]
    if third or (before and before[-1] in lex.RELATIVES):
        return True
    return bool(before) and _SPEAKING.isdisjoint(before)


_SPEAKING: Final = listed("i we me us")
_FORMER: Final = listed("late first former previous then")
_IDLE: Final = listed(
    "own old new late very really quite rather incredibly extremely actual whole entire poor lovely"
)
_AHEAD: Final = listed(
    "can could will would may might should shall gonna going need needs fail failed"
)
_LIVING: Final = listed("live living lived")
_MEETING: Final = listed("met with be getting")
_NEW: Final = listed("a an another")
_OTHERS: Final = listed(
    """couple couples family families woman women man men lady guy bloke people neighbour neighbours
    neighbor neighbors colleague colleagues someone somebody friend friends those"""
)
_ONLY_NAMED: Final = ("friend", "colleague")


def with_ties(
    found: Sequence[Made], told: Iterable[Tie], made: Callable[[Tie], Candidate]
) -> list[Made]:
    """Return the candidates of a clause after those of its ties, each tie once and in full."""
    every, new = list(found), list[Made]()
    told = [*told]
    told = [tie for tie in told if not _is_counted(tie, told)]
    every = [one for one in every if not _is_counted(one[0].claim, told)]
    for tie in told:
        every = [one for one in every if one[0].claim is None or not tie.names(one[0].claim)]
        claims = [one.claim for one, _ in every]
        if any(claim is not None and tie.is_told_by(claim) for claim in claims):
            continue
        for at, claim in enumerate(claims):
            if claim is not None and tie.betters(claim):
                full = replace(claim, value=tie.value)
                every[at] = (replace(every[at][0], claim=full), None)
                break
        else:
            new += [] if tie.known else [(made(tie), None)]
    return [*new, *every]


def _is_counted(claim: Claim | Tie | None, told: Sequence[Tie]) -> bool:
    """Tell whether a claim counts those who are all named: `two dogs, a pug called Bo and …`."""
    known = counting(claim.value) if claim and len(told) > 1 else None
    if claim is None or known is None or known[0] < _PAIR:
        return False
    named = [one for one in told if one.attribute == claim.attribute and not one.group]
    return sum(not one.value.islower() for one in named) == known[0]


_PAIR: Final = 2


def parted(one: Said, about: Referent) -> tuple[Said, Referent] | None:
    """Return what becomes of a tie, and of whose: a pet died, somebody's partner left."""
    leaves = about.attribute == "colleague" or about.relation in _HOUSED
    if not about.owner or not (leaves if one.value == AWAY else about.attribute in PARTED):
        return None
    told = f"{about.relation} {about.name}" if about.name else about.relation or ""
    one = replace(one, attribute=about.attribute, value=told)
    if about.attribute == "pet" or one.polarity is Polarity.NEGATIVE:
        one = replace(one, polarity=Polarity.NEGATIVE, cue=Cue.NO_MORE, over=False)
    return one, replace(about, subject=about.owner)


def as_name(one: Said, about: Referent) -> Said:
    """Return what is said: a nickname of whom nobody has named yet is a name (`my sister, Mo`)."""
    unnamed = about.relation is not None and about.name is None and about.owner is not None
    return replace(one, attribute="name") if one.attribute == "nickname" and unnamed else one


def tie_of(who: Referent, name: str, *, was: bool = False) -> Tie | None:
    """Return what is told when somebody known by relation is named."""
    if not who.owner or not who.attribute or not who.relation:
        return None
    over = was and who.attribute in PARTED  # `her name was Maureen`
    told = who.each if who.group and who.each else who.relation
    return Tie(who.owner, who.attribute, f"{told} {name}", over)


def is_known_as(who: Referent, name: str) -> bool:
    """Tell whether somebody's own id says how he is called."""
    kind, _, called = who.subject.partition(":")
    return kind == "name" and called.casefold() == name.casefold()


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


def _belongs(low: str, people: People) -> bool:
    """Tell whether a word before a relation is kept: `best friend`, `3 hens`, not `old friend`."""
    return (low in people.between and low not in _IDLE) or low.isdigit()


def _value(words: Sequence[Word], at: int, mention: Mention, people: People) -> str:
    start = at
    while start > 0 and _belongs(words[start - 1].low, people):
        start -= 1
    end = at + 1
    while end < len(words) and f"{words[at].low} {words[end].low}" in people.relations:
        end += 1
    if [word.low for word in words[at + 1 : at + 3]] in (["in", "law"], ["in", "laws"]):
        end = at + 3
    told = " ".join(_lower(word, people) for word in words[start:end])
    return _with_name(told, mention.who.name) if mention.who.name else told


def _with_name(told: str, name: str) -> str:
    """Return words with a name that may hold them: `Professor Ek` is no professor Professor Ek."""
    return name if name.casefold().startswith(f"{told.casefold()} ") else f"{told} {name}"


def _lower(word: Word, people: People) -> str:
    """Return a word without the capital of a sentence: `Neighbour Ann`, not `Uncle Boyd`."""
    return word.text if word.low in people.titles else word.low
