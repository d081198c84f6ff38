# SPDX-License-Identifier: MIT
"""The reduction modulo prime k256, p = 2^256 - k for k = 2^32 + 977, for ARMv7-M."""

from tools.kernels.armv7m.words import words
from tools.kernels.thumb import ALL, KEEP, Thumb, listed


def limb(t: Thumb, at: str, above: str, step: str, before: str, high: str) -> None:
    """A limb of the lower half with 977 times its fellow of the upper one, which comes to `high`,
    the fellow `before` and what is carried in c, below 2^10. Half a limb times 977 has room for
    that."""
    t(f"ldr ${high}, {above}")
    t(f"ldr $v, {at}")
    t(f"lsrs $y, ${high}, #16")
    t(f"uxth $x, ${high}")
    t("muls $y, $factor, $y")
    t("mla $x, $x, $factor, $c")
    t("adds $x, $x, $y, lsl #16")
    t("lsr $y, $y, #16")
    t("adc $c, $y, #0")
    for term in (before, "v"):
        t(f"adds $x, $x, ${term}")
        t("adc $c, $c, #0")
    t(f"str $x, {at}{step}")


def reduce_k256(unrolled: bool) -> list[str]:
    """What is above 2^256 after the first pass is s + 2^32 c, below 2^32 + 979. That times k, and k
    once more, carries if the sum was not below p, else k is subtracted again."""
    t = Thumb(ALL, r="r0", t="r1", factor="r3")
    t(f"push {{{KEEP}, lr}}")
    t.take("x", "y", "c", "s", "h", "v")
    t("movs $c, #0")
    t("movs $s, #0")
    if unrolled:
        for i in range(0, 8, 2):
            limb(t, f"[$t, #{4 * i}]", f"[$t, #{4 * i + 32}]", "", "s", "h")
            limb(t, f"[$t, #{4 * i + 4}]", f"[$t, #{4 * i + 36}]", "", "h", "s")
    else:
        t.take("end")
        t("add $end, $t, #32")
        t("1:")
        limb(t, "[$t]", "[$t, #32]", ", #4", "s", "h")
        t("mov $s, $h")
        t("cmp $t, $end")
        t("bne 1b")
        t.drop("end")
    t.drop("h", "v")
    t("adds $s, $s, $c")
    t("movs $c, #0")
    t("adc $c, $c, #0")
    t("lsrs $y, $s, #16")
    t("uxth $x, $s")
    t("muls $y, $factor, $y")
    t("muls $x, $factor, $x")
    t("adds $x, $x, $y, lsl #16")
    t("lsr $y, $y, #16")
    t("adc $y, $y, #0")
    t("mla $y, $factor, $c, $y")
    t("adds $y, $y, $s")
    t("adc $c, $c, #0")
    t("adds $x, $x, $factor")
    t("adcs $y, $y, #1")
    t("adc $c, $c, #0")
    t.drop("s")
    limbs = words("l", 8)
    t.take(*limbs)
    t(f"{'ldm' if unrolled else 'ldmdb'} $t, {listed(limbs)}")
    for i, term in enumerate(["$x", "$y", "$c", *["#0"] * 5]):
        t(f"{'adcs' if i else 'adds'} $l{i}, $l{i}, {term}")
    t("sbc $x, $x, $x")
    t("and $factor, $factor, $x")
    t("lsr $x, $x, #31")
    for i, term in enumerate(["$factor", "$x", *["#0"] * 6]):
        t(f"{'sbcs' if i else 'subs'} $l{i}, $l{i}, {term}")
    t(f"stm $r, {listed(limbs)}")
    t(f"pop {{{KEEP}, pc}}")
    return t.lines
