"""Checking the arguments of public verbs, and turning them into values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import isfinite

from retentive.kernel.errors import InvalidInput, InvalidTime, ScopeRequired, VisibilityNotAllowed
from retentive.kernel.scope import Address, Scope, Visibility, checked_id
from retentive.kernel.times import aware_utc
from retentive.model.entry import Json, Statement
from retentive.model.query import DEFAULT_LIMIT, AnyTime, MinScore, Recall
from retentive.rules.content import checked_metadata, prepared
from retentive.rules.facts import DEFAULT_KIND
from retentive.rules.limits import (
    Limits,
    checked_limit,
    checked_share,
    checked_tags,
    checked_text,
    fitting,
)

SHARED_KIND = "lesson"
"""What a statement for others is, unless its author names another kind (row Z-27)."""

PERSONAL_KINDS = frozenset({"profile", "decision", "summary", "preference", "health", "goal"})
"""Kinds that are about a person and stay in personal spaces (design: Scope)."""

_SHARED = frozenset({Visibility.AGENT, Visibility.PROJECT, Visibility.TENANT, Visibility.GLOBAL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """At which times a read looks; `valid_at` None is now, `known_at` None the heads."""

    valid_at: datetime | AnyTime | None
    known_at: datetime | None


def read_times(
    valid_at: datetime | AnyTime | None, known_at: datetime | None, as_of: datetime | None
) -> Times:
    """Return the two times of a read; `as_of` sets both and excludes the others."""
    if as_of is not None:
        if valid_at is not None or known_at is not None:
            raise InvalidInput("give as_of, or valid_at and known_at, not both", field="as_of")
        at = aware_utc(as_of, "as_of")
        return Times(valid_at=at, known_at=at)
    if isinstance(valid_at, str) and valid_at != "any":
        raise InvalidTime(f"valid_at is a datetime or 'any', not {valid_at!r}", field="valid_at")
    valid: datetime | AnyTime | None = valid_at
    if valid is not None and valid != "any":
        valid = aware_utc(valid, "valid_at")
    known = None if known_at is None else aware_utc(known_at, "known_at")
    return Times(valid_at=valid, known_at=known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The raw filters of a recall or list."""

    kinds: object = ()
    tags: object = ()


def checked_kinds(kinds: object) -> frozenset[str]:
    """Return kinds as a set; a single text is refused like every non-list."""
    if isinstance(kinds, str) or not isinstance(kinds, Iterable):
        raise InvalidInput(f"kinds must be a list of names, not {kinds!r}", field="kinds")
    return frozenset(checked_id(kind, "kinds") for kind in kinds)


def recall_query(
    text: object,
    filters: Filters,
    times: Times,
    *,
    limit: object,
    min_score: MinScore,
    limits: Limits,
) -> Recall:
    """Return the checked query of a recall over facts and log."""
    if not isinstance(text, str):
        raise InvalidInput(f"the query must be text, not {type(text).__name__}", field="query")
    if min_score != "calibrated":
        min_score = checked_share(min_score, "min_score")
    return Recall(
        text=fitting(text, "query", limits.query_bytes),
        limit=checked_limit(limit, DEFAULT_LIMIT),
        kinds=checked_kinds(filters.kinds),
        tags=frozenset(checked_tags(filters.tags, limits)),
        valid_at=times.valid_at,
        known_at=times.known_at,
        min_score=min_score,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """The raw arguments of `remember`."""

    text: object
    kind: str | None = None
    confidence: object = 1.0
    importance: object = None
    tags: object = ()
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    metadata: Mapping[str, object] | None = None


def statement(said: Said, visibility: Visibility, limits: Limits) -> Statement:
    """Return the checked statement, its secrets redacted, for a space of that visibility."""
    text = prepared(checked_text(said.text, "text", limits.part_bytes)).text
    default = SHARED_KIND if visibility in _SHARED else DEFAULT_KIND
    kind = default if said.kind is None else checked_id(said.kind, "kind")
    if visibility in _SHARED and kind in PERSONAL_KINDS:
        raise VisibilityNotAllowed(
            f"a {kind} is about a person and cannot be shared with {visibility.value}; "
            "leave visibility out to keep it with the user",
            kind=kind,
        )
    valid_from = _time(said.valid_from, "valid_from")
    valid_until = _time(said.valid_until, "valid_until")
    if valid_from is not None and valid_until is not None and valid_until <= valid_from:
        raise InvalidTime("valid_until must be later than valid_from", field="valid_until")
    return Statement(
        text=text,
        fact_kind=kind,
        confidence=checked_share(said.confidence, "confidence"),
        importance=None
        if said.importance is None
        else checked_share(said.importance, "importance"),
        tags=checked_tags(said.tags, limits),
        valid_from=valid_from,
        valid_until=valid_until,
        expires_at=_time(said.expires_at, "expires_at"),
        metadata=_metadata(said.metadata, limits),
    )


def _time(at: datetime | None, name: str) -> datetime | None:
    return None if at is None else aware_utc(at, name)


def _metadata(metadata: Mapping[str, object] | None, limits: Limits) -> Mapping[str, Json]:
    return {} if metadata is None else checked_metadata(metadata, "metadata", limits)


def chosen_visibility(
    scope: Scope, visibility: Visibility | str | None, *, opened_global: bool
) -> Visibility:
    """Return where a write goes; the scope must name who owns that space.

    `global` needs a handle that was opened for it.
    """
    if visibility is None:
        return scope.default_visibility()
    try:
        chosen = Visibility(visibility)
    except ValueError as error:
        raise InvalidInput(
            f"visibility {visibility!r} is not one of {', '.join(Visibility)}", field="visibility"
        ) from error
    if chosen is Visibility.GLOBAL and not opened_global:
        raise ScopeRequired(
            "writing to global needs a handle opened for it: memory.scope(…, write_global=True)",
            missing=("write_global",),
        )
    scope.address(chosen)
    return chosen


def may_change(scope: Scope, address: Address, visibility: Visibility | None) -> None:
    """Refuse to change what others share unless the caller says so by `visibility`."""
    shared = address.visibility in _SHARED
    usual = address.visibility is scope.default_visibility()
    if shared and not usual and visibility is not address.visibility:
        raise VisibilityNotAllowed(
            f"this record is shared with {address.visibility.value}; pass "
            f"visibility={address.visibility.value!r} to change it for everybody",
            visibility=address.visibility.value,
        )


def checked_seconds(value: float | None, name: str) -> float | None:
    """Return a waiting time in seconds that is not negative; None waits for ever."""
    if value is None:
        return None
    if not isfinite(value) or value < 0:
        raise InvalidInput(
            f"{name} must be a number of seconds from 0 up, not {value!r}", field=name
        )
    return float(value)
