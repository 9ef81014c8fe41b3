"""Which denials say only half of what an entry tells: the other half says both.

Who switched from Vim to Emacs tells what is used now. That Vim is used no more that says as well:
what is known of it ends by what is used now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from retentive.model.claim import Cue
from retentive.model.fact import Fact
from retentive.rules.attributes import Attribute
from retentive.rules.revising import SAME, is_denial, lasts
from retentive.rules.telling import is_about_the_same
from retentive.rules.values import likeness

_MOSTLY_ONE: Final = frozenset({"studies"})
"""Attributes that may hold many, where another value beside an end is what comes instead."""


def told_instead(
    facts: Iterable[Fact],
    cues: Mapping[str, Cue],
    kind: Callable[[Fact], Attribute],
) -> Iterator[tuple[Fact, Fact]]:
    """Yield each denial among the new facts of an entry with the one that says it as well.

    `cues` tell by their keys how they were said.
    """
    claiming = [one for one in facts if one.claim is not None]
    held = [one for one in claiming if not is_denial(one) and lasts(one, one.said_at)]
    for denial in filter(is_denial, claiming):
        over = cues.get(denial.key) is Cue.NO_MORE
        for one in held:
            told = kind(one).name in _MOSTLY_ONE or cues.get(one.key) is Cue.NOW
            told = told or _is_in_role(one, kind(one))
            whole = kind(one).is_single or (over and told)
            if whole and is_about_the_same(denial, one) and _is_news(denial, one):
                yield denial, one
                break


def _is_in_role(fact: Fact, kind: Attribute) -> bool:
    """Tell whether somebody is told in a role that only one has: `my new boss is Ann`."""
    assert fact.claim is not None
    return fact.claim.value.split(" ", 1)[0].lower() in kind.by_role


def _is_news(denial: Fact, fact: Fact) -> bool:
    assert denial.claim is not None
    assert fact.claim is not None
    return likeness(denial.claim.value, fact.claim.value) not in SAME
