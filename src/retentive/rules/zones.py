"""In which zone the times of a message are told."""

from __future__ import annotations

from datetime import UTC, tzinfo

from retentive.kernel.times import zone_named
from retentive.model.entry import Entry


def zone_of(entry: Entry) -> tzinfo:
    """Return the zone of a message, which may be the offset of its timestamp; else UTC."""
    return UTC if entry.zone is None else zone_named(entry.zone)
