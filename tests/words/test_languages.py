"""The languages together: the same keys, the same placeholders, every plural, and each language's own typography."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import santorini
from santorini import SantoriniError, Words, languages, power, read_position
from santorini.cli import COMMANDS, main
from santorini.cli._reading import LIKE_A_STEP
from santorini.cli._session import COMMANDS as TYPED
from santorini.cli._session import LOCAL_COMMANDS
from santorini.words.catalogue import PLURAL, language_of_terminal, plural_category, plural_forms, read_catalogue
from tools import words as reviews

ROOT = Path(__file__).resolve().parent.parent.parent
OTHERS = [language for language in languages() if language != "en"]
COUNTS = (0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 100, 101, 102, 111, 112, 1000, 1001, 24_545_388)


@pytest.fixture(params=languages())
def words(request: pytest.FixtureRequest) -> Words:
    language: str = request.param
    return Words.load(language)


@pytest.fixture(params=OTHERS)
def other(request: pytest.FixtureRequest) -> Words:
    language: str = request.param
    return Words.load(language)


def raw(words: Words) -> dict[str, str]:
    """Texts with their placeholders still in them."""
    return dict(words._texts)


Field = tuple[str, str, bool]


def fields(pattern: str) -> dict[Field, list[str]]:
    """The placeholders of a text: name, conversion, whether it counts; and the formats they are given."""
    found: dict[Field, list[str]] = {}
    for _, name, form, conversion in Formatter().parse(pattern):
        if name is not None:
            found.setdefault((name, conversion or "", (form or "").startswith(PLURAL)), []).append(form or "")
    return found


# -- the same keys, and all of them used ---------------------------------------------------------------------------


def test_every_language_has_the_keys_of_english_in_the_same_order(words: Words) -> None:
    english = list(Words.load("en"))
    missing, extra = [k for k in english if k not in words], [k for k in words if k not in english]
    assert (missing, extra) == ([], [])
    assert list(words) == english


def sources() -> Iterator[Path]:
    """Everything that may name a key."""
    yield from (ROOT / "src").rglob("*.py")
    for folder in ("core", "bindings"):
        yield from (path for path in (ROOT / folder).rglob("*") if path.suffix in (".cpp", ".h"))
    web = ROOT / "web"
    if web.exists():
        found = (path for path in web.rglob("*") if "node_modules" not in path.parts)
        yield from (path for path in found if path.suffix in (".ts", ".js", ".mjs", ".svelte", ".html"))


@cache
def used_keys() -> tuple[set[str], list[re.Pattern[str]]]:
    """Keys written out in the sources, and the patterns of those that are put together there."""
    written: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        if path.suffix != ".py":
            quoted = re.findall(r"""["'`]([\w./-]+)["'`]""", text)
            written.update(quoted)
            written.update(f"error.{code.replace('/', '-')}" for code in quoted)
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                written.add(node.value)
                written.add(f"error.{node.value.replace('/', '-')}")
                written.add(f"error.record-{node.value}")
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w-]*" for part in node.values
                ]
                if any("." in str(part.value) for part in node.values if isinstance(part, ast.Constant)):
                    patterns.append(re.compile("".join(parts) + r"(\d+)?"))
    return written, patterns


# Texts that are finished before the code that will show them.
AWAITED = re.compile(r"timing\..*")


def test_every_key_is_used() -> None:
    written, patterns = used_keys()
    patterns = [*patterns, AWAITED]
    unused = [
        key
        for key in Words.load("en")
        if key not in written and not any(pattern.fullmatch(key) for pattern in patterns)
    ]
    assert unused == []


# -- placeholders and plurals --------------------------------------------------------------------------------------


def test_placeholders_are_names_and_the_same_in_every_language(words: Words) -> None:
    english = raw(Words.load("en"))
    for key, text in raw(words).items():
        found = fields(text)
        assert all(name.isidentifier() for name, _, _ in found), key
        assert set(found) == set(fields(english[key])), key


