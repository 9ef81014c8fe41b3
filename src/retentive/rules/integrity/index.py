"""Checks of the text index: it holds what the rules make of facts and turns, and no more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import NamedTuple

from retentive.kernel.times import from_micros
from retentive.model.change import Doc, Owner, OwnerKind, Place, Silence, Silencing
from retentive.model.entry import Entry, Message, Observation
from retentive.model.fact import Fact
from retentive.model.provenance import Span
from retentive.model.report import Damage
from retentive.rules.documents import Utterance, fact_doc, source_of, turn_docs
from retentive.rules.integrity.outline import Line, Outline, Unknown
from retentive.rules.masking import hides, is_covered

_TURNS = ("message", "observation")


class Print(NamedTuple):
    """A document without its terms: how many there are, and a digest of them.

    `vector` is the digest of what is embedded.
    """

    born_seq: int
    dead_seq: int | None
    length: int
    terms: int
    digest: bytes
    vector: bytes
    place: Place | None


class Numbered(NamedTuple):
    """A stored document's print under its number."""

    number: int
    print: Print


def print_of(doc: Doc) -> Print:
    """Return what two documents of the same terms, counts and times have in common."""
    terms = sorted(f"{term}\0{field}\0{tf}\n" for (term, field), tf in doc.terms.items())
    digest = blake2b("".join(terms).encode("utf-8", "surrogatepass"), digest_size=12).digest()
    sizes = (doc.born_seq, doc.dead_seq, doc.length, len(terms))
    return Print(*sizes, digest, doc.digest, doc.place)


