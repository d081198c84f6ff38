# SPDX-License-Identifier: MIT
"""examples/i2c-agreement on two emulated Arduino Nanos that are joined by their two-wire bus."""

import hashlib
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lab.emulator.avr.twi_bus import DATA, Faults, Pair, Run
from lab.emulator.image import Image, read_image
from lab.errors import LabError, ToolchainError
from lab.findings import BusAgreement
from lab.paths import BUILD, ROOT, locked, shown
from lab.peers import catalogue as libraries
from lab.peers.sources import prepare

EXAMPLE = ROOT / "examples" / "i2c-agreement"
SIDES = ("initiator", "responder")
HERTZ = 16_000_000
RAM_BYTES = 2048
FIRST_RAM, END_OF_RAM = DATA + 0x100, DATA + 0x900
LIMIT = 90 * HERTZ
TICK_SECONDS = 64e-6  # clock.h
KEY_BYTES = 32

# The states of agreement.h.
STATES = (
    *("none", "done", "no seed", "silent", "stalled", "garbled", "aborted", "refused"),
    "not proved",
)
# Those of the article, and X25519.
CURVES = ("secp160r1", "secp192r1", "secp224r1", "secp256r1", "secp256k1", "x25519")


@dataclass(frozen=True)
class Ended:
    """How a side ended."""

    state: str
    key: bytes
    seconds: float  # from its start to its end, without the start-up


class Nanos:
    """Two devices with the firmware of one curve. Their EEPROMs last from run to run."""

    def __init__(self, curve: str, profile: str, *, authenticated: bool, seed: int = 1) -> None:
        self.curve, self.profile, self.authenticated = curve, profile, authenticated
        self._paths = build(curve, profile, authenticated=authenticated)
        self._images = [read_image(path, "EM_AVR") for path in self._paths]
        self.pair = Pair(*self._paths)
        self.provision(seed)

    def provision(self, seed: int) -> None:
        folder = BUILD / "i2c" / "eeproms"
        command = [EXAMPLE / "provision.py", "--curve", self.curve, "--output", folder]
        with locked(BUILD / "i2c"):
            _succeed([sys.executable, *map(str, command), "--seed", str(seed)])
            for side, name in enumerate(SIDES):
                self.pair.write_eeprom(side, 0, (folder / f"{name}.eep").read_bytes())

    def run(self, faults: Faults | None = None) -> tuple[Run, tuple[Ended, Ended]]:
        run = self.pair.run(LIMIT, faults)
        first, second = map(self._ended, range(2))
        return run, (first, second)

    def _ended(self, side: int) -> Ended:
        symbols = self._images[side].symbols

        def read(name: str, length: int) -> bytes:
            return self.pair.read(side, symbols[name].address, length)

        ticks = int.from_bytes(read("ticks", 4), "little")
        return Ended(STATES[read("state", 1)[0]], read("key", KEY_BYTES), ticks * TICK_SECONDS)

    def measured(self) -> BusAgreement:
        """One agreement. LabError if there is none, or the stack met what stands below it."""
        run, (initiator, responder) = self.run()
        ended = f"{initiator.state} and {responder.state}"
        if ended != "done and done" or initiator.key != responder.key:
            raise LabError(f"{self.curve}: no agreement: {ended}")
        static_bytes = max(map(_static_end, self._images)) - FIRST_RAM
        stack_bytes = END_OF_RAM - 1 - min(run.lowest_stack)
        if static_bytes + stack_bytes > RAM_BYTES:
            raise LabError(
                f"{self.curve}: {static_bytes + stack_bytes} of {RAM_BYTES} bytes of RAM"
            )
        contents = b"".join(path.read_bytes() for path in self._paths)
        return BusAgreement(
            curve=self.curve,
            profile=self.profile,
            authenticated=self.authenticated,
            milliseconds=round(1000 * max(initiator.seconds, responder.seconds), 1),
            bus_milliseconds=round(1000 * run.bus_cycles / HERTZ, 1),
            bus_bytes=len(run.carried),
            flash_bytes=max(_flash_bytes(image) for image in self._images),
            static_bytes=static_bytes,
            stack_bytes=stack_bytes,
            image_sha256=hashlib.sha256(contents).hexdigest(),
        )


def build(curve: str, profile: str, *, authenticated: bool) -> tuple[Path, Path]:
    """Both images, by the example's own Makefile."""
    words = [curve, profile, *(["authenticated"] if authenticated else [])]
    out = BUILD / "i2c" / "-".join(words)
    options = {
        "OUT": out,
        "WHIT": prepare(libraries.find("whit"), lambda _: None, None),
        "CURVE": curve,
        "PROFILE": profile,
        "AUTHENTICATED": int(authenticated),
    }
    given = [f"{name}={value}" for name, value in options.items()]
    with locked(BUILD / "i2c"):
        _succeed(["make", "--silent", "-C", str(EXAMPLE), *given])
    return out / "initiator.elf", out / "responder.elf"


def _succeed(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ToolchainError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise LabError(f"{shown(EXAMPLE)}: {said[-1] if said else 'make failed'}")


def _static_end(image: Image) -> int:
    return image.symbols["_end"].address


def _flash_bytes(image: Image) -> int:
    """What is in flash: code, and what .data begins with."""
    return sum(len(data) for _, data in image.segments)
