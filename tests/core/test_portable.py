"""Records go to a file and come back as they were; a file that is no export changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stepcache_core import (
    EmbedderMismatchError,
    Generation,
    Outcome,
    Record,
    Request,
    Source,
    Status,
    Step,
    StepCacheEngine,
    UnfitFileError,
    Usage,
    Verdict,
)
from stepcache_core.model import Json
from stepcache_core.rejection import REJECTIONS
from stepcache_core.store import ChromaStore, Entry, MemoryStore, Store
from stepcache_core.testing import HashEmbedder, ScriptedModel

SOLVED = "Subtract 5 from both sides:\n3x = 15\n\nDivide both sides by 3:\nx = 5"
TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=12)


def engine_on(store: Store | None = None, path: Path | None = None, dimension: int = 64) -> StepCacheEngine:
    return StepCacheEngine(store=store, path=path, embedder=HashEmbedder(dimension))


def filled(engine: StepCacheEngine) -> StepCacheEngine:
    """An engine with a verified record, an open one, a fallback, one of another namespace, and a rejected pair."""
    model = ScriptedModel([Generation(SOLVED, Usage(12, 30)), "Paris.", "elsewhere"])
    engine.answer(Request.from_prompt("Solve 3x + 5 = 20"), model.generate)
    capital = engine.answer(Request.from_prompt("What is the capital of France?"), model.generate)
    engine.answer(Request.from_prompt("Say it", namespace="other"), model.generate)
    fallback = Record("f", "p", "default", "Solve it", (Step("x = -8", Source.FALLBACK),), outcome=Outcome.FALLBACK)
    engine._parts.store.put(fallback, None, ["one alias", "another"])
    assert capital.record_id is not None
    engine.reject(capital.record_id, Request.from_prompt("Please, what is the capital of France?"))
    return engine


def contents(store: Store) -> set[Entry]:
    return {entry for namespace in store.namespaces() for entry in store.entries(namespace)}


@pytest.fixture(params=["memory", "folder"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    store: Store = (
        MemoryStore()
        if request.param == "memory"
        else ChromaStore(tmp_path / "target", embedder_name="hash-64", dimension=64)
    )
    yield store
    store.close()


def test_a_round_trip_keeps_every_record_alias_and_rejection(target: Store, tmp_path: Path) -> None:
    with filled(engine_on(path=tmp_path / "source")) as source:
        count = source.export_records(tmp_path / "out.jsonl")
        before = contents(source._parts.store)
    assert count == len(before) == 5
    assert engine_on(store=target).import_records(tmp_path / "out.jsonl") == count
    assert contents(target) == before


def test_what_was_imported_is_served_like_the_original(target: Store, tmp_path: Path) -> None:
    filled(engine_on(store=MemoryStore())).export_records(tmp_path / "out.jsonl")
    engine = engine_on(store=target)
    engine.import_records(tmp_path / "out.jsonl")

    def outcome(prompt: str) -> Outcome:
        return engine.explain(Request.from_prompt(prompt)).outcome

    assert outcome("Solve 3x + 5 = 20") is Outcome.EXACT
    assert outcome("Please find the value of x: 3x + 5 = 20") is Outcome.REUSE
    assert outcome("Solve 7x - 9 = 40") is Outcome.REPLAY
    assert outcome("Hello! What is the capital of France?") is Outcome.REUSE
    assert outcome("Please, what is the capital of France?") is Outcome.SKIP


def test_a_folder_of_another_embedder_and_another_key_takes_the_records(tmp_path: Path) -> None:
    with filled(engine_on(path=tmp_path / "source")) as source:
        source.export_records(tmp_path / "out.jsonl")
    with engine_on(path=tmp_path / "target", dimension=128) as target:
        target.import_records(tmp_path / "out.jsonl")
        assert target.explain(Request.from_prompt("Hello! What is the capital of France?")).outcome is Outcome.REUSE
        assert target.stats().rejected == 0
    with pytest.raises(EmbedderMismatchError):
        engine_on(path=tmp_path / "target")


def test_one_namespace_goes_alone_with_the_rejections_that_concern_it(tmp_path: Path) -> None:
    engine = filled(engine_on(store=MemoryStore()))
    assert engine.export_records(tmp_path / "other.jsonl", "other") == 1
    assert engine.export_records(tmp_path / "default.jsonl", "default") == 4
    target = MemoryStore()
    engine_on(store=target).import_records(tmp_path / "default.jsonl")
    assert target.namespaces() == ["default", REJECTIONS]


def test_a_record_of_the_same_id_is_replaced(tmp_path: Path) -> None:
    old = Record("r", "p", "default", "Say it", (Step("old"),), created_at=1.0)
    store = MemoryStore()
    store.put(old, None)
    engine = engine_on(store=store)
    engine.export_records(tmp_path / "out.jsonl")
    store.put(replace(old, steps=(Step("new"),)), None)
    engine.import_records(tmp_path / "out.jsonl")
    assert store.get("default", "r") == old


payloads: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
steps = st.builds(Step, TEXT, st.sampled_from(Source), st.builds(Verdict, st.sampled_from(Status), TEXT))
records = st.builds(
    Record,
    id=TEXT,
    partition=TEXT,
    namespace=TEXT.filter(bool),
    prompt=TEXT,
    steps=st.lists(steps, max_size=4).map(tuple),
    task=TEXT,
    verified=st.booleans(),
    outcome=st.sampled_from(Outcome),
    usage=st.builds(Usage, st.integers(0, 10**12), st.integers(0, 10**12)),
    seconds=st.floats(0, 1e9),
    created_at=st.floats(-1e12, 1e12),
    payload=payloads,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(records, st.booleans(), st.lists(TEXT, max_size=2)), max_size=5))
def test_any_records_survive_the_file_exactly(tmp_path: Path, held: list[tuple[Record, bool, list[str]]]) -> None:
    source, target = MemoryStore(), MemoryStore()
    embedder = AnyEmbedder()
    for record, near, aliases in held:
        source.put(record, embedder.embed([record.prompt])[0] if near else None, aliases)
    StepCacheEngine(store=source, embedder=embedder).export_records(tmp_path / "out.jsonl")
    StepCacheEngine(store=target, embedder=embedder).import_records(tmp_path / "out.jsonl")

    def listed(store: Store) -> list[Entry]:
        entries = (entry for namespace in store.namespaces() for entry in store.entries(namespace))
        return sorted(entries, key=lambda entry: (entry.record.namespace, entry.record.id))

    assert listed(target) == listed(source)


class AnyEmbedder(HashEmbedder):
    """Gives a text without words a unit vector too."""

    def embed(self, texts):  # type: ignore[no-untyped-def]
        return super().embed([f"a {text}" for text in texts])


GOOD = '{"stepcache":1,"record":{"schema":1,"id":"r","partition":"p","namespace":"default","prompt":"SECRET"' + (
    ',"steps":[["SECRET","model","unknown","not judged"]],"task":"","verified":false,"outcome":"miss",'
    '"usage":[1,2],"seconds":0.5,"created_at":1.0,"payload":null},"aliases":["a"],"near":true}'
)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("SECRET", "no JSON text"),
        ("\xff\xfe", "no JSON text"),
        ("[" * 100_000, "no JSON text"),
        ("{}", 'no object with "stepcache": 1'),
        ("[]", 'no object with "stepcache": 1'),
        (GOOD.replace('"stepcache":1', '"stepcache":2'), 'no object with "stepcache": 1'),
        (GOOD.replace('["a"]', '"SECRET"'), '"aliases" is no list'),
        (GOOD.replace('["a"]', "[1]"), '"aliases" is no list'),
        (GOOD.replace('"near":true', '"near":1'), '"near" is neither'),
        (GOOD.replace('"schema":1', '"schema":9'), '"record" is no record'),
        (GOOD.replace('"model"', '"SECRET"'), '"record" is no record'),
        (GOOD.replace('"seconds":0.5', '"seconds":NaN'), '"record" is no record'),
        (GOOD.replace('"payload":null', f'"payload":{"[" * 200}{"]" * 200}'), '"record" is no record'),
        (GOOD.replace('"namespace":"default"', '"namespace":""'), "no namespace"),
        (GOOD.replace(',"near":true', ""), '"near" is neither'),
    ],
)
def test_an_unfit_line_is_named_by_its_number_and_nothing_is_imported(line: str, reason: str, tmp_path: Path) -> None:
    file = tmp_path / "in.jsonl"
    file.write_bytes(b"\n".join([GOOD.encode(), b"", line.encode("latin-1")]))
    store = MemoryStore()
    with pytest.raises(UnfitFileError) as refusal:
        engine_on(store=store).import_records(file)
    message = str(refusal.value)
    assert "in.jsonl, line 3: " in message
    assert reason in message
    assert "SECRET" not in message
    assert store.namespaces() == []


def test_a_good_line_alone_is_imported(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text(GOOD)
    store = MemoryStore()
    assert engine_on(store=store).import_records(tmp_path / "in.jsonl") == 1
    assert [(entry.aliases, entry.near) for entry in store.entries("default")] == [(("a",), True)]


def test_two_exports_to_one_file_at_once_leave_it_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"

    class Overtaken(MemoryStore):
        """While it is read, another export to the same file begins and ends."""

        overtaking = False

        def entries(self, namespace: str) -> Iterator[Entry]:
            yield from super().entries(namespace)
            if not self.overtaking:
                self.overtaking = True
                assert engine.export_records(file) == 5

    engine = filled(engine_on(store=Overtaken()))
    assert engine.export_records(file) == 5
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert len(file.read_text(encoding="ascii").splitlines()) == 5


def test_an_export_that_fails_leaves_the_earlier_file_and_no_draft(tmp_path: Path) -> None:
    class Failing(MemoryStore):
        def entries(self, namespace: str) -> Iterator[Entry]:
            yield from super().entries(namespace)
            raise RuntimeError("the disk is gone")

    engine = filled(engine_on(store=Failing()))
    (tmp_path / "out.jsonl").write_text("earlier")
    with pytest.raises(RuntimeError):
        engine.export_records(tmp_path / "out.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert (tmp_path / "out.jsonl").read_text() == "earlier"


def test_a_line_is_json_in_ascii_that_other_tools_can_read(tmp_path: Path) -> None:
    filled(engine_on(store=MemoryStore())).export_records(tmp_path / "out.jsonl")
    lines = (tmp_path / "out.jsonl").read_text(encoding="ascii").splitlines()
    prompts = {json.loads(line)["record"]["prompt"] for line in lines}
    assert "What is the capital of France?" in prompts


async def test_the_asynchronous_twins_list_export_and_import_alike(tmp_path: Path) -> None:
    source, target = filled(engine_on(store=MemoryStore())), MemoryStore()
    listed = {record.id for record in source.records()}
    assert {record.id async for record in source.arecords()} == listed
    assert len(listed) == 4
    assert [record.prompt async for record in source.arecords("other")] == ["Say it"]
    assert await source.aexport_records(tmp_path / "out.jsonl") == 5
    assert await engine_on(store=target).aimport_records(tmp_path / "out.jsonl") == 5
    assert contents(target) == contents(source._parts.store)
