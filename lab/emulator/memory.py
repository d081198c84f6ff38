# SPDX-License-Identifier: MIT
"""Memory of an emulated core."""

import ctypes
import mmap
from typing import Any

PAGE_BYTES = 4096


class Memory:
    """Page-aligned bytes that Unicorn, the engine and Python share."""

    def __init__(self, address: int, size_bytes: int) -> None:
        self.address = address
        self.size_bytes = size_bytes
        rounded = -(-size_bytes // PAGE_BYTES) * PAGE_BYTES
        self.bytes = mmap.mmap(-1, rounded)
        self.host = ctypes.addressof(ctypes.c_char.from_buffer(self.bytes))

    def offset(self, address: int, size_bytes: int) -> int | None:
        start = address - self.address
        return start if start >= 0 and start + size_bytes <= self.size_bytes else None

    def map(self, uc: Any, permissions: int) -> None:
        uc.mem_map_ptr(self.address, len(self.bytes), permissions, self.host)
