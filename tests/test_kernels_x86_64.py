# SPDX-License-Identifier: MIT
"""The kernels of x86-64 on an emulated processor, in both forms, whatever this machine's processor
has: against integers and the portable twins on operands at the edges of carries, with the
registers that a caller keeps poisoned, in place, and with one trace for all operands."""

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from elftools.elf.elffile import ELFFile
from unicorn import x86_const as x86

from lab.emulator.native import unicorn
from tests.kernels import check_generator_sees_a_change, division_steps, kernels
from tests.runner.tools import ROOT, compile_with, run
from tests.test_kernels import FIELD, PASSES, P, R
from tools.formulas.jacobian import evaluate, parse

LIMB = 2**64
WORDS = (0, 1, 2, LIMB // 2 - 1, LIMB // 2, 2**32 - 1, 2**32, LIMB - 2, LIMB - 1)
ROUNDS = 300
SLOT = 0x400
TABLE = 4
CODE, DATA, STACK, END = 0x100000, 0x400000, 0x600000, 0x700000
ROOM = 0x40000
REGISTERS = {
    name: getattr(x86, f"UC_X86_REG_{name.upper()}")
    for name in ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", "rip", "eflags")
} | {f"r{n}": getattr(x86, f"UC_X86_REG_R{n}") for n in range(8, 16)}
ARGUMENTS = ("rdi", "rsi", "rdx", "rcx", "r8", "r9")
KEPT = ("rbx", "rbp", "r12", "r13", "r14", "r15")
STALE = 0xDEADBEEF0BADF00D
DIRECTION = 1 << 10

FORMS: dict[str, tuple[str, ...]] = {"MUL and ADC": (), "MULX, ADCX and ADOX": ("-mbmi2", "-madx")}


@dataclass(frozen=True)
class Called:
    """What a function returned, and where it went and what it read and wrote."""

    value: int
    trace: tuple[object, ...]


class Processor:
    """The kernels and their twins in memory, and a way to call them."""

    def __init__(self, program: Path) -> None:
        self._uc = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_64)
        self._uc.ctl_set_cpu_model(x86.UC_CPU_X86_BROADWELL)  # the first that has all of them
        self._symbols: dict[str, int] = {}
        self._trace: list[object] = []
        for start in (CODE, DATA, STACK, END):
            self._uc.mem_map(start, ROOM)
        with program.open("rb") as file:
            elf = ELFFile(file)
            for segment in elf.iter_segments("PT_LOAD"):
                self._uc.mem_write(CODE + segment["p_vaddr"], segment.data())
            table: Any = elf.get_section_by_name(".symtab")
            self._symbols = {s.name: CODE + s["st_value"] for s in table.iter_symbols()}
        accesses = unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE
        self._uc.hook_add(unicorn.UC_HOOK_CODE, lambda _, at, *__: self._trace.append(at))
        self._uc.hook_add(
            accesses, lambda _, kind, at, size, *__: self._trace.append((kind, at, size))
        )

    def has(self, name: str) -> bool:
        return name in self._symbols

    def code(self, name: str, length: int) -> bytes:
        return bytes(self._uc.mem_read(self._symbols[name], length))

    def write(self, slot: int, value: int, limbs: int) -> int:
        address = DATA + SLOT * slot
        self._uc.mem_write(address, (value % LIMB**limbs).to_bytes(8 * limbs, "little"))
        return address

    def read(self, address: int, limbs: int) -> int:
        return int.from_bytes(self._uc.mem_read(address, 8 * limbs), "little")

    def call(self, name: str, *arguments: int) -> Called:
        for register in REGISTERS:
            self._uc.reg_write(REGISTERS[register], STALE)
        kept = {register: STALE ^ number for number, register in enumerate(KEPT)}
        given = dict(zip(ARGUMENTS, (value % LIMB for value in arguments), strict=False))
        top = STACK + ROOM - 0x1000 - 8
        self._uc.mem_write(top, END.to_bytes(8, "little"))
        for register, value in (kept | given | {"rsp": top, "eflags": 0x202}).items():
            self._uc.reg_write(REGISTERS[register], value)
        self._trace.clear()
        self._uc.emu_start(self._symbols[name], END, count=100_000)
        found = {register: self._uc.reg_read(REGISTERS[register]) for register in REGISTERS}
        assert found["rip"] == END
        assert {register: found[register] for register in KEPT} == kept, name
        assert found["rsp"] == top + 8
        assert found["eflags"] & DIRECTION == 0
        return Called(found["rax"], tuple(self._trace))


