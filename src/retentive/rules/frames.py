"""Whether two rules are about one thing: `comments in Spanish` and `write comments in English`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from retentive.rules.characters import listed
from retentive.rules.text import stem
from retentive.rules.values import Likeness, head, value_of


def frames_alike(known: str, new: str) -> bool:
    """Tell whether a rule takes the place of another: it says how else the same is done.

    Both qualify one head (`comments in …`), or one forbids what the other asks for.
    """
    old, said = value_of(known), value_of(new)
    if old.denied != said.denied:
        return Counter(old.words) == Counter(said.words)
    if min(len(old.words), len(said.words)) > _FRAME and old.words[:_FRAME] == said.words[:_FRAME]:
        return True  # `tests go next to the code`, `tests go into a folder`
    if len(old.words) == len(said.words) == _FRAME + 1:
        return old.words[::_FRAME] == said.words[::_FRAME]  # `use British spelling`
    qualified = len(old.base) < len(old.words) and len(said.base) < len(said.words)
    if qualified and said.base and old.base[: len(said.base)] == said.base:
        return True  # `bins go out on Tuesdays`, `bins on Wednesdays`
    return qualified and head(known) == head(new)


def told_alike(known: tuple[str, str], new: tuple[str, str]) -> bool:
    """Tell whether two texts say the same but for their values: `my blog runs on Ghost now`.

    Each is told with its value. Words that any sentence of a thing may have tell nothing.
    """
    old, said = (_beside(text, value) for text, value in (known, new))
    return bool(old - _ANY) and old - _LEFT_OUT == said - _LEFT_OUT


def _beside(text: str, value: str) -> frozenset[str]:
    return frozenset(value_of(text).words) - frozenset(value_of(value).words)


_LEFT_OUT: Final = frozenset(
    map(
        stem,
        listed(
            """now is are was these days has have been has got get actually currently btw so
            switched moved we i my our instead again today anymore since"""
        ),
    )
)
_ANY: Final = _LEFT_OUT | frozenset(
    map(
        stem,
        listed(
            """use uses using used work works own owns drive drives like likes love play run runs
            write wear ride he she they you it his her their me us do does doing go going mostly
            mainly both all everything"""
        ),
    )
)
"""What is said of things of any kind: `I use Vim`, `I use Slack`."""


def lifts(known: str, new: str) -> bool:
    """Tell whether a rule allows what another forbids: `default exports allowed since Monday`."""
    old, said = value_of(known), value_of(new)
    if not old.denied or said.denied:
        return False
    first = next((at for at, word in enumerate(said.words) if word in _ALLOWED), 0)
    return first > 0 and set(said.words[:first]) <= set(old.words)


def forbids(known: str, new: str, text: str) -> bool:
    """Tell whether a rule, told without a condition, forbids what another one asks for.

    `No bullet points` ends `reply in bullet points`, whatever is done with them.
    """
    old, said = value_of(known), value_of(new)
    denies = said.denied or new.lower().replace("’", "'").split(" ", 1)[0] in _NOT
    if old.denied or not denies or not _APART.isdisjoint(text.lower().split()):
        return False
    thing = set(said.words) - _DOING
    return bool(thing) and thing <= set(old.words) and not set(old.words) - thing - _DOING


_DOING: Final = frozenset(
    map(
        stem,
        listed(
            """use using write writing add adding include including put make making give send do
            using replying answering reply answer respond always every please more response answers
            replies don't stop avoid quit in"""
        ),
    )
)
_NOT: Final = frozenset({"don't", "stop", "avoid", "quit"})
"""Words that say of any rule what is to be done."""
_FRAME: Final = 2
"""Words that tell what a rule is about."""
_ALLOWED: Final = frozenset(map(stem, ("allowed", "permitted")))


def may_name(known: str, new: str) -> bool:
    """Tell whether words name a value by what it is about, and qualify it by nothing else.

    `the camera from Ana` may be `a video camera`, but not `a camera with a flash`, and `Tom's
    camera` is not `a camera`.
    """
    old, said = value_of(known), value_of(new)
    owned = "'s " in new and not set(said.words) <= set(old.words)
    if owned or head(known) != head(new):
        return False
    further, told = (set(one.words[len(one.base) :]) for one in (said, old))
    return not further or not told or bool(further & set(old.words))


def are_rivals(known: str, new: str, rivals: Iterable[frozenset[str]]) -> bool:
    """Tell whether two values name things of one kind: `Jira`, `Linear`."""
    old, said = _names(known), _names(new)
    return any(old & kind and said & kind and not old & said & kind for kind in rivals)


def _names(value: str) -> frozenset[str]:
    """Return the words of a value, and those that stand side by side as one: `apple_music`."""
    words = value.lower().replace("-", "_").split()
    return frozenset((*words, *map("_".join, pairwise(words))))


