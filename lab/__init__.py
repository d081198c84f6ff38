# SPDX-License-Identifier: MIT
"""The lab: builds libraries for emulated microcontrollers and says what they cost."""
