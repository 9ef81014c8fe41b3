"""Extractors that read the same words in their own ways, as changed rules would."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Claim
from retentive.model.entry import Entry, Message, Reply
from retentive.model.provenance import Span
from retentive.ports.stages import Question

Cut = tuple[int, int, int]
"""Where a fact is said, start and end, and its ordinal there."""

SENTENCE = re.compile(r"[^.]+\.")
HALF = re.compile(r"[^.;]+[.;]")


def sentences(text: str) -> list[Cut]:
    """Return each sentence."""
    return [(one.start(), one.end(), 0) for one in SENTENCE.finditer(text)]


def coarser(text: str) -> list[Cut]:
    """Return the whole text as one."""
    return [(0, len(text), 0)] if text else []


def finer(text: str) -> list[Cut]:
    """Return the parts of each sentence, and the sentence."""
    parts = [(one.start(), one.end(), 0) for one in HALF.finditer(text)]
    return sorted({*parts, *sentences(text)})


def shifted(text: str) -> list[Cut]:
    """Return each sentence without its first and last character."""
    return [(start + 1, end - 1, 0) for start, end, _ in sentences(text)]


def numbered(text: str) -> list[Cut]:
    """Return the sentences in pairs that share one place, told apart by their ordinal."""
    found = sentences(text)
    pairs = [found[at : at + 2] for at in range(0, len(found), 2)]
    return [(pair[0][0], pair[-1][1], ordinal) for pair in pairs for ordinal, _ in enumerate(pair)]


def silent(text: str) -> list[Cut]:
    """Return nothing."""
    return []


def no_claim(words: str) -> Claim | None:
    """Claim nothing."""
    return None


@dataclass(frozen=True)
class Cutting:
    """Makes a fact of each cut of a human's message; `words` says what it says."""

    identity: str
    cuts: Callable[[str], list[Cut]]
    words: Callable[[str, Cut], str] = lambda text, cut: text[cut[0] : cut[1]].strip()
    claims: Callable[[str], Claim | None] = no_claim
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
        """Return one candidate a cut."""
        if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
            return []
        return [self._candidate(entry, cut) for cut in self.cuts(entry.text)]

    def _candidate(self, entry: Entry, cut: Cut) -> Candidate:
        start, end, ordinal = cut
        words = self.words(entry.text, cut)
        return Candidate(
            text=words,
            kind="knowledge",
            subject=entry.speaker.id,
            span=Span(start, end),
            quote=entry.text[start:end],
            ordinal=ordinal,
            claim=self.claims(words),
            rule=self.identity,
        )


def nth(order: Callable[[int, int], int]) -> Callable[[str, Cut], str]:
    """Say of a cut the sentence in it that stands at `order(ordinal, count)`."""

    def words(text: str, cut: Cut) -> str:
        inside = [text[a:b].strip() for a, b, _ in sentences(text) if cut[0] <= a and b <= cut[1]]
        return inside[order(cut[2], len(inside))]

    return words


def topics(words: str) -> Claim | None:
    """Claim something of the one thing that a text is about; of several it claims nothing."""
    about = set(re.findall(r"\bmy (\w+)", words.lower()))
    if len(about) != 1:
        return None
    return Claim(subject="user:ana", attribute=f"state_of_{about.pop()}", value=words)


SENTENCES = Cutting("sentences-1", sentences)
PAIRS = Cutting("pairs-1", numbered, nth(lambda ordinal, count: ordinal))
SWAPPED = Cutting("swapped-1", numbered, nth(lambda ordinal, count: count - 1 - ordinal))
CHANGED = (
    Cutting("coarser-1", coarser),
    Cutting("finer-1", finer),
    Cutting("shifted-1", shifted),
    PAIRS,
    SWAPPED,
    Cutting("none-1", silent),
)
