# SPDX-License-Identifier: MIT
"""The kernels of src/generated/native/avr.

Each kernel is a function of assembly alone. Those without arguments keep no registers and are for
other kernels.
"""

from pathlib import Path

from tools.kernels.avr import length_kernels, prime_kernels, sha512
from tools.kernels.avr.family import FAMILY
from tools.kernels.kernel import Kernel

KERNELS = (
    *length_kernels.PRODUCTS,
    *prime_kernels.KERNELS,
    *length_kernels.PASSES,
    *(
        Kernel(
            f"sha512_compress{form}_asm",
            code,
            "The chain, of which each word's more significant half comes first, takes a block, "
            "which is lost. The round constants are halves like the chain's in program memory.",
            ("r24 = chain", "r22 = block", "r20 = constants"),
            arguments="uint32_t *chain, uint32_t *block, const uint32_t *constants",
            stack=217 if group == "FAST" else 219,
            group=group,
        )
        for form, code, group in (
            ("", sha512.sha512_compress, "NOT_FAST"),
            ("_large", sha512.sha512_compress_large, "FAST"),
        )
    ),
    *length_kernels.DIVISION,
)


def files() -> dict[Path, str]:
    """What this module writes, by path."""
    return FAMILY.files(KERNELS)