@pytest.mark.parametrize("language", OTHERS)
def test_the_page_has_the_words_of_english(language: str) -> None:
    """The same keys in the same order and with the same placeholders."""
    english = dict(reviews.flat(read_catalogue("en", "page")))
    here = dict(reviews.flat(read_catalogue(language, "page")))
    assert list(here) == list(english)
    assert [key for key, text in english.items() if set(fields(text)) != set(fields(here[key]))] == []


@pytest.mark.parametrize("language", languages())
def test_who_has_won_or_lost_is_the_first_word(language: str) -> None:
    """The computer is "The computer" there, with a capital."""
    ended = {key: text for key, text in reviews.flat(read_catalogue(language, "page")) if key.startswith("page.ended.")}
    assert len(ended) == 10
    assert [text for text in ended.values() if "{who}" in text[1:]] == []


@pytest.mark.parametrize("key", ["bind", "closed_token"])
def test_a_restriction_about_one_square_names_it(words: Words, key: str) -> None:
    assert "{squares}" in raw(words)[f"server.restriction.{key}"]


def test_plurals_are_complete(words: Words) -> None:
    """Exactly the categories of whole numbers, in the game's catalogue and in the page's."""
    needed = {plural_category(words.language, number) for number in range(1000)}
    page = dict(reviews.flat(read_catalogue(words.language, "page")))
    counted = 0
    for key, text in [*raw(words).items(), *page.items()]:
        for (_, _, plural), formats in fields(text).items():
            for spec in formats if plural else ():
                forms = plural_forms(spec)
                assert set(forms) == needed, key
                assert all(form.strip() for form in forms.values()), key
                counted += 1
    assert counted


def test_every_text_can_be_filled_in(words: Words) -> None:
    for key, text in raw(words).items():
        for count in COUNTS:
            found = fields(text)
            filled = words.text(key, **{name: count if plural else "Ж" for name, _, plural in found})
            assert "{" not in re.sub(r"\{\{|\}\}", "", text) or found, key
            assert filled.strip(), key
            if not any(plural for *_, plural in found):
                break
            assert "#" not in filled, key


@pytest.mark.parametrize(
    ("language", "categories"),
    [
        ("ru", {"one": (1, 21, 101, 1001), "few": (2, 4, 22, 102), "many": (0, 5, 11, 12, 14, 20, 25, 100, 111, 112)}),
        ("fr", {"one": (0, 1), "other": (2, 5, 100)}),
        ("de", {"one": (1,), "other": (0, 2, 11, 21)}),
        ("en", {"one": (1,), "other": (0, 2, 11, 21)}),
        ("it", {"one": (1,), "other": (0, 2, 11, 21)}),
        ("nl", {"one": (1,), "other": (0, 2, 11, 21)}),
    ],
)
def test_which_form_a_number_takes(language: str, categories: dict[str, tuple[int, ...]]) -> None:
    for category, numbers in categories.items():
        assert {plural_category(language, number) for number in numbers} == {category}


def test_the_last_form_serves_for_categories_that_are_not_listed() -> None:
    assert plural_category("fr", 1_000_000) == "many"
    assert (
        Words("fr", {"a": "{n:plural one=# tour|other=# tours}"}).text("a", n=1_000_000) == "1\u202f000\u202f000 tours"
    )


def test_numbers_are_written_as_the_language_does() -> None:
    written = {language: Words(language, {}).number(1234567.5, 1) for language in languages()}
    assert written == {
        "de": "1.234.567,5",
        "en": "1,234,567.5",
        "fr": "1\u202f234\u202f567,5",
        "it": "1.234.567,5",
        "nl": "1.234.567,5",
        "ru": "1\u00a0234\u00a0567,5",
    }


def test_only_whole_numbers_are_counted() -> None:
    with pytest.raises(TypeError, match="counted"):
        Words("en", {"a": "{n:plural one=# block|other=# blocks}"}).text("a", n="3")
    with pytest.raises(KeyError, match="needs a value for 'n'"):
        Words("en", {"a": "{n:plural one=# block|other=# blocks}"}).text("a")


