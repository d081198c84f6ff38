# SPDX-License-Identifier: MIT
"""A handshake between two emulated cores, with Whit's elliptic curve in each profile and with
tinydtls' own, as a record.

python -m tests.dtls.core --record results/dtls.json
"""

import argparse
import hashlib
import json
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from lab.emulator import Call, Machine, open_machine
from lab.model import PROFILES
from lab.paths import ROOT, write_whole
from lab.sensor import firmware
from lab.targets.elf import flash_content, static_end
from tests.dtls.example import EXAMPLE, say, tinydtls
from tests.images import core
from tests.runner.tools import compile_with

TARGET = "cortex-m4"
OWN = "tinydtls"
CURVES = (*PROFILES, OWN)  # Whit's profiles, and tinydtls' own
PARTIES = ("client", "server")
OPERATIONS = ("generate", "agree", "sign", "verify")
CONNECTED = 1  # party.h
DATAGRAM_BYTES = 512  # core.c
LIMIT = 20_000_000_000  # instructions
HERE, SENSOR = Path(__file__).parent, ROOT / "examples" / "coap-sensor"
ARM = ("arm-none-eabi-gcc", "-Os", "-g", "-mcpu=cortex-m4", "-mthumb")
FORMATS = tuple(f'-DPRI{kind}64="ll{kind}"' for kind in "dux")
SECTIONS = ("-ffunction-sections", "-fdata-sections")
SECTION = re.compile(r"^ \.(?:text|rodata)\S*\s+0x\w+\s+(0x\w+) (\S+)$", re.M)


