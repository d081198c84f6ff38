# SPDX-License-Identifier: MIT
"""Bytes that C reads and writes."""

from typing import Any

from whit_ecc._whit import ffi, lib
from whit_ecc.errors import WipedError

Buffer = bytes | bytearray | memoryview
BYTES = "uint8_t[]"


def read(data: Buffer) -> Any:
    """What an argument holds, where it lies: nothing is copied."""
    return ffi.from_buffer(BYTES, data)


def written(data: bytearray) -> Any:
    """The same, for C to write to."""
    return ffi.from_buffer(BYTES, data, require_writable=True)


def table(entries: Any) -> dict[str, Any]:
    """A table of the extension module, whose last row has no name: its rows by their names."""
    found: dict[str, Any] = {}
    while entries[len(found)].name != ffi.NULL:
        row = entries[len(found)]
        found[ffi.string(row.name).decode()] = row
    return found


def wiped(kind: str, *size: int) -> Any:
    """New zeros, which are overwritten before they are given back."""
    made = ffi.new(kind, *size)
    length = ffi.sizeof(made) if size else ffi.sizeof(made[0])
    return ffi.gc(made, lambda memory: lib.glue_wipe(memory, length))


class Secret:
    """Bytes of a key. They lie outside Python's objects, and are overwritten by wipe(), or when
    nobody has the object any more."""

    __slots__ = ("_held", "length")

    def __init__(self, length: int) -> None:
        self.length = length
        self._held = wiped(BYTES, length)

    @property
    def held(self) -> Any:
        if self._held is None:
            raise WipedError
        return self._held

    def put(self, data: Buffer) -> None:
        """As many bytes as it has."""
        ffi.memmove(self.held, data, self.length)

    def copy(self) -> bytearray:
        return bytearray(ffi.buffer(self.held, self.length))

    def wipe(self) -> None:
        # The memory stays as long as a call in another thread has it.
        if self._held is not None:
            lib.glue_wipe(self._held, self.length)
            self._held = None
