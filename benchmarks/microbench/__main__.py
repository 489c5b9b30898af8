"""The micro-benchmark of arXiv 2603.28795, with caches as people use them and the paper's algorithm beside StepCache.

A run is written down as it goes: the same command takes an interrupted one up again, and one more seed is added to the
report of those already there. The model's calls are kept beside it (calls.jsonl): once rows.jsonl is removed, a run of
changed code asks the model only what was never asked, and its report says how many calls are of an earlier run.

    python -m benchmarks.microbench                            # built-in requests, Qwen2.5-Coder-0.5B, seeds 42 43 44
    python -m benchmarks.microbench --quick                    # some minutes; fails if the cache serves a wrong answer
    python -m benchmarks.microbench --workload requests.jsonl  # requests of your own
    python -m benchmarks.microbench --base-url http://localhost:8000/v1 --model-name my-model
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from openai import OpenAIError

from benchmarks.microbench.circumstances import circumstances, code_digest, workload_digest
from benchmarks.microbench.contenders import CONTENDERS
from benchmarks.microbench.model_calls import Model, ServerError, Shared
from benchmarks.microbench.plots import draw
from benchmarks.microbench.report import OURS, as_json, markdown
from benchmarks.microbench.running import Log, RunError, evaluated, run
from benchmarks.microbench.workload import Case, WorkloadError, built_in, one_of_each, read, write
from benchmarks.results import RESULTS, write_section
from stepcache_core.embedding import OnnxMiniLMEmbedder
from stepcache_core.local_model import LocalModel
from stepcache_core.weights import QWEN_CODER_05B, QWEN_CODER_15B

WEIGHTS = {"0.5b": QWEN_CODER_05B, "1.5b": QWEN_CODER_15B}
SEEDS = [42, 43, 44]
QUICK_BASES = 2


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.microbench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--model", choices=list(WEIGHTS), default="0.5b", help="the local model (default: 0.5b)")
    parser.add_argument("--base-url", help="another OpenAI-compatible server instead")
    parser.add_argument("--model-name", help="what that server calls the model")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS, help="default: 42 43 44")
    parser.add_argument("--workload", type=Path, help="a file of requests instead of the built-in ones")
    parser.add_argument("--write-workload", type=Path, metavar="FILE", help="write the first seed's requests, and end")
    parser.add_argument("--contenders", nargs="+", choices=list(CONTENDERS), default=list(CONTENDERS))
    parser.add_argument("--quick", action="store_true", help="a few requests of the first seed; nothing is kept")
    parser.add_argument(
        "--output", type=Path, help="folder of the results (default: benchmarks/results/microbench-...)"
    )
    given = parser.parse_args()
    if bool(given.base_url) != bool(given.model_name):
        parser.error("--base-url and --model-name belong together")
    return given


def main() -> None:
    given = arguments()
    try:
        cases_of = _workload(given)
        if given.write_workload:
            write(cases_of(given.seeds[0]), given.write_workload)
            return
        with ExitStack() as stack:
            if given.quick:
                given.output = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stepcache-bench-")))
            log = _measure(given, cases_of, stack)
            _report(given, log)
    except (WorkloadError, RunError) as error:
        sys.exit(f"microbench: {error}")
    except (OpenAIError, ServerError) as error:
        sys.exit(f"microbench: the server: {error}; what is done is kept, the same command goes on from there")
    if given.quick:
        sys.exit(_verdict(log))


def _workload(given: argparse.Namespace) -> Callable[[int], list[Case]]:
    if given.workload:
        cases = read(given.workload)
        return lambda _: one_of_each(cases) if given.quick else cases
    if given.quick:
        return lambda seed: one_of_each(built_in(seed, QUICK_BASES))
    return built_in


def _measure(given: argparse.Namespace, cases_of: Callable[[int], list[Case]], stack: ExitStack) -> Log:
    if not given.quick and find_spec("matplotlib") is None:
        raise RunError("the pictures need the package matplotlib: pip install --group bench")
    seeds = given.seeds[:1] if given.quick else given.seeds
    name = given.model_name or WEIGHTS[given.model].name
    about = {
        "model": name,
        "workload_name": given.workload.name if given.workload else "built-in",
        "workload": workload_digest(cases_of(0)),
        "code": code_digest(),
    }
    log = Log(_folder(given) / "rows.jsonl", about, circumstances())
    shared = Shared(_folder(given) / "calls.jsonl", about["code"])
    embedder = OnnxMiniLMEmbedder()
    embedder.embed(["loads the model"])
    if given.base_url:
        make_model = partial(Model, given.base_url, name, {}, shared)
    else:
        local = stack.enter_context(LocalModel(WEIGHTS[given.model]))
        make_model = partial(Model, local.base_url, name, {"cache_prompt": False}, shared)
    for seed in seeds:
        run(cases_of(seed), seed, given.contenders, make_model, embedder, log)
    return log


def _folder(given: argparse.Namespace) -> Path:
    if given.output:
        return Path(given.output)
    parts = ["microbench", given.model_name or given.model, *([given.workload.stem] if given.workload else [])]
    return RESULTS.parent / "results" / re.sub(r"[^\w.-]+", "-", "-".join(parts))


def _report(given: argparse.Namespace, log: Log) -> None:
    if given.quick:
        print(markdown(log, []))
        return
    folder = _folder(given)
    (folder / "report.json").write_text(json.dumps(as_json(log), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    plots = draw(log, folder)
    inside = folder.resolve().is_relative_to(RESULTS.parent.resolve())
    shown = [path.resolve().relative_to(RESULTS.parent.resolve()).as_posix() for path in plots] if inside else []
    body = markdown(log, shown)
    if inside:
        of_file = f", {given.workload.name}" if given.workload else ""
        body = write_section(f"Micro-benchmark on {log.about['model']}{of_file}", body)
    print(body)


def _verdict(log: Log) -> int:
    """1 if StepCache served a wrong answer from its cache; those that the model wrote are named too."""
    wrong = [row for row in evaluated(log) if row.contender == OURS and not row.strict]
    for row in wrong:
        source = "from the cache" if not row.calls else "by the model"
        print(f"WRONG, {source}: {row.id} ({row.outcome}): {row.wrong}\n  {row.text!r}")
    return 1 if any(not row.calls for row in wrong) else 0


if __name__ == "__main__":
    main()
