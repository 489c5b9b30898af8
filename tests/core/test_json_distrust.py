"""What a user who trusts no cache tries: two requests that look alike, of which the second wants something else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stepcache_core import Generation, Message, Outcome, Request, StepCacheEngine
from stepcache_core.store.memory import MemoryStore
from stepcache_core.tasks.json_value import JsonTask

TASK = JsonTask()
KEYS = "Return a JSON object with the keys {}. {}"


def asking(prompt: str, *before: Message) -> Request:
    return Request(messages=(*before, Message("user", prompt)))


class Writer:
    """Answers with one object, and counts how often it was asked."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.calls = 0

    def generate(self, request: Request) -> Generation:
        self.calls += 1
        return Generation(json.dumps(self.value))


def engine_after(request: Request, value: Any) -> StepCacheEngine:
    engine = StepCacheEngine(store=MemoryStore(), embedder=lambda texts: [[1.0, 0.0] for _ in texts])
    engine.answer(request, Writer(value).generate)
    return engine


def served(old: Request, value: Any, new: Request) -> Any:
    """What is served for `new` without the model; None where it is asked."""
    writer = Writer({})
    answer = engine_after(old, value).answer(new, writer.generate)
    return None if writer.calls else json.loads(answer.text)


def of_model(request: Request, value: Any) -> Any:
    """What becomes of a model's own answer."""
    engine = StepCacheEngine(store=MemoryStore(), embedder=lambda texts: [[1.0, 0.0] for _ in texts])
    return json.loads(engine.answer(request, Writer(value).generate).text)


# --- a key that is new, with a value that goes on --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old_keys", "value", "new_keys", "data"),
    [
        ("coach", {"coach": "Dee"}, "coach and members", "The team has members Ann, Bo and Cy and the coach Dee."),
        ("country", {"country": "France"}, "cities and country", "The cities Paris and Lyon, the country France."),
        ("year", {"year": 1999}, "author and year", "The author Ada Byron and Tom Reed wrote it in 1999."),
        ("city", {"city": "Oslo"}, "name and city", "Name: Byron, Ada. City: Oslo, Norway."),
        ("role", {"role": "Lead"}, "role and city", "Role: Lead. City: St. Gallen."),
        ("year", {"year": 1999}, "author and year", "Author: J. Brown. Year: 1999."),
        ("size", {"size": "M"}, "size and price", "The size is M and the price is 1,250."),
        ("size", {"size": "M"}, "price and size", "Price: 1.250,00 EUR. Size: M."),
        ("license", {"license": "MIT"}, "version and license", "Version 2.10, license MIT"),
        ("reviews", {"reviews": 120}, "rating and reviews", "Rating 4 of 5, reviews 120"),
        ("level", {"level": "Senior"}, "salary and level", "Salary: 50k, level: Senior"),
        ("year", {"year": 1965}, "languages and year", "Languages: English and French. Year 1965."),
        ("height", {"height": 30}, "weight and height", "Weight: 2.5 kg. Height: 30 cm."),
        ("room", {"room": 12}, "open and room", "Tom said the door is open. Ann says it is closed. Room: 12."),
        ("age", {"age": 40}, "age and city", "Tom Reed is 40 years old; his son Max lives in Oslo."),
        (
            "country",
            {"country": "Norway"},
            "country and director",
            "The film is from Norway, shown in Rome by Kim Lee.",
        ),
        ("age", {"age": 36}, "age and city", "This is Ada Byron, born in London, age 36."),
        ("line", {"line": "bus"}, "origin and line", "The bus runs from Monday to Friday."),
        ("city", {"city": "London"}, "full_name and city", "The name is Kim Lee. The age is 17. The city is London."),
    ],
)
def test_a_new_key_whose_value_is_not_told_for_sure_is_the_models(
    old_keys: str, value: Any, new_keys: str, data: str
) -> None:
    old, new = (asking(KEYS.format(keys, data)) for keys in (old_keys, new_keys))
    assert served(old, value, new) is None


