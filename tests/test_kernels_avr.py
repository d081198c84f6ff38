# SPDX-License-Identifier: MIT
"""The kernels of AVR on the emulated core, each called directly: against integers and the portable
twins on operands at the edges of carries, with callee-saved registers poisoned by the emulator,
in place, and with one trace for all operands."""

import itertools
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from emulator.avr import boot, function, link

from lab.emulator.avr import AvrMachine
from tests.kernels import FLAGS, division_turn, kernels

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
P384 = 2**384 - 2**128 - 2**96 + 2**32 - 1
PRIMES = {"p256": P, "p384": P384}
SLOT = 0xC0
ROUNDS = 150
BYTES = (0, 1, 0x7F, 0x80, 0xFE, 0xFF)
MODELS = ("atmega328p", "atmega2560")

# How many operands; what comes of them; and of that a half, or 1/R in Montgomery's way.
FIELD: dict[str, tuple[int, Callable[..., int], int]] = {
    "mul": (2, lambda a, b: a * b, 0),
    "sqr": (1, lambda a: a * a, 0),
    "add": (2, lambda a, b: a + b, 1),
    "sub": (2, lambda a, b: a - b, 1),
    "half": (1, lambda a: a, 2),
}
TWIN_MUL = (
    "push r28; push r29; push r14; push r15; push r16; push r17; movw r14, r24; "
    "ldi r24, lo8(product); ldi r25, hi8(product); ldi r18, 32; ldi r19, 0; call whit_mp_mul_c; "
    "movw r24, r14; ldi r22, lo8(product); ldi r23, hi8(product); ldi r20, lo8(prime); "
    "ldi r21, hi8(prime); ldi r18, 1; ldi r16, 32; ldi r17, 0; call whit_reduce_p256_c; "
    "pop r17; pop r16; pop r15; pop r14; pop r29; pop r28; ret"
)


def assembly() -> str:
    prime = ", ".join(f"{byte:#x}" for byte in P.to_bytes(32, "little"))
    return (
        ".section .text\n" + function("mul_twin", TWIN_MUL) + ".global __do_clear_bss\n"
        ".global __do_copy_data\n.global main\nmain: ret\n.section .data\n"
        f"prime: .byte {prime}\n.section .bss\n.global buffer\n.type buffer, @object\n"
        ".size buffer, 1152\nbuffer: .space 1152\nproduct: .space 64\n"
    )


def image(directory: Path, model: str, profile: str) -> AvrMachine:
    source = directory / "calls.S"
    source.write_text(assembly())
    chosen = ("-Wno-attributes", f"-DWHIT_PROFILE={profile}", "-DWHIT_CURVES=secp256r1")
    natives = str(kernels(directory, "[ac]*"))
    return boot(link(directory, model, source, *FLAGS, *chosen, natives), model)


@pytest.fixture(scope="module", params=[(m, p) for m in MODELS for p in ("balanced", "fast")])
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), *request.param)


@pytest.fixture(scope="module")
def small_machine(tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), MODELS[0], "small")


