# SPDX-License-Identifier: MIT
"""What programs cost behind compat/, with Whit's own calls and with micro-ecc: images of each,
linked for two cores. `python -m tests.compat.flash` writes the table of doc/migration.md."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from lab.measures.flash import footprint
from lab.targets import catalogue
from lab.targets.toolchain import Image, Sources, Toolchain
from tests.compat.builds import CURVES, drop_in, upstream_sources
from tests.runner.host import PROFILES
from tests.runner.tools import BUILD, ROOT

ONE_CURVE = ("secp256r1",)
CORES = {"cortex-m0": "Cortex-M0", "cortex-m4": "Cortex-M4"}
GUIDE = ROOT / "doc" / "migration.md"
MARKS = ("<!-- compat:flash -->\n", "<!-- compat:end -->\n")

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
    """Whit for a core, with all of compat's curves or with secp256r1 alone."""

    core: str
    profile: str
    curves: tuple[str, ...] = CURVES

    @cached_property
    def folder(self) -> Path:
        return drop_in_of(self.curves)

    @cached_property
    def library(self) -> Sources:
        return Sources(
            (self.folder / "whit.c", self.folder / "uECC.c"),
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

    def behind_compat(self, case: str) -> int:
        return self.bytes(MICRO_ECC.format(call=CASES[case][0]))

    def own_calls(self, case: str) -> int:
        return self.bytes(WHIT.format(call=CASES[case][1]))


@cache
def toolchain(core: str) -> Toolchain:
    return Toolchain(catalogue.find(core))


@cache
def drop_in_of(curves: tuple[str, ...]) -> Path:
    return drop_in(BUILD / "compat" / str(len(curves)), "uECC", curves)


def micro_ecc_bytes(core: str, text: str) -> int:
    folder = upstream_sources()
    with tempfile.TemporaryDirectory() as directory:
        main = Path(directory) / "main.c"
        main.write_text(text)
        library = Sources((folder / "uECC.c",), (folder,), flags=("-w",), standard="gnu99")
        program = Sources((main,), (folder,))
        image = toolchain(core).image(main.with_suffix(".elf"), (program, library))
        return footprint(image.elf).flash_bytes - empty_bytes(core)


@cache
def empty_bytes(core: str) -> int:
    with tempfile.TemporaryDirectory() as directory:
        main = Path(directory) / "empty.c"
        main.write_text("int main(void);\nint main(void)\n{\n    return 0;\n}\n")
        image = toolchain(core).image(main.with_suffix(".elf"), (Sources((main,)),))
        return footprint(image.elf).flash_bytes


def row(core: str, case: str) -> Iterator[str]:
    yield from (case, CORES[core])
    yield f"{micro_ecc_bytes(core, MICRO_ECC.format(call=CASES[case][0])):,}"
    for curves in (CURVES, ONE_CURVE):
        yield "/".join(f"{Build(core, name, curves).behind_compat(case):,}" for name in PROFILES)
    yield "/".join(f"{Build(core, name, ONE_CURVE).own_calls(case):,}" for name in PROFILES)


def table() -> str:
    """Of doc/migration.md."""
    heads = ["program", "core", "micro-ecc 1.0", "`uECC.h`, five curves", "`uECC.h`, one curve"]
    heads.append("own calls, one curve")
    lines = [heads, ["---", "---", *["---:"] * (len(heads) - 2)]]
    lines += [list(row(core, case)) for core in CORES for case in CASES]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines).replace("/", " / ")


def written(text: str) -> str:
    """The table that the guide holds."""
    return text.split(MARKS[0])[1].split(MARKS[1])[0]


def main() -> None:
    text = GUIDE.read_text()
    before, rest = text.split(MARKS[0])
    after = rest.split(MARKS[1])[1]
    GUIDE.write_text(before + MARKS[0] + table() + MARKS[1] + after)


if __name__ == "__main__":
    main()
