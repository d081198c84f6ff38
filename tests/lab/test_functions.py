# SPDX-License-Identifier: MIT
"""whit measure file.c:function: functions of a user's own."""

import json
from pathlib import Path

import pytest
from program import Captured, Patch, Whit

from lab.errors import UnsupportedError
from lab.runner import find_function
from lab.targets.signatures import Signature

SOURCE = """
#include <stdint.h>
#include "harness.h"

int helper(int);

static int hidden(void) { return 1; }
int sum(void) { int s = hidden(); for (int i = 0; i < 100; i++) s += helper(i); return -s; }
void nothing(void) {}
uint64_t wide(void) { return 1ull << 40; }
signed char negative(void) { return -3; }
int draw(void) { uint8_t out[2]; harness_random(out, 2); return out[0] | out[1]; }
int stacked(void) { volatile char room[200]; room[0] = 1; return room[0]; }
unsigned char table[300];
int writes(void) { for (int i = 0; i < 300; i++) table[i] = (unsigned char)i; return table[299]; }
int takes(int a) { return a; }
double real(void) { return 1.5; }
int forever(void) { static volatile int i; for (;;) i = i + 1; }
int stuck(void) { for (;;) {} }
int outside(void) { return *(volatile int *)0x70000000; }
int variable = 3;
"""
HELPER = """
    .syntax unified
    .thumb
    .global helper
    .type helper, %function
helper:
    adds r0, r0, #1
    bx lr
"""


@pytest.fixture
def whit(monkeypatch: Patch, capsys: Captured, tmp_path: Path) -> Whit:
    monkeypatch.chdir(tmp_path)
    Path("mine.c").write_text(SOURCE)
    Path("helper.s").write_text(HELPER)
    Path("helper.c").write_text("int helper(int a) { return a + 1; }\n")
    Path("broken.c").write_text("int broken(void) { return unknown; }\n")
    return Whit(monkeypatch, capsys)


def measured(whit: Whit, line: str) -> list[dict[str, object]]:
    assert whit(*f"measure {line} --format json".split()) == 0, whit.error
    found = json.loads(whit.out)
    assert isinstance(found, list)
    return found


def test_a_function_is_built_called_and_counted(whit: Whit) -> None:
    """With assembly, for two cores and a part without a file."""
    line = "mine.c:sum mine.c:nothing --with helper.s --target cortex-m4 --target cortex-m0"
    rows = measured(whit, line + " --clock 10MHz")
    assert [(row["target"], row["function"], row["returned"]) for row in rows] == [
        ("cortex-m4", "sum", -5051),
        ("cortex-m4", "nothing", None),
        ("cortex-m0", "sum", -5051),
        ("cortex-m0", "nothing", None),
    ]
    for row in rows:
        assert row["time_seconds"] == row["cycles"] / 10e6  # type: ignore[operator]
        assert row["constant_time"] is row["error"] is None
    nothing = rows[1]
    # BX LR: an instruction that branches, in two bytes that are filled up to four.
    assert (nothing["instructions"], nothing["cycles"], nothing["flash_bytes"]) == (1, 3, 4)
    assert nothing["stack_bytes"] == nothing["ram_static_bytes"] == 0
    assert 800 <= rows[0]["instructions"] < rows[0]["cycles"]  # type: ignore[operator]


def test_stack_and_memory_are_counted(whit: Whit) -> None:
    stacked, writes = measured(whit, "mine.c:stacked mine.c:writes --with helper.s")
    assert 200 <= stacked["stack_bytes"] <= 216  # type: ignore[operator]
    assert stacked["ram_static_bytes"] == 0
    assert writes["ram_static_bytes"] == 300
    assert writes["returned"] == 299 % 256


def test_values_are_as_c_has_them(whit: Whit) -> None:
    """Of a 64-bit number a register holds a part, which is none of it."""
    lines = "mine.c:negative mine.c:wide mine.c:draw --with helper.c"
    for target in ("avr", "rv32imc"):
        negative, wide, draw = measured(whit, f"{lines} --target {target}")
        assert (negative["returned"], wide["returned"]) == (-3, None)
        assert draw["returned"]  # random bytes are there


