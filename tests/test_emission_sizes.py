# SPDX-License-Identifier: MIT
"""Portable drop-ins, where the compiler's limb width decides what is used."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.emitting import SECTIONS, WARNINGS, emit, run
from tools.emission.emit import QUIET

WIDTHS = (64, 32, 16, 8)
SILENCE = "\n".join(QUIET)
SETS = (
    "secp256r1,curve25519",  # in one file: no template serves both
    "curve25519",
    "secp256r1,secp384r1",
    "secp256k1,brainpoolP512r1",
    "secp192r1,secp256k1,ed25519",
    "secp224r1,secp521r1,curve448,ed448",
)

DropIn = Callable[[str, str], Path]


@pytest.fixture(scope="module")
def drop_in(tmp_path_factory: pytest.TempPathFactory) -> DropIn:
    """The one of a profile and curves, written once."""

    @cache
    def written(profile: str, curves: str) -> Path:
        return emit(tmp_path_factory.mktemp("portable"), "portable", profile, curves)

    return written


@pytest.mark.slow
def test_what_is_said_to_be_0_are_macros_of_the_library(tmp_path: Path) -> None:
    """Not words that are joined to make their names, which were then other names."""
    folder = emit(tmp_path, "portable", "small", "secp224r1,curve448")
    zeros, *_ = (folder / "whit.inc").read_text().split("#if")
    names = re.findall(r"#define (\w+) 0", zeros)
    assert names
    assert all(name.startswith("WHIT_") for name in names), names


@pytest.mark.slow
@pytest.mark.parametrize("curves", SETS)
@pytest.mark.parametrize("profile", ["small", "balanced", "fast"])
@pytest.mark.sampled(3)
def test_each_macro_is_used_at_some_width(drop_in: DropIn, curves: str, profile: str) -> None:
    """Or under a condition on the compiler. Without what silences the warning, which leaves no
    other witness of a macro that nothing uses."""
    source = drop_in(profile, curves) / "whit.c"
    text = source.read_text()
    assert text.count(SILENCE) == 1
    source = source.with_name("loud.c")
    source.write_text(text.replace(SILENCE, ""))
    unused = set.intersection(*(unused_macros(source, width) for width in WIDTHS))
    code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    others = re.sub(r"^#(define|undef) \w+", "", code, flags=re.MULTILINE)
    assert [name for name in unused if not re.search(rf"\b{name}\b", others)] == []


def unused_macros(source: Path, width: int) -> set[str]:
    flags = (*SECTIONS, "-Wunused-macros", f"-DWHIT_LIMB_BITS={width}", "-c", "-o", "/dev/null")
    done = run("gcc", *flags, source)
    assert done.returncode == 0, done.stderr
    return set(re.findall(r'macro "(\w+)" is not used', done.stderr))


@pytest.mark.slow
@pytest.mark.parametrize("curves", SETS)
@pytest.mark.parametrize("profile", ["small", "balanced", "fast"])
@pytest.mark.sampled(3)
def test_compilers_have_nothing_to_say_at_any_width(
    drop_in: DropIn, curves: str, profile: str
) -> None:
    """At the host's width of limbs and at others."""
    folder = drop_in(profile, curves)
    for compiler in ("gcc", "clang"):
        for width in ((), *((f"-DWHIT_LIMB_BITS={bits}",) for bits in WIDTHS[1:])):
            flags = (*SECTIONS, *WARNINGS, *width, "-c", "-o", "/dev/null")
            done = run(compiler, *flags, folder / "whit.c")
            assert (done.returncode, done.stderr) == (0, ""), width
