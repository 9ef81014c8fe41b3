"""Noun phrases that mean somebody: `I`, `my sister Rosa`, `Tom's dog`, `her husband`, `Rosa`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Self

from retentive.rules.characters import listed
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.names import (
    by_trade,
    compounds,
    is_lower_name,
    may_describe,
    may_name,
    may_open,
    name_end,
    name_keys,
    written,
)
from retentive.rules.reading.ownerless import at_work, is_at_home, is_own
from retentive.rules.reading.people import NOBODY, People, Relation
from retentive.rules.reading.referent import THIRD, Around, Mention, Referent, unnamed
from retentive.rules.reading.strangers import is_age, is_mine, is_ones_own, stranger
from retentive.rules.reading.words import Word

_ONE: Final = listed("i me my mine myself")
_SEVERAL: Final = listed("we us our ours ourselves")
_YOU: Final = listed("you your yours yourself u")
_SOME: Final = listed("a an another two three four five six seven eight some several 2 3 4 5 6 7 8")
_FIRST: Final = (
    _ONE | _SEVERAL | _YOU | lex.POSSESSIVES | _SOME | frozenset(THIRD)
    | listed("the someone somebody this")
)  # fmt: skip
_ANOTHER: Final = listed("other best second third")
_NAMED: Final = listed("called named")
_OFFSPRING: Final = ("children", "twins", "sons", "daughters")
_MOST_BETWEEN: Final = 4
_DEEPEST: Final = 4  # possessives in a row: `my sister's husband's dog`


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Finds noun phrases with the people words of a language and the names met so far."""

    people: People = NOBODY
    known: Mapping[str, Referent] = field(default_factory=dict)
    """By every way a name is written, casefolded."""
    related: Mapping[str, Referent | None] = field(default_factory=dict)
    """Who is meant by a relation, by its unnamed subject; None: more than one."""

    def openings(self, words: Sequence[Word]) -> list[int]:
        """Return where a phrase may begin; most words are passed over here."""
        known, people, found = self.known, self.people, list[int]()
        openings, firsts = people.openings, people.firsts
        for at, (_, _, text, low, _) in enumerate(words):
            if low in _FIRST or low in openings or low in known:
                found.append(at)
            elif text != low and text[0].isupper():
                if low in firsts or may_name(words[at], people):
                    found.append(at)
            elif low in firsts and words[at + 1 - len(words)].low in people.seconds:
                found.append(at)
        return found

    def at(self, words: Sequence[Word], at: int, around: Around) -> Mention | None:
        """Return the phrase that begins at word `at`, with whom it means."""
        if at >= len(words):
            return None
        found = self._head(words, at, around)
        for _ in range(_DEEPEST):
            if found is None:
                return None
            longer = self._owned(words, found)
            if longer is None:
                break
            found = longer
        return found

    def knowing(self, present: Iterable[Referent]) -> Self:
        """Return phrases that know those who are present by their names."""
        known = dict(self.known)
        for who in present:
            if who.name:
                known[who.name.casefold()] = who
                known.setdefault(who.name.split()[0].casefold() if who.name.split() else "", who)
        known.pop("", None)
        return replace(self, known=known)

    def meeting(self, who: Referent) -> Self:
        """Return phrases that know somebody who was mentioned."""
        known, related = self.known, self.related
        if who.members:
            related = {**related, unnamed(who.owner or "", who.relation or "", animal=False): who}
        if who.name and who.name.casefold() not in known:
            known = {**known, **{key: who for key in name_keys(who.name) if key not in known}}
        if who.name and who.relation and who.owner:
            key = unnamed(who.owner, who.relation, animal=who.gender == "it")
            held = related.get(key, who)
            if key not in related or (held is not None and held.subject != who.subject):
                same = held is not None and held.subject == who.subject
                related = {**related, key: who if same else None}
        if who.name and who.gender and not known[who.name.casefold()].gender:
            named = {key: one for key, one in known.items() if one.subject == who.subject}
            known = {
                **known,
                **{key: replace(one, gender=who.gender) for key, one in named.items()},
            }
        if known is self.known and related is self.related:
            return self
        return replace(self, known=known, related=related)

    def naming(self, name: str, who: Referent) -> Self:
        """Return phrases that know the name of somebody who had none."""
        if who.relation and who.owner:
            return self.meeting(self._by_name(name, who))
        return self.also_called(name, who)

    def also_called(self, name: str, who: Referent) -> Self:
        """Return phrases that know one more name of somebody."""
        return replace(self, known={**self.known, **dict.fromkeys(name_keys(name), who)})

    # ------------------------------------------------------------ the head of a phrase

    def _head(self, words: Sequence[Word], at: int, around: Around) -> Mention | None:
        low = words[at].low
        if low in lex.POSSESSIVES:
            owner = self._owner(low, around)
            if owner and (found := self._related(words, at + 1, owner)):
                return Mention(at, found.end, found.who)
            if low == "her":
                owner = around.taken_up("she", other=True)
            return Mention(at, at + 1, owner) if owner else None
        if low in _ONE or low in _SEVERAL:
            speaker = around.speaker
            return Mention(at, at + 1, replace(speaker, group=True) if low in _SEVERAL else speaker)
        if low in _YOU:
            return Mention(at, at + 1, around.addressed) if around.addressed else None
        if low in THIRD:
            who = around.taken_up(THIRD[low], other=low in ("him", "them"))
            return Mention(at, at + 1, who.called(THIRD[low])) if who else None
        if low == "the":
            return self._at_home(words, at, around)
        if new := stranger(words, at, around.speaker):
            named, after = self._named(words, new[1])
            return Mention(at, after, self._by_name(named, new[0]) if named else new[0])
        if low in _SOME:
            return self._unknown(words, at, around)
        return self._relative(words, at, around) or self._name(words, at)

    def _owner(self, low: str, around: Around) -> Referent | None:
        if low in ("my", "our"):
            return around.speaker
        return around.addressed if low == "your" else around.taken_up(THIRD[low])

    def _owned(self, words: Sequence[Word], found: Mention) -> Mention | None:
        """Return the longer phrase if what was found only owns what is meant (`Tom's dog`)."""
        at = found.end
        if at + 1 >= len(words) or words[at].low not in ("'s", "'") or words[at].after:
            return None
        longer = self._related(words, at + 1, found.who)
        return Mention(found.start, longer.end, longer.who) if longer else None

    def _at_home(self, words: Sequence[Word], at: int, around: Around) -> Mention | None:
        found = self._related(words, at + 1, around.speaker)
        if found is None or found.who.relation is None:
            return None
        met = unnamed(around.speaker.subject, found.who.relation, animal=found.who.gender == "it")
        called = found.who.name and found.who.attribute in ("relative", "pet", "partner")
        if not (is_at_home(words, found.end) or met in self.related or called):
            return None
        return Mention(at, found.end, found.who)

    def _unknown(self, words: Sequence[Word], at: int, around: Around) -> Mention | None:
        """Return somebody who is new: `I have a sister`, `a friend of mine`."""
        found = self._related(words, at + 1, around.speaker)
        if found is None:
            return None
        if not is_ones_own(words, at, found):
            return None
        if not found.who.name and is_mine(words, found.end):
            named, after = self._named(words, found.end + 2)
            if named:
                found = Mention(at, after, self._by_name(named, found.who))
        if (words[at].low not in ("a", "an", "another")) != found.who.group:
            return None
        return Mention(at, found.end, found.who)

    def _relative(self, words: Sequence[Word], at: int, around: Around) -> Mention | None:
        """Return who is named by a relation without an owner: `Mum`, `uncle Boyd`."""
        relation, end = self._relation(words, at)
        if relation is None or (at and words[at - 1].low in lex.DETERMINERS):
            return None
        named = self._name(words, end) if not words[end - 1].after and end < len(words) else None
        if not is_own(relation, words, at, self.people.titles, named=named is not None):
            return None
        who = self._of(relation, around.speaker)
        if named and named.who.name:
            return Mention(at, named.end, self._by_name(named.who.name, who))
        return Mention(at, end, who)

    def _related(self, words: Sequence[Word], at: int, owner: Referent) -> Mention | None:
        """Return the relation at `at` of an owner, with the name that may follow."""
        last, first = min(len(words), at + _MOST_BETWEEN), at
        while at < last and (is_age(words[at].low) or may_describe(self.people, words, at)):
            known, end = self._relation(words, at)
            if known and (end > at + 1 or words[at].after or not self._relation(words, at + 1)[0]):
                break
            at += 1
        relation, end = self._relation(words, at)
        if relation is None:
            return None
        behind = words[end] if end < len(words) and not words[end - 1].after else None
        if behind and compounds(self.people, relation, words, end):
            return None
        relation = at_work(self.people, relation, behind)
        another = next((word.low for word in words[first:at] if word.low in _ANOTHER), "")
        if another:  # `my other sister` is not the one who is known
            relation = replace(relation, name=f"{another} {relation.name}")
        who = self._of(relation, owner)
        named, after = ("", end) if relation.group else self._named(words, end)
        return Mention(at, after, self._by_name(named, who)) if named else Mention(at, end, who)

    def _relation(self, words: Sequence[Word], at: int) -> tuple[Relation | None, int]:
        if at >= len(words):
            return None, at
        low = words[at].low
        if at + 2 < len(words) and words[at + 1].low == "in" and words[at + 2].low == "law":
            return self.people.relations.get(f"{low}-in-law"), at + 3
        if low in self.people.firsts and at + 1 < len(words) and not words[at].after:
            two = self.people.relations.get(f"{low} {words[at + 1].low}")
            if two:
                return two, at + 2
        return self.people.relations.get(low) or by_trade(self.people, words, at), at + 1

    def _named(self, words: Sequence[Word], at: int) -> tuple[str, int]:
        """Return the name that stands at `at` beside a relation, and where it ends."""
        if at >= len(words):
            return "", at
        gap = words[at - 1].after
        start = at + 1 if words[at].low in _NAMED and at + 1 < len(words) else at
        if gap not in ("", ",", "(") or (start > at and gap) or words[start].low in THIRD:
            return "", at  # `a kitten, named her Olive`
        given = words[start].text.istitle() and words[start].low in self.people.given
        end = name_end(self.people, words, start, sure=given or start > at)
        if end == start and not gap and is_lower_name(self.people, words, at):
            return words[at].text, at + 1
        if end == start or (gap and not words[end - 1].after and end < len(words)):
            return "", at
        return written(words[start:end]), end

    # ------------------------------------------------------------ names

    def _name(self, words: Sequence[Word], at: int) -> Mention | None:
        """Return who is meant by the name at `at`: one who is known, or may be somebody new."""
        end = name_end(self.people, words, at)
        if end == at:
            known = self.known.get(words[at].low) if at < len(words) else None
            plain = known and (words[at].low in lex.BASES or words[at].low in self.people.nobody)
            return Mention(at, at + 1, known) if known and not plain else None
        name = written(words[at:end])
        for key in (name.casefold(), words[at].low):
            if key in self.known:
                return Mention(at, end, self.known[key])
        if name.casefold() in self.people.famous or not may_open(words, at, end, self.people):
            return None
        return Mention(at, end, Referent(f"person:{name.casefold()}", name))

    # ------------------------------------------------------------ ids

    def _of(self, relation: Relation, owner: Referent) -> Referent:
        """Return who is the relation of an owner: one whose name is known, or nameless."""
        key = unnamed(owner.subject, relation.name, animal=relation.is_animal)
        known = self.related.get(key)
        if known is None and relation.name in _OFFSPRING:
            known = self._offspring(owner)
        return known or Referent(
            key, None, relation.name, owner.subject, relation.gender, relation.group,
            relation.attribute, relation.each,
        )  # fmt: skip

    def _offspring(self, owner: Referent) -> Referent | None:
        """Return the children of somebody who were told by another word for them."""
        keys = (unnamed(owner.subject, one, animal=False) for one in _OFFSPRING)
        return next((who for key in keys if (who := self.related.get(key))), None)

    def _by_name(self, name: str, who: Referent) -> Referent:
        """Return somebody known by relation, now by name."""
        held = self.known.get(name.casefold())
        if held and held.subject == who.owner:
            held = None
        prefix = "pet" if who.gender == "it" else "person"
        if held and held.owner == who.owner and held.is_another(who):
            subject = f"{prefix}:{who.owner}/{who.relation} {name.casefold()}"
            return replace(who, subject=subject, name=name)
        subject = held.subject if held else f"{prefix}:{name.casefold()}"
        return replace(who, subject=subject, name=held.name if held and held.name else name)
