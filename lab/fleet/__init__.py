# SPDX-License-Identifier: MIT
"""What many signing sensors cost: batteries, air, a gateway's cores. SI units throughout."""
