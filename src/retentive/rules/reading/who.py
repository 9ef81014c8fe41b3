"""Who is spoken of: the speaker, somebody by name, somebody by relation, or taken up by a pronoun.

A `Company` knows who is present and who was mentioned in the stretch that is read. It never
guesses between two who are equally near: then nobody is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from retentive.model.actor import ActorKind
from retentive.model.entry import Entry
from retentive.rules.notes import THE_USER, is_note
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clause import Clause
from retentive.rules.reading.heads import BEFORE_SUBJECT, SKIPPED, has_subject, heads, reaches
from retentive.rules.reading.hearing import Heard, Near, heard, present_at, takes_up
from retentive.rules.reading.naming import aged, beside_name, introduced, may_relate, nicknamed
from retentive.rules.reading.people import NOBODY, People
from retentive.rules.reading.phrase import Phrases
from retentive.rules.reading.pronouns import TAKING_UP, meant_by, unmet
from retentive.rules.reading.referent import Mention, Referent
from retentive.rules.reading.strangers import NOBODY_KNOWN, met_by, passer_by
from retentive.rules.reading.surely import is_sure
from retentive.rules.reading.words import Word

_MOST_RECENT: Final = 8
"""Mentions that a pronoun may take up."""
_LONGEST_NAME: Final = 60
_NAME_ENDS: Final = ",:!?.-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Who takes part and who was spoken of so far; a value, made new by every clause.

    `subject` is who the clause before was about: what a clause without a subject goes on with;
    with `noting` it is else about the author. `aside` is who that was before a clause that only
    hangs on him: `Ida, whom I met at work, is a nurse`.
    """

    speaker: Referent
    phrases: Phrases
    addressed: Referent | None = None
    recent: tuple[Mention, ...] = ()
    subject: Referent | None = None
    turn: int = 0
    sentence: int = -1
    noting: bool = False
    aside: Referent | None = None

    @classmethod
    def of(cls, entry: Entry, earlier: Sequence[Entry] = (), people: People = NOBODY) -> Self:
        """Return what is known when `entry` is read after `earlier`, oldest first."""
        present = present_at(entry, earlier)
        speaker = present[entry.speaker.id]
        phrases = Phrases(people=people).knowing(present.values())
        if noting := is_note(entry):
            phrases = phrases.naming(THE_USER, speaker)
        made = cls(speaker=speaker, phrases=phrases, subject=speaker, noting=noting)
        near = heard(earlier, people)
        if takes_up(entry.text, near, people):
            made = made._over(near, present)
        return made._addressing(entry, earlier, present)

    def resolve(self, words: Sequence[Word]) -> Referent | None:
        """Return whom a noun phrase means, whole as it is; None if that is not sure."""
        at = 0
        while at < len(words) and words[at].low in lex.ADVERBS:
            at += 1
        one = self.phrases.at(words, at, self)
        return one.who if one and one.end == len(words) else None

    def subjects(self, words: Sequence[Word], end: int | None = None) -> tuple[Referent, ...]:
        """Return all subjects of the verb at word `end`: one, or those that `and` ties."""
        end = len(words) if end is None else end
        while end and words[end - 1].low in SKIPPED:
            end -= 1
        if not end:
            return (self.subject,) if self.subject else ()
        found: list[Mention] = []
        for one in self.mentions(words):
            beside = bool(found) and found[-1].end == one.start
            if one.end <= end and (beside or heads(words, one)):
                found.append(one)
        if not found or not reaches(words, found[-1].end, end):
            return ()
        tied = [found[-1]]
        for one in reversed(found[:-1]):
            between = [word.low for word in words[one.end : tied[-1].start]]
            if not between and words[one.end - 1].after.strip() in (",", "("):
                if words[one.start].low in ("me", "us"):  # `not me, Tom is`
                    break
                tied[-1] = one
            elif between in (["and"], ["nor"], ["or"]):
                tied.append(one)
            else:
                break
        return tuple(one.who for one in reversed(tied))

    def subject_of(self, clause: Clause, verb: int) -> Referent | None:
        """Return the subject of the verb at word `verb` of a clause.

        Without a word before it, a clause goes on with the subject of the one before in its
        sentence, with whom it hangs on (`who …`), or in a new sentence with the speaker.
        """
        left = clause.words[:verb]
        if any(word.low not in SKIPPED for word in left):
            found = self.subjects(clause.words, verb)
            return found[0] if found else None
        if clause.lead in lex.RELATIVES:
            return self._latest()
        third = clause.words[verb].low in lex.THIRDS if verb < len(clause.words) else False
        if clause.sentence.start == self.sentence:
            goes_on = not clause.lead and (third or clause.words[0].low in lex.FINITE)
            return self.aside if self.aside and goes_on else self.subject
        if third:
            return self._latest() or (self.speaker if self.noting else None)
        return self.speaker

    def mentions(self, words: Sequence[Word]) -> Iterator[Mention]:
        """Yield whoever is mentioned among `words`, in order and apart."""
        here, end, last = self, 0, None
        for at in self.phrases.openings(words):
            if at < end:
                continue
            if last is not None:
                here, last = here._beside(last) if self._counts(words, last, 0) else here, None
            if (found := here.phrases.at(words, at, here)) is None:
                continue
            yield found
            if found.who.subject != self.speaker.subject:
                last = None if found.start == end and beside_name(words, found) else found
            end = found.end

    def introduced(self, clause: Clause) -> tuple[Mention, ...]:
        """Return whoever a clause relates to somebody, with the name that it tells.

        `My sister is called Rosa` yields Rosa, sister of the speaker; `two cats, Mimi and Lulu`
        yields both. Each is what the claim of its `attribute` about its `owner` says.
        """
        met: list[Mention] = []
        for one in self.related(clause):
            met = [*(old for old in met if not one.who.is_same(old.who)), one]
        return tuple(met)

    def related(self, clause: Clause) -> Iterator[Mention]:
        """Yield the mentions of those in a clause who are something to somebody, in order."""
        if not may_relate(clause.lows, self.phrases):
            return
        found = [one for one in self.mentions(clause.words) if self._counts(clause.words, one, 0)]
        for one in introduced(clause.words, found):
            if one.who.owner and (one.who.attribute or one.who.group):
                yield one

    def aged(self, clause: Clause) -> Iterator[Referent]:
        """Yield who is told by his age to be one of those spoken of right before."""
        if any(one.who.group for one in self.recent):
            found = [*self.mentions(clause.words)]
            told = aged(clause.words, found, self.recent, self.phrases)
            yield from (new.who for old, new in zip(found, told, strict=True) if old is not new)

    def after(self, clause: Clause, referents: Sequence[Referent] | None = None) -> Self:
        """Return what is known once a clause was read; `referents`: its subject, if found."""
        subject = referents[0] if referents else None
        made = self._met(clause.words, clause.lows, clause.sentence.start, subject)
        hangs = clause.lead in lex.RELATIVES and clause.sentence.start == self.sentence
        return replace(made, aside=self.subject) if hangs and self.subject else made

    def named(self, name: str, who: Referent) -> Self:
        """Return the company once somebody's name was told (`my sister is called Rosa`)."""
        return replace(self, phrases=self.phrases.naming(name, who))

    def taken_up(self, pronoun: str, *, other: bool = False) -> Referent | None:
        """Return whom a pronoun of the third person means; `other`: nobody of its own clause."""
        return meant_by(pronoun, self.recent, self.turn, other=other)

    def without_animals(self) -> Self:
        """Return the company in which a pronoun means people only."""
        people = tuple(one for one in self.recent if one.who.gender != "it")
        return self._at(self.turn, people)

    # ------------------------------------------------------------ what is met

    def _met(
        self, words: Sequence[Word], lows: frozenset[str], sentence: int = -1,
        about: Referent | None = None,
    ) -> Self:  # fmt: skip
        """Return the company once these words were read as one clause; `lows` are all of them."""
        opening = next((at for at, word in enumerate(words) if word.low not in BEFORE_SUBJECT), 0)
        found = [one for one in self.mentions(words) if self._counts(words, one, opening)]
        found = aged(words, found, self.recent, self.phrases) if found else found
        phrases, recent, subject = self.phrases, self.recent, self.subject
        for one in introduced(words, found):
            if (who := one.who).name or who.relation:
                phrases = phrases.meeting(who)
            if one.start == opening:
                subject = who
            if who.subject != self.speaker.subject:
                topic = one.start == opening and words[opening].low in ("he", "she")
                latest = Mention(one.start, one.end, who, self.turn + 1, topic)
                others = [old for old in recent if not who.is_same(old.who)]
                recent = (latest, *others[: _MOST_RECENT - 1])
        if words and not (found and found[0].start == opening) and has_subject(words, opening):
            subject = None
            if opening < len(words) and passer_by(words, opening):
                unknown = Mention(opening, opening + 1, NOBODY_KNOWN, self.turn + 1, True)
                recent = (unknown, *recent[: _MOST_RECENT - 1])
        alone = all(one.who.subject == self.speaker.subject for one in found)
        if alone and (at := met_by(words)):
            unknown = Mention(at, at + 1, NOBODY_KNOWN, self.turn + 1)
            recent = (unknown, *recent[: _MOST_RECENT - 1])
        if not lows.isdisjoint(TAKING_UP) and (other := unmet(words, recent, self.turn)):
            recent = (*recent[: _MOST_RECENT - 1], other)
        known = nicknamed(words, found, phrases)
        return self._with(self.turn + 1, recent, known, about or subject, sentence)

    def _with(
        self, turn: int, recent: tuple[Mention, ...], phrases: Phrases, subject: Referent | None,
        sentence: int, speaker: Referent | None = None,
    ) -> Self:  # fmt: skip
        """Return the company with these (`replace` takes three times as long)."""
        return type(self)(
            speaker=speaker or self.speaker, phrases=phrases, addressed=self.addressed,
            recent=recent, subject=subject, turn=turn, sentence=sentence, noting=self.noting,
        )  # fmt: skip

    def _beside(self, found: Mention) -> Self:
        """Return the company in which `her wife` means the wife of whom the clause spoke."""
        near = Mention(found.start, found.end, found.who, self.turn + 1, found.topic)
        return self._at(self.turn, (near, *self.recent))

    def _counts(self, words: Sequence[Word], one: Mention, opening: int) -> bool:
        """Tell whether a mention is surely of somebody: a new name may be a place or a firm."""
        return one.start == opening or is_sure(words, one, self.phrases)

    def _over(self, near: Near, present: Mapping[str, Referent]) -> Self:
        """Return the company once earlier messages were looked over, and the speaker goes on.

        Whom their clauses are about is not asked: another message follows. In most sentences
        nobody is met: they only count as turns.
        """
        made, turn, own = self, self.turn, self.speaker
        for one, sentences in near:
            speaker, opened = present[one.speaker.id], False
            if one.speaker.kind is ActorKind.AGENT:  # it asks who answers
                made = replace(made, addressed=own)
            for said in sentences:
                if made._may_meet(said, turn):
                    about = made.subject if opened else speaker
                    made = made._with(turn, made.recent, made.phrases, about, -1, speaker)
                    made, opened = made._met(said.words, said.lows), True
                turn += 1
            made = made.without(own) if opened else made
        return made._with(turn, made.recent, made.phrases, own, -1, own)

    def _may_meet(self, said: Heard, turn: int) -> bool:
        """Tell whether somebody other than the speaker may be meant in a sentence."""
        if said.brings:
            return True
        known = not said.lows.isdisjoint(self.phrases.known)
        return known or any(meant_by(one, self.recent, turn) for one in said.pronouns)

    def _at(self, turn: int, recent: tuple[Mention, ...]) -> Self:
        return self._with(turn, recent, self.phrases, self.subject, self.sentence)

    def without(self, who: Referent) -> Self:
        """Return the company in which no pronoun of the third person takes up somebody."""
        others = tuple(one for one in self.recent if one.who.subject != who.subject)
        return self if len(others) == len(self.recent) else self._at(self.turn, others)

    def _addressing(
        self, entry: Entry, earlier: Sequence[Entry], present: Mapping[str, Referent]
    ) -> Self:
        """Return the company with whom `you` means: one called by name, or the only other."""
        others = {id_: who for id_, who in present.items() if id_ != entry.speaker.id}
        spoke = {one.speaker.id: one.speaker.kind for one in earlier}
        humans = [who for id_, who in others.items() if spoke.get(id_) is ActorKind.HUMAN]
        first = entry.text[:_LONGEST_NAME].split(maxsplit=1)[:1]
        called = self.phrases.known.get(first[0].strip(_NAME_ENDS).casefold()) if first else None
        if called and called.subject in others:
            return replace(self, addressed=called)
        if len(humans) != 1 or ActorKind.AGENT in spoke.values():
            return self
        return replace(self, addressed=humans[0])

    def _latest(self) -> Referent | None:
        return self.recent[0].who if self.recent else None
