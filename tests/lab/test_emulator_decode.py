# SPDX-License-Identifier: MIT
"""The decoder against GNU objdump, and whole programs against the host and Unicorn's own hooks."""

import ctypes
import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from emulator.assembler import CPUS, HEADER, HERE, boot, link
from unicorn import unicorn_const

from lab.emulator import native
from lab.emulator.arm import ArmMachine

pytestmark = pytest.mark.slow

KINDS = re.findall(
    r"KIND_(\w+)", (native.HERE / "instruction.h").read_text().split("KIND_COUNT")[0]
)
CONDITIONS = ["eq", "ne", "cs", "hs", "cc", "lo", "mi", "pl", "vs", "vc", "hi", "ls"]
CONDITIONS += ["ge", "lt", "gt", "le"]
LINE = re.compile(r"^ *([0-9a-f]+):\t([0-9a-f]{4}(?: [0-9a-f]{4})?) *\t(\S+)(?:\t([^@;]*))?(.*)$")

TABLE = {
    "ALU": """adc add addw adr and asr bfc bfi bic clz cmn cmp cpy eor lsl lsr mov movt movw mvn
        neg orn orr rbit rev rev16 revsh ror rrx rsb sbc sbfx ssat sub subw sxtb sxth teq tst ubfx
        usat uxtb uxth pkhbt pkhtb qadd qdadd qdsub qsub sel ssat16 usat16 sxtab sxtab16 sxtah
        sxtb16 uxtab uxtab16 uxtah uxtb16""",
    "MUL": "mul",
    "MLA": "mla mls",
    "UMULL": "umull",
    "SMULL": "smull",
    "UMLAL": "umlal",
    "SMLAL": "smlal",
    "DSP_MULTIPLY": """umaal smlad smladx smlsd smlsdx smlald smlaldx smlsld smlsldx smmla smmlar
        smmls smmlsr smmul smmulr smuad smuadx smusd smusdx usad8 usada8 smlawb smlawt smulwb
        smulwt smlabb smlabt smlatb smlatt smulbb smulbt smultb smultt smlalbb smlalbt smlaltb
        smlaltt""",
    "UDIV": "udiv",
    "SDIV": "sdiv",
    "LOAD": """ldr ldrb ldrh ldrsb ldrsh ldrt ldrbt ldrht ldrsbt ldrsht ldrex ldrexb ldrexh""",
    "STORE": "str strb strh strt strbt strht",
    "STORE_INDEX": "strex strexb strexh",
    "LOAD_DOUBLE": "ldrd",
    "STORE_DOUBLE": "strd",
    "PUSH": "push",
    "POP": "pop",
    "LOAD_MULTIPLE": "ldmia ldmdb",
    "STORE_MULTIPLE": "stmia stmdb",
    "BRANCH": "b",
    "BRANCH_CONDITION": "cbz cbnz " + " ".join("b" + condition for condition in CONDITIONS),
    "BRANCH_LINK": "bl",
    "BRANCH_REGISTER": "bx",
    "CALL_REGISTER": "blx",
    "TABLE_BRANCH": "tbb tbh",
    "HINT": "nop sev pld pli clrex",
    "BARRIER": "dmb dsb",
    "ISB": "isb",
    "SPECIAL": "mrs msr",
    "CPS": "cpsie cpsid",
    "TRAP": "bkpt svc udf wfi wfe yield",
}
FLOAT = {
    "FLOAT_MOVE": "vmov vmrs vmsr",
    "FLOAT_LOAD": "vldr vldmia vldmdb vpop",
    "FLOAT_STORE": "vstr vstmia vstmdb vpush",
}
NAMES = {name: kind for kind, names in (*TABLE.items(), *FLOAT.items()) for name in names.split()}
for prefix in ("s", "u", "q", "uq", "sh", "uh"):
    for suffix in ("add8", "add16", "asx", "sub8", "sub16", "sax", "addsubx", "subaddx"):
        NAMES[prefix + suffix] = "ALU"


@dataclass(frozen=True)
class Listed:
    """An instruction as objdump prints it."""

    address: int
    length: int
    name: str
    operands: str
    remark: str


def listing(*arguments: str) -> list[Listed]:
    command = ["arm-none-eabi-objdump", *arguments]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = []
    for line in text.splitlines():
        match = LINE.match(line)
        if match and not match[3].startswith("."):
            name = re.sub(r"\.(w|n|32|f32)$", "", match[3])
            operands = (match[4] or "").strip()
            length = len(match[2].replace(" ", "")) // 2
            found.append(Listed(int(match[1], 16), length, name, operands, match[5]))
    return found


