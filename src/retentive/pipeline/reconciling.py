"""What one entry does to what is known, claim after claim: loads, asks the rules, gathers.

Later claims of an entry see what earlier ones did. A lineage that changes more than once gets
one version, so that an entry makes at most one version of each.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import product

from retentive.model.change import Change, Confirm, Put
from retentive.model.claim import Claim, Cue, Polarity
from retentive.model.entry import Entry
from retentive.model.fact import Fact
from retentive.model.provenance import Citation, Span
from retentive.model.space import Space
from retentive.pipeline.vocabulary import kinds, registry
from retentive.ports.store import Transaction
from retentive.rules.attributes import Attribute
from retentive.rules.calling import is_anothers, readings
from retentive.rules.changing import is_nameless, is_past, unnamed, without_kind
from retentive.rules.decisions import Decision, Operation, Said
from retentive.rules.excluding import contrary, parted
from retentive.rules.facts import also_cited
from retentive.rules.instead import told_instead
from retentive.rules.reconcile import place_of, reconcile
from retentive.rules.revising import SAME, bounded, covers, is_denial, lasts, newest_first
from retentive.rules.targets import cites
from retentive.rules.telling import is_about_the_same, shares
from retentive.rules.timeline import SUPERSEDED, Timeline
from retentive.rules.values import head, likeness
from retentive.rules.versions import next_version, replaced

_SENTENCE_ENDS = frozenset(".!?\n")
NEAR = 64
"""How many facts are looked at that share a value's head, a subject, or a rare word."""
AROUND = 16
"""How many values of a one-value attribute are looked at on either side of a claim."""


