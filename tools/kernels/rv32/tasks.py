# SPDX-License-Identifier: MIT
"""The machine of src/group/compact.inc for RV32IM with tasks: programs that call others, checks,
strings, inversion and the multiplication of points. What they call has arguments in a0 on, named
arg0 on."""

from tools.bytecode.places import places
from tools.kernels.assembly import Values
from tools.kernels.rv32.columns import ALL
from tools.kernels.rv32.compact import restore, save

# Subroutines; a linker shortens calls of names.
CALL, GO_ON, DIGIT = (f".Lwhit_compact_{name}" for name in ("call", "go_on", "digit"))

# The machine, where the program goes on, and the object of the programs that others call; of a
# multiplication of points how many digits there are, which one this is, whether the last ones of
# both scalars differed, and whether this one is negative, a mask. The constants are on the stack.
CONSTANTS = 0
HELD = {
    name: f"s{number}"
    for number, name in enumerate(
        ("machine", "program", "code", "length", "digit", "differed", "negative")
    )
}
KEPT = {"ra": 44, "s0": 40, "s1": 36, "s2": 32, "s3": 28, "s4": 24, "s5": 20, "s6": 16}


def tasks(t: Values) -> None:
    """What a task's kind and operand and its register are in a4, a3 and a0."""
    t = t.part(**HELD)
    # At 2 a program begins, at 1 it goes on.
    t.at("arg1", "a1", "1:", "mv $arg1, $program", "2:", f"call {GO_ON}")
    t = t.part(next="a0", **HELD)
    t("mv $program, $next")
    t.at("op", "a5", "lhu $op, -2($next)")
    t.at("r", "a0", "andi $r, $op, 480", "add $r, $r, $machine", "addi $r, $r, 32")
    t.at("operand", "a3", "slli $operand, $op, 21", "srli $operand, $operand, 21")
    t.at("kind", "a4", "srli $kind, $op, 11", "addi $kind, $kind, -2", "bltz $kind, 40f")
    t("beqz $kind, 42f")
    for label in range(43, 49):
        t("addi $kind, $kind, -1", f"beqz $kind, {label}f")
    t.at("status", "a0", "3:", "mv $status, $op", "4:")
    restore(t, 48, KEPT)
    given = {"op": "a5", "operand": "a3", **HELD}
    check(t.part(**given))
    call_task(t.part(**given))
    set_task(t.part(r="a0", **given))
    load_or_store(t.part(r="a0", kind="a4", **given))


def check(t: Values) -> None:
    """CHECK, SKIP, and MODULUS where it is in the constants."""
    t.at("op", "a5", "43:", "lhu $op, 0($program)", "addi $program, $program, 2")
    t.at("borrows", "a4", "lw $borrows, 8($machine)", "and $borrows, $borrows, $operand")
    t("andi $borrows, $borrows, 3", "srli $operand, $operand, 2", "bne $borrows, $operand, 3b")
    t("j 1b", "44:", "lw $borrows, 8($machine)", "andi $borrows, $borrows, 3", "beqz $borrows, 1b")
    t("slli $operand, $operand, 1", "add $program, $program, $operand", "j 1b")
    t.at("constants", "a4", "45:", f"lw $constants, {CONSTANTS}(sp)", "slli $operand, $operand, 2")
    t("add $operand, $operand, $constants", "sw $operand, 0($machine)", "j 1b")


def call_task(t: Values) -> None:
    """CALL."""
    t("46:", "slli $operand, $operand, 1")
    t.at("arg1", "a1", "add $arg1, $operand, $code")
    t.at("arg2", "a2", "mv $arg2, $code")
    t.at("arg3", "a3", f"lw $arg3, {CONSTANTS}(sp)")
    t.at("arg0", "a0", "mv $arg0, $machine", "call %2")
    t.at("done", "a5", "lui $done, 6")
    t.at("status", "a0", "bne $status, $done, 4b", "j 1b")


def set_task(t: Values) -> None:
    """SET."""
    t.at("at", "a4", "42:", "addi $at, $r, 32")
    t.at("zero", "a2", "li $zero, 0", "2:", "addi $at, $at, -4", "sw $zero, 0($at)")
    t("bne $at, $r, 2b")
    t.at("value", "a4", "srli $value, $operand, 9", "bnez $value, 2f", "lui $value, 0x80000", "2:")
    t("andi $operand, $operand, 28", "add $r, $r, $operand", "sw $value, 0($r)", "j 1b")


