# SPDX-License-Identifier: MIT
"""Many signatures of secp256r1 with prepared keys, with lanes and without: every vector in groups
of eight, sums that meet exceptional additions in each lane, and random signatures, each with the
status that it has alone. The C tests have arguments, statuses in each place, and sanitizers."""

from __future__ import annotations

import ctypes
import hashlib
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.test_curve25519 import OK, STATUSES, succeed
from tests.test_lanes import CURVE, DEFINES, P, has_lanes
from tests.vectors.convert import everything
from tests.vectors.record import Expect, Hash, Operation

pytestmark = pytest.mark.slow

INVALID = int(STATUSES["WHIT_ERROR_SIGNATURE_INVALID"], 16)
N = CURVE.order
HEAD, POINT = 24, 64  # bytes of a table and of each of its points
POINTS = (16, 64, 1, 32, 2, 7, 40)
BUILDS = {
    "fast": ("-DWHIT_PROFILE=fast",),
    "balanced": ("-DWHIT_PROFILE=balanced",),
    "without lanes": ("-DWHIT_PROFILE=fast", "-DWHIT_AVX512=0"),
    "portable": ("-DWHIT_PROFILE=fast", "-DWHIT_PORTABLE=1"),
}
WITH_LANES = ("fast", "balanced")
VERIFYING = (Operation.VERIFY, Operation.VERIFY_DER, Operation.VERIFY_DER_LOW)


class Signed(ctypes.Structure):
    _fields_ = [
        (f"{name}{suffix}", kind)
        for name in ("prepared", "message", "signature")
        for suffix, kind in (("", ctypes.c_void_p), ("_length", ctypes.c_size_t))
    ]


@dataclass(frozen=True)
class Item:
    key: Key
    digest: bytes
    signature: bytes

    @property
    def parts(self) -> list[object]:
        sizes = [ctypes.c_size_t(len(part)) for part in (self.digest, self.signature)]
        length = ctypes.c_size_t(self.key.length)
        return [self.key.table, length, self.digest, sizes[0], self.signature, sizes[1]]


