"""What answers a question, as the statement it makes: `Where are you based?` `Tartu these days`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from retentive.model.entry import Entry
from retentive.rules.calendar_words import MONTHS, SHORT_MONTHS, WEEKDAYS
from retentive.rules.characters import listed
from retentive.rules.claims.wording.asking import Asked, asked_last, when_it_was
from retentive.rules.claims.wording.chatting import (
    asks_who_is_at_home,
    doer,
    past_evasion,
    past_oneself,
    standing,
    unmarked,
)
from retentive.rules.claims.wording.grouped import named_apart
from retentive.rules.claims.wording.inversion import followed, inverted, second
from retentive.rules.claims.wording.rewording import Edit
from retentive.rules.reading import Word
from retentive.rules.reading import lexicon as lex
from retentive.rules.reading.clauses import cuts
from retentive.rules.reading.words import words_of
from retentive.rules.sentences import sentences

_YES: Final = listed("yes yeah yep yup ya yea yess aye correct indeed")
_NO: Final = listed("no nope nah")
_FILLERS: Final = (lex.INTERJECTIONS - _NO) | listed(
    "um uh er erm ehm hm so oof ooh aw aww eh ha ok um well oh god lord hell heck gosh christ"
)
_NO_ANSWER: Final = listed(
    """dunno idk secret guess thanks thank ty same depends both later good great not no maybe
    perhaps probably possibly fine please stop skip pass what why who where when how which whatever
    unknown private next nvm n/a na tbd soon unsure if because you your let ask long ages too there
    here this that nothing none nobody nowhere never"""
)
"""What a reply begins with that answers nothing."""
_ALONE: Final = listed(
    """anything anywhere somewhere someone lots many some any
    everything everywhere me mine all one either neither no yes"""
)
"""What answers nothing if no more is said."""
_VERBS: Final = (
    lex.FINITE - lex.REDUCED - listed("retired divorced married engaged separated mixed")
)
_ARTICLES: Final = listed("a an the")
_IT_IS: Final = (("it", "is"), ("it", "'s"), ("that", "is"), ("that", "'s"))
_A_BIT: Final = (["a", "bit"], ["a", "little"])
_COUNTS: Final = listed(
    """a an about almost nearly over around roughly two three four five six seven eight nine ten
    eleven twelve fifteen twenty thirty just one"""
)
_MONTHS: Final = MONTHS | SHORT_MONTHS | listed("spring summer autumn winter early late mid")
_OFTEN: Final = listed("once twice last few couple many several often every this")
_MUCH: Final = listed("too many loads lots plenty tons quite a few several oh haha hmm hm um gosh")
_APART: Final = lex.PREPOSITIONS | listed(
    "single married divorced widowed engaged separated retired"
)
_SHORT: Final = 3
_SOMEBODY: Final = listed(
    """partner girlfriend boyfriend wife husband son daughter brother sister dog cat boss manager
    flatmate roommate pet best-friend"""
)
_LONGEST: Final = 14
_DOING: Final = listed(
    """use using drive driving play playing learn learning study studying teach teaching ride riding
    wear wearing eat eating drink drinking take taking see seeing dating date read reading"""
)
"""Verbs behind which a thing stands that another may have taken the place of."""


def question_to(entry: Entry, earlier: Sequence[Entry]) -> Asked | None:
    """Return what another asked in the message right before, made ready to be answered."""
    if not earlier or earlier[-1].speaker.id == entry.speaker.id:
        return None
    asked = standing(_question(earlier[-1]))
    if not asked or when_it_was([word.low for word in asked]):
        return None
    if asks_who_is_at_home(asked):
        return Asked(("I", "live", "with"))
    if (found := inverted(asked)) is not None:
        return replace(found, then=second(asked))
    asker = earlier[-1].speaker.id
    before = (_question(one) for one in reversed(earlier[:-1]) if one.speaker.id == asker)
    last = next((one for one in before if one), ())
    return followed(asked, last) if last else None


def _question(entry: Entry) -> Sequence[Word]:
    """Return the words of the last question of a message; friends leave its mark out."""
    return asked_last(entry) or unmarked(entry)


def answer(asked: Asked, text: str) -> list[Edit]:
    """Return what is to be put into a reply for its first words to say what they answer."""
    spans = (words_of(text, one.start, one.end) for one in sentences(text))
    words = next((one for one in spans if not _only_opens(one)), [])
    if not words or words[-1].after.startswith("?"):
        return []
    said = words[: cuts(words)[0].end]
    if (asked.about or asked.does) and ((short := _in_short(asked, said)) or asked.does):
        return short
    if asked.then is not None:
        return _to_both(asked, asked.then, said)
    if asked.polar:
        return _to_polar(asked, said)
    return named_apart(asked.words, said, text[said[-1].end :]) or _to_other(asked, said)


def _only_opens(words: Sequence[Word]) -> bool:
    """Tell whether a sentence says nothing but that there is much to tell: `Too many!`."""
    return len(words) < _SHORT + 1 and all(word.low in _MUCH for word in words)


def _to_both(asked: Asked, then: Asked, words: Sequence[Word]) -> list[Edit]:
    """Return what a comma parts of an answer to two questions: `Tomek, Wrocław`."""
    at = next((n for n, word in enumerate(words, 1) if "," in word.after or word.low == "and"), 0)
    if asked.polar or then.polar or not 0 < at < len(words):
        return []
    return [*_to_other(asked, words[:at]), *_to_other(then, words[at + (words[at].low == "and") :])]


def _in_short(asked: Asked, words: Sequence[Word]) -> list[Edit]:
    """Return what somebody does of whom the reply says that he does: `She has.`, `Boyd does`."""
    start = _past_fillers(words)
    words = words[: next((at for at, word in enumerate(words, 1) if word.after), len(words))]
    if asked.does and (named := _by_name(asked, words[start:])):
        return named
    lows = [word.low for word in words[start:]]
    denied = lows[-1:] == ["not"]
    who = lows[: -1 - denied]
    if not 0 < len(who) <= _SHORT or lows[len(who)] not in lex.AUXILIARIES:
        return []
    helps, last = words[start + len(who)], words[-1]
    if asked.does:
        return [] if denied else [Edit(helps.start, last.end, _written(asked.does))]
    same = (asked.whole[:1] == ("I",)) == (who == ["i"])
    if not asked.whole or not same or (denied and who[0] not in lex.NOMINATIVE):
        return []
    if denied:
        return _denied(asked, words, start, len(who) + 1)
    return [Edit(helps.start, last.end, _written(asked.whole[asked.about :]))]


def _by_name(asked: Asked, words: Sequence[Word]) -> list[Edit]:
    """Return what somebody does whom the reply only names, as `Wambui` to `Who does the rota?`."""
    lows = [word.low for word in words]
    who = words[2:] if tuple(lows[:2]) in _IT_IS else words
    if not who or not _is_name(who) or who[0].low in _NO_ANSWER | _ALONE | lex.NOMINATIVE:
        return []
    return [
        Edit(words[0].start, who[0].start, ""),
        Edit(who[-1].end, who[-1].end, " " + _written(asked.does)),
    ]


def _to_other(asked: Asked, words: Sequence[Word]) -> list[Edit]:
    start = rest = past_evasion(words, _past_fillers(words))
    if asked.words[1:] == ("live", "with"):
        rest = past_oneself(words, rest)
    lows = [word.low for word in words]
    if tuple(lows[rest : rest + 2]) in _IT_IS:
        rest += 2
    comma = next((at for at in range(rest, len(words)) if "," in words[at].after), len(words))
    if rest < len(words) and lows[rest] in lex.THIRDS:
        return [Edit(words[start].start, words[rest].start, _written((*doer(asked.words), "")))]
    if not _is_fragment(words[rest : comma + 1]) or (asked.acts and not lows[rest].endswith("ing")):
        return []
    said = (*_begun(asked, lows[rest]), *_prior(asked, words[rest]))
    return [Edit(words[start].start, words[rest].start, _written(said) + " ")]


def _begun(asked: Asked, low: str) -> tuple[str, ...]:
    """Return the words before an answer, without the place's that it has itself."""
    goes = asked.words[-2:] == ("going", "to") and low.endswith("ing")  # `Skiing in Bansko`
    if asked.place and (low in lex.PREPOSITIONS or goes):
        return asked.words[: -asked.place]
    twice = asked.place and low in _ARTICLES and asked.words[-1] in _ARTICLES
    return asked.words[:-1] if twice else asked.words