# -- typography ----------------------------------------------------------------------------------------------------

# Texts that quote exactly what is to be typed.
LITERAL = {
    "cli.error", "cli.option.position", "cli.replay.file", "cli.show.svg", "error.record-fleece", "error.record-header",
    "error.record-semicolon", "error.record-unfinished", "error.record-variation", "error.record-variation-close",
    "error.record-variation-open", "play.resume-position",
}  # fmt: skip

QUOTES = {"de": "„“‚‘", "fr": "«»", "it": "«»", "nl": "‘’", "ru": "«»"}
ANY_QUOTE = '"„“”«»‹›‚'
APOSTROPHE = {"fr": "’", "it": "’", "nl": "’", "de": "’", "ru": ""}


def prose(text: str) -> str:
    """A text without the parts for programs, code and placeholders; plural forms become their words."""
    text = re.sub(r"`[^`]*`", "X", text)
    text = re.sub(
        r"\{\w+:plural ([^}]*)\}", lambda found: re.sub(r"(^|\|)\w+=", r"\1", found[1]).replace("#", "2"), text
    )
    return re.sub(r"\{[^}]*\}", "X", text)


def everything(language: str) -> Iterator[tuple[str, str]]:
    """Key and prose of all that people read in a language."""
    for key, text in raw(Words.load(language)).items():
        if key not in LITERAL:
            yield key, prose(text)
    if RULEBOOK.exists():
        for key, text in reviews.flat(read_catalogue(language, "rulebook"), "rulebook."):
            yield key, prose(text)
    if (PAGE / f"{language}.toml").exists():
        for key, text in reviews.flat(read_catalogue(language, "page")):
            if not key.startswith("page.language."):  # every language is called what it calls itself
                yield key, prose(text)


RULEBOOK = ROOT / "src" / "santorini" / "locales" / "rulebook"
PAGE = ROOT / "src" / "santorini" / "locales" / "page"


def faults(language: str, text: str) -> list[str]:
    """What is wrong with the typography of a text."""
    found = []
    if "..." in text:
        found.append("three dots instead of …")
    if re.search(r" [-—] ", text) if language != "ru" else re.search(r" [-–] ", text):
        found.append("a hyphen or the wrong dash as a dash")
    if re.search(r"\s[,.)](?!\w)(?! )|\(\s", text):
        found.append("a space before a mark")
    if "  " in text:
        found.append("two spaces")
    if language == "en":
        return found
    if any(mark in text for mark in ANY_QUOTE if mark not in QUOTES[language]):
        found.append("quotation marks of another language")
    if text.count(QUOTES[language][0]) != text.count(QUOTES[language][1]) and language != "nl":
        found.append("a quotation mark without its partner")
    if "'" in text:
        found.append("a straight apostrophe")
    if "’" in text and not APOSTROPHE[language]:
        found.append("an apostrophe")
    if language == "fr":
        if re.search(r"[^\u202f][;:!?»](?=\s|$|[»).])", text) or re.search(r"«[^\u202f]", text):
            found.append("no narrow space at a mark")
    elif re.search(r"\s[;:!?]", text) or "\u202f" in text:
        found.append("a space before a mark")
    if language == "ru":
        if WITHOUT_YO.search(text):
            found.append("е instead of ё")
        if re.search(r"[а-яё][a-z]|[a-z][а-яё]", text, re.IGNORECASE):
            found.append("letters of two alphabets in a word")
    elif re.search(r"[а-яё]", text, re.IGNORECASE):
        found.append("a Cyrillic letter")
    return found


