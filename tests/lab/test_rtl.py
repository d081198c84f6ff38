# SPDX-License-Identifier: MIT
"""Models of cores against their RTL, and the bench that says so against planted leaks."""

import ctypes
import subprocess
from pathlib import Path
from typing import Any

import pytest
from emulator.riscv import HERE, assemble, boot, link

from lab.errors import UnknownNameError
from lab.rtl import RtlError, Simulator, build, lacking, rom, simulator
from lab.rtl.bench import Calls, calls
from lab.runner import Selection, circuits, select_circuits
from lab.targets import catalogue
from lab.targets.circuits import Circuit

CORES = circuits()

# Straight code, jumps and accesses, each instruction at both halves of a word; `;` separates lines.
SNIPPETS = {
    "return": "ret",
    "short": "c.mv a1, a0; c.slli a1, 3; c.nop; ret",
    "whole": ".option norvc; addi a1, a0, 1; sltu a2, a1, a0; ret",
    "across": "c.nop; .option norvc; addi a1, a0, 1; add a1, a1, a0; ret",
    "mixed": "c.nop; add a2, a1, a1; mul a1, a0, a0; c.nop; mul a3, a1, a1; ret",
    "multiply": "mul a1, a0, a0; mulhu a2, a1, a0; mulh a3, a2, a1; mulhsu a4, a3, a0; ret",
    "divide": "divu a1, a0, sp; remu a2, sp, a0; div a1, a1, sp; rem a2, a2, a0; ret",
    "divide_by_zero": "divu a1, a0, zero; rem a2, a0, zero; ret",
    "load": "lw a1, (a0); lhu a2, 2(a0); lb a3, 7(a0); lbu a4, 5(a0); ret",
    "load_use": "lw a1, (a0); add a2, a1, a1; lw a1, (a0); nop; add a2, a1, a1; ret",
    "load_across": "c.nop; .option norvc; lw a1, (a0); lw a2, 4(a0); .option rvc; c.nop; ret",
    "load_address": "sw a0, (a0); lw a1, (a0); lw a2, (a1); ret",
    "store": "sw a0, (a0); sh a0, 4(a0); sb a0, 7(a0); lw a1, 4(a0); sw a1, 8(a0); ret",
    "untaken": "c.beqz a0, 1f; bnez zero, 1f; nop; bltu a0, zero, 1f; 1: ret",
    "taken": ".option norvc; beqz zero, 1f; nop; nop; 1: ret",
    "taken_across": "c.nop; .option norvc; beqz zero, 1f; nop; nop; 1: .option rvc; c.nop; ret",
    "taken_behind": "c.li a2, 0; c.nop; c.beqz a2, 1f; .option norvc; nop; .option rvc; c.nop; "
    "1: ret",
    "taken_to_across": ".option norvc; beqz zero, 1f; nop; nop; .option rvc; c.nop; "
    "1: .option norvc; addi a1, a0, 1; .option rvc; c.nop; ret",
    "jump": ".option norvc; j 1f; nop; 1: nop; j 1f; nop; 1: ret",
    "jump_across": "c.nop; .option norvc; j 1f; nop; .option rvc; c.nop; 1: ret",
    "jump_to_across": "c.j 1f; 1: .option norvc; addi a1, a0, 1; .option rvc; c.nop; ret",
    "call": "mv t0, ra; jal ra, 1f; jal ra, 1f; jr t0; 1: add a1, a1, a0; ret",
    "loop": "li a1, 9; 1: .option norvc; addi a1, a1, -1; mul a2, a1, a1; bnez a1, 1b; ret",
    "loop_whole": "li a1, 9; c.nop; 1: .option norvc; addi a1, a1, -1; bnez a1, 1b; ret",
}
# What a turn of a loop takes, when every cache has what it needs: whole instructions alone.
TURNS = {
    "nothing": "",
    "results": "add a1, a0, a0; add a2, a1, a1; sll a3, a2, a1; xor a4, a3, a0; sll a3, a2, a1; "
    "nop; xor a4, a3, a0",
    "loads": "lw a1, (a0); add a2, a1, a1; lw a1, (a0); nop; add a2, a1, a1; lw a1, (a0); "
    "sw a1, 4(a0)",
    "products": "mul a1, a0, a0; add a2, a1, a1; mulhu a1, a0, a0; nop; add a2, a1, a1",
    "quotients": "divu a1, a0, a0; add a2, a1, a1; rem a3, a0, a2",
    "overtaking": "sw a0, (a0); lw a1, (a0); sw a0, (a0); nop; lw a1, (a0); sw a0, (a0); nop; nop; "
    "lw a1, (a0); sb a0, (a0); lb a1, 1(a0)",
    "lines": "lui a3, 1; add a3, a3, a0; lw a1, (a0); lw a2, (a3); sw a1, (a0)",
    "forward": "beqz zero, 1f; nop; nop; 1: bnez zero, 1f; nop; 1: nop",
    "backward": "j 2f; 1: nop; nop; j 3f; 2: bnez zero, 1b; beqz zero, 1b; nop; 3: nop",
    "jumps": "mv t0, ra; jal ra, 1f; jal ra, 1f; j 2f; nop; 1: jr ra; 2: mv ra, t0",
}
CACHED = ("vexriscv",)  # whose first turns depend on what is fetched in vain, which no model has
LEAKS = {
    "branch": ("lw a1, (a0); beqz a1, 1f; nop; nop; nop; 1: ret", None),
    "index": ("lw a1, (a0); andi a1, a1, 4; add a1, a1, a0; lw a2, (a1); ret", "access_address"),
    "early": ("lw a1, (a0); li a2, 8; 1: srli a1, a1, 4; beqz a1, 1f; j 1b; 1: ret", None),
    "none": ("lw a1, (a0); mul a2, a1, a1; sltu a3, a2, a1; sw a3, 8(a0); ret", ""),
}
STRANGE = {
    "trap": (".word 0", "the core traps at|does not end within"),
    "outside": (
        "li a1, 0x40000000; lw a2, (a1); ret",
        "a load outside the memories, of 0x40000000",
    ),
    "flash": ("auipc a1, 0; sw a2, (a1); ret", "a store outside the memories, of 0x1000"),
    "endless": ("1: addi a1, a1, 1; j 1b", "does not end within 100000 cycles"),
}


