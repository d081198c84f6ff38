# SPDX-License-Identifier: MIT
"""The kernels of AVR for numbers of any length: passes over them and division steps."""

from tools.kernels.assembly import numbered
from tools.kernels.avr.code import Bytes, enter, group, leave, restore, save

# Of division steps: the matrix and what is multiplied, which MULSU wants here; a sum of two bytes,
# of which the second is the carry, and the byte before, for f or d and for g or e.
MATRIX = group(16, 4)
BYTES = ("r20", "r21")
M_BYTE = "r22"
SUMS = (("r2", "r3", "r4"), ("r5", "r6", "r7"))
ZERO, N0, N, COUNT = "r8", "r9", "r12", "r25"
DELTA = ("r10", "r11")
POINTERS = ("Y", "Z")
# The two numbers that are worked on, and factors, by name.
F_G, D_E = ("f", "g"), ("d", "e")
FACTORS = ("u", "v", "q", "r")


def name_numbers(t: Bytes, numbers: tuple[str, str]) -> None:
    """At Y and Z, with a byte of each, and the sums that go there."""
    for name, pointer, byte, (low, high, before) in zip(
        numbers, POINTERS, BYTES, SUMS, strict=True
    ):
        t.names(**{pointer: name, byte: f"{name}j"})
        t.names(**{low: f"{name}_sum", high: f"{name}_carry", before: f"{name}_before"})
    t.names(r0="lo", r1="hi")


def to_next_number(t: Bytes) -> None:
    t.names(Z="next")
    t("movw r30, r28", f"add r30, {N}", f"adc r31, {ZERO}", "adiw r30, 2")


def find_steps(t: Bytes) -> None:
    """Seven steps from the lowest bytes of f and g on: their negative matrix."""
    odd, swap, term = "r22", "r23", "r24"
    u, v, q, r = MATRIX
    f, g = BYTES
    t.names(**{odd: "odd", swap: "swap", term: "term", f: "f0", g: "g0", COUNT: "count"})
    t.names(Y="f", Z="g", **dict(zip(MATRIX, FACTORS, strict=True)))
    t(f"ld {f}, Y", f"ld {g}, Z")
    t(f"ldi {u}, 0xff", f"ldi {v}, 0", f"ldi {q}, 0", f"ldi {r}, 0xff", f"ldi {COUNT}, 7", "1:")
    t(f"mov {odd}, {g}", f"andi {odd}, 1", f"neg {odd}")
    t(f"mov {swap}, {DELTA[1]}", f"com {swap}", f"lsl {swap}", f"sbc {swap}, {swap}")
    t(f"and {swap}, {odd}")
    t(*(f"eor {register}, {swap}" for register in DELTA), "sec")
    t(*(f"adc {register}, {ZERO}" for register in DELTA))
    for x, y in ((f, g), (u, q), (v, r)):
        t(f"mov {term}, {x}", f"eor {term}, {swap}", f"sub {term}, {swap}")
        t(f"and {term}, {odd}", f"add {y}, {term}")
        t(f"mov {term}, {y}", f"and {term}, {swap}", f"add {x}, {term}")
    t(f"lsr {g}", f"lsl {u}", f"lsl {v}", f"dec {COUNT}", "brne 1b")


def carry_on(t: Bytes) -> None:
    """The upper byte of each sum with its sign: where the next begins."""
    for low, high, _ in SUMS:
        t(f"mov {low}, {high}", f"lsl {high}", f"sbc {high}, {high}")


def put_shifted(t: Bytes) -> None:
    """A byte that begins with the highest bit of the one before."""
    for (low, _, before), pointer in zip(SUMS, POINTERS, strict=True):
        t(f"lsl {before}", f"mov {before}, {low}", f"rol {low}", f"st {pointer}+, {low}")


def keep(t: Bytes) -> None:
    t(*(f"mov {before}, {low}" for low, _, before in SUMS))


def put(t: Bytes) -> None:
    t(*(f"st {pointer}+, {low}" for (low, _, _), pointer in zip(SUMS, POINTERS, strict=True)))


def finish_shifted(t: Bytes) -> None:
    """The last byte moves down and leaves its sign."""
    for (low, high, before), pointer in zip(SUMS, POINTERS, strict=True):
        t.names(**{high: "sign"})
        t(f"lsl {before}", f"mov {high}, {low}", f"rol {low}", f"st {pointer}+, {low}")
        t(f"lsl {high}", f"sbc {high}, {high}", f"st {pointer}, {high}")


def start(t: Bytes) -> None:
    t(*(f"clr {register}" for low, high, _ in SUMS for register in (low, high)))


def multiply(t: Bytes, ahead: int) -> None:
    """A byte of both rows of the matrix. The sizes of the factors in a row add up to 2^7 at most:
    with the carry from -2^7 on the sum stays from -2^15 to below 2^15."""
    t(*(f"ldd {byte}, {p}+{ahead}" for byte, p in zip(BYTES, POINTERS, strict=True)))
    for i, (low, high, _) in enumerate(SUMS):
        for factor, byte in zip(MATRIX[2 * i :], BYTES, strict=False):
            t(f"mulsu {factor}, {byte}", f"add {low}, r0", f"adc {high}, r1")


