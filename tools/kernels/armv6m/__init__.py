# SPDX-License-Identifier: MIT
"""The kernels of ARMv6-M."""