@dataclass
class IndexCheck:
    """Holds the prints of all stored documents, and compares them owner by owner."""

    outline: Outline
    stored: dict[Owner, list[Numbered]] = field(default_factory=dict)
    forgotten: dict[str, list[Silence]] = field(default_factory=dict)
    _silences: dict[str, list[Silence]] = field(default_factory=dict)
    _unspoken: dict[str, list[Span]] = field(default_factory=dict)
    _bare: dict[int, Damage] = field(default_factory=dict)

    def add(self, number: int, owner: Owner, doc: Doc) -> None:
        """Note a stored document."""
        self.stored.setdefault(owner, []).append(Numbered(number, print_of(doc)))

    def silence(self, silence: Silence) -> None:
        """Note a silence: settled ones decide what stands in the index."""
        if silence.tentative and self.outline.is_pending(silence.seq):
            return
        if silence.entry_id is not None:
            self._silences.setdefault(silence.entry_id, []).append(silence)
        if silence.tentative or silence.mode is not Silencing.FORGOTTEN:
            return
        if silence.key is not None and silence.span is None:
            self.forgotten.setdefault(silence.key, []).append(silence)
        if silence.entry_id is not None and silence.span is not None:
            self._unspoken.setdefault(silence.entry_id, []).append(silence.span)

    def fact(self, fact: Fact) -> Iterator[Damage]:
        """Yield how the documents of a fact version differ from what they should be.

        One whose every cited word was forgotten may have none.
        """
        found = self.stored.pop(Owner(OwnerKind.FACT, fact.id), [])
        cited = [self._line(one.entry_id) for one in fact.provenance.citations]
        sound = [one for one in cited if one is not None and one.seq <= fact.born_seq]
        if len(sound) < len(cited):  # what it cites is a damage of its own
            return
        expected: list[Doc] = []
        forgotten = any(hides(one, fact) for one in self.forgotten.get(fact.key, ()))
        if fact.standing.served and not forgotten:
            doc = fact_doc(self.outline.space.secret, fact, source_of(sound))
            expected = [replace(doc, dead_seq=fact.dead_seq)] if doc.terms else []
        choices: list[Sequence[Doc]] = [expected]
        if self._is_unspoken(fact):
            choices.append(())
        yield from _compared(f"fact {fact.id}", choices, found)

    def _line(self, entry_id: str) -> Utterance | None:
        seq = self.outline.seqs.get(entry_id, 0)
        line = self.outline.lines.get(seq)
        return Utterance(seq, line.speaker, _place(seq, line)) if line is not None else None

    def _is_unspoken(self, fact: Fact) -> bool:
        return all(
            is_covered(one.span, self._unspoken.get(one.entry_id, ()))
            for one in fact.provenance.citations
        )

    def turn(self, entry: Entry) -> Iterator[Damage]:
        """Yield how the documents of a turn differ from what they should be.

        A turn that is not digested has none; what a given-up command silenced, which stays
        tentative, may be left out. A digested turn without any is judged by `ended`.
        """
        found = self.stored.pop(Owner(OwnerKind.TURN, entry.id), [])
        silences = self._silences.pop(entry.id, [])
        settled = [one for one in silences if not one.tentative]
        choices: list[Sequence[Doc]] = []
        if isinstance(entry.body, Message | Observation) and not self.outline.is_pending(entry.seq):
            secret = self.outline.space.secret
            choices.append(turn_docs(secret, entry, settled))
            if len(settled) < len(silences):
                choices.append(turn_docs(secret, entry, silences))
        if not choices or not self.outline.is_digested(entry.seq):
            choices.append(())
        damages = list(_compared(self.outline.entry_place(entry.seq), choices, found))
        if found:
            yield from damages
        elif damages:
            self._bare[entry.seq] = damages[0]

    def ended(self) -> Iterator[Damage]:
        """Yield digested turns without documents, once the whole log was read.

        One that was given up may have none.
        """
        for seq, damage in self._bare.items():
            if not self.outline.was_given_up(seq):
                yield damage

    def orphans(self, records: Iterable[str], missing_facts: int) -> Iterator[Damage]:
        """Yield the documents that are left: nothing stands behind them.

        `records` are the ids of what may have documents that no rule makes anew.
        """
        known = set(records)
        turns, others = Unknown(), Unknown()
        for owner, documents in self.stored.items():
            if owner.id in known:
                continue
            pool = turns if owner.kind is OwnerKind.TURN else others
            for number, _ in documents:
                place = f"{self.outline.place} document {number}"
                detail = f"its {owner.kind.value} {owner.id} is not stored"
                pool.add(owner.id, Damage(check="document", place=place, detail=detail))
        yield from turns.unexplained(self.outline.lost)
        yield from others.unexplained(missing_facts)


def _place(seq: int, line: Line) -> Place | None:
    if line.kind not in _TURNS:
        return None
    return Place(seq, line.session, from_micros(line.said_at))


def _compared(
    place: str, choices: Sequence[Sequence[Doc]], found: Sequence[Numbered]
) -> Iterator[Damage]:
    """Yield a damage unless the stored documents are those of one of the choices."""
    stored = sorted((one.print for one in found), key=_order)
    made = [sorted(map(print_of, documents), key=_order) for documents in choices]
    if stored not in made:
        yield Damage(check="index", place=place, detail=_difference(made[0], stored))


def _order(one: Print) -> tuple[int, bytes, bytes]:
    return one.born_seq, one.digest, one.vector


def _difference(expected: Sequence[Print], stored: Sequence[Print]) -> str:
    if len(expected) != len(stored):
        return f"{len(expected)} documents expected, {len(stored)} stored"
    pairs = [(one, other) for one, other in zip(expected, stored, strict=True) if one != other]
    one, other = pairs[0]
    if one.terms != other.terms:
        return f"{one.terms} postings expected, {other.terms} stored"
    if one.digest != other.digest:
        return f"{one.terms} postings as expected, but with other terms or counts"
    if one.vector != other.vector:
        return "stored under the digest of another text"
    if one.place != other.place:
        return "stored with the place of another turn"
    return (
        f"entries {one.born_seq} to {one.dead_seq}, {one.length} terms expected; "
        f"{other.born_seq} to {other.dead_seq}, {other.length} terms stored"
    )
