# SPDX-License-Identifier: MIT
"""`whit prove --elf` and `whit trace --elf`: programs that are linked by the targets' own
toolchains, with functions that leak and one that does not."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from program import Captured, Patch, Whit

from lab.runner import DEFAULT_SEED
from lab.targets import catalogue
from lab.targets.own_program import Asked, OwnProgram

SOURCE = """
typedef unsigned char byte;
byte key[16];
byte kept[4] = {1, 2, 3, 4};
byte *where = kept;
const byte table[16] = {3, 1, 4, 1, 5};
volatile unsigned sink;

unsigned clean(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 16; i++)
        sum = (sum << 1 ^ key[i]) & 0x7FFF;
    sink = sum;
    return sum;
}

unsigned compares(void)
{
    for (int i = 0; i < 4; i++)
        if (key[i] != kept[i]) /* here */
            return 1;
    return 0;
}

unsigned looks_up(const byte *secret, unsigned n)
{
    sink = table[secret[n] & 15];
    return sink;
}

unsigned counts(void)
{
    unsigned n = 0;
    while (key[0] & 3) {
        key[0]--;
        n++;
    }
    return n;
}

unsigned data(void)
{
    return where == kept && kept[0] == 1 && kept[3] == 4 && sink == 0 ? 7 : 0;
}

unsigned hangs(void)
{
    while (sink == 0)
        sink = 0;
    return 0;
}

static byte same[4];
byte *first_same(void)
{
    return same;
}

unsigned peripheral(void)
{
    return *(volatile byte *)PERIPHERAL;
}

int main(void)
{
    return (int)(clean() + compares() + looks_up(key, 1) + counts() + data() + hangs()
                 + peripheral() + *first_same());
}
"""
SCRIPT = """
MEMORY { FLASH (rx) : ORIGIN = 0x08004000, LENGTH = 64K  RAM (rwx) : ORIGIN = 0x20001000,
LENGTH = 16K }
ENTRY(main)
SECTIONS {
 .text : { *(.text*) *(.rodata*) } > FLASH
 .data : { *(.data*) } > RAM AT > FLASH
 .bss : { *(.bss*) *(COMMON) } > RAM
}
"""
PLAIN = ("-O1", "-g", "-gdwarf-4", "-ffreestanding", "-fno-inline")
BUILDS = {
    "cortex-m4": ("arm-none-eabi-gcc", "-mcpu=cortex-m4", "-mthumb", "-nostdlib", "-Tlink.ld"),
    "cortex-m0": ("arm-none-eabi-gcc", "-mcpu=cortex-m0", "-mthumb", "-nostdlib", "-Tlink.ld"),
    # By the toolchain's own script, whose data the compiler addresses by gp.
    "rv32imc": ("riscv64-unknown-elf-gcc", "-march=rv32imc", "-mabi=ilp32", "-nostdlib",
                "-Wl,-emain"),
    "avr": ("avr-gcc", "-mmcu=atmega328p", "-fshort-enums"),
}  # fmt: skip


THIRD = ("--argument", "key", "--argument", "3")  # of looks_up


def linked(directory: Path, target: str, *more: str) -> Path:
    program, *flags = BUILDS[target]
    assert shutil.which(program), f"{program} is not installed"
    (directory / "own.c").write_text(SOURCE)
    (directory / "link.ld").write_text(SCRIPT)
    far = "0x800900" if target == "avr" else "0x40021000"
    command = [program, *flags, *PLAIN, f"-DPERIPHERAL={far}", *more, "own.c", "-o", "own.elf"]
    subprocess.run(command, check=True, cwd=directory)
    return directory / "own.elf"


@pytest.fixture(scope="module")
def elves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Linked once for each target."""
    return {target: linked(tmp_path_factory.mktemp(target), target) for target in BUILDS}


@pytest.fixture
def whit(monkeypatch: Patch, capsys: Captured) -> Whit:
    return Whit(monkeypatch, capsys)


@pytest.mark.parametrize("target", BUILDS)
def test_a_clean_function_is_proved(elves: dict[str, Path], whit: Whit, target: str) -> None:
    elf = str(elves[target])
    asked = ("--elf", elf, "--target", target, "--call", "clean", "--secret", "key")
    assert whit("prove", *asked) == 0, whit.error
    assert "proved\n" in whit.out
    assert "SECRET" not in whit.out
    assert whit("trace", *asked, "--secrets", "5") == 0
    assert f"own.elf, clean, on {target}: constant time\n5 secrets\n" in whit.out


@pytest.mark.parametrize("target", BUILDS)
@pytest.mark.parametrize(
    ("function", "given", "what", "text"),
    [
        ("compares", (), "whether a branch is taken", "if (key[i] != kept[i])"),
        ("looks_up", THIRD, "an address", "sink = table"),
        ("counts", (), "whether a branch is taken", "while (key[0] & 3)"),
    ],
)
def test_a_leak_is_found_at_its_line(
    elves: dict[str, Path],
    whit: Whit,
    target: str,
    function: str,
    given: tuple[str, ...],
    what: str,
    text: str,
) -> None:
    asked = ("--elf", str(elves[target]), "--target", target, "--call", function, *given)
    assert whit("prove", *asked, "--secret", "key", "--format", "json") == 1, whit.error
    (record,) = json.loads(whit.out)
    lines = SOURCE.splitlines()
    found = {
        (
            one["what"],
            one["place"]["function"],
            lines[one["place"]["line"] - 1].strip()[: len(text)],
        )
        for one in record["dependences"]
    }
    assert (what, function, text) in found
    assert record["proved"] is False


