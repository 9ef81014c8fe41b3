"""What a sentence does by its form: state, ask, request, greet, suppose.

It looks at a sentence as it is written, before any word is cut, so it serves texts of any language:
the tables are English, and others count as statements unless they end in a question mark. Whether
a sentence may be kept as it stands is decided by this alone (`rules.sentences`); how each of its
clauses is meant is for `reading.modality`, which begins with what the form shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from retentive.rules.characters import HANGUL, UNSPACED, kinds
from retentive.rules.text import STOP_WORDS


class Mood(StrEnum):
    """What a sentence does."""

    STATEMENT = "statement"
    QUESTION = "question"
    REQUEST = "request"
    GREETING = "greeting"
    """Also thanks, acknowledgements and reactions: nothing of it lasts."""
    SUPPOSITION = "supposition"
    CODE = "code"
    EMPTY = "empty"
    """Nothing that stands alone: no words, only function words, or a single word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoodPolicy:
    """Where the lines are drawn; chosen by hand on sentences of our own."""

    least_words: int = 2
    code_symbols: int = 4
    code_share: float = 0.12
    most_courtesies: int = 8


MOOD: Final = MoodPolicy()


def _alternatives(words: str) -> str:
    return "|".join(sorted(words.split(), key=len, reverse=True)).replace("_", " ")


_AUXILIARY: Final = _alternatives(
    """is are was were am do does did can could will would shall should may might must have has had
    isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't shouldn't
    haven't hasn't hadn't"""
)
_SUBJECT: Final = _alternatives(
    """i you he she it we they this that these those there the a an my your his her its our their
    any anyone anybody someone somebody everyone everybody anything something"""
)
_DIARY: Final = r"(?:was|were|had|has|have|did|do)\s+(?:a|an|the|my|his|her|its|our|their|some)\b"
"""How a line of a diary may begin, or an order; with a question mark it asks."""
_BY_FORM: Final = (
    # what is, how many, who's, why don't; not "what I like is", "when I was"
    rf"(?:what|who|whom|whose|which|where|when|why|how)(?:'s|'re|'d|'ll)?\s+(?:{_AUXILIARY})\b",
    r"(?:what|who|where|when|why|how)(?:'?s|'re|'d)\b",
    r"how\s+(?:many|much|long|often|far|old|big|come|to|about)\b",
    r"which\s+(?:one|of)\b",
    r"(?:is|was)\s+\d",
    r"what\s+(?:about|kind|sort|type)\b",
    rf"(?:what|which|whose)\s+\w+\s+(?:{_AUXILIARY})\b",
    r"why\s+not\b",
    rf"(?!{_DIARY})(?:{_AUXILIARY})\s+(?:{_SUBJECT})\b",
    r"i\s+wonder\b",
    # serious question, do studs help; who on earth is that; are lilies ok
    r"(?:serious|stupid|silly|dumb|random|genuine|quick)\s+question\b",
    r"(?:what|who|where|when|why|how)\s+(?:on\s+earth|the\s+(?:hell|heck))\b",
    r"are\s+(?:\w+\s+){1,3}(?:ok|okay|safe|edible|poisonous|toxic|allowed)\b",
    r"ain't\s+(?:i|we|you|he|she|it|they)\b",
    r"(?:any|got\s+any)\s+(?:ideas?|thoughts|tips|advice|suggestions?|recommendations?)\b",
)
_QUESTION: Final = re.compile(
    rf"(?:(?:and|but|so|or|well|hey|ok|okay)\s+)?(?:{'|'.join(_BY_FORM)})"
)
_NAMED_QUESTION: Final = re.compile(
    r"(?:[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Dd]oes|[Dd]o|[Dd]id|[Hh]as|[Hh]ave)\s+[A-Z][a-z]+\s+\w"
)
"""`Does Ana like tea`: only the capital letter tells it from `Was fun`."""

_ASKING_MARKS: Final = "?？؟՞⁇⁈"

_SURE_TASKS: Final = _alternatives(
    """write rewrite explain summarize summarise translate generate draft describe suggest
    recommend tell give show_me help_me remind calculate compute compare convert implement debug
    refactor proofread brainstorm analyze analyse let_me_know let's wait hold_on send_me"""
)
_MAYBE_TASKS: Final = _alternatives(
    """add answer book build change check clean continue count create delete do edit fetch find fix
    format get go help ignore improve insert list look make open order plan play post print put read
    remove repeat replace review run save schedule search send set shorten show sort start stop
    take test try turn update use"""
)
_OBJECT: Final = _alternatives(
    """me us it them him her the a an this that these those my your our his their some all any
    every each both up out for over again into with"""
)
_POLITE: Final = r"(?:please|pls|kindly|just|now|then|ok|okay|hey|so)[\s,]+"
_REQUEST: Final = re.compile(
    rf"(?:{_POLITE})*(?:(?:{_SURE_TASKS})\b|(?:{_MAYBE_TASKS})\s+(?:{_OBJECT})\b)"
    rf"|(?:{_POLITE})?(?:please|pls|kindly)\b"
    rf"|(?:can|could|will|would)\s+you\b"
)

