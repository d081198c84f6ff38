# SPDX-License-Identifier: MIT
"""Parts of the library for tests that call them directly, and the generators of kernels."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.runner.tools import ROOT
from tools.files import GENERATED
from tools.prove.division_steps import division_step

FLAGS = ("-Os", "-std=c99", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", "-ffunction-sections")


def parts(directory: Path, *folders: str) -> Path:
    """A source that includes those of folders of src: one compilation, not hundreds."""
    source = directory / "parts.c"
    lines = []
    for folder in folders:
        places = (f"{folder}/*.c", f"generated/{folder}/*.c")
        found = sorted(path for place in places for path in (ROOT / "src").glob(place))
        assert found, folder
        lines += [f'#include "{path.relative_to(ROOT / "src")}"\n' for path in found]
    source.write_text("".join(lines))
    return source


def kernels(directory: Path, pattern: str) -> Path:
    """Those of the folders of src/native that match, of which each core uses its own."""
    return parts(directory, f"native/{pattern}")


def check_generator_sees_a_change(
    directory: Path, kernel: str, instruction: str, other: str
) -> None:
    """In a copy of the generators: one writes the kernel as it is here, and its --check tells when
    an instruction of it is another."""
    for folder in ("tools", "programs"):
        shutil.copytree(
            ROOT / folder, directory / folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    family, name = kernel.split("/")
    command = [sys.executable, "-m", "tools.kernels", family]
    assert subprocess.run(command, cwd=directory, check=False).returncode == 0
    place = (GENERATED / "native" / family / name).relative_to(ROOT)
    written = directory / place
    assert written.read_bytes() == (ROOT / place).read_bytes()
    written.write_text(written.read_text().replace(instruction, other, 1))
    check = [*command, "--check"]
    done = subprocess.run(check, cwd=directory, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert written.name in done.stderr


def division_steps(steps: int, delta: int, f: int, g: int) -> tuple[int, list[int]]:
    """delta, which is less 1/2 throughout, after the steps that are proved to suffice, and their
    matrix over 2^steps."""
    u, v, q, r = 1, 0, 0, 1
    for _ in range(steps):
        odd = bool(g & 1)
        _, u, q = division_step(delta, u, q, odd)
        _, v, r = division_step(delta, v, r, odd)
        delta, f, g = division_step(delta, f, g, odd)
        f, g = f // 2, g // 2
    return delta, [u, v, q, r]


def division_turn(steps: int, delta: int, m: int, *numbers: int) -> tuple[int, list[int]]:
    """delta, f, g, d and e after so many steps, all but delta negated."""
    f, g, d, e = numbers
    delta, (u, v, q, r) = division_steps(steps, delta, f, g)
    found = [-(u * f + v * g) >> steps, -(q * f + r * g) >> steps]
    for x in (-(u * d + v * e), -(q * d + r * e)):
        factor = x * -pow(m, -1, 1 << steps) % (1 << steps)
        found.append((x + (factor - (1 << steps) if x >= 0 else factor) * m) >> steps)
    return delta, found
