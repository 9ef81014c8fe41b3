"""Who spoke."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ActorKind(StrEnum):
    """What a speaker is; only a human's own words become facts about a person."""

    HUMAN = "human"
    AGENT = "agent"
    TOOL = "tool"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A speaker: `user:ana`, `agent:support`, `tool:search`, `name:Melanie`.

    `id` is local to the space; a participant known by name alone has the id `name:…`.
    """

    id: str
    kind: ActorKind
    name: str | None = None
