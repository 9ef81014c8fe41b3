"""The words of a language that patterns are made of, as frozen values read from its data files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from retentive.rules.characters import listed
from retentive.rules.claims.matching.conjugating import verbs_of
from retentive.rules.reading.words import Word, words_of

Phrase = tuple[tuple[str, ...], str]
"""The words of an adverb, and the mark it leaves on the clause ("" for none)."""

KEPT: Final = "kept"
"""The row of adverbs that are none in these words: `long covid`, `no more than`."""

Rows = Mapping[str, tuple[tuple[str, ...], ...]]
"""Words in a row, by the first of them."""

FORMS: Final = listed(
    """role name proper place common number amount digits age aged date contact mailbox dial taste
    people"""
)
"""What a kind may want of a value besides its words."""
_TABLES: Final = listed("classes verbs verb_classes auxiliaries adverbs kinds claim")
_KIND: Final = listed("stops drop bars ends without opens empty most form timed")
_OF_ONE_WORD: Final = listed("stops drop ends empty")
"""Of them, those that are asked word by word."""


@dataclass(frozen=True, slots=True)
class Phrases:
    """Words of which one may stand somewhere, and words that may stand there in a row."""

    words: frozenset[str] = frozenset()
    rows: Rows = field(default_factory=dict)

    @classmethod
    def of(cls, told: Iterable[str]) -> Phrases:
        """Return the phrases of entries; those of several words have spaces between them."""
        every = frozenset(told)
        rows: dict[str, list[tuple[str, ...]]] = {}
        for one in sorted(every):
            if " " in one:
                rows.setdefault(one.partition(" ")[0], []).append(tuple(one.split()))
        alone = frozenset(one for one in every if " " not in one)
        return cls(alone, {first: tuple(some) for first, some in rows.items()})

    def stand(self, words: Sequence[Word], at: int) -> bool:
        """Tell whether one of them begins at a word."""
        low = words[at].low
        if low in self.words:
            return True
        rows = self.rows.get(low, ())
        return bool(rows) and any(
            tuple(one.low for one in words[at : at + len(row)]) == row for row in rows
        )

    def stand_among(self, words: Sequence[Word], start: int, end: int) -> bool:
        """Tell whether one of them begins at a word of `[start, end)`."""
        some = self.words or self.rows
        return bool(some) and any(self.stand(words, at) for at in range(start, end))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """How a captured value of one kind is cut: where it stops, and what it may not be.

    `stops` are words that end it; `most` is how many words it may have; `drop` are leading words
    that are no part of it, `ends` trailing ones. A value may not begin with a phrase of `bars`,
    nor hold one of `without`, nor be made of words of `empty` and numbers alone; it begins with
    one of `opens`, if there are any. With `timed` it runs over time phrases. Of a class whose
    entries are words in a row, `stops`, `drop`, `ends` and `empty` take those of one word alone.

    `form` narrows it further. `name` is cut to a name, in a text without capitals to one word;
    `proper` to one with a capital; `place` begins like a name; `common` has a lower-case word.
    `number` is cut to a number, `age` to what can be one, `aged` to one in a word
    (`9-year-old`); `digits` has a digit, `date` a month or a year; `contact` has an @ or four
    digits, `mailbox` an @, `dial` is an address or a whole number to dial. `role` begins with no
    number, nor does `taste`, which may begin with a day (`I hate Mondays`).
    """

    name: str
    stops: frozenset[str]
    drop: frozenset[str]
    bars: Phrases
    ends: frozenset[str]
    without: Phrases
    opens: Phrases | None = None
    empty: frozenset[str] = frozenset()
    most: int = 6
    form: str = ""
    timed: bool = False
    inside: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Everything the matcher knows of a language.

    `verbs` maps the name of a verb to its forms, each with the letters of what it may be: `b`
    base, `s` third person, `i` -ing, `p` past, `n` participle; `bases` are the base forms,
    `inflected` those that are none. `auxiliaries` maps a word to what it does to the tense.
    `adverbs` are set aside before anything is compared, but for those that are `KEPT`.
    """

    classes: Mapping[str, frozenset[str]]
    verbs: Mapping[str, Mapping[str, str]]
    verb_classes: Mapping[str, tuple[str, ...]]
    auxiliaries: Mapping[str, str]
    adverbs: Mapping[str, tuple[Phrase, ...]]
    kinds: Mapping[str, Kind]
    inflected: frozenset[str]
    bases: frozenset[str]

    def words(self, name: str) -> frozenset[str]:
        """Return the words of a class; raise `ValueError` for one that there is not."""
        try:
            return self.classes[name]
        except KeyError:
            raise ValueError(f"the lexicon has no class {name!r}") from None

    def is_of_two(self, low: str) -> bool:
        """Tell whether a word names two peoples: `japanese-brazilian`."""
        peoples = low.split("-")
        return len(peoples) > 1 and self.classes["nationalities"].issuperset(peoples)

    def forms(self, name: str) -> Mapping[str, str]:
        """Return the forms of a verb, or of all verbs of `@class`."""
        if name.startswith("@"):
            if name[1:] not in self.verb_classes:
                raise ValueError(f"the lexicon has no verb class {name[1:]!r}")
            return _merged(self.forms(one) for one in self.verb_classes[name[1:]])
        try:
            return self.verbs[name]
        except KeyError:
            raise ValueError(f"the lexicon has no verb {name!r}") from None


