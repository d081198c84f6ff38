# SPDX-License-Identifier: MIT
"""Kernels in assembly: a package for each instruction set, over what all share."""