@pytest.mark.parametrize(
    ("data", "city"),
    [
        ("Name: Ada Byron. City: Oslo. Age: 36.", "Oslo"),
        ("name Ada Byron, city Oslo, age 36", "Oslo"),
        ("Name: Ada Byron; city: New York; age: 36", "New York"),
    ],
)
def test_a_new_key_whose_value_is_told_needs_no_model(data: str, city: str) -> None:
    old, new = (asking(KEYS.format(keys, data)) for keys in ("name and age", "name, age and city"))
    assert served(old, {"name": "Ada Byron", "age": 36}, new) == {"name": "Ada Byron", "age": 36, "city": city}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("date", "3 May 2024"),
        ("date", "May 3, 2024"),
        ("date", "03/05/2024"),
        ("date", "3. Mai 2024"),
        ("date", "3.5.24"),
        ("start_date", "3rd of May"),
        ("published", "3 May 2024"),
        ("released", "3 de mayo de 2024"),
        ("born", "3.5.2024"),
        ("deadline", "tomorrow"),
        ("due", "Monday"),
        ("birthday", "2024"),
        ("doors", "5:30 pm"),
    ],
)
def test_a_date_that_a_model_may_write_in_a_standard_form_is_the_models(key: str, value: str) -> None:
    told = f"name: Ada Byron, age: 36, {key}: {value}"
    old, new = (asking(KEYS.format(keys, told)) for keys in ("name and age", f"name, age and {key}"))
    assert served(old, {"name": "Ada Byron", "age": 36}, new) is None
    whole = asking(KEYS.format(f"name and {key}", f"name: Bo Reed, {key}: 2024-05-03"))
    words = asking(KEYS.format(f"name and {key}", f"name: Ada Byron, {key}: {value}"))
    assert served(whole, {"name": "Bo Reed", key: "2024-05-03"}, words) is None


@pytest.mark.parametrize(
    ("key", "value"),
    [("date", "2024-05-03"), ("time", "17:30"), ("country", "Norway"), ("city", "May"), ("created_at", "2024-05-03")],
)
def test_a_date_in_a_standard_form_and_what_is_no_date_need_no_model(key: str, value: str) -> None:
    told = f"name: Ada Byron, age: 36, {key}: {value}"
    old, new = (asking(KEYS.format(keys, told)) for keys in ("name and age", f"name, age and {key}"))
    assert served(old, {"name": "Ada Byron", "age": 36}, new) == {"name": "Ada Byron", "age": 36, key: value}


def test_a_date_in_words_is_written_as_the_model_wrote_the_last_one() -> None:
    old, new = (
        asking(KEYS.format("name and date", f"name: {name}, date: {date}"))
        for name, date in (("Ada Byron", "3 May 2024"), ("Bo Reed", "7 June 2023"))
    )
    assert served(old, {"name": "Ada Byron", "date": "3 May 2024"}, new) == {"name": "Bo Reed", "date": "7 June 2023"}
    assert served(old, {"name": "Ada Byron", "date": "2024-05-03"}, new) is None


@pytest.mark.parametrize(
    ("key", "is_served"),
    [("author", True), ("address", True), ("authors", False), ("crew", False), ("children", False), ("news", False)],
)
def test_one_told_name_is_a_list_of_one_unless_its_key_speaks_of_several(key: str, is_served: bool) -> None:
    told = f"{key}: Kim Lee, city: Rome"
    rule = f"The {key} must be a list. "
    expected = {key: ["Kim Lee"], "city": "Rome"} if is_served else None
    new = asking(KEYS.format(f"{key} and city", rule + told))
    assert served(asking(KEYS.format("city", rule + told)), {"city": "Rome"}, new) == expected
    assert served(asking(KEYS.format(f"{key} and city", told)), {key: "Kim Lee", "city": "Rome"}, new) == expected


@pytest.mark.parametrize(
    "remark",
    [
        "(names as in LEE Kim)",
        "as in KIM LEE",
        "e.g. KIM LEE",
        "Names like LEE",
        "Style: shouting.",
        "the usual",
        "City with country.",
        "In Italian.",
        "Invent another city.",
        "For another city.",
        "Use snake_case values.",
        "Swap the values.",
        "Age in months.",
        "For her twin.",
        "Hash the values.",
    ],
)
def test_a_new_key_is_the_models_where_more_is_said_than_values(remark: str) -> None:
    data = "Name: Ada Byron. City: Rome. Age: 36."
    for told in (f"{remark} {data}", f"{data} {remark}"):
        whole = {"name": "Ada Byron", "city": "Rome", "age": 36}
        for key in whole:
            before = [other for other in whole if other != key]
            old, new = (asking(KEYS.format(", ".join(keys), told)) for keys in (before, [*before, key]))
            for value in (whole, {"name": "ADA BYRON", "city": "ROME", "age": 36}):
                assert served(old, {other: value[other] for other in before}, new) is None


