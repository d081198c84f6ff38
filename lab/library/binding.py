# SPDX-License-Identifier: MIT
"""Calling the library: statuses, buffers and lengths, random sources."""

import ctypes
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lab.errors import LabError, UnknownNameError
from lab.paths import INCLUDE

_HASH_STATE_WORDS = 128  # more than whit_hash_state takes

RandomSource = Callable[[int], bytes]

_STATUS = re.compile(r"^\s+(WHIT_\w+) = (0x[0-9a-f]+),?(?:\s*/\* (.+) \*/)?$", re.MULTILINE)
_HASH = re.compile(r"^extern const whit_hash whit_(\w+);", re.MULTILINE)
_FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


@dataclass(frozen=True)
class Status:
    """What a function returned, as include/whit/status.h has it."""

    name: str
    meaning: str


class StatusError(LabError):
    """A function of the library refused its input; the message is the status's meaning."""

    def __init__(self, status: Status) -> None:
        super().__init__(status.meaning)
        self.status = status


@dataclass(frozen=True)
class Fixed:
    """Bytes of which a function knows the length."""

    content: bytes


class Output:
    """Memory that a function writes to: of fixed length, which it knows if `bare`, or with the
    length it returns."""

    def __init__(self, capacity: int, *, exact: bool = True, bare: bool = False) -> None:
        self._buffer = ctypes.create_string_buffer(max(capacity, 1))
        self._length = ctypes.c_size_t(capacity)
        self._exact = exact
        self._bare = bare

    def arguments(self) -> tuple[object, ...]:
        if self._bare:
            return (self._buffer,)
        if self._exact:
            return self._buffer, self._length
        return self._buffer, ctypes.byref(self._length)

    @property
    def value(self) -> bytes:
        return self._buffer.raw[: self._length.value]


class _Random(ctypes.Structure):
    """`whit_random` of include/whit/random.h."""

    _fields_ = [("fill", _FILL), ("context", ctypes.c_void_p)]


class Binding:
    """The loaded library's symbols."""

    def __init__(self, path: Path) -> None:
        self._code = ctypes.CDLL(str(path))
        found = _STATUS.findall((INCLUDE / "whit" / "status.h").read_text(encoding="utf-8"))
        self._statuses = {int(value, 16): Status(name, text) for name, value, text in found}
        self._values = {status.name: value for value, status in self._statuses.items()}
        header = (INCLUDE / "whit" / "hash.h").read_text(encoding="utf-8")
        self.hashes = tuple(_HASH.findall(header))

    def has(self, symbol: str) -> bool:
        return hasattr(self._code, symbol)

    def pointer(self, symbol: str) -> object:
        """A pointer to a constant object of the library."""
        return ctypes.byref(ctypes.c_char.in_dll(self._code, symbol))

    def hash(self, name: str) -> object:
        if name not in self.hashes:
            raise UnknownNameError("hash", name, self.hashes)
        return self.pointer(f"whit_{name}")

    def digest(self, name: str, message: bytes) -> bytes:
        """The digest of a message."""
        chosen = self.hash(name)
        state = (ctypes.c_uint64 * _HASH_STATE_WORDS)()
        digest = ctypes.create_string_buffer(self.size("whit_hash_bytes", chosen))
        self.run("whit_hash_init", chosen, state)
        self.run("whit_hash_update", chosen, state, message)
        self.run("whit_hash_final", chosen, state, digest)
        return digest.raw

    def random(self, source: RandomSource | None = None) -> object:
        """A `whit_random` over a function that returns as many bytes as it is asked for; the
        operating system's if none. A source that raises has failed."""
        draw = source or os.urandom

        def fill(_: object, out: int, length: int) -> int:
            try:
                drawn = draw(length)
            except Exception:
                return self._values["WHIT_ERROR_RANDOM_FAILED"]
            if len(drawn) != length:
                return self._values["WHIT_ERROR_RANDOM_FAILED"]
            ctypes.memmove(out, drawn, length)
            return self._values["WHIT_OK"]

        return ctypes.pointer(_Random(_FILL(fill), None))

    def status(self, function: str, *arguments: object) -> Status:
        """Call a function that returns a status.

        Bytes become a pointer and a length, and so does an Output, of which a function that
        returns a length gets that by pointer. Everything else is passed as ctypes does."""
        return self.named(getattr(self._code, function)(*_passed(arguments)))

    def named(self, value: int) -> Status:
        """What a value of `whit_status` says."""
        value &= 0xFFFF
        return self._statuses.get(value) or Status(f"{value:#06x}", f"unknown status {value:#06x}")

    def call(self, function: str, *arguments: object) -> None:
        """As `status`; everything but WHIT_OK is raised as StatusError."""
        status = self.status(function, *arguments)
        if status.name != "WHIT_OK":
            raise StatusError(status)

    def run(self, function: str, *arguments: object) -> None:
        """Call a function that returns nothing, with arguments as for `status`."""
        called = self._code[function]
        called.restype = None
        called(*_passed(arguments))

    def size(self, function: str, *arguments: object) -> int:
        """Call a function that returns a size or another small number."""
        called = self._code[function]
        called.restype = ctypes.c_size_t
        return int(called(*arguments))


def _passed(arguments: tuple[object, ...]) -> list[object]:
    passed: list[object] = []
    for argument in arguments:
        if isinstance(argument, bytes):
            passed += [argument, ctypes.c_size_t(len(argument))]
        elif isinstance(argument, Fixed):
            passed.append(argument.content)
        elif isinstance(argument, Output):
            passed += argument.arguments()
        else:
            passed.append(argument)
    return passed
