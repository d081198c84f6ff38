# SPDX-License-Identifier: MIT
"""The boot loader of examples/mcuboot on an emulated Cortex-M4, with each signature in each
profile, as a record.

python -m tests.mcuboot.core --record results/mcuboot.json
"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from lab.emulator import Call, Machine, open_machine
from lab.model import PROFILES
from lab.paths import ROOT, write_whole
from lab.reports.mcuboot import CURVES, TARGET
from lab.targets.elf import flash_content
from tests.images import core

EXAMPLE = ROOT / "examples" / "mcuboot"
BACKEND = ROOT / "ports" / "mcuboot"
NOTHING = Path(__file__).with_name("nothing")


class Signature(NamedTuple):
    """A choice of the example's Makefile: the curve, and the image's hash."""

    curve: str
    hash_name: str
    hash_type: int
    signature_type: int


SIGNATURES = {
    "ec256": Signature(CURVES["ec256"], "sha256", 0x10, 0x22),
    "ec384": Signature(CURVES["ec384"], "sha384", 0x11, 0x22),
    "ed25519": Signature(CURVES["ed25519"], "sha256", 0x10, 0x24),
}
KEYHASH = 0x01


def make(out: Path, sign: str, profile: str, backend: Path = BACKEND, *targets: str) -> Path:
    """Build in `out`, with a key of its own, by the example's Makefile."""
    words = {"SIGN": sign, "PROFILE": profile, "OUT": out, "BACKEND": backend}
    command = ["make", "--silent", "-C", str(EXAMPLE), *(f"{k}={v}" for k, v in words.items())]
    done = subprocess.run([*command, *targets], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


class Entry(NamedTuple):
    """An unprotected entry of an image, and where it begins."""

    kind: int
    at: int
    value: bytes


class Image:
    """What is in a slot."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.header_bytes, protected, self.application_bytes = struct.unpack_from("<8xHHI", content)
        self.signed_bytes = self.header_bytes + self.application_bytes + protected

    @cached_property
    def entries(self) -> Sequence[Entry]:
        return tuple(self._entries())

    def _entries(self) -> Iterator[Entry]:
        at = self.signed_bytes + 4
        while at < len(self.content):
            kind, length = struct.unpack_from("<HH", self.content, at)
            yield Entry(kind, at, self.content[at + 4 : at + 4 + length])
            at += 4 + length

    def value(self, kind: int) -> bytes:
        (found,) = (entry.value for entry in self.entries if entry.kind == kind)
        return found


class Board:
    """An emulated core with the boot loader, and RAM for a slot."""

    SLOT, CAPACITY = 0x20010000, 0x8000

    def __init__(self, elf: Path) -> None:
        self.machine: Machine = open_machine(elf, core(TARGET))

    def _laid_out(self, *pieces: bytes) -> list[int]:
        """RAM as at the start, and behind erased flash for a slot the addresses of pieces."""
        self.machine.lay_out()
        self.machine.write(self.SLOT, b"\xff" * self.CAPACITY)
        places, at = [], self.SLOT
        for piece in pieces:
            self.machine.write(at, piece)
            places.append(at)
            at += -(-len(piece) // 8) * 8
        return places

    def check(self, content: bytes, capacity: int = CAPACITY) -> Call:
        """The check of a slot that holds this."""
        self._laid_out(content)
        return self.machine.call("image_check", self.SLOT, capacity)

    def accepts(self, content: bytes, capacity: int = CAPACITY) -> bool:
        return self.check(content, capacity).value == 0

    def verify(self, digest: bytes, signature: bytes) -> Call:
        """The signature alone, by the only key."""
        first, second = self._laid_out(digest, signature)
        lengths = len(digest), len(signature)
        return self.machine.call("bootutil_verify_sig", first, lengths[0], second, lengths[1], 0)


def measured(sign: str, profile: str, folder: Path) -> dict[str, Any]:
    made = make(folder / "whit", sign, profile)
    elf = made / "boot.elf"
    words = (f"WHIT={made / 'whit'}", f"KEY={made / 'vendor.pem'}")
    nothing = folder / "nothing"
    make(nothing, sign, profile, NOTHING, *words, str(nothing / "boot.elf"))
    without = len(flash_content(nothing / "boot.elf"))
    image, board = Image((made / "image.bin").read_bytes()), Board(elf)
    kind = SIGNATURES[sign]
    whole = board.check(image.content)
    alone = board.verify(image.value(kind.hash_type), image.value(kind.signature_type))
    assert (whole.value, alone.value) == (0, 0)
    return {
        "target": TARGET,
        "signature": sign,
        "profile": profile,
        "flash_bytes": len(flash_content(elf)),
        "backend_flash_bytes": len(flash_content(elf)) - without,
        "signed_bytes": image.signed_bytes,
        "check_cycles": whole.cycles,
        "verify_cycles": alone.cycles,
        "stack_bytes": whole.stack_bytes,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--record", type=Path, required=True, help="a file for what is measured")
    options = parser.parse_args()
    found = []
    for sign in SIGNATURES:
        for profile in PROFILES:
            with tempfile.TemporaryDirectory() as folder:
                found.append(measured(sign, profile, Path(folder)))
    write_whole(options.record, (json.dumps(found, indent=2) + "\n").encode())
    print(f"{len(found)} boot loaders")
    return 0


if __name__ == "__main__":
    sys.exit(main())
