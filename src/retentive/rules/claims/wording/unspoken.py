"""What is told of oneself without `I am`: `not a fan of figs`, `off dairy since June`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.claims.wording.asking import asked_in
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import lexicon as lex

_LOVER: Final = (
    "fan|fans|snob|nerd|geek|fiend|addict|junkie|sucker|lover|freak|nut|buff|enthusiast|foodie"
    "|bookworm|homebody|night[ ]owl|early[ ]bird|hypochondriac|(?:cat|dog|tea|coffee|beach|city"
    "|mountain|people|morning|night|winter|summer|wine|beer|cake|cheese|plant|horse)[ ]person"
)
_DIET: Final = (
    "veggie|vegan|vegetarian|pescatarian|pescetarian|teetotal|sober|coeliac|celiac|diabetic"
    "|asthmatic|epileptic|autistic|dyslexic|gluten[ -]free|dairy[ -]free|lactose[ -]intolerant"
)
_HOW: Final = (
    r"bit[ ]of[ ]an?|kind[ ]of[ ]an?|such|an?|total|proper|huge|big|massive|great|real|complete"
    "|right|avid|keen|lifelong|secret|absolute|serious|utter|major|the|biggest|not|never|still"
    "|now|really|always|totally|absolutely|completely|just|mildly|slightly|very|pretty|quite"
    "|terribly|deathly|officially|currently|seriously|only|properly|more[ ]of[ ]an?|massively"
    "|super|a[ ]bit|too|already"
)
_STATE: Final = (
    rf"(?:(?:\w[\w’'-]*[ ]){{0,2}}(?:{_LOVER})\b(?!['’]))"
    r"|(?:allergic|addicted|partial|intolerant)[ ]to\b"
    r"|(?:obsessed|besotted|fed[ ]up|done|bored)[ ]with\b|hooked[ ]on\b|keen[ ]on\b"
    r"|in[ ]love[ ]with\b"
    r"|(?:mad|crazy|nuts|wild|passionate|bonkers|potty)[ ](?:about|for)\b"
    r"|(?:fond|scared|terrified|petrified|afraid|frightened|sick|tired|wary)[ ]of\b"
    rf"|(?:{_DIET})\b(?=[ ]*(?:$|[.,!;\n]|(?:since|for|but|and|so|btw|now|these|ever|here)\b))"
    r"|(?:not|no[ ]longer|only)[ ]allowed[ ](?!in\b|on\b)|on[ ](?:the|a)[ ]wait(?:ing[ ])?list\b"
    r"|trying[ ]for[ ]a(?:nother)?\b|(?:in[ ]the[ ]market|on[ ]the[ ](?:lookout|hunt))[ ]for\b"
    r"|in[ ](?:hospital|plaster|physio|therapy|remission|recovery)\b|on[ ]crutches\b"
    r"|(?:saving(?:[ ]up)?|training|studying|cramming)[ ]for\b"
    r"|off[ ](?!to\b|for\b|we\b|you\b|i\b|the\b|topic\b|and\b|with\b|on\b|in\b|at\b|out\b)"
    r"\w+(?:[ ]\w+)?[ ](?:since|until|till|til|again|atm|completely|altogether|these[ ]days)\b"
)
_OPENS: Final = re.compile(
    r"(?:^|(?<=[.!?\n…])|(?<=[,;–—(-])|[^\x00-\u024f])\s*"
    r"(?:(?:ugh|ok|okay|so|and|but|yeah|yes|yep|no|nope|nah|well|also|btw|tbh|honestly|sorry|hi|hey"
    r"|hello|plus|because|cos|cuz|haha|lol|oh|um|hmm|ah|actually|fyi)\b,?\s+)*"
    rf"(?P<said>(?:(?:{_HOW})[ ])*(?:{_STATE}))",
    re.IGNORECASE,
)
_RUNS: Final = re.findall(r"([a-z]{3,})(\??)", _STATE)
_SIGNS: Final = ({run for run, _ in _RUNS} | {run[:-1] for run, may in _RUNS if may}).union(
    {"waitlist"}
) - listed("about again and but ever for here longer not now only out since the these with you")
"""Words of which one stands in every such state, for most texts have none."""
_ANOTHER: Final = re.compile(
    r"\b(?i:he|she|they|his|her|their|who|you|your)\b|(?<=[\w,;][ ])[A-ZÀ-Þ][a-zà-ÿ]+|['’]s\b"
)
"""What tells before it in its sentence that somebody else is spoken of."""
_GUESS: Final = re.compile(
    r"\bguess[ ]who(?:(?P<is>['’]?s)\b(?![ ](?:got|been|done|had|back)\b))?(?=[ ]\w)",
    re.IGNORECASE,
)
"""`Guess who bought a house` tells it of whoever asks."""
_ENDS: Final = ".!?\n"
_FAR: Final = 200


def unspoken(text: str, words: frozenset[str], before: str, kin: Collection[str]) -> Iterator[Edit]:
    """Yield `I'm` before what is told of whoever writes; `before` is the message it follows.

    `words` are those of the text, in small letters.
    """
    for found in _GUESS.finditer(text) if "guess" in words else ():
        yield Edit(*found.span(), "I'm" if found["is"] else "I")
    if words.isdisjoint(_SIGNS) or _asks_of_another(before):
        return
    for found in _OPENS.finditer(text):
        start = found.start("said")
        told = text[_two_back(text, start) : start]
        if _is_own(told, kin):
            yield Edit(start, start, "I'm ")


def _two_back(text: str, end: int) -> int:
    """Return where the sentence before that of a place begins."""
    for _ in range(2):
        end = max(text.rfind(mark, max(0, end - _FAR), end) for mark in _ENDS)
        if end < 0:
            return 0
    return end + 1


def _is_own(told: str, kin: Collection[str]) -> bool:
    """Tell whether nobody else is spoken of in what is told so far."""
    if _ANOTHER.search(told):
        return False
    words = [word.strip(",;-–—(").casefold() for word in told.split()]
    return not any(word in kin for word in words)


def _asks_of_another(before: str) -> bool:
    """Tell whether a message ends in a question that is not put to whoever answers."""
    words = {word.low for word in asked_in(before)} if before.rstrip().endswith("?") else set()
    return words.isdisjoint(_YOU) and not lex.NOMINATIVE.isdisjoint(words)


_YOU: Final = listed("you your u ur any anything")
