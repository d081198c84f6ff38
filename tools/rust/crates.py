# SPDX-License-Identifier: MIT
"""The generated files of ports/rust."""

import re
from pathlib import Path

from tools.files import ROOT
from tools.rust.bindings import TOP, bound, curve_headers, curves_file, form_headers, has, title

PORT = ROOT / "ports" / "rust"
FEATURES = re.compile(r"(# Curves[^\n]*\n)(.*?)(# End of curves)", re.S)


def features(path: Path, passed_on: bool) -> str:
    """A manifest with a feature for each curve."""
    text = path.read_text(encoding="utf-8")
    assert len(FEATURES.findall(text)) == 1
    names = [*curve_headers(), *form_headers()]
    needs = {name: f'"whit-sys/{name}"' if passed_on else "" for name in names}
    lines = "".join(f"{name} = [{need}]\n" for name, need in needs.items())
    return FEATURES.sub(lambda found: found[1] + lines + found[3], text)


def list_of_curves() -> str:
    """What WHIT_CURVES takes for each feature."""
    curves = {name: name for name in curve_headers()} | form_headers()
    pairs = "".join(f'    ("{name}", "{curve}"),\n' for name, curve in curves.items())
    return f"{TOP.format(source='curves/')}const CURVES: &[(&str, &str)] = &[\n{pairs}];\n"


def safe_curves() -> str:
    """The modules of the safe crate."""
    lines = [TOP.format(source="the headers of curves")]
    for name, text in curve_headers().items():
        kind = "signing" if "ecdsa" in has(text) else "agreeing"
        lines += [f'#[cfg(feature = "{name}")]', f'{kind}!({name}, "{title(text)}");', ""]
    return "\n".join(lines).rstrip() + "\n"


def files() -> dict[Path, str]:
    bindings, text = bound()
    low, safe = PORT / "whit-sys", PORT / "whit"
    return {
        low / "src" / "bindings.rs": text,
        low / "src" / "curves.rs": curves_file(bindings),
        low / "curve_list.rs": list_of_curves(),
        low / "Cargo.toml": features(low / "Cargo.toml", False),
    } | (
        {
            safe / "src" / "curves.rs": safe_curves(),
            safe / "Cargo.toml": features(safe / "Cargo.toml", True),
        }
        if safe.is_dir()
        else {}
    )
