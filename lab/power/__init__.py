# SPDX-License-Identifier: MIT
"""Power traces: what a task's energy is, from samples of a current and marks of the task."""
