# SPDX-License-Identifier: MIT
"""Mbed TLS with Whit's driver, and Mbed TLS's own tests of it, built for this host."""

import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lab import paths
from lab.errors import LabError
from lab.paths import locked
from lab.peers import catalogue, sources
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.made import compiled, digest
from tests.runner.tools import ROOT, Counts, RunError, compile_with, run

FOLDER = Path(__file__).parent
MADE = paths.BUILD / "psa"
PORT = ROOT / "ports" / "psa"
CURVES = (
    *("secp192r1", "secp224r1", "secp256r1", "secp384r1", "secp521r1", "secp192k1", "secp256k1"),
    *(f"brainpoolP{bits}r1" for bits in (160, 192, 224, 256, 320, 384, 512)),
    *("X25519", "X448", "Ed25519"),
)
ENTRY_POINTS = (
    *("import_key", "export_public_key", "generate_key", "key_agreement"),
    *("sign_hash", "verify_hash", "sign_message", "verify_message"),
)
SANITIZED = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
NEEDED = ("include", "library", "tests", "scripts", "3rdparty")
# What tests of keys and of cryptography do without.
UPPER = re.compile(r"ssl_|x509|mps_|net_sockets|debug|pkcs7")
# How Mbed TLS's test programs print a case: it passed, it failed, or the build lacks what it needs.
CASE = re.compile(r"^.{60,} (PASS|FAILED|----)$", re.MULTILINE)
CALLS = re.compile(r"^driver (\w+): (\d+) calls, (\d+) succeeded", re.MULTILINE)
# What of a case's data says that it is about elliptic curves.
ELLIPTIC = re.compile(r"ECC|ECDSA|ECDH|EDDSA|MBEDTLS_ECP|PK_ECKEY|ecdsa|ecdh", re.MULTILINE)


@dataclass(frozen=True)
class Outcome:
    """What a program of Mbed TLS's tests said."""

    cases: Counts
    skipped: int
    elliptic: Counts  # of these those about elliptic curves
    calls: dict[str, int]  # of an entry point, those that the driver answered with success
    output: str


def upstream() -> Path:
    """Mbed TLS's sources, which are fetched if they are not there."""
    try:
        library = catalogue.find("mbedtls")
        return sources.prepare(library, lambda text: print(text, file=sys.stderr))
    except LabError as error:
        raise RunError(str(error)) from error


@cache
def tree() -> Path:
    """A copy of Mbed TLS that calls the driver."""
    origin = upstream()
    tool, description = PORT / "add_driver.py", PORT / "whit_driver.json"
    mark = ".driver"
    wanted = f"{(origin / '.checksum').read_text()}{tool.read_text()}{description.read_text()}"
    place = MADE / "mbedtls"
    with locked(MADE):
        if not (place / mark).is_file() or (place / mark).read_text() != wanted:
            shutil.rmtree(place, ignore_errors=True)
            for name in NEEDED:
                shutil.copytree(origin / name, place / name)
            done = run([sys.executable, tool, place])
            if done.returncode != 0:
                raise RunError(done.stderr.rstrip())
            (place / mark).write_text(wanted)
    return place


def flags(build: str) -> tuple[str, ...]:
    """Of Mbed TLS, its tests and the driver, with one of the configurations here."""
    everest = tree() / "3rdparty" / "everest" / "include"
    folders = (
        *(FOLDER, PORT, ROOT / "include", tree() / "include", tree() / "library"),
        *(tree() / "tests" / "include", tree() / "tests"),
        *(everest, everest / "everest", everest / "everest" / "kremlib"),
    )
    return (
        *(*SANITIZED, "-D_POSIX_C_SOURCE=200809L", "-D_FILE_OFFSET_BITS=64"),
        configuration(build),
        *(f"-I{folder}" for folder in folders),
    )


def configuration(build: str) -> str:
    """The option that names the file here, which changes Mbed TLS's default or stands for it."""
    option = "MBEDTLS_CONFIG_FILE" if build == "only" else "MBEDTLS_USER_CONFIG_FILE"
    return f'-D{option}="{build}.h"'


def driver(build: str, *more: str) -> list[Path]:
    strict = (*STANDARD, *WARNINGS, "-Werror", *SANITIZED, configuration(build), *more)
    folders = (FOLDER, PORT, ROOT / "include")
    included = (f"-isystem{tree() / 'include'}", *(f"-I{folder}" for folder in folders))
    return [compiled("gcc", (*strict, *included), each) for each in sorted(PORT.glob("*.c"))]


