# SPDX-License-Identifier: MIT
"""What this machine is called."""

import platform
import re
from pathlib import Path

_INFORMATION = Path("/proc/cpuinfo")


def processor() -> str:
    """As the kernel calls it, with its numbers where the name says little; where it tells less,
    the kind of machine."""
    try:
        text = _INFORMATION.read_text()
        fields = dict(re.findall(r"^([\w ]+?)\s*: (.*)$", text, re.MULTILINE))
        numbers = "family {cpu family}, model {model}, stepping {stepping}".format(**fields)
        virtual = ", in a virtual machine" if "hypervisor" in fields["flags"].split() else ""
        return f"{fields['model name']} ({numbers}){virtual}"
    except (OSError, KeyError):
        return platform.machine()