def edges(generator: random.Random, modulus: int, limbs: int) -> Iterator[int]:
    """Numbers below the modulus that make carries run, and others."""
    yield from (0, 1, 2, modulus - 1, modulus - 2, modulus // 2, modulus // 2 + 1)
    while True:
        yield int.from_bytes(generator.choices(BYTES, k=limbs), "little") % modulus
        words = [generator.choice((0, 1, 2**31, 2**32 - 2, 2**32 - 1)) for _ in range(limbs)]
        yield sum(word << 32 * i for i, word in enumerate(words)) % modulus
        yield modulus - 1 - generator.randrange(2 ** generator.randrange(1, 8 * limbs))
        yield generator.randrange(modulus)
        yield generator.randrange(2 ** generator.randrange(1, 8 * limbs)) % modulus


def has(machine: AvrMachine, symbol: str) -> bool:
    try:
        machine.symbol(symbol)
    except KeyError:
        return False
    return True


def kernel(machine: AvrMachine, name: str, prime: str = "p256") -> str:
    """The function of the field; in profile fast the multiplication is another."""
    large = f"whit_field_{name}_large_{prime}_asm"
    return large if has(machine, large) else f"whit_field_{name}_{prime}_asm"


def write(machine: AvrMachine, slot: int, value: int, limbs: int = 32) -> int:
    address = machine.symbol("buffer") + SLOT * slot
    machine.write(address, (value % 2 ** (8 * limbs)).to_bytes(limbs, "little"))
    return address


def read(machine: AvrMachine, address: int, limbs: int = 32) -> int:
    return int.from_bytes(machine.read(address, limbs), "little")


@pytest.mark.brief(4)
@pytest.mark.parametrize("prime", PRIMES)
@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: AvrMachine, name: str, prime: str) -> None:
    p = PRIMES[prime]
    limbs = p.bit_length() // 8
    arity, expected, divisor = FIELD[name]
    factor = pow(divisor or 2 ** (8 * limbs), -1, p)
    generator = random.Random(name)
    numbers = edges(generator, p, limbs)
    seen: list[int] = []
    traces = set()
    for turn in range(ROUNDS):
        seen.append(next(numbers))
        values = [seen[-1], generator.choice(seen)][:arity]
        operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0, limbs) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(kernel(machine, name, prime), result, *operands, trace=True)
        found = read(machine, result, limbs)
        assert found == expected(*values) * factor % p, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


def test_multiplication_is_its_twin(machine: AvrMachine) -> None:
    numbers = edges(random.Random("twin"), P, 32)
    for _ in range(20):
        operands = [write(machine, 1 + i, next(numbers)) for i in range(2)]
        result = write(machine, 0, 0)
        machine.call(kernel(machine, "mul"), result, *operands)
        found = read(machine, result)
        machine.call("mul_twin", result, *operands)
        assert found == read(machine, result)


@pytest.mark.parametrize("limbs", [8, 16, 24, 32, 48])
def test_products(machine: AvrMachine, limbs: int) -> None:
    generator = random.Random(limbs)
    numbers = edges(generator, 2 ** (8 * limbs), limbs)
    traces = set()
    for _ in range(40):
        values = [next(numbers) for _ in range(2)]
        operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate(values)]
        result = write(machine, 0, generator.randrange(2 ** (16 * limbs)), 2 * limbs + 1)
        machine.write(result + 2 * limbs, b"\xaa")
        call = machine.call("whit_mp_mul_asm", result, *operands, limbs, trace=True)
        assert read(machine, result, 2 * limbs) == values[0] * values[1]
        traces.add(("mul", call.traces))
        call = machine.call("whit_mp_sqr_asm", result, operands[0], limbs, trace=True)
        assert read(machine, result, 2 * limbs) == values[0] ** 2
        traces.add(("sqr", call.traces))
        assert machine.read(result + 2 * limbs, 1) == b"\xaa"
    assert len(traces) == 2


@pytest.mark.parametrize("limbs", [10, 12, 14, 18, 20, 22, 28, 66])
def test_products_of_even_length(machine: AvrMachine, limbs: int) -> None:
    generator = random.Random(limbs)
    numbers = edges(generator, 2 ** (8 * limbs), limbs)
    traces, squared = set(), set()
    squares = ["whit_mp_sqr_four_asm"] if limbs % 8 == 4 else []
    if limbs == 20 and has(machine, "whit_mp_sqr_20_asm"):
        squares.append("whit_mp_sqr_20_asm")
    for _ in range(30):
        values = [next(numbers) for _ in range(2)]
        operands = [write(machine, 1 + i, value, limbs) for i, value in enumerate(values)]
        result = write(machine, 0, generator.randrange(2 ** (16 * limbs)), 2 * limbs + 1)
        machine.write(result + 2 * limbs, b"\xaa")
        name = "even" if limbs % 8 < 4 else "four_asm" if limbs % 8 == 4 else "four"
        call = machine.call(f"whit_mp_mul_{name}", result, *operands, limbs, trace=True)
        assert read(machine, result, 2 * limbs) == values[0] * values[1]
        assert machine.read(result + 2 * limbs, 1) == b"\xaa"
        traces.add(call.traces)
        for square in squares:
            write(machine, 0, generator.randrange(2 ** (16 * limbs)), 2 * limbs)
            call = machine.call(square, result, operands[0], limbs, trace=True)
            assert read(machine, result, 2 * limbs) == values[0] ** 2
            assert machine.read(result + 2 * limbs, 1) == b"\xaa"
            squared.add((square, call.traces))
    assert len(traces) == 1
    assert len(squared) == len(squares)


