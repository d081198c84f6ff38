# SPDX-License-Identifier: MIT
"""The emulator's interface: calls, memory, stack, traces, profiles, faults."""

import subprocess
import sys
from pathlib import Path

import pytest
from emulator.assembler import CPUS, assemble, boot, function, link

from lab.emulator import Core, EmulationError, Machine, Trace, native, open_machine
from lab.emulator.word_machine import WordMachine

ROOT = Path(__file__).resolve().parents[2]
MODELS = list(CPUS)

COMMON = {
    "add": "adds r0, r0, r1; bx lr",
    "fifth": "ldr r0, [sp]; ldr r1, [sp, #4]; adds r0, r0, r1; bx lr",
    "scratch": "mov r0, r12; bx lr",
    "nothing": "bx lr",
    "leaf": "sub sp, #44; str r0, [sp]; add sp, #44; bx lr",
    "frame": "push {r4, r5, r6, r7, lr}; bl leaf; pop {r4, r5, r6, r7, pc}",
    "untouched": "sub sp, #64; str r0, [sp, #32]; add sp, #64; bx lr",
    "moved": "mov r3, sp; subs r3, #128; mov r2, sp; mov sp, r3; str r0, [r3]; mov sp, r2; bx lr",
    "clobber": "movs r7, #1; bx lr",
    "unbalanced": "sub sp, #8; bx lr",
    "unmapped": "ldr r1, =0x40000000; ldr r0, [r1]; bx lr",
    "write_flash": "movs r1, #0; str r1, [r1]; bx lr",
    "undefined": "udf #0",
    "breakpoint": "bkpt #0",
    "park": "1: b 1b",
    "forever": "1: nop; b 1b",
    "to_ram": "ldr r1, =0x20000101; bx r1",
    "to_arm": "ldr r1, =0x100; bx r1",
    "recurse": "push {r0, r1, r2, r3, r4, r5, r6, r7, lr}; bl recurse",
    "below_ram": "ldr r1, =0x20000000; mov sp, r1; push {r0}; bx lr",
    "unaligned_multiple": "adds r0, #2; ldmia r0!, {r1, r2}; bx lr",
    "unaligned_word": "adds r0, #2; ldr r0, [r0]; bx lr",
    "branches": "cmp r1, #0; beq 1f; adds r1, #1; b 2f; 1: subs r1, #1; nop; 2: bx lr",
    "loads": "lsls r1, r1, #2; ldr r0, [r0, r1]; bx lr",
    "pushes": "push {r1}; ldr r0, [r0]; pop {r1}; bx lr",
}
V7M = {
    "selects": "cmp r1, #0; ite eq; addeq r0, #1; addne r0, #2; bx lr",
    "skips_load": "cmp r1, #0; it eq; ldreq r2, [r0]; bx lr",
    "multiplies": "umull r2, r3, r0, r1; bx lr",
    "fault_in_block": "cmp r0, r0; itt eq; ldreq r1, [pc, #-2000]; moveq r0, #9; bx lr",
}


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Machine]:
    directory = tmp_path_factory.mktemp("calls")
    small, large = COMMON, COMMON | V7M
    bodies = {"m0": small, "m0plus": small, "m3": large, "m4": large, "m33": large, "m4f": large}
    return {model: assemble(directory, model, functions) for model, functions in bodies.items()}


@pytest.fixture(params=MODELS)
def machine(machines: dict[str, Machine], request: pytest.FixtureRequest) -> Machine:
    return machines[request.param]


def test_arguments_and_result(machine: Machine) -> None:
    assert machine.call("add", 0xFFFFFFFF, 3).value == 2
    assert machine.call("add", -1, 3).value == 2
    assert machine.call("fifth", 0, 0, 0, 0, 40, 2).value == 42
    assert machine.call("nothing", 7).value == 7


