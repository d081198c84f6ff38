# SPDX-License-Identifier: MIT
"""The kernels of x86-64."""
