# SPDX-License-Identifier: MIT
"""The names of uECC_vli.h give what micro-ecc gives, at every width of word."""

import ctypes
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.compat.builds import (
    CURVES,
    WORD_BYTES,
    Configuration,
    Library,
    compat_objects,
    shared,
    upstream_objects,
)
from tests.runner.tools import ROOT
from tools.curves import read as curves
from tools.curves.weierstrass import Curve

pytestmark = pytest.mark.slow

ROUNDS = 20
WORDS = {1: ctypes.c_uint8, 4: ctypes.c_uint32, 8: ctypes.c_uint64}


class Arithmetic:
    """The functions of uECC_vli.h on integers. Arrays hold words least significant first."""

    def __init__(self, library: Library, word_bytes: int) -> None:
        self.library = library
        self.word_bytes = word_bytes
        word = WORDS[word_bytes]
        results = {
            **dict.fromkeys(("vli_isZero", "vli_testBit", "vli_equal", "vli_add"), word),
            **{"vli_sub": word, "vli_cmp": ctypes.c_int8, "vli_numBits": ctypes.c_int16},
            **dict.fromkeys(("valid_point", "generate_random_int"), ctypes.c_int),
        }
        self._results: dict[str, Any] = results

    def function(self, name: str, result: Any = None) -> Any:
        function = getattr(self.library.raw, f"uECC_{name}")
        function.restype = self._results.get(name, result)
        return function

    def array(self, value: int, words: int) -> "ctypes.Array[ctypes.c_char]":
        length = words * self.word_bytes
        return ctypes.create_string_buffer(value.to_bytes(length, "little"), length)

    def pointer(self, curve: str) -> ctypes.c_void_p:
        return self.library.curves[curve].pointer

    def asked(self, name: str, words: int, *values: int) -> int:
        """A question about numbers of so many words."""
        arrays = [self.array(value, words) for value in values]
        return int(self.function(name)(*arrays, words))

    def test_bit(self, words: int, value: int, bit: int) -> int:
        return int(self.function("vli_testBit")(self.array(value, words), bit))

    def computed(self, name: str, out: int, words: int, *values: int) -> tuple[int, int | None]:
        """A result of `out` words, and what is returned; the last argument is the words."""
        result = self.array(0, out)
        arrays = [self.array(value, words) for value in values]
        returned = self.function(name)(result, *arrays, words)
        return int.from_bytes(result.raw, "little"), returned

    def in_place(self, name: str, words: int, value: int) -> int:
        array = self.array(value, words)
        self.function(name)(array, words)
        return int.from_bytes(array.raw, "little")

    def reduced(self, words: int, product: int, mod: int) -> int:
        result = self.array(0, words)
        self.function("vli_mmod")(
            result, self.array(product, 2 * words), self.array(mod, words), words
        )
        return int.from_bytes(result.raw, "little")

    def on_curve(self, name: str, curve: str, out: int, *operands: tuple[int, int]) -> int:
        """A result of `out` words from (value, words) on a curve."""
        result = self.array(0, out)
        arrays = [self.array(value, words) for value, words in operands]
        self.function(name)(result, *arrays, self.pointer(curve))
        return int.from_bytes(result.raw, "little")

    def onto_itself(self, name: str, curve: str, words: int, value: int, *others: int) -> int:
        array = self.array(value, words)
        arguments = [array, *([array] if others else [])]
        arguments += [self.array(other, words) for other in others]
        self.function(name)(*arguments, self.pointer(curve))
        return int.from_bytes(array.raw, "little")

    def valid(self, curve: str, words: int, point: int) -> int:
        return int(self.function("valid_point")(self.array(point, words), self.pointer(curve)))

    def constant(self, name: str, curve: str, words: int) -> int:
        address = self.function(f"curve_{name}", ctypes.c_void_p)(self.pointer(curve))
        return int.from_bytes(ctypes.string_at(address, words * self.word_bytes), "little")

    def size(self, name: str, curve: str) -> int:
        return int(self.function(f"curve_num_{name}", ctypes.c_uint)(self.pointer(curve)))

    def from_bytes(self, words: int, value: bytes) -> int:
        result = self.array(0, words)
        self.function("vli_bytesToNative")(result, value, len(value))
        return int.from_bytes(result.raw, "little")

    def to_bytes(self, words: int, value: int, length: int) -> bytes:
        result = ctypes.create_string_buffer(length)
        self.function("vli_nativeToBytes")(result, length, self.array(value, words))
        return result.raw

    def drawn(self, words: int, top: int) -> list[tuple[int, int | None]]:
        self.library.set_random(random.Random(5).randbytes)
        return [self.computed("generate_random_int", words, words, top) for _ in range(ROUNDS)]