# Words that are written with ё; forms that are right with е (все, чем, завершена) are not among them.
WITHOUT_YO = re.compile(
    r"\b(еще|ее|нее|мое|твое|свое|своем|твоем|чьем|ничьем|подъем\w*|счет\w*|трех|четырех|вперед|причем|шел|пошел|"
    r"(за|пере|до|по|на|в|у|при|со?|об?)?(идет|йдет|ведет|берет|несет|дает|встает|падет|жмет)(е|ся)?|кладет(е|ся)?|"
    r"остает(есь|ся)|раздает(е|ся)?|ждет|живет|зовет|назовет(е)?|начнет(е|ся)?|возьмет(е)?|вернет(е|ся)?|поймет(е)?|"
    r"(завершен|перемещен|запрещен|разрешен|перевезен|определен|отменен)н\w+|завершен|перемещен|"
    r"запрещен|разрешен|отменен|надежн\w*|расчет\w*|прием\w*|объем\w*|четк\w*|(о|на|в|при) нем)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", languages())
def test_typography(language: str) -> None:
    assert {key: found for key, text in everything(language) if (found := faults(language, text))} == {}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", 'Das ist "falsch".'),
        ("de", "Das ist „falsch”."),
        ("de", "Das ist «falsch»."),
        ("de", "Noch mehr ..."),
        ("de", "So nicht - oder?"),
        ("de", "Wer ?"),
        ("fr", "Qui?"),
        ("fr", "Qui ?"),
        ("fr", "« oui »"),
        ("fr", "l'ouvrier"),
        ("it", "l'operaio"),
        ("it", '"torre"'),
        ("it", "«torre"),
        ("nl", "foto's"),
        ("nl", "„toren”"),
        ("ru", "Еще раз."),
        ("ru", "“Башня”"),
        ("ru", "Тyр"),
        ("ru", "Бог - это"),
        ("en", "and so on ..."),
    ],
)
def test_typographic_faults_are_found(language: str, text: str) -> None:
    assert faults(language, text)


@pytest.mark.parametrize("language", OTHERS)
def test_hardly_anything_is_left_in_english(language: str) -> None:
    """A text of several words that is the same as in English has been forgotten."""
    english, here = raw(Words.load("en")), raw(Words.load(language))
    same = [
        key for key, text in here.items() if text == english[key] and len(re.findall(r"[A-Za-z]{3,}", prose(text))) > 2
    ]
    assert same == []


# docs/terms.md: words that mean what another one already means, and are not used for it.
NOT_USED = {
    "de": r"\b(Stufen?|Etagen?|Token|Marker|Runden?|Baumeister|angrenzend\w*|Gegenspieler\w*|Götterkarten?|Ziegen?)\b",
    "fr": r"\b(blocs?|bâtisseurs?|adjacent\w*|pions?|espaces?|forcés?|challenger)\b",
    "nl": r"\b(pion(nen)?|vakken|velden|ruimtes?|tegels?|fiches?|aanpalend\w*|uitgedaagde|verbod\w* combinatie)\b",
    "it": r"\b(spazi\w?|pedin\w|caselle vicine|token|costruttor\w|forzat\w|spostat\w|obbligat[oi])\b",
    "ru": r"\b(пространств\w*|рабоч\w*|ячейк\w*|токен\w*|противник\w*|оппонент\w*|сооружен\w*|квадратик\w*)\b",
}


@pytest.mark.parametrize("language", NOT_USED)
def test_one_word_for_one_thing(language: str) -> None:
    other = re.compile(NOT_USED[language], re.IGNORECASE)
    assert {key: found[0] for key, text in everything(language) if (found := other.search(text))} == {}


TABLED = [
    "square", "worker", "block", "dome", "level", "ground", "token", "power", "player", "opponent", "wind", "arrow",
    "whirlpool", "coin", "ram",
]  # fmt: skip


def test_the_table_of_terms_has_the_words_of_the_catalogues() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs" / "terms.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ")
    ]
    order = ["en", "de", "fr", "nl", "it", "ru"]
    table = {row[0].split(",")[0].split(" (")[0]: dict(zip(order, row, strict=True)) for row in rows}
    for key in [
        "square",
        "worker",
        "block",
        "dome",
        "level",
        "ground",
        "token",
        "power",
        "player",
        "opponent",
        "wind",
        "arrow",
        "whirlpool",
        "coin",
        "ram",
    ]:
        for language in order[1:]:
            word = Words.load(language).text(f"term.{key}").casefold()
            said = table[Words.load("en").text(f"term.{key}")][language].casefold()
            assert word in said.replace("(", "").replace(")", ""), (key, language)


