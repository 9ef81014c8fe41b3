"""What somebody only says he would do, or never, because of his taste: `I'd kill for a mango`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from retentive.rules.characters import listed

_GIVING: Final = listed("kill die murder")
_LIVING: Final = (["live", "on"], ["live", "off"])
_CONSUMING: Final = listed("eat drink watch read play listen")
_TASTING: Final = listed("eat drink touch wear")
_FOREVER: Final = listed("day days forever week daily meal breakfast hours bucket")
_NEAR: Final = 8


def is_fond(lows: Sequence[str], at: int) -> bool:
    """Tell whether `would` or `could`, at a word, is one of fondness."""
    said = [low for low in lows[at + 1 : at + _NEAR] if low not in _LIGHTLY]
    if said[:2] in _LIVING or (said[:1] == ["never"] and not _TASTING.isdisjoint(said[1:2])):
        return True
    if said[:1] and said[0] in _GIVING:
        return said[1:2] in (["for"], ["a"], ["an"])
    return bool(said) and said[0] in _CONSUMING and not _FOREVER.isdisjoint(said)


_LIGHTLY: Final = listed("literally honestly happily easily seriously actually absolutely just")
