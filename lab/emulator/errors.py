# SPDX-License-Identifier: MIT
"""The one exception that the emulator raises for what goes wrong in a run."""

from lab.errors import LabError


class EmulationError(LabError):
    """A fault of the emulated program, or an image or tool that cannot be used; one line."""
