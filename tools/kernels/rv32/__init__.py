# SPDX-License-Identifier: MIT
"""The kernels of RV32IM."""
