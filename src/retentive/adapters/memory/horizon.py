"""The horizon rule: what of a space is seen as of an entry."""

from __future__ import annotations

from dataclasses import replace

from retentive.model.change import Doc
from retentive.model.fact import Fact, Standing
from retentive.model.record import Record
from retentive.ports.store import R


def as_of(version: R, horizon: int) -> R | None:
    """Return a version as it reads at `horizon`: None before its birth, open before its end."""
    if version.born_seq > horizon:
        return None
    if version.dead_seq is None or version.dead_seq <= horizon:
        return version
    return replace(version, dead_seq=None, retired_at=None, superseded_by=None)


def doc_visible(doc: Doc, horizon: int) -> bool:
    """Tell whether a document stands in the index at `horizon`."""
    return doc.born_seq <= horizon and (doc.dead_seq is None or horizon < doc.dead_seq)


def is_fresh(version: Record) -> bool:
    """Tell whether a version is stored as said and not yet digested."""
    return isinstance(version, Fact) and version.standing is Standing.FRESH
