# SPDX-License-Identifier: MIT
"""whit verify: check the signature of a file, by ECDSA or EdDSA."""

from pathlib import Path
from typing import Annotated

import typer

from lab.commands import files
from lab.commands.sign import Digest, Hash, KeyFile, SignatureFormat, checked
from lab.errors import LabError
from lab.library import StatusError, StringCurve


def command(
    file: Annotated[Path, typer.Argument(help="What was signed.")],
    key_file: KeyFile,
    signature_file: Annotated[Path, typer.Option("--signature", help="Its signature.")],
    hash_name: Hash = None,
    form: SignatureFormat = None,
    low_s: Annotated[bool, typer.Option("--low-s", help="For ECDSA: refuse a high s.")] = False,
    digest: Digest = False,
) -> None:
    """Verify a file's signature with a public or a private key.

    Exits with 1 when it is not valid.
    """
    key = files.read_key(key_file)
    curve = checked(key.curve, form, hash_name, low_s=low_s, digest=digest)
    message = files.read(file)
    if digest and not message:
        raise LabError(f"{file}: an empty digest")
    signature = files.read(signature_file, files.SMALL)
    low = True
    try:
        if isinstance(curve, StringCurve):
            valid = curve.verify(key.public_key, message, signature)
        else:
            if form != "raw":
                signature = curve.signature_from_der(signature)
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
