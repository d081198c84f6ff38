# SPDX-License-Identifier: MIT
"""whit sign: the ECDSA signature of a file."""

from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.errors import LabError, UnknownNameError, UnsupportedError
from lab.library import Curve

FORMATS = ("der", "raw")

KeyFile = Annotated[Path, typer.Option("--key", help="A key in PEM or DER.")]
Hash = Annotated[str | None, typer.Option("--hash", help="sha256 and others; the curve's if none.")]
SignatureFormat = Annotated[str, typer.Option("--format", help="der, or raw: r and s.")]
Digest = Annotated[bool, typer.Option("--digest", help="The file is a digest already.")]


def check(curve: Curve, form: str) -> None:
    """Refuse a curve without signatures and an unknown format."""
    if form not in FORMATS:
        raise UnknownNameError("format", form, FORMATS)
    if not curve.parameters.ecdsa:
        raise UnsupportedError(f"{curve.name} is not for ECDSA")


def command(
    file: Annotated[Path, typer.Argument(help="What to sign.")],
    key_file: KeyFile,
    hash_name: Hash = None,
    form: SignatureFormat = "der",
    low_s: Annotated[bool, typer.Option("--low-s", help="The lesser of s and order - s.")] = False,
    digest: Digest = False,
    out: Annotated[Path | None, typer.Option(help="A file; standard output if none.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that exists.")] = False,
) -> None:
    """Sign a file; the nonce is that of RFC 6979."""
    key = files.read_key(key_file)
    check(key.curve, form)
    if key.private_key is None:
        raise LabError(f"{key_file}: holds no private key")
    message = files.read(file)
    if digest and not message:
        raise LabError(f"{file}: an empty digest")
    sign = key.curve.sign_digest if digest else key.curve.sign
    signature = sign(key.private_key, message, hash_name)
    if low_s:
        signature = key.curve.make_low(signature)
    content = key.curve.signature_to_der(signature) if form == "der" else signature
    files.write(out, content, secret=False, force=force)
