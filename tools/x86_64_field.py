# SPDX-License-Identifier: MIT
"""Field arithmetic modulo the prime of secp256r1, p = 2^256 - 2^224 + 2^192 + 2^96 - 1, for
x86-64. Its limbs are 2^64 - 1, 2^32 - 1, 0 and TOP."""

LIMB = ("r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15")
SAVED = ("r12", "r13", "r14", "r15")
TOP = "0xffffffff00000001"


def half(register: str) -> str:
    """The low 32 bits of a register."""
    return f"{register}d" if register[1:].isdigit() else f"e{register[1:]}"


def at(base: str, i: int) -> str:
    return f"{8 * i}(%{base})" if i else f"(%{base})"


def save(registers: tuple[str, ...]) -> list[str]:
    return [f"push %{register}" for register in registers]


def restore(registers: tuple[str, ...]) -> list[str]:
    return [*(f"pop %{register}" for register in reversed(registers)), "ret"]


def clear(register: str) -> str:
    return f"xor %{half(register)}, %{half(register)}"


# Products of four limbs, to LIMB


def product_adx() -> list[str]:
    """a at rsi, b at rdx. A row of products is added by two chains of carries at a time. The
    top limb's register holds b until it is its turn."""
    b = LIMB[7]
    lines = [f"mov %rdx, %{b}", "mov (%rdx), %rdx", f"mulx (%rsi), %{LIMB[0]}, %{LIMB[1]}"]
    for j in range(1, 4):
        lines += [f"mulx {at('rsi', j)}, %rax, %{LIMB[j + 1]}"]
        lines += [f"{'add' if j == 1 else 'adc'} %rax, %{LIMB[j]}"]
    lines += [f"adc $0, %{LIMB[4]}"]
    for i in range(1, 4):
        lines += [f"mov {at(b, i)}, %rdx", clear(LIMB[i + 4])]
        for j in range(4):
            lines += [f"mulx {at('rsi', j)}, %rax, %rcx"]
            lines += [f"adcx %rax, %{LIMB[i + j]}", f"adox %rcx, %{LIMB[i + j + 1]}"]
        lines += [f"adc $0, %{LIMB[i + 4]}"]
    return lines


def product() -> list[str]:
    """a at rsi, b at rdx; column by column."""
    lines = ["mov %rdx, %rcx"]
    for column in range(7):
        pairs = [(i, column - i) for i in range(4) if 0 <= column - i < 4]
        for first, (i, j) in ((pair == pairs[0], pair) for pair in pairs):
            lines += [f"mov {at('rsi', i)}, %rax", f"mulq {at('rcx', j)}"]
            low, high = LIMB[column], LIMB[column + 1]
            if column == 0:
                lines += [f"mov %rax, %{low}", f"mov %rdx, %{high}"]
            elif column == 1 and first:
                lines += [f"add %rax, %{low}", "adc $0, %rdx", f"mov %rdx, %{LIMB[2]}"]
            else:
                if column < 6 and (first or (column == 1)):
                    lines += [clear(LIMB[column + 2])]
                lines += [f"add %rax, %{low}", f"adc %rdx, %{high}"]
                lines += [f"adc $0, %{LIMB[column + 2]}"] if column < 6 else []
    return lines


def square_adx() -> list[str]:
    """a at rsi: each product of two limbs once, then twice their sum, by one chain, and the
    squares, by the other."""
    t = LIMB
    lines = ["mov (%rsi), %rdx", f"mulx 8(%rsi), %{t[1]}, %{t[2]}"]
    lines += [f"mulx 16(%rsi), %rax, %{t[3]}", f"add %rax, %{t[2]}"]
    lines += [f"mulx 24(%rsi), %rax, %{t[4]}", f"adc %rax, %{t[3]}", f"adc $0, %{t[4]}"]
    lines += ["mov 8(%rsi), %rdx", "mulx 16(%rsi), %rax, %rcx", f"mulx 24(%rsi), %{t[6]}, %{t[5]}"]
    lines += [f"add %{t[6]}, %rcx", f"adc $0, %{t[5]}"]
    lines += [f"add %rax, %{t[3]}", f"adc %rcx, %{t[4]}"]
    lines += ["mov 16(%rsi), %rdx", f"mulx 24(%rsi), %rax, %{t[6]}"]
    lines += [f"adc %rax, %{t[5]}", f"adc $0, %{t[6]}"]
    lines += ["mov (%rsi), %rdx", clear(t[7]), f"mulx %rdx, %{t[0]}, %rax"]
    lines += [f"adcx %{t[1]}, %{t[1]}", f"adox %rax, %{t[1]}"]
    for i in range(1, 4):
        lines += [f"mov {at('rsi', i)}, %rdx", "mulx %rdx, %rax, %rcx"]
        for limb, part in ((t[2 * i], "rax"), (t[2 * i + 1], "rcx")):
            lines += [f"adcx %{limb}, %{limb}", f"adox %{part}, %{limb}"]
    return lines


