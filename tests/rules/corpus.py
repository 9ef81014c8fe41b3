"""A small text index over the real rules, for tests of what a query finds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from hypothesis import strategies as st

from retentive.rules.bm25 import CorpusSize, score_documents
from retentive.rules.text import query_terms, terms

HOSTILE = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x00\ud800\udc00\u0301\u200b\u200d\u202e.'’-_:,/@ \n\t!?`~<>&[]{}()\"#"),
        st.sampled_from("aаαا가の水กé９Ａ😀1"),
    ),
    max_size=60,
)
"""Texts with everything that tends to break text code."""

LARGE = [
    "a" * 100_000,
    " " * 100_000,
    "\n" * 100_000,
    "." * 100_000,
    "." * 99_999 + "x",
    "'" * 100_000,
    "a'" * 50_000,
    "a-" * 50_000,
    "1,2" * 33_000,
    "x" + " " * 100_000 + "y",
    "<" + " " * 100_000 + "y",
    "`" * 100_000,
    "<" * 100_000,
    "水" * 100_000,
    "가" * 100_000,
    "กี่" * 33_000,
    "😀" * 100_000,
    "a" + "\u0315\u0300" * 50_000,
    "\u0301" * 100_000,
    "\x00" * 100_000,
    "\ud800" * 100_000,
    "\u200b" * 100_000,
    "ok " * 33_000,
    "if would " * 11_000,
    "e.g. " * 20_000,
    "```\n" * 25_000,
    "password:" * 11_000,
    "token= " * 14_000,
    "password for a b c d e f " * 4_000,
    "sk-" * 33_000,
    "eyJaaaaa." * 11_000,
    "a://b:" * 16_000,
    "x://y:" + ":x" * 50_000,
    "1 " * 50_000,
    "4" * 100_000,
    "<private>" * 11_000,
    "-----BEGIN PRIVATE KEY-----" * 3_700,
    '<memory section="a" scope="b">' * 3_300,
]
"""Large texts that make a rule hang which looks at anything twice."""


def search(texts: Sequence[str], query: str) -> list[int]:
    """Return the numbers of the texts that a query finds, best first."""
    counts = [Counter(terms(text)) for text in texts]
    totals = CorpusSize(len(texts), sum(one.total() for one in counts))
    postings = [
        (term, [doc], ["body"], [tf], [counted.total()])
        for doc, counted in enumerate(counts)
        for term, tf in counted.items()
    ]
    scores = score_documents(query_terms(query), [(1, postings)], totals).scores.get(1, {})
    return sorted(scores, key=lambda doc: (-scores[doc], doc))
