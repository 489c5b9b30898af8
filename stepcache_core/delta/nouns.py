"""English nouns: one and many, things and substances."""

from __future__ import annotations

_UNLIKE_THEIR_SINGULAR = frozenset(
    """glasses clothes goods customs arms morals manners means news works minutes spirits grounds scales stairs thanks
    looks brains damages airs ashes colors contents directions forces gases hearts irons letters lives lyrics marks
    species series bowels remains resources savings shorts tights briefs boxers trunks wages waters woods terms
    politics physics economics mathematics ethics statistics genetics electronics athletics gymnastics linguistics
    aerobics graphics analytics logistics dynamics mechanics diabetes rabies measles mumps shingles hives kudos
    spectacles heels flats pumps slacks sweats chips fries greens sweets crackers barracks headquarters crossroads
    classics basics comics essentials humanities facilities authorities communications relations services quarters
    heavens heights depths plains rapids sands tropics regards respects proceeds premises honors operations elements
    us is was has does this his its plus thus yes gas bus lens bias canvas atlas chaos christmas alias virus always
    perhaps besides sometimes afterwards towards whereas versus jeans pants trousers scissors pliers binoculars pajamas
    shoes bonds stocks futures derivatives dominoes darts billiards checkers draughts spades jacks doubles singles
    skittles charades blues braces contacts blinds drawers shades cords credits falls nuts grits axes ellipses crocs
    vans beats""".split()
)
"""Words in -s that have no singular, or one of another meaning."""
_PRODUCTS = frozenset("windows teams pandas rails".split())
"""Plurals that alone name a product."""
_IRREGULAR = {
    many: one
    for pair in """calf:calves elf:elves half:halves hoof:hooves knife:knives leaf:leaves loaf:loaves scarf:scarves
        shelf:shelves thief:thieves wife:wives wolf:wolves bus:buses cactus:cactuses campus:campuses circus:circuses
        lens:lenses octopus:octopuses virus:viruses""".split()
    for one, many in (pair.split(":"),)
}
_IN_IE = frozenset(
    """birdie bootie brownie calorie cookie foodie genie goalie hippie hoodie magpie movie newbie pixie prairie rookie
    selfie smoothie walkie zombie necktie eerie""".split()
)
_IN_OE = frozenset("aloe canoe doe floe foe hoe oboe roe sloe throe toe woe tiptoe mistletoe".split())
MASS_TOO = frozenset(
    """paper glass iron light time work life business sport art wine beer coffee tea cheese chicken fish lamb fruit
    stone rock cloth rubber tin wood room space land country society culture religion language law justice power
    energy experience education history nature war peace love death truth beauty youth age sound noise speech
    thought memory sleep exercise football baseball basketball chess school college church prison hospital bed
    home film television radio cake pie pizza meat oil gas fire water ice air hair skin pain cancer sugar salt
    drink food crime trade industry agriculture government management marketing medicine surgery music poetry
    theater dance painting drawing writing building cooking reading state change interest investment
    depression stroke will trust base acid metal alcohol equity security charge current resistance set python android
    swift java power color order matter weather leather humor labor butter silver copper wonder honor favor flavor
    horror terror liquor timber lumber laughter fever gender character number temper winter summer dinner supper
    danger anger hunger murder tender thunder pepper ginger center
    man turkey duck goose salmon tuna lobster cold lead gold shock spring
    weed cricket bridge pool squash mint pot flask ruby mole""".split()
)
"""Nouns that are a substance or notion without an article and one thing with it."""

BARE = frozenset(
    """money cash bread rice milk pork beef bacon ham butter cream flour corn wheat honey juice data software hardware
    equipment furniture traffic trash garbage mail luggage homework housework research evidence news soil dirt dust mud
    snow rain wind blood sweat urine dna jazz rap plastic steel cotton wool silk concrete cement gravel sand heat smoke
    steam electricity property
    muscle mass fat weight courage faith credit debt rapport tolerance rent capital
    university college kindergarten preschool daycare nursery camp academy rehab therapy treatment training practice
    class court office parliament congress jury duty custody town heaven hell god""".split()
)
"""Nouns that without an article are a substance or notion, or what one does at a place."""

COUNTED = ("er", "or", "ist")
"""Endings of nouns for what does or is used for something, which are counted, but for those in `MASS_TOO`."""


_NO_NAMESAKE = 9
"""Letters from which on a word is taken to have one meaning only."""


def singular(word: str) -> str:
    """The singular of a regular plural; the word itself if it is none, or if its singular means something else."""
    if len(word) < 4 or word[-1] != "s" or not word.islower() or word in _UNLIKE_THEIR_SINGULAR:
        return word
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(("ss", "us", "is")):
        return word
    if word[:-1] in _IN_IE or word[:-1] in _IN_OE:
        return word[:-1]
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith("oes"):
        return word[:-2]
    return word[:-2] if word.endswith(("ches", "shes", "sses", "xes", "zzes")) else word[:-1]


def kind(word: str, *, is_alone: bool = True) -> str:
    """The singular of a plural, unless the singular may also be a substance or a notion, or the plural a product.

    Args:
        word: The noun.
        is_alone: Whether no adjective before it shows that it is no product: large windows.
    """
    one = singular(word)
    return word if one in MASS_TOO or (is_alone and word in _PRODUCTS) else one


def is_surely_counted(word: str) -> bool:
    """Whether a singular names a thing, not a substance, a game or a product that bears the name of a thing."""
    return word not in MASS_TOO and word not in BARE and (word.endswith(COUNTED) or len(word) >= _NO_NAMESAKE)
