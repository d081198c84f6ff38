# SPDX-License-Identifier: MIT
"""What a release holds and where it comes from, in SPDX 2.3. Whit needs no other library."""

import json
import re
import time
from collections.abc import Mapping

from tools.release.package import digest
from tools.release.version import Commit

SUPPLIER = "Organization: The Whit authors"
NOT_SAID = "NOASSERTION"


def _identifier(name: str) -> str:
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def document(version: str, commit: Commit, archives: Mapping[str, bytes]) -> str:
    """One package an archive, and the commit that all are generated from."""
    source = {
        "SPDXID": _identifier("repository"),
        "name": "whit",
        "versionInfo": version,
        "supplier": SUPPLIER,
        "downloadLocation": NOT_SAID,
        "filesAnalyzed": False,
        "licenseConcluded": "MIT",
        "licenseDeclared": "MIT",
        "copyrightText": "Copyright (c) 2026 The Whit authors",
        "primaryPackagePurpose": "SOURCE",
        "sourceInfo": f"git commit {commit.name}",
    }
    packages: list[dict[str, object]] = [source]
    related = [("SPDXRef-DOCUMENT", "DESCRIBES", source["SPDXID"])]
    for name, content in sorted(archives.items()):
        packages.append(
            {
                "SPDXID": _identifier(name),
                "name": name,
                "versionInfo": version,
                "packageFileName": name,
                "supplier": SUPPLIER,
                "downloadLocation": NOT_SAID,
                "filesAnalyzed": False,
                "checksums": [{"algorithm": "SHA256", "checksumValue": digest(content)}],
                "licenseConcluded": "MIT",
                "licenseDeclared": "MIT",
                "copyrightText": source["copyrightText"],
                "primaryPackagePurpose": "ARCHIVE",
            }
        )
        related.append(("SPDXRef-DOCUMENT", "DESCRIBES", _identifier(name)))
        related.append((_identifier(name), "GENERATED_FROM", source["SPDXID"]))
    text = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"whit-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/whit-{version}-{commit.name}",
        "creationInfo": {
            "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(commit.seconds)),
            "creators": [SUPPLIER, f"Tool: tools.release-{version}"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in related
        ],
    }
    return json.dumps(text, indent=1) + "\n"
