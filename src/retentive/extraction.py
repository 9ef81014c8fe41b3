"""What a message says, found without a store: `from retentive.extraction import RuleExtractor`."""

from retentive.app.languages import RuleExtractor
from retentive.ports.stages import Extractor

__all__ = ["Extractor", "RuleExtractor"]
