# SPDX-License-Identifier: MIT
"""The programs of profile small's bytecode interpreter: what the assembler refuses, what contracts
find, the words that C has, and every curve that the interpreter serves."""

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.bytecode import assembler, instructions, listing, trials
from tools.bytecode.__main__ import PROGRAMS, curve, statuses
from tools.bytecode.assembler import Line, ProgramError
from tools.bytecode.instructions import GO_ON, INSTRUCTIONS, Size
from tools.curves.objects import compact_widths, has_lines
from tools.curves.read import with_twist

POINTS = (PROGRAMS / "points.txt").read_text()
REGISTERS = "".join(line + "\n" for line in POINTS.splitlines() if line.startswith("register "))
PLAIN = frozenset({"p_3_mod_4"})
SOURCE = assembler.load(PROGRAMS)


def served() -> list[str]:
    """The curves that the interpreter runs in some build."""
    found = []
    for path in sorted((ROOT / "curves").glob("*.toml")):
        if 'form = "weierstrass"' in path.read_text() and compact_widths(with_twist(path)):
            found.append(path.stem)
    return found


def test_the_curves_that_byte_code_serves_are_those_of_sizes() -> None:
    text = (ROOT / "src" / "generated" / "curve" / "sizes.h").read_text()
    assert set(served()) == set(re.findall(r"#if WHIT_HAS\((\w+)\)\n#define WHIT_COMPACT_\d", text))


def test_every_instruction_is_read_back_from_its_word() -> None:
    for each in INSTRUCTIONS:
        for field in each.fields:
            for value in (0, 1, (1 << field.bits) - 1):
                word = each.encode(**{field.name: value})
                assert instructions.of_word(word) is each
                assert each.decode(word)[field.name] == value


def test_what_ends_a_program_is_no_instruction() -> None:
    known = statuses()
    instructions.check_ends(known)
    for wrong in ({"WHIT_OK": INSTRUCTIONS[0].base}, {"WHIT_OK": GO_ON ^ 0x81}):
        with pytest.raises(ValueError, match=r"0x|five bits"):
            instructions.check_ends({**known, **wrong})
    assert all(value != GO_ON for value in known.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("object code\nx:\n X = Q * Y\n return\n", "no register Q"),
        ("object code\nx:\n X = B * Y\n return\n", "no register B"),
        ("object code\nx:\n X = Y\n return\n", "no instruction"),
        ("object code\nx:\n X = X * Y\n", "does not end"),
        ("object code\nx:\nx:\n return\n", "two labels"),
        ("object code\nx:\n call y\n return\n", "no label y"),
        ("object code\nx:\n skip to y unless borrows 00\n return\n", "skip to y"),
        ("object code\nx:\n set X 4\n return\n", "set X 4"),
        ("object code\nx:\n require borrows 12 else RANDOM_STUCK\n return\n", "no borrows 12"),
        ("object code\nx:\n use nothing\n return\n", "no sequence"),
        ("object code when blue\nx:\n return\n", "no condition"),
        ("object code\nx:\n return\nobject code\nx:\n return\n", "two objects"),
    ],
)
def test_a_malformed_program_is_refused(text: str, said: str) -> None:
    with pytest.raises(ProgramError, match=said):
        assembler.assemble(assembler.parse([REGISTERS + text]), PLAIN)


def refused(text: str, name: str = "points") -> None:
    """Contracts find what is wrong with the programs when this file is as given."""
    files = ("points", "ladder", "lines", "schemes", "keys")
    texts = [text if n == name else (PROGRAMS / f"{n}.txt").read_text() for n in files]
    source = assembler.parse(texts)
    with pytest.raises(ProgramError):
        trials.run_all(source, statuses(), ())


LINES = (PROGRAMS / "lines.txt").read_text()


@pytest.mark.brief(12)
@pytest.mark.parametrize(
    "number",
    [i for i, line in enumerate(LINES.splitlines()) if re.match(r"    \w+ = \w+ [-*]", line)][::7],
)
def test_a_wrong_instruction_of_the_ladder_of_lines_is_refused(number: int) -> None:
    lines = LINES.splitlines()
    one, other = ("*", "-") if "*" in lines[number] else ("-", "*")
    lines[number] = lines[number].replace(f" {one} ", f" {other} ", 1)
    refused("\n".join(lines), "lines")


@pytest.mark.slow
@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("    X = X - S\n    use ordinate\n", "    use ordinate\n"),
        ("    use ordinate\n", ""),
        ("    load T base 1\n    Y = Y - T\n", "    load T base 0\n    Y = Y - T\n"),
        ("    X = X - S\nendif\n    store", "endif\n    store"),
    ],
)
def test_a_wrong_end_of_the_ladder_of_lines_is_refused(text: str, wrong: str) -> None:
    schemes = (PROGRAMS / "schemes.txt").read_text()
    assert schemes.count(text) == 1
    refused(schemes.replace(text, wrong), "schemes")


