"""Reading what callers hand to `observe`: messages and events of many shapes.

Each item becomes a draft or a reasoned refusal; no item makes another one fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from retentive.kernel.errors import InvalidInput, RetentiveError, TooLarge
from retentive.kernel.scope import Scope, checked_id
from retentive.kernel.times import offset_name, read_iso
from retentive.model.actor import Actor, ActorKind
from retentive.model.entry import Json, Message, Observation, Role
from retentive.rules.characters import is_blank
from retentive.rules.checked import checked_zone, fitting, shown
from retentive.rules.content import field, read_content
from retentive.rules.keys import ignored, mistaken_time
from retentive.rules.limits import LIMITS, Limits
from retentive.rules.logtime import Draft
from retentive.rules.screen import Screen, open_id
from retentive.rules.speakers import speaker

_ROLES: Mapping[str, Role] = {
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "ai": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_EVENT_NAMES = ("event", "hook_event_name", "hook_type")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why an item was not accepted, with the field at fault."""

    field: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """What applies to every item of one call."""

    scope: Scope
    zone: str | None = None
    limits: Limits = LIMITS


def read_item(item: object, entry_id: str, intake: Intake) -> Draft | Refused:
    """Return the draft of one message or event, or why it is refused.

    A message is a mapping or object with `role` and `content`, and optionally `timestamp`,
    `id`, `name`, `kind` (of the speaker) and `metadata`; an event one with `event`. Sizes
    over the limits raise `TooLarge` for the whole call.
    """
    if (name := mistaken_time(item)) is not None:
        reason = (
            f"{shown(name)} is not read: the time of an item is called timestamp (what is only to "
            "be kept goes under metadata)"
        )
        return Refused(field="timestamp", reason=reason)
    try:
        role = field(item, "role")
        if role is not None:
            return _message(item, role, entry_id, intake)
        event = next((value for name in _EVENT_NAMES if (value := field(item, name))), None)
        if event is not None:
            return _observation(item, event, entry_id, intake)
    except TooLarge:
        raise
    except RetentiveError as error:
        return Refused(field=str(error.facts.get("field", "item")), reason=error.message)
    return Refused(field="role", reason=_no_item(item))


def _no_item(item: object) -> str:
    if field(item, "messages") is not None:
        return "the item is no message but holds some; hand over the list under 'messages' itself"
    return "the item has neither a role (a message) nor an event (an observation)"


def _message(item: object, role: object, entry_id: str, intake: Intake) -> Draft | Refused:
    known = _ROLES.get(role.lower()) if isinstance(role, str) else None
    if known is None:
        return Refused(
            field="role", reason=f"role {shown(role)} is not one of user, assistant, system, tool"
        )
    screen = Screen()
    content = read_content(_content(item), _calls(item), intake.limits)
    if known is Role.USER and content.is_answer:
        known = Role.TOOL
    text = screen.text(content.text(apart=known is Role.USER))
    if is_blank(text):
        return Refused(field="content", reason="the message has no text and no other content")
    who = speaker(intake.scope, known, _name(item, screen), _kind(item))
    metadata = screen.metadata(_mapping(item, "metadata"), "metadata", intake.limits)
    body = Message(role=known, text=text, metadata=metadata)
    draft = _draft(item, entry_id, intake, who, body, screen)
    return replace(draft, dropped=content.dropped)


def _content(item: object) -> object:
    """Return what a message says: its `content`, or its `parts` where it has none."""
    content = field(item, "content")
    return field(item, "parts") if content is None else content


def _calls(item: object) -> object:
    return field(item, "tool_calls") or field(item, "function_call")


def _observation(item: object, event: object, entry_id: str, intake: Intake) -> Draft | Refused:
    screen = Screen()
    name = screen.text(checked_id(event, "event"))
    tool = field(item, "tool") or field(item, "tool_name")
    if tool is not None:
        tool = screen.text(checked_id(tool, "tool"))
    said = next(
        (
            part
            for name in ("text", "content", "prompt", "output", "error")
            if (part := field(item, name)) is not None
        ),
        None,
    )
    content = read_content(said, None, intake.limits)
    text = screen.text(content.text())
    payload = screen.metadata(_mapping(item, "payload"), "payload", intake.limits)
    if is_blank(text):
        text = fitting("\n".join(_spoken(payload)), "payload", intake.limits.part_bytes)
    if is_blank(text) and not payload:
        return Refused(field="text", reason="the event has neither a text nor a payload")
    who = Actor(id=f"tool:{tool or name}", kind=ActorKind.TOOL, name=tool)
    body = Observation(event=name, text=text, tool=tool, payload=payload)
    return replace(_draft(item, entry_id, intake, who, body, screen), dropped=content.dropped)


