# SPDX-License-Identifier: MIT
"""ECDSA: key generation and verification, signature generation and verification."""

from dataclasses import dataclass
from typing import Any

from lab.acvp.algorithms import (
    Context,
    coordinates,
    integer,
    is_of_input,
    public_key,
    shown,
    valid_key,
)
from lab.acvp.vectors import Item
from lab.errors import UnsupportedError
from lab.library import StatusError


def valid_signature(context: Context, group: Item, test: Item, keys: Item, case: Item) -> bool:
    """Whether r and s of `case` are a signature of the test's message by the key in `keys`."""
    curve = context.curve(group)
    key = public_key(curve, keys, "qx", "qy")
    halves = [integer(case.integer(half), curve.order_bytes) for half in ("r", "s")]
    if key is None or halves[0] is None or halves[1] is None:
        return False
    signature, message = halves[0] + halves[1], test.octets("message")
    try:
        if group.flag("componentTest"):
            return curve.verify_digest(key, message, signature)
        return curve.verify(key, message, signature, context.hash_name(group))
    except StatusError as error:
        if is_of_input(error):
            return False
        raise


def require_plain(context: Context, group: Item) -> None:
    """The curve and the hash are there, and messages are hashed as they are."""
    context.curve(group)
    context.hash_name(group)
    if group.text("conformance", ""):
        raise UnsupportedError(
            f"{group.name}: conformance {group.text('conformance')} is not supported"
        )


MODE = "testing candidates"


class KeyGeneration:
    """Private keys are drawn until they are in range [FIPS 186-5, A.2.2]."""

    def require(self, context: Context, group: Item) -> None:
        context.curve(group)
        mode = group.text("secretGenerationMode", MODE)
        if mode != MODE:
            raise UnsupportedError(
                f"{group.name}: keys by {mode} are not supported, only by {MODE}"
            )

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve = context.curve(group)
        tests = []
        for test in group.tests:
            pair = curve.generate(context.random)
            x, y = coordinates(curve, pair.public_key)
            tests.append({"tcId": test.number, "d": shown(pair.private_key), "qx": x, "qy": y})
        return {"tests": tests}

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        curve = context.curve(group)
        private_key = integer(case.integer("d"), curve.order_bytes)
        if private_key is None:
            return False
        return curve.public_key(private_key) == public_key(curve, case, "qx", "qy")


class KeyVerification:
    def require(self, context: Context, group: Item) -> None:
        context.curve(group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve = context.curve(group)
        return {
            "tests": [
                {
                    "tcId": test.number,
                    "testPassed": valid_key(curve, public_key(curve, test, "qx", "qy")),
                }
                for test in group.tests
            ]
        }

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        return False


@dataclass(frozen=True)
class SignatureGeneration:
    """One key a group; the nonce is drawn, or that of RFC 6979."""

    deterministic: bool = False

    def require(self, context: Context, group: Item) -> None:
        require_plain(context, group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve, name = context.curve(group), context.hash_name(group)
        pair = curve.generate(context.random)
        tests = []
        for test in group.tests:
            message = test.octets("message")
            if not group.flag("componentTest"):
                message = context.library.digest(name, message)
            if self.deterministic:
                signature = curve.sign_digest(pair.private_key, message, name)
            else:
                signature = curve.sign_digest_random(pair.private_key, message, context.random)
            r, s = signature[: curve.order_bytes], signature[curve.order_bytes :]
            tests.append({"tcId": test.number, "r": shown(r), "s": shown(s)})
        x, y = coordinates(curve, pair.public_key)
        return {"qx": x, "qy": y, "tests": tests}

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        return valid_signature(context, group, test, answers, case)


class SignatureVerification:
    def require(self, context: Context, group: Item) -> None:
        require_plain(context, group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        return {
            "tests": [
                {
                    "tcId": test.number,
                    "testPassed": valid_signature(context, group, test, test, test),
                }
                for test in group.tests
            ]
        }

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        return False
