# SPDX-License-Identifier: MIT
"""Point formulas of p256 for x86-64, as double_a_minus_3_overlapped and
add_affine_overlapped of formulas/jacobian.txt. What one operation leaves in registers the next
takes from there, and Y3 = a b - c d is reduced once."""

from dataclasses import dataclass

from tools.kernels.x86_64.p256 import (
    LIMB,
    LOW,
    RESULT,
    SAVED,
    TOP,
    add_masked,
    at,
    chain,
    half,
    halved_thrice,
    less,
    load,
    masked,
    product,
    product_adx,
    reduced,
    restore,
    save,
    square,
    square_adx,
    store,
)

X, Y, Z = "rdi", "rdi+32", "rdi+64"
X2, Y2 = "rsi", "rsi+32"
KEPT = ("rbx", "rbp", *SAVED)


def room(i: int) -> str:
    """A number on the stack."""
    return f"rsp+{32 * i}"


@dataclass(frozen=True)
class Arithmetic:
    """Operations on numbers at places, to RESULT. rbx has 32, rbp the top limb of p, and `ones`
    the one above the lowest if it names a register."""

    adx: bool
    ones: str = ""

    def begin(self) -> list[str]:
        lines = [f"movabs ${TOP}, %rbp"] + (["mov $32, %ebx"] if self.adx else [])
        return lines + ([f"mov $0xffffffff, %{half(self.ones)}"] if self.ones else [])

    def product(self, a: str, b: str) -> list[str]:
        """All eight limbs, in LIMB."""
        if a == b:
            return square_adx(a) if self.adx else square(a)
        return product_adx(a, b) if self.adx else product(a, b)

    def reduced(self) -> list[str]:
        return reduced("rbx" if self.adx else "", self.ones, "rbp")

    def mul(self, a: str, b: str) -> list[str]:
        return [*self.product(a, b), *self.reduced()]

    def sqr(self, a: str) -> list[str]:
        return self.mul(a, a)

    def difference(self, wide: str, a: str, b: str) -> list[str]:
        """a b less the eight limbs at a place, reduced: plus 2^256 p where it is negative."""
        lines = [*self.product(a, b), *chain("sub", "sbb", wide, LIMB), "sbb %rax, %rax"]
        return [*lines, *add_masked(RESULT), *self.reduced()]


def less_result(place: str, to: str) -> list[str]:
    """What is at a place less RESULT."""
    return [*load(place), *less(RESULT), *store(LOW, to)]


def loose_sum(place: str, to: str) -> list[str]:
    """RESULT plus what is at a place, below 2^256: good for a product with what is below p."""
    lines = [*chain("add", "adc", place, RESULT), "sbb %rax, %rax"]
    return [*lines, *masked("sub", "sbb", RESULT), *store(RESULT, to)]


def framed(numbers: int, body: list[str]) -> list[str]:
    size = 32 * numbers
    return [*save(KEPT), f"sub ${size}, %rsp", *body, f"add ${size}, %rsp", *restore(KEPT)]


def twice(adx: bool) -> list[str]:
    """[CMO98] with a = -3: 4M + 4S each time."""
    f = Arithmetic(adx, "rsi")
    left = at(room(4), 0)
    u, v, yy = room(0), room(1), room(2)
    m, s, d, q = u, v, v, yy
    body = [f"mov %rsi, {left}", *f.begin(), "1:"]
    body += [*f.sqr(Z), *less_result(X, u), *loose_sum(X, v)]
    body += [*f.sqr(Y), *store(RESULT, yy)]
    body += [*f.mul(u, v), *halved_thrice(RESULT), *store(LOW, m)]
    body += [*f.mul(X, yy), *store(RESULT, s)]
    body += [*f.sqr(m), *less(s, RESULT), *less(s, RESULT), *store(RESULT, X)]
    body += less_result(s, d)
    body += [*f.mul(Y, Z), *store(RESULT, Z)]
    body += [*f.product(yy, yy), *store(LIMB, q)]
    body += [*f.difference(q, m, d), *store(RESULT, Y), f"decq {left}", "jnz 1b"]
    return framed(5, body)


def add_affine(adx: bool) -> list[str]:
    """[CMO98] with Z2 = 1: 8M + 3S."""
    f = Arithmetic(adx)
    zz, h, hh, v, e = room(0), room(1), room(3), room(2), room(3)
    z3, r, hhh, d = zz, zz, h, v
    body = [*f.begin(), *f.sqr(Z), *store(RESULT, zz)]
    body += [*f.mul(X2, zz), *less(X, RESULT), *store(RESULT, h)]
    body += [*f.mul(Z, zz), *store(RESULT, z3)]
    body += [*f.sqr(h), *store(RESULT, hh)]
    body += [*f.mul(Y2, z3), *less(Y, RESULT), *store(RESULT, r)]
    body += [*f.mul(Z, h), *store(RESULT, Z)]
    body += [*f.mul(X, hh), *store(RESULT, v)]
    body += [*f.mul(h, hh), *store(RESULT, hhh)]
    body += [*f.sqr(r), *less(hhh, RESULT), *less(v, RESULT), *less(v, RESULT)]
    body += [*store(RESULT, X), *less_result(v, d)]
    body += [*f.product(Y, hhh), *store(LIMB, e)]
    body += [*f.difference(e, r, d), *store(RESULT, Y)]
    return framed(5, body)