@dataclass(slots=True)
class Reconciling:
    """The state that one entry makes of the state before it, `space` being bounded there."""

    tx: Transaction
    space: Space
    entry: Entry
    gone: Collection[str] = ()
    """Lineages that end by this entry, and play no part any more."""
    _was: dict[str, Fact] = field(default_factory=dict)
    _now: dict[str, Fact] = field(default_factory=dict)
    _again: dict[str, list[Citation]] = field(default_factory=dict)
    _over: Decision | None = None
    """The decision on what this entry said last to be so no more."""
    _followed: list[Fact] = field(default_factory=list)
    _cues: dict[str, Cue] = field(default_factory=dict)

    def now(self, fact: Fact) -> Fact:
        """Return a fact as this entry left it so far."""
        return self._now.get(fact.key, fact)

    def add(self, fact: Fact) -> None:
        """Store a new fact."""
        self._now[fact.key] = fact

    def rests_on(self, citations: Sequence[Citation]) -> bool:
        """Tell whether this entry made a fact of some of these words already."""
        wanted = [(one.entry_id, one.span) for one in citations]
        return any(cites(one, wanted) for one in self._now.values() if self.is_new(one))

    def revise(self, old: Fact, new: Fact) -> None:
        """Let a lineage read otherwise from now on."""
        if old.key not in self._now:
            self._was[old.key] = old
        self._now[old.key] = new

    def confirm(self, known: Fact, citations: Iterable[Citation]) -> None:
        """Count words of this entry as saying a known fact again."""
        self._again.setdefault(known.key, []).extend(citations)

    def take(self, fact: Fact, cue: Cue) -> Decision:
        """Decide what becomes of a fact with a claim, and let it be so."""
        if self._stands_in(fact):  # `we left Braga and are in Faro now` is one change
            self.followed()
        ends = cue is Cue.NO_MORE and is_denial(fact)
        decision = self._ended(fact, akin=_attribute(fact).near) if ends else None
        if decision is None:
            kind = _attribute(fact)
            widely = cue is Cue.NOW or kind.is_of_people or kind.by_frame
            decision = reconcile(Said(fact, cue), self.around(fact, widely=widely))
        self._cues[fact.key] = cue
        self._apply(decision, fact)
        self._rebind(decision.fact)
        return decision

    def end(self, fact: Fact) -> bool:
        """End what a denial means, if that is known, under any attribute akin; tell whether it is.

        Its words leave open what of several kinds is over; else a claim is one of its attribute.
        """
        decision = self._ended(fact, akin=_attribute(fact).akin)
        if decision is None:
            return False
        assert decision.fact is not None
        self._cues[decision.fact.key] = Cue.NO_MORE
        self._apply(decision, decision.fact)
        return True

    def followed(self) -> Claim | None:
        """Return the claim that this entry denied last, for another value to take its place.

        That says what the denial does, which is taken out.
        """
        decision, self._over = self._over, None
        if decision is None or decision.fact is None or decision.fact.claim is None:
            return None
        self._now.pop(decision.fact.key, None)
        self._followed = [one.old for one in decision.revised]
        return replace(decision.fact.claim, polarity=Polarity.POSITIVE)

    def over(self) -> Fact | None:
        """Return the denial by which this entry ended something last."""
        return self._over.fact if self._over is not None and self._over.revised else None

    def _ended(self, fact: Fact, *, akin: Sequence[str]) -> Decision | None:
        """Return how a denial ends what it means, under its attribute or one akin to it."""
        speaks = fact.subject == self.entry.speaker.id
        if speaks and fact.claim and is_anothers(fact.text, fact.claim.value):
            return None
        claims = list(self._meant(fact, akin))
        for loosely, claim in product((False, True), claims):
            denied = replace(fact, claim=replace(claim, polarity=Polarity.NEGATIVE))
            said = Said(denied, Cue.NO_MORE, loosely)
            decision = reconcile(said, self.around(denied))
            meant = fact.claim is not None and claim.attribute == fact.claim.attribute
            told = [one.old for one in decision.revised]
            over = any(is_past(one, fact.said_at) or self.is_new(one) for one in told)
            if decision.operation is Operation.RETRACT and (meant or not over):
                return decision
        return None

    def is_new(self, fact: Fact) -> bool:
        """Tell whether a version was made by this entry."""
        return fact.born_seq == self.entry.seq

    def follow(self, fact: Fact) -> None:
        """Let a value take the place of what was `followed`."""
        self.take(fact, Cue.NOW)

    def _stands_in(self, fact: Fact) -> bool:
        """Tell whether a sentence tells another value of what it denied."""
        over = self.over()
        if over is None or over.claim is None or fact.claim is None or is_denial(fact):
            return False
        if not (over.provenance.citations and fact.provenance.citations):
            return False
        first, then = (one.provenance.citations[0].span for one in (over, fact))
        between = self.entry.text[max(first.start, first.end - 1) : then.start]
        if not _SENTENCE_ENDS.isdisjoint(between):
            return False
        single = registry().of(fact.claim.attribute).is_single
        news = likeness(over.claim.value, fact.claim.value) not in SAME
        return single and news and shares(over.claim, fact.claim)

    def _rebind(self, fact: Fact | None) -> None:
        """Let what was `followed` end because of the fact that follows it."""
        for one in self._followed:
            was = self.now(one)
            if fact is not None:
                at = was.valid_until or fact.begins
                self.revise(one, bounded(was, at, fact, SUPERSEDED).new)
        self._followed = []

    def _meant(self, fact: Fact, others: Sequence[str]) -> Iterator[Claim]:
        """Yield what a denial can mean: its words, then what it leaves unnamed or is called so."""
        assert fact.claim is not None
        akin, told = (fact.claim.attribute, *others), fact.claim.value
        values = [] if is_nameless(told) else [told, without_kind(told, kinds())]
        read = readings(fact.claim, [one for one in values if one], akin, registry())
        yield from (replace(fact.claim, attribute=one, value=value) for value, one in read)
        about = (one for one in self.about({fact.subject}) if not self.is_new(one))
        held = [one for one in about if lasts(one, fact.said_at) and not is_denial(one)]
        found = unnamed(fact.claim, held, akin, kinds())
        if found is not None:
            yield found

    def _apply(self, decision: Decision, fact: Fact) -> None:
        if decision.fact is not None and is_denial(decision.fact):
            self._over = decision
        for one in decision.revised:
            self.revise(one.old, one.new)
        if decision.fact is not None:
            self.add(decision.fact)
        if decision.confirmed is not None:
            self.confirm(decision.confirmed, fact.provenance.citations)
        self._exclude(fact)

    def _exclude(self, fact: Fact) -> None:
        """End what cannot hold beside a claim."""
        for one in contrary(fact, _attribute(fact).opposite, self.around):
            self.revise(one.old, one.new)

    def changes(self) -> Iterator[Change]:
        """Yield what this entry changes: new facts, versions in place of others, confirmations."""
        for one in tuple(parted(tuple(self._now.values()), self.about)):
            self.revise(one.old, one.new)
        self._told_once()
        for key, now in self._now.items():
            was = self._was.get(key)
            if was is not None:
                yield from replaced(self.entry, was, next_version(self.space, self.entry, now))
            else:
                yield Put(also_cited(now, self._again.pop(key, ())))
        for key, citations in self._again.items():
            yield confirmation(self.entry, key, [citation.span for citation in citations])

    def _told_once(self) -> None:
        """Take out each denial that another new fact says as well; what it ended that one ends."""
        new = [one for key, one in self._now.items() if key not in self._was]
        for denial, fact in tuple(told_instead(new, self._cues, _attribute)):
            del self._now[denial.key]
            for key, one in self._now.items():
                if one.ended_by == denial.key:
                    self._now[key] = replace(one, ended_by=fact.key)

    def about(self, subjects: Iterable[str]) -> list[Fact]:
        """Return the newest facts about some subjects, and the new ones, as they are by now."""
        found = {
            one.key: self.now(one)
            for subject in sorted(subjects)
            for one in self.tx.facts_about(self.space, subject, limit=NEAR)
        }
        return list((found | {key: one for key, one in self._now.items()}).values())

    def around(self, fact: Fact, *, widely: bool = False) -> Timeline:
        """Return what is known of the subject and attribute of a fact, as it is by now.

        What a denial means, or a change if it is looked for `widely`, may be another thing.
        """
        assert fact.claim is not None
        attribute = _attribute(fact)
        place = place_of(fact)
        loaded = self._loaded(fact.claim, place, single=attribute.is_single)
        if is_denial(fact) or (widely and not attribute.is_single):
            loaded = [*loaded, *self.about({fact.subject})]
        known = self._merged(loaded, fact)
        heard = self._heard(known, fact, place) if attribute.is_single else {}
        return Timeline(attribute, known, heard)

    def _loaded(self, claim: Claim, place: datetime, *, single: bool) -> Sequence[Fact]:
        about = (self.space, claim.subject, claim.attribute)
        if single:
            return self.tx.claims_around(*about, place, limit=AROUND)
        return self.tx.claims_alike(*about, head(claim.value), limit=NEAR)

    def _merged(self, loaded: Sequence[Fact], said: Fact) -> list[Fact]:
        """Return what is known as this entry left it so far, newest first."""
        known = {one.key: one for one in loaded} | {
            key: one for key, one in self._now.items() if is_about_the_same(one, said)
        }
        left = [one for key, one in known.items() if key not in {said.key, *self.gone}]
        served = [one for one in left if is_about_the_same(one, said) and one.standing.served]
        return newest_first(served)

    def _heard(
        self, known: Iterable[Fact], said: Fact, place: datetime
    ) -> dict[str, list[datetime]]:
        """Return when what holds at a claim's place was said again, later than the claim."""
        keys = [one.key for one in known if covers(one, place) and not is_denial(one)]
        if not keys:
            return {}
        rows = [one for one in self.tx.confirming(self.space, keys) if one.at > said.said_at]
        latest = sorted(rows, key=lambda one: one.seq)[-NEAR:]
        entries = self.tx.entries_by_id(self.space, {one.entry_id for one in latest})
        heard: dict[str, list[datetime]] = {}
        for row in latest:
            if row.entry_id in entries:
                heard.setdefault(row.key, []).append(entries[row.entry_id].said_at)
        return heard


def _attribute(fact: Fact) -> Attribute:
    assert fact.claim is not None
    return registry().of(fact.claim.attribute)


def confirmation(entry: Entry, key: str, spans: Sequence[Span]) -> Confirm:
    """Return the confirmation of a lineage by an entry."""
    return Confirm(
        key=key,
        entry_id=entry.id,
        seq=entry.seq,
        speaker=entry.speaker.id,
        session=entry.origin.session,
        at=entry.recorded_at,
        spans=tuple(dict.fromkeys(spans)),
    )
