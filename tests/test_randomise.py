# SPDX-License-Identifier: MIT
"""Randomised coordinates on the emulated cores: results are the oracle's whatever is drawn, neither
keys nor what is drawn decide anything of the trace or stay in memory, and the cost is that of
doc/constant-time.md."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.emulator import Machine, Trace
from lab.emulator.errors import LimitError
from lab.measures.flash import footprint
from lab.model import PROFILES
from tests.images import Images, boot, core, differing, without_halves

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "doc" / "constant-time.md"
CORES = ("cortex-m0", "cortex-m4", "rv32imc", "avr")
CASES = [(target, profile) for target in CORES for profile in PROFILES]
CURVE = curves.find("secp256r1")
RIGHT = oracle.of(CURVE)
OK = 0x7591

# Operation: its call, with the source and, but where it draws its scalar, without.
OPERATIONS = {
    "keygen": ("keygen(key, out, &source)", "keygen(key, out, &source)"),
    "ecdh": ("ecdh_randomised(out, key, peer, 65, &source)", "ecdh(out, key, peer, 65)"),
    "sign": (
        "sign_digest(out, key, digest, 32, &source)",
        "sign_digest(out, key, digest, 32, &source)",
    ),
}

PROGRAM = """\
#include "whit.h"
int main(void);
{prototypes}
uint8_t key[32], peer[65], out[65], digest[32], pool[64];
static size_t position;
static whit_status fill(void *own, uint8_t *bytes, size_t length)
{{
    (void)own;
    for (size_t i = 0; i < length; i++) {{
        bytes[i] = pool[position++];
    }}
    return WHIT_OK;
}}
static const whit_random source = {{fill, NULL}};
{functions}
/* Or the linker would drop what the emulator calls. */
int main(void)
{{
    return (int)({sum});
}}
"""
FUNCTION = """\
__attribute__((noinline)) unsigned do_{name}(void)
{{
    position = 0;
    return whit_secp256r1_{call};
}}
"""


def program(randomised: bool) -> str:
    calls = {name: pair[0 if randomised else 1] for name, pair in OPERATIONS.items()}
    return PROGRAM.format(
        prototypes="\n".join(f"unsigned do_{name}(void);" for name in calls),
        functions="".join(FUNCTION.format(name=name, call=call) for name, call in calls.items()),
        sum=" + ".join(f"do_{name}()" for name in calls),
    )


def some_bytes(label: str) -> bytes:
    return hashlib.shake_256(label.encode()).digest(32)


DIGEST = RIGHT.digest(b"A message that is signed.")
OTHER_KEY = some_bytes("the other side's key")


@dataclass(frozen=True)
class Run:
    cycles: int
    instructions: int
    stack_bytes: int
    traces: Trace | None


def machine_of(images: Images, target: str, profile: str, randomised: bool = True) -> Machine:
    return boot(elf_of(images, target, profile, randomised), target)


def elf_of(images: Images, target: str, profile: str, randomised: bool) -> Path:
    return images.elf(target, profile, program(randomised), f"WHIT_RANDOMISE={int(randomised)}")


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Images:
    return Images(tmp_path_factory.mktemp("randomise"))


def give(machine: Machine, operation: str, secret: int, z: bytes) -> tuple[bytes, bytes]:
    """Write an operation's inputs, with the numbered key and nonce and what is drawn for z."""
    key, drawn = some_bytes(f"key {secret}"), some_bytes(f"drawn {secret}")
    given = {"key": key, "pool": drawn + z if operation != "ecdh" else z + bytes(32)}
    given |= {"digest": DIGEST, "peer": b"\4" + RIGHT.public_key(OTHER_KEY)}
    for name, data in given.items():
        machine.write(machine.symbol(name), data)
    return key, drawn


