"""What is claimed in a message, written so that a table can be read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from retentive.app.languages import RuleExtractor
from retentive.kernel.scope import Scope
from retentive.model.actor import Actor, ActorKind
from retentive.model.candidate import Candidate
from retentive.model.claim import Cue, Polarity
from retentive.model.entry import Entry, Message, Role

SAID_AT = datetime(2026, 3, 9, 10, tzinfo=UTC)
EXTRACTOR = RuleExtractor()
CHANGES = (Cue.NO_MORE, Cue.NOW)


def entry(
    text: str,
    *,
    seq: int = 1,
    speaker: str = "user:ana",
    kind: ActorKind = ActorKind.HUMAN,
    at: datetime = SAID_AT,
) -> Entry:
    """Return a message of a speaker."""
    return Entry(
        id=f"m_{seq}",
        space=1,
        seq=seq,
        recorded_at=at,
        said_at=at,
        told_at=at,
        origin=Scope(user="ana"),
        speaker=Actor(id=speaker, kind=kind),
        body=Message(
            role=Role.USER if kind is ActorKind.HUMAN else Role.ASSISTANT,
            text=text,
        ),
    )


def found(text: str, earlier: Sequence[str] = (), **said: Any) -> list[Candidate]:
    """Return the candidates of a message that follows earlier ones of its speaker."""
    before = [entry(one, seq=number) for number, one in enumerate(earlier, 1)]
    now = entry(text, seq=len(before) + 1, **said)
    return list(EXTRACTOR.extract(now, before, None))


def claims(text: str, *earlier: str) -> list[str]:
    """Return the claims of a message of Ana's: `lives_in Porto`, `rosa: not likes tea`.

    What only ends or moves something that is known claims nothing, unless it is named with a date.
    """
    return [_written(one) for one in found(text, earlier) if one.claim and not _depends(one)]


def _depends(one: Candidate) -> bool:
    if one.corrects is None or one.corrects.new is not None or one.cue not in CHANGES:
        return False
    return one.cue is Cue.NO_MORE or one.occurred is None or one.corrects.old in ("it", "me")


def _written(one: Candidate) -> str:
    claim = one.claim
    assert claim is not None
    who = "" if claim.subject == "user:ana" else claim.subject.partition(":")[2] + ": "
    denied = "not " if claim.polarity is Polarity.NEGATIVE else ""
    return f"{who}{denied}{claim.attribute} {claim.value}"
