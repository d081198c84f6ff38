# SPDX-License-Identifier: MIT
"""What the emulated sensor has to bear: requests without end, datagrams that are lost, doubled and
out of order, and such as are no CoAP."""