def says_else(known: str, new: str, text: str) -> bool:
    """Tell whether a rule, told as none before was there, says another hour or language.

    Nobody gets up at six and at five, or writes the comments in two languages; but on Sundays, as
    the `text` of the new one may tell.
    """
    old, said = value_of(known), value_of(new)
    apart = not _APART.isdisjoint(text.lower().split())
    if old.base != said.base or not said.base or apart:
        return False
    (_, one, before), (_, other, then) = known.rpartition(" at "), new.rpartition(" at ")
    if one and other:
        return bool(value_of(before).numbers and value_of(then).numbers) and before != then
    tongues = [text.lower().rpartition(" in ")[2] for text in (known, new)]
    return tongues[0] != tongues[1] and _TONGUES.issuperset(tongues)


_APART: Final = listed(
    """holiday holidays weekend weekends sunday sundays saturday saturdays friday fridays monday
    mondays tuesday tuesdays wednesday wednesdays thursday thursdays summer winter sometimes usually
    except unless when if for with"""
)
_TONGUES: Final = listed(
    """english french german spanish italian portuguese dutch polish czech russian ukrainian turkish
    greek swedish norwegian danish finnish hungarian romanian arabic hebrew hindi urdu chinese
    mandarin japanese korean catalan basque welsh irish swahili"""
)


def renumbers(known: str, new: str) -> bool:
    """Tell whether a value is another one only by its number: `blood pressure 150/95`."""
    old, said = value_of(known), value_of(new)
    numbered = bool(old.numbers) and bool(said.numbers) and old.numbers != said.numbers
    return numbered and bool(old.words) and Counter(old.words) == Counter(said.words)


def favours(known: str, new: str) -> bool:
    """Tell whether texts tell what somebody likes best of one kind: `my favourite colour`."""
    return bool(_favoured(known) & _favoured(new))


def _favoured(text: str) -> frozenset[str]:
    words = text.lower().split()
    return frozenset(after for one, after in pairwise(words) if one in _BEST)


_BEST: Final = frozenset({"favourite", "favorite", "fave", "go-to"})


def practises(known: str, doing: str) -> bool:
    """Tell whether what is done is what somebody of a trade does: `teaching`, of a teacher."""
    done = doing.lower().split()[-1:]
    if not done or not done[0].endswith("ing"):
        return False
    return any(_done(word) == _done(done[0]) for word in known.lower().split())


def same_work(known: str, said: str) -> Likeness | None:
    """Return how what somebody does says his trade; None if that is another one.

    `Drives the tram` says all of `tram driver`, `teaches maths` more than `teacher`.
    """
    some, others = ({_done(word): word for word in _content(one)} for one in (known, said))
    shared = [
        one for one in some if one in others and _is_trade(some[one]) != _is_trade(others[one])
    ]
    if not shared:
        return None
    if some.keys() == others.keys():
        return Likeness.EQUAL
    if some.keys() < others.keys():
        return Likeness.RICHER
    does = _is_trade(some[shared[0]])  # `translates games`, of a freelance translator
    return Likeness.POORER if does or others.keys() < some.keys() else None


def _content(value: str) -> list[str]:
    return [one.removesuffix("s") for one in value.lower().split() if one not in _ARTICLES]


def _is_trade(word: str) -> bool:
    return word.endswith(("er", "or", "ist"))


_ARTICLES: Final = frozenset({"a", "an", "the"})


def _done(word: str) -> str:
    """Return what the words for a trade and for its work have in common: `driv`, `act`."""
    ending = next((one for one in ("ing", "er", "or") if word.endswith(one)), "")
    base = word.removesuffix(ending).rstrip("e")
    return base[:-1] if base[-2:-1] == base[-1:] else base


def reordered(known: str, new: str) -> bool:
    """Tell whether two values have the same words in another order."""
    old, said = value_of(known).words, value_of(new).words
    return old != said and Counter(old) == Counter(said)


def without_thing(text: str, *, taken: bool = False) -> str:
    """Return a value without the word for what is given up: `Kilimanjaro` of `Kilimanjaro idea`.

    That may stand before it: `Lapland` of `going to Lapland`. Of what is `taken` or done it may be
    where that is: `running` of `running club`.
    """
    words = text.split()
    if len(words) < _FRAME:
        return ""
    if words[-1].lower() in (_THINGS | _SESSIONS if taken else _THINGS):
        return " ".join(words[:-1])
    towards = len(words) > _FRAME and words[0].lower() in _GOING and words[1].lower() in _LINKS
    return " ".join(words[_FRAME:]) if towards else ""


_THINGS: Final = listed("idea plan plans thing project dream goal business stuff trip course")
_SESSIONS: Final = listed("club group team class classes lesson lessons sessions practice training")
_GOING: Final = listed(
    "go going travel travelling traveling fly flying drive driving trip journey move moving"
)
_LINKS: Final = listed("to in for")
