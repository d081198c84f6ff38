# SPDX-License-Identifier: MIT
"""examples/i2c-agreement on two emulated Arduino Nanos that are joined by their two-wire bus."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from lab.errors import LabError, ToolchainError
from lab.findings import BusAgreement
from lab.paths import BUILD, ROOT, locked, shown
from lab.peers import catalogue as libraries
from lab.peers.sources import prepare
from lab.targets.joined import RAM_BYTES, Faults, Joined, Run
from lab.targets.joined import image_sha256 as sha256_of

EXAMPLE = ROOT / "examples" / "i2c-agreement"
SIDES = ("initiator", "responder")
LIMIT_SECONDS = 90
TICK_SECONDS = 64e-6  # clock.h
KEY_BYTES = 32

# The states of agreement.h.
STATES = (
    *("none", "done", "no seed", "silent", "stalled", "garbled", "aborted", "refused"),
    "not proved",
)
# Those of the article, and X25519.
CURVES = ("secp160r1", "secp192r1", "secp224r1", "secp256r1", "secp256k1", "curve25519")


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
        self.pair = Joined(*build(curve, profile, authenticated=authenticated))
        self.provision(seed)

    def provision(self, seed: int) -> None:
        folder = BUILD / "i2c" / "eeproms"
        command = [EXAMPLE / "provision.py", "--curve", _called(self.curve), "--output", folder]
        with locked(BUILD / "i2c"):
            _succeed([sys.executable, *map(str, command), "--seed", str(seed)])
            for side, name in enumerate(SIDES):
                self.pair.write_eeprom(side, 0, (folder / f"{name}.eep").read_bytes())

    def run(self, faults: Faults | None = None) -> tuple[Run, tuple[Ended, Ended]]:
        return self.pair.run(LIMIT_SECONDS, faults).run, self._both_ended()

    def _both_ended(self) -> tuple[Ended, Ended]:
        return self._ended(0), self._ended(1)

    def _ended(self, side: int) -> Ended:
        state, key = self.pair.read(side, "state", 1)[0], self.pair.read(side, "key", KEY_BYTES)
        ticks = int.from_bytes(self.pair.read(side, "ticks", 4), "little")
        return Ended(STATES[state], key, ticks * TICK_SECONDS)

    def measured(self) -> BusAgreement:
        """One agreement. LabError if there is none, or the stack met what stands below it."""
        done = self.pair.run(LIMIT_SECONDS)
        initiator, responder = self._both_ended()
        ended = f"{initiator.state} and {responder.state}"
        if ended != "done and done" or initiator.key != responder.key:
            raise LabError(f"{self.curve}: no agreement: {ended}")
        taken = done.static_bytes + done.stack_bytes
        if taken > RAM_BYTES:
            raise LabError(f"{self.curve}: {taken} of {RAM_BYTES} bytes of RAM")
        return BusAgreement(
            curve=self.curve,
            profile=self.profile,
            authenticated=self.authenticated,
            milliseconds=round(1000 * max(initiator.seconds, responder.seconds), 1),
            bus_milliseconds=round(1000 * done.bus_seconds, 1),
            bus_bytes=len(done.run.carried),
            flash_bytes=self.pair.flash_bytes,
            static_bytes=done.static_bytes,
            stack_bytes=done.stack_bytes,
            image_sha256=self.pair.image_sha256,
        )


def _called(curve: str) -> str:
    """What the example calls it: X25519 by its own name."""
    return "x25519" if curve == "curve25519" else curve


def build(curve: str, profile: str, *, authenticated: bool) -> tuple[Path, Path]:
    """Both images, by the example's own Makefile."""
    words = [curve, profile, *(["authenticated"] if authenticated else [])]
    out = BUILD / "i2c" / "-".join(words)
    options = {
        "OUT": out,
        "WHIT": prepare(libraries.find("whit"), lambda _: None, None),
        "CURVE": _called(curve),
        "PROFILE": profile,
        "AUTHENTICATED": int(authenticated),
    }
    given = [f"{name}={value}" for name, value in options.items()]
    with locked(BUILD / "i2c"):
        _succeed(["make", "--silent", "-C", str(EXAMPLE), *given])
    return out / "initiator.elf", out / "responder.elf"


def image_sha256(curve: str, profile: str, *, authenticated: bool) -> str:
    """What the sources give."""
    return sha256_of(*build(curve, profile, authenticated=authenticated))


def _succeed(command: list[str]) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise ToolchainError(f"{command[0]}: {error}") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise LabError(f"{shown(EXAMPLE)}: {said[-1] if said else 'make failed'}")
