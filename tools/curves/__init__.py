# SPDX-License-Identifier: MIT
"""Curve files to C: checks, constants, headers, known answers."""
