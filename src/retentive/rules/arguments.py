"""What the public verbs were given, as checked values; `rules.checked` holds the single checks."""

from __future__ import annotations

from retentive.kernel.errors import InvalidInput, InvalidTime, VisibilityNotAllowed
from retentive.kernel.scope import Visibility, checked_id
from retentive.model.entry import Role, Statement, Verb
from retentive.model.query import DEFAULT_LIMIT, Recall
from retentive.rules.asked import CheckedOrder, Order, Said, Times, Wanted
from retentive.rules.caller import SHARED
from retentive.rules.checked import (
    checked_flag,
    checked_kinds,
    checked_limit,
    checked_role,
    checked_score,
    checked_share,
    checked_tags,
    checked_text,
    checked_time,
    fitting,
)
from retentive.rules.facts import DEFAULT_KIND
from retentive.rules.limits import Limits
from retentive.rules.screen import Screen
from retentive.rules.silence import silencing

SHARED_KIND = "lesson"
"""What a statement for others is, unless its author names another kind (row Z-27)."""

AGENT_KIND = "context"
"""The kind of what an agent says itself, about its work, unless it names another."""

PERSONAL_KINDS = frozenset({"profile", "decision", "summary", "preference", "health", "goal"})
"""Kinds that are about a person and stay in personal spaces."""


def recall_query(text: object, wanted: Wanted, times: Times, limits: Limits) -> Recall:
    """Return the checked query of a recall."""
    if not isinstance(text, str):
        raise InvalidInput(f"the query must be text, not {type(text).__name__}", field="query")
    return Recall(
        text=fitting(text, "query", limits.query_bytes),
        limit=checked_limit(wanted.limit, DEFAULT_LIMIT),
        kinds=checked_kinds(wanted.kinds),
        tags=frozenset(checked_tags(wanted.tags, limits)),
        valid_at=times.valid_at,
        known_at=times.known_at,
        min_score=checked_score(wanted.min_score),
        include_log=checked_flag(wanted.include_log, "include_log"),
        explain=checked_flag(wanted.explain, "explain"),
    )


def _kind(said: Said, visibility: Visibility) -> str:
    """Return what kind of fact a statement is; an agent's own is about no person."""
    by_agent = checked_role(said.role) is Role.ASSISTANT
    if said.kind is None and visibility in SHARED:
        return SHARED_KIND
    if said.kind is None:
        return AGENT_KIND if by_agent else DEFAULT_KIND
    kind = checked_id(said.kind, "kind")
    if by_agent and kind.strip().casefold() in PERSONAL_KINDS:
        raise InvalidInput(
            f"a {kind} is about a person, and what an agent says is not; leave kind out, or "
            "role to have the user sign it",
            field="kind",
        )
    return kind


def statement(said: Said, visibility: Visibility, limits: Limits) -> Statement:
    """Return the checked statement, its secrets redacted, for a space of that visibility."""
    screen = Screen()
    text = screen.text(checked_text(said.text, "text", limits.part_bytes))
    kind = screen.text(_kind(said, visibility))
    if visibility in SHARED and kind.strip().casefold() in PERSONAL_KINDS:
        raise VisibilityNotAllowed(
            f"a {kind} is about a person and cannot be shared with {visibility.value}; "
            "leave visibility out to keep it with the user",
            kind=kind,
        )
    valid_from = checked_time(said.valid_from, "valid_from")
    valid_until = checked_time(said.valid_until, "valid_until")
    if valid_from is not None and valid_until is not None and valid_until <= valid_from:
        raise InvalidTime("valid_until must be later than valid_from", field="valid_until")
    metadata = {} if said.metadata is None else said.metadata
    return Statement(
        text=text,
        fact_kind=kind,
        confidence=checked_share(said.confidence, "confidence"),
        importance=None
        if said.importance is None
        else checked_share(said.importance, "importance"),
        tags=tuple(dict.fromkeys(map(screen.text, checked_tags(said.tags, limits)))),
        valid_from=valid_from,
        valid_until=valid_until,
        expires_at=checked_time(said.expires_at, "expires_at"),
        metadata=screen.metadata(metadata, "metadata", limits),
        redacted=screen.redacted,
    )


def checked_order(order: Order, limits: Limits) -> CheckedOrder:
    """Return the checked command, its secrets redacted."""
    if silencing(order.verb) is None and order.verb is not Verb.UNDO:
        raise InvalidInput(f"{order.verb} is not served yet", field="verb")
    if order.verb is Verb.CORRECT:
        text = checked_text(order.text, "text", limits.part_bytes)
    elif isinstance(order.text, str):
        text = fitting(order.text, "reason", limits.part_bytes)
    else:
        raise InvalidInput(f"reason must be text, not {type(order.text).__name__}", field="reason")
    screen = Screen()
    return CheckedOrder(
        verb=order.verb,
        record_id=checked_id(order.record_id, "record_id"),
        text=screen.text(text),
        redacted=screen.redacted,
    )