def test_halves(machine: AvrMachine) -> None:
    for limbs in (2, 20, 28, 66, 192):
        numbers = edges(random.Random(limbs), 2 ** (8 * limbs), limbs)
        traces = set()
        for turn in range(20):
            value, carry = next(numbers), turn % 2
            result = write(machine, 0, value | 0xAA << 8 * limbs, limbs + 1)
            call = machine.call("whit_mp_halve_asm", result, carry, limbs, trace=True)
            half = value + (carry << 8 * limbs) >> 1
            assert read(machine, result, limbs + 1) == half | 0xAA << 8 * limbs
            traces.add(call.traces)
        assert len(traces) == 1


@pytest.mark.parametrize("limbs", [8, 20, 24, 32, 66])
def test_montgomery_reduction(machine: AvrMachine, limbs: int) -> None:
    """By blocks and by its twin, for moduli at both ends of their size."""
    generator = random.Random(limbs)
    size = 2 ** (8 * limbs)
    for turn in range(24):
        odd = generator.randrange(size // 2) | 1
        m = (size - 1 - 2 * turn, size // 2 + 1, size // 2 + odd - 1)[turn % 3] | 1
        product = (m * size - 1, generator.randrange(m * size), m * m - 1, 0)[turn % 4]
        place, result = write(machine, 0, m, limbs), write(machine, 1, 0, limbs)
        arguments = (result, machine.symbol("buffer") + 2 * SLOT, place, -pow(m, -1, 256) % 256)
        traces = set()
        for name in ("blocks", "c"):
            for content in (product, product // 2):
                write(machine, 2, content, 2 * limbs)
                function = f"whit_reduce_montgomery_{name}"
                call = machine.call(function, *arguments, limbs, trace=True)
                assert read(machine, result, limbs) == content * pow(size, -1, m) % m, (name, turn)
                traces.add((name, call.traces))
        assert len(traces) == 2


KOBLITZ = [(20, 21389), (24, 4553), (28, 6803), (32, 977), (32, 0xFFFF), (66, 0x101)]


@pytest.mark.parametrize(
    ("name", "limbs", "c"),
    [("p160", 20, 2**31 + 1), *(("koblitz", limbs, 2**32 + f) for limbs, f in KOBLITZ)],
)
def test_reduction_by_folding(machine: AvrMachine, name: str, limbs: int, c: int) -> None:
    """By the kernel and by its twin: with products, and with all that turns carry most from."""
    size = 2 ** (8 * limbs)
    p = size - c
    numbers = edges(random.Random(c), size * size, 2 * limbs)
    products = [p * p, p * size - 1, p * size, (p - 1) ** 2, size - 1, (size - 1) << 8 * limbs]
    products += [k * p + d for k in (1, c, p, size - 1) for d in (-1, 0, 1, c)]
    prime = write(machine, 0, p, limbs)
    traces = set()
    for product in (*products, *itertools.islice(numbers, ROUNDS)):
        for twin in ("asm", "c"):
            result = write(machine, 1, 0, limbs)
            arguments = (result, write(machine, 2, product, 2 * limbs), prime, c % 256, limbs)
            function = f"whit_reduce_{name}_{twin}"
            if not has(machine, function):
                function = f"whit_reduce_{name}_large_asm"
            call = machine.call(function, *arguments, trace=True)
            assert read(machine, result, limbs) == product % p, (twin, f"{product:#x}")
            traces.add((twin, call.traces))
    assert len(traces) == 2


def test_look_up(machine: AvrMachine) -> None:
    """In data memory, and in program memory: there of what the image has at its beginning."""
    generator = random.Random("look up")
    result = machine.symbol("buffer")
    table = result + 0x140
    for limbs, entries in ((16, 1), (48, 5), (64, 8), (256, 3), (304, 2)):
        content = [generator.randbytes(limbs) for _ in range(entries)]
        machine.write(table, b"".join(content))
        traces = set()
        for index in range(entries):
            for name, start in (("mp_lookup", table), ("mp_lookup_rom", 0x400)):
                expected = machine.read(start + index * limbs, limbs)
                arguments = (result, start & 0xFFFF, entries, index, limbs)
                for twin in ("asm", "c"):
                    machine.write(result, b"\xaa" * (limbs + 1))
                    call = machine.call(f"whit_{name}_{twin}", *arguments, trace=True)
                    assert machine.read(result, limbs + 1) == expected + b"\xaa"
                    traces.add((name, twin, call.traces))
        assert len(traces) == 4


def test_small_products(small_machine: AvrMachine) -> None:
    generator = random.Random("small")
    for limbs in (8, 32, 48):
        numbers = edges(generator, 2 ** (8 * limbs), limbs)
        for _ in range(20):
            values = [next(numbers) for _ in range(2)]
            operands = [write(small_machine, 1 + i, x, limbs) for i, x in enumerate(values)]
            result = write(small_machine, 0, 0, 2 * limbs)
            small_machine.call("whit_mp_mul_asm", result, *operands, limbs)
            assert read(small_machine, result, 2 * limbs) == values[0] * values[1]


# Their reductions go over t in runs: the kernel, the prime, and its limbs.
RUNS = {
    "small_p256": P,
    "p192": 2**192 - 2**64 - 1,
    "p224": 2**224 - 2**96 + 1,
}


@pytest.mark.parametrize("name", RUNS)
def test_reduction_in_runs(small_machine: AvrMachine, name: str) -> None:
    """Of products of numbers below p, and of the largest."""
    machine, p = small_machine, RUNS[name]
    limbs = p.bit_length() // 8
    size = 2 ** (8 * limbs)
    prime = write(machine, 3, p, limbs)
    numbers = edges(random.Random("reduction"), p, limbs)
    traces = set()
    for turn in range(2 * ROUNDS):
        product = next(numbers) * next(numbers) if turn else p * size - 1
        if turn % 3 == 2:
            product = p * size - 1 - random.Random(turn).randrange(2 ** (turn + 8))
        for kernel in (f"{name}_asm", f"{name.removeprefix('small_')}_c"):
            operand, result = write(machine, 1, product, 2 * limbs), write(machine, 0, 0, limbs)
            arguments = (result, operand, prime, -pow(p, -1, 256) % 256, limbs)
            call = machine.call(f"whit_reduce_{kernel}", *arguments, trace=True)
            assert read(machine, result, limbs) == product * pow(size, -1, p) % p, (
                kernel,
                f"{product:#x}",
            )
            traces.add((kernel, call.traces))
    assert len(traces) == 2


PASSES: dict[str, Callable[[int, int, int], int]] = {
    "mp_add": lambda a, b, _: a + b,
    "mp_sub": lambda a, b, _: a - b,
    "mp_add_masked": lambda r, a, mask: r + (a & -(mask & 1)),
    "mp_select": lambda r, a, mask: a if mask else r,
    "mp_mul_add_limb": lambda r, a, b: r + a * b,
}


@pytest.mark.parametrize("name", PASSES)
def test_passes_over_limbs(small_machine: AvrMachine, name: str) -> None:
    machine = small_machine
    generator = random.Random(name)
    for limbs in (1, 2, 5, 20, 32, 66, 192):
        numbers = edges(generator, 2 ** (8 * limbs), limbs)
        traces = set()
        for turn in range(30):
            first, second = (next(numbers) for _ in range(2))
            operands = [write(machine, 0, first, limbs), write(machine, 1, second, limbs)]
            byte = generator.choice(BYTES) if name == "mp_mul_add_limb" else turn % 2 * 0xFF
            arguments = [*operands, byte]
            if name in ("mp_add", "mp_sub"):
                arguments = [operands[turn % 2], *operands]
            call = machine.call(f"whit_{name}_asm", *arguments, limbs, trace=True)
            traces.add((turn % 2 if name in ("mp_add", "mp_sub") else 0, call.traces))
            expected = PASSES[name](first, second, byte)
            assert read(machine, arguments[0], limbs) == expected % 2 ** (8 * limbs)
            if name != "mp_select":
                assert call.value & 0xFF == abs(expected >> 8 * limbs)
        assert len(traces) == (2 if name in ("mp_add", "mp_sub") else 1)


def test_subtraction_once(small_machine: AvrMachine) -> None:
    """From sums below twice m, with a carry and without, apart and in place."""
    machine = small_machine
    generator = random.Random("once")
    for limbs in (2, 20, 28, 66, 192):
        traces = set()
        for turn in range(30):
            m = max(2 ** (8 * limbs) - 1 - generator.randrange(2 ** (turn % 8)), 1)
            if turn % 3 == 2:
                m = generator.randrange(2 ** (8 * limbs - 1), 2 ** (8 * limbs))
            total = generator.choice((m - 1, m, m + 1, 2 * m - 1, generator.randrange(2 * m)))
            place, prime = write(machine, 1, total, limbs), write(machine, 2, m, limbs)
            result = place if turn % 2 else write(machine, 0, 0, limbs)
            arguments = (result, place, total >> 8 * limbs, prime, limbs)
            call = machine.call("whit_mp_subtract_once_asm", *arguments, trace=True)
            assert read(machine, result, limbs) == total % m
            if turn % 2:
                traces.add(call.traces)
        assert len(traces) == 1


def test_selection_of_many(small_machine: AvrMachine) -> None:
    """More than a byte counts."""
    limbs = 576
    values = [random.Random(f"many {i}").randrange(2 ** (8 * limbs)) for i in range(2)]
    operands = [write(small_machine, 3 * i, x, limbs) for i, x in enumerate(values)]
    for mask, expected in ((0, values[0]), (0xFF, values[1])):
        small_machine.call("whit_mp_select_asm", *operands, mask, limbs)
        assert read(small_machine, operands[0], limbs) == expected


@pytest.mark.parametrize("limbs", [5, 14, 32, 66])
def test_division_steps(machine: AvrMachine, limbs: int) -> None:
    generator = random.Random(limbs)
    traces = set()
    stride = limbs + 2
    for turn in range(60):
        m = generator.choice((2 ** (8 * limbs) - 1, generator.randrange(2 ** (8 * limbs)) | 1))
        numbers = edges(generator, m, limbs)
        for _ in range(turn % 7):
            next(numbers)
        f, g, d, e = (generator.choice((1, -1)) * next(numbers) for _ in range(4))
        f |= 1
        delta = generator.randrange(-600, 600)
        base = machine.symbol("buffer")
        for i, number in enumerate((f, g, d, e)):
            content = (number % 2 ** (8 * limbs + 8)).to_bytes(limbs + 1, "little") + b"\xaa"
            machine.write(base + i * stride, content)
        place = base + 4 * stride
        machine.write(place, m.to_bytes(limbs, "little"))
        arguments = (base, place, -pow(m, -1, 256) % 256, delta % 2**16, limbs)
        call = machine.call("whit_mp_division_turn_asm", *arguments, trace=True)
        traces.add(call.traces)
        after, expected = division_turn(7, delta, m, f, g, d, e)
        assert call.value == after % 2**16
        for i, number in enumerate(expected):
            found = machine.read(base + i * stride, stride)
            assert int.from_bytes(found[:-1], "little", signed=True) == number, (turn, i)
            assert found[-1] == 0xAA
    assert len(traces) == 1
