"""What a text says, found without a memory: `from retentive.extraction import extract_entities`."""

from retentive.app.languages import RuleExtractor
from retentive.app.names import (
    NamedEntity,
    RuleBasedExtractor,
    extract_entities,
    extract_relations,
)
from retentive.ports.stages import Extractor
from retentive.rules.relations import Link

__all__ = [
    "Extractor",
    "Link",
    "NamedEntity",
    "RuleBasedExtractor",
    "RuleExtractor",
    "extract_entities",
    "extract_relations",
]
