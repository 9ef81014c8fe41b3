"""An extractor whose model answers from a script."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from retentive.model.actor import ActorKind
from retentive.model.candidate import Candidate
from retentive.model.codec import decode
from retentive.model.entry import Entry, Message, Reply, ReplyStatus
from retentive.model.provenance import Span
from retentive.ports.stages import Question

Answer = str | Exception
"""What a scripted model says, or the exception that its call ends with."""


@dataclass
class ScriptedExtractor:
    """An `Extractor` that asks about every human message and reads the recorded answer.

    `script` maps a message's text to the answer about it, or gives the answers of the calls in
    their order; an exception in it is raised. Without an answer the call raises `LookupError`.
    An answer is a JSON list of objects with `text`, `start`, `end` and `kind`, and further
    fields of `Candidate` where they are wanted: `claim`, `cue`, `valid_from` …; an answer of
    another form yields nothing. `asked` keeps the questions.
    """

    script: Mapping[str, Answer] | Iterable[Answer] = ()
    identity: str = "scripted-1"
    window: int = 0
    asked: list[Question] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Keep the answers that are given one after the other."""
        self._by_text: dict[str, Answer] = {}
        self._queue: list[Answer] = []
        if isinstance(self.script, Mapping):
            self._by_text.update(self.script)
        else:
            self._queue.extend(self.script)

    def question(self, entry: Entry, earlier: Sequence[Entry]) -> Question | None:
        """Return the message itself as the question, None for what no human wrote."""
        if not isinstance(entry.body, Message) or entry.speaker.kind is not ActorKind.HUMAN:
            return None
        digest = blake2b(entry.text.encode(), digest_size=16).hexdigest()
        return Question(prompt="scripted", model=self.identity, input_hash=digest, text=entry.text)

    async def ask(self, question: Question) -> str:
        """Return the answer of the script, or raise it."""
        self.asked.append(question)
        answer = self._answer(question)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def extract(
        self, entry: Entry, earlier: Sequence[Entry], reply: Reply | None
    ) -> Sequence[Candidate]:
        """Return the candidates of the recorded answer, in the order of their spans."""
        if reply is None or reply.status is not ReplyStatus.ANSWERED:
            return []
        found = [_candidate(entry, item) for item in _items(reply.text)]
        return sorted(found, key=lambda candidate: candidate.span)

    def _answer(self, question: Question) -> Answer:
        if question.text in self._by_text:
            return self._by_text[question.text]
        if self._queue:
            return self._queue.pop(0)
        return LookupError(f"the script has no answer for {question.text!r}")


def _items(answer: str) -> list[dict[str, object]]:
    try:
        items = json.loads(answer)
    except ValueError:
        return []
    if not isinstance(items, list):
        return []
    return [item for item in items if isinstance(item, dict) and _complete(item)]


def _complete(item: dict[str, object]) -> bool:
    texts = (item.get("text"), item.get("kind"))
    ends = (item.get("start"), item.get("end"))
    return all(isinstance(text, str) for text in texts) and all(
        isinstance(end, int) for end in ends
    )


def _candidate(entry: Entry, item: Mapping[str, object]) -> Candidate:
    span = Span(int(str(item["start"])), int(str(item["end"])))
    told = {name: value for name, value in item.items() if name not in ("start", "end")}
    quote = entry.text[span.start : span.end]
    given = {"subject": entry.speaker.id, "rule": "scripted-1"} | told
    return decode(Candidate, given | {"span": list(span), "quote": quote})
