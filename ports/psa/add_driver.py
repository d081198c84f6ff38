#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Add Whit's driver to a copy of Mbed TLS 3.5.1, or of 3.6.

    python3 ports/psa/add_driver.py MBEDTLS            MBEDTLS: the folder with include and library
    python3 ports/psa/add_driver.py MBEDTLS --check    say whether it is added, and change nothing

Mbed TLS calls drivers from functions that it generates from templates and descriptions of drivers,
and its generator knows two of a transparent driver's entry points (import_key, export_public_key).
This program adds whit_driver.json to the descriptions and calls of the others to the templates, so
that the generator keeps them, and all calls to what was generated before, so that it need not run.
A file that it does not know the form of is an error, after which nothing was changed.
"""

import argparse
import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DESCRIPTION = HERE / "whit_driver.json"

# The entry points of transparent drivers, and the arguments that they share with the wrappers.
ARGUMENTS = {
    "import_key": "attributes data data_length key_buffer key_buffer_size key_buffer_length bits",
    "export_public_key": "attributes key_buffer key_buffer_size data data_size data_length",
    "generate_key": "attributes key_buffer key_buffer_size key_buffer_length",
    "key_agreement": "attributes key_buffer key_buffer_size alg peer_key peer_key_length"
    " shared_secret shared_secret_size shared_secret_length",
    "sign_hash": "attributes key_buffer key_buffer_size alg hash hash_length"
    " signature signature_size signature_length",
    "verify_hash": "attributes key_buffer key_buffer_size alg hash hash_length"
    " signature signature_length",
    "sign_message": "attributes key_buffer key_buffer_size alg input input_length"
    " signature signature_size signature_length",
    "verify_message": "attributes key_buffer key_buffer_size alg input input_length"
    " signature signature_length",
}

LISTED = Path("scripts/data_files/driver_jsons")
TEMPLATES = Path("scripts/data_files/driver_templates")
# The files that hold the wrappers, as generated; templates have .jinja behind that.
WRAPPERS = ("psa_crypto_driver_wrappers.h", "psa_crypto_driver_wrappers_no_static.c")

LOCAL = "case PSA_KEY_LOCATION_LOCAL_STORAGE:"
DRIVERS = "#if defined(PSA_CRYPTO_ACCELERATOR_DRIVER_PRESENT)\n"
HEADERS = "/* BEGIN-driver headers */\n"


class AddError(Exception):
    """Told to the user as it is."""


def body(text: str, entry_point: str) -> tuple[int, int] | None:
    """Where the wrapper's definition stands."""
    wrapper = rf"psa_status_t psa_driver_wrapper_{entry_point}\([^;{{]*?\)\s*\{{"
    begin = re.search(wrapper, text)
    if begin is None:
        return None
    end = re.compile(r"^\}", re.MULTILINE).search(text, begin.end())
    return (begin.end(), end.start() if end else len(text))


def call(prefix: str, condition: str, entry_point: str) -> str:
    arguments = ", ".join(ARGUMENTS[entry_point].split())
    return (
        f"#if ({condition} )\n"
        f"            status = {prefix}_transparent_{entry_point}\n"
        f"                ({arguments});\n\n"
        "            if( status != PSA_ERROR_NOT_SUPPORTED )\n"
        "                return( status );\n"
        "#endif\n"
    )


def with_calls(text: str, name: str, is_template: bool) -> tuple[str, set[str]]:
    """The file with calls of the driver, and the entry points whose wrappers it has."""
    driver = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    prefix, condition = driver["prefix"], driver["capabilities"][0]["mbedtls/c_condition"]
    found = set()
    for entry_point in driver["capabilities"][0]["entry_points"]:
        place = body(text, entry_point)
        if place is None:
            continue
        found.add(entry_point)
        inside = text[place[0] : place[1]]
        if f"{prefix}_transparent_{entry_point}" in inside:
            continue  # it is there
        if is_template and f'entry_point = "{entry_point}"' in inside:
            continue  # the generator writes it
        local = inside.find(LOCAL)
        at = inside.find(DRIVERS, local)
        if local < 0 or at < 0:
            raise AddError(f"{name}: psa_driver_wrapper_{entry_point} calls no drivers")
        at += place[0] + len(DRIVERS)
        text = text[:at] + call(prefix, condition, entry_point) + text[at:]
    head = f"/* Headers for {prefix} {driver['type']} driver */\n"
    if not is_template and head not in text:
        if HEADERS not in text:
            raise AddError(f"{name}: no place for headers of drivers")
        includes = "".join(f'#include "{each}"\n' for each in driver["headers"])
        head += f"#if {driver['mbedtls/h_condition']}\n{includes}#endif\n"
        text = text.replace(HEADERS, HEADERS + head)
    return text, found


def changes(tree: Path) -> dict[Path, str]:
    """The files to write, none where the driver is added already."""
    if not (tree / "library" / "psa_crypto.c").is_file():
        raise AddError(f"{tree} is no copy of Mbed TLS: it has no library/psa_crypto.c")
    written: dict[Path, str] = {}
    wanted = set(ARGUMENTS)
    for folder, suffix in ((Path("library"), ""), (TEMPLATES, ".jinja")):
        paths = [tree / folder / f"{name}{suffix}" for name in WRAPPERS]
        there = [path for path in paths if path.is_file()]
        found: set[str] = set()
        for path in there:
            text = path.read_text(encoding="utf-8")
            changed, has = with_calls(text, str(path.relative_to(tree)), suffix != "")
            found |= has
            if changed != text:
                written[path] = changed
        if there and found != wanted:
            missing = ", ".join(sorted(wanted - found))
            raise AddError(f"{folder} has no wrapper for {missing}: not Mbed TLS 3.5 or 3.6")
    drivers = tree / LISTED / "driverlist.json"
    if drivers.is_file():
        listed = json.loads(drivers.read_text(encoding="utf-8"))
        if DESCRIPTION.name not in listed:
            written[drivers] = json.dumps([DESCRIPTION.name, *listed]) + "\n"
            description = DESCRIPTION.read_text(encoding="utf-8")
            written[tree / LISTED / DESCRIPTION.name] = description
    if not written and not any((tree / "library" / name).is_file() for name in WRAPPERS):
        raise AddError(f"{tree} has neither templates nor generated wrappers of drivers")
    return written


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("mbedtls", type=Path, help="the folder with include and library")
    parser.add_argument("--check", action="store_true", help="change nothing")
    arguments = parser.parse_args()
    try:
        written = changes(arguments.mbedtls)
    except (AddError, OSError, ValueError) as error:
        print(f"add_driver: {error}", file=sys.stderr)
        return 1
    if arguments.check and written:
        print(f"add_driver: {arguments.mbedtls} does not call the driver", file=sys.stderr)
        return 1
    for path, text in written.items():
        path.write_text(text, encoding="utf-8")
        print(f"{path.relative_to(arguments.mbedtls)}: added")
    if not written:
        print(f"{arguments.mbedtls} calls the driver")
    return 0


if __name__ == "__main__":
    sys.exit(main())
