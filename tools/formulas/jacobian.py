#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Check the point formulas of formulas/*.txt and turn them into C.

    python3 -m tools.formulas.jacobian            write src/generated/group/weierstrass_formulas.inc
    python3 -m tools.formulas.jacobian --check    fail if the file would change

Every formula is checked on random points of random curves against the affine group law before
anything is written; tests/test_formulas.py does the same against PARI. The generated functions
work in place on P, so that what is live at once is P and a few temporaries; the generator
assigns registers by liveness.
"""

import argparse
import random
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.files import GENERATED, ROOT, put
from tools.formulas.group_law import affine_add, random_case, to_affine

SOURCE = ROOT / "formulas" / "jacobian.txt"
OUTPUT = GENERATED / "group" / "weierstrass_formulas.inc"

INPUTS = {"X1": "p->x", "Y1": "p->y", "Z1": "p->z"}
OUTPUTS = {"X3": "p->x", "Y3": "p->y", "Z3": "p->z"}
LOAD_A = (
    "    limb room[FIELD_LIMBS];",
    "    const limb *a = base_rom_limbs(room, d->a, FIELD_LIMBS);",
)
CONSTANTS = {"X2": "q->x", "Y2": "q->y", "Z2": "q->z", "a": "a"}
LINE = re.compile(r"^(\w+) = (\w+) (\* 3/|- 2 |[-+*^] )(\w+)$")
HEADINGS = ("needs", "source", "cost", "instead", "kernel")
# The function of each kind of operation, and its value but for the reduction.
CALLS: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "+": ("add", lambda x, y: x + y),
    "-": ("sub", lambda x, y: x - y),
    "*": ("mul", lambda x, y: x * y),
    "^": ("sqr", lambda x, _: x * x),
    "- 2": ("sub_twice", lambda x, y: x - 2 * y),
}


@dataclass(frozen=True)
class System:
    """Coordinates that formulas are written in: the names of P's, of the result's and of Q's,
    where a function finds them, and what it calls."""

    inputs: dict[str, str]
    outputs: dict[str, str]
    constants: dict[str, str]
    call: str = "formula_{function}({places}, f);"

    def known(self, adds: bool) -> set[str]:
        """The names that a formula begins with."""
        return set(self.inputs) | {n for n in self.constants if adds or not n.endswith("2")}


JACOBIAN = System(INPUTS, OUTPUTS, CONSTANTS)


class FormulaError(Exception):
    """A formula that is malformed, or wrong."""


@dataclass(frozen=True)
class Operation:
    """target = left kind right, with kind one of CALLS or * 3/ for three halves."""

    target: str
    kind: str
    left: str
    right: str

    @property
    def operands(self) -> tuple[str, ...]:
        return (self.left,) if self.kind in ("^", "* 3/") else (self.left, self.right)

    @property
    def function(self) -> str:
        return "three_halves" if self.kind == "* 3/" else CALLS[self.kind][0]

    def value(self, left: int, right: int, prime: int) -> int:
        if self.kind == "* 3/":
            return 3 * left * (prime + 1) // 2 % prime
        return CALLS[self.kind][1](left, right) % prime


@dataclass
class Formula:
    """One formula of the text: its header lines, the C function that it is, its operations."""

    name: str
    effect: str
    needs: str = ""
    source: str = ""
    cost: str = ""
    instead: str = ""
    kernel: str = ""
    function: str = ""
    operations: list[Operation] = field(default_factory=list)

    @property
    def adds(self) -> bool:
        return "Q" in self.effect

    def counted_cost(self) -> str:
        kinds = [operation.kind for operation in self.operations]
        return f"{kinds.count('*')}M + {kinds.count('^')}S"

    def linear_operations(self) -> int:
        return sum(operation.kind not in ("*", "^") for operation in self.operations)


def parse(text: str, system: System = JACOBIAN) -> list[Formula]:
    """The formulas of a text, in order. Raises FormulaError on a line it cannot read."""
    formulas: list[Formula] = []
    for number, line in enumerate(text.splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        keyword, _, rest = line.partition(" ")
        if keyword == "formula":
            name, _, effect = rest.partition(": ")
            formulas.append(Formula(name, effect))
        elif keyword in HEADINGS and not rest.startswith("="):
            setattr(formulas[-1], keyword, rest)
        else:
            match = LINE.match(line)
            if match is None or (match[3] in ("^ ", "* 3/") and match[4] != "2"):
                raise FormulaError(f"line {number}: cannot read '{line}'")
            operation = Operation(match[1], match[3].strip(), match[2], match[4])
            formulas[-1].operations.append(operation)
    functions: dict[str, str] = {}
    for formula in formulas:
        check_form(formula, system)
        replaced = formula.instead.partition(" where ")[0]
        functions[formula.name] = functions.get(replaced, formula.name)
        formula.function = functions[formula.name]
    return formulas


def check_form(formula: Formula, system: System = JACOBIAN) -> None:
    """Single assignment, names known before use, every result used, the stated cost."""
    known = system.known(formula.adds)
    used: set[str] = set()
    for operation in formula.operations:
        for operand in operation.operands:
            if operand not in known:
                raise FormulaError(f"{formula.name}: {operand} is used before it is set")
            used.add(operand)
        if operation.target in known:
            raise FormulaError(f"{formula.name}: {operation.target} is set twice")
        known.add(operation.target)
    unused = {operation.target for operation in formula.operations} - used - set(system.outputs)
    if unused or not set(system.outputs) <= known:
        raise FormulaError(f"{formula.name}: unused {sorted(unused)} or a missing output")
    if formula.cost != formula.counted_cost():
        raise FormulaError(f"{formula.name}: costs {formula.counted_cost()}, not {formula.cost}")


def evaluate(formula: Formula, values: dict[str, int], prime: int) -> tuple[int, int, int]:
    """X3, Y3, Z3 of a formula over the integers modulo a prime."""
    values = run(formula, values, prime)
    return values["X3"], values["Y3"], values["Z3"]


def run(formula: Formula, values: dict[str, int], prime: int) -> dict[str, int]:
    """The value of every name."""
    values = dict(values)
    for operation in formula.operations:
        left, right = values[operation.operands[0]], values[operation.operands[-1]]
        values[operation.target] = operation.value(left, right, prime)
    return values


def check_values(formula: Formula, rounds: int = 60) -> None:
    """Compare a formula with the affine group law, exceptional cases included."""
    generator = random.Random(formula.name)
    for prime in (1019, 2**61 - 1, 2**127 - 1, 2**256 - 2**224 + 2**192 + 2**96 - 1):
        for _ in range(rounds):
            values, a, p, q = random_case(formula.needs, formula.adds, prime, generator)
            expected = affine_add(p, q if formula.adds else p, a, prime)
            if to_affine(evaluate(formula, values, prime), prime) != expected:
                raise FormulaError(f"{formula.name}: wrong on a curve over F_{prime}")
            if formula.adds:
                check_exceptions(formula, values, prime)


def check_exceptions(formula: Formula, values: dict[str, int], prime: int) -> None:
    """Z3 = 0 for P = +-Q and for P infinite; X3 = 0 for P = Q alone."""
    for sign in (1, -1):
        z2 = values["Z2"]
        scale = values["Z1"] * pow(z2, -1, prime)
        same = values | {
            "X1": values["X2"] * scale**2 % prime,
            "Y1": sign * values["Y2"] * scale**3 % prime,
        }
        x3, _, z3 = evaluate(formula, same, prime)
        if z3 != 0 or (x3 == 0) != (sign == 1):
            raise FormulaError(f"{formula.name}: P = {'+' if sign == 1 else '-'}Q not marked")
    if evaluate(formula, values | {"Z1": 0}, prime)[2] != 0:
        raise FormulaError(f"{formula.name}: an infinite P does not give Z3 = 0")


def allocate(
    formula: Formula, system: System = JACOBIAN
) -> tuple[list[tuple[Operation, dict[str, str]]], int]:
    """Registers for each operation, and how many temporaries that takes.

    A depth-first search over the free registers, the register of an output first, so that
    outputs end in P without copies; the first assignment with the fewest temporaries wins.
    """
    last_use = {
        operand: index
        for index, operation in enumerate(formula.operations)
        for operand in operation.operands
    }
    last_use |= dict.fromkeys(system.outputs, len(formula.operations))

    def search(index: int, where: dict[str, str], limit: int) -> list[dict[str, str]] | None:
        if index == len(formula.operations):
            return []
        operation = formula.operations[index]
        live = {name: place for name, place in where.items() if last_use.get(name, -1) >= index}
        staying = {place for name, place in live.items() if last_use[name] > index}
        home = system.outputs.get(operation.target)
        free = [home] if home else [*system.inputs.values(), *(f"t[{i}]" for i in range(limit))]
        for place in free:
            if place in staying:
                continue
            rest = search(index + 1, live | {operation.target: place}, limit)
            if rest is not None:
                return [live | {f"={operation.target}": place}, *rest]
        return None

    for limit in range(10):
        found = search(0, dict(system.inputs), limit)
        if found is not None:
            return list(zip(formula.operations, found, strict=True)), limit
    raise FormulaError(f"{formula.name}: no assignment of registers found")


def statements(formula: Formula, system: System = JACOBIAN) -> tuple[list[str], int]:
    """The calls of a formula, and how many temporaries they take."""
    steps, temporaries = allocate(formula, system)
    body = []
    for operation, where in steps:
        places = [where[f"={operation.target}"]]
        places += [where.get(name) or system.constants[name] for name in operation.operands]
        call = system.call.format(function=operation.function, places=", ".join(places))
        body.append(f"    {call}")
    return body, temporaries


def emit(formula: Formula) -> str:
    """The C function of a formula."""
    body, temporaries = statements(formula)
    name, condition = formula.function, formula.instead.partition(" where ")[2]
    q_type = "affine" if "Z2 = 1" in formula.needs else "point"
    q = f", const weierstrass_{q_type} *q" if formula.adds else ""
    has_a = any("a" in operation.operands for operation in formula.operations)
    start = (
        f"WHIT_INTERNAL void weierstrass_{name}("
        if has_a
        else f"FORMULA weierstrass_{name}_formula("
    )
    domain = "const weierstrass_domain" if has_a else "FORMULA_DOMAIN"
    modulus = "const field_modulus *f = PRIME(d)" if has_a else "FORMULA_MODULUS(f, d)"
    text = "\n".join(
        [
            f"/* {formula.effect}, {formula.needs}. {formula.source}: {formula.cost} + "
            f"{formula.linear_operations()}A. */",
            f"{start}weierstrass_point *p{q},",
            f"{' ' * len(start)}{domain} *d)",
            "{",
            f"    {modulus};",
            *([f"    IF_POINTS(f, {formula.kernel})"] if formula.kernel else []),
            f"    limb t[{temporaries}][FIELD_LIMBS];",
            *(LOAD_A if has_a else ()),
            *body,
            "}",
        ]
    )
    if has_a:
        condition = "!WHIT_PUBLIC_FORMULAS" + (f" && {condition}" if condition else "")
    return f"#if {condition}\n{text}\n#endif" if condition else text


def emit_all(formulas: list[Formula]) -> str:
    """The functions, each that has another in its place only where that is not taken."""
    texts = {formula.name: emit(formula) for formula in formulas}
    for formula in formulas:
        if formula.instead:
            name, _, condition = formula.instead.partition(" where ")
            texts[name] = f"#if !{condition}\n{texts[name]}\n#endif"
    return "\n\n".join(texts.values())


HEADER = r"""/* SPDX-License-Identifier: MIT */
/* Generated by tools/formulas/jacobian.py from formulas/jacobian.txt. Do not edit. M, S and A count
 * multiplications, squarings, and additions or subtractions. */