def run(machine: Machine, operation: str, secret: int, z: bytes, traced: bool = False) -> Run:
    """An operation with these; its result is the oracle's."""
    key, drawn = give(machine, operation, secret, z)
    done = machine.call(f"do_{operation}", trace=traced)
    assert done.value & 0xFFFF == OK, hex(done.value)
    key = machine.read(machine.symbol("key"), 32)
    out = machine.read(machine.symbol("out"), 65)
    if operation == "keygen":
        assert (key, out) == (drawn, b"\4" + RIGHT.public_key(drawn))
    elif operation == "ecdh":
        assert out[:32] == RIGHT.shared_secret(key, RIGHT.public_key(OTHER_KEY))
    else:
        assert out[:32] == RIGHT.public_key(drawn)[:32]
        assert RIGHT.verify(RIGHT.public_key(key), DIGEST, out[:64])
    return Run(done.cycles, done.instructions, done.stack_bytes, done.traces)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("target", "profile"), CASES)
@pytest.mark.sampled(4)
def test_neither_secrets_nor_what_is_drawn_decide_anything(
    images: Images, target: str, profile: str, operation: str
) -> None:
    machine = machine_of(images, target, profile)
    drawn = [some_bytes("z"), some_bytes("another z"), bytes(31) + b"\1"]
    runs = [run(machine, operation, secret, z, traced=True) for secret, z in enumerate(drawn)]
    runs.append(run(machine, operation, 7, drawn[0], traced=True))
    assert runs[0].traces is not None
    assert all(each.traces == runs[0].traces for each in runs)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("target", "profile"), CASES)
def test_coordinates_are_others(images: Images, target: str, profile: str, operation: str) -> None:
    """In the midst of a multiplication, for the same secrets: those of a point at least."""
    origin, size = core(target).ram
    whole = run(machine_of(images, target, profile), operation, 0, some_bytes("z"))
    contents = []
    for z in ("z", "another z"):
        machine = machine_of(images, target, profile)
        give(machine, operation, 0, some_bytes(z))
        with pytest.raises(LimitError):
            machine.call(f"do_{operation}", limit=whole.instructions // 3)
        contents.append(machine.read(origin, size))
    pool = machine.symbol("pool") - origin
    others = [at for at, (a, b) in enumerate(zip(*contents, strict=True)) if a != b]
    # Of random bytes one in 256 is the same; z itself is in the pool and in one more place.
    assert len([at for at in others if not pool <= at < pool + 64]) > 32 + 80


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(("target", "profile"), CASES)
def test_nothing_of_secrets_stays_in_memory(
    images: Images, target: str, profile: str, operation: str
) -> None:
    """What stays is the same for all of them, and for all that is drawn, as in test_wiping.py,
    where what is left without wiping is found."""
    origin, size = core(target).ram
    contents = []
    for secret in range(3):
        machine = machine_of(images, target, profile)
        run(machine, operation, secret, some_bytes(f"z {secret}"))
        content = machine.read(origin, size)
        out = machine.read(machine.symbol("out"), 65)
        for name, length in (("key", 32), ("pool", 64), ("out", 65)):
            at = machine.symbol(name) - origin
            content = content[:at] + bytes(length) + content[at + length :]
        contents.append(without_halves(content, out[1:] if operation == "keygen" else b""))
    assert differing(contents) == []


def documented(profile: str, randomised: bool) -> list[float]:
    """A line of the table in the document."""
    text = DOCUMENT.read_text()
    line = re.search(rf"^\| {profile} \| {int(randomised)} \| (.+) \|$", text, re.MULTILINE)
    assert line is not None
    return [float(cell.replace(",", "")) for cell in line[1].split(" | ")]


@pytest.mark.parametrize("randomised", [False, True])
@pytest.mark.parametrize("profile", PROFILES)
def test_the_cost_is_the_one_of_the_document(
    images: Images, profile: str, randomised: bool
) -> None:
    """To one hundredth."""
    machine = machine_of(images, "cortex-m4", profile, randomised)
    done = [run(machine, operation, 0, some_bytes("z")) for operation in OPERATIONS]
    measured = [
        *(each.cycles / 1000 for each in done),
        footprint(elf_of(images, "cortex-m4", profile, randomised)).flash_bytes,
        max(each.stack_bytes for each in done),
    ]
    assert measured == pytest.approx(documented(profile, randomised), rel=0.01)