def _prior(asked: Asked, word: Word) -> tuple[str, ...]:
    """Return the preposition that a time leaves out which answers alone: `March`, `two years`."""
    if asked.lasts:
        return ("for",) if word.low[0].isdigit() or word.low in _COUNTS else ()
    if not asked.dates:
        return ()
    if (
        word.low in WEEKDAYS
        or (word.low[0].isdigit() and not _is_year(word.low))
        or word.low == "the"
    ):
        return ("on",)
    return ("in",) if word.low in _MONTHS or _is_year(word.low) else ()


def _is_time(words: Sequence[Word]) -> bool:
    """Tell whether words say when or how often: `in 2018`, `twice`, `a few times`."""
    low = words[words[0].low in _ARTICLES and len(words) > 1].low
    tells = (lex.PREPOSITIONS, lex.ADVERBS, _COUNTS - _ARTICLES, _MONTHS, _OFTEN)
    return low[0].isdigit() or any(low in every for every in tells)


def _is_year(low: str) -> bool:
    return low.isdigit() and len(low) == len("2026")


def _to_polar(asked: Asked, words: Sequence[Word]) -> list[Edit]:
    at = 0
    while at < len(words) and words[at].low in _FILLERS - _YES:
        at += 1
    if at == len(words):
        return []
    opens, rest = words[at], _past_fillers(words, at)
    plain = _is_fragment(words[rest:])
    if opens.low in _NO:
        return _denied(asked, words, at) if asked.whole else []
    if plain and asked.named in _SOMEBODY and _is_name(words[rest:]):
        return [Edit(opens.start, words[rest].start, f"my {asked.named} is ")]
    if plain and asked.open:
        times = asked.place and asked.whole and _is_time(words[rest:])  # `yes, in 2018`
        said = asked.whole if times else _begun(asked, words[rest].low)
        return [Edit(opens.start, words[rest].start, _written(said) + (", " if times else " "))]
    bit = [word.low for word in words[at : at + 2]] in _A_BIT
    if not ((bit or opens.low in _YES) and asked.whole):
        return []
    if bit:
        return [Edit(opens.start, words[at + 1].end, _written(asked.whole))]
    if plain:
        return [Edit(opens.start, words[rest].start, _written(asked.words) + " ")]
    if rest < len(words):  # `yes, he still teaches`: in his own words
        return []
    return [Edit(opens.start, opens.end, _written(asked.whole))]


