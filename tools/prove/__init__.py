# SPDX-License-Identifier: MIT
"""Proves what kernels compute: their machine code, run on symbols instead of numbers;
and that the division steps of an inversion suffice."""
