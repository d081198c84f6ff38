# SPDX-License-Identifier: MIT
"""What a core waits for its flash, against sums made by hand from the model of flash.c.

With two wait states and lines of 16 bytes, a core that holds three words: a line that is not kept
comes three cycles after it was asked for, and the core waits for what of that no instruction hides.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from emulator.assembler import function, link

from lab.emulator import Call, Core, EmulationError, FlashTiming
from lab.emulator.arm import ArmMachine

PLAIN = FlashTiming(wait_states=2, line_bytes=16, buffers=1)
LOOP = "movs r2, #100; 1: subs r2, #1; bne 1b; bx lr"
LITERAL = "ldr r1, 1f; ldr r2, 1f; bx lr; .balign 16; 1: .word 5"


def call(directory: Path, model: str, body: str, timing: FlashTiming | None) -> Call:
    source = directory / f"{model}.S"
    aligned = function("code", body).replace(".balign 4", ".balign 64")
    source.write_text(f"{aligned}.bss\n.global buffer\nbuffer: .space 64\n")
    elf = link(directory, model, [source])
    machine = ArmMachine(elf, Core("test", model, flash_timing=timing))
    machine.boot()
    return machine.call("code")


def stalls(directory: Path, model: str, body: str, timing: FlashTiming) -> int:
    """The stalls; the cycles at zero wait states are the same with and without a board."""
    found = call(directory, model, body, timing)
    assert found.cycles == call(directory, model, body, None).cycles
    return found.stalls


def test_a_core_alone_never_waits(tmp_path: Path) -> None:
    assert call(tmp_path, "m3", LOOP, None).stalls == 0
    assert call(tmp_path, "m3", LOOP, replace(PLAIN, wait_states=0)).stalls == 0


@pytest.mark.parametrize(
    ("body", "timing", "expected"),
    [
        # two instructions a word: the second line has come before the first is through
        ("nop; " * 15 + "bx lr", PLAIN, 2),
        # one a word: each of three lines is two cycles late
        ("nop.w; " * 8 + "bx lr", PLAIN, 6),
        # the lines behind the first are read while the one before runs, but for none
        ("nop.w; " * 8 + "bx lr", replace(PLAIN, prefetch=True), 2),
        # slow instructions hide the reads
        ("umull r0, r1, r2, r3; " * 16 + "bx lr", PLAIN, 2),
        # a loop inside a line
        (LOOP, PLAIN, 2),
        # a loop over two lines: each is read anew in 99 turns after the first
        ("nop; " * 6 + LOOP, PLAIN, 2 + 99 * 4),
        ("nop; " * 6 + LOOP, replace(PLAIN, buffers=2), 2),
        # a literal in the next line, with lines of its own: one read of code and one of data
        (LITERAL, replace(PLAIN, data_buffers=1), 4),
        # a literal that takes the only line: then the code is read again
        (LITERAL, PLAIN, 6),
    ],
)
def test_a_core_that_fetches_ahead(
    tmp_path: Path, body: str, timing: FlashTiming, expected: int
) -> None:
    assert stalls(tmp_path, "m3", body, timing) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # the first line is two cycles late; the next ones, asked for two instructions ahead, one
        ("nop; " * 31 + "bx lr", 2 + 3 * 1),
        (LOOP, 2),
    ],
)
def test_a_core_with_two_words(tmp_path: Path, body: str, expected: int) -> None:
    assert stalls(tmp_path, "m0", body, PLAIN) == expected


def test_a_set_of_a_cache_holds_so_many_lines_as_it_has_ways(tmp_path: Path) -> None:
    far = "movs r2, #100; 1: b 2f; .balign 64; 2: subs r2, #1; bne 1b; bx lr"
    direct = FlashTiming(wait_states=2, line_bytes=16, buffers=4, ways=1)
    assert stalls(tmp_path, "m3", far, direct) == 2 + 2 + 99 * 4
    assert stalls(tmp_path, "m3", far, replace(direct, ways=2)) == 2 + 2


def test_the_next_run_starts_with_nothing_kept(tmp_path: Path) -> None:
    source = tmp_path / "again.S"
    source.write_text(function("code", LOOP) + ".bss\n.global buffer\nbuffer: .space 64\n")
    machine = ArmMachine(link(tmp_path, "m3", [source]), Core("test", "m3", flash_timing=PLAIN))
    machine.boot()
    assert machine.call("code").stalls == machine.call("code").stalls > 0


@pytest.mark.parametrize(
    "timing",
    [replace(PLAIN, line_bytes=12), replace(PLAIN, line_bytes=2), replace(PLAIN, buffers=0)],
)
def test_no_flash_is_like_this(tmp_path: Path, timing: FlashTiming) -> None:
    with pytest.raises(EmulationError, match="no flash is like"):
        call(tmp_path, "m3", LOOP, timing)
