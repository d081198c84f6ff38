# SPDX-License-Identifier: MIT
"""What programs cost behind compat/, with Whit's own calls, with micro-ecc and with p256-m: images
of each, linked for two cores. `python -m tests.compat.flash` writes the tables of
doc/migration.md."""

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from lab.measures.flash import footprint
from lab.targets import catalogue
from lab.targets.toolchain import Image, Sources, Toolchain
from tests.compat import p256_m
from tests.compat.builds import CURVES, drop_in, upstream_sources
from tests.runner.host import PROFILES
from tests.runner.tools import BUILD, ROOT
from tools.emission.compat_files import INTERFACES

ONE_CURVE = ("secp256r1",)
CORES = {"cortex-m0": "Cortex-M0", "cortex-m4": "Cortex-M4"}
GUIDE = ROOT / "doc" / "migration.md"
END = "<!-- compat:end -->\n"

# Program: its calls behind uECC.h, and those of whit/secp256r1.h.
CASES = {
    "verify a signature": (
        "uECC_verify(k, k, 32, b, c)",
        "whit_secp256r1_verify_digest(k, 65, k, 32, b, 64)",
    ),
    "make a key, agree on a secret": (
        "uECC_make_key(b, k, c) + uECC_shared_secret(b, k, b, c)",
        "whit_secp256r1_keygen(k, b, r) + whit_secp256r1_ecdh(b, k, b, 65)",
    ),
    "make a key, sign": (
        "uECC_make_key(b, k, c) + uECC_sign(k, k, 32, b, c)",
        "whit_secp256r1_keygen(k, b, r) + whit_secp256r1_sign_digest(b, k, k, 32, r)",
    ),
    "all of these": (
        "uECC_make_key(b, k, c) + uECC_shared_secret(b, k, b, c) + uECC_sign(k, k, 32, b, c) + "
        "uECC_verify(k, k, 32, b, c)",
        "whit_secp256r1_keygen(k, b, r) + whit_secp256r1_ecdh(b, k, b, 65) + "
        "whit_secp256r1_sign_digest(b, k, k, 32, r) + "
        "whit_secp256r1_verify_digest(k, 65, k, 32, b, 64)",
    ),
}
# The same behind p256-m.h.
P256_M_CALLS = {
    "verify a signature": "p256_ecdsa_verify(b, k, k, 32)",
    "make a key, agree on a secret": "p256_gen_keypair(b, b) + p256_ecdh_shared_secret(b, k, k)",
    "make a key, sign": "p256_gen_keypair(b, b) + p256_ecdsa_sign(b, k, k, 32)",
    "all of these": (
        "p256_gen_keypair(b, b) + p256_ecdh_shared_secret(b, k, k) + "
        "p256_ecdsa_sign(b, k, k, 32) + p256_ecdsa_verify(b, k, k, 32)"
    ),
}
DIRECT = """\
#include "uECC.h"
int main(void);
uint8_t b[100], k[100];
int main(void)
{{
    return {call};
}}
"""
# The curve in a variable that another function sets, as programs keep it.
MICRO_ECC = """\
#include "uECC.h"
int main(void);
void choose(void);
uint8_t b[100], k[100];
uECC_Curve c;
void choose(void)
{{
    c = uECC_secp256r1();
}}
int main(void)
{{
    choose();
    return {call};
}}
"""
P256_M = """\
#include "p256-m.h"
int main(void);
uint8_t b[100], k[100];
volatile uint8_t source;
int p256_generate_random(uint8_t *output, unsigned output_size)
{{
    while (output_size-- > 0) {{
        *output++ = source;
    }}
    return 0;
}}
int main(void)
{{
    return {call};
}}
"""
WHIT = """\
#include "whit.h"
int main(void);
uint8_t b[100], k[100];
whit_random *r;
int main(void)
{{
    return {call};
}}
"""


@dataclass(frozen=True)
class Build:
    """Whit for a core and an interface, with all of uECC.h's curves or with secp256r1 alone."""

    core: str
    profile: str
    curves: tuple[str, ...] = CURVES
    interface: str = "uECC"

    @cached_property
    def folder(self) -> Path:
        return drop_in_of(self.curves, self.interface)

    @cached_property
    def library(self) -> Sources:
        source, *_ = INTERFACES[self.interface]
        return Sources(
            (self.folder / "whit.c", self.folder / source),
            (self.folder,),
            (f"WHIT_PROFILE={self.profile}", f"WHIT_CURVES={','.join(self.curves)}"),
        )

    def image(self, text: str, directory: Path) -> Image:
        main = directory / "main.c"
        main.write_text(text)
        program = Sources((main,), (self.folder,))
        return toolchain(self.core).image(directory / "main.elf", (program, self.library))

    def bytes(self, text: str) -> int:
        """Flash, less that of a program which does nothing."""
        with tempfile.TemporaryDirectory() as directory:
            image = self.image(text, Path(directory))
            return footprint(image.elf).flash_bytes - empty_bytes(self.core)


