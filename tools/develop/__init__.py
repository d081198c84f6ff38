# SPDX-License-Identifier: MIT
"""What developers of Whit run: setting up, test stages, formatting, measurements."""
