# SPDX-License-Identifier: MIT
"""The emulator's interface on AVR: calls, memory, stack, traces, profiles, faults."""

import shutil
from pathlib import Path

import pytest
from emulator.avr import RAM_BYTES, RAM_ORIGIN, assemble, boot, link

from lab.emulator import Core, EmulationError, Trace, open_machine
from lab.emulator.avr import AvrMachine
from lab.errors import LabError
from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

MODEL = "atmega1284p"
ADDRESS_BYTES = 2  # of a return address, which is on the stack before a function has begun

LOWER_STACK = "in r30, 0x3d; in r31, 0x3e; sbiw r30, 20; out 0x3e, r31; out 0x3d, r30; "
RAISE_STACK = "adiw r30, 20; out 0x3e, r31; out 0x3d, r30; ret"

BODIES = {
    "sum": "add r24, r22; adc r25, r23; ret",
    "ninth": "movw r24, r8; ret",
    "scratch": "mov r24, r18; clr r25; ret",
    "nothing": "ret",
    "leaf": "push r18; push r18; push r18; pop r18; pop r18; pop r18; ret",
    "frame": "push r28; rcall leaf; pop r28; ret",
    "untouched": LOWER_STACK + RAISE_STACK,
    "touched": LOWER_STACK + "std Z+1, r18; " + RAISE_STACK,
    "clobber": "ldi r16, 1; ret",
    "clobber_frame": "ldi r29, 1; ret",
    "clobber_zero": "inc r1; ret",
    "unbalanced": "pop r18; pop r19; push r20; push r19; push r18; ret",
    "beyond": "ldi r30, 0; ldi r31, 0xff; ld r24, Z; ret",
    "undefined": ".word 0x9404",
    "breakpoint": "break",
    "asleep": "sleep",
    "write_flash": "spm",
    "park": "1: rjmp 1b",
    "forever": "1: nop; rjmp 1b",
    "erased": "ldi r30, 0; ldi r31, 0xff; ijmp",
    "recurse": "push r18; rcall recurse",
    "branches": "tst r22; breq 1f; nop; nop; 1: ret",
    "loads": "add r24, r22; adc r25, r23; movw r30, r24; ld r24, Z; clr r25; ret",
    "tables": "movw r30, r24; lpm r24, Z; clr r25; ret",
    "divides": "1: subi r24, 3; brcc 1b; ret",
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> AvrMachine:
    return assemble(tmp_path_factory.mktemp("calls"), MODEL, BODIES)


def test_arguments_and_result(machine: AvrMachine) -> None:
    assert machine.call("sum", 0xFFFF, 3).value == 2
    assert machine.call("sum", -1, 3).value == 2
    assert machine.call("ninth", *range(9)).value == 8
    assert machine.call("nothing", 7).value == 7
    with pytest.raises(EmulationError, match="more than 9 arguments"):
        machine.call("ninth", *range(10))


def test_registers_are_the_same_at_every_call(machine: AvrMachine) -> None:
    first = machine.call("scratch").value
    machine.call("leaf")
    assert machine.call("scratch").value == first


def test_memory_lives_on(machine: AvrMachine) -> None:
    buffer = machine.symbol("buffer")
    machine.write(buffer + 4, b"\x78")
    assert machine.call("loads", buffer, 4).value == 0x78
    machine.boot()
    assert machine.read(buffer + 4, 4) == bytes(4)
    with pytest.raises(EmulationError, match="no RAM"):
        machine.write(RAM_ORIGIN[MODEL] + RAM_BYTES - 1, bytes(2))


def test_stack_is_tracked_and_painted(machine: AvrMachine) -> None:
    """The stack pointer is written in halves; what it is between them does not count."""
    for name, tracked, painted in [
        ("nothing", 0, 0),
        ("leaf", 3, 3),
        ("frame", 1 + ADDRESS_BYTES + 3, 1 + ADDRESS_BYTES + 3),
        ("untouched", 20, 0),
        ("touched", 20, 20),
    ]:
        call = machine.call(name, 1)
        found = call.stack_bytes - ADDRESS_BYTES, call.painted_stack_bytes - ADDRESS_BYTES
        assert found == (tracked, painted), name


def test_traces_tell_a_branch_and_an_address(machine: AvrMachine) -> None:
    buffer = machine.symbol("buffer")

    def trace(name: str, *arguments: int) -> Trace:
        traces = machine.call(name, *arguments, trace=True).traces
        assert traces is not None
        return traces

    assert trace("branches", buffer, 1) == trace("branches", buffer, 2)
    taken, untaken = trace("branches", buffer, 0), trace("branches", buffer, 1)
    assert taken.program_counters != untaken.program_counters
    assert taken.addresses == untaken.addresses
    for name, first, second in [
        ("loads", trace("loads", buffer, 3), trace("loads", buffer, 4)),
        ("tables", trace("tables", 8), trace("tables", 9)),
    ]:
        assert first.program_counters == second.program_counters, name
        assert first.cycles == second.cycles, name
        assert first.addresses != second.addresses, name
    assert trace("divides", 9).cycles != trace("divides", 90).cycles


def test_profile_sums_to_the_call(machine: AvrMachine) -> None:
    call = machine.call("frame", 1)
    profile = machine.profile("frame", 1)
    assert sum(profile.values()) == call.cycles
    assert profile["leaf"] == machine.call("leaf", 1).cycles
    assert set(profile) == {"frame", "leaf"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clobber", r"^clobber: does not preserve r16 \(ABI\)$"),
        ("clobber_frame", r"does not preserve r29 \(ABI\)$"),
        ("clobber_zero", r"does not leave zero in r1 \(ABI\)$"),
        ("unbalanced", r"^unbalanced: does not restore SP \(ABI\)$"),
        ("beyond", r"^beyond: an access beyond the RAM .* in beyond, data address 0x0080ff00$"),
        ("undefined", r"^undefined: an instruction that this core does not have.* in undefined$"),
        ("breakpoint", r"^breakpoint: a breakpoint.* in breakpoint$"),
        ("asleep", r"^asleep: .*sleep.* in asleep$"),
        ("write_flash", r"^write_flash: .*write to flash.* in write_flash$"),
        ("park", r"^park: .*endless loop at 0x[0-9a-f]{8} in park$"),
        ("forever", r"^forever: the limit of instructions is reached .* in forever$"),
        ("erased", r"^erased: an instruction that this core does not have.* at 0x0001fe00"),
        ("recurse", r"^recurse: the stack overflows into static data .* in recurse"),
    ],
)
def test_faults_name_the_place(machine: AvrMachine, name: str, message: str) -> None:
    with pytest.raises(EmulationError, match=message):
        machine.call(name, machine.symbol("buffer"), limit=100_000)
    # and the machine goes on
    assert machine.call("sum", 1, 2).value == 3


