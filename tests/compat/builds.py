# SPDX-License-Identifier: MIT
"""Whit with compat/ in front and micro-ecc itself, as shared libraries that Python calls, and as
objects for programs."""

import ctypes
import hashlib
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from lab.peers import catalogue, sources
from tests.runner.host import STANDARD, WARNINGS, own_kernels, sources_with
from tests.runner.tools import ROOT, compile_with, run

COMPAT = ROOT / "compat"
WORD_BYTES = (1, 4, 8)
CURVES = ("secp160r1", "secp192r1", "secp224r1", "secp256r1", "secp256k1")
# Those of the interface of 2013 besides.
WHIT_CURVES = (*CURVES, "secp128r1", "secp384r1")


def drop_in(directory: Path, interface: str, curves: Sequence[str]) -> Path:
    """The folder, with the amalgamation of these curves and beside it the files of an interface."""
    tool = (ROOT / "tools" / "amalgamate.py", "--output", directory)
    done = run([sys.executable, *tool, "--curves", ",".join(curves), "--compat", interface])
    assert done.returncode == 0, done.stderr
    return directory


def upstream_sources() -> Path:
    return sources.prepare(catalogue.find("micro-ecc"), lambda _: None)


def compile_all(
    directory: Path, files: Sequence[Path], flags: Sequence[str | Path], prefix: str = ""
) -> list[Path]:
    """One object a file, beside each other."""
    directory.mkdir(parents=True, exist_ok=True)

    def compiled(file: Path) -> Path:
        name = "-".join(file.relative_to(file.anchor).parts[-3:])
        output = directory / f"{prefix}{name}.o"
        compile_with(["gcc", "-fPIC", *flags, "-c", file, "-o", output])
        return output

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(compiled, files))


def whit_objects(
    directory: Path, word_bytes: int = 8, curves: Sequence[str] = WHIT_CURVES
) -> list[Path]:
    """Whit with the curves that the tests need and the random source of this host."""
    flags = [
        *(*STANDARD, "-O2", f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}"),
        *(f"-DWHIT_LIMB_BITS={8 * word_bytes}", f"-DWHIT_CURVES={','.join(curves)}"),
    ]
    library = sources_with(curves, own_kernels(8 * word_bytes))
    files = [*library, ROOT / "ports" / "posix" / "random.c"]
    return compile_all(directory, files, flags)


@dataclass(frozen=True)
class Configuration:
    """How uECC.c is compiled, ours or upstream's."""

    little_endian: bool = False
    word_bytes: int = 8
    arithmetic: bool = False

    @property
    def defines(self) -> tuple[str, ...]:
        return (
            f"-DuECC_VLI_NATIVE_LITTLE_ENDIAN={int(self.little_endian)}",
            f"-DuECC_WORD_SIZE={self.word_bytes}",
            f"-DuECC_ENABLE_VLI_API={int(self.arithmetic)}",
        )


def compat_objects(
    directory: Path, configuration: Configuration, more: Sequence[str] = ()
) -> list[Path]:
    flags: list[str | Path] = [
        *(*STANDARD, *WARNINGS, "-O2", *configuration.defines),
        *(f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", f"-I{COMPAT}"),
        *(f"-DWHIT_LIMB_BITS={8 * configuration.word_bytes}", *more),
    ]
    files = [COMPAT / "uECC.c", *([COMPAT / "uECC_vli.c"] if configuration.arithmetic else [])]
    return compile_all(directory, files, flags, "compat-")


def upstream_objects(directory: Path, configuration: Configuration) -> list[Path]:
    flags = ["-std=gnu99", "-w", "-O2", *configuration.defines]
    return compile_all(directory, [upstream_sources() / "uECC.c"], flags, "upstream-")


def shared(output: Path, objects: Sequence[Path]) -> ctypes.CDLL:
    """A library whose calls of its own functions stay inside it."""
    compile_with(["gcc", "-shared", "-Wl,-Bsymbolic", *objects, "-o", output])
    return ctypes.CDLL(str(output))


Bytes: TypeAlias = "ctypes._Pointer[ctypes.c_uint8]"
RandomFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint)


class HashContext(ctypes.Structure):
    """uECC_HashContext with a hash of Python's behind its functions."""


INIT = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
UPDATE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint)
FINISH = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(ctypes.c_uint8))
HashContext._fields_ = [
    ("init", INIT),
    ("update", UPDATE),
    ("finish", FINISH),
    ("block_size", ctypes.c_uint),
    ("result_size", ctypes.c_uint),
    ("tmp", ctypes.POINTER(ctypes.c_uint8)),
]


@dataclass(frozen=True)
class Curve:
    """A curve of one library, and its sizes."""

    name: str
    pointer: ctypes.c_void_p
    private_bytes: int
    coordinate_bytes: int


