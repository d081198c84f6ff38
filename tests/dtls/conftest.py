# SPDX-License-Identifier: MIT
from pathlib import Path

import pytest

from tests.dtls.example import WITH_ITS_OWN, WITH_WHIT, make, new_keys, tinydtls
from tests.runner.tools import compile_with

HOSTILE = "dtls-hostile"


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example's programs, a hostile peer, and keys."""
    out = tmp_path_factory.mktemp("dtls")
    make(out, WITH_WHIT, WITH_ITS_OWN, "coap-server")
    new_keys(out)
    here, source = Path(__file__).parent, tinydtls()
    objects = sorted((out / "tinydtls").rglob("*.o"))
    others = [each for each in objects if each.parent.name != "ecc"]
    honest = ["-w", "-std=gnu99", "-O2", "-Decc_ec_mult=honest_multiple", "-c"]
    compile_with(["gcc", *honest, source / "ecc" / "ecc.c", "-o", out / "honest.o"])
    words = ["gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", str(here / "hostile.c"), "-o"]
    own = [out / "main.o", out / "party.o", out / "honest.o"]
    compile_with([*words, out / HOSTILE, *own, *others])
    return out
