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
    `subject`: it is said who; `unlabelled`: no colon, bracket or sign of equality makes a label of
    it; `own`: nothing stands before it that is not of the speaker; `opens`: it opens the text;
    `ends`: nothing but a time follows before the next mark.
    """
    there: set[str] = set()
    last = match.captures[-1][1][0].start if match.captures else -1
    first = match.captures[0][1][0].start if match.captures else -1
    if any(one.name == "not" and max(first, last - 2) < one.at <= last for one in line.marks):
        there.add("not_last")  # `Rome, not Paris`
    if match.verb < 0 and not any(word.low in _VERBAL for word in line.words):
        there.add("verbless")
    into = match.end - 1 in line.limits and line.words[match.end - 1].low in _DATING
    if match.verb > 0 and line.words[match.verb - 1].low in _DONE_TO and match.tense in _TOLD:
        there.add("passive")
    if match.end in line.limits or into:
        there.add("date_next")
    if _has_subject(line, match):
        there.add("subject")
    if not any(word.after.startswith(_LABELS) for word in line.words[match.start : match.end]):
        there.add("unlabelled")
    if line.breaks[match.end] or match.end in line.limits:
        there.add("ends")
    if match.start == 0 or any(word.low in _MINE for word in line.words[: match.start]):
        there.add("own")
    if _opens(line, match):
        there.add("opens")
    return there


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
