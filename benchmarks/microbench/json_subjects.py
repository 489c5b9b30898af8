"""What the JSON prompts of the micro-benchmark are about: subjects with drawn facts, and ones a model makes up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

FIRST = "Maria Liam Aisha Jonas Mei Carlos Nora Viktor Priya Samuel Ines Tomas Grace Omar Elena Hugo".split()
LAST = "Keller Nguyen Okafor Lindqvist Moreau Tanaka Alvarez Novak Sharma Whitfield Rossi Haddad Berg".split()
CITIES = "Lisbon Porto Graz Utrecht Bergen Leeds Bologna Malmo Krakow Ghent Seville Turin Aarhus Lyon".split()
COLORS = "black white silver green red blue".split()


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that is known, under the key it is asked for.

    Attributes:
        key: The member's name.
        value: Its value in JSON.
        other: Another name for the key.
        said: The value as the prompt states it.
        also: Values that are as right where it is told in a sentence.
    """

    key: str
    value: Any
    other: str
    said: str = ""
    also: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return self.said or str(self.value)

    @property
    def type(self) -> str:
        return {bool: "boolean", int: "integer", float: "number"}.get(type(self.value), "string")


@dataclass(frozen=True, slots=True)
class Subject:
    """Something with facts.

    Attributes:
        what: What it is, with its article.
        facts: The first four are what is asked for at first; the rest may be asked for later.
        told: The facts in one or two sentences.
        free: A key whose value no fact gives, and what is meant by it.
    """

    what: str
    facts: tuple[Fact, ...]
    told: str
    free: tuple[str, str]


def _person(rng: Random) -> str:
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def _date(rng: Random) -> str:
    return f"{rng.randint(2019, 2027)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}"


def employee(rng: Random) -> Subject:
    name, role = _person(rng), rng.choice(["accountant", "data engineer", "nurse", "site manager", "UX designer"])
    age, city, salary = rng.randint(22, 64), rng.choice(CITIES), rng.randrange(31000, 98000, 500)
    started = _date(rng)
    facts = (Fact("name", name, "full_name"), Fact("role", role, "job_title"), Fact("age", age, "years_old"),
             Fact("city", city, "location"), Fact("salary", salary, "yearly_salary"),
             Fact("start_date", started, "hired_on"))  # fmt: skip
    told = (f"{name} is {age} years old and works as {role} in {city}. "
            f"The salary is {salary} a year and the start date was {started}.")  # fmt: skip
    return Subject("an employee", facts, told, ("bio", "one sentence"))


def book(rng: Random) -> Subject:
    title = rng.choice(["The Glass Harbor", "Winter Rails", "A Field of Salt", "Nine Lanterns", "The Quiet Engine"])
    author, year, pages = _person(rng), rng.randint(1948, 2024), rng.randint(120, 780)
    publisher, language = rng.choice(["Aldine Press", "Northgate", "Kestrel Books"]), rng.choice(["English", "Dutch"])
    facts = (Fact("title", title, "book_title"), Fact("author", author, "written_by"), Fact("year", year, "published"),
             Fact("pages", pages, "page_count"), Fact("publisher", publisher, "publishing_house"),
             Fact("language", language, "lang"))  # fmt: skip
    told = (f'"{title}" was written by {author} and came out in {year} with {publisher}. '
            f"It has {pages} pages and is in {language}.")  # fmt: skip
    return Subject("a book", facts, told, ("blurb", "a short teaser text"))


def order(rng: Random) -> Subject:
    number, customer, items = rng.randint(10000, 99999), _person(rng), rng.randint(1, 12)
    total, currency = rng.randint(900, 48000) / 100, rng.choice(["EUR", "USD", "GBP", "CHF"])
    status = rng.choice(["shipped", "pending", "delivered"])
    facts = (Fact("order_id", number, "order_number"), Fact("customer", customer, "customer_name"),
             Fact("total", total, "amount", f"{total:.2f}"), Fact("currency", currency, "currency_code"),
             Fact("items", items, "item_count"), Fact("status", status, "state"))  # fmt: skip
    told = (f"Order {number} by {customer} has {items} items and a total of {total:.2f} {currency}; "
            f"its status is {status}.")  # fmt: skip
    return Subject("an order", facts, told, ("comment", "a short note for the warehouse"))