def circuit_of(name: str) -> Circuit:
    found = catalogue.find(name).circuit
    assert found is not None
    return found


def model_of(name: str) -> str:
    emulation = catalogue.find(name).emulation
    assert emulation is not None
    return emulation.model


needs_rtl = pytest.mark.skipif(
    lacking([circuit_of(name) for name in CORES]) is not None,
    reason="python3 -m tools.develop.bootstrap rtl",
)


@pytest.fixture(scope="module", params=CORES)
def core(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def circuit(core: str) -> Simulator:
    return build(circuit_of(core))


def test_a_core_that_has_no_rtl_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown target with RTL 'rv32imc'; .*picorv32"):
        select_circuits(Selection.of(targets=("rv32imc",)))
    cases, _ = select_circuits(Selection.of(libraries=("whit",), operations=("ecdh",)))
    assert [case.target for case in cases] == list(CORES)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    strange = Circuit("pythondata-cpu-none", ("a.v",), (), "picorv32.sv", "none")
    with pytest.raises(RtlError, match=r"not installed: .*pythondata-cpu-none.*bootstrap rtl"):
        build(strange)
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert lacking(()) == "verilator, g++, make"


def test_the_rom_loads_every_register() -> None:
    registers = [0, *(0x01234567 * n & 0xFFFFFFFF for n in range(1, 32))]
    content = rom.content(registers, 0x10000124)
    words = [
        int.from_bytes(content[at : at + 4], "little") for at in range(rom.START, rom.RETURN, 4)
    ]
    loaded: dict[int, int] = {}
    for upper, lower in zip(words[:62:2], words[1:62:2], strict=True):
        assert (upper & 0x7F, lower & 0x7F) == (0x37, 0x13)
        assert upper >> 7 & 31 == lower >> 7 & 31 == lower >> 15 & 31
        value = (upper & 0xFFFFF000) + (lower >> 20) - (lower >> 31 << 12)
        loaded[upper >> 7 & 31] = value & 0xFFFFFFFF
    expected = dict(enumerate(registers)) | {1: rom.RETURN, 31: 0x10000124}
    assert loaded == {n: value for n, value in expected.items() if n}


@needs_rtl
@pytest.mark.slow
def test_models_are_as_long_as_circuits(tmp_path: Path, core: str, circuit: Simulator) -> None:
    functions = {f"t_{name}": body for name, body in SNIPPETS.items()}
    machine = assemble(tmp_path, functions, model_of(core))
    buffer = machine.symbol("buffer")
    modelled = {name: machine.call(name, buffer).cycles for name in functions}
    measured = {
        name: calls(circuit, [machine.beginning(name, buffer)]).ends[0].cycles for name in functions
    }
    if core not in CACHED:
        assert modelled == measured


@needs_rtl
@pytest.mark.slow
def test_turns_are_as_long_as_on_circuits(tmp_path: Path, core: str, circuit: Simulator) -> None:
    functions = {
        f"t_{name}": f".option norvc; mv t2, a5; 7: {body}; addi t2, t2, -1; bnez t2, 7b; ret"
        for name, body in TURNS.items()
    }
    machine = assemble(tmp_path, functions, model_of(core), room=8192)
    modelled, measured = {}, {}
    for name in functions:
        few, many = ((machine.symbol("buffer"), 0, 0, 0, 0, turns) for turns in (10, 30))
        modelled[name] = machine.call(name, *many).cycles - machine.call(name, *few).cycles
        ends = [calls(circuit, [machine.beginning(name, *a)]).ends[0] for a in (many, few)]
        measured[name] = ends[0].cycles - ends[1].cycles
    assert modelled == measured


@needs_rtl
@pytest.mark.slow
@pytest.mark.parametrize("name", LEAKS)
def test_planted_leaks_are_found(tmp_path: Path, circuit: Simulator, name: str) -> None:
    body, wire = LEAKS[name]
    machine = assemble(tmp_path, {"leak": body})
    beginnings = []
    for secret in (0, 0xFFFFFFFF, 0):
        machine.write(machine.symbol("buffer"), secret.to_bytes(4, "little"))
        beginnings.append(machine.beginning("leak", machine.symbol("buffer")))
    found = calls(circuit, beginnings)
    if wire == "":
        assert found.wire is None
        assert len({end.cycles for end in found.ends}) == 1
        return
    assert found.wire is not None
    assert wire in (None, found.wire.name)
    assert found.wire.circuit == 1, "the third has the secret of the first"
    assert machine.symbol("leak") <= found.wire.program_counter < machine.symbol("leak") + 32
    alike = calls(circuit, beginnings[::2])
    assert alike.wire is None


@needs_rtl
@pytest.mark.slow
@pytest.mark.parametrize("name", STRANGE)
def test_what_goes_wrong_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, circuit: Simulator, name: str
) -> None:
    monkeypatch.setattr("lab.rtl.bench.CYCLES_LIMIT", 100000)
    body, message = STRANGE[name]
    machine = assemble(tmp_path, {"strange": body})
    with pytest.raises(RtlError, match=message) as caught:
        calls(circuit, [machine.beginning("strange", machine.symbol("buffer"))])
    assert "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> int:
    """What a program of many kinds of instructions computes on this machine."""
    library = tmp_path_factory.mktemp("host") / "corpus.so"
    flags = ("-O1", "-fno-strict-aliasing", "-shared", "-fPIC")
    subprocess.run(["gcc", *flags, "-o", str(library), str(HERE / "corpus.c")], check=True)
    function: Any = ctypes.CDLL(str(library)).corpus
    function.argtypes = [ctypes.c_uint32, ctypes.c_uint32]
    function.restype = ctypes.c_uint32
    return int(function(1, 100))