@pytest.mark.parametrize(
    "remark",
    [
        "Mind the names as in KIM LEE.",
        "Style: shouting.",
        "Names that are long get initials.",
        "Shorten long names.",
        "Correct any errors.",
        "Names with titles keep them.",
    ],
)
@pytest.mark.parametrize("before", ["ADA BYRON", "ada byron", "Ada Byron"])
def test_a_changed_value_is_the_models_where_a_remark_may_touch_it_and_did_not_touch_the_old_one(
    remark: str, before: str
) -> None:
    for said in (f"{remark} Name: {{}}, age: 36", f"Name: {{}}, age: 36. {remark}"):
        old, new = (asking(KEYS.format("name and age", said.format(one))) for one in (before, "Bo Reed"))
        assert served(old, {"name": before, "age": 36}, new) is None


# --- examples -------------------------------------------------------------------------------------------------------

LIKE_THIS = 'Return JSON like this: {{"name": "{}", "city": "{}"}}. Data: {}'


@pytest.mark.parametrize(
    ("name", "city"),
    [
        ("KIM LEE", "OSLO"),
        ("kim lee", "oslo"),
        ("Kim Lee", "Oslo (NO)"),
        ("K. Lee", "Oslo"),
        ("Lee, Kim", "Oslo"),
        ("<name in capitals>", "<city>"),
        ("<initials>", ""),
        ("<last name, first name>", "..."),
        ("<full name>", "..."),
        ("<slug>", "string"),
        ("<name>", "<city (country)>"),
    ],
)
def test_told_values_are_not_served_where_an_example_shows_how_to_write_them(name: str, city: str) -> None:
    told = "name: Ada Byron, city: Rome"
    new = asking(LIKE_THIS.format(name, city, told))
    value = {"name": "Ada Byron", "city": "Rome"}
    assert served(asking(KEYS.format("name and city", told)), value, new) is None
    assert served(asking(LIKE_THIS.format("<name>", "<city>", told)), value, new) is None
    capitals = asking(LIKE_THIS.format(name, city, "name: BO REED, city: PARIS"))
    assert served(capitals, {"name": "BO REED", "city": "PARIS"}, new) is None


@pytest.mark.parametrize(("name", "city"), [("<name>", "<the city>"), ("...", ""), ("string", "<string>")])
def test_told_values_are_served_where_an_example_shows_only_their_places(name: str, city: str) -> None:
    told, other = (LIKE_THIS.format(name, city, f"name: {one}, city: Rome") for one in ("Ada Byron", "Bo Reed"))
    value = {"name": "Ada Byron", "city": "Rome"}
    assert served(asking(told), value, asking(other)) == {"name": "Bo Reed", "city": "Rome"}


# --- a key that is no longer asked for -------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["Shipping: free", "State: like new", "Box: extra", "It includes a cable", "Any size"])
def test_a_dropped_key_is_left_out_whatever_the_data_say(word: str) -> None:
    data = f"The size is M and the price is 1,250. {word}."
    old, new = (asking(KEYS.format(keys, data)) for keys in ("size and price", "size"))
    assert served(old, {"size": "M", "price": 1250}, new) in (None, {"size": "M"})


def test_a_key_that_was_dropped_is_not_kept_beside_the_models_new_ones() -> None:
    data = "The size is M and the price is 1,250. Shipping: free."
    old, new = (asking(KEYS.format(keys, data)) for keys in ("price and size", "size and seller"))
    engine = engine_after(old, {"price": 1250, "size": "M"})
    answer = engine.answer(new, Writer({"size": "M", "seller": "Acme"}).generate)
    assert json.loads(answer.text) == {"size": "M", "seller": "Acme"}


# --- values in another type ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["All values must be strings.", "Strings only.", "Numbers as strings.", "The age must be a string."]
)
def test_numbers_written_as_texts_for_one_request_are_not_served_for_another(said: str) -> None:
    data = "name: Ada Byron, age: 36"
    old, new = (asking(KEYS.format("name and age", f"{said}{data}")) for said in (f"{said} ", ""))
    assert served(old, {"name": "Ada Byron", "age": "36"}, new) == {"name": "Ada Byron", "age": 36}


