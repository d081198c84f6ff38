# SPDX-License-Identifier: MIT
"""The tasks of the machine of src/group/compact.inc for ARMv6-M: programs that call others, checks,
strings, inversion and the multiplication of points."""

from tools.kernels.thumb import Thumb

# The frame of all, under what C keeps: the machine, the object of the programs that others call,
# the constants, where the next return goes; digits: how many, which one, whether the last ones of
# both scalars differed and whether this one is negative, masks; the program with the task that
# takes digits; returns, as many as programs are deep.
MACHINE, CODE, CONSTANTS, NEXT, LENGTH, DIGIT, DIFFERED, NEGATIVE, TASK, RETURNS = range(0, 40, 4)
HELD = RETURNS + 4 * 4


def load(t: Thumb, name: str, register: str, place: int) -> None:
    """A value of the frame."""
    t.at(name, register, f"ldr ${name}, [sp, #{place}]")


def load_borrows(t: Thumb) -> None:
    """To r4, with the machine in r5."""
    load(t, "machine", "r5", MACHINE)
    t.at("borrows", "r4", "ldr $borrows, [$machine, #8]")


def enter(t: Thumb) -> None:
    t("push {r4, r5, r6, r7, lr}", *(f"mov r{4 + i}, r{8 + i}" for i in range(4)))
    t("push {r4, r5, r6, r7}")
    t.move("program", "r7")
    t(f"sub sp, #{HELD - 12}", "push {$machine, $code, $constants}")
    t.at("next", "r4", f"add $next, sp, #{RETURNS}", "bl 31f")
    t = t.part(status="r2")
    t("9:", "mov r0, $status", f"add sp, #{HELD}", "pop {r4, r5, r6, r7}")
    t(*(f"mov r{8 + i}, r{4 + i}" for i in range(4)), "pop {r4, r5, r6, r7, pc}")


def call(t: Thumb) -> None:
    """Subroutine: the program at the index in r6. It comes back with the borrows in r0; as a task,
    to the program that called: addresses of assembly are odd."""
    t = t.part(index="r6", program="r7")
    t.at("back", "r5", "32:", "mov $back, $program", "b 34f")
    # The program at the index in r6, with a mask in r4.
    t = t.part(mask="r4", index="r6")
    t("36:")
    load(t, "machine", "r5", MACHINE)
    t("str $mask, [$machine, #4]")
    t.at("back", "r5", "33:", "mov $back, lr", "34:")
    load(t, "program", "r7", CODE)
    t("lsls $index, $index, #1", "add $program, $index")
    load(t, "next", "r4", NEXT)
    t("b 35f", "31:", "mov $back, lr", "35:", "stmia $next!, {$back}", f"str $next, [sp, #{NEXT}]")
    t("b 1b")


def end(t: Thumb) -> None:
    t = t.part()
    load(t, "next", "r4", NEXT)
    t("subs $next, #4", f"str $next, [sp, #{NEXT}]")
    t.at("program", "r7", "ldr $program, [$next]")
    load(t, "machine", "r5", MACHINE)
    t.at("borrows", "r0", "ldr $borrows, [$machine, #8]")
    t.at("bit", "r4", "lsrs $bit, $program, #1", "bcc 1b", "bx $program")


def tasks(t: Thumb) -> None:
    """All of a task goes to `status`, with which CHECK may end."""
    t = t.part(r="r0", op="r6", program="r7")
    t("60:")
    t.at("kind", "r4", "lsrs $kind, $op, #28")
    t.at("status", "r2", "lsrs $status, $op, #17")
    t.at("operand", "r6", "lsls $op, $op, #4", "lsrs $operand, $op, #21")
    t("cmp $kind, #2", "blo 40f", "beq 41f", "cmp $kind, #4", "blo 42f", "beq 43f")
    t("cmp $kind, #6", "blo 44f", "beq 32f", "cmp $kind, #8", "blo 45f", "beq 46f")
    end(t)
    call(t)
    places = {name: t.held[name] for name in ("r", "operand", "program")}
    check(t.part(**places))
    t = t.part(**places)
    # MODULUS, where it is in the constants.
    t("44:")
    load(t, "constants", "r4", CONSTANTS)
    t("lsls $operand, $operand, #2", "adds $constants, $constants, $operand")
    load(t, "machine", "r5", MACHINE)
    t("str $constants, [$machine]", "b 1b")
    # SET.
    t.at("zero", "r2", "41:", "movs $zero, #0")
    t.at("place", "r4", "movs $place, #28", "2:", "str $zero, [$r, $place]", "subs $place, #4")
    t("bpl 2b")
    t.at("value", "r2", "lsrs $value, $operand, #9", "bne 2f", "movs $value, #1")
    t("lsls $value, $value, #31", "2:", "movs $place, #28", "ands $place, $operand")
    t("str $value, [$r, $place]", "b 1b")
    load_or_store(t.part(kind="r4", **places))


