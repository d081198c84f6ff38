# SPDX-License-Identifier: MIT
"""The library's interface for Rust: what ports/rust has from the headers and the curves."""
