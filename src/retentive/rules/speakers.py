"""Who speaks in a message or statement; what counts as known depends on it."""

from __future__ import annotations

from retentive.kernel.errors import InvalidInput, ScopeRequired
from retentive.kernel.scope import Scope
from retentive.model.actor import Actor, ActorKind
from retentive.model.entry import Role

SYSTEM = Actor(id="system", kind=ActorKind.DOCUMENT)


def user_of(scope: Scope) -> Actor:
    """Return the human whose memory this is."""
    return Actor(id=f"user:{scope.user}" if scope.user else "user", kind=ActorKind.HUMAN)


def agent_of(scope: Scope) -> Actor:
    """Return the agent of the scope."""
    return Actor(id=f"agent:{scope.agent}" if scope.agent else "agent", kind=ActorKind.AGENT)


def speaker(scope: Scope, role: Role, name: str | None, kind: ActorKind | None) -> Actor:
    """Return who said a message of `role`, given the name and kind the message carries.

    Role `user` is the scope's user and `assistant` its agent; a name other than theirs makes
    a participant of its own, human unless `kind` says otherwise.
    """
    match role:
        case Role.SYSTEM:
            return SYSTEM
        case Role.TOOL:
            return Actor(id=f"tool:{name or 'tool'}", kind=ActorKind.TOOL, name=name)
        case Role.USER:
            own, owner = user_of(scope), scope.user
        case Role.ASSISTANT:
            own, owner = agent_of(scope), scope.agent
    if name is None or (owner is not None and name.casefold() == owner.casefold()):
        return Actor(id=own.id, kind=kind or own.kind, name=name)
    return Actor(id=f"name:{name}", kind=kind or ActorKind.HUMAN, name=name)


def author(scope: Scope, role: Role | None = None) -> Actor:
    """Return who makes a statement or a command from this scope: its user, else its agent.

    A `role` says which of the two; whom it names must be in the scope.
    """
    match role:
        case None:
            return user_of(scope) if scope.user or not scope.agent else agent_of(scope)
        case Role.USER if scope.user:
            return user_of(scope)
        case Role.ASSISTANT if scope.agent:
            return agent_of(scope)
        case Role.USER | Role.ASSISTANT:
            needed = "user" if role is Role.USER else "agent"
            raise ScopeRequired(
                f"role {role.value!r} needs {needed} in the scope: memory.scope({needed}=…)",
                missing=(needed,),
            )
        case _:
            raise InvalidInput(
                f"role {role.value!r} makes no statement; give user or assistant", field="role"
            )
