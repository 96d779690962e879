"""The texts that people read: one catalogue per language, looked up by key.

A catalogue is ``locales/<language>.toml``. Its keys are dotted (``power.demeter.text``), the same in every language,
and code holds keys, never sentences.

>>> words = Words.load("en")
>>> words.power_name("demeter")
'Demeter'
>>> words.text("reason.climbed")
'moved up to level 3'

Messages of the package, including errors, are in the language in use, English by default:

>>> with speaking("en"):
...     Words.load().power_name("chronus")
'Chronus'

Where a word depends on a number, the placeholder lists its forms by their CLDR plural category, and ``#`` is the number
as the language writes it. Babel supplies the categories and the number formats here, `Intl` on the page:

>>> Words("ru", {"left": "{n:plural one=# купол|few=# купола|many=# куполов}"}).text("left", n=22)
'22 купола'
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

from santorini.enums import RuleSet

__all__ = [
    "RULE_SETS",
    "Words",
    "add_home_made",
    "language_in_use",
    "language_of_terminal",
    "languages",
    "plural_category",
    "plural_forms",
    "read_catalogue",
    "set_language",
    "speaking",
]

RULE_SETS = tuple(rules.value for rules in RuleSet)
"""The names of the rule sets, as plain texts."""

PLURAL = "plural "
"""The prefix of a format that lists plural forms."""

_in_use: ContextVar[str] = ContextVar("language", default="en")


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
    def load(language: str | None = None) -> Words:
        """The catalogue of a language, or of the language in use. Each is read once.

        >>> Words.load("en") is Words.load("en")
        True
        >>> Words.load("xx")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        KeyError: "no catalogue for the language 'xx'; there is: ..."
        """
        return _load(_in_use.get() if language is None else language)

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
            if f":{PLURAL}" in pattern:
                return _Plurals(self).vformat(pattern, (), values)
            return pattern.format_map(values)
        except KeyError as missing:
            raise KeyError(f"the text {key!r} needs a value for {missing}") from None

    def number(self, number: float, digits: int = 0) -> str:
        """A number as the language writes it, with `digits` decimal places.

        >>> Words("en", {}).number(24545388), Words("de", {}).number(-1500.25, 1)
        ('24,545,388', '-1.500,2')
        """
        from babel.numbers import format_decimal  # slow to import, and most commands write no long number

        return format_decimal(number, f"#,##0.{'0' * digits}" if digits else "#,##0", _locale(self.language))

    def find_power(self, name: str) -> str | None:
        """The id of the power with this name in the language, in any capitalisation.

        >>> Words.load("en").find_power("europa & talus")
        'europa'
        """
        for key, text in self._texts.items():
            if key.startswith("power.") and key.endswith(".name") and text.casefold() == name.casefold():
                return key.split(".")[1]
        return None

    def power_name(self, power: str) -> str:
        """The name of a power.

        >>> Words.load("en").power_name("europa")
        'Europa & Talus'
        """
        if power in _home_made:
            return power.replace("_", " ").title()
        return self.text(f"power.{power}.name")

    def power_text(self, power: str, rules: str = "printed") -> str:
        """What a power does in a rule set.

        A rule set without its own text for the power uses the printed one.

        >>> words = Words.load("en")
        >>> words.power_text("gaea", "aid")
        'Set-up: you place four workers instead of two.'
        >>> words.power_text("demeter", "aid")
        'Your worker may build twice, on two different squares.'
        """
        if power in _home_made:
            return _home_made[power]
        if self._has_own_text(power, rules):
            return self.text(f"power.{power}.text_{rules}")
        return self.text(f"power.{power}.text")

    def power_notes(self, power: str, rules: str = "printed") -> tuple[str, ...]:
        """Short answers to common questions about a power, if there are any.

        A rule set with its own text for the power has its own notes too.

        >>> words = Words.load("en")
        >>> words.power_notes("bellerophon")
        ('From level 1 to level 3 wins.', 'Three levels at once are never possible.', 'Nobody can make you use it.')
        >>> words.power_notes("gaea", "aid")
        ('One of the four moves and builds each turn.',)
        """
        self.power_name(power)  # an unknown power is an error, not a power without notes
        field = f"notes_{rules}" if self._has_own_text(power, rules) else "notes"
        prefix = f"power.{power}.{field}."
        return tuple(self.text(key) for key in self._texts if key.startswith(prefix))

    def _has_own_text(self, power: str, rules: str) -> bool:
        if rules not in RULE_SETS:
            raise ValueError(f"no rule set {rules!r}; there are: {', '.join(RULE_SETS)}")
        return rules != "printed" and f"power.{power}.text_{rules}" in self._texts


_home_made: dict[str, str] = {}


def add_home_made(power: str, text: str) -> None:
    """Give a power that was made at run time a name and a text: it is in no catalogue.

    >>> add_home_made("deep_diver", "win.drop: 3")
    >>> Words.load("en").power_name("deep_diver"), Words.load("en").power_text("deep_diver")
    ('Deep Diver', 'win.drop: 3')
    """
    _home_made[power] = text


def languages() -> tuple[str, ...]:
    """The languages that have a catalogue, in alphabetical order.

    >>> "en" in languages()
    True
    """
    names = (entry.name for entry in _locales().iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def set_language(language: str) -> None:
    """Use this language from now on, in errors, boards and card names. Each thread and task has its own.

    >>> from santorini import set_language, power
    >>> set_language("en")
    >>> power("europa").name
    'Europa & Talus'
    """
    _in_use.set(_load(language).language)


@contextmanager
def speaking(language: str) -> Iterator[Words]:
    """Use this language within the block.

    >>> with speaking("en") as words:
    ...     words.text("term.dome")
    'dome'
    """
    words = _load(language)
    token = _in_use.set(language)
    try:
        yield words
    finally:
        _in_use.reset(token)


def language_in_use() -> str:
    """The language in use.

    >>> language_in_use()
    'en'
    """
    return _in_use.get()


def language_of_terminal(environment: Mapping[str, str] | None = None) -> str:
    """The language that the environment asks for, or English if there is no catalogue for it.

    >>> language_of_terminal({"LC_ALL": "", "LANG": "en_GB.UTF-8"}), language_of_terminal({"LANG": "C"})
    ('en', 'en')
    """
    environment = os.environ if environment is None else environment
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    wanted = next((name for name in names if name), "").replace("-", "_").split("_")[0].split(".")[0].lower()
    return wanted if wanted in languages() else "en"


def plural_category(language: str, number: int) -> str:
    """The CLDR plural category of a number.

    >>> [plural_category("ru", number) for number in (1, 2, 5, 11, 21, 112)]
    ['one', 'few', 'many', 'many', 'one', 'many']
    >>> plural_category("fr", 0), plural_category("en", 0)
    ('one', 'other')
    """
    return _locale(language).plural_form(number)


@cache
def _locale(language: str) -> Locale:
    from babel import Locale

    return Locale.parse(language)


def plural_forms(format_spec: str) -> dict[str, str]:
    """The forms that a plural format lists, by category.

    >>> plural_forms("plural one=# block|other=# blocks")
    {'one': '# block', 'other': '# blocks'}
    """
    pairs = (form.partition("=") for form in format_spec.removeprefix(PLURAL).split("|"))
    return {category: text for category, _, text in pairs}


class _Plurals(Formatter):
    """Fills in a text with plural forms."""

    def __init__(self, words: Words) -> None:
        self._words = words

    def format_field(self, value: object, format_spec: str) -> str:
        if not format_spec.startswith(PLURAL):
            return format(value, format_spec)
        if not isinstance(value, int):
            raise TypeError(f"{value!r} cannot be counted")
        forms = plural_forms(format_spec)
        # The last form also serves for categories that are not listed: French and Italian have one for round millions.
        form = forms.get(plural_category(self._words.language, value), list(forms.values())[-1])
        return form.replace("#", self._words.number(value))


def _locales() -> Traversable:
    return files("santorini").joinpath("locales")


def read_catalogue(language: str, folder: str = "") -> dict[str, object]:
    """The contents of a catalogue file; `folder` is a subfolder of `locales` with another kind of catalogue."""
    source = _locales().joinpath(folder, f"{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(source)


@cache
def _load(language: str) -> Words:
    known = languages()
    if language not in known:
        raise KeyError(f"no catalogue for the language {language!r}; there is: {', '.join(known)}")
    words = Words(language, read_catalogue(language))
    if os.environ.get("SANTORINI_DEVELOPMENT"):
        # A new text may be missing in other languages while it is being written. Only in development: players should
        # never see two languages mixed, and the tests fail on a missing text.
        words._texts = {**_load("en")._texts, **words._texts} if language != "en" else words._texts
    return words


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
