# SPDX-License-Identifier: MIT
"""Is a result right? The independent implementation says; the library is not asked."""

from collections.abc import Callable, Mapping, Sequence

from lab import oracle
from lab.curves import Curve
from lab.errors import WrongResultError
from lab.measures import inputs as generated
from lab.model import BATCHES, BLS_MANY, HARDENED, Operation, Run
from lab.oracle import Oracle

MAKING_KEYS = ("keygen", "bls_keygen")
SIGNING = ("sign", "sign_message", "sign_hedged", "sign_checked")
HASHING_TAG = b"WHIT-LAB-V01-hash_to_curve"  # that of firmware/adapter.h


def check(
    operation: Operation, curve: Curve, inputs: Mapping[str, bytes], run: Run, seed: str
) -> None:
    """Raise WrongResultError unless the run gave what it should."""
    if run.value != 0:
        raise WrongResultError(f"{operation.name} refused good input")
    problem = _CHECKS[operation.name](oracle.of(curve), inputs, run.outputs, seed)
    if problem is not None:
        raise WrongResultError(f"{operation.name} gave a wrong result: {problem}")


def check_refused(operation: Operation, run: Run) -> None:
    """Raise WrongResultError unless the run refused its bad input."""
    if run.value != 1:
        raise WrongResultError(f"{operation.name} accepted bad input")


