# SPDX-License-Identifier: MIT
"""A fake target: a bench that computes with the oracle and charges made-up costs."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import replace

from lab import oracle
from lab.model import ALL, DEFAULT_OPERATIONS, Operation, Run, Sample, Traces

Buffers = dict[str, bytes]
Change = Callable[[Operation, Run], Run]


def honest(_: Operation, run: Run) -> Run:
    return run


class FakeBench:
    """Right results; `change` may spoil them."""

    def __init__(self, change: Change = honest, leaks: bool = False) -> None:
        self._change = change
        self._leaks = leaks

    def run(self, operation: Operation, inputs: Mapping[str, bytes], *, trace: bool = False) -> Run:
        outputs: Buffers = {}
        try:
            accepted = _compute(operation.name, dict(inputs), outputs)
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


def _compute(name: str, inputs: Buffers, outputs: Buffers) -> bool:
    if name == "keygen":
        outputs["private_key"] = inputs["pool"][:32]
        outputs["public_key"] = oracle.public_key(inputs["pool"][:32])
    elif name == "ecdh":
        outputs["secret"] = oracle.shared_secret(inputs["private_key"], inputs["public_key"])
    elif name == "sign":
        # The oracle signs messages only; nonces of its own make it a valid signature.
        outputs["signature"] = _sign_digest(inputs["private_key"], inputs["digest"])
    elif name == "sign_message":
        outputs["signature"] = oracle.sign(inputs["private_key"], inputs["message"])
    elif name == "verify":
        return oracle.verify(inputs["public_key"], inputs["digest"], inputs["signature"])
    elif name == "validate":
        oracle.compress(inputs["public_key"])
    elif name == "decompress":
        outputs["public_key"] = _decompress(inputs["compressed"])
    return True


def _decompress(compressed: bytes) -> bytes:
    if not oracle.is_compressed_point(compressed):
        raise ValueError
    p = 2**256 - 2**224 + 2**192 + 2**96 - 1
    b = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
    x = int.from_bytes(compressed[1:])
    y = pow(x * x * x - 3 * x + b, (p + 1) // 4, p)
    if y % 2 != compressed[0] % 2:
        y = p - y
    return compressed[1:] + y.to_bytes(32)


def _sign_digest(private_key: bytes, digest: bytes) -> bytes:
    """With the nonce k = 1, whose point is the base point."""
    d, z = int.from_bytes(private_key), int.from_bytes(digest)
    r = int.from_bytes(oracle.public_key((1).to_bytes(32))[:32]) % oracle.ORDER
    return r.to_bytes(32) + ((z + r * d) % oracle.ORDER).to_bytes(32)


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
