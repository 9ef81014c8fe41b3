"""WordPiece over an uncased BERT vocabulary: text in, piece numbers out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

LONGEST_WORD = 100
"""Characters of a word beyond which it is one unknown piece, as the vocabulary's makers set it."""

CONTINUED = "##"


@dataclass(slots=True)
class WordPiece:
    """Cuts text into pieces of a vocabulary, longest match first.

    Words are seen again and again, so the pieces of up to `remembered` words are kept.
    """

    vocabulary: dict[str, int]
    remembered: int = 20_000
    _known: dict[str, tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Sequence[str]) -> WordPiece:
        """Return the cutter for a vocabulary given as pieces in the order of their numbers."""
        return cls({piece: number for number, piece in enumerate(lines)})

    def encode(self, text: str, most: int) -> list[int]:
        """Return at most `most` piece numbers, the start and end marks included."""
        found = [self.vocabulary["[CLS]"]]
        for word in words(text):
            if len(found) >= most - 1:
                break
            found += self._pieces(word)
        return [*found[: most - 1], self.vocabulary["[SEP]"]]

    def _pieces(self, word: str) -> tuple[int, ...]:
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= self.remembered:
                self._known.clear()
            known = self._known[word] = self._cut(word)
        return known

    def _cut(self, word: str) -> tuple[int, ...]:
        unknown = (self.vocabulary["[UNK]"],)
        if len(word) > LONGEST_WORD:
            return unknown
        pieces: list[int] = []
        start = 0
        while start < len(word):
            for end in range(len(word), start, -1):
                piece = word[start:end] if start == 0 else CONTINUED + word[start:end]
                number = self.vocabulary.get(piece)
                if number is not None:
                    break
            else:
                return unknown
            pieces.append(number)
            start = end
        return tuple(pieces)


def words(text: str) -> Iterator[str]:
    """Yield the words and punctuation marks of a text, lower case and without accents."""
    word: list[str] = []
    for char in _normal(text):
        alone = _stands_alone(char)
        if char == " " or alone:
            if word:
                yield "".join(word)
                word.clear()
            if alone:
                yield char
        else:
            word.append(char)
    if word:
        yield "".join(word)


def _normal(text: str) -> Iterator[str]:
    if text.isascii():
        yield from text.lower().translate(_PLAIN)
        return
    for char in unicodedata.normalize("NFD", text):
        category = unicodedata.category(char)
        if char in "\t\n\r" or char.isspace():
            yield " "
        elif category not in _DROPPED and char != "\ufffd":
            yield from char.lower()


_PLAIN = {
    **dict.fromkeys((*range(0x20), 0x7F), ""),
    **dict.fromkeys(map(ord, "\t\n\r\x0b\x0c\x1c\x1d\x1e\x1f"), " "),
}
"""What becomes of the control characters of ASCII: white space, or nothing."""


def _stands_alone(char: str) -> bool:
    """Tell whether a character is a piece of its own: punctuation, symbols of ASCII, ideographs."""
    if char.isalnum() and char < "\u2e80":
        return False
    code = ord(char)
    if code < 128:
        return char != " "
    return unicodedata.category(char)[0] == "P" or any(a <= code <= b for a, b in _IDEOGRAPHS)


_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
_DROPPED = frozenset({"Mn", "Cc", "Cf", "Cs"})
