"""What each character is to the matching rules: letter, mark, digit, joiner or nothing.

`normalise` prepares text for matching, and `kinds` spells a text as one letter a character, over
which the tokeniser's patterns run. Stored text is never changed by anything here.
"""

import re
import unicodedata
from bisect import bisect_right

LETTER = "l"
"""A letter of a script that puts spaces between words."""
UNSPACED = "c"
"""A letter of a script that writes words without spaces."""
HANGUL = "k"
"""A Korean syllable or letter: spaced, but with particles joined to the word."""
DIGIT = "d"
MARK = "m"
"""A combining mark; it belongs to the character before it."""
APOSTROPHE = "'"
JOINER = "-"
"""Punctuation that ties an identifier together: `wind-down`, `cache:warm`, `snake_case`."""
COMMA = ","
EMOJI = "e"
OTHER = " "

_UNSPACED_RANGES = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x1980, 0x19DF),  # New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x3005, 0x3007),  # Han repetition marks and zero
    (0x3021, 0x303B),  # Hangzhou numerals, kana repetition marks
    (0x3041, 0x312F),  # Hiragana, Katakana, Bopomofo
    (0x31A0, 0x31FF),  # Bopomofo and Katakana extensions
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),
    (0xA9E0, 0xA9FF),  # Myanmar extensions
    (0xAA60, 0xAA7F),
    (0xF900, 0xFAFF),  # Han compatibility
    (0x1B000, 0x1B16F),  # Kana supplements
    (0x20000, 0x3FFFF),  # Han extensions
)
_HANGUL_RANGES = (
    (0x1100, 0x11FF),
    (0x3131, 0x318E),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
)
_EMOJI_RANGES = ((0x2600, 0x27BF), (0x1F000, 0x1FAFF))
_APOSTROPHES = frozenset("'’‘ʼ")
_JOINERS = frozenset("-‐_.:/@&+")

_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_VARIATION_RANGES = ((0x180B, 0x180F), (0xFE00, 0xFE0F), (0xE0100, 0xE01EF))

_MOST_MARKS = 30
"""Marks kept on one base: the limit of Unicode's stream-safe format (UAX #15)."""

_DOTS = re.compile("i\u0307+")
_MOST_KEPT = 1 << 14
"""Code points whose kind is remembered: more than any one language uses."""


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    at = bisect_right(ranges, (code, 0x110000)) - 1
    return at >= 0 and code <= ranges[at][1]


def _letter(code: int) -> str:
    if _within(code, _UNSPACED_RANGES):
        return UNSPACED
    return HANGUL if _within(code, _HANGUL_RANGES) else LETTER


def _kind(code: int) -> str:
    char = chr(code)
    if char in _APOSTROPHES:
        return APOSTROPHE
    if char in _JOINERS:
        return JOINER
    if char == COMMA:
        return COMMA
    category = unicodedata.category(char)
    if category[0] == "L" or (category == "Nl" and _within(code, _UNSPACED_RANGES)):
        return _letter(code)
    if category[0] == "N":
        return DIGIT
    if category[0] == "M":
        return MARK
    return EMOJI if category == "So" and _within(code, _EMOJI_RANGES) else OTHER


class _Kinds(dict[int, str]):
    """The kind of each code point; keeps the first ones met."""

    def __missing__(self, code: int) -> str:
        return _kept(self, code, _kind(code))


class _Plain(dict[int, str]):
    """What stands for each code point in matching: nothing for the invisible, 0-9 for digits."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        return _kept(self, code, "" if is_invisible(char) else str(unicodedata.decimal(char, char)))


def _kept(table: dict[int, str], code: int, value: str) -> str:
    if len(table) < _MOST_KEPT:
        table[code] = value
    return value


def is_invisible(char: str) -> bool:
    """Whether a character shows nothing and means nothing to a search.

    Soft hyphens, joiners, direction marks, variation selectors and fillers.
    """
    return (
        unicodedata.category(char) == "Cf"
        or char in _FILLERS
        or _within(ord(char), _VARIATION_RANGES)
    )


_KINDS = _Kinds()
_PLAIN = _Plain()
_HEAP = re.compile(MARK + "{" + str(_MOST_MARKS + 1) + ",}")


def kinds(text: str) -> str:
    """The kind of every character of `text`, as a string of the same length."""
    return text.translate(_KINDS)


def calm(text: str) -> str:
    """`text` with at most 30 combining marks on one base.

    Unicode normalisation sorts the marks of a base in quadratic time, so a hostile text of marks
    alone would stop the process; no language comes near the limit.
    """
    pieces: list[str] = []
    at = 0
    for heap in _HEAP.finditer(kinds(text)):
        pieces.append(text[at : heap.start() + _MOST_MARKS])
        at = heap.end()
    return "".join((*pieces, text[at:])) if pieces else text


def normalise(text: str) -> str:
    """`text` as it is compared: NFKC, casefolded, digits as 0-9, nothing invisible.

    For matching only. Half- and full-width forms, ligatures and both ways to write an accent
    become one. The dot that casefolding leaves on the Turkish `İ` goes: `i` has one.
    """
    if text.isascii():
        return text.casefold()
    folded = unicodedata.normalize("NFKC", calm(text.translate(_PLAIN))).casefold()
    return unicodedata.normalize("NFKC", _DOTS.sub("i", calm(folded)))


def listed(words: str) -> frozenset[str]:
    """The words of a table that is written as one text."""
    return frozenset(words.split())


def is_blank(text: str) -> bool:
    """Whether `text` shows nothing: only spaces, control and invisible characters."""
    return all(
        char.isspace() or unicodedata.category(char) == "Cc" or is_invisible(char) for char in text
    )
