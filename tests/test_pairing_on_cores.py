# SPDX-License-Identifier: MIT
"""Pairings on emulated cores, against the oracle's; and multiples of the second base point, whose
time and addresses do not depend on the scalar."""

import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.emulator import Machine
from lab.oracle.pairing import PairingOracle
from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.images import boot
from tests.runner.tools import ROOT, TESTS

SECRETS = 3
# A core, a profile and a curve each; the AVR has 16 kB of RAM.
CASES = [
    ("cortex-m4", "fast", "bls12_381"),
    ("cortex-m3", "balanced", "bn254_snark"),
    ("cortex-m0plus", "small", "bn_p158"),
    ("rv32imc", "balanced", "miracl_mnt6_160"),
    ("avr-atmega1284p", "balanced", "bn_p158"),
]

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class OnCore:
    machine: Machine
    right: PairingOracle

    def write(self, symbol: str, at: int, number: int, size: int) -> None:
        self.machine.write(self.machine.symbol(symbol) + at, number.to_bytes(size, "big"))

    @property
    def size(self) -> int:
        """The bytes of a number."""
        tower = self.right.tower
        count = tower.embedding + 4 * (tower.below + 1)
        return self.machine.symbol_size("numbers") // count

    def put(self, numbers: list[int]) -> None:
        for i, number in enumerate(numbers):
            self.write("numbers", i * self.size, number, self.size)

    def get(self, count: int) -> tuple[int, ...]:
        start = self.machine.symbol("numbers")
        return tuple(
            int.from_bytes(self.machine.read(start + i * self.size, self.size))
            for i in range(count)
        )


@pytest.fixture(params=CASES, ids="-".join, scope="module")
def on_core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OnCore:
    target, profile, name = request.param
    folder: Path = tmp_path_factory.mktemp(name)
    command = [sys.executable, "tools/amalgamate.py", "--curves", name, "--output", folder]
    subprocess.run(command, cwd=ROOT, check=True)
    described = catalogue.find(target)
    source = Sources(
        files=(TESTS / "oracles" / "pairing_on_core.c",),
        includes=(folder,),
        defines=(
            *(f"WHIT_CURVES={name}", f"WHIT_PROFILE={profile}", "WHIT_PAIRINGS=1"),
            *(f"WHIT_LIMB_BITS={described.limb_bits}", "WHIT_HASH_LIMIT=256"),
        ),
    )
    image = Toolchain(described).image(folder / "pairing.elf", (source,))
    return OnCore(boot(image.elf, target), oracle.pairing(curves.find(name)))


def test_products(on_core: OnCore) -> None:
    right, drawn = on_core.right, random.Random(1)
    base = right.pairing(right.first(right.curve.base), right.untwisted(right.tower.base))
    numbers: list[int] = []
    exponent = 0
    for count in (1, 2):
        a, b = (drawn.randrange(1, right.curve.order) for _ in range(2))
        first = right.multiply(a, right.first(right.curve.base))
        assert first is not None
        second = right.twisted(right.multiply(b, right.untwisted(right.tower.base)))
        numbers += [first[0][0], first[1][0], *second]
        exponent += a * b
        on_core.put(numbers)
        call = on_core.machine.call("pairing_of_numbers", count, limit=10**11)
        assert call.value == 1
        value = right.field.power(base, exponent % right.curve.order)
        rows = right.tower_coordinates(value)
        assert on_core.get(right.degree) == tuple(number for row in rows for number in row)


@pytest.mark.parametrize("function", ["multiple_of_base", "multiple_of_point"])
def test_secrets_do_not_show(on_core: OnCore, function: str) -> None:
    right, drawn = on_core.right, random.Random(2)
    machine, order = on_core.machine, right.curve.order
    base = right.untwisted(right.tower.base)
    point = right.multiply(5, base) if function == "multiple_of_point" else base
    traces = set()
    for scalar in (1, order - 1, *(drawn.randrange(1, order) for _ in range(SECRETS - 2))):
        on_core.put([*right.twisted(point)])
        on_core.write("scalar", 0, scalar, machine.symbol_size("scalar"))
        call = machine.call(function, trace=True, limit=10**11)
        traces.add((call.cycles, call.traces))
        product = right.multiply(scalar, point)
        assert on_core.get(2 * right.tower.below) == right.twisted(product)
    assert len(traces) == 1
