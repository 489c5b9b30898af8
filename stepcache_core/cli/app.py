"""The commands; each opens what it needs, and closes it."""

from __future__ import annotations

import heapq
import json
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from stepcache_core import __version__
from stepcache_core.cli.failures import EXIT_CODES, UNHEALTHY, FailingGroup
from stepcache_core.cli.place import Place, find_record, namespaces_of, opened
from stepcache_core.display.terminal import FOLDED, WHOLE, Limits, as_terminal, as_text
from stepcache_core.display.view import View, counted, moment
from stepcache_core.errors import InvalidArgumentError, MissingExtraError
from stepcache_core.facade import DEFAULT_PATH
from stepcache_core.model import Record
from stepcache_core.portable import export_file, import_file, record_fields
from stepcache_core.rejection import REJECTIONS

app = typer.Typer(
    name="stepcache",
    epilog=EXIT_CODES,
    cls=FailingGroup,
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,  # they print local variables, and these hold prompts
)


def _at_home(path: Path) -> Path:
    """The path with `~` as its user's home: no shell looks into a variable, nor between quotes."""
    from stepcache_core.store.chroma_collections import at_home

    return at_home(path)


PathOption = Annotated[
    Path, typer.Option("--path", envvar="STEPCACHE_PATH", help="Folder of the store.", callback=_at_home)
]
UrlOption = Annotated[
    str | None, typer.Option("--url", help="A Chroma server instead of a folder: host:port or http(s)://host:port.")
]
NamespaceOption = Annotated[str | None, typer.Option("--namespace", help="Only this namespace.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

DEFAULT_FOLDER = Path(DEFAULT_PATH)
_LISTED = 20
_PROMPT_SHOWN = 60


def _tell_version(is_asked: bool) -> None:
    if is_asked:
        typer.echo(f"stepcache {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version, and nothing else.", callback=_tell_version, is_eager=True),
    ] = False,
) -> None:
    """Look into a StepCache store, and keep it in order. Nothing here calls a model, but for the demo."""


@app.command()
def demo() -> None:
    """Run the demonstration on a small real model, which is fetched the first time."""
    for module, package in (
        ("langchain_core", "langchain-core"), ("langchain_openai", "langchain-openai"), ("xllamacpp", "xllamacpp"),
    ):  # fmt: skip
        if find_spec(module) is None:
            raise MissingExtraError(package, "demo")
    import_module("stepcache_langchain.demo").main()


@app.command()
def explain(
    prompt: Annotated[str, typer.Argument(help="The prompt to judge; - reads it from standard input.")],
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: Annotated[str, typer.Option("--namespace", help="Whose records.")] = "default",
    as_json: JsonOption = False,
) -> None:
    """Say what would become of a prompt, and why: every candidate, every verdict. No model is called.

    Records are shared only within a partition: between requests with equal model, parameters, history, tools and
    schema. The prompt is judged as a plain one in each partition that the store holds records of; what stands beside
    it (a system message, a schema) can't be known here: for the last word, engine.explain(request).
    """
    from stepcache_core.cli import explaining

    with opened(Place(path, url)) as store:
        explanation = explaining.explain(store, sys.stdin.read() if prompt == "-" else prompt, namespace)
    if as_json:
        _print_json(explaining.fields_of(explanation))
        return
    best, *others = explanation.each
    _print(best.plan)
    typer.echo(f"Partition {best.partition[:12]}, {counted(best.records, 'record')}.")
    for one in others:
        typer.echo(
            f"Partition {one.partition[:12]}, {counted(one.records, 'record')}: {one.plan.outcome.value.upper()}."
        )
    if explanation.passed_over:
        typer.echo(f"{counted(explanation.passed_over, 'smaller partition')} not looked at.")
    for fault in explanation.faults:
        typer.echo(f"stepcache: {fault}: similar prompts were not looked for; `stepcache doctor` tells more", err=True)


