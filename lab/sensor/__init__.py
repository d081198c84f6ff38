# SPDX-License-Identifier: MIT
"""examples/coap-sensor: its firmware, an emulated board that runs it, and clients that ask it."""
