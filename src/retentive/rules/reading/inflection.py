"""Common English verbs and their forms: told by rule, or where they follow none by a list."""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed

_COMMON: Final = """
abandon acquire annoy apologise apologize appoint approve argue arrange assemble assume bathe
believe birdwatch burgle bury capitalise capitalize carve christen cite collide confess consult
cremate dabble delete demolish depart despise detest dine disgust dislocate dissect emigrate enlist
enter evict excavate execute expire explode finalise finalize flunk forage fry immigrate include
insert insulate insure invigilate loathe meditate merge miscarry modify negotiate nominate operate
postpone prepare prescribe preserve promote qualify rebook reconnect redecorate redeem refactor
refinance rehearse rehome reinstall reject rejoin rename renovate reorganise reorganize repaint
repeat reschedule reside resolve resubmit reunite revamp revise rewire scatter shelve snorkel
summarise summarize sunbathe suspend unearth uninstall unveil vaccinate vandalise vandalize vape
vomit whittle hope leak matter announce confirm
accept add admire adopt adore agree aim answer appear apply arrive ask aspire attach attend
audition avoid bake battle belong bind bless block boast boil book borrow bother bump call camp
cancel care carry cater celebrate chair change cheat check chop claim clean climb coach collect
commute complain contact cook coordinate cope count cover crash crave create crochet cross cruise
cry cycle damage dance dare date decide decorate dedicate defend delay deliver demand depend deploy
deserve design destroy develop die direct discover discuss dislike divorce donate double doubt
dread dress dye earn edit email employ encourage end engage enjoy enrol enroll ensure escape
establish estimate evolve exist expand expect experience explain explore extend face fail fancy
fear fetch file fill film finance finish fish fix focus follow force forgive form freelance gain
gamble garden gather glue graduate greet guess guide hand handle happen harvest hate head heal help
hike hire hitchhike host hunt hurry identify ignore imagine improve increase inform inherit injure
insist inspire install intend intern interview introduce invent invest invite involve itch join
joke judge juggle jump kayak kick kill kiss lack land last laugh lean learn level lift like limit
link list listen live lock look love maintain manage marry master match measure melt mend mention
mentor mess migrate mind miss monitor mourn move mow name nanny need notice nurse obey object
observe obsess occupy offer open order organise organize own pack paint park participate pass patch
pause perform phone photograph pick pitch plant play plead please plough point possess post pour
practice practise pray preach present prevent print process produce promise propose prove
publish pull pump punish purchase push question quote race rain raise reach react realise realize
reboot receive recommend record recover recycle reduce refuse relax release relocate rely remember
remove renew rent repair replace reply report request rescue research resemble reserve resign
respect respond rest restore result retire retrain return reveal review row ruin rush sail save
scare schedule score scrape scream sculpt search seem select separate serve settle shape share
shave shear shock shout shower sigh sign skate sketch ski smell smile smoke sneeze snore snow solve
sort sound spare specialise specialize spell spoil sponsor squat stare start stay steer store
stress stretch struggle study succeed suffer suggest suit supervise support surf surprise surround
survive suspect switch tackle talk taste tattoo tease tend test text thank threaten tidy tie
tolerate touch tour track trade train translate travel treat trust try turn tutor twist
type unpack unwind update upgrade upload urge use vacation value vary visit vlog volunteer vote
wait walk wander want warn wash waste watch water wave weigh welcome weld whisper whistle wink wipe
reckon wonder work worry wreck yell
"""
_DOUBLING: Final = """
admit ban chat commit debug drop fit grab hug jog knit log nap plan plug pop prefer program refer
regret scan ship shop sip skip slip step stop strip submit swap tap transfer trip wrap zip
"""
_IRREGULAR: Final = """
be was been,become became become,begin began begun,bite bit bitten,break broke broken,bring brought
brought,build built built,buy bought bought,catch caught caught,choose chose chosen,come came
come,cost cost cost,cut cut cut,dig dug dug,do did done,draw drew drawn,drink drank drunk,drive
drove driven,eat ate eaten,fall fell fallen,feed fed fed,feel felt felt,fight fought fought,find
found found,fly flew flown,forget forgot forgotten,get got gotten,give gave given,go went gone,grow
grew grown,have had had,hear heard heard,hide hid hidden,hit hit hit,hold held held,hurt hurt
hurt,keep kept kept,know knew known,lay laid laid,lead led led,leave left left,lend lent lent,let
let let,lie lay lain,lose lost lost,make made made,mean meant meant,meet met met,pay paid paid,put
put put,quit quit quit,read read read,ride rode ridden,ring rang rung,run ran run,say said said,see
saw seen,sell sold sold,send sent sent,set set set,sew sewed sewn,shake shook shaken,shoot shot
shot,show showed shown,shut shut shut,sing sang sung,sit sat sat,sleep slept slept,speak spoke
spoken,spend spent spent,stand stood stood,steal stole stolen,stick stuck stuck,swear swore
sworn,swim swam swum,take took taken,teach taught taught,tell told told,think thought thought,throw
threw thrown,understand understood understood,wake woke woken,wear wore worn,win won won,write
wrote written,outgrow outgrew outgrown,spit spat spat,wed wed wed,withdraw withdrew
withdrawn,freeze froze frozen,rise rose risen,sting stung stung,strike struck struck,sweep swept
swept,tear tore torn,undergo underwent undergone,overcome overcame overcome,seek sought
sought,spread spread spread,shrink shrank shrunk,rebuild rebuilt rebuilt,babysit babysat
babysat,hang hung hung,bend bent bent,blow blew blown,bleed bled bled,split split
split,rewrite rewrote rewritten,oversleep overslept overslept,overtake overtook overtaken,retake
retook retaken,resit resat resat,dwell dwelt dwelt
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
    mute = verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")) and verb != "be"
    return f"{verb[:-1]}ing" if mute else f"{verb}ing"


_DOUBLED: Final = listed(_DOUBLING)
_SHORT: Final = listed(
    "babysit begin cut dig forget get hit let put quit resit run set shut sit split swim win"
)
_EITHER: Final = listed("cancel travel")
"""Verbs whose last letter is doubled in British spelling only."""
_FIXED: Final = tuple(tuple(one.split()) for one in _IRREGULAR.split(",") if one.strip())
_FIXED_BY_BASE: Final = {base: (past, participle) for base, past, participle in _FIXED}
REGULAR: Final = listed(_COMMON) | _DOUBLED
_BRITISH: Final = {"learnt", "spelt"} | {f"{verb}led" for verb in _EITHER}

PAST_ALONE: Final = listed(
    """flooded leaked crashed collapsed expired hatched melted burst bloomed closed opened cleared
    completed downloaded drowned elected examined exchanged exercised exported feared fired found
    founded graded hatched imported injured jumped launched lectured lit loaded lodged marked merged
    mugged operated overflowed painted panicked paniced pickled placed plastered polished pressed
    produced pruned punched refunded registered relapsed remodelled resumed retrieved rewarded
    robbed roasted ruptured sacked sank scraped scratched screened served shifted slid smashed
    snapped spilt spilled spun sprained sprinted sprang stalled stitched strained stung sued swung
    taped telephoned tipped totalled towed traced transplanted trimmed tumbled tuned videoed
    whistled wound arose awoke beat bent bled crept dealt dreamt drowned fled froze knelt leapt
    blew shrank stank stole strode strove tore wept"""
)
"""Past forms of verbs whose other forms are nouns as well: `his flat flooded`."""
BASES: Final = REGULAR | {one[0] for one in _FIXED}
PASTS: Final = frozenset(map(_past, REGULAR)) | {one[1] for one in _FIXED} | _BRITISH
PARTICIPLES: Final = (
    frozenset(map(_past, REGULAR))
    | {one[2] for one in _FIXED}
    | _BRITISH
    | {"got", "born", "shorn"}
)
THIRDS: Final = frozenset(map(_third, BASES - {"be", "have", "do"})) | {"has", "does"}
GERUND_OF: Final = {
    form: _gerund(one) for one in REGULAR for form in (one, _third(one), _past(one))
} | {form: _gerund(one[0]) for one in _FIXED for form in (*one, _third(one[0]))}
"""The -ing form of a verb by its other forms."""
GERUNDS: Final = frozenset(map(_gerund, BASES)) | {f"{verb}ling" for verb in _EITHER}


def forms_of(verb: str) -> tuple[str, str, str, str, str] | None:
    """Return base, third person, -ing form, past and participle of a verb, if it is known."""
    if verb in REGULAR:
        return verb, _third(verb), _gerund(verb), _past(verb), _past(verb)
    past = _FIXED_BY_BASE.get(verb)
    return past and (verb, _third(verb), _gerund(verb), past[0], past[1])
