"""Reading where a fact from elsewhere came from: a word, or an object (rows P-28 and Z-05)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from retentive.kernel.errors import InvalidInput
from retentive.kernel.times import aware_utc, read_iso
from retentive.model.provenance import Channel, SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Who made a fact, by which way it came in, and the conversation it was drawn from."""

    source: SourceKind
    channel: Channel
    session: str | None = None
    conversation: str | None = None
    said_at: datetime | None = None
    quote: str | None = None


_WORDS: Final = {
    "auto": Origin(source=SourceKind.DERIVED, channel=Channel.AUTO),
    "consolidation": Origin(source=SourceKind.DERIVED, channel=Channel.CONSOLIDATION),
    "explicit": Origin(source=SourceKind.HUMAN, channel=Channel.EXPLICIT),
}


def read_origin(source: object) -> Origin:
    """Return what a source says.

    A source is one of the words auto, consolidation, explicit, or an object with `sessionId`,
    `chatId`, `timestamp` and perhaps `triggerExcerpt`, which was drawn from a conversation.
    Anything else is `InvalidInput`.
    """
    if isinstance(source, str) and source in _WORDS:
        return _WORDS[source]
    if isinstance(source, Mapping) and isinstance(source.get("sessionId"), str):
        return Origin(
            source=SourceKind.DERIVED,
            channel=Channel.AUTO,
            session=source["sessionId"],
            conversation=_text(source, "chatId"),
            said_at=_time(source.get("timestamp")),
            quote=_text(source, "triggerExcerpt"),
        )
    raise InvalidInput(
        "a source is auto, consolidation, explicit, or an object with sessionId, chatId and "
        "timestamp",
        field="source",
    )


def _text(source: Mapping[str, object], name: str) -> str | None:
    value = source.get(name)
    if value is None or isinstance(value, str):
        return value
    raise InvalidInput(f"{name} of a source must be text", field="source")


def _time(value: object) -> datetime | None:
    if value is None:
        return None
    try:
        return aware_utc(read_iso(value) if isinstance(value, str) else value, "timestamp")
    except ValueError as error:
        raise InvalidInput("timestamp of a source must be ISO 8601 text", field="source") from error
