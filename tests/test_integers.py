# SPDX-License-Identifier: MIT
"""Integers modulo odd numbers against Python's: every length of modulus, limb width and profile,
edges of carries, bad input, and objects of other moduli."""

import ctypes
import math
import random

import pytest

from tests.arithmetic import OK, Integers, Object, Source, shared, status_of

SIZES = (16, 17, 24, 31, 32, 33, 63, 64, 65, 127, 128, 160, 255, 256, 257, 511, 512, 521, 1024)
LONG_SIZES = (2048, 4096)
# Each with its limbs; two that a host has no kernels for.
BUILDS = {
    "64-bit": (),
    "64-bit portable": ("-DWHIT_PORTABLE", "-DWHIT_PROFILE=fast"),
    "32-bit": ("-DWHIT_LIMB_BITS=32", "-DWHIT_PROFILE=small"),
    "16-bit": ("-DWHIT_LIMB_BITS=16",),
    "8-bit": ("-DWHIT_LIMB_BITS=8", "-DWHIT_PROFILE=fast"),
}
CASES = 40
CAMPAIGN_CASES = 10_000

# The compiler takes a while for each build.
pytestmark = [pytest.mark.slow, pytest.mark.sampled(1)]


@pytest.fixture(scope="module", params=BUILDS)
def library(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ctypes.CDLL:
    return shared(tmp_path_factory.mktemp("integers"), *BUILDS[request.param])


def modulus_of(bits: int, chosen: random.Random) -> int:
    """Random, all ones, or just above a power of two."""
    top = 1 << (bits - 1)
    kind = chosen.randrange(6)
    if kind == 0:
        return 2 * top - 1 - 2 * chosen.randrange(4)
    if kind == 1:
        return top + 1 + 2 * chosen.randrange(4)
    return chosen.getrandbits(bits) | top | 1


def value_below(m: int, chosen: random.Random) -> int:
    edges = (0, 1, 2, m - 1, m - 2, m // 2, m // 2 + 1, 1 << (m.bit_length() - 1))
    if chosen.randrange(3) == 0:
        return chosen.choice(edges) % m
    return chosen.getrandbits(chosen.randrange(1, m.bit_length() + 1)) % m


def check_case(library: ctypes.CDLL, bits: int, chosen: random.Random, window: int) -> None:
    m = modulus_of(bits, chosen)
    ring = Integers(library, m, chosen.randrange(3))
    assert ring.status == OK
    x, y = value_below(m, chosen), value_below(m, chosen)
    a, b = ring.read(x), ring.read(y)
    assert ring.value(a) == x
    found = {name: ring.computed(name, a, b) for name in ("add", "sub", "mul")}
    assert found == {"add": (x + y) % m, "sub": (x - y) % m, "mul": x * y % m}, (m, x, y)
    assert ring.computed("sqr", a) == x * x % m, (m, x)
    assert ring.computed("negate", a) == -x % m, (m, x)
    for name in ("inverse", "inverse_vartime"):
        inverse = ring.object()
        if math.gcd(x, m) == 1:
            assert ring.call(name, inverse, a) == OK, (m, x)
            assert ring.value(inverse) == pow(x, -1, m), (m, x)
        else:
            assert ring.call(name, inverse, a) == status_of("NOT_INVERTIBLE"), (m, x)
            assert not any(inverse.content)
    exponent = chosen.randbytes(chosen.randrange(12 if bits > 600 else 40))
    power = pow(x, int.from_bytes(exponent, "big"), m)
    for suffix in ("", "_vartime"):
        assert ring.power(a, exponent, window, suffix) == power, (m, x, exponent)
    wide = chosen.randbytes(chosen.randrange(300))
    length = ctypes.c_size_t(len(wide))
    assert ring.computed("reduce", wide, length) == int.from_bytes(wide, "big") % m, (m, wide)
    assert ring.answer("compare", a, b) == (x > y) - (x < y), (m, x, y)
    assert ring.answer("equal", a, b) == (x == y), (m, x, y)
    assert ring.answer("is_zero", a) == (x == 0), (m, x)


@pytest.mark.parametrize("bits", SIZES)
def test_arithmetic_is_that_of_integers(library: ctypes.CDLL, bits: int) -> None:
    chosen = random.Random(bits)
    for case in range(CASES):
        check_case(library, bits, chosen, 1 + case % 6)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("bits", LONG_SIZES)
def test_arithmetic_of_long_numbers(library: ctypes.CDLL, bits: int) -> None:
    chosen = random.Random(bits)
    for case in range(3):
        check_case(library, bits, chosen, 1 + case)


@pytest.mark.campaign
@pytest.mark.parametrize("bits", SIZES)
def test_arithmetic_ten_thousand_times(library: ctypes.CDLL, bits: int) -> None:
    chosen = random.Random(f"campaign {bits}")
    for case in range(CAMPAIGN_CASES):
        check_case(library, bits, chosen, 1 + case % 6)


@pytest.mark.sampled(12)
def test_every_length_of_modulus(library: ctypes.CDLL) -> None:
    chosen = random.Random(1)
    for bits in range(16, 700, 3):
        check_case(library, bits, chosen, 4)


def test_operations_in_place(library: ctypes.CDLL) -> None:
    m = (1 << 127) - 1
    ring = Integers(library, m)
    x, y = 3**70, m - 5
    for name, value in (("add", x + y), ("sub", x - y), ("mul", x * y)):
        for place in range(2):
            a, b = ring.read(x), ring.read(y)
            assert ring.call(name, (a, b)[place], a, b) == OK
            assert ring.value((a, b)[place]) == value % m
    a = ring.read(x)
    assert ring.call("mul", a, a, a) == OK
    assert ring.value(a) == x * x % m
    for name, value in (("negate", -x), ("sqr", x * x), ("inverse", pow(x, -1, m))):
        a = ring.read(x)
        assert ring.call(name, a, a) == OK
        assert ring.value(a) == value % m
    for choice in range(2):
        for place in range(2):
            a, b = ring.read(x), ring.read(y)
            pair = (a, b)
            assert ring.call("select", pair[place], a, b, ctypes.c_uint(choice)) == OK
            assert ring.value(pair[place]) == (y if choice else x)


@pytest.mark.parametrize("word", [0, 1, 0x7FFF, 0xFFFE, 0x10000, 0xFFFFFFFF])
@pytest.mark.parametrize("m", [0xFFFF, 0x8001, (1 << 33) - 9, (1 << 255) - 19])
def test_words(library: ctypes.CDLL, word: int, m: int) -> None:
    ring = Integers(library, m)
    found = ring.object()
    status = ring.call("set_word", found, ctypes.c_uint32(word))
    if word < m:
        assert status == OK
        assert ring.value(found) == word
    else:
        assert status == status_of("INTEGER_RANGE")


@pytest.mark.parametrize(
    "m",
    [0, 1, 3, 0x7FFF, 0x10000, (1 << 64), (1 << 4096) + 1],
    ids=["zero", "one", "2 bits", "15 bits", "even", "even, long", "4097 bits"],
)
def test_bad_moduli_are_refused(library: ctypes.CDLL, m: int) -> None:
    ring = Integers(library, m)
    assert ring.status == status_of("MODULUS")
    number = ring.object()
    length = ctypes.c_size_t(1)
    assert ring.call("read", number, b"\1", length) == status_of("MIXED")
    assert ring.call("add", number, number, number) == status_of("MIXED")


def test_a_modulus_longer_than_its_type_is_refused(library: ctypes.CDLL) -> None:
    m, room = Object(16 + 2 * 8), Object(64)
    given = bytes([1]) + bytes(7) + bytes([1])
    arguments = (ctypes.c_size_t(64), given, ctypes.c_size_t(9), room.memory)
    assert library.whit_integer_set_modulus(m.memory, *arguments) == status_of("MODULUS")
    assert not any(m.content)


def test_numbers_that_are_not_below_the_modulus_are_refused(library: ctypes.CDLL) -> None:
    m = 0xFFF1
    ring = Integers(library, m)
    for value, count in ((m, 2), (m + 1, 2), (0xFFFF, 2), (1 << 16, 3), (1 << 64, 9)):
        found = ring.read(5)
        given = value.to_bytes(count, "big")
        status = ring.call("read", found, given, ctypes.c_size_t(count))
        assert status == status_of("INTEGER_RANGE"), value
        assert not any(found.content)
    zeros = bytes(20) + b"\xff\xf0"
    assert ring.computed("read", zeros, ctypes.c_size_t(22)) == m - 1
    assert ring.computed("read", b"", ctypes.c_size_t(0)) == 0


def test_integers_of_another_modulus_are_refused(library: ctypes.CDLL) -> None:
    one, other = Integers(library, (1 << 127) - 1), Integers(library, (1 << 127) - 3)
    mine, foreign, unset = one.read(7), other.read(7), one.object()
    answer = ctypes.c_int(9)
    for bad in (foreign, unset):
        for name in ("add", "sub", "mul"):
            for pair in ((mine, bad), (bad, mine)):
                found = one.read(3)
                assert one.call(name, found, *pair) == status_of("MIXED")
                assert one.call("negate", found, found) == status_of("MIXED")
        for name in ("negate", "sqr", "inverse"):
            assert one.call(name, one.object(), bad) == status_of("MIXED")
        for name in ("equal", "compare"):
            status = one.call(name, ctypes.byref(answer), mine, bad)
            assert status == status_of("MIXED")
        out = ctypes.create_string_buffer(16)
        assert one.call("write", out, ctypes.c_size_t(16), bad) == status_of("MIXED")
        assert not any(out.raw)
    assert answer.value == 9


def test_a_copy_of_a_modulus_is_the_same(library: ctypes.CDLL) -> None:
    m = (1 << 127) - 1
    one, copy = Integers(library, m), Integers(library, m)
    assert copy.computed("add", one.read(2), copy.read(3)) == 5


def test_written_numbers_are_padded(library: ctypes.CDLL) -> None:
    ring = Integers(library, (1 << 127) - 1)
    number = ring.read(0x1234)
    out = ctypes.create_string_buffer(b"\xa5" * 20, 20)
    assert ring.call("write", out, ctypes.c_size_t(20), number) == OK
    assert out.raw == bytes(18) + b"\x12\x34"
    out = ctypes.create_string_buffer(b"\xa5" * 15, 15)
    status = ring.call("write", out, ctypes.c_size_t(15), number)
    assert status == status_of("OUTPUT_LENGTH")
    assert out.raw == b"\xa5" * 15


def test_random_integers(library: ctypes.CDLL) -> None:
    m = (1 << 16) + 3
    ring = Integers(library, m)
    source = Source(seed=3)
    drawn = {ring.computed("random", source.pointer) for _ in range(300)}
    assert len(drawn) > 280
    assert 0 not in drawn
    assert max(drawn) < m
    found = ring.read(1)
    for source, error in (
        (Source(pattern=b"\0"), "RANDOM_STUCK"),
        (Source(pattern=b"\xff"), "RANDOM_STUCK"),
        (Source(status=0), "RANDOM_FAILED"),
    ):
        assert ring.call("random", found, source.pointer) == status_of(error)
        assert not any(found.content)
    assert ring.call("random", found, None) == status_of("RANDOM_MISSING")


@pytest.mark.parametrize("window", [0, 7, 32])
def test_a_window_that_there_is_not_is_refused(library: ctypes.CDLL, window: int) -> None:
    m, room, a = Object(48), Object(4096), Object(24)
    arguments = (ctypes.c_size_t(127), bytes([0x7F, *[0xFF] * 15]), ctypes.c_size_t(16))
    assert library.whit_integer_set_modulus(m.memory, *arguments, room.memory) == OK
    given = (a.memory, b"\3", ctypes.c_size_t(1), m.memory, room.memory, ctypes.c_uint(window))
    assert library.whit_integer_exp(a.memory, *given) == status_of("ARGUMENT")


def test_missing_arguments_are_refused(library: ctypes.CDLL) -> None:
    ring = Integers(library, (1 << 127) - 1)
    a = ring.read(2)
    length = ctypes.c_size_t(1)
    argument = status_of("ARGUMENT")
    for name in ("add", "sub", "mul", "equal", "compare"):
        for missing in range(3):
            given = [a, a, a]
            given[missing] = None  # type: ignore[call-overload]
            assert ring.call(name, *given) == argument, name
    for name in ("negate", "sqr", "inverse", "is_zero"):
        assert ring.call(name, None, a) == argument
        assert ring.call(name, a, None) == argument
    for name in ("read", "reduce"):
        assert ring.call(name, None, b"\1", length) == argument
        assert ring.call(name, a, None, length) == argument
    assert ring.call("write", None, length, a) == argument
    assert ring.call("random", None, Source().pointer) == argument
    assert ring.value(a) == 2
