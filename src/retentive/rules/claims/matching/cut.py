"""Where a captured value ends, and what it may be."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from retentive.rules.claims.matching.lexicon import Kind, Lexicon
from retentive.rules.claims.matching.line import Line
from retentive.rules.claims.matching.listing import items
from retentive.rules.claims.matching.numbers import is_number, lengths, told_end
from retentive.rules.claims.matching.patterns import Capture
from retentive.rules.claims.matching.traits import DIGITS
from retentive.rules.reading import lexicon as lex

MOST_ITEMS: Final = 12
"""Values of one list."""
_POINTING: Final = (["it"], ["them"], ["that"], ["this"])


class Value(NamedTuple):
    """A value: words `[start, end)` of a line; `none` if it was said that there is none."""

    start: int
    end: int
    none: bool = False


def ends_of(line: Line, lexicon: Lexicon) -> frozenset[int]:
    """Return the words before which every value of a line ends."""
    found = {mark.at for mark in line.marks if mark.name in ("not", "never")}
    found.update(lengths(line, lexicon))
    return line.cuts | found


def reach(
    line: Line, at: int, capture: Capture, ends: Collection[int], joins: Collection[str]
) -> int:
    """Return how far a value that begins at word `at` may run; `ends` are those of `ends_of`."""
    kind, end = capture.kind, at
    most = kind.most * (MOST_ITEMS if capture.several else 1)
    while end < len(line.words) and end - at < most:
        low = line.words[end].low
        if end > at and line.breaks[end] and not (capture.several and _is_comma(line, end)):
            break
        if low in kind.stops and not (capture.several and low in joins):
            break
        timed = end in line.limits and not kind.timed and kind.form != "digits"
        timed = timed and not (kind.form == "taste" and end == at)  # `I hate Mondays`
        timed = timed or (kind.inside and end > at and _closes(line, end))
        if timed or (end > at and end in ends):
            break
        end += 1
    return end


def _closes(line: Line, at: int) -> bool:
    """Tell whether a time begins at a word and ends its part: `quit the gym last week`."""
    end = at + 1
    while end in line.timed:
        end += 1
    return at in line.limits and line.breaks[end]


def values(line: Line, start: int, end: int, capture: Capture, lexicon: Lexicon) -> list[Value]:
    """Return the values in words `[start, end)`; none if they cannot be of this kind."""
    if not capture.several:
        one = _fitted(line, start, end, capture, lexicon)
        return [one] if one else []
    found = []
    for first, last in items(line, start, end, lexicon, headed=capture.heads is not None):
        item = _fitted(line, first, last, capture, lexicon)
        if item is None:
            break
        found.append(item)
    return found


def fills(line: Line, found: Sequence[Value], end: int, kind: Kind) -> bool:
    """Tell whether values reach up to word `end`, but for what is cut off at their end."""
    return all(word.low in kind.ends for word in line.words[found[-1].end : end])


def is_anothers(line: Line, at: int, kind: Kind) -> bool:
    """Tell whether a value stands behind a word with which it may not begin: `her flat`."""
    before = line.words[at - 1].low if at and not line.breaks[at] else ""
    return (before in lex.POSSESSIVES or before == "'s") and before in kind.bars.words


def _is_comma(line: Line, at: int) -> bool:
    return at > 0 and line.words[at - 1].after in (",", "/", ";", "")


def _fitted(line: Line, start: int, end: int, capture: Capture, lexicon: Lexicon) -> Value | None:
    """Return a value without what does not belong to it."""
    kind, none = capture.kind, False
    words = line.words
    # `Her knee is bad` opens a sentence about her; `she hurt her knee` does not.
    theirs = line.breaks[start] and words[start].low in lex.THEIRS
    if theirs or kind.bars.stand(words, start) or words[start].low in lexicon.classes["joins"]:
        return None
    zero, first = lexicon.classes["zero"], start
    while start < end and words[start].low in kind.drop:
        none = none or words[start].low in zero
        start += 1
    if first < start < end and kind.bars.stand(words, start):
        return None
    if kind.opens and (start == end or not kind.opens.stand(words, start)):
        return None
    end = min(end, start + kind.most)
    while end > start and words[end - 1].low in kind.ends:
        end -= 1
    if start >= end:
        return None
    if kind.without.stand_among(words, start, end):
        return None
    end = _formed(line, start, end, kind.form, lexicon)
    owns = kind.form in ("name", "proper") and _is_owner(line, end, lexicon)
    if start >= end or owns or _is_empty(line, start, end, kind):
        return None
    if capture.heads is not None and not _headed(line, start, end, capture.heads, lexicon):
        return None
    return Value(start, end, none)


def _is_empty(line: Line, start: int, end: int, kind: Kind) -> bool:
    """Tell whether a value names nothing: `it`, `do it`, `the last five`, `40`."""
    if not kind.empty:
        return False
    lows = [one.low for one in line.words[start:end]]
    return lows[1:] in _POINTING or all(low in kind.empty or low.isdigit() for low in lows)


def _formed(line: Line, start: int, end: int, form: str, lexicon: Lexicon) -> int:
    """Return where a value of a form ends: a name, a number; `start` if it is none."""
    match form:
        case "name":
            return _name_end(line, start, end, lexicon)
        case "place":
            low = line.words[start].low
            bare = start == 0 or line.words[start - 1].low not in lexicon.classes["articles"]
            bare = bare or low in lexicon.classes["the_places"]
            lower = bare and low not in lexicon.bases and _is_all_lower(line)
            named = line.words[start].text[:1].isupper() or (lower and low[0].isalpha())
            return end if named and low not in lexicon.classes["no_name"] else start
        case "number" | "amount":
            last = start + 1 if form == "number" else end
            return last if is_number(line, start, lexicon) and last <= end else start
        case "age" | "aged" | "people":
            return told_end(line, start, form, lexicon)
        case "digits" | "date":
            return end if _is_dated(line, start, end, form, lexicon) else start
        case "contact" | "mailbox" | "dial":
            return end if _reaches(line.between(start, end), form) else start
        case "common":
            some = any(word.text[:1].islower() for word in line.words[start:end])
            return end if some else start
        case "taste" | "role":
            code = line.words[start].text  # `3M` is a name, `3` is none
            acts = form == "role" and _does(line, start, end)
            return start if acts or (code[0].isdigit() and code == code.lower()) else end
        case "proper":
            upper = line.words[start].text[:1].isupper()
            return _name_end(line, start, end, lexicon) if upper else start
        case _:
            return end


def _does(line: Line, start: int, end: int) -> bool:
    """Tell whether words say what somebody does to something: `meeting the architect`."""
    behind = line.words[start + 1].low if end - start > 1 else ""
    return behind in lex.DETERMINERS and line.words[start].low in lex.GERUNDS


def _is_dated(line: Line, start: int, end: int, form: str, lexicon: Lexicon) -> bool:
    """Tell whether there is a figure; for a date a month or a year, as `the 24th` alone is none."""
    digits = sum(map(str.isdigit, line.between(start, end)))
    if form != "date":
        return digits > 0
    months = lexicon.classes["months"]
    return digits > len("24") or any(word.low in months for word in line.words[start:end])


def _reaches(told: str, form: str) -> bool:
    """Tell whether words are a mail address, or a number: all of one where they stand alone."""
    if "@" in told:
        return " " not in told or form == "contact"
    digits = sum(one.isdigit() for one in told)
    if form != "dial":
        return form == "contact" and digits > len("100")
    plain = all(one.isdigit() or one in " +-/()." for one in told)
    return plain and digits >= DIGITS and told[:1] in "0+"


def _name_end(line: Line, start: int, end: int, lexicon: Lexicon) -> int:
    inner, at = lexicon.classes["name_inside"], start
    while at < end and (
        line.words[at].text[:1].isupper() or (at > start and _inside(line, at, end, inner))
    ):
        at += 1
    if start < at == end - 1 and line.words[at].low in lexicon.classes["possessive_marks"]:
        return end  # `I left St Brigid's`
    if (
        at == start
        and _is_all_lower(line)
        and line.words[start].low not in lexicon.classes["no_name"]
        and line.words[start].low not in lexicon.inflected
        and line.words[start].low not in lexicon.auxiliaries
    ):
        return start + 1
    return at


def _inside(line: Line, at: int, end: int, inner: frozenset[str]) -> bool:
    """Tell whether a small word stands inside a name: `Ana de la Cruz`."""
    while at < end and line.words[at].low in inner:
        at += 1
        if at < end and line.words[at].text[:1].isupper():
            return True
    return False


def _is_all_lower(line: Line) -> bool:
    return not any(word.text[:1].isupper() and word.text != "I" for word in line.words)


def _headed(line: Line, start: int, end: int, heads: frozenset[str], lexicon: Lexicon) -> bool:
    """Tell whether the head of a phrase, its last word before a preposition, is among these."""
    breaks = lexicon.classes["after_head"]
    at = _head_end(line, start, end, breaks)
    if at + 1 < end and line.words[at - 1].low in lexicon.classes["counts_of"]:
        start, at = at, _head_end(line, at + 1, end, breaks)  # `a pair of skis`
    told = (one for one in range(start + 1, at) if _goes_on(line, one, heads, lexicon))
    at = next(told, at)
    last = line.words[at - 1].low
    if last in heads or _singular(last) in heads:
        return True
    pair = f"{line.words[at - 2].low} {last}" if at - 2 >= start else last
    return pair in heads or last.rpartition("-")[2] in heads


def _goes_on(line: Line, at: int, heads: frozenset[str], lexicon: Lexicon) -> bool:
    """Tell whether a verb goes on behind the head: `my arm skiing`, not `my driving test`."""
    low, before = line.words[at].low, line.words[at - 1].low
    return low.endswith("ing") and low in lexicon.inflected and before in heads


def _head_end(line: Line, start: int, end: int, breaks: frozenset[str]) -> int:
    return next((one for one in range(start + 1, end) if line.words[one].low in breaks), end)


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 3 and word.endswith("s") else word


def _is_owner(line: Line, at: int, lexicon: Lexicon) -> bool:
    """Tell whether a name before word `at` is that of an owner: `Tom's sister`, not `Tom's off`."""
    open_ = at + 1 < len(line.words) and not line.breaks[at + 1] and line.words[at].low == "'s"
    return open_ and line.words[at + 1].low not in lexicon.classes["no_noun"]