def load_or_store(t: Values) -> None:
    """LOAD and STORE; the third string has a length."""
    t.at("which", "a2", "40:", "andi $which, $op, 12")
    t.at("string", "a1", "add $string, $which, $machine", "lw $string, 12($string)")
    t("andi $op, $op, 16", "slli $op, $op, 1", "add $string, $string, $op")
    t("addi $kind, $kind, 1", "bnez $kind, 2f")
    t.at("to", "a4", "mv $to, $r")
    t.at("arg0", "a0", "mv $arg0, $string")
    t.at("arg1", "a1", "mv $arg1, $to", "j 3f")
    t("2:", "addi $which, $which, -12", "bnez $which, 3f")
    t.at("arg2", "a2", "lw $arg2, 28($machine)", "j 4f", "3:", "li $arg2, -1", "4:", "call %1")
    t("j 1b")


def call(t: Values) -> None:
    """Subroutine: the program at arg1 among those that others call."""
    t = t.part(arg1="a1", **HELD)
    t(f"{CALL}:", "add $arg1, $arg1, $code")
    t.at("arg0", "a0", f"{GO_ON}:", "mv $arg0, $machine", "j %0")


def call_program(t: Values, place: int) -> None:
    t.at("arg1", "a1", f"li $arg1, {place}", f"call {CALL}")


def invert(t: Values, at: dict[str, int]) -> None:
    """The task: Fermat's exponentiation."""
    t = t.part(**HELD)
    t("48:", "li $digit, 255", "2:", "addi $digit, $digit, -1", "bltz $digit, 1b")
    call_program(t, at["square"])
    t.at("arg0", "a0", "mv $arg0, $digit", f"call {DIGIT}")
    t.at("bit", "a0", "beqz $bit, 2b")
    call_program(t, at["times"])
    t("j 2b")


def digit(t: Values) -> None:
    """Subroutine: the bit of E at the index in a0."""
    t = t.part(index="a0", **HELD)
    t(f"{DIGIT}:")
    t.at("byte", "a5", "srli $byte, $index, 3", "add $byte, $byte, $machine")
    t.at("bits", "a5", "lbu $bits, 256($byte)", "andi $index, $index, 7")
    t.at("bit", "a0", "srl $bit, $bits, $index", "andi $bit, $bit, 1", "ret")


def digits(t: Values, at: dict[str, int]) -> None:
    """The task: the multiplication of points."""
    t = t.part(operand="a3", **HELD)
    t("47:", "mv $length, $operand", "li $digit, 256", "li $differed, 0")
    t("2:", "beq $length, $digit, 3f")
    call_program(t, at["twice"])
    t("addi $digit, $digit, -1", "j 2b", "3:")
    call_program(t, at["table"])
    t("2:", "beqz $digit, 1b", "addi $digit, $digit, -1")
    t.at("arg0", "a0", "mv $arg0, $digit", f"call {DIGIT}")
    t.at("bit", "a0", "mv $negative, $bit")
    t.at("arg0", "a0", "add $arg0, $digit, $length", f"call {DIGIT}")
    t.at("bit", "a0", "xor $bit, $bit, $negative")
    t.at("mask", "a4", "xor $mask, $bit, $differed", "mv $differed, $bit", "neg $mask, $mask")
    t("sw $mask, 4($machine)", "addi $negative, $negative, -1")
    t.at("arg1", "a1", f"li $arg1, {at['choose']}", "3:", f"call {CALL}")
    t("sw $negative, 4($machine)")
    t.at("borrows", "a0", "lw $borrows, 8($machine)", f"li $arg1, {at['begin']}")
    t("andi $borrows, $borrows, 16", "beqz $borrows, 4f")
    call_program(t, at["compare"])
    t("lw $borrows, 8($machine)", f"li $arg1, {at['add']}")
    t.at("x", "a5", "andi $x, $borrows, 12", "bnez $x, 4f", "andi $borrows, $borrows, 3")
    t("bnez $borrows, 2b")
    call_program(t, at["twice"])
    t("not $negative, $negative", f"li $arg1, {at['scale']}", "j 3b")
    t("4:", f"call {CALL}", "j 2b")


def compact_perform(a_zero: bool) -> list[str]:
    at = {name: 2 * word for name, word in places(a_zero).items()}
    t = Values(ALL, arg0="a0", arg1="a1", arg2="a2", arg3="a3")
    save(t, 48, KEPT)
    t(f"sw $arg3, {CONSTANTS}(sp)")
    t.at("machine", "s0", "mv $machine, $arg0")
    t.at("code", "s2", "mv $code, $arg2", "j 2f")
    tasks(t)
    invert(t, at)
    digits(t, at)
    digit(t)
    call(t)
    return t.lines
