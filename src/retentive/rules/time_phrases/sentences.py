"""The words around a place, and where they make a sentence look: back, ahead, or at now."""

from __future__ import annotations

from dataclasses import dataclass

from retentive.rules.time_phrases.lexicon import TimeWords
from retentive.rules.time_phrases.stretch import Facing
from retentive.rules.time_phrases.tokens import Token

_HAVE = frozenset({"have", "has"})
_SENTENCE_ENDS = frozenset(".!?;\n")
_LOOK_BACK, _LOOK_AHEAD, _NEAR = 24, 12, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentences:
    """A text in tokens, with the words of its language.

    `glued` tells of each token what kinds of small words may begin there.
    """

    tokens: list[Token]
    glued: list[frozenset[str]]
    words: TimeWords
    leaning: Facing = Facing.NONE
    """Where a sentence without a verb looks: "Passed! Friday."."""

    def low(self, at: int) -> str:
        """Return a token's word, empty outside the text."""
        return self.tokens[at].low if 0 <= at < len(self.tokens) else ""

    def joined(self, at: int) -> bool:
        """Tell whether a token stands right behind the one before it."""
        return 0 < at < len(self.tokens) and self.tokens[at].start == self.tokens[at - 1].end

    def skip(self, glue: str, at: int) -> int | None:
        """Return the place behind one of some small words, None where none stands."""
        if not 0 <= at < len(self.glued) or glue not in self.glued[at]:  # so it is nearly always
            return None
        found = self.words.glue[glue].match(self.tokens, at)
        return None if found is None else found[1]

    def past(self, glue: str, at: int) -> int:
        """Return the place behind one of some small words if one stands, else the same place."""
        return self.skip(glue, at) or at

    def preceded(self, glue: str, at: int) -> bool:
        """Tell whether one of some single small words stands before a place."""
        return at > 0 and self.skip(glue, at - 1) == at

    def number(self, at: int, most: int = 9999) -> int | None:
        """Return the number that a token writes in figures."""
        if not 0 <= at < len(self.tokens):
            return None
        low = self.tokens[at].low
        if not "0" <= low[0] <= "9" or not low.isascii() or not low.isdigit() or len(low) > 4:
            return None
        return int(low) if int(low) <= most else None

    def facing(self, at: int) -> Facing:
        """Tell where the sentence looks at a place; what is present looks ahead."""
        sense = self.sense(at)
        unsaid = sense is Facing.NONE and any(
            self.low(place) in self.words.facing.ahead for place in range(at - 1, at - 6, -1)
        )
        return Facing.FUTURE if unsaid or sense is Facing.PRESENT else sense

    def sense(self, at: int) -> Facing:
        """Tell the tense at a place, by the nearest word that says it."""
        words, before, until = self.words.facing, self.low(at - 1), False
        for place in range(at - 1, at - 6, -1):  # "since the start of February"
            if self.low(place) in words.for_past:
                return Facing.PAST
            until = self.low(place) in words.bounds
            if self.low(place) in (",", "") or until or self.ends(place):
                break
        if self.skip("as_of", at - 2) == at or self.preceded("as_of", at):
            return Facing.NONE
        behind = self._sense_before(at, until=until)
        if before in words.for_future and behind is Facing.NONE:
            return Facing.FUTURE
        if behind is Facing.PAST and self._granted(at):
            return Facing.FUTURE
        if behind is not Facing.NONE and (anew := self._anew(at)) is not Facing.NONE:
            return anew
        sense = self._sense_after(at, clause=until) if behind is Facing.NONE else behind
        if sense is not Facing.NONE:
            return sense
        return Facing.FUTURE if self._says(words.hints, at) else self.leaning

    def _granted(self, at: int) -> bool:
        """Tell whether a time is what was given: "gave us until", "booked for", "promised by"."""
        words = self.words.facing
        near = [self.low(place) for place in range(at - 1, at - _NEAR, -1)]
        if not (words.resolving.isdisjoint(near) or words.due.isdisjoint(near[:4])):
            return True
        if near[0] in words.bounds and not words.granting.isdisjoint(near[:7]):
            return True
        aim = next((n for n, low in enumerate(near) if low in words.for_future), _NEAR)
        if near[aim + 1 : aim + 2] and near[aim + 1] in words.enrolling:
            return True  # "signed up for the race on the 12th"
        return aim < 5 and not words.booking.isdisjoint(near[aim:])

    def planned(self, at: int) -> Facing:
        """Tell where a sentence looks; a plain verb looks ahead: "I fly on 9 October"."""
        facing = self.facing(at)
        return Facing.FUTURE if facing is Facing.NONE and self._acts(at) else facing

    def _acts(self, at: int) -> bool:
        """Tell whether a sentence has a pronoun with a plain verb."""
        words = self.words.facing
        for step, far in ((-1, _LOOK_BACK), (1, _LOOK_AHEAD)):
            for place in range(at, at + step * far, step):
                if not 0 <= place < len(self.tokens) or self.ends(place):
                    break
                verb = self.low(place + 1)
                if self.low(place) in words.subjects and verb.isalpha():
                    return verb not in words.unchanging
        return False

    def _sense_before(self, at: int, *, until: bool) -> Facing:
        words, moved = self.words.facing, self._is_moved_to(at)
        for place in range(at - 1, max(-1, at - 1 - _LOOK_BACK), -1):
            anew = until and self.low(place) == "," and self.low(place + 1) in words.joining
            if anew or self.ends(place):  # "I was ill, so no sweets until June"
                break
            if moved and self.low(place) in words.reschedule:
                return Facing.FUTURE
            if (facing := self._looks(place)) is not Facing.NONE:
                return facing
            plain = self.low(place).isalpha() and self.low(place) not in words.unchanging
            if until and plain and self.low(place - 1) in words.subjects:
                return Facing.PRESENT  # "and I walk with a stick until June"
        return Facing.NONE

    def _anew(self, at: int) -> Facing:
        """Return where a part of a sentence looks that a time begins: "and in May I'm leaving"."""
        start, end = at - 1, at
        while self._is_inner(start):
            start -= 1
        while self._is_inner(end) or self.low(end)[:1].isdigit():
            end += 1
        joined = self.low(start) in self.words.facing.joining
        if not joined or not self.low(end)[:1].isalpha():
            return Facing.NONE
        sense, verb = self._sense_after(end), self.low(end + 1)
        plain = self.low(end) in self.words.facing.subjects and verb.isalpha()
        if sense is Facing.NONE and plain and verb not in self.words.facing.unchanging:
            return Facing.PRESENT
        return sense

    def _is_inner(self, place: int) -> bool:
        low, words = self.low(place), self.words
        return low in words.inner and not (
            low in words.facing.joining or low in words.facing.subjects
        )

    def _is_moved_to(self, at: int) -> bool:
        """Tell whether a time is that to which something goes: "to the end of June"."""
        inner, to = self.words.inner, self.words.facing.reschedule_to
        near = [self.low(place) for place in range(at - 1, at - 6, -1)]
        first = next((low for low in near if low in to or low not in inner), "")
        return first in to

    def moved(self, at: int, far: int = _LOOK_AHEAD - 4) -> bool:
        """Tell whether something is moved from or to the time at a place: "pushed to May"."""
        words = self.words.facing
        for place in range(at - 1, at - 1 - far, -1):
            if self.low(place) in words.reschedule:
                return True
            if self.ends(place) or self.low(place) in words.joining:
                return False
        return False

    def _sense_after(self, at: int, *, clause: bool = False) -> Facing:
        begun = clause and at > 1 and not self.ends(at - 2)  # "stuck here till May, as it broke"
        for place in range(at, min(len(self.tokens), at + _LOOK_AHEAD)):
            if self.ends(place) or (begun and self.low(place) == ","):
                break
            if (facing := self._looks(place)) is not Facing.NONE:
                return facing
        return Facing.NONE

    def lasting(self, at: int) -> bool:
        """Tell whether a verb before a place says that something still goes on ("has been")."""
        return self._says_before(self.words.facing.perfect, at, _LOOK_BACK)

    def lacking(self, at: int) -> bool:
        """Tell whether something is said not to have been: "haven't smoked in six months"."""
        return self._says_before(self.words.facing.negative, at, _LOOK_AHEAD)

    def _says_before(self, words: frozenset[str], at: int, far: int) -> bool:
        behind = range(at - 1, max(-1, at - 1 - far), -1)
        first = next((one for one in behind if self.ends(one) or self.low(one) in words), None)
        return first is not None and not self.ends(first)

    def habitual(self, at: int) -> bool:
        """Tell whether a sentence tells what is usual, and is about no one time."""
        usual = self._says(self.words.facing.habitual, at)
        return usual and self.sense(at) in (Facing.NONE, Facing.PRESENT)

    def scheduled(self, at: int, lacks: str) -> bool:
        """Tell whether a sentence tells hours or weekdays of work, which come again."""
        open_to = (Facing.NONE, Facing.PRESENT) if lacks == "day" else (Facing.NONE,)
        return self._says(self.words.facing.scheduled, at) and self.sense(at) in open_to

    def _says(self, words: frozenset[str], at: int) -> bool:
        for step, far in ((-1, _LOOK_BACK), (1, _LOOK_AHEAD)):
            for place in range(at, at + step * far, step):
                if not 0 <= place < len(self.tokens) or self.ends(place):
                    break
                if self.low(place) in words:
                    return True
        return False

    def ends(self, place: int) -> bool:
        """Tell whether a sentence ends at a place; a colon between words ends one too."""
        low = self.low(place)
        if low in (".", ":"):
            return not self.joined(place + 1)
        return low in _SENTENCE_ENDS

    def _looks(self, place: int) -> Facing:
        low, before, words = self.low(place), self.low(place - 1), self.words.facing
        if self._is_no_verb(low, place):
            return Facing.NONE
        noun = before in words.owned or self.skip("of", place + 1) is not None  # "in a meeting"
        off = self.skip("off_to", place) is not None and before not in words.past
        if (off or low in words.future) and not noun:
            past = before in words.past or self._is_past_form(before)  # "was due", "started going"
            return Facing.PAST if past else Facing.FUTURE
        if low == "its" and self.low(place + 1) not in words.after_its:
            return Facing.NONE
        if low in words.present or (low == "'s" and before + low in words.present):
            return Facing.PRESENT
        if low in _HAVE and self.low(place + 1) in words.owned:
            return Facing.PRESENT  # "I have an appointment on Friday"
        if self._is_to_come(low, place) or (low in words.plainly and self._has_several(place)):
            return Facing.FUTURE
        if low in words.past or self._is_past_form(low) or self._is_told(place):
            return self._of_participle(place)
        return Facing.NONE

    def _is_to_come(self, low: str, place: int) -> bool:
        """Tell whether a past form tells of what is ahead: "decided to leave", "got a scan"."""
        words = self.words.facing
        if low in words.resolving:
            return any(self.low(place + far) == "to" for far in (1, 2, 3))
        had = low in words.had and self.low(place - 1) not in words.perfect
        return had and any(self.low(place + far) in words.appointments for far in (1, 2, 3))

    def _has_several(self, place: int) -> bool:
        """Tell whether several do what a plain verb says: "results come out", not "has come"."""
        before = self.low(place - 1)
        return len(before) > len("his ") and before.isalpha() and before.endswith("s")

    def _is_no_verb(self, low: str, place: int) -> bool:
        """Tell whether what may be a verb belongs to a time: "9 am", "in Split"."""
        if low in self.words.refuse.verbs:
            return self.preceded("month_cue", place)
        named = self.tokens[place].capital and place > 0 and not self.ends(place - 1)
        if low in self.words.weekdays.firsts:
            return self.words.parts.match(self.tokens, place + 1) is not None
        if named and low == "will":  # "started dating Will in May"
            return True
        nine_am = self.skip("am", place) is not None and self.number(place - 1) is not None
        return nine_am or (named and low in self.words.facing.past)

    def _is_past_form(self, low: str) -> bool:
        words = self.words.facing
        return len(low) > 3 and low.endswith(words.past_endings) and low not in words.not_past

    def _is_told(self, place: int) -> bool:
        """Tell whether what may be no past verb is one: "she retired", not "is"; "we split"."""
        words, low, before = self.words.facing, self.low(place), self.low(place - 1)
        told = before in words.subjects and low in words.same_past
        may = low in words.either and before.isalpha()
        describing = (words.present, words.passive, words.future, self.words.refuse.articles)
        return told or (may and not any(before in some for some in describing))

    def _is_caused(self, place: int) -> bool:
        """Tell whether something is had done: "having her hip replaced"."""
        words = self.words.facing
        near = [(self.low(at), self.low(at + 1)) for at in range(place - 5, place - 2)]
        owned = [low for low, behind in near if low.endswith("ing") or behind in words.owned]
        return not words.causing.isdisjoint(owned)

    def _of_participle(self, place: int) -> Facing:
        """Return where a past form looks: ahead behind a present "is", or "has got"."""
        words, before = self.words.facing, self.low(place - 1)
        if before in words.passive or self._is_caused(place):
            return Facing.NONE  # "will be delivered": what stands before decides
        if before in words.present:
            return Facing.PRESENT
        has = before in ("'s", *words.perfect) or self.low(place - 2) + before in words.perfect
        return Facing.PRESENT if has and self.low(place) in words.had else Facing.PAST