def test_registers_are_the_same_at_every_call(machine: Machine) -> None:
    first = machine.call("scratch").value
    machine.call("add", 1, 2)
    assert machine.call("scratch").value == first


def test_memory_lives_on(machine: Machine) -> None:
    buffer = machine.symbol("buffer")
    assert machine.symbol_size("buffer") == 64
    machine.write(buffer, b"\x78\x56\x34\x12")
    assert machine.call("pushes", buffer).value == 0x12345678
    assert machine.read(buffer, 4) == b"\x78\x56\x34\x12"
    machine.boot()
    assert machine.read(buffer, 4) == bytes(4)


def test_symbols_and_memory_have_bounds(machine: Machine) -> None:
    assert machine.symbol("add") % 2 == 0
    assert machine.symbol_size("add") == 4
    with pytest.raises(KeyError, match="no symbol absent"):
        machine.symbol("absent")
    with pytest.raises(KeyError, match="no symbol absent"):
        machine.call("absent")
    with pytest.raises(EmulationError, match="no RAM of 4 bytes at 0x00000000"):
        machine.write(0, bytes(4))
    with pytest.raises(EmulationError, match="no memory of 8 bytes at 0x2003fffc"):
        machine.read(0x2003FFFC, 8)


def test_stack_is_tracked_and_painted(machine: Machine) -> None:
    assert machine.call("nothing").stack_bytes == 0
    assert machine.call("nothing").painted_stack_bytes == 0
    for function_name, tracked, painted in [
        ("leaf", 44, 44),
        ("frame", 20 + 44, 20 + 44),
        ("untouched", 64, 32),
        ("moved", 128, 128),
    ]:
        call = machine.call(function_name, 1)
        assert (call.stack_bytes, call.painted_stack_bytes) == (tracked, painted), function_name


def test_traces_tell_a_branch_and_an_address(machine: Machine) -> None:
    buffer = machine.symbol("buffer")

    def trace(name: str, secret: int) -> Trace:
        traces = machine.call(name, buffer, secret, trace=True).traces
        assert traces is not None
        return traces

    assert trace("branches", 1) == trace("branches", 2)
    taken, untaken = trace("branches", 0), trace("branches", 1)
    assert taken.program_counters != untaken.program_counters
    assert taken.addresses == untaken.addresses
    assert trace("loads", 3) == trace("loads", 3)
    first, second = trace("loads", 3), trace("loads", 4)
    assert first.program_counters == second.program_counters
    assert first.cycles == second.cycles
    assert first.addresses != second.addresses
    assert trace("pushes", 3) == trace("pushes", 4)
    assert machine.call("pushes", buffer).traces is None


@pytest.mark.parametrize("model", ["m3", "m4", "m33"])
def test_traces_see_through_it_blocks(machines: dict[str, Machine], model: str) -> None:
    machine = machines[model]
    buffer = machine.symbol("buffer")

    def trace(name: str, secret: int) -> Trace:
        traces = machine.call(name, buffer, secret, trace=True).traces
        assert traces is not None
        return traces

    assert trace("selects", 0) == trace("selects", 1)
    runs, skips = trace("skips_load", 0), trace("skips_load", 1)
    assert runs.program_counters == skips.program_counters
    assert runs.addresses != skips.addresses
    assert runs.cycles != skips.cycles


@pytest.mark.parametrize(("model", "leaks"), [("m3", True), ("m4", False), ("m33", False)])
def test_traces_tell_a_long_multiplication_on_m3(
    machines: dict[str, Machine], model: str, leaks: bool
) -> None:
    short, long = (
        machines[model].call("multiplies", 0x1234, secret, trace=True).traces
        for secret in (0x4321, 0x87654321)
    )
    assert short is not None
    assert long is not None
    assert short.program_counters == long.program_counters
    assert (short.cycles != long.cycles) is leaks


