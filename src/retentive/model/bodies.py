"""Bodies of entries as they are stored: a kind, a version, and fields.

What was appended is never rewritten: a new version of a kind is written by new code, and its
readers go on reading every older one. A reader is found by kind and version, and answers with
the present body; the first version of each kind is the body's own fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from retentive.kernel.errors import NewerEntry
from retentive.model.codec import decoder, encode
from retentive.model.entry import Body, Command, Message, Observation, Reply, Statement

_WRITTEN: Final[Mapping[type[Any], tuple[str, int]]] = {
    Message: ("message", 1),
    Observation: ("observation", 1),
    Statement: ("statement", 1),
    Command: ("command", 1),
    Reply: ("reply", 1),
}
"""The kind and the version in which a body is written."""

_READERS: Final[Mapping[tuple[str, int], Callable[[object], Body]]] = {
    ("message", 1): decoder(Message),
    ("observation", 1): decoder(Observation),
    ("statement", 1): decoder(Statement),
    ("command", 1): decoder(Command),
    ("reply", 1): decoder(Reply),
}


def write_body(body: Body) -> tuple[str, int, dict[str, Any]]:
    """Return kind, version and fields under which a body is stored."""
    kind, version = _WRITTEN[type(body)]
    fields: Any = encode(body)
    return kind, version, fields


def read_body(kind: str, version: int, fields: Mapping[str, Any]) -> Body:
    """Return the body that was stored so, whatever older version it has.

    Raises `NewerEntry` for a kind or a version of it that is not known here, and `ValueError`
    naming the place of what does not fit.
    """
    reader = _READERS.get((kind, version))
    if reader is not None:
        return reader(fields)
    if version < 1:
        raise ValueError(f"{kind} has no version {version}")
    raise NewerEntry(
        f"the log holds a {kind} of version {version}, which this version of retentive does "
        "not know; upgrade it",
        kind=kind,
        version=version,
    )
