# SPDX-License-Identifier: MIT
"""Contracts of programs/schemes.txt and programs/keys.txt."""

from collections.abc import Iterator

from tools.bytecode.contracts import Trial, contract
from tools.bytecode.instructions import GO_ON
from tools.bytecode.interpreter import Interpreter


@contract("element", of="element", ladder=None)
def elements(trial: Trial) -> None:
    machine = trial.begin()
    for value in (0, 1, trial.p - 1, trial.p, (1 << machine.size.bits) - 1):
        machine["U1"] = value
        status = "WHIT_OK" if 0 < value < trial.p else "WHIT_ERROR_RANDOM_STUCK"
        trial.ends(machine.run("element"), status)


def scalars(trial: Trial) -> Iterator[tuple[int, bool]]:
    n = trial.curve.order
    for k in (0, n, (1 << trial.machine.size.bits) - 1):
        yield k, False
    good = (trial.number(n), n - 1, 1, 2, n // 2, 1 << trial.machine.size.bits // 2)
    yield from ((k, True) for k in (good if trial.thorough else good[:1]))


@contract("scalar", of="scalar")
def is_scalar(trial: Trial) -> None:
    machine = trial.begin()
    for k, good in scalars(trial):
        machine["K"] = k
        trial.ends(machine.run("scalar"), "WHIT_OK" if good else "WHIT_ERROR_RANDOM_STUCK")


@contract("key", of="key")
def reads_keys(trial: Trial) -> None:
    machine = trial.begin()
    for k, good in scalars(trial):
        machine.strings["first"] = bytearray(trial.key(k))
        trial.ends(machine.run("key"), "WHIT_OK" if good else "WHIT_ERROR_PRIVATE_KEY_RANGE")
        trial.same(machine["K"], k)


@contract("generate", "publish", of="generate")
def generates(trial: Trial) -> None:
    for k, good in scalars(trial):
        machine = trial.begin()
        machine.strings = {
            "base": bytearray(trial.encoded(trial.curve.g)),
            "first": bytearray(trial.octets),
            "second": bytearray(2 * trial.octets),
        }
        machine["K"] = k
        trial.ends(machine.run("generate"), "WHIT_OK" if good else "WHIT_ERROR_RANDOM_STUCK")
        if good:
            trial.same(machine.strings["first"], trial.key(k))
            trial.same(
                machine.strings["second"], trial.encoded(trial.curve.multiply(k, trial.curve.g))
            )
    machine["U1"] = trial.number(trial.p)
    machine["K"] = 1
    trial.ends(machine.run("generate", "publish"), "WHIT_OK")
    trial.same(machine.strings["second"], trial.encoded(trial.curve.g))


@contract("exchange", of="exchange", ladder=None)
@contract("share", of="share", ladder=None)
def exchanges(trial: Trial) -> None:
    curve = trial.curve
    x, y = trial.point()
    wrong_key, wrong = "WHIT_ERROR_PRIVATE_KEY_RANGE", "WHIT_ERROR_PUBLIC_KEY_"
    cases = [(k, (x, y), "WHIT_OK" if good else wrong_key) for k, good in scalars(trial)]
    cases += [(1, (x, trial.p), wrong + "RANGE"), (1, (trial.p, y), wrong + "RANGE")]
    if not curve.has(x, (y + 1) % trial.p):
        cases.append((1, (x, (y + 1) % trial.p), wrong + "CURVE"))
    for k, public, status in cases:
        trial.same(shared_secret(trial, k, public, status), status)


def shared_secret(trial: Trial, k: int, public: tuple[int, int], status: str) -> str:
    """Behind one exchange, which ends with a status and, if that is good, with what is right."""
    machine = trial.begin()
    machine.strings = {
        "first": bytearray(trial.key(k)),
        "second": bytearray(trial.encoded(public)),
        "third": bytearray(trial.octets),
    }
    trial.ends(machine.run("exchange"), status)
    if status == "WHIT_OK":
        if "randomised" in machine.code.build:
            machine["U1"] = trial.number(trial.p)
            trial.ends(machine.run("share"), "WHIT_OK")
        found = trial.curve.multiply(k, public)
        assert found is not None
        trial.same(machine.strings["third"], trial.key(found[0]))
    return status


def signature(trial: Trial, d: int, z: int, k: int) -> tuple[int, int]:
    curve = trial.curve
    point = curve.multiply(k, curve.g)
    assert point is not None
    r = point[0] % curve.order
    return r, (z + r * d) * pow(k, -1, curve.order) % curve.order


def digests(trial: Trial) -> Iterator[bytes]:
    """Of all lengths that count, the largest number among them."""
    yield bytes([255]) * trial.octets
    if not trial.thorough:
        return
    yield bytes(trial.octets)
    yield trial.chance.randbytes(trial.octets + 3)
    yield trial.chance.randbytes(max(1, trial.octets // 2))


def as_scalar(trial: Trial, digest: bytes) -> int:
    return int.from_bytes(digest[: trial.octets], "big") % trial.curve.order


@contract("sign", of="sign")
def signs(trial: Trial) -> None:
    n = trial.curve.order
    for digest in digests(trial):
        d, k = trial.number(n), trial.number(n)
        r, s = signature(trial, d, as_scalar(trial, digest), k)
        machine = trial.begin()
        machine.strings = {
            "base": bytearray(trial.encoded(trial.curve.g)),
            "first": bytearray(trial.key(d)),
            "second": bytearray(2 * trial.octets),
            "third": bytearray(digest),
        }
        machine["K"] = k
        good = r != 0 and s != 0
        trial.ends(machine.run("sign"), "WHIT_OK" if good else "WHIT_ERROR_RANDOM_STUCK")
        if good:
            trial.same(machine.strings["second"], trial.key(r) + trial.key(s))
            trial.same((machine["T"], machine["S"]), (r, s))
            # Of which the recovery id is made.
            trial.same((machine["X"], machine["Y"]), trial.curve.multiply(k, trial.curve.g))
    for k in (0, n):
        machine["K"] = k
        trial.ends(machine.run("sign"), "WHIT_ERROR_RANDOM_STUCK")


@contract("verify", of="verify")
@contract("verify_otherwise", of="verify_otherwise")
@contract("verify_sum", of="verify_sum")
@contract("verify_sum_otherwise", of="verify_sum_otherwise")
def verifies(trial: Trial) -> None:
    n = trial.curve.order
    for digest in digests(trial):
        for d in (1, 2, n - 1, trial.number(n)) if trial.thorough else (trial.number(n),):
            r, s = signature(trial, d, as_scalar(trial, digest), trial.number(n))
            if 0 in (r, s):
                continue
            altered = (s % (n - 1)) + 1
            cases = ((r, s), (r, altered), (r % (n - 1) + 1, s))
            for given in cases if trial.thorough else cases[:2]:
                verified(trial, d, digest, given)
    for given in ((0, s), (r, 0), (n, s), (r, n)):
        verified(trial, d, digest, given)


def is_right(trial: Trial, d: int, z: int, given: tuple[int, int]) -> str:
    n, (r, s) = trial.curve.order, given
    if not (0 < r < n and 0 < s < n):
        return "WHIT_ERROR_SIGNATURE_RANGE"
    point = trial.curve.multiply((z + r * d) * pow(s, -1, n), trial.curve.g)
    good = point is not None and point[0] % n == r
    return "WHIT_OK" if good else "WHIT_ERROR_SIGNATURE_INVALID"


def verified(trial: Trial, d: int, digest: bytes, given: tuple[int, int]) -> None:
    public = trial.curve.multiply(d, trial.curve.g)
    status = is_right(trial, d, as_scalar(trial, digest), given)
    for name in ("verify", "verify_otherwise"):
        machine = trial.begin()
        machine.strings = {
            "base": bytearray(trial.encoded(trial.curve.g)),
            "first": bytearray(trial.key(given[0]) + trial.key(given[1])),
            "second": bytearray(trial.encoded(public)),
            "third": bytearray(digest),
        }
        if "lines" not in machine.code.build:
            trial.ends(machine.run(name), status)
            continue
        before = machine.run(name)
        if before == GO_ON:
            machine.digits(machine.size.bits)
            trial.ends(machine.run(name.replace("verify", "verify_sum")), status)
        else:
            trial.ends(before, status)


def with_small(trial: Trial) -> Interpreter:
    """What C sets for programs of keys."""
    machine = trial.begin()
    machine["C"], machine["Z"], machine["K"] = 1, 3, machine.scale
    return machine


@contract("below", of="below", ladder=None)
def is_below(trial: Trial) -> None:
    machine = with_small(trial)
    for u in (0, trial.p - 1, trial.p):
        for v in (0, trial.p - 1, trial.p):
            machine["U"], machine["V"] = u, v
            trial.ends(machine.run("below"), "WHIT_OK")
            trial.same(machine.borrows & 3 == 3, u < trial.p and v < trial.p)


@contract("equation", of="equation", ladder=None)
def solves(trial: Trial) -> None:
    x, y = trial.point()
    for pair in ((x, y), (x, (y + 1) % trial.p), ((x + 1) % trial.p, y), (0, 0)):
        machine = with_small(trial)
        machine["U"], machine["V"] = pair
        trial.ends(machine.run("equation"), "WHIT_OK")
        trial.same(machine.borrows & 1, int(not trial.curve.has(*pair)))


@contract("right", of="right", ladder=None)
@contract("root_square", of="root_square", ladder=None)
@contract("root_times", of="root_times", ladder=None)
@contract("root", of="root", ladder=None)
def takes_roots(trial: Trial) -> None:
    """As whit_key_decompress runs them, for primes of 3 modulo 4."""
    p = trial.p
    if p % 4 != 3:
        return
    for x in (trial.point()[0], *(trial.number(p) for _ in range(4 if trial.thorough else 1))):
        machine = with_small(trial)
        machine["U"] = x
        trial.ends(machine.run("right"), "WHIT_OK")
        for i in reversed(range(2, machine.size.bits - 1)):
            trial.ends(machine.run("root_square"), "WHIT_OK")
            if p >> i & 1:
                trial.ends(machine.run("root_times"), "WHIT_OK")
        trial.ends(machine.run("root"), "WHIT_OK")
        right = (x**3 + trial.curve.a * x + trial.curve.b) % p
        square = pow(right, (p - 1) // 2, p) != p - 1
        trial.same(machine.borrows & 1, int(not square))
        if square and right:
            v, y = machine["V"], machine["Y"]
            trial.same((v * v % p, (v + y) % p), (right, 0))
