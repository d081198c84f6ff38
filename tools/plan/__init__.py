# SPDX-License-Identifier: MIT
"""What a build takes: a program chooses kernels, says why, and writes what C needs of it."""