class Key:
    """A key with a table of so many points."""

    def __init__(self, library: Library, public: bytes, points: int) -> None:
        self.length = HEAD + POINT * points
        self.table = (ctypes.c_uint64 * (self.length // 8))()
        size = ctypes.c_size_t(self.length)
        self.status: int = library.call(
            "prepare_public_key", *library.base, self.table, size, public, len(public)
        )
        head = bytes(self.table)
        self.spacing = int.from_bytes(head[16:18], "little")
        self.teeth, self.blocks = head[18], head[19]


class Library:
    def __init__(self, folder: Path, name: str) -> None:
        tool = ROOT / "tools" / "amalgamate.py"
        succeed(sys.executable, tool, "--output", folder, "--curves", "secp256r1")
        output = folder / "whit.so"
        flags = (*STANDARD, *WARNINGS, "-O2", "-fPIC", "-shared", *DEFINES[:2], *BUILDS[name])
        succeed("gcc", *flags, folder / "whit.c", "-o", output)
        self.name, self.path = name, output
        self.library = ctypes.CDLL(str(output))
        names = ("whit_secp256r1", "whit_secp256r1_base")
        self.curve, comb = (ctypes.byref(ctypes.c_char.in_dll(self.library, n)) for n in names)
        self.base = (self.curve, comb)
        self.keys: dict[bytes, Key] = {}

    def call(self, name: str, *arguments: object) -> int:
        found: int = getattr(self.library, f"whit_ecdsa_{name}")(*arguments)
        return found

    def key(self, public: bytes, points: int | None = None) -> Key:
        """One of as many points as its number among the keys says."""
        if points is not None or public not in self.keys:
            count = points or POINTS[len(self.keys) % len(POINTS)]
            self.keys[public] = Key(self, public, count)
        return self.keys[public]

    def alone(self, item: Item) -> int:
        return self.call("verify_digest_prepared", *self.base, *item.parts)

    def together(self, items: list[Item]) -> list[int]:
        given = (Signed * len(items))()
        for signed, item in zip(given, items, strict=True):
            signed.prepared = ctypes.addressof(item.key.table)
            signed.prepared_length = item.key.length
            signed.message = ctypes.cast(ctypes.c_char_p(item.digest), ctypes.c_void_p)
            signed.message_length = len(item.digest)
            signed.signature = ctypes.cast(ctypes.c_char_p(item.signature), ctypes.c_void_p)
            signed.signature_length = len(item.signature)
        statuses = (ctypes.c_uint * len(items))()
        size = ctypes.c_size_t(len(items))
        found = self.call("verify_digest_prepared_many", *self.base, statuses, given, size)
        wrong = [status for status in statuses if status != OK]
        assert found == (wrong[0] if wrong else OK)
        return list(statuses)

    def check(self, items: list[Item]) -> list[int]:
        """The statuses of items, which are those that they have alone."""
        found = self.together(items)
        assert found == [self.alone(item) for item in items]
        return found

    def raw(self, der: bytes) -> bytes | None:
        signature = ctypes.create_string_buffer(64)
        status = self.call("signature_from_der", self.curve, signature, 64, der, len(der))
        return signature.raw if status == OK else None


@pytest.fixture(scope="module", params=BUILDS)
def library(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(tmp_path_factory.mktemp("many"), request.param)


@cache
def multiple(k: int) -> tuple[int, int]:
    found = CURVE.multiply(k % N, CURVE.g)
    assert found is not None
    return found


def encoded(number: int) -> bytes:
    return (number % N).to_bytes(32, "big")


def public_of(d: int) -> bytes:
    x, y = multiple(d)
    return b"\4" + x.to_bytes(32, "big") + y.to_bytes(32, "big")


def test_every_vector(library: Library) -> None:
    """Those that can be read at all, in groups of eight as they come; where keys are alike, in
    groups of one key too."""
    items, wanted = [], []
    counts: Counter[str] = Counter()
    for record in everything():
        if record.curve != "secp256r1" or record.operation not in VERIFYING:
            continue
        public, message, signature = record.fields
        if record.operation != Operation.VERIFY:
            raw = library.raw(signature)
            if raw is None:
                counts["not DER"] += 1
                continue
            signature = raw
        key = library.key(public)
        if key.status != OK or (not message and record.hash == Hash.NONE):
            counts["no key, or no digest"] += 1
            continue
        if record.hash != Hash.NONE:
            message = hashlib.new(record.hash.name.lower(), message).digest()
        items.append(Item(key, message, signature))
        is_low = record.operation == Operation.VERIFY_DER_LOW
        wanted.append(None if is_low and record.expect != Expect.VALID else record.expect)
    statuses = []
    for i in range(0, len(items), 8):
        statuses += library.check(items[i : i + 8])
    assert statuses == library.together(items)
    for status, expect in zip(statuses, wanted, strict=True):
        counts[expect.name if expect else "high"] += 1
        assert expect is None or (status == OK) == (expect == Expect.VALID)
    assert counts["VALID"] > 500
    assert counts["INVALID"] > 500


def last_entry(key: Key, v: int) -> int:
    """By how much of Q the last addition changes u G + v Q: the entry of the lowest column and
    block."""
    length = key.teeth * key.blocks * key.spacing
    sign = 1
    if v % 2 == 0:
        v, sign = N - v, -1
    digits = v + 2**length
    teeth = range(0, key.teeth * key.spacing, key.spacing)
    entry: int = sum(2**t if digits >> (t + 1) & 1 else -(2**t) for t in teeth)
    return sign * entry


def exceptional(library: Library, seed: int) -> Iterator[tuple[str, Item, int]]:
    """By keys that are small multiples of G: what is exceptional, the signature, and its status."""
    generator = random.Random(seed)
    for d in (*range(1, 9), *range(N - 8, N), 2**128, N // 2, N // 2 + 1):
        key = library.key(public_of(d), POINTS[(d + seed) % len(POINTS)])
        k = generator.randrange(1, N)
        r = multiple(k)[0] % N
        for name, z in (("u G = v Q", r * d), ("u G = -v Q", -r * d), ("u = 0", 0)):
            s = (z + r * d) * pow(k, -1, N) % N
            good = s != 0
            yield name, Item(key, encoded(z), encoded(r) + encoded(s or 1)), OK if good else INVALID
        # The sum before the last addition is its entry, so that this is a doubling; v keeps the
        # sum's x as r: with s = r / v it is a good signature of z = u s.
        for v in (generator.randrange(1, N), generator.randrange(1, N) | 1, 1, 2, N - 1):
            e = last_entry(key, v)
            total = multiple(2 * e * d)[0] % N
            # X and Z of a doubling as an addition are 0, which no x may pass for.
            for r, wanted in ((total, OK), ((total + 1) % N, INVALID)):
                s = r * pow(v, -1, N) % N
                z = (2 * e - v) * d * s
                yield "doubling last", Item(key, encoded(z), encoded(r) + encoded(s)), wanted


def test_exceptional_additions(library: Library) -> None:
    """In each lane, beside good and bad signatures."""
    counts: Counter[str] = Counter()
    other = library.key(public_of(12345))
    k = 987654321
    r = multiple(k)[0] % N
    s = (7 + r * 12345) * pow(k, -1, N)
    good = Item(other, encoded(7), encoded(r) + encoded(s))
    bad = Item(other, encoded(8), encoded(r) + encoded(s))
    for place, (name, item, wanted) in enumerate(exceptional(library, 1)):
        items = [good, bad] * 4
        items[place % 8] = item
        statuses = [OK, INVALID] * 4
        statuses[place % 8] = wanted
        assert (name, library.check(items)) == (name, statuses)
        counts[name] += 1
    for seed in (2, 3):
        found = list(exceptional(library, seed))
        assert library.check([item for _, item, _ in found]) == [wanted for _, _, wanted in found]
    assert min(counts.values()) > 15


def test_x_above_the_order(library: Library) -> None:
    """x is r + n: no signer finds such a nonce, but keys can be made for one, of any R with such an
    x: Q = (s R - z G) / r."""
    found = 0
    items: list[Item] = []
    for x in range(N, P):
        if len(items) == 11:
            break
        square = (x**3 + CURVE.a * x + CURVE.b) % P
        y = pow(square, (P + 1) // 4, P)
        r = x - N
        if y * y % P != square or r == 0:
            continue
        z, s = 3 * x % N, 5 * x % N
        negative = CURVE.multiply(N - z, CURVE.g)
        q = CURVE.multiply(pow(r, -1, N), CURVE.add(CURVE.multiply(s, (x, y)), negative))
        assert q is not None
        public = b"\4" + q[0].to_bytes(32, "big") + q[1].to_bytes(32, "big")
        items.append(Item(library.key(public), encoded(z), encoded(r) + encoded(s)))
        found += 1
    assert library.check(items) == [OK] * found
    wrong = [
        Item(
            i.key, i.digest, encoded(int.from_bytes(i.signature[:32], "big") + 1) + i.signature[32:]
        )
        for i in items
    ]
    assert library.check(wrong) == [INVALID] * found
    assert found == 11


def test_random_signatures(library: Library) -> None:
    """Good ones and ones with a bit changed, by few keys and by many."""
    generator = random.Random("many")
    nonces = [generator.randrange(1, N) for _ in range(20)]
    counts: Counter[int] = Counter()
    for turn in range(12):
        items = []
        for _ in range(generator.randrange(3, 40)):
            d = generator.randrange(1, 4 if turn % 2 else 40)
            k, z = generator.choice(nonces), generator.randrange(N)
            r = multiple(k)[0] % N
            s = (z + r * d) * pow(k, -1, N) % N
            signature = bytearray(encoded(r) + encoded(s))
            if generator.random() < 0.3:
                signature[generator.randrange(64)] ^= 1 << generator.randrange(8)
            items.append(Item(library.key(public_of(d)), encoded(z), bytes(signature)))
        counts.update(library.check(items))
    assert counts[OK] > 50
    assert counts[INVALID] > 20


def test_lanes_are_left_out(library: Library) -> None:
    """A build has registers of 512 bits in it, or none."""
    code = succeed("objdump", "-d", library.path)
    assert ("zmm" in code) == (library.name in WITH_LANES)
    assert ("vpmadd52" in code) == (library.name in WITH_LANES)


@pytest.mark.skipif(not has_lanes(), reason="this processor has no AVX-512 IFMA")
def test_lanes_are_taken(library: Library) -> None:
    """Eight signatures take much less than eight times one, beyond what their inversion does."""
    _, item, _ = next(exceptional(library, 1))
    item = Item(library.key(public_of(98765)), item.digest, item.signature)

    def least(items: list[Item]) -> float:
        times = []
        for _ in range(50):
            start = time.perf_counter()
            library.together(items)
            times.append(time.perf_counter() - start)
        return min(times) / len(items)

    share = least([item] * 64) / least([item])
    assert (share < 0.6) == (library.name in WITH_LANES)
