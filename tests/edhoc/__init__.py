# SPDX-License-Identifier: MIT
"""examples/edhoc against a second implementation, the runs of RFC 9529, and attackers."""
