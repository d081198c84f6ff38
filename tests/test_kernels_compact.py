# SPDX-License-Identifier: MIT
"""compact_run, the kernel of profile small's machine, on emulated cores: each operation against
integers on operands at the edges of carries, in place, with callee-saved registers poisoned by the
emulator, and with one trace for all operands."""

import random
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, link

from lab.emulator import Machine
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, P, R, edges

N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
FOLDERS = {"m4": "armv7em", "m0": "armv6m"}
ROUNDS = 250

# Registers, and the constants of a modulus behind them.
REGISTERS = 13
MODULUS = REGISTERS + 1
MUL, SUB, SWAP = 5, 6, 7
WORD, BYTES = 4, 32

# Where things are in the buffer: a program, the constants with a modulus as their second row, and
# a machine, whose first fields are the modulus, the mask and the borrows.
PROGRAM, CONSTANTS, MACHINE = 0, 0x100, 0x200
FIELDS, FIELDS_BYTES = ("m", "mask", "borrows"), 32


@pytest.fixture(scope="module", params=FOLDERS)
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    model: str = request.param
    directory = tmp_path_factory.mktemp("compact")
    source = directory / "calls.S"
    source.write_text(HEADER + DATA)
    kernels: list[Path] = sorted((ROOT / "src" / "native" / FOLDERS[model]).glob("*.c"))
    flags = ("-Os", "-std=c99", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", "-ffunction-sections")
    small = ("-DWHIT_PROFILE=small", "-DWHIT_COMPACT_256=1")
    return boot(link(directory, model, [source, *kernels], *flags, *small), model)


class Run:
    """One operation on registers that hold these numbers."""

    def __init__(self, machine: Machine, modulus: int, registers: list[int], mask: int) -> None:
        self.machine = machine
        self.buffer = machine.symbol("buffer")
        rows = [modulus - 5, modulus, modulus // 3]
        self.words(CONSTANTS, *rows)
        if modulus != P:
            inverse = -pow(modulus, -1, 2**32) % 2**32
            machine.write(self.buffer + CONSTANTS + 2 * BYTES, inverse.to_bytes(WORD, "little"))
        fields = (self.buffer + CONSTANTS + BYTES, mask, 0)
        for i, value in enumerate(fields):
            machine.write(self.buffer + MACHINE + WORD * i, value.to_bytes(WORD, "little"))
        self.words(MACHINE + FIELDS_BYTES, *registers)

    def words(self, offset: int, *numbers: int) -> None:
        for i, number in enumerate(numbers):
            at = self.buffer + offset + BYTES * i
            self.machine.write(at, number.to_bytes(BYTES, "little"))

    def call(self, *operations: int) -> object:
        """The trace of a program and a task behind it."""
        content = b"".join(op.to_bytes(2, "little") for op in (*operations, 0x1234))
        self.machine.write(self.buffer + PROGRAM, content)
        call = self.machine.call(
            "whit_compact_run_asm", self.buffer + MACHINE, self.buffer + PROGRAM, trace=True
        )
        assert call.value == self.buffer + PROGRAM + len(content)
        return call.traces

    def registers(self) -> list[int]:
        content = self.machine.read(self.buffer + MACHINE + FIELDS_BYTES, BYTES * REGISTERS)
        return [
            int.from_bytes(content[i : i + BYTES], "little") for i in range(0, len(content), BYTES)
        ]

    def borrows(self) -> int:
        return int.from_bytes(self.machine.read(self.buffer + MACHINE + 2 * WORD, WORD), "little")


def operation(kind: int, r: int, a: int, b: int) -> int:
    return kind << 13 | a << 9 | r << 5 | b


# Apart and in place, at both ends of the registers.
PLACES = ((0, 1, 2), (12, 0, 7), (3, 3, 4), (3, 4, 3), (5, 4, 4), (6, 6, 6))


@pytest.mark.parametrize("modulus", [P, N], ids=["prime", "order"])
def test_multiplication_and_subtraction(machine: Machine, modulus: int) -> None:
    generator = random.Random("compact")
    numbers = edges(generator, modulus, 8)
    traces: dict[tuple[int, ...], set[object]] = {}
    for turn in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        r, a, b = PLACES[turn % len(PLACES)]
        for kind in (MUL, SUB):
            run = Run(machine, modulus, registers, 0)
            traces.setdefault((kind, r, a, b), set()).add(run.call(operation(kind, r, a, b)))
            x, y = registers[a], registers[b]
            expected = [*registers]
            expected[r] = (x * y * pow(R, -1, modulus) if kind == MUL else x - y) % modulus
            assert run.registers() == expected, (kind, r, a, b)
            if kind == SUB:
                assert run.borrows() & 1 == (x < y)
    assert {len(seen) for seen in traces.values()} == {1}


@pytest.mark.parametrize("modulus", [P, N], ids=["prime", "order"])
def test_constants_and_borrows(machine: Machine, modulus: int) -> None:
    """What has not been reduced is compared with the modulus and the constants at its sides."""
    generator = random.Random("constants")
    numbers = edges(generator, R, 8)
    for _ in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        constants = {MODULUS: modulus, MODULUS - 1: modulus - 5}
        if modulus == P:
            constants[MODULUS + 1] = modulus // 3
        run = Run(machine, modulus, registers, 0)
        run.call(*(operation(SUB, 1 + i, 0, index) for i, index in enumerate(constants)))
        borrows = 0
        for i, constant in enumerate(constants.values()):
            borrow = registers[0] < constant
            registers[1 + i] = registers[0] - constant + borrow * modulus
            borrows = borrows << 1 | borrow
        if all(0 <= value < R for value in registers):
            assert run.registers() == registers
        assert run.borrows() == borrows


def test_exchange(machine: Machine) -> None:
    numbers = edges(random.Random("exchange"), R, 8)
    traces = set()
    for turn in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        mask = 0xFFFFFFFF * (turn % 2)
        run = Run(machine, P, registers, mask)
        traces.add(run.call(operation(SWAP, 2, 11, 0)))
        if mask:
            registers[2], registers[11] = registers[11], registers[2]
        assert run.registers() == registers
    assert len(traces) == 1
