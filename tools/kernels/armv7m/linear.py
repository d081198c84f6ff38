# SPDX-License-Identifier: MIT
"""Addition and subtraction modulo primes of up to twelve limbs, held in registers, and of
p521's seventeen: functions that take r, a and b in r0, r1 and r2, and keep r7 alone. Numbers are
below p. Those for p384 are kernels of ARMv7-M too."""

from dataclasses import dataclass

from tools.kernels.thumb import ALL, LEAF, Thumb, listed

ONES = 0xFFFFFFFF
# The limbs that an instruction can hold back by a mask from a register.
MASKED = {0: "#0", 1: "${}, lsr #31", ONES: "${}", ONES - 1: "${}, lsl #1"}
CONSTANT = {0: "#0", 1: "#1", ONES: "#-1"}


@dataclass(frozen=True)
class Prime:
    curve: str
    p: int
    n: int

    def limbs(self, negative: bool = False) -> list[int]:
        """Of p, or of what is missing from it to 2^(32 n)."""
        number = (1 << 32 * self.n) - self.p if negative else self.p
        return [number >> 32 * i & ONES for i in range(self.n)]


P160 = Prime("p160", 2**160 - 2**31 - 1, 5)
P192 = Prime("p192", 2**192 - 2**64 - 1, 6)
P224 = Prime("p224", 2**224 - 2**96 + 1, 7)
K256 = Prime("k256", 2**256 - 2**32 - 977, 8)
P384 = Prime("p384", 2**384 - 2**128 - 2**96 + 2**32 - 1, 12)
P521 = Prime("p521", 2**521 - 1, 17)
PRIMES = (P160, P192, P224, K256, P384, P521)


def add_back(
    t: Thumb,
    names: list[str],
    prime: Prime,
    mask: str,
    spare: str | None = None,
    carry: bool = False,
) -> None:
    """Add p by a mask, and a carry. What an instruction cannot hold is the complement of what one
    can."""
    for i, (name, limb) in enumerate(zip(names, prime.limbs(), strict=True)):
        if limb in MASKED:
            term = MASKED[limb].format(mask)
        else:
            t(f"bic ${spare}, ${mask}, #{limb ^ ONES}")
            term = f"${spare}"
        t(f"{'adcs' if i or carry else 'adds'} ${name}, ${name}, {term}")


def less_p(t: Thumb, names: list[str], prime: Prime, spare: str | None = None) -> None:
    """Less p, as 2^(32 n) - p more: what carries then is not below p, and the others get p back. x
    is a mask; the sum may have carried before."""
    t("mov $x, #-1")
    t("adc $x, $x, #0")
    for i, (name, limb) in enumerate(zip(names, prime.limbs(negative=True), strict=True)):
        if limb not in CONSTANT:
            t(f"movw ${spare}, #{limb & 0xFFFF}")
            if limb >> 16:
                t(f"movt ${spare}, #{limb >> 16}")
        t(f"{'adcs' if i else 'adds'} ${name}, ${name}, {CONSTANT.get(limb, f'${spare}')}")
    t("adc $x, $x, #0")
    add_back(t, names, prime, "x", spare)


class Registers:
    """A number in registers. The short ones leave two to spare, y among them; the long ones take
    all, where r and a wait on the stack."""

    def __init__(self, prime: Prime, *pointers: str) -> None:
        self.prime = prime
        self.long = prime.n > 8
        self.names = [f"t{i}" for i in range(prime.n)]
        if self.long:
            self.t = Thumb(ALL, **({"b": "r2"} if "b" in pointers else {}))
            self.t("push {r0, r1, r7, lr}")
            self.t.take(*self.names)
            self.t("ldmia r1, " + listed(self.names))
            self.t.take("x")
            if "b" not in pointers:
                self.t.take("b")
        else:
            self.t = Thumb(LEAF, r="r0", a="r1", **({"b": "r2"} if "b" in pointers else {}))
            self.t.take(*self.names)
            self.t("ldmia $a, " + listed(self.names))
            if "b" in pointers:
                self.t.rename("a", "x")
                self.t.take("y")
            else:
                self.t.take("x", "y")
                self.t.rename("a", "b")

    @property
    def spare(self) -> str | None:
        return None if self.long else "y"

    def combine(self, first: str, rest: str) -> None:
        """Add or subtract what is at b, which goes on to its end."""
        n = self.prime.n
        i = 0
        while i < n:
            if self.long or i + 1 == n:
                self.t("ldr $x, [$b], #4")
                self.t(f"{rest if i else first} $t{i}, $t{i}, $x")
                i += 1
            else:
                self.t("ldmia $b!, {$x, $y}")
                self.t(f"{rest if i else first} $t{i}, $t{i}, $x")
                self.t(f"{rest} $t{i + 1}, $t{i + 1}, $y")
                i += 2

    def end(self) -> list[str]:
        t = self.t
        if self.long:
            t.drop("x")
            t.take("r")
            t("ldr $r, [sp], #8")
        t("stmia $r, " + listed(self.names))
        t("pop {r7, pc}" if self.long else "bx lr")
        return t.lines


