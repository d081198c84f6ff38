# SPDX-License-Identifier: MIT
# cffi writes the module, and gives it no types.
from typing import Any

ffi: Any
lib: Any