@cache
def amalgamation() -> Path:
    """Whit with the curves that both have, as a project that takes the driver has it."""
    folder = MADE / "whit"
    with locked(MADE):
        tool = (ROOT / "tools" / "amalgamate.py", "--curves", ",".join(CURVES))
        done = run([sys.executable, *tool, "--output", folder])
        if done.returncode != 0:
            raise RunError(done.stderr.rstrip())
    return folder / "whit.c"


def whit() -> Path:
    return compiled("gcc", (*STANDARD, *SANITIZED), amalgamation())


@cache
def mbedtls(build: str, whole: bool) -> tuple[Path, ...]:
    """Mbed TLS and what its tests share, without TLS and X.509 unless it shall be whole."""
    files = [
        *(tree() / "library").glob("*.c"),
        *(tree() / "tests" / "src").rglob("*.c"),
        tree() / "3rdparty" / "everest" / "library" / "everest.c",
    ]
    chosen = [each for each in sorted(files) if whole or not UPPER.match(each.name)]
    return tuple(compiled("gcc", ("-w", *flags(build)), each) for each in chosen)


def library(build: str, whole: bool) -> tuple[Path, ...]:
    """All that a program links."""
    calls = compiled("gcc", (*WARNINGS, *flags(build)), FOLDER / "calls.c")
    return (calls, *driver(build), whit(), *mbedtls(build, whole))


def linked(build: str, source: Path, output: Path, whole: bool = False) -> None:
    between = [f"-Wl,--wrap=whit_transparent_{name}" for name in ENTRY_POINTS]
    objects = library(build, whole)
    compile_with(["gcc", "-w", *flags(build), source, *objects, *between, "-o", output])


def suite(build: str, name: str, folder: Path) -> Path:
    """The program of a suite of Mbed TLS's tests; beside it are its cases."""
    tests = tree() / "tests"
    suites = tests / "suites"
    parts = {
        "-f": suites / f"test_suite_{name.split('.')[0]}.function",
        "-d": suites / f"test_suite_{name}.data",
        "-t": suites / "main_test.function",
        "-p": suites / "host_test.function",
        "-s": suites,
        "--helpers-file": suites / "helpers.function",
        "-o": folder,
    }
    words = [word for option, value in parts.items() for word in (option, str(value))]
    made = [sys.executable, str(tests / "scripts" / "generate_test_code.py"), *words]
    done = subprocess.run(made, cwd=tests, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RunError(f"generate_test_code.py failed on {name}:\n{done.stderr.rstrip()}")
    program = folder / f"test_suite_{name}"
    whole = name.startswith(("ssl", "x509", "debug"))
    linked(build, program.with_name(f"{program.name}.c"), program, whole)
    return program


def known(program: Path) -> str:
    """By what a run is known."""
    return digest([program], [program.with_name(f"{program.name}.datax")])


def tried(program: Path) -> Outcome:
    """Run a suite, in a folder of its own: some write keys to where they are."""
    with tempfile.TemporaryDirectory(prefix="whit-psa-") as folder:
        (Path(folder) / "data_files").symlink_to(tree() / "tests" / "data_files")
        cases = f"{program}.datax"
        done = subprocess.run(
            [program, cases], cwd=folder, capture_output=True, text=True, errors="replace",
            check=False,
        )  # fmt: skip
    output = done.stdout + done.stderr
    answers = CASE.findall(done.stdout)
    blocks = about(program.name)
    if "tests (" not in done.stdout or len(answers) != len(blocks):
        raise RunError(f"{program.name} ended with {done.returncode}\n{output[-2000:]}")
    elliptic = [answer for answer, block in zip(answers, blocks, strict=True) if block]
    return Outcome(
        counts(answers),
        answers.count("----"),
        counts(elliptic),
        {name: int(good) for name, _, good in CALLS.findall(done.stdout)},
        output,
    )


def counts(answers: list[str]) -> Counts:
    return Counts(answers.count("PASS"), answers.count("FAILED"))


def about(suite_name: str) -> list[bool]:
    """Of each case in a suite's data: is it about elliptic curves?"""
    text = (tree() / "tests" / "suites" / f"{suite_name}.data").read_text(encoding="utf-8")
    kept = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    blocks = [block.strip() for block in re.split(r"\n\s*\n", kept)]
    return [ELLIPTIC.search(block) is not None for block in blocks if block]
