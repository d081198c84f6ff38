# SPDX-License-Identifier: MIT
"""What messages cost on the wire: formats, CoAP, and links."""
