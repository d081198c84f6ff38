# SPDX-License-Identifier: MIT
"""The kernels of AVR for 2^255 - 19 on the emulated core, each called directly: against integers on
operands at the edges of carries and of twice the prime, in place, with callee-saved registers
poisoned by the emulator, and with one trace for all operands."""

import random
import shutil
from collections.abc import Callable, Iterator

import pytest

from lab.emulator.avr import AvrMachine
from tests.test_kernels_avr import BYTES, MODELS, image, read, write

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

P = 2**255 - 19
TOP = 2 * P
TURNS = 500

FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "mul_small": (2, lambda a, b: 121665 * a + b),
    "canonical": (1, lambda a: a),
}


@pytest.fixture(scope="module", params=["small", "balanced", "fast"])
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def machine(profile: str, tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return image(tmp_path_factory.mktemp("kernels"), MODELS[0], profile)


def kernel(machine: AvrMachine, name: str) -> str | None:
    """The function, which has another name in profile fast; profile small lacks some."""
    for form in ("_large", ""):
        function = f"whit_field_{name}{form}_p25519_asm"
        try:
            machine.symbol(function)
        except KeyError:
            continue
        return function
    return None


def test_small_profile_has_what_its_field_asks_for(machine: AvrMachine, profile: str) -> None:
    found = {name for name in (*FIELD, "fold_small", "select") if kernel(machine, name)}
    small = {"add", "sub", "canonical", "fold_small"}
    assert found == (small if profile == "small" else {*FIELD, "select"})


def edges(generator: random.Random) -> Iterator[int]:
    """Numbers below twice the prime at both its multiples and at the ends of bytes, and others."""
    for centre in (0, P, TOP - 1, 2**255, 2**255 - 2**248, 2**248):
        yield from (n for n in range(centre - 40, centre + 41) if 0 <= n < TOP)
    while True:
        yield int.from_bytes(generator.choices(BYTES, k=32), "little") % TOP
        yield TOP - 1 - generator.randrange(2 ** generator.randrange(1, 256))
        yield generator.randrange(TOP)
        yield generator.randrange(2 ** generator.randrange(1, 256)) % TOP


def pairs(generator: random.Random) -> Iterator[list[int]]:
    """Two of them, often with a sum, a difference or bytes that carries run through."""
    numbers = edges(generator)
    seen: list[int] = []
    while True:
        a = next(numbers)
        seen.append(a)
        yield [a, generator.choice(seen)]
        yield [a, (2**256 - 1 - a) % TOP]
        yield [a, (a ^ 2**248 - 1) % TOP]
        yield [a, (a + generator.choice((0, 1, 18, 19, 20, 2**248))) % TOP]


@pytest.mark.brief(4)
@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: AvrMachine, name: str) -> None:
    function = kernel(machine, name)
    if function is None:
        return
    arity, expected = FIELD[name]
    numbers = pairs(random.Random(name))
    traces = set()
    for turn in range(TURNS if arity == 1 else 3 * TURNS):
        values = next(numbers)[:arity]
        operands = [write(machine, 1 + i, value) for i, value in enumerate(values)]
        # Apart, and in place of each operand.
        result = write(machine, 0, 0) if turn % 3 == 0 else operands[turn % 3 % arity]
        call = machine.call(function, result, *operands, trace=turn % 3 == 0)
        found = read(machine, result)
        assert found < (P if name == "canonical" else TOP), [f"{value:#x}" for value in values]
        assert found % P == expected(*values) % P, [f"{value:#x}" for value in values]
        if turn % 3 == 0:
            traces.add(call.traces)
    assert len(traces) == 1


def test_selection(machine: AvrMachine) -> None:
    function = kernel(machine, "select")
    if function is None:
        return
    generator = random.Random("select")
    traces = set()
    for turn in range(40):
        values = [generator.randrange(2**256) for _ in range(2)]
        operands = [write(machine, i, value) for i, value in enumerate(values)]
        traces.add(machine.call(function, *operands, turn % 2, trace=True).traces)
        assert [read(machine, operand) for operand in operands] == [values[turn % 2], values[1]]
    assert len(traces) == 1


def test_folding(machine: AvrMachine) -> None:
    """Of any 64 bytes, which products do not come to: in profile small, where it is apart."""
    function = kernel(machine, "fold_small")
    if function is None:
        return
    generator = random.Random("fold")
    numbers = pairs(generator)
    cases = [2**512 - 1, 2**512 - 2**256, (2**256 - 39) ** 2, 0, 2**512 - 2**504]
    for _ in range(TURNS):
        a, b = next(numbers)
        cases += [a * b, a + (b << 256), int.from_bytes(generator.choices(BYTES, k=64), "little")]
    traces = set()
    for case in cases:
        operand, result = write(machine, 1, case, 64), write(machine, 0, 0)
        traces.add(machine.call(function, result, operand, trace=True).traces)
        assert read(machine, result) < TOP
        assert read(machine, result) % P == case % P, f"{case:#x}"
    assert len(traces) == 1
