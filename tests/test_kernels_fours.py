# SPDX-License-Identifier: MIT
"""The products and Montgomery's reduction of ARMv7E-M in profile small, by one kernel for lengths
of whole fours and one for any, and its sums: against integers on operands at the edges of carries,
with what is beside them untouched, callee-saved registers poisoned by the emulator, and one trace
for all operands."""

import random

import pytest
from emulator.assembler import HEADER, boot, function, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels
from tests.test_kernels import DATA, FIVE, check_passes, edges, read, write

pytestmark = pytest.mark.brief(4)

# A curve whose build takes it, and the lengths that are tried.
FORMS = {
    "fours": ("secp384r1", (4, 8, 12, 16, 20, 48)),
    "any": ("secp521r1", (4, 5, 6, 7, 8, 10, 14, 15, 17, 19, 20)),
}
ROUNDS = 40
GUARD = 0xA5A5A5A5
R, A, B, ARGUMENTS = range(4)


@pytest.fixture(scope="module", params=FORMS)
def form(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> "Form":
    curve, lengths = FORMS[request.param]
    directory = tmp_path_factory.mktemp("fours")
    source = directory / "calls.S"
    source.write_text(
        HEADER + function("fours", FIVE.format(name=f"whit_mp_multiply_{request.param}_asm")) + DATA
    )
    flags = (*FLAGS, "-DWHIT_PROFILE=small", f"-DWHIT_CURVES={curve}")
    elf = link(directory, "m4", [source, kernels(directory, "[ac]*")], *flags)
    return Form(request.param, boot(elf, "m4"), lengths)


class Form:
    def __init__(self, name: str, machine: Machine, lengths: tuple[int, ...]) -> None:
        self.name = name
        self.lengths = lengths
        self.machine = machine

    def __call__(self, r: int, a: int | None, b: int, n: int, n0: int) -> tuple[int, object]:
        """What stands at r, of 2 n limbs, after a call; and its traces. Without a it is r."""
        machine = self.machine
        place = write(machine, R, r | GUARD << 64 * n, 2 * n + 1)
        first = place if a is None else write(machine, A, a, n)
        second = write(machine, B, b, n)
        words = (place, first, second, n, n0)
        arguments = write(machine, ARGUMENTS, sum(w << 32 * i for i, w in enumerate(words)), 5)
        call = machine.call("fours", arguments, trace=True)
        assert a is None or read(machine, first, n) == a
        assert read(machine, second, n) == b
        found = read(machine, place, 2 * n + 1)
        assert found >> 64 * n == GUARD
        return found & (1 << 64 * n) - 1, call.traces


def test_products(form: Form) -> None:
    for n in form.lengths:
        generator = random.Random(n)
        radix, traces = 1 << 32 * n, set()
        numbers = edges(generator, radix, n)
        pairs = [(radix - 1, radix - 1), (0, radix - 1), (radix - 1, 1)]
        pairs += [(next(numbers) % radix, next(numbers) % radix) for _ in range(ROUNDS)]
        for a, b in pairs:
            found, trace = form(generator.randrange(radix**2), a, b, n, 0)
            assert found == a * b, (n, hex(a), hex(b))
            traces.add(trace)
        assert len(traces) == 1


def test_squares(form: Form) -> None:
    for n in form.lengths:
        a = random.Random(n).randrange(1 << 32 * n)
        assert form(0, a, a, n, 0)[0] == a * a


def test_reductions(form: Form) -> None:
    """What is left of both halves is the quotient."""
    for n in form.lengths:
        generator = random.Random(n)
        radix, traces = 1 << 32 * n, set()
        numbers = edges(generator, radix, n)
        for turn in range(ROUNDS):
            m = (radix - 1, radix // 2 + 1, next(numbers) | 1, next(numbers) | 1)[turn % 4] % radix
            inverse = -pow(m, -1, radix) % radix
            # Products of which a multiple of m, at the edges of carries, leaves nothing below.
            multiple = next(numbers) % radix
            low = -multiple * m % radix
            high = generator.choice([0, m - 1, generator.randrange(m)])
            t = high * radix + low
            found, trace = form(t, None, m, n, inverse % 2**32)
            total = t + (t % radix * inverse % radix) * m
            assert total % radix == 0
            assert found % radix + found // radix == total // radix, (n, hex(m), hex(t))
            traces.add(trace)
        assert len(traces) == 1


@pytest.mark.parametrize("name", ["mp_add", "mp_sub", "mp_add_masked"])
def test_sums(form: Form, name: str) -> None:
    lengths = range(2, 20, 2) if form.name == "fours" else range(1, 20)
    check_passes(form.machine, name, f"whit_{name}_{form.name}_asm", lengths)
