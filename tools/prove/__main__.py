# SPDX-License-Identifier: MIT
"""Prove of kernels, for all operands, what their files say that they compute.

python3 -m tools.prove                       of every instruction set that is followed
python3 -m tools.prove armv7em armv7m        of these
python3 -m tools.prove --kernel 'field_mul*' those of these names

A row for each form of a kernel: proved, with the number of runs, the bytes of stack that it took,
the most terms that a run went through, and the digest of its machine code; or
refused, and why. A kernel whose sentence says more than is read has no claim. With --known, the
rows of a record, the exit code is 1 where a kernel that is proved there is refused now."""

import hashlib
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tools.prove import command
from tools.prove.algebra import UnprovedError
from tools.prove.build import BuildError
from tools.prove.cores import CORES, Task, processors, program_of, prove_task, tasks
from tools.prove.machine import Program

WIDTHS = (8, 36, 9, 5, 6, 9)
HEADING = ("set", "kernel", "verdict", "runs", "stack", "terms")


def row(task: Task) -> tuple[str, bool]:
    """A line of the table, and whether the kernel is proved."""
    try:
        runs = prove_task(task)
    except UnprovedError as error:
        return f"{columns((task.core, task.name, 'refused', '', '', ''))}  {error}", False
    figures = (
        sum(each.count for each in runs),
        max(each.stack for each in runs),
        max(each.effort for each in runs),
    )
    values = (task.core, task.name, "proved", *map(str, figures))
    return f"{columns(values)}  {digest(task)}", True


def columns(values: Sequence[str]) -> str:
    first = zip(values[:3], WIDTHS[:3], strict=True)
    others = zip(values[3:], WIDTHS[3:], strict=True)
    return " ".join(
        [*(f"{each:<{width}}" for each, width in first), *(f"{e:>{w}}" for e, w in others)]
    )


def digest(task: Task) -> str:
    """Of the instructions of a kernel."""
    program: Program = program_of(task)
    entry = program.symbols[task.symbol]
    end = min((each for each in program.symbols.values() if each > entry), default=None)
    code = bytes(
        byte
        for address, byte in sorted(program.image.items())
        if address >= entry and (end is None or address < end)
    )
    return hashlib.sha256(code).hexdigest()[:16]


def main() -> int:
    parser = command.with_record(__doc__)
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(CORES)}")
    parser.add_argument("--kernel", action="append", metavar="NAME", help="a name or a pattern")
    parser.add_argument("--processes", type=int, default=processors())
    arguments = parser.parse_args()
    if unknown := set(arguments.sets) - set(CORES):
        parser.error(f"no instruction set: {', '.join(sorted(unknown))}")
    chosen = [
        task
        for task in tasks({name: CORES[name] for name in arguments.sets or CORES})
        if command.matches(arguments.kernel, task.name)
    ]
    if not chosen:
        parser.error(f"no kernel: {', '.join(arguments.kernel)}")
    claimed = [task for task in chosen if task.claim()]
    print(columns(HEADING), flush=True)
    refusals: set[str] = set()
    try:
        for task in claimed:
            program_of(task)
        with ProcessPoolExecutor(arguments.processes) as pool:
            for task, (text, is_proved) in zip(claimed, pool.map(row, claimed), strict=True):
                print(text, flush=True)
                if not is_proved:
                    refusals.add(f"{task.core} {task.name}")
    except BuildError as error:
        print(f"prove: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("prove: interrupted", file=sys.stderr)
        return 130
    for task in chosen:
        if task not in claimed:
            print(columns((task.core, task.name, "no claim", "", "", "")).rstrip())
    proved = len(claimed) - len(refusals)
    print(f"{proved} proved, {len(refusals)} refused, {len(chosen) - len(claimed)} without a claim")
    return command.finish(proved, command.lost(proved_in(arguments.known), refusals))


def proved_in(record: Path | None) -> set[str]:
    """The kernels that a record has as proved, each with its instruction set before it."""
    if record is None or not record.exists():
        return set()
    rows = [line.split() for line in record.read_text().splitlines()]
    return {" ".join(words[:2]) for words in rows if words[2:3] == ["proved"]}


if __name__ == "__main__":
    sys.exit(main())