def square() -> list[str]:
    """a at rsi: each product of two limbs once, then twice their sum, then the squares."""
    t = LIMB
    lines = ["mov (%rsi), %rcx", "mov 8(%rsi), %rax", "mul %rcx"]
    lines += [f"mov %rax, %{t[1]}", f"mov %rdx, %{t[2]}"]
    for j in (2, 3):
        lines += [f"mov {at('rsi', j)}, %rax", "mul %rcx"]
        lines += [f"add %rax, %{t[j]}", "adc $0, %rdx", f"mov %rdx, %{t[j + 1]}"]
    lines += ["mov 8(%rsi), %rcx", "mov 16(%rsi), %rax", "mul %rcx", clear(t[5])]
    lines += [f"add %rax, %{t[3]}", f"adc %rdx, %{t[4]}", f"adc $0, %{t[5]}"]
    lines += ["mov 24(%rsi), %rax", "mul %rcx", f"add %rax, %{t[4]}", f"adc %rdx, %{t[5]}"]
    lines += ["mov 16(%rsi), %rax", "mulq 24(%rsi)", clear(t[6])]
    lines += [f"add %rax, %{t[5]}", f"adc %rdx, %{t[6]}", clear(t[7])]
    lines += [f"{'add' if i == 1 else 'adc'} %{t[i]}, %{t[i]}" for i in range(1, 8)]
    lines += ["mov (%rsi), %rax", "mul %rax", f"mov %rax, %{t[0]}", "mov %rdx, %rcx"]
    for i in range(1, 4):
        lines += [f"mov {at('rsi', i)}, %rax", "mul %rax", f"add %rcx, %{t[2 * i - 1]}"]
        lines += [f"adc %rax, %{t[2 * i]}"]
        lines += ["adc $0, %rdx", "mov %rdx, %rcx"] if i < 3 else [f"adc %rdx, %{t[7]}"]
    return lines


# Reduction


def reduction(shifts: bool) -> list[str]:
    """LIMB / 2^256 mod p to rdi. Since -1/p = 1 mod 2^64, the lowest limb q is itself how often p
    has to be added to clear it, and
        t + q p = t + 2^96 q + 2^192 q (2^64 - 2^32 + 1) - q.
    What that leaves above the three limbs between takes the register of q. `shifts`: there are
    shifts by a register to another one."""
    window, high = list(LIMB[:4]), LIMB[4:]
    lines = ["mov $32, %esi"] if shifts else []
    for _ in range(4):
        q = window[0]
        for to, shift in (("rax", "shl"), ("rcx", "shr")):
            if shifts:
                lines += [f"{shift}x %rsi, %{q}, %{to}"]
            else:
                lines += [f"mov %{q}, %{to}", f"{shift} $32, %{to}"]
        lines += [f"mov %{q}, %rdx", "sub %rax, %rdx", f"sbb %rcx, %{q}"]
        lines += [f"add %rax, %{window[1]}", f"adc %rcx, %{window[2]}", f"adc %rdx, %{window[3]}"]
        lines += [f"adc $0, %{q}"]
        window = [*window[1:], q]
    # Less p unless that is negative.
    lines += ["mov $0xffffffff, %eax", f"movabs ${TOP}, %rdx", clear("rcx")]
    for i, (limb, above) in enumerate(zip(window, high, strict=True)):
        lines += [f"{'adc' if i else 'add'} %{above}, %{limb}"]
    lines += ["adc $0, %ecx"]
    lines += [f"mov %{limb}, %{less}" for limb, less in zip(window, high, strict=True)]
    lines += [f"sub $-1, %{high[0]}", f"sbb %rax, %{high[1]}", f"sbb $0, %{high[2]}"]
    lines += [f"sbb %rdx, %{high[3]}", "sbb $0, %rcx"]
    lines += [f"cmovc %{limb}, %{less}" for limb, less in zip(window, high, strict=True)]
    return lines + [f"mov %{less}, {at('rdi', i)}" for i, less in enumerate(high)]


