# SPDX-License-Identifier: MIT
"""whit verify: check the ECDSA signature of a file."""

from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.commands.sign import Digest, Hash, KeyFile, SignatureFormat, check
from lab.errors import LabError
from lab.library import StatusError


def command(
    file: Annotated[Path, typer.Argument(help="What was signed.")],
    key_file: KeyFile,
    signature_file: Annotated[Path, typer.Option("--signature", help="Its signature.")],
    hash_name: Hash = None,
    form: SignatureFormat = "der",
    low_s: Annotated[bool, typer.Option("--low-s", help="Refuse a high s.")] = False,
    digest: Digest = False,
) -> None:
    """Verify a file's signature with a public or a private key.

    Exits with 1 when it is not valid.
    """
    key = files.read_key(key_file)
    curve = key.curve
    check(curve, form)
    message = files.read(file)
    if digest and not message:
        raise LabError(f"{file}: an empty digest")
    content = files.read(signature_file)
    try:
        signature = curve.signature_from_der(content) if form == "der" else content
        if digest:
            valid = curve.verify_digest(key.public_key, message, signature)
        else:
            valid = curve.verify(key.public_key, message, signature, hash_name)
        low = not low_s or curve.is_low(signature)
    except StatusError as error:
        raise LabError(f"{signature_file}: {error}") from None
    if not valid:
        raise LabError(f"{signature_file}: not the signature of {file} by this key")
    if not low:
        raise LabError(f"{signature_file}: its s is above half the order")
    print(f"{signature_file}: the signature of {file} by this key on {curve.name}")