def check_randomness(operation: Operation, done: Sequence[Run]) -> None:
    """Raise WrongResultError if runs with other keys and other random bytes share a private key,
    or a signature's first half: with ECDSA that is its nonce, and gives the private key away."""
    if operation.name in MAKING_KEYS:
        what, values = "private key", [run.outputs["private_key"] for run in done]
    elif operation.name in SIGNING:
        signatures = [run.outputs["signature"] for run in done]
        what, values = "nonce", [each[: len(each) // 2] for each in signatures]
    else:
        return
    if len(set(values)) < len(values):
        raise WrongResultError(f"{operation.name} gave one {what} twice")


Buffers = Mapping[str, bytes]


def _keygen(right: Oracle, _: Buffers, outputs: Buffers, __: str) -> str | None:
    if not right.is_private_key(outputs["private_key"]):
        return "the private key is not in range"
    if right.public_key(outputs["private_key"]) != outputs["public_key"]:
        return "the public key is not that of the private key"
    return None


def _ecdh(right: Oracle, inputs: Buffers, outputs: Buffers, seed: str) -> str | None:
    """The other end computes the secret from its own private key."""
    own_public = right.public_key(inputs["private_key"])
    secret = right.shared_secret(generated.other_side(right, seed), own_public)
    # In an image for an Edwards curve the buffer may have room for the bit beside a coordinate.
    agree = outputs["secret"][: len(secret)] == secret
    return None if agree else "the two ends do not agree"


def _sign(right: Oracle, inputs: Buffers, outputs: Buffers, seed: str) -> str | None:
    content = "message" if "message" in inputs else "digest"
    if content == "message" and not right.randomised:
        return _sign_message(right, inputs, outputs, seed)
    public = right.public_key(inputs["private_key"])
    valid = right.verify(public, inputs[content], outputs["signature"])
    return None if valid else "the signature does not verify"


def _sign_message(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    expected = right.sign(inputs["private_key"], inputs["message"])
    return None if outputs["signature"] == expected else "not the standard's signature"


def _sign_hedged(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    noise = inputs["pool"][: right.noise_bytes]
    expected = right.sign_hedged(inputs["private_key"], inputs["message"], noise)
    return None if outputs["signature"] == expected else "not the hedged signature of this noise"


def _accepted(_: Oracle, __: Buffers, ___: Buffers, ____: str) -> str | None:
    return None


def _hash(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    same = outputs["digest"] == right.digest(inputs["message"])
    return None if same else "not the message's digest"


def _hash_to_curve(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    point = oracle.hash_to_curve(right.curve).hashed(inputs["message"], HASHING_TAG)
    same = outputs["public_key"] == point[-len(outputs["public_key"]) :]
    return None if same else "not the point that the suite gives"


def _decompress(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    point = outputs["public_key"]
    same = right.is_point(point) and right.compress(point) == inputs["compressed"]
    return None if same else "not the point that was compressed"


def _bls_keygen(right: Oracle, _: Buffers, outputs: Buffers, __: str) -> str | None:
    if not right.is_private_key(outputs["private_key"]):
        return "the private key is not in range"
    expected = oracle.bls(right.curve).public_key(outputs["private_key"])
    return None if outputs["public_key"] == expected else "not the private key's public key"


def _bls_sign(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    expected = oracle.bls(right.curve).sign(inputs["private_key"], inputs["message"])
    return None if outputs["signature"] == expected else "not the message's one signature"


def _bls_sum(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    """What is put out of many signatures, if anything: the x of their sum."""
    if "secret" not in outputs:
        return None
    size = 2 * right.field_bytes
    signatures = inputs["signature"]
    each = (signatures[start:][:size] for start in range(0, len(signatures), size))
    expected = oracle.bls(right.curve).aggregate(each)[: right.field_bytes]
    return None if outputs["secret"] == expected else "not the sum of the signatures"


def _computed(
    expected: Callable[[Curve, int, int, int], int],
) -> Callable[[Oracle, Buffers, Buffers, str], str | None]:
    """Arithmetic on a public key's coordinates, and a private key."""

    def check_number(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
        x, y = right.split(inputs["public_key"], right.field_bytes)
        k = int.from_bytes(inputs["private_key"])
        same = int.from_bytes(outputs["secret"]) == expected(right.curve, x, y, k)
        return None if same else "not what the integers give"

    return check_number


def _with_base(curve: Curve, x: int, y: int, _: int) -> int:
    """The x-coordinate of the sum of a point and the base point."""
    base_x, base_y = curve.base
    slope = (base_y - y) * pow(base_x - x, -1, curve.p)
    return (slope * slope - x - base_x) % curve.p


def _show(right: Oracle, inputs: Buffers, outputs: Buffers, _: str) -> str | None:
    scheme = oracle.macwbb(right.curve)
    key, _attribute = scheme.of_keys(inputs["private_key"], inputs["public_key"])
    responses = outputs["signature"] + outputs["message"][: right.order_bytes]
    try:
        showing = scheme.read(outputs["compressed"] + responses, {})
    except ValueError as error:
        return f"the showing has no point: {error}"
    valid = scheme.verify_show(key, showing, inputs["digest"])
    return None if valid else "the showing does not verify"


_CHECKS = {
    "keygen": _keygen,
    "ecdh": _ecdh,
    "sign": _sign,
    "sign_message": _sign_message,
    "sign_hedged": _sign_hedged,
    "sign_checked": _sign,
    "verify": _accepted,
    **dict.fromkeys(HARDENED, _accepted),
    "validate": _accepted,
    "decompress": _decompress,
    "hash": _hash,
    "mod_add": _computed(lambda curve, x, y, _: (x + y) % curve.p),
    "mod_mul": _computed(lambda curve, x, y, _: x * y % curve.p),
    "mod_exp": _computed(lambda curve, x, _, k: pow(x, k, curve.p)),
    "mod_inv": _computed(lambda curve, x, *_: pow(x, -1, curve.p)),
    "mod_inv_vartime": _computed(lambda curve, x, *_: pow(x, -1, curve.p)),
    "point_add": _computed(_with_base),
    "point_mul": _ecdh,
    "hash_to_curve": _hash_to_curve,
    "show": _show,
    "verify_show": _accepted,
    "bls_keygen": _bls_keygen,
    "bls_sign": _bls_sign,
    "bls_verify": _accepted,
    "bls_verify_prepared": _accepted,
    **dict.fromkeys(BLS_MANY, _bls_sum),
    **dict.fromkeys(BATCHES, _accepted),
}
