# SPDX-License-Identifier: MIT
"""The field arithmetic of Cortex-M and RV32IM for any modulus of a length, as tests/test_kernels.py
has that of secp256r1: against integers and the portable twins."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from emulator import assembler, riscv

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.runner.tools import ROOT
from tests.test_kernels import DATA, SLOT, edges, read, write
from tests.test_kernels_rv32 import saving

pytestmark = pytest.mark.brief(3)

LENGTHS = (5, 6, 7, 8, 10, 12, 15, 16, 20, 48)
# Those that have more than multiplications, and of them those whose numbers stay in registers.
ADDING = (5, 6, 7, 8, 12, 15, 16, 20, 48)
SHORT = (5, 6, 7, 8)
LOOPED = (48,)
SUMS = (5, 8, 12, 15, 16, 20)
EVERY = {
    "m4": LENGTHS,
    "m3": (8, 10, 12, 16),
    "m3 wide": (8, 10, 12, 16),
    "m0": (8,),
    "rv32": SHORT,
}
UNREDUCED = ("add_unreduced", "sub_unreduced")
ROUNDS = 60
# The most terms of a sum that are tried.
TERMS = 12

MULTIPLICATIONS: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda m, n, a, b: a * b * pow(2, -32 * n, m)),
    "sqr": (1, lambda m, n, a: a * a * pow(2, -32 * n, m)),
}
LINEAR: dict[str, tuple[int, Callable[..., int]]] = {
    "add": (2, lambda m, n, a, b: a + b),
    "sub": (2, lambda m, n, a, b: a - b),
    "sub_twice": (2, lambda m, n, a, b: a - 2 * b),
    "half": (1, lambda m, n, a: a * (m + 1) // 2),
    "three_halves": (1, lambda m, n, a: 3 * a * ((m + 1) // 2)),
}
# Of fields with pairings, for moduli whose highest limb is not too short.
TRIPLES: dict[str, tuple[int, Callable[..., int]]] = {
    "three_and_two": (2, lambda m, n, a, b: 3 * a + 2 * b),
    "three_less_two": (2, lambda m, n, a, b: 3 * a - 2 * b),
}
# What cores have that have not all of it.
OWN = {
    **dict.fromkeys(("m3", "m3 wide"), ("mul", "sqr", "add", "sub", "three_halves")),
    "m0": ("mul", "sqr", "add", "sub", "half"),
    "rv32": ("mul", "sqr", "add", "sub", "three_halves"),
}
# There a multiplication squares where both factors are one array.
SQUARES_BY_MUL = ("m3", "m3 wide", "m0")
# The modulus is the fourth operand; functions with fewer have it there too.
SAVING = (
    "push {{r4, r5, r6, r8, r9, r10, r11, lr}}; bl {name}; pop {{r4, r5, r6, r8, r9, r10, r11, pc}}"
)
SAVING_M0 = (
    "push {{r4, r5, r6, lr}}; mov r4, r8; mov r5, r9; mov r6, r10; push {{r4, r5, r6}}; "
    "mov r4, r11; push {{r4}}; bl {name}; pop {{r4}}; mov r11, r4; pop {{r4, r5, r6}}; "
    "mov r8, r4; mov r9, r5; mov r10, r6; pop {{r4, r5, r6, pc}}"
)
TWIN = (
    "push {{r4, r5, r6, lr}}; sub sp, #400; mov r4, r0; movs r5, #{n}; mov r6, r3; mov r3, r5; "
    "add r0, sp, #16; bl whit_mp_mul_c; str r5, [sp]; mov r0, r4; add r1, sp, #16; mov r2, r6; "
    "ldr r3, [r6, #{offset}]; bl whit_reduce_montgomery_c; add sp, #400; pop {{r4, r5, r6, pc}}"
)


TWIN_RV32 = (
    "addi sp, sp, -160; sw ra, 156(sp); sw a0, 152(sp); sw a3, 148(sp); mv a0, sp; li a3, {n}; "
    "jal whit_mp_mul_c; lw a0, 152(sp); mv a1, sp; lw a2, 148(sp); lw a3, {offset}(a2); "
    "li a4, {n}; jal whit_reduce_montgomery_c; lw ra, 156(sp); addi sp, sp, 160; ret"
)


def each_length(lengths: Sequence[int], *cores: str) -> pytest.MarkDecorator:
    """These lengths on each of the cores that has them."""
    every = [(core, n) for core in cores for n in EVERY[core] if n in lengths]
    return pytest.mark.parametrize(("core", "n"), every, scope="module")


def names(core: str, n: int) -> dict[str, tuple[int, Callable[..., int]]]:
    linear = dict(LINEAR if n in ADDING else {})
    if n not in SHORT:
        linear = {name: what for name, what in linear.items() if name in ("add", "sub", "half")}
    products = dict(MULTIPLICATIONS)
    if n in LOOPED:
        products.pop("sqr")
    every = {**products, **linear, **(TRIPLES if n in SUMS else {})}
    own = OWN.get(core, tuple(every)) if n in SHORT or core == "m4" else ("mul", "sqr")
    return {name: of for name, of in every.items() if name in own}


@pytest.fixture(scope="module")
def machine(core: str, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    directory = tmp_path_factory.mktemp("kernels")
    source = directory / "calls.S"
    if core == "rv32":
        source.write_text(rv32() + DATA)
        base = ROOT / "src" / "base" / "base.c"
        objects = [source, base, kernels(directory, "[cr]*")]
        return riscv.boot(riscv.link(directory, objects, *FLAGS))
    source.write_text(assembler.HEADER + arm(core) + DATA)
    core, _, wide = core.partition(" ")
    objects = [source, kernels(directory, "[ac]*")]
    choice = f"-DWHIT_VARIABLE_MULTIPLY={int(bool(wide))}"
    return assembler.boot(assembler.link(directory, core, objects, *FLAGS, choice), core)


def arm(core: str) -> str:
    text = ""
    for n in EVERY[core]:
        others = ["negate_masked"] if core == "m4" and n in ADDING else []
        others += ["sum_products", *UNREDUCED] if core == "m4" and n in SUMS else []
        for name in [*names(core, n), *others]:
            kernel = "mul" if name == "sqr" and core in SQUARES_BY_MUL else name
            kernel += "_wide" if kernel == "mul" and core.endswith("wide") else ""
            saving = SAVING_M0 if core == "m0" else SAVING
            body = saving.format(name=f"whit_field_{kernel}_any_{n}_asm")
            text += assembler.function(f"{name}_{n}", body)
        text += assembler.function(f"twin_{n}", TWIN.format(n=n, offset=8 * n))
    return text


def rv32() -> str:
    text = ""
    for n in EVERY["rv32"]:
        for name in names("rv32", n):
            text += riscv.function(f"{name}_{n}", saving(f"whit_field_{name}_any_{n}_asm"))
        text += riscv.function(f"twin_{n}", TWIN_RV32.format(n=n, offset=8 * n))
    return text


def moduli(generator: random.Random, n: int) -> Iterator[int]:
    """With full limbs, with a highest one as short as TRIPLES take it, and as large and as small as
    they may be."""
    yield 2 ** (32 * n) - 1
    yield 2 ** (32 * n - 1) + 1
    yield generator.randrange(2 ** (32 * n - 1), 2 ** (32 * n)) | 1
    yield generator.randrange(2 ** (32 * n - 20), 2 ** (32 * n - 19)) | 1


def modulus(machine: Machine, m: int, n: int) -> int:
    """As field/field.h has it: the number, R^2, -1/m."""
    return write(machine, 3, m + (-pow(m, -1, 2**32) % 2**32 << 64 * n), 2 * n + 1)


@each_length(LENGTHS, *EVERY)
def test_field_arithmetic(machine: Machine, core: str, n: int) -> None:
    for name, (arity, expected) in names(core, n).items():
        generator = random.Random(f"{name} {n}")
        traces = set()
        for m in moduli(generator, n):
            last = modulus(machine, m, n)
            numbers = edges(generator, m, n)
            seen: list[int] = []
            for turn in range(ROUNDS):
                seen.append(next(numbers) % m)
                values = [seen[-1], generator.choice(seen)][:arity]
                operands = [write(machine, 1 + i, value, n) for i, value in enumerate(values)]
                # Apart, and in place of each operand.
                result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
                call = machine.call(f"{name}_{n}", result, *(2 * operands)[:2], last, trace=True)
                assert read(machine, result, n) == expected(m, n, *values) % m, (name, turn)
                if turn % 3 == 0:
                    traces.add(call.traces)
        # By UMULL a product takes a time that tells operands.
        told = core == "m3 wide" and name in MULTIPLICATIONS
        assert (len(traces) > 1) == told, name


@each_length(ADDING, "m4")
def test_negation_by_a_mask(machine: Machine, n: int) -> None:
    generator = random.Random(f"negate {n}")
    traces = set()
    for m in moduli(generator, n):
        last = modulus(machine, m, n)
        numbers = edges(generator, m, n)
        for _ in range(ROUNDS):
            value = next(numbers) % m
            for mask in (0, 0xFFFFFFFF):
                result = write(machine, 0, value, n)
                called = f"negate_masked_{n}"
                traces.add(machine.call(called, result, mask, 0, last, trace=True).traces)
                assert read(machine, result, n) == (-value % m if mask else value)
    assert len(traces) == 1


@each_length(LENGTHS, *EVERY)
def test_multiples_of_the_modulus_at_the_edges_of_carries(machine: Machine, n: int) -> None:
    """Products that need a multiple of m whose words make carries run, some with nothing above."""
    generator = random.Random(f"multiples {n}")
    radix = 2 ** (32 * n)
    for m in list(moduli(generator, n))[:3]:
        last = modulus(machine, m, n)
        for turn, multiple in zip(range(150), edges(generator, radix, n), strict=False):
            a = 1 if turn % 2 else generator.randrange(m) | 1
            b = -multiple * m * pow(a, -1, radix) % radix
            if max(a, b) >= m:
                continue
            operands = [write(machine, 1 + i, value, n) for i, value in enumerate((a, b))]
            result = write(machine, 0, 0)
            machine.call(f"mul_{n}", result, *operands, last)
            assert read(machine, result, n) == a * b * pow(radix, -1, m) % m, f"{multiple:#x}"


def spare(generator: random.Random, n: int) -> Iterator[int]:
    """Moduli with bits to spare, next to a power of 2 and others; and one that leaves no room for
    more than one product."""
    for bits in (1, 2, 3, 5):
        yield 2 ** (32 * n - bits) - 1
        yield generator.randrange(2 ** (32 * n - bits - 1), 2 ** (32 * n - bits)) | 1
    yield 2 ** (32 * n) - 1
    yield 2 ** (32 * n) // 6 | 1


def call_sum(machine: Machine, n: int, terms: list[tuple[int, int]], last: int) -> object:
    """The traces of a sum of products, whose pointers stand one after the other in a slot, and
    behind them the numbers that they point to."""
    base = machine.symbol("buffer") + 4 * SLOT
    places = {value: i for i, value in enumerate(dict.fromkeys(x for term in terms for x in term))}
    first = base + 8 * TERMS
    for value, i in places.items():
        machine.write(first + 4 * n * i, value.to_bytes(4 * n, "little"))
    pointers = [first + 4 * n * places[value] for term in terms for value in term]
    machine.write(base, b"".join(each.to_bytes(4, "little") for each in pointers))
    result = machine.symbol("buffer")
    machine.write(result, b"\xaa" * (4 * n + 4))
    call = machine.call(f"sum_products_{n}", result, base, len(terms), last, trace=True)
    assert machine.read(result + 4 * n, 4) == b"\xaa" * 4
    return call.traces


@each_length(SUMS, "m4")
def test_sums_of_products(machine: Machine, n: int) -> None:
    """With as many terms as fit, of edges, of the modulus itself, and of m - 1 everywhere."""
    generator = random.Random(f"sums {n}")
    radix = 2 ** (32 * n)
    for m in spare(generator, n):
        last = modulus(machine, m, n)
        numbers = edges(generator, m, n)
        most = min(radix // m, TERMS)
        for count in {1, 2, 3, 6, most} & {*range(1, most + 1)}:
            all_ones = 2 ** (m.bit_length() - 1) - 1
            tried = [[(x, x)] * count for x in (m, m - 1, all_ones, 0)]
            tried += [[(next(numbers) % m, next(numbers) % m)] * count for _ in range(4)]
            tried += [
                [(next(numbers) % m, next(numbers) % m) for _ in range(count)] for _ in range(8)
            ]
            tried += [[(m - next(numbers) % m, m) for _ in range(count)]]
            if count == most:
                # Multiples of m whose product counts as often as there are terms.
                tried += [[(most * m, m)], [(most // 2 * m, 2 * m)] if most > 1 else []]
                tried = [terms for terms in tried if terms]
            traces = set()
            for terms in tried:
                distinct = len({x for term in terms for x in term}) == 2 * count
                found = call_sum(machine, n, terms, last)
                if distinct:
                    traces.add(found)
                total = sum(a * b for a, b in terms)
                wanted = total * pow(radix, -1, m) % m
                assert read(machine, machine.symbol("buffer"), n) == wanted, (hex(m), terms)
            assert len(traces) <= 1


@each_length(SUMS, "m4")
def test_sums_that_leave_no_more_than_a_multiple(machine: Machine, n: int) -> None:
    """Whose reduction adds a multiple of m with words that make carries run."""
    generator = random.Random(f"multiples of sums {n}")
    radix = 2 ** (32 * n)
    for m in list(spare(generator, n))[2:6]:
        last = modulus(machine, m, n)
        for multiple, _ in zip(edges(generator, radix, n), range(40), strict=False):
            a, x, y = (generator.randrange(m) | 1 for _ in range(3))
            b = (-multiple * m - x * y) * pow(a, -1, radix) % radix
            if max(a, b) >= m:
                continue
            call_sum(machine, n, [(x, y), (a, b)], last)
            wanted = (a * b + x * y) * pow(radix, -1, m) % m
            assert read(machine, machine.symbol("buffer"), n) == wanted, f"{multiple:#x}"


@each_length(SUMS, "m4")
def test_without_reduction(machine: Machine, n: int) -> None:
    """Up to what the limbs hold."""
    generator = random.Random(f"unreduced {n}")
    radix = 2 ** (32 * n)
    numbers = edges(generator, radix, n)
    for name in UNREDUCED:
        traces = set()
        for turn in range(ROUNDS):
            values = sorted((next(numbers) % radix for _ in range(2)), reverse=True)
            wanted = values[0] - values[1]
            if name == "add_unreduced":
                values, wanted = [wanted, values[1]], values[0]
            operands = [write(machine, 1 + i, value, n) for i, value in enumerate(values)]
            result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 - 1]
            call = machine.call(f"{name}_{n}", result, *operands, trace=True)
            assert read(machine, result, n) == wanted
            if turn % 3 == 0:
                traces.add(call.traces)
        assert len(traces) == 1


@each_length(SUMS, "m4")
def test_sums_in_place_of_an_operand(machine: Machine, n: int) -> None:
    generator = random.Random(f"in place {n}")
    m = generator.randrange(2 ** (32 * n - 3), 2 ** (32 * n - 2)) | 1
    for place in range(4):
        values = [generator.randrange(m) for _ in range(4)]
        operands = [write(machine, 1 + i, value, n) for i, value in enumerate(values)]
        pointers = write(machine, 0, sum(each << 32 * i for i, each in enumerate(operands)), 4)
        last = write(machine, 6, m + (-pow(m, -1, 2**32) % 2**32 << 64 * n), 2 * n + 1)
        machine.call(f"sum_products_{n}", operands[place], pointers, 2, last)
        wanted = (values[0] * values[1] + values[2] * values[3]) * pow(2, -32 * n, m) % m
        assert read(machine, operands[place], n) == wanted


@each_length(LENGTHS, *EVERY)
def test_multiplication_is_its_twin(machine: Machine, n: int) -> None:
    generator = random.Random(n)
    for m in moduli(generator, n):
        last = modulus(machine, m, n)
        numbers = edges(generator, m, n)
        for _ in range(12):
            values = [next(numbers) % m for _ in range(2)]
            operands = [write(machine, 1 + i, value, n) for i, value in enumerate(values)]
            result = write(machine, 0, 0)
            machine.call(f"mul_{n}", result, *operands, last)
            found = read(machine, result, n)
            machine.call(f"twin_{n}", result, *operands, last)
            assert found == read(machine, result, n)
