# SPDX-License-Identifier: MIT
"""The RISC-V decoder against GNU objdump, and whole programs against the host and Unicorn's own
hooks."""

import ctypes
import random
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from emulator.riscv import HERE, boot, link, open_image
from unicorn import unicorn_const

from lab.emulator import native
from lab.emulator.riscv import RiscvMachine

pytestmark = pytest.mark.slow

KINDS = re.findall(
    r"RISCV_(\w+)",
    (native.HERE / "riscv_instruction.h")
    .read_text()
    .split("RISCV_CORE_COUNT };")[1]
    .split("};")[0],
)
LINE = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f]+) *\t(\S+)(?:\t([^#<]*))?")

TABLE = {
    "ALU": """add addi sub slt slti sltu sltiu xor xori or ori and andi lui auipc nop li mv not neg
        seqz snez sltz sgtz zext.b""",
    "SHIFT": "sll slli srl srli sra srai slli64 srli64 srai64",
    "MUL": "mul",
    "MULH": "mulh mulhsu mulhu",
    "DIV": "div rem",
    "DIVU": "divu remu",
    "LOAD": "lb lh lw lbu lhu",
    "STORE": "sb sh sw",
    "BRANCH": "beq bne blt bge bltu bgeu beqz bnez blez bgez bltz bgtz bgt ble bgtu bleu",
    "JUMP": "jal j",
    "JUMP_REGISTER": "jalr jr ret",
    "FENCE": "fence",
    "CSR": """csrr csrw csrs csrc csrwi csrsi csrci csrrw csrrs csrrc csrrwi csrrsi csrrci rdcycle
        rdtime rdinstret rdcycleh rdtimeh rdinstreth frcsr frrm frflags fscsr fsrm fsflags fsrmi
        fsflagsi""",
    "TRAP": "ecall ebreak wfi mret sret uret dret sfence.vma hfence.gvma hfence.vvma hfence.bvma",
}
NAMES = {name: kind for kind, names in TABLE.items() for name in names.split()}


@dataclass(frozen=True)
class Listed:
    """An instruction as objdump prints it."""

    address: int
    length: int
    word: int
    name: str
    operands: str


def listing(*arguments: str) -> list[Listed]:
    command = ["riscv64-unknown-elf-objdump", *arguments]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for line in text.splitlines():
        match = LINE.match(line)
        if match:
            name = match[3].removeprefix("c.")
            operands = (match[4] or "").strip()
            length = len(match[2]) // 2
            found.append(Listed(int(match[1], 16), length, int(match[2], 16), name, operands))
    return found


def expected_kind(one: Listed) -> str:
    """The kind that the listing asks for; UNKNOWN for what is no instruction of the core."""
    kind = NAMES.get(one.name, "UNKNOWN")
    last = one.operands.split(",")[-1]
    if kind == "JUMP" and last.removeprefix("0x") == f"{one.address:x}":
        return "TRAP"
    # of 64-bit cores; an addition of 0 to SP, whose encoding is reserved
    if re.fullmatch("s[lr][la]i?", one.name) and re.fullmatch("0x[2-9a-f][0-9a-f]", last):
        return "UNKNOWN"
    return kind if (one.length, one.word) != (2, 0x6101) else "UNKNOWN"


def decoded(machine: RiscvMachine, address: int) -> tuple[int, str]:
    kind = ctypes.c_uint()
    length = machine._functions.decode(machine._engine, address, ctypes.byref(kind))
    return length, KINDS[kind.value]


def disagreements(
    machine: RiscvMachine, instructions: list[Listed]
) -> list[tuple[Listed, int, str]]:
    wrong = []
    for one in instructions:
        length, kind = decoded(machine, one.address)
        expected = expected_kind(one)
        if kind != expected or length != (0 if expected == "UNKNOWN" else one.length):
            wrong.append((one, length, kind))
    return wrong


@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3", "-Os"])
def test_all_that_gcc_emits_is_known(tmp_path: Path, level: str) -> None:
    flags = (level, "-fno-strict-aliasing", "-ffreestanding")
    elf = link(tmp_path, [HERE / "corpus.c"], *flags)
    instructions = listing("-d", str(elf))
    assert len(instructions) > 500
    assert disagreements(boot(elf), instructions) == []
    strangers = {one.name for one in instructions if expected_kind(one) == "UNKNOWN"}
    assert strangers <= {"unimp"}, "zeros between sections"


def test_every_form_is_known(tmp_path: Path) -> None:
    elf = link(tmp_path, [HERE / "riscv_forms.S"])
    instructions = listing("-d", str(elf))
    assert disagreements(boot(elf), instructions) == []
    assert set(map(expected_kind, instructions)) == set(KINDS) - {"UNKNOWN", "KIND_COUNT"}


def raw_machine(directory: Path, code: bytes) -> tuple[RiscvMachine, list[Listed]]:
    """A machine with `code` in its flash, and objdump's listing of it at the same addresses."""
    blob = directory / "code.bin"
    blob.write_bytes(code)
    source = directory / "raw.S"
    source.write_text(f'.text\n.balign 4\n.global raw\nraw: .incbin "{blob}"\n')
    machine = boot(link(directory, [source]))
    start = machine.symbol("raw")
    flags = ["-D", "-b", "binary", "-mriscv:rv32", f"--adjust-vma={start:#x}", "-Mnumeric"]
    return machine, listing(*flags, str(blob))


def test_all_halfwords(tmp_path: Path) -> None:
    halfwords = [h for h in range(0x10000) if h & 3 != 3]
    code = b"".join(h.to_bytes(2, "little") for h in halfwords)
    machine, instructions = raw_machine(tmp_path, code)
    assert len(instructions) == len(halfwords)
    assert disagreements(machine, instructions) == []


def test_random_words(tmp_path: Path) -> None:
    rng = random.Random(3)
    opcodes = [0x03, 0x0F, 0x13, 0x17, 0x23, 0x33, 0x37, 0x63, 0x67, 0x6F, 0x73]
    words = [rng.getrandbits(32) & ~0x7F | rng.choice(opcodes) for _ in range(40000)]
    # the functions of register instructions are sparse
    words += [
        rng.getrandbits(32) & 0x01FFFF80 | rng.choice([0, 1, 0x20]) << 25 | 0x33
        for _ in range(10000)
    ]
    code = b"".join(word.to_bytes(4, "little") for word in words)
    machine, instructions = raw_machine(tmp_path, code)
    assert len(instructions) == len(words)
    wrong = [(one, kind) for one, _, kind in disagreements(machine, instructions)]
    assert [one for one in wrong if not is_excused(*one)] == []


def is_excused(one: Listed, kind: str) -> bool:
    """Instructions of other extensions that objdump knows, and control registers not used."""
    if one.word & 0x707F == 0x0F:  # FENCE, whose reserved fields are to be ignored
        return True
    if one.word & 0x7F == 0x73:
        csr = one.word >> 20
        if one.word >> 12 & 7 == 0:
            return kind == "TRAP"
        return 0x3A0 <= csr < 0x400 or 0x7A0 <= csr < 0x7B0
    return False


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Any:
    library = tmp_path_factory.mktemp("host") / "corpus.so"
    command = ["gcc", "-O1", "-fno-strict-aliasing", "-shared", "-fPIC", "-o", str(library)]
    subprocess.run([*command, str(HERE / "corpus.c")], check=True)
    function = ctypes.CDLL(str(library)).corpus
    function.argtypes = [ctypes.c_uint32, ctypes.c_uint32]
    function.restype = ctypes.c_uint32
    return function


@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
def test_a_program_computes_what_it_does_on_the_host(tmp_path: Path, host: Any, level: str) -> None:
    flags = (level, "-fno-strict-aliasing", "-ffreestanding")
    machine = boot(link(tmp_path, [HERE / "corpus.c"], *flags))
    call = machine.call("corpus", 1, 100, trace=True)
    assert call.value == host(1, 100)
    assert 0 < call.painted_stack_bytes <= call.stack_bytes
    assert call.cycles > call.instructions > 10000
    assert sum(machine.profile("corpus", 1, 100).values()) == call.cycles


def mix(h: int, x: int) -> int:
    h = (h ^ x) * 0x9E3779B97F4A7C15 % (1 << 64)
    return h ^ (h >> 29)


def test_traces_hash_what_unicorn_accesses(tmp_path: Path) -> None:
    elf = link(tmp_path, [HERE / "corpus.c"], "-O2", "-fno-strict-aliasing")
    expected = boot(elf).call("corpus", 5, 20, trace=True).traces
    machine = open_image(elf)
    counters: list[int] = []
    accesses: list[int] = []

    def on_code(_uc: Any, address: int, _size: int, _data: Any) -> None:
        counters.append(address)

    def on_access(_uc: Any, _kind: int, address: int, *_rest: Any) -> None:
        accesses.append(address)

    machine._uc.hook_add(unicorn_const.UC_HOOK_CODE, on_code)
    both = unicorn_const.UC_HOOK_MEM_READ | unicorn_const.UC_HOOK_MEM_WRITE
    machine._uc.hook_add(both, on_access)
    machine.boot()
    counters.clear()
    accesses.clear()
    call = machine.call("corpus", 5, 20, trace=True)
    assert call.traces == expected
    assert expected is not None
    h = 0
    for address in accesses:
        h = mix(h, address)
    assert f"{mix(h, 1):016x}" == expected.addresses
    h = 0
    for address in [*counters, 0xFFFFFFFF]:
        h = mix(h, address)
    assert f"{mix(h, call.instructions):016x}" == expected.program_counters
