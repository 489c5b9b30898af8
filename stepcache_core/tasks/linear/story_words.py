"""The words by which the prose of a worked word problem is read; the lists are closed."""

from __future__ import annotations

import re
from typing import Final

from stepcache_core.tasks.linear.vocabulary import DANGEROUS, NEUTRAL, OPERATIONS, SAFE_TO_STAND

NARRATED: Final = "indeed"
"""Stands for words that say nothing of an equation: a neutral word that no phrase has in it."""

ARTICLES: Final = frozenset(
    "the a an of his her its their our your this that these those in is are was were be he she they".split()
)
"""Words without which a name or a sentence of the problem is the same."""

UNITS: Final = frozenset(
    """
    year old dollar cent mile kilometer km meter metre foot inch centimeter cm hour minute day week month mph
    kph gallon liter litre pound ounce gram kilogram kg age years dollars cents miles kilometers meters metres feet
    inches centimeters hours minutes seconds days weeks months gallons liters litres pounds ounces grams kilograms
    """.split()
)
"""Units, with a number or in a name."""

MORE: Final = frozenset("larger greater bigger largest greatest older longer faster higher taller heavier".split())
"""What the greater of two quantities is called; it may stand in a name, and its value must be the greater one."""
LESS: Final = frozenset("smaller lesser smallest younger shorter slower lower lighter".split())
"""What the smaller of them is called."""

QUANTITIES: Final = (
    DANGEROUS
    | MORE
    | LESS
    | frozenset(
        """
        sum difference product ratio quotient average combined altogether together each per increase increased
        decrease decreased taller heavier lighter farther further nearer earlier later sooner before after ago hence
        remaining left rest exceed exceeded excess short lack equal equally same twofold threefold one-half one-third
        two-thirds one-fourth three-fourths opposite reversed reverse false lost miss missing lose wrongly
        """.split()
    )
)
"""Words that say how much, which is more, when, or that something is not so."""

LEADING: Final = (
    (
        SAFE_TO_STAND
        | frozenset(
            "told also indeed according statement information problem know knew found mean means say says state states "
            "express expressed translate translates since because".split()
        )
    )
    - frozenset("each every any together left rest remaining balance before after now".split())
    - OPERATIONS.keys()
)
"""Words that may stand before what a sentence says."""

TOLD: Final = frozenset(
    """
    her his she he they him them told looking trying derived tells assigning assign assigned currently setting
    set formula call called denote denoted translate define defining
    express expressed create statement statements unknowns unit units formulas fact facts using per piece sentence
    relationship relationships relation example proportion information up
    """.split()
)
"""Words with which the way from a problem to its equations is told."""

MEASURES: Final = UNITS | frozenset(
    """
    number integer quantity value amount price cost rate speed time distance length width height weight mass volume age
    score total money
    """.split()
)
"""What is measured: words that name a quantity only where its whole name is made of them."""

TOTAL: Final = frozenset({"total", "sum", "combined", "altogether"})
"""Words that say that a number is what several quantities come to."""

NOW: Final = frozenset("now today currently current present presently".split())
"""Words that put what is said at the time of the problem."""