def test_profile_sums_to_the_call(machine: Machine) -> None:
    call = machine.call("frame", 1)
    profile = machine.profile("frame", 1)
    assert sum(profile.values()) == call.cycles
    assert set(profile) == {"frame", "leaf"}
    leaf = machine.call("leaf", 1)
    assert profile["leaf"] == leaf.cycles
    assert list(profile.values()) == sorted(profile.values(), reverse=True)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("clobber", r"^clobber: does not preserve r7 \(ABI\)$"),
        ("unbalanced", r"^unbalanced: does not restore SP \(ABI\)$"),
        ("unmapped", r"^unmapped: .* at 0x[0-9a-f]{8} in unmapped, data address 0x40000000$"),
        ("write_flash", r"^write_flash: .* in write_flash, data address 0x00000000$"),
        ("undefined", r"^undefined: a breakpoint.* in undefined$"),
        ("breakpoint", r"^breakpoint: a breakpoint.* in breakpoint$"),
        ("park", r"^park: .*endless loop at 0x[0-9a-f]{8} in park$"),
        ("forever", r"^forever: the limit of instructions is reached .* in forever$"),
        ("to_ram", r"^to_ram: .* in to_ram$"),
        ("to_arm", r"^to_arm: .* in to_arm$"),
        ("recurse", r"^recurse: the stack overflows into static data .* in recurse"),
        ("below_ram", r"^below_ram: the stack overflows .* in below_ram"),
        ("unaligned_multiple", r"^unaligned_multiple: an unaligned access.* in unaligned_multiple"),
    ],
)
def test_faults_name_the_place(machine: Machine, name: str, message: str) -> None:
    with pytest.raises(EmulationError, match=message):
        machine.call(name, machine.symbol("buffer"), limit=100_000)
    # and the machine goes on
    assert machine.call("add", 1, 2).value == 3


def test_unaligned_words_fault_on_small_cores_only(machines: dict[str, Machine]) -> None:
    for model, machine in machines.items():
        if model in ("m0", "m0plus"):
            with pytest.raises(EmulationError, match="an unaligned access"):
                machine.call("unaligned_word", machine.symbol("buffer"))
        else:
            assert machine.call("unaligned_word", machine.symbol("buffer")).value == 0


def test_float_registers_are_kept(tmp_path: Path) -> None:
    bodies = {
        "keeps": "vpush {s16}; vmov s16, r0; vmov r1, s16; vpop {s16}; mov r0, r1; bx lr",
        "clobbers": "vmov s31, r0; bx lr",
        "scratches": "vmov s15, r0; bx lr",
        "computes": "vadd.f32 s0, s1, s2; bx lr",
        "unaligned": "adds r0, #2; vldr s0, [r0]; bx lr",
    }
    machine = assemble(tmp_path, "m4f", bodies)
    buffer = machine.symbol("buffer")
    assert machine.call("keeps", buffer).value == buffer
    machine.call("scratches", buffer)
    with pytest.raises(EmulationError, match=r"^clobbers: does not preserve s31 \(ABI\)$"):
        machine.call("clobbers", buffer)
    with pytest.raises(EmulationError, match="does not have, or the lab does not know"):
        machine.call("computes", buffer)
    with pytest.raises(EmulationError, match="an unaligned access"):
        machine.call("unaligned", buffer)


def test_float_registers_are_those_of_m4f_alone(tmp_path: Path) -> None:
    elf = link(tmp_path, "m4f", [_written(tmp_path, function("move", "vmov s0, r0; bx lr"))])
    assert boot(elf, "m4f").call("move").cycles == 4
    with pytest.raises(EmulationError, match="does not have"):
        boot(elf, "m4").call("move")


def _written(directory: Path, text: str) -> Path:
    path = directory / "move.S"
    path.write_text(text)
    return path


