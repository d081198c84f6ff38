# SPDX-License-Identifier: MIT
"""The backend for MCUboot, in a boot loader on an emulated Cortex-M4: it starts what the vendor
signed, in MCUboot's layout, and nothing else."""

import hashlib
import importlib.util
import json
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_pem_private_key,
)

from lab.model import PROFILES
from lab.paths import RESULTS
from tests.mcuboot.core import (
    EXAMPLE,
    KEYHASH,
    SIGNATURES,
    Board,
    Image,
    Signature,
    make,
    measured,
)
from tests.packaging.test_examples import needs_arm, printed

slow = [pytest.mark.slow, needs_arm]
RECORD = json.loads((RESULTS / "mcuboot.json").read_text(encoding="utf-8"))


def test_the_record_has_every_backend_in_every_profile() -> None:
    found = [(each["signature"], each["profile"]) for each in RECORD]
    assert found == [(s, p) for s in SIGNATURES for p in PROFILES]
    assert all(each["backend_flash_bytes"] < each["flash_bytes"] for each in RECORD)


@dataclass(frozen=True)
class Built:
    """A boot loader with its key, and an image that it starts."""

    folder: Path
    sign: str

    @property
    def kind(self) -> Signature:
        return SIGNATURES[self.sign]

    @property
    def image(self) -> Image:
        return Image((self.folder / "image.bin").read_bytes())

    @property
    def board(self) -> Board:
        return Board(self.folder / "boot.elf")


@pytest.fixture(scope="module", params=list(SIGNATURES))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp(request.param)
    return Built(make(folder, request.param, "small"), request.param)


needs_imgtool = pytest.mark.skipif(
    importlib.util.find_spec("imgtool") is None, reason="imgtool is not installed"
)


