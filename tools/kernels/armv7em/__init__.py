# SPDX-License-Identifier: MIT
"""The kernels of ARMv7E-M."""