def stem(name: str) -> str | None:
    """The name without condition and flag suffixes, when it is one the decoder should know."""
    conditions = [name[:-2]] if name[-2:] in CONDITIONS else []
    for candidate in [name, *conditions]:
        for plain in (candidate, candidate.removesuffix("s")):
            if plain in NAMES:
                return plain
    return None


def expected_kind(one: Listed) -> str | None:
    """The kind that the listing asks for; None for what is no instruction of these cores."""
    if re.fullmatch("it[te]{0,3}", one.name):
        return "IT"
    plain = stem(one.name)
    if plain is None:
        return None
    kind = NAMES[plain]
    if plain == "nop" and "mov" in one.remark:
        return "ALU"
    first = re.split(r"[, ]", one.operands)[0]
    if kind == "ALU" and first == "pc" and plain in ("mov", "add", "cpy"):
        return "MOVE_PC"
    if kind == "LOAD" and first == "pc":
        return "LOAD_PC"
    if kind == "STORE" and re.search(r"\[\w+, r\d+|\[\w+, (sl|fp|ip|lr|sp)", one.operands):
        return "STORE_INDEX"
    if first == "sp!" and plain in ("ldmia", "stmdb"):
        kind = {"ldmia": "POP", "stmdb": "PUSH"}[plain]
    if kind in ("POP", "LOAD_MULTIPLE") and re.search(r"pc\}", one.operands):
        return f"{kind}_PC"
    if kind == "FLOAT_MOVE" and len(re.findall(r"\b(r\d+|sl|fp|ip|lr)\b", one.operands)) == 2:
        return "FLOAT_MOVE_TWO"
    if kind == "BRANCH" and re.match(f"{one.address:x}\\b", one.operands):
        return "TRAP"
    return kind


def decoded(machine: ArmMachine, address: int) -> tuple[int, str]:
    kind = ctypes.c_uint()
    length = machine._functions.decode(machine._engine, address, ctypes.byref(kind))
    return length, KINDS[kind.value]


def disagreements(machine: ArmMachine, instructions: list[Listed]) -> list[tuple[Listed, str]]:
    wrong = []
    for one in instructions:
        length, kind = decoded(machine, one.address)
        if kind != expected_kind(one) or length != one.length:
            wrong.append((one, kind))
    return wrong


@pytest.mark.parametrize("model", CPUS)
@pytest.mark.parametrize("level", ["-O0", "-O2", "-O3", "-Os"])
def test_all_that_gcc_emits_is_known(tmp_path: Path, model: str, level: str) -> None:
    flags = (level, "-fno-strict-aliasing", "-ffreestanding")
    elf = link(tmp_path, model, [HERE / "corpus.c"], *flags)
    instructions = listing("-d", str(elf))
    assert len(instructions) > 500
    assert disagreements(boot(elf, model), instructions) == []


@pytest.mark.skipif(shutil.which("clang") is None, reason="no clang")
@pytest.mark.parametrize("model", CPUS)
@pytest.mark.parametrize("level", ["-O2", "-Os"])
def test_all_that_clang_emits_is_known(tmp_path: Path, model: str, level: str) -> None:
    assembly = tmp_path / "corpus.s"
    command = ["clang", "--target=arm-none-eabi", f"-mcpu={CPUS[model]}", "-mfloat-abi=soft"]
    command += [level, "-fno-strict-aliasing", "-ffreestanding", "-fno-addrsig"]
    command += ["-S", "-o", str(assembly), str(HERE / "corpus.c")]
    subprocess.run(command, check=True)
    elf = link(tmp_path, model, [assembly])
    instructions = listing("-d", str(elf))
    assert len(instructions) > 500
    assert disagreements(boot(elf, model), instructions) == []


@pytest.mark.parametrize("model", CPUS)
def test_every_form_is_known(tmp_path: Path, model: str) -> None:
    elf = link(tmp_path, model, [HERE / "forms.S"])
    assert disagreements(boot(elf, model), listing("-d", str(elf))) == []


