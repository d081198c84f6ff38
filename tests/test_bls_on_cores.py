# SPDX-License-Identifier: MIT
"""BLS signatures on emulated cores: keys and signatures are those of this host, they verify, and
the time and addresses of making them do not depend on the key."""

import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import curves
from lab.emulator import Machine
from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.arithmetic import OK, shared, status_of
from tests.bls import Arranged, Bls
from tests.images import boot, differing, without_limbs
from tests.runner.host import BLS
from tests.runner.tools import ROOT, TESTS

SECRETS = 3
# A core, a profile, a curve and an arrangement each; the AVR has 16 kB of RAM.
CASES = [
    ("cortex-m4", "fast", "bls12_381", "min_sig"),
    ("cortex-m3", "balanced", "bn_p158", "min_pk"),
    ("cortex-m0plus", "small", "bn_p158", "min_sig"),
    ("rv32imc", "balanced", "miracl_mnt6_160", "min_sig"),
    ("avr-atmega1284p", "small", "bn_p158", "min_sig"),
]
OPTIONS = tuple(flag.removeprefix("-D") for flag in BLS)
LIMIT = 10**11

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class OnCore:
    machine: Machine
    here: Arranged
    elf: Path
    target: str

    def read(self, symbol: str) -> bytes:
        return self.machine.read(self.machine.symbol(symbol), self.machine.symbol_size(symbol))

    def write(self, symbol: str, content: bytes) -> None:
        assert len(content) == self.machine.symbol_size(symbol)
        self.machine.write(self.machine.symbol(symbol), content)


@pytest.fixture(params=CASES, ids="-".join, scope="module")
def on_core(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> OnCore:
    target, profile, name, arrangement = request.param
    folder: Path = tmp_path_factory.mktemp(name)
    library = shared(folder, *BLS, curves=(name,), arithmetic=False)
    here = Arranged(Bls(library, curves.find(name)), arrangement)
    command = [sys.executable, "tools/amalgamate.py", "--curves", name, "--output", folder]
    subprocess.run(command, cwd=ROOT, check=True)
    described = catalogue.find(target)
    source = Sources(
        files=(folder / "whit.c", TESTS / "oracles" / "bls_on_core.c"),
        includes=(folder,),
        defines=(
            *(f"WHIT_CURVES={name}", f"WHIT_PROFILE={profile}", *OPTIONS),
            *(f"WHIT_LIMB_BITS={described.limb_bits}", "WHIT_HASH_LIMIT=256"),
            *(f"TEST_CURVE={name}", f"TEST_ARRANGED={arrangement}"),
            f"TEST_PREPARED={int(arrangement == 'min_sig')}",
            f"TEST_PRIVATE_KEY_BYTES={here.bls.order_bytes}",
            f"TEST_PUBLIC_KEY_BYTES={here.key_size()}",
            f"TEST_SIGNATURE_BYTES={here.signature_size()}",
        ),
    )
    image = Toolchain(described).image(folder / "bls.elf", (source,))
    return OnCore(boot(image.elf, target), here, image.elf, target)


def test_signatures(on_core: OnCore) -> None:
    here, drawn = on_core.here, random.Random(1)
    suite = here.own_suite("basic")
    key = drawn.randrange(1, here.bls.curve.order).to_bytes(here.bls.order_bytes)
    message = drawn.randbytes(20)
    on_core.write("private_key", key)
    on_core.write("message", message)
    assert on_core.machine.call("make_key", limit=LIMIT).value == OK
    assert on_core.read("public_key") == here.public_key(key)[1]
    assert on_core.machine.call("make_signature", limit=LIMIT).value == OK
    assert on_core.read("signature") == here.sign(key, suite, message)[1]
    prepared = ("verify_prepared",) if here.key_is_second else ()
    for function in ("verify_signature", *prepared):
        on_core.write("message", message)
        assert on_core.machine.call(function, limit=LIMIT).value == OK
        on_core.write("message", message[:-1] + bytes([message[-1] ^ 1]))
        wrong = on_core.machine.call(function, limit=LIMIT).value
        assert wrong == status_of("SIGNATURE_INVALID")


def test_secrets_do_not_show(on_core: OnCore) -> None:
    here, drawn = on_core.here, random.Random(2)
    machine, order = on_core.machine, here.bls.curve.order
    traces = set()
    on_core.write("message", bytes(20))
    for number in (1, order - 1, *(drawn.randrange(1, order) for _ in range(SECRETS - 2))):
        on_core.write("private_key", number.to_bytes(here.bls.order_bytes))
        for function in ("make_key", "make_signature"):
            call = machine.call(function, trace=True, limit=LIMIT)
            assert call.value == OK
            traces.add((function, call.cycles, call.traces))
    assert len(traces) == 2


@pytest.mark.parametrize("function", ["make_key", "make_signature"])
def test_nothing_stays_in_memory(on_core: OnCore, function: str) -> None:
    """But outputs: what differs between secrets is not there."""
    here, drawn, contents = on_core.here, random.Random(3), []
    for _ in range(SECRETS):
        fresh = OnCore(boot(on_core.elf, on_core.target), here, on_core.elf, on_core.target)
        key = drawn.randrange(1, here.bls.curve.order).to_bytes(here.bls.order_bytes)
        fresh.write("private_key", key)
        fresh.write("message", bytes(20))
        assert fresh.machine.call(function, limit=LIMIT).value == OK
        output = fresh.read("public_key") + fresh.read("signature")
        for symbol in ("private_key", "public_key", "signature"):
            fresh.write(symbol, bytes(fresh.machine.symbol_size(symbol)))
        memory = fresh.machine.read(*fresh.machine.core.ram)
        contents.append(without_limbs(memory, output))
    assert differing(contents) == []
