"""English words by what they do in a sentence: verbs with their forms, openers, connectives.

Only closed classes and common verbs: what is not listed is a noun or a name to the rules, which
keeps words together rather than cutting a clause where none begins.
"""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed

_REGULAR: Final = """
accept add admire adopt adore agree answer appear apply arrive ask attend avoid bake bind book
borrow call cancel care carry celebrate chair change chat clean climb coach collect commute
complain cook cope count cover crave create crochet cycle dance date decide deliver depend deploy
design develop die discover dislike divorce drop earn edit end enjoy enrol enroll expect explain
fail film finish fish fix follow garden graduate guide happen hate head help hike hire host
identify inherit injure install intend invite jog join juggle jump kick knit land last laugh learn
like listen live look love manage marry mention mentor migrate mind miss move name need offer open
order organise organize own pack paint pass pause phone pick plan plant play practice practise
prefer present promise propose pull push rain raise reach realise realize receive recommend record
relocate remember rent repair research resign rest retire return sail save schedule serve settle
share shear ship shop shower sign skate sketch ski skip slip smoke sneeze snow sort sound spell
start stay stop store stress study suffer suggest supervise support suspect switch talk tend test
text thank tidy touch tour trade train transfer translate travel try turn tutor type upgrade use
visit volunteer vote wait walk want wash watch weigh welcome work worry
"""
_DOUBLING: Final = """
admit ban chat commit drop hug jog knit nap plan plug pop prefer scan ship shop skip slip split
step stop swap trip
"""
_IRREGULAR: Final = """
be was been,become became become,begin began begun,bite bit bitten,break broke broken,bring brought
brought,build built built,buy bought bought,catch caught caught,choose chose chosen,come came come,
cost cost cost,cut cut cut,dig dug dug,do did done,draw drew drawn,drink drank drunk,drive drove
driven,eat ate eaten,fall fell fallen,feed fed fed,feel felt felt,fight fought fought,find found
found,fly flew flown,forget forgot forgotten,get got gotten,give gave given,go went gone,grow grew
grown,have had had,hear heard heard,hide hid hidden,hit hit hit,hold held held,hurt hurt hurt,keep
kept kept,know knew known,lay laid laid,lead led led,leave left left,lend lent lent,let let let,lie
lay lain,lose lost lost,make made made,mean meant meant,meet met met,pay paid paid,put put put,quit
quit quit,read read read,ride rode ridden,ring rang rung,run ran run,say said said,see saw seen,sell
sold sold,send sent sent,set set set,sew sewed sewn,shake shook shaken,shoot shot shot,show showed
shown,shut shut shut,sing sang sung,sit sat sat,sleep slept slept,speak spoke spoken,spend spent
spent,stand stood stood,steal stole stolen,stick stuck stuck,swear swore sworn,swim swam swum,take
took taken,teach taught taught,tell told told,think thought thought,throw threw thrown,understand
understood understood,wake woke woken,wear wore worn,win won won,write wrote written,outgrow outgrew
outgrown,spit spat spat,wed wed wed,withdraw withdrew withdrawn,freeze froze frozen,
rise rose risen,sting stung stung,strike struck struck,sweep swept swept,tear tore torn
"""


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _past(verb: str) -> str:
    if verb in _DOUBLED:
        return f"{verb}{verb[-1]}ed"
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    return f"{verb}ed"


def _gerund(verb: str) -> str:
    if verb in _DOUBLED or verb in _SHORT:
        return f"{verb}{verb[-1]}ing"
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    return f"{verb[:-1]}ing" if verb.endswith("e") and verb != "be" else f"{verb}ing"


_DOUBLED: Final = listed(_DOUBLING)
_SHORT: Final = listed("begin cut dig forget get hit let put quit run set shut sit swim win")
_FIXED: Final = tuple(tuple(one.split()) for one in _IRREGULAR.split(",") if one.strip())
_PLAIN: Final = listed(_REGULAR) | _DOUBLED

BASES: Final = _PLAIN | {one[0] for one in _FIXED}
PASTS: Final = frozenset(map(_past, _PLAIN)) | {one[1] for one in _FIXED} | {"learnt", "spelt"}
PARTICIPLES: Final = frozenset(map(_past, _PLAIN)) | {one[2] for one in _FIXED} | {"got", "born"}
THIRDS: Final = frozenset(map(_third, BASES - {"be", "have", "do"})) | {"has", "does"}
GERUNDS: Final = frozenset(map(_gerund, BASES))