class Library:
    """The functions of uECC.h, bytes in and bytes out, and 1 or 0 for the return value. Outputs
    start as bytes that no function writes by chance."""

    def __init__(self, library: ctypes.CDLL, little_endian: bool = False) -> None:
        self.raw = library
        self.little_endian = little_endian
        self._random: object = None
        self.curves = {name: self._curve(name) for name in CURVES}

    def _curve(self, name: str) -> Curve:
        get = getattr(self.raw, f"uECC_{name}")
        get.restype = ctypes.c_void_p
        pointer = ctypes.c_void_p(get())
        private = self.raw.uECC_curve_private_key_size(pointer)
        public = self.raw.uECC_curve_public_key_size(pointer)
        return Curve(name, pointer, private, public // 2)

    def set_random(self, source: Callable[[int], bytes | None] | None) -> None:
        """A source of the given number of bytes; None where it fails, or for no source."""
        if source is None:
            self.raw.uECC_set_rng(None)
            return

        def fill(out: Bytes, size: int) -> int:
            drawn = source(size)
            if drawn is None:
                return 0
            ctypes.memmove(out, drawn, size)
            return 1

        self._random = RandomFunction(fill)
        self.raw.uECC_set_rng(self._random)

    # Room behind outputs: with whole words micro-ecc writes more than it says.
    def _room(self, length: int) -> "ctypes.Array[ctypes.c_char]":
        return ctypes.create_string_buffer(b"\xa5" * (length + 16), length + 16)

    def make_key(self, curve: str) -> tuple[int, bytes, bytes]:
        c = self.curves[curve]
        public, private = self._room(2 * c.coordinate_bytes), self._room(c.private_bytes)
        done = self.raw.uECC_make_key(public, private, c.pointer)
        return done, public.raw[: 2 * c.coordinate_bytes], private.raw[: c.private_bytes]

    def public_key(self, curve: str, private: bytes) -> tuple[int, bytes]:
        c = self.curves[curve]
        public = self._room(2 * c.coordinate_bytes)
        done = self.raw.uECC_compute_public_key(private + bytes(8), public, c.pointer)
        return done, public.raw[: 2 * c.coordinate_bytes]

    def shared_secret(self, curve: str, public: bytes, private: bytes) -> tuple[int, bytes]:
        c = self.curves[curve]
        secret = self._room(c.coordinate_bytes)
        done = self.raw.uECC_shared_secret(public, private + bytes(8), secret, c.pointer)
        return done, secret.raw[: c.coordinate_bytes]

    def valid(self, curve: str, public: bytes) -> int:
        return int(self.raw.uECC_valid_public_key(public, self.curves[curve].pointer))

    def compress(self, curve: str, public: bytes) -> bytes:
        c = self.curves[curve]
        compressed = self._room(1 + c.coordinate_bytes)
        self.raw.uECC_compress(public, compressed, c.pointer)
        return compressed.raw[: 1 + c.coordinate_bytes]

    def decompress(self, curve: str, compressed: bytes) -> bytes:
        c = self.curves[curve]
        public = self._room(2 * c.coordinate_bytes)
        self.raw.uECC_decompress(compressed, public, c.pointer)
        return public.raw[: 2 * c.coordinate_bytes]

    def sign(self, curve: str, private: bytes, digest: bytes) -> tuple[int, bytes]:
        c = self.curves[curve]
        signature = self._room(2 * c.coordinate_bytes)
        done = self.raw.uECC_sign(private + bytes(8), digest, len(digest), signature, c.pointer)
        return done, signature.raw[: 2 * c.coordinate_bytes]

    def sign_deterministic(
        self, curve: str, private: bytes, digest: bytes, algorithm: str
    ) -> tuple[int, bytes, bytes]:
        """The third: what is in the hash's buffer afterwards."""
        c = self.curves[curve]
        signature = self._room(2 * c.coordinate_bytes)
        new = hashlib.new(algorithm)
        room = self._room(2 * new.digest_size + new.block_size)
        state = [new]

        def init(_: object) -> None:
            state[0] = hashlib.new(algorithm)

        def update(_: object, message: Bytes, size: int) -> None:
            state[0].update(ctypes.string_at(message, size))

        def finish(_: object, result: Bytes) -> None:
            ctypes.memmove(result, state[0].digest(), state[0].digest_size)

        context = HashContext(
            INIT(init),
            UPDATE(update),
            FINISH(finish),
            new.block_size,
            new.digest_size,
            ctypes.cast(room, ctypes.POINTER(ctypes.c_uint8)),
        )
        done = self.raw.uECC_sign_deterministic(
            private + bytes(8), digest, len(digest), ctypes.byref(context), signature, c.pointer
        )
        used = room.raw[: 2 * new.digest_size + new.block_size]
        return done, signature.raw[: 2 * c.coordinate_bytes], used

    def sign_with_k(
        self, curve: str, private: bytes, digest: bytes, nonce: bytes
    ) -> tuple[int, bytes]:
        c = self.curves[curve]
        signature = self._room(2 * c.coordinate_bytes)
        done = self.raw.uECC_sign_with_k(
            private + bytes(8), digest, len(digest), nonce, signature, c.pointer
        )
        return done, signature.raw[: 2 * c.coordinate_bytes]

    def verify(self, curve: str, public: bytes, digest: bytes, signature: bytes) -> int:
        return int(
            self.raw.uECC_verify(public, digest, len(digest), signature, self.curves[curve].pointer)
        )

    def number(self, value: int, length: int) -> bytes:
        return value.to_bytes(length, "little" if self.little_endian else "big")
