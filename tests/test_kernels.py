# SPDX-License-Identifier: MIT
"""The kernels of ARMv7E-M on an emulated Cortex-M4, each called directly: against integers and
the portable twins on operands at the edges of carries, with callee-saved registers poisoned by the
emulator, in place, and with one trace for all operands."""

import hashlib
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, check_generator_sees_a_change, division_steps, kernels
from tests.sha2 import halves, padded, root_fractions, swapped

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
R = 2**256
BYTES = 32
SLOT = 0x200
LOOKUPS = (12, 14, 16, 24, 34)
ROUNDS = 300
WORDS = (0, 1, 2, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF)

# Field arithmetic saves no registers but r7: calls go through a function that saves the others.
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b * pow(R, -1, P)),
    "sqr": (1, lambda a: a * a * pow(R, -1, P)),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "sub_twice": (2, lambda a, b: a - 2 * b),
    "three_halves": (1, lambda a: 3 * a * ((P + 1) // 2)),
}
SAVING = (
    "push {{r4, r5, r6, r8, r9, r10, r11, lr}}; bl {name}; pop {{r4, r5, r6, r8, r9, r10, r11, pc}}"
)
# Arguments beyond four come from where r0 points.
FIVE = (
    "push {{r4, r5, lr}}; sub sp, #12; ldr r4, [r0, #16]; str r4, [sp]; ldr r3, [r0, #12]; "
    "ldr r2, [r0, #8]; ldr r1, [r0, #4]; ldr r0, [r0]; bl {name}; add sp, #12; pop {{r4, r5, pc}}"
)
TWIN_MUL = (
    "push {r4, lr}; sub sp, #72; mov r4, r0; add r0, sp, #8; mov r3, #8; bl whit_mp_mul_c; "
    "mov r0, r4; add r1, sp, #8; ldr r2, =prime; mov r3, #1; mov r4, #8; str r4, [sp]; "
    "bl whit_reduce_p256_c; add sp, #72; pop {r4, pc}"
)
PRIME_WORDS = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(8))
# What calls work on.
DATA = f".balign 4\nprime: .word {PRIME_WORDS}\n"
DATA += ".bss\n.balign 8\n.global buffer\n.size buffer, 8192\nbuffer: .space 8192\n"


def assembly(*field: str) -> str:
    """Functions to call, among them those of the field arithmetic that is named."""
    names = {f"field_{name}": f"whit_field_{name}_p256_asm" for name in field}
    names["field_negate_masked"] = "whit_field_negate_masked_p256_asm"
    text = "".join(function(name, SAVING.format(name=of)) for name, of in names.items())
    for name in ("mp_lookup", "mp_mod_bits", "mp_combine", "mp_combine_shifted"):
        text += function(name, FIVE.format(name=f"whit_{name}_asm"))
    text += function("lookup_twin", FIVE.format(name="whit_mp_lookup_c"))
    text += function("mul_twin", TWIN_MUL)
    return text + DATA


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    source = directory / "calls.S"
    own = "".join(
        function(name, FIVE.format(name=f"whit_{name}_asm"))
        for name in ("mp_divide", *(f"mp_lookup_{n}" for n in LOOKUPS))
    )
    source.write_text(HEADER + own + assembly(*FIELD))
    return boot(link(directory, "m4", [source, kernels(directory, "[ac]*")], *FLAGS), "m4")


