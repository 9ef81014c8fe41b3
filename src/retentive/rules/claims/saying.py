"""What a match says, with what its tense and the adverbs around it make of that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from retentive.model.claim import Cue, Polarity
from retentive.model.provenance import Span
from retentive.rules.claims.matching.beginning import begins
from retentive.rules.claims.matching.line import Line, Mark
from retentive.rules.claims.matching.match import Match
from retentive.rules.claims.matching.patterns import LAST, NEXT, OVER, WRONG, Says
from retentive.rules.claims.matching.standing import stands
from retentive.rules.claims.matching.verbs import Tense
from retentive.rules.reading import lexicon as lex

PLAN: Final = "plan"
"""The attribute of what is meant to happen, when a state is told in the future."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One thing that a match says, before it is known whom it is about.

    `words` are the first and the end word of the value; `item` the words of the list that holds
    it. `over` tells that the state has ended by the time of speaking, `ended` that what is dated
    is its end.
    """

    match: Match
    attribute: str
    value: str
    words: tuple[int, int]
    item: tuple[int, int]
    polarity: Polarity
    cue: Cue
    type: str
    about: str
    over: bool = False
    ended: bool = False
    dated: bool = True
    known: bool = False
    old: str = ""
    new: str = ""


def said(line: Line, match: Match, times: frozenset[str] = frozenset()) -> Iterator[Said]:
    """Yield what a match says, an item for each value of a list.

    `times` tells what time phrases stand in the clause: `date`, `until` (a bound or a length),
    `since`, `ahead` (in the future).
    """
    marks = _marks(line, match)
    if not _has(line, match, marks | times):
        return
    ahead = "ahead" in times
    for says in match.pattern.says:
        if says.past == "holds" and not ahead and _is_habit(line, match):
            continue
        read = _read(says, match, marks, ahead=ahead)
        if read is None:
            continue
        attribute, kind, polarity, cue, over = read
        cue = Cue.ALSO if cue is Cue.NONE and _may_stand_beside(says, match, times) else cue
        over = over and not begins(line, match)
        affirms = says.negated == "affirms"  # `allowed no salt` is what is said already
        for value, words, item, none in _valued(line, match, says, attribute != says.attribute):
            if attribute and not value:
                continue
            yield Said(
                match=match,
                attribute=attribute,
                value=value,
                words=words,
                item=item,
                polarity=Polarity.NEGATIVE if none and not affirms else polarity,
                cue=cue,
                type=kind,
                about=says.about,
                over=over,
                ended=over and says.past == "ends",
                dated=says.dated,
                known=says.known,
                old=_told(line, match, says.old),
                new=_told(line, match, says.new),
            )


def _may_stand_beside(says: Says, match: Match, times: frozenset[str]) -> bool:
    """Tell whether what somebody does may be done beside his trade.

    That is what is told by a verb (`I fix boilers`, of a plumber), or done on certain days only.
    """
    if says.attribute not in _TRADES or match.tense is not Tense.PRESENT or "since" in times:
        return False
    return "recurring" in times or (says.attribute == "job" and "{verb}" in says.value)


_TRADES: Final = ("job", "works_at")


def _is_habit(line: Line, match: Match) -> bool:
    """Tell whether a verb tells of no plan, for which it would be `moving`: `I sell bags here`."""
    if match.tense is not Tense.PRESENT:
        return False
    low, before = line.words[match.verb].low, line.words[match.verb - 1].low if match.verb else ""
    return low not in lex.BE and before not in lex.BE and not low.endswith("ing")


def _told(line: Line, match: Match, name: str) -> str:
    """Return the words of a capture."""
    if name in (LAST, NEXT, OVER, WRONG):
        return name
    named = match.values(name) if name else ()
    return line.between(named[0].start, named[-1].end) if named else ""


def _has(line: Line, match: Match, marks: frozenset[str]) -> bool:
    """Tell whether a match has all that its pattern needs."""
    pattern = match.pattern
    if pattern.tenses and match.tense.value not in pattern.tenses:
        return False
    return all(stands(line, match, name) for name in pattern.needs - marks)


def _marks(line: Line, match: Match) -> frozenset[str]:
    """Return what the adverbs mean: negations only between the start and the value.

    One further on, still inside the match, makes a `contrast`: `use pnpm, not npm`.
    """
    first = min((one.start for _, found in match.captures for one in found), default=match.end)
    first = max(first, match.verb + 1)
    found: set[str] = set()
    for mark in line.marks:
        if any(line.breaks[at] for at in range(match.end, mark.at)):
            continue  # of what is said behind a comma: `my knee is gone, so no more rugby`
        if mark.name in _ENDING and _parted(line, match, mark):
            continue
        if mark.name == "also" and mark.at == 0 and any(each.name == "now" for each in line.marks):
            continue  # `also, the limit is 100 now` goes on with what is told
        if mark.name not in _DENYING or match.start <= mark.at <= first:
            found.add(mark.name)
        elif first < mark.at < match.end:
            found.add("contrast")
    return frozenset(found)


_DENYING: Final = frozenset({"not", "never"})
_TYING: Final = frozenset({"and", "but", "so"})
_ENDING: Final = frozenset({"no_more", "any_more"})


def _parted(line: Line, match: Match, mark: Mark) -> bool:
    """Tell whether punctuation, or what ties another verb on, stands between match and adverb."""
    tied = line.words[mark.at - 1].low if mark.at >= match.end > 0 else ""
    if tied in _TYING:
        return True  # `has dementia and no longer drives`
    if mark.at == match.end:
        return mark.parted
    between = range(match.end, mark.at + 1)
    if mark.at < match.end:
        between = range(mark.at + 1, match.start + 1)
    return any(line.breaks[one] for one in between if one < len(line.words))


def _read(
    says: Says, match: Match, marks: frozenset[str], *, ahead: bool
) -> tuple[str, str, Polarity, Cue, bool] | None:
    """Return attribute, type, polarity, cue, and whether it is over; None for nothing."""
    negated = "not" in marks or "never" in marks
    ends = "no_more" in marks or ("any_more" in marks and negated)
    attribute, kind, polarity, cue = says.attribute, says.type, says.polarity, says.cue
    tense = match.tense
    if "loosely" in marks or (says.negated == "affirms" and not negated):
        return None
    if tense is Tense.UNREAL and says.future != "any":
        return None
    meant = says.past == "holds" or (ahead and says.type == "event")
    if tense is Tense.FUTURE and says.future == "any" and says.negated in ("any", "affirms"):
        return attribute, kind, polarity, cue, False
    if tense is Tense.FUTURE or (tense in (Tense.PRESENT, Tense.BARE) and meant):
        if negated and (says.type, says.negated) == ("plan", "keep"):
            return attribute, kind, Polarity.NEGATIVE, _end(Cue.NONE, ends=ends), False
        if says.future == "skip" or negated:
            return None
        kind = "plan"
        attribute = PLAN if says.future == "plan" else attribute
        told = cue if says.future == "same" else Cue.NONE
        return attribute, kind, Polarity.POSITIVE, _cue(marks, told), False
    if says.negated in ("any", "affirms"):
        return attribute, kind, polarity, cue, False
    if negated or ends:
        if says.negated == "skip" or polarity is Polarity.NEGATIVE:
            return None
        return attribute, kind, Polarity.NEGATIVE, _end(cue, ends=ends), False
    past = tense in (Tense.PAST, Tense.USED)
    past = past or says.past == "ends"
    over = past and kind == "state" and says.past in ("over", "ends")
    return attribute, kind, polarity, _cue(marks, cue), over


def _end(cue: Cue, *, ends: bool) -> Cue:
    return Cue.NO_MORE if ends else cue


_CUES: Final = (
    ("also", Cue.ALSO),
    ("for_now", Cue.FOR_NOW),
    ("still", Cue.STILL),
    ("now", Cue.NOW),
    ("onwards", Cue.NOW),
)


def _cue(marks: frozenset[str], given: Cue) -> Cue:
    if given is not Cue.NONE:
        return given
    return next((cue for name, cue in _CUES if name in marks), Cue.NONE)


def _valued(
    line: Line, match: Match, says: Says, whole: bool
) -> Iterator[tuple[str, tuple[int, int], tuple[int, int], bool]]:
    """Yield each value: text, words, the words of its list, whether it is said to be none."""
    named = match.values(says.value)
    if whole and match.verb >= 0 and "{" not in says.value:
        end = max((one.end for _, found in match.captures for one in found), default=match.end)
        yield line.between(match.verb, end), (match.verb, end), (match.verb, end), False
        return
    if named:
        item = (named[0].start, named[-1].end)
        for one in named:
            yield line.between(one.start, one.end), (one.start, one.end), item, one.none
        return
    words = _whole(match, says)
    yield (
        _filled(line, match, says.value),
        words,
        words,
        any(one.none for _, found in match.captures for one in found),
    )


def _whole(match: Match, says: Says) -> tuple[int, int]:
    spans = [(one.start, one.end) for _, found in match.captures for one in found]
    if not spans:  # what names nothing takes no words from what else is told
        return (match.end if says.known else match.start), match.end
    if match.verb >= 0 and ("{verb}" in says.value or "{doing}" in says.value):
        spans.append((match.verb, match.verb + 1))
    return min(start for start, _ in spans), max(end for _, end in spans)


def _filled(line: Line, match: Match, template: str) -> str:
    """Return a text with the captures at their names, and the verb as it is written at `{verb}`.

    At `{doing}` stands its -ing form.
    """
    text = template
    if match.verb >= 0:
        verb = line.words[match.verb]
        text = text.replace("{verb}", verb.text)
        text = text.replace("{doing}", lex.GERUND_OF.get(verb.low) or _doing(verb.low))
    for name, found in match.captures:
        whole = line.between(found[0].start, found[-1].end)
        text = text.replace("{" + name + "}", whole)
    for name in match.pattern.optional:
        text = text.replace("{" + name + "}", "")
    return " ".join(text.split())


def tells_a_change(match: Match) -> bool:
    """Tell whether a match says what changed for good: `before I moved to Rome`."""
    return match.tense is Tense.PAST and match.pattern.says[0].past in ("holds", "ends")


def _doing(low: str) -> str:
    """Return the -ing form of a verb that the rules do not know: `breeds`."""
    if low.endswith("ing"):
        return low
    return f"{low.removesuffix('ed').removesuffix('s').removesuffix('e')}ing"


def spans(line: Line, words: tuple[int, int]) -> Span:
    """Return the code points of some words of a line."""
    first, end = words
    if first >= end:
        at = line.words[first].start if first < len(line.words) else len(line.text)
        return Span(at, at)
    return Span(line.words[first].start, line.words[end - 1].end)
