# SPDX-License-Identifier: MIT
"""Everything measured as one HTML page, readable offline: markup, style, script and data in
one file, which asks for nothing from elsewhere."""

from lab.reports.page.content import Extras
from lab.reports.page.rendering import render

__all__ = ["Extras", "render"]
