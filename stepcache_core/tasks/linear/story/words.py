"""The words by which the prose of a worked word problem is read; the lists are closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from stepcache_core.tasks.linear.spoken.words import Said
from stepcache_core.tasks.linear.vocabulary import DANGEROUS, NEUTRAL, OPERATIONS, SAFE_TO_STAND

NARRATED: Final = "indeed"
"""Stands for words that say nothing of an equation: a neutral word that no phrase has in it."""

ARTICLES: Final = frozenset(
    "the a an of his her its their our your this that these those in is are was were be he she they".split()
)
"""Words without which a name or a sentence of the problem is the same."""

DETERMINERS: Final = frozenset("the a an his her its their our your this that these those".split())
"""Words that a name may begin with."""
BETWEEN_NAMES: Final = ARTICLES | frozenset(
    "it at on for to by with will would need needs needed use used using should required".split()
)
"""Words without which a name is the same."""
UNSETTLED: Final = frozenset("will would should need needs needed use used using required".split())
"""Those of them that in a sentence put off what it says, or make it a wish or past: `the pen used to cost 6`."""
WITHIN_NAMES: Final = BETWEEN_NAMES - frozenset("is are was were be".split())
"""Those of them that may stand between its other words."""

UNITS: Final = frozenset(
    """
    year old dollar cent mile kilometer km meter metre foot inch centimeter cm hour minute day week month mph
    kph gallon liter litre pound ounce gram kilogram kg age years dollars cents miles kilometers meters metres feet
    inches centimeters hours minutes seconds days weeks months gallons liters litres pounds ounces grams kilograms
    """.split()
)
"""Units, with a number or in a name."""

MORE: Final = frozenset(
    "larger greater bigger largest greatest biggest older oldest longer longest faster fastest higher taller "
    "heavier".split()
)
"""What the greater of two quantities is called; it may stand in a name, and its value must be the greater one."""
LESS: Final = frozenset(
    "smaller lesser smallest younger youngest shorter shortest slower slowest lower lighter".split()
)
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
            "express expressed translate translates since because tells asks".split()
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
    score total money unknown
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
    | dict.fromkeys("travels traveling travelling traveled travelled going moving flying rate speed".split(), _MOTION)
    | {"weighs": frozenset({"weight", "mass"})}
)
"""Words beside the verb to be that say that a quantity has a value, and what a quantity must measure for them."""
MOVING: Final = frozenset(word for word, measures in HAVING.items() if measures is _MOTION)
"""Those of them that need a unit: what moves may be said to move a distance or for a time."""

MOVES: Final = frozenset("travels travelled traveled goes moves flies drives".split())
"""Verbs of what moves."""

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
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


_SAME_SIZE: Final = {
    word: size
    for size, words in (
        ("larger", "greater bigger largest greatest biggest"),
        ("smaller", "lesser smallest"),
        ("older", "oldest"),
        ("younger", "youngest"),
        ("longer", "longest"),
        ("shorter", "shortest"),
        ("faster", "fastest"),
        ("slower", "slowest"),
    )
    for word in words.split()
}
SIZES: Final[dict[str, Callable[..., str]]] = {"larger": max, "smaller": min}
"""What a number is of two that is called so."""


def name_word(word: str) -> str:
    """A word as it stands in a name, which says of two quantities in one way which is more."""
    word = bare(word)
    return _SAME_SIZE.get(word, word)


def rate_word(value: Fraction) -> str:
    """A rate of so many percent as a word of a name."""
    return f"{float(value):g}%"


def stands(phrase: Sequence[str], words: Sequence[Said], at: int) -> bool:
    """Whether a phrase stands at a place of what is said."""
    return [word.name for word in words[at : at + len(phrase)]] == list(phrase)


COMPARING: Final = tuple(
    (frozenset(words.split()), frozenset(measures.split()))
    for words, measures in (
        ("old older younger", "age"),
        ("fast faster slower", "speed rate"),
        ("long longer shorter tall taller", "length height width distance"),
    )
)
"""Words of comparisons, and what they compare."""
