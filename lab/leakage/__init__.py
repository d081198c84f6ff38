# SPDX-License-Identifier: MIT
"""What a probe would learn from emulated runs, by a model: statistics, and records of findings."""
