# SPDX-License-Identifier: MIT
"""A fake target: a bench that computes with the oracle and charges made-up costs."""

import hashlib
import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from lab import curves, oracle
from lab.curves import Curve
from lab.measures.checks import HASHING_TAG
from lab.model import (
    ALL,
    ARITHMETIC,
    DEFAULT_OPERATIONS,
    HASHING,
    SHOWING,
    VERIFYING,
    Operation,
    Run,
    Sample,
    Traces,
)
from lab.oracle.nonces import leftmost_bits

Buffers = dict[str, bytes]
Change = Callable[[Operation, Run], Run]


SECP256R1 = curves.find("secp256r1")


def honest(_: Operation, run: Run) -> Run:
    return run


class FakeBench:
    """Right results; `change` may spoil them."""

    def __init__(
        self, change: Change = honest, leaks: bool = False, curve: Curve = SECP256R1
    ) -> None:
        self._change = change
        self._leaks = leaks
        self._curve = curve

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        outputs: Buffers = {}
        try:
            accepted = _compute(self._curve, operation.name, dict(inputs), outputs)
        except ValueError:
            accepted = False
        secret = b"".join(inputs[name] for name in operation.secrets)
        mark = hashlib.sha256(secret).hexdigest() if self._leaks else "same"
        run = Run(
            value=0 if accepted else 1,
            outputs=outputs,
            cycles=1000 * operation.number + (secret[0] if self._leaks and secret else 0),
            stack_bytes=100 + operation.number,
            draws=1 if operation.name in ("keygen", "sign") else 0,
            traces=Traces("same", mark, mark) if trace else None,
        )
        return self._change(operation, run)


def _compute(curve: Curve, name: str, inputs: Buffers, outputs: Buffers) -> bool:
    right = oracle.of(curve)
    if name in ARITHMETIC:
        outputs["secret"] = _number(curve, name, inputs).to_bytes(right.field_bytes)
        return True
    if name == HASHING:
        point = oracle.hash_to_curve(curve).hashed(inputs["message"], HASHING_TAG)
        outputs["public_key"] = point[-curve.sizes.buffers["public_key"] :]
        return True
    if name in SHOWING:
        return _show(curve, name, inputs, outputs)
    if curve.form != "weierstrass":
        return _compute_25519(curve, name, inputs, outputs)
    if name in ("ecdh", "validate", *VERIFYING) and _is_outside(curve, inputs["public_key"]):
        return False
    if name == "keygen":
        key = int.from_bytes(inputs["pool"][: right.order_bytes]) % (curve.order - 1) + 1
        outputs["private_key"] = key.to_bytes(right.order_bytes)
        outputs["public_key"] = right.public_key(outputs["private_key"])
    elif name == "ecdh":
        outputs["secret"] = right.shared_secret(inputs["private_key"], inputs["public_key"])
    elif name == "sign":
        outputs["signature"] = _sign_digest(curve, inputs)
    elif name == "sign_message":
        outputs["signature"] = right.sign(inputs["private_key"], inputs["message"])
    elif name == "sign_hedged":
        noise = inputs["pool"][: right.noise_bytes]
        outputs["signature"] = right.sign_hedged(inputs["private_key"], inputs["message"], noise)
    elif name == "sign_checked":
        outputs["signature"] = _sign_digest(curve, inputs)
        return right.verify(inputs["public_key"], inputs["digest"], outputs["signature"])
    elif name in VERIFYING:
        digest = right.digest(inputs["message"]) if "message" in inputs else inputs["digest"]
        return right.verify(inputs["public_key"], digest, inputs["signature"])
    elif name == "validate":
        return right.is_point(inputs["public_key"])
    elif name == "hash":
        outputs["digest"] = right.digest(inputs["message"])
    elif name == "decompress":
        outputs["public_key"] = right.decompress(inputs["compressed"])
    return True


def _show(curve: Curve, name: str, inputs: Buffers, outputs: Buffers) -> bool:
    scheme = oracle.macwbb(curve)
    key, attribute = scheme.of_keys(inputs["private_key"], inputs["public_key"])
    if name == "verify_show":
        sent = inputs["compressed"] + inputs["signature"] + inputs["message"]
        return scheme.verify_show(key, scheme.read(sent, {}), inputs["digest"])
    showing = scheme.show(
        *(scheme.parameters(key), scheme.issue(key, [attribute]), [attribute], set()),
        *(inputs["digest"], random.Random(name)),
    )
    outputs["compressed"] = scheme.point(showing.s)
    outputs["signature"] = scheme.numbers([showing.e, showing.response])
    outputs["message"] = scheme.numbers(showing.hidden)
    return True