@app.command()
def stats(
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: NamespaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say what a store holds, and what a hit of each record would save.

    What was saved is in each process's own account: engine.stats().
    """
    from stepcache_core.cli import census

    place = Place(path, url)
    with opened(place) as store:
        each = census.take_each(store.store, namespace)
        rejections = store.store.count(REJECTIONS)
        rejected, embedder = store.store.rejected, store.embedder.name
    size = None if url else census.size_of(path)
    if as_json:
        fields = {name: one.fields() for name, one in each.items()}
        _print_json({"place": str(place), "bytes": size, "embedder": embedder, "rejections": rejections,
                     "rejected": rejected, "namespaces": fields})  # fmt: skip
        return
    rows = [
        ("records", str(sum(one.records for one in each.values()))),
        ("embedder", embedder),
        ("size", "" if size is None else census.readable(size)),
        ("rejected pairs", str(rejections or "")),
        ("rows not trusted", str(rejected or "")),
    ]
    parts = tuple(one.view(f"Namespace {name}") for name, one in each.items())
    _print(View(str(place), rows=tuple(row for row in rows if row[1]), parts=parts))


@app.command()
def inspect(
    record: Annotated[str | None, typer.Argument(help="A record's id, or its beginning; without it, a list.")] = None,
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: NamespaceOption = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="How many to list, the newest first.")] = _LISTED,
    as_json: JsonOption = False,
) -> None:
    """Show a record with its prompt, steps and verdicts, or list the newest ones."""
    with opened(Place(path, url)) as store:
        if record is not None:
            found = find_record(store.store, record, namespace)
            _print_json(record_fields(found)) if as_json else _print(found, WHOLE)
            return
        names = namespaces_of(store.store, namespace)
        records = (entry.record for name in names for entry in store.store.entries(name))
        newest = heapq.nlargest(limit, records, key=lambda one: one.created_at)
        count = sum(store.store.count(name) for name in names)
    if as_json:
        _print_json([record_fields(one) for one in newest])
        return
    note = f"of {count}, the newest first" if count > len(newest) else ""
    _print(View(counted(len(newest), "record"), note, rows=tuple((one.id[:12], _summary(one)) for one in newest)))


@app.command("export")
def export_(
    file: Annotated[Path, typer.Argument(help="The file to write, as JSON Lines; it must not exist yet.")],
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: NamespaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write records to a file: prompts, steps, verdicts, usage and provenance, in plain text.

    Vectors and signatures are left out: the file may go to a folder of another embedder and another key.
    """
    if file.exists():
        raise InvalidArgumentError(f"{file} exists; choose another name, or remove it")
    if not file.parent.is_dir():
        raise InvalidArgumentError(f"{file} can't be written: there is no folder {file.parent}")
    with opened(Place(path, url)) as store:
        namespaces_of(store.store, namespace)
        count = export_file(store.store, file, namespace)
    _tell(as_json, f"{counted(count, 'record')} written to {file}", {"exported": count, "file": str(file)})


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A file that `stepcache export` wrote.")],
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    as_json: JsonOption = False,
) -> None:
    """Read records from a file, in place of those of the same ids; the folder is made if need be.

    The records are signed with this store's key and served like its own from then on: nothing can tell whether the
    file was forged, so import only what you trust. Prompts are embedded anew.
    """
    with opened(Place(path, url), make=True) as store:
        count = import_file(store.store, store.embedder, file)
    said = f"{counted(count, 'record')} imported into {url or path}, and signed as this store's own"
    _tell(as_json, said, {"imported": count, "file": str(file)})


@app.command()
def forget(
    record: Annotated[str, typer.Argument(help="A record's id, or its beginning.")],
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: NamespaceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove one record."""
    with opened(Place(path, url)) as store:
        found = find_record(store.store, record, namespace)
        store.store.delete(found.namespace, found.id)
    _tell(as_json, f"record {found.id} is forgotten", {"forgotten": found.id, "namespace": found.namespace})


@app.command()
def clear(
    path: PathOption = DEFAULT_FOLDER,
    url: UrlOption = None,
    namespace: NamespaceOption = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove all records of a namespace, or all there are."""
    place = Place(path, url)
    with opened(place) as store:
        names = store.store.namespaces() if namespace is None else namespaces_of(store.store, namespace)
        count = sum(store.store.count(name) for name in names)
        whose = (
            f"all {counted(count, 'record')}" if namespace is None else f"the {counted(count, 'record')} of {namespace}"
        )
        if not yes:
            typer.confirm(f"Remove {whose} in {place}?", abort=True, err=True)
        store.store.clear(namespace)
    _tell(as_json, f"{counted(count, 'record')} removed", {"removed": count, "namespace": namespace})


@app.command()
def doctor(path: PathOption = DEFAULT_FOLDER, url: UrlOption = None, as_json: JsonOption = False) -> None:
    """Check versions, extras, weights, embedder and store, and say what to mend. Nothing is fetched or made."""
    from stepcache_core.cli.doctor import Health, examine, view_of

    checks = examine(Place(path, url))
    is_healthy = all(check.health is not Health.PROBLEM for check in checks)
    if as_json:
        found = [{"part": c.part, "health": c.health.value, "finding": c.finding, "remedy": c.remedy} for c in checks]
        _print_json({"healthy": is_healthy, "checks": found})
    else:
        _print(view_of(checks))
    if not is_healthy:
        raise typer.Exit(UNHEALTHY)


def _summary(record: Record) -> str:
    prompt = " ".join(record.prompt.split())
    prompt = prompt if len(prompt) <= _PROMPT_SHOWN else prompt[: _PROMPT_SHOWN - 1] + "…"
    kind = f"{record.outcome.value.upper()}{f' ({record.task})' if record.task else ''}"
    return f"{prompt}\n{kind}, {counted(len(record.steps), 'step')}, {moment(record.created_at)}"


def _tell(as_json: bool, sentence: str, fields: dict[str, Any]) -> None:
    if as_json:
        _print_json(fields)
    else:
        typer.echo(sentence)


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, indent=2))


def _print(value: object, limits: Limits = FOLDED) -> None:
    """In colour and within its width on a terminal; else as plain lines that other programs can read."""
    if not sys.stdout.isatty():
        typer.echo(as_text(value, limits))
        return
    from rich.console import Console

    Console(highlight=False).print(as_terminal(value, limits))