def p256_m_build(core: str, profile: str) -> Build:
    return Build(core, profile, ONE_CURVE, "p256-m")


@cache
def toolchain(core: str) -> Toolchain:
    return Toolchain(catalogue.find(core))


@cache
def drop_in_of(curves: tuple[str, ...], interface: str = "uECC") -> Path:
    return drop_in(BUILD / "compat" / f"{interface}-{len(curves)}", interface, curves)


def micro_ecc() -> tuple[Sources, ...]:
    folder = upstream_sources()
    return (Sources((folder / "uECC.c",), (folder,), flags=("-w",), standard="gnu99"),)


def real_p256_m() -> tuple[Sources, ...]:
    """And what its copy in Mbed TLS takes from there."""
    folder = p256_m.upstream_folder()
    standard, *flags = p256_m.UPSTREAM
    own = Sources((folder / "p256-m.c",), (folder,), flags=tuple(flags), standard=standard[5:])
    return own, Sources((p256_m.HERE / "upstream_p256_m.c",), (p256_m.SHIM,))


def upstream_bytes(core: str, text: str, library: tuple[Sources, ...]) -> int:
    """Flash with another library, less that of a program which does nothing."""
    with tempfile.TemporaryDirectory() as directory:
        main = Path(directory) / "main.c"
        main.write_text(text)
        program = Sources((main,), library[0].includes)
        image = toolchain(core).image(main.with_suffix(".elf"), (program, *library))
        return footprint(image.elf).flash_bytes - empty_bytes(core)


@cache
def empty_bytes(core: str) -> int:
    with tempfile.TemporaryDirectory() as directory:
        main = Path(directory) / "empty.c"
        main.write_text("int main(void);\nint main(void)\n{\n    return 0;\n}\n")
        image = toolchain(core).image(main.with_suffix(".elf"), (Sources((main,)),))
        return footprint(image.elf).flash_bytes


def of_profiles(builds: list[Build], text: str) -> str:
    return "/".join(f"{build.bytes(text):,}" for build in builds)


def row(core: str, case: str) -> Iterator[str]:
    text = MICRO_ECC.format(call=CASES[case][0])
    yield from (case, CORES[core])
    yield f"{upstream_bytes(core, text, micro_ecc()):,}"
    one_curve = [Build(core, profile, ONE_CURVE) for profile in PROFILES]
    yield of_profiles([Build(core, profile) for profile in PROFILES], text)
    yield of_profiles(one_curve, text)
    yield of_profiles(one_curve, WHIT.format(call=CASES[case][1]))


def p256_m_row(core: str, case: str) -> Iterator[str]:
    text = P256_M.format(call=P256_M_CALLS[case])
    yield from (case, CORES[core])
    yield f"{upstream_bytes(core, text, real_p256_m()):,}"
    yield of_profiles([p256_m_build(core, profile) for profile in PROFILES], text)


# Of doc/migration.md: the mark that a table stands behind, its columns and its rows.
TABLES: dict[str, tuple[tuple[str, ...], Callable[[str, str], Iterator[str]]]] = {
    "<!-- compat:flash -->\n": (
        ("micro-ecc 1.0", "`uECC.h`, five curves", "`uECC.h`, one curve", "own calls, one curve"),
        row,
    ),
    "<!-- compat:p256-m -->\n": (("p256-m", "`p256-m.h`"), p256_m_row),
}


def table(mark: str) -> str:
    columns, cells_of = TABLES[mark]
    lines = [["program", "core", *columns], ["---", "---", *["---:"] * len(columns)]]
    lines += [list(cells_of(core, case)) for core in CORES for case in CASES]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines).replace("/", " / ")


def written(text: str, mark: str) -> str:
    """The table that the guide holds."""
    return text.split(mark)[1].split(END)[0]


def main() -> None:
    text = GUIDE.read_text()
    for mark in TABLES:
        before, rest = text.split(mark)
        text = before + mark + table(mark) + END + rest.split(END, 1)[1]
    GUIDE.write_text(text)


if __name__ == "__main__":
    main()