# -- a change in one language is read again in all ------------------------------------------------------------------


def test_every_card_text_has_been_reviewed_in_all_languages() -> None:
    assert list(reviews.findings(reviews.texts(), reviews.read_stamps()).values()) == []


def test_a_changed_text_flags_the_other_languages() -> None:
    now: reviews.Texts = {"power.pan.text": {"de": "Fallen gewinnt.", "en": "Falling wins.", "fr": "Tomber gagne."}}
    seen = reviews.stamps(now)
    assert reviews.findings(now, seen) == {}
    now["power.pan.text"]["fr"] = "Tomber fait gagner."
    assert reviews.findings(now, seen) == {"power.pan.text": "power.pan.text: changed in fr; reread de, en"}
    assert reviews.findings(now, reviews.stamps(now)) == {}
    assert reviews.findings(now, {}) == {
        "power.pan.text": "power.pan.text: changed in de, en, fr; reread them together"
    }
    assert reviews.findings({}, seen) == {"power.pan.text": "power.pan.text: no longer there"}


# -- which language -------------------------------------------------------------------------------------------------


def test_the_terminal_says_which_language() -> None:
    for language in languages():
        assert language_of_terminal({"LANG": f"{language}_XX.UTF-8"}) == language
    assert language_of_terminal({"LC_ALL": "en_GB", "LANG": "C"}) == "en"
    assert language_of_terminal({"LC_ALL": "C.UTF-8", "LANG": f"{languages()[0]}_XX"}) == "en"
    assert language_of_terminal({"LANG": "xx_YY"}) == language_of_terminal({}) == "en"


def test_the_package_speaks_the_language_in_use(words: Words) -> None:
    plain = read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4")
    with santorini.speaking(words.language):
        assert santorini.language_in_use() == words.language
        assert power("demeter").name == words.power_name("demeter")
        assert power("demeter").text() == words.power_text("demeter")
        assert santorini.drawing(plain) == santorini.drawing(plain, words=words)
        with pytest.raises(SantoriniError) as refused:
            read_position("nonsense")
        assert words.text("error.parts") in str(refused.value)
    assert santorini.language_in_use() == "en"


def test_a_text_that_is_missing_is_english_in_development_only(monkeypatch: pytest.MonkeyPatch) -> None:
    from santorini.words import catalogue

    def read(language: str, folder: str = "") -> dict[str, object]:
        return {"a": "ah", "b": "beh"} if language == "en" else {"a": "ha"}

    monkeypatch.setattr(catalogue, "read_catalogue", read)
    language = OTHERS[0]
    for development, said in (("", None), ("1", "beh")):
        monkeypatch.setenv("SANTORINI_DEVELOPMENT", development)
        catalogue._load.cache_clear()
        words = catalogue._load(language)
        assert words.text("a") == "ha"
        assert (words.text("b") if "b" in words else None) == said
    catalogue._load.cache_clear()


# -- the terminal in every language ---------------------------------------------------------------------------------


def test_names_of_powers_are_understood_in_every_language(words: Words) -> None:
    for key in santorini.POWERS:
        assert words.find_power(words.power_name(key).upper()) == key


def test_words_to_type_are_single_distinct_words(words: Words) -> None:
    typed = [words.text(f"play.command.{name}").split()[0] for name in LOCAL_COMMANDS]
    assert len(set(typed)) == len(typed)
    assert all(word == word.lower() and not LIKE_A_STEP.fullmatch(word) for word in typed)
    # An English word keeps its meaning in every language.
    assert all(TYPED.get(word, TYPED[name]) is TYPED[name] for word, name in zip(typed, LOCAL_COMMANDS, strict=True))
    kinds = [words.text(f"play.answer.{kind}") for kind in ("human", "random")]
    assert kinds[0][0] != kinds[1][0]
    end = words.text("play.end-turn")
    assert end == end.lower()
    assert " " not in end
    assert end not in TYPED


