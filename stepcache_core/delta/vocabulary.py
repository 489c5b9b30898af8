"""General English words, by what they do in a prompt. None of them was taken from an evaluation set."""

from __future__ import annotations

from stepcache_core.delta.changes import ChangeKind

ASKING = frozenset(
    """what who whom whose which when where why how is are was were am does did could would should has isn aren
    wasn weren doesn didn couldn wouldn shouldn hasn whats doesnt didnt isnt arent wasnt werent""".split()
)
"""First words, as far as they stand before an apostrophe, of what is a question with or without its mark."""

OPENERS = ASKING | frozenset("do can will have don can won haven".split())
"""First words of a question that has its mark."""

WH = frozenset("what which who where when why how".split())
AUXILIARIES = frozenset("is are was were do does did can could will would should must".split())

CAPITONYMS = frozenset(
    """polish turkey china may march august java apple python ruby swift rust go job nice reading mobile rice
    jack mark bill will rose grace hope faith frank bob pat sue chase target amazon windows word excel access
    teams slack oracle shell chrome safari edge opera mercury mars earth moon sun catholic liberal democrat
    republican labour conservative lent mass god natal scone slough bath cork lima ares guinea jersey celtic
    cuba chad niger jordan georgia galaxy pacific orient champagne cologne hamlet lyon madeira panama titanic
    tesla uber meta alphabet square stripe zoom discord""".split()
)
"""Words that mean something else with a capital letter, so that it decides even at the start of a sentence."""

UNITS = frozenset(
    """km cm mm nm ft yd mile miles kg mg lb lbs oz ml ms hr hrs min mins hour hours minute minutes second
    seconds day days week weeks month months year years gb mb kb tb hz khz mhz ghz kw kwh mv am pm usd eur gbp
    inr px rpm mph kph""".split()
)
"""Words that may stand right behind their number or apart from it."""

_NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
    thousand million billion trillion dozen half quarter third double twice thrice triple january february march
    april june july august september october november december monday tuesday wednesday thursday friday saturday
    sunday"""
NUMBER_WORDS = frozenset(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen twenty""".split()
)
_UNITS = """mile kilometre kilometer metre meter centimetre centimeter millimetre millimeter inch inches foot feet yard
    gram kilogram pound ounce ton tonne litre liter gallon pint celsius fahrenheit kelvin degree percent percentage euro
    dollar rupee yen yuan byte bit kilobyte megabyte gigabyte terabyte watt volt ampere joule calorie acre hectare"""
_POLARITY = """not no never none nothing neither nor nobody nowhere without except unless only must may
    might shall should cannot can't don't doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't
    couldn't hasn't haven't hadn't mustn't needn't hardly barely rarely seldom on off enable disable enabled
    disabled open closed close shut increase decrease increased decreased increasing decreasing allow forbid
    allowed forbidden include exclude including excluding add remove accept reject accepted rejected start stop
    true false yes legal illegal possible impossible safe unsafe dangerous buy sell import export encrypt
    decrypt encode decode install uninstall show hide lock unlock win lose pass fail positive negative win loss
    gain raise lower love hate agree disagree advantage disadvantage advantages disadvantages pros cons alive
    dead hot cold push pull upload download inside outside able unable"""
_COMPARISON = """more less fewer most least better worse best worst bigger smaller larger higher lower
    longer shorter older younger newer cheaper faster slower earlier later greater stronger weaker before
    after above below over under ascending descending max min maximum minimum from to into onto up down left
    right forward backward forwards backwards increasing decreasing than between top bottom highest lowest
    largest smallest biggest fastest slowest cheapest north south east west"""
_LANGUAGES = """english french german spanish italian portuguese dutch polish russian ukrainian chinese
    mandarin cantonese japanese korean hindi urdu bengali tamil telugu marathi gujarati punjabi arabic hebrew
    persian farsi turkish greek latin swedish norwegian danish finnish czech slovak hungarian romanian bulgarian
    serbian croatian thai vietnamese indonesian malay tagalog swahili zulu afrikaans welsh irish gaelic catalan
    basque esperanto klingon sanskrit nepali sinhala"""
_FORMAT = """list table bullet bullets points paragraph paragraphs sentence sentences word words line lines page pages
    json yaml xml csv markdown html latex essay email poem haiku story letter summary outline steps brief briefly short
    long detailed concise format"""
_TONE = """formal informal casual polite friendly funny humorous serious professional simple child
    children kid kids beginner beginners expert experts layman student students adult adults teenager teenagers
    audience tone style"""
_QUANTIFIERS = "all any some every each both either few many much several various other another whole entire"
_CONJUNCTIONS = "and or but if then while because although though whereas plus versus vs"
_QUESTIONS = "what who whom whose which when where why how"
_TIME = """was were is are am be been being will would did does do has have had going used today
    tonight tomorrow yesterday now currently current latest recent recently nowadays still already yet always
    often sometimes ever past future present morning evening night week month year century ago since until
    during"""
_POSITIONS = """first second third fourth fifth sixth seventh eighth ninth tenth last next previous former latter final
    initial"""

KINDS: dict[str, ChangeKind] = {
    word: kind
    for kind, words in (
        (ChangeKind.TIME, _TIME),
        (ChangeKind.QUESTION, _QUESTIONS),
        (ChangeKind.CONJUNCTION, _CONJUNCTIONS),
        (ChangeKind.QUANTIFIER, _QUANTIFIERS),
        (ChangeKind.TONE, _TONE),
        (ChangeKind.FORMAT, _FORMAT),
        (ChangeKind.NUMBER, _NUMBERS),
        (ChangeKind.POSITION, _POSITIONS),
        (ChangeKind.UNIT, " ".join(sorted(UNITS - {"am", "second"}))),
        (ChangeKind.UNIT, " ".join(f"{word} {word}s" for word in _UNITS.split())),
        (ChangeKind.LANGUAGE, _LANGUAGES),
        (ChangeKind.COMPARISON, _COMPARISON),
        (ChangeKind.POLARITY, _POLARITY),
    )
    for word in words.split()
}
"""The kind of change that a word makes; a word of several kinds has the last."""

LANGUAGES = frozenset(_LANGUAGES.split())
