# SPDX-License-Identifier: MIT
"""The compression of SHA-512 on AVR, by its kernels and by its portable twin, on the emulated core:
against FIPS 180-4 on integers, with one trace for all blocks."""

import random
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from emulator.avr import boot, link

from lab.emulator.avr import AvrMachine
from tests.kernels import FLAGS, parts
from tests.runner.host import PROFILES
from tests.runner.tools import ROOT
from tests.sha2 import halves, root_fractions

pytestmark = pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed")

MASK = 2**64 - 1
STATE_BYTES = 64 + 8 + 128
SOURCE = (
    ".global __do_clear_bss\n.global __do_copy_data\n.section .text\n.global main\nmain: ret\n"
    ".section .bss\n.global buffer\n.type buffer, @object\n.size buffer, 256\nbuffer: .space 256\n"
)


K = root_fractions(80, 3, 64)


def right(x: int, count: int) -> int:
    return (x >> count | x << (64 - count)) & MASK


def compress(chain: Sequence[int], block: bytes) -> list[int]:
    """FIPS 180-4, 6.4.2."""
    w = [int.from_bytes(block[i : i + 8], "big") for i in range(0, 128, 8)]
    for t in range(16, 80):
        s0 = right(w[t - 15], 1) ^ right(w[t - 15], 8) ^ w[t - 15] >> 7
        s1 = right(w[t - 2], 19) ^ right(w[t - 2], 61) ^ w[t - 2] >> 6
        w.append((s1 + w[t - 7] + s0 + w[t - 16]) & MASK)
    a, b, c, d, e, f, g, h = chain
    for t in range(80):
        first = h + (right(e, 14) ^ right(e, 18) ^ right(e, 41)) + (e & f ^ ~e & g) + K[t] + w[t]
        second = (right(a, 28) ^ right(a, 34) ^ right(a, 39)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (first + second) & MASK, a, b, c, (d + first) & MASK, e, f, g
    return [(x + y) & MASK for x, y in zip(chain, (a, b, c, d, e, f, g, h), strict=True)]


@pytest.mark.brief(3)
@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("portable", [False, True], ids=["kernels", "portable"])
def test_compression(tmp_path: Path, portable: bool, profile: str) -> None:
    source = tmp_path / "calls.S"
    source.write_text(SOURCE)
    sources = [parts(tmp_path, "native/avr", "native/c", "mp", "base")]
    sources += [ROOT / "src" / "hash" / name for name in ("sha512.c", "sha.c", "hash.c")]
    options = [*FLAGS, "-Wno-attributes", "-DWHIT_CURVES=secp256r1"]
    options += [f"-DWHIT_PROFILE={profile}", *(["-DWHIT_PORTABLE"] if portable else [])]
    built = link(tmp_path, "atmega328p", source, *options, *map(str, sources))
    machine: AvrMachine = boot(built, "atmega328p")
    generator = random.Random(f"{profile} {portable}")
    state = machine.symbol("buffer")
    traces = set()
    for turn in range(8 if portable else 24):
        words = [generator.choice((0, MASK, 1 << 63, generator.randrange(2**64))) for _ in range(8)]
        block = generator.choice((bytes(128), b"\xff" * 128, generator.randbytes(128)))
        if turn % 2:
            words = [generator.randrange(2**64) for _ in range(8)]
            block = generator.randbytes(128)
        machine.write(state, halves(words, 64) + bytes(8) + block + b"\xaa")
        traces.add(machine.call("whit_sha512_compress", state, trace=True).traces)
        assert machine.read(state, 64) == halves(compress(words, block), 64)
        assert machine.read(state + STATE_BYTES, 1) == b"\xaa"
    assert len(traces) == 1