def edges(generator: random.Random, modulus: int, limbs: int) -> Iterator[int]:
    """Numbers below the modulus that make carries run, and others."""
    yield from (0, 1, 2, modulus - 1, modulus - 2, modulus // 2, modulus // 2 + 1)
    while True:
        words = [generator.choice(WORDS) for _ in range(limbs)]
        yield sum(word << 32 * i for i, word in enumerate(words)) % modulus
        yield modulus - 1 - generator.randrange(2 ** generator.randrange(1, 32 * limbs))
        yield generator.randrange(modulus)
        yield generator.randrange(2 ** generator.randrange(1, 32 * limbs)) % modulus


def write(machine: Machine, slot: int, value: int, limbs: int = 8) -> int:
    address = machine.symbol("buffer") + SLOT * slot
    machine.write(address, (value % 2 ** (32 * limbs)).to_bytes(4 * limbs, "little"))
    return address


def read(machine: Machine, address: int, limbs: int = 8) -> int:
    return int.from_bytes(machine.read(address, 4 * limbs), "little")


def check_field(machine: Machine, name: str, arity: int, expected: Callable[..., int]) -> None:
    """A function of the field: on edges, in place, and with one trace."""
    generator = random.Random(name)
    numbers = edges(generator, P, 8)
    seen: list[int] = []
    traces = set()
    for turn in range(ROUNDS):
        seen.append(next(numbers))
        values = [seen[-1], generator.choice(seen)][:arity]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(f"field_{name}", result, *operands, trace=True)
        assert read(machine, result) == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    check_field(machine, name, *FIELD[name])


def test_multiplication_is_its_twin(machine: Machine) -> None:
    numbers = edges(random.Random("twin"), P, 8)
    for _ in range(50):
        operands = [write(machine, 1 + i, next(numbers)) for i in range(2)]
        result = write(machine, 0, 0)
        machine.call("field_mul", result, *operands)
        found = read(machine, result)
        machine.call("mul_twin", result, *operands)
        assert found == read(machine, result)


def test_negation_by_a_mask(machine: Machine) -> None:
    numbers = edges(random.Random("negate"), P, 8)
    traces = set()
    for turn in range(ROUNDS):
        value = next(numbers)
        for mask in (0, 0xFFFFFFFF):
            result = write(machine, 0, value)
            traces.add(machine.call("field_negate_masked", result, mask, trace=True).traces)
            assert read(machine, result) == ((-value) % P if mask else value), turn
    assert len(traces) == 1


def five_called(machine: Machine, name: str, *arguments: int) -> tuple[object, int]:
    """The traces and the value of a call with five arguments."""
    words = b"".join(argument.to_bytes(4, "little") for argument in arguments)
    address = machine.symbol("buffer") + 15 * SLOT
    machine.write(address, words)
    call = machine.call(name, address, trace=True)
    return call.traces, call.value


def five(machine: Machine, name: str, *arguments: int) -> object:
    return five_called(machine, name, *arguments)[0]


def test_look_up(machine: Machine) -> None:
    generator = random.Random("look up")
    base = machine.symbol("buffer")
    table, result = base + 4 * SLOT, base
    for limbs in (*range(8, 26), 34, 51):
        for entries in (1, 2, 8):
            content = [generator.randbytes(4 * limbs) for _ in range(entries)]
            machine.write(table, b"".join(content))
            traces = set()
            for index in range(entries):
                machine.write(result, b"\xaa" * (4 * limbs + 4))
                traces.add(five(machine, "mp_lookup", result, table, entries, index, limbs))
                assert machine.read(result, 4 * limbs + 4) == content[index] + b"\xaa" * 4
                five(machine, "lookup_twin", result, table, entries, index, limbs)
                assert machine.read(result, 4 * limbs) == content[index]
            assert len(traces) == 1


@pytest.mark.parametrize("limbs", LOOKUPS)
def test_look_up_of_many_limbs(machine: Machine, limbs: int) -> None:
    generator = random.Random(f"look up {limbs}")
    size = 4 * limbs
    base = machine.symbol("buffer")
    table, result = base + 4 * SLOT, base
    for entries in (4, 8, 16, 28):
        content = [generator.randbytes(size) for _ in range(entries)]
        machine.write(table, b"".join(content))
        traces = set()
        for index in range(entries):
            machine.write(result, b"\xaa" * (size + 4))
            traces.add(five(machine, f"mp_lookup_{limbs}", result, table, entries, index, limbs))
            assert machine.read(result, size + 4) == content[index] + b"\xaa" * 4
            five(machine, "lookup_twin", result, table, entries, index, limbs)
            assert machine.read(result, size) == content[index]
        assert len(traces) == 1


@pytest.mark.parametrize("limbs", [5, 6, 7, 8, 10, 12, 14, 16, 17])
def test_multiplication(machine: Machine, limbs: int) -> None:
    generator = random.Random(limbs)
    numbers = edges(generator, 2 ** (32 * limbs), limbs)
    traces = set()
    for _ in range(100):
        values = [next(numbers) for _ in range(2)]
        operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate(values)]
        result = write(machine, 0, generator.randrange(2 ** (64 * limbs)), 2 * limbs)
        call = machine.call(f"whit_mp_mul_{limbs}_asm", result, *operands, trace=True)
        assert read(machine, result, 2 * limbs) == values[0] * values[1]
        traces.add(call.traces)
    assert len(traces) == 1


