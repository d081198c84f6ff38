# SPDX-License-Identifier: MIT
"""Constant time of a linked program that is the user's own."""

import hashlib
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from lab.errors import LabError
from lab.findings import Constancy, Place, Proof
from lab.measures.traces import distinct, unequal
from lab.model import Case, Run, Traces
from lab.runner.observer import Observer
from lab.runner.proofs import Reason, dependences
from lab.targets import catalogue as targets
from lab.targets.elf import flash_content
from lab.targets.own_program import Asked, OwnProgram

_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")


def prove_program(
    target: str, elf: Path, asked: Asked, public: Sequence[str], seed: str, observer: Observer
) -> Proof:
    """Call a function once and follow its secrets. `public` are places that are declared, each
    file:line or a function."""
    program = OwnProgram(targets.find(target), elf, asked)
    reason = _declared(program, elf, public)
    observer.case(Case(target, elf.name, "", asked.function), 1)
    followed = program.follow(seed)
    observer.advance()
    return Proof(
        target=target,
        library=elf.name,
        variant="",
        curve="",
        operation=asked.function,
        instructions=followed.instructions,
        dependences=tuple(dependences(followed.decided, program.place, reason)),
        seed=seed,
        compiler="",
        flags="",
        image_sha256=_hash(elf),
    )


def trace_program(
    target: str, elf: Path, asked: Asked, secrets: int, seed: str, observer: Observer
) -> Constancy:
    """Call a function with so many values of its secrets, and compare the traces."""
    program = OwnProgram(targets.find(target), elf, asked)
    observer.case(Case(target, elf.name, "", asked.function), secrets)
    runs = []
    for index in range(secrets):
        runs.append(_run(program, seed, index))
        observer.advance()
    compared, pair = distinct(runs), unequal(runs)
    assert compared is not None
    cycles = [run.cycles or 0 for run in runs]
    instructions = max(run.instructions or 0 for run in runs)
    return Constancy(
        target=target,
        library=elf.name,
        variant="",
        curve="",
        operation=asked.function,
        secrets=secrets,
        program_counters=compared.program_counters,
        addresses=compared.addresses,
        cycles=compared.cycles,
        cycles_min=min(cycles),
        cycles_max=max(cycles),
        draws={},
        compiler="",
        flags="",
        image_sha256=_hash(elf),
        difference=program.difference(seed, pair, instructions + 1) if pair else None,
    )


def _run(program: OwnProgram, seed: str, index: int) -> Run:
    call = program.run(seed, index)
    traces = call.traces
    assert traces is not None
    return Run(
        value=call.value,
        outputs={},
        cycles=call.cycles,
        stack_bytes=call.stack_bytes,
        draws=0,
        instructions=call.instructions,
        traces=Traces(traces.program_counters, traces.addresses, traces.cycles),
    )


def _declared(program: OwnProgram, elf: Path, public: Sequence[str]) -> Reason:
    """What was declared of places, in the words of the command line. LabError for a place that the
    program does not have: it would declare nothing."""
    lines: dict[tuple[str, int], str] = {}
    functions: dict[str, str] = {}
    for word in public:
        parsed = _LINE.fullmatch(word)
        if parsed is None:
            if not any(fnmatchcase(name, word) for name in program.functions):
                raise LabError(f"--public {word}: {elf} has no such function")
            functions[word] = f"--public {word}"
        else:
            file, line = parsed["file"], int(parsed["line"])
            if not program.has_line(file, line):
                raise LabError(f"--public {word}: no instruction of {elf} is of that line")
            lines[file, line] = f"--public {word}"

    def reason(at: tuple[Place, ...]) -> str:
        for place in at:
            if (place.file or "", place.line or 0) in lines:
                return lines[place.file or "", place.line or 0]
            for pattern, told in functions.items():
                if fnmatchcase(place.function, pattern):
                    return told
        return ""

    return reason


def _hash(elf: Path) -> str:
    return hashlib.sha256(flash_content(elf)).hexdigest()
