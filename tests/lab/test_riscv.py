# SPDX-License-Identifier: MIT
"""The emulator's interface on RISC-V: calls, memory, stack, traces, profiles, faults."""

from pathlib import Path

import pytest
from emulator.assembler import link as link_for_arm
from emulator.riscv import assemble, boot, function, link, open_image

from lab.emulator import Core, EmulationError, Trace, open_machine
from lab.emulator.riscv import RiscvMachine

BODIES = {
    "sum": "add a0, a0, a1; ret",
    "eighth": "mv a0, a7; ret",
    "ninth": "lw a0, (sp); lw a1, 4(sp); add a0, a0, a1; ret",
    "scratch": "mv a0, t6; ret",
    "nothing": "ret",
    "leaf": "addi sp, sp, -48; sw a0, (sp); addi sp, sp, 48; ret",
    "frame": "addi sp, sp, -16; sw ra, (sp); jal leaf; lw ra, (sp); addi sp, sp, 16; ret",
    "untouched": "addi sp, sp, -64; sw a0, 32(sp); addi sp, sp, 64; ret",
    "moved": "mv t0, sp; addi t1, sp, -128; mv sp, t1; sw a0, (t1); mv sp, t0; ret",
    "clobber": "li s11, 1; ret",
    "clobber_frame": "li s0, 1; ret",
    "clobber_global": "li gp, 1; ret",
    "clobber_thread": "li tp, 1; ret",
    "unbalanced": "addi sp, sp, -16; ret",
    "unmapped": "lui a1, 0x40000; lw a0, (a1); ret",
    "write_flash": "lui a1, 0x10000; sw a0, (a1); ret",
    "undefined": ".2byte 0",
    "other": ".4byte 0x00c5a52f",  # AMOADD.W
    "breakpoint": "ebreak",
    "park": "1: j 1b",
    "forever": "1: nop; j 1b",
    "to_ram": "lui a1, 0x20000; jr a1",
    "recurse": "addi sp, sp, -32; sw ra, (sp); jal recurse",
    "below_ram": "lui sp, 0x20000; addi sp, sp, -16; sw a0, (sp); ret",
    "unaligned_word": "lw a0, 2(a0); ret",
    "unaligned_half": "sh a0, 1(a0); ret",
    "unaligned_stack": "lw a0, 2(sp); ret",
    "branches": "beqz a1, 1f; addi a1, a1, 1; j 2f; 1: nop; nop; nop; 2: ret",
    "loads": "slli a1, a1, 2; add a0, a0, a1; lw a0, (a0); ret",
    "divides": "div a0, a0, a1; ret",
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> RiscvMachine:
    return assemble(tmp_path_factory.mktemp("calls"), BODIES)


def test_arguments_and_result(machine: RiscvMachine) -> None:
    assert machine.call("sum", 0xFFFFFFFF, 3).value == 2
    assert machine.call("sum", -1, 3).value == 2
    assert machine.call("eighth", *range(8)).value == 7
    assert machine.call("ninth", *range(8), 40, 2).value == 42
    assert machine.call("nothing", 7).value == 7


def test_registers_are_the_same_at_every_call(machine: RiscvMachine) -> None:
    first = machine.call("scratch").value
    machine.call("sum", 1, 2)
    assert machine.call("scratch").value == first


def test_memory_lives_on(machine: RiscvMachine) -> None:
    buffer = machine.symbol("buffer")
    machine.write(buffer + 4, b"\x78\x56\x34\x12")
    assert machine.call("loads", buffer, 1).value == 0x12345678
    machine.boot()
    assert machine.read(buffer + 4, 4) == bytes(4)


def test_stack_is_tracked_and_painted(machine: RiscvMachine) -> None:
    for name, tracked, painted in [
        ("nothing", 0, 0),
        ("leaf", 48, 48),
        ("frame", 16 + 48, 16 + 48),
        ("untouched", 64, 32),
        ("moved", 128, 128),
    ]:
        call = machine.call(name, 1)
        assert (call.stack_bytes, call.painted_stack_bytes) == (tracked, painted), name


def test_traces_tell_a_branch_an_address_and_a_dividend(machine: RiscvMachine) -> None:
    buffer = machine.symbol("buffer")

    def trace(name: str, *arguments: int) -> Trace:
        traces = machine.call(name, *arguments, trace=True).traces
        assert traces is not None
        return traces

    assert trace("branches", buffer, 1) == trace("branches", buffer, 2)
    taken, untaken = trace("branches", buffer, 0), trace("branches", buffer, 1)
    assert taken.program_counters != untaken.program_counters
    assert taken.addresses == untaken.addresses
    first, second = trace("loads", buffer, 3), trace("loads", buffer, 4)
    assert first.program_counters == second.program_counters
    assert first.cycles == second.cycles
    assert first.addresses != second.addresses
    plus, minus = trace("divides", 9, 2), trace("divides", -9, 2)
    assert plus.program_counters == minus.program_counters
    assert plus.cycles != minus.cycles


def test_profile_sums_to_the_call(machine: RiscvMachine) -> None:
    call = machine.call("frame", 1)
    profile = machine.profile("frame", 1)
    assert sum(profile.values()) == call.cycles
    assert set(profile) == {"frame", "leaf"}
    assert profile["leaf"] == machine.call("leaf", 1).cycles


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clobber", r"^clobber: does not preserve s11 \(ABI\)$"),
        ("clobber_frame", r"does not preserve s0 \(ABI\)$"),
        ("clobber_global", r"does not preserve gp \(ABI\)$"),
        ("clobber_thread", r"does not preserve tp \(ABI\)$"),
        ("unbalanced", r"^unbalanced: does not restore SP \(ABI\)$"),
        ("unmapped", r"^unmapped: .* at 0x[0-9a-f]{8} in unmapped, data address 0x40000000$"),
        ("write_flash", r"^write_flash: .* in write_flash, data address 0x10000000$"),
        ("undefined", r"^undefined: an instruction that this core does not have.* in undefined$"),
        ("other", r"^other: an instruction that this core does not have.* in other$"),
        ("breakpoint", r"^breakpoint: a breakpoint.* in breakpoint$"),
        ("park", r"^park: .*endless loop at 0x[0-9a-f]{8} in park$"),
        ("forever", r"^forever: the limit of instructions is reached .* in forever$"),
        ("to_ram", r"^to_ram: .* in to_ram$"),
        ("recurse", r"^recurse: the stack overflows into static data .* in recurse"),
        ("below_ram", r"^below_ram: the stack overflows .* in below_ram"),
        ("unaligned_word", r"^unaligned_word: an unaligned access.* in unaligned_word"),
        ("unaligned_half", r"^unaligned_half: an unaligned access.* in unaligned_half"),
        ("unaligned_stack", r"^unaligned_stack: an unaligned access.* in unaligned_stack"),
    ],
)
def test_faults_name_the_place(machine: RiscvMachine, name: str, message: str) -> None:
    with pytest.raises(EmulationError, match=message):
        machine.call(name, machine.symbol("buffer"), limit=100_000)
    # and the machine goes on
    assert machine.call("sum", 1, 2).value == 3


