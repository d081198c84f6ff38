# SPDX-License-Identifier: MIT
"""On a Cortex-M3, whose long multiplications show their operands in time, images hold them for
public data alone: nothing that key generation, ECDH or signing may call, or hold the address of,
has one."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection

from lab.model import ALL, Case
from lab.runner import Lab
from lab.targets.elf import flash_content

pytestmark = pytest.mark.skipif(
    shutil.which("arm-none-eabi-gcc") is None, reason="arm-none-eabi-gcc is not installed"
)

# Curves and profiles: the one function with such a multiplication.
BUILDS = {
    ("secp256r1", "small"): "whit_mp_mul_wide_asm",
    ("secp256r1", "balanced"): "whit_field_mul_wide_p256_asm",
    ("secp256r1", "fast"): "whit_field_mul_wide_p256_asm",
    ("secp256k1", "small"): "whit_mp_mul_8_wide_asm",
    ("ed448", "fast"): "whit_field_mul_wide_p448_asm",
}
SMALL = [build for build in BUILDS if "small" in build]
SECRET = ("keygen", "ecdh", "sign", "sign_message")
SECRET_OF = {build: ("keygen", "sign") if "ed448" in build else SECRET for build in BUILDS}
FUNCTION = re.compile(r"^[0-9a-f]+ <(\w[\w.]*)>:$")
INSTRUCTION = re.compile(r"^ +[0-9a-f]+:\t(\S+)(?:\t(.*))?$")
LONG = re.compile(r"[us]m(?:ull|lal|aal)")
DIVISION = re.compile(r"[us]div")
# Divides the number of bytes it reads.
DIVIDES = "whit_ed448_read_scalar"
TARGET = re.compile(r"\b([0-9a-f]+) <")


@dataclass(frozen=True)
class Symbols:
    """Functions and objects of an image by where they are, which functions multiply long, and
    what each symbol reaches by branches and by addresses among its words."""

    long: frozenset[str]
    edges: dict[str, set[str]]

    def reached(self, *start: str) -> set[str]:
        found: set[str] = set()
        left = list(start)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.edges.get(name, ())
        return found


def places(elf: Path, kind: str) -> dict[str, range]:
    with elf.open("rb") as file:
        table = ELFFile(file).get_section_by_name(".symtab")
        assert isinstance(table, SymbolTableSection)
        return {
            symbol.name: range(symbol["st_value"] & ~1, (symbol["st_value"] & ~1) + size)
            for symbol in table.iter_symbols()
            if (size := symbol["st_size"]) and symbol["st_info"]["type"] == kind
        }


def examined(elf: Path) -> Symbols:
    functions, objects = (places(elf, f"STT_{kind}") for kind in ("FUNC", "OBJECT"))
    # The address of a function has its lowest bit set. What the harness has at low addresses and in
    # RAM, small numbers would seem to point to.
    objects = {name: place for name, place in objects.items() if not name.startswith("harness")}
    named = {place.start | 1: name for name, place in functions.items()}
    named |= {address: name for name, place in objects.items() for address in place}
    inside = {address: name for name, place in functions.items() for address in place}
    content = flash_content(elf)
    edges: dict[str, set[str]] = {}
    for name, place in (functions | objects).items():
        aligned = range((place.start + 3) & ~3, min(place.stop, len(content)) - 3, 4)
        words = {int.from_bytes(content[start : start + 4], "little") for start in aligned}
        edges[name] = {named[word] for word in words if word in named}
    command = ["arm-none-eabi-objdump", "-d", "--no-show-raw-insn", str(elf)]
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    long, name = set(), ""
    for line in listing.splitlines():
        if start := FUNCTION.match(line):
            name = start[1]
        elif instruction := INSTRUCTION.match(line):
            divides = name != DIVIDES and DIVISION.match(instruction[1])
            if divides or LONG.match(instruction[1]):
                long.add(name)
            if target := TARGET.search(instruction[2] or ""):
                edges[name].add(inside[int(target[1], 16)])
    return Symbols(frozenset(long), edges)


def image(build: tuple[str, str], operation: str) -> Symbols:
    curve, profile = build
    case = Case("cortex-m3", "whit", curve, operation, profile=profile)
    return examined(Lab().workshop(case.target, case.compiler).build(case).image.elf)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("build", "operation"),
    [
        pytest.param(build, operation, marks=[pytest.mark.campaign] if (i + j) % 2 else [])
        for i, (build, operations) in enumerate(SECRET_OF.items())
        for j, operation in enumerate(operations)
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
@pytest.mark.sampled(3)
def test_nothing_multiplies_long_where_all_is_secret(
    build: tuple[str, str], operation: str
) -> None:
    assert image(build, operation).long == set()


@pytest.mark.slow
@pytest.mark.parametrize("build", BUILDS, ids="-".join)
@pytest.mark.sampled(2)
def test_what_is_secret_reaches_no_long_multiplication(build: tuple[str, str]) -> None:
    symbols = image(build, ALL)
    assert symbols.long == {BUILDS[build]}
    assert symbols.long <= symbols.reached("adapter_verify")
    multiplication = {name for name in symbols.edges if re.search(r"mul_.*asm", name)}
    for operation in set(SECRET_OF[build]) - {"sign_message"}:
        reached = symbols.reached(f"adapter_{operation}")
        assert multiplication & reached
        assert symbols.long.isdisjoint(reached)


@pytest.mark.slow
@pytest.mark.parametrize("build", SMALL, ids="-".join)
@pytest.mark.parametrize("operation", ["validate", "decompress"])
@pytest.mark.sampled(2)
def test_public_keys_in_profile_small_are_multiplied_long(
    build: tuple[str, str], operation: str
) -> None:
    symbols = image(build, operation)
    assert symbols.long == {BUILDS[build]}
    assert not {"whit_mp_mul_asm", "whit_mp_mul_8_small_asm"} & set(symbols.edges)
