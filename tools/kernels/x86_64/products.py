# SPDX-License-Identifier: MIT
"""Products of four limbs for x86-64, to LIMB."""

from tools.kernels.assembly import Line, numbered
from tools.kernels.x86_64.limbs import LIMB, Limbs, at, clear


def product_adx(t: Limbs, a: str = "rsi", b: str = "rdx") -> None:
    """Of what is at a and b. A row of products is added by two chains of carries at a time. The
    top limb's register holds b, where that is rdx, until it is its turn."""
    if b == "rdx":
        t.names(**{LIMB[7]: "b"})
        t.number(LIMB[7], "b")
        t(f"mov %rdx, %{LIMB[7]}")
    factor(t, b, 0)
    b = LIMB[7] if b == "rdx" else b
    t.names(**numbered("t", LIMB[:5]), rax="lo", rcx="hi")
    t(f"mulx {at(a, 0)}, %{LIMB[0]}, %{LIMB[1]}")
    for j in range(1, 4):
        t(f"mulx {at(a, j)}, %rax, %{LIMB[j + 1]}")
        t(f"{'add' if j == 1 else 'adc'} %rax, %{LIMB[j]}")
    t(f"adc $0, %{LIMB[4]}")
    for i in range(1, 4):
        factor(t, b, i)
        t.names(**{LIMB[i + 4]: f"t{i + 4}"})
        t(clear(LIMB[i + 4]))
        for j in range(4):
            t(f"mulx {at(a, j)}, %rax, %rcx")
            t(f"adcx %rax, %{LIMB[i + j]}", f"adox %rcx, %{LIMB[i + j + 1]}")
        t(f"adc $0, %{LIMB[i + 4]}")


def factor(t: Limbs, place: str, i: int, register: str = "rdx") -> None:
    """Limb i of a number, to be multiplied."""
    limb = at(place, i)
    name = t.held[limb]
    t.names(**{register: name})
    t(Line(f"mov {limb}, %{register}", f"{name}, {name}"))


def multiply(t: Limbs, by: str) -> None:
    """What is in rax, to two limbs."""
    t(f"{'mul' if by.startswith('%') else 'mulq'} {by}")
    t.names(rax="lo", rdx="hi")


def product(t: Limbs, a: str = "rsi", b: str = "rdx") -> None:
    """Of what is at a and b, column by column."""
    if b == "rdx":
        t.names(rcx="b")
        t.number("rcx", "b")
        t("mov %rdx, %rcx")
        b = "rcx"
    t.names(**numbered("t", LIMB))
    for column in range(7):
        pairs = [(i, column - i) for i in range(4) if 0 <= column - i < 4]
        for first, (i, j) in ((pair == pairs[0], pair) for pair in pairs):
            factor(t, a, i, "rax")
            multiply(t, at(b, j))
            low, high = LIMB[column], LIMB[column + 1]
            if column == 0:
                t(f"mov %rax, %{low}", f"mov %rdx, %{high}")
            elif column == 1 and first:
                t(f"add %rax, %{low}", "adc $0, %rdx", f"mov %rdx, %{LIMB[2]}")
            else:
                if column < 6 and (first or (column == 1)):
                    t(clear(LIMB[column + 2]))
                t(f"add %rax, %{low}", f"adc %rdx, %{high}")
                t(*([f"adc $0, %{LIMB[column + 2]}"] if column < 6 else []))


def square_adx(t: Limbs, a: str = "rsi") -> None:
    """Of what is at a: each product of two limbs once, then twice their sum, by one chain, and the
    squares, by the other."""
    c = LIMB
    t.names(**numbered("t", c), rax="lo", rcx="hi")
    factor(t, a, 0)
    t(f"mulx {at(a, 1)}, %{c[1]}, %{c[2]}")
    t(f"mulx {at(a, 2)}, %rax, %{c[3]}", f"add %rax, %{c[2]}")
    t(f"mulx {at(a, 3)}, %rax, %{c[4]}", f"adc %rax, %{c[3]}", f"adc $0, %{c[4]}")
    factor(t, a, 1)
    t(f"mulx {at(a, 2)}, %rax, %rcx")
    # Of a1 a3 the lower limb waits in the register of t6.
    t.names(**{c[6]: "lo13"})
    t(f"mulx {at(a, 3)}, %{c[6]}, %{c[5]}")
    t(f"add %{c[6]}, %rcx", f"adc $0, %{c[5]}")
    t(f"add %rax, %{c[3]}", f"adc %rcx, %{c[4]}")
    factor(t, a, 2)
    t.names(**{c[6]: "t6"})
    t(f"mulx {at(a, 3)}, %rax, %{c[6]}")
    t(f"adc %rax, %{c[5]}", f"adc $0, %{c[6]}")
    factor(t, a, 0)
    t.names(rax="hi")
    t(clear(c[7]), f"mulx %rdx, %{c[0]}, %rax")
    t(f"adcx %{c[1]}, %{c[1]}", f"adox %rax, %{c[1]}")
    t.names(rax="lo")
    for i in range(1, 4):
        factor(t, a, i)
        t("mulx %rdx, %rax, %rcx")
        for limb, part in ((c[2 * i], "rax"), (c[2 * i + 1], "rcx")):
            t(f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}")


def square(t: Limbs, a: str = "rsi") -> None:
    """Of what is at a: each product of two limbs once, then twice their sum, then the squares."""
    c = LIMB
    t.names(**numbered("t", c))
    factor(t, a, 0, "rcx")
    factor(t, a, 1, "rax")
    multiply(t, "%rcx")
    t(f"mov %rax, %{c[1]}", f"mov %rdx, %{c[2]}")
    for j in (2, 3):
        factor(t, a, j, "rax")
        multiply(t, "%rcx")
        t(f"add %rax, %{c[j]}", "adc $0, %rdx", f"mov %rdx, %{c[j + 1]}")
    factor(t, a, 1, "rcx")
    factor(t, a, 2, "rax")
    multiply(t, "%rcx")
    t(clear(c[5]), f"add %rax, %{c[3]}", f"adc %rdx, %{c[4]}", f"adc $0, %{c[5]}")
    factor(t, a, 3, "rax")
    multiply(t, "%rcx")
    t(f"add %rax, %{c[4]}", f"adc %rdx, %{c[5]}")
    factor(t, a, 2, "rax")
    multiply(t, at(a, 3))
    t(clear(c[6]), f"add %rax, %{c[5]}", f"adc %rdx, %{c[6]}", clear(c[7]))
    t(*(f"{'add' if i == 1 else 'adc'} %{c[i]}, %{c[i]}" for i in range(1, 8)))
    squares(t, a)


def squares(t: Limbs, a: str) -> None:
    """What is carried from one square to the next is in rcx."""
    c = LIMB
    factor(t, a, 0, "rax")
    multiply(t, "%rax")
    t.names(rcx="carry")
    t(f"mov %rax, %{c[0]}", "mov %rdx, %rcx")
    for i in range(1, 4):
        factor(t, a, i, "rax")
        multiply(t, "%rax")
        t(f"add %rcx, %{c[2 * i - 1]}", f"adc %rax, %{c[2 * i]}")
        t(*(["adc $0, %rdx", "mov %rdx, %rcx"] if i < 3 else [f"adc %rdx, %{c[7]}"]))
