"""The beginning of a sentence that a question gives to its answer.

`Where do you live?` makes `Leeds` say `I live in Leeds`: the words of the question as who answers
would repeat them, up to what was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from retentive.model.candidate import Candidate
from retentive.rules.characters import listed
from retentive.rules.claims.line import Line
from retentive.rules.reading import Clause, Word
from retentive.rules.reading import lexicon as lex

_WH: Final = listed("what which who where when how")
_BE: Final = listed("is are was were am")
_DO: Final = listed("do does did")
_AUX: Final = _BE | _DO | listed("have has will")
_FURTHEST: Final = 4
"""Words between what opens a question and its verb: `which other languages do`."""
_SPELT: Final = {"'s": "is", "’s": "is", "'re": "are", "’re": "are", "'ve": "have", "’ve": "have"}
_MINE: Final = {"you": "i", "your": "my", "yours": "mine", "yourself": "myself"}
_PRONOUNS: Final = listed("you he she they it")
_ASIDE: Final = listed(
    "ever originally usually currently generally actually normally mostly still also"
)
_ENDS: Final = listed(
    """this next these tonight tomorrow over again now right exactly today lately nowadays
    any anything anywhere anyone something somewhere other much some many a an
    for if then by_the_way so on during when at_the_moment"""
)
"""Words of a question that its answer does not repeat."""
_LEISURE: Final = listed("fun free spare outside relax weekends weekend unwind hobby hobbies")
_DOING: Final = listed("doing planning up")
_HEADINGS: Final = {
    "hobby": "hobbies", "hobbies": "hobbies", "interests": "hobbies", "pastimes": "hobbies",
    "goal": "goals", "goals": "goals", "resolution": "goals", "resolutions": "goals",
    "aim": "goals", "dream": "goals", "objective": "goals",
    "allergies": "allergies",
}  # fmt: skip
_OWNED: Final = listed(
    "pets kids children siblings brothers sisters pet car dogs cats animals grandchildren grandkids"
)
_PLANS: Final = listed("plans planned")
_TO: Final = listed("go going went move moving travel travelling fly flying head heading been")
_AT: Final = listed("work working study studying")
_ELSEWHERE: Final = listed("live living stay staying based born grow grew")
_NAMED: Final = listed("uni university college school")
_LEADS: Final = listed(
    "yeah yes yep yup yea ya sure well oh um uh ah hmm mostly mainly just probably ok okay so erm"
)
_DENIALS: Final = listed("no nope nah not none nothing never nowhere dunno")
_OPEN_ENDED: Final = listed(
    """think say mean want need see get know prefer suggest recommend call calling try trying expect
    mind looking after feel feeling hear wish hope"""
)
"""Verbs of questions that ask for no fact of who answers."""
_BEHIND: Final = listed("due called named over born based scheduled")
_NO_ANSWERS: Final = listed("why thanks what who where when how")


def frame(asked: Sequence[str]) -> tuple[Word, ...]:
    """Return the words that stand before the answer to a question; `()` if none are known."""
    words = [part for word in asked for part in _parts(word) if part not in _ASIDE]
    found = _about_plans(words)
    if not found:
        first = next((at for at, word in enumerate(words) if word in _WH | _AUX), len(words))
        rest = words[first:]
        found = () if not rest else _open(rest) if rest[0] in _WH else _closed(rest)
    made = [Word(-1, -1, word, word) for word in found]
    if len(made) == 1:
        made = [made[0]._replace(after=":")]
    return tuple(made)


def is_frame(above: Sequence[Word]) -> bool:
    """Tell whether the words over a clause begin its sentence, and are no heading."""
    return bool(above) and not above[-1].after


def heads(line: Line, above: Sequence[Word]) -> int:
    """Return how many words of a line are a heading, in which nobody is meant who does anything."""
    return 0 if not above or is_frame(above) else sum(one in above for one in line.words)


def own_words(line: Line, clause: Clause) -> int:
    """Return how many words of a line stand over its clause, and say nothing alone.

    A question for a time leaves its answer no more to tell (`The exam is on 5 May`).
    """
    first = line.first(clause.span.start)
    asks = first and line.words[0].start < 0 and is_frame(line.words[:first])
    return first - 1 if asks and line.words[first - 1].low in _BE else first


def answered(above: Sequence[Word], words: Sequence[Word]) -> tuple[Word, ...]:
    """Return a clause behind the words over it; an answer of another kind stands for itself."""
    if not is_frame(above):
        return (*above, *words)
    lead = len([*takewhile(lambda one: one.low in _LEADS, words)])
    rest = words[lead:]
    first = rest[0].low if rest else ""
    if not rest or first in _DENIALS or first in _NO_ANSWERS:
        return tuple(words)
    if above[-1].low == "am" and len(above) == 2 and not first.endswith("ing"):
        nouns = first in lex.DETERMINERS or first in lex.PREPOSITIONS
        if first not in lex.DETERMINERS and first in lex.BASES | lex.PASTS and not nouns:
            return tuple(words)
    if above[-1].low in lex.PREPOSITIONS and first in lex.PREPOSITIONS:
        above = above[:-1]
    return (*above, *rest)


def begun(above: Sequence[Word], one: Candidate) -> Candidate:
    """Return a candidate whose text begins as the question has begun it."""
    if not is_frame(above):
        return one
    told = " ".join(["I" if word.low == "i" else word.text for word in above])
    return replace(one, text=f"{told[0].upper()}{told[1:]} {one.text}")


def _parts(word: str) -> tuple[str, ...]:
    for ending, spelt in _SPELT.items():
        if word.endswith(ending) and word[: -len(ending)] in _WH | _PRONOUNS:
            return (word[: -len(ending)], spelt)
    owner, mark, _ = word.replace("’", "'").rpartition("'s")
    return (owner, mark) if mark and word.endswith("s") else (word,)


def _about_plans(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words before an answer to `any plans?`, `any hobbies?`."""
    if not words or words[0] not in ("any", "anything"):
        return ()
    if not _PLANS.isdisjoint(words):
        return ("i", "am")
    if not _OWNED.isdisjoint(words):
        return ("i", "have")
    return _heading(words[:3])


