# SPDX-License-Identifier: MIT
"""What the machine of src/group/compact.inc, in C, calls on ARMv7-M: on numbers of eight limbs."""

LIMBS = [f"r{i}" for i in range(4, 12)]
HALVES = (LIMBS[:4], LIMBS[4:])
WORDS = ["r0", "r1", "r12", "lr"]


def compact_sub() -> list[str]:
    """a - b, and the modulus by a mask in r2 where that borrows."""
    listed, words = ("{" + ", ".join(names) + "}" for names in (LIMBS, WORDS))
    lines = ["push {r0, r4, r5, r6, r7, r8, r9, r10, r11, lr}", f"ldmia r1, {listed}"]
    first = True
    for half in HALVES:
        lines.append(f"ldmia r2!, {words}")
        for limb, word in zip(half, WORDS, strict=True):
            lines.append(f"{'subs' if first else 'sbcs'} {limb}, {limb}, {word}")
            first = False
    lines.append("sbc r2, r2, r2")
    for i, half in enumerate(HALVES):
        lines.append(f"ldmia r3!, {words}")
        lines += [f"and {word}, {word}, r2" for word in WORDS]
        for limb, word in zip(half, WORDS, strict=True):
            lines.append(f"{'adcs' if i or word != WORDS[0] else 'adds'} {limb}, {limb}, {word}")
    lines += ["pop {r1}", f"stmia r1, {listed}", "rsb r0, r2, #0"]
    return [*lines, "pop {r4, r5, r6, r7, r8, r9, r10, r11, pc}"]
