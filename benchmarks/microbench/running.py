"""One run: every contender gets every request, in turn, and each result is written down as it comes.

A run that was interrupted is taken up again from what is written: the contenders' stores are rebuilt by asking them
what they were asked before, with the model's recorded answers.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from tqdm.auto import tqdm

from benchmarks.microbench.contenders import CONTENDERS, Contender, Served
from benchmarks.microbench.model_calls import Call, Model
from benchmarks.microbench.oracle import Judgement, judge
from benchmarks.microbench.workload import Case, shuffled, warm_prompts
from stepcache_core.embedding.base import Embedder
from stepcache_core.ledger import Stats

WARM, EVALUATION = "warm", "evaluation"


class RunError(RuntimeError):
    """A run that cannot be begun or taken up; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One request as one contender answered it.

    Attributes:
        seed, phase, id, task, perturbation, contender: Which.
        outcome: How, in the contender's own word.
        why: What the product's decision says.
        seconds: From the request to the last piece of the answer.
        first_seconds: To the first piece.
        calls: The model's answers, as the client counted them.
        ledger: Model calls, prompt and completion tokens, as `engine.stats()` counted them; None without an engine.
        strict: Right as it stands.
        lenient: Right to a lenient reader.
        wrong: Why it is not right.
        text: The answer.
    """

    seed: int
    phase: str
    id: str
    task: str
    perturbation: str
    contender: str
    outcome: str
    why: str
    seconds: float
    first_seconds: float
    calls: tuple[Call, ...]
    ledger: tuple[int, int, int] | None
    strict: bool
    lenient: bool
    wrong: str
    text: str

    @property
    def client(self) -> tuple[int, int, int]:
        """Model calls, prompt and completion tokens, as the client counted them."""
        prompt = sum(call.prompt_tokens for call in self.calls)
        return len(self.calls), prompt, sum(call.completion_tokens for call in self.calls)

    @property
    def spent(self) -> tuple[int, int, int]:
        """The same by the product's ledger where there is one."""
        return self.client if self.ledger is None else self.ledger

    @property
    def is_wrong_from_cache(self) -> bool:
        """Served without a call of the model, and wrong even to a lenient reader."""
        return not self.calls and not self.lenient

    @classmethod
    def of(cls, fields: dict[str, Any]) -> Row:
        calls = tuple(Call(**call) for call in fields["calls"])
        ledger = tuple(fields["ledger"]) if fields["ledger"] is not None else None
        return cls(**(fields | {"calls": calls, "ledger": ledger}))


@dataclass(frozen=True, slots=True)
class Stored:
    """What a contender's store held at the end of a seed, and the failures its ledger counted."""

    seed: int
    contender: str
    records: int
    bytes: int
    faults: dict[str, int]


