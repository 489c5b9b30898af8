"""Words and phrases that say the same in every plain question.

A pair stands here only where no use of it in a question gives one of the two another meaning; what is true in most
places only is left out, so that it stays a change.
"""

from __future__ import annotations

_SPELLED = """colour:color colours:colors favourite:favorite favourites:favorites favour:favor flavour:flavor
    flavours:flavors behaviour:behavior behaviours:behaviors honour:honor labour:labor neighbour:neighbor
    neighbours:neighbors neighbourhood:neighborhood humour:humor rumour:rumor rumours:rumors harbour:harbor
    centre:center centres:centers theatre:theater theatres:theaters litre:liter litres:liters kilometre:kilometer
    kilometres:kilometers centimetre:centimeter centimetres:centimeters fibre:fiber fibres:fibers calibre:caliber
    defence:defense offence:offense organise:organize organised:organized organising:organizing
    organisation:organization organisations:organizations realise:realize realised:realized recognise:recognize
    recognised:recognized apologise:apologize memorise:memorize memorising:memorizing optimise:optimize
    optimised:optimized optimising:optimizing optimisation:optimization analyse:analyze analysing:analyzing
    analysed:analyzed paralyse:paralyze specialise:specialize specialised:specialized minimise:minimize
    maximise:maximize prioritise:prioritize customise:customize socialise:socialize criticise:criticize
    emphasise:emphasize demonetisation:demonetization globalisation:globalization
    industrialisation:industrialization urbanisation:urbanization colonisation:colonization
    civilisation:civilization civilisations:civilizations travelling:traveling traveller:traveler
    travellers:travelers travelled:traveled cancelled:canceled cancelling:canceling cancellation:cancelation
    modelling:modeling labelling:labeling jewellery:jewelry grey:gray tyre:tire tyres:tires aeroplane:airplane
    aeroplanes:airplanes aluminium:aluminum mum:mom pyjamas:pajamas moustache:mustache sceptical:skeptical
    catalogue:catalog learnt:learned dreamt:dreamed burnt:burned coloured:colored whilst:while amongst:among
    towards:toward afterwards:afterward skilful:skillful enrol:enroll fulfil:fulfill instalment:installment
    ageing:aging judgement:judgment okay:ok anybody:anyone everybody:everyone somebody:someone nobody:noone
    photograph:photo photographs:photos refrigerator:fridge refrigerators:fridges television:TV televisions:TVs
    maths:math mathematics:math advertisement:ad advertisements:ads advert:ad adverts:ads telephone:phone
    telephones:phones centred:centered millilitre:milliliter millilitres:milliliters licence:license
    licences:licenses practise:practice practised:practiced practising:practicing anaemia:anemia haemoglobin:hemoglobin
    diarrhoea:diarrhea paediatric:pediatric paediatrician:pediatrician oesophagus:esophagus oesophageal:esophageal
    oestrogen:estrogen foetus:fetus leukaemia:leukemia orthopaedic:orthopedic gynaecologist:gynecologist
    anaesthetic:anesthetic anaesthesia:anesthesia manoeuvre:maneuver plough:plow sulphur:sulfur cosy:cozy
    doughnut:donut doughnuts:donuts yoghurt:yogurt marvellous:marvelous colourful:colorful colouring:coloring
    odour:odor odours:odors tumour:tumor tumours:tumors vapour:vapor armour:armor
    info:information versus:vs motorbike:motorcycle
    motorbikes:motorcycles thru:through tho:though till:until &:and an:a"""
_SYNONYMS = """utilise:use utilize:use purchased:bought begin:start begins:starts
    automobile:car automobiles:cars kids:children rapidly:quickly frequently:often sofa:couch needed:required
    sofas:couches"""
ONE_FOR_ANOTHER: dict[str, str] = dict(pair.split(":") for pair in f"{_SPELLED} {_SYNONYMS}".split())
"""Two spellings of a word, a word and its clipping, or two synonyms."""

VERBS: dict[str, str] = {"purchase": "buy"}
"""Two verbs for the same, one of which is a noun of its own, too: a purchase order is no buy order."""
BEFORE_A_VERB = frozenset("I you we they people to not".split())
"""Words after which it is the verb."""

_SAID_AS = """
    in order to = to
    so as to = to
    in fact =
    e - mail = email
    e - mails = emails
    cell phone = cellphone
    cell phones = cellphones
    mobile phone = cellphone
    mobile phones = cellphones
    smart phone = smartphone
    smart phones = smartphones
    web site = website
    web sites = websites
    lap top = laptop
    one another = each other
    free of charge = for free
    free of cost = for free
    in spite of = despite
    because of = due to
    kinds of = types of
    sorts of = types of
    kind of = type of
    sort of = type of
    the US = US
    the USA = US
    the UK = UK
    the UN = UN
    the EU = EU
    the UAE = UAE
    the BBC = BBC
    the FBI = FBI
    the CIA = CIA
    the USSR = USSR
    the United States of America = US
    the United States = US
    United States of America = US
    United States = US
    the United Kingdom = UK
    United Kingdom = UK
    the European Union = EU
    the United Nations = UN
    how come = why
    pros and cons = advantages and disadvantages
    on my own = by myself
    in your opinion =
    according to you =
"""
PHRASES: dict[tuple[str, str], list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
"""Phrases by their first two words, the longest first, with what stands for them."""
for _line in sorted(_SAID_AS.strip().splitlines(), key=len, reverse=True):
    _said, _, _meant = _line.partition("=")
    _first, _second, *_rest = _said.split()
    PHRASES.setdefault((_first, _second), []).append((tuple(_rest), tuple(_meant.split())))
PHRASE_OPENERS = frozenset(first for first, _ in PHRASES)

FILLERS = frozenset({"actually", "basically", "indeed"})
"""Adverbs that say of a question that it is one."""

MEASURES: dict[str, str] = dict(
    pair.split(":")
    for pair in """kilogram:kg kilograms:kg kilo:kg kilos:kg kgs:kg kilometer:km kilometers:km kms:km
    kilometre:km kilometres:km metre:meter metres:meters
    centimeter:cm centimeters:cm centimetre:cm centimetres:cm millimeter:mm millimeters:mm
    milligram:mg milligrams:mg hrs:hours mins:minutes secs:seconds yrs:years""".split()
)
"""Names of units and their signs, which stand for each other right behind a number."""