def test_a_trace_names_the_first_difference(elves: dict[str, Path], whit: Whit) -> None:
    asked = ("trace", "--elf", str(elves["cortex-m4"]), "--call")
    assert whit(*asked, "counts", "--secret", "key") == 1
    assert "NOT constant time" in whit.out
    assert "counts, own.c:" in whit.out
    assert whit(*asked, "looks_up", *THIRD, "--secret", "key") == 1
    assert "addresses differ, at equal time" in whit.out


@pytest.mark.parametrize("target", BUILDS)
def test_static_data_is_in_place(elves: dict[str, Path], whit: Whit, target: str) -> None:
    """Without start-up code: initialised data, pointers in it, and zeros."""
    asked = Asked("data", ("key",))
    assert OwnProgram(catalogue.find(target), elves[target], asked).run(DEFAULT_SEED, 0).value == 7


def test_declared_places_are_listed(elves: dict[str, Path], whit: Whit) -> None:
    line = 1 + SOURCE.splitlines().index("        if (key[i] != kept[i]) /* here */")
    asked = ("prove", "--elf", str(elves["cortex-m4"]), "--call", "compares", "--secret", "key")
    for place in (f"own.c:{line}", "compares", "comp*"):
        assert whit(*asked, "--public", place) == 0
        assert f"declared, --public {place}" in whit.out
    looked = ("prove", "--elf", str(elves["cortex-m4"]), "--call", "looks_up", "--secret", "key")
    assert whit(*looked, *THIRD, "--public", "looks_up") == 1  # an address


def test_a_part_of_an_object_is_secret(elves: dict[str, Path], whit: Whit) -> None:
    asked = ("prove", "--elf", str(elves["cortex-m4"]), "--call", "looks_up")
    at = ("--argument", "key", "--argument")
    assert whit(*asked, *at, "4", "--secret", "key:4") == 0
    assert whit(*asked, *at, "3", "--secret", "key:4") == 1
    assert whit(*asked, "--argument", "key+1", "--argument", "3", "--secret", "key:4") == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--call clean --secret kye", "has no object kye; nearest: key"),
        ("--call clean --secret table", "secret table lies in flash"),
        ("--call clean --secret key:17", "secret key has 16 bytes, and not 17"),
        ("--call clean --secret key:0", "must be a byte at least"),
        ("--call clean --secret key:x", "must be symbol or symbol:bytes"),
        ("--call clean --secret unsized", "secret unsized has no size"),
        ("--call cleann --secret key", "has no function cleann; nearest: clean"),
        ("--call key --secret key", "and what is called must be in flash"),
        ("--call clean", "--elf needs --call FUNCTION and at least one --secret SYMBOL"),
        ("--secret key", "--elf needs --call FUNCTION"),
        ("--call hangs --secret key --limit 5000", "the limit of instructions is reached"),
        ("--call peripheral --secret key", "data address 0x40021000"),
        ("--call clean --secret key --curve secp256r1", "--elf takes no --curve"),
        ("--call clean --secret key --target all", "a program for one --target"),
        ("--call clean --secret key --target host", "host is not emulated"),
        ("--call clean --secret key --target rv32imc", "is not a linked program for RISC-V"),
        ("--call looks_up --secret key --argument key+x", "must be a number, symbol"),
        ("--call looks_up --secret key --argument 0x100000000", "a register here has 32 bits"),
        ("--call looks_up --secret key --argument nothing", "has no symbol nothing"),
        ("--call clean --secret key --public own.c:1", "no instruction of"),
        ("--call clean --secret key --public unclean", "has no such function"),
    ],
)
def test_what_a_program_has_not_is_one_line(
    tmp_path: Path, whit: Whit, words: str, told: str
) -> None:
    elf = linked(tmp_path, "cortex-m4", "-Wl,--defsym=unsized=key")
    assert whit("prove", "--elf", str(elf), *words.split()) in (1, 2)
    assert whit.out == ""
    assert whit.error.splitlines()[-1].startswith("whit: ")
    assert told in whit.error


@pytest.mark.parametrize("word", ["--call f", "--secret key", "--argument 1", "--public f"])
def test_options_of_programs_need_one(whit: Whit, word: str) -> None:
    assert whit("prove", *word.split()) == 2
    assert f"{word.split()[0]} needs --elf" in whit.error


def test_a_program_without_symbols_is_refused(elves: dict[str, Path], whit: Whit) -> None:
    elf = elves["cortex-m4"].with_name("stripped.elf")
    subprocess.run(["arm-none-eabi-strip", "-o", elf, elves["cortex-m4"]], check=True)
    for command in ("prove", "trace"):
        asked = (command, "--elf", str(elf), "--call", "clean", "--secret", "key")
        assert whit(*asked) == 1
        assert whit.error.endswith("stripped.elf has no symbols: link it without -s, and do not"
                                   " strip it\n")  # fmt: skip
