# SPDX-License-Identifier: MIT
"""Portable C, which has no records: what its profiles have."""

from __future__ import annotations

from tools.plan.records import PROFILES, InstructionSet, macros

PORTABLE = InstructionSet(
    "c",
    "portable C",
    "There are none.",
    (),
    {profile: {} for profile in PROFILES},
    {"small": (("WHIT_LIMB_BITS >= 16", macros("COORDINATES_p25519=1")),)},
)