def add(prime: Prime) -> list[str]:
    if prime.n > 12:
        return add_521()
    number = Registers(prime, "b")
    number.combine("adds", "adcs")
    less_p(number.t, number.names, prime, number.spare)
    return number.end()


def sub(prime: Prime, times: int = 1) -> list[str]:
    """Less b as many times."""
    if prime.n > 12:
        return sub_521(times == 2)
    number = Registers(prime, "b")
    t = number.t
    for turn in range(times):
        if turn:
            t(f"sub $b, $b, #{4 * prime.n}")
        number.combine("subs", "sbcs")
        t("sbc $x, $x, $x")
        add_back(t, number.names, prime, "x", number.spare)
    return number.end()


def three_halves(prime: Prime) -> list[str]:
    """Half, of what p makes even, and the whole."""
    if prime.n > 12:
        return three_halves_521()
    number = Registers(prime)
    t = number.t
    t("sbfx $x, $t0, #0, #1")
    add_back(t, number.names, prime, "x", number.spare)
    for name in reversed(number.names):
        t(f"rrxs ${name}, ${name}")
    if number.long:
        t("ldr $b, [sp, #4]")
    number.combine("adds", "adcs")
    less_p(t, number.names, prime, number.spare)
    return number.end()


def negate_masked(prime: Prime) -> list[str]:
    """The complement, p and 1 more, by a mask that is taken away from zero."""
    if prime.n > 12:
        return negate_masked_521()
    names = [f"t{i}" for i in range(prime.n)]
    long = prime.n > 8
    t = Thumb(ALL, mask="r1") if long else Thumb(LEAF, r="r0", mask="r1")
    if long:
        t("push {r0, r7, lr}")
    t.take(*names)
    t("ldmia r0, " + listed(names))
    complement_masked(t, names)
    t("lsrs $x, $mask, #1")
    add_back(t, names, prime, "mask", "x", carry=True)
    if long:
        t.drop("x")
        t.take("r")
        t("ldr $r, [sp], #4")
    t("stmia $r, " + listed(names))
    t("pop {r7, pc}" if long else "bx lr")
    return t.lines


def complement_masked(t: Thumb, names: list[str]) -> None:
    """The complement by a mask that is taken away from zero; x is lost."""
    t.take("x")
    t("orr $x, $t0, $t1")
    for name in names[2:]:
        t(f"orr $x, $x, ${name}")
    clear_of_zero(t)
    for name in names:
        t(f"eor ${name}, ${name}, $mask")


def clear_of_zero(t: Thumb) -> None:
    """No mask where x = 0."""
    t("cmp $x, #1")
    t("sbc $x, $x, $x")
    t("bic $mask, $mask, $x")


def negate_masked_521() -> list[str]:
    """What is missing to p is the complement."""
    t = Thumb(LEAF, r="r0", mask="r1")
    t.take("x", *YS)
    t("ldr $x, [$r, #64]")
    for _ in range(4):
        t(f"ldmia $r!, {listed(YS)}")
        for y in YS:
            t(f"orr $x, $x, ${y}")
    clear_of_zero(t)
    t("ldr $x, [$r]")
    t("eor $x, $x, $mask, lsr #23")
    t("str $x, [$r]")
    for _ in range(4):
        t(f"ldmdb $r, {listed(YS)}")
        for y in YS:
            t(f"eor ${y}, ${y}, $mask")
        t(f"stmdb $r!, {listed(YS)}")
    t("bx lr")
    return t.lines


