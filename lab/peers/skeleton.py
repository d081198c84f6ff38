# SPDX-License-Identifier: MIT
"""The folder of a library that a user brings, ready to be filled in."""

import re
import shutil
import tempfile
from pathlib import Path

from lab.errors import LabError, UnsupportedError
from lab.paths import shown

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_MOST_LISTED = 40
_SUFFIXES = {".c", ".s", ".S"}
_MAIN = re.compile(r"^(?:(?:int|void)\s+)?main\s*(?:\(|:)", re.MULTILINE)

_PEER = """\
# SPDX-License-Identifier: MIT
name = "{name}"
version = "?"
licence = "?"
description = "?"
# The lab's names (whit list curves), and which of the operations in adapter.c there are.
curves = ["secp256r1"]
operations = ["keygen", "ecdh", "sign", "verify"]
caveats = [] # what it validates less, what leaks, what it lacks
# cores = ["cortex-m4"] # if it is not for every target
missing = "peers/{name} is not filled in: complete peer.toml and adapter.c, then delete this line"

[source]
kind = "local" # --source {name}=DIR names the directory
hint = "?"

[build]
standard = "gnu99"
# Below that directory; what an image does not call is dropped by the linker.
sources = [
{sources}
]
source_includes = []
flags = ["-w"]
# {{curve}} and {{limb_bits}} are filled in.
defines = []

[configurations.default]
description = "the only one"
"""

_ADAPTER = """\
/* SPDX-License-Identifier: MIT */
/* firmware/adapter.h says what each function does, how values are laid out, and what makes
 * libraries do equal work. Those that peer.toml does not list may go. */
#include "adapter.h"
#include "harness.h"
#error "peers/{name}/adapter.c is not filled in: include the library's header here instead"

int adapter_keygen(uint8_t *private_key, uint8_t *public_key)
{{
    /* harness_random(out, length) is the only source of randomness; it returns 0. */
    (void)private_key, (void)public_key;
    return 1;
}}

int adapter_ecdh(uint8_t *secret, const uint8_t *private_key, const uint8_t *public_key)
{{
    /* Validate the public key first. */
    (void)secret, (void)private_key, (void)public_key;
    return 1;
}}

int adapter_sign(uint8_t *signature, const uint8_t *private_key, const uint8_t *digest)
{{
    (void)signature, (void)private_key, (void)digest;
    return 1;
}}

int adapter_verify(const uint8_t *public_key, const uint8_t *digest, const uint8_t *signature)
{{
    (void)public_key, (void)digest, (void)signature;
    return 1;
}}
"""


def _listed(source: Path) -> list[str]:
    """Lines for the files that may be the library's: programs are not."""
    found = sorted(path for path in source.rglob("*") if path.suffix in _SUFFIXES)
    if not found:
        raise UnsupportedError(f"--source {source} has no C or assembly files")
    programs = [path for path in found if _MAIN.search(path.read_text(errors="replace"))]
    files = [path.relative_to(source).as_posix() for path in found if path not in programs]
    lines = [f'    "{file}",' for file in files[:_MOST_LISTED]]
    if len(files) > _MOST_LISTED:
        lines.append(f"    # and {len(files) - _MOST_LISTED} more: list those that are needed")
    if programs:
        lines.append(f"    # left out, as programs with main: {len(programs)}")
        lines += [f"    # {path.relative_to(source).as_posix()}" for path in programs]
    return lines


def write(name: str, source: Path, directory: Path) -> tuple[Path, ...]:
    """The two files of a new folder, which is there whole or not at all. Nothing is ever
    overwritten."""
    if not _NAME.fullmatch(name):
        raise UnsupportedError(f"{name!r} must be of small letters, digits and hyphens")
    if not source.is_dir():
        raise UnsupportedError(f"--source {source} is not a directory")
    place = directory / name
    if place.exists():
        raise UnsupportedError(f"{shown(place)} is there already")
    contents = {
        "peer.toml": _PEER.format(name=name, sources="\n".join(_listed(source))),
        "adapter.c": _ADAPTER.format(name=name),
    }
    with tempfile.TemporaryDirectory(dir=directory, prefix=f".{name}-") as temporary:
        fresh = Path(temporary) / name
        fresh.mkdir()
        for file, content in contents.items():
            (fresh / file).write_text(content, encoding="utf-8")
        try:
            shutil.move(fresh, place)
        except OSError as error:
            raise LabError(f"{shown(place)} cannot be written: {error}") from error
    return tuple(place / file for file in contents)
