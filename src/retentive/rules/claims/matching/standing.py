"""How the words of a match stand in their clause, as far as a pattern may ask for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.traits import DONE_TO, VERBAL
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.reading import lexicon as lex

_MINE: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "our"})
_TOLD: Final = (Tense.PAST, Tense.PERFECT)
_LABELS: Final = (":", "=", " =", " (", "(")
_INTRODUCING: Final = frozenset({"so", "me", "here", "hi", "hello", "hey"})
_DATING: Final = frozenset({"on", "at", "in", "by", "from", "until", "till", "for", "to"})
"""Words that a time phrase may begin with, or a pattern end."""
_GREETING: Final = 3
"""Words of a text that may stand before somebody introduces themselves."""
_LONGEST_GREETING: Final = 200
"""Characters beyond which what stands before somebody introduces themselves is no greeting."""
_GREETINGS: Final = listed(
    """hi hello hey hiya hallo hola good morning afternoon evening dear all everyone everybody there
    team so ok okay well right yes yeah sure please note new here thanks thank you greetings nice to
    meet not no a just about me intro introduction myself um er uh"""
)


def stands(line: Line, match: Match, name: str) -> bool:
    """Tell whether something holds that a pattern may need of where it matched.

    `not_last`: a negation belongs to the last value; `verbless`: the clause has no verb;
    `date_next`: a time follows; `passive`: something is done to the subject;
    `complete`: it does not still go on (`has been going`);
    `subject`: it is said who; `unlabelled`: no colon, bracket or sign of equality makes a label of
    it; `own`: nothing stands before it that is not of the speaker; `opens`: it opens the text;
    `ends`: nothing but a time follows before the next mark; `agreed`: nothing of it is denied.
    """
    holds = _STANDING.get(name)
    return holds is not None and holds(line, match)


def _is_not_last(line: Line, match: Match) -> bool:
    last = match.captures[-1][1][0].start if match.captures else -1
    first = match.captures[0][1][0].start if match.captures else -1
    denied = (one.at for one in line.marks if one.name == "not")
    return any(max(first, last - 2) < at <= last for at in denied)  # `Rome, not Paris`


def _is_verbless(line: Line, match: Match) -> bool:
    verbal = any(word.low in VERBAL for word in line.words)
    return match.verb < 0 and not verbal and not _is_of_a_name(line, match)


def _is_of_a_name(line: Line, match: Match) -> bool:
    """Tell whether a match says who it is that does something: `Marta, nurse, runs it`."""
    named = match.start > 0 and line.words[match.start - 1].text[:1].isupper()
    if not named or match.end >= len(line.words):
        return False
    low = line.words[match.end].low
    return low.endswith("s") and not lex.BASES.isdisjoint((low[:-1], low[:-2]))


def _is_passive(line: Line, match: Match) -> bool:
    return (
        match.verb > 0
        and line.words[match.verb - 1].low in DONE_TO
        and match.tense in _TOLD
        and not line.words[match.verb].low.endswith("ing")
    )


def _is_complete(line: Line, match: Match) -> bool:
    return match.tense is not Tense.PERFECT or not line.words[match.verb].low.endswith("ing")


def _has_date_next(line: Line, match: Match) -> bool:
    if match.end in line.limits:
        return True
    return match.end - 1 in line.limits and line.words[match.end - 1].low in _DATING


def _is_unlabelled(line: Line, match: Match) -> bool:
    within = line.words[match.start : match.end]
    return not any(word.after.startswith(_LABELS) for word in within)


def _is_own(line: Line, match: Match) -> bool:
    return match.start == 0 or any(word.low in _MINE for word in line.words[: match.start])


def _ends(line: Line, match: Match) -> bool:
    return line.breaks[match.end] or match.end in line.limits


def _is_agreed(line: Line, match: Match) -> bool:
    denied = (one.at for one in line.marks if one.name in ("not", "never"))
    return not any(match.start <= at <= match.end for at in denied)  # `npm, not yarn`


def _has_subject(line: Line, match: Match) -> bool:
    """Tell whether it is said who; in notes that may be left out: `Likes figs`."""
    if match.subject and match.subject[0] < match.subject[1]:
        return True
    return match.verb == 0 == line.words[0].start and line.words[0].low in lex.THIRDS


def _opens(line: Line, match: Match) -> bool:
    """Tell whether a match opens the text, but for a greeting."""
    introduced = match.start > 0 and line.words[match.start - 1].low in _INTRODUCING
    start = line.words[0].start
    if not 0 <= start <= _LONGEST_GREETING:
        return False
    above = line.text[:start].casefold().split()
    greeted = all(one.strip(",.!?:;-–—") in _GREETINGS for one in above)
    return (match.start == 0 or introduced) and len(above) <= _GREETING and greeted


_STANDING: Final[Mapping[str, Callable[[Line, Match], bool]]] = {
    "not_last": _is_not_last,
    "verbless": _is_verbless,
    "passive": _is_passive,
    "complete": _is_complete,
    "date_next": _has_date_next,
    "subject": _has_subject,
    "unlabelled": _is_unlabelled,
    "ends": _ends,
    "own": _is_own,
    "opens": _opens,
    "agreed": _is_agreed,
}
