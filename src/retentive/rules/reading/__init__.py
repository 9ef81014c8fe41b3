"""Reading: from a text to clauses, how each is meant, and who is spoken of."""

from retentive.rules.reading.clause import Clause, Modality
from retentive.rules.reading.people import NOBODY, People, Relation
from retentive.rules.reading.read import read
from retentive.rules.reading.referent import Mention, Referent
from retentive.rules.reading.who import Company
from retentive.rules.reading.words import Word, words_of

__all__ = [
    "NOBODY",
    "Clause",
    "Company",
    "Mention",
    "Modality",
    "People",
    "Referent",
    "Relation",
    "Word",
    "read",
    "words_of",
]
