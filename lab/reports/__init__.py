# SPDX-License-Identifier: MIT
"""Rendering of samples: text, JSON, CSV, tables of documents. No toolchain here."""
