# SPDX-License-Identifier: MIT
"""Builds and runs the C tests; tests/run.py is the command."""