def _number(curve: Curve, name: str, inputs: Buffers) -> int:
    right = oracle.of(curve)
    x, y = right.split(inputs["public_key"], right.field_bytes)
    if name == "mod_add":
        return (x + y) % curve.p
    if name == "mod_mul":
        return x * y % curve.p
    if name == "mod_exp":
        return pow(x, int.from_bytes(inputs["private_key"]), curve.p)
    if name in ("mod_inv", "mod_inv_vartime"):
        return pow(x, -1, curve.p)
    if name == "point_mul":
        return int.from_bytes(right.shared_secret(inputs["private_key"], inputs["public_key"]))
    base_x, base_y = curve.base
    slope = (base_y - y) * pow(base_x - x, -1, curve.p)
    return (slope * slope - x - base_x) % curve.p


def _compute_25519(curve: Curve, name: str, inputs: Buffers, outputs: Buffers) -> bool:
    right = oracle.of(curve)
    if name == "keygen":
        outputs["private_key"] = right.key_from(inputs["pool"][:32]) or b""
        outputs["public_key"] = right.public_key(outputs["private_key"])
    elif name == "ecdh":
        outputs["secret"] = right.shared_secret(inputs["private_key"], inputs["public_key"])
    elif name == "sign":
        outputs["signature"] = right.sign(inputs["private_key"], inputs["message"])
    else:
        return right.verify(inputs["public_key"], inputs["message"], inputs["signature"])
    return True


def _is_outside(curve: Curve, public_key: bytes) -> bool:
    return public_key == oracle.of(curve).outside_subgroup()


def _sign_digest(curve: Curve, inputs: Buffers) -> bytes:
    """With a nonce from the pool: the oracle signs messages only."""
    right, n, d = oracle.of(curve), curve.order, int.from_bytes(inputs["private_key"])
    z = leftmost_bits(inputs["digest"], n.bit_length())
    k = int.from_bytes(inputs["pool"][: right.order_bytes]) % (n - 1) + 1
    x, _ = right.split(right.public_key(k.to_bytes(right.order_bytes)), right.field_bytes)
    r = x % n
    size = curve.sizes.order
    return r.to_bytes(size) + (pow(k, -1, n) * (z + r * d) % n).to_bytes(size)


SAMPLE = Sample(
    library="whit",
    version="0.1.0",
    configuration=None,
    target="fake",
    board=None,
    curve="secp256r1",
    hash=None,
    operation="keygen",
    profile="balanced",
    cycles=1_234_567,
    cycles_min=1_234_567,
    cycles_max=1_234_567,
    instructions=987_654,
    board_cycles=None,
    flash_bytes=3456,
    stack_bytes=789,
    ram_static_bytes=0,
    time_seconds=None,
    energy_joules=None,
    constant_time=True,
    origin="cycles modelled, flash counted, stack counted",
    compiler="fake-gcc 1.2.3",
    flags="-Os -DX=1",
    image_sha256="00" * 32,
    keys=5,
    seed="whit",
)


def samples() -> list[Sample]:
    """The default operations of Whit and of a peer that leaks."""
    found = []
    for number, operation in enumerate(DEFAULT_OPERATIONS, 1):
        together = operation == ALL
        ours = replace(
            SAMPLE,
            operation=operation,
            cycles=None if together else 1_000_400 * number,
            cycles_min=None if together else 1_000_400 * number,
            cycles_max=None if together else 1_000_400 * number,
            constant_time=None if operation == "verify" else True,
        )
        theirs = replace(
            ours,
            library="peer",
            version="2",
            profile=None,
            configuration="default",
            cycles=None if together else 2_500_000 * number,
            cycles_min=None if together else 2_400_000 * number,
            cycles_max=None if together else 2_600_000 * number,
            flash_bytes=5000,
            constant_time=None if operation == "verify" else False,
        )
        found += [ours, theirs]
    return sorted(found, key=lambda sample: sample.library != "whit")
