# SPDX-License-Identifier: MIT
"""A key agreement and a signature by Whit on a core, every result checked."""

from collections.abc import Mapping

from lab import curves, oracle
from lab.errors import WrongResultError
from lab.measures import inputs as generated
from lab.model import ALL, OPERATIONS, Bench, Case, Demonstration, Step
from lab.peers import catalogue as libraries
from lab.runner.measuring import DEFAULT_SEED, Lab
from lab.runner.naming import naming
from lab.runner.selection import DEFAULT_CURVE, DEFAULT_PROFILE
from lab.runner.workshop import Workshop
from lab.targets.bench import open_bench

MESSAGE = b"Hello from an emulated microcontroller."


def demonstrate(lab: Lab, target: str, seed: str = DEFAULT_SEED) -> Demonstration:
    """Alice and Bob make keys, agree on a secret, and Alice signs a message."""
    workshop = lab.workshop(target)
    with naming(_case(target, ALL)):
        call = _Caller(workshop, target)
        right = oracle.of(curves.find(DEFAULT_CURVE))
        alice = call("keygen", {"pool": generated.pool(seed, "Alice")})
        bob = call("keygen", {"pool": generated.pool(seed, "Bob")})
        private_key, public_key = alice.values["private_key"], alice.values["public_key"]
        _agree(right.public_key(private_key) == public_key, "the public key is wrong")
        alice_secret = call(
            "ecdh", {"private_key": private_key, "public_key": bob.values["public_key"]}
        )
        bob_secret = call(
            "ecdh", {"private_key": bob.values["private_key"], "public_key": public_key}
        )
        secret = alice_secret.values["secret"]
        _agree(
            secret == bob_secret.values["secret"]
            and secret == right.shared_secret(private_key, bob.values["public_key"]),
            "the two ends do not agree",
        )
        signature = call("sign_message", {"private_key": private_key, "message": MESSAGE})
        digest = right.digest(MESSAGE)
        signed = signature.values["signature"]
        _agree(right.verify(public_key, digest, signed), "the signature does not verify")
        verify = call("verify", {"public_key": public_key, "digest": digest, "signature": signed})
    return Demonstration(
        target=target,
        description=workshop.target.description,
        version=libraries.find("whit").version,
        compiler=workshop.compiler("whit"),
        profile=DEFAULT_PROFILE,
        curve=DEFAULT_CURVE,
        message=MESSAGE,
        alice=alice,
        bob=bob,
        alice_secret=alice_secret,
        bob_secret=bob_secret,
        signature=signature,
        verify=verify,
    )


class _Caller:
    """Calls Whit's operations, each in the image that holds it."""

    def __init__(self, workshop: Workshop, target: str) -> None:
        self._workshop = workshop
        self._target = target

    def __call__(self, operation: str, inputs: Mapping[str, bytes]) -> Step:
        run = self._bench(operation).run(OPERATIONS[operation], inputs)
        _agree(run.value == 0, f"{operation} refused good input")
        return Step(run.cycles, run.outputs)

    def _bench(self, operation: str) -> Bench:
        built = self._workshop.build(_case(self._target, operation))
        sizes = curves.find(DEFAULT_CURVE).sizes
        return open_bench(self._workshop.target, built.image.elf, sizes)


def _case(target: str, operation: str) -> Case:
    return Case(target, "whit", DEFAULT_CURVE, operation, None, DEFAULT_PROFILE)


def _agree(right: bool, problem: str) -> None:
    if not right:
        raise WrongResultError(problem)
