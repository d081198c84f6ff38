# SPDX-License-Identifier: MIT
"""compat/ beside the amalgamation: a folder with whit.c, whit.h and the files of one interface
is all that a program needs."""

import shutil
import sys
from pathlib import Path

import pytest

from lab.errors import LabError
from tests.compat.builds import CURVES, WHIT_CURVES, drop_in, upstream_sources
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, compile_with, run
from tools.emission import compat_files

pytestmark = pytest.mark.slow

HERE = Path(__file__).resolve().parent

# Interface: the curves, the files beside whit.c and whit.h, and what the program is told.
INTERFACES = {
    "uECC": (CURVES, {"uECC.c", "uECC.h"}, ()),
    "ecc": (WHIT_CURVES, {"ecc.c", "ecc.h"}, ("-DECC_CURVE=secp256r1",)),
    "tinycrypt": (
        ("secp256r1",),
        {
            *("tinycrypt/ecc.c", "tinycrypt/ecc.h", "tinycrypt/ecc_dh.h", "tinycrypt/ecc_dsa.h"),
            *("tinycrypt/constants.h", "tinycrypt/ecc_platform_specific.h"),
        },
        (),
    ),
    "p256-m": (("secp256r1",), {"p256-m.c", "p256-m.h"}, ()),
}
PROGRAMS = {
    "uECC": "program.c",
    "ecc": "program_ecc.c",
    "tinycrypt": "program_tinycrypt.c",
    "p256-m": "program_p256_m.c",
}
PRINTED = {"uECC": ("made 1 1 0\n", 5), "p256-m": ("verified 0 changed -4 ", 5)}


def built(folder: Path, files: set[str], program: str, *options: str) -> str:
    """What the program prints that these files and whit.c make, with no other folder."""
    sources = sorted(name for name in files if name.endswith(".c"))
    flags = ("gcc", *STANDARD, "-O2", *options)
    compile_with([*flags, "-c", folder / "whit.c", "-o", folder / "whit.o"])
    files_here = (folder / program, *(folder / name for name in sources), folder / "whit.o")
    compile_with([*flags, *WARNINGS, f"-I{folder}", *files_here, "-o", folder / "program"])
    done = run([folder / "program"])
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("interface", list(INTERFACES))
def test_these_files_are_enough(tmp_path: Path, interface: str) -> None:
    curves, files, options = INTERFACES[interface]
    made = drop_in(tmp_path / "made", interface, curves)
    alone = tmp_path / "alone"
    # whit.inc is a part of whit.c where that is written in two pieces.
    for name in (*files, "whit.c", "whit.h", *(path.name for path in made.glob("whit.inc"))):
        (alone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(made / name, alone / name)
    kept = {str(path.relative_to(made)) for path in made.rglob("*.[ch]")}
    assert kept - {"whit.c", "whit.h"} == files
    shutil.copy(HERE / PROGRAMS[interface], alone)
    printed = built(alone, files, PROGRAMS[interface], *options)
    line, times = PRINTED.get(interface, ("good\n", 1))
    assert printed.count(line) == times
    assert (printed == line) == (times == 1)


def test_every_interface_of_the_folder_is_tried() -> None:
    assert set(INTERFACES) == set(PROGRAMS) == set(compat_files.INTERFACES)


@pytest.mark.parametrize("interface", list(INTERFACES))
@pytest.mark.sampled(3)
def test_schemes_that_leave_out_what_it_calls_are_refused(tmp_path: Path, interface: str) -> None:
    tool = (ROOT / "tools" / "amalgamate.py", "--output", tmp_path, "--curves", "secp256r1")
    more = ("--compat", interface, "--core", "portable", "--scheme")
    command: list[str | Path] = [sys.executable, *tool, *more]
    for schemes in ("ecdsa", "ecdh,sign", "verify"):
        done = run([*command, schemes])
        assert done.returncode == 1
        assert done.stderr.splitlines() == [
            f"amalgamate: --compat {interface} calls ecdh, ecdsa: name them in --scheme"
        ]
        assert not list(tmp_path.iterdir())
    for schemes in ("ecdh,ecdsa", "ecdh,sign,verify"):
        assert run([*command, schemes]).returncode == 0


@pytest.mark.parametrize(
    ("interface", "curves", "told"),
    [
        ("uECC", "ed25519,secp384r1", "secp160r1, secp192r1, secp224r1, secp256r1 or secp256k1"),
        ("ecc", "secp224r1", "secp128r1, secp192r1, secp256r1, secp384r1 or secp256k1"),
        ("tinycrypt", "secp384r1", "secp256r1"),
        ("p256-m", "secp256k1", "secp256r1"),
    ],
)
def test_curves_that_leave_none_to_it_are_refused(
    tmp_path: Path, interface: str, curves: str, told: str
) -> None:
    tool = (ROOT / "tools" / "amalgamate.py", "--output", tmp_path, "--curves", curves)
    for more in ((), ("--core", "portable")):
        done = run([sys.executable, *tool, "--compat", interface, *more])
        assert done.returncode == 1
        assert done.stderr.splitlines() == [
            f"amalgamate: --compat {interface} is for {told}: name one in --curve"
        ]
        assert not list(tmp_path.iterdir())


EMIT = ("emit", "--profile", "small", "--core", "cortex-m4")


def test_whit_emits_an_interface_too(tmp_path: Path) -> None:
    whit = Path(sys.executable).parent / "whit"
    words = (*EMIT, "--compat", "tinycrypt", "--output", tmp_path, "--curve")
    refused = run([whit, *words, "P-384"])
    assert refused.returncode != 0
    (line,) = refused.stderr.splitlines()
    assert line.endswith(": --compat tinycrypt is for secp256r1: name one in --curve")
    assert not list(tmp_path.iterdir())
    done = run([whit, *words, "P-256"])
    assert done.returncode == 0
    _, files, _ = INTERFACES["tinycrypt"]
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.[ch]")}
    assert made == {"whit.c", "whit.h", *files}
    assert all(f"/{name}: " in done.stdout for name in made)
    unknown = run([whit, *EMIT, "--compat", "none", "--output", tmp_path, "--curve", "P-256"])
    assert unknown.returncode != 0
    (line,) = unknown.stderr.splitlines()
    assert "'none'" in line
    assert "tinycrypt" in line


def test_curves_that_are_not_there_are_left_out(tmp_path: Path) -> None:
    """No option says so: the program asks for one curve, as its amalgamation does. micro-ecc's own
    test of signatures loops over those that there are."""
    try:
        text = (upstream_sources() / "test" / "test_ecdsa.c").read_text()
    except LabError as error:
        pytest.skip(str(error))
    folder = drop_in(tmp_path, "uECC", ("secp256r1",))
    assert "#define uECC_SUPPORTS_secp160r1 0\n" in (folder / "uECC.h").read_text()
    (folder / "program.c").write_text(text)
    compile_with(["gcc", "-std=c99", "-O1", "-c", folder / "whit.c", "-o", folder / "whit.o"])
    sources = (folder / "program.c", folder / "uECC.c", folder / "whit.o")
    compile_with(["gcc", "-std=c99", "-w", "-O1", *sources, "-o", folder / "program"])
    printed = run([folder / "program"]).stdout
    assert printed.count(".") == 256
    assert "fail" not in printed
