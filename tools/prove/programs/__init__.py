# SPDX-License-Identifier: MIT
"""Point formulas and byte code proved equal to the group law, for all inputs."""
