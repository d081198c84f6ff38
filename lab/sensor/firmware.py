# SPDX-License-Identifier: MIT
"""Building the firmware of examples/coap-sensor, by its own Makefile, and what it takes."""

import hashlib
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.declarations import Declaration
from lab.errors import LabError, ToolchainError, UnknownNameError, first_error
from lab.paths import BUILD, ROOT, locked, shown
from lab.peers.catalogue import debian_package
from lab.peers.sources import from_debian
from lab.targets import catalogue as targets
from lab.targets.elf import flash_content, static_end, symbols
from lab.targets.own_program import Asked, OwnProgram

EXAMPLE = ROOT / "examples" / "coap-sensor"
PINNED = EXAMPLE / "sources.toml"
CURVES = ("secp192r1", "secp224r1", "secp256r1")
DEFAULT_CURVE = "secp256r1"
CORE = "cortex-m3"
CLOCK_HZ = 50_000_000  # board.c
RAM_START = 0x20000000
_EMITTED_FROM = (".c", ".h", ".inc", ".py", ".toml")
SIGNED_BYTES = 96  # of a reading in JSON, with its header; a few more or less cost nothing

Say = Callable[[str], None]


@dataclass(frozen=True)
class Build:
    """What the Makefile is asked for. `forms`: none, jss (JSON Sensor Signatures alone), or all
    (COSE and the public key too). `nonces`: of RFC 6979, or from a random source."""

    curve: str = DEFAULT_CURVE
    profile: str = "small"
    forms: str = "all"
    nonces: str = "RFC 6979"
    seconds: int = 30  # from reading to reading

    def __post_init__(self) -> None:
        if self.curve not in CURVES:
            raise UnknownNameError("curve", self.curve, CURVES)

    @property
    def name(self) -> str:
        if self.forms == "none":
            return "unsigned"
        nonces = self.nonces.replace(" ", "").lower()
        return f"{self.curve}-{self.profile}-{self.forms}-{nonces}-{self.seconds}s"

    @property
    def options(self) -> tuple[str, ...]:
        return (
            f"CURVE={self.curve}",
            f"PROFILE={self.profile}",
            f"SIGNED={int(self.forms != 'none')}",
            f"COMPLETE={int(self.forms == 'all')}",
            f"ENTROPY={int(self.nonces == 'random')}",
            f"SECONDS={self.seconds}",
        )


@dataclass(frozen=True)
class Firmware:
    build: Build
    elf: Path

    @property
    def flash_bytes(self) -> int:
        return len(flash_content(self.elf))

    @property
    def image_sha256(self) -> str:
        return hashlib.sha256(flash_content(self.elf)).hexdigest()

    @property
    def static_bytes(self) -> int:
        return static_end(self.elf) - RAM_START

    @property
    def device_page(self) -> int:
        """Where the device's address and key belong."""
        return symbols(self.elf)["device_page"]

    def signing_cycles(self) -> int:
        """Of one signature, of a random key and message, on the lab's model of the core."""
        asked = Asked(
            "reading_sign",
            secrets=("readings:32",),
            arguments=("readings+64", "readings", "readings+128", str(SIGNED_BYTES)),
        )
        call = OwnProgram(targets.find(CORE), self.elf, asked).run("sensor", 0)
        if call.value != 1:
            raise LabError(f"{shown(self.elf)}: the emulated call of reading_sign signed nothing")
        return call.cycles


def sources(say: Say) -> dict[str, Path]:
    """The directories of lwIP and libcoap, fetched if need be."""
    file = Declaration.read(PINNED)
    found = {}
    for name in file.names():
        table = file.table(name)
        table.text("licence")
        package = debian_package(table)
        table.finish()
        found[name] = from_debian(name, package, PINNED, say)
    return found


def make(build: Build, say: Say) -> Firmware:
    """Build it where its sources have changed. LabError for what the compiler says."""
    place = BUILD / "sensor" / build.name
    drop_in = BUILD / "sensor" / f"whit-{build.curve}-{build.profile}"
    fetched = sources(say)
    variables = (
        f"OUT={place}",
        f"WHIT={drop_in}",
        f"LWIP={fetched['lwip']}",
        f"LIBCOAP={fetched['libcoap']}",
        *build.options,
    )
    say(f"building the firmware, {build.name}")
    with locked(BUILD / "sensor"):
        _emit(drop_in, build, say)
        _run(["make", "--silent", "-C", str(EXAMPLE), *variables])
    return Firmware(build, place / "sensor.elf")


def _library_digest() -> str:
    """Of what drop-ins are written from."""
    digest = hashlib.sha256()
    for folder in ("src", "include", "tools", "curves"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in _EMITTED_FROM and "develop" not in path.parts:
                digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _emit(place: Path, build: Build, say: Say) -> None:
    """The drop-in of one curve, made anew when sources of the library have changed."""
    stamp, present = place / ".sources", _library_digest()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == present:
        return
    say(f"writing the drop-in of {build.curve}, profile {build.profile}")
    for name in ("whit.c", "whit.h"):
        (place / name).unlink(missing_ok=True)
    names = (str(place / name) for name in ("whit.c", "whit.h"))
    drop_in = (f"WHIT={place}", f"CURVE={build.curve}", f"PROFILE={build.profile}")
    _run(["make", "--silent", "-C", str(EXAMPLE), *drop_in, *names])
    stamp.write_text(present, encoding="ascii")


def _run(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ToolchainError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        raise LabError(f"{shown(EXAMPLE)}: {first_error(done.stderr)}")