def multiply_signs(t: Bytes, ahead: int) -> None:
    """multiply, of the last limb, which is a mask."""
    t(*(f"ldd {byte}, {p}+{ahead}" for byte, p in zip(BYTES, POINTERS, strict=True)))
    for i, (low, _, _) in enumerate(SUMS):
        for factor, byte in zip(MATRIX[2 * i :], BYTES, strict=False):
            t(f"and {factor}, {byte}", f"sub {low}, {factor}")


def combine_f_g(t: Bytes) -> None:
    name_numbers(t, F_G)
    start(t)
    multiply(t, 0)
    keep(t)
    carry_on(t)
    t(f"mov {COUNT}, {N}", "rjmp 3f", "2:")
    multiply(t, 1)
    put_shifted(t)
    carry_on(t)
    t("3:", f"dec {COUNT}", "brne 2b")
    t(*(f"push {factor}" for factor in MATRIX))
    multiply_signs(t, 1)
    finish_shifted(t)
    t(*(f"pop {factor}" for factor in reversed(MATRIX)))


def combine_d_e(t: Bytes) -> None:
    name_numbers(t, D_E)
    start(t)
    t(f"mov {COUNT}, {N}", "4:")
    multiply(t, 0)
    put(t)
    carry_on(t)
    t(f"dec {COUNT}", "brne 4b")
    multiply_signs(t, 0)
    put(t)


def add_multiples(t: Bytes) -> None:
    """Of m, so that d and e are divisible by 2^7, of the other sign than they are."""
    factors = MATRIX[:2]
    t.names(**dict(zip(factors, ("times_d", "times_e"), strict=True)), r0="lo", r1="hi")
    for register in ("r28", "r30"):
        t(f"sbiw {register}, 1", f"sub {register}, {N}", f"sbc r{int(register[1:]) + 1}, {ZERO}")
    for factor, byte, (low, _, _), pointer in zip(factors, BYTES, SUMS, POINTERS, strict=True):
        # The sum's last byte is still in its register.
        t(f"ld {byte}, {pointer}", f"mul {byte}, {N0}", f"mov {factor}, r0", f"andi {factor}, 0x7f")
        t.names(**{byte: "sign"})
        t(f"mov {byte}, {low}", f"com {byte}", f"andi {byte}, 0x80")
        t(f"or {factor}, {byte}")
    name_numbers(t, D_E)
    start(t)
    t(f"mov {COUNT}, {N}")
    multiple(t, factors, 0)
    keep(t)
    carry_on(t)
    t("rjmp 6f", "5:")
    multiple(t, factors, 1)
    put_shifted(t)
    carry_on(t)
    t("6:", f"dec {COUNT}", "brne 5b")
    for (low, _, _), byte, pointer in zip(SUMS, BYTES, POINTERS, strict=True):
        t(f"ldd {byte}, {pointer}+1", f"add {low}, {byte}")
    finish_shifted(t)


def multiple(t: Bytes, factors: list[str], ahead: int) -> None:
    """A byte of d, and e, and their multiples of m: from -2^7 255 - 2^7 to 127 255 + 255 + 127."""
    t.names(**{M_BYTE: "mj"})
    t(f"ld {M_BYTE}, X+")
    for factor, byte, (low, high, _), pointer in zip(factors, BYTES, SUMS, POINTERS, strict=True):
        t(f"ldd {byte}, {pointer}+{ahead}", f"mulsu {factor}, {M_BYTE}")
        t(f"add {low}, r0", f"adc {high}, r1", f"add {low}, {byte}", f"adc {high}, {ZERO}")


def mp_division_turn() -> list[str]:
    t = Bytes(w24="f", w22="m", r20="n0", w18="delta", w16="n")
    enter(t)
    t.names(**{ZERO: "zero", N0: "n0", N: "n", "w10": "delta", "Y": "f", "X": "m"})
    t(f"clr {ZERO}", f"mov {N0}, r20", f"movw {DELTA[0]}, r18", f"mov {N}, r16")
    t("movw r28, r24", "movw r26, r22")
    to_next_number(t)
    find_steps(t)
    combine_f_g(t)
    t.names(Z="d", Y="d")
    t("adiw r30, 2", "movw r28, r30")
    to_next_number(t)
    combine_d_e(t)
    add_multiples(t)
    t.names(w24="delta", r1="zero")
    t(f"movw r24, {DELTA[0]}", "clr r1")
    leave(t)
    return t.lines


def mp_mul_add_limb() -> list[str]:
    """The product and two bytes fit in two."""
    t = Bytes(w24="r", w22="a", r20="b", r18="n", Z="r", X="a")
    t("movw r30, r24", "movw r26, r22")
    t.names(r24="carry", r25="zero", r21="aj", r22="rj", r0="lo", r1="hi")
    t("clr r24", "clr r25")
    t("1:", "ld r21, X+", "ld r22, Z", "mul r21, r20", "add r0, r22", "adc r1, r25")
    t("add r0, r24", "adc r1, r25", "mov r24, r1", "st Z+, r0", "subi r18, 1", "brne 1b")
    t.names(r1="zero")
    t("clr r1", "ret")
    return t.lines


