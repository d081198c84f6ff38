# SPDX-License-Identifier: MIT
"""What tools/bytecode writes as C does what the interpreter does with the same program."""

import random
import re
from collections.abc import Callable

import pytest

from tools.bytecode import assembler, interpreter
from tools.bytecode.__main__ import PROGRAMS, curve, statuses
from tools.bytecode.assembler import CALLED, ProgramError, assemble, builds
from tools.bytecode.compiled import compiled
from tools.bytecode.instructions import Size
from tools.bytecode.interpreter import Interpreter
from tools.files import ROOT

SOURCE = assembler.load(PROGRAMS)
LINES = next(build for build in builds() if "lines" in build)
WRITTEN = (ROOT / "src" / "generated" / "group" / "bytecode_compiled.inc").read_text()


def run(text: str, machine: Interpreter) -> None:
    """The statements of the function on a machine's registers."""
    p, inverse_of_r = machine.moduli["p"]
    effects: dict[str, Callable[[int, int], int]] = {
        "field_mul": lambda a, b: a * b * inverse_of_r % p,
        "field_sqr": lambda a, _: a * a * inverse_of_r % p,
        "field_sub": lambda a, b: (a - b) % p,
    }
    for name, arguments in re.findall(r"^    (\w+)\((.*)\);$", text, re.MULTILINE):
        r, *others = (each.upper() for each in arguments.split(", ")[:-1])
        if name == "bytecode_swap":
            if machine.mask:
                machine[r], machine[others[0]] = machine[others[0]], machine[r]
            continue
        machine[r] = effects[name](machine[others[0]], machine[others[-1]])


def machine_of(values: list[int], mask: bool) -> Interpreter:
    size = Size(8, 32)
    code = interpreter.code(SOURCE, LINES, assemble(SOURCE, LINES), size, statuses())
    machine = Interpreter(code, curve("secp256r1"), size)
    machine.values, machine.mask = list(values), mask
    return machine


@pytest.mark.parametrize("mask", [False, True])
def test_the_compiled_step_is_that_of_the_program(mask: bool) -> None:
    chance = random.Random("compiled")
    p = curve("secp256r1").p
    edges = (0, 1, p - 1)
    for turn in range(20):
        values = [chance.choice((*edges, chance.randrange(p))) for _ in range(13)]
        if turn == 0:
            values = [p - 1] * 13
        by_program, by_c = machine_of(values, mask), machine_of(values, mask)
        by_program.called("step")
        run(WRITTEN, by_c)
        assert by_c.values == by_program.values


def test_the_committed_function_is_what_the_program_gives() -> None:
    assert "\n".join(compiled(SOURCE, "step", CALLED, LINES)) in WRITTEN


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("x:\n load X base 0\n return\n", "LOAD"),
        ("x:\n X = X * B\n return\n", "for registers"),
        ("y:\n return\n", "no label x"),
    ],
)
def test_what_is_no_arithmetic_of_registers_is_not_compiled(body: str, said: str) -> None:
    points = (PROGRAMS / "points.txt").read_text().splitlines()
    registers = [line for line in points if line.startswith("register ")]
    source = assembler.parse(["\n".join([*registers, f"object {CALLED}", body])])
    with pytest.raises(ProgramError, match=said):
        compiled(source, "x", CALLED, LINES)