def test_a_schema_with_several_types_is_no_fault() -> None:
    prompt = "name: Ada, city: Oslo. Return JSON that matches this schema: {}"
    types: tuple[Any, ...] = ("string", ["string", "null"])
    schemas = (
        {"type": "object", "properties": {"name": {}, "city": {"type": one}}, "required": ["name"]} for one in types
    )
    old, new = (TASK.parse(asking(prompt.format(json.dumps(schema)))) for schema in schemas)
    assert old is not None
    assert new is not None
    assert TASK.replay(old, new, TASK.segment(old, '{"name": "Ada", "city": "Oslo"}')) is None


# --- orders that look like names -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        "Actually Giza. name: Ada Byron, city: Cairo",
        "Anonymize Everything. name: Ada Byron, city: Cairo",
        "Mask Names, name: Ada Byron, city: Cairo",
        "name: Ada Byron, city: Cairo Anonymize",
        "name: Ada Byron Mask, city: Cairo",
        "The name is Ada Byron Redact, the city is Cairo.",
    ],
)
def test_a_name_with_an_order_in_it_tells_nothing(data: str) -> None:
    problem = TASK.parse(asking(KEYS.format("name and city", data)))
    assert problem is None or TASK.solve(problem) is None


@pytest.mark.parametrize(
    "remark",
    ["In German", "As Code", "Upper Case", "Initials Only", "Surname First", "Backwards", "tbc", "First Letter Only",
     "Without Vowels", "No Capitals"],
)  # fmt: skip
@pytest.mark.parametrize("form", ["name: {}, city: Cairo", "The name is {}. The city is Cairo.", "city Cairo, name {}"])
def test_a_remark_in_capitals_after_a_name_is_no_part_of_it(remark: str, form: str) -> None:
    old, new = (asking(KEYS.format("name and city", form.format(name))) for name in ("Tom Reed", f"Ada Byron {remark}"))
    assert served(old, {"name": "Tom Reed", "city": "Cairo"}, new) is None


@pytest.mark.parametrize("remark", ["+1", "?", "½", "In Words", "As Text"])
def test_a_number_with_a_remark_is_not_it(remark: str) -> None:
    old, new = (asking(KEYS.format("city and age", f"city: Cairo, age: {age}")) for age in ("36", f"36 {remark}"))
    assert served(old, {"city": "Cairo", "age": 36}, new) is None


# --- lines and sentences that were taken out -------------------------------------------------------------------------


def test_a_value_ends_with_its_line_though_a_constraint_after_it_was_taken_out() -> None:
    data = (
        "name: Ada Byron, price: 45.5 city must be one of Cairo, Giza.\nReturn JSON with the keys name, city and price."
    )
    problem = TASK.parse(asking(f"city: Cairo, {data}"))
    assert problem is not None
    assert ("price", "45.5 Return JSON") not in problem.stated


def test_the_full_stop_after_choices_is_none_of_them() -> None:
    problem = TASK.parse(asking(KEYS.format("name and city", "city must be one of Cairo, Giza. Ada is in Giza.")))
    assert problem is not None
    assert TASK.verify_answer(problem, '{"name": "Ada", "city": "Giza"}').is_pass


# --- keys that are words of the sentence too -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        ("minutes and to for a flight", {"minutes": 50, "to": "Oslo"}),
        ("minutes, to and from for a flight", {"minutes": 50, "to": "Oslo", "from": "Rome"}),
        ("to, minutes and from about a flight", {"to": "Oslo", "minutes": 50, "from": "Rome"}),
        ("minutes and rate for a flight", {"minutes": 50, "rate": 4}),
        ("minutes and list of a flight", {"minutes": 50, "list": "A"}),
    ],
)
def test_the_last_key_is_kept_though_it_is_a_word_that_may_lead_on(keys: str, value: Any) -> None:
    assert of_model(asking(KEYS.format(keys, "from: Rome, to: Oslo, minutes: 50")), value) == value


# --- a right answer of the model's own -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "value"),
    [
        ("Name: Party. Date: 12 May 2024.", {"name": "Party", "date": "2024-05-12"}),
        ("Name: Lamp. Price: $45.50.", {"name": "Lamp", "price": 45.5}),
        ("Name: Lamp. Weight: 2.5 kg.", {"name": "Lamp", "weight": 2.5}),
        ("Name: Lamp. Discount: 10%.", {"name": "Lamp", "discount": 10}),
        ("Name: Ada. Phone: 0044 123456.", {"name": "Ada", "phone": "+44123456"}),
        ("Name: Ada. Score: 9/10.", {"name": "Ada", "score": 9}),
        ("City: London. Country: UK.", {"city": "London", "country": "United Kingdom"}),
        ("Title: Dune. Languages: English and French.", {"title": "Dune", "languages": ["English", "French"]}),
        ("Title: Dune. Color: red and blue.", {"title": "Dune", "color": ["red", "blue"]}),
        ("City: St. Gallen. Name: Ada.", {"city": "St. Gallen", "name": "Ada"}),
    ],
)
def test_what_the_model_reads_from_a_told_value_is_not_put_back(data: str, value: Any) -> None:
    assert of_model(asking(KEYS.format(" and ".join(value), data)), value) == value