def test_flags_of_the_user_count(whit: Whit) -> None:
    small, plain = (
        measured(whit, f"mine.c:sum --with helper.c --cflags {flags}")[0]
        for flags in ("-DUNUSED", "-O0")
    )
    assert str(plain["flags"]).endswith("-std=gnu11 -O0")
    assert plain["cycles"] > small["cycles"]  # type: ignore[operator]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("mine.c:hidden", "mine.c has no function hidden, or it is static"),
        ("mine.c:absent", "mine.c has no function absent, or it is static"),
        ("mine.c:takes", "takes takes 1 argument: write one without that calls it"),
        ("mine.c:real", "real returns neither an integer nor nothing"),
        ("mine.c:variable", "variable is no function"),
        ("mine.c:stuck", "endless loop at 0x"),
        (
            "mine.c:forever --limit 100k",
            "forever does not return within 100,000 instructions; then it is in forever, mine.c:",
        ),
        ("mine.c:outside", "in outside, data address 0x70000000"),
        ("broken.c:broken", "broken.c:1:27: error: ‘unknown’ undeclared"),
    ],
)
def test_what_fails_is_one_clear_line(whit: Whit, asked: str, message: str) -> None:
    with_helper = [] if asked.startswith("broken") else ["--with", "helper.s"]
    assert whit("measure", *asked.split(), *with_helper) == 1
    assert whit.out.startswith("failed: ")
    assert whit.out.count("\n") == 1
    assert message.replace("‘", "'").replace("’", "'") in whit.out


def test_what_fails_leaves_the_others(whit: Whit) -> None:
    assert whit("measure", "mine.c:stuck", "mine.c:nothing", "--with", "helper.s") == 1
    assert "failed: mine.c:stuck, cortex-m4, arm-none-eabi-gcc: " in whit.out
    assert "cortex-m4  nothing        3" in whit.out
    assert "Constant time is not applicable" in whit.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("mine.c", "mine.c: is not FILE:FUNCTION, such as sum.c:sum"),
        ("mine.c:", "mine.c:: is not FILE:FUNCTION, such as sum.c:sum"),
        ("mine.c:9", "mine.c:9: 9 is no name of a function in C"),
        ("other.c:f", "other.c: there is no such file"),
        ("mine.o:f", "mine.o: is not called .c, .s, .S"),
        ("mine.c:sum --with absent.s", "absent.s: there is no such file"),
        ("mine.c:sum --with helper.o", "helper.o: is not called .c, .s, .S"),
        ("mine.c:sum --library whit", "--library is of libraries: mine.c:sum takes none"),
        ("mine.c:sum --save", "--save is of libraries: mine.c:sum takes none"),
        ("mine.c:sum --target host", "host is not emulated; choose from avr"),
        ("mine.c:sum --target avr --compiler clang", "avr has no clang"),
        ("mine.c:sum --limit many", "--limit many: not a number with a unit of k, M, G"),
        ("mine.c:sum --cflags O2", "--cflags 'O2': O2 is no flag"),
        ("mine.c:sum --format xml", "unknown format 'xml'; valid: table, json, csv"),
        ("--with helper.s", "--with needs a function, such as sum.c:sum"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_is_built(
    whit: Whit, line: str, message: str
) -> None:
    assert whit.refuse(f"measure {line}", 2).startswith(message)


def test_the_last_colon_ends_the_file(tmp_path: Path) -> None:
    file = tmp_path / "a:b.c"
    file.touch()
    found = find_function(f"{file}:f")
    assert (found.name, found.files) == ("f", (file,))
    with pytest.raises(UnsupportedError, match="no such file"):
        find_function(f"{tmp_path / 'b:a.c'}:f")


def test_what_a_register_holds_is_cut_to_the_type() -> None:
    assert Signature(0, 1, signed=True, integer=True).value(0xDEADBEFF, "arm") == -1
    assert Signature(0, 1, signed=False, integer=True).value(0xDEADBEFF, "arm") == 255
    assert Signature(0, 4, signed=True, integer=True).value(0xFFFFFFFE, "riscv") == -2
    assert Signature(0, 4, signed=True, integer=True).value(0xFFFE, "avr") is None
    assert Signature(0, 2, signed=True, integer=True).value(0xFFFE, "avr") == -2
    assert Signature(0, 0, signed=False, integer=True).value(7, "arm") is None