_SUPPOSITION: Final = re.compile(
    r"(?:and\s+|but\s+|so\s+)?(?:if|suppose|supposing|imagine|assume|assuming|pretend|what\s+if"
    r"|let's\s+say|say\s+i|hypothetically|maybe|perhaps|unless|in\s+case|i\s+wish"
    r"|had\s+i|were\s+i|should\s+i\s+ever)\b"
)
_CONDITIONAL: Final = re.compile(r"\b(?:would|could|might|'d)\b.{0,200}?\bif\b")

_REMEMBER: Final = re.compile(
    r"(?:please\s+|just\s+)*(?:remember|note|keep\s+in\s+mind|bear\s+in\s+mind|don't\s+forget"
    r"|for\s+the\s+record|fyi|btw|by\s+the\s+way)(?:\s+that\b|\s*[:,])\s*"
    r"|please\s+(?=call\s+me\b|don't\b|never\b|always\b)"
)
_COURTESY: Final = re.compile(
    r"(?:hi|hello|hey|hiya|howdy|greetings|good\s+(?:morning|afternoon|evening|night|day)|welcome"
    r"|thanks|thank\s+you|thx|ty|cheers|ok|okay|k|sure|yes|yeah|yep|yup|no|nope|nah|right|exactly"
    r"|indeed|absolutely|definitely|certainly|of\s+course|got\s+it|i\s+see|understood|alright"
    r"|all\s+right|sounds\s+good|fair\s+enough|no\s+problem|no\s+worries|you're\s+welcome"
    r"|bye|goodbye|see\s+(?:you|ya)|talk\s+(?:to\s+you\s+)?(?:soon|later)|take\s+care|good\s+luck"
    r"|congrats|congratulations|sorry|wow|oh|ah|aha|haha+|lol|hmm+|well|great|cool|nice|awesome"
    r"|perfect|amazing|wonderful|lovely|excellent|fantastic|interesting|brilliant)\b[\s,;:—–-]*"
)
_COURTESY_REST: Final = re.compile(
    r"(?:(?:so\s+much|very\s+much|a\s+(?:lot|bunch|million)|again|there|all|everyone|everybody"
    r"|guys|folks|team|too|now|then|later|soon|tomorrow|idea|job|work|one|point|question"
    r"|to\s+(?:hear|know|see)(?:\s+(?:it|that|you|from\s+you))?)(?:[\s,]+|\Z))*"
    r"(?:for\s+[^,]*|\w+)?"
)
_REACTION: Final = re.compile(
    r"(?:(?:that(?:'s|\s+is|\s+was|\s+sounds)?|this\s+is|it(?:'s|\s+is|\s+sounds)|sounds|looks|so"
    r"|very|really|how|what\s+an?|such\s+an?|pretty|quite|absolutely|all)\s+)+"
    r"(?:great|good|nice|cool|awesome|amazing|fun|wonderful|lovely|perfect|interesting|true|fine"
    r"|okay|ok|right|sweet|sad|terrible|awful|exciting|impressive|inspiring|beautiful|funny|cute"
    r"|correct|fair|helpful|incredible|fantastic|shame|pity|relief|day|surprise)"
    r"(?:\s+(?:to\s+(?:hear|know|see)(?:\s+that)?|idea|news|question|point|job|work|of\s+you))?"
    r"|(?:what|such)\s+an?\s+[^,;:?]*"
    r"|(?:\w+,?\s+){0,2}i'm\s+(?:so|very|really|terribly)\s+sorry|kill\s+me|shoot\s+me"
    r"|bless\s+(?:you|him|her|them)(?:\s+\w+)?|(?:rip|r\.i\.p\.?)\s+\w+|easy\s+to\s+say"
    r"|poor\s+(?:little\s+|old\s+)?(?:you|thing|mite|lamb|love|soul|man|guy|woman|kid|girl|boy|dog)"
    r"|(?:nobody|no\s+one)\s+believes\s+(?:him|her|them|it)|you\s+know\s+me(?:\s+better(?:\s+than\s+that)?)?"
    r"|\w+\s+(?:say|says)\s+(?:many|a\s+lot\s+of|lots\s+of|all\s+sorts\s+of)\s+things"
    r"|here(?:'s|\s+is|\s+are)\s+(?:the|my|a|an)\s+(?:log|logs|mail|email|code|error|trace|output"
    r"|text|letter|snippet|draft|config|file)(?:\s+i\s+got)?"
)

