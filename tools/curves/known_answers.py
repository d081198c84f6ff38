# SPDX-License-Identifier: MIT
"""The known answers of the self-tests: src/generated/answers/, for tools/curves.

What the library is to give is computed here from the curve alone: affine arithmetic, RFC 6979
with the hashes of Python. Private keys are derived from the curve's name."""

from __future__ import annotations

import functools
import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tools.curves.curve_header import answered_by
from tools.curves.schemes import Scheme
from tools.curves.text import NOTICE
from tools.curves.weierstrass import Curve

MESSAGE = b"Whit self-test"
HASH_INPUT = bytes(range(200))
HASH_KEY_BYTES = 32
HASH_NAME = re.compile(r"^extern const whit_hash whit_(\w+);", re.M)


def hasher(name: str) -> Callable[..., Any]:
    """Python's hash of the library's name: sha256, blake2s160."""
    _, _, bits = name.partition("blake2s")
    if bits:
        return functools.partial(hashlib.blake2s, digest_size=int(bits) // 8)
    return functools.partial(hashlib.new, name)


def array(name: str, value: bytes) -> str:
    """A constant of bytes, sixteen a line."""
    rows = [value[i : i + 16] for i in range(0, len(value), 16)]
    lines = [", ".join(f"0x{byte:02x}" for byte in row) for row in rows]
    body = ",\n".join(f"    {line}" for line in lines)
    return f"static const uint8_t {name}[] = {{\n{body}\n}};\n"


class Answers:
    """A curve's key pair, shared secret and signature."""

    def __init__(self, curve: Curve) -> None:
        self._curve = curve
        self._field = -(-curve.p.bit_length() // 8)
        self._order = -(-curve.order.bit_length() // 8)
        seed = hashlib.shake_256(f"Whit self-test {curve.name}".encode()).digest(self._order + 8)
        self._key = int.from_bytes(seed, "big") % (curve.order - 1) + 1
        self.private_key = self._key.to_bytes(self._order, "big")
        self.message = MESSAGE

    @property
    def public_key(self) -> bytes:
        x, y = self._finite(self._key)
        return b"\4" + x.to_bytes(self._field, "big") + y.to_bytes(self._field, "big")

    @property
    def secret(self) -> bytes:
        return self._finite(self._key * self._key)[0].to_bytes(self._field, "big")

    @property
    def digest(self) -> bytes:
        return hashlib.new(self._curve.hash, MESSAGE).digest()

    @property
    def nonce(self) -> bytes:
        """What a source of random bytes delivers for that of RFC 6979."""
        return self._signed[0]

    @property
    def signature(self) -> bytes:
        return self._signed[1]

    @functools.cached_property
    def _signed(self) -> tuple[bytes, bytes]:
        """What is delivered for the nonce, and r || s."""
        n = self._curve.order
        for drawn in self._nonces():
            k = self._bits(drawn)
            if not 0 < k < n:
                continue
            r = self._finite(k)[0] % n
            s = pow(k, -1, n) * (self._bits(self.digest) + r * self._key) % n
            if r != 0 and s != 0:
                break
        return drawn, r.to_bytes(self._order, "big") + s.to_bytes(self._order, "big")

    def _finite(self, k: int) -> tuple[int, int]:
        point = self._curve.multiply(k, self._curve.g)
        assert point is not None
        return point

    def _bits(self, string: bytes) -> int:
        """bits2int of RFC 6979, 2.3.2."""
        excess = max(0, 8 * len(string) - self._curve.order.bit_length())
        return int.from_bytes(string, "big") >> excess

    def _nonces(self) -> Iterator[bytes]:
        """RFC 6979, 3.2, up to the candidates' conversion."""
        name = self._curve.hash
        reduced = self._bits(self.digest) % self._curve.order
        seed = self.private_key + reduced.to_bytes(self._order, "big")
        k, v = bytes(len(self.digest)), b"\1" * len(self.digest)
        for marker in (b"\0", b"\1"):
            k = hmac.digest(k, v + marker + seed, name)
            v = hmac.digest(k, v, name)
        while True:
            candidate = b""
            while len(candidate) < self._order:
                v = hmac.digest(k, v, name)
                candidate += v
            yield candidate[: self._order]
            k = hmac.digest(k, v + b"\0", name)
            v = hmac.digest(k, v, name)


def curve_answers(curve: Curve, schemes: list[Scheme]) -> str:
    """src/generated/answers/<curve>.c."""
    name, answers = curve.name, Answers(curve)
    held = answered_by(curve, schemes)
    values = [value for _, fields in held for value in fields if not value.endswith("_length")]
    lines = [
        f"{NOTICE}/* What the self-tests of {name} expect. */",
        '#include "generated/curve/sizes.h"',
        f"#include <whit/{name}.h>",
        "",
        f"#if WHIT_HAS({name})",
        "",
        *(array(f"{name}_answer_{each}", getattr(answers, each)) for each in dict.fromkeys(values)),
    ]
    for scheme, fields in held:
        lines.append(f"const whit_{scheme.name}_answer whit_{name}_{scheme.name}_answer = {{")
        for each in fields:
            buffer = each.removesuffix("_length")
            value = f"{name}_answer_{buffer}"
            lines.append(f"    {value}," if buffer == each else f"    sizeof {value},")
        lines += ["};", ""]
    return "\n".join([*lines, "#endif", ""])


def hash_answers(header: Path) -> str:
    """src/generated/answers/hashes.c, of every hash that hash.h declares."""
    lines = [
        f"{NOTICE}/* What the self-tests of the hashes expect. */",
        "#include <whit/selftest.h>",
    ]
    for name in HASH_NAME.findall(header.read_text()):
        digest = hasher(name)(HASH_INPUT).digest()
        mac = hmac.new(HASH_INPUT[:HASH_KEY_BYTES], HASH_INPUT, hasher(name)).digest()
        lines += [
            "",
            array(f"{name}_answer_digest", digest),
            array(f"{name}_answer_mac", mac),
            f"const whit_hash_answer whit_{name}_answer = {{",
            f"    {name}_answer_digest,",
            f"    {name}_answer_mac,",
            "};",
        ]
    return "\n".join([*lines, ""])
