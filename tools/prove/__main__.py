# SPDX-License-Identifier: MIT
"""Prove of kernels, for all operands, what their files say that they compute.

python3 -m tools.prove                       of every instruction set that is followed
python3 -m tools.prove armv7em armv7m        of these
python3 -m tools.prove --kernel 'field_mul*' those of these names

A row for each form of a kernel: proved, with the number of runs, the bytes of stack that it took,
the most terms that a run went through, the digest of its machine code, and the lengths for which
it is proved where it has one as an argument; refused, and why; or in part, proved up to a length.
A kernel has no claim of its own where it is a part of others, which are proved with it, or where
its sentence says nothing that is read; the row says which. With --known, the rows of a record, the
exit code is 1 where a kernel that is proved there is refused now."""

import hashlib
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from tools.prove import command
from tools.prove.algebra import UnprovedError
from tools.prove.build import BuildError
from tools.prove.cores import (
    CORES,
    SOME,
    Task,
    joined,
    processors,
    program_of,
    prove_task,
    reason,
    tasks,
)
from tools.prove.machine import Program
from tools.prove.record import (
    HEADING,
    IN_PART,
    PROVED,
    REFUSED,
    UNCLAIMED,
    columns,
    name_of,
    renew,
    rows_of,
    summary,
    verdict_of,
)


def row(task: Task) -> str:
    """A line of the table."""
    try:
        runs = prove_task(task)
    except UnprovedError as error:
        told = IN_PART if SOME in str(error) else REFUSED
        return f"{columns((task.core, task.name, told, '', '', ''))}  {error}"
    figures = (
        sum(each.count for each in runs),
        max(each.stack for each in runs),
        max(each.effort for each in runs),
    )
    values = (task.core, task.name, PROVED, *map(str, figures))
    cases = joined(dict.fromkeys(each.case for each in task.claims() if each.case))
    return f"{columns(values)}  {digest(task)}  {cases}".rstrip()


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
    parser.add_argument("--renew", type=Path, metavar="FILE", help="a record to put the rows into")
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
    rows: list[str] = []
    try:
        for task in claimed:
            program_of(task)
        with ProcessPoolExecutor(arguments.processes) as pool:
            for text in pool.map(row, claimed):
                print(text, flush=True)
                rows.append(text)
    except BuildError as error:
        print(f"prove: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("prove: interrupted", file=sys.stderr)
        return 130
    for task in chosen:
        if task not in claimed:
            rows.append(f"{columns((task.core, task.name, UNCLAIMED, '', '', ''))}  {reason(task)}")
            print(rows[-1])
    print(summary(rows))
    if arguments.renew:
        renew(arguments.renew, rows, [f"{each.core} {each.name}" for each in tasks()])
    refusals = {name_of(each) for each in rows if verdict_of(each) in (IN_PART, REFUSED)}
    proved = sum(verdict_of(each) == PROVED for each in rows)
    return command.finish(proved, command.lost(proved_in(arguments.known), refusals))


def proved_in(record: Path | None) -> set[str]:
    """The kernels that a record has as proved, each with its instruction set before it."""
    if record is None or not record.exists():
        return set()
    return {each for each, text in rows_of(record).items() if verdict_of(text) == PROVED}


if __name__ == "__main__":
    sys.exit(main())
