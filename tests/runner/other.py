# SPDX-License-Identifier: MIT
"""Secrets under valgrind, and the public headers by themselves, as C and as C++."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.runner.host import (
    ARITHMETIC,
    HASH_TO_CURVE,
    MULX,
    STANDARD,
    WARNINGS,
    own_kernels,
    sources_with,
)
from tests.runner.made import amalgamation, tables
from tests.runner.tools import (
    BUILD,
    ROOT,
    TESTS,
    UNIT,
    Counts,
    RunError,
    compile_with,
    run_tests,
)

# Compiled as they ship: what counts is the branches the optimiser leaves. Valgrind does not
# read clang's newer debug format.
OPTIMISATION = {"gcc": "-Os", "clang": "-O2"}
DEBUG = {"gcc": "-g1", "clang": "-gdwarf-4"}

CPLUSPLUS = ("-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
USE = """\
#include <{header}>
int main() {{
    unsigned char key[WHIT_SECP256R1_PRIVATE_KEY_BYTES] = {{}};
    return whit_secp256r1_validate_private_key(key, sizeof key) == WHIT_ERROR_PRIVATE_KEY_RANGE
               ? 0 : 1;
}}
"""


@dataclass(frozen=True)
class SecretsBuild:
    compiler: str
    limb_bits: int
    profile: str = "balanced"
    wide_multiply: bool = True
    every_curve: bool = False
    amalgamated: bool = False
    mulx: bool = False

    @property
    def name(self) -> str:
        words = f"{self.compiler} {OPTIMISATION[self.compiler]} {self.limb_bits}-bit {self.profile}"
        if self.every_curve:
            words += " every curve"
        if self.amalgamated:
            words += " amalgamated"
        if self.mulx:
            words += " MULX"
        return words if self.wide_multiply else f"{words} no wide multiply"


def forms() -> str:
    """forms.h: the schemes on curves in Montgomery and Edwards form, and hashing to curves."""
    names: dict[str, list[str]] = {"AGREEMENTS": [], "SIGNINGS": [], "HASHINGS": []}
    for path in sorted((ROOT / "curves").glob("*/*.toml")):
        described = tomllib.loads(path.read_text())
        agrees = described["scheme"] == "ecdh" or described["form"] == "montgomery"
        name = described["name"] if described["scheme"] == "ecdh" else described["scheme"]
        names["AGREEMENTS" if agrees else "SIGNINGS"].append(name)
    headers = [*names["AGREEMENTS"], *names["SIGNINGS"]]
    for path in sorted((ROOT / "curves").rglob("*.toml")):
        described = tomllib.loads(path.read_text())
        if "hash_to_curve" not in described:
            continue
        names["HASHINGS"].append(described.get("scheme", described["name"]))
        if described["form"] == "weierstrass":
            headers.append(described["name"])
        elif described["form"] == "edwards":
            headers.append(f"{described['name']}_hash_to_curve")
    lines = [f"#include <whit/{name}.h>" for name in headers]
    for macro, found in names.items():
        rows = ", ".join(f"{macro[:-1]}({name}, {name.upper()})" for name in found)
        lines.append(f"#define {macro} {rows}")
    return "\n".join(lines) + "\n"


def build_secrets(config: SecretsBuild) -> Path:
    directory = BUILD / "secrets" / config.name.replace(" ", "-")
    directory.mkdir(parents=True, exist_ok=True)
    program = directory / "program"
    if config.every_curve:
        ours = (TESTS / "ct" / name for name in ("ct_curves.c", "ct_forms.c"))
        sources = [*ours, tables() / "curve_table.c"]
        (directory / "forms.h").write_text(forms())
    else:
        sources = [TESTS / "ct" / "ct_valgrind.c", TESTS / "unit" / "known_answers.c"]
    wide = [] if config.wide_multiply else ["-DWHIT_WIDE_MULTIPLY=0"]
    curves = "all" if config.every_curve else "secp256r1"
    arithmetic = [HASH_TO_CURVE] if config.every_curve else [ARITHMETIC, HASH_TO_CURVE]
    if config.amalgamated:
        library = [amalgamation() / "whit.c"]
    else:
        library = sources_with((curves,), own_kernels(config.limb_bits))
    compile_with(
        [
            *(config.compiler, "-std=c99", OPTIMISATION[config.compiler], DEBUG[config.compiler]),
            *("-include", TESTS / "ct" / "declassify.h", f"-DWHIT_LIMB_BITS={config.limb_bits}"),
            *(f"-DWHIT_PROFILE={config.profile}", f"-DWHIT_CURVES={curves}", *wide),
            *arithmetic,
            *(MULX if config.mulx else ()),
            *(f"-I{ROOT / 'include'}", f"-I{ROOT / 'src'}", f"-I{UNIT}", f"-I{directory}"),
            *("-o", program),
            *(*sources, *library),
        ]
    )
    return program


def run_secrets(config: SecretsBuild, program: Path) -> tuple[Counts, str]:
    """The program under valgrind; and what has to be found, that it is."""
    valgrind = ["valgrind", "--quiet", "--track-origins=yes"]
    counts, output = run_tests([*valgrind, program], {})
    if config.every_curve:
        return counts, output
    control, control_output = run_tests([*valgrind, program, "--control"], {})
    return counts + control, output + (control_output if control.failed else "")


def headers() -> list[Path]:
    """Those that programs include. One without a guard is a part of those that include it."""
    texts = {path: path.read_text() for path in sorted((ROOT / "include" / "whit").glob("*.h"))}
    parts = {path for path, text in texts.items() if "#ifndef WHIT_" not in text}
    for part in parts:
        if not any(f"#include <whit/{part.name}>" in texts[path] for path in texts.keys() - parts):
            raise RunError(f"{part.name} has no guard, and no header includes it")
    return [path for path in texts if path not in parts]


def check_headers(compiler: str) -> tuple[Counts, str]:
    """Each public header compiles alone, as C99 and as C++17; whit.h too; and a C++ program
    calls the library through either."""
    directory = BUILD / "headers" / compiler
    directory.mkdir(parents=True, exist_ok=True)
    cplusplus = {"gcc": "g++", "clang": "clang++"}[compiler]
    whole = amalgamation()
    checked = 0
    for header in [*headers(), whole / "whit.h"]:
        user = directory / f"{header.stem}.c"
        user.write_text(f'#include "{header}"\nint user(void);\nint user(void) {{ return 0; }}\n')
        include = [f"-I{ROOT / 'include'}", "-fsyntax-only"]
        compile_with([compiler, *STANDARD, *WARNINGS, *include, user])
        compile_with([cplusplus, *CPLUSPLUS, *include, "-x", "c++", user])
        checked += 2
    library = directory / "whit.o"
    alone = "-DWHIT_CURVES=secp256r1"
    compile_with([compiler, *STANDARD, *WARNINGS, alone, "-c", whole / "whit.c", "-o", library])
    for name, path in (("whit/secp256r1.h", ROOT / "include"), ("whit.h", whole)):
        program = directory / f"use-{Path(name).stem}.cpp"
        program.write_text(USE.format(header=name))
        binary = program.with_suffix("")
        compile_with([cplusplus, *CPLUSPLUS, f"-I{path}", "-o", binary, program, library])
        compile_with([binary])
        checked += 1
    return Counts(checked, 0), ""