def check(t: Thumb) -> None:
    """CHECK, what it ends with unless borrows are these, and SKIP."""
    t.at("status", "r2", "42:", "ldrh $status, [$program]", "adds $program, #2")
    load_borrows(t)
    t.at("x", "r0", "movs $x, #3", "ands $x, $operand", "ands $x, $borrows")
    t("lsrs $operand, $operand, #2", "cmp $x, $operand", "beq 2f", "b 9b", "43:")
    load_borrows(t)
    t("lsls $borrows, $borrows, #30", "beq 2f", "lsls $operand, $operand, #1")
    t("adds $program, $program, $operand", "2:", "b 1b")


def load_or_store(t: Thumb) -> None:
    """LOAD and STORE."""
    t("40:")
    load(t, "machine", "r5", MACHINE)
    t("adds $machine, #12")
    t.at("which", "r3", "movs $which, #12", "ands $which, $operand")
    t.at("string", "r1", "ldr $string, [$machine, $which]")
    t("lsrs $operand, $operand, #5", "bcc 2f", "adds $string, #32")
    t.at("length", "r2", "2:", "movs $length, #32", "lsrs $kind, $kind, #1", "bcs 3f")
    t("cmp $which, #12", "bne 4f", "ldr $length, [$machine, #16]", "b 4f", "3:")
    t.at("out", "r4", "mov $out, $r")
    t.at("r", "r0", "mov $r, $string")
    t.at("string", "r1", "mov $string, $out")
    t("4:", "bl whit_compact_reverse_asm", "2:", "b 1b")


def invert(t: Thumb, at: dict[str, int]) -> None:
    """The task: Fermat's exponentiation."""
    t = t.part(program="r7")
    t("46:", f"str $program, [sp, #{TASK}]")
    t.at("digit", "r4", "movs $digit, #255", "51:", "subs $digit, #1", "bcc 59f")
    t(f"str $digit, [sp, #{DIGIT}]")
    t.at("index", "r6", f"movs $index, #{at['square']}", "bl 33b")
    t = t.part()
    load(t, "digit", "r0", DIGIT)
    t("bl 50f")
    t.at("bit", "r0")
    t.at("index", "r6", f"movs $index, #{at['times']}", "lsrs $bit, $bit, #1")
    t("bcc 52f", "bl 33b", "52:")
    load(t, "digit", "r4", DIGIT)
    t("b 51b")


def digit(t: Thumb) -> None:
    """Subroutine: the bit of E at the index in r0, as a mask. Keeps r2, r3, r5 and r6."""
    t = t.part(digit="r0")
    t("50:")
    load(t, "machine", "r4", MACHINE)
    t("adds $machine, #255", "adds $machine, #1")
    t.at("byte", "r1", "lsrs $byte, $digit, #3")
    t.at("bits", "r4", "ldrb $bits, [$machine, $byte]")
    t.at(
        "x", "r1", "movs $x, #7", "ands $digit, $x", "lsrs $bits, $digit", "lsls $bits, $bits, #31"
    )
    t.at("mask", "r0", "asrs $mask, $bits, #31", "bx lr")


