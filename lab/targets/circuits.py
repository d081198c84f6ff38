# SPDX-License-Identifier: MIT
"""Where the RTL of a core is: what its authors wrote, and the wrapper of ours around it."""

from dataclasses import dataclass
from typing import Self

from lab.declarations import Declaration


@dataclass(frozen=True)
class Circuit:
    """A core in Verilog, out of a Python package. Its files are read in this order, before the
    wrapper, which is a file of lab/rtl; paths are below the package."""

    package: str
    files: tuple[str, ...]
    includes: tuple[str, ...]
    wrapper: str
    licence: str

    @classmethod
    def read(cls, table: Declaration) -> Self:
        """The table `rtl` of a target's file."""
        circuit = cls(
            package=table.text("package"),
            files=table.texts("files"),
            includes=table.texts("includes", ()),
            wrapper=table.text("wrapper"),
            licence=table.text("licence"),
        )
        table.finish()
        return circuit
