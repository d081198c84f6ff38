# SPDX-License-Identifier: MIT
"""Kconfig for the stand-ins: reads settings as Zephyr's and ESP-IDF's do, and writes .config.

    configure.py OUTPUT SETTINGS strict|lax KCONFIG...

strict is Zephyr's way: what settings name and Kconfig has not, or give and Kconfig refuses, is an
error. ESP-IDF's, lax, leaves it."""

import sys
from pathlib import Path

import kconfiglib


def main() -> None:
    output, settings, manner, *files = sys.argv[1:]
    top = Path(output).with_suffix(".top")
    top.write_text('mainmenu "stand-in"\n' + "".join(f'source "{each}"\n' for each in files))
    found = kconfiglib.Kconfig(str(top), warn_to_stderr=False)
    found.warn_assign_undef = True
    if Path(settings).is_file():
        found.load_config(settings)
    wrong = list(found.warnings)
    for symbol in found.unique_defined_syms:
        if symbol.user_value is not None:
            asked = symbol.user_value
            asked = kconfiglib.TRI_TO_STR[asked] if isinstance(asked, int) else asked
            if asked != symbol.str_value:
                wrong.append(f"{symbol.name} was assigned {asked} but got {symbol.str_value}")
    if wrong and manner == "strict":
        sys.exit("\n".join(wrong))
    found.write_config(output)


main()
