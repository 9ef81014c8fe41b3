"""The JSON shapes that all surfaces share, and how errors and times cross their edge.

Names are snake_case, times ISO 8601 in UTC, and every key is always there, so that a program
can rely on it. (What is stored has a form of its own, which leaves out what is empty.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from zoneinfo import ZoneInfo

from retentive.kernel.errors import InvalidTime, RetentiveError
from retentive.kernel.times import aware_utc, read_iso
from retentive.model.actor import Actor
from retentive.model.entry import Json
from retentive.model.fact import Fact
from retentive.model.provenance import Citation, Source
from retentive.model.query import Context, Hit, Page
from retentive.model.report import Accepted

Object = dict[str, Json]

TURN = "turn"
"""The kind of a hit that is a line of the log and no fact."""


def shape(value: object) -> Json:
    """Return the JSON form of whatever a verb of the public face returns."""
    match value:
        case Hit():
            return _hit(value)
        case Fact():
            return _fact(value)
        case Source():
            return _source(value)
        case Context():
            return _context(value)
        case Page():
            return {"items": shape(value.items), "cursor": value.cursor}
        case Accepted():
            return _receipt(value)
        case RetentiveError():
            return failure(value.code, value.message, value.facts)
        case _:
            return _plain(value)


def failure(code: str, message: str, facts: Mapping[str, object] | None = None) -> Object:
    """Return the JSON form of a refusal: what it is, in words, and what is known about it."""
    known = {name: _told(value) for name, value in (facts or {}).items()}
    return {"error": {**known, "code": code, "message": message}}


def instant(text: str, name: str, zone: str | None = None) -> datetime:
    """Return the time that a person or program wrote as ISO 8601 text.

    A time without an offset is read in `zone`; without a zone it is refused.
    """
    try:
        at = read_iso(text)
    except ValueError as error:
        raise InvalidTime(
            f"{name} {text!r} is not a time; write it like 2026-03-09T10:00:00+00:00", field=name
        ) from error
    if at.tzinfo is None and zone is not None:
        at = at.replace(tzinfo=ZoneInfo(zone))
    if at.tzinfo is None:
        raise InvalidTime(
            f"{name} {text!r} has no UTC offset; add one (…Z is UTC) or name a timezone",
            field=name,
        )
    return aware_utc(at, name)


def speaker_name(speaker: Actor) -> str:
    """Return how a speaker is called among people: the name, else the id's last part."""
    return speaker.name or speaker.id.partition(":")[2] or speaker.id


def _hit(hit: Hit) -> Object:
    record = hit.record
    return {
        "id": hit.id,
        "text": hit.text,
        "score": hit.score,
        "parts": _plain(hit.parts),
        "kind": record.kind if isinstance(record, Fact) else TURN,
        "said_at": _plain(record.said_at),
        "valid_from": _plain(hit.valid_from),
        "valid_until": _plain(hit.valid_until),
        "source_ids": list(hit.source_ids),
        "sources": shape(hit.sources),
        "withheld": hit.withheld,
        "why": hit.why,
    }


def _fact(fact: Fact) -> Object:
    names = (
        "id key text kind standing confidence confirmations importance tags pinned subject claim "
        "occurred said_at valid_from valid_until expires_at recorded_at retired_at superseded_by "
        "reason metadata redacted origin"
    )
    said: Object = {name: _plain(getattr(fact, name)) for name in names.split()}
    said["channel"] = fact.provenance.channel.value
    said["quotes"] = [_citation(one) for one in fact.provenance.citations]
    return said


def _citation(citation: Citation) -> Object:
    return {
        "entry_id": citation.entry_id,
        "quote": citation.quote,
        "start": citation.span.start,
        "end": citation.span.end,
    }


def _source(source: Source) -> Object:
    return {
        "entry_id": source.entry_id,
        "caller_id": source.caller_id,
        "quote": source.quote,
        "start": source.span.start,
        "end": source.span.end,
        "speaker": _plain(source.speaker),
        "said_at": _plain(source.said_at),
        "session": source.session,
    }


def _context(context: Context) -> Object:
    said: Object = {
        name: _plain(getattr(context, name))
        for name in ("text", "stable", "volatile", "tokens", "budget", "counter", "run_id")
    }
    said["account"] = _plain(context.account)
    said["hits"] = shape(context.hits)
    return said


def _receipt(receipt: Accepted) -> Object:
    return {
        "stored": len(receipt.stored),
        "duplicates": len(receipt.duplicates),
        "rejected": len(receipt.rejected),
        "items": _plain(receipt.items),
        "lagging": receipt.lagging,
        "replaced": receipt.replaced,
        "redacted": _plain(receipt.redacted),
        "ignored": _plain(receipt.ignored),
    }


def _plain(value: object) -> Json:
    """Return the JSON form of a value by its make: all public fields of a dataclass."""
    match value:
        case Enum():
            return _plain(value.value)
        case None | bool() | int() | float() | str():
            return value
        case datetime():
            return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
        case Mapping():
            return {str(name): shape(one) for name, one in value.items()}
        case frozenset():
            return [shape(one) for one in sorted(value, key=str)]
        case Sequence():
            return [shape(one) for one in value]
        case _ if is_dataclass(value):
            return {
                one.name: shape(getattr(value, one.name))
                for one in fields(value)
                if not one.name.startswith("_")
            }
    raise TypeError(f"{type(value).__name__} has no JSON form")


def _told(value: object) -> Json:
    """Return a fact about an error; what has no JSON form is told in words."""
    try:
        return _plain(list(value) if isinstance(value, Iterable) and _is_many(value) else value)
    except TypeError:
        return str(value)


def _is_many(value: object) -> bool:
    return not isinstance(value, str | Mapping)
