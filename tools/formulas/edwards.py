#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the point formulas of formulas/edwards.txt and turn them into C.

    python3 -m tools.formulas.edwards            write src/generated/group/edwards_formulas.inc
    python3 -m tools.formulas.edwards --check    fail if the file would change

The language and the registers are those of tools/formulas/jacobian.py. Every formula is checked
against the affine law: on all pairs of points of small curves, and on random points of large ones.
"""

import argparse
import random
import re
import sys
from collections.abc import Iterator

from tools.files import GENERATED, ROOT, put
from tools.formulas.jacobian import Formula, FormulaError, System, parse, run, statements

SOURCE = ROOT / "formulas" / "edwards.txt"
OUTPUT = GENERATED / "group" / "edwards_formulas.inc"

COORDINATES = ("x", "y", "z", "t")


def system(first: str, second: str) -> System:
    """Extended coordinates, for a Q whose first and second parts have these names."""
    return System(
        inputs={f"{c.upper()}1": f"p->{c}" for c in COORDINATES},
        outputs={f"{c.upper()}3": f"p->{c}" for c in COORDINATES},
        constants={first: "q->first", second: "q->second", "K2": "q->product", "W2": "q->scale"},
        call="coordinate_{function}({places});",
    )


# By a.
SYSTEMS = {-1: system("M2", "P2"), 1: system("X2", "Y2")}
# The a of a formula, by the name that its condition begins with.
VALUES_OF_A = {"a = -1": -1, "a = 1": 1}
SMALL_PRIMES = (13, 17, 29)
LARGE_PRIMES = (2**61 - 1, 2**127 - 1, 2**255 - 19)
# A difference and the sum of the same numbers.
PAIR = re.compile(r"    coordinate_sub\((\S+), (\S+, \S+)\);\n    coordinate_add\((\S+), \2\);")

Point = tuple[int, int]


def add(p: Point, q: Point, a: int, d: int, prime: int) -> Point:
    """The affine law, which for a square a and a d that is none has no exception [BBJLP08]."""
    product = d * p[0] * q[0] * p[1] * q[1]
    x = (p[0] * q[1] + p[1] * q[0]) * pow(1 + product, -1, prime)
    y = (p[1] * q[1] - a * p[0] * q[0]) * pow(1 - product, -1, prime)
    return x % prime, y % prime


def is_square(value: int, prime: int) -> bool:
    return pow(value, (prime - 1) // 2, prime) in (0, 1)


def value_of_a(formula: Formula) -> int:
    return VALUES_OF_A[formula.needs.split(";")[0]]


def prepared(q: Point, a: int, d: int, w: int, prime: int) -> dict[str, int]:
    """The names of Q."""
    x, y = q
    if a == 1:
        parts = {"X2": x, "Y2": y, "K2": d * x * y, "W2": 1}
    else:
        parts = {"M2": y - x, "P2": y + x, "K2": 2 * d * x * y, "W2": 2}
    return {name: value * w % prime for name, value in parts.items()}


def factor(formula: Formula, generator: random.Random, prime: int) -> int:
    """w of Q: what makes W2 1 where the formula needs that."""
    if "W2 =" not in formula.needs:
        return generator.randrange(1, prime)
    return 1 if value_of_a(formula) == 1 else (prime + 1) // 2


def extended(p: Point, z: int, prime: int) -> dict[str, int]:
    """The names of P."""
    x, y = p
    return {"X1": x * z % prime, "Y1": y * z % prime, "Z1": z, "T1": x * y * z % prime}


def small_cases(a: int) -> Iterator[tuple[int, int, Point, Point]]:
    """Prime, d and every pair of points, of curves where the law is complete."""
    for prime in SMALL_PRIMES:
        if not is_square(a % prime, prime):
            continue
        d = next(d for d in range(2, prime) if not is_square(d, prime))
        points = [
            (x, y)
            for x in range(prime)
            for y in range(prime)
            if (a * x * x + y * y - 1 - d * x * x * y * y) % prime == 0
        ]
        for p in points:
            for q in points:
                yield prime, d, p, q


def large_cases(a: int, generator: random.Random) -> Iterator[tuple[int, int, Point, Point]]:
    """P and 3 P for random P, on the curve that has P: its d follows from a and P."""
    for prime in LARGE_PRIMES:
        for _ in range(20):
            while True:
                x, y = (generator.randrange(2, prime) for _ in range(2))
                d = (a * x * x + y * y - 1) * pow(x * x * y * y, -1, prime) % prime
                p = (x, y)
                try:
                    q = add(p, p, a, d, prime)
                    q = add(q, p, a, d, prime)
                    add(p, q, a, d, prime)
                except ValueError:
                    continue
                break
            yield prime, d, p, q


def check_values(formula: Formula) -> None:
    """Compare a formula with the affine law."""
    a = value_of_a(formula)
    generator = random.Random(formula.name)
    for prime, d, p, q in (*small_cases(a), *large_cases(a, generator)):
        w = factor(formula, generator, prime)
        values = extended(p, generator.randrange(1, prime), prime)
        if formula.adds:
            values |= prepared(q, a, d, w, prime)
        result = run(formula, values, prime)
        x, y, z, t = (result[name] for name in SYSTEMS[a].outputs)
        wanted = add(p, q if formula.adds else p, a, d, prime)
        if z == 0 or (wanted[0] * z - x) % prime or (wanted[1] * z - y) % prime:
            raise FormulaError(f"{formula.name}: wrong on a curve over F_{prime}")
        if (x * y - t * z) % prime:
            raise FormulaError(f"{formula.name}: T3 is wrong over F_{prime}")


def emit(formula: Formula, public: bool = False) -> str:
    """The C function of a formula, for curves that have its a, and the one of what is `public`
    where that is multiplied otherwise. T3 comes last, if at all."""
    body, temporaries = statements(formula, SYSTEMS[value_of_a(formula)])
    body = PAIR.sub(r"    coordinate_sub_add(\1, \3, \2);", "\n".join(body)).split("\n")
    if formula.operations[-1].target != "T3":
        raise FormulaError(f"{formula.name}: T3 is not the last")
    name = formula.name.replace("_a_minus_1", "").replace("_a_1", "")
    kind = "affine" if "W2 =" in formula.needs else "prepared"
    q = f", const edwards_{kind} *q" if formula.adds else ""
    cost = f"{formula.cost} + {formula.linear_operations()}A"
    condition = f"WHIT_EDWARDS_A == {value_of_a(formula)}"
    function = f"WHIT_INTERNAL void edwards_{name}"
    if public:
        condition += " && COORDINATE_HAS_PUBLIC"
        function = f"static WHIT_NOINLINE void edwards_public_{name}"
        body = [
            re.sub(r"\bcoordinate_(mul|sqr)\(", r"coordinate_public_\1(", line) for line in body
        ]
    return "\n".join(
        [
            f"#if {condition}",
            f"/* {formula.effect}, {formula.needs}. {formula.source}: {cost}. */",
            f"{function}(edwards_point *p{q}, int whole)",
            "{",
            f"    limb t[{temporaries}][FIELD_LIMBS];",
            *body[:-1],
            "    if (whole) {",
            f"    {body[-1]}",
            "    }",
            "}",
            "#endif",
        ]
    )


HEADER = """/* SPDX-License-Identifier: MIT */
/* Generated by tools/formulas/edwards.py from formulas/edwards.txt. Do not edit. M, S and A count
 * multiplications, squarings, and additions or subtractions. */

/* edwards_public_double and its siblings do what edwards_double and its do, for what is public
 * alone. */
#undef WHIT_EDWARDS_PUBLIC
#if COORDINATE_HAS_PUBLIC
#define WHIT_EDWARDS_PUBLIC whit_edwards_public_
#else
#define WHIT_EDWARDS_PUBLIC whit_edwards_
#endif
"""


def load() -> list[Formula]:
    """The formulas of the file, each read with the names of its a."""
    texts = re.split(r"\n(?=formula |# T1)", SOURCE.read_text())
    found = []
    for text in texts:
        a = 1 if re.search(r"^needs a = 1\b", text, re.M) else -1
        found += parse(text, SYSTEMS[a])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the output would change")
    arguments = parser.parse_args()
    try:
        formulas = load()
        for formula in formulas:
            check_values(formula)
    except FormulaError as error:
        print(f"edwards_formulas: {error}", file=sys.stderr)
        return 1
    functions = [emit(formula, public) for public in (False, True) for formula in formulas]
    text = HEADER + "\n" + "\n\n".join(functions) + "\n"
    return put("edwards_formulas", OUTPUT, text, arguments.check)


if __name__ == "__main__":
    sys.exit(main())