def mul(adx: bool) -> list[str]:
    return [*(product_adx() if adx else product()), *reduction(adx)]


def sqr(adx: bool) -> list[str]:
    return [*(square_adx() if adx else square()), *reduction(adx)]


def field_mul(adx: bool) -> list[str]:
    return [*save(SAVED), *mul(adx), *restore(SAVED)]


def field_sqr(adx: bool) -> list[str]:
    return [*save(SAVED), *sqr(adx), *restore(SAVED)]


# Sums and differences, in r8 ... r11


def load(base: str) -> list[str]:
    return [f"mov {at(base, i)}, %{LIMB[i]}" for i in range(4)]


def store() -> list[str]:
    return [f"mov %{LIMB[i]}, {at('rdi', i)}" for i in range(4)]


def chain(first: str, then: str, base: str) -> list[str]:
    return [f"{then if i else first} {at(base, i)}, %{LIMB[i]}" for i in range(4)]


def add_masked() -> list[str]:
    """Plus p where the mask rax is all ones."""
    lines = ["mov %eax, %ecx", clear("rdx"), "sub %rcx, %rdx"]
    lines += [f"add %rax, %{LIMB[0]}", f"adc %rcx, %{LIMB[1]}"]
    return [*lines, f"adc $0, %{LIMB[2]}", f"adc %rdx, %{LIMB[3]}"]


def sum_below(base: str) -> list[str]:
    """Plus the number at the base, modulo p."""
    lines = ["mov $0, %eax", *chain("add", "adc", base), "adc $0, %eax"]
    lines += ["mov $0xffffffff, %ecx", f"movabs ${TOP}, %rdx"]
    lines += [f"sub $-1, %{LIMB[0]}", f"sbb %rcx, %{LIMB[1]}"]
    lines += [f"sbb $0, %{LIMB[2]}", f"sbb %rdx, %{LIMB[3]}", "sbb $0, %rax"]
    lines += ["and %rax, %rdx", "and %rax, %rcx", f"add %rax, %{LIMB[0]}"]
    return [*lines, f"adc %rcx, %{LIMB[1]}", f"adc $0, %{LIMB[2]}", f"adc %rdx, %{LIMB[3]}"]


def add() -> list[str]:
    return [*load("rsi"), *sum_below("rdx"), *store()]


def sub() -> list[str]:
    lines = [*load("rsi"), *chain("sub", "sbb", "rdx"), "sbb %rax, %rax"]
    return [*lines, *add_masked(), *store()]


def sub_twice() -> list[str]:
    lines = ["mov %rdx, %rsi"]
    once = [*chain("sub", "sbb", "rsi"), "sbb %rax, %rax", *add_masked()]
    return [*load("rsi"), *lines, *once, *once, *store()]


def three_halves() -> list[str]:
    """Made even by p, a is halved by a shift through its carry."""
    lines = [*load("rsi"), f"mov %{half(LIMB[0])}, %eax", "and $1, %eax", "neg %rax"]
    lines += add_masked() + [f"rcr $1, %{limb}" for limb in reversed(LIMB[:4])]
    return [*lines, *sum_below("rsi"), *store()]


def field_negate_masked() -> list[str]:
    lines = [clear(limb) for limb in LIMB[:4]]
    lines += [*chain("sub", "sbb", "rdi"), "sbb %rax, %rax", *add_masked(), "test %rsi, %rsi"]
    lines += [f"cmovz {at('rdi', i)}, %{LIMB[i]}" for i in range(4)]
    return [*lines, *store(), "ret"]