def test_a_fault_inside_an_it_block_leaves_nothing_behind(machines: dict[str, Machine]) -> None:
    for model in ("m3", "m4", "m33", "m4f"):
        machine = machines[model]
        expected = machine.call("add", 1, 2)
        with pytest.raises(EmulationError, match="in fault_in_block"):
            machine.call("fault_in_block")
        assert machine.call("add", 1, 2) == expected


def test_the_limit_counts_instructions(machine: Machine) -> None:
    count = machine.call("frame").instructions
    assert machine.call("frame", limit=count).instructions == count
    with pytest.raises(EmulationError, match="limit"):
        machine.call("frame", limit=count - 1)


def test_where_functions_are_entered(tmp_path: Path) -> None:
    source = tmp_path / "calls.S"
    calls = function("inner", "bx lr") + function("never", "bx lr")
    calls += function("outer", "push {r0, lr}; bl inner; pop {r0, pc}")
    source.write_text(calls + function("endless", "b endless"))
    machine = boot(link(tmp_path, "m4", [source]), "m4")
    assert isinstance(machine, WordMachine)
    counted = machine.call("outer", 7)
    found = machine.entries("outer", 7, of=("inner", "never"))
    assert list(found) == ["inner"]
    assert found["inner"].stack_pointer == machine.stack_pointer - 8
    with pytest.raises(EmulationError, match=r"endless: runs for over 0\.2 s"):
        machine.entries("endless", of=("inner",), limit_seconds=0.2)
    assert machine.call("outer", 7) == counted


def test_a_call_comes_after_boot(tmp_path: Path) -> None:
    source = tmp_path / "one.S"
    source.write_text(function("one", "movs r0, #1; bx lr"))
    machine = open_machine(link(tmp_path, "m0", [source]), Core("cortex-m0", "m0"))
    with pytest.raises(EmulationError, match="boot"):
        machine.call("one")


def test_an_image_that_does_not_fit(tmp_path: Path) -> None:
    source = tmp_path / "one.S"
    source.write_text(function("one", "movs r0, #1; bx lr"))
    elf = link(tmp_path, "m0", [source])
    with pytest.raises(EmulationError, match="not in flash"):
        open_machine(elf, Core("cortex-m0", "m0", flash=(0x08000000, 0x10000)))
    with pytest.raises(EmulationError, match="not an ELF file"):
        open_machine(source, Core("cortex-m0", "m0"))
    with pytest.raises(EmulationError, match=r"cannot read .*: No such file"):
        open_machine(tmp_path / "absent.elf", Core("cortex-m0", "m0"))


def test_a_blob_is_read_only(tmp_path: Path) -> None:
    source = tmp_path / "blob.S"
    source.write_text(
        function("peek", "ldr r0, [r0]; bx lr") + function("poke", "str r0, [r0]; bx lr")
    )
    machine = boot(link(tmp_path, "m4", [source]), "m4", blob=b"\x01\x02\x03\x04\x05")
    assert machine.call("peek", 0x60000000).value == 0x04030201
    assert machine.read(0x60000001, 4) == b"\x02\x03\x04\x05"
    with pytest.raises(EmulationError, match="write-protected"):
        machine.call("poke", 0x60000000)


def test_start_up_code_runs_on_junk(tmp_path: Path) -> None:
    source = tmp_path / "data.c"
    source.write_text("unsigned d = 7, z; unsigned sum(void) { return d * 10 + z; }\n")
    machine = boot(link(tmp_path, "m0", [source]), "m0")
    assert machine.call("sum").value == 70


def test_no_compiler_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(EmulationError, match="needs a C compiler") as caught:
        native.load(tmp_path / "cache")
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_processes_may_build_at_once(tmp_path: Path) -> None:
    script = "import sys, pathlib; from lab.emulator import native; "
    script += "native.load(pathlib.Path(sys.argv[1]))"
    command = [sys.executable, "-c", script, str(tmp_path)]
    running = [subprocess.Popen(command, cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert [path.suffix for path in tmp_path.iterdir()] == [".so"]