@pytest.mark.parametrize(("name", "bits", "rounds"), [("sha256", 32, 64), ("sha512", 64, 80)])
def test_hashing(machine: Machine, name: str, bits: int, rounds: int) -> None:
    """Messages of one to four blocks, beside Python's own; one trace for all blocks, of which
    nothing is left in memory but the block itself."""
    generator = random.Random(name)
    chain, block, constants = (machine.symbol("buffer") + SLOT * slot for slot in range(3))
    machine.write(constants, halves(root_fractions(rounds, 3, bits), bits))
    start, size = halves(root_fractions(8, 2, bits), bits), 2 * bits
    traces = set()
    edges = (0, 3, size - size // 8 - 1, size - size // 8, size, 2 * size - 8)
    for length in (*edges, *(generator.randrange(4 * size) for _ in range(8))):
        message = generator.randbytes(length)
        machine.write(chain, start)
        blocks = padded(message, size)
        for at in range(0, len(blocks), size):
            words = blocks[at : at + size]
            machine.write(block, words)
            call = machine.call(f"whit_{name}_compress_asm", chain, block, constants, trace=True)
            traces.add(call.traces)
            memory = machine.read(*machine.core.ram)
            stored = (words[i : i + 4][::-1] for i in range(0, size, 4))
            assert not any(0 not in word and word in memory for word in stored)
        digest = swapped(machine.read(chain, bits))
        assert digest == hashlib.new(name, message).digest(), length
    assert len(traces) == 1


PASSES: dict[str, Callable[[int, int, int], int]] = {
    "mp_add": lambda a, b, _: a + b,
    "mp_sub": lambda a, b, _: a - b,
    "mp_add_masked": lambda r, a, mask: r + (a & -(mask & 1)),
    "mp_select": lambda r, a, mask: a if mask else r,
    "mp_mul_add_limb": lambda r, a, b: r + a * b,
}


@pytest.mark.parametrize("name", PASSES)
def test_passes_over_limbs(machine: Machine, name: str) -> None:
    check_passes(machine, name, f"whit_{name}_asm", range(1, 20))


def check_passes(machine: Machine, name: str, symbol: str, lengths: Iterable[int]) -> None:
    """A kernel that does what `name` says: on edges, in place, and with one trace."""
    generator = random.Random(name)
    for limbs in lengths:
        numbers = edges(generator, 2 ** (32 * limbs), limbs)
        traces = set()
        for turn in range(30):
            first, second = (next(numbers) for _ in range(2))
            operands = [write(machine, 0, first, limbs), write(machine, 1, second, limbs)]
            word = generator.choice(WORDS) if name == "mp_mul_add_limb" else turn % 2 * 0xFFFFFFFF
            arguments = [*operands, word]
            if name in ("mp_add", "mp_sub"):
                arguments = [operands[turn % 2], *operands]
            call = machine.call(symbol, *arguments, limbs, trace=True)
            traces.add((turn % 2 if name in ("mp_add", "mp_sub") else 0, call.traces))
            expected = PASSES[name](first, second, word)
            assert read(machine, arguments[0], limbs) == expected % 2 ** (32 * limbs)
            if name != "mp_select":
                assert call.value == abs(expected >> 32 * limbs)
        assert len(traces) == (2 if name in ("mp_add", "mp_sub") else 1)


def test_bits_modulo_m(machine: Machine) -> None:
    generator = random.Random("bits")
    for limbs in range(1, 18):
        modulus = generator.randrange(2 ** (32 * limbs - 1), 2 ** (32 * limbs))
        numbers = edges(generator, modulus, limbs)
        for count in (1, 2, 31, 32, 33, 65):
            traces = set()
            for _ in range(12):
                value = next(numbers)
                bits = generator.choice((0, 2**96 - 1, generator.randrange(2**96)))
                operands = [write(machine, 0, value, limbs), write(machine, 1, modulus, limbs)]
                operands.append(write(machine, 2, bits, 3))
                made, found = five_called(machine, "mp_mod_bits", *operands, count, limbs)
                traces.add(made)
                expected = (value << count | bits % 2**count) % modulus
                assert found == (0 if read(machine, operands[0], limbs) == expected else 2**32 - 1)
                rest = read(machine, operands[0], limbs) + (modulus if found else 0)
                assert rest % 2 ** (32 * limbs) == expected
            assert len(traces) == 1


def signed(generator: random.Random, bits: int) -> int:
    size = generator.choice((2**bits - 1, 0, 1, generator.randrange(2**bits)))
    return generator.choice((size, -size, -(2**bits)))


@pytest.mark.parametrize("shift", [0, 31])
def test_combinations(machine: Machine, shift: int) -> None:
    generator = random.Random(shift)
    name = "mp_combine_shifted" if shift else "mp_combine"
    for limbs in (2, 3, 7, 9, 18, 49):
        traces = set()
        for turn in range(60):
            a, b = (signed(generator, 32 * limbs - 33) for _ in range(2))
            s, t = (signed(generator, 30) for _ in range(2))
            operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate((a, b))]
            factors = write(machine, 3, s % 2**32 | t % 2**32 << 32, 2)
            result = [write(machine, 0, 0), *operands][turn % 3]
            traces.add((turn % 3, five(machine, name, result, *operands, factors, limbs)))
            expected = (s * a + t * b) >> shift
            assert read(machine, result, limbs) == expected % 2 ** (32 * limbs)
        assert len(traces) == 3


