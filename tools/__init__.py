# SPDX-License-Identifier: MIT
"""What writes Whit's generated sources, and what its developers run. Layers, lowest first:
files and options; curves and formulas; kernels; emission; develop."""