def test_the_ladder_of_lines_is_for_high_orders() -> None:
    """Those that the text of programs/lines.txt argues for."""
    found = {name for name in served() if has_lines(with_twist(ROOT / "curves" / f"{name}.toml"))}
    assert {"secp256r1", "secp384r1", "sm2p256v1"} <= found
    assert not found & {"brainpoolP256t1", "brainpoolP384r1", "secp256k1"}
    for each in map(curve, found):
        assert 4 * each.order > 3 << each.bits


def test_a_label_without_a_contract_is_refused() -> None:
    refused(POINTS + "\nnobody:\n    return\n")


def altered() -> list[tuple[str, int]]:
    """Arithmetic of programs for points, where each is once, to turn into another."""
    return [
        ("points", number)
        for number, line in enumerate(POINTS.splitlines())
        if re.match(r"    \w+ = \w+ [-*] \w+", line)
    ]


@pytest.mark.brief(4)
@pytest.mark.parametrize(("name", "number"), altered()[::9])
def test_a_wrong_instruction_is_refused(name: str, number: int) -> None:
    lines = POINTS.splitlines()
    one, other = ("*", "-") if "*" in lines[number].split("#")[0] else ("-", "*")
    lines[number] = lines[number].replace(f" {one} ", f" {other} ", 1)
    refused("\n".join(lines), name)


def test_a_missing_check_is_refused() -> None:
    text = (PROGRAMS / "schemes.txt").read_text()
    check = "    require borrows 11 else SIGNATURE_RANGE\n"
    assert text.count(check) == 2
    refused(text.replace(check, "", 1), "schemes")


def test_c_has_the_words_that_were_run(tmp_path: Path) -> None:
    """The arrays that a C compiler sees in each build."""
    known = statuses()
    size = Size(8)
    for build in assembler.builds():
        programs = assembler.assemble(SOURCE, build)
        words = assembler.resolve(programs, size, known)
        asked = {
            "WHIT_COMPACT": 1,
            "WHIT_ROOTS_OF_SIZE": 0,
            **{
                name: int(condition in build)
                for condition, name in assembler.CONDITIONS.items()
                if not name.startswith("!")
            },
            **{name: size.value(name) for name in instructions.SIZED.values()},
        }
        names = list(words)
        sums = "".join(
            f'for (size_t i = 0; i < sizeof bytecode_{n} / 2; i++) printf("%u ", bytecode_{n}[i]);'
            f'puts("");\n'
            for n in names
        )
        source = tmp_path / "words.c"
        source.write_text(
            "#include <stdint.h>\n#include <stdio.h>\n#include <whit/status.h>\n#define WHIT_ROM\n"
            '#include "generated/group/bytecode.h"\n'
            + "".join(f"#define {name} {value}\n" for name, value in asked.items())
            + "".join(f'#include "{path.removeprefix("src/")}"\n' for path in listing.FILES)
            + f"int main(void)\n{{\n{sums}return 0;\n}}\n"
        )
        program = tmp_path / "words"
        command = ["cc", f"-I{ROOT / 'src'}", f"-I{ROOT / 'include'}", str(source), "-o"]
        subprocess.run([*command, str(program)], check=True)
        said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
        found = [[int(word) for word in line.split()] for line in said.splitlines()]
        assert dict(zip(names, found, strict=True)) == words


def test_the_interpreter_in_c_has_registers_in_the_order_of_the_text() -> None:
    text = (ROOT / "src" / "group" / "compact.inc").read_text()
    state = text[text.index("typedef struct bytecode_machine") : text.index("} bytecode_machine")]
    listed = re.findall(r"limb (\w+)\[FIELD_LIMBS\]", state)
    assert ["X", "Y", "Z", *(name.upper() for name in listed)] == SOURCE.registers


def test_sequences_are_shared_text() -> None:
    """A label that comes by a sequence is no entry of its object."""
    program = assembler.assemble(SOURCE, PLAIN)["verify"]
    assert program.exported == ["verify"]
    assert "verify_signature" in program.labels
    lines = list(SOURCE.object("verify", PLAIN).lines(PLAIN))
    assert Line("verify_signature:", lines[0].number).label == "verify_signature"


@pytest.mark.slow
@pytest.mark.parametrize("name", served())
@pytest.mark.sampled(2)
def test_programs_on_the_curves_that_they_serve(name: str) -> None:
    given = curve(name)
    size = replace(trials.TOY, limbs=given.bits // 32, limb_bits=32)
    for build in assembler.builds():
        if given in trials.served(build, (given,)):
            trials.run(SOURCE, build, given, size, statuses(), plain=False, thorough=False)
