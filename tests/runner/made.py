# SPDX-License-Identifier: MIT
"""What programs of tests are made from: trees that tools write, and objects. Both are kept in
build/ by what they hold, so that no process makes again what another has made. A program is known
by what it loads."""

import hashlib
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from elftools.elf.constants import SH_FLAGS
from elftools.elf.elffile import ELFFile

from lab.paths import locked
from lab.targets import objects
from tests.runner.tools import BUILD, ROOT, UNIT, RunError, compile_with, require, run

KEPT = ROOT / "build" / "tests-made"
BUILD_ID = ".note.gnu.build-id"  # which changes with debug information

_making = threading.Lock()
_trees: dict[str, Path] = {}


def _digest(tree: Path) -> str:
    """Of the names and contents of a tree's files."""
    digest = hashlib.sha256()
    for path in sorted(path for path in tree.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(tree)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _tree(name: str, write: Callable[[Path], object]) -> Path:
    """What `write` puts into a folder, once a process, where all find it: below a folder that its
    content names."""
    with _making:
        if name not in _trees:
            draft = BUILD / "drafts" / name
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(parents=True)
            write(draft)
            kept = KEPT / "trees" / f"{name}-{_digest(draft)}"
            with locked(kept.parent):
                if not kept.is_dir():
                    partial = kept.with_suffix(".partial")
                    shutil.rmtree(partial, ignore_errors=True)
                    shutil.copytree(draft, partial)
                    partial.rename(kept)
            shutil.rmtree(draft)
            _trees[name] = kept
        return _trees[name]


def _have(tool: str, *arguments: str | Path) -> None:
    program = (ROOT / tool,) if tool.endswith(".py") else ("-m", tool)
    done = run([sys.executable, *program, *arguments])
    if done.returncode != 0:
        raise RunError(f"{tool} failed\n{done.stdout}{done.stderr}".rstrip())


def amalgamation() -> Path:
    """A directory with whit.c and whit.h, and include/whit/ whose headers all lead to whit.h, so
    that the tests see what ships."""

    def write(directory: Path) -> None:
        _have("tools/amalgamate.py", "--output", directory)
        headers = directory / "include" / "whit"
        headers.mkdir(parents=True)
        for header in (ROOT / "include" / "whit").glob("*.h"):
            (headers / header.name).write_text('#include "../../whit.h"\n')
        shutil.copy(ROOT / "include" / "whit" / "posix.h", headers / "posix.h")

    return _tree("amalgamation", write)


def toys() -> Path:
    """A tree with what tools.curves generates when the toy curves are added."""
    return _tree("toys", lambda to: _have("tools.curves", "--with", UNIT / "toys", "--output", to))


def with_quick_inversion() -> Path:
    """A directory whose plan of portable C says that inversion is quick, as kernels make it, and
    that windows double and add in one step."""

    def write(directory: Path) -> None:
        place = Path("generated", "native", "c", "plan.h")
        plan = (ROOT / "src" / place).read_text()
        for name in ("WHIT_QUICK_INVERSION", "WHIT_DOUBLE_AND_ADD"):
            slow, quick = (f"#define {name} {value}\n" for value in (0, 1))
            if slow not in plan or quick in plan:
                raise RunError(f"{name} is not 0 in the plan of portable C")
            plan = plan.replace(slow, quick)
        (directory / place).parent.mkdir(parents=True)
        (directory / place).write_text(plan)

    return _tree("quick-inversion", write)


def tables(curves: Sequence[str] = ()) -> Path:
    """A directory with toys.h and curve_table.c, of every curve or of these."""
    chosen = tuple(argument for curve in curves for argument in ("--curve", curve))
    name = "-".join(["tables", *curves])
    return _tree(name, lambda to: _have("tests.unit.tables", *chosen, "--output", to))


@cache
def _version(compiler: str) -> str:
    """Names what objects of a compiler are good for."""
    require(compiler)
    done = subprocess.run([compiler, "--version"], capture_output=True, check=True)
    return hashlib.sha256(done.stdout).hexdigest()[:16]


def compiled(compiler: str, flags: tuple[str, ...], source: Path) -> Path:
    """An object; what two configurations share is compiled once."""
    kept = objects.Objects(KEPT / "objects" / _version(compiler))
    return kept.made([compiler, *flags, "-c", str(source)], compile_with)


def shared_library(
    compiler: str, flags: Sequence[str], sources: Sequence[Path], output: Path
) -> Path:
    """Linked anew, of objects that are kept."""
    made = [compiled(compiler, (*flags, "-fPIC"), source) for source in sources]
    compile_with([compiler, *flags, "-shared", *made, "-o", output])
    return output


def digest(programs: Sequence[Path], given: Sequence[str | Path | bytes]) -> str:
    """Of what programs load, which debug information is not, and of what they are given: files,
    bytes or arguments. The flags of a compiler show in what it made."""
    total = hashlib.sha256()
    for program in programs:
        with program.open("rb") as file:
            for section in ELFFile(file).iter_sections():
                if section["sh_flags"] & SH_FLAGS.SHF_ALLOC and section.name != BUILD_ID:
                    place = f"{section.name} {section['sh_addr']} {section['sh_size']}\0"
                    total.update(place.encode() + section.data())
    for each in given:
        content = each.read_bytes() if isinstance(each, Path) else each
        content = content.encode() if isinstance(content, str) else content
        total.update(f"{len(content)}\0".encode() + content)
    return total.hexdigest()[:16]
