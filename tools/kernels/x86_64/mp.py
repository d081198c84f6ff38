# SPDX-License-Identifier: MIT
"""Kernels on numbers of any length, for x86-64."""

from tools.kernels.x86_64.p256 import (
    LIMB,
    SAVED,
    at,
    clear,
    half,
    product,
    product_adx,
    restore,
    save,
    square,
    square_adx,
)


def stored(body: list[str]) -> list[str]:
    """A product of four limbs by four, to memory."""
    stores = [f"mov %{limb}, {at('rdi', i)}" for i, limb in enumerate(LIMB)]
    return [*save(SAVED), *body, *stores, *restore(SAVED)]


def mp_mul_4(adx: bool) -> list[str]:
    return stored(product_adx() if adx else product())


def mp_sqr_4(adx: bool) -> list[str]:
    return stored(square_adx() if adx else square())


def reduce_montgomery_4(adx: bool) -> list[str]:
    """t at rsi, m at rdx and then in rbx, n0 in rcx. Each row clears the lowest limb, whose
    register gets what is carried out above the three between."""
    window, m, spare, saved = list(LIMB[:4]), "rbx", "r13", ("rbx", "r12", "r13")
    lines = [*save(saved), f"mov %rdx, %{m}"]
    lines += [f"mov {at('rsi', i)}, %{limb}" for i, limb in enumerate(window)]
    for _ in range(4):
        low = window[0]
        if adx:
            lines += [f"mov %{low}, %rdx", "imul %rcx, %rdx", clear("r12")]
            for j, limb in enumerate(window):
                high = window[j + 1] if j < 3 else low
                lines += [f"mulx {at(m, j)}, %rax, %{spare if j < 3 else low}"]
                lines += [f"adcx %rax, %{limb}"]
                lines += [f"adox %{spare}, %{high}"] if j < 3 else []
            lines += [f"adcx %r12, %{low}", f"adox %r12, %{low}"]
        else:
            lines += [f"mov %{low}, %{spare}", f"imul %rcx, %{spare}"]
            for j, limb in enumerate(window):
                lines += [f"mov {at(m, j)}, %rax", f"mul %{spare}"]
                lines += ["add %r12, %rax", "adc $0, %rdx"] if j else []
                lines += [f"add %rax, %{limb}", "adc $0, %rdx"]
                lines += [f"mov %rdx, %{'r12' if j < 3 else low}"]
        window = [*window[1:], low]
    less = ("rax", "rcx", "rdx", spare)
    lines += [clear("r12")]
    for i, limb in enumerate(window):
        lines += [f"{'adc' if i else 'add'} {at('rsi', i + 4)}, %{limb}"]
    lines += ["adc $0, %r12"] + [f"mov %{x}, %{y}" for x, y in zip(window, less, strict=True)]
    lines += [f"{'sbb' if i else 'sub'} {at(m, i)}, %{limb}" for i, limb in enumerate(less)]
    lines += ["sbb $0, %r12"] + [f"cmovc %{x}, %{y}" for x, y in zip(window, less, strict=True)]
    lines += [f"mov %{limb}, {at('rdi', i)}" for i, limb in enumerate(less)]
    return [*lines, *restore(saved)]


def mp_pass(step: str) -> list[str]:
    """a + b or a - b through memory, by additions or subtractions with carry."""
    lines = [clear("rax"), "1:", "mov (%rsi), %r8", f"{step} (%rdx), %r8", "mov %r8, (%rdi)"]
    lines += [f"lea 8(%{base}), %{base}" for base in ("rsi", "rdx", "rdi")]
    return [*lines, "dec %rcx", "jnz 1b", "adc $0, %rax", "ret"]


def mp_add_masked() -> list[str]:
    """The carry is in rax meanwhile, as a mask, since the mask's AND clears it."""
    lines = [clear("rax"), "1:", "mov (%rsi), %r8", "and %rdx, %r8", "neg %rax"]
    lines += ["adc %r8, (%rdi)", "sbb %rax, %rax"]
    lines += [f"lea 8(%{base}), %{base}" for base in ("rsi", "rdi")]
    return [*lines, "dec %rcx", "jnz 1b", "neg %rax", "ret"]


