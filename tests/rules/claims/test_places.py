"""Homes, work and studies: what is claimed, and what only looks like it."""

from __future__ import annotations

import pytest

from tests.rules.claims.saying import claims

TOLD = [
    ("I work as a welder at a shipyard in Gdansk", ["job welder", "works_at shipyard"]),
    ("I just started as a junior dev at Contoso", ["job junior dev", "works_at Contoso"]),
    ("I've been with Contoso for ten years", ["works_at Contoso"]),
    ("I do payroll for a gravel company", ["job payroll", "works_at gravel company"]),
    ("I was at Contoso from 2010 to 2014", ["works_at Contoso"]),
    ("I'm no longer a teacher", ["not job teacher"]),
    ("I'm the head of marketing at Contoso", ["job head of marketing", "works_at Contoso"]),
    ("I study medicine in Bologna", ["studies medicine"]),
    ("I'm training to be a midwife", ["studies midwife"]),
    ("I dropped out of Leeds", ["not studies_at Leeds"]),
    ("I'm in Rome until Friday", ["lives_in Rome"]),
    ("I'm staying with my aunt in Hull for now", ["relative aunt", "lives_in Hull"]),
    ("we left Hull for good", ["not lives_in Hull"]),
    ("my place is in Hull", ["lives_in Hull"]),
    ("I live in a small village near Hull", ["lives_in Hull"]),
    ("starting April 7 at Contoso", ["works_at Contoso"]),
    ("text me on Signal please", ["contact_preference Signal"]),
    ("my number is 0805 555 0162", ["contact 0805 555 0162"]),
    ("my timezone is Europe/Lisbon", ["timezone Europe/Lisbon"]),
]

NOTHING = [
    "do I work at NASA?",
    "I work from home",
    "I work at night",
    "I'm at the dentist",
    "I'm in a meeting",
    "I moved in with Tom",
    "I moved my desk to the window",
    "I live in a flat near the canal",
    "call me at noon",
    "I'm a bit of a mess",
]


@pytest.mark.parametrize(("text", "expected"), TOLD, ids=[text for text, _ in TOLD])
def test_a_sentence_claims(text: str, expected: list[str]) -> None:
    assert claims(text) == expected


@pytest.mark.parametrize("text", NOTHING)
def test_what_only_looks_like_it_claims_nothing(text: str) -> None:
    assert claims(text) == []
