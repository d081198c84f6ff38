# SPDX-License-Identifier: MIT
"""The boot loader of examples/mcuboot: what each signature takes, beside what others take."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from lab.model import PROFILES, Sample, Value
from lab.paths import PUBLISHED
from lab.reports.figures import count
from lab.reports.table import Table

Run = Mapping[str, Any]
TARGET = "cortex-m4"
# The signatures that the example's Makefile knows: the curve of each, and its title.
_SIGNATURES = {
    "ec256": ("secp256r1", "ECDSA, secp256r1"),
    "ec384": ("secp384r1", "ECDSA, secp384r1"),
    "ed25519": ("ed25519", "Ed25519"),
}
CURVES = {signature: curve for signature, (curve, _) in _SIGNATURES.items()}
# Rows beside Whit's: library, configuration, and who boots with it.
_PEERS = {
    ("micro-ecc", "default"): "micro-ecc 1.0, which TinyCrypt's ECDSA comes from",
    ("p256-m", "default"): "p256-m",
    ("mbedtls", "default"): "Mbed TLS 3.5.1",
    ("mbedtls", "small"): "Mbed TLS 3.5.1, small",
    ("monocypher", "default"): "Monocypher 4.0.2",
}
_PROGRAMS = PUBLISHED / "programs" / "mcuboot.toml"


def _millions(cycles: int) -> str:
    return f"{cycles / 1e6:.2f}"


def backends(runs: Sequence[Run]) -> Table:
    """A row a signature and profile."""
    header = ["signature", "profile", "flash of the backend", "of the boot loader"]
    header += ["million cycles, signature", "image", "stack"]
    rows = []
    for run in runs:
        flash = (count(run[key]) for key in ("backend_flash_bytes", "flash_bytes"))
        cycles = (_millions(run[key]) for key in ("verify_cycles", "check_cycles"))
        _, title = _SIGNATURES[run["signature"]]
        rows.append((title, run["profile"], *flash, *cycles, count(run["stack_bytes"])))
    return Table(header, rows, left=2)


def verifiers(samples: Iterable[Sample]) -> Table:
    """Verification of a digest alone on the same core: of Whit's builds, and of peers."""
    found = {
        (each.curve, each.library, each.configuration, each.profile): each
        for each in samples
        if (each.target, each.operation, each.board) == (TARGET, "verify", None)
    }
    builds: dict[tuple[str, str | None, str | None], str]
    builds = {("whit", None, profile): f"Whit, {profile}" for profile in PROFILES}
    builds |= {(*peer, None): title for peer, title in _PEERS.items()}
    rows: list[Sequence[Value]] = []
    for curve, signature in _SIGNATURES.values():
        for build, title in builds.items():
            sample = found.get((curve, *build))
            if sample is not None:
                assert sample.cycles is not None
                figures = (count(sample.flash_bytes), _millions(sample.cycles))
                rows.append((signature, title, *figures))
    return Table(["signature", "library", "flash", "million cycles"], rows, left=2)


def published() -> Table:
    """Figures that others published of whole programs."""
    rows = []
    for program in tomllib.loads(_PROGRAMS.read_text(encoding="utf-8")).values():
        source = f"[{program['source']}]({program['address']})"
        for row in program["rows"]:
            rows.append((program["what"], row["with"], source, count(row["bytes"])))
    return Table(["program", "with", "source", "flash"], rows, left=3)