def test_forms_of_a_larger_core_are_not_known(tmp_path: Path) -> None:
    source = boot(link(tmp_path, "m4", [HERE / "forms.S"]), "m4")
    code = source.read(source.symbol("forms"), source.symbol_size("forms"))
    known = {}
    for model in CPUS:
        machine, instructions = raw_machine(tmp_path, model, code)
        found = [one for one in instructions if decoded(machine, one.address)[0] != 0]
        known[model] = len(found)
    assert known["m0"] == known["m0plus"] < known["m3"] < known["m4"] == known["m33"]
    assert known["m4"] == known["m4f"]


def raw_machine(directory: Path, model: str, code: bytes) -> tuple[ArmMachine, list[Listed]]:
    """A machine with `code` in its flash, and objdump's listing of it at the same addresses."""
    blob = directory / "code.bin"
    blob.write_bytes(code)
    source = directory / "raw.S"
    source.write_text(f'{HEADER}.global raw\nraw: .incbin "{blob}"\n')
    machine = boot(link(directory, model, [source]), model)
    start = machine.symbol("raw")
    flags = ["-D", "-b", "binary", "-marm", "-Mforce-thumb", f"--adjust-vma={start:#x}"]
    return machine, listing(*flags, str(blob))


def is_refused_for_a_reason(one: Listed) -> bool:
    """Unpredictable in the architecture, of another architecture, or not in this emulator."""
    text = f"{one.name} {one.operands} {one.remark}"
    if re.search(r"\bpc\b|\bsp\b|\{\}|<un|unpredictable|UNPREDICTABLE|UNDEF|reserved bits", text):
        return True
    return bool(re.fullmatch(r"blx (0x)?[0-9a-f]+", f"{one.name} {one.operands}"))


def split(
    wrong: list[tuple[Listed, str]], code: bytes, start: int
) -> tuple[list[tuple[Listed, str]], list[Listed]]:
    """Instructions taken for others, and instructions refused without a reason."""
    mistaken, refused = [], []
    for one, kind in wrong:
        word = int.from_bytes(code[one.address - start :][:2], "little") << 16
        word |= int.from_bytes(code[one.address - start + 2 :][:2], "little")
        reserved = word & 0xFE0007C0 != 0xF8000000 and word & 0xFE000800 == 0xF8000000
        if kind != "UNKNOWN" and not re.search(r", pc|\[pc", one.operands):
            mistaken.append((one, kind))
        elif not is_refused_for_a_reason(one) and not reserved:
            refused.append(one)
    return mistaken, refused


def test_all_halfwords(tmp_path: Path) -> None:
    code = b"".join(h.to_bytes(2, "little") for h in range(0xE800))
    machine, instructions = raw_machine(tmp_path, "m4", code)
    assert len(instructions) > 58000
    wrong = disagreements(machine, [one for one in instructions if expected_kind(one)])
    mistaken, refused = split(wrong, code, machine.symbol("raw"))
    # BX and BLX with low bits set, hints without a meaning, a branch to itself in hexadecimal
    assert [(one.operands, kind) for one, kind in mistaken] == [("0x1d044", "TRAP")]
    assert {stem(one.name) for one in refused} == {"bx", "nop"}
    strangers = [one for one in instructions if not expected_kind(one)]
    known = [one.name for one in strangers if decoded(machine, one.address)[0] != 0]
    assert known == ["stmia<und>"] * 3  # objdump still sees an IT block there


def test_random_wide_instructions(tmp_path: Path) -> None:
    rng = random.Random(2)
    words = [(rng.randrange(0xE800, 0x10000), rng.randrange(0x10000)) for _ in range(60000)]
    # the sparse groups: register operations, multiplication, division
    words += [(rng.randrange(0xFA00, 0xFC00), rng.randrange(0xF000, 0x10000)) for _ in range(20000)]
    words += [(rng.randrange(0xFB00, 0xFC00), rng.randrange(0x10000)) for _ in range(20000)]
    code = b"".join(h.to_bytes(2, "little") + low.to_bytes(2, "little") for h, low in words)
    machine, instructions = raw_machine(tmp_path, "m4", code)
    mistaken, refused = split(disagreements(machine, instructions), code, machine.symbol("raw"))
    assert mistaken == []
    # MRS and MSR of other profiles' registers
    names = {stem(one.name) for one in refused if expected_kind(one)}
    assert names - {name for names in FLOAT.values() for name in names.split()} <= {"mrs", "msr"}


