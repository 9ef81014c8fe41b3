"""The one tokeniser: text to index terms, canonical texts for equality, names for comparing.

Postings, queries, likeness and names all rest on these functions, so any change of what they
return needs a new `TOKENISER`; it is stored with every index. They are linear in the text.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

from Stemmer import Stemmer

from retentive.rules.characters import calm, is_blank, kinds, listed, normalise

__all__ = [
    "MAX_TERM",
    "STOP_WORDS",
    "TOKENISER",
    "content_hash_text",
    "is_blank",
    "normalise",
    "normalise_name",
    "query_terms",
    "terms",
]

TOKENISER: Final = "text-2"
"""The version of what `terms` returns, the stemmer's rules included."""

MAX_TERM: Final = 64
"""Code points of a term that count; a longer run matches by its beginning."""

_MAX_JOINED: Final = 4
"""Parts of an identifier up to which its joined form is a term too."""

_STEMS_KEPT: Final = 1 << 15

STOP_WORDS: Final = listed(
    """
    a an the this that these those
    and or but if not no so as than then
    of to in on at by for from with into about
    i me my you your he him his she her it its we us our they them their
    am is are was were be been do does did have has had can could will would should
    what which who whom whose when where why how there
    """
)
"""English words that carry no evidence of their own, question words among them.

Dropped from index and query alike: measured better than keeping them on conversations, where
"when did she ..." otherwise finds whatever else asks when. English alone: in other languages a
frequent word weighs little by its frequency.
"""

_TOKEN = re.compile(
    r"(?P<word>[ld][ldm]*(?:(?:['-]|(?<=d),(?=d))[ld][ldm]*)*)"
    r"|(?P<unspaced>c[cm]*)|(?P<hangul>k[km]*)|(?P<emoji>e)"
)
_UNIT = re.compile(r"[ck]m*")
_JOINT = re.compile(r"[-‐_.:/@&+,]")
_APOSTROPHE = re.compile(r"[’‘ʼ]")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_LATIN = re.compile(r"[a-zß-öø-ɏḀ-ỿ]+")
_ARABIC = re.compile(r"[\u0620-\u06d3]")
_ARABIC_SIGNS = re.compile(r"[\u0640\u064b-\u065f\u0670\u06d6-\u06ed]")
_ARABIC_LETTERS = str.maketrans("أإآٱىیکة", "ااااييكه")
_ARABIC_ARTICLE = re.compile(r"^(?:[وبكف]?ال|لل)(?=..)")
_HEBREW_POINTS = re.compile(r"[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
_HEBREW = re.compile(r"[\u05d0-\u05ea]")
_PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "ё": "е", "æ": "ae", "œ": "oe"}
)
"""Letters whose mark is no character of its own. Of Cyrillic `ё` alone: `й` is another letter."""
_NUKTAS = frozenset("\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc")
_MARKED_RANGES: Final = ((0x61, 0x24F), (0x370, 0x3FF), (0x1E00, 0x1FFF))
"""Latin and Greek: where people leave the marks of a letter out when they type."""
_RAISED = re.compile("(?<=[0-9])(?=[²³¹⁰⁴-⁹])")
_FRACTION = re.compile("(?<=[0-9])(?=[¼-¾⅐-⅞])")
_DASHES = re.compile("[–—−‒―]")
_HALF_SPACE = re.compile("(?<=[\u0620-\u06ff])\u200c(?=[\u0620-\u06ff])")
_SIGNED = re.compile(r"(?<![\w'])[^\W\d_]{1,2}(?:\+\+|[+#])(?![^\W\d_]|[+#])")
"""`C++`, `C#`, `A+`: short names that their sign tells apart."""
_CLITICS = frozenset({"s", "m", "re", "ve", "ll", "d"})
_ELIDED: Final = 2
"""Letters before an apostrophe that may be an article or prefix of their own: `l'été`, `o'neil`."""


def terms(text: str) -> list[str]:
    """The index terms of `text`, in order and with repetition.

    Words by Unicode category, English ones as Porter2 stems, those with accents also without;
    identifiers as their parts and joined; scripts without spaces as characters and pairs of
    them; Korean as words, pairs and syllables; Arabic without article and vowel signs. Hebrew
    prefixes stay: cutting one letter would merge unrelated words. Stop words are dropped unless
    there is nothing else.
    """
    return _terms(text, singles=True)


def query_terms(text: str) -> list[str]:
    """The terms to look up for a query: those of `terms` without the single characters of a run.

    A pair of characters says what a query asks for; its single characters would find every text
    that holds one of them. A query of one character keeps it.
    """
    return _terms(text, singles=False)


def _terms(text: str, *, singles: bool) -> list[str]:
    matched = normalise(_told_apart(text))
    kept: list[str] = []
    dropped: list[str] = []
    spelled = kinds(matched)
    for token in _TOKEN.finditer(spelled):
        piece = matched[token.start() : token.end()]
        match token.lastgroup:
            case "word":
                for word in _words(piece):
                    (dropped if word in STOP_WORDS else kept).extend(_forms(word[:MAX_TERM]))
            case "unspaced":
                kept.extend(_pairs(_units(piece, token.group()), singles=singles))
            case "hangul":
                units = _units(piece, token.group())
                if len(units) > 2:
                    kept.append(piece[:MAX_TERM])
                kept.extend(_pairs(units, singles=singles))
            case _:
                kept.append(piece)
    if "+" in matched or "#" in matched:
        kept.extend(_SIGNED.findall(matched))
    return kept or dropped


