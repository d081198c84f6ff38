# SPDX-License-Identifier: MIT
"""Operations in steps on the emulated cores: what the longest step takes, in doc/steps.md, and that
neither the number of steps nor what one of them does depends on secrets."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lab import curves, oracle
from lab.emulator import Machine, Trace
from lab.model import PROFILES
from tests.images import Images, boot

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "doc" / "steps.md"
CORES = ("cortex-m0", "cortex-m3", "cortex-m4", "rv32imc", "avr")
CASES = [
    pytest.param(
        *(target, profile),
        marks=[] if (target, profile) == ("cortex-m4", "balanced") else [pytest.mark.slow],
    )
    for target in CORES
    for profile in PROFILES
]
CURVE = curves.find("secp256r1")
RIGHT = oracle.of(CURVE)

# Operation: the call that begins it, its outputs, and whether secrets go into it.
OPERATIONS = {
    "keygen": ("keygen(&context, key, out, &source)", True),
    "ecdh": ("ecdh(&context, out, key, peer, 65)", True),
    "sign": ("sign_digest(&context, out, key, digest, 32, &source)", True),
    "sign, RFC 6979": ("sign_digest_deterministic(&context, out, key, digest, 32)", True),
    "verify": ("verify_digest(&context, peer, 65, digest, 32, signature, 64)", False),
}
IN_PROGRESS, OK = 0x614D, 0x7591

PROGRAM = """\
#include "whit.h"
#define KEPT __attribute__((noinline))
int main(void);
{prototypes}
unsigned step(void);
unsigned give_up(void);
whit_secp256r1_steps context;
uint8_t key[32], peer[65], out[65], digest[32], signature[64], pool[32];
static whit_status fill(void *own, uint8_t *bytes, size_t length)
{{
    (void)own;
    for (size_t i = 0; i < length; i++) {{
        bytes[i] = pool[i];
    }}
    return WHIT_OK;
}}
static const whit_random source = {{fill, NULL}};
{functions}
KEPT unsigned step(void)
{{
    return whit_step(&context.steps);
}}
KEPT unsigned give_up(void)
{{
    whit_steps_abort(&context.steps);
    return 0;
}}
/* Or the linker would drop what the emulator calls. */
int main(void)
{{
    return (int)({sum} + step() + give_up());
}}
"""


def function(operation: str) -> str:
    return "begin_" + re.sub(r"\W+", "_", operation)


def program() -> str:
    names = {function(name): call for name, (call, _) in OPERATIONS.items()}
    return PROGRAM.format(
        prototypes="\n".join(f"unsigned {name}(void);" for name in names),
        functions="\n".join(
            f"KEPT unsigned {name}(void) {{ return whit_secp256r1_steps_{call}; }}"
            for name, call in names.items()
        ),
        sum=" + ".join(f"{name}()" for name in names),
    )


def some_bytes(label: str, size: int) -> bytes:
    return hashlib.shake_256(label.encode()).digest(size)


MESSAGE = b"A message that is signed and verified in steps."
DIGEST = RIGHT.digest(MESSAGE)
OTHER_KEY = some_bytes("the other side's key", 32)


@dataclass(frozen=True)
class Step:
    cycles: int
    traces: Trace | None


def machine_of(images: Images, target: str, profile: str) -> Machine:
    return boot(images.elf(target, profile, program(), "WHIT_STEPS=1"), target)


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> Images:
    return Images(tmp_path_factory.mktemp("steps"))


def prepare(machine: Machine, secret: int) -> dict[str, bytes]:
    key = some_bytes(f"key {secret}", 32)
    given = {"key": key, "pool": some_bytes(f"pool {secret}", 32), "digest": DIGEST}
    given |= {"peer": b"\4" + RIGHT.public_key(OTHER_KEY)}
    given |= {"signature": RIGHT.sign(OTHER_KEY, MESSAGE)}
    for name, data in given.items():
        machine.write(machine.symbol(name), data)
    return given


def steps_of(machine: Machine, operation: str, *, traced: bool) -> Iterator[Step]:
    """The beginning and every step of an operation."""
    name = function(operation)
    while True:
        done = machine.call(name, trace=traced)
        yield Step(done.cycles, done.traces)
        name = "step"
        if done.value & 0xFFFF != IN_PROGRESS:
            assert done.value & 0xFFFF == OK, hex(done.value)
            return


def check(machine: Machine, operation: str, given: dict[str, bytes]) -> None:
    """The result is the oracle's."""
    key = machine.read(machine.symbol("key"), 32)
    out = machine.read(machine.symbol("out"), 65)
    if operation == "keygen":
        assert key == given["pool"]
        assert out == b"\4" + RIGHT.public_key(key)
    elif operation == "ecdh":
        assert out[:32] == RIGHT.shared_secret(key, RIGHT.public_key(OTHER_KEY))
    elif operation == "sign":
        assert out[:32] == RIGHT.public_key(given["pool"])[:32]
        assert RIGHT.verify(RIGHT.public_key(key), DIGEST, out[:64])
    elif operation == "sign, RFC 6979":
        assert out[:64] == RIGHT.sign(key, MESSAGE)


