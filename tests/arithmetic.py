# SPDX-License-Identifier: MIT
"""The public arithmetic as a shared library of this host, and what its functions shall give."""

import ctypes
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.runner.host import ARITHMETIC, STANDARD, WARNINGS
from tests.runner.made import amalgamation, shared_library
from tests.runner.tools import ROOT, compile_with
from tools.curves.read import load
from tools.curves.weierstrass import Affine, Curve

STATUSES = {
    name: int(value, 16)
    for name, value in re.findall(
        r"WHIT_(\w+) = (0x[0-9a-f]+)", (ROOT / "include/whit/status.h").read_text()
    )
}
OK = STATUSES["OK"]
INFINITY = STATUSES["ERROR_PUBLIC_KEY_INFINITY"]
GUARD = b"\xa5" * 16  # behind each object: nothing writes there
FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)


class Random(ctypes.Structure):
    _fields_ = [("fill", FILL), ("context", ctypes.c_void_p)]


def status_of(error: str) -> int:
    return STATUSES[f"ERROR_{error}"]


def shared(
    folder: Path,
    *options: str,
    curves: Sequence[str] = ("secp256r1",),
    arithmetic: bool = True,
    source: Path | None = None,
) -> ctypes.CDLL:
    """The amalgamated library with some curves, or a file that includes it."""
    chosen = f"-DWHIT_CURVES={','.join(curves)}"
    added = (ARITHMETIC,) if arithmetic else ()
    include = f"-I{amalgamation() / 'include'}"
    flags = (*STANDARD, *WARNINGS, "-O2", chosen, *added, *options, include)
    output = folder / "whit.so"
    if source:
        compile_with(["gcc", *flags, "-fPIC", "-shared", source, "-o", output])
    else:
        shared_library("gcc", flags, (amalgamation() / "whit.c",), output)
    return ctypes.CDLL(str(output))


def number_bytes(bits: int) -> int:
    """WHIT_NUMBER_BYTES."""
    return (bits + 63) // 64 * 8