def _told_apart(text: str) -> str:
    """`text` with a joint where normalising would make two words, or two numbers, one.

    `10²` is not 102; a dash ties words together as a hyphen does; a half space of Persian stands
    between a word and its ending.
    """
    if text.isascii():
        return text
    joined = _HALF_SPACE.sub("-", _DASHES.sub("-", text))
    return _FRACTION.sub(" ", _RAISED.sub("^", joined))


def _units(piece: str, spelled: str) -> list[str]:
    """The characters of a run, each with its marks."""
    return [piece[unit.start() : unit.end()] for unit in _UNIT.finditer(spelled)]


def _pairs(units: list[str], *, singles: bool) -> Iterator[str]:
    if singles or len(units) == 1:
        yield from units
    for first, second in pairwise(units):
        yield first + second


def _words(compound: str) -> Iterator[str]:
    """The words of a run joined by punctuation: its parts, then the whole."""
    if compound.isalnum():
        yield compound
        return
    compound = _APOSTROPHE.sub("'", compound)
    if _THOUSANDS.fullmatch(compound):
        yield compound.replace(",", "")
        return
    parts = _JOINT.split(compound)
    bare = [_without_clitic(part) for part in parts]
    for part in bare:
        yield from _apostrophised(part)
    if 1 < len(parts) <= _MAX_JOINED:
        numeric = all(part.isdecimal() for part in parts)
        yield compound if numeric else "".join(bare).replace("'", "")


def _without_clitic(word: str) -> str:
    """`ana's` as `ana`, `we'll` as `we`; `don't` stays."""
    head, apostrophe, tail = word.rpartition("'")
    return head if apostrophe and tail in _CLITICS else word


def _apostrophised(word: str) -> Iterator[str]:
    """`don't` as `dont`, `l'été` as `lété` and `été`, `izmir'de` as `izmirde` and `izmir`."""
    yield word.replace("'", "")
    head, _, tail = word.partition("'")
    if len(head) > _ELIDED and tail not in ("", "t"):
        yield head
    if len(head) <= _ELIDED < len(tail):
        yield tail.replace("'", "")


@lru_cache(maxsize=_STEMS_KEPT)
def stem(word: str) -> str:
    """The stem of a word in lower case: English ones as Porter2 has it, Arabic without article."""
    if _LATIN.fullmatch(word):
        # A stemmer keeps its word in itself: one a call is what makes this safe among threads.
        found: str = Stemmer("english", 0).stemWord(word)
        return found
    if _ARABIC.search(word):
        plain = _ARABIC_SIGNS.sub("", word).translate(_ARABIC_LETTERS)
        return _ARABIC_ARTICLE.sub("", plain)
    if _HEBREW.search(word):
        return _HEBREW_POINTS.sub("", word)
    return word


@lru_cache(maxsize=_STEMS_KEPT)
def _forms(word: str) -> tuple[str, ...]:
    """The term of a word, and that of its letters without their marks.

    So who types no accents finds the word, and who does finds it before others. A mark that
    tells a word from a stop word stays: `thé` is not `the`.
    """
    term = stem(word)
    plain = _without_marks(word)
    if plain == word or plain in STOP_WORDS:
        return (term,)
    bare = stem(plain)
    return (term,) if bare == term else (term, bare)


def _without_marks(word: str) -> str:
    if word.isascii():
        return word
    letters: list[str] = []
    marked = False
    for char in unicodedata.normalize("NFD", word.translate(_PLAIN_LETTERS)):
        if not unicodedata.combining(char):
            marked = any(first <= ord(char) <= last for first, last in _MARKED_RANGES)
        elif marked or char in _NUKTAS:
            continue
        letters.append(char)
    return unicodedata.normalize("NFC", "".join(letters))


# ---------------------------------------------------------------- equality of texts

# Superscripts, subscripts and fractions: NFKC would make 10² equal to 102.
_MEANT = re.compile(r"([ª²³¹º¼-¾⁰-₟⅐-⅟↉]+)")
_END = " .,;:!…。．｡！、，।॥۔"


def content_hash_text(text: str) -> str:
    """The canonical text under which two contents are the same one (row Z-40).

    Casefolded, whitespace collapsed, end punctuation stripped. NFKC rather than NFC, because the
    same note typed on another keyboard arrives full-width or half-width; what it would change in
    meaning (10² to 102, ½ to 1/2) is left out of it. A question mark at the end stays: asking is
    not saying.
    """
    halves = _MEANT.split(calm(text))
    folded = "".join(
        half if odd % 2 else unicodedata.normalize("NFKC", half) for odd, half in enumerate(halves)
    )
    composed = unicodedata.normalize("NFC", calm(folded.casefold()))
    collapsed = " ".join(composed.split())
    return collapsed.rstrip(_END) or collapsed


_NAME_MARKS = str.maketrans("_", " ", ".,;:!?'\"’")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")


def normalise_name(name: str) -> str:
    """A name as it is compared (row C-49): no case, leading article, punctuation or odd spaces.

    A name of punctuation alone keeps it, so that two such names do not become one. For who tells
    entities apart; the memory itself reads none out of what is said yet.
    """
    spaced = " ".join(normalise(name).replace("_", " ").split())
    bare = " ".join(_ARTICLE.sub("", spaced).translate(_NAME_MARKS).split())
    return bare or spaced