@pytest.mark.slow
@pytest.mark.parametrize(("target", "profile"), CASES)
@pytest.mark.sampled(4)
def test_the_longest_step_is_the_one_of_the_document(
    images: Images, target: str, profile: str
) -> None:
    """To one hundredth; and the result is right."""
    machine = machine_of(images, target, profile)
    measured = {}
    for operation in OPERATIONS:
        given = prepare(machine, 0)
        measured[operation] = max(
            step.cycles for step in steps_of(machine, operation, traced=False)
        )
        check(machine, operation, given)
    stated = documented()[target, profile]
    assert {name: round(cycles / 1000, 1) for name, cycles in measured.items()} == {
        name: pytest.approx(value, rel=0.01, abs=0.1) for name, value in stated.items()
    }


@pytest.mark.brief(2)
@pytest.mark.parametrize("operation", [name for name, (_, secret) in OPERATIONS.items() if secret])
@pytest.mark.parametrize(("target", "profile"), CASES)
@pytest.mark.sampled(2)
def test_secrets_decide_nothing_of_any_step(
    images: Images, target: str, profile: str, operation: str
) -> None:
    machine = machine_of(images, target, profile)
    runs = []
    for secret in range(3):
        prepare(machine, secret)
        runs.append([step.traces for step in steps_of(machine, operation, traced=True)])
    assert runs[0] == runs[1] == runs[2]


@pytest.mark.slow
def test_an_operation_that_is_given_up_leaves_no_trace_of_the_key(images: Images) -> None:
    """Neither in its context nor on the stack."""
    machine = machine_of(images, "cortex-m0", "balanced")
    origin, size = machine.core.ram
    for operation in ("ecdh", "sign, RFC 6979", "keygen"):
        for count in (0, 4, 60):
            given = prepare(machine, 0)
            steps = steps_of(machine, operation, traced=False)
            for _ in range(1 + count):
                next(steps)
            machine.call("give_up")
            machine.write(machine.symbol("key"), bytes(32))
            machine.write(machine.symbol("pool"), bytes(32))
            memory = machine.read(origin, size)
            secret = given["pool" if operation == "keygen" else "key"]
            for form in (secret, secret[::-1]):
                assert not any(form[i : i + 8] in memory for i in range(25)), (operation, count)


def documented() -> dict[tuple[str, str], dict[str, float]]:
    """The table of the longest steps, in thousand cycles."""
    rows = [
        [cell.strip() for cell in line.strip("|\n ").split("|")]
        for line in DOCUMENT.read_text().splitlines()
        if line.startswith("|")
    ]
    header, _, *lines = rows
    assert header[2:] == list(OPERATIONS)
    return {
        (line[0], line[1]): {
            name: float(cell) for name, cell in zip(OPERATIONS, line[2:], strict=True)
        }
        for line in lines
    }
