# SPDX-License-Identifier: MIT
"""The boot loader of examples/mcuboot on an emulated Cortex-M4, with each signature in each
profile, as a record, and the tables of doc/mcuboot.md that are made of it.

python -m tests.mcuboot.core --record results/mcuboot.json   and then
python -m tests.mcuboot.core --document
"""

import argparse
import json
import struct
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from lab.emulator import Call, Machine, open_machine
from lab.model import PROFILES, Sample
from lab.paths import PUBLISHED, RESULTS, ROOT, write_whole
from lab.store import Results
from lab.targets import catalogue
from lab.targets.elf import flash_content
from lab.targets.loading import core_of

EXAMPLE = ROOT / "examples" / "mcuboot"
BACKEND = ROOT / "ports" / "mcuboot"
NOTHING = Path(__file__).with_name("nothing")
DOCUMENT = ROOT / "doc" / "mcuboot.md"
PROGRAMS = PUBLISHED / "programs" / "mcuboot.toml"
MARKS = ("<!-- mcuboot:{} -->\n", "<!-- mcuboot:end -->\n")
TARGET = "cortex-m4"


class Signature(NamedTuple):
    """A choice of the example's Makefile: the curve, what it is called, and the image's hash."""

    curve: str
    title: str
    hash_name: str
    hash_type: int
    signature_type: int


SIGNATURES = {
    "ec256": Signature("secp256r1", "ECDSA, secp256r1", "sha256", 0x10, 0x22),
    "ec384": Signature("secp384r1", "ECDSA, secp384r1", "sha384", 0x11, 0x22),
    "ed25519": Signature("ed25519", "Ed25519", "sha256", 0x10, 0x24),
}
KEYHASH = 0x01
# Rows beside Whit's: library, configuration, and who boots with it.
PEERS = {
    ("micro-ecc", "default"): "micro-ecc 1.0, which TinyCrypt's ECDSA comes from",
    ("p256-m", "default"): "p256-m",
    ("mbedtls", "default"): "Mbed TLS 3.5.1",
    ("mbedtls", "small"): "Mbed TLS 3.5.1, small",
    ("monocypher", "default"): "Monocypher 4.0.2",
}


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
        target = catalogue.find(TARGET)
        assert target.emulation is not None
        self.machine: Machine = open_machine(elf, core_of(target, target.emulation))

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


def _lines(header: Sequence[str], rows: Iterable[Sequence[str]], left: int) -> str:
    marks = ["---"] * left + ["---:"] * (len(header) - left)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (header, marks, *rows))


def backends(record: Sequence[Mapping[str, Any]]) -> str:
    """A row a signature and profile."""
    header = [
        *("signature", "profile", "flash of the backend", "of the boot loader"),
        *("million cycles, signature", "image", "stack"),
    ]
    rows = []
    for each in record:
        cycles = (f"{each[key] / 1e6:.2f}" for key in ("verify_cycles", "check_cycles"))
        flash = (f"{each[key]:,}" for key in ("backend_flash_bytes", "flash_bytes"))
        title = SIGNATURES[each["signature"]].title
        rows.append((title, each["profile"], *flash, *cycles, f"{each['stack_bytes']:,}"))
    return _lines(header, rows, left=2)


def peers(samples: Iterable[Sample]) -> str:
    """The lab's rows for the verification of a digest alone, of Whit's builds and of peers."""
    found = {
        (each.curve, each.library, each.configuration, each.profile): each
        for each in samples
        if (each.target, each.operation, each.board) == (TARGET, "verify", None)
    }
    rows = []
    for kind in SIGNATURES.values():
        named: list[tuple[str, tuple[str, str | None, str | None]]]
        named = [(f"Whit, {each}", ("whit", None, each)) for each in PROFILES]
        named += [(title, (*peer, None)) for peer, title in PEERS.items()]
        for title, key in named:
            sample = found.get((kind.curve, *key))
            if sample is not None:
                assert sample.flash_bytes is not None
                assert sample.cycles is not None
                figures = (f"{sample.flash_bytes:,}", f"{sample.cycles / 1e6:.2f}")
                rows.append((kind.title, title, *figures))
    return _lines(("signature", "library", "flash", "million cycles"), rows, left=2)


def published(path: Path = PROGRAMS) -> str:
    """Figures that others published of whole programs."""
    rows = []
    for program in tomllib.loads(path.read_text(encoding="utf-8")).values():
        source = f"[{program['source']}]({program['address']})"
        for row in program["rows"]:
            rows.append((program["what"], row["with"], source, f"{row['bytes']:,}"))
    return _lines(("program", "with", "source", "flash"), rows, left=3)


def tables(record: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Of the document, by their marks."""
    samples = Results(RESULTS).newest().values()
    return {"backends": backends(record), "peers": peers(samples), "published": published()}


def rendered(text: str, record: Sequence[Mapping[str, Any]]) -> str:
    """The document with its tables."""
    for name, table in tables(record).items():
        before, rest = text.split(MARKS[0].format(name))
        text = before + MARKS[0].format(name) + table + MARKS[1] + rest.split(MARKS[1], 1)[1]
    return text


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    todo = parser.add_mutually_exclusive_group(required=True)
    todo.add_argument("--record", type=Path, help="a file for what is measured")
    todo.add_argument("--document", action="store_true", help="render doc/mcuboot.md")
    options = parser.parse_args()
    if options.document:
        record = json.loads((RESULTS / "mcuboot.json").read_text(encoding="utf-8"))
        write_whole(DOCUMENT, rendered(DOCUMENT.read_text(encoding="utf-8"), record).encode())
        return 0
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
