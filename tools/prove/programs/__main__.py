# SPDX-License-Identifier: MIT
"""Prove of point formulas and byte code, for all inputs, that they compute the group law.

python3 -m tools.prove.programs                        every program
python3 -m tools.prove.programs --program 'edwards_*'  those of these names

A row for each program: proved, in how many forms (text, C, builds), what it computes, and for which
inputs not; or refused, and why. A claim is of identities of polynomials over Z[1/6] in inputs and
parameters of curves, so that it holds over each field whose characteristic is neither 2 nor 3. What
is not proved stands behind the table. With --known, the rows of a record, the exit code is 1 where
a program that is proved there is refused now."""

import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bytecode import assembler
from tools.files import ROOT
from tools.prove import command
from tools.prove.programs import (
    edwards,
    labels,
    ladder,
    lines,
    loops,
    montgomery,
    pairing,
    schemes,
    towers,
    weierstrass,
)
from tools.prove.programs.proofs import Proof

COLUMNS = ("source", "program", "verdict", "forms", "claim", "except")
# What is not proved, and why.
NOT_PROVED = (
    (
        "loops of byte code in C and in kernels",
        "tests run them on emulated cores, against other implementations",
    ),
    (
        "the ladder of programs/lines.txt but for its step, and what multiplies by it",
        "contracts run them on all scalars of toy curves",
    ),
    ("the assembler and the words", "tests compare C's words with those that are run"),
    ("field arithmetic", "python3 -m tools.prove; here a product is a product in the field"),
    (
        "kernels of x86-64 that are a whole formula",
        "tests compare them with the formula on integers",
    ),
    (
        "that no secret scalar leads to an excepted input",
        "a property of scalars, argued in programs/points.txt and src/group",
    ),
    ("combs, windows and recoding in C", "loops over tables, which nothing here follows"),
    ("maps of hashing to curves", "they take square roots and choose by squares"),
    ("sums of products in towers of fields", "lists of operands, which nothing here follows"),
    ("other parts of towers, Miller loops, final exponentiations", "nothing here reads them yet"),
)


def proofs() -> Iterator[Proof]:
    source = assembler.load(ROOT / "programs")
    yield from weierstrass.proofs()
    yield from edwards.proofs()
    yield from montgomery.proofs()
    yield from labels.proofs(source)
    yield from ladder.proofs(source)
    yield from lines.proofs(source)
    yield from loops.proofs(source)
    yield from schemes.proofs(source)
    yield from pairing.proofs()
    yield from towers.proofs()


def row(proof: Proof, refusal: str) -> str:
    verdict, last = ("refused", refusal) if refusal else ("proved", proof.exceptions)
    count = str(len(proof.forms))
    return " | ".join((proof.source, proof.program, verdict, count, proof.claim, last))


def proved_in(record: Path | None) -> set[str]:
    """The programs that a record has as proved, each with its source before it."""
    if record is None or not record.exists():
        return set()
    rows = [line.split(" | ") for line in record.read_text().splitlines()]
    return {f"{cells[0]} {cells[1]}" for cells in rows if cells[2:3] == ["proved"]}


def main() -> int:
    parser = command.with_record(__doc__)
    parser.add_argument("--program", action="append", metavar="NAME", help="a name or a pattern")
    arguments = parser.parse_args()
    chosen = [each for each in proofs() if command.matches(arguments.program, each.program)]
    if not chosen:
        parser.error(f"no program: {', '.join(arguments.program)}")
    print(" | ".join(COLUMNS))
    refused: set[str] = set()
    for proof in chosen:
        refusal = proof.refusal()
        print(row(proof, refusal), flush=True)
        if refusal:
            refused.add(f"{proof.source} {proof.program}")
    for what, why in NOT_PROVED:
        print(f"not proved: {what}: {why}")
    forms = sum(len(each.forms) for each in chosen)
    proved = len(chosen) - len(refused)
    print(f"{proved} proved, {len(refused)} refused, of {forms} forms")
    return command.finish(proved, command.lost(proved_in(arguments.known), refused))


if __name__ == "__main__":
    sys.exit(main())