_LOG_LINE: Final = re.compile(r"\d{1,2}:\d\d(?::\d\d)?\s+(?=[A-Z])[A-Z0-9 _:./-]{6,}$")
"""A line of a log, all in capitals behind its time."""
_CODE_START: Final = re.compile(
    r"```|~~~|\$\s|>>>\s|#!|(?:def|class)\s+\w+\s*[(:]|import\s+[\w.]+(?:\s+as\s+\w+)?$"
    r"|from\s+[\w.]+\s+import\b|(?:const|let|var)\s+\w+\s*=|function\s*\w*\(|#include\b"
    r"|select\s+.{1,200}\sfrom\s|</?[a-z][\w-]*[ />]|\{\s*\""
)
_CODE_SYMBOL: Final = re.compile(r"[{}()\[\];=<>|&$\\`^~]")
_WORD: Final = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_OPENERS: Final = "\"'“‘«([*_ "
_ENDS: Final = " \t\n.!…,;:\"'”’»)]*_"


OPENING_WORDS: Final = frozenset(
    word.split("_")[0]
    for table in (
        """is are was were am do does did can could will would shall should may might must have has
        had what who whom whose which where when why how any got and but so or well hey ok okay""",
        """write rewrite explain summarize summarise translate generate draft describe suggest
        recommend tell give show help remind calculate compute compare convert implement debug
        refactor proofread brainstorm analyze analyse let wait hold send please pls kindly just now
        then add answer book build change check clean continue count create delete edit fetch find
        fix format get go ignore improve insert list look make open order plan play post print put
        read remove repeat replace review run save schedule search set shorten sort start stop take
        test try turn update use""",
        """if suppose supposing imagine assume assuming pretend say hypothetically maybe perhaps
        unless in remember note keep bear don't for fyi btw by""",
        """hi hello hiya howdy greetings good welcome thanks thank thx ty cheers k sure yes yeah yep
        yup no nope nah right exactly indeed absolutely definitely certainly of got understood
        alright all sounds fair bye goodbye see talk take congrats congratulations sorry wow oh ah
        aha haha lol hmm great cool nice awesome perfect amazing wonderful lovely excellent
        fantastic interesting brilliant""",
    )
    for word in table.split()
)
"""A sentence that begins with none of these, nor with a name after a verb, states something."""


def states_something(text: str) -> bool:
    """Whether a sentence says something that may be kept as a fact."""
    return mood(text) is Mood.STATEMENT


def mood(text: str, policy: MoodPolicy = MOOD) -> Mood:
    """What one sentence does; the first that fits of code, question, request and so on."""
    cased = " ".join(text.replace("’", "'").split()).lstrip(_OPENERS)
    plain = cased.casefold()
    if not _WORD.search(plain):
        return Mood.EMPTY
    if _is_code(plain, policy) or _LOG_LINE.match(cased.rstrip(_ENDS)):
        return Mood.CODE
    if _NAMED_QUESTION.match(cased):
        return Mood.QUESTION
    bare = _after_courtesy(plain, policy)
    if remembered := _REMEMBER.match(bare):
        bare = _after_courtesy(bare[remembered.end() :], policy)
    if not bare or _REACTION.fullmatch(bare):
        return Mood.GREETING
    return _form(bare) or (Mood.STATEMENT if _stands_alone(bare, policy) else Mood.EMPTY)


def _form(bare: str) -> Mood | None:
    """The mood that the form of a sentence shows, if any."""
    if _SUPPOSITION.match(bare) or _CONDITIONAL.search(bare):
        return Mood.SUPPOSITION
    if _REQUEST.match(bare):
        return Mood.REQUEST
    if bare[-1] in _ASKING_MARKS or _QUESTION.match(bare):
        return Mood.QUESTION
    return None


def _after_courtesy(plain: str, policy: MoodPolicy) -> str:
    """The sentence without its end marks and leading greetings; empty if it was nothing else."""
    rest = plain.rstrip(_ENDS)
    for _ in range(policy.most_courtesies):
        found = _COURTESY.match(rest)
        if found is None:
            break
        rest = rest[found.end() :]
        if _COURTESY_REST.fullmatch(rest):
            return ""
    return rest


def _is_code(plain: str, policy: MoodPolicy) -> bool:
    symbols = len(_CODE_SYMBOL.findall(plain))
    dense = symbols >= policy.code_symbols and symbols >= policy.code_share * len(plain)
    return dense or _CODE_START.match(plain) is not None


def _stands_alone(bare: str, policy: MoodPolicy) -> bool:
    """Whether a sentence holds a content word and enough words to say something with it."""
    spelled = kinds(bare)
    if UNSPACED in spelled or HANGUL in spelled:
        return True
    words = _WORD.findall(bare)
    return len(words) >= policy.least_words and any(word not in STOP_WORDS for word in words)