NOUNS_TOO: Final = listed(
    """answers bakes books calls cares changes chats climbs coaches cooks covers cycles dances dates
    designs drinks drives drops ends falls feeds fights films finishes fixes flies gardens guides
    hates heads helps hikes hits holds hosts jogs joins jumps kicks lands laughs lays leads
    likes lives looks loves matches moves names needs offers orders paints passes pauses phones
    picks plans plants plays presents promises pulls records rents repairs reports rests returns
    rides rings rises runs saves schedules shares ships shops shots shows showers signs skates
    sketches skis sorts sounds splits stands starts stays steps stops stores studies supports
    switches talks tears tests texts tours trades trains transfers travels trips turns types
    upgrades uses visits votes waits walks watches works worries snacks cuts buys means minds reads
    texts thanks spells swims sleeps sticks throws tries welcomes wins costs"""
)
"""Forms of the third person that are as often the plural of a noun."""
NOUN_BASES: Final = frozenset(
    _PLAIN
    & listed(
        """answer book call care change chat climb coach cook cover cycle dance date design drop end
    film fish fix garden guide hate head help hike hope host jump land laugh last like look love
    mind move name need offer order paint pass pause phone pick plan plant play present promise
    rain record rent repair rest return sail schedule share ship shop shower sign skate sketch ski
    smoke snow sort sound stay start step stop store stress study support switch talk test text
    tour trade train transfer travel trip turn type upgrade use visit vote wait walk wash watch
    welcome work worry open nap trip tidy clean chair answer practice research"""
    )
) | listed("drink drive run ride swim cut hit show sleep fall fight read set stand stick win feed")

BE: Final = listed("am is are was were")
AUXILIARIES: Final = BE | listed(
    "do does did have has had can could will would shall should may might must"
)
MODALS: Final = listed("can could will would shall should may might must")
FINITE: Final = AUXILIARIES | (
    PASTS - listed("bit cost cut hit hurt let lay put read rose set shot spoke wound")
)
STRONG_THIRDS: Final = THIRDS - NOUNS_TOO
REDUCED: Final = listed(
    """named called born made built based given known used written taken sold found
    set left meant held kept paid filled baked cooked painted inspired followed"""
)
"""Participles that often follow a noun: `a dog named Rex`."""

NOMINATIVE: Final = listed("i he she we they")
WEAK_SUBJECTS: Final = listed(
    "it you there that this these those everyone everybody someone somebody nobody both all one"
)
DETERMINERS: Final = listed(
    """a an the my your his her its our their this that these those some any no every each another
    both all one two three four five six many most several mine"""
)
POSSESSIVES: Final = listed("my your his her its our their")
ADVERBS: Final = listed(
    """now then also still just actually really already always never often usually sometimes only
    even finally recently currently meanwhile today yesterday tomorrow tonight later soon again
    too ever almost barely hardly probably basically honestly seriously literally obviously
    luckily sadly unfortunately fortunately thankfully apparently instead immediately eventually
    afterwards anyway besides well maybe perhaps since once long both mostly mainly nowadays
    originally personally definitely certainly totally absolutely not here there currently
    previously formerly btw tbh imo lately rarely normally generally tho so please kinda sorta"""
)
PREPOSITIONS: Final = listed(
    """in on at to of from for with by about into onto over under near off during after before
    since until till between without within through against around like as than per towards via
    outside inside behind beside along across"""
)
TIME_OPENERS: Final = PREPOSITIONS | listed(
    """last next this today yesterday tomorrow tonight every once two three four five six ten
    several monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december recently lately currently originally
    previously now then ever these those one nowadays back later earlier"""
)
COORDINATORS: Final = listed("and but or so then yet nor plus & n")
SUBORDINATORS: Final = listed(
    """because cause cuz coz bc cos since although though tho while whilst whereas when whenever if
    unless until till after before once as where whether except that"""
)
SURE_SUBORDINATORS: Final = listed(
    "because cuz coz although though whereas when whenever if unless while whilst whether"
)
"""Connectives that need no subject after them: `if asked`, `when in Rome`."""
RELATIVES: Final = listed("who which where whose whom")

REPORTING: Final = listed(
    """say says said tell tells told think thinks thought believe believes believed claim claims
    claimed swear swears swore insist insists insisted reckon reckons reckoned heard hear know
    knows knew mention mentioned mentions guess suppose supposed hope hopes hoped wish wishes
    wished remember remembers forgot forget announced announces announce decided admits admitted
    realised realized feel feels felt explained suggests suggested wrote writes notice noticed
    means mean meant confirmed promised learned learnt found figured bet doubt argued argues
    complains complained add note imagine assume pretend suspect suspects suspected read joke
    joked jokes dreamt dreamed"""
)
"""Verbs whose object may be a whole clause."""

WH_WORDS: Final = listed("what who whom whose which where when why how")
IS_BEFORE: Final = listed(
    """a an the not my your his her our their from in at on of so very really too just still now
    also always never only already almost quite pretty rather both all about away back home here
    there off out up over down allergic vegan vegetarian pregnant sick ill dead gone married
    single divorced engaged retired unemployed happy sad tired busy great good bad nice fine okay
    ok lovely funny scared afraid diabetic deaf blind left-handed intolerant keto celiac coeliac
    able going getting coming moving living working studying staying learning training starting
    turning having doing leaving visiting called named born based due older younger taller
    obsessed addicted into terrified stuck finally currently no more less somewhere nearly
    expecting recovering crazy mad proud sure right wrong better worse new it that this what why
    one two three
    who where how like because"""
)
"""Words before which `'s` is a verb: no name possesses them."""
