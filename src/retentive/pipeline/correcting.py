"""What an entry says of earlier words: that they were wrong, are taken back, or to be forgotten.

What is meant is searched among the newest facts of the same speaker or subject, and among those
that hold a rare word of it; never further.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from retentive.model.candidate import Candidate
from retentive.model.change import Change, Mute, OwnerKind, Silencing
from retentive.model.claim import Claim, Correction, Cue, Polarity
from retentive.model.fact import Fact, Standing
from retentive.pipeline.following import end_by, newest, take_its_place, take_place
from retentive.pipeline.hushing import hush_of
from retentive.pipeline.reconciling import NEAR, Reconciling
from retentive.pipeline.rescheduling import retimed, shift
from retentive.pipeline.vocabulary import kinds, registry, time_words
from retentive.rules.attributes import ClaimType
from retentive.rules.calling import called_off
from retentive.rules.changing import (
    as_it_lasts,
    is_kind,
    is_nameless,
    kind_of,
    moving,
    was_bought,
    without_kind,
)
from retentive.rules.correcting import is_meant, meant, put_right, right_words, told_of, with_value
from retentive.rules.redating import redated
from retentive.rules.revising import SAME, is_denial, lasts, newest_first
from retentive.rules.silence import Hush, numbered
from retentive.rules.telling import shares
from retentive.rules.text import query_terms
from retentive.rules.values import head, likeness, mentions
from retentive.rules.zones import zone_of


@dataclass(slots=True)
class Correcting:
    """The corrections of one entry, and what they silence."""

    state: Reconciling
    _silent: list[tuple[Silencing, Hush]] = field(default_factory=list)
    _unmet: list[Fact] = field(default_factory=list)
    """Ends and changes of what is not known."""

    def take(self, found: Candidate, fact: Fact) -> bool:
        """Correct, end or forget what a candidate means; tell whether that is all it says."""
        said = found.corrects
        if retimed(self.state, found, fact) or shift(self.state, found, fact):
            return True
        if said is None and found.cue is Cue.NOW and self._moved(fact, alike=False):
            return True
        if said is None and found.cue is not Cue.FORGET:
            return False
        if said is not None and found.cue in (Cue.NO_MORE, Cue.NOW, Cue.FOR_NOW):
            return self._change(found, fact, said)
        known = self._claimed(fact) if said is None else self._meant(found, fact, said)
        if said is not None and said.new is not None:
            if known is None or not _may_be_one(known, fact):
                return False
            self._corrected(known, fact, said)
        elif known is not None:
            alike = () if said is None else self._alike(known, said)
            for one in (known, *alike):
                self._ended(one, found)
        return True

    def _alike(self, known: Fact, said: Correction) -> list[Fact]:
        """Return the other tastes of who has this one that the words to be forgotten name too.

        Who likes dried fruit and fresh fruit, and wants forgotten what he said about fruit, means
        both. Of what is no taste one is meant: there may be two of `the cat`.
        """
        if known.claim is None or registry().of(known.claim.attribute).opposite is None:
            return []
        return [
            one
            for one in newest(self.state, known.subject)
            if one.key != known.key and one.claim and shares(one.claim, known.claim)
            if mentions(one.claim.value, said.old or "") and one in self._ours([one])
        ]

    def changes(self) -> Iterator[Change]:
        """Yield what goes silent; words that end nothing that is known are kept, if alone."""
        speaker = self.state.entry.speaker.id
        for fact in self._unmet:
            if not self.state.rests_on(fact.provenance.citations):
                about = fact.subject if self.state.about({fact.subject}) else speaker
                self.state.add(told_of(self.state.space, fact, None, about))
        seq = self.state.entry.seq
        yield from map(Mute, numbered(seq, self._silent))

    def _corrected(self, known: Fact, fact: Fact, said: Correction) -> None:
        timed = redated(known, said, zone_of(self.state.entry), time_words())
        if timed is not None:
            right = put_right(self.state.space, timed, fact, timed.text, timed.claim)
        else:
            claim = fact.claim or with_value(known.claim, said)
            text = right_words(known, fact, said)
            right = put_right(self.state.space, known, fact, text, claim)
        self._hush(Silencing.CORRECTED, known, right.content_hash)
        self.state.revise(known, right)

    def _change(self, found: Candidate, fact: Fact, said: Correction) -> bool:
        """End, move or follow what is known; if nothing of it is, the words claim nothing."""
        if said.new is None:
            ends = found.cue is Cue.NO_MORE
            done = self._over_with(fact) if ends else self._moved(fact) or self._dated(fact)
            if not done:
                self._unmet.append(fact)
            return True
        if fact.claim is not None and (said.old is None or is_nameless(said.old)):
            return take_its_place(self.state, fact, found.cue, ended=said.old is not None)
        if said.old is None:
            return take_place(self.state, fact, said.new)
        known = self._meant(found, fact, said)
        if known is None or _is_ahead(fact, known):
            return False
        return self._changed(known, fact, said)

    def _over_with(self, fact: Fact) -> bool:
        """End what is over; what somebody else calls off may be what who speaks had planned."""
        if fact.claim is None or self.state.end(fact):
            return fact.claim is not None
        if was_bought(fact.claim, newest(self.state, fact.subject)):
            self.state.add(fact)
            return True
        speaker = self.state.entry.speaker.id
        own = called_off(fact.claim, speaker, registry(), fact.text) or self._kept(fact)
        about = own.subject if own else speaker
        return own is not None and self.state.end(told_of(self.state.space, fact, own, about))

    def _kept(self, fact: Fact) -> Claim | None:
        """Return what a name says of an animal that somebody else keeps: `Rex died`, of a son."""
        claim = fact.claim
        if claim is None or claim.attribute != _PET or not claim.value[:1].isupper():
            return None
        kept = [one for one in self._ours(self._saying(claim.value)) if lasts(one, fact.said_at)]
        pets = {one.claim for one in kept if one.claim and one.claim.attribute == _PET}
        found = [one for one in pets if mentions(one.value, claim.value)]
        alive = len(found) == 1 and found[0].polarity is Polarity.POSITIVE
        return replace(claim, subject=found[0].subject) if alive else None

    def _changed(self, known: Fact, fact: Fact, said: Correction) -> bool:
        """Let another value follow; what the change has a claim for is decided by that."""
        claim = fact.claim
        if claim is None or (known.claim is not None and not shares(claim, known.claim)):
            claim = with_value(known.claim, said)
        following = told_of(self.state.space, fact, claim, known.subject)
        if claim is not None:
            following = as_it_lasts(following, registry())
            self.state.take(following, Cue.NOW)
        else:
            self.state.add(following)
        end_by(self.state, known, following)
        return True

    def _moved(self, fact: Fact, *, alike: bool = True) -> bool:
        """Let an appointment that is known have another date, also one of `alike` words."""
        if fact.claim is None or fact.occurred is None:
            return False
        attribute = registry().of(fact.claim.attribute)
        if attribute.type is ClaimType.STATE:
            return False
        among = {fact.claim.attribute, *attribute.akin}
        others = [self.state.entry.speaker.id]  # `Colm moved the report`
        every = newest(self.state, fact.subject, *others)
        dated = [one for one in every if one.occurred and one.claim]
        bare = without_kind(fact.claim.value, kinds())
        claims = (replace(fact.claim, value=value) for value in (fact.claim.value, bare) if value)
        moved = (moving(one, fact.said_at, dated, among) for one in claims)
        known = next(filter(None, moved), None)
        if known is None or known.claim is None:
            return False
        same = shares(known.claim, fact.claim)
        if same and not alike and head(known.claim.value) == head(fact.claim.value):
            return False
        self.state.take(told_of(self.state.space, fact, known.claim, known.subject), Cue.NOW)
        return True

    def _dated(self, fact: Fact) -> bool:
        """Keep what is to happen at a date, though it was not known that it was to be before."""
        if fact.claim is None or fact.occurred is None or is_nameless(fact.claim.value):
            return False
        if fact.occurred.end <= fact.said_at or is_kind(fact.claim):
            return False
        self.state.take(fact, Cue.NOW)
        return True

    def _ended(self, known: Fact, found: Candidate) -> None:
        forgets = found.cue is Cue.FORGET
        mode = Silencing.FORGOTTEN if forgets else Silencing.RETRACTED
        standing = Standing.FORGOTTEN if forgets else Standing.RETRACTED
        self._hush(mode, known)
        if forgets:
            own = Hush(loose=((self.state.entry.id, found.span),))
            self._silent.append((mode, own))
        reason = "forgotten as was asked" if forgets else "taken back"
        self.state.revise(known, replace(known, standing=standing, reason=reason))

    def _hush(self, mode: Silencing, known: Fact, kept: str = "") -> None:
        """Silence a lineage, all words that say it, and what would be learnt again from such."""
        hush = hush_of(self.state.tx, self.state.space, known, mode, kept)
        self._silent.append((mode, hush))

    # ------------------------------------------------------------ what is meant

    def _claimed(self, fact: Fact) -> Fact | None:
        """Return the known fact that claims what is to be forgotten; one that holds goes first."""
        if fact.claim is None:
            return None
        value, denied = fact.claim.value, is_denial(fact)
        known = [one for one in self.state.around(fact).known if is_denial(one) is denied]
        same = [one for one in known if one.claim and likeness(one.claim.value, value) in SAME]
        return min(same, key=lambda one: not lasts(one, fact.said_at), default=None)

    def _meant(self, found: Candidate, fact: Fact, said: Correction) -> Fact | None:
        pool = self.state.about({found.subject, self.state.entry.speaker.id})
        near = {one.key for one in pool}
        words = said.old or ""
        pool += [one for one in self._saying(words) if one.key not in near]
        served = [one for one in pool if one.standing.served and one.key != fact.key]
        if said.new is None:  # `I like no fruit, scrap what I said of it`: not what is said now
            served = [one for one in served if not (is_denial(one) and self.state.is_new(one))]
        if found.cue is Cue.NOW:  # nothing follows what is over, or is another's
            at = fact.said_at
            own = found.subject == self.state.entry.speaker.id
            served = [one for one in served if own or one.subject == found.subject]
            served = [one for one in served if one.claim and not is_denial(one) and lasts(one, at)]
            served = [one for one in served if is_meant(one, words, found.claim)]
        ours = newest_first(self._ours(served))
        if said.new is None:
            ours.sort(key=self.state.is_new)
        named = meant(words, ours, found.claim)
        return self._of_kind(words, ours) if named is None and said.new is None else named

    def _of_kind(self, words: str, ours: list[Fact]) -> Fact | None:
        """Return what is so of a kind that words name: where somebody lives, for `my address`."""
        among = kinds().get(kind_of(words, kinds()), ())
        about = self.state.entry.speaker.id
        own = (one for one in ours if one.claim and one.subject == about and not is_denial(one))
        return next((one for one in own if one.claim and one.claim.attribute in among), None)

    def _saying(self, words: str) -> list[Fact]:
        """Return the facts that hold a rare word of these."""
        tx, space = self.state.tx, self.state.space
        numbers: set[int] = set()
        for term in sorted(set(query_terms(words))):
            for held in tx.postings(space, [term]):
                if len(held.docs) <= NEAR:
                    numbers.update(held.docs)
        docs = tx.docs(space, numbers).values()
        ids = sorted(one.id for one in docs if one.kind is OwnerKind.FACT)
        found = tx.get(space, Fact, ids).values()
        return [self.state.now(one) for one in found if one.dead_seq is None]

    def _ours(self, facts: list[Fact]) -> list[Fact]:
        """Return the facts about who speaks, or told by him: nobody puts right what others said."""
        entry = self.state.entry
        cited = {one.key: one.provenance.citations for one in facts}
        first = {key: citations[0].entry_id for key, citations in cited.items() if citations}
        others = {first[one.key] for one in facts if one.key in first}
        entries = self.state.tx.entries_by_id(self.state.space, others)
        told = {name for name, one in entries.items() if one.speaker.id == entry.speaker.id}
        told.add(entry.id)
        about = entry.speaker.id
        return [one for one in facts if one.subject == about or first.get(one.key) in told]


_PET: Final = "pet"


def _may_be_one(known: Fact, fact: Fact) -> bool:
    """Tell whether a fact can be told instead of another: it claims nothing else, if anything."""
    return known.claim is None or fact.claim is None or shares(known.claim, fact.claim)


def _is_ahead(fact: Fact, known: Fact) -> bool:
    """Tell whether a fact tells what will be instead of what is: that holds until then."""
    if fact.claim is None or known.claim is None:
        return False
    kinds_ = [registry().of(one.attribute).type for one in (fact.claim, known.claim)]
    return kinds_ == [ClaimType.PLAN, ClaimType.STATE]
