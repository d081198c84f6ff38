# SPDX-License-Identifier: MIT
"""X25519 and Ed25519 in an amalgamation of their own: every case of Wycheproof, and what a program
that calls one function holds."""

import ctypes
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT
from tests.vectors import wycheproof

STATUSES = dict(
    re.findall(r"(WHIT_\w+) = (0x[0-9a-f]+)", (ROOT / "include" / "whit" / "status.h").read_text())
)
OK = int(STATUSES["WHIT_OK"], 16)
SMALL_ORDER = int(STATUSES["WHIT_ERROR_PUBLIC_KEY_SMALL_ORDER"], 16)


def succeed(*parts: str | Path) -> str:
    command = [str(part) for part in parts]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with whit.c and whit.h of ed25519, and so of curve25519."""
    folder = tmp_path_factory.mktemp("curve25519")
    tool = ROOT / "tools" / "amalgamate.py"
    succeed(sys.executable, tool, "--output", folder, "--curves", "ed25519")
    return folder


@pytest.fixture(scope="module")
def library(sources: Path) -> ctypes.CDLL:
    output = sources / "whit.so"
    flags = (*STANDARD, *WARNINGS, "-O2", "-fPIC", "-shared", "-DWHIT_CURVES=ed25519")
    succeed("gcc", *flags, sources / "whit.c", "-o", output)
    return ctypes.CDLL(str(output))


def groups(name: str) -> list[dict[str, Any]]:
    document = json.loads((wycheproof.directory() / name).read_text())
    found: list[dict[str, Any]] = document["testGroups"]
    assert sum(len(group["tests"]) for group in found) == document["numberOfTests"]
    return found


def test_x25519_of_wycheproof(library: ctypes.CDLL) -> None:
    counts: Counter[str] = Counter()
    for group in groups("x25519_test.json"):
        for case in group["tests"]:
            private, public, shared = (
                bytes.fromhex(case[key]) for key in ("private", "public", "shared")
            )
            secret = ctypes.create_string_buffer(32)
            status = library.whit_x25519_ecdh(secret, private, public, ctypes.c_size_t(len(public)))
            # A shared secret of zero is one that no honest public key gives.
            wanted = OK if any(shared) else SMALL_ORDER
            assert (case["tcId"], status, secret.raw) == (case["tcId"], wanted, shared)
            counts["accepted" if wanted == OK else "small order"] += 1
    print(dict(counts))
    assert counts["accepted"] > 400
    assert counts["small order"] > 20


def test_ed25519_of_wycheproof(library: ctypes.CDLL) -> None:
    counts: Counter[str] = Counter()
    for group in groups("ed25519_test.json"):
        public = bytes.fromhex(group["publicKey"]["pk"])
        for case in group["tests"]:
            message, signature = (bytes.fromhex(case[key]) for key in ("msg", "sig"))
            status = library.whit_ed25519_verify(
                *(public, ctypes.c_size_t(len(public))),
                *(message, ctypes.c_size_t(len(message))),
                *(signature, ctypes.c_size_t(len(signature))),
            )
            wanted = case["result"] == "valid"
            assert (case["tcId"], status == OK) == (case["tcId"], wanted)
            counts[case["result"]] += 1
    print(dict(counts))
    assert counts["valid"] > 80
    assert counts["invalid"] > 50


# A call of one function, and what the program must not hold then.
CALLS = {
    "x25519": (
        "whit_x25519_ecdh(a, b, c, 32)",
        ("sha", "hash", "edwards", "ed25519", "ecdsa", "weierstrass"),
    ),
    "verify": (
        "whit_ed25519_verify(a, 32, b, 1, c, 64)",
        ("whit_montgomery", "x25519", "comb", "multiply_base", "sign", "ecdsa", "weierstrass"),
    ),
    "sign": (
        "whit_ed25519_sign(a, b, c, 1)",
        ("whit_montgomery", "x25519", "multiples", "square_root", "verify", "ecdsa", "weierstrass"),
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_program_holds_what_it_calls(sources: Path, tmp_path: Path, name: str) -> None:
    call, absent = CALLS[name]
    program = tmp_path / "program.c"
    program.write_text(
        '#include "whit.h"\nint main(void)\n{\n    static uint8_t a[64], b[64], c[64];\n'
        f"    return {call} == WHIT_OK;\n}}\n"
    )
    binary = tmp_path / "program"
    flags = (*STANDARD, "-Os", "-ffunction-sections", "-fdata-sections", "-DWHIT_CURVES=ed25519")
    files = (f"-I{sources}", program, sources / "whit.c")
    succeed("gcc", *flags, *files, "-Wl,--gc-sections", "-o", binary)
    held = [line.split()[-1] for line in succeed("nm", binary).splitlines()]
    # Parts of names that the compiler made itself begin with a dot.
    held = [symbol for symbol in held if "." not in symbol]
    assert any(symbol.startswith("whit_") for symbol in held)
    assert [symbol for symbol in held if any(word in symbol for word in absent)] == []
