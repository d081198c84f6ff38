# SPDX-License-Identifier: MIT
"""Batches of Ed25519 and Ed448: good ones of every number, a bad signature at every place, points
with parts of small order, and what the random source has to do with it; of Ed25519 with lanes for
AVX-512 and without. tests/unit/test_batch_many.c has each thing wrong in each lane."""

import ctypes
import hashlib
import itertools
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.runner.tools import ROOT
from tests.test_curve25519 import (
    ARGUMENT,
    LENGTH,
    OK,
    OVERLAP,
    SMALL_ORDER,
    STATUSES,
    Family,
    succeed,
)
from tests.test_lanes import has_lanes
from tools.curves.forms import FormCurve
from tools.curves.read_forms import load

pytestmark = pytest.mark.slow

INVALID = int(STATUSES["WHIT_ERROR_SIGNATURE_INVALID"], 16)
RANGE = int(STATUSES["WHIT_ERROR_SIGNATURE_RANGE"], 16)
SIGNATURE_LENGTH = int(STATUSES["WHIT_ERROR_SIGNATURE_LENGTH"], 16)
KEY_RANGE = int(STATUSES["WHIT_ERROR_PUBLIC_KEY_RANGE"], 16)
MISSING = int(STATUSES["WHIT_ERROR_RANDOM_MISSING"], 16)
FAILED = int(STATUSES["WHIT_ERROR_RANDOM_FAILED"], 16)
STUCK = int(STATUSES["WHIT_ERROR_RANDOM_STUCK"], 16)

ROOM_BYTES = {"25519": 1104, "448": 1920}
COEFFICIENT_BYTES = 16
UNTOUCHED = 0x1234

Given = tuple[bytes, bytes, bytes]  # public key, message, signature
Point = tuple[int, int]

FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Signed(ctypes.Structure):
    _fields_ = [
        (f"{name}{kind}", ctypes.c_size_t if kind else ctypes.c_char_p)
        for name in ("public_key", "message", "signature")
        for kind in ("", "_length")
    ]


class Random(ctypes.Structure):
    _fields_ = [("fill", FILL), ("context", ctypes.c_void_p)]


class Source:
    """A random source of given numbers; then it fails."""

    def __init__(self, numbers: Iterator[int]) -> None:
        self.calls = 0

        def fill(_: Any, out: int, length: int) -> int:
            assert length == COEFFICIENT_BYTES
            self.calls += 1
            number = next(numbers, None)
            if number is None:
                return FAILED
            ctypes.memmove(out, number.to_bytes(length, "little"), length)
            return OK

        self._fill = FILL(fill)
        self.random = ctypes.byref(Random(self._fill, None))


def numbers(seed: int = 0) -> Iterator[int]:
    """Of 128 bits each, and never an end."""
    for count in itertools.count():
        digest = hashlib.sha256(f"{seed} {count}".encode()).digest()
        yield int.from_bytes(digest[:COEFFICIENT_BYTES], "little")


FAST = "-DWHIT_PROFILE=fast"
BUILDS = {
    "25519": (),
    "448": (),
    "25519 fast": (FAST,),
    "25519 without lanes": (FAST, "-DWHIT_AVX512=0"),
    "25519 portable": (FAST, "-DWHIT_PORTABLE=1"),
    "25519 small": ("-DWHIT_PROFILE=small",),
}
WITH_LANES = ("25519", "25519 fast")


