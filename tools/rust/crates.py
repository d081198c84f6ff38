# SPDX-License-Identifier: MIT
"""The generated files of ports/rust."""

import re
from pathlib import Path

from tools.files import ROOT
from tools.rust.bindings import (
    TOP,
    bound,
    curve_headers,
    curves_file,
    form_headers,
    has,
    header,
    one,
    title,
)
from tools.rust.declarations import read

PORT = ROOT / "ports" / "rust"
FORM_TITLE = re.compile(r"^/\* (\w+)", re.M)
# Macros of the safe crate for X25519 and Ed25519, and what they are told.
FORMS = (
    (
        "xdh",
        (
            "WHIT_{NAME}_PRIVATE_KEY_BYTES",
            "WHIT_{NAME}_PUBLIC_KEY_BYTES",
            "WHIT_{NAME}_SHARED_SECRET_BYTES",
            "whit_{name}_keygen",
            "whit_{name}_public_key",
            "whit_{name}_ecdh",
        ),
    ),
    (
        "eddsa",
        (
            "WHIT_{NAME}_SEED_BYTES",
            "WHIT_{NAME}_PRIVATE_KEY_BYTES",
            "WHIT_{NAME}_PUBLIC_KEY_BYTES",
            "WHIT_{NAME}_SIGNATURE_BYTES",
            "whit_{name}_keygen",
            "whit_{name}_key_pair",
            "whit_{name}_validate_public_key",
            "whit_{name}_sign",
            "whit_{name}_sign_hedged",
            "whit_{name}_sign_checked",
            "whit_{name}_verify",
        ),
    ),
)
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
    for name in form_headers():
        kind, words = FORMS[name.startswith("ed")]
        text = header(name)
        title_of_form = one(FORM_TITLE, text)
        names = ", ".join(word.format(name=name, NAME=name.upper()) for word in words)
        lines += [f'#[cfg(feature = "{name}")]', f'{kind}!({name}, "{title_of_form}",']
        lines += [f"    {names});", ""]
    return "\n".join(lines).rstrip() + "\n"


def statuses() -> str:
    """The errors of the safe crate: each failure of status.h, with its comment."""
    lines = [TOP.format(source="whit/status.h"), "statuses! {"]
    for each in read(header("status")):
        failure = each.name.removeprefix("WHIT_ERROR_")
        if failure != each.name:
            lines.append(f'    {failure} = {each.name}: "{each.comment}",')
    return "\n".join([*lines, "}"]) + "\n"


def files() -> dict[Path, str]:
    bindings, text = bound()
    low, safe = PORT / "whit-sys", PORT / "whit"
    return {
        low / "src" / "bindings.rs": text,
        low / "src" / "curves.rs": curves_file(bindings),
        low / "curve_list.rs": list_of_curves(),
        low / "Cargo.toml": features(low / "Cargo.toml", False),
        safe / "src" / "curves.rs": safe_curves(),
        safe / "src" / "statuses.rs": statuses(),
        safe / "Cargo.toml": features(safe / "Cargo.toml", True),
    }