DIMENSIONS: Final = {
    unit: dimension
    for dimension, units in (
        ("time", "year month week day hour minute"),
        ("length", "mile kilometer km meter metre foot feet inch inches centimeter cm"),
        ("speed", "mph kph"),
        ("mass", "pound ounce gram kilogram kg"),
        ("volume", "gallon liter litre milliliter millilitre"),
        ("money", "dollar cent"),
    )
    for unit in units.split()
}
"""What a unit is one of."""
SMALLER_UNITS: Final = frozenset("month week day minute cent inch ounce gram milliliter".split())
"""Units that a number has only where the problem has them."""
MEASURED_BY: Final = {
    "age": frozenset({"time"}),
    "time": frozenset({"time"}),
    "speed": frozenset({"speed"}),
    "rate": frozenset({"speed"}),
    "distance": frozenset({"length"}),
    "length": frozenset({"length"}),
    "width": frozenset({"length"}),
    "height": frozenset({"length"}),
    "weight": frozenset({"mass"}),
    "mass": frozenset({"mass"}),
    "volume": frozenset({"volume"}),
    "amount": frozenset({"mass", "volume", "money"}),
    **dict.fromkeys(("price", "cost", "value"), frozenset({"money"})),
}
"""What units a quantity may have."""
_MONEY: Final = frozenset({"price", "cost", "value"})
_COUNT: Final = frozenset({"number", "amount", "volume"})
_MOTION: Final = frozenset({"speed", "rate"})
PASSED_OVER: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "indeed",
        "now that we know",
        "now we know",
        "we're looking for",
        "we are looking for",
        "that satisfy the given conditions",
        "that satisfy the conditions",
    )
)
"""Words in a sentence about quantities that it says the same without."""

IMPLIED: Final = tuple(
    tuple(phrase.split())
    for phrase in (
        "is",
        "will be",
        "would be",
        "is therefore",
        "is then",
        "is equal to",
        "can be expressed as",
        "can be represented as",
        "can be represented by",
        "can be written as",
    )
)
"""How a quantity is said to be an expression."""
HAVING: Final = (
    dict.fromkeys("cost costs worth".split(), _MONEY)
    | dict.fromkeys("has have holds contains".split(), _COUNT)
    | dict.fromkeys(
        "travels traveling travelling traveled travelled going moving flying at rate speed".split(), _MOTION
    )
    | {"weighs": frozenset({"weight", "mass"})}
)
"""Words beside the verb to be that say that a quantity has a value, and what a quantity must measure for them."""
MOVING: Final = frozenset(word for word, measures in HAVING.items() if measures is _MOTION)
"""Those of them that need a unit: what moves may be said to move a distance or for a time."""

TRAILING: Final = UNITS | {NARRATED}
"""Words that may stand after it."""

JUDGED_BY_THE_READER: Final = (NEUTRAL - {"total"}) | OPERATIONS.keys() | DANGEROUS

COMPARISONS: Final = tuple(
    (tuple(said.split()), tuple(plain.split()))
    for said, plain in (
        *(
            (f"{unit}{word} than", "more than")
            for word in ("older", "larger", "greater", "bigger", "longer", "higher", "taller", "faster")
            for unit in ("years ", "")
        ),
        *(
            (f"{unit}{word} than", "less than")
            for word in ("younger", "smaller", "shorter", "lower", "fewer", "slower")
            for unit in ("years ", "")
        ),
        *(
            (f"times as {word} as", "times")
            for word in ("old", "large", "great", "many", "much", "long", "big", "fast", "tall")
        ),
        *(
            (f"twice as {word} as", "twice")
            for word in ("old", "large", "great", "many", "much", "long", "big", "fast", "tall")
        ),
        ("their sum", "the sum of the numbers"),
        ("the total of", "the sum of"),
    )
)
"""Comparisons, and what they are in the words of spoken equations."""


def bare(word: str) -> str:
    """A word without the ending of a genitive or of a plural."""
    word = word.removesuffix("'s").removesuffix("'")
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


