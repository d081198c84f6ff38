# SPDX-License-Identifier: MIT
"""The field arithmetic of ARMv7-M modulo p192 on an emulated Cortex-M3: against integers and the
portable twin, by halves of limbs and by UMULL."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import DATA, SAVING, edges, read, write
from tests.test_kernels_primes import PRIMES, TWIN

PRIME = PRIMES["p192"]
P, LIMBS = PRIME.p, PRIME.limbs
RADIX = 2 ** (32 * LIMBS)
ROUNDS = 200
FIELD: dict[str, tuple[int, Callable[..., int]]] = {
    "mul": (2, lambda a, b: a * b * PRIME.factor),
    "add": (2, lambda a, b: a + b),
    "sub": (2, lambda a, b: a - b),
    "half": (1, lambda a: a * ((P + 1) // 2)),
}
# Where sums reach p, differences zero, and 2^64 + 1, which stands for p, carries or borrows.
EDGES = (0, 1, 2, 2**64, 2**64 + 1, 2**64 + 2, P // 2, P // 2 + 1, P - 2**64 - 1, P - 2, P - 1)


def image(directory: Path, wide: bool) -> Machine:
    """A build with products from halves or, `wide`, with those of UMULL, under the same names."""
    names = {name: name for name in FIELD} | ({"mul": "mul_wide"} if wide else {})
    text = "".join(
        function(f"field_{name}", SAVING.format(name=f"whit_field_{own}_p192_asm"))
        for name, own in names.items()
    )
    about = {"limbs": LIMBS, "constant": PRIME.constant, "reduction": PRIME.reduction}
    text += function("field_twin", TWIN.format(name="p192", **about))
    limbs = ", ".join(f"{P >> 32 * i & 0xFFFFFFFF:#x}" for i in range(LIMBS))
    source = directory / "calls.S"
    source.write_text(HEADER + text + f".balign 4\nprime_p192: .word {limbs}\n" + DATA)
    choice = f"-DWHIT_VARIABLE_MULTIPLY={int(wide)}"
    return boot(link(directory, "m3", [source, kernels(directory, "[ac]*")], *FLAGS, choice), "m3")


@pytest.fixture(scope="module", params=[False, True], ids=["halves", "wide"])
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return image(tmp_path_factory.mktemp("kernels"), request.param)


def called(machine: Machine, name: str, result: int, values: list[int]) -> object:
    """The traces of a call; what it gives is compared."""
    operands = [write(machine, 1 + i, value, LIMBS) for i, value in enumerate(values)]
    place = operands[result - 1] if result else write(machine, 0, 0xA5 << 32 * LIMBS, LIMBS + 1)
    call = machine.call(f"field_{name}", place, *operands, trace=True)
    _, expected = FIELD[name]
    assert read(machine, place, LIMBS) == expected(*values) % P, [f"{value:#x}" for value in values]
    if not result:
        assert read(machine, place, LIMBS + 1) >> 32 * LIMBS == 0xA5
    return call.traces


@pytest.mark.parametrize("name", FIELD)
def test_field_arithmetic(machine: Machine, name: str) -> None:
    arity, _ = FIELD[name]
    numbers = edges(random.Random(f"p192 {name}"), P, LIMBS)
    drawn = [next(numbers) % P for _ in range(2 * ROUNDS)]
    pairs = [*zip(drawn[::2], drawn[1::2], strict=True), *((a, b) for a in EDGES for b in EDGES)]
    traces: dict[int, set[object]] = {place: set() for place in range(arity + 1)}
    for turn, pair in enumerate(pairs):
        place = turn % (arity + 1)  # apart, and in place of each operand
        traces[place].add(called(machine, name, place, list(pair[:arity])))
    if name != "mul":
        assert all(len(found) == 1 for found in traces.values())


def test_a_product_takes_one_trace_for_all_operands(tmp_path: Path) -> None:
    machine = image(tmp_path, False)
    numbers = edges(random.Random("p192 trace"), P, LIMBS)
    pairs = [[next(numbers) % P, next(numbers) % P] for _ in range(100)]
    assert len({called(machine, "mul", 0, pair) for pair in (*pairs, [0, 0], [P - 1, 1])}) == 1


def test_a_square_is_a_product(machine: Machine) -> None:
    for value in EDGES:
        operand = write(machine, 1, value, LIMBS)
        machine.call("field_mul", operand, operand, operand)
        assert read(machine, operand, LIMBS) == value * value * PRIME.factor % P


def test_multiples_of_the_prime_at_the_edges_of_carries(machine: Machine) -> None:
    """Products that need a multiple of p whose words make carries run, some with nothing above."""
    generator = random.Random("multiples p192")
    tried = 0
    for turn, multiple in zip(range(400), edges(generator, RADIX, LIMBS), strict=False):
        a = 1 if turn % 3 == 0 else generator.randrange(P) | 1
        b = -multiple * P * pow(a, -1, RADIX) % RADIX
        if b < P:
            called(machine, "mul", 0, [a, b])
            tried += 1
    assert tried > 300


def test_multiplication_is_its_twin(machine: Machine) -> None:
    numbers = edges(random.Random("twin p192"), P, LIMBS)
    for _ in range(50):
        operands = [write(machine, 1 + i, next(numbers) % P, LIMBS) for i in range(2)]
        result = write(machine, 0, 0)
        machine.call("field_mul", result, *operands)
        found = read(machine, result, LIMBS)
        machine.call("field_twin", result, *operands)
        assert found == read(machine, result, LIMBS)
