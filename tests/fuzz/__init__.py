# SPDX-License-Identifier: MIT
"""Targets for libFuzzer: a C program each that takes any bytes, and traps where the library breaks
a law or disagrees with OpenSSL. NAME.c is a target, seeds/NAME.txt what it begins with."""
