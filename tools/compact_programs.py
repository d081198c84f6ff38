# SPDX-License-Identifier: MIT
"""What kernels that run the programs of src/group/compact.inc know of them."""


def places(slope: int) -> dict[str, int]:
    """Where the programs for points are, in words, behind a slope of so many; the table that
    src/group/compact_tasks.inc asserts."""
    names = ("choose", "scale", "compare", "begin", "table", "add", "square", "times")
    behind = (19, 21, 28, 35, 44, 82, 108, 110)
    return {"twice": 0} | {n: at + slope for n, at in zip(names, behind, strict=True)}