def apartment(rng: Random) -> Subject:
    city, rooms, rent = rng.choice(CITIES), rng.randint(1, 6), rng.randrange(450, 2600, 10)
    size, furnished, floor = rng.randint(24, 140), rng.random() < 0.5, rng.randint(1, 9)
    facts = (Fact("city", city, "town"), Fact("rooms", rooms, "room_count"), Fact("rent", rent, "monthly_rent"),
             Fact("size_m2", size, "area"), Fact("furnished", furnished, "is_furnished", "yes" if furnished else "no"),
             Fact("floor", floor, "storey"))  # fmt: skip
    told = (f"The flat is in {city}, has {rooms} room{'s' * (rooms > 1)} on {size} square metres, is on floor {floor}, "
            f"{'comes furnished' if furnished else 'is not furnished'} and costs {rent} a month.")  # fmt: skip
    return Subject("an apartment listing", facts, told, ("headline", "a catchy title for the ad"))


def event(rng: Random) -> Subject:
    name = rng.choice(["Harbor Jazz Night", "Open Source Day", "City Marathon", "Winter Book Fair", "Robotics Cup"])
    city, date, seats = rng.choice(CITIES), _date(rng), rng.randrange(40, 2000, 10)
    host, price = _person(rng), rng.randint(5, 90)
    facts = (Fact("event", name, "event_name"), Fact("city", city, "place"), Fact("date", date, "event_date"),
             Fact("capacity", seats, "max_guests"), Fact("organizer", host, "host"),
             Fact("ticket_price", price, "price"))  # fmt: skip
    told = (f"{name} takes place in {city} on {date}. It is organized by {host}, the capacity is {seats} people "
            f"and a ticket costs {price} euros.")  # fmt: skip
    return Subject("an event", facts, told, ("description", "one or two sentences"))


def product(rng: Random) -> Subject:
    name = rng.choice(["desk lamp", "espresso machine", "trail backpack", "mechanical keyboard", "garden hose"])
    sku, price = f"{rng.choice('ABCDEF')}{rng.choice('KLMNP')}-{rng.randint(100, 999)}", rng.randint(900, 39900) / 100
    stock, color, weight = rng.randint(0, 400), rng.choice(COLORS), rng.randint(120, 9000)
    facts = (Fact("sku", sku, "article_number"), Fact("name", name, "product_name", also=(f"{color} {name}",)),
             Fact("price", price, "unit_price", f"{price:.2f}"), Fact("stock", stock, "quantity"),
             Fact("color", color, "colour"), Fact("weight_grams", weight, "weight"))  # fmt: skip
    told = (f"Article {sku} is a {color} {name} that costs {price:.2f}; {stock} are in stock "
            f"and one weighs {weight} grams.")  # fmt: skip
    return Subject("a product", facts, told, ("tagline", "a short advertising line"))


def film(rng: Random) -> Subject:
    title = rng.choice(["Paper Moons", "The Last Ferry", "Signal Lost", "Blue Orchard", "Midnight Ledger"])
    director, year, minutes = _person(rng), rng.randint(1962, 2025), rng.randint(78, 188)
    genre, country = rng.choice(["thriller", "comedy", "drama", "western"]), rng.choice(["France", "Japan", "Chile"])
    facts = (Fact("title", title, "film_title"), Fact("director", director, "directed_by"),
             Fact("year", year, "released"), Fact("genre", genre, "category"), Fact("minutes", minutes, "runtime"),
             Fact("country", country, "country_of_origin"))  # fmt: skip
    told = (f'"{title}" is a {genre} from {country} directed by {director}, released in {year}, '
            f"with a length of {minutes} minutes.")  # fmt: skip
    return Subject("a film", facts, told, ("plot", "the story in one sentence"))


def ticket(rng: Random) -> Subject:
    number, customer = f"T-{rng.randint(1000, 9999)}", _person(rng)
    priority, opened = rng.choice(["low", "medium", "high"]), _date(rng)
    part, hours = rng.choice(["login page", "invoice export", "mobile app", "search"]), rng.randint(1, 72)
    facts = (Fact("ticket_id", number, "id"), Fact("reporter", customer, "reported_by"),
             Fact("priority", priority, "severity"), Fact("component", part, "module"),
             Fact("opened", opened, "created_on"), Fact("hours_open", hours, "age_hours"))  # fmt: skip
    told = (f"{customer} reported ticket {number} about the {part} with {priority} priority. "
            f"It was opened on {opened} and has been open for {hours} hours.")  # fmt: skip
    return Subject("a support ticket", facts, told, ("summary", "a one-line summary"))


