# SPDX-License-Identifier: MIT
"""Point formulas as text to C: checks against the group law, registers, functions."""
