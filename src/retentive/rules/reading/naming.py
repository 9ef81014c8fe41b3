"""Where a clause tells somebody's name or relation: `my sister is called Rosa`, `Tom is my son`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.numerals import ONES, TENS
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.names import is_called, name_end, written
from retentive.rules.reading.phrase import Phrases
from retentive.rules.reading.referent import THIRD, Mention, Referent, unnamed
from retentive.rules.reading.strangers import UNNAMED
from retentive.rules.reading.words import Word

_BEING: Final = lex.BE | listed("there 's called named name names its has have been became")
_DEFINITE: Final = lex.POSSESSIVES | {"the"}
_LISTING: Final = listed("and are called named their names plus as well")
_HAVING: Final = listed("have has had got gets get adopted adopts bought owns own keeps")
_TYING: Final = frozenset({"and"})
_MOST_BETWEEN: Final = 5


def may_relate(lows: frozenset[str], phrases: Phrases) -> bool:
    """Tell whether any of some words may mean somebody who is something to another."""
    people = phrases.people
    some = (people.words, people.firsts, people.trades, phrases.known, THIRD, UNNAMED)
    return not all(lows.isdisjoint(words) for words in some)


def introduced(words: Sequence[Word], found: Sequence[Mention]) -> Iterator[Mention]:
    """Yield the mentions of a clause, each with the name or relation that the clause gives it."""
    if not any(one.who.relation or one.who.each for one in found):
        yield from found
        return
    joined: dict[int, Referent] = {}
    speaking = (one for one in found if words[one.start].low in ("i", "we"))
    owner = next(speaking, found[0])
    found = [_owned(words, one, owner) for one in found]
    for at in range(len(found) - 1):
        first, second = found[at], found[at + 1]
        between = [word.low for word in words[first.end : second.start]]
        beside = not between and words[first.end - 1].after.strip() in (",", "(")
        apart = not first.who.group and _is_told_apart(words, first.end, second)
        if not beside and not apart and not _is_same(between):
            continue
        this, that = _as_written(words, first), _as_written(words, second)
        who = _joined(this, that) or _joined(that, this)
        if who:
            joined[at] = joined[at + 1] = who
    _each(words, found, joined)
    for number, one in enumerate(found):
        yield replace(one, who=joined[number]) if number in joined else one
    if not joined and (named := _named(words, found[-1])):
        yield named


def beside_name(words: Sequence[Word], one: Mention) -> bool:
    """Tell whether a mention only says what the one is whose name stands before: `Ida, my boss`."""
    before = words[one.start - 1] if one.start else None
    named = before is not None and before.after in (",", "(") and before.text[0].isupper()
    return named and one.who.relation is not None and one.who.name is None


def aged(
    words: Sequence[Word], found: Sequence[Mention], recent: Sequence[Mention], phrases: Phrases
) -> list[Mention]:
    """Return mentions, of whom a clause tells the age as one of those spoken of right before.

    `Two kids. Mia is 4 and Leo's 7`: that is what Mia and Leo are.
    """
    groups = (one.who for one in recent if one.who.group and one.who.owner)
    group = next((who for who in groups if not _is_agents(who.owner or "")), None)
    if group is None or not group.each or group.attribute not in ("relative", "pet"):
        return [*found]
    return [
        replace(one, who=_one_of(group, one.who)) if _is_aged(words, one, phrases) else one
        for one in found
    ]


def _is_agents(owner: str) -> bool:
    """Tell whether an agent is said to have somebody: it asked for `the boys` of who answers."""
    return owner.startswith("agent:")


def _is_aged(words: Sequence[Word], one: Mention, phrases: Phrases) -> bool:
    """Tell whether somebody new by name is told how old he is: `Mia is 4`."""
    who, at = one.who, one.end
    if not who.name or who.relation or not who.subject.startswith("person:"):
        return False
    if who.name.casefold() in phrases.known or at + 1 >= len(words):
        return False
    behind = next((word for word in words[at + 1 : at + 3] if word.low not in lex.ADVERBS), None)
    number = behind is not None and (behind.low.isdigit() or behind.low in _AGES)
    return words[at].low in _TURNING and number


def _one_of(group: Referent, who: Referent) -> Referent:
    prefix = "pet" if group.gender == "it" else "person"
    subject = f"{prefix}:{who.subject.partition(':')[2]}"
    return Referent(
        subject, who.name, group.each, group.owner, group.gender, attribute=group.attribute
    )


_TURNING: Final = listed("is 's was turned turns")
_AGES: Final = frozenset({*ONES[1:], *TENS[:2]})


def nicknamed(words: Sequence[Word], found: Sequence[Mention], phrases: Phrases) -> Phrases:
    """Return phrases that know what somebody is called besides: `everyone calls her Tam`."""
    for one in found:
        called = one.start > 0 and is_called(words[one.start - 1], words[one.start])
        if called and one.who.name:
            end = name_end(phrases.people, words, one.end)
            if end > one.end:
                phrases = phrases.also_called(written(words[one.end : end]), one.who)
    return phrases


def _each(words: Sequence[Word], found: Sequence[Mention], joined: dict[int, Referent]) -> None:
    """Give the names that follow a group what each of it is: `two cats, Mimi and Lulu`."""
    group: Referent | None = None
    first = 0
    for at, one in enumerate(found):
        who = one.who
        if who.group and who.each:
            group, first = who, at
            if named := _named_before(words, found, at):
                joined.update({**named, at: replace(who, members=tuple(named.values()))})
            continue
        between = [word.low for word in words[found[at - 1].end : one.start]] if at else ["?"]
        listed_on = all(low in _LISTING or low in lex.ADVERBS or low.isdigit() for low in between)
        listed_on = listed_on or (at == first + 1 and _is_told_apart(words, found[first].end, one))
        own = group is not None and who.subject == group.owner
        if not (group and listed_on and who.name and not who.relation) or own:
            group = None
            continue
        prefix = "pet" if group.gender == "it" else "person"
        subject = who.subject
        if subject.startswith("person:"):
            subject = f"{prefix}:{subject.removeprefix('person:')}"
        joined[at] = Referent(
            subject, who.name, group.each, group.owner, group.gender, attribute=group.attribute
        )
        joined[first] = replace(group, members=tuple(joined[n] for n in range(first + 1, at + 1)))


def _named_before(words: Sequence[Word], found: Sequence[Mention], at: int) -> dict[int, Referent]:
    """Return who is named before a group that they are: `Ida and Per are my parents`."""
    group, end, named = found[at].who, found[at].start, dict[int, Referent]()
    if words[end].low not in lex.POSSESSIVES:
        return named
    links = lex.BE
    for number in range(at - 1, -1, -1):
        one = found[number]
        between = [word.low for word in words[one.end : end]]
        if not one.who.name or one.who.relation or not between or not links.issuperset(between):
            break
        named[number] = Referent(
            one.who.subject, one.who.name, group.each, group.owner, group.gender,
            attribute=group.attribute,
        )  # fmt: skip
        end, links = one.start, _TYING
    return named if len(named) > 1 else {}


def _is_told_apart(words: Sequence[Word], at: int, one: Mention) -> bool:
    """Tell whether only a phrase stands before a name: `two friends from school, Ida and Per`."""
    between = [word.low for word in words[at : one.start]]
    if not between or len(between) > _MOST_BETWEEN or between[0] not in lex.PREPOSITIONS:
        return False
    marked = words[one.start - 1].after.strip() in (",", ":", "(", "-", "–", "—")
    return marked and lex.FINITE.isdisjoint(between) and lex.THIRDS.isdisjoint(between)


def _owned(words: Sequence[Word], one: Mention, first: Mention) -> Mention:
    """Return `a dog` as the one of the subject, where it has one: `Tom has a dog`."""
    who = one.who
    if words[one.start].low in _DEFINITE or not who.relation or one is first:
        return one
    if not any(word.low in _HAVING for word in words[first.end : one.start]):
        return one
    owner = first.who.subject
    told = who.name is not None and tells(words[one.start : one.end], who.name)
    if who.owner == owner or told:
        return replace(one, who=replace(who, owner=owner))
    # the speaker's dog may be known by name: this one is not that
    subject = unnamed(owner, who.relation, animal=who.gender == "it")
    return replace(one, who=replace(who, subject=subject, name=None, owner=owner, members=()))


def tells(words: Sequence[Word], name: str) -> bool:
    """Tell whether a name stands among words, or a part of it does."""
    parts = {part.strip(".,") for part in name.casefold().split()}
    return any(word.low.strip(".") in parts for word in words)


def _is_same(between: Sequence[str]) -> bool:
    """Tell whether what stands between two mentions says that they are one."""
    some = bool(between) and len(between) <= _MOST_BETWEEN
    return (
        some
        and all(low in _BEING or low in lex.ADVERBS for low in between)
        and ("not" not in between)
    )


def _as_written(words: Sequence[Word], one: Mention) -> Referent:
    """Return whom a phrase means without the name that only is known: he may get a new one."""
    who = one.who
    if not who.name or not who.relation or who.group:
        return who
    if tells(words[one.start : one.end], who.name):
        return who
    return replace(who, name=None)


def _joined(named: Referent, related: Referent) -> Referent | None:
    """Return somebody with the name of one and the relation of the other."""
    if not named.name or named.relation or related.name or not related.relation or related.group:
        return None
    if named.subject == related.owner:
        return None
    subject = named.subject
    if related.gender == "it" and subject.startswith("person:"):
        subject = f"pet:{subject.removeprefix('person:')}"
    return replace(related, subject=subject, name=named.name)


def _named(words: Sequence[Word], last: Mention) -> Mention | None:
    """Return who is named in lower case, where only the words around can tell (`name was ann`)."""
    who, at = last.who, last.end
    if who.name or not who.relation or who.group:
        return None
    start = at
    while at < min(len(words), start + _MOST_BETWEEN) and words[at].low in _BEING:
        at += 1
    sure = any(word.low in ("called", "named", "name") for word in words[start:at])
    sure = sure and not (at < len(words) and words[at].low in THIRD)  # `a kitten, named her Ivy`
    if not sure or at >= len(words) or not words[at].low.isalpha() or words[at].low in lex.ADVERBS:
        return None
    name = words[at].text
    prefix = "pet" if who.gender == "it" else "person"
    return replace(last, who=replace(who, subject=f"{prefix}:{name.casefold()}", name=name))