/* The modulus of the coordinates. Where kernels know it, the compiler has to see which it is. */
#undef PRIME
#if WHIT_FIELD_KERNELS && defined(WHIT_AMALGAMATION) && WHIT_CURVES_OF_SIZE == 1
#define PRIME(d) ((void)(d), &WHIT_ONLY_DOMAIN.p)
#else
#define PRIME(d) (&(d)->p)
#endif

/* WHIT_STATIC_MULTIPLES: 1 where verification has a table of its own for the base point, because a
 * build has one curve of this size and the compiler sees its objects. In profile balanced that is
 * for those that curve/sizes.h says, whose other code is large beside it. */
#undef WHIT_STATIC_MULTIPLES
#if WHIT_FIELD_KERNELS && defined(WHIT_AMALGAMATION) && WHIT_CURVES_OF_SIZE == 1 && \
    (WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_fast ||                           \
     (WHIT_PROFILE_RANK == WHIT_PROFILE_RANK_balanced && WHIT_MULTIPLES_OF_SIZE))
#define WHIT_STATIC_MULTIPLES 1
#else
#define WHIT_STATIC_MULTIPLES 0
#endif

/* A formula's body where a kernel is all of it, and P = 2^times P. */
#undef IF_POINTS
#undef TWICE_TIMES
#if WHIT_POINT_KERNELS && WHIT_FIELD_SIZE == 256 && WHIT_USES_PRIME(p256)
#define IF_POINTS(f, statement)  \
    if ((f)->reduce == reduce_p256) { \
        statement;               \
        return;                  \
    }