XS, YS = [f"x{i}" for i in range(4)], [f"y{i}" for i in range(4)]


def finish_521(t: Thumb) -> list[str]:
    """Less the carry flag's complement. The last five limbs are in registers, r is past the ones
    before them."""
    t("sub $r, $r, #48")
    for _ in range(3):
        t(f"ldmia $r, {listed(YS)}")
        for y in YS:
            t(f"sbcs ${y}, ${y}, #0")
        t(f"stmia $r!, {listed(YS)}")
    for name in (*XS, "top"):
        t(f"sbcs ${name}, ${name}, #0")
    t("ubfx $top, $top, #0, #9")
    t(f"stmia $r!, {listed(XS)}")
    t("str $top, [$r]")
    t("bx lr")
    return t.lines


def passing_521(t: Thumb, op: str, twice: bool = False) -> None:
    """Limb by limb to r, with b or 2 b, which is b with its highest bit at the bottom. The last
    five limbs stay in registers."""
    if twice:
        t.take("bit")
        t("ldr $bit, [$b, #64]")
        t("lsr $bit, $bit, #8")
    t("cmp $a, $a")
    for i in range(4):
        t(f"ldmia $b!, {listed(YS)}")
        if twice:
            # The highest bit waits in x0.
            t("mov $x0, $y3")
            for k in (3, 2, 1):
                t(f"lsl $y{k}, $y{k}, #1")
                t(f"orr $y{k}, $y{k}, $y{k - 1}, lsr #31")
            t("orr $y0, $bit, $y0, lsl #1")
            t("mov $bit, $x0, lsr #31")
        t(f"ldmia $a!, {listed(XS)}")
        for x, y in zip(XS, YS, strict=True):
            t(f"{op} ${x}, ${x}, ${y}")
        if i < 3:
            t(f"stmia $r!, {listed(XS)}")
    t("ldr $y0, [$b]")
    t("ldr $a, [$a]")
    t.drop("b")
    t.rename("a", "top")
    if twice:
        t("orr $y0, $bit, $y0, lsl #1")
        t("ubfx $y0, $y0, #0, #9")
        t.drop("bit")
    t(f"{op} $top, $top, $y0")


def add_521() -> list[str]:
    """One more than the sum: at 2^521 it is the result with that bit, below it one too many."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*XS, *YS)
    passing_521(t, "adcs")
    t("lsrs $y0, $top, #10")
    return finish_521(t)


def sub_521(twice: bool) -> list[str]:
    """The difference modulo 2^521 is one too many where p has to come back."""
    t = Thumb(LEAF, r="r0", a="r1", b="r2")
    t.take(*XS, *YS)
    passing_521(t, "sbcs", twice)
    return finish_521(t)


def three_halves_521() -> list[str]:
    """Half is what remains when the lowest bit goes to the top."""
    t = Thumb(LEAF, r="r0", a="r1")
    t.take(*XS, "top", *YS, "low")
    t("ldr $low, [$a]")
    t("cmp $a, $a")
    for i in range(4):
        t(f"ldmia $a!, {listed(XS)}")
        for x, y in zip(XS, YS, strict=True):
            t(f"lsr ${y}, ${x}, #1")
        t("ldr $top, [$a]")
        for x, y in zip([*XS[1:], "top"], YS, strict=True):
            t(f"orr ${y}, ${y}, ${x}, lsl #31")
        for x, y in zip(XS, YS, strict=True):
            t(f"adcs ${x}, ${x}, ${y}")
        if i < 3:
            t(f"stmia $r!, {listed(XS)}")
    t("and $low, $low, #1")
    t("lsl $low, $low, #8")
    t("orr $low, $low, $top, lsr #1")
    t("adc $top, $top, $low")
    t("lsrs $y0, $top, #10")
    return finish_521(t)
