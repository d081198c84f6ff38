# SPDX-License-Identifier: MIT
"""The AVR emulation against times of micro-ecc on silicon: those of key agreement in its README
of 2014, "ECDH (fast)", on an ATmega256RFR2 at 16 MHz, built by avr-gcc 4.8.1 with -Os.

Nearly all of that time is in its assembly, which no compiler has changed since. The library has
changed around it: it was compiled for one curve, and its ladder had as many steps as the private
key has bits. The crate has a later version, built here as the earlier one was: for one curve,
which takes repairs to lines that its author no longer compiled, and with the old ladder, over
keys of all lengths. Its C, which still takes any curve, is compiled with -O2 for that: with -Os
the ratios are 1.03, 1.02, 1.00 and 1.01. (As the lab measures the crate, for curves of two sizes
and with a ladder of a fixed length, they are 1.06, 1.05, 1.04 and 1.04.)

The ATmega2560 stands for the ATmega256RFR2: the same core with as much flash, and so as long
return addresses."""

import re
import shutil
from pathlib import Path
from statistics import fmean

import pytest
from emulator.avr import boot, link

from lab import curves, oracle
from lab.emulator.avr import AvrMachine
from lab.measures import inputs
from lab.model import OPERATIONS
from lab.peers import catalogue
from lab.peers.sources import prepare

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("avr-gcc") is None, reason="avr-gcc is not installed"),
]

MODEL = "atmega2560"
CLOCK_HZ = 16_000_000
KEYS = 6
README_MILLISECONDS = {"secp160r1": 470, "secp192r1": 810, "secp256r1": 2220, "secp256k1": 1615}

PROGRAM = """
#include "uECC.c"

uint8_t private_key[uECC_MAX_WORDS], public_key[2 * uECC_MAX_WORDS], secret[uECC_MAX_WORDS];

void agree(void)
{
    uECC_Curve curve = CURVE();
    int length = curve->num_bytes;
    wordcount_t scalar_words = BITS_TO_WORDS(curve->num_n_bits);
    uint8_t point[2 * uECC_MAX_WORDS], scalar[uECC_MAX_WORDS];

    uECC_vli_bytesToNative(scalar, private_key, scalar_words);
    uECC_vli_bytesToNative(point, public_key, length);
    uECC_vli_bytesToNative(point + length, public_key + length, length);
    EccPoint_mult(point, point, scalar, 0, uECC_vli_numBits(scalar, scalar_words), curve);
    uECC_vli_nativeToBytes(secret, length, point);
}

int main(void)
{
    agree();
    return secret[0];
}
"""


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The crate's, repaired: one list of clobbered registers ends in a comma, and the pointer
    to the result of an addition or subtraction is only set on the way through a table of jumps."""
    folder = tmp_path_factory.mktemp("sources") / "micro-ecc"
    shutil.copytree(prepare(catalogue.find("micro-ecc"), print), folder)
    file = folder / "asm_avr.inc"
    text, commas = re.subn(r'"r0",(\n *#if .*\n *)"r30"', r'"r0"\1, "r30"', file.read_text())
    text, pointers = re.subn(
        r"(REPEATM\(uECC_MAX_WORDS, (?:ADD|SUB)_RJPM_TABLE\)\n)( *#endif)",
        r'\1#else\n"movw r30, %A[result] \\n\\t"\n\2',
        text,
    )
    assert (commas, pointers) == (1, 2)
    file.write_text(text)
    (folder / "program.c").write_text(PROGRAM)
    return folder


def agreement(machine: AvrMachine, name: str, index: int) -> float:
    """The milliseconds that one takes, with the right result."""
    curve = curves.find(name)
    given = inputs.make(OPERATIONS["ecdh"], curve, "silicon", index)
    for buffer in ("private_key", "public_key"):
        machine.write(machine.symbol(buffer), given[buffer])
    call = machine.call("agree")
    expected = oracle.of(curve).shared_secret(given["private_key"], given["public_key"])
    assert machine.read(machine.symbol("secret"), len(expected)) == expected
    return 1000 * call.cycles / CLOCK_HZ


@pytest.mark.parametrize("name", README_MILLISECONDS)
def test_key_agreement_takes_as_long_as_on_silicon(sources: Path, name: str) -> None:
    supported = catalogue.find("micro-ecc").curves
    defines = [f"-DuECC_SUPPORTS_{other}=0" for other in supported if other != name]
    defines += ["-DuECC_OPTIMIZATION_LEVEL=3", "-DuECC_SQUARE_FUNC=1", f"-DCURVE=uECC_{name}"]
    flags = ["-O2", "-std=gnu99", "-w", "-ffunction-sections", "-Wl,--gc-sections", *defines]
    machine = boot(link(sources.parent, MODEL, sources / "program.c", *flags), MODEL)
    milliseconds = fmean(agreement(machine, name, index) for index in range(KEYS))
    print(f"{name}: {milliseconds:.0f} ms, {milliseconds / README_MILLISECONDS[name]:.4f}")
    assert milliseconds == pytest.approx(README_MILLISECONDS[name], rel=0.02)
