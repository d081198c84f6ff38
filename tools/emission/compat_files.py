# SPDX-License-Identifier: MIT
"""compat/ beside the amalgamation: its files with Whit's headers taken from whit.h, parts pasted
and, for the system's random source, ports/posix/random.c; no folder of headers is needed."""

import re
from collections.abc import Callable
from pathlib import Path

from tools.files import ROOT

COMPAT = ROOT / "compat"

# A header of src/: a file that includes one is for builds from there.
INSIDE = re.compile(r'^#include "\w+/', re.M)


def found() -> dict[str, tuple[str, ...]]:
    """Interface: the file that is compiled, and the headers. An interface is a source and the
    header of its name, or a folder of one source and headers."""
    interfaces = {}
    for source in sorted((*COMPAT.glob("*.c"), *COMPAT.glob("*/*.c"))):
        if INSIDE.search(source.read_text()):
            continue
        alone = source.parent == COMPAT
        headers = [source.with_suffix(".h")] if alone else sorted(source.parent.glob("*.h"))
        names = (str(path.relative_to(COMPAT)) for path in (source, *headers))
        interfaces[source.stem if alone else source.parent.name] = tuple(names)
    return interfaces


INTERFACES = found()

# What all of them call, by the schemes of a drop-in.
SCHEMES = ("ecdh", "ecdsa")

LICENCE = "/* SPDX-License-Identifier: MIT */\n"
PART = re.compile(r'^#include "(\w+\.inc)"\n', re.M)
WHIT = re.compile(r"^#include <whit/[^>]+>\n", re.M)
HEADER = re.compile(r"^#include <whit/(\w+)\.h>$", re.M)
POSIX = "#include <whit/posix.h>\n"
EMPTY = re.compile(r"^#if .*\n#endif\n", re.M)
FEATURES = "#define _POSIX_C_SOURCE 200809L\n"
CURVE = re.compile(r"^(#define uECC_SUPPORTS_(\w+)) 1$", re.M)


def curves(interface: str) -> tuple[str, ...]:
    """Those that an interface has, of which one has to be there: its source includes their
    headers."""
    source, *_ = INTERFACES[interface]
    included = HEADER.findall((COMPAT / source).read_text())
    return tuple(name for name in included if (ROOT / "curves" / f"{name}.toml").is_file())


def compat_files(interface: str, has: Callable[[Path], bool]) -> dict[str, str]:
    """The files by name. Curves that the amalgamation lacks are left out of uECC.h's."""
    source, *headers = INTERFACES[interface]

    def define(match: re.Match[str]) -> str:
        return f"{match[1]} {int(has(Path(match[2])))}"

    files = {name: CURVE.sub(define, (COMPAT / name).read_text()) for name in headers}
    files[source] = joined(source)
    return files


def joined(name: str) -> str:
    """A source in one piece."""
    file = COMPAT / name
    text = PART.sub(
        lambda part: (file.parent / part[1]).read_text().replace(LICENCE, ""), file.read_text()
    )
    if POSIX in text:
        random = (ROOT / "ports" / "posix" / "random.c").read_text().replace(LICENCE, "")
        random = random.replace(FEATURES, "").replace(
            "\nconst whit_random ", "\nstatic const whit_random "
        )
        text = text.replace(POSIX, random)
        text = text.replace(LICENCE, f"{LICENCE}#ifndef _POSIX_C_SOURCE\n{FEATURES}#endif\n", 1)
    first, *_ = WHIT.findall(text)
    text = text.replace(first, '#include "whit.h"\n', 1)
    return re.sub(r"\n{3,}", "\n\n", EMPTY.sub("", WHIT.sub("", text)))
