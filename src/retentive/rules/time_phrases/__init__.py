"""Time phrases: from the words of a text to intervals, without clock or file.

`find_times` reads a text against the moment and the zone it was written in; `place` says whether
what was found bounds a state or dates an event. What the words mean stands in
`languages/<code>/times.toml`, handed in as `TimeWords`; how they are read in the decision record
on time phrases.
"""

from __future__ import annotations

from retentive.rules.time_phrases.find import find_times
from retentive.rules.time_phrases.lexicon import TimeWords
from retentive.rules.time_phrases.phrase import Role, TimePhrase
from retentive.rules.time_phrases.placing import Placed, Turn, place

__all__ = ["Placed", "Role", "TimePhrase", "TimeWords", "Turn", "find_times", "place"]