def test_random_float_instructions(tmp_path: Path) -> None:
    rng = random.Random(3)
    words = [(rng.randrange(0xEC00, 0xEF00), rng.randrange(0x10000)) for _ in range(60000)]
    words = [(first, second & ~0x0E00 | 0x0A00) for first, second in words]
    # transfers of one register are sparse
    sparse = range(2000)
    words += [(rng.randrange(0xEE00, 0xEF00), 0x0A10 | rng.randrange(16) << 12) for _ in sparse]
    code = b"".join(h.to_bytes(2, "little") + low.to_bytes(2, "little") for h, low in words)
    machine, instructions = raw_machine(tmp_path, "m4f", code)
    wrong = [(one, kind) for one, kind in disagreements(machine, instructions)]
    mistaken = [each for each in wrong if each[1] != "UNKNOWN"]
    assert [each for each in mistaken if not re.search(r"\bpc\b", each[0].operands)] == []
    refused = [one for one, _ in wrong if expected_kind(one)]
    start = machine.symbol("raw")

    def is_allowed(one: Listed) -> bool:
        """There are no doubles behind d15, no singles behind s31, and bits that have to be zero."""
        first, second = words[(one.address - start) // 4]
        beyond = re.search(r"d(1[6-9]|[2-9]\d)|[ds]\d{3}|s(3[2-9]|[4-9]\d)|overflow", one.operands)
        count = one.name[-2:] != "dr" and not 0 < second & 0xFF <= 32
        transfers = one.name == "vmov" and second & 0x10 and (second & 0x6F or first & 0x80)
        system = one.name in ("vmsr", "vmrs") and not re.search(r"\bfpscr\b", one.operands)
        return bool(beyond or count or transfers or system) or is_refused_for_a_reason(one)

    assert [one for one in refused if not is_allowed(one)] == []
    assert len(instructions) - len(wrong) > 8000


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Any:
    library = tmp_path_factory.mktemp("host") / "corpus.so"
    command = ["gcc", "-O1", "-fno-strict-aliasing", "-shared", "-fPIC", "-o", str(library)]
    subprocess.run([*command, str(HERE / "corpus.c")], check=True)
    function = ctypes.CDLL(str(library)).corpus
    function.argtypes = [ctypes.c_uint32, ctypes.c_uint32]
    function.restype = ctypes.c_uint32
    return function


@pytest.mark.parametrize("model", CPUS)
@pytest.mark.parametrize("level", ["-O0", "-O2", "-Os"])
def test_a_program_computes_what_it_does_on_the_host(
    tmp_path: Path, host: Any, model: str, level: str
) -> None:
    flags = (level, "-fno-strict-aliasing", "-ffreestanding")
    machine = boot(link(tmp_path, model, [HERE / "corpus.c"], *flags), model)
    call = machine.call("corpus", 1, 100, trace=True)
    assert call.value == host(1, 100)
    assert 0 < call.painted_stack_bytes <= call.stack_bytes
    assert call.cycles > call.instructions > 10000
    assert sum(machine.profile("corpus", 1, 100).values()) == call.cycles


def mix(h: int, x: int) -> int:
    h = (h ^ x) * 0x9E3779B97F4A7C15 % (1 << 64)
    return h ^ (h >> 29)


@pytest.mark.parametrize("model", CPUS)
def test_traces_hash_what_unicorn_accesses(tmp_path: Path, model: str) -> None:
    elf = link(tmp_path, model, [HERE / "corpus.c"], "-O2", "-fno-strict-aliasing")
    machine = boot(elf, model)
    expected = machine.call("corpus", 5, 20, trace=True).traces
    machine = ArmMachine(elf, machine.core)
    counters: list[int] = []
    accesses: list[tuple[int, int]] = []

    def on_code(_uc: Any, address: int, _size: int, _data: Any) -> None:
        counters.append(address)

    def on_access(_uc: Any, _kind: int, address: int, *_rest: Any) -> None:
        if not accesses or accesses[-1][0] != len(counters):
            accesses.append((len(counters), address))

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
    for _, address in accesses:
        h = mix(h, address)
    assert f"{mix(h, 1):016x}" == expected.addresses
    if model in ("m0", "m0plus"):  # no IT, whose skipped instructions Unicorn does not show
        h = 0
        for address in [*counters, 0xFFFFFFFF]:
            h = mix(h, address)
        assert f"{mix(h, call.instructions):016x}" == expected.program_counters
