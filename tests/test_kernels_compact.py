# SPDX-License-Identifier: MIT
"""compact_run and compact_perform, the kernels of profile small's machine, on emulated cores: each
operation against integers on operands at the edges of carries, in place, with callee-saved
registers poisoned by the emulator, and with one trace for all operands."""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from emulator import assembler, riscv

from lab import curves
from lab.curves import Curve
from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import DATA, P, R, edges

pytestmark = pytest.mark.brief(5)

FOLDERS = {"m4": "armv7em", "m3": "armv7m", "m0": "armv6m", "rv32": "rv32"}
ROUNDS = 250

# Registers, and the constants of a modulus behind them.
REGISTERS = 13
MODULUS = REGISTERS + 1
MUL, SUB, SWAP = 5, 6, 7
END, RETURN = 0x7591, 0x6000
LOAD, STORE, SET, CHECK, SKIP, MODULUS_AT, CALL, _, INVERT = range(9)
WORD, BYTES = 4, 32

# Where things are in the buffer: a program, the constants with a modulus as their second row and
# the limb of its Montgomery form behind it, and a machine, whose first fields are the modulus, the
# mask and the borrows.
PROGRAM, CONSTANTS, MACHINE = 0, 0x100, 0x200
FIELDS, FIELDS_BYTES = ("m", "mask", "borrows"), 32


@dataclass(frozen=True)
class Compact:
    machine: Machine
    function: str
    curve: Curve
    core: str

    def modulus(self, which: str) -> int:
        return self.curve.p if which == "prime" else self.curve.order

    def radix(self, which: str) -> int:
        """What a multiplication divides by."""
        folds = self.function.endswith("_k256_asm") and self.core != "rv32"
        return 1 if which == "prime" and folds else R

    @property
    def whole(self) -> bool:
        """Whether the kernel does tasks too."""
        return "perform" in self.function

    def inverse(self, modulus: int) -> int:
        """What stands behind a modulus: a limb, but for a kernel that reduces by a product."""
        if self.whole and self.core == "m0":
            return pow(modulus, -1, R)
        return -pow(modulus, -1, 2**32) % 2**32


