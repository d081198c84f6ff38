# SPDX-License-Identifier: MIT
"""The library against other implementations: openssl, PARI, Bouncy Castle."""