def digits(t: Thumb, at: dict[str, int]) -> None:
    """The task: the multiplication of points."""
    t = t.part(operand="r6", program="r7")
    t("45:", f"str $program, [sp, #{TASK}]", f"str $operand, [sp, #{LENGTH}]")
    t.at("zero", "r4", "movs $zero, #0", f"str $zero, [sp, #{DIFFERED}]")
    t.at("digit", "r4", "adds $zero, #255", "adds $digit, #1", "53:", f"str $digit, [sp, #{DIGIT}]")
    load(t, "length", "r6", LENGTH)
    t("cmp $digit, $length", "beq 54f")
    t.at("index", "r6", f"movs $index, #{at['twice']}", "bl 33b")
    t = t.part(index="r6")
    load(t, "digit", "r4", DIGIT)
    t("subs $digit, #1", "b 53b", "54:", f"movs $index, #{at['table']}", "bl 33b", "55:")
    t = t.part()
    load(t, "digit", "r0", DIGIT)
    t("subs $digit, #1", "bcc 59f", f"str $digit, [sp, #{DIGIT}]")
    load(t, "length", "r2", LENGTH)
    t("adds $length, $length, $digit")
    t.rename("length", "other")
    t.at("bit", "r0", "bl 50f")
    t.at("first", "r5", "mov $first, $bit")
    t.at("digit", "r0", "mov $digit, $other", "bl 50f")
    t.at("differ", "r0", "eors $differ, $first")
    load(t, "mask", "r4", DIFFERED)
    t(f"str $differ, [sp, #{DIFFERED}]", "eors $mask, $differ", "mvns $first, $first")
    t.rename("first", "negative")
    t(f"str $negative, [sp, #{NEGATIVE}]")
    t.at("index", "r6", f"movs $index, #{at['choose']}", "bl 36b")
    add_digit(t.part(borrows="r0", index="r6"), at)


def ladder(t: Thumb, at: dict[str, int]) -> None:
    """The task with programs/lines.txt: a step for each bit of E, and one before. DIFFERED is the
    last bit, a mask."""
    t = t.part(program="r7")
    t("45:", f"str $program, [sp, #{TASK}]")
    t.at("mask", "r4", "movs $mask, #0", f"str $mask, [sp, #{DIFFERED}]")
    t.at(
        "digit", "r0", "movs $digit, #255", "adds $digit, #1", "53:", f"str $digit, [sp, #{DIGIT}]"
    )
    t.at("index", "r6", f"movs $index, #{at['step']}", "bl 36b")
    t = t.part()
    load(t, "digit", "r0", DIGIT)
    t("subs $digit, #1", "bcc 54f", f"str $digit, [sp, #{DIGIT}]", "bl 50f")
    t.rename("digit", "bit")
    load(t, "mask", "r4", DIFFERED)
    t(f"str $bit, [sp, #{DIFFERED}]", "eors $mask, $bit")
    load(t, "digit", "r0", DIGIT)
    t("b 53b", "54:")
    load(t, "mask", "r4", DIFFERED)
    load(t, "machine", "r5", MACHINE)
    t("str $mask, [$machine, #4]", "59:")
    load(t, "program", "r7", TASK)
    t("b 1b")


def add_digit(t: Thumb, at: dict[str, int]) -> None:
    """What was chosen is added: by programs which tell in borrows whether it is special."""
    t("56:")
    load(t, "mask", "r4", NEGATIVE)
    t(f"movs $index, #{at['begin']}", "lsrs $borrows, $borrows, #1", "bcc 57f")
    t(f"movs $index, #{at['compare']}", "bl 36b", f"movs $index, #{at['add']}")
    t.at("x", "r4", "movs $x, #12", "tst $borrows, $x", "bne 57f")
    t("lsls $borrows, $borrows, #30", "bne 55b", f"movs $index, #{at['twice']}", "bl 33b")
    load(t, "negative", "r4", NEGATIVE)
    t("mvns $negative, $negative", f"str $negative, [sp, #{NEGATIVE}]")
    t(f"movs $index, #{at['scale']}", "bl 33b", "b 56b", "57:", "bl 36b", "b 55b", "59:")
    load(t, "program", "r7", TASK)
    t("b 1b")