@pytest.mark.parametrize(
    ("data", "wrong", "right"),
    [
        ("Name: Lamp. Price: 45.", {"name": "Lamp", "price": 54}, {"name": "Lamp", "price": 45}),
        ("Name: Ada. City: Oslo.", {"name": "Ada", "city": "Bergen"}, {"name": "Ada", "city": "Oslo"}),
        (
            "Name: Party. Date: 2024-05-12.",
            {"name": "Party", "date": "2024-05-21"},
            {"name": "Party", "date": "2024-05-12"},
        ),
    ],
)
def test_another_value_than_the_told_one_is_put_right(data: str, wrong: Any, right: Any) -> None:
    assert of_model(asking(KEYS.format(" and ".join(right), data)), wrong) == right


# --- what is said before the prompt ----------------------------------------------------------------------------------

TOLD = KEYS.format("name, city and age", "Name: {}. City: {}. Age: {}.")
ADA, TOM = TOLD.format("Ada Byron", "London", 36), TOLD.format("Tom Reed", "Oslo", 41)
ORDERS = (
    "Anonymise persons.",
    "Ages are given in months.",
    "You always use ISO country codes.",
    "You are a helpful assistant. Surnames come first.",
    "Our customers are never named.",
    "Replace each city by its country.",
    "Return not the user's data.",
    "Return nothing.",
    "Return my data.",
    "Correct the data.",
    "Make up the values.",
    "Represent the values as text.",
    "Give concise values.",
    "Values in plain form.",
)


@pytest.mark.parametrize("said", ORDERS)
def test_a_system_prompt_that_may_change_values_leaves_them_to_the_model(said: str) -> None:
    system = Message("system", said)
    value = {"name": "X", "city": "Y", "age": 1}
    assert of_model(asking(ADA, system), value) == value
    assert served(asking(TOM, system), value, asking(ADA, system)) is None


@pytest.mark.parametrize("role", ["user", "assistant"])
def test_an_earlier_turn_may_change_values_too(role: str) -> None:
    value = {"name": "X", "city": "Y", "age": 1}
    schema = {"type": "object", "properties": {key: {} for key in value}, "required": list(value)}
    request = Request(messages=(Message(role, "Call me X from now on."), Message("user", ADA)), response_schema=schema)
    assert of_model(request, value) == value


@pytest.mark.parametrize(
    "said",
    [
        "You are a helpful assistant.",
        "You are a JSON API. Respond only with valid JSON.",
        "You are an assistant that extracts data from text and returns JSON.",
        "Follow the user's instructions carefully.",
    ],
)
def test_a_system_prompt_that_says_who_answers_changes_nothing(said: str) -> None:
    system = Message("system", said)
    old = {"name": "Tom Reed", "city": "Oslo", "age": 41}
    new = {"name": "Ada Byron", "city": "London", "age": 36}
    assert served(asking(TOM, system), old, asking(ADA, system)) == new


def test_a_key_that_the_system_prompt_adds_is_not_left_out() -> None:
    value = {"name": "Ada Byron", "city": "London", "age": 36, "source": "text"}
    assert of_model(asking(ADA, Message("system", "Always add the key source.")), value) == value


def test_the_same_request_is_exact_whatever_was_said_before() -> None:
    request = asking(ADA, Message("system", ORDERS[0]))
    value = {"name": "X", "city": "London", "age": 36}
    answer = engine_after(request, value).answer(request, Writer({}).generate)
    assert answer.outcome is Outcome.EXACT
    assert json.loads(answer.text) == value


def test_what_is_attached_may_say_what_the_values_are() -> None:
    attached = Request((Message("user", ADA, {"content": [["text", {}], ["sha256", "0" * 64]]}),))
    value = {"name": "Ada Byron", "city": "London", "age": "as the picture says: 37"}
    assert of_model(attached, value) == value
