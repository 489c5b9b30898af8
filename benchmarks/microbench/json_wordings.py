"""How people word a request for one JSON object.

Slots: `{what}` is what it describes, `{keys}` the keys (for a schema or an example: that), `{facts}` what is known.
By form: plain wordings, which bases are drawn from, then medium and heavy rewordings.
"""

from __future__ import annotations

KEYS = (
    (
        "Return a JSON object with the keys {keys} for {what}: {facts}.",
        "Create a JSON object for {what} with {keys}. {facts}.",
        "Give me {what} as JSON with the fields {keys}: {facts}.",
        "Extract {keys} as JSON from the following text:\n\n{facts}.",
        "Write a JSON object that describes {what}. Use exactly these keys: {keys}. Data: {facts}.",
        "Turn this into JSON with the keys {keys}: {facts}.",
        "{facts}. Return {keys} as a JSON object.",
    ),
    (
        "Produce JSON with the following keys: {keys}. It describes {what}. {facts}.",
        "Output only a JSON object (keys: {keys}) for {what} with these details: {facts}.",
        "I want a JSON object containing {keys}, for {what}: {facts}.",
        "Format this as a JSON object having {keys} as its keys: {facts}.",
        "Make me a JSON record of {what}; the properties are {keys}. {facts}.",
    ),
    (
        "For our database I need the data below in JSON. The columns are called {keys}.\n\n{facts}.",
        'Hey, could you convert this note into JSON? My script reads {keys} and nothing else.\n"{facts}."',
        "Here is what I know about {what}: {facts}.\nPlease put it into one JSON object whose keys are {keys}.",
        "I'm filling a form automatically. Take this: {facts}. Then answer with JSON only, with {keys} filled in.",
        'We store such things as JSON. Read "{facts}" and write the object with {keys}.',
    ),
)
SCHEMA = (
    (
        "Return a JSON object that matches this JSON schema:\n{keys}\n\n{facts}.",
        "Fill this JSON schema for {what}: {facts}.\n\nSchema: {keys}",
        "Given the schema {keys}, write the JSON for {what}: {facts}.",
    ),
    (
        "Write JSON conforming to the schema below for {what}. {facts}.\n\n{keys}",
        "Generate an object valid under this schema: {keys}\nUse these values: {facts}.",
    ),
    (
        "Our API validates its input with\n\n{keys}\n\nI have {what}: {facts}. What JSON do I send?",
        "{facts}. Please give me that as JSON. It will be validated against {keys}",
    ),
)
EXAMPLE = (
    (
        "Return JSON in this format: {keys}\nfor {what}: {facts}.",
        "Convert the text to JSON like this: {keys}\n\nText: {facts}.",
        "Answer with JSON of the form {keys}. {facts}.",
    ),
    (
        "Use the structure {keys} and write {what} as JSON: {facts}.",
        "Write {what} as a JSON object shaped like {keys}\n{facts}.",
    ),
    (
        "The other team expects messages like\n{keys}\n\nWrite one for this: {facts}.",
        "{facts}. Can you put it in the same shape as {keys} ?",
    ),
)
INVENTION = (
    (
        "Create a JSON object for {what} with the keys {keys}.",
        "Generate {what} as JSON with the fields {keys}.",
        "Write a JSON object describing {what}. Keys: {keys}.",
    ),
    (
        "Give me {what} in JSON format; the object has the keys {keys}.",
        "Make up {what} and return it as JSON with {keys}.",
    ),
    (
        "I need sample data for a test. Please invent {what} as one JSON object having {keys}, nothing else.",
        "For a demo page I'd like {what}. My code parses JSON, so answer with an object that has {keys}.",
    ),
)
WORDINGS = {"keys": KEYS, "constraints": KEYS, "schema": SCHEMA, "example": EXAMPLE, "invention": INVENTION}
