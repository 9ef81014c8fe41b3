"""What is only played or dictated: `Let's play: I am a captain`, `in the form put: I am 40`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.reading.clause import Cut, Modality
from retentive.rules.reading.words import Word

_PLAYED: Final = listed(
    """play role-play roleplay rp pretend imagine story scene game character fiction improv novel
    fantasy scenario dialogue script backstory larp campaign"""
)
_DICTATED: Final = listed("write put enter type fill insert use print add say")
"""Orders after which, with a colon, stand words to be written."""
_GAMES: Final = listed(
    """stardew minecraft skyrim oblivion morrowind sims zelda fallout cyberpunk witcher pokemon dnd
    d&d pathfinder starfield warcraft wow runescape valheim terraria rimworld crusader baldur dragon
    mass elden civ gta roblox animal monopoly catan"""
)
_PLAYING: Final = listed("play playing played started")
_UNREAL: Final = frozenset({Modality.REQUESTED, Modality.SUPPOSED})
_TOLD_IN: Final = listed(
    """novel novels book film movie show series game play story saga comic manga anime episode
    sequel trilogy musical fairytale fable myth legend sitcom"""
)
_OPENING: Final = 5
_SPEAKING: Final = listed("i me my we us our")
_LABEL: Final = 3
"""No more words than these are a heading: `Role-play:`, `In character:`."""
_BEFORE_ORDER: Final = listed("ok okay so now let 's us just and well please")
_SUPPOSING: Final = listed("pretend suppose supposing imagine assume hypothetically")
_STATING: Final = listed("i my we our me he she his her the that")
_ACTING: Final = listed("act behave respond reply answer talk speak write")
_FOR_ONE: Final = (["like"], ["as"])
_ONE: Final = (["a"], ["an"], ["someone"], ["somebody"])
_FOR: Final = (["for"], ["in"], ["as"])
_EXAMPLES: Final = listed("example exercise fixture scenario mock placeholder")
_WITHIN: Final = listed("which where wherein")
"""Words that lead from a story to what happens in it."""
_MEANWHILE: Final = listed("while when once before until after")


def played(words: Sequence[Word], found: Sequence[Cut], meant: list[Modality]) -> None:
    """Take for quoted what follows an order to play or to write, up to the end of the sentence.

    What the one spoken to does meanwhile (`while you set up the scene`) states nothing.
    """
    telling, plain = False, _SIGNS.isdisjoint([word.low for word in words])
    for at, cut in enumerate(found):
        mine = words[cut.start : cut.end]
        telling = telling or (not plain and _tells_of_others(mine))
        if telling and meant[at] is Modality.ASSERTED:
            meant[at] = Modality.QUOTED
        telling = telling or (not plain and _plays(mine))
        if cut.lead in _MEANWHILE and mine[0].low == "you" and meant[at] is Modality.ASSERTED:
            meant[at] = Modality.REQUESTED
        elif ":" in mine[-1].after and _opens(mine, meant[at]):
            meant[at] = Modality.REQUESTED
            for behind in range(at + 1, len(found)):
                if meant[behind] is Modality.ASSERTED:
                    meant[behind] = Modality.QUOTED
        elif not plain and (_supposes(mine) or (meant[at] is Modality.REQUESTED and _tells(mine))):
            _carried(found, meant, at)


def _carried(found: Sequence[Cut], meant: list[Modality], at: int) -> None:
    """Take for quoted what goes on behind a clause that only plays: `pretend …, and I live …`."""
    if meant[at] is Modality.ASSERTED:
        meant[at] = Modality.QUOTED
    for behind in range(at + 1, len(found)):
        if found[behind].lead not in ("and", "or", "but"):
            return
        if meant[behind] is Modality.ASSERTED:
            meant[behind] = Modality.QUOTED


def _supposes(mine: Sequence[Word]) -> bool:
    """Tell whether a clause says that it only supposes: `pretend I'm …`, `for the example my …`."""
    lows = [word.low for word in mine if word.low not in _BEFORE_ORDER]
    if len(lows) > 1 and lows[0] in _SUPPOSING and lows[1] in _STATING:
        return True
    if lows[:1] and lows[0] in _ACTING and lows[1:2] in _FOR_ONE and lows[2:3] in _ONE:
        return True
    named = lows[2:3] if lows[1:2] and lows[1] in ("the", "this", "an") else lows[1:2]
    return lows[:1] in _FOR and named != lows[1:2] and not _EXAMPLES.isdisjoint(named)


def _tells(mine: Sequence[Word]) -> bool:
    """Tell whether an order tells what is to be played (`a story in which I am a captain`)."""
    lows = [word.low for word in mine]
    played = next((at for at, low in enumerate(lows) if low in _PLAYED), len(lows))
    return not _WITHIN.isdisjoint(lows[played + 1 :])


def _tells_of_others(mine: Sequence[Word]) -> bool:
    """Tell whether a clause tells what happens in a story: `In the novel, Captain Ahab …`."""
    every = [word.low for word in mine]
    if _is_of_a_story(every):
        return True
    lows = every[:_OPENING]
    if lows[:1] == ["in"] and lows[1:2] and lows[1] in _GAMES:
        return True
    if lows[:1] not in (["in"], ["throughout"]) or _TOLD_IN.isdisjoint(lows):
        return False
    at = next(at for at, low in enumerate(lows) if low in _TOLD_IN)
    if not _SPEAKING.isdisjoint(word.low for word in mine) or at + 1 >= len(mine):
        return False
    behind = mine[at + 1]
    return mine[at].after == "," or behind.text[:1].isupper() or behind.low in ("he", "she", "the")


def _plays(mine: Sequence[Word]) -> bool:
    """Tell whether a clause says what game is played, of which the rest of its sentence tells."""
    lows = [word.low for word in mine]
    if lows[:2] == ["you", "be"]:
        return True  # `you be the recruiter, I'll be …`
    return any(low in _GAMES and lows[at] in _PLAYING for at, low in enumerate(lows[1:]))


def _is_of_a_story(lows: Sequence[str]) -> bool:
    """Tell whether words name somebody who is made up, or end in where he is (`in the book`)."""
    if not _MADE_UP.isdisjoint(lows):
        return True
    pairs = [*pairwise(lows)]
    if any(one in ("main", "lead") and two in _LEADING for one, two in pairs):
        return True
    for at, (one, two) in enumerate(pairs):
        if one in ("in", "from") and two in ("the", "this", "that", "a"):
            noun, behind = lows[at + 2 : at + 3], lows[at + 3 : at + 4]
            told = bool(noun) and noun[0] in _TOLD_IN and (not behind or behind[0] in _BEHIND)
            if told and at and _SPEAKING.isdisjoint(lows[:at]):
                return True
    return False


_MADE_UP: Final = listed("protagonist heroine villain antagonist narrator")
_LEADING: Final = listed("character guy girl dude woman man in of role")
_BEHIND: Final = listed("i we that which who")
_SIGNS: Final = (
    _MADE_UP | _GAMES | _TOLD_IN | _SUPPOSING | _EXAMPLES | _PLAYED | _ACTING
    | {"main", "lead", "be"}
)  # fmt: skip
"""Words without one of which nothing is played, nor told of a story."""


def _opens(mine: Sequence[Word], meant: Modality) -> bool:
    """Tell whether what stands behind the colon of a clause is not meant."""
    lows = [word.low for word in mine]
    if not _PLAYED.isdisjoint(lows):
        return meant in _UNREAL or len(lows) <= _LABEL
    return lows[0] in ("for", "in", "on", "as") and lows[-1] in _DICTATED