#define TWICE_TIMES(p, times, d)                                                       \
    if (PRIME(d)->reduce == reduce_p256 && (d)->twice == weierstrass_double_a_minus_3) \
    {                                                                                  \
        whit_point_twice_p256_asm((limb *)(p), times);                                 \
    } else                                                                             \
        TWICE_EACH_TIME(p, times, d)
#else
#define IF_POINTS(f, statement)
#define TWICE_TIMES TWICE_EACH_TIME
#endif
#define TWICE_EACH_TIME(p, times, d)         \
    for (unsigned j = 0; j < (times); j++) { \
        (d)->twice(p, d);                    \
    }

/* Formulas take the domain or, where what is public has a multiplication of its own, one of the two
 * kernels; group/weierstrass.inc has the functions that say which. */
#undef FORMULA
#undef WHIT_FORMULA
#undef FORMULA_DOMAIN
#undef FORMULA_MODULUS
#if WHIT_PUBLIC_FORMULAS
#define FORMULA WHIT_INTERNAL WHIT_NOINLINE void
#define WHIT_FORMULA _by
#define FORMULA_DOMAIN native_kernel
#define FORMULA_MODULUS(f, d) native_kernel *f = (d)
#else
#define FORMULA WHIT_INTERNAL void
#define WHIT_FORMULA
#define FORMULA_DOMAIN const weierstrass_domain
#define FORMULA_MODULUS(f, d) const field_modulus *f = PRIME(d)
#endif

"""

FOOTER = """
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="fail if the output would change")
    arguments = parser.parse_args()
    try:
        formulas = parse(SOURCE.read_text())
        for formula in formulas:
            check_values(formula)
        text = HEADER + "\n" + emit_all(formulas) + "\n" + FOOTER
    except FormulaError as error:
        print(f"formulas: {error}", file=sys.stderr)
        return 1
    return put("formulas", OUTPUT, text, arguments.check)


if __name__ == "__main__":
    sys.exit(main())