_WORD: Final = (
    r"(?!(?:be|is|are|was|were|represents?|denotes?|stands?|use|using|let|call|and|or|as|by|to|equals?|with|for)\b)"
    r"[A-Za-z][A-Za-z'’-]+"
)
_NOUN: Final = rf"(?P<n{{0}}>(?:(?:a|{_WORD}) ){{{{0,9}}}}{_WORD})(?: \(in [a-z/ ]{{{{1,20}}}}\))?"
_LETTER: Final = r"[*_]{{0,2}}(?P<l{0}>[A-Za-z])[*_]{{0,2}}(?![\w'’])"
_L1, _L2, _N1, _N2 = (part.format(place) for part in (_LETTER, _NOUN) for place in (1, 2))
_TERM: Final = r"(?:\d{1,9}(?:\.\d{1,4})?[A-Za-z]?|[A-Za-z])"
_E1, _E2 = (rf"(?P<{name}>{_TERM}(?: ?[-+] ?{_TERM}){{0,2}})(?![\w'’])" for name in ("l1", "l2"))
_WE: Final = (
    r"\b(?:(?:now|first),? )?(?:(?:let's|let’s|let us|we can|we will|we'll|we|i'll|i will) )?(?:also )?(?:start by )?"
)
_USE: Final = r"(?:use|using|let)"
_NAMES: Final = r"(?:call|denote|represent|define|name|calling|denoting|representing|defining)"
_AS: Final = r"(?:,? (?:as|by|with|using))?,?"
_BE: Final = (
    r"(?: (?:be|represent|represents|denote|denotes|stand for|stands for|equal)| to (?:represent|denote)| as| for)"
)
_STANDS_FOR: Final = r" (?:represents|denotes|stands for)"
_IS: Final = r" (?:be|be denoted by|be represented by|be called)"
_ENDS: Final = (
    r"(?: (?:mph|kph|(?:miles|kilometers|km) per hour|years(?: old)?|hours|dollars))?(?: \(in [a-z/ ]{1,20}\))?"
    r"(?=\s*(?:[.,:;!?()\n]|$))"
)
_NO_SECOND: Final = r"(?P<n2>)(?P<l2>)"
DEFINITIONS: Final = tuple(
    re.compile(pattern + _ENDS, re.IGNORECASE)
    for pattern in (
        rf"{_WE}{_USE} {_L1}{_BE} {_N1},? and (?:let )?{_E2}{_BE} {_N2}",
        rf"{_WE}{_USE} {_E1}{_BE} {_N1}{_NO_SECOND}",
        rf"(?:\bwhere )?\b{_L1}{_STANDS_FOR} {_N1},? and {_L2}{_STANDS_FOR} {_N2}",
        rf"(?:\bwhere )?\b{_L1}{_STANDS_FOR} {_N1}{_NO_SECOND}",
        rf"{_WE}{_NAMES} {_N1}{_AS} {_L1},? and {_N2}{_AS} {_E2}",
        rf"{_WE}{_NAMES} {_N1}{_AS} {_E1}{_NO_SECOND}",
        rf"{_WE}let {_N1}{_IS} {_L1},? and {_N2}{_IS} {_E2}",
        rf"{_WE}let {_N1}{_IS} {_E1}{_NO_SECOND}",
        rf"{_WE}(?:assume|suppose|say) (?:that )?{_N1} is {_L1}{_NO_SECOND}",
    )
)
"""How letters are given the names of quantities."""
TWO_NUMBERS: Final = tuple(
    re.compile(rf"{_WE}(?:call|denote|represent|let|define|name) {pattern}{_ENDS}", re.IGNORECASE)
    for pattern in (
        rf"(?:the|these|our) (?:two )?(?P<noun>numbers|integers) (?:be |as |by )?{_L1} and {_L2}",
        rf"one (?:of the )?(?P<noun>numbers?|integers?) (?:be |as |by )?{_L1},? and the other"
        rf"(?: (?:one|number|integer))? (?:be |as |by )?{_L2}",
    )
)
"""How two numbers get letters where the words do not tell which is which."""
FORMULA: Final = re.compile(
    r"\b(?:distance\s*=\s*(?:rate|speed)\s*(?:[×*]|\\times|x|times)\s*time"
    r"|time\s*=\s*distance\s*/\s*(?:rate|speed)|(?:rate|speed)\s*=\s*distance\s*/\s*time)\b(?!\s*[-+*/×=^(\d])",
    re.IGNORECASE,
)
"""A formula of motion, with words for its letters: it says nothing of this problem."""
LISTED: Final = re.compile(r"(?m)^([ \t]*)-[ \t]+(?=\S)")
"""A dash at the start of a line: an item of a list (CommonMark 5.2), not a minus."""