def combine(operation: str) -> list[str]:
    """Counting keeps the carry."""
    t = Bytes(w24="r", w22="a", w20="b", r18="n")
    save(t, ("r28", "r29"))
    t.names(Z="r", X="a", Y="b")
    t("movw r30, r24", "movw r26, r22", "movw r28, r20", "clc", "1:")
    t.names(r0="aj", r20="bj")
    t("ld r0, X+", "ld r20, Y+", f"{operation} r0, r20", "st Z+, r0", "dec r18", "brne 1b")
    t.names(r24="carry")
    t("sbc r24, r24", "neg r24")
    restore(t, ("r28", "r29"))
    t("ret")
    return t.lines


def mp_add() -> list[str]:
    return combine("adc")


def mp_sub() -> list[str]:
    return combine("sbc")


def mp_add_masked() -> list[str]:
    t = Bytes(w24="r", w22="a", r20="mask", r18="n", Z="r", X="a")
    t("movw r30, r24", "movw r26, r22", "clc", "1:")
    t.names(r0="rj", r21="aj")
    t("ld r0, Z", "ld r21, X+", "and r21, r20", "adc r0, r21", "st Z+, r0", "dec r18", "brne 1b")
    t.names(r24="carry")
    t("sbc r24, r24", "neg r24", "ret")
    return t.lines


def mp_subtract_once() -> list[str]:
    """A first pass finds the borrow."""
    t = Bytes(w24="r", w22="t", r20="carry", w18="m", r16="n", r1="zero")
    mask = "r20"
    save(t, ("r28", "r29"))
    t.names(Z="r")
    t("movw r30, r24")
    t.names(r24="left", r25="pairs", X="t", Y="m", r0="tj", r21="mj")
    t("mov r24, r16", "mov r25, r16", "lsr r25", "movw r26, r22", "movw r28, r18", "1:")
    t("ld r0, X+", "ld r21, Y+", "sbc r0, r21", "dec r24", "brne 1b")
    t(f"sbc {mask}, r1")
    t.names(r20="mask")
    t(f"com {mask}", "movw r26, r22", "movw r28, r18", "clc", "2:")
    t(*["ld r0, X+", "ld r21, Y+", f"and r21, {mask}", "sbc r0, r21", "st Z+, r0"] * 2)
    t("dec r25", "brne 2b")
    restore(t, ("r28", "r29"))
    t("ret")
    return t.lines


def mp_halve() -> list[str]:
    """From the highest byte down."""
    t = Bytes(w24="r", r22="carry", w20="n", X="r", r0="rj")
    t("movw r26, r24", "add r26, r20", "adc r27, r21", "lsr r22")
    t("1:", "ld r0, -X", "ror r0", "st X, r0", "dec r20", "brne 1b", "ret")
    return t.lines


def mp_select() -> list[str]:
    t = Bytes(w24="r", w22="a", r20="mask", w18="n", Z="r", X="a")
    t("movw r30, r24", "movw r26, r22")
    t.names(w24="n", r0="rj", r21="aj")
    t("movw r24, r18", "1:")
    t("ld r0, Z", "ld r21, X+", "eor r21, r0", "and r21, r20", "eor r0, r21", "st Z+, r0")
    t("sbiw r24, 1", "brne 1b", "ret")
    return t.lines


def lookup(load: str) -> list[str]:
    """Sixteen bytes of all entries at a time; a counter borrows at the entry that is wanted."""
    t = Bytes(w24="r", w22="table", w20="entries", r18="index", w16="n")
    total = group(2, 16)
    enter(t)
    t.names(Y="r", X="table")
    t("movw r28, r24", "movw r26, r22")
    # Of an entry, what is not read at a time; and how many times there are.
    t.names(w24="rest", w22="blocks")
    t("movw r24, r16", "movw r22, r16")
    t(*["lsr r23", "ror r22"] * 4, "sbiw r24, 16")
    # The sum takes the place of n.
    t.names(**numbered("s", total), r21="left", r19="until", r23="mask", Z="entry", r0="byte")
    t("1:", "clr r2", "clr r3", *(f"movw {register}, r2" for register in total[2::2]))
    t("movw r30, r26", "mov r21, r20", "mov r19, r18", "2:", "subi r19, 1", "sbc r23, r23")
    for register in total:
        t(f"{load} r0, Z+", "and r0, r23", f"or {register}, r0")
    t("add r30, r24", "adc r31, r25", "dec r21", "brne 2b")
    t(*(f"st Y+, {register}" for register in total))
    t("adiw r26, 16", "dec r22", "breq 3f", "rjmp 1b", "3:")
    leave(t)
    return t.lines


def mp_lookup() -> list[str]:
    return lookup("ld")


def mp_lookup_rom() -> list[str]:
    return lookup("lpm")