class Object:
    """An object of the library, with a guard behind it."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.memory = ctypes.create_string_buffer(bytes(size) + GUARD, size + len(GUARD))

    @property
    def content(self) -> bytes:
        assert self.memory.raw[self.size :] == GUARD
        return self.memory.raw[: self.size]


class Source:
    """A random source of a seed, or of given bytes over and over; it may fail, from its first draw
    or after some."""

    def __init__(
        self, seed: int = 0, pattern: bytes = b"", status: int = OK, draws: int | None = None
    ) -> None:
        chosen = random.Random(seed)
        self.left = draws

        def fill(_: Any, out: int, length: int) -> int:
            drawn = (pattern * length)[:length] if pattern else chosen.randbytes(length)
            ctypes.memmove(out, drawn, length)
            if self.left is not None:
                self.left -= 1
            return status_of("RANDOM_FAILED") if self.left == -1 else status

        self._fill = FILL(fill)
        self.pointer = ctypes.byref(Random(self._fill, None))


class Integers:
    """Integers modulo one number: whit/integer.h."""

    def __init__(self, library: ctypes.CDLL, modulus: int, zeros: int = 0) -> None:
        self._library = library
        self.modulus = modulus
        bits = modulus.bit_length()
        self.bytes = (bits + 7) // 8
        number = number_bytes(bits)
        self._integer_size = 8 + number
        self._m = Object(16 + 2 * number)
        self._room = Object(7 * number + 18 * 8)
        self._power_room = Object(3 * number + (number << 6))
        given = modulus.to_bytes(self.bytes + zeros, "big")
        size = ctypes.c_size_t(len(given))
        self.status: int = library.whit_integer_set_modulus(
            self._m.memory, ctypes.c_size_t(bits), given, size, self._room.memory
        )

    def object(self) -> Object:
        return Object(self._integer_size)

    def call(self, name: str, *arguments: Any) -> int:
        """A function of the modulus and of room; objects are passed as their memory."""
        given = [each.memory if isinstance(each, Object) else each for each in arguments]
        function = getattr(self._library, f"whit_integer_{name}")
        status: int = function(*given, self._m.memory, self._room.memory)
        assert self._m.content
        assert self._room.content
        return status

    def read(self, value: int) -> Object:
        found = self.object()
        given = value.to_bytes(self.bytes, "big")
        assert self.call("read", found, given, ctypes.c_size_t(len(given))) == OK
        return found

    def value(self, given: Object) -> int:
        out = ctypes.create_string_buffer(self.bytes)
        assert given.content
        assert self.call("write", out, ctypes.c_size_t(self.bytes), given) == OK
        return int.from_bytes(out.raw, "big")

    def computed(self, name: str, *arguments: Any) -> int:
        """What a function gives that sets an integer."""
        found = self.object()
        assert self.call(name, found, *arguments) == OK
        return self.value(found)

    def answer(self, name: str, *arguments: Any) -> int:
        """What a question is answered by."""
        answer = ctypes.c_int(-7)
        assert self.call(name, ctypes.byref(answer), *arguments) == OK
        return answer.value

    def power(self, base: Object, exponent: bytes, window: int, suffix: str = "") -> int:
        found = self.object()
        function = getattr(self._library, f"whit_integer_exp{suffix}")
        length = ctypes.c_size_t(len(exponent))
        given = (found.memory, base.memory, exponent, length, self._m.memory)
        assert function(*given, self._power_room.memory, ctypes.c_uint(window)) == OK
        assert self._power_room.content
        return self.value(found)


class Group:
    """Points and scalars of one curve: whit/point.h."""

    def __init__(self, library: ctypes.CDLL, name: str) -> None:
        self._library = library
        self.curve: Curve = load(ROOT / "curves" / f"{name}.toml")
        self._object = ctypes.byref(ctypes.c_char.in_dll(library, f"whit_{name}"))
        self.base = ctypes.byref(ctypes.c_char.in_dll(library, f"whit_{name}_base"))
        self.field_bytes = (self.curve.p.bit_length() + 7) // 8
        self.order_bytes = (self.curve.order.bit_length() + 7) // 8
        self.scalar_size = 8 + number_bytes(self.curve.scalar_size)
        self.point_size = 8 + 3 * number_bytes(self.curve.field_size)

    def call(self, name: str, *arguments: Any) -> int:
        given = [each.memory if isinstance(each, Object) else each for each in arguments]
        status: int = getattr(self._library, f"whit_{name}")(self._object, *given)
        return status

    def scalar(self, value: int) -> Object:
        found = Object(self.scalar_size)
        given = value.to_bytes(self.order_bytes, "big")
        assert self.call("scalar_read", found, given, ctypes.c_size_t(len(given))) == OK
        return found

    def scalar_value(self, given: Object) -> int:
        out = ctypes.create_string_buffer(self.order_bytes)
        assert given.content
        assert self.call("scalar_write", out, ctypes.c_size_t(self.order_bytes), given) == OK
        return int.from_bytes(out.raw, "big")

    def encoded(self, point: tuple[int, int], compressed: bool = False) -> bytes:
        x, y = (each.to_bytes(self.field_bytes, "big") for each in point)
        return bytes([2 | point[1] & 1]) + x if compressed else b"\4" + x + y

    def point(self, value: Affine, compressed: bool = False) -> Object:
        found = Object(self.point_size)
        if value is None:
            assert self.call("point_set_identity", found) == OK
            return found
        given = self.encoded(value, compressed)
        assert self.call("point_decode", found, given, ctypes.c_size_t(len(given))) == OK
        return found

    def point_value(self, given: Object) -> Affine:
        """As encoded in either form; it is valid and called the identity if it is."""
        assert given.content
        assert self.call("point_validate", given) == OK
        out = ctypes.create_string_buffer(1 + 2 * self.field_bytes)
        status = self.call("point_encode", out, ctypes.c_size_t(len(out)), given)
        assert self.answer("point_is_identity", given) == (status == INFINITY)
        if status == INFINITY:
            assert not any(out.raw)
            return None
        assert status == OK
        half = self.field_bytes
        found = tuple(int.from_bytes(out.raw[1 + i * half :][:half], "big") for i in range(2))
        short = ctypes.create_string_buffer(1 + half)
        assert self.call("point_encode", short, ctypes.c_size_t(1 + half), given) == OK
        assert out.raw == self.encoded((found[0], found[1]))
        assert short.raw == self.encoded((found[0], found[1]), compressed=True)
        return found[0], found[1]

    def answer(self, name: str, *arguments: Any) -> int:
        answer = ctypes.c_int(-7)
        assert self.call(name, ctypes.byref(answer), *arguments) == OK
        return answer.value

    def new_scalar(self, name: str, *arguments: Any) -> int:
        """What a function gives that sets a scalar."""
        found = Object(self.scalar_size)
        assert self.call(name, found, *arguments) == OK
        return self.scalar_value(found)

    def new_point(self, name: str, *arguments: Any) -> Affine:
        found = Object(self.point_size)
        assert self.call(name, found, *arguments) == OK
        return self.point_value(found)