def _heading(words: Sequence[str]) -> tuple[str, ...]:
    return next(((_HEADINGS[word],) for word in words if word in _HEADINGS), ())


def _open(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words before an answer to a question that asks for something."""
    at = next((n for n, word in enumerate(words[1 : _FURTHEST + 1], 1) if word in _AUX), 0)
    asks, between, helper = words[0], words[1:at], words[at]
    who, rest = _subject(words[at + 1 :], verb=helper not in _BE)
    if not at or not who or (asks == "how" and between != ["old"]):
        return ()
    if who == ("i",) and not _NAMED.isdisjoint(between):
        return ("i", "study", "at")
    if helper in _BE and who != ("i",):
        return () if rest else _being(who, helper)
    return () if asks == "when" else _doing(who, helper, rest, where=asks == "where")


def _being(who: tuple[str, ...], helper: str) -> tuple[str, ...]:
    """Return the words before an answer to `what is your name?`, `when is the report due?`."""
    if not _PLANS.isdisjoint(who):
        return ("i", "am")
    if who[-1] in _BEHIND:
        return (*who[:-1], helper, who[-1])
    return _heading(who) or (*who, helper)


def _doing(
    who: tuple[str, ...], helper: str, rest: Sequence[str], *, where: bool
) -> tuple[str, ...]:
    """Return the words before an answer to `what do you play?`, `where did you go?`."""
    kept, speaker = _kept(rest), who == ("i",)
    if helper in _DO and kept[:1] == ("do",):
        if not _LEISURE.isdisjoint(rest):
            return ("hobbies",) if speaker else ()
        return () if helper == "did" or kept[1:] else (*who, "am" if speaker else "is")
    if not _OPEN_ENDED.isdisjoint(kept[:2]):
        return ()
    if kept and kept[0] in _DOING and kept[-1] != "with":
        return ("i", "am")
    verb = () if helper == "do" else ("am",) if helper in _BE else (helper,)
    ends = kept and kept[-1] in lex.PREPOSITIONS
    to = (_where(kept),) if where and not ends else ()
    return (*who, *verb, *kept, *to)


def _where(kept: Sequence[str]) -> str:
    if not _TO.isdisjoint(kept):
        return "to"
    return "at" if not _AT.isdisjoint(kept) else "in"


def _closed(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words before an answer to a question that wants `yes` and something besides."""
    helper, (who, rest) = words[0], _subject(words[1:], verb=True)
    kept = _kept(rest)
    if who != ("i",) or not kept or not _OPEN_ENDED.isdisjoint(kept):
        return ()
    if "have" in (helper, kept[0]) and (found := _heading(rest)):
        return found
    if helper == "have" and kept[:2] == ("been", "to"):
        return ("i", "have", "been", "to")
    if kept[0] == "have" and not _OWNED.isdisjoint(kept):
        return ("i", "have")
    if len(kept) == len(rest) or helper == "will":
        return ()  # `do you like tea?` asks for no more
    if kept == ("have",) or (helper == "have" and kept == ("got",)):
        return ("i", "am") if not _PLANS.isdisjoint(rest) else ("i", "have")
    verb = () if helper == "do" else ("am",) if helper == "are" else (helper,)
    to = ("to",) if {"anywhere", "somewhere"} & {*rest} and not _TO.isdisjoint(kept) else ()
    return ("i", *verb, *kept, *to)


def _kept(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(takewhile(lambda word: word not in _ENDS, words))


def _subject(words: Sequence[str], *, verb: bool) -> tuple[tuple[str, ...], Sequence[str]]:
    """Return who or what a question is about, as who answers says it, and the words behind it."""
    if not words:
        return (), ()
    if words[0] in _PRONOUNS:
        return (_MINE.get(words[0], words[0]),), words[1:]
    if words[0] not in ("your", "the"):
        return (), ()
    size = 2 if verb else len([*takewhile(lambda word: word not in _ENDS, words)])
    return tuple(_MINE.get(word, word) for word in words[:size]), words[size:] if verb else ()