def flight(rng: Random) -> Subject:
    number, (origin, target) = f"{rng.choice(['LX', 'TP', 'KL'])}{rng.randint(100, 999)}", rng.sample(CITIES, 2)
    gate, seats, date = f"{rng.choice('ABCD')}{rng.randint(1, 40)}", rng.randint(80, 240), _date(rng)
    facts = (Fact("flight", number, "flight_number", also=(f"flight {number}",)), Fact("origin", origin, "from_city"),
             Fact("destination", target, "to_city"), Fact("gate", gate, "departure_gate"),
             Fact("seats", seats, "seat_count"), Fact("date", date, "departure_date"))  # fmt: skip
    told = f"Flight {number} goes from {origin} to {target} on {date}, leaves from gate {gate} and has {seats} seats."
    return Subject("a flight", facts, told, ("remark", "a short remark for passengers"))


def car(rng: Random) -> Subject:
    make, model = rng.choice([("Volvo", "V60"), ("Toyota", "Yaris"), ("Skoda", "Fabia"), ("Mazda", "CX-5")])
    year, km, price = rng.randint(2008, 2025), rng.randrange(8000, 210000, 500), rng.randrange(2500, 38000, 100)
    color, owner = rng.choice(COLORS), _person(rng)
    facts = (Fact("make", make, "brand"), Fact("model", model, "model_name"), Fact("year", year, "model_year"),
             Fact("mileage_km", km, "kilometers"), Fact("price", price, "asking_price"),
             Fact("owner", owner, "seller"))  # fmt: skip
    told = f"{owner} sells a {color} {make} {model} built in {year}. The mileage is {km} km and the price is {price}."
    return Subject("a used car", facts, told, ("condition", "a few words on its state"))


SUBJECTS: tuple[Callable[[Random], Subject], ...] = (
    employee, book, order, apartment, event, product, film, ticket, flight, car,
)  # fmt: skip


# -- subjects that the model makes up --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Invention:
    """Something to be made up within rules.

    Attributes:
        what: What it is.
        members: By key, what the prompt says of it and the JSON Schema of its value.
        extra: Further keys that may be asked for, likewise.
        other: By key, another name.
        bounds: The key whose range may be changed; its rule is drawn by `ranged`.
    """

    what: str
    members: dict[str, tuple[str, dict[str, Any]]]
    extra: dict[str, tuple[str, dict[str, Any]]]
    other: dict[str, str]
    bounds: tuple[str, int, int]


def ranged(rng: Random, low: int, high: int) -> tuple[str, dict[str, Any]]:
    """A whole number in a range drawn from [low, high]: the words and the rule."""
    least = rng.randrange(low, (low + high) // 2)
    most = rng.randrange(least + max(1, (high - low) // 4), high + 1)
    words = rng.choice([f"an integer between {least} and {most}", f"a whole number from {least} to {most}"])
    return words, {"type": "integer", "minimum": least, "maximum": most}


TEXT: dict[str, Any] = {"type": "string", "minLength": 1}


def user_profile(rng: Random) -> Invention:
    job = rng.choice(["a fictional user", "an imaginary customer of a bike shop", "a made-up student", "a test user"])
    return Invention(
        job,
        {"name": ("", TEXT), "age": ranged(rng, 18, 80),
         "email": ("a valid email address", {"type": "string", "format": "email"})},
        {"hobby": ("", TEXT), "is_active": ("true or false", {"type": "boolean"}), "city": ("", TEXT)},
        {"name": "full_name", "age": "years", "email": "contact_email"},
        ("age", 18, 80),
    )  # fmt: skip


def recipe(rng: Random) -> Invention:
    dish = rng.choice(["lentil soup", "pancakes", "a Greek salad", "vegetable curry", "banana bread"])
    return Invention(
        f"a recipe for {dish}",
        {"dish": ("", TEXT), "minutes": ranged(rng, 5, 120),
         "ingredients": ("a list of at least 3 strings",
                         {"type": "array", "minItems": 3, "items": {"type": "string"}})},
        {"servings": ("an integer", {"type": "integer", "minimum": 1}),
         "vegetarian": ("a boolean", {"type": "boolean"}), "tip": ("", TEXT)},
        {"dish": "recipe_name", "minutes": "cooking_time", "ingredients": "ingredient_list"},
        ("minutes", 5, 120),
    )  # fmt: skip


def quiz_question(rng: Random) -> Invention:
    topic = rng.choice(["the solar system", "European capitals", "the human body", "computer history"])
    return Invention(
        f"a quiz question about {topic}",
        {"question": ("", TEXT), "answer": ("", TEXT), "points": ranged(rng, 1, 50)},
        {"hint": ("", TEXT), "explanation": ("", TEXT), "difficulty": (
            "easy, medium or hard", {"enum": ["easy", "medium", "hard"]})},
        {"question": "text", "answer": "solution", "points": "score"},
        ("points", 1, 50),
    )  # fmt: skip


INVENTIONS: tuple[Callable[[Random], Invention], ...] = (user_profile, recipe, quiz_question)
