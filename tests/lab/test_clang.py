# SPDX-License-Identifier: MIT
"""What clang makes of Whit: right results, in constant time."""

import shutil

import pytest

from lab.errors import UnknownNameError, UnsupportedError
from lab.model import Case
from lab.reports.constancy import as_text
from lab.runner import Lab, Selection, select
from lab.targets import catalogue

LINKERS = {"arm": "arm-none-eabi-gcc", "riscv": "riscv64-unknown-elf-gcc"}
BUILT = [name for name in catalogue.names() if "clang" in catalogue.find(name).compilers]


def test_every_cortex_m_has_clang_and_links_with_gcc() -> None:
    assert {name for name in catalogue.names() if name.startswith("cortex-")} <= set(BUILT)
    for name in BUILT:
        target = catalogue.find(name, compiler="clang")
        assert target.emulation is not None
        assert (target.compiler, target.linker) == ("clang", LINKERS[target.emulation.engine])
    gcc = catalogue.find("cortex-m4")
    assert gcc.linker == gcc.compiler


def test_a_target_without_clang_says_so() -> None:
    with pytest.raises(UnsupportedError, match="avr has no clang"):
        select(Selection(targets=("avr",), compilers=("clang",), libraries=("whit",)))
    with pytest.raises(UnknownNameError, match="compiler"):
        select(Selection(compilers=("klang",)))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m4", "rv32imc"])
def test_whit_built_by_clang_takes_constant_time(core: str) -> None:
    """On ARMv6-M clang makes branches of comparisons that are not hidden from it."""
    case = Case(core, "whit", "secp256r1", "sign", None, "balanced", "clang")
    found = Lab(keys=3, cached=False).trace(case)
    assert found.compiler.startswith("clang ")
    assert found.constant, as_text(found)


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.skipif(shutil.which("clang") is None, reason="clang is not installed")
@pytest.mark.parametrize("operation", ["keygen", "ecdh", "sign"])
@pytest.mark.parametrize("profile", ["small", "balanced", "fast"])
@pytest.mark.parametrize("core", BUILT)
def test_whit_built_by_clang_takes_constant_time_everywhere(
    core: str, profile: str, operation: str
) -> None:
    case = Case(core, "whit", "secp256r1", operation, None, profile, "clang")
    found = Lab(keys=10, cached=False).trace(case)
    assert found.constant, as_text(found)