class Log:
    """The JSON Lines file of a run: first what the run is, then a line for each result.

    Args:
        path: The file; what stands in it is read.
        about: What decides its results: a file of another run is not touched.
        circumstances: What it is made with, in words; those of the run's beginning are kept.

    Raises:
        RunError: The file is another run's.
    """

    def __init__(self, path: Path, about: dict[str, Any], circumstances: dict[str, str]) -> None:
        self.path = path
        self.about = about
        self.circumstances = circumstances
        self.rows: dict[tuple[int, str, str, str], Row] = {}
        self.stored: dict[tuple[int, str], Stored] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        whole = [json.loads(line) for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):  # the last line was cut off when the run was interrupted
            path.write_text("".join(lines[:-1]), encoding="utf-8")
        if not whole:
            self._write({"run": about, "circumstances": circumstances})
            return
        begun, self.circumstances = whole[0]["run"], whole[0]["circumstances"]
        different = sorted(key for key in about.keys() | begun.keys() if about.get(key) != begun.get(key))
        if different:
            raise RunError(
                f"{path} is of another run (it differs in {', '.join(different)}); "
                "give another --output, or remove that folder"
            )
        for line in whole[1:]:
            if "row" in line:
                self._enter(Row.of(line["row"]))
            else:
                self._enter_stored(Stored(**line["stored"]))

    def add(self, result: Row | Stored) -> None:
        if isinstance(result, Row):
            self._enter(result)
            self._write({"row": asdict(result)})
        else:
            self._enter_stored(result)
            self._write({"stored": asdict(result)})

    def find(self, seed: int, phase: str, name: str, contender: str) -> Row | None:
        return self.rows.get((seed, phase, name, contender))

    def _enter(self, row: Row) -> None:
        self.rows[row.seed, row.phase, row.id, row.contender] = row

    def _enter_stored(self, stored: Stored) -> None:
        self.stored[stored.seed, stored.contender] = stored

    def _write(self, line: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def run(
    cases: Sequence[Case],
    seed: int,
    names: Sequence[str],
    make_model: Callable[[], Model],
    embedder: Embedder,
    log: Log,
) -> None:
    """Ask every contender all the warm prompts, then all the cases in the seed's order; what is logged is not asked.

    Args:
        cases: The workload.
        seed: For the order of the cases, and of the contenders within each.
        names: Keys of `CONTENDERS`.
        make_model: Gives each contender its own access to the model.
        embedder: The one that all use.
        log: Where results go.
    """
    warm = [Case(f"warm {n}", "", (), prompt, {}) for n, prompt in enumerate(warm_prompts(cases), 1)]
    with tempfile.TemporaryDirectory(prefix="stepcache-bench-", ignore_cleanup_errors=True) as folder:
        contenders = {name: _made(name, make_model(), embedder, Path(folder) / name) for name in names}
        for phase, case, name in tqdm(
            _turns(warm, cases, seed, names), desc=f"seed {seed}", unit="answer", disable=None
        ):
            contender = contenders[name]
            if phase == WARM and contender.stateless:
                continue
            logged = log.find(seed, phase, case.id, name)
            if logged is None:
                log.add(replace(_answer(contender, case, phase), seed=seed, contender=name))
            elif not contender.stateless:
                _rebuild(contender, case, logged)
        for name, contender in contenders.items():
            stats, records = contender.stats(), contender.records()
            contender.close()
            size = sum(file.stat().st_size for file in contender.folder.rglob("*") if file.is_file())
            log.add(Stored(seed, name, records, size, dict(stats.faults) if stats else {}))


def _made(name: str, model: Model, embedder: Embedder, folder: Path) -> Contender:
    try:
        return CONTENDERS[name](model, embedder, folder)
    except ModuleNotFoundError as error:
        raise RunError(
            f"{name} needs the package {error.name}: pip install --group bench, or leave it out with --contenders"
        ) from error


def _turns(warm: Sequence[Case], cases: Sequence[Case], seed: int, names: Sequence[str]) -> list[tuple[str, Case, str]]:
    """Every request to every contender; who comes first is drawn anew for each."""
    order = Random(f"contenders {seed}")
    turns = [(WARM, case) for case in warm] + [(EVALUATION, case) for case in shuffled(cases, seed)]
    return [(phase, case, name) for phase, case in turns for name in order.sample(names, len(names))]


def _answer(contender: Contender, case: Case, phase: str) -> Row:
    before = _spent(contender.stats())
    contender.model.begin()
    started = time.perf_counter()
    first: float | None = None
    text = ""
    pieces = contender.ask(case.prompt)
    while True:
        try:
            piece = next(pieces)
        except StopIteration as end:
            seconds = time.perf_counter() - started + contender.model.waited
            served: Served = end.value
            break
        if piece and first is None:
            first = time.perf_counter() - started + contender.model.waited
        text += piece
    after = _spent(contender.stats())
    judgement = judge(case.check, text) if phase == EVALUATION else Judgement(True, True)
    return Row(
        seed=0, phase=phase, id=case.id, task=case.task, perturbation=case.perturbation, contender="",
        outcome=served.outcome, why=served.reason, seconds=seconds, first_seconds=seconds if first is None else first,
        calls=tuple(contender.model.calls), ledger=_difference(before, after),
        strict=judgement.strict, lenient=judgement.lenient, wrong=judgement.reason, text=text,
    )  # fmt: skip


def _rebuild(contender: Contender, case: Case, logged: Row) -> None:
    """Bring a contender's store to where it was after this request."""
    contender.model.begin(recorded=logged.calls)
    text = "".join(contender.ask(case.prompt))
    if text != logged.text:
        raise RunError(f"the run cannot be taken up: {logged.contender} answers {case.id} otherwise than before")


def _spent(stats: Stats | None) -> tuple[int, int, int] | None:
    if stats is None:
        return None
    return stats.model_calls, stats.spent.prompt_tokens, stats.spent.completion_tokens


def _difference(before: tuple[int, int, int] | None, after: tuple[int, int, int] | None) -> tuple[int, int, int] | None:
    if before is None or after is None:
        return None
    return after[0] - before[0], after[1] - before[1], after[2] - before[2]


def evaluated(log: Log) -> Iterator[Row]:
    """The rows that count."""
    return (row for row in log.rows.values() if row.phase == EVALUATION)