def mp_mul_add_limb() -> list[str]:
    """First what is no multiple of four limbs, then by four: the products, added to each other and
    then to r."""
    carry, turns = "r10", "r11"
    lines = [*save(("rbx",)), clear(carry), f"mov %rcx, %{turns}", f"and $3, %{turns}", "jz 2f"]
    lines += ["1:", "mulx (%rsi), %rax, %r8", f"add %{carry}, %rax", "adc $0, %r8"]
    lines += ["add %rax, (%rdi)", "adc $0, %r8", f"mov %r8, %{carry}"]
    lines += ["add $8, %rsi", "add $8, %rdi", f"dec %{turns}", "jnz 1b"]
    lines += ["2:", "shr $2, %rcx", "jz 4f", "3:", "mulx (%rsi), %rax, %r8"]
    lines += ["mulx 8(%rsi), %r9, %r11", f"add %{carry}, %rax", "adc %r8, %r9"]
    lines += ["mulx 16(%rsi), %r8, %r10", "adc %r11, %r8", "mulx 24(%rsi), %r11, %rbx"]
    lines += ["adc %r10, %r11", "adc $0, %rbx", "add %rax, (%rdi)", "adc %r9, 8(%rdi)"]
    lines += ["adc %r8, 16(%rdi)", "adc %r11, 24(%rdi)", "adc $0, %rbx", f"mov %rbx, %{carry}"]
    lines += ["add $32, %rsi", "add $32, %rdi", "dec %rcx", "jnz 3b"]
    return [*lines, "4:", f"mov %{carry}, %rax", *restore(("rbx",))]


def mp_lookup() -> list[str]:
    """Each entry goes through a mask, eight limbs at a time."""
    lines = ["movd %ecx, %xmm4", "pshufd $0, %xmm4, %xmm4", "shl $3, %r8", "mov %r8, %r11"]
    lines += ["pcmpeqd %xmm6, %xmm6", "1:", "pxor %xmm5, %xmm5"]
    lines += [f"pxor %xmm{i}, %xmm{i}" for i in range(4)]
    lines += ["mov %rsi, %r9", "mov %rdx, %r10", "2:"]
    lines += ["movdqa %xmm5, %xmm7", "pcmpeqd %xmm4, %xmm7", "psubd %xmm6, %xmm5"]
    for i in range(4):
        lines += [f"movdqu {at('r9', 2 * i)}, %xmm{8 + i}", f"pand %xmm7, %xmm{8 + i}"]
        lines += [f"por %xmm{8 + i}, %xmm{i}"]
    lines += ["add %r8, %r9", "dec %r10", "jnz 2b"]
    lines += [f"movdqu %xmm{i}, {at('rdi', 2 * i)}" for i in range(4)]
    # On to the next eight limbs, or back to where eight are left.
    lines += ["sub $64, %r11", "jz 4f", "add $64, %rdi", "add $64, %rsi", "cmp $64, %r11"]
    lines += ["jae 1b", "lea -64(%rdi,%r11), %rdi", "lea -64(%rsi,%r11), %rsi"]
    return [*lines, "mov $64, %r11d", "jmp 1b", "4:", "ret"]


