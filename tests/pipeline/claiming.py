"""A small reader of plain sentences about people, so that tests of updates read like stories."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim, Correction, Cue, Polarity
from retentive.model.entry import Entry, Message, Reply
from retentive.model.provenance import Span
from retentive.model.record import Occurred, Precision
from retentive.ports.stages import Question

NO = Polarity.NEGATIVE
WHEN = r"(?: (?:since|from) (?P<since>[\d-]+))?(?: (?:until|to) (?P<until>[\d-]+))?"
DAY = r"(?: on (?P<on>[\d-]+))?"
SAYINGS: tuple[tuple[str, str, Cue, Polarity], ...] = (
    (r"(?:live|lived|I'm back) in", "lives_in", Cue.NONE, Polarity.POSITIVE),
    (r"(?:moved to|live now in|am back home in)", "lives_in", Cue.NOW, Polarity.POSITIVE),
    (r"am staying for now in", "lives_in", Cue.FOR_NOW, Polarity.POSITIVE),
    (r"still live in", "lives_in", Cue.STILL, Polarity.POSITIVE),
    (r"also live in", "lives_in", Cue.ALSO, Polarity.POSITIVE),
    (r"(?:left|no longer live in)", "lives_in", Cue.NO_MORE, NO),
    (r"never lived in", "lives_in", Cue.NONE, NO),
    (r"(?:work|worked) as", "job", Cue.NONE, Polarity.POSITIVE),
    (r"also work as", "job", Cue.ALSO, Polarity.POSITIVE),
    (r"work now as", "job", Cue.NOW, Polarity.POSITIVE),
    (r"stopped work as", "job", Cue.NO_MORE, NO),
    (r"am called", "name", Cue.NONE, Polarity.POSITIVE),
    (r"like", "likes", Cue.NONE, Polarity.POSITIVE),
    (r"also like", "likes", Cue.ALSO, Polarity.POSITIVE),
    (r"no longer like", "likes", Cue.NO_MORE, NO),
    (r"keep", "pet", Cue.NONE, Polarity.POSITIVE),
    (r"own", "owns", Cue.NONE, Polarity.POSITIVE),
    (r"sold", "owns", Cue.NO_MORE, NO),
    (r"have", "event", Cue.NONE, Polarity.POSITIVE),
    (r"moved", "event", Cue.NOW, Polarity.POSITIVE),
)
PATTERNS = tuple(
    (re.compile(rf"\bI {verb} (?P<value>[^.]+?){WHEN}{DAY}\."), attribute, cue, polarity)
    for verb, attribute, cue, polarity in SAYINGS
)
PUT_RIGHT = re.compile(r"\bI meant (?P<new>[^.]+?), not (?P<old>[^.]+)\.")
TAKEN_BACK = re.compile(r"\bScrap what I said about (?P<old>[^.]+)\.")
FORGOTTEN = re.compile(r"\bForget (?P<old>[^.]+)\.")


def when(said: str | None) -> datetime | None:
    """Return the begin of a year, a month or a day."""
    if said is None:
        return None
    year, month, day = [*map(int, said.split("-")), 1, 1][:3]
    return datetime(year, month, day, tzinfo=UTC)


def on(day: datetime) -> Occurred:
    """Return a whole day."""
    return Occurred(start=day, end=day + timedelta(days=1), precision=Precision.DAY)


@dataclass
class Reader:
    """Reads every sentence that it knows, about whoever says it."""

    identity: str = "stories-1"
    window: int = 0

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        """Ask nobody."""
        return None

    async def ask(self, question: Question) -> str:
        """Answer nothing."""
        return ""

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return what the sentences say, in their order."""
        if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
            return []
        return sorted(self._read(entry), key=lambda one: one.span)

    def _read(self, entry: Entry) -> Iterator[Candidate]:
        taken: set[int] = set()
        for pattern, attribute, cue, polarity in PATTERNS:
            for found in pattern.finditer(entry.text):
                if found.start() in taken:
                    continue
                taken.add(found.start())
                claim = Claim(
                    subject=entry.speaker.id,
                    attribute=attribute,
                    value=found["value"],
                    polarity=polarity,
                )
                yield self._candidate(entry, found, claim, cue, None)
        for pattern, cue in (
            (PUT_RIGHT, Cue.NONE),
            (TAKEN_BACK, Cue.NONE),
            (FORGOTTEN, Cue.FORGET),
        ):
            for found in pattern.finditer(entry.text):
                said = Correction(found["old"], found.groupdict().get("new"))
                yield self._candidate(entry, found, None, cue, said)

    def _candidate(
        self,
        entry: Entry,
        found: re.Match[str],
        claim: Claim | None,
        cue: Cue,
        corrects: Correction | None,
    ) -> Candidate:
        named = found.groupdict()
        day = when(named.get("on"))
        return Candidate(
            text=found[0],
            kind="knowledge",
            subject=entry.speaker.id,
            span=Span(*found.span()),
            quote=found[0],
            claim=claim,
            cue=cue,
            corrects=corrects,
            valid_from=when(named.get("since")),
            valid_until=when(named.get("until")),
            occurred=None if day is None else on(day),
            rule=self.identity,
        )
