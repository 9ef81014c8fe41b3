"""English words by what they do in a sentence: openers, connectives, verbs that are nouns as well.

Only closed classes and common verbs: what is not listed is a noun or a name to the rules, which
keeps words together rather than cutting a clause where none begins.
"""

from __future__ import annotations

from typing import Final

from retentive.rules.calendar_words import MONTHS, WEEKDAYS
from retentive.rules.characters import listed
from retentive.rules.reading.inflection import BASES as BASES
from retentive.rules.reading.inflection import GERUND_OF as GERUND_OF
from retentive.rules.reading.inflection import GERUNDS as GERUNDS
from retentive.rules.reading.inflection import PARTICIPLES as PARTICIPLES
from retentive.rules.reading.inflection import PAST_ALONE, REGULAR
from retentive.rules.reading.inflection import PASTS as PASTS
from retentive.rules.reading.inflection import THIRDS as THIRDS

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
    REGULAR
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
COPULA: Final = BE | {"'s"}
"""Forms of `be`, as they are written after a subject too: `he's`."""
AUXILIARIES: Final = BE | listed(
    "do does did have has had can could will would shall should may might must"
)
DO_FORMS: Final = listed("do does did not")
DIARY: Final = listed("was were had has have did do")
"""Auxiliaries that open a diary line as often as a question: `had my eyes tested`."""
ARTICLES: Final = listed("a an the my his her its our their some")
MODALS: Final = listed("can could will would shall should may might must")
FINITE: Final = AUXILIARIES | (
    (PASTS | PAST_ALONE)
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
THEIRS: Final = listed("your his her their")
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
TIME_OPENERS: Final = (
    PREPOSITIONS
    | WEEKDAYS
    | MONTHS
    | listed(
        """last next this today yesterday tomorrow tonight every once two three four five six ten
    several recently lately currently originally
    previously now then ever these those one nowadays back later earlier"""
    )
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
