# SPDX-License-Identifier: MIT
"""In profile small, what a scheme without byte code is made from: drawing scalars, multiplying the
base point, digests, and wiping the stack, in the build in which a curve is run on byte code."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runner.tools import ROOT
from tools.bytecode.__main__ import curve

FLAGS = ("-std=c99", "-O1", "-DWHIT_PROFILE=small", "-DWHIT_CURVES=secp256r1")
# The commitment R = k G and the public key P = x G of a Schnorr signature, and its digest e.
SKETCH = """
#include <stdio.h>

#if !WHIT_COMPACT_256
#error "this build has no byte code"
#endif

static whit_status fill(void *context, uint8_t *out, size_t length)
{
    uint8_t *next = (uint8_t *)context;
    for (size_t i = 0; i < length; i++) {
        out[i] = (uint8_t)(*next += 37);
    }
    return WHIT_OK;
}

static void say(const limb *number)
{
    for (size_t i = 32 / sizeof(limb); i-- > 0;) {
        printf("%016llx", (unsigned long long)number[i]);
    }
    puts("");
}

static whit_status commit(const whit_random *random)
{
    limb k[32 / sizeof(limb)];
    POINT point;
    whit_status status = DRAW_SCALAR(k, random, &secp256r1_domain);
    if (status == WHIT_OK) {
        MULTIPLY_BASE(&point, k, &whit_secp256r1_base, &secp256r1_domain);
        TO_AFFINE(&point, &secp256r1_domain);
        SCRUB_BASE();
        say(k);
        say(point.x);
        say(point.y);
    }
    return status;
}

int main(void)
{
    uint8_t state = 1;
    uint8_t digest[32];
    limb e[32 / sizeof(limb)];
    const whit_random random = {fill, &state};
    if (commit(&random) != WHIT_OK || commit(&random) != WHIT_OK) {
        return 1;
    }
    memset(digest, 255, sizeof digest);
    READ(e, digest, sizeof digest, &secp256r1_domain);
    say(e);
    return 0;
}
"""
NAMES = {
    "DRAW_SCALAR": "draw_scalar",
    "MULTIPLY_BASE": "multiply_base",
    "TO_AFFINE": "to_affine",
    "SCRUB_BASE": "scrub_multiply_base",
    "READ": "read_digest",
    "POINT": "point",
}


@pytest.mark.slow
def test_a_scheme_without_byte_code_has_what_it_takes_in_small(tmp_path: Path) -> None:
    command = [sys.executable, "tools/amalgamate.py", "--output", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    library = tmp_path / "whit.c"
    seen = subprocess.run(
        ["cc", *FLAGS, "-E", "-P", str(library)], check=True, capture_output=True, text=True
    ).stdout
    defined = []
    for macro, name in NAMES.items():
        found = {w for w in re.findall(rf"\b\w*_256_{name}\b", seen) if "compact" not in w}
        assert len(found) == 1, (name, found)
        defined.append(f"#define {macro} {found.pop()}\n")
    source = tmp_path / "sketch.c"
    source.write_text('#include "whit.c"\n#include <string.h>\n' + "".join(defined) + SKETCH)
    program = tmp_path / "sketch"
    subprocess.run(["cc", *FLAGS, str(source), "-o", str(program)], check=True)
    said = subprocess.run([str(program)], check=True, capture_output=True, text=True).stdout
    numbers = [int(line, 16) for line in said.split()]
    given = curve("secp256r1")
    for k, x, y in (numbers[:3], numbers[3:6]):
        assert given.multiply(k, given.g) == (x, y)
    assert numbers[6] == (2**256 - 1) % given.order