def test_the_limit_counts_instructions(machine: AvrMachine) -> None:
    count = machine.call("frame").instructions
    assert machine.call("frame", limit=count).instructions == count
    with pytest.raises(EmulationError, match="limit"):
        machine.call("frame", limit=count - 1)


def test_an_image_for_another_core(tmp_path: Path) -> None:
    source = tmp_path / "one.c"
    source.write_text("int main(void) { return 1; }\n")
    elf = link(tmp_path, MODEL, source)
    with pytest.raises(EmulationError, match="is not a linked program for Arm"):
        open_machine(elf, Core("cortex-m0", "m0"))
    with pytest.raises(EmulationError, match="simavr has no m4"):
        open_machine(elf, Core("avr", "m4", ram=(RAM_ORIGIN[MODEL], RAM_BYTES), engine="avr"))
    with pytest.raises(EmulationError, match="no RAM"):
        open_machine(elf, Core("avr", MODEL, engine="avr"))


def test_start_up_code_runs_on_junk(tmp_path: Path) -> None:
    source = tmp_path / "data.c"
    source.write_text(
        "unsigned d = 7, z; unsigned sum(void) { return d * 10 + z; }\n"
        "int main(void) { return (int)sum(); }\n"
    )
    assert boot(link(tmp_path, MODEL, source), MODEL).call("sum").value == 70


def test_an_image_that_the_flash_has_no_room_for(tmp_path: Path) -> None:
    source = tmp_path / "large.c"
    source.write_text(
        "volatile const unsigned char a[20000] = {1}, b[20000] = {2};\n"
        "int main(void) { return a[1] + b[1]; }\n"
    )
    toolchain = Toolchain(catalogue.find("avr"))
    with pytest.raises(LabError, match=r"^linking x for avr failed: 7,\d{3} bytes more than"):
        toolchain.image(tmp_path / "x.elf", (Sources((source,)),))
