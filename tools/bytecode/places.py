# SPDX-License-Identifier: MIT
"""Where kernels that run the loops of the bytecode interpreter find its programs."""

import functools

from tools.bytecode.assembler import CALLED, assemble, builds, load
from tools.files import ROOT

# What the loops over digits and bits call.
CALLED_BY_KERNELS = (
    *("twice", "choose", "scale", "compare", "begin", "table", "add", "square", "times"),
)


CALLED_BY_LADDER = ("step", "square", "times")  # of programs/lines.txt


@functools.cache
def places(a_zero: bool, lines: bool = False) -> dict[str, int]:
    """Their offsets in words, for curves with a = 0 or with another, whatever else a build has;
    `lines`: with the ladder of lines."""
    source = load(ROOT / "programs")
    names = CALLED_BY_LADDER if lines else CALLED_BY_KERNELS
    found = [
        {name: assemble(source, build)[CALLED].labels[name] for name in names}
        for build in builds()
        if not build & {"ladder", "compiled"}
        and ("lines" in build, "a_zero" in build) == (lines, a_zero)
    ]
    assert all(one == found[0] for one in found)
    return found[0]
