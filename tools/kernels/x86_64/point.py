# SPDX-License-Identifier: MIT
"""Point formulas of p256 for x86-64, as double_a_minus_3_overlapped and
add_affine_overlapped of formulas/jacobian.txt. What one operation leaves in registers the next
takes from there, and Y3 = a b - c d is reduced once."""

from dataclasses import dataclass

from tools.kernels.assembly import numbered
from tools.kernels.x86_64.limbs import LIMB, LOW, SAVED, Limbs, at, half, restore, save
from tools.kernels.x86_64.p256 import (
    RESULT,
    TOP,
    add_masked,
    chain,
    halved_thrice,
    less,
    load,
    mask_carry,
    masked,
    reduced,
    store,
)
from tools.kernels.x86_64.products import product, product_adx, square, square_adx

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

    t: Limbs
    adx: bool
    ones: str = ""

    def begin(self) -> None:
        self.t.names(rbp="p3", rbx="c32")
        self.t(f"movabs ${TOP}, %rbp", *(["mov $32, %ebx"] if self.adx else []))
        if self.ones:
            self.t.names(**{self.ones: "p1"})
            self.t(f"mov $0xffffffff, %{half(self.ones)}")

    def product(self, a: str, b: str) -> None:
        """All eight limbs, in LIMB."""
        if a == b:
            (square_adx if self.adx else square)(self.t, a)
        else:
            (product_adx if self.adx else product)(self.t, a, b)

    def reduced(self) -> None:
        reduced(self.t, "rbx" if self.adx else "", self.ones, "rbp")

    def mul(self, a: str, b: str) -> None:
        self.product(a, b)
        self.reduced()

    def sqr(self, a: str) -> None:
        self.mul(a, a)

    def difference(self, wide: str, a: str, b: str) -> None:
        """a b less the eight limbs at a place, reduced: plus 2^256 p where it is negative."""
        self.product(a, b)
        chain(self.t, "sub", "sbb", wide, LIMB)
        mask_carry(self.t)
        add_masked(self.t, RESULT)
        self.reduced()

    def put(self, place: str, name: str, count: int = 4) -> None:
        """What is in RESULT, or in all of LIMB, to a place, under this name."""
        self.t.number(place, name, count)
        store(self.t, RESULT if count == 4 else LIMB, place)

    def put_low(self, place: str, name: str) -> None:
        """What is in LOW."""
        self.t.names(**numbered(name, LOW))
        self.t.number(place, name)
        store(self.t, LOW, place)

    def less_result(self, place: str, to: str, name: str) -> None:
        """What is at a place less RESULT."""
        self.t.names(**numbered(name, LOW))
        load(self.t, place)
        less(self.t, RESULT)
        self.put_low(to, name)

    def loose_sum(self, place: str, to: str, name: str) -> None:
        """RESULT plus what is at a place, below 2^256: good for a product with what is below p."""
        self.t.names(**numbered(name, RESULT))
        chain(self.t, "add", "adc", place, RESULT)
        mask_carry(self.t)
        masked(self.t, "sub", "sbb", RESULT)
        self.put(to, name)


def enter(t: Limbs, numbers: int) -> None:
    save(t, KEPT)
    t(f"sub ${32 * numbers}, %rsp")


def leave(t: Limbs, numbers: int) -> None:
    t(f"add ${32 * numbers}, %rsp")
    restore(t, KEPT)


def twice(adx: bool) -> list[str]:
    """[CMO98] with a = -3: 4M + 4S each time."""
    t = Limbs(rdi="p", rsi="times")
    f = Arithmetic(t, adx, "rsi")
    left = at(room(4), 0)
    u, v, yy = room(0), room(1), room(2)
    m, s, d, q = u, v, v, yy
    for place, name in ((X, "X"), (Y, "Y"), (Z, "Z")):
        t.number(place, name)
    enter(t, 5)
    t.held[left] = "left"
    t(f"mov %rsi, {left}")
    f.begin()
    t("1:")
    f.sqr(Z)
    f.less_result(X, u, "u")
    f.loose_sum(X, v, "v")
    f.sqr(Y)
    f.put(yy, "yy")
    f.mul(u, v)
    t.names(**numbered("m", LOW))
    halved_thrice(t, RESULT)
    f.put_low(m, "m")
    f.mul(X, yy)
    f.put(s, "s")
    f.sqr(m)
    less(t, s, RESULT)
    less(t, s, RESULT)
    f.put(X, "X")
    f.less_result(s, d, "d")
    f.mul(Y, Z)
    f.put(Z, "Z")
    f.product(yy, yy)
    f.put(q, "q", 8)
    f.difference(q, m, d)
    f.put(Y, "Y")
    t.held[left] = "left"
    t(f"decq {left}", "jnz 1b")
    leave(t, 5)
    return t.lines


def add_affine(adx: bool) -> list[str]:
    """[CMO98] with Z2 = 1: 8M + 3S."""
    t = Limbs(rdi="p", rsi="q")
    f = Arithmetic(t, adx)
    zz, h, hh, v, e = room(0), room(1), room(3), room(2), room(3)
    z3, r, hhh, d = zz, zz, h, v
    for place, name in ((X, "X"), (Y, "Y"), (Z, "Z"), (X2, "x"), (Y2, "y")):
        t.number(place, name)
    enter(t, 5)
    f.begin()
    f.sqr(Z)
    f.put(zz, "zz")
    f.mul(X2, zz)
    less(t, X, RESULT)
    f.put(h, "h")
    f.mul(Z, zz)
    f.put(z3, "zzz")
    f.sqr(h)
    f.put(hh, "hh")
    f.mul(Y2, z3)
    less(t, Y, RESULT)
    f.put(r, "r")
    f.mul(Z, h)
    f.put(Z, "Z")
    f.mul(X, hh)
    f.put(v, "v")
    f.mul(h, hh)
    f.put(hhh, "hhh")
    f.sqr(r)
    less(t, hhh, RESULT)
    less(t, v, RESULT)
    less(t, v, RESULT)
    f.put(X, "X")
    f.less_result(v, d, "d")
    f.product(Y, hhh)
    f.put(e, "e", 8)
    f.difference(e, r, d)
    f.put(Y, "Y")
    leave(t, 5)
    return t.lines