def corpus(circuit: Simulator, directory: Path, model: str) -> tuple[Calls, int]:
    flags = ("-O2", "-fno-strict-aliasing", "-ffreestanding")
    machine = boot(link(directory, [HERE / "corpus.c"], *flags), model=model)
    return calls(circuit, [machine.beginning("corpus", 1, 100)]), machine.call(
        "corpus", 1, 100
    ).cycles


@needs_rtl
@pytest.mark.slow
def test_circuits_compute_what_the_host_does(
    tmp_path: Path, core: str, circuit: Simulator, expected: int
) -> None:
    found, modelled = corpus(circuit, tmp_path, model_of(core))
    assert found.ends[0].value == expected
    off = abs(modelled / found.ends[0].cycles - 1)
    assert off < 0.05 if core in CACHED else off == 0


@needs_rtl
@pytest.mark.slow
@pytest.mark.campaign
def test_verilator_is_right_with_and_without_optimisation(
    tmp_path: Path, core: str, circuit: Simulator, expected: int
) -> None:
    """Verilator 5.006 has miscompiled another core at -O3, so that the lab does not use it; of
    these cores both are right."""
    assert simulator.OPTIMISATION == "-O0"
    plain, _ = corpus(circuit, tmp_path, model_of(core))
    optimised, _ = corpus(build(circuit_of(core), optimisation="-O3"), tmp_path, model_of(core))
    assert plain == optimised
    assert plain.ends[0].value == expected