def _spoken(payload: Mapping[str, Json]) -> Iterator[str]:
    """Yield the texts of a payload, each behind its key, in the order of the keys.

    So an event without a text of its own is found by what its payload says.
    """
    for key in sorted(payload):
        match payload[key]:
            case str() as text:
                yield f"{key}: {text}"
            case dict() | list() as inner if lines := list(_within(inner)):
                yield f"{key}:"
                yield from lines
            case _:
                pass


def _within(inner: Json) -> Iterator[str]:
    match inner:
        case str():
            yield inner
        case dict():
            yield from _spoken(inner)
        case list():
            for one in inner:
                yield from _within(one)


def _draft(
    item: object,
    entry_id: str,
    intake: Intake,
    who: Actor,
    body: Message | Observation,
    screen: Screen,
) -> Draft:
    caller_id = field(item, "id")
    zone = checked_zone(_optional_text(item, "timezone")) or intake.zone
    timestamp = field(item, "timestamp")
    return Draft(
        id=entry_id,
        origin=intake.scope,
        speaker=who,
        body=body,
        told_at=read_time(timestamp, "timestamp", zone),
        zone=zone or _own_zone(timestamp),
        caller_id=None if caller_id is None else open_id(caller_id, "id"),
        replaced=screen.replaced,
        redacted=screen.redacted,
        ignored=ignored(item),
    )


def _mapping(item: object, name: str) -> object:
    """Return what is given under a name, nothing where it is not given."""
    given = field(item, name)
    return {} if given is None else given


def read_time(value: object, name: str, zone: str | None) -> datetime | None:
    """Return a time in UTC, or None for None.

    Accepts a datetime, ISO 8601 text, or a number of Unix seconds; digits as text are refused.
    A time without an offset is read in `zone`; without a zone it is refused.
    """
    if value is None:
        return None
    try:
        at = _parsed(value)
        if at.utcoffset() is None and zone is not None:  # a tzinfo may know none either
            at = at.replace(tzinfo=ZoneInfo(zone))
        if at.utcoffset() is not None:
            return at.astimezone(UTC)
    except (ValueError, OverflowError, TypeError, OSError) as error:
        raise InvalidInput(
            f"{name} {shown(value)} is not a time; give ISO 8601 text with an offset, as "
            "2026-03-09T10:00:00Z, or a number of Unix seconds (not milliseconds)",
            field=name,
        ) from error
    raise InvalidInput(
        f"{name} {shown(value)} has no UTC offset; add one or give the scope a timezone", field=name
    )


def _own_zone(timestamp: object) -> str | None:
    """Return the zone or offset that a readable timestamp brings; None for UTC and for none."""
    if not isinstance(timestamp, str | datetime):
        return None
    at = _parsed(timestamp)
    return at.tzinfo.key if isinstance(at.tzinfo, ZoneInfo) else offset_name(at)


def _parsed(value: object) -> datetime:
    if isinstance(value, datetime):
        return value
    if isinstance(value, str):
        return read_iso(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return datetime.fromtimestamp(value, UTC)
    raise TypeError(type(value).__name__)


def _optional_text(item: object, name: str) -> str | None:
    value = field(item, name)
    if value is None or isinstance(value, str):
        return value or None
    raise InvalidInput(f"{name} must be text, not {type(value).__name__}", field=name)


def _name(item: object, screen: Screen) -> str | None:
    name = _optional_text(item, "name")
    return None if name is None else screen.text(checked_id(name, "name"))


def _kind(item: object) -> ActorKind | None:
    kind = _optional_text(item, "kind")
    if kind is None:
        return None
    try:
        return ActorKind(kind)
    except ValueError as error:
        raise InvalidInput(
            f"kind {kind!r} is not one of {', '.join(ActorKind)}", field="kind"
        ) from error
