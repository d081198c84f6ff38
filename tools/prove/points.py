# SPDX-License-Identifier: MIT
"""Cut points: where some words of a kernel are a number of which all that matters is known.

A proof goes there from the operands, and shows of the number what the cut says: it is the product
of the operands, or congruent to the result and below a multiple of the modulus. It goes on from any
number of which that is so, in a run of its own, in which nothing else is known but what is public:
addresses, and what the caller left in registers. So each part is proved by itself, and a cut that
is wrong is refused like a kernel that is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tools.prove.algebra import UnprovedError, Value
from tools.prove.machine import Processor, Program, Region

# A number, the name of what a register held at the start, or none where a value is a secret.
Known = int | str | None


@dataclass(frozen=True)
class Cut:
    """Before an instruction of a kernel, which is so far behind its first: places hold the words of
    a number, the least significant first. It is the product of the claim's terms, without the power
    of two by which they may be divided; or congruent to the result, and below so many moduli.

    Where a register says that a word is to be borrowed, as a bit or, behind a minus, as a mask, the
    number is what the words are less that, and the modulus."""

    kernel: str
    instruction: int
    words: tuple[str, ...]
    moduli: int = 0  # none of a product
    borrow: str = ""

    def address(self, program: Program, symbol: str) -> int:
        found = program.symbols[symbol]
        for _ in range(self.instruction):
            found = program.instructions[found].after
        return found


def memory(pointer: str, first: int, words: int, step: int) -> tuple[str, ...]:
    """Places of a number in memory, from so many bytes behind a pointer on."""
    return tuple(f"{pointer}+{first + step * i}" for i in range(words))


@dataclass(frozen=True)
class State:
    """What is public at a cut."""

    registers: Mapping[str, Known]
    cells: Mapping[int, tuple[int, Known]]
    regions: tuple[Region, ...]
    written: frozenset[int]


@dataclass
class Labels:
    """Variables that are known by name from cut to cut."""

    values: dict[str, Value] = field(default_factory=dict)

    def known(self, value: Value) -> Known:
        if isinstance(value, int):
            return value
        return next((name for name, each in self.values.items() if each == value), None)


def state(processor: Processor, labels: Labels) -> State:
    memory = processor.memory
    cells = {at: (size, labels.known(value)) for at, (size, value) in memory.cells.items()}
    registers = {name: labels.known(value) for name, value in processor.registers.items()}
    return State(registers, cells, tuple(memory.regions), frozenset(memory.written))


def joined(states: Iterable[State]) -> State:
    """What is public whichever way a run came."""
    first, *others = states
    for each in others:
        registers = {
            name: known if each.registers[name] == known else None
            for name, known in first.registers.items()
            if name in each.registers
        }
        cells = {
            at: cell if each.cells[at] == cell else (cell[0], None)
            for at, cell in first.cells.items()
            if at in each.cells and each.cells[at][0] == cell[0]
        }
        first = State(registers, cells, first.regions, first.written | each.written)
    return first


def resume(processor: Processor, labels: Labels, of: State) -> None:
    """Registers and memory as at a cut; what is secret there may be anything."""
    solver = processor.solver

    def value(known: Known, bits: int) -> Value:
        if isinstance(known, int):
            return known
        if known is not None:
            return labels.values[known]
        return solver.word(solver.new(0, (1 << bits) - 1))

    for name, known in of.registers.items():
        processor.registers[name] = value(known, solver.bits)
    processor.memory.regions.extend(of.regions)
    for at, (size, known) in of.cells.items():
        processor.memory.put(at, size, value(known, 8 * size))
    processor.memory.written.clear()
    processor.memory.written.update(of.written)


def borrowed(processor: Processor, cut: Cut) -> Value:
    """A bit, or the bit that fills a mask."""
    value = processor.registers[cut.borrow.removeprefix("-")]
    bit = processor.solver.mask_bit(value) if cut.borrow.startswith("-") else value
    if bit is None:
        raise UnprovedError(f"{cut.borrow} is no mask at a cut")
    return bit


def less_modulus(
    processor: Processor, cut: Cut, number: Sequence[Value], modulus: Sequence[Value]
) -> list[Value]:
    """The words that are borrowed from, and the register that says so, of a number of one word
    more: as it is known that there is a borrow or none, what the subtraction leaves is a bit."""
    solver = processor.solver
    words: list[Value] = []
    borrow: Value = 0
    for left, right in zip(number, modulus, strict=False):
        word, borrow = solver.subtract(left, right, borrow)
        words.append(word)
    bit = solver.named(solver.less(borrow, number[-1]), 0, 1)
    factor = solver.radix - 1 if cut.borrow.startswith("-") else 1
    processor.registers[cut.borrow.removeprefix("-")] = solver.times(bit, factor)
    return words


def read(processor: Processor, words: Iterable[str]) -> list[Value]:
    found = []
    for each in words:
        pointer, is_place, offset = each.partition("+")
        if is_place:
            at = processor.base(pointer) + int(offset)
            found.append(processor.memory.load(at, processor.solver.bits // 8))
        elif each in processor.registers:
            found.append(processor.registers[each])
        else:
            raise UnprovedError(f"{each} holds nothing at a cut")
    return found


def write(processor: Processor, words: Iterable[str], values: Iterable[Value]) -> None:
    for each, value in zip(words, values, strict=True):
        pointer, is_place, offset = each.partition("+")
        if is_place:
            at = processor.base(pointer) + int(offset)
            processor.memory.put(at, processor.solver.bits // 8, value)
        else:
            processor.registers[each] = value


# Registers of RV32 in the order in which kernels take them.
ORDER = ("a3", "a4", "a5", "s1", "a6", "a7", *(f"t{number}" for number in range(7)))


def of_rv32() -> dict[str, tuple[Cut, ...]]:
    """Products in the frame of a kernel, where their reduction begins; and what a reduction leaves,
    before it is compared with the modulus, or less that, which may be borrowed."""
    cuts: dict[str, tuple[Cut, ...]] = {}
    unsaved = Cut("field_finish_p256_asm", 6, ("s11", "a0", *ORDER[:7]), 2)
    # What is taken away, of the modulus as an operand, is a mask in the register behind the words.
    ends = {f"any_{n}": (n, ORDER[1 : n + 1], f"-{ORDER[n + 1]}") for n in (5, 6, 7, 8)}
    ends["p384"] = 12, ORDER[:12], ORDER[12]
    for name in ("mul", "sqr"):
        cuts[f"field_{name}_p256_asm"] = (unsaved,)
        for of, (n, words, borrow) in ends.items():
            cuts[f"field_{name}_{of}_asm"] = (
                Cut(f"field_finish_{of}_asm", 0, memory("sp", 0, 2 * n, 4)),
                Cut(f"field_back_{of}_asm", 0, words, 2, borrow),
            )
    return cuts


def of_avr() -> dict[str, tuple[Cut, ...]]:
    """Products in the frame, of bytes, where their reduction begins."""
    ends = {"p256": ("reduce", 32), "p384": ("reduce", 48), "p25519": ("fold", 32)}
    return {
        f"field_{name}_{of}_asm": (Cut(f"field_{end}_{of}_asm", 0, memory("Y", 0, 2 * n, 1)),)
        for of, (end, n) in ends.items()
        for name in ("mul", "sqr", "mul_large", "sqr_large")
        if (name, of) != ("sqr_large", "p256")
    }


CUTS: Mapping[str, dict[str, tuple[Cut, ...]]] = {"avr": of_avr(), "rv32": of_rv32()}
