# SPDX-License-Identifier: MIT
"""Key agreement on the curves without a standard, on emulated cores: the same program counters,
addresses and cycles for all private keys, and nothing of the keys left in memory."""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.images import SECRETS, boot, differing
from tests.runner.host import PROFILES, STANDARD
from tests.runner.tools import ROOT
from tests.test_agreement import CURVES, Law
from tools.curves.forms import FormCurve

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
    ),
]

TARGETS = ("cortex-m4", "cortex-m3", "cortex-m0")
DRIVER = """
#include "whit.h"

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)
#define AGREE(name) JOIN(whit_, CURVE, _##name)

volatile uint8_t driver_private[PRIVATE_BYTES];
volatile uint8_t driver_public[PUBLIC_BYTES];
volatile uint8_t driver_out[PUBLIC_BYTES];

__attribute__((noinline)) unsigned driver_public_key(void);
__attribute__((noinline)) unsigned driver_ecdh(void);
int main(void);

unsigned driver_public_key(void)
{
    return AGREE(public_key)((uint8_t *)driver_out, (const uint8_t *)driver_private) != WHIT_OK;
}

unsigned driver_ecdh(void)
{
    return AGREE(ecdh)((uint8_t *)driver_out, (const uint8_t *)driver_private,
                       (const uint8_t *)driver_public, PUBLIC_BYTES) != WHIT_OK;
}

int main(void)
{
    return (int)(driver_public_key() + driver_ecdh());
}
"""


def image(folder: Path, curve: FormCurve, target: str, profile: str) -> Path:
    described = catalogue.find(target)
    tool = [sys.executable, str(ROOT / "tools" / "amalgamate.py"), "--output", str(folder)]
    subprocess.run([*tool, "--curves", curve.name], check=True)
    driver = folder / "driver.c"
    driver.write_text(DRIVER)
    values = {"WHIT_CURVES": curve.name, "CURVE": curve.name, "WHIT_PROFILE": profile}
    values |= {"PRIVATE_BYTES": str(curve.private_bytes), "PUBLIC_BYTES": str(curve.point_bytes)}
    values |= {"WHIT_LIMB_BITS": str(described.limb_bits)}
    ours = Sources(
        files=(folder / "whit.c", driver),
        includes=(folder,),
        defines=tuple(f"{name}={value}" for name, value in values.items()),
        flags=STANDARD,
    )
    toolchain = Toolchain(described)
    return toolchain.image(folder / "driver.elf", (toolchain.firmware("console.c"), ours)).elf


def builds() -> Iterator[object]:
    """In `make test` each curve once, the targets and the profiles in turn."""
    for number, name in enumerate(CURVES):
        for turn, target in enumerate(TARGETS):
            for place, profile in enumerate(PROFILES):
                usual = (turn, place) == (number % 3, number // 3 % 3)
                marks = () if usual and CURVES[name].p.bit_length() < 300 else pytest.mark.campaign
                yield pytest.param(name, target, profile, marks=marks)


@pytest.mark.parametrize(("name", "target", "profile"), list(builds()))
def test_traces_and_memory_are_the_same(
    name: str, target: str, profile: str, tmp_path: Path
) -> None:
    curve, law = CURVES[name], Law(CURVES[name])
    elf = image(tmp_path, curve, target, profile)
    public = law.multiply(12345, curve.g)
    traces: dict[str, set[object]] = {}
    cycles: dict[str, int] = {}
    left: dict[str, list[bytes]] = {}
    for number in range(SECRETS):
        private = hashlib.shake_256(f"{number}".encode()).digest(curve.private_bytes)
        for function, point in (("driver_public_key", curve.g), ("driver_ecdh", public)):
            machine = boot(elf, target)
            machine.write(machine.symbol("driver_private"), private)
            machine.write(machine.symbol("driver_public"), law.encode(public))
            call = machine.call(function, trace=True)
            assert call.value == 0
            product = machine.read(machine.symbol("driver_out"), curve.point_bytes)
            assert product == law.encode(law.multiply(law.scalar(private), point))
            traces.setdefault(function, set()).add(call.traces)
            cycles[function] = call.cycles
            for buffer in ("driver_private", "driver_out"):
                machine.write(machine.symbol(buffer), bytes(machine.symbol_size(buffer)))
            left.setdefault(function, []).append(machine.read(*machine.core.ram))
    for function, seen in traces.items():
        print(name, target, profile, function, cycles[function])
        assert None not in seen
        assert len(seen) == 1, function
        # Masks, which are all bits or none, may stay.
        assert differing(left[function], SECRETS) == [], function
