# SPDX-License-Identifier: MIT
"""Proofs of memory safety, by a bounded model checker, of what reads bytes from outside."""
