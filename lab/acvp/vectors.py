# SPDX-License-Identifier: MIT
"""Vector sets: JSON with or without the protocol's wrapper, fields read with clear errors."""

import json
import re
from dataclasses import dataclass
from typing import Any

from lab.errors import LabError

HEXADECIMAL = re.compile(r"[0-9A-Fa-f]+")


@dataclass(frozen=True)
class Item:
    """A test group, or a test case, and what to call it in an error."""

    name: str
    data: dict[str, Any]

    @property
    def number(self) -> int:
        """The tgId or tcId."""
        return int(self.name.split()[-1])

    def has(self, field: str) -> bool:
        return field in self.data

    def text(self, field: str, otherwise: str | None = None) -> str:
        value = self.data.get(field, otherwise)
        if not isinstance(value, str):
            raise LabError(f"{self.name}: {field} is missing, or no text")
        return value

    def flag(self, field: str) -> bool:
        value = self.data.get(field, False)
        if not isinstance(value, bool):
            raise LabError(f"{self.name}: {field} is neither true nor false")
        return value

    def octets(self, field: str) -> bytes:
        """Bytes in hexadecimal."""
        try:
            return bytes.fromhex(self.text(field))
        except ValueError:
            raise LabError(f"{self.name}: {field} is not in hexadecimal") from None

    def integer(self, field: str) -> int:
        """A number in hexadecimal, with or without leading zeros."""
        text = self.text(field)
        if not HEXADECIMAL.fullmatch(text):
            raise LabError(f"{self.name}: {field} is not in hexadecimal")
        return int(text, 16)

    def count(self, field: str) -> int:
        """A number that says how much, not negative."""
        value = self.data.get(field)
        if type(value) is not int or value < 0:
            raise LabError(f"{self.name}: {field} is missing, or no number")
        return value

    def item(self, field: str) -> "Item":
        """An object inside."""
        value = self.data.get(field)
        if not isinstance(value, dict):
            raise LabError(f"{self.name}: {field} is missing, or no object")
        return Item(self.name, value)

    def items(self, field: str, number: str) -> list["Item"]:
        """The objects of a list, each with its number."""
        listed = self.data.get(field)
        if not isinstance(listed, list):
            raise LabError(f"{self.name}: {field} is missing, or no list")
        found = []
        for each in listed:
            if not isinstance(each, dict) or type(each.get(number)) is not int:
                raise LabError(f"{self.name}: {field} has an entry without {number}")
            found.append(Item(f"{number} {each[number]}", each))
        return found

    @property
    def tests(self) -> list["Item"]:
        return self.items("tests", "tcId")


@dataclass(frozen=True)
class VectorSet:
    """A prompt, or the answers to one."""

    item: Item
    wrapper: dict[str, Any] | None  # what the protocol puts before the set

    @staticmethod
    def read(content: bytes) -> "VectorSet":
        try:
            data = json.loads(content)
        except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
            raise LabError(f"no JSON: {error}") from None
        wrapper = None
        if isinstance(data, list) and len(data) == 2 and isinstance(data[0], dict):
            wrapper, data = data
        if not isinstance(data, dict):
            raise LabError("no vector set: neither an object nor a version and an object")
        return VectorSet(Item("vector set", data), wrapper)

    @property
    def algorithm(self) -> str:
        """Algorithm, mode and revision, as one would say them."""
        self.item.text("algorithm")
        self.item.text("revision")
        return self.said

    @property
    def said(self) -> str:
        """The same, as far as it is there."""
        parts = (self.item.text(field, "") for field in ("algorithm", "mode", "revision"))
        return " ".join(part for part in parts if part)

    def answers(self, prompt: "VectorSet") -> bool:
        """Whether this is a set of the prompt's algorithm, mode and revision, as far as it says."""
        return all(
            self.item.text(field, "").casefold() in ("", prompt.item.text(field, "").casefold())
            for field in ("algorithm", "mode", "revision")
        )

    @property
    def groups(self) -> list[Item]:
        return self.item.items("testGroups", "tgId")

    def answered(self, groups: list[dict[str, Any]]) -> "VectorSet":
        """The same set with answers for its groups."""
        kept = ("vsId", "algorithm", "mode", "revision", "isSample")
        data = {field: self.item.data[field] for field in kept if field in self.item.data}
        return VectorSet(Item("answers", {**data, "testGroups": groups}), self.wrapper)

    def written(self) -> bytes:
        data: Any = self.item.data
        if self.wrapper is not None:
            data = [self.wrapper, data]
        return (json.dumps(data, indent=2) + "\n").encode()