def test_the_limit_counts_instructions(machine: RiscvMachine) -> None:
    count = machine.call("frame").instructions
    assert machine.call("frame", limit=count).instructions == count
    with pytest.raises(EmulationError, match="limit"):
        machine.call("frame", limit=count - 1)


def test_an_image_for_another_core(tmp_path: Path) -> None:
    source = tmp_path / "one.S"
    source.write_text(function("one", "ret"))
    elf = link(tmp_path, [source])
    with pytest.raises(EmulationError, match="is not a linked program for Arm"):
        open_machine(elf, Core("cortex-m0", "m0"))
    with pytest.raises(EmulationError, match="not in flash"):
        open_machine(elf, Core("rv32imc", "hazard3", engine="riscv"))
    with pytest.raises(EmulationError, match="no such model"):
        open_machine(elf, Core("rv32imc", "m4", engine="riscv"))
    with pytest.raises(EmulationError, match="boot"):
        open_image(elf).call("one")
    source = tmp_path / "two.c"
    source.write_text("int two(void) { return 2; }\n")
    arm = link_for_arm(tmp_path, "m0", [source])
    with pytest.raises(EmulationError, match="is not a linked program for RISC-V"):
        open_machine(arm, Core("rv32imc", "hazard3", engine="riscv"))


def test_a_blob_is_read_only(tmp_path: Path) -> None:
    source = tmp_path / "blob.S"
    source.write_text(function("peek", "lw a0, (a0); ret") + function("poke", "sw a0, (a0); ret"))
    machine = boot(link(tmp_path, [source]), b"\x01\x02\x03\x04\x05")
    assert machine.call("peek", 0x60000000).value == 0x04030201
    with pytest.raises(EmulationError, match="write-protected"):
        machine.call("poke", 0x60000000)


def test_start_up_code_runs_on_junk(tmp_path: Path) -> None:
    source = tmp_path / "data.c"
    source.write_text("unsigned d = 7, z; unsigned sum(void) { return d * 10 + z; }\n")
    assert boot(link(tmp_path, [source])).call("sum").value == 70