@pytest.fixture(scope="module", params=["25519", "448", "25519 without lanes"])
def family(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Family:
    return built(tmp_path_factory.mktemp("batches"), request.param)


def built(folder: Path, build: str) -> Family:
    return Family(folder, build.split()[0], *BUILDS[build])


def verify(
    family: Family,
    given: Sequence[Given],
    room: int,
    source: Source | None = None,
    with_statuses: bool = True,
) -> tuple[int, list[int]]:
    """The batch's status, and each signature's."""
    source = source or Source(numbers())
    entries = (Signed * max(len(given), 1))(
        *(Signed(*(x for value in one for x in (value, len(value)))) for one in given)
    )
    memory = (ctypes.c_uint64 * (ROOM_BYTES[family.name] // 8 * room + 1))()
    memory[len(memory) - 1] = UNTOUCHED
    statuses = (ctypes.c_int * (len(given) + 1))(*[UNTOUCHED] * (len(given) + 1))
    status: int = getattr(family.library, f"whit_ed{family.name}_verify_batch")(
        *(statuses if with_statuses else None, memory, ctypes.c_size_t(room)),
        *(entries, ctypes.c_size_t(len(given)), source.random),
    )
    assert memory[len(memory) - 1] == UNTOUCHED
    assert statuses[len(given)] == UNTOUCHED
    return status, list(statuses)[:-1]


def signed(family: Family, count: int) -> list[Given]:
    """Good signatures, two by each key."""
    made = []
    for i in range(count):
        private, public = family.key_pair(bytes([i // 2 + 1]) * family.ed_bytes)
        message = bytes(range(i))
        _, signature = family.call("ed#", "sign", 2 * family.ed_bytes, private, message)
        made.append((public, message, signature))
    return made


def alone(family: Family, one: Given) -> int:
    status: int = family.call("ed#", "verify", 0, *one)
    return status


@pytest.mark.parametrize("room", [1, 2, 5, 16])
def test_good_batches(family: Family, room: int) -> None:
    for count in (0, 1, 2, 3, 5, 6, 16, 17):
        source = Source(numbers(count))
        assert verify(family, signed(family, count), room, source) == (OK, [OK] * count)
        full, rest = divmod(count, room)
        assert source.calls == full * (room - 1) + max(rest - 1, 0)
        assert verify(family, signed(family, count), room, with_statuses=False)[0] == OK


def bad_forms(family: Family, one: Given) -> dict[str, tuple[Given, int]]:
    """A good signature made bad, in every way that there is."""
    public, message, signature = one
    size = family.ed_bytes
    s = int.from_bytes(signature[size:], "little")
    wrong = (s ^ 1).to_bytes(size, "little")
    above = (s + curve_of(family).order).to_bytes(size, "little")
    no_point = next(
        y.to_bytes(size, "little")
        for y in itertools.count(2)
        if alone(family, (y.to_bytes(size, "little"), message, signature))
        == int(STATUSES["WHIT_ERROR_PUBLIC_KEY_CURVE"], 16)
    )
    minus_neutral = b"\1" + bytes(size - 2) + b"\x80"
    return {
        "another s": ((public, message, signature[:size] + wrong), INVALID),
        "another message": ((public, message + b"\0", signature), INVALID),
        "s above the order": ((public, message, signature[:size] + above), RANGE),
        "y of R above the prime": ((public, message, b"\xff" * size + signature[size:]), RANGE),
        "R is no point": ((public, message, no_point + signature[size:]), INVALID),
        "R is minus zero": ((public, message, minus_neutral + signature[size:]), INVALID),
        "a short signature": ((public, message, signature[:-1]), SIGNATURE_LENGTH),
        "a short key": ((public[:-1], message, signature), LENGTH),
        "a key of small order": ((b"\1" + bytes(size - 1), message, signature), SMALL_ORDER),
        "y of A above the prime": ((b"\xff" * size, message, signature), KEY_RANGE),
    }


def test_one_bad_signature_at_each_place(family: Family) -> None:
    good = signed(family, 5)
    for place, room in itertools.product(range(5), (2, 5)):
        for name, (bad, wanted) in bad_forms(family, good[place]).items():
            if name != "another s" and (place + room) % 5 != 2:
                continue
            given = [*good[:place], bad, *good[place + 1 :]]
            assert alone(family, bad) == wanted, name
            statuses = [wanted if i == place else OK for i in range(5)]
            assert verify(family, given, room) == (wanted, statuses), name
            assert verify(family, given, room, with_statuses=False)[0] == wanted, name


def test_several_bad_signatures(family: Family) -> None:
    good = signed(family, 6)
    invalid, _ = bad_forms(family, good[1])["another s"]
    short, _ = bad_forms(family, good[2])["a short signature"]
    given = [good[0], invalid, short, good[3], (b"", b"", b""), good[5]]
    status, statuses = verify(family, given, 4)
    assert statuses == [OK, INVALID, SIGNATURE_LENGTH, OK, SIGNATURE_LENGTH, OK]
    assert status == SIGNATURE_LENGTH


def test_the_coefficients_keep_errors_apart(family: Family) -> None:
    """Two errors that cancel each other where the coefficient is foreseen, and nowhere else."""
    size = family.ed_bytes
    given = []
    for (public, message, signature), change in zip(signed(family, 2), (1, -1), strict=True):
        s = (int.from_bytes(signature[size:], "little") + change) % curve_of(family).order
        given.append((public, message, signature[:size] + s.to_bytes(size, "little")))
    assert verify(family, given, 2, Source(iter([1]))) == (OK, [OK] * 2)
    for z in (2, 2**127, 2**128 - 1):
        assert verify(family, given, 2, Source(iter([z]))) == (INVALID, [INVALID] * 2)
    assert verify(family, given, 1)[1] == [INVALID] * 2


def test_random_sources_that_fail(family: Family) -> None:
    good = signed(family, 5)
    for given, wanted in (([5], FAILED), ([5, 0], STUCK), ([], FAILED), ([0], STUCK)):
        assert verify(family, good, 3, Source(iter(given))) == (wanted, [wanted] * 5)
    assert verify(family, good, 3, Source(iter([5, 6, 7]))) == (OK, [OK] * 5)
    function = getattr(family.library, f"whit_ed{family.name}_verify_batch")
    entries, room = (Signed * 1)(), (ctypes.c_uint64 * 240)()
    statuses = (ctypes.c_int * 1)()
    one = ctypes.c_size_t(1)
    public, message, signature = (ctypes.create_string_buffer(x) for x in good[0])
    for bare in (None, ctypes.byref(Random(FILL(), None))):
        statuses[0] = UNTOUCHED
        assert function(statuses, room, one, entries, one, bare) == MISSING
        assert list(statuses) == [MISSING]
    source = Source(numbers()).random
    assert function(None, None, one, entries, one, source) == ARGUMENT
    assert function(None, room, ctypes.c_size_t(0), entries, one, source) == ARGUMENT
    assert function(None, room, one, None, one, source) == ARGUMENT
    assert function(None, room, one, None, ctypes.c_size_t(0), source) == OK
    assert function(None, room, one, entries, one, source) == ARGUMENT  # no key
    assert function(room, room, one, entries, one, source) == OVERLAP
    assert function(None, entries, one, entries, one, source) == OVERLAP
    assert function(entries, room, one, entries, one, source) == OVERLAP
    # What is read may lie in neither.
    for inside, which in itertools.product(
        (ctypes.addressof(room), ctypes.addressof(statuses)), range(3)
    ):
        places = [ctypes.addressof(x) for x in (public, message, signature)]
        places[which] = inside
        entry = (ctypes.c_size_t * 6)(*(x for place in places for x in (place, 1)))
        assert function(statuses, room, one, entry, one, source) == OVERLAP


def curve_of(family: Family) -> FormCurve:
    return load(ROOT / "curves" / "edwards" / f"ed{family.name}.toml")


def torsion(c: FormCurve) -> list[Point]:
    """The points whose order divides the cofactor, each by its multiples of one generator."""
    for y in itertools.count(2):
        square = (1 - y * y) * pow(c.a - c.d * y * y, -1, c.p) % c.p
        x = root(square, c.p)
        if x is None:
            continue
        small = c.multiply(c.order, (x, y))
        if c.multiply(c.cofactor // 2, small) != (0, 1):
            return [c.multiply(i, small) for i in range(c.cofactor)]
    raise AssertionError


def root(square: int, p: int) -> int | None:
    """For p = 3 modulo 4 or 5 modulo 8."""
    x = pow(square, (p + 1) // 4 if p % 4 == 3 else (p + 3) // 8, p)
    if x * x % p != square:
        x = x * pow(2, (p - 1) // 4, p) % p
    return x if x * x % p == square else None


def encoded(c: FormCurve, point: Point, size: int) -> bytes:
    return (point[1] | (point[0] & 1) << (8 * size - 1)).to_bytes(size, "little")


def digest(family: Family, data: bytes) -> int:
    if family.name == "25519":
        return int.from_bytes(hashlib.sha512(data).digest(), "little")
    content = b"SigEd448\0\0" + data
    return int.from_bytes(hashlib.shake_256(content).digest(114), "little")


def test_points_with_parts_of_small_order(family: Family) -> None:
    """Every pair of such parts in A and R: good here always, and alone where they cancel."""
    c, size = curve_of(family), family.ed_bytes
    small = torsion(c)
    a, r = 123456789, 987654321
    of_key, of_nonce = c.multiply(a, c.g), c.multiply(r, c.g)
    given, good_alone = [], []
    for i, j in itertools.product(range(c.cofactor), repeat=2):
        key = encoded(c, c.add(of_key, small[i]), size)
        nonce = encoded(c, c.add(of_nonce, small[j]), size)
        k = digest(family, nonce + key + b"m")
        s = (r + k * a) % c.order
        given.append((key, b"m", nonce + s.to_bytes(size, "little")))
        good_alone.append((k % c.order * i + j) % c.cofactor == 0)
    assert 1 < sum(good_alone) < len(given)
    for one, good in zip(given, good_alone, strict=True):
        assert alone(family, one) == (OK if good else INVALID)
        assert verify(family, [one], 1)[0] == OK
    assert verify(family, given, len(given)) == (OK, [OK] * len(given))
    # Beside a bad one too: what they are said to be does not depend on the batch.
    bad, _ = bad_forms(family, given[3])["another s"]
    statuses = [OK] * len(given) + [INVALID]
    assert verify(family, [*given, bad], len(given) + 1) == (INVALID, statuses)
    assert verify(family, [*given, bad], 7) == (INVALID, statuses)


def test_batches_of_a_gateway(family: Family) -> None:
    """Counts around groups of eight, with as much room."""
    good = signed(family, 65)
    for count in (7, 8, 9, 63, 64, 65):
        source = Source(numbers(count))
        assert verify(family, good[:count], count, source) == (OK, [OK] * count)
        assert source.calls == count - 1
        for place in (0, 6, count - 1):
            bad, wanted = bad_forms(family, good[place])["another s"]
            given = [*good[:place], bad, *good[place + 1 : count]]
            statuses = [wanted if i == place else OK for i in range(count)]
            assert verify(family, given, count) == (wanted, statuses)


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Family]:
    """Of Ed25519."""
    names = (name for name in BUILDS if name.startswith("25519"))
    return {name: built(tmp_path_factory.mktemp("builds"), name) for name in names}


def test_lanes_change_no_answer(builds: dict[str, Family]) -> None:
    """Every build says the same of the same batches, in which a third is bad."""
    generator = random.Random("lanes")
    first, *others = builds.values()
    good = signed(first, 40)
    forms = [[bad for bad, _ in bad_forms(first, one).values()] for one in good]
    refused = 0
    for seed in range(40):
        count = generator.randrange(3, 41)
        share = generator.choice((0, 0.05, 0.33))
        given = [
            generator.choice(forms[i]) if generator.random() < share else good[i]
            for i in generator.sample(range(40), count)
        ]
        room = generator.choice((count, 3, 5, 8, 11, 16))
        wanted = verify(first, given, room, Source(numbers(seed)))
        refused += wanted[0] != OK
        for family in others:
            source = Source(numbers(seed))
            assert verify(family, given, room, source) == wanted
            assert verify(family, given, room, source, with_statuses=False)[0] == wanted[0]
    assert 10 < refused < 40


def test_lanes_are_left_out(builds: dict[str, Family]) -> None:
    """A build has registers of 512 bits in it, or none."""
    for name, family in builds.items():
        code = succeed("objdump", "-d", family.library._name)
        assert ("zmm" in code) == (name in WITH_LANES)
        assert ("vpmadd52" in code) == (name in WITH_LANES)


@pytest.mark.skipif(not has_lanes(), reason="this processor has no AVX-512 IFMA")
def test_lanes_are_taken(builds: dict[str, Family]) -> None:
    """A batch takes much less time with lanes than without."""

    def least(name: str) -> float:
        good = signed(builds[name], 64)
        times = []
        for _ in range(20):
            start = time.perf_counter()
            verify(builds[name], good, 64, Source(itertools.cycle([2**127 + 5])))
            times.append(time.perf_counter() - start)
        return min(times)

    assert least("25519 fast") < 0.6 * least("25519 without lanes")


def test_sizes_of_the_contract() -> None:
    for name, size in ROOM_BYTES.items():
        text = (ROOT / "include" / "whit" / f"ed{name}.h").read_text()
        assert f"verified, {size:d} bytes" in text.replace("\n * ", " ")
        assert f"uint64_t words[{size // 8}];" in text
