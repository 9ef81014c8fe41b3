"""The words of a stretch of text, as patterns compare them: contractions apart, typos of them too.

`I'm` is two words as in the treebanks, and so is `im`. Other languages pass unharmed: a word is a
run of letters and digits.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from retentive.rules.characters import listed

_WORD: Final = re.compile(
    r"[^\W_][^\W_\u0300-\u036f]*(?:[\u0300-\u036f]+[^\W_]*)*"
    r"(?:(?:['’ʼ`´\-‐/&@_+:]|\.(?!I\b|[A-Z][a-z])|(?<=\d),(?=\d))[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*)*"
    r"(?:\+\+|#(?!\w))?"
)
_APOSTROPHES: Final = str.maketrans("’ʼ`´", "''''")


class Word(NamedTuple):
    """A word: `text` stands at code points `[start, end)`, `low` is what patterns compare.

    `low` is casefolded and spelt out: `'m` is `am`, `n't` is `not`; `'s` stays where it may be
    the mark of a possessive. `after` is the punctuation up to the next word, without spaces.
    """

    start: int
    end: int
    text: str
    low: str
    after: str = ""


_CLITICS: Final = {"m": "am", "re": "are", "ve": "have", "ll": "will", "s": "'s", "d": "'d"}
_STEMS: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}
_BARE: Final = {
    "im": ("i", "am"), "ive": ("i", "have"), "youre": ("you", "are"), "youve": ("you", "have"),
    "hes": ("he", "'s"), "shes": ("she", "'s"), "thats": ("that", "'s"), "whats": ("what", "'s"),
    "wheres": ("where", "'s"), "whos": ("who", "'s"), "theres": ("there", "'s"),
    "hows": ("how", "'s"), "theyre": ("they", "are"), "theyve": ("they", "have"),
    "weve": ("we", "have"), "cant": ("can", "not"), "wont": ("will", "not"),
    "dont": ("do", "not"), "doesnt": ("does", "not"), "didnt": ("did", "not"),
    "isnt": ("is", "not"), "arent": ("are", "not"), "wasnt": ("was", "not"),
    "werent": ("were", "not"), "havent": ("have", "not"), "hasnt": ("has", "not"),
    "hadnt": ("had", "not"), "couldnt": ("could", "not"), "wouldnt": ("would", "not"),
    "shouldnt": ("should", "not"), "aint": ("is", "not"), "cannot": ("can", "not"),
    "youll": ("you", "will"), "theyll": ("they", "will"), "itll": ("it", "will"),
}  # fmt: skip
"""Contractions written without their apostrophe, and the length rule below finds the cut."""

_OWNED: Final = listed(
    """name dad mum mom mother father sister brother son daughter wife husband boyfriend girlfriend
    kid kids baby dog cat house flat place birthday wedding"""
)
_AFTER_IS: Final = _OWNED | listed(
    """a an not been called got allergic vegan vegetarian pregnant deaf blind diabetic coming
    getting having going turning moving starting retired"""
)
_AFTER_ONE: Final = _AFTER_IS | listed("on in at from always still just really also off ill my")
_NEAR: Final = listed(
    """sister brother daughter son cousin uncle aunt partner girlfriend boyfriend flatmate housemate
    roommate neighbour neighbor grandson granddaughter nephew niece mate friend baby"""
)
_NEAREST: Final = listed(
    "mum mom dad wife husband hubby gran granny nan nana grandad grandma gf bf"
)
_LOOSE: Final = {
    "id": ("would", listed("like love rather prefer say never go be have want hate")),
    "ill": ("will", listed("be have do go get take try see let come send need start move drive")),
    "its": ("'s", listed("a an the not my been so just called really very too")),
    **{f"{one}s": ("'s", _AFTER_IS) for one in _NEAR},
    **{f"{one}s": ("'s", _AFTER_ONE) for one in _NEAREST},
    **{f"{one}s": ("'s", frozenset({"name"})) for one in listed("dog cat puppy kitten boss")},
}
"""Words of their own that are contractions, or a possessive, when one of these follows."""

_PRONOUNS: Final = listed("he she it that there what who where here how when why this")
_PARTICIPLES: Final = listed(
    """been got had become gone done made taken given seen left moved lived worked started stopped
    quit died bought sold lost found changed finished turned grown outgrown come never always
    already just"""
)
_ONLY_PARTICIPLES: Final = _PARTICIPLES - listed("never always already just left gone done")
_NEVER_PLAIN: Final = _ONLY_PARTICIPLES - listed("become come quit")


def words_of(text: str, start: int = 0, end: int | None = None) -> list[Word]:
    """Return the words of `text[start:end]` in order, contractions taken apart."""
    stop = len(text) if end is None else end
    spans = [match.span() for match in _WORD.finditer(text, start, stop)]
    spans.append((stop, stop))
    found: list[Word] = []
    unsure = False
    begin, finish = spans[0]
    for following in spans[1:]:
        word = text[begin:finish]
        low = word.casefold()
        gap = text[finish : following[0]]
        after = "" if gap == " " or gap == "" else "".join(gap.split())
        if low.isalpha() and low not in _BARE:
            found.append(_new(Word, (begin, finish, word, low, after)))
        else:
            _append(found, begin, finish, word, after)
        unsure = unsure or found[-1].low in _UNSURE
        begin, finish = following
    return _told_apart(found) if unsure else found


_new: Final = tuple.__new__
"""Makes a word without the call of its class, of which there is one for every word."""
_UNSURE: Final = frozenset({"'s", "'d", "w", *_LOOSE})


def _append(found: list[Word], start: int, end: int, word: str, after: str) -> None:
    """Add a word of the text that is no plain one, as two if it is a contraction."""
    low = word.casefold()
    if low in _BARE:
        first, second = _BARE[low]
        cut = start + _cut(low, second)
        found.append(Word(start, cut, word[: cut - start], first))
        found.append(Word(cut, end, word[cut - start :], second, after))
        return
    low = low.translate(_APOSTROPHES)
    stem, mark, tail = low.rpartition("'")
    if mark and tail == "t" and stem.endswith("n") and len(stem) > 1:
        _pair(found, (start, end, word, after), len(word) - 3, "not")
    elif mark and stem and tail in _CLITICS:
        _pair(found, (start, end, word, after), len(word) - 1 - len(tail), _CLITICS[tail])
    else:
        found.append(Word(start, end, word, _SPELT.get(low, low), after))


_SPELT: Final = {"b4": "before", "gr8": "great", "l8": "late", "2day": "today"}
"""Words written with a figure for its sound."""


def _cut(low: str, second: str) -> int:
    """Return where a bare contraction falls into its two words."""
    size = {"not": 3 if low == "cannot" else 2, "am": 1, "'s": 1}.get(second, 2)
    return len(low) - size


def _pair(found: list[Word], whole: tuple[int, int, str, str], at: int, low: str) -> None:
    start, end, word, after = whole
    stem = word[:at]
    bare = stem.casefold().translate(_APOSTROPHES)
    found.append(Word(start, start + at, stem, _STEMS.get(bare, bare) if low == "not" else bare))
    found.append(Word(start + at, end, word[at:], low, after))


def _told_apart(found: list[Word]) -> list[Word]:
    """Decide what `'s` and `'d` stand for, and whether `id`, `ill`, `its` are contractions."""
    told: list[Word] = []
    for at, word in enumerate(found):
        following = found[at + 1].low if at + 1 < len(found) and not word.after else ""
        if word.low == "'s":
            told.append(word._replace(low=_of_s(told[-1].low if told else "", following)))
        elif word.low == "'d":
            told.append(word._replace(low=_of_d(following)))
        elif word.text == "w" and following:
            told.append(word._replace(low="with"))
        elif word.low in _LOOSE and _is_drawn(word.low, following):
            second = _LOOSE[word.low][0]
            cut = len(word.low) - 1 if second == "'s" else 1
            middle = word.start + cut
            told.append(Word(word.start, middle, word.text[:cut], word.low[:cut]))
            low = _of_s(word.low[:cut], following) if second == "'s" else second
            told.append(Word(middle, word.end, word.text[cut:], low, word.after))
        else:
            told.append(word)
    return told


def _is_drawn(low: str, following: str) -> bool:
    """Tell whether a word is a contraction, by what follows it: `mums 81`, `dads on leave`."""
    words = _LOOSE[low][1]
    return following in words or (words is _AFTER_ONE and following.isdigit())


def _of_s(before: str, following: str) -> str:
    if before == "let":
        return "us"
    if following in _ONLY_PARTICIPLES:
        return "has"
    return "is" if before in _PRONOUNS else "'s"


def _of_d(following: str) -> str:
    return "had" if following == "better" or following in _NEVER_PLAIN else "would"
