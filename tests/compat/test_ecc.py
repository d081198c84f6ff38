# SPDX-License-Identifier: MIT
"""micro-ecc's interface of 2013: its numbers are words, least significant first, and every
result follows from its arguments."""

import ctypes
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.compat.builds import COMPAT, compile_all, shared
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, compile_with, run
from tools.curves import read as curves
from tools.curves.weierstrass import Curve

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent
INCLUDE = f"-I{ROOT / 'include'}"
NAMES = ("secp128r1", "secp192r1", "secp256r1", "secp384r1", "secp256k1")
ROUNDS = 10

Point = tuple[int, int]


@dataclass(frozen=True)
class Library:
    """The functions of ecc.h on integers."""

    raw: ctypes.CDLL
    curve: Curve

    @property
    def size(self) -> int:
        return self.curve.p.bit_length() // 8

    def words(self, *values: int) -> "ctypes.Array[ctypes.c_char]":
        data = b"".join(value.to_bytes(self.size, "little") for value in values)
        return ctypes.create_string_buffer(data, len(data))

    def numbers(self, array: "ctypes.Array[ctypes.c_char]") -> list[int]:
        return [
            int.from_bytes(array.raw[i : i + self.size], "little")
            for i in range(0, len(array.raw), self.size)
        ]

    def make_key(self, random_number: int) -> tuple[int, Point, int]:
        public, private = self.words(7, 7), self.words(7)
        done = self.raw.ecc_make_key(public, private, self.words(random_number))
        x, y = self.numbers(public)
        return done, (x, y), self.numbers(private)[0]

    def valid(self, point: Point) -> int:
        return int(self.raw.ecc_valid_public_key(self.words(*point)))

    def secret(self, point: Point, private: int, *later: int | None) -> tuple[int, int]:
        """With the fourth argument of later versions, or without."""
        secret = self.words(7)
        more = [None if value is None else self.words(value) for value in later]
        done = self.raw.ecdh_shared_secret(secret, self.words(*point), self.words(private), *more)
        return done, self.numbers(secret)[0]

    def sign(self, private: int, nonce: int, digest: int) -> tuple[int, int, int]:
        r, s = self.words(7), self.words(7)
        inputs = [self.words(value) for value in (private, nonce, digest)]
        done = self.raw.ecdsa_sign(r, s, *inputs)
        return done, self.numbers(r)[0], self.numbers(s)[0]

    def verify(self, point: Point, digest: int, r: int, s: int) -> int:
        inputs = [self.words(value) for value in (digest, r, s)]
        return int(self.raw.ecdsa_verify(self.words(*point), *inputs))

    def compress(self, point: Point) -> bytes:
        out = ctypes.create_string_buffer(b"\xa5" * (1 + self.size), 1 + self.size)
        self.raw.ecc_point_compress(out, self.words(*point))
        return out.raw

    def decompress(self, compressed: bytes) -> Point:
        point = self.words(7, 7)
        self.raw.ecc_point_decompress(point, compressed)
        x, y = self.numbers(point)
        return x, y


@pytest.fixture(scope="module", params=NAMES)
def library(
    request: pytest.FixtureRequest, whit: list[Path], tmp_path_factory: pytest.TempPathFactory
) -> Library:
    folder = tmp_path_factory.mktemp("ecc")
    flags = [*STANDARD, *WARNINGS, "-O2", INCLUDE, f"-DECC_CURVE={request.param}"]
    objects = compile_all(folder, [COMPAT / "ecc.c"], flags)
    curve = curves.load(ROOT / "curves" / f"{request.param}.toml")
    return Library(shared(folder / "ecc.so", objects + whit), curve)


def product(library: Library, k: int, point: Point | None = None) -> Point:
    found = library.curve.multiply(k, library.curve.g if point is None else point)
    assert found is not None
    return found


def test_keys(library: Library) -> None:
    source = random.Random(2013)
    n = library.curve.order
    for k in (1, 2, n - 1, *(source.randrange(1, n) for _ in range(ROUNDS))):
        point = product(library, k)
        assert library.make_key(k) == (1, point, k)
        assert library.valid(point) == 1
        compressed = library.compress(point)
        assert compressed == bytes([2 | point[1] & 1]) + point[0].to_bytes(library.size, "big")
        assert library.decompress(compressed) == point
    for k in (0, n, 256**library.size - 1):
        assert library.make_key(k) == (0, (0, 0), 0)


def test_shared_secrets(library: Library) -> None:
    source = random.Random(2014)
    n = library.curve.order
    for _ in range(ROUNDS):
        mine, yours = source.randrange(1, n), source.randrange(1, n)
        x, _ = product(library, mine, product(library, yours))
        for point, private in ((yours, mine), (mine, yours)):
            key = product(library, point)
            assert library.secret(key, private) == (1, x)
            assert library.secret(key, private, None) == (1, x)
            assert library.secret(key, private, source.randrange(1, n)) == (1, x)


def test_signatures(library: Library) -> None:
    source = random.Random(2015)
    n = library.curve.order
    for digest in (0, 256**library.size - 1, *(source.randrange(n) for _ in range(ROUNDS))):
        private, nonce = source.randrange(1, n), source.randrange(1, n)
        r = product(library, nonce)[0] % n
        s = (digest + r * private) * pow(nonce, -1, n) % n
        assert library.sign(private, nonce, digest) == (1, r, s)
        point = product(library, private)
        assert library.verify(point, digest, r, s) == 1
        assert library.verify(point, digest ^ 1, r, s) == 0
        assert library.verify(point, digest, s, r) == 0


def test_bad_input(library: Library) -> None:
    n, p = library.curve.order, library.curve.p
    x, y = product(library, 5)
    for point in ((0, 0), (x, y ^ 1), (p, y), (x, p), (256**library.size - 1, y)):
        assert library.valid(point) == 0
        assert library.secret(point, 5) == (0, 0)
        assert library.verify(point, 5, 5, 5) == 0
        assert library.compress(point) == bytes(1 + library.size)
    for private in (0, n):
        assert library.secret((x, y), private) == (0, 0)
        assert library.sign(private, 5, 5) == (0, 0, 0)
        assert library.sign(5, private, 5) == (0, 0, 0)
    for r, s in ((0, 5), (5, 0), (n, 5), (5, n)):
        assert library.verify((x, y), 5, r, s) == 0
    assert library.decompress(b"\x04" + bytes(library.size)) == (0, 0)
    assert library.decompress(b"\x02" + p.to_bytes(library.size, "big")) == (0, 0)


def test_bytes(library: Library) -> None:
    value = random.Random(2016).randrange(256**library.size)
    native = library.words(0)
    library.raw.ecc_bytes2native(native, value.to_bytes(library.size, "big"))
    assert library.numbers(native) == [value]
    out = ctypes.create_string_buffer(library.size)
    library.raw.ecc_native2bytes(out, native)
    assert out.raw == value.to_bytes(library.size, "big")


@pytest.mark.parametrize("name", NAMES)
def test_a_program_compiles_unchanged(whit: list[Path], tmp_path: Path, name: str) -> None:
    flags = [*STANDARD, *WARNINGS, INCLUDE, f"-I{COMPAT}", f"-DECC_CURVE={name}"]
    objects = compile_all(tmp_path, [COMPAT / "ecc.c", HERE / "program_ecc.c"], flags)
    program = tmp_path / "program"
    compile_with(["gcc", *objects, *whit, "-o", program])
    done = run([program])
    assert (done.returncode, done.stdout) == (0, "good\n")
