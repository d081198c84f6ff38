# SPDX-License-Identifier: MIT
"""Key agreement of SP 800-56A: the shared secret of a scheme, and the primitive by itself."""

from collections.abc import Iterable
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
from lab.errors import LabError, UnsupportedError
from lab.library import Curve, KeyPair, StatusError

# For each scheme and role: the pieces of Z in order, each by our key and the server's
# [SP 800-56A rev. 3, 6]. MQV is another primitive, which the library has not.
PIECES = {
    ("ephemeralUnified", "initiator"): (("ephemeral", "ephemeral"),),
    ("ephemeralUnified", "responder"): (("ephemeral", "ephemeral"),),
    ("fullUnified", "initiator"): (("ephemeral", "ephemeral"), ("static", "static")),
    ("fullUnified", "responder"): (("ephemeral", "ephemeral"), ("static", "static")),
    ("onePassUnified", "initiator"): (("ephemeral", "static"), ("static", "static")),
    ("onePassUnified", "responder"): (("static", "ephemeral"), ("static", "static")),
    ("onePassDh", "initiator"): (("ephemeral", "static"),),
    ("onePassDh", "responder"): (("static", "ephemeral"),),
    ("staticUnified", "initiator"): (("static", "static"),),
    ("staticUnified", "responder"): (("static", "static"),),
}


class RefusedKeyError(LabError):
    """The library does not take the server's public key."""


def agreed(curve: Curve, private_key: bytes, test: Item, x: str, y: str) -> bytes:
    """The secret with the server's public key in the named fields."""
    key = public_key(curve, test, x, y)
    if key is None:
        raise RefusedKeyError(f"{test.name}: the server's public key does not fit the curve")
    try:
        return curve.ecdh_cofactor(private_key, key)
    except StatusError as error:
        if is_of_input(error):
            raise RefusedKeyError(f"{test.name}: the server's public key: {error}") from None
        raise


class SharedSecret:
    """KAS-ECC-SSC: AFT draws keys and answers with the secret, VAL checks one."""

    def require(self, context: Context, group: Item) -> None:
        context.curve(group, "domainParameterGenerationMode")
        self._pieces(group)
        self._hash(context, group)
        if group.text("testType") not in ("AFT", "VAL"):
            raise UnsupportedError(f"{group.name}: test type {group.text('testType')}")

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        one = self._validate if group.text("testType") == "VAL" else self._agree
        return {
            "tests": [{"tcId": test.number, **one(context, group, test)} for test in group.tests]
        }

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        """Of an answer with drawn keys only the keys can be checked: the secret takes a private
        key, which stays with its owner."""
        if group.text("testType") == "VAL":
            return False
        curve = context.curve(group, "domainParameterGenerationMode")
        for kind in self._ours(group):
            key = public_key(curve, case, f"{kind}PublicIutX", f"{kind}PublicIutY")
            if not valid_key(curve, key):
                return False
        return case.has("z") or case.has("hashZ")

    @staticmethod
    def _pieces(group: Item) -> tuple[tuple[str, str], ...]:
        scheme, role = group.text("scheme"), group.text("kasRole")
        if (scheme, role) not in PIECES:
            schemes = dict.fromkeys(name for name, _ in PIECES)
            raise UnsupportedError(
                f"{group.name}: the scheme {scheme} as {role} is not supported, only "
                f"{', '.join(schemes)}"
            )
        return PIECES[scheme, role]

    def _ours(self, group: Item) -> list[str]:
        """The kinds of keys that we have."""
        ours = {mine for mine, _ in self._pieces(group)}
        return [kind for kind in ("static", "ephemeral") if kind in ours]

    @staticmethod
    def _hash(context: Context, group: Item) -> str | None:
        """The hash that is to be taken of Z, if any."""
        if group.text("hashFunctionZ", "None").lower() == "none":
            return None
        return context.hash_name(group, "hashFunctionZ")

    def _shared(self, context: Context, group: Item, test: Item, keys: dict[str, bytes]) -> bytes:
        """Z, with our private keys."""
        curve = context.curve(group, "domainParameterGenerationMode")
        return b"".join(
            agreed(curve, keys[mine], test, f"{theirs}PublicServerX", f"{theirs}PublicServerY")
            for mine, theirs in self._pieces(group)
        )

    def _secret(
        self, context: Context, group: Item, test: Item, keys: dict[str, bytes]
    ) -> dict[str, bytes]:
        """Z, or its hash, by the name of its field."""
        z = self._shared(context, group, test, keys)
        name = self._hash(context, group)
        return {"z": z} if name is None else {"hashZ": context.library.digest(name, z)}

    def _agree(self, context: Context, group: Item, test: Item) -> dict[str, Any]:
        curve = context.curve(group, "domainParameterGenerationMode")
        pairs, said = drawn(context, curve, self._ours(group))
        keys = {kind: pair.private_key for kind, pair in pairs.items()}
        secret = self._secret(context, group, test, keys)
        return said | {field: shown(value) for field, value in secret.items()}

    def _validate(self, context: Context, group: Item, test: Item) -> dict[str, Any]:
        curve = context.curve(group, "domainParameterGenerationMode")
        keys = self._given(curve, group, test)
        try:
            secret = self._secret(context, group, test, keys)
        except RefusedKeyError:
            return {"testPassed": False}
        return {"testPassed": all(test.octets(field) == own for field, own in secret.items())}

    def _given(self, curve: Curve, group: Item, test: Item) -> dict[str, bytes]:
        """The private keys that a test gives us."""
        keys = {}
        for kind in self._ours(group):
            key = integer(test.integer(f"{kind}PrivateIut"), curve.order_bytes)
            if key is None:
                raise LabError(f"{test.name}: {kind}PrivateIut does not fit the curve")
            keys[kind] = key
        return keys


class Primitive:
    """KAS-ECC CDH-Component: a drawn key, and the primitive of 5.7.1.2."""

    def require(self, context: Context, group: Item) -> None:
        context.curve(group)

    def answer(self, context: Context, group: Item) -> dict[str, Any]:
        curve = context.curve(group)
        tests = []
        for test in group.tests:
            pair = curve.generate(context.random)
            x, y = coordinates(curve, pair.public_key)
            z = agreed(curve, pair.private_key, test, "publicServerX", "publicServerY")
            tests.append({"tcId": test.number, "publicIutX": x, "publicIutY": y, "z": shown(z)})
        return {"tests": tests}

    def agrees(self, context: Context, group: Item, test: Item, answers: Item, case: Item) -> bool:
        curve = context.curve(group)
        key = public_key(curve, case, "publicIutX", "publicIutY")
        return valid_key(curve, key) and case.has("z")


def drawn(
    context: Context, curve: Curve, kinds: Iterable[str]
) -> tuple[dict[str, KeyPair], dict[str, Any]]:
    """New key pairs of these kinds, and what an answer says of them."""
    pairs = {kind: curve.generate(context.random) for kind in kinds}
    said: dict[str, Any] = {}
    for kind, pair in pairs.items():
        x, y = coordinates(curve, pair.public_key)
        said |= {f"{kind}PublicIutX": x, f"{kind}PublicIutY": y}
    return pairs, said
