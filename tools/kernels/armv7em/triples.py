# SPDX-License-Identifier: MIT
"""3 a + 2 b and 3 a - 2 b modulo any odd number of a given length for ARMv7E-M, called as the
functions of long.py are: what squares of cyclotomic elements end with.

How often m is taken away the highest limbs tell, as often as is needed or once more: m is added
where what is left is negative. They are cut by 4 bits, so that five times such a number fits, and
taken for as much as they may be; m's highest limb is at least LEAST, next to which it is little."""

from tools.kernels.armv7em.long import add_back
from tools.kernels.thumb import ALL, Thumb

# A modulus whose highest limb is below it has no such kernel.
LEAST = 1 << 12
CUT = 4
# The sum, with 2 m where b is taken away, is below as many m.
MOST = 5


def three_and_two(n: int) -> list[str]:
    """3 a + 2 b - k m: `p` and `c` carry the sum, `d` the multiple of m."""
    t = start(n, plus=True)
    t.take("p", "c", "d")
    for name in ("p", "c", "d"):
        t(f"mov ${name}, #0")
    for i in range(n):
        limbs(t, i)
        t("umaal $p, $c, $x, $three")
        t("mov $x, #0")
        t("umaal $p, $x, $y, $two")
        t("mov $y, #0")
        t("umaal $y, $d, $z, $k")
        t(f"{'sbcs' if i else 'subs'} $p, $p, $y")
        t(f"str $p, [$r, #{4 * i}]")
        t.drop("p", "y", "z")
        t.rename("x", "p")
    t("add $c, $c, $p")
    t("sbcs $c, $c, $d")
    return finish(t, n, "p", "c", "d")


def three_less_two(n: int) -> list[str]:
    """3 a + 2 m - (2 b + k m): `p` and `c` carry the former, `q` and `d` the latter."""
    t = start(n, plus=False)
    t.take("p", "c", "q", "d")
    for name in ("p", "c", "q", "d"):
        t(f"mov ${name}, #0")
    for i in range(n):
        limbs(t, i)
        t("umaal $p, $c, $x, $three")
        t("mov $x, #0")
        t("umaal $p, $x, $z, $two")
        t("umaal $q, $d, $y, $two")
        t("mov $y, #0")
        t("umaal $q, $y, $z, $k")
        t(f"{'sbcs' if i else 'subs'} $p, $p, $q")
        t(f"str $p, [$r, #{4 * i}]")
        t.drop("p", "q", "z")
        t.rename("x", "p")
        t.rename("y", "q")
    t("add $c, $c, $p")
    t("add $d, $d, $q")
    t("sbcs $c, $c, $d")
    return finish(t, n, "p", "c", "q", "d")


def start(n: int, plus: bool) -> Thumb:
    """How often m is taken away, and the other factors."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", m="r3")
    t("push {r7, lr}")
    t.take("k", "x", "y", "top")
    for name, base in (("x", "a"), ("y", "b"), ("top", "m")):
        t(f"ldr ${name}, [${base}, #{4 * (n - 1)}]")
    for name in ("x", "y", "top"):
        t(f"lsr ${name}, ${name}, #{CUT}")
    if not plus:
        t("sub $y, $top, $y")
    t("add $x, $x, $x, lsl #1")
    t("add $x, $x, $y, lsl #1")
    # What is cut off is less than 1 of each: of three a and two b, or two m.
    t("add $x, $x, #5")
    t("mov $k, #0")
    t("mov $y, $top")
    for turn in range(MOST):
        t("cmp $x, $y")
        t("adc $k, $k, #0")
        if turn + 1 < MOST:
            t("add $y, $y, $top")
    t.drop("x", "y", "top")
    t.take("three", "two")
    t("mov $three, #3")
    t("mov $two, #2")
    return t


def limbs(t: Thumb, i: int) -> None:
    t.take("x", "y", "z")
    for name, base in (("x", "a"), ("y", "b"), ("z", "m")):
        t(f"ldr ${name}, [${base}, #{4 * i}]")


def finish(t: Thumb, n: int, *names: str) -> list[str]:
    """m is added where the flag is a borrow."""
    t.drop("a", "b", "k", "three", "two", *names)
    add_back(t, n, [])
    return t.lines
