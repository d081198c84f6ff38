# SPDX-License-Identifier: MIT
"""The bytecode interpreter of profile small: its instructions, and programs/*.txt assembled."""
