# SPDX-License-Identifier: MIT
"""Print what elliptic curves through PSA take of a Cortex-M4's flash: Mbed TLS's own, its driver
p256-m, and Whit's driver.

    python3 -m tests.psa.flash

An image holds Mbed TLS's core of PSA, SHA-256, newlib's heap and a program that calls PSA for
ECDSA on secp256r1, compiled with -Os; the start-up and the heap are those of newlib-nano.
"""

import re
import sys
from pathlib import Path

from tests.psa.builds import FOLDER, MADE, PORT, tree
from tests.runner.made import compiled
from tests.runner.tools import ROOT, RunError, compile_with, run

CORE = ("-mcpu=cortex-m4", "-mthumb")
FLAGS = (*CORE, "-Os", "-std=gnu99", "-w", "-ffunction-sections", "-fdata-sections")
LINKED = ("--specs=nano.specs", "--specs=nosys.specs", "-Wl,--gc-sections", "-Wl,--no-warnings")
# Of the library, what the calls in flash.c can reach.
LIBRARY = (
    *("psa_*", "bignum*", "constant_time", "ecp*", "ecdsa", "ecdh", "asn1parse", "asn1write"),
    *("platform*", "sha256", "md", "hmac_drbg", "oid", "pk", "pk_wrap", "cipher", "cipher_wrap"),
)
PROGRAMS = {"verify": (), "sign, verify, agree": ("-DFLASH_SIGNS",)}
LIBRARIES = ("Mbed TLS", "p256-m", "Whit, small", "Whit, balanced")


def drop_in(profile: str, folder: Path) -> Path:
    """whit.c of a drop-in as doc/psa.md says to make it."""
    tool = (ROOT / "tools" / "amalgamate.py", "--curve", "P-256", "--core", "cortex-m4")
    done = run([sys.executable, *tool, "--profile", profile, "--output", folder])
    if done.returncode != 0:
        raise RunError(done.stderr.rstrip())
    return folder / "whit.c"


def flash_bytes(library: str, program: tuple[str, ...], folder: Path) -> int:
    p256_m = tree() / "3rdparty" / "p256-m"
    sources = [
        *(each for name in LIBRARY for each in sorted((tree() / "library").glob(f"{name}.c"))),
        FOLDER / "flash.c",
    ]
    folders = [FOLDER, tree() / "include", tree() / "library", PORT, p256_m / "p256-m"]
    folders += [p256_m, p256_m / "p256-m" / "include", p256_m / "p256-m" / "include" / "p256-m"]
    chosen = (*program, '-DMBEDTLS_CONFIG_FILE="flash.h"')
    match library.split(", "):
        case ["Whit", profile]:
            whit = drop_in(profile, folder / profile)
            folders.append(whit.parent)
            sources += [*sorted(PORT.glob("*.c")), whit]
            chosen = (*chosen, "-DFLASH_WHIT", f"-DWHIT_PROFILE={profile}")
        case ["p256-m"]:
            sources += [p256_m / "p256-m_driver_entrypoints.c", p256_m / "p256-m" / "p256-m.c"]
            chosen = (*chosen, "-DFLASH_P256M")
    flags = (*FLAGS, *chosen, *(f"-I{each}" for each in folders))
    objects = [compiled("arm-none-eabi-gcc", flags, each) for each in sources]
    image = folder / "image.elf"
    folder.mkdir(parents=True, exist_ok=True)
    compile_with(["arm-none-eabi-gcc", *CORE, *LINKED, *objects, "-o", image])
    text, data = run(["arm-none-eabi-size", image]).stdout.splitlines()[1].split()[:2]
    return int(text) + int(data)


def table(record: str) -> str:
    """What was printed, as doc/psa.md shows it."""
    found = {
        (library, program): int(flash)
        for program, library, flash in re.findall(r"^(.+?) {2,}(.+?) {2,}(\d+)$", record, re.M)
    }
    rows = [("", *PROGRAMS), ("---", *("---:" for _ in PROGRAMS))]
    rows += [(each, *(f"{found[each, name]:,}" for name in PROGRAMS)) for each in LIBRARIES]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> int:
    compiler = run(["arm-none-eabi-gcc", "--version"]).stdout.splitlines()[0]
    print(f"bytes of flash, Cortex-M4, secp256r1, {compiler}")
    folder = MADE / "flash"
    for name, program in PROGRAMS.items():
        for library in LIBRARIES:
            print(f"{name:20}  {library:14}  {flash_bytes(library, program, folder):6}")
    print(f"{len(PROGRAMS) * len(LIBRARIES)} passed, 0 failed")  # images that were built
    return 0


if __name__ == "__main__":
    sys.exit(main())
