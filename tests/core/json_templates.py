"""Prompts as applications write them: what they ask for, and near them what is another job."""

from __future__ import annotations

ASKED = [
    (
        "You are a data extraction engine. Extract the following fields from the text and return them as a JSON object:"
        "\n\n- name: string\n- age: integer\n\nText:\nAda Lovelace was 36, and everybody asked for an explanation.",
        "name age",
    ),
    (
        "You are an information extraction system that outputs JSON.\n\n### Instructions\nExtract the person "
        "described in "
        'the text. Return a JSON object with the keys "name" and "age".\nRespond only with valid JSON. Do not '
        "wrap it in "
        "markdown.\n\n### Text\nAda is 36. Then she wrote a program, for example in YAML.",
        "name age",
    ),
    (
        "Your task is to read the article and return a JSON object with the following fields:\n* `title` (string): the "
        "title of the article\n* `tags` (array of strings): the topics of the article\n\nReturn ONLY the JSON, "
        "no prose, "
        'because our importer is strict.\n\nArticle:\n"""\nHow to write Python scripts. Here we explain lists.\n"""',
        "title tags",
    ),
    (
        "Classify the sentiment of the review in <review></review> tags.\n\n<review>\nThe script crashed twice, "
        "if you ask "
        'me it is broken.\n</review>\n\nOutput format: {"sentiment": "positive | negative | neutral", "score": '
        "number}\n\n"
        "Do not include any explanation.",
        "sentiment score",
    ),
    (
        'Extract contact details from the email below into JSON.\n\nSchema:\n{\n  "name": string,\n  "email": '
        "string\n}\n\n"
        "Email:\nHi, this is Jo Park (jo@park.org), please write soon!",
        "name email",
    ),
    (
        'You convert invoices into JSON.\n\nOutput:\n{\n  "vendor": "<string>",\n  "total": <number>\n}\n\n'
        "Input:\nInvoice by ACME, total 300 EUR",
        "vendor total",
    ),
    (
        "Return a JSON object that conforms to this TypeScript interface:\n\ninterface Todo {\n  id: number;\n"
        '  title: string;\n  done: boolean;\n}\n\nTask text: "Buy milk, number 7, not done yet". Return only the '
        "JSON object.",
        "id title done",
    ),
    (
        "## Role\nYou are a helpful assistant that returns structured data.\n\n## Task\nExtract the city and its "
        "population "
        "from the sentence.\n\n## Output format\nA JSON object with the keys `city` (string) and `population` "
        "(integer)."
        "\n\n## Input\nOslo has 700000 inhabitants.",
        "city population",
    ),
    (
        "Extract the event as JSON.\n\nFields:\n- event (string): the name of the event\n- date (YYYY-MM-DD)\n"
        "- place (string)\n\nRules:\n- Output only JSON.\n- No comments.\n\n"
        'Message: "The book fair is on 3 May 2026 in Leipzig."',
        "event date place",
    ),
    (
        "Read the ticket and respond with a JSON object with the keys subject and priority. priority is one of low, "
        "medium, high.\n\nTicket:\n---\nMy printer is on fire, explain yourselves!\n---\nJSON:",
        "subject priority",
    ),
    (
        'Parse the name into JSON with the keys first_name and last_name.\n\nInput: "Grace Hopper"\nOutput:',
        "first_name last_name",
    ),
    (
        'Dear team,\n\ncould you please turn the note below into a JSON object with the keys "name" and "role"? '
        "Please send "
        "only the JSON, it goes straight into our staff database.\n\n> Mia Wolf starts on Monday as our new welder.\n\n"
        "Best regards,\nTom",
        "name role",
    ),
    (
        "<instructions>\nExtract the patient's data as a JSON object with the keys name and dob. dob must be in "
        "YYYY-MM-DD "
        "format.\n</instructions>\n<document>\nPatient Ole Berg, born 1970-02-03, complains that the code is wrong.\n"
        "</document>",
        "name dob",
    ),
    (
        "As an API endpoint, return a JSON object with exactly these fields: author, quote. The quote is from "
        "the text.\n\n"
        'Text:\n"To be or not to be", wrote Shakespeare.',
        "author quote",
    ),
    (
        "**Task:** Extract the flight request.\n**Output:** JSON with the keys `from`, `to` and `passengers` "
        "(integer)\n"
        "**Message:** Two of us want to fly from Oslo to Rome.",
        "from to passengers",
    ),
    (
        "You're a log classifier. For the log line below, output a JSON object:\n\n"
        '{"severity": "info" | "warning" | "error", "component": string}\n\nLog line: [db] connection lost',
        "severity component",
    ),
    (
        "Return a JSON object with the following keys:\n1. sku - string\n2. qty - integer\n\nOrder line: 5 x A-77\n"
        "Strictly follow the format. Your response will be parsed by json.loads, so do not add any text.",
        "sku qty",
    ),
    ("ok need this as json (just the json no text!!) w/ keys pet, weight (number). its my cat Tom, 4 kg", "pet weight"),
]
ASKED += [
    (
        'INSTRUCTIONS:\nSplit the full name into its parts.\nAnswer with JSON: {"first": "...", "last": "..."}\n\n'
        "NAME: Grace Hopper",
        "first last",
    ),
    (
        "You extract invoice fields for an accounting system.\n\nReturn JSON with these keys and nothing else:\n"
        "invoice_no (string), date (YYYY-MM-DD), total (number)\n\nInvoice text:\nInvoice 77 of 2024-05-01, "
        "total 12.50",
        "invoice_no date total",
    ),
    (
        '# Task\nParse the ingredient line into JSON.\n\n# Output schema\n{\n  "name": "string",\n  "amount": '
        '"number"\n}'
        "\n\n# Ingredient line\n200 g flour\n\n# Output",
        "name amount",
    ),
]
OTHERWISE = [
    "You are a data extraction engine. Extract name and age as JSON, then write a short summary below "
    "it.\n\nText:\nAda.",
    "You are a translator. Translate the text to French. Return JSON with the keys source and target.\n\nText:\nHello",
    "Extract the person as JSON with the keys name and age. Wrap the JSON in a markdown code "
    "block.\n\nText:\nAda is 36.",
    'Explain why the following JSON parser fails with the keys name and age.\n\nInput:\n{"name": }',
    "You are a helpful assistant. What is the difference between JSON and YAML?\n\nContext:\nname: Ada\nage: 36",
    "You convert notes into JSON lines, one object per note, with the keys name and age.\n\nNotes:\nAda is "
    "36.\nBob is 20.",
    "Write a Python function that returns a JSON object with the keys name and age.\n\nInput:\nAda, 36",
    "Fields:\n- name (string)\n- nickname (string, optional)\n\nExtract as JSON.\n\nText:\nAda",
    "Return JSON with these fields:\n- name: string\n- address: object\n  - street: string\n  - city: "
    "string\n\nText:\nAda",
    "Return JSON with these 3 fields:\n- name: string\n- age: integer\n\nText: Ada",
    'Extract as JSON with the keys name and age.\n\nExample:\nText: Bob is 20.\n{"name": "Bob", "age": '
    "20}\n\nText: Ada is 36.",
    'Return JSON in this shape: {"name": string, "age"?: number}. If there is no age, use null.\n\nText:\nAda',
    "You are a JSON validator. Check whether the input is valid JSON with the keys name and age.\n\nInput:\nname: Ada",
    "Extract as JSON with the keys name and comments. Do not include comments.\n\nText:\nAda",
    'Return your answer as JSON: {"answer": "..."} and explain it afterwards.\n\nQuestion: What is 2+2?',
    "Return the name and age as plain text, not JSON.\n\nText:\nAda is 36.",
    "Do not return JSON. Keys: name, age.\n\nText:\nAda is 36.",
    "Return a JSON object with the keys name and age.\n\nText:\nAda is 36.\n\nNow return the same as YAML.",
    "Return a JSON object with the keys name and age.\n\nText:\nAda is 36.\n\nAlso translate it into German.",
    'Here is my JSON schema. Is it correct?\n\nSchema:\n{"name": string, "age": integer}',
    "What does this TypeScript interface mean in JSON?\n\ninterface A { name: string; age: number; }",
    "Extract the fields below and return JSON, or an empty string if there is nobody:\n- name: string\n- age: "
    "integer\n\nText:\nAda",
    'Format: {"name": string, "age": integer}\n\nReturn ten of these as JSON.\n\nText: Ada',
    'Update the record with the text and return it as JSON: {"name": "Bob", "age": 20}\n\nText: Bob turned 21.',
    "Convert the record to JSON with the keys name and age, and give me the SQL insert.\n\nRecord:\nname: Ada\nage: 36",
]