def _is_name(words: Sequence[Word]) -> bool:
    return len(words) <= _SHORT and all(word.text[0].isupper() for word in words)


def _denied(asked: Asked, words: Sequence[Word], at: int, more: int = 0) -> list[Edit]:
    """Return what a no says, and what is told behind it stays apart: `no, Cork now`."""
    still = "still" in asked.whole
    said = [word for word in asked.whole if word != "still"]
    helps = next((at for at, word in enumerate(said) if word in lex.AUXILIARIES - {"have"}), -1)
    if helps < 0:
        helps = 0 if still else 1
        said[1:1] = [] if still else ["do"]
    said[helps + 1 : helps + 1] = ["no", "longer"] if still else ["not"]
    no, rest = words[at], words[_past_fillers(words, at + more + 1) :]
    denial = Edit(no.start, words[at + more].end, _written(said) + (";" if rest else ""))
    prior = max((n for n, word in enumerate(asked.whole) if word in lex.PREPOSITIONS), default=0)
    if not prior and still:  # `Are you still using Vim?` `No, Helix`
        prior = max((n for n, word in enumerate(asked.whole) if word in _DOING), default=0)
    if not prior or not _is_fragment(rest) or rest[0].low in _APART:
        return [denial]
    told = (word for word in asked.whole[: prior + 1] if word != "still")
    return [denial, Edit(rest[0].start, rest[0].start, _written((*told, "")))]


def _past_fillers(words: Sequence[Word], at: int = 0) -> int:
    while at < len(words) and words[at].low in _FILLERS:
        at += 1
    return at


def _is_fragment(words: Sequence[Word]) -> bool:
    """Tell whether words are no sentence of their own, and may answer."""
    if not words or words[0].low in _NO_ANSWER or len(words) > _LONGEST:
        return False
    if len(words) == 1 and words[0].low in _ALONE:
        return False
    return (lex.NOMINATIVE | _VERBS).isdisjoint(word.low for word in words if word.low != "may")


def _written(words: Iterable[str]) -> str:
    return " ".join(words).replace(" 's", "'s").replace(" ’s", "’s")
