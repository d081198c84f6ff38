# SPDX-License-Identifier: MIT
"""whit sign: the signature of a file, by ECDSA or EdDSA."""

from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.library import AnyCurve, Curve, StringCurve

FORMATS = ("der", "raw")

KeyFile = Annotated[
    Path, typer.Option("--key", help="A key in PEM or DER; - is the standard input.")
]
Hash = Annotated[
    str | None, typer.Option("--hash", help="For ECDSA: sha256 and others; the curve's if none.")
]
SignatureFormat = Annotated[
    str | None,
    typer.Option(
        "--format", help="For ECDSA: der, or raw: r and s; der if none. Those of EdDSA are raw."
    ),
]
Digest = Annotated[bool, typer.Option("--digest", help="For ECDSA: the file is a digest already.")]


def checked(
    curve: AnyCurve, form: str | None, hash_name: str | None, *, low_s: bool, digest: bool
) -> AnyCurve:
    """The curve, after refusing one without signatures and options that are not for it."""
    if form is not None and form not in FORMATS:
        raise UnknownNameError("format", form, FORMATS)
    if isinstance(curve, Curve):
        if not curve.parameters.ecdsa:
            raise UnsupportedError(f"{curve.name} is not for ECDSA")
        return curve
    if not curve.signs:
        raise UnsupportedError(f"{curve.name} is for key agreement, not for signatures")
    for option, given in (
        ("--hash", hash_name is not None),
        ("--low-s", low_s),
        ("--digest", digest),
        ("--format der", form == "der"),
    ):
        if given:
            raise UnsupportedError(f"{option} is for ECDSA, and {curve.name} signs by EdDSA")
    return curve


def command(
    file: Annotated[Path, typer.Argument(help="What to sign.")],
    key_file: KeyFile,
    hash_name: Hash = None,
    form: SignatureFormat = None,
    low_s: Annotated[
        bool, typer.Option("--low-s", help="For ECDSA: the lesser of s and order - s.")
    ] = False,
    digest: Digest = False,
    out: Annotated[Path | None, typer.Option(help="A file; standard output if none.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Sign a file by ECDSA, with the nonce of RFC 6979, or by Ed25519 or Ed448."""
    key = files.read_key(key_file)
    curve = checked(key.curve, form, hash_name, low_s=low_s, digest=digest)
    if key.private_key is None:
        raise LabError(f"{key_file}: holds no private key")
    message = files.read(file)
    if digest and not message:
        raise LabError(f"{file}: an empty digest")
    if isinstance(curve, StringCurve):
        content = curve.sign(key.private_key, message)
    else:
        sign = curve.sign_digest if digest else curve.sign
        signature = sign(key.private_key, message, hash_name)
        if low_s:
            signature = curve.make_low(signature)
        content = signature if form == "raw" else curve.signature_to_der(signature)
    files.write(out, content, secret=False, force=force)
