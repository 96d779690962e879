"""The words people read: one catalogue per language, found by key.

A catalogue is ``locales/<language>.toml``. Its keys are dotted (``power.demeter.text``), the same in every language,
and code holds keys, never sentences.

>>> words = Words.load("en")
>>> words.power_name("demeter")
'Demeter'
>>> words.text("reason.climbed")
'moved up to level 3'
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["RULE_SETS", "Words", "languages"]

RULE_SETS = ("printed", "revised", "aid")


class Words:
    """The texts of one language.

    ``Words.load`` reads a catalogue of the package; the constructor takes any table of texts.

    >>> words = Words("en", {"clock": {"left": "{minutes} min left", "up": "time is up"}})
    >>> words.text("clock.left", minutes=5)
    '5 min left'
    """

    __slots__ = ("_texts", "language")

    def __init__(self, language: str, table: Mapping[str, object]) -> None:
        self.language = language
        self._texts = dict(_flatten(table))

    @staticmethod
    def load(language: str = "en") -> Words:
        """The catalogue of a language, read once.

        >>> Words.load("en") is Words.load("en")
        True
        >>> Words.load("xx")
        Traceback (most recent call last):
        KeyError: "no catalogue for the language 'xx'; there is: en"
        """
        return _load(language)

    def __repr__(self) -> str:
        return f"<Words {self.language!r}, {len(self._texts)} texts>"

    def __contains__(self, key: object) -> bool:
        """Whether there is a text with this key.

        >>> "power.limus.text_revised" in Words.load("en")
        True
        """
        return key in self._texts

    def __iter__(self) -> Iterator[str]:
        """Every key, in the order of the catalogue. The items of a list are numbered from 0.

        >>> list(Words("en", {"a": "x", "b": {"notes": ["y", "z"]}}))
        ['a', 'b.notes.0', 'b.notes.1']
        """
        return iter(self._texts)

    def text(self, key: str, /, **values: object) -> str:
        """The text of a key, with its ``{placeholders}`` filled in.

        >>> Words.load("en").text("term.ram")
        'Ram'
        >>> Words("en", {"term": {"ram": "Ram", "coin": "Coin"}}).text("term.rem")
        Traceback (most recent call last):
        KeyError: "no text 'term.rem' in the language 'en'; nearest: term.ram, term.coin"
        >>> Words("en", {"left": "{minutes} min left"}).text("left")
        Traceback (most recent call last):
        KeyError: "the text 'left' needs a value for 'minutes'"
        """
        try:
            pattern = self._texts[key]
        except KeyError:
            nearest = ", ".join(get_close_matches(key, self._texts, n=3, cutoff=0.0))
            raise KeyError(f"no text {key!r} in the language {self.language!r}; nearest: {nearest}") from None
        try:
            return pattern.format_map(values)
        except KeyError as missing:
            raise KeyError(f"the text {key!r} needs a value for {missing}") from None

    def power_name(self, power: str) -> str:
        """The name of a power.

        >>> Words.load("en").power_name("europa")
        'Europa & Talus'
        """
        return self.text(f"power.{power}.name")

    def power_text(self, power: str, rules: str = "printed") -> str:
        """What a power does in a rule set.

        A rule set without a text of its own for the power has the printed one.

        >>> words = Words.load("en")
        >>> words.power_text("gaea", "aid")
        'Set-up: you place four workers instead of two.'
        >>> words.power_text("demeter", "aid")
        'Your worker may build twice, on two different squares.'
        """
        if self._has_own_text(power, rules):
            return self.text(f"power.{power}.text_{rules}")
        return self.text(f"power.{power}.text")

    def power_notes(self, power: str, rules: str = "printed") -> tuple[str, ...]:
        """Short answers to common questions about a power; there may be none.

        A rule set that has its own text for the power has its own notes too.

        >>> words = Words.load("en")
        >>> words.power_notes("bellerophon")
        ('From level 1 to level 3 wins.',)
        >>> words.power_notes("gaea", "aid")
        ()
        """
        self.power_name(power)  # an unknown power is an error, not a power without notes
        field = f"notes_{rules}" if self._has_own_text(power, rules) else "notes"
        prefix = f"power.{power}.{field}."
        return tuple(self.text(key) for key in self._texts if key.startswith(prefix))

    def _has_own_text(self, power: str, rules: str) -> bool:
        if rules not in RULE_SETS:
            raise ValueError(f"no rule set {rules!r}; there are: {', '.join(RULE_SETS)}")
        return rules != "printed" and f"power.{power}.text_{rules}" in self._texts


def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for, in alphabetical order.

    >>> "en" in languages()
    True
    """
    names = (entry.name for entry in _locales().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def _locales() -> Traversable:
    return files(__package__ or "santorini").joinpath("locales")


@cache
def _load(language: str) -> Words:
    known = languages()
    if language not in known:
        raise KeyError(f"no catalogue for the language {language!r}; there is: {', '.join(known)}")
    source = _locales().joinpath(f"{language}.toml").read_text(encoding="utf-8")
    return Words(language, tomllib.loads(source))


def _flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Dotted keys and texts of a nested table."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        match value:
            case str():
                yield key, value
            case list():
                yield from _flatten({str(i): item for i, item in enumerate(value)}, f"{key}.")
            case Mapping():
                yield from _flatten(value, f"{key}.")
            case _:
                raise TypeError(f"{key!r} must be a text, a list of texts or a table, not {value!r}")
