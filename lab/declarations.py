# SPDX-License-Identifier: MIT
"""Reading TOML files of declarations, with errors that name the key."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from lab.errors import LabError
from lab.paths import shown


class Declaration:
    """A table of a TOML file; every getter checks the type and marks the key as known."""

    def __init__(self, path: Path, table: Mapping[str, object], prefix: str = "") -> None:
        self._path = path
        self._table = table
        self._prefix = prefix
        self._seen: set[str] = set()

    @classmethod
    def read(cls, path: Path) -> "Declaration":
        try:
            return cls(path, tomllib.loads(path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LabError(f"{shown(path)}: {error}") from error

    def error(self, key: str, problem: str) -> LabError:
        return LabError(f"{shown(self._path)}: {self._prefix}{key} {problem}")

    def names(self) -> tuple[str, ...]:
        """The keys that the table has."""
        return tuple(self._table)

    def has(self, key: str) -> bool:
        return key in self._table

    def text(self, key: str, default: str | None = None) -> str:
        if default is not None and key not in self._table:
            return default
        value = self._get(key)
        if not isinstance(value, str):
            raise self.error(key, "must be a text")
        return value

    def number(self, key: str) -> int:
        value = self._get(key)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.error(key, "must be a whole number")
        return value

    def natural(self, key: str) -> int:
        value = self.number(key)
        if value < 0:
            raise self.error(key, "must not be negative")
        return value

    def quantity(self, key: str) -> float:
        """A physical quantity: never negative, in the unit that its key names."""
        value = self._get(key)
        if not isinstance(value, (int, float)) or isinstance(value, bool) or not value >= 0:
            raise self.error(key, "must be a number that is not negative")
        return float(value)

    def flag(self, key: str, default: bool) -> bool:
        if key not in self._table:
            return default
        value = self._get(key)
        if not isinstance(value, bool):
            raise self.error(key, "must be true or false")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        if default is not None and key not in self._table:
            return default
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(key, "must be a list of texts")
        return tuple(value)

    def table(self, key: str) -> "Declaration":
        value = self._get(key)
        if not isinstance(value, dict):
            raise self.error(key, "must be a table")
        return Declaration(self._path, value, f"{self._prefix}{key}.")

    def tables(self, key: str) -> dict[str, "Declaration"]:
        """The tables under an optional table, by name."""
        if key not in self._table:
            return {}
        under = self.table(key)
        return {name: under.table(name) for name in under.names()}

    def rows(self, key: str) -> list["Declaration"]:
        """The tables of a list, in its order."""
        value = self._get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.error(key, "must be a list of tables")
        return [
            Declaration(self._path, item, f"{self._prefix}{key}[{at}].")
            for at, item in enumerate(value)
        ]

    def finish(self) -> None:
        """Refuse keys that nobody asked for: most are misspellings."""
        for key in self._table:
            if key not in self._seen:
                raise self.error(key, "is not a known key")

    def _get(self, key: str) -> object:
        self._seen.add(key)
        if key not in self._table:
            raise self.error(key, "is missing")
        return self._table[key]
