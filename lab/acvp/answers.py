# SPDX-License-Identifier: MIT
"""A vector set's answers, by the algorithm that it names."""

from collections.abc import Iterator

from lab.acvp import ecdsa, eddsa, kas, kas_keys
from lab.acvp.algorithms import Algorithm, Context
from lab.acvp.vectors import VectorSet
from lab.errors import UnsupportedError
from lab.library import Library, RandomSource

# Algorithm, mode, and the revisions whose format is the same.
ALGORITHMS: dict[tuple[str, str], tuple[Algorithm, tuple[str, ...]]] = {
    ("ECDSA", "keyGen"): (ecdsa.KeyGeneration(), ("1.0", "FIPS186-5")),
    ("ECDSA", "keyVer"): (ecdsa.KeyVerification(), ("1.0", "FIPS186-5")),
    ("ECDSA", "sigGen"): (ecdsa.SignatureGeneration(), ("1.0", "FIPS186-5")),
    ("ECDSA", "sigVer"): (ecdsa.SignatureVerification(), ("1.0", "FIPS186-5")),
    ("DetECDSA", "sigGen"): (ecdsa.SignatureGeneration(deterministic=True), ("FIPS186-5",)),
    ("EDDSA", "keyGen"): (eddsa.KeyGeneration(), ("1.0",)),
    ("EDDSA", "keyVer"): (eddsa.KeyVerification(), ("1.0",)),
    ("EDDSA", "sigGen"): (eddsa.SignatureGeneration(), ("1.0",)),
    ("EDDSA", "sigVer"): (eddsa.SignatureVerification(), ("1.0",)),
    ("KAS-ECC", ""): (kas_keys.KeyAgreement(), ("Sp800-56Ar3",)),
    ("KAS-ECC-SSC", ""): (kas.SharedSecret(), ("Sp800-56Ar3",)),
    ("KAS-ECC", "CDH-Component"): (kas.Primitive(), ("1.0", "Sp800-56Ar3")),
}


def algorithm(prompt: VectorSet) -> Algorithm:
    """What answers a prompt; UnsupportedError if nothing does."""
    asked = (prompt.item.text("algorithm"), prompt.item.text("mode", ""))
    revision = prompt.item.text("revision")
    for (name, mode), (found, revisions) in ALGORITHMS.items():
        named = (name.casefold(), mode.casefold()) == tuple(part.casefold() for part in asked)
        if named and revision.casefold() in (each.casefold() for each in revisions):
            return found
    known = (
        f"{' '.join(filter(None, names))} {' and '.join(revisions)}"
        for names, (_, revisions) in ALGORITHMS.items()
    )
    raise UnsupportedError(f"{prompt.algorithm} is not supported, only {', '.join(known)}")


def unsupported(library: Library, prompt: VectorSet) -> Iterator[tuple[int, UnsupportedError]]:
    """The numbers of the groups that the library cannot answer, and why."""
    found, context = algorithm(prompt), Context(library)
    for group in prompt.groups:
        try:
            found.require(context, group)
        except UnsupportedError as error:
            yield group.number, error


def answer(
    library: Library,
    prompt: VectorSet,
    left_out: frozenset[int] = frozenset(),
    random: RandomSource | None = None,
) -> VectorSet:
    """The answers to every group but those left out, by number. UnsupportedError for a group that
    cannot be answered."""
    found, context = algorithm(prompt), Context(library, random)
    groups = [group for group in prompt.groups if group.number not in left_out]
    for group in groups:
        found.require(context, group)
    return prompt.answered(
        [{"tgId": group.number, **found.answer(context, group)} for group in groups]
    )
