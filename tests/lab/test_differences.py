# SPDX-License-Identifier: MIT
"""The first instruction that tells two runs apart is found and named."""

from pathlib import Path

import pytest
from emulator.assembler import assemble, link

from lab.emulator import Core, EmulationError, Machine
from lab.emulator.arm import ArmMachine
from lab.emulator.differing import first_difference
from lab.emulator.errors import Moment
from lab.emulator.places import Places
from lab.findings import Constancy, Difference, Place
from lab.measures.traces import unequal
from lab.model import Case, Run, Traces
from lab.reports.constancy import as_text
from lab.runner import Lab

# Each is called with r0 = 0 and r0 = 1.
FUNCTIONS = {
    "branches": "movs r1, #9; 1: subs r1, #1; bne 1b; cmp r0, #0; beq 2f; nop; 2: bx lr",
    "loads": "ldr r2, =buffer; lsls r0, #2; ldr r1, [r2, #4]; ldr r0, [r2, r0]; bx lr",
    "divides": "ldr r1, =100000; lsls r0, #12; adds r0, #1; udiv r1, r1, r0; nop; bx lr",
    "equal": "movs r0, #0; bx lr",
}
C = """
int chooses(unsigned secret, volatile unsigned *place)
{
    *place = 1;
    if (secret)
        *place = 2;
    return 0;
}
"""


def parting(machine: Machine, elf: Path, function: str, *more: int) -> Difference:
    longest = max(
        machine.call(function, secret, *more, trace=True).instructions for secret in (0, 1)
    )

    def run(secret: int, after: int) -> Moment:
        return machine.moment(function, secret, *more, after=after)

    return first_difference(
        lambda after: run(0, after),
        lambda after: run(1, after),
        longest + 1,
        Places(elf, machine.FORMAT),
    )


@pytest.fixture
def machine(tmp_path: Path) -> ArmMachine:
    return assemble(tmp_path, "m3", FUNCTIONS)


def test_a_branch(machine: ArmMachine, tmp_path: Path) -> None:
    found = parting(machine, tmp_path / "m3-m3.elf", "branches")
    assert (found.what, found.instruction) == ("program counter", 20)
    assert found.place.function == "branches"
    assert (found.first, found.second) == (found.place.address + 4, found.place.address + 2)


def test_a_data_address(machine: ArmMachine, tmp_path: Path) -> None:
    found = parting(machine, tmp_path / "m3-m3.elf", "loads")
    buffer = machine.symbol("buffer")
    assert (found.what, found.instruction) == ("data address", 3)
    assert (found.first, found.second) == (buffer, buffer + 4)


def test_cycles(machine: ArmMachine, tmp_path: Path) -> None:
    found = parting(machine, tmp_path / "m3-m3.elf", "divides")
    assert (found.what, found.instruction) == ("cycles", 3)
    assert found.first is not None
    assert found.second is not None
    assert 2 <= found.second < found.first <= 12  # the longer quotient takes longer


def test_file_and_line_are_those_of_the_source(tmp_path: Path) -> None:
    source = tmp_path / "chooses.c"
    source.write_text(C)
    elf = link(tmp_path, "m0", [source], "-O1", "-g")
    machine = ArmMachine(elf, Core("cortex-m0", "m0"))
    machine.boot()
    found = parting(machine, elf, "chooses", 0x20000100)
    assert (found.what, found.place.function) == ("program counter", "chooses")
    assert (found.place.file, found.place.line) == ("chooses.c", 5)


def test_runs_that_do_not_part_have_no_place(machine: ArmMachine, tmp_path: Path) -> None:
    with pytest.raises(EmulationError, match="no instruction"):
        parting(machine, tmp_path / "m3-m3.elf", "equal")


def test_runs_with_other_draws_are_not_compared() -> None:
    def run(draws: int, mark: str) -> Run:
        return Run(0, {}, 1, 1, draws, Traces(mark, "a", "c"))

    assert unequal([run(1, "x"), run(2, "y"), run(1, "x")]) is None
    assert unequal([run(2, "y"), run(1, "x"), run(2, "y"), run(1, "z")]) == (1, 3)


def test_a_report_names_the_instruction() -> None:
    place = Place(0x1234, "compare", "compare.c", 17)
    found = Constancy(
        "core", "peer", "default", "secp256r1", "sign", 2, 2, 1, 1, 9, 9, {1: 2}, "cc", "", "",
        Difference("program counter", 1234, place, 0x1236, 0x1240),
    )  # fmt: skip
    text = as_text(found)
    assert "program counter, after 1,234 instructions" in text
    assert "compare, compare.c:17 (0x1234): 0x1236 and 0x1240" in text


@pytest.mark.slow
def test_micro_ecc_names_where_its_time_depends_on_the_key() -> None:
    case = Case("cortex-m4", "micro-ecc", "secp256r1", "keygen", "default")
    found = Lab(keys=2, cached=False).trace(case)
    assert found.difference is not None
    assert found.difference.place.file is not None
    assert found.difference.first != found.difference.second
