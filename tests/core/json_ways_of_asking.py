"""Ways in which people ask for one JSON object, and what looks like them and is something else."""

from __future__ import annotations

from typing import Any, Final

Rule = dict[str, Any]

STRING: Final[Rule] = {"type": "string"}
NUMBER: Final[Rule] = {"type": "number"}
INTEGER: Final[Rule] = {"type": "integer"}
BOOLEAN: Final[Rule] = {"type": "boolean"}
STRINGS: Final[Rule] = {"type": "array", "items": STRING}
DATE: Final[Rule] = {"type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}
TIME: Final[Rule] = {"type": "string", "pattern": "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$"}


def between(low: int, high: int, kind: str = "integer") -> Rule:
    return {"type": kind, "minimum": low, "maximum": high}


def listing(count: int, items: Rule = STRING) -> Rule:
    return {"type": "array", "minItems": count, "maxItems": count, "items": items}


def rows(*keys: str, **rules: Rule) -> Rule:
    """A list of objects with exactly these keys."""
    properties = {key: rules.get(key, {}) for key in keys}
    row = {"type": "object", "required": list(keys), "properties": properties, "additionalProperties": False}
    return {"type": "array", "items": row}


LINES: Final[list[tuple[str, str, dict[str, Rule]]]] = [
    (
        "Describe the kayak below as a JSON object:\n- model: string\n- seats: integer\n- inflatable: boolean\n\n"
        "The Otter is a folding kayak for two.",
        "model seats inflatable",
        {"model": STRING, "seats": INTEGER, "inflatable": BOOLEAN},
    ),
    (
        "Return JSON with these fields:\n* clinic: text\n* rating: number from 1 to "
        "5\n\nText: Good dentists at Elm Clinic.",
        "clinic rating",
        {"clinic": STRING, "rating": between(1, 5, "number")},
    ),
    (
        "Give me a JSON object with the following keys:\n- species (string)\n- legs (whole "
        "number)\nfor the house spider.",
        "species legs",
        {"species": STRING, "legs": INTEGER},
    ),
    (
        "Write the trail report as JSON with these keys:\n1. trail - string\n2. km - float\n3. open - true/false\n\n"
        "Ridge loop, 12.5 km, closed after the storm.",
        "trail km open",
        {"trail": STRING, "km": NUMBER, "open": BOOLEAN},
    ),
    (
        "Create one JSON object with the fields:\n1) guest – text\n2) arrival – date "
        "(YYYY-MM-DD)\n3) nights – integer\n\n"
        "Mara Lind comes on 2031-02-03 and stays four nights.",
        "guest arrival nights",
        {"guest": STRING, "arrival": DATE, "nights": INTEGER},
    ),
    (
        "Turn the note into JSON with the keys:\n• who: string\n• due: ISO date (YYYY-MM-DD)\n• urgent: bool\n\n"
        "Note: Ben must file the papers by 2030-01-31.",
        "who due urgent",
        {"who": STRING, "due": DATE, "urgent": BOOLEAN},
    ),
    (
        "As a JSON object:\n- vet: string\n- specialties: list of exactly three strings\n\nDr "
        "Ruiz treats cats, birds and mice.",
        "vet specialties",
        {"vet": STRING, "specialties": listing(3)},
    ),
    (
        "Produce a JSON object with these fields:\n- dish: string\n- steps: array of 4 "
        "strings\n- minutes: whole number\n"
        "\nThe dish is a lentil soup.",
        "dish steps minutes",
        {"dish": STRING, "steps": listing(4), "minutes": INTEGER},
    ),
    (
        "Extract from the text below a JSON object with these keys:\n- `street`: string\n- `number`: integer\n\n"
        "Text: We moved to Lime Road 14.",
        "street number",
        {"street": STRING, "number": INTEGER},
    ),
    (
        'Output JSON with the keys:\n- "tool": string\n- "weight_g": number\n\nA hammer of 450 grams.',
        "tool weight_g",
        {"tool": STRING, "weight_g": NUMBER},
    ),
    (
        "Fields:\n- band: string\n- members: integer\n\nReturn them as JSON. The Low Tides are a trio.",
        "band members",
        {"band": STRING, "members": INTEGER},
    ),
    (
        "The Low Tides are a trio from Cork.\n\nReturn that as a JSON object with these fields:\n- band: string\n"
        "- members: integer",
        "band members",
        {"band": STRING, "members": INTEGER},
    ),
    (
        "Return a JSON object with these keys:\n- bus: integer\n- leaves: HH:MM\n- stop: "
        "string\n\nBus 12, 08:15, Mill Lane.",
        "bus leaves stop",
        {"bus": INTEGER, "leaves": TIME, "stop": STRING},
    ),
    (
        "Make a JSON object with the fields\n- plant: string\n- height_cm: integer, at least "
        "1\n- evergreen: true or false\n"
        "\nHolly, 300.",
        "plant height_cm evergreen",
        {"plant": STRING, "height_cm": {"type": "integer", "minimum": 1}, "evergreen": BOOLEAN},
    ),
    (
        "Give me JSON with these keys:\n- mood: one of calm, tense, joyful\n- line: string, at most 40 characters\n\n"
        "Text: What a quiet sea.",
        "mood line",
        {
            "mood": {"type": "string", "enum": ["calm", "tense", "joyful"]},
            "line": {"type": "string", "maxLength": 40},
        },
    ),
    (
        "Return a JSON object with these properties:\n- id: integer, required\n- label: "
        "string (required)\n\nLabel Oak, id 3.",
        "id label",
        {"id": INTEGER, "label": STRING},
    ),
    (
        "Return JSON with these fields:\n- score: integer, 1 to 10\n- verdict: string\n\nReview: A dull play.",
        "score verdict",
        {"score": between(1, 10), "verdict": STRING},
    ),
    (
        "Return JSON with these fields:\n- score: integer (0-100)\n- verdict: text\n\nReview: A dull play.",
        "score verdict",
        {"score": between(0, 100), "verdict": STRING},
    ),
    (
        "Return JSON with these fields:\nname: string\nseats: integer\n\nThe Marlin sleeps six.",
        "name seats",
        {"name": STRING, "seats": INTEGER},
    ),
    (
        "Return a JSON object with the keys\n\n- lake\n- depth_m\n\nLake Orta is 143 m deep.",
        "lake depth_m",
        {},
    ),
    (
        "Give me a JSON object with:\n- hotel (string)\n- stars (integer from 1 to 5)\n\nThe Pines has three stars.",
        "hotel stars",
        {"hotel": STRING, "stars": between(1, 5)},
    ),
    (
        "I need a JSON object with these fields:\n* title: short text\n* pages: whole "
        "number\n* tags: list of strings\n\n"
        "A field guide to moss.",
        "title pages tags",
        {"title": {"type": "string", "description": "short text"}, "pages": INTEGER, "tags": STRINGS},
    ),
    (
        "Return JSON with these keys:\n- city: string\n- facts: a list of two short texts\n\nThe city is Ghent.",
        "city facts",
        {"city": STRING, "facts": listing(2, {"type": "string", "description": "short texts"})},
    ),
    (
        "Please give me a JSON object with the following fields:\n\n1. ship - string\n2. "
        "built - integer\n\nShip Argo, built 1951.",
        "ship built",
        {"ship": STRING, "built": INTEGER},
    ),
    (
        "Return one JSON object with these fields:\n- start: time as HH:MM\n- end: a time, "
        "HH:MM\n\nFrom 9 to half past ten.",
        "start end",
        {"start": TIME, "end": TIME},
    ),
    (
        "Return one JSON object with these fields:\n- day: a date in the format YYYY-MM-DD\n- "
        "open: a boolean\n\n3 May 2030.",
        "day open",
        {"day": DATE, "open": BOOLEAN},
    ),
    (
        "Return one JSON object with these fields:\n- ratio: decimal number\n- ok: boolean "
        "(true or false)\n\nOne in four.",
        "ratio ok",
        {"ratio": NUMBER, "ok": BOOLEAN},
    ),
    (
        "Invent a ferry and describe it as one JSON object:\n- name: string\n- decks: integer\n\nRaw JSON only.",
        "name decks",
        {"name": STRING, "decks": INTEGER},
    ),
    (
        "Return JSON with these fields:\n- code: string\n- stops: list of 2 to 4 strings\n\nLine M goes by Hill.",
        "code stops",
        {"code": STRING, "stops": {"type": "array", "minItems": 2, "maxItems": 4, "items": STRING}},
    ),
    (
        "Return one JSON object with these fields:\n- ids: array of integers\n- kinds: list "
        "of at most 3 strings\n\nText: none.",
        "ids kinds",
        {"ids": {"type": "array", "items": INTEGER}, "kinds": {"type": "array", "maxItems": 3, "items": STRING}},
    ),
]
"""One key a line, with what it is."""

INLINE: Final[list[tuple[str, str, dict[str, Rule]]]] = [
    ("The mug is blue. Give it to me as JSON (keys: thing, colour).", "thing colour", {}),
    ("Describe the mug as JSON (fields: thing, colour, price (number)).", "thing colour price", {"price": NUMBER}),
    ("The mug is blue and costs 4. Return that as JSON, keys thing/colour/price.", "thing colour price", {}),
    ("As JSON, keys thing/colour/price: a blue mug for 4.", "thing colour price", {}),
    (
        "A blue mug costs 4 and is sold out. Encode this as one JSON object - name, price, "
        "in_stock (true or false) - please.",
        "name price in_stock",
        {"in_stock": BOOLEAN},
    ),
    (
        "Write this as a JSON object – title, year (integer) – and nothing else: Dune, 1965.",
        "title year",
        {"year": INTEGER},
    ),
    (
        "Return a bare JSON object that has title, author and year and not a single key more. "
        "Dune, Frank Herbert, 1965.",
        "title author year",
        {},
    ),
    ("Give me a JSON object which has the keys title and year, and no more keys. Dune, 1965.", "title year", {}),
    ("Give me a flat JSON object for Dune, 1965. Its keys: title, year.", "title year", {}),
    ("Give me a JSON object for Dune, 1965. Keys: title, year. No other keys, please.", "title year", {}),
    ("Write a JSON object for Dune, 1965. The front end reads the fields title and year.", "title year", {}),
    ("Write a JSON object for Dune, 1965. Our parser expects the keys title and year.", "title year", {}),
    ("Write a JSON object for Dune, 1965. The page expects title, year and pages.", "title year pages", {}),
    ("Return Dune, 1965, as a JSON record. The columns are called title and year.", "title year", {}),
    ("Return Dune, 1965, as a JSON record whose keys are title and year.", "title year", {}),
    ("Put Dune, 1965, into a JSON object. Name the keys title and year.", "title year", {}),
    ("Put Dune, 1965, into a JSON object; the keys should be called title and year.", "title year", {}),
    ("Dune came out in 1965. Turn that into JSON with just title and year.", "title year", {}),
    ("Dune came out in 1965. JSON please, with the keys title and year.", "title year", {}),
    (
        "Our booking service accepts a JSON body with the keys guest, nights (integer) and pet (true or false). "
        "Write that body for Mara Lind, who stays two nights with her dog.",
        "guest nights pet",
        {"nights": INTEGER, "pet": BOOLEAN},
    ),
    (
        "The form takes a JSON object with the fields guest and nights. Give me that object for Mara, two nights.",
        "guest nights",
        {},
    ),
    (
        "Return JSON with the keys day (ISO date), gate (string) and delay (whole number) for flight 7.",
        "day gate delay",
        {"day": DATE, "gate": STRING, "delay": INTEGER},
    ),
    (
        "Elm sold two lamps.\nWrite this as JSON: shop, sold (integer), and parts - an array of objects with id and "
        "count (integer).",
        "shop sold parts",
        {"sold": INTEGER, "parts": rows("id", "count", count=INTEGER)},
    ),
    ("I need this as JSON (keys: sku, colour). A red lamp, L-7.", "sku colour", {}),
    (
        "Write the mail data of Ada (36 years old, ada@math.org) as JSON. Its keys: name, age, email.",
        "name age email",
        {},
    ),
    (
        "Return JSON with the keys opens (HH:MM) and closes (HH:MM) for the shop.",
        "opens closes",
        {"opens": TIME, "closes": TIME},
    ),
    (
        "Return JSON with the keys price (number, at least 0) and code (string, exactly 3 characters) for a mug.",
        "price code",
        {"price": {"type": "number", "minimum": 0}, "code": {"type": "string", "minLength": 3, "maxLength": 3}},
    ),
    (
        "Return JSON with the keys city (string), open (true/false) for the zoo.",
        "city open",
        {"city": STRING, "open": BOOLEAN},
    ),
    (
        "From this message make one JSON object with the keys sender, topic and urgent (boolean): The roof leaks. Ada",
        "sender topic urgent",
        {"urgent": BOOLEAN},
    ),
]
"""The keys in the run of a sentence."""

NESTED: Final[list[tuple[str, str, dict[str, Rule]]]] = [
    (
        "Return the order as JSON with these keys:\n- customer: string\n- items: an array of objects with product and "
        "quantity (integer)\n\nAda bought 2 mugs and 1 pot.",
        "customer items",
        {"customer": STRING, "items": rows("product", "quantity", quantity=INTEGER)},
    ),
    (
        "Return the order as a JSON object with these fields:\n- customer (string)\n- items - "
        "a list of objects with the keys "
        "product (string) and quantity (integer)\n\nAda bought 2 mugs and 1 pot.",
        "customer items",
        {"customer": STRING, "items": rows("product", "quantity", product=STRING, quantity=INTEGER)},
    ),
    (
        "Return the order as JSON with the keys customer and items (array of objects with product and quantity). "
        "Ada bought 2 mugs and 1 pot.",
        "customer items",
        {"items": rows("product", "quantity")},
    ),
    (
        "Return the order as JSON with the keys customer and items (a list of objects, each with product and "
        "quantity (integer)). Ada bought 2 mugs and 1 pot.",
        "customer items",
        {"items": rows("product", "quantity", quantity=INTEGER)},
    ),
    (
        "Return the order as JSON with the keys customer and items (an array). Each item is an object with product and "
        "quantity (integer), and nothing else. Ada bought 2 mugs and 1 pot.",
        "customer items",
        {"items": {"allOf": [rows("product", "quantity", quantity=INTEGER), {"type": "array"}]}},
    ),
    (
        "Return the order as JSON with the keys customer and items. Each item must be an "
        "object with the keys product and "
        "quantity. Ada bought 2 mugs and 1 pot.",
        "customer items",
        {"items": rows("product", "quantity")},
    ),
    (
        "Return the recipe as JSON with the keys dish and ingredients. Every ingredient has the keys name and grams. "
        "Dal: lentils 200, rice 100.",
        "dish ingredients",
        {"ingredients": rows("name", "grams")},
    ),
]
"""Lists of objects."""

TOLD_LINE_BY_LINE: Final[list[tuple[str, str]]] = [
    (
        "Each line below is a key followed by its value. Turn them into one JSON "
        "object.\n\nboat Argo\nseats 6\nport Brest",
        '{"boat": "Argo", "seats": 6, "port": "Brest"}',
    ),
    (
        "Convert the lines below to a JSON object; the first word of each line is the key, the rest is the value.\n\n"
        "boat Argo\nseats 6\nport Brest",
        '{"boat": "Argo", "seats": 6, "port": "Brest"}',
    ),
    (
        "boat: Argo\nseats: 6\nport: Brest\n\nEvery line above is a key and its value. Return "
        "them as a JSON object. JSON only.",
        '{"boat": "Argo", "seats": 6, "port": "Brest"}',
    ),
    (
        "Return a JSON object. Each line is a key followed by its value, but leave port out.\n\n"
        "boat Argo\nseats 6\nport Brest",
        '{"boat": "Argo", "seats": 6}',
    ),
    (
        "Return a JSON object. Each line is a key followed by its value. Leave out "
        "seats.\n\nboat Argo\nseats 6\nport Brest",
        '{"boat": "Argo", "port": "Brest"}',
    ),
    (
        "Return a JSON object. Each line is a key and its value. Add one more key, flag, with the value Malta.\n\n"
        "boat Argo\nseats 6",
        '{"boat": "Argo", "seats": 6, "flag": "Malta"}',
    ),
]
"""Lines of a key and its value, and the object they mean."""

SHOWN: Final[list[tuple[str, str]]] = [
    ('Text: Ada is 36.\n\nFill in this template from the text: {"name": "", "age": 0}', "name age"),
    (
        'Text: Ada is 36.\n\nFill in this JSON template from the text above:\n{"name": "...", "age": 0}\nRaw JSON.',
        "name age",
    ),
    (
        'Complete this JSON object from the note: {"name": "string", "due": "YYYY-MM-DD"}\n\nNote: Ada, 2030-01-02.',
        "name due",
    ),
    ('Note: Ada, 8 am.\n\nUse this template and return JSON only: {"name": "...", "at": "HH:MM"}', "name at"),
    (
        'Fill in the following template with the details below, as JSON:\n{"name": '
        '"string", "open": true}\n\nElm Clinic is open.',
        "name open",
    ),
]
"""An object that is to be filled in."""

FORM_ONLY: Final[list[str]] = [
    "No code fence.",
    "No code block, please.",
    "No code fences, no commentary.",
    "Raw JSON.",
    "Raw JSON only.",
    "JSON only.",
    "Only the JSON.",
    "Just the JSON object, no prose around it.",
    "No commentary.",
    "No markdown.",
    "Don't wrap it in a code fence.",
    "Do not wrap the JSON in markdown.",
    "Without any code block around it.",
    "No text before or after it.",
    "Nothing before or after the JSON.",
    "Output raw JSON without a code fence.",
    "No introduction, no explanation.",
    "No backticks.",
    "Just the object, nothing else.",
    "Reply with the JSON and nothing else.",
    "Bare JSON, no words around it.",
    "Skip the code fence.",
    "I want raw JSON.",
    "Please no explanations.",
    "Give only the object.",
]
"""Rules of form, which say nothing of what the object holds."""

UNREAD: Final[list[str]] = [
    "Return JSON with the keys name and price (in cents) for a mug of 4 euros.",
    "Return JSON with the keys name and price (price in cents) for a mug of 4 euros.",
    "Return JSON with the keys name and currency (a string with the currency code) for a mug of 4 euros.",
    "Return JSON with these fields:\n- name: string\n- price: number in USD\n\nA mug for 4 euros.",
    "Return JSON with these fields:\n- name: string\n- price: integer, in cents\n\nA mug for 4 euros.",
    "Return JSON with these fields:\n- name: string in title case\n- price: number\n\nA mug for 4 euros.",
    "Return JSON with these fields:\n- name: string\n- tax: 10 % of the price\n\nA mug for 4 euros.",
    "Return JSON with these fields:\n- name: the name\n- kind: what it is\n\nA mug for 4 euros.",
    "Return JSON with these fields:\n- name: Ada\n- kind: person\n\nA woman.",
    "Return JSON with these fields:\n- name: string\n- length: number of letters of the name\n\nA mug.",
    "Return JSON with these fields:\n- name: string\n- items: a list of objects with whatever you find\n\nA mug.",
    (
        "Return JSON with these fields:\n- name: string\n- items: a list of objects with sku "
        "and price (in cents)\n\nA mug."
    ),
    "Return JSON with the keys name and price. The price must be in cents.",
    "Return JSON with the keys name and price for a mug, price rounded to two decimals.",
    "Return JSON with the keys name and price for a mug. Names in upper case.",
    "Return JSON with these fields:\n- name: string, sorted\n- tags: list of unique strings\n\nA mug.",
    "Return JSON with these fields:\n- at: HH:MM in UTC\n- day: string\n\nNow.",
    "Return JSON with these fields:\n- at: time (12-hour)\n- day: string\n\nNow.",
    "Return JSON with these fields:\n- day: date as DD.MM.YYYY\n- who: string\n\nNow.",
    "Return JSON with these fields:\n- flag: yes or no, as a string\n- who: string\n\nNow.",
    "Return JSON with the keys word (string, in French) and kind (string) for a mug.",
    "Write this as a JSON object - name, price (in cents) - please: a mug for 4 euros.",
]
"""An object is asked for, with a note that is not understood."""

OTHERWISE: Final[list[str]] = [
    (
        "Each line below is a key followed by its value. Write a Python function that turns "
        "them into JSON.\n\nboat Argo\nseats 6"
    ),
    "Each line below is a key followed by its value. Turn them into YAML.\n\nboat Argo\nseats 6",
    "Each line below is a key followed by its value. Turn each line into a JSON object.\n\nboat Argo\nseats 6",
    "Each line below is a key followed by its value. Explain what a JSON object would look like.\n\nboat Argo\nseats 6",
    (
        "Each line below is a key followed by its value. Return a JSON object. Add one more "
        "key that fits.\n\nboat Argo\nseats 6"
    ),
    (
        "Each line below is a key followed by its value. Return a JSON object. Add one more "
        "key, speed.\n\nboat Argo\nseats 6"
    ),
    (
        "Each line below is a key followed by its value. Return a JSON object and leave "
        "something out.\n\nboat Argo\nseats 6"
    ),
    "Each line below is a key followed by its value. Return a JSON object.\n\nboat Argo\nboat Nemo",
    "Each line below is a key followed by its value. Return a JSON object.\n\nboat Argo\nseats",
    "Each line below is a value followed by its key. Return a JSON object.\n\nArgo boat\n6 seats",
    "Is each line a key followed by its value? Return a JSON object.\n\nboat Argo\nseats 6",
    "Each line below is not a key followed by its value. Return a JSON object.\n\nboat Argo\nseats 6",
    "Return a JSON array of objects with these fields:\n- name: string\n- price: number\nand explain it.",
    "Return a list of JSON objects with these fields:\n- name: string\n- price: number",
    "Return JSON objects with these fields:\n- name: string\n- price: number",
    "For each book return JSON with these fields:\n- title: string\n- year: integer",
    "Write a JSON schema with these fields:\n- name: string\n- price: number",
    "Write a Pydantic model for JSON with these fields:\n- name: string\n- price: number",
    "Write a TypeScript type for the JSON object:\n- name: string\n- price: number",
    "Make a table with these columns:\n- name: string\n- price: number",
    "Return YAML with these fields:\n- name: string\n- price: number",
    "Return something like JSON with these fields, in TOML:\n- name: string\n- price: number",
    "Our API returns JSON with these fields:\n- name: string\n- price: number\n\nIs that a good design?",
    "Our API returns JSON with these fields:\n- name: string\n- price: number\n\nWrite the docs.",
    "The front end reads the fields title and year. Which JSON library is best?",
    "The front end reads the fields title and year from JSON. Why is the page blank?",
    "The page expects title, year and pages. Write a React component that shows the JSON.",
    "Return JSON with these fields:\n- name: string\n- price: number (optional)\n\nA mug.",
    "Return JSON with these fields:\n- name: string\n- price: number or null\n\nA mug.",
    "Return JSON with these fields:\n- name: string\n- price: number, if known\n\nA mug.",
    "Return JSON with the keys name and price (optional) for a mug.",
    "Return JSON with these fields:\n- name: string\n- price: number\n\nA mug. Then explain your choice.",
    "Return JSON with these fields:\n- name: string\n- price: number\n\nA mug. Also give me a CSV version.",
    "Return JSON with these fields:\n- name: string\n- price: number\n\nSkip price if it is not known.",
    "Return JSON with these fields:\n- name: string\n- name: number\n\nA mug.",
    "Return two JSON objects, keys name/price/size, for a mug and a pot.",
    "Give me JSON with the keys name/title for a mug.",
    "Return JSON, keys name/price/size or YAML, for a mug.",
    "Return JSON - apples, pears and plums - for a mug.",
    "Write a JSON file - it may be short - for a mug.",
    "The service accepts a JSON body with the keys guest and nights. How do I send it?",
    "The service accepts a JSON body with the keys guest and nights. Write a curl call for Mara.",
    "The service accepts a JSON body with the keys guest and nights. Is that secure?",
    "The service accepts a JSON body with the keys guest and nights. Write that body for Mara and a test for it.",
    "The service accepts a JSON body with the keys guest and nights. Write that body in Go.",
    "The service accepts a JSON body with the keys guest and nights.",
    "The service rejects a JSON body with the keys guest and nights. Fix that body.",
    "The columns are called title and year. Write a SQL query that returns JSON.",
    "What are the columns called in this JSON record: title and year?",
    'Fill in this template from the text and explain it: {"name": "", "age": 0}',
    'Fill in this template as YAML: {"name": "", "age": 0}',
    'What is wrong with this JSON template: {"name": "", "age": 0}',
    'Fill in this template for each person in the text: {"name": "", "age": 0}',
    'Fill in this template twice, as JSON: {"name": "", "age": 0}',
    "How do I list keys in JSON?\n- name: string\n- price: number",
    "Which of these fields belong in a JSON object?\n- name: string\n- price: number",
    "Review my JSON:\n- name: string\n- price: number",
    "Explain JSON with these examples:\n- name: string\n- price: number",
    "Explain these JSON types:\n- string: text\n- number: integer",
    "Describe how JSON works:\n- objects: text\n- arrays: list",
    "Write a story about a JSON object that has a name, a dog and a boat.",
    "Write a JSON object that has a name.",
    "Return a JSON object with these keys, in any form you like.",
    "Return JSON with the keys name and items. Each item is an object with whatever you find. Explain it.",
    "Return JSON with the keys name and price, or a plain sentence if you cannot.",
    "Return JSON with the keys name and price unless the text is empty.",
    "Return JSON with the keys name and, where it is known, price.",
    "Convert the JSON with these fields to XML:\n- name: string\n- price: number",
    "I get a JSON object with these fields:\n- name: string\n- price: number\n\nHow do I loop over it?",
    "I need to store this as JSON (keys: sku, colour). Which database?",
    "I need help with JSON (keys: sku, colour).",
    "Invent a ferry and describe it in a paragraph, not as JSON:\n- name: string\n- decks: integer",
    "Invent three ferries and describe each as a JSON object:\n- name: string\n- decks: integer",
    "The German page accepts a JSON body with the keys name and price. Write that body for a mug.",
    "Return JSON with these keys:\n- name\n- age\n\n- Ada\n- Bob",
    "Each line is a key followed by its value. Return a JSON object.\n\nsize 4, large\nname Conference",
    "Add a field to the JSON with these keys:\n- name: string\n- price: number",
    "Don't give me JSON with these fields:\n- name: string\n- price: number",
    "Give me three ideas for a JSON object with these fields:\n- name: string\n- price: number",
    "Give me a JSON object and a table with these fields:\n- name: string\n- price: number",
    "Give me a JSON object with these fields, and the same as XML:\n- name: string\n- price: number",
    "Generate 5 JSON records with these fields:\n- name: string\n- price: number",
    "Generate a dataset of JSON records with these fields:\n- name: string\n- price: number",
    "Give me a JSON object with these fields:\n- name: string\n- price: number\n\n1. Explain it.\n2. Improve it.",
]
"""What looks like a request for one object and is not."""
