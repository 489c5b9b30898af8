"""Requests made by number: linear equations of many shapes, JSON objects, and open questions.

The same number always gives the same entry. Every entry has an answer that the product's own check accepts, and a
second wording that asks for the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stepcache_core import Generation, Message, Request, Usage
from stepcache_core.tasks import LinearEquationTask

SHAPES = (
    "{a}{v} + {b} = {c}", "{a}{v} - {b} = {c}", "{c} = {a}{v} + {b}", "{a}({v} + {b}) = {c}", "{a}({v} - {b}) = {c}",
    "{a}{v} + {b} = {c}{v} + {d}", "{a}{v} - {b} = {c} - {d}{v}", "{v}/{a} + {b} = {c}", "{v}/{a} - {b} = {c}",
    "{a}({v} + {b}) = {c}{v}", "{a}({v} - {b}) + {c} = {d}", "{a}{v} + {b}{v} = {c}", "-{a}{v} + {b} = {c}",
    "{a} - {b}{v} = {c}", "({v} + {a})/{b} = {c}", "{a}({v} + {b}) = {c}({v} - {d})",
)  # fmt: skip
ASKED = ("Solve {e} for {v}.", "Find {v} if {e}.", "Solve the equation {e}.", "What is {v} when {e}?")
ASKED_ANEW = ("Please find the value of {v}: {e}", "Determine {v} if {e}.", "Please solve {e} for {v}.")

QUALITIES = ("old", "quiet", "young", "narrow", "famous", "distant", "wooden", "modern", "broken", "silver", "heavy",
             "gentle", "northern", "hidden", "crowded", "royal", "empty", "painted", "frozen", "fragile")  # fmt: skip
THINGS = ("river", "valley", "bridge", "harbour", "library", "market", "garden", "tower", "railway", "theatre",
          "forest", "museum", "canal", "mill", "castle", "chapel", "lighthouse", "orchard", "tunnel", "factory",
          "island", "school", "square", "fountain", "archive", "workshop", "meadow", "monument", "station",
          "observatory")  # fmt: skip
PLACES = ("Lyon", "Turin", "Bergen", "Porto", "Ghent", "Lviv", "Leeds", "Malmo", "Graz", "Tartu", "Cork", "Split",
          "Basel", "Kazan", "Izmir", "Osaka", "Quito", "Lagos", "Hanoi", "Dakar", "Perth", "Salta", "Accra",
          "Davao")  # fmt: skip
QUESTIONS = (
    "Describe the {q} {t} beside the {p} {u} of {w} for a young teacher.",
    "What is the history of the {q} {t} behind the {p} {u} near {w}?",
    "How does the {q} {t} shape the life around the {p} {u} of {w}?",
    "Explain why people of {w} visit the {q} {t} and the {p} {u} so often.",
    "Why is the {q} {t} of {w} better known than the {p} {u} nearby?",
)  # fmt: skip
NAMES = ("Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Radia", "Ken", "Frances", "Niklaus")
KEYS = ("name", "age", "city", "email", "team", "floor")


@dataclass(frozen=True, slots=True)
class Entry:
    """A prompt, an answer that is right for it, another wording of it, and the prompt of a like problem.

    Attributes:
        kind: `equation`, `object` or `open`.
        prompt: What is asked first.
        answer: An answer that passes the product's check, where there is one.
        reworded: The same question in other words.
        like: The same template with other values; the same as `reworded` for open questions.
    """

    kind: str
    prompt: str
    answer: str
    reworded: str
    like: str


def request(prompt: str, model: str = "") -> Request:
    """The request of a prompt; requests of different models lie in different partitions."""
    return Request((Message("user", prompt),), model=model)


def generation(entry: Entry) -> Generation:
    """The entry's answer as a model gives it."""
    return Generation(entry.answer, Usage(len(entry.prompt.split()), len(entry.answer.split())))


def equation(number: int) -> Entry:
    """A solvable linear equation."""
    random = Random(f"equation {number}")
    shape, asked, asked_anew = random.choice(SHAPES), random.choice(ASKED), random.choice(ASKED_ANEW)
    variable = random.choice("xyzmkntp")
    stated, other = _stated(shape, variable, random), _stated(shape, variable, random)
    return Entry(
        "equation",
        asked.format(e=stated, v=variable),
        f"The equation is {stated}.\n\n{_solution(stated, variable)}",
        asked_anew.format(e=stated, v=variable),
        asked.format(e=other, v=variable),
    )


def _stated(shape: str, variable: str, random: Random) -> str:
    # Constants that are positive and differ give each of the shapes exactly one solution.
    a, b, c, d = random.sample(range(2, 1000), 4)
    return shape.format(v=variable, a=a, b=b, c=c, d=d)


def _solution(stated: str, variable: str) -> str:
    task = LinearEquationTask()
    problem = task.parse(Request.from_prompt(f"Solve {stated} for {variable}."))
    solution = None if problem is None else task.solve(problem)
    if solution is None:
        raise RuntimeError(f"the product does not solve {stated}")
    return solution


def open_question(number: int) -> Entry:
    """A question that no task verifies."""
    random = Random(f"open {number}")
    (q, p), (t, u) = random.sample(QUALITIES, 2), random.sample(THINGS, 2)
    place = random.choice(PLACES)
    prompt = random.choice(QUESTIONS).format(q=q, t=t, p=p, u=u, w=place)
    answer = f"The {q} {t} of {place} lies near the {p} {u}.\n\n" + f"Those who come for the {u} stay for the {t}. " * 6
    return Entry("open", prompt, answer, f"Hello! {prompt}", f"Hello! {prompt}")


def json_object(number: int) -> Entry:
    """An object of named keys, whose values the prompt states."""
    random = Random(f"object {number}")
    values = {
        "name": f"{random.choice(NAMES)} {random.choice(PLACES)}son", "age": random.randint(18, 90),
        "city": random.choice(PLACES), "email": f"n{number}@mail.org", "team": random.choice(THINGS),
        "floor": random.randint(1, 40),
    }  # fmt: skip
    chosen = random.sample(KEYS, 4)
    facts = ", ".join(f"{key} {value}" for key, value in values.items())

    def asked(words: str, keys: list[str]) -> str:
        return f"{words} with the keys {', '.join(keys[:-1])} and {keys[-1]} for this person: {facts}."

    answer = json.dumps({key: values[key] for key in chosen})
    first = "Return a JSON object"
    return Entry(
        "object", asked(first, chosen), answer, asked("Please return a JSON object", chosen), asked(first, chosen[:3])
    )


MAKERS: dict[str, Callable[[int], Entry]] = {"equation": equation, "object": json_object, "open": open_question}
