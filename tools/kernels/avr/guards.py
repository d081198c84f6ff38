# SPDX-License-Identifier: MIT
"""The builds that take a kernel of AVR: conditions of C."""

LARGE, NOT_LARGE = "WHIT_AVR_LARGE", "WHIT_AVR && !WHIT_AVR_LARGE"
FIELD = "WHIT_AVR && WHIT_FIELD_KERNELS"
