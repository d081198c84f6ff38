# SPDX-License-Identifier: MIT
"""The curves that programs run on before they are written out: toy curves in every build, and some
of curves/ with registers of full length."""

import functools
import random
from collections.abc import Iterator
from dataclasses import replace

from tools.bytecode import contracts, contracts_points, contracts_schemes, interpreter
from tools.bytecode.assembler import Build, Source, assemble, builds
from tools.bytecode.instructions import Size
from tools.bytecode.interpreter import Curve

TOY = Size(2, 4)
# Contracts register themselves.
STATED = (contracts_points, contracts_schemes)

# One of each kind, and one with an odd number of limbs.
FULL = ("secp256r1", "secp256k1", "brainpoolP256r1", "secp224r1")


def is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, int(n**0.5) + 1))


def points(p: int, a: int, b: int) -> list[tuple[int, int]]:
    squares: dict[int, list[int]] = {}
    for y in range(p):
        squares.setdefault(y * y % p, []).append(y)
    return [(x, y) for x in range(p) for y in squares.get((x**3 + a * x + b) % p, ())]


def toy(kind: str, remainder: int) -> Curve:
    """Of eight bits in prime and order, which is prime, with p = remainder modulo 4."""
    for p in (n for n in range(255, 128, -1) if is_prime(n) and n % 4 == remainder):
        for b in range(1, p):
            t = 5 if kind == "twisted" else 1
            a = 0 if kind == "a_zero" else -3 * pow(t, -4, p) % p
            if (4 * a**3 + 27 * b * b) % p == 0:
                continue
            found = points(p, a, b)
            order = len(found) + 1
            # Not p: such a curve lets the order stand for the prime unnoticed.
            if order.bit_length() == 8 and is_prime(order) and order != p:
                return Curve(f"a toy, {kind}, p = {p}", p, a, b, found[len(found) // 3], order, t)
    raise AssertionError("no toy curve")


@functools.cache
def toys() -> tuple[Curve, ...]:
    return tuple(toy(kind, r) for kind in ("a_zero", "plain", "twisted") for r in (1, 3))


def run(
    source: Source,
    build: Build,
    curve: Curve,
    size: Size,
    statuses: dict[str, int],
    plain: bool,
    thorough: bool = True,
) -> None:
    """Every contract of a build on a curve."""
    programs = assemble(source, build)
    code = interpreter.code(source, build, programs, size, statuses)
    machine = interpreter.Interpreter(code, curve, size, plain=plain, counts=not plain)
    trial = contracts.Trial(machine, statuses, random.Random(curve.name), thorough)
    contracts.check(code, trial)


def served(build: Build, curves: tuple[Curve, ...]) -> Iterator[Curve]:
    """Curves of a build's kind; the ladder of lines is for high orders."""
    for curve in curves:
        is_served = "lines" not in build or 4 * curve.order > 3 << curve.bits
        if is_served and curve.kinds == build & {"a_zero", "twisted"}:
            yield curve


def run_all(source: Source, statuses: dict[str, int], full: tuple[Curve, ...]) -> None:
    """What is done before programs are written. Raises ProgramError."""
    for build in builds():
        for curve in served(build, toys()):
            for plain in (False, True):
                run(source, build, curve, TOY, statuses, plain)
    for build in builds():
        for curve in served(build, full):
            if ("randomised" in build) == ("ladder" in build):
                size = replace(TOY, limbs=curve.bits // 32, limb_bits=32)
                run(source, build, curve, size, statuses, curve.name == "secp256r1", False)
