# SPDX-License-Identifier: MIT
"""What the machine of src/group/compact.inc, in C, calls on ARMv7-M: on numbers of eight limbs."""

from tools.kernels.thumb import ALL, Thumb, listed

V = [f"v{i}" for i in range(8)]
W = [f"w{i}" for i in range(8)]
LIMBS = [f"r{i}" for i in range(4, 12)]
WORDS = ["r0", "r1", "r12", "lr"]


def compact_sub() -> list[str]:
    """a - b, and the modulus by a mask where that borrows."""
    t = Thumb(ALL, r="r0", a="r1", b="r2", m="r3")
    t("push {$r, r4, r5, r6, r7, r8, r9, r10, r11, lr}")
    t.at(V, LIMBS, f"ldmia $a, {listed(V)}")
    for half in (slice(0, 4), slice(4, 8)):
        t.at(W[half], WORDS, f"ldmia $b!, {listed(W[half])}")
        for v, w in zip(V[half], W[half], strict=True):
            t(f"{'sbcs' if v != 'v0' else 'subs'} ${v}, ${v}, ${w}")
    t.at("mask", "r2", "sbc $mask, $mask, $mask")
    for half in (slice(0, 4), slice(4, 8)):
        t.at(W[half], WORDS, f"ldmia $m!, {listed(W[half])}")
        t(*(f"and ${w}, ${w}, $mask" for w in W[half]))
        for v, w in zip(V[half], W[half], strict=True):
            t(f"{'adcs' if v != 'v0' else 'adds'} ${v}, ${v}, ${w}")
    t.at("r", "r1", "pop {$r}", f"stmia $r, {listed(V)}", "rsb r0, $mask, #0")
    t("pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}")
    return t.lines