@pytest.mark.parametrize("name", COMMANDS)
def test_help_in_every_language(words: Words, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help", "--lang", words.language]) == 0
    out = capsys.readouterr().out
    assert out.startswith(words.text("cli.usage-head") + " ")
    assert words.text("cli.examples") in out
    if words.language != "en":
        assert "show this help" not in out


def test_cards_in_every_language(words: Words, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["powers", "--lang", words.language, words.power_name("demeter"), "charybdis"]) == 0
    out = " ".join(capsys.readouterr().out.replace("\n  -", "\n").split(" ")).replace("\n", " ")
    out = re.sub(r" +", " ", out)
    for text in (words.power_text("demeter"), *words.power_notes("demeter"), words.text("power.charybdis.epithet")):
        assert text in out
    assert main(["powers", "--lang", words.language]) == 0
    assert words.power_name("theseus") in capsys.readouterr().out
    assert main(["--help", f"--lang={words.language}"]) == 0
    assert words.text("cli.serve.help") in " ".join(capsys.readouterr().out.split())


def test_the_environment_chooses_the_language_but_not_for_programs(
    words: Words, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{words.language}_XX.UTF-8")
    assert main(["powers", "pan"]) == 0
    assert words.text("power.pan.epithet") in capsys.readouterr().out
    assert main(["powers", "pan", "--json"]) == 0
    assert Words.load("en").text("power.pan.epithet") in capsys.readouterr().out
    assert main(["dance"]) == 2
    problem = words.text("cli.problem.choice", what="'dance'", choices=", ".join(COMMANDS))
    assert problem in capsys.readouterr().err
    assert santorini.language_in_use() == "en"


@pytest.mark.parametrize("language", OTHERS)
def test_a_game_shows_no_english(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Everything a player can ask for in a game, compared with every English text of the catalogue."""
    words, english = Words.load(language), Words.load("en")
    command = {name: words.text(f"play.command.{name}").split()[0] for name in LOCAL_COMMANDS}
    yes, end = words.text("play.yes"), words.text("play.end-turn")
    games = {
        ("demeter", "pan"): ["*b3 *d3", "*c2 *c4", "b3-b4 +c3", end, "c4-d4 +e4", "b4-b3"],
        ("charybdis", "moerae"): ["a1", "", "*a1 *b1 *c1", "", "*d5 *e5", ""],
        (): [
            "9",
            "2",
            "x",
            words.text("play.answer.human"),
            "",
            words.text("play.answer.list"),
            "zorro",
            "demeter",
            "",
        ],
    }
    looks = ["", "99", "xyz", "c3-c5", "e5", *(command[name] for name in ("help", "steps", "turns", "say", "powers"))]
    looks += [f"{command['show']} b3", command["show"], command["save"], command["undo"], command["resign"], yes, ""]
    shown = ""
    for powers, typed in games.items():
        lines = "".join(f"{line}\n" for line in [*typed, *looks])
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["play", *powers, "--lang", language, "--seed", "1"]) == 0
        shown += capsys.readouterr().out
    for argv in (
        ["show", "4444000000000000000000000/1/pan:b1,d3/athena[^]:c2,c1"],
        ["powers"],
        ["perft", "x", "-1"],
        ["--help"],
    ):
        main([*argv, "--lang", language])
        said = capsys.readouterr()
        shown += said.out + said.err
    shown = " ".join(shown.split())
    left = {}
    for key, text in raw(english).items():
        pieces = [
            piece for piece in re.split(r"\{[^}]*\}|`[^`]*`", text) if len(re.findall(r"[A-Za-z]{2,}", piece)) > 1
        ]
        here = " ".join(raw(words)[key].split())
        found = [piece.strip() for piece in pieces if piece.strip() in shown and piece.strip() not in here]
        if found:
            left[key] = found
    assert left == {}