@pytest.fixture(
    scope="module",
    params=[
        *(("m4", "run", "secp256r1"), ("m4", "run_k256", "secp256k1")),
        *(("m4", "run_least", "secp256r1"), ("m4", "run_least", "brainpoolP256t1")),
        *(("m0", "perform", "secp256r1"), ("m0", "perform_k256", "secp256k1")),
        ("m0", "perform_lines", "secp256r1"),
        *(("m0", "run_least", "secp256r1"), ("m0", "run_least", "secp256k1")),
        *(("rv32", "run_p256", "secp256r1"), ("rv32", "run_k256", "secp256k1")),
        *(("rv32", "run_least", "secp256r1"), ("rv32", "run_least", "secp256k1")),
        *(("rv32", "run_any", "brainpoolP256t1"), ("rv32", "run_any", "sm2p256v1")),
        *(("rv32", "perform", "secp256r1"), ("rv32", "perform_a_zero", "secp256k1")),
    ],
    ids="-".join,
)
def compact(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Compact:
    model, name, curve = request.param
    least = name == "run_least" and curve in ("secp256r1", "secp256k1")
    lines = name == "perform_lines"
    machine = image(tmp_path_factory.mktemp("compact"), model, curve, least, lines)
    return Compact(machine, f"whit_compact_{name}_asm", curves.find(curve), model)


def image(directory: Path, model: str, curve: str, least: bool, lines: bool = False) -> Machine:
    """The kernels of a build that has this curve; `lines`: with its secret scalars' ladder."""
    a_zero = int(curves.find(curve).a == 0)
    chosen = tuple(
        f"-D{each}"
        for each in (
            f"WHIT_CURVES={curve}",
            f"WHIT_LEAST={int(least)}",
            f"WHIT_LADDER={int(lines)}",
        )
    )
    small = ("-DWHIT_PROFILE=small", "-DWHIT_COMPACT_256=1", f"-DWHIT_COMPACT_A_ZERO_256={a_zero}")
    known = {"secp256r1": ("-DWHIT_COMPACT_p256=1",), "secp256k1": ("-DWHIT_COMPACT_k256=1",)}
    flags = (*FLAGS, *small, *chosen, *known.get(curve, ()))
    source = directory / "calls.S"
    sources = [source, kernels(directory, FOLDERS[model])]
    if model == "rv32":
        source.write_text(DATA)
        return riscv.boot(riscv.link(directory, sources, *flags))
    source.write_text(assembler.HEADER + DATA)
    return assembler.boot(assembler.link(directory, model, sources, *flags), model)


class Run:
    """One operation on registers that hold these numbers."""

    def __init__(self, compact: Compact, modulus: int, registers: list[int], mask: int) -> None:
        self.machine = machine = compact.machine
        self.function = compact.function
        self.buffer = machine.symbol("buffer")
        self.whole = compact.whole
        self.words(CONSTANTS, modulus - 5, modulus, compact.inverse(modulus))
        fields = (self.buffer + CONSTANTS + BYTES, mask, 0)
        for i, value in enumerate(fields):
            machine.write(self.buffer + MACHINE + WORD * i, value.to_bytes(WORD, "little"))
        self.words(MACHINE + FIELDS_BYTES, *registers)

    def words(self, offset: int, *numbers: int) -> None:
        for i, number in enumerate(numbers):
            at = self.buffer + offset + BYTES * i
            self.machine.write(at, number.to_bytes(BYTES, "little"))

    def call(self, *operations: int) -> object:
        """The trace of a program and a task behind it, or its end."""
        content = b"".join(op.to_bytes(2, "little") for op in (*operations, END))
        self.machine.write(self.buffer + PROGRAM, content)
        places = [self.buffer + place for place in (MACHINE, PROGRAM, PROGRAM, CONSTANTS)]
        call = self.machine.call(self.function, *places[: 4 if self.whole else 2], trace=True)
        assert call.value == (END if self.whole else self.buffer + PROGRAM + len(content))
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


@pytest.mark.parametrize("which", ["prime", "order"])
def test_multiplication_and_subtraction(compact: Compact, which: str) -> None:
    modulus, radix = compact.modulus(which), compact.radix(which)
    generator = random.Random("compact")
    numbers = edges(generator, modulus, 8)
    traces: dict[tuple[int, ...], set[object]] = {}
    for turn in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        r, a, b = PLACES[turn % len(PLACES)]
        for kind in (MUL, SUB):
            run = Run(compact, modulus, registers, 0)
            traces.setdefault((kind, r, a, b), set()).add(run.call(operation(kind, r, a, b)))
            x, y = registers[a], registers[b]
            expected = [*registers]
            expected[r] = (x * y * pow(radix, -1, modulus) if kind == MUL else x - y) % modulus
            assert run.registers() == expected, (kind, r, a, b)
            if kind == SUB:
                assert run.borrows() & 1 == (x < y)
    assert {len(seen) for seen in traces.values()} == {1}


@pytest.mark.parametrize("which", ["prime", "order"])
def test_constants_and_borrows(compact: Compact, which: str) -> None:
    """What has not been reduced is compared with the modulus and the constants at its sides."""
    modulus = compact.modulus(which)
    generator = random.Random("constants")
    numbers = edges(generator, R, 8)
    for _ in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        constants = {MODULUS: modulus, MODULUS - 1: modulus - 5}
        run = Run(compact, modulus, registers, 0)
        run.call(*(operation(SUB, 1 + i, 0, index) for i, index in enumerate(constants)))
        borrows = 0
        for i, constant in enumerate(constants.values()):
            borrow = registers[0] < constant
            registers[1 + i] = registers[0] - constant + borrow * modulus
            borrows = borrows << 1 | borrow
        if all(0 <= value < R for value in registers):
            assert run.registers() == registers
        assert run.borrows() == borrows


@pytest.mark.parametrize("model", ["m3", "m0"])
def test_subtraction_alone(model: str, tmp_path: Path) -> None:
    """That which C calls, where there is no kernel for the rest."""
    curve = curves.find("secp256r1")
    machine = image(tmp_path, model, curve.name, False)
    buffer = machine.symbol("buffer")
    traces: dict[tuple[int, int], set[object]] = {}
    for modulus in (curve.p, curve.order):
        numbers = edges(random.Random("subtraction"), modulus, 8)
        for turn in range(ROUNDS):
            result, second = ((0, 2), (1, 2), (2, 2), (0, 1))[turn % 4]
            x, y = next(numbers), next(numbers)
            for i, value in enumerate((0, x, y, modulus)):
                machine.write(buffer + BYTES * i, value.to_bytes(BYTES, "little"))
            places = [buffer + BYTES * i for i in (result, 1, second, 3)]
            call = machine.call("whit_compact_sub_asm", *places, trace=True)
            y = x if second == 1 else y
            assert call.value == (x < y)
            found = int.from_bytes(machine.read(places[0], BYTES), "little")
            assert found == (x - y) % modulus
            traces.setdefault((result, second), set()).add(call.traces)
    assert {len(seen) for seen in traces.values()} == {1}


def test_exchange(compact: Compact) -> None:
    numbers = edges(random.Random("exchange"), R, 8)
    traces = set()
    for turn in range(ROUNDS):
        registers = [next(numbers) for _ in range(REGISTERS)]
        mask = 0xFFFFFFFF * (turn % 2)
        run = Run(compact, P, registers, mask)
        traces.add(run.call(operation(SWAP, 2, 11, 0)))
        if mask:
            registers[2], registers[11] = registers[11], registers[2]
        assert run.registers() == registers
    assert len(traces) == 1


def task(kind: int, operand: int) -> int:
    return kind << 11 | operand


def test_tasks(compact: Compact) -> None:
    """Where the kernel does them: strings, limbs, branches, calls, and how a program ends."""
    if not compact.whole:
        pytest.skip("C does the tasks")
    numbers = edges(random.Random("tasks"), R, 8)
    registers = [next(numbers) for _ in range(REGISTERS)]
    run = Run(compact, P, registers, 0)
    text = 0x600
    lengths = (32, 20, 40)
    for i in range(4):
        at = run.buffer + MACHINE + WORD * (3 + i)
        run.machine.write(at, (run.buffer + text + 0x80 * i).to_bytes(WORD, "little"))
    octets = random.Random("octets").randbytes(0x200)
    for length in lengths:
        run.machine.write(run.buffer + text, octets)
        at = run.buffer + MACHINE + WORD * 7
        run.machine.write(at, length.to_bytes(WORD, "little"))
        # The second half of the second string, the start of the last one; and one to the third.
        run.call(
            task(LOAD, 3 << 5 | 1 << 2 | 1 << 4),
            task(LOAD, 12 << 5 | 3 << 2),
            task(STORE, 5 << 5 | 2 << 2 | 1 << 4),
        )
        found = run.registers()
        assert found[3] == int.from_bytes(octets[0xA0:0xC0])
        assert found[12] == int.from_bytes(octets[0x180 : 0x180 + min(length, 32)])
        written = registers[5].to_bytes(BYTES)
        after = octets[:0x120] + written + octets[0x140:]
        assert run.machine.read(run.buffer + text, len(octets)) == after
    run.call(task(SET, 1 << 5 | 2 << 9 | 3 << 2), task(SET, 0 << 5 | 7 << 2))
    assert run.registers()[:2] == [1 << 255, 2 << 96]
    # Equal numbers do not borrow; the lesser one does, and leaves out two words.
    less, more = operation(SUB, 4, 0, 0), operation(SUB, 4, 1, 0)
    mark = task(SET, 2 << 5 | 1 << 9)
    for borrows, value in ((less, 1), (more, registers[2])):
        run = Run(compact, P, [1 << 255, 2 << 96, *registers[2:]], 0)
        run.call(less, borrows, task(SKIP, 1), mark)
        assert run.registers()[2] == value
    # A program ends with the status behind a check that fails, within another one too, whatever
    # bit of it flips: words 0 to 4 are called.
    ends = {0x26E1 ^ flip for flip in (0, *(1 << bit for bit in range(15)))} | {END}
    for borrows, status in ((more, END), *((less, status) for status in ends)):
        run = Run(compact, P, [1 << 255, 2 << 96, *registers[2:]], 0)
        check = [task(CHECK, 3 | 1 << 2), status if borrows == less else 0x1D2C]
        words = [less, borrows, *check, RETURN, task(CALL, 0), mark, END]
        content = b"".join(word.to_bytes(2, "little") for word in words)
        run.machine.write(run.buffer + PROGRAM, content)
        places = [run.buffer + place for place in (MACHINE, PROGRAM + 10, PROGRAM, CONSTANTS)]
        assert run.machine.call(run.function, *places).value == status
        assert (run.registers()[2] == 1) == (borrows == more)
    run.call(task(MODULUS_AT, 17))
    modulus = run.machine.read(run.buffer + MACHINE, WORD)
    assert int.from_bytes(modulus, "little") == run.buffer + CONSTANTS + 17 * WORD
