"""How the words of a match stand in their clause, as far as a pattern may ask for it."""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.line import Line
from retentive.rules.claims.match import Match
from retentive.rules.claims.verbs import Tense
from retentive.rules.reading import lexicon as lex

_VERBAL: Final = lex.FINITE | lex.NOMINATIVE | lex.PARTICIPLES
"""Words of which one is in every clause with a verb, but for some in the present."""
_MINE: Final = frozenset({"i", "me", "my", "mine", "myself", "we", "our"})
_DONE_TO: Final = frozenset({"was", "were", "been", "got"})
_TOLD: Final = (Tense.PAST, Tense.PERFECT)
_LABELS: Final = (":", "=", " =", " (", "(")
_INTRODUCING: Final = frozenset({"so", "me", "here", "hi", "hello", "hey"})
_DATING: Final = frozenset({"on", "at", "in", "by", "from", "until", "till", "for", "to"})
"""Words that a time phrase may begin with, or a pattern end."""
_GREETING: Final = 3
"""Words of a text that may stand before somebody introduces themselves."""
_GREETINGS: Final = listed(
    """hi hello hey hiya hallo hola good morning afternoon evening dear all everyone everybody there
    team so ok okay well right yes yeah sure please note new here thanks thank you greetings nice to
    meet not no a just about me intro introduction myself um er uh"""
)


def standing(line: Line, match: Match) -> set[str]:
    """Return what a pattern may need of where it matched.

    `not_last`: a negation belongs to the last value; `verbless`: the clause has no verb;
    `date_next`: a time follows; `passive`: something is done to the subject;
    `complete`: it does not still go on (`has been going`);
    `subject`: it is said who; `unlabelled`: no colon, bracket or sign of equality makes a label of
    it; `own`: nothing stands before it that is not of the speaker; `opens`: it opens the text;
    `ends`: nothing but a time follows before the next mark.
    """
    last = match.captures[-1][1][0].start if match.captures else -1
    first = match.captures[0][1][0].start if match.captures else -1
    lows = [word.low for word in line.words]
    within = line.words[match.start : match.end]
    into = match.end - 1 in line.limits and lows[match.end - 1] in _DATING
    denied = (one.at for one in line.marks if one.name == "not")
    there = {
        "not_last": any(max(first, last - 2) < at <= last for at in denied),  # `Rome, not Paris`
        "verbless": match.verb < 0 and _VERBAL.isdisjoint(lows),
        "passive": match.verb > 0
        and lows[match.verb - 1] in _DONE_TO
        and match.tense in _TOLD
        and not lows[match.verb].endswith("ing"),
        "complete": match.tense is not Tense.PERFECT or not lows[match.verb].endswith("ing"),
        "date_next": match.end in line.limits or into,
        "subject": _has_subject(line, match),
        "unlabelled": not any(word.after.startswith(_LABELS) for word in within),
        "ends": line.breaks[match.end] or match.end in line.limits,
        "own": match.start == 0 or not _MINE.isdisjoint(lows[: match.start]),
        "opens": _opens(line, match),
    }
    return {name for name, holds in there.items() if holds}


def _has_subject(line: Line, match: Match) -> bool:
    """Tell whether it is said who; in notes that may be left out: `Likes figs`."""
    if match.subject and match.subject[0] < match.subject[1]:
        return True
    return match.verb == 0 == line.words[0].start and line.words[0].low in lex.THIRDS


def _opens(line: Line, match: Match) -> bool:
    """Tell whether a match opens the text, but for a greeting."""
    introduced = match.start > 0 and line.words[match.start - 1].low in _INTRODUCING
    above = line.text[: line.words[0].start].casefold().split()
    greeted = all(one.strip(",.!?:;-–—") in _GREETINGS for one in above)
    return (match.start == 0 or introduced) and len(above) <= _GREETING and greeted
