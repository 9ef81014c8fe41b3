"""English words by what they do in a sentence: verbs with their forms, openers, connectives.

Only closed classes and common verbs: what is not listed is a noun or a name to the rules, which
keeps words together rather than cutting a clause where none begins.
"""

from __future__ import annotations

from typing import Final

from retentive.rules.characters import listed

_REGULAR: Final = """
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
_PLAIN: Final = listed(_REGULAR) | _DOUBLED
_BRITISH: Final = {"learnt", "spelt"} | {f"{verb}led" for verb in _EITHER}

_PAST_ALONE: Final = listed(
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
BASES: Final = _PLAIN | {one[0] for one in _FIXED}
PASTS: Final = frozenset(map(_past, _PLAIN)) | {one[1] for one in _FIXED} | _BRITISH
PARTICIPLES: Final = (
    frozenset(map(_past, _PLAIN)) | {one[2] for one in _FIXED} | _BRITISH | {"got", "born", "shorn"}
)
THIRDS: Final = frozenset(map(_third, BASES - {"be", "have", "do"})) | {"has", "does"}
GERUND_OF: Final = {
    form: _gerund(one) for one in _PLAIN for form in (one, _third(one), _past(one))
} | {form: _gerund(one[0]) for one in _FIXED for form in (*one, _third(one[0]))}
"""The -ing form of a verb by its other forms."""
GERUNDS: Final = frozenset(map(_gerund, BASES)) | {f"{verb}ling" for verb in _EITHER}

NOUNS_TOO: Final = listed(
    """
    hopes leaks matters
    aims answers bakes battles blocks books bumps buys calls camps cares changes chats checks
    chops claims climbs coaches contacts cooks costs covers crashes cries crosses cruises cuts
    cycles damages dances dates delays demands designs directs doubles doubts dreads dresses
    drinks drives drops dyes emails ends experiences faces falls fancies fears feeds fights
    files fills films finishes fits fixes flies focuses forces forms founds freelances gains
    gardens glues guesses guides handles hands harvests hates heads helps hikes hits holds
    hosts hugs hunts interns interviews itches jogs joins jokes judges jumps kayaks kicks
    kisses lacks lands laughs lays leads leans levels lifts likes limits links lists lives
    locks logs longs looks loves magics masters matches means measures messes minds monitors
    moves names nannies naps needs notices nurses objects offers orders paints parks passes
    patches pauses phones photographs picks pitches plans plants plays pleases points posts
    presents prints processes produces programs promises pulls pumps purchases questions quotes
    races reads records regrets releases rents repairs replies reports requests respects rests
    results returns reviews rides rings rises rows runs rushes saves schedules scores screams
    searches shapes shares ships shocks shops shots shouts showers shows signs sips skates
    sketches skis sleeps smells smiles snacks sorts sounds spares spells splits sponsors
    spreads stands starts stays steps sticks stops stores stretches strips struggles studies
    suits supports surfs surprises swaps swims switches talks tastes tattooes tears tests texts
    thanks throws ties tours tracks trades trains transfers travels treats tries trips trusts
    turns twists types updates upgrades uploads uses vacations values visits votes waits walks
    watches waters waves welcomes wins wonders works worries wraps zips
    """
)
"""Forms of the third person that are as often the plural of a noun."""
NOUN_BASES: Final = frozenset(
    _PLAIN
    & listed(
        """
        aim answer battle block book bump call camp care chair change chat check chop claim
        clean climb coach contact cook cover crash cross cruise cry cycle damage dance date
        delay demand design direct double doubt dread dress drop dye email end experience face
        fancy fear file fill film fish fit fix focus force form found freelance gain garden
        glue guess guide hand handle harvest hate head help hike hope host hug hunt intern
        interview itch joke judge jump kayak kiss lack land last laugh lean level lift like
        limit link list lock log long look love magic master match measure mess mind monitor
        move name nanny nap need notice nurse object offer open order paint park pass patch
        pause phone photograph pick pitch plan plant play please point post practice present
        print process produce program promise pump purchase question quote race rain record
        regret release rent repair reply report request research respect rest result return
        review row rush sail schedule score scream search shape share ship shock shop shout
        shower sign sip skate sketch ski smell smile smoke snow sort sound spare sponsor spread
        start stay step stop store stress stretch strip struggle study suit support surf
        surprise swap switch talk taste tattoo test text tidy tie tour track trade train
        transfer travel treat trip trust turn twist type update upgrade upload use vacation
        value visit vote wait walk wash watch water wave welcome wonder work worry wrap zip
        """
    )
) | listed(
    "drink drive run ride swim cut hit show sleep fall fight read set stand stick win feed split"
)

BE: Final = listed("am is are was were")
AUXILIARIES: Final = BE | listed(
    "do does did have has had can could will would shall should may might must"
)
DO_FORMS: Final = listed("do does did not")
DIARY: Final = listed("was were had has have did do")
"""Auxiliaries that open a diary line as often as a question: `had my eyes tested`."""
ARTICLES: Final = listed("a an the my his her its our their some")
MODALS: Final = listed("can could will would shall should may might must")
FINITE: Final = AUXILIARIES | (
    (PASTS | _PAST_ALONE)
    - listed(
        "bit cost cut hit hurt let lay put read rose set shot split spoke wound found lit beat"
    )
)
STRONG_THIRDS: Final = THIRDS - NOUNS_TOO
REDUCED: Final = listed(
    """named called born made built based given known used written taken sold found
    set left meant held kept paid filled baked cooked painted inspired followed"""
)
"""Participles that often follow a noun: `a dog named Rex`."""

NOMINATIVE: Final = listed("i he she we they")
UNTIL: Final = frozenset({"until", "till", "til"})
RETURNING: Final = listed("return returning back come coming home fly flying stay staying")
"""Verbs of the end of a trip: `and come back on the 12th`."""
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
    since until till til between without within through against around like as than per towards via
    outside inside behind beside along across"""
)
TIME_OPENERS: Final = PREPOSITIONS | listed(
    """last next this today yesterday tomorrow tonight every once two three four five six ten
    several monday tuesday wednesday thursday friday saturday sunday january february march april
    may june july august september october november december recently lately currently originally
    previously now then ever these those one nowadays back later earlier"""
)
COORDINATORS: Final = listed("and but or so then nor plus n")
SUBORDINATORS: Final = listed(
    """because cause cuz coz bc cos since although though tho while whilst whereas when whenever if
    unless until till til after before once where whether except that"""
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
    means mean meant confirmed promised learned learnt found figured doubt argued argues
    complains complained add note imagine assume pretend suspect suspects suspected read joke
    joked jokes saying telling tease teases dreamt dreamed"""
)
"""Verbs whose object may be a whole clause."""

FORGETTING: Final = listed("forget scrap wipe delete erase disregard ignore")
"""Orders whose object is not said: `forget that I live here`."""
POLITE: Final = listed("please pls just ok okay now also kindly so and well actually")
INTERJECTIONS: Final = listed(
    """yes no yeah yep yup nope nah well ok okay oh ah hey hi hello sorry right sure thanks hmm mm
    lol haha wow great cool nice actually so typo oops correction"""
)
"""Words before a comma that belong to what follows it."""
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
