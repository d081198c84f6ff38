# SPDX-License-Identifier: MIT
"""What can be measured: cost over keys, flash of an image, traces over secrets."""
