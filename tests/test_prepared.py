# SPDX-License-Identifier: MIT
"""EdDSA with keys that are prepared: every case of Wycheproof, and points with parts of small
order, as without. The C tests have the same of ECDSA, and arguments, sizes and tables that are
none."""

import ctypes
import itertools
from collections import Counter

import pytest

from tests.test_batches import curve_of, digest, encoded, torsion
from tests.test_curve25519 import FAMILIES, OK, STATUSES, Family
from tests.vectors.forms import groups

pytestmark = pytest.mark.slow

INVALID = int(STATUSES["WHIT_ERROR_SIGNATURE_INVALID"], 16)
# Bytes of a table but for its points, and of each of these.
TABLES = {"25519": (152, 96), "448": (256, 168)}
POINTS = (1, 8, 40)
NONCES = (987654321, 2**200 + 1, 3**90)


@pytest.fixture(scope="module", params=FAMILIES)
def family(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Family:
    folder = tmp_path_factory.mktemp(f"prepared{request.param}")
    return Family(folder, request.param, "-DWHIT_PREPARED=1", "-DWHIT_PROFILE=fast")


class Prepared:
    """A key with a table of so many points."""

    def __init__(self, family: Family, public: bytes, points: int) -> None:
        fixed, point = TABLES[family.name]
        self.length = ctypes.c_size_t(fixed + points * point)
        self.table = (ctypes.c_uint64 * (self.length.value // 8))()
        self.functions = f"whit_ed{family.name}"
        self.library = family.library
        prepare = getattr(self.library, f"{self.functions}_prepare_public_key")
        self.status: int = prepare(self.table, self.length, public, ctypes.c_size_t(len(public)))

    def verify(self, message: bytes, signature: bytes) -> int:
        """The status of preparing, unless that was good."""
        if self.status != OK:
            return self.status
        verify = getattr(self.library, f"{self.functions}_verify_prepared")
        sizes = [ctypes.c_size_t(len(data)) for data in (message, signature)]
        found: int = verify(self.table, self.length, message, sizes[0], signature, sizes[1])
        return found


def test_signatures_of_wycheproof(family: Family) -> None:
    counts: Counter[str] = Counter()
    for group in groups(f"ed{family.name}_test.json"):
        public = bytes.fromhex(group["publicKey"]["pk"])
        keys = [Prepared(family, public, points) for points in POINTS]
        for case in group["tests"]:
            message, signature = (bytes.fromhex(case[key]) for key in ("msg", "sig"))
            wanted = family.call("ed#", "verify", 0, public, message, signature)
            assert (wanted == OK) == (case["result"] == "valid")
            found = [key.verify(message, signature) for key in keys]
            assert (case["tcId"], found) == (case["tcId"], [wanted] * len(keys))
            counts[case["result"]] += 1
    assert counts["valid"] > 15
    assert counts["invalid"] > 50


def test_points_with_parts_of_small_order(family: Family) -> None:
    """Every pair of such parts in A and R, with nonces enough that the hash modulo the order is odd
    and even where they cancel."""
    c, size = curve_of(family), family.ed_bytes
    small = torsion(c)
    a = 123456789
    of_key = c.multiply(a, c.g)
    good: Counter[int] = Counter()
    for i in range(c.cofactor):
        public = encoded(c, c.add(of_key, small[i]), size)
        keys = [Prepared(family, public, points) for points in POINTS]
        for r, j in itertools.product(NONCES, range(c.cofactor)):
            nonce = encoded(c, c.add(c.multiply(r, c.g), small[j]), size)
            k = digest(family, nonce + public + b"m") % c.order
            signature = nonce + ((r + k * a) % c.order).to_bytes(size, "little")
            cancel = (k * i + j) % c.cofactor == 0
            good[k % 2] += cancel and i > 0
            wanted = OK if cancel else INVALID
            assert family.call("ed#", "verify", 0, public, b"m", signature) == wanted
            assert [key.verify(b"m", signature) for key in keys] == [wanted] * len(keys)
    assert min(good[0], good[1]) > 0


def test_profile_small_is_refused(family: Family, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("small")
    with pytest.raises(AssertionError, match="WHIT_PREPARED is for profiles balanced and fast"):
        Family(folder, family.name, "-DWHIT_PREPARED=1", "-DWHIT_PROFILE=small")
