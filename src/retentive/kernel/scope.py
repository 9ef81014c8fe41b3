"""Who writes and who may read: scopes, visibilities, and the spaces they name.

A record is written *from* a scope and lives *in* exactly one space. A space is named by an
`Address`: the bytes of its parts, compared exactly, never as a prefix and never joined by a
separator (rows Z-12, Z-35).
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from retentive.kernel.errors import InvalidId, ScopeRequired

MAX_ID_LENGTH = 256
_FORBIDDEN_CATEGORIES = frozenset({"Cc", "Cs"})


class Visibility(StrEnum):
    """Who reads what is written; `user` is the default."""

    PRIVATE = "private"
    USER = "user"
    AGENT = "agent"
    PROJECT = "project"
    TENANT = "tenant"
    GLOBAL = "global"


def checked_id(value: object, name: str) -> str:
    """Return `value` as plain text if it is a usable id: 1–256 code points, none of control.

    A subclass of text (an enum's member) becomes the text it holds, whatever it prints as.
    """
    if not isinstance(value, str):
        raise InvalidId(f"{name} must be text, not {type(value).__name__}", field=name)
    if not value:
        raise InvalidId(f"{name} is empty; leave it out or give a name", field=name)
    if len(value) > MAX_ID_LENGTH:
        raise InvalidId(
            f"{name} has {len(value)} code points, at most {MAX_ID_LENGTH} are allowed",
            field=name,
            limit=MAX_ID_LENGTH,
        )
    if any(unicodedata.category(char) in _FORBIDDEN_CATEGORIES for char in value):
        raise InvalidId(f"{name} holds a control character or a lone surrogate", field=name)
    return str.__str__(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The exact name of a space; parts that its visibility does not use are None."""

    visibility: Visibility
    tenant: str | None = None
    user: str | None = None
    agent: str | None = None
    project: str | None = None

    def encoded(self) -> str:
        """Return an unambiguous text form, equal exactly for equal addresses."""
        parts = [self.visibility.value, self.tenant, self.user, self.agent, self.project]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def decoded(cls, text: str) -> Address:
        """Return the address whose `encoded` form is `text`."""
        visibility, tenant, user, agent, project = json.loads(text)
        return cls(
            visibility=Visibility(visibility),
            tenant=tenant,
            user=user,
            agent=agent,
            project=project,
        )


_NEEDS: dict[Visibility, tuple[str, ...]] = {
    Visibility.PRIVATE: ("user", "agent"),
    Visibility.USER: ("user",),
    Visibility.AGENT: ("agent",),
    Visibility.PROJECT: ("project",),
    Visibility.TENANT: ("tenant",),
    Visibility.GLOBAL: (),
}
_KEEPS: dict[Visibility, tuple[str, ...]] = {
    Visibility.PRIVATE: ("tenant", "user", "agent"),
    Visibility.USER: ("tenant", "user"),
    Visibility.AGENT: ("tenant", "agent"),
    Visibility.PROJECT: ("tenant", "project"),
    Visibility.TENANT: ("tenant",),
    Visibility.GLOBAL: (),
}


_IDS = ("tenant", "user", "agent", "project", "session")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Whose memory this is, and from where it is used.

    `tenant=None` is a tenant of its own, equal to no name. `session` names no space: it
    tells what one conversation is.
    """

    tenant: str | None = None
    user: str | None = None
    agent: str | None = None
    project: str | None = None
    session: str | None = None

    def __post_init__(self) -> None:
        """Refuse ids that are empty, over 256 code points, or hold control characters."""
        for name in _IDS:
            value = getattr(self, name)
            if value is not None:
                object.__setattr__(self, name, checked_id(value, name))

    def __repr__(self) -> str:
        """Show the ids that it names."""
        ids = {name: getattr(self, name) for name in _IDS}
        return f"Scope({', '.join(f'{name}={id!r}' for name, id in ids.items() if id is not None)})"

    def required(self) -> Scope:
        """Return this scope; raise `ScopeRequired` if it names no user, agent or project."""
        if self.user is None and self.agent is None and self.project is None:
            raise ScopeRequired("a scope needs a user, an agent or a project: memory.scope(user=…)")
        return self

    def address(self, visibility: Visibility) -> Address:
        """Return the space of that visibility; raise `ScopeRequired` naming a missing id."""
        missing = [name for name in _NEEDS[visibility] if getattr(self, name) is None]
        if missing:
            raise ScopeRequired(
                f"visibility {visibility.value!r} needs {' and '.join(missing)} in the scope",
                missing=tuple(missing),
            )
        kept = {name: getattr(self, name) for name in _KEEPS[visibility]}
        return Address(visibility=visibility, **kept)

    def default_visibility(self) -> Visibility:
        """Return where records go when nobody says: user, else project, else agent."""
        if self.user is not None:
            return Visibility.USER
        return Visibility.PROJECT if self.project is not None else Visibility.AGENT

    def readable(self) -> tuple[Address, ...]:
        """Return the addresses this scope may read, at most six, most personal first."""
        return tuple(
            self.address(visibility)
            for visibility in Visibility
            if all(getattr(self, name) is not None for name in _NEEDS[visibility])
        )
