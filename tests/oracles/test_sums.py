# SPDX-License-Identifier: MIT
"""Sums of products in the fields of pairings: in portable C with limbs of each width, and by the
kernels that a build with pairings takes on a Cortex-M4, against integers."""

import ctypes
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from emulator.assembler import boot, link

from lab.emulator import Machine
from tests.kernels import FLAGS, kernels, parts
from tests.runner.host import STANDARD, WARNINGS
from tests.runner.tools import ROOT, TESTS, compile_with
from tools.curves.read import read
from tools.curves.weierstrass import Curve

WIDTHS = (8, 16, 32, 64)
CURVES = [
    curve
    for path in sorted((ROOT / "curves").glob("*.toml"))
    if (curve := read(path)[0]).pairing or curve.name.startswith("brainpoolP320r1")
]
BY_SIZE = {
    size: [c for c in CURVES if c.field_size == size] for size in {c.field_size for c in CURVES}
}
COUNTED = 128
TRIED = 8


def limbs(size: int, width: int) -> int:
    return -(-size // width)


def edges(drawn: random.Random, m: int) -> Iterator[int]:
    """Up to the modulus itself, which operands may be."""
    yield from (m, m - 1, 0, 1, 2 ** (m.bit_length() - 1) - 1)
    while True:
        yield drawn.randrange(m)
        yield m - drawn.randrange(2 ** drawn.randrange(1, m.bit_length() - 1))


def sums(drawn: random.Random, m: int, most: int) -> Iterator[list[tuple[int, int]]]:
    """The same product over and over, and others; and a product that counts as often as so many."""
    yield [(most * m, m)]
    for count in {1, 2, 3, min(most, TRIED), most} & {*range(1, most + 1)}:
        numbers = edges(drawn, m)
        for _ in range(6):
            yield [(next(numbers),) * 2] * count
            yield [(next(numbers), next(numbers)) for _ in range(count)]


def expected_most(m: int, size: int, width: int) -> int:
    """As the highest limb tells it."""
    top = m >> width * (limbs(size, width) - 1)
    return min((1 << width) // (top + 1), COUNTED)


@pytest.mark.brief(9)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("size", sorted(BY_SIZE))
def test_in_portable_c(size: int, width: int, tmp_path: Path) -> None:
    library = tmp_path / f"sums_{size}_{width}.so"
    flags = [*STANDARD, *WARNINGS, "-O1", "-shared", "-fPIC", f"-I{ROOT / 'src'}"]
    flags += [f"-I{ROOT / 'include'}", "-DWHIT_PORTABLE=1", f"-DWHIT_LIMB_BITS={width}"]
    flags += ["-DWHIT_CURVES=" + ",".join(curve.name for curve in BY_SIZE[size])]
    flags += [f'-DFIELD_HEADER="generated/instance/field_{size}.h"']
    files = [TESTS / "oracles" / "sums.c", parts(tmp_path, "base", "mp", "native/c")]
    files.append(ROOT / "src" / "generated" / "instance" / f"field_{size}.c")
    compile_with(["gcc", *flags, *files, "-o", library])
    calls = ctypes.CDLL(str(library))
    n = limbs(size, width)
    length = n * width // 8
    radix = 2 ** (n * width)

    def number(value: int) -> ctypes.Array[ctypes.c_char]:
        return ctypes.create_string_buffer(value.to_bytes(length, "little"), length)

    def read(array: ctypes.Array[ctypes.c_char]) -> int:
        return int.from_bytes(bytes(array), "little")

    for curve in BY_SIZE[size]:
        m = curve.p
        drawn = random.Random(f"{curve.name} {width}")
        calls.set(number(m), ctypes.c_uint64(-pow(m, -1, 2**width) % 2**width))
        most = calls.most()
        assert most == expected_most(m, size, width)
        assert most * m <= radix
        result = number(0)
        for terms in sums(drawn, m, most):
            held = [number(value) for term in terms for value in term]
            pointers = (ctypes.c_void_p * len(held))(*map(ctypes.addressof, held))
            calls.sum(result, pointers, ctypes.c_size_t(len(terms)))
            assert read(result) == sum(a * b for a, b in terms) * pow(radix, -1, m) % m
            # In place of the last operand.
            calls.sum(held[-1], pointers, ctypes.c_size_t(len(terms)))
            assert read(held[-1]) == read(result)
        for value in (0, 1, m - 1, m, drawn.randrange(m)):
            calls.complement(result, number(value))
            assert read(result) == m - value


def test_towers_have_their_terms() -> None:
    """Fields with bits to spare take at least two products at a time, with limbs of every width."""
    spare = {curve.name for curve in CURVES if curve.p.bit_length() % 16 not in (0, 15)}
    assert len(spare) > 8
    for curve in CURVES:
        for width in WIDTHS:
            most = expected_most(curve.p, curve.field_size, width)
            assert (most > 1) >= (curve.name in spare), (curve.name, width)


# Of each number of limbs that there are kernels for.
ON_CORES = ("bn_p158", "bn_p254", "bls12_381", "bls12_455", "kss18_508", "bn_p638")


def image(curve: Curve, directory: Path, *flags: str) -> Path:
    source = directory / "calls.c"
    room = "unsigned char buffer[8192] __attribute__((aligned(8), used));\n"
    source.write_text((TESTS / "oracles" / "sums.c").read_text() + room)
    files = [source, kernels(directory, "[ac]*"), parts(directory / "below", "base", "mp")]
    files.append(ROOT / "src" / "generated" / "instance" / f"field_{curve.field_size}.c")
    header = f'-DFIELD_HEADER="generated/instance/field_{curve.field_size}.h"'
    return link(directory, "m4", files, *FLAGS, header, f"-DWHIT_CURVES={curve.name}", *flags)


def symbols(elf: Path) -> str:
    done = subprocess.run(["arm-none-eabi-nm", elf], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.brief(4)
@pytest.mark.parametrize("profile", ["balanced", "fast"])
@pytest.mark.parametrize("name", ON_CORES)
def test_by_kernels(name: str, profile: str, tmp_path: Path) -> None:
    curve = next(each for each in CURVES if each.name == name)
    (tmp_path / "below").mkdir()
    elf = image(curve, tmp_path, "-DWHIT_PAIRINGS=1", f"-DWHIT_PROFILE={profile}")
    n = limbs(curve.field_size, 32)
    assert f"whit_field_sum_products_any_{n}_asm" in symbols(elf)
    machine = boot(elf, "m4")
    m, radix = curve.p, 2 ** (32 * n)
    drawn = random.Random(name)
    base = machine.symbol("buffer")
    put(machine, base, m, n)
    machine.call("set", base, -pow(m, -1, 2**32) % 2**32)
    most = machine.call("most").value
    assert most == expected_most(m, curve.field_size, 32)
    for terms in sums(drawn, m, min(most, TRIED)):
        values = [value for term in terms for value in term]
        first = base + 256
        for i, value in enumerate(values):
            put(machine, first + 4 * n * i, value, n)
        pointers = first + 4 * n * len(values)
        for i in range(len(values)):
            put(machine, pointers + 4 * i, first + 4 * n * i, 1)
        machine.call("sum", base, pointers, len(terms))
        found = int.from_bytes(machine.read(base, 4 * n), "little")
        assert found == sum(a * b for a, b in terms) * pow(radix, -1, m) % m


def put(machine: Machine, address: int, value: int, n: int) -> None:
    machine.write(address, value.to_bytes(4 * n, "little"))


def test_builds_without_pairings_have_no_such_kernels(tmp_path: Path) -> None:
    curve = next(each for each in CURVES if each.name == "bls12_381")
    (tmp_path / "below").mkdir()
    kept = ("-Wl,--gc-sections", "-Wl,-usum", "-Wl,-umultiply", "-Wl,-uadd")
    found = symbols(image(curve, tmp_path, "-DWHIT_PROFILE=fast", *kept))
    assert "whit_field_mul_any_12_asm" in found
    assert "whit_field_sum_products_any_12_asm" not in found
    assert "whit_field_add_any_12_asm" not in found
