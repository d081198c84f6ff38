# SPDX-License-Identifier: MIT
"""What code runs on: declarations in targets/*.toml, the toolchain, and benches."""
