"""What a text says, found without a memory: `from retentive.extraction import extract_entities`."""

from retentive.app.languages import RuleExtractor
from retentive.app.names import (
    NamedEntity,
    RuleBasedExtractor,
    extract_entities,
    extract_relations,
)
from retentive.ports.stages import Extractor
from retentive.rules.admission import Admission, Refused, admitted
from retentive.rules.relations import Link

__all__ = [
    "Admission",
    "Extractor",
    "Link",
    "NamedEntity",
    "Refused",
    "RuleBasedExtractor",
    "RuleExtractor",
    "admitted",
    "extract_entities",
    "extract_relations",
]