def _made(makefile_name: str) -> tuple[str, ...]:
    """The words of a variable of the example's Makefile."""
    asked = f"include Makefile\nwords:\n\t@echo $({makefile_name})\n"
    done = subprocess.run(
        ["make", "--silent", "-C", str(EXAMPLE), "-f", "-", "words"],
        input=asked, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return tuple(shlex.split(done.stdout))


def image(out: Path, curve: str) -> Path:
    """The program, and beside it the linker's map."""
    source, lwip, whit = tinydtls(), firmware.sources(say)["lwip"], out / "whit"
    if not whit.is_dir():
        tool = ROOT / "tools" / "amalgamate.py"
        words = ["--curve", "secp256r1", "--compat", "ecc", "--output"]
        compile_with([sys.executable, tool, *words, whit])
    own_headers = (HERE / "bare", EXAMPLE, whit, SENSOR / "port", SENSOR)
    headers = [f"-I{folder}" for folder in own_headers]
    headers += [f"-isystem{folder}" for folder in (lwip / "src" / "include", source)]
    # newlib has formats of 64-bit numbers with other options than the default ones; nothing is
    # printed here.
    common = [
        *ARM,
        *SECTIONS,
        *FORMATS,
        "-DWITH_LWIP",
        "-DECC_CURVE=secp256r1",
        *_made("TINYDTLS_FLAGS"),
    ]
    own: list[tuple[Path, tuple[str, ...]]] = [(EXAMPLE / "party.c", ()), (HERE / "core.c", ())]
    others: list[tuple[Path, tuple[str, ...]]] = [
        (source / f"{name}.c", ()) for name in _made("DTLS") if name != "crypto"
    ]
    if curve == OWN:
        others += [(source / "crypto.c", ()), (source / "ecc" / "ecc.c", ())]
    else:
        others += [(source / "crypto.c", _made("REPLACED"))]
        profile = (f"-DWHIT_PROFILE={curve}",)
        files = EXAMPLE / "ecc_whit.c", whit / "ecc.c", whit / "whit.c"
        own += [(file, profile) for file in files]
    objects = []
    for file, flags in own + others:
        target = out / f"{curve}-{file.parent.name}-{file.stem}.o"
        quiet = ["-w"] if (file, flags) in others else ["-Wall", "-Wextra", "-Wconversion"]
        compile_with([*common, "-std=gnu99", *quiet, *headers, *flags, "-c", file, "-o", target])
        objects.append(target)
    elf = out / f"{curve}.elf"
    linking = ["-nostartfiles", "--specs=nano.specs", "--specs=nosys.specs", "-Wl,--gc-sections"]
    kept = [f"-Wl,-u,core_{name}" for name in ("open", "connect", "receive", *OPERATIONS)]
    script = [f"-L{EXAMPLE.parent / 'bare-metal'}", f"-T{HERE / 'core.ld'}", "-Wl,-e,core_open"]
    compile_with(
        [*ARM, *linking, *kept, *script, f"-Wl,-Map={out / curve}.map", *objects, "-o", elf]
    )
    return elf


def curve_bytes(elf: Path) -> int:
    """Flash of the elliptic curve's files: the linker's map has each section's size."""
    text = elf.with_suffix(".map").read_text(encoding="utf-8")
    text = text[text.index("Linker script and memory map") :]
    text = re.sub(r"^( \.\S+)\n +", r"\1 ", text, flags=re.M)
    names = tuple(f"-{name}.o" for name in ("ecc-ecc", "whit-ecc", "whit-whit", "dtls-ecc_whit"))
    return sum(int(size, 16) for size, file in SECTION.findall(text) if file.endswith(names))


class Board:
    """An emulated core with one party."""

    def __init__(self, elf: Path, party: str) -> None:
        self.machine: Machine = open_machine(elf, core(TARGET))
        self.machine.lay_out()
        self.cycles = self.stack_bytes = self.bytes_sent = self.state = 0
        number = PARTIES.index(party)
        keys = [ec.derive_private_key(2**200 + 3 + n, ec.SECP256R1()) for n in range(2)]
        points = [key.public_key().public_numbers() for key in keys]
        publics = [each.x.to_bytes(32, "big") + each.y.to_bytes(32, "big") for each in points]
        private = keys[number].private_numbers().private_value
        self.write("core_private", private.to_bytes(32, "big"))
        self.write("core_public", publics[number])
        self.write("core_peer", publics[1 - number])
        self.write("core_digest", hashlib.sha256(b"digest").digest())
        self.write("core_seed", (number + 1).to_bytes(4, "little"))
        assert self.call("core_open").value == 1
        self.cycles = 0

    def write(self, name: str, content: bytes) -> None:
        self.machine.write(self.machine.symbol(name), content)

    def read(self, name: str) -> bytes:
        return self.machine.read(self.machine.symbol(name), self.machine.symbol_size(name))

    def call(self, name: str, *words: int) -> Call:
        call = self.machine.call(name, *words, limit=LIMIT)
        self.cycles += call.cycles
        self.stack_bytes = max(self.stack_bytes, call.stack_bytes)
        return call

    def receive(self, datagram: bytes) -> None:
        self.write("core_datagram", datagram)
        self.state = self.call("core_receive", len(datagram)).value

    def sent(self) -> list[bytes]:
        """Datagrams that were sent since this was last asked."""
        count = int.from_bytes(self.read("core_count"), "little")
        lengths, content = self.read("core_lengths"), self.read("core_sent")
        self.write("core_count", bytes(4))
        found = []
        for n in range(count):
            length = int.from_bytes(lengths[4 * n : 4 * n + 4], "little")
            found.append(content[n * DATAGRAM_BYTES : n * DATAGRAM_BYTES + length])
        self.bytes_sent += sum(map(len, found))
        return found


def handshake(client: Board, server: Board) -> None:
    """Until nobody has anything to send."""
    assert client.call("core_connect").value == 1
    while True:
        to_server, to_client = client.sent(), server.sent()
        if not to_server and not to_client:
            break
        for datagram in to_server:
            server.receive(datagram)
        for datagram in to_client:
            client.receive(datagram)


def operations(elf: Path) -> dict[str, int]:
    """Cycles of what each party does once in a handshake, each result used by the next."""
    board = Board(elf, "client")
    calls = {name: board.call(f"core_{name}") for name in OPERATIONS}
    assert calls["agree"].value == len(board.read("core_secret"))
    assert calls["verify"].value == 0
    return {name: call.cycles for name, call in calls.items()}


def measured(elf: Path, curve: str) -> dict[str, Any]:
    boards = {party: Board(elf, party) for party in PARTIES}
    handshake(boards["client"], boards["server"])
    ram = boards["client"].machine.core.ram[0]
    found: dict[str, Any] = {
        "target": TARGET,
        "curve": curve,
        "flash_bytes": len(flash_content(elf)),
        "flash_sha256": hashlib.sha256(flash_content(elf)).hexdigest(),
        "curve_flash_bytes": curve_bytes(elf),
        "static_bytes": static_end(elf) - ram,
    }
    for party, board in boards.items():
        assert board.state == CONNECTED, party
        found[party] = {
            "cycles": board.cycles,
            "stack_bytes": board.stack_bytes,
            "bytes_sent": board.bytes_sent,
        }
    found["operations"] = operations(elf)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", type=Path, required=True, help="a file for what was measured")
    record = parser.parse_args().record
    runs: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        for curve in CURVES:
            runs.append(measured(image(Path(folder), curve), curve))
            print(curve, runs[-1], file=sys.stderr)
    write_whole(record, (json.dumps(runs, indent=2) + "\n").encode())
    print(f"{len(runs)} handshakes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
