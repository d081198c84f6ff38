# SPDX-License-Identifier: MIT
"""The libraries under measurement: declarations in peers/*/peer.toml, their sources."""
