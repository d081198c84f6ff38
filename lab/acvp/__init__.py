# SPDX-License-Identifier: MIT
"""NIST's Automated Cryptographic Validation Protocol: vector sets answered by the library.

    answers = answer(library, VectorSet.read(prompt))

The formats are those of draft-fussell-acvp-ecdsa, draft-celi-acvp-eddsa,
draft-hammett-acvp-kas-ssc-ecc and draft-hammett-acvp-kas-ecc-sp800-56ar3."""

from lab.acvp.answers import answer, unsupported
from lab.acvp.comparison import Comparison, compare
from lab.acvp.vectors import VectorSet

__all__ = ["Comparison", "VectorSet", "answer", "compare", "unsupported"]
