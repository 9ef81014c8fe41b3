"""Their words and ours, for who comes from another memory: see docs/coming-from.md."""

from retentive.rules.kinds import KINDS, Category, FactType, MemoryType, kind_from, told_as
from retentive.rules.origins import Origin, read_origin

__all__ = [
    "KINDS",
    "Category",
    "FactType",
    "MemoryType",
    "Origin",
    "kind_from",
    "read_origin",
    "told_as",
]