def imgtool(*words: str) -> str:
    command = [sys.executable, "-m", "imgtool.main", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def flipped(content: bytes, at: int, bit: int = 0) -> bytes:
    return content[:at] + bytes([content[at] ^ 1 << bit]) + content[at + 1 :]


def with_entries(image: Image, entries: Iterable[tuple[int, bytes]]) -> bytes:
    """The image with other unprotected entries."""
    area = b"".join(struct.pack("<HH", kind, len(value)) + value for kind, value in entries)
    return image.content[: image.signed_bytes] + struct.pack("<HH", 0x6907, 4 + len(area)) + area


class TestBoot:
    pytestmark = slow

    def test_it_starts_what_the_vendor_signed(self, built: Built, tmp_path: Path) -> None:
        def boot(content: bytes, last: str) -> str:
            slot = tmp_path / "slot.bin"
            slot.write_bytes(content)
            loader = ("-device", f"loader,file={slot},addr=0x4000")
            return printed(built.folder / "boot.elf", last, *loader)

        good = built.image.content
        started = "application: running"
        assert boot(good, started) == f"boot: the signature is valid\n{started}\n"
        refused = "boot: refused"
        assert boot(flipped(good, len(good) - 1), refused) == f"{refused}\n"
        assert boot(b"\xff" * 256, refused) == f"{refused}\n"

    @needs_imgtool
    def test_mcuboots_own_tool_agrees(self, built: Built, tmp_path: Path) -> None:
        """On images of sign.py, and the boot loader on its images."""
        key = ("-k", str(built.folder / "vendor.pem"))
        assert "correctly validated" in imgtool("verify", *key, str(built.folder / "image.bin"))
        signed = tmp_path / "signed.bin"
        layout = ("--header-size", "0x80", "--pad-header", "--slot-size", "0x1c000", "--align", "4")
        about = ("--version", "1.2.3+4", "--sha", built.kind.hash_name.removeprefix("sha"))
        imgtool("sign", *key, *layout, *about, str(built.folder / "application.bin"), str(signed))
        board, content = built.board, signed.read_bytes()
        assert board.accepts(content)
        assert not board.accepts(flipped(content, 300))

    def test_every_part_that_is_flipped_is_refused(self, built: Built) -> None:
        image, board = built.image, built.board
        assert board.accepts(image.content)
        header = range(32)
        body = range(32, image.signed_bytes, 29)
        heads = [at for each in image.entries for at in range(each.at, each.at + 4)]
        info = range(image.signed_bytes, image.signed_bytes + 4)
        values = [at for each in image.entries for at in range(each.at + 4, len(image.content), 7)]
        for at in sorted({*header, *body, *heads, *info, *values}):
            for bit in (0, 7) if at in (*header, *heads, *info) else (at % 8,):
                assert not board.accepts(flipped(image.content, at, bit)), (at, bit)

    def test_what_does_not_fit_is_refused(self, built: Built) -> None:
        image, board = built.image, built.board
        length = len(image.content)
        assert board.accepts(image.content, length)
        for capacity in (*range(0, length, 61), image.signed_bytes + 3, length - 1):
            assert not board.accepts(image.content, capacity), capacity
        for at, form, values in (
            (8, "<H", (0, 31, 0xFFFF)),
            (10, "<H", (1, 0xFFFF)),
            (12, "<I", (0, 0x7FFFFFFF, 0xFFFFFF80, 0xFFFFFFFF)),
            (16, "<I", (1, 0x04, 0x20, 0xFFFFFFFF)),
            (image.signed_bytes + 2, "<H", (0, 3, 5, 0xFFFF)),
        ):
            for value in values:
                changed = bytearray(image.content)
                struct.pack_into(form, changed, at, value)
                assert not board.accepts(bytes(changed)), (at, value)

    def test_entries_that_are_missing_unknown_or_out_of_order_are_refused(
        self, built: Built
    ) -> None:
        image, board = built.image, built.board
        entries = [(each.kind, each.value) for each in image.entries]
        hashed, named, signed = entries
        assert board.accepts(with_entries(image, entries))
        assert board.accepts(with_entries(image, [named, signed, hashed]))
        # Of several signatures one by a known key is enough.
        other = [(KEYHASH, bytes(len(named[1]))), signed]
        assert board.accepts(with_entries(image, [hashed, *other, named, signed]))
        bad: Sequence[Sequence[tuple[int, bytes]]] = (
            *([named, signed], [hashed, signed], [hashed, named], [hashed], []),
            *([hashed, signed, named], [hashed, *other], [*entries, (0x40, b"")]),
            [hashed, named, (0x20, signed[1])],
            [hashed, named, (signed[0], signed[1] + b"\0")],
            [hashed, named, (signed[0], signed[1][:-1])],
            [hashed, named, (signed[0], b"")],
            [hashed, named, (signed[0], bytes(200))],
            [hashed, (KEYHASH, named[1][:16]), signed],
            [(hashed[0], hashed[1][:-1]), named, signed],
        )
        for each in bad:
            assert not board.accepts(with_entries(image, each)), each

    def test_of_another_key_or_curve_is_refused(self, built: Built, tmp_path: Path) -> None:
        for words in (("EC", "P-256"), ("EC", "P-384"), ("ED25519",)):
            pem = new_key(tmp_path / "key.pem", *words)
            content = signed_by(pem, built.folder / "application.bin", tmp_path / "image.bin")
            assert not built.board.accepts(content), words

    def test_a_bad_key_in_the_loader_verifies_nothing(self, built: Built, tmp_path: Path) -> None:
        """The image names its hash: what is refused is the key, of which each byte counts."""
        pem = load_pem_private_key((built.folder / "vendor.pem").read_bytes(), None)
        form = (Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        der = pem.public_key().public_bytes(*form)
        elf = (built.folder / "boot.elf").read_bytes()
        assert elf.count(der) == 1
        image = built.image
        for at in (*range(27), len(der) - 1):
            bad = flipped(der, at)
            (tmp_path / "boot.elf").write_bytes(elf.replace(der, bad))
            digest = hashlib.new(built.kind.hash_name, bad).digest()
            entries = [
                (each.kind, digest if each.kind == KEYHASH else each.value)
                for each in image.entries
            ]
            board = Board(tmp_path / "boot.elf")
            assert not board.accepts(with_entries(image, entries)), at

    def test_the_record_is_of_these_sources(self, built: Built, tmp_path: Path) -> None:
        key = built.sign, "small"
        (row,) = (each for each in RECORD if (each["signature"], each["profile"]) == key)
        again = measured(built.sign, "small", tmp_path)
        for name in ("backend_flash_bytes", "flash_bytes", "signed_bytes"):
            assert again[name] == row[name]
        assert again["verify_cycles"] == pytest.approx(row["verify_cycles"], rel=0.1)


def new_key(path: Path, algorithm: str, curve: str = "") -> Path:
    words = ("-pkeyopt", f"ec_paramgen_curve:{curve}") if curve else ()
    command = ["openssl", "genpkey", "-algorithm", algorithm, *words, "-out", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path


def sign(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLE / "sign.py"), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def signed_by(pem: Path, application: Path, image: Path) -> bytes:
    done = sign(application, image, "--key", pem, "--version", "2.0.1")
    assert done.returncode == 0, done.stderr
    return image.read_bytes()


needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl")


@pytest.mark.slow
@needs_openssl
def test_the_layout_is_mcuboots(tmp_path: Path) -> None:
    pem = new_key(tmp_path / "key.pem", "EC", "P-384")
    (tmp_path / "application.bin").write_bytes(b"application!")
    image = Image(signed_by(pem, tmp_path / "application.bin", tmp_path / "image.bin"))
    assert image.content[:32] == struct.pack(
        "<IIHHIIBBHII", 0x96F3B83D, 0, 0x80, 0, 12, 0, 2, 0, 1, 0, 0
    )
    assert [each.kind for each in image.entries] == [0x11, 0x01, 0x22]


@pytest.mark.slow
@needs_openssl
def test_signing_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "application.bin").write_bytes(b"application!")
    wrong = new_key(tmp_path / "wrong.pem", "EC", "P-521")
    cases: Sequence[tuple[Path, str, Callable[[str], bool]]] = (
        (tmp_path / "no.pem", "1.0.0", lambda said: said.startswith("sign: openssl cannot")),
        (wrong, "1.0.0", lambda said: said.endswith("is not of secp256r1, secp384r1 or Ed25519")),
        (wrong, "1.0", lambda said: said.endswith("not a version such as 1.0.0: 1.0")),
        (wrong, "1.256.0", lambda said: said.endswith("a number of 1.256.0 is too large")),
    )
    for key, version, expected in cases:
        image = tmp_path / "image.bin"
        words = (tmp_path / "application.bin", image, "--key", key, "--version", version)
        done = sign(*words)
        assert done.returncode != 0
        assert expected(done.stderr.strip().splitlines()[-1]), done.stderr
        assert "Traceback" not in done.stderr
        assert not image.exists()
