# SPDX-License-Identifier: MIT
"""Whit with compat/p256-m.c in front and p256-m itself, as objects for programs and as shared
libraries that Python calls."""

import ctypes
from collections.abc import Callable, Sequence
from pathlib import Path

from lab.paths import ROOT
from lab.peers import catalogue, sources
from tests.compat.builds import COMPAT, compile_all, shared
from tests.runner.host import STANDARD, WARNINGS

HERE = Path(__file__).resolve().parent
SUCCESS, RANDOM_FAILED, INVALID_PUBKEY, INVALID_PRIVKEY, INVALID_SIGNATURE = 0, -1, -2, -3, -4
SHIM = ROOT / "peers" / "p256-m" / "include"
# Its copy in Mbed TLS: what puts it there, and another name for the random source that it brings.
UPSTREAM = (
    *("-std=gnu99", "-w", "-DMBEDTLS_PSA_P256M_DRIVER_ENABLED", f"-I{SHIM}"),
    "-Dp256_generate_random=upstream_generate_random",
)
LENGTHS = {"priv": 32, "secret": 32, "pub": 64, "sig": 64}
SourceFunction = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint)


def upstream_folder() -> Path:
    return sources.prepare(catalogue.find("p256-m"), lambda _: None)


def compat_objects(directory: Path, flags: Sequence[str] = ("-O2",)) -> list[Path]:
    told = (*STANDARD, *WARNINGS, *flags, f"-I{COMPAT}", f"-I{ROOT / 'include'}")
    return compile_all(directory, [COMPAT / "p256-m.c"], told, "compat-")


def upstream_objects(directory: Path) -> list[Path]:
    own = compile_all(directory, [upstream_folder() / "p256-m.c"], [*UPSTREAM, "-O2"], "upstream-")
    told = (*STANDARD, *WARNINGS, "-O2", f"-I{SHIM}")
    return [*own, *compile_all(directory, [HERE / "upstream_p256_m.c"], told, "upstream-")]


class Library:
    """The functions of p256-m.h: what they return, and the bytes of each output. Outputs start as
    bytes that no function writes by chance."""

    def __init__(self, raw: ctypes.CDLL) -> None:
        self.raw = raw
        self._source: object = None

    @classmethod
    def linked(cls, directory: Path, header: Path, objects: Sequence[Path]) -> "Library":
        told = (*STANDARD, *WARNINGS, "-O2", f"-I{header}")
        source = compile_all(directory, [HERE / "source_p256_m.c"], told)
        return cls(shared(directory / "library.so", [*source, *objects]))

    def set_source(self, source: Callable[[int], bytes | None]) -> None:
        """A source of the given number of bytes; None where it fails."""

        def fill(out: "ctypes._Pointer[ctypes.c_uint8]", size: int) -> int:
            drawn = source(size)
            if drawn is None:
                return -1
            ctypes.memmove(out, drawn, size)
            return 0

        self._source = SourceFunction(fill)
        place = ctypes.c_void_p.in_dll(self.raw, "test_source")
        place.value = ctypes.cast(self._source, ctypes.c_void_p).value

    def _call(self, name: str, outputs: Sequence[str], *inputs: object) -> tuple[int, bytes]:
        rooms = [ctypes.create_string_buffer(b"\xa5" * LENGTHS[each]) for each in outputs]
        done = getattr(self.raw, f"p256_{name}")(*rooms, *inputs)
        return done, b"".join(
            room.raw[: LENGTHS[each]] for room, each in zip(rooms, outputs, strict=True)
        )

    def gen_keypair(self) -> tuple[int, bytes, bytes]:
        done, both = self._call("gen_keypair", ("priv", "pub"))
        return done, both[:32], both[32:]

    def ecdh_shared_secret(self, private: bytes, public: bytes) -> tuple[int, bytes]:
        return self._call("ecdh_shared_secret", ("secret",), private, public)

    def ecdsa_sign(self, private: bytes, digest: bytes) -> tuple[int, bytes]:
        length = ctypes.c_size_t(len(digest))
        return self._call("ecdsa_sign", ("sig",), private, digest, length)

    def ecdsa_verify(self, signature: bytes, public: bytes, digest: bytes) -> int:
        length = ctypes.c_size_t(len(digest))
        return self._call("ecdsa_verify", (), signature, public, digest, length)[0]

    def validate_pubkey(self, public: bytes) -> int:
        return self._call("validate_pubkey", (), public)[0]

    def validate_privkey(self, private: bytes) -> int:
        return self._call("validate_privkey", (), private)[0]

    def public_from_private(self, private: bytes) -> tuple[int, bytes]:
        return self._call("public_from_private", ("pub",), private)
