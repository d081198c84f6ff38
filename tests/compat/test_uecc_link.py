# SPDX-License-Identifier: MIT
"""Behind micro-ecc's interface too a program holds what it calls and nothing else: images for a
Cortex-M4, where there is no random source until the program sets one."""

from pathlib import Path

import pytest

from lab.targets import catalogue
from lab.targets.toolchain import Sources, Toolchain
from tests.compat.builds import COMPAT, CURVES
from tests.runner.host import amalgamation
from tests.test_link import BASE, names, parts

# Program: the call it makes, and the parts of test_link.py it has to hold.
PROGRAMS = {
    "verify": ("uECC_verify(k, k, 32, k, uECC_secp256r1())", {"verifying"}),
    "shared_secret": ("uECC_shared_secret(k, k, b, uECC_secp256r1())", {"ladder"}),
    "valid": ("uECC_valid_public_key(k, uECC_secp256r1())", set()),
    "make_key": ("uECC_make_key(b, b, uECC_secp256r1())", BASE | {"random"}),
    "sign": ("uECC_sign(k, k, 32, b, uECC_secp256r1())", BASE | {"signing", "random"}),
}
MAIN = """\
#include "uECC.h"
int main(void);
uint8_t b[100], k[100];
int main(void)
{{
    return {call};
}}
"""


@pytest.fixture(scope="module")
def library() -> Sources:
    """One curve, and Whit from its amalgamation: compat/uECC.c asks for no internals."""
    others = (f"uECC_SUPPORTS_{name}=0" for name in CURVES if name != "secp256r1")
    return Sources(
        (COMPAT / "uECC.c", amalgamation() / "whit.c"),
        (COMPAT, amalgamation() / "include"),
        ("WHIT_LIMB_BITS=32", "WHIT_CURVES=secp256r1", *others),
    )


@pytest.fixture(scope="module")
def toolchain() -> Toolchain:
    """One, so that the library is compiled once for all programs."""
    return Toolchain(catalogue.find("cortex-m4"))


@pytest.mark.slow
@pytest.mark.parametrize("program", list(PROGRAMS))
def test_a_program_holds_what_it_calls(
    library: Sources, toolchain: Toolchain, tmp_path: Path, program: str
) -> None:
    call, expected = PROGRAMS[program]
    main = tmp_path / f"{program}.c"
    main.write_text(MAIN.format(call=call))
    sources = (Sources((main,), library.includes), library)
    image = toolchain.image(main.with_suffix(".elf"), sources)
    held = names(image.map.read_text())
    assert "main" in held
    assert parts(held) == expected, sorted(held)
