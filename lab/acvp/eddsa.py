# SPDX-License-Identifier: MIT
"""EdDSA: key generation and verification, signature generation and verification. Keys and
signatures are strings of bytes, as RFC 8032 has them."""

from typing import Any

from lab.acvp.algorithms import Context, is_of_input, shown, valid_key
from lab.acvp.vectors import Item
from lab.errors import UnsupportedError
from lab.library import StatusError, StringCurve

CURVES = {"ED-25519": "ed25519", "ED-448": "ed448"}


def curve_of(context: Context, group: Item) -> StringCurve:
    name = group.text("curve")
    if name not in CURVES:
        raise UnsupportedError(
            f"{group.name}: the curve {name} is not supported, only {', '.join(CURVES)}"
        )
    return context.library.string_curve(CURVES[name])


def context_of(test: Item) -> bytes:
    return test.octets("context") if test.has("context") else b""


def valid_signature(context: Context, group: Item, test: Item, keys: Item, case: Item) -> bool:
    """Whether `case` has a signature of the test's message by the key in `keys`."""
    curve, prehash = curve_of(context, group), group.flag("preHash")
    key, signature = keys.octets("q"), case.octets("signature")
    message = test.octets("message")
    try:
        return curve.verify(key, message, signature, context_of(test), prehash=prehash)
    except StatusError as error:
        if is_of_input(error):
            return False
        raise


class KeyGeneration:
    """Private keys are drawn bytes [FIPS 186-5, A.2.3]."""

    def require(self, context: Context, group: Item) -> None:
        curve_of(context, group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve = curve_of(context, group)
        tests = []
        for test in group.tests:
            pair = curve.generate(context.random)
            d, q = shown(pair.private_key), shown(pair.public_key)
            tests.append({"tcId": test.number, "d": d, "q": q})
        return {"tests": tests}

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        curve, private_key = curve_of(context, group), case.octets("d")
        if len(private_key) != curve.key_bytes:
            return False
        return curve.public_key(private_key) == case.octets("q")


class KeyVerification:
    def require(self, context: Context, group: Item) -> None:
        curve_of(context, group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve = curve_of(context, group)
        return {
            "tests": [
                {"tcId": test.number, "testPassed": valid_key(curve, test.octets("q"))}
                for test in group.tests
            ]
        }

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        return False


class SignatureGeneration:
    """One key a group; tests may have contexts."""

    def require(self, context: Context, group: Item) -> None:
        curve_of(context, group)
        group.flag("preHash")

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve, prehash = curve_of(context, group), group.flag("preHash")
        pair = curve.generate(context.random)
        tests = []
        for test in group.tests:
            signature = curve.sign(
                pair.private_key, test.octets("message"), context_of(test), prehash=prehash
            )
            tests.append({"tcId": test.number, "signature": shown(signature)})
        return {"q": shown(pair.public_key), "tests": tests}

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        return valid_signature(context, group, test, answers, case)


class SignatureVerification:
    def require(self, context: Context, group: Item) -> None:
        curve_of(context, group)
        group.flag("preHash")

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
