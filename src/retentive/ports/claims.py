"""The part of a view that finds facts by what they claim and whom they are about.

Every sentence of these docstrings is a promise with a test in
`retentive.testing.conformance`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from retentive.model.fact import Fact
from retentive.model.space import Space


class ClaimView(Protocol):
    """Facts by subject, attribute and value; bounded as `View` says."""

    def facts_by_claim(self, space: Space, subject: str, attribute: str) -> Sequence[Fact]:
        """Return settled, not ended facts with a claim on that subject and attribute.

        Settled is every standing but fresh. In ascending (born_seq, id).
        """
        ...

    def claims_around(
        self, space: Space, subject: str, attribute: str, at: datetime, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled, not ended facts with such a claim that begin around `at`.

        They are the last ones that begin no later, and the first ones that begin later, at
        most `limit` of either, in ascending (begins, born_seq, id).
        """
        ...

    def claims_alike(
        self, space: Space, subject: str, attribute: str, head: str, *, limit: int
    ) -> Sequence[Fact]:
        """Return served, settled, not ended facts with such a claim whose value has this head.

        `rules.values.head` tells it. Newest born first, then by ascending id, at most `limit`.
        """
        ...

    def facts_about(self, space: Space, subject: str, *, limit: int) -> Sequence[Fact]:
        """Return served, settled, not ended facts about a subject, at most `limit`.

        Newest born first, then by ascending id.
        """
        ...
