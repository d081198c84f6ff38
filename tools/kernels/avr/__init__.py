# SPDX-License-Identifier: MIT
"""The kernels of AVR."""