def lexicon_of(tables: Mapping[str, Mapping[str, Any]]) -> Lexicon:
    """Return the lexicon that a language's files, by name, make together.

    Raises `ValueError` for what two files define, and for a word that means nothing.
    """
    for file, table in tables.items():
        if unknown := set(table) - _TABLES:
            raise ValueError(f"{file}: unknown {', '.join(sorted(unknown))}")
    classes, verb_classes = _classes(tables), _rows(tables, "verb_classes")
    verbs = verbs_of(_rows(tables, "verbs"), verb_classes.values(), tables.values())
    return Lexicon(
        classes=classes,
        verbs=verbs,
        bases=frozenset(
            form for forms in verbs.values() for form, letters in forms.items() if "b" in letters
        ),
        inflected=frozenset(
            form
            for forms in verbs.values()
            for form, letters in forms.items()
            if "b" not in letters
        ),
        verb_classes={name: tuple(words.split()) for name, words in verb_classes.items()},
        auxiliaries={
            word: what
            for what, words in _rows(tables, "auxiliaries").items()
            for word in words.split()
        },
        adverbs=_adverbs(_rows(tables, "adverbs")),
        kinds={name: _kind(name, row, classes) for name, row in _rows(tables, "kinds").items()},
    )


def _rows(tables: Mapping[str, Mapping[str, Any]], name: str) -> dict[str, Any]:
    """Return one table of all files together; no file may define what another one does."""
    found: dict[str, Any] = {}
    files: dict[str, str] = {}
    for file, table in tables.items():
        for key, value in table.get(name, {}).items():
            if key in files:
                raise ValueError(f"{file}: {name}.{key} is defined in {files[key]}")
            found[key], files[key] = value, file
    return found


def _classes(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    """Return the classes; `@other` inside one takes in the words of another."""
    raw = {name: set(words.split()) for name, words in _rows(tables, "classes").items()}
    return {name: frozenset(_taken_in(name, raw, ())) for name in raw}


def _taken_in(name: str, raw: Mapping[str, set[str]], above: tuple[str, ...]) -> Iterable[str]:
    if name not in raw:
        raise ValueError(f"the class {above[-1]!r} takes in {name!r}, which there is not")
    if name in above:
        raise ValueError(f"the class {name!r} takes in itself")
    for word in raw[name]:
        if word.startswith("@"):
            yield from _taken_in(word[1:], raw, (*above, name))
        else:
            yield spelt(word)


def spelt(told: str) -> str:
    """Return a word of a data file, or words in a row (`a_bit_of`), as they stand in a line.

    What an apostrophe joins is two words there: `barber's` is `barber` and `'s`.
    """
    if told.startswith("'") or len(told) == 1:
        return told
    apart = told.replace("_", " ")
    return " ".join(word.low for word in words_of(apart)) if "'" in told else apart


def _adverbs(rows: Mapping[str, str]) -> dict[str, tuple[Phrase, ...]]:
    """Return adverbs by their first word, the longest first."""
    found: dict[str, list[Phrase]] = {}
    for mark, words in rows.items():
        for phrase in words.split():
            parts = tuple(phrase.split("_"))
            found.setdefault(parts[0], []).append((parts, "" if mark == "plain" else mark))
    return {
        first: tuple(sorted(phrases, key=lambda one: (-len(one[0]), one)))
        for first, phrases in found.items()
    }


def _kind(name: str, row: Mapping[str, Any], classes: Mapping[str, frozenset[str]]) -> Kind:
    def named(field: str) -> frozenset[str]:
        found: set[str] = set()
        for word in row.get(field, "").split():
            if word.startswith("@") and word[1:] not in classes:
                raise ValueError(f"kind {name!r}: {field} has no class {word[1:]!r}")
            if field in _OF_ONE_WORD and "_" in word and not word.startswith("@"):
                raise ValueError(f"kind {name!r}: {field} takes single words, not {word!r}")
            found |= classes[word[1:]] if word.startswith("@") else {spelt(word)}
        return frozenset(found)

    if unknown := set(row) - _KIND:
        raise ValueError(f"kind {name!r}: unknown {', '.join(sorted(unknown))}")
    if row.get("form", "") not in {"", *FORMS}:
        raise ValueError(f"kind {name!r}: unknown form {row['form']!r}")
    return Kind(
        name=name,
        stops=named("stops"),
        drop=named("drop"),
        bars=Phrases.of(named("bars")),
        ends=named("ends"),
        without=Phrases.of(named("without")),
        opens=Phrases.of(named("opens")) if "opens" in row else None,
        empty=named("empty"),
        most=int(row.get("most", 6)),
        form=row.get("form", ""),
        timed=bool(row.get("timed", False)),
        inside=row.get("timed") == "inside",
    )


def _merged(parts: Iterable[Mapping[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for forms in parts:
        for form, letters in forms.items():
            found[form] = "".join(sorted({*found.get(form, ""), *letters}))
    return found
