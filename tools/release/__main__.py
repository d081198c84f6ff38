#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Make a release: every package, its checksums, an index and an SBOM.

    python3 -m tools.release                          into build/release
    python3 -m tools.release --only 'whit-*-avr-*'    some of the packages

All is made twice, here and in a clone elsewhere, with other settings of the machine, and compared
byte by byte. What there was before stays until the new one is whole. A tree with changes that are
not committed, or that states two versions, is refused.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from lab.paths import shown
from tools.files import ROOT
from tools.release.version import ReleaseError, check, git

# What a program's output depends on where nobody takes care.
SETTINGS: tuple[Mapping[str, str], ...] = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "2", "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
)
UMASKS = (0o022, 0o077)


def started(tree: Path, folder: Path, only: Sequence[str], turn: int) -> subprocess.Popen[str]:
    """A build of a tree into a folder."""
    words = [word for pattern in only for word in ("--only", pattern)]
    return subprocess.Popen(
        [sys.executable, "-m", "tools.release.build", str(folder), *words],
        cwd=tree,
        env={
            **os.environ,
            **SETTINGS[turn],
            "PYTHONPATH": str(tree),
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        umask=UMASKS[turn],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def differing(one: Path, other: Path) -> list[str]:
    """The files that one folder has otherwise than the other, or alone."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    return sorted(name for name in names if _content(one / name) != _content(other / name))


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def make(output: Path, only: Sequence[str]) -> list[str]:
    """The names of a release's files, which are in their folder then."""
    check(ROOT)
    output.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{output.name}.", dir=output.parent) as place:
        work = Path(place)
        git(ROOT, "clone", "--quiet", "--shared", str(ROOT), str(work / "clone"))
        trees, folders = (ROOT, work / "clone"), (work / "first", work / "second")
        running = [started(trees[turn], folders[turn], only, turn) for turn in (0, 1)]
        for each, told in [(each, each.communicate()[1]) for each in running]:
            if each.returncode != 0:
                last = (told.strip().splitlines() or ["no message"])[-1]
                raise ReleaseError(last.removeprefix("release: "))
        if others := differing(*folders):
            raise ReleaseError(f"two builds differ in {', '.join(others[:5])}: nothing was kept")
        check(ROOT)
        before = work / "before"
        if output.exists():
            output.rename(before)
        folders[0].rename(output)
        shutil.rmtree(before, ignore_errors=True)
    return sorted(path.name for path in output.iterdir())


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "release")
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN")
    arguments = parser.parse_args()
    output = arguments.output.absolute()
    try:
        names = make(output, arguments.only)
    except (ReleaseError, OSError) as error:
        print(f"release: {error}", file=sys.stderr)
        return 1
    total = sum((output / name).stat().st_size for name in names)
    print(f"{shown(output)}: {len(names)} files, {total / 1e6:.1f} MB, the same from two builds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