def test_division_by_a_power_of_two(machine: Machine) -> None:
    generator = random.Random("division")
    for limbs in (1, 2, 5, 8, 12, 17):
        traces = set()
        largest = 2 ** (32 * limbs)
        for turn in range(60):
            m = generator.choice((largest - 1, generator.randrange(largest) | 1, largest // 2 + 1))
            edges = (-m << 31, -1, 0, 1, (m << 31) - 1, generator.randrange(-m << 31, m << 31))
            a = edges[turn % len(edges)] % 2 ** (32 * limbs + 32)
            operands = [write(machine, 1, a, limbs + 1), write(machine, 2, m, limbs)]
            result = [write(machine, 0, 0), operands[0]][turn % 2]
            inverse = -pow(m, -1, 2**32) % 2**32
            traces.add((turn % 2, five(machine, "mp_divide", result, *operands, inverse, limbs)))
            factor = a * inverse % 2**31
            signed_a = a - 2 ** (32 * limbs + 32) * (a >> (32 * limbs + 31))
            total = signed_a + m * (factor if signed_a < 0 else factor - 2**31)
            assert total % 2**31 == 0
            assert abs(total) <= m << 31
            assert read(machine, result, limbs + 1) == (total >> 31) % 2 ** (32 * limbs + 32)
        assert len(traces) == 2


def test_division_steps(machine: Machine) -> None:
    generator = random.Random("steps")
    traces = set()
    for _ in range(ROUNDS):
        delta = generator.randrange(-40, 40)
        f, g = generator.choice(WORDS) | 1, generator.choice((*WORDS, generator.randrange(2**32)))
        result = write(machine, 0, 0, 4)
        call = machine.call("whit_mp_find_steps_asm", result, delta % 2**32, f, g, trace=True)
        traces.add(call.traces)
        after, matrix = division_steps(31, delta, f, g)
        assert call.value == after % 2**32
        assert [read(machine, result + 4 * i, 1) for i in range(4)] == [-x % 2**32 for x in matrix]
    assert len(traces) == 1


@pytest.mark.slow
def test_the_check_sees_a_change(tmp_path: Path) -> None:
    check_generator_sees_a_change(tmp_path, "armv7em/mp_combine.c", "umaal", "umlal")
