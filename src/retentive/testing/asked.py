"""The names that questions to a view use."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The names that questions use; ask for foreign and unknown ones too."""

    entry_ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    hashes: tuple[str, ...] = ()
    claims: tuple[tuple[str, str], ...] = ()
    heads: tuple[str, ...] = ()
    entity_keys: tuple[str, ...] = ()
    entity_names: tuple[str, ...] = ()
    theme_keys: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    times: tuple[datetime, ...] = ()
    stages: tuple[str, ...] = ("digest", "embed", "other")
    digests: tuple[bytes, ...] = ()
    seqs: tuple[int, ...] = tuple(range(64))