@dataclass(frozen=True)
class Pair:
    ours: Arithmetic
    theirs: Arithmetic

    def same(self, method: str, *arguments: Any) -> Any:
        ours = getattr(self.ours, method)(*arguments)
        assert ours == getattr(self.theirs, method)(*arguments), (method, arguments)
        return ours


@pytest.fixture(scope="module", params=WORD_BYTES, ids=lambda size: f"{8 * size}-bit words")
def pair(
    request: pytest.FixtureRequest,
    whit_by_word: Callable[[int], list[Path]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Pair:
    folder = tmp_path_factory.mktemp("vli")
    configuration = Configuration(word_bytes=request.param, arithmetic=True)
    objects = compat_objects(folder, configuration) + whit_by_word(request.param)
    ours = Library(shared(folder / "ours.so", objects))
    theirs = Library(shared(folder / "theirs.so", upstream_objects(folder, configuration)))
    return Pair(Arithmetic(ours, request.param), Arithmetic(theirs, request.param))


def parameters(name: str) -> Curve:
    return curves.load(ROOT / "curves" / f"{name}.toml")


def numbers(limit: int, seed: int) -> list[int]:
    """Numbers below the limit: the ends, a power of two less one, and random ones."""
    source = random.Random(seed)
    ends = [0, 1, 2, limit - 1, limit - 2, limit >> 1, (1 << limit.bit_length() - 1) - 1]
    return ends + [source.randrange(limit) for _ in range(ROUNDS)]


def test_plain_numbers(pair: Pair) -> None:
    word_bits = 8 * pair.ours.word_bytes
    for n in (1, 2, 256 // word_bits):
        bits = n * word_bits
        values = numbers(1 << bits, n)
        pairs = [*zip(values, reversed(values), strict=True), *((x, x) for x in values)]
        for a, b in pairs:
            total = (a + b) % 2**bits, (a + b) >> bits
            assert pair.same("computed", "vli_add", n, n, a, b) == total
            assert pair.same("computed", "vli_sub", n, n, a, b) == ((a - b) % 2**bits, a < b)
            assert pair.same("computed", "vli_mult", 2 * n, n, a, b)[0] == a * b
            assert pair.same("asked", "vli_cmp", n, a, b) == (a > b) - (a < b)
            assert pair.same("asked", "vli_equal", n, a, b) == (a == b)
        for a in values:
            assert pair.same("asked", "vli_isZero", n, a) == (a == 0)
            assert pair.same("asked", "vli_numBits", n, a) == a.bit_length()
            assert pair.same("computed", "vli_set", n, n, a)[0] == a
            assert pair.same("computed", "vli_square", 2 * n, n, a)[0] == a * a
            assert pair.same("in_place", "vli_rshift1", n, a) == a >> 1
            assert pair.same("in_place", "vli_clear", n, a) == 0
            for bit in (0, 1, word_bits - 1, bits - 1):
                assert pair.same("test_bit", n, a, bit) == (a >> bit & 1) << bit % word_bits


def test_bytes(pair: Pair) -> None:
    for length in (1, 7, 20, 21, 24, 28, 31, 32):
        value = random.Random(length).randbytes(length)
        words = -(-length // pair.ours.word_bytes)
        native = pair.same("from_bytes", words, value)
        assert native == int.from_bytes(value, "big")
        assert pair.same("to_bytes", words, native, length) == value


@pytest.mark.parametrize("curve", CURVES)
def test_constants(pair: Pair, curve: str) -> None:
    for name in ("words", "bytes", "bits", "n_words", "n_bytes", "n_bits"):
        pair.same("size", name, curve)
    words = pair.ours.size("words", curve)
    order_words = pair.ours.size("n_words", curve)
    assert pair.same("constant", "p", curve, words) == parameters(curve).p
    assert pair.same("constant", "n", curve, order_words) == parameters(curve).order
    assert pair.same("constant", "b", curve, words) == parameters(curve).b
    pair.same("constant", "G", curve, 2 * words)


@pytest.mark.parametrize("curve", CURVES)
def test_modulo_any_number(pair: Pair, curve: str) -> None:
    moduli = (
        (parameters(curve).p, pair.ours.size("words", curve)),
        (parameters(curve).order, pair.ours.size("n_words", curve)),
    )
    for mod, n in moduli:
        values = numbers(mod, n)
        for a, b in zip(values, values[1:] + values[:1], strict=True):
            inverse = pow(a, -1, mod) if a else 0
            assert pair.same("computed", "vli_modAdd", n, n, a, b, mod)[0] == (a + b) % mod
            assert pair.same("computed", "vli_modSub", n, n, a, b, mod)[0] == (a - b) % mod
            assert pair.same("computed", "vli_modMult", n, n, a, b, mod)[0] == a * b % mod
            assert pair.same("computed", "vli_modSquare", n, n, a, mod)[0] == a * a % mod
            assert pair.same("computed", "vli_modInv", n, n, a, mod)[0] == inverse
            assert pair.same("reduced", n, a * b, mod) == a * b % mod


@pytest.mark.parametrize("curve", CURVES)
def test_modulo_the_prime(pair: Pair, curve: str) -> None:
    n, p = pair.ours.size("words", curve), parameters(curve).p
    values = numbers(p, 7)
    for a, b in zip(values, values[1:] + values[:1], strict=True):
        product, square = a * b % p, a * a % p
        x, y = (a, n), (b, n)
        assert pair.same("on_curve", "vli_modMult_fast", curve, n, x, y) == product
        assert pair.same("on_curve", "vli_modSquare_fast", curve, n, x) == square
        assert pair.same("on_curve", "vli_mmod_fast", curve, n, (a * b, 2 * n)) == product
        assert pair.same("onto_itself", "vli_modMult_fast", curve, n, a, b) == product
        # Which of the two roots is nobody's promise; of 1 on secp224r1 micro-ecc finds none.
        assert pair.ours.onto_itself("vli_mod_sqrt", curve, n, square) in (a, -a % p)
        if square != 1:
            assert pair.theirs.onto_itself("vli_mod_sqrt", curve, n, square) in (a, -a % p)


@pytest.mark.parametrize("curve", CURVES)
def test_points(pair: Pair, curve: str) -> None:
    p, order = parameters(curve).p, parameters(curve).order
    n, order_words = pair.ours.size("words", curve), pair.ours.size("n_words", curve)
    shift = n * 8 * pair.ours.word_bytes
    g = pair.ours.constant("G", curve, 2 * n)
    source = random.Random(11)
    scalars = [2, 3, 4, order - 3, order - 4, 2**80]
    scalars += [source.randrange(1, order) for _ in range(ROUNDS)]
    point = g
    for k in scalars:
        operands = (point, 2 * n), (k, order_words)
        point = pair.same("on_curve", "point_mult", curve, 2 * n, *operands)
        assert pair.same("valid", curve, 2 * n, point) == 1
        assert pair.same("valid", curve, 2 * n, point ^ 1) == 0
    assert pair.same("valid", curve, 2 * n, 0) == 0
    assert pair.same("valid", curve, 2 * n, (1 << 2 * shift) - 1) == 0
    assert pair.same("valid", curve, 2 * n, p | g >> shift << shift) == 0
    # Next to multiples of the order micro-ecc's ladder meets infinity and answers with zeros.
    for k in (-2, -1, 0, 1):
        expected = parameters(curve).multiply(k % order, parameters(curve).g) or (0, 0)
        operands = (g, 2 * n), (k % order, order_words)
        product = pair.ours.on_curve("point_mult", curve, 2 * n, *operands)
        assert product == expected[0] | expected[1] << shift
        assert pair.theirs.on_curve("point_mult", curve, 2 * n, *operands) == 0
    assert pair.ours.on_curve("point_mult", curve, 2 * n, (g ^ 1, 2 * n), (5, order_words)) == 0


@pytest.mark.parametrize("curve", CURVES)
def test_random_integers(pair: Pair, curve: str) -> None:
    tops = (
        (parameters(curve).p, pair.ours.size("words", curve)),
        (parameters(curve).order, pair.ours.size("n_words", curve)),
        *((2, 1), (200, 1)),
    )
    for top, n in tops:
        found = pair.same("drawn", n, top)
        assert all(0 < value < top and done == 1 for value, done in found)
    for useless in (None, lambda _: None, bytes, lambda size: b"\xff" * size):
        for side in (pair.ours, pair.theirs):
            side.library.set_random(useless)
            assert side.computed("generate_random_int", 1, 1, 255)[1] == 0