@pytest.fixture(
    scope="module",
    params=[pytest.param(name, marks=pytest.mark.slow if FORMS[name] else []) for name in FORMS],
)
def processor(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Processor:
    if not run(["gcc", "-dumpmachine"]).stdout.startswith("x86_64"):
        pytest.skip("gcc compiles for another processor")
    directory = tmp_path_factory.mktemp("kernels")
    program = directory / "kernels.so"
    sources = (kernels(directory, "[cx]*"), ROOT / "src" / "base" / "base.c")
    flags: tuple[str, ...] = FORMS[request.param]
    compile_with(
        [
            *("gcc", "-std=c99", "-O2", "-fPIC", "-fvisibility=hidden", "-shared", "-nostdlib"),
            *("-fno-stack-protector", "-fcf-protection=none"),
            *(*flags, "-DWHIT_PROFILE=fast", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}"),
            *(*map(str, sources), "-o", str(program)),
        ]
    )
    return Processor(program)


def edges(generator: random.Random, modulus: int, limbs: int) -> Iterator[int]:
    """Numbers below the modulus that make carries run, and others."""
    yield from (0, 1, 2, modulus - 1, modulus - 2, modulus // 2, modulus // 2 + 1)
    while True:
        words = [generator.choice(WORDS) for _ in range(limbs)]
        yield sum(word << 64 * i for i, word in enumerate(words)) % modulus
        yield modulus - 1 - generator.randrange(2 ** generator.randrange(1, 64 * limbs)) % modulus
        yield generator.randrange(modulus)
        yield generator.randrange(2 ** generator.randrange(1, 64 * limbs)) % modulus


@pytest.mark.brief(3)
@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(processor: Processor, name: str) -> None:
    arity, expected = FIELD[name]
    generator = random.Random(name)
    numbers = edges(generator, P, 4)
    seen: list[int] = []
    traces = set()
    for turn in range(ROUNDS):
        seen.append(next(numbers))
        values = [seen[-1], generator.choice(seen)][:arity]
        operands = [processor.write(1 + i, value, 4) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = processor.write(0, 0, 4) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = processor.call(f"whit_field_{name}_p256_asm", result, *operands)
        found = processor.read(result, 4)
        assert found == expected(*values) % P, [f"{value:#x}" for value in values]
        traces.add((turn % 3 and 1 + turn % 3 % arity, call.trace))
    assert len(traces) == 1 + arity


@pytest.mark.parametrize("factor", [1, P - 1, R % P, 2**64 - 1, P - 2**192])
def test_reduction_on_the_edge(processor: Processor, factor: int) -> None:
    """Products whose Montgomery quotient is all ones or nearly so, and whose result is next to 0
    or p."""
    for wanted in (0, 1, 2, P - 1, P - 2, 2**64, 2**192, P - 2**96):
        other = wanted * R * pow(factor, -1, P) % P
        operands = processor.write(1, factor, 4), processor.write(2, other, 4)
        result = processor.write(0, 0, 4)
        processor.call("whit_field_mul_p256_asm", result, *operands)
        assert processor.read(result, 4) == wanted


def test_multiplication_is_its_twin(processor: Processor) -> None:
    numbers = edges(random.Random("twin"), P, 4)
    prime = processor.write(4, P, 4)
    for _ in range(50):
        operands = [processor.write(1 + i, next(numbers), 4) for i in range(2)]
        result, product = processor.write(0, 0, 4), processor.write(3, 0, 8)
        processor.call("whit_field_mul_p256_asm", result, *operands)
        found = processor.read(result, 4)
        processor.call("whit_mp_mul_c", product, *operands, 4)
        processor.call("whit_reduce_p256_c", result, product, prime, 1, 4)
        assert found == processor.read(result, 4)


def rooted(value: int) -> int:
    """A number whose Montgomery square is the value, or the value where there is none."""
    root = pow(value * R, (P + 1) // 4, P)
    return root if (root * root - value * R) % P == 0 else value


@pytest.mark.slow
@pytest.mark.parametrize("name", ["twice", "add_affine"])
def test_point_formulas(processor: Processor, name: str) -> None:
    """Coordinates and squares of them on the edges of carries, and equal, opposite and infinite
    points, which are as good as any others to a formula."""
    function = {"twice": "double_a_minus_3", "add_affine": "add_affine"}[name]
    text = (ROOT / "formulas" / "jacobian.txt").read_text()
    (formula,) = (f for f in parse(text) if f.name == f"{function}_overlapped")
    generator = random.Random(name)
    numbers = edges(generator, P, 4)
    seen = [next(numbers) for _ in range(20)]
    traces = set()
    for turn in range(2 * ROUNDS):
        seen.append(next(numbers))
        x1, y1, z1, x2, y2 = (generator.choice((seen[-1], *seen)) for _ in range(5))
        if turn % 3:
            y1, z1 = rooted(y1), rooted(z1)
        if turn % 5 == 0:
            scale = z1 * pow(R, -1, P)
            x1, y1 = x2 * scale**2 % P, generator.choice((1, -1)) * y2 * scale**3 % P
        values = {"X1": x1, "Y1": y1, "Z1": z1, "X2": x2, "Y2": y2}
        plain = {key: value * pow(R, -1, P) % P for key, value in values.items()}
        point = processor.write(0, x1 | y1 << 256 | z1 << 512, 12)
        times = 1 + turn % 4 // 3
        other = processor.write(1, x2 | y2 << 256, 8) if formula.adds else times
        call = processor.call(f"whit_point_{name}_p256_asm", point, other)
        for _ in range(1 if formula.adds else times):
            plain |= zip(("X1", "Y1", "Z1"), evaluate(formula, plain, P), strict=True)
        expected = [plain[key] * R % P for key in ("X1", "Y1", "Z1")]
        assert [processor.read(point + 32 * i, 4) for i in range(3)] == expected
        traces.add(call.trace)
    assert len(traces) == 1 + (name == "twice")


P_25519 = 2**255 - 19
LOOSE: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "mul_small": (2, lambda a, b: 121665 * a + b),
    "canonical": (1, lambda a: a),
}


def loose_edges(generator: random.Random) -> Iterator[int]:
    """Numbers below twice the prime, at both its multiples and at the ends of limbs, and others."""
    top = 2 * P_25519
    for centre in (0, P_25519, top - 1, 2**255, 2**255 - 2**192):
        yield from (n for n in range(centre - 42, centre + 43) if 0 <= n < top)
    yield from edges(generator, top, 4)


@pytest.mark.brief(3)
@pytest.mark.parametrize("name", LOOSE)
def test_arithmetic_of_curve25519(processor: Processor, name: str) -> None:
    arity, expected = LOOSE[name]
    generator = random.Random(name)
    numbers = loose_edges(generator)
    seen: list[int] = []
    traces = set()
    for turn in range(800):
        seen.append(next(numbers))
        other = generator.choice((generator.choice(seen), (2**256 - 1 - seen[-1]) % (2 * P_25519)))
        values = [seen[-1], other][:arity]
        operands = [processor.write(1 + i, value, 4) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = processor.write(0, 0, 4) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = processor.call(f"whit_field_{name}_p25519_asm", result, *operands)
        found = processor.read(result, 4)
        assert found < (1 if name == "canonical" else 2) * P_25519, [f"{x:#x}" for x in values]
        assert found % P_25519 == expected(*values) % P_25519, [f"{x:#x}" for x in values]
        traces.add((turn % 3 and 1 + turn % 3 % arity, call.trace))
    assert len(traces) == 1 + arity


def test_negation_and_selection_of_curve25519(processor: Processor) -> None:
    numbers = loose_edges(random.Random("negate"))
    traces = set()
    for _ in range(500):
        value, other = next(numbers), next(numbers)
        for bit in (0, 1):
            result, operand = processor.write(0, value, 4), processor.write(1, other, 4)
            name = "whit_field_negate_masked_p25519_asm"
            traces.add(processor.call(name, result, -bit).trace)
            found = processor.read(result, 4)
            assert found < 2 * P_25519
            assert (found + value) % P_25519 == 0 if bit else found == value
            before = found
            name = "whit_field_select_p25519_asm"
            traces.add(processor.call(name, result, operand, bit).trace)
            assert processor.read(result, 4) == (other if bit else before)
    assert len(traces) == 2


def test_negation_by_a_mask(processor: Processor) -> None:
    numbers = edges(random.Random("negate"), P, 4)
    traces = set()
    for _ in range(ROUNDS):
        value = next(numbers)
        for mask in (0, LIMB - 1):
            result = processor.write(0, value, 4)
            call = processor.call("whit_field_negate_masked_p256_asm", result, mask)
            traces.add(call.trace)
            assert processor.read(result, 4) == ((-value) % P if mask else value)
    assert len(traces) == 1


@pytest.mark.parametrize("name", ["mul", "sqr"])
def test_products(processor: Processor, name: str) -> None:
    generator = random.Random(name)
    numbers = edges(generator, LIMB**4, 4)
    traces = set()
    for _ in range(ROUNDS):
        values = [next(numbers) for _ in range(2 if name == "mul" else 1)]
        operands = [processor.write(1 + i, value, 4) for i, value in enumerate(values)]
        result = processor.write(0, generator.randrange(LIMB**8), 9)
        traces.add(processor.call(f"whit_mp_{name}_4_asm", result, *operands).trace)
        assert processor.read(result, 8) == values[0] * values[-1]
    assert len(traces) == 1


def test_montgomery_reduction(processor: Processor) -> None:
    generator = random.Random("montgomery")
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    traces = set()
    for turn in range(ROUNDS):
        modulus = generator.choice((order, P, R - 1, R // 2 + 1, generator.randrange(R) | 1))
        below = generator.choice((modulus, 2 ** generator.randrange(1, 256)))
        numbers = edges(generator, modulus * min(below, R), 8)
        product = [next(numbers) for _ in range(1 + turn % 12)][-1]
        inverse = -pow(modulus, -1, LIMB) % LIMB
        operands = [processor.write(1, product, 8), processor.write(2, modulus, 4)]
        result = processor.write(0, 0, 4)
        call = processor.call("whit_reduce_montgomery_4_asm", result, *operands, inverse)
        traces.add(call.trace)
        assert processor.read(result, 4) == product * pow(R, -1, modulus) % modulus
        processor.call("whit_reduce_montgomery_c", result, *operands, inverse, 4)
        assert processor.read(result, 4) == product * pow(R, -1, modulus) % modulus
    assert len(traces) == 1


@pytest.mark.parametrize("name", PASSES)
def test_passes_over_limbs(processor: Processor, name: str) -> None:
    if not processor.has(f"whit_{name}_asm"):
        assert name in ("mp_select", "mp_mul_add_limb")
        pytest.skip("no kernel of this form: the portable C serves")
    generator = random.Random(name)
    apart = name in ("mp_add", "mp_sub")
    for limbs in range(1, 20):
        numbers = edges(generator, LIMB**limbs, limbs)
        traces = set()
        for turn in range(30):
            first, second = (next(numbers) for _ in range(2))
            operands = [processor.write(i, x, limbs) for i, x in enumerate((first, second))]
            word = generator.choice(WORDS) if name == "mp_mul_add_limb" else -(turn % 2)
            arguments = [operands[turn % 2], *operands] if apart else [*operands, word]
            call = processor.call(f"whit_{name}_asm", *arguments, limbs)
            traces.add((turn % 2 if apart else 0, call.trace))
            expected = PASSES[name](first, second, word)
            assert processor.read(arguments[0], limbs) == expected % LIMB**limbs
            assert call.value == abs(expected >> 64 * limbs)
        assert len(traces) == (2 if apart else 1)


@pytest.mark.slow
def test_look_up(processor: Processor) -> None:
    generator = random.Random("look up")
    result, table = DATA, DATA + SLOT * TABLE
    for limbs in (*range(8, 26), 34, 51):
        for entries in (1, 2, 8, 17):
            content = [generator.randrange(LIMB**limbs) for _ in range(entries)]
            whole = sum(entry << 64 * limbs * i for i, entry in enumerate(content))
            assert processor.write(TABLE, whole, limbs * entries) == table
            traces = set()
            for index in range(entries):
                processor.write(0, LIMB ** (limbs + 1) - 1, limbs + 1)
                arguments = (result, table, entries, index, limbs)
                traces.add(processor.call("whit_mp_lookup_asm", *arguments).trace)
                assert processor.read(result, limbs + 1) == content[index] + (
                    LIMB - 1 << 64 * limbs
                )
                processor.call("whit_mp_lookup_c", *arguments)
                assert processor.read(result, limbs) == content[index]
            assert len(traces) == 1


def signed(generator: random.Random, bits: int) -> int:
    size = generator.choice((2**bits - 1, 0, 1, generator.randrange(2**bits)))
    return generator.choice((size, -size, -(2**bits)))


@pytest.mark.parametrize("shift", [0, 63])
def test_combinations(processor: Processor, shift: int) -> None:
    generator = random.Random(shift)
    name = "whit_mp_combine_shifted_asm" if shift else "whit_mp_combine_asm"
    for limbs in (2, 3, 5, 7, 9, 18):
        traces = set()
        for turn in range(90):
            a, b = (signed(generator, 64 * limbs - 65) for _ in range(2))
            s, t = (signed(generator, 62) for _ in range(2))
            if turn % 9 > 5:
                # As a multiple of the modulus is added, and as a row of one step's kind.
                s, t = 1 - turn % 2, generator.choice((-(2**63), 2**63 - 1, 0))
            operands = [processor.write(1 + i, value, limbs) for i, value in enumerate((a, b))]
            factors = processor.write(3, s % LIMB | t % LIMB << 64, 2)
            result = [processor.write(0, 0, 1), *operands][turn % 3]
            call = processor.call(name, result, *operands, factors, limbs)
            traces.add((turn % 3, call.trace))
            expected = (s * a + t * b) >> shift
            assert processor.read(result, limbs) == expected % LIMB**limbs
        assert len(traces) == 3


def test_division_steps(processor: Processor) -> None:
    generator = random.Random("steps")
    traces = set()
    for _ in range(ROUNDS):
        delta = generator.choice((-1, 0, 1, generator.randrange(-99, 99)))
        f = generator.choice((*WORDS, generator.randrange(LIMB))) | 1
        g = generator.choice((*WORDS, generator.randrange(LIMB)))
        result = processor.write(0, 0, 4)
        call = processor.call("whit_mp_find_steps_asm", result, delta, f, g)
        traces.add(call.trace)
        after, matrix = division_steps(63, delta, f, g)
        assert call.value == after % LIMB
        assert [processor.read(result + 8 * i, 1) for i in range(4)] == [-x % LIMB for x in matrix]
    assert len(traces) == 1


def test_a_form_is_what_its_flags_ask_for(
    processor: Processor, request: pytest.FixtureRequest
) -> None:
    """Its instructions, by the prefix of MULX: else both forms would be tested as one."""
    form = request.node.callspec.params["processor"]
    code = processor.code("whit_field_mul_p256_asm", 60)
    assert (b"\xc4" in code) == (FORMS[form] != ())


# What compilers weave into functions, and code at an address that is not known.
WOVEN = ("-O0", "-fstack-protector-all", "-finstrument-functions", "-O2 -fPIC -fcf-protection=full")
PROGRAM = """
#include "whit.h"
int main(void)
{{
    return whit_{curve}_selftest_ecdh() == WHIT_OK && whit_{curve}_selftest_sign() == WHIT_OK
               && whit_{curve}_selftest_verify() == WHIT_OK ? 0 : 1;
}}
"""


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("profile", ["balanced", "fast"])
@pytest.mark.parametrize("curve", ["secp256r1", "secp256k1", "secp384r1"])
def test_flags_that_change_functions(
    compiler: str, profile: str, curve: str, tmp_path: Path
) -> None:
    if not run(["gcc", "-dumpmachine"]).stdout.startswith("x86_64"):
        pytest.skip("this is another processor")
    tool = [sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--curves", curve]
    assert run([*tool, "--output", str(tmp_path)]).returncode == 0
    (tmp_path / "main.c").write_text(PROGRAM.format(curve=curve))
    chosen = (f"-DWHIT_CURVES={curve}", f"-DWHIT_PROFILE={profile}", "-std=c99")
    for flags in WOVEN:
        program = tmp_path / "program"
        sources = (tmp_path / "main.c", tmp_path / "whit.c")
        compile_with([compiler, *flags.split(), *chosen, *sources, "-o", program])
        assert run([program]).returncode == 0, flags


def test_the_check_sees_a_change(tmp_path: Path) -> None:
    check_generator_sees_a_change(tmp_path, "x86_64/mp_combine.c", "adc", "sbb")
