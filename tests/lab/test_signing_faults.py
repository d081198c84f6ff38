# SPDX-License-Identifier: MIT
"""Signing under faults on an emulated Cortex-M4: deterministic signing puts out signatures that
give the private key away, and checked signing puts out none but the right one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lab import curves, oracle
from lab.curves import Curve
from lab.emulator.faults import FaultMachine, Trial
from lab.emulator.places import Places
from lab.findings import Outcome
from lab.measures import inputs as generated
from lab.measures.faults import Effort
from lab.model import Case
from lab.oracle.curve25519 import EdwardsOracle
from lab.oracle.nonces import leftmost_bits
from lab.runner import Lab
from lab.targets.buffers import Layout
from lab.targets.loading import core_of, load, prepare

pytestmark = pytest.mark.slow

SEED = "faults in signing"
TARGET = "cortex-m4"


@dataclass(frozen=True)
class Output:
    """What stands after a call where the signature goes, and where the message came from."""

    signature: bytes
    message: bytes


class SigningMachine(FaultMachine):
    """A call has accepted if it returns zero and puts out another signature than the right one."""

    right = b""
    places = (range(0), range(0))  # in RAM, of the signature and of the message

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.spoilt: list[Output] = []  # signatures that were put out
        self.left: list[Output] = []  # outputs of calls that refused

    def _sprint(self, *arguments: Any, **named: Any) -> Outcome:
        outcome = super()._sprint(*arguments, **named)
        if outcome not in ("accepted", "rejected"):
            return outcome
        output = Output(*(bytes(self._ram.bytes[at.start : at.stop]) for at in self.places))
        if outcome == "rejected":
            self.left.append(output)
            return outcome
        if output.signature == self.right:
            return "rejected"
        self.spoilt.append(output)
        return "accepted"


@dataclass(frozen=True)
class Tried:
    """Every fault of an effort in one signature."""

    curve: Curve
    private_key: bytes
    message: bytes
    right: bytes
    spoilt: list[Output]
    left: list[Output]
    trials: int
    places: list[str]  # where a fault had a spoilt signature put out


def try_faults(name: str, operation: str, effort: Effort, profile: str = "balanced") -> Tried:
    workshop = Lab().workshop(TARGET)
    built = workshop.build(Case(TARGET, "whit", name, operation, profile=profile))
    curve = curves.find(name)
    described = curve.operation(operation)
    inputs = generated.make(described, curve, SEED, 0)
    message = inputs.get("message", generated.MESSAGE + b" (0)")
    emulation = workshop.target.emulation
    assert emulation is not None
    machine = SigningMachine(built.image.elf, core_of(workshop.target, emulation))
    machine.boot()
    prepare(machine)
    machine.right = oracle.of(curve).sign(inputs["private_key"], message)
    layout = Layout(curve.sizes)
    buffers = machine.symbol("harness_buffers") - machine.core.ram[0]
    signature, signed = (buffers + layout.offset(name) for name in ("signature", "message"))
    machine.places = (
        range(signature, signature + len(machine.right)),
        range(signed, signed + len(message)),
    )
    machine.hold(described.function, *load(machine, layout, described, inputs))
    outcome, counts = machine.survey()
    assert (outcome, machine.spoilt, machine.left) == ("rejected", [], [])
    places = Places(built.image.elf, FaultMachine.FORMAT)
    library = {at: times for at, times in counts.items() if places.unit(at) != "adapter.c"}
    before = sum(counts.values()) - effort.tail
    plan = effort.plan(library, machine.executions_among_first(before))
    trials: list[Trial] = []
    machine.inject(plan.executions, plan.flips, trials.append)
    accepted = sorted({each.address for each in trials if each.outcome == "accepted"})
    return Tried(
        curve, inputs["private_key"], message, machine.right, machine.spoilt, machine.left,
        len(trials), [f"{places.at(at)}: {machine.instruction(at)}" for at in accepted],
    )  # fmt: skip


def ecdsa_keys(tried: Tried, spoilt: bytes) -> set[int]:
    """Private keys that a right and a spoilt signature by one nonce k have: s k = z + r d for
    both; or one by a nonce that is known."""
    right, n = oracle.of(tried.curve), tried.curve.order
    z = leftmost_bits(right.digest(tried.message), n.bit_length()) % n
    (r, s), (r2, s2) = (right.split(each, right.order_bytes) for each in (tried.right, spoilt))
    bottom = (s2 * r - s * r2) % n
    found = {z * (s - s2) * pow(bottom, -1, n) % n} if bottom else set()
    return found | {(s2 * k - z) * pow(r2, -1, n) % n for k in (1, z) if r2 % n}


def eddsa_keys(tried: Tried, spoilt: bytes) -> set[int]:
    """The same of EdDSA: S = r + k a for both, with k the hash of R, A and the message."""
    right, n = EdwardsOracle(tried.curve), tried.curve.order
    half = len(spoilt) // 2
    public = right.public_key(tried.private_key)
    (k, s), (k2, s2) = (
        (
            int.from_bytes(right.hashed(right.domain(None) + each[:half] + public + tried.message),
                           "little") % n,
            int.from_bytes(each[half:], "little"),
        )
        for each in (tried.right, spoilt)
    )  # fmt: skip
    difference = (k - k2) % n
    found = {(s - s2) * pow(difference, -1, n) % n} if difference else set()
    return found | ({s2 * pow(k2, -1, n) % n} if k2 else set())


def gives_away(tried: Tried) -> int:
    """How many of the signatures that were put out give the private key away."""
    find: Callable[[Tried, bytes], set[int]] = eddsa_keys if tried.curve.eddsa else ecdsa_keys
    if tried.curve.eddsa:
        key = EdwardsOracle(tried.curve).scalar(tried.private_key) % tried.curve.order
    else:
        key = int.from_bytes(tried.private_key)
    return sum(key in find(tried, each.signature) for each in tried.spoilt)


def is_harmless(tried: Tried, output: Output) -> bool:
    """Nothing but a piece of the right signature, where a pointer went astray; or the signature of
    the message as it stands after the fault, where what went astray was written into it before it
    was read."""
    if output.signature.strip(b"\0\xa5") in tried.right or len(set(output.signature)) == 1:
        return True
    signed = oracle.of(tried.curve).sign(tried.private_key, output.message)
    return output.message != tried.message and output.signature == signed


SKIPS = Effort(tail=0, rare=1, sample=0, bits=0, seed=SEED)
DECIDING = Effort(tail=60, rare=1, sample=0, bits=1, seed=SEED)


@pytest.mark.parametrize(
    ("name", "operation"), [("ed25519", "sign"), ("secp256r1", "sign_message")]
)
def test_deterministic_signing_gives_the_key_away(name: str, operation: str) -> None:
    tried = try_faults(name, operation, SKIPS)
    assert tried.trials > 200
    assert gives_away(tried) > 10, tried.places


@pytest.mark.parametrize("name", ["ed25519", "secp256r1"])
def test_checked_signing_puts_out_no_spoilt_signature(name: str) -> None:
    tried = try_faults(name, "sign_checked", DECIDING)
    assert tried.trials > 1500
    assert gives_away(tried) == 0, tried.places
    assert all(is_harmless(tried, output) for output in tried.spoilt), tried.places
    assert all(is_harmless(tried, output) for output in tried.left), tried.places


@pytest.mark.campaign
@pytest.mark.parametrize("profile", ["small", "balanced", "fast"])
@pytest.mark.parametrize("name", ["ed25519", "ed448", "secp256r1"])
def test_checked_signing_puts_out_no_spoilt_signature_in_any_profile(
    name: str, profile: str
) -> None:
    effort = Effort(tail=1000, rare=4, sample=2, bits=2, seed=SEED)
    tried = try_faults(name, "sign_checked", effort, profile)
    assert gives_away(tried) == 0, tried.places
    assert all(is_harmless(tried, output) for output in tried.spoilt), tried.places
