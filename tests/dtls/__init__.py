# SPDX-License-Identifier: MIT
"""examples/dtls: each elliptic curve as the other's peer, GnuTLS as a third, and attackers."""
