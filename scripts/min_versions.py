"""Run the test suite on the lowest versions that pyproject.toml allows for every direct dependency.

    python scripts/min_versions.py [pytest arguments]

Makes `.venv-min`, installs each requirement `name>=version` as `name==version`, and runs pytest there.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".venv-min"
_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+(?:\[[\w,-]+\])?)\s*>=\s*(?P<version>[\w.]+)")


def lowest(requirements: list[object]) -> list[str]:
    """Each `name>=version,...` as `name==version`; references to this project and to groups are left out."""
    pinned = []
    for requirement in requirements:
        if not isinstance(requirement, str) or requirement.startswith("stepcache["):
            continue
        match = _REQUIREMENT.match(requirement)
        pinned.append(f"{match['name']}=={match['version']}" if match else requirement)
    return pinned


def main() -> int:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    wanted = lowest(project["project"]["dependencies"])
    for extra in ("langchain", "agents", "llamaindex", "demo"):
        wanted += lowest(extras[extra])
    wanted += lowest(project["dependency-groups"]["test"])
    if not (ENVIRONMENT / "bin" / "python").exists():
        venv.create(ENVIRONMENT, with_pip=True)
    python = str(ENVIRONMENT / "bin" / "python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--upgrade", "pip"], check=True)
    print("\n".join(wanted))
    subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", "--editable", str(ROOT)], check=True)
    return subprocess.run([python, "-m", "pytest", *sys.argv[1:]], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