def mp_find_steps() -> list[str]:
    """f, u and v are kept with the sign that they are added with: negative where delta > 0, so
    that g, q and r have one way to change. z is -1/2 - delta, whose sign is that of f."""
    f, u, v, g, q, r = "rdx", "r8", "r9", "rcx", "r10", "r11"
    z, positive, mask = "rsi", "rax", "rbx"
    sums = {g: "r12", q: "r13", r: "r14"}
    kept = {g: f, q: u, r: v}
    turns = "r15"
    saved = ("rbx", *SAVED)
    lines = [*save(saved), f"not %{z}", f"mov %{z}, %{mask}", f"sar $63, %{mask}"]
    lines += [f"xor %{mask}, %{f}", f"sub %{mask}, %{f}", f"mov ${-1}, %{r}"]
    # -1 with that sign.
    lines += [f"mov %{mask}, %{u}", f"not %{u}", f"sub %{mask}, %{u}"]
    lines += [clear(v), clear(q), f"mov $63, %{half(turns)}", "1:"]
    lines += [f"mov %{z}, %{positive}", f"shr $63, %{positive}"]
    lines += [f"lea (%{x},%{y}), %{sums[x]}" for x, y in kept.items()]
    lines += [f"mov %{z}, %{mask}", f"not %{mask}", f"test %{positive}, %{g}"]
    lines += [f"cmovnz %{x}, %{y}" for x, y in kept.items()] + [f"cmovnz %{mask}, %{z}"]
    lines += [f"test $1, %{half(g)}"] + [f"cmovnz %{sums[x]}, %{x}" for x in (q, r, g)]
    lines += [f"shr $1, %{g}", f"sub $1, %{z}", f"sbb %{mask}, %{mask}"]
    lines += [line for x in (f, u, v) for line in (f"xor %{mask}, %{x}", f"sub %{mask}, %{x}")]
    lines += [f"add %{x}, %{x}" for x in (u, v)] + [f"dec %{half(turns)}", "jnz 1b"]
    lines += [f"mov %{z}, %{mask}", f"sar $63, %{mask}"]
    lines += [line for x in (u, v) for line in (f"xor %{mask}, %{x}", f"sub %{mask}, %{x}")]
    lines += [f"mov %{x}, {at('rdi', i)}" for i, x in enumerate((u, v, q, r))]
    return [*lines, f"mov %{z}, %rax", "not %rax", *restore(saved)]


def mp_combine(shifted: bool) -> list[str]:
    """Factors are taken as sizes, and what they multiply is complemented for their signs:
    -t a = t ~a + t."""
    a, b, n = "rsi", "r9", "r8"
    sizes, signs = ("r10", "r11"), ("r12", "r13")
    low, carry, above = "r14", "rcx", "r15"
    saved = SAVED if not shifted else ("rbx", *SAVED)
    lines = [*save(saved), "mov %rdx, %r9"]
    for i, (size, sign) in enumerate(zip(sizes, signs, strict=True)):
        lines += [f"mov {at('rcx', i)}, %{size}", f"mov %{size}, %{sign}", f"sar $63, %{sign}"]
        lines += [f"xor %{sign}, %{size}", f"sub %{sign}, %{size}"]
    lines += [f"mov %{sizes[0]}, %rcx", f"and %{signs[0]}, %rcx"]
    lines += [f"mov %{sizes[1]}, %rax", f"and %{signs[1]}, %rax", "add %rax, %rcx"]

    def limb() -> list[str]:
        found = [f"mov (%{a}), %rax", f"xor %{signs[0]}, %rax", f"mul %{sizes[0]}"]
        found += [f"mov %rax, %{low}", f"mov %rdx, %{above}"]
        found += [f"mov (%{b}), %rax", f"xor %{signs[1]}, %rax", f"mul %{sizes[1]}"]
        found += [f"add %{carry}, %{low}", f"adc $0, %{above}"]
        found += [f"add %rax, %{low}", f"adc %rdx, %{above}", f"mov %{above}, %{carry}"]
        return [*found, f"add $8, %{a}", f"add $8, %{b}"]

    if not shifted:
        lines += ["1:", *limb(), f"mov %{low}, (%rdi)", "add $8, %rdi", f"dec %{n}", "jnz 1b"]
        return [*lines, *restore(saved)]
    # A limb with the top bit of the one before, which is in rbx.
    lines += [*limb(), f"mov %{low}, %rbx", f"dec %{n}", "1:", *limb()]
    lines += [f"mov %{low}, %rax", "add %rbx, %rbx", "adc %rax, %rax", f"mov %{low}, %rbx"]
    lines += ["mov %rax, (%rdi)", "add $8, %rdi", f"dec %{n}", "jnz 1b"]
    return [*lines, "sar $63, %rbx", "mov %rbx, (%rdi)", *restore(saved)]
