"""Which requests the JSON task takes, and what it takes them to ask for."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stepcache_core.model import Message, Request
from tests.core.json_samples import TASK, parse

SCHEMA = {"type": "object", "properties": {"age": {"type": "integer"}}, "required": ["age"]}


ASKS = [
    (
        "Create a JSON object for an order with order_id, customer and total. order_id: 7, customer: Ada, total: 3.",
        "order_id customer total",
    ),
    (
        "Create a JSON object for a book with title, author, year and pages. Dune is by Frank Herbert.",
        "title author year pages",
    ),
    ("Create a JSON record about a plant with genus and leaves. genus Ficus, leaves 12.", "genus leaves"),
    ("Extract `role` and `city` as JSON from the following text:\n\nPriya works as accountant in Graz.", "role city"),
    ("Extract title, author and year as JSON from this text: Dune, by Frank Herbert, 1965.", "title author year"),
    (
        "Flight LX201 goes from Turin to Utrecht. Return flight, origin and destination as a JSON object.",
        "flight origin destination",
    ),
    ("Turn this into JSON with the keys sku and name: sku A7, name Ada.", "sku name"),
    ("Represent this as a JSON object having id and name as its keys: id: 7, name: Ada.", "id name"),
    ("Return a JSON object with keys name and email for Ada Lovelace, ada@example.org.", "name email"),
    ("Give me JSON with the keys id and url for https://example.com/code/table.", "id url"),
    ("Generate JSON for a product: keys id, name, price", "id name price"),
    ("Return a JSON object with keys name, age and email for a fictional user.", "name age email"),
    ("Return JSON with the keys: `name`, `age` about Ada Lovelace", "name age"),
    ('Give me JSON with fields "id" and "title" for the book Dune.', "id title"),
    ("Produce a JSON object containing the keys a, b, c.", "a b c"),
    ("Give me the city of Paris as JSON with name, population", "name population"),
    (
        "Generate a valid JSON object having the fields street, city, zip_code for the White House.",
        "street city zip_code",
    ),
    (
        "Respond with a JSON object with exactly these keys: host, port. The host is db1 and the port is 5432.",
        "host port",
    ),
    ("Respond only with JSON. Use the keys title and year. The film is Alien.", "title year"),
    ("Extract the person from: Ada is 30. Return JSON with keys name and age.", "name age"),
    ("Extract as JSON with keys name and age: Ada is 30 years old.", "name age"),
    ("Output JSON with the following keys:\n- name\n- age\nThe person is Ada, 30.", "name age"),
    ("Output JSON with the following 2 keys:\n1. name\n2. age", "name age"),
    ("Create a JSON object with three keys: name, age and city for Bob.", "name age city"),
    ("Write a JSON object with keys planet and moons for Mars", "planet moons"),
    ("Please provide a JSON object with properties width and height for a 3 by 4 rectangle.", "width height"),
    ("I need a JSON object with the attributes color and size for a red T-shirt in M.", "color size"),
    ("What is the capital of France? Answer in JSON with keys country and capital.", "country capital"),
    ("JSON object with keys name and born for Alan Turing.", "name born"),
    ("A JSON object with keys name and born for Alan Turing.", "name born"),
    ("Describe Mount Everest as JSON with keys name, height_m and country.", "name height_m country"),
    ("Summarize this text as a JSON object with keys title and summary: Cats sleep a lot.", "title summary"),
    ("Return a JSON object with only the keys name and age for Ada.", "name age"),
    ("Return a JSON object with keys name and age only, for Ada.", "name age"),
    ("Return a JSON object with keys name and age for Ada. No other keys.", "name age"),
    ("Return a JSON object with keys name and age for Ada. Do not include any explanation.", "name age"),
    ("Return a JSON object with keys name and age for Ada, and nothing else.", "name age"),
    ("Output only valid JSON, no markdown, with keys sku and price for a 5 euro mug.", "sku price"),
    ("The answer should be a JSON object with keys min and max. Numbers: 3, 9, 4.", "min max"),
    ("Can you give me a JSON object with keys name and age for Ada?", "name age"),
    ("Could you return JSON with keys lat and lon for Rome?", "lat lon"),
    ("Reply in JSON with keys sentiment and score. Text: I love it!", "sentiment score"),
    ("Represent Ada Lovelace in JSON format with keys first_name, last_name.", "first_name last_name"),
    ("What is 3 + 4? Return a JSON object with the key answer.", "answer"),
    ("Convert the following sentence to JSON with keys subject and verb: Dogs bark.", "subject verb"),
    ("Give me a JSON object (name, age, email) for John.", "name age email"),
    ("Give me a JSON: name, age, email for John.", "name age email"),
    ("Return JSON containing name, age, and email for user 42.", "name age email"),
    (
        "Return the weather in Oslo as a JSON object with fields temperature, humidity & wind.",
        "temperature humidity wind",
    ),
    ("Build a JSON object with keys name (string) and age (integer) for Ada.", "name age"),
    ("Return JSON with keys 'from' and 'to' for a flight Oslo-Rome.", "from to"),
    ("Return JSON with keys “from” and “to” for a flight Oslo-Rome.", "from to"),
    ("return json with keys id, name; the product is a mug", "id name"),
    ("Return a JSON object. The keys are name and age. The person is Ada.", "name age"),
    ("Return a JSON object about Ada. Required keys: name, age.", "name age"),
    ("Keys: name, age. Return a JSON object about Ada.", "name age"),
    ("Return a JSON object with keys name, age and email", "name age email"),
    ("Return a JSON object with the keys name, age, where age is between 18 and 30.", "name age"),
    ("Create a JSON profile for Ada with keys name, age.", "name age"),
    ("Please output a JSON object for a user named Bob, using the keys id and name.", "id name"),
    ("Give me JSON with name, age and email as keys for Bob.", "name age email"),
    ('What is 3 + 4? Return a JSON object with a single key named "answer".', "answer"),
]
OTHERWISE = [
    "What is JSON?",
    "Explain JSON to me.",
    "How do I return a JSON object with keys name and age in Flask?",
    "Write a Python function that returns a JSON object with keys name and age.",
    "Write JavaScript code to parse JSON with keys name and age.",
    "Convert this JSON to YAML with keys name and age.",
    "Return a JSON object with keys name and age, then explain it.",
    "Return a JSON object with keys name and age and explain your reasoning.",
    "Return a JSON object with keys name and age. Also write a poem about Ada.",
    "Return a JSON object with keys name and age and describe Ada in one sentence.",
    "Do not use JSON. Use the keys name and age.",
    "Don't return JSON with keys name and age.",
    "Answer without JSON, but mention the keys name and age.",
    "Return YAML instead of JSON, with keys name and age.",
    "Fix this JSON: name, age",
    "Is this valid JSON with keys name and age?",
    "Does JSON allow objects with keys a and b?",
    "Return JSON Lines with keys name and age.",
    "Return a list of JSON objects with keys name and age.",
    "Return a JSON array of users with keys name and age.",
    "Return JSON objects with keys name and age for ten users.",
    "Return two JSON objects with keys name and age.",
    "For each person return a JSON object with keys name and age.",
    "Return a JSON object with keys name and age in a ```json code block.",
    "Return a JSON object with keys name and age in a markdown code fence.",
    "Return a JSON object with keys name and age wrapped in XML tags.",
    "Write a JSON schema with properties name and age.",
    "What are the keys of a JSON object for a user?",
    "Return the result in JSON format.",
    "Give me a JSON object about Ada.",
    'Return JSON like {"name": "Ada", "age": 30}.',
    "Return JSON with keys such as name and age.",
    "Return JSON with keys name, age, etc.",
    "Return JSON with keys first name and last name.",
    "Return JSON with the keys from the table above.",
    "Return JSON with keys in camelCase.",
    "Return JSON with the keys name or title.",
    "Return JSON with keys name and age, but call age years.",
    "Return JSON without the keys name and age.",
    "Return JSON that does not have the keys name and age.",
    "Return JSON with keys name and age. Leave out age.",
    "Return JSON with keys name, name.",
    "Return JSON with three keys: name, age.",
    "Return JSON with comments and newlines.",
    "Return JSON with details about Ada.",
    "Validate the JSON with keys name and age.",
    "Pretty-print the JSON with keys name and age.",
    "Translate the JSON values with keys name and age into German.",
    'Translate "hello" to French and give JSON with keys source, target.',
    "Compare JSON and XML.",
    "Write a curl command that posts JSON with keys name and age.",
    "Create an API endpoint that returns JSON with keys name and age.",
    "Which library parses JSON with keys name and age best?",
    "Tell me a joke about JSON with keys a and b.",
    "Name the keys of package.json.",
    "Jason has keys a and b. How many keys has Jason?",
    "Return a JSON object with keys name and age. What is the capital of France?",
    "Return a JSON object with keys name and age. Tell me who Ada was.",
    "Return a JSON object with keys: name; age; email.",
    "Return a JSON object with keys:\nname\nage\nemail",
    "Return a JSON object with keys name and age, or null if unknown.",
    "Return a JSON object with keys name and age if the text mentions a person.",
    "Return both JSON and CSV with keys name and age.",
    "Return JSON or YAML with keys name and age.",
    "Generate a TypeScript interface for JSON with keys name and age.",
    "Return a JSON object with keys name and age, followed by a summary.",
    "Return a JSON object with keys name and age. First, think step by step.",
    "Return a JSON object with optional keys name and age.",
    "Give an example of JSON with keys name and age.",
    "Read the file data.json with keys name and age.",
    "Return only the value of the keys name and age from this JSON.",
    "I hate JSON with keys name and age.",
    "My JSON with keys name and age is too long.",
    "The JSON with keys name and age crashed our app.",
    "We store JSON with keys name and age.",
    "Sort the keys name and age in this JSON.",
    "Rename the keys name and age in the JSON.",
    "Return a JSON object with keys name and age, with age nested under details.",
    "Summarize the following article in one sentence. JSON with keys a and b is discussed there.",
    "Return JSON with keys name and age and a short bio.",
    "Return JSON with keys name.first and name.last.",
    "Return JSON with the user's keys.",
    "A JSON object with keys name and age is returned by the server.",
    "JSON with keys name and age was rejected.",
    "What do the keys name and age mean in JSON?",
    "Devuelve un objeto JSON con las claves nombre y edad.",
    "Count the keys in the JSON: name, age",
    "List three uses of JSON with name, age.",
    "Create a JSON object with three keys, name, age and city for Bob.",
    'Return JSON with a "name" and "age"',
    "Return a JSON object with the key answer. What is 3 + 4?",
    "I like JSON with keys name and age.",
    "This is JSON with keys name and age.",
    "The data is in JSON with keys name and age.",
    "I moved to JSON with keys name and age.",
]


@pytest.mark.parametrize(("prompt", "keys"), ASKS)
def test_a_prompt_that_asks_for_named_keys_is_taken_with_exactly_those_keys(prompt: str, keys: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.required_keys == tuple(keys.split())


@pytest.mark.parametrize("prompt", OTHERWISE)
def test_a_prompt_that_mentions_json_but_asks_for_something_else_is_left_alone(prompt: str) -> None:
    assert parse(prompt) is None


def test_there_are_enough_prompts_of_both_kinds() -> None:
    assert len({prompt for prompt, _ in ASKS}) >= 40
    assert len(set(OTHERWISE)) >= 60


def test_the_key_list_is_cut_out_of_the_subject_and_nothing_else() -> None:
    first = parse("Return a JSON object with keys name and age for Ada Lovelace.")
    second = parse("Return a JSON object  with the keys: name, age\nfor Ada Lovelace.")
    assert first is not None
    assert first.subject == "JSON <the name>."
    assert first.told == "JSON Ada Lovelace."
    assert first == second
    assert hash(first) == hash(second)


def test_a_constraint_that_is_not_understood_stays_in_the_subject_and_is_named() -> None:
    problem = parse("Return a JSON object with keys name and age for Ada. The names must rhyme.")
    assert problem is not None
    assert "The names must rhyme." in problem.subject
    assert problem.unread == ("The names must rhyme.",)


def test_a_note_on_a_key_keeps_the_whole_list_in_the_subject() -> None:
    one = parse("Return JSON with keys width (whole) and height for Ada.")
    other = parse("Return JSON with keys width and height (whole) for Ada.")
    assert one is not None
    assert other is not None
    assert one.required_keys == other.required_keys
    assert one.subject != other.subject


@pytest.mark.parametrize(
    ("prompt", "closed"),
    [
        ("Return JSON with exactly these keys: a, b.", True),
        ("Return JSON with only the keys a, b.", True),
        ("Return JSON with keys a, b. No other keys.", True),
        ("Return JSON with keys a, b and do not include any extra fields.", True),
        ("Return only JSON with keys a, b.", True),
        ("Return JSON with keys a, b.", True),
        ("Return JSON including the keys a, b.", False),
        ("Return a JSON object containing the keys a, b.", False),
        ("Return JSON with at least the keys a, b.", False),
        ("Return JSON with the keys a, b. Feel free to put in more.", False),
    ],
)
def test_a_key_list_is_closed_unless_a_word_leaves_it_open(prompt: str, closed: bool) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert (problem.required_keys, problem.closed) == (("a", "b"), closed)


def test_a_response_schema_says_outright_that_json_is_wanted() -> None:
    problem = parse("Tell me about Ada.", response_schema=SCHEMA)
    assert problem is not None
    assert problem.schema == SCHEMA
    assert problem.subject == "Tell me about Ada."


def test_an_openai_response_format_is_read_from_the_parameters() -> None:
    wrapped = {"type": "json_schema", "json_schema": {"name": "person", "strict": True, "schema": SCHEMA}}
    by_params = parse("Tell me about Ada.", params={"response_format": wrapped})
    assert by_params == parse("Tell me about Ada.", response_schema=SCHEMA)
    assert by_params == parse("Tell me about Ada.", response_schema=wrapped)


def test_two_schemas_that_disagree_are_in_doubt() -> None:
    wrapped = {"type": "json_schema", "json_schema": {"schema": {"type": "array"}}}
    assert parse("Tell me about Ada.", response_schema=SCHEMA, params={"response_format": wrapped}) is None


def test_schemas_that_differ_only_in_key_order_make_equal_problems() -> None:
    turned = dict(reversed(list(SCHEMA.items())))
    one, other = parse("Ada", response_schema=SCHEMA), parse("Ada", response_schema=turned)
    assert one == other
    assert one is not None
    assert other is not None
    assert one.signatures == other.signatures


def test_a_schema_that_is_not_json_is_left_alone() -> None:
    assert parse("Ada", response_schema={"type": object}) is None


def test_a_request_with_tools_is_left_alone() -> None:
    assert parse("Return JSON with keys a, b.", tools=({"name": "search"},)) is None
    assert parse("Ada", response_schema=SCHEMA, tools=({"name": "search"},)) is None


def test_a_conversation_with_history_is_taken_only_with_a_schema() -> None:
    history = (Message("user", "Hi"), Message("assistant", "Hello"), Message("user", "Return JSON with keys a, b."))
    assert TASK.parse(Request(history)) is None
    assert TASK.parse(Request(history, response_schema=SCHEMA)) is not None


def test_a_system_message_that_asks_for_more_puts_the_request_in_doubt() -> None:
    assert parse("Return JSON with keys a, b.", system="You are a helpful assistant.") is not None
    assert parse("Return JSON with keys a, b.", system="Always explain your reasoning.") is None


def test_signatures_name_the_problem_first_and_its_subject_second() -> None:
    one = parse("Return JSON with keys a, b for Ada.")
    other = parse("Return JSON with keys a, c for Ada.")
    assert one is not None
    assert other is not None
    assert one.signatures[0] != other.signatures[0]
    assert one.signatures[1] == other.signatures[1]
    assert all(signature.startswith("json:") for signature in one.signatures)


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=200), st.text(max_size=200))
def test_recognition_never_raises(before: str, after: str) -> None:
    parse(f"{before}Return JSON with keys a, b{after}")
    parse(before, response_schema=SCHEMA)


@pytest.mark.parametrize(
    "filler",
    [
        "with keys a, ",
        "json ",
        "json with keys ",
        " ",
        "a, ",
        "\n- a",
        '"',
        "return ",
        "no other ",
        ". ",
        "- ",
        "\ud800",
        "(a",
    ],
)
def test_a_megabyte_of_anything_is_read_without_raising(filler: str) -> None:
    text = filler * (1_000_000 // len(filler))
    assert parse(text) is None
    parse("Return JSON with keys a, b. " + text[:19_000])
    parse("Return JSON with keys " + text[:19_000])


@settings(deadline=None, max_examples=100)
@given(
    st.lists(st.from_regex(r"[a-z]{3,8}_[a-z]{2,6}", fullmatch=True), min_size=2, max_size=8, unique=True),
    st.sampled_from([", ", " and ", ", and "]),
    st.sampled_from(['"', "`", "'", ""]),
)
def test_any_list_of_plain_keys_is_read_in_full(keys: list[str], last: str, quote: str) -> None:
    quoted = [quote + key + quote for key in keys]
    listed = ", ".join(quoted[:-1]) + last + quoted[-1]
    problem = parse(f"Return a JSON object with the keys {listed} for Ada.")
    assert problem is not None
    assert problem.required_keys == tuple(keys)
    assert problem.subject == "JSON Ada."


@pytest.mark.parametrize(
    "prompt",
    [
        "Create a JSON object for a salad with tomatoes, cucumbers and onions.",
        "Create a JSON object for a family with Ada, Grace and Mary.",
        "Return apples, pears and plums as JSON.",
        "Give me London, Paris and Rome as a JSON object.",
        "Create a JSON object for a person with glasses, a hat and name.",
    ],
)
def test_a_list_without_the_word_keys_that_may_be_of_things_is_no_list_of_keys(prompt: str) -> None:
    assert parse(prompt) is None


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("a whole number from 22 to 58", {"type": "integer", "minimum": 22, "maximum": 58}),
        ("an integer between 1 and 5", {"type": "integer", "minimum": 1, "maximum": 5}),
        ("a valid email address", {"type": "string", "format": "email"}),
        ("at most 80 characters", {"type": "string", "maxLength": 80}),
        ("a list of at least 3 strings", {"type": "array", "minItems": 3, "items": {"type": "string"}}),
        ("a list with one element", {"type": "array", "minItems": 1, "maxItems": 1}),
        ("a one-line summary", {"type": "string", "description": "a one-line summary"}),
    ],
)
def test_a_note_beside_a_key_is_a_rule_for_its_value(note: str, rule: dict[str, object]) -> None:
    problem = parse(f"Create JSON for a thing with the keys id and x ({note}).")
    assert problem is not None
    assert problem.rules == {"properties": {"x": rule}}


def test_what_a_text_is_to_be_about_is_a_change_and_no_value_of_another_passes_for_it() -> None:
    old = parse("Create JSON for flight 7 with the keys id and text (a short remark for passengers).")
    new = parse("Create JSON for flight 7 with the keys id and text (a long remark for the crew).")
    assert old is not None
    assert new is not None
    assert not TASK.compatible(old, new)


@pytest.mark.parametrize(
    "prompt",
    [
        'Fill this JSON schema for an event: name: Ada.\n\nSchema: {"type": "object", "properties": {"name": {}}}',
        'Use the structure {"name": "..."} and write a person as JSON: name = Ada.',
    ],
)
def test_a_shape_is_found_where_it_is_named_elsewhere(prompt: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert problem.stated == (("name", "Ada"),)


@pytest.mark.parametrize(
    "prompt",
    [
        "Create a JSON object with name and price for a lamp.",
        "Write a JSON object that describes a lamp, with the keys name and price.",
        "Give me a lamp as JSON with the keys name and price.",
        "I need JSON with the keys name and price for a lamp.",
    ],
)
def test_however_json_is_asked_for_the_same_is_asked(prompt: str) -> None:
    problem, plain = parse(prompt), parse("Return JSON with the keys name and price for a lamp.")
    assert problem is not None
    assert plain is not None
    assert TASK.compatible(problem, plain)


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("JSON for a lamp with the keys name and price: name: desk lamp, price: 30", True),
        ("Turn this into JSON with the keys name and price: name = desk lamp; price = 30", True),
        ("Return JSON with the keys city, rooms and rent. city Oslo, rooms 2, rent 900.", True),
        ("Return JSON with the keys name and age for Ada Lovelace, age 36, born in London.", True),
        ("Return JSON with the keys name and age for the dog of Ada Lovelace, age 5", False),
        ("Return JSON with the keys name and age for Ada Lovelace's dog, age 5", False),
        ("Return JSON with the keys name and age for Ada and Grace, age 36", False),
        ("Return JSON with the keys name and price: name: desk lamp, price: 30. Add a tax of 10 percent.", False),
        ("Return JSON with the keys name and price: name: desk lamp, price: 30. The price doubles.", False),
        ("Return JSON with the keys name and price, the price in cents: name: desk lamp, price: 30", False),
        ("Return JSON with the keys name and price: name: desk lamp", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, made: 2024-05-01.", True),
        ("Return JSON with the keys name and price. name = Lamp; price = 30; maker = Ada Byron", True),
        ("Return JSON with the keys name and price. name: Lamp, weight: 2, price: 30.", True),
        ("Return JSON with the keys name and price. name: Lamp, correction: 40, price: 30.", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, updated: 40.", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, language: German.", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, sku: AB with care.", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, plus 10.", False),
        ("Return JSON with the keys name and price. name: Lamp, price: 30, price: 40.", False),
        ("Return JSON with the keys title and year: title: Dune, Messiah, year: 1969", False),
        ("Return JSON with the keys name and city: name Ada, city London or Paris", False),
        ("Return JSON with the keys name and price. name: the full name, price: in euros", False),
    ],
)
def test_a_prompt_that_tells_every_value_and_nothing_else_says_itself_what_the_object_is(
    prompt: str, told: bool
) -> None:
    problem = parse(prompt)
    assert (problem is not None and problem.is_told_whole) is told
    assert (problem is not None and TASK.solve(problem) is not None) is told


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ('"title Dune, year 1965, genre space opera."', "space opera"),
        ('"title Dune, year 1965, genre space opera".', "space opera"),
        ("“title: Dune, year: 1965, genre: space opera.”", "space opera"),
        ('title "Dune", year 1965, genre "space opera".', "space opera"),
        ('title: Dune, year: 1965, genre: 12" record.', None),
        ('title: Dune, year: 1965, genre: "space opera.', None),
    ],
)
def test_the_mark_that_ends_a_quotation_belongs_to_no_value(facts: str, expected: str | None) -> None:
    problem = parse(f"Convert this note into JSON with the keys title, year and genre. {facts}")
    assert problem is not None
    assert dict(problem.stated).get("genre") == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "Create a JSON object for Ada Byron, age 36, email ada@math.org. Use exactly the keys name, age and email, "
            "and return only the JSON.",
            '{"name": "Ada Byron", "age": 36, "email": "ada@math.org"}',
        ),
        (
            "Create a JSON object for Ada Byron, age 36, city Oslo. Use exactly the keys name, age and city, "
            "and return only the JSON.",
            '{"name": "Ada Byron", "age": 36, "city": "Oslo"}',
        ),
        (
            "Turn this into a JSON object with the keys brand, price and in_stock.\n\nBrand: Bosch\nPrice: 39.90\n"
            "In stock: true\n\nOnly the JSON, nothing else.",
            '{"brand": "Bosch", "price": 39.90, "in_stock": true}',
        ),
        (
            "Now create a JSON object for Leilani Kahale, age 21, city Hilo. Use the keys name, age and city only, and "
            "return nothing but the JSON.",
            '{"name": "Leilani Kahale", "age": 21, "city": "Hilo"}',
        ),
        (
            "Turn this into a JSON object with the keys brand, finish, in_stock and material.\n\nBrand: Bosch\n"
            "Finish: matte black\nIn stock: false\nMaterial: steel\n\nOnly the JSON, nothing else.",
            '{"brand": "Bosch", "finish": "matte black", "in_stock": false, "material": "steel"}',
        ),
        (
            "brand Bosch\nwatt 700\n\nConvert to a JSON object with the keys brand and watt. JSON only.",
            '{"brand": "Bosch", "watt": 700}',
        ),
    ],
)
def test_values_end_where_their_sentence_ends_and_labels_may_be_of_several_words(prompt: str, expected: str) -> None:
    problem = parse(prompt)
    assert problem is not None
    assert TASK.solve(problem) == expected


@pytest.mark.parametrize(
    ("listed", "keys"),
    [
        ("input and output for: cat", ("input", "output")),
        ("instruction, input and output.\n\ncat", ("instruction", "input", "output")),
        ("departure and return for a flight to Rome", ("departure", "return")),
        ("message and reply for: hi", ("message", "reply")),
        ("input and output only the JSON for: cat", ("input",)),
        ("departure and return only JSON for: cat", ("departure",)),
        ("tool and use for: hammer", None),
        ("term and define for: cat", None),
    ],
)
def test_a_word_that_may_be_an_order_is_no_end_of_the_keys_where_it_has_nothing_to_order(
    listed: str, keys: tuple[str, ...] | None
) -> None:
    problem = parse(f"Return a JSON object with keys {listed}")
    assert (problem.required_keys if problem is not None else None) == keys
