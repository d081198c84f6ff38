# SPDX-License-Identifier: MIT
"""Build the fuzz targets, and run them. Whatever a run finds is kept in build/fuzz/."""

import re
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lab.paths import write_whole
from tests.fuzz import seeds
from tests.runner.host import ARITHMETIC, BLS, ENVIRONMENT, PREPARED, STANDARD, WARNINGS
from tests.runner.made import amalgamation, compiled, digest
from tests.runner.tools import ROOT, RunError, compile_with, run

FOLDER = Path(__file__).parent
TARGETS = tuple(sorted(path.stem for path in FOLDER.glob("*.c")))
KEPT = ROOT / "build" / "fuzz"
COMPILER = "clang"
MOST_BYTES = 600
HOURS = 3600 * 12

CURVES = (*seeds.SUBJECTS, "curve25519", "ed25519", "curve448", "ed448", "bn_p158")
OPTIONS = (f"-DWHIT_CURVES={','.join(CURVES)}", ARITHMETIC, *BLS, PREPARED, "-DWHIT_STEPS=1")
# What UndefinedBehaviorSanitizer says of addresses, AddressSanitizer says of accesses in a tenth of
# the time; the unit tests run with all of it.
SANITIZERS = (
    *("-fno-sanitize=pointer-overflow,null,alignment,object-size", "-fno-sanitize-recover=all"),
    *("-O2", "-g1"),
)


class Run(NamedTuple):
    inputs: int
    edges: int  # covered, of the target and the library


@cache
def library() -> tuple[Path, ...]:
    """Its objects, and those of micro-ecc's interface and what that draws from."""
    made = amalgamation()
    flags = (
        *(*STANDARD, "-fsanitize=fuzzer-no-link,address,undefined", *SANITIZERS, *OPTIONS),
        *(f"-DuECC_SUPPORTS_{name}=0" for name in ("secp192r1", "secp224r1")),
        *(f"-I{made / 'include'}", f"-I{ROOT / 'src'}"),
    )
    others = (ROOT / "compat" / "uECC.c", ROOT / "ports" / "posix" / "random.c")
    return tuple(compiled(COMPILER, flags, source) for source in (made / "whit.c", *others))


def program(target: str, before: Sequence[Path] = ()) -> Path:
    """A target; of what the library defines, the objects before it define it instead."""
    flags = (
        *(*STANDARD, *WARNINGS, "-fsanitize=fuzzer,address,undefined", *SANITIZERS, *OPTIONS),
        *(f"-I{amalgamation() / 'include'}", f"-I{ROOT / 'compat'}"),
    )
    instead = ("-Wl,--allow-multiple-definition",) if before else ()
    objects = (*before, *library())
    source = FOLDER / f"{target}.c"
    KEPT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=KEPT) as draft:
        output = Path(draft) / target
        compile_with([COMPILER, *flags, source, *objects, *instead, "-lcrypto", "-o", output])
        kept = KEPT / "programs" / digest([output], ()) / target
        kept.parent.mkdir(parents=True, exist_ok=True)
        output.replace(kept)
    return kept


def fuzz(program: Path, *, inputs: int, seed: int, seconds: int = 0) -> Run:
    """Run so many inputs, or for so many seconds. RunError names the input that a target trapped
    at."""
    target = program.name
    findings = KEPT / "findings"
    findings.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        for i, each in enumerate(seeds.read(target)):
            write_whole(Path(corpus) / f"{i}", each)
        done = run(
            [
                *(program, f"-runs={inputs}", f"-seed={seed}", f"-max_total_time={seconds}"),
                *(f"-max_len={MOST_BYTES}", "-len_control=0", f"-artifact_prefix={findings}/"),
                *("-print_funcs=0", "-print_final_stats=1", corpus),
            ],
            ENVIRONMENT,
            HOURS,
        )
    counted = re.findall(r"^stat::number_of_executed_units: (\d+)$", done.stderr, re.MULTILINE)
    edges = re.findall(r"\bcov: (\d+)", done.stderr)
    if done.returncode != 0 or not counted or not edges:
        raise RunError(f"{target} trapped\n{done.stderr[-3000:]}")
    return Run(int(counted[-1]), int(edges[-1]))
