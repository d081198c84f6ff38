# SPDX-License-Identifier: MIT
"""The documents and the headers' contracts as a site that is read offline."""
