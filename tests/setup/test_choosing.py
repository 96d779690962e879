"""Which powers go together, tables at random, limited offers, the draft of the player aid (C2, C5, C6, D2, E3)."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from santorini import (
    POWERS,
    Game,
    PassingDraft,
    SetupError,
    ban,
    entry,
    make_power,
    offer_from,
    power,
    random_fleece,
    random_offer,
    random_powers,
    suits,
)
from santorini.cli import main
from santorini.setup import random_choice
from santorini.words.catalogue import RULE_SETS

CARDS = [one.id for one in POWERS.values() if one.number]
FILTERS = ("hidden", "luck", "heroes", "simple_only")


def refused(powers: Iterable[str], rules: str, any_pair: bool) -> tuple[str, str] | None:
    try:
        Game(*powers, rules=rules, any_pair=any_pair, seed=1)
    except SetupError as error:
        return error.code, str(error)
    return None


# -- suits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("any_pair", [False, True])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_suits_says_of_every_pair_what_a_game_says(rules: str, any_pair: bool) -> None:
    for pair in itertools.product(POWERS, repeat=2):
        assert suits(pair, rules, any_pair) == refused(pair, rules, any_pair), pair


@pytest.mark.parametrize("any_pair", [False, True])
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("players", [3, 4])
def test_suits_says_of_larger_tables_what_a_game_says(players: int, rules: str, any_pair: bool) -> None:
    dice = random.Random(players)
    seen = set()
    for _ in range(1500):
        table = dice.choices(list(POWERS), k=players)
        reason = suits(table, rules, any_pair)
        assert reason == refused(table, rules, any_pair), table
        seen.add(reason and reason.code)
    assert "power-players" in seen
    assert (None in seen) == (rules != "aid")


@pytest.mark.parametrize("powers", [
    (), ("pan",), ("Pan", "ATLAS"), ("pan~aid", "minotaur"), ("pan~aid", "pan"), ("pan~zz", "atlas"), ("pan~", "atlas"),
    ("minotaur~aid", "pan"), ("limus~revised", "pan", "atlas"), ("pan~aid", "atlas", "apollo"), ("zorro", "pan"),
    ("hades~aid", "pan"), ("pan", "atlas", "apollo", "athena", "ares"),
])  # fmt: skip
def test_suits_says_of_odd_tables_what_a_game_says(powers: tuple[str, ...]) -> None:
    if powers:
        assert suits(powers) == refused(powers, "printed", False)
    else:  # a game without powers is the beginner game
        assert suits(powers) is not None


def test_suits_knows_no_other_rule_set() -> None:
    reason = suits(["pan", "atlas"], "classic")
    assert reason is not None
    assert reason.code == "rules"


def test_suits_of_a_part_of_a_table() -> None:
    assert suits([], players=3) is None
    assert suits(["pan", "apollo"], players=4) is None
    codes = [(["pan", "hades"], 3, "ban"), (["circe"], 3, "power-players"), (["mortal"], 3, "power-players")]
    codes += [(["pan", "apollo", "atlas"], 2, "too-many-powers"), (["pan"], 5, "players"), (["pan"], 1, "players")]
    for powers, players, code in codes:
        reason = suits(powers, players=players)
        assert reason is not None
        assert reason.code == code


def test_home_made_powers_go_with_all() -> None:
    make_power("choosing_runner", {"move.climb": 2})
    assert suits(["choosing_runner", "pan", "atlas"]) is None
    assert suits(["choosing_runner", "choosing_runner"]) is not None
    assert random_powers(among=["choosing_runner"], beside=["pan"]) == ("choosing_runner",)


# -- at random -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_allowed_pair_has_the_same_chance(rules: str) -> None:
    """All pairs of some powers with bans among them, in both orders; chi-squared with a wide margin."""
    among = ["pan", "hades", "nemesis", "bia", "medusa", "hecate", "charon"]
    allowed = {pair for pair in itertools.permutations(among, 2) if suits(pair, rules) is None}
    count = 200 * len(allowed)
    drawn = Counter(random_powers(rules=rules, among=among, seed=seed) for seed in range(count))
    assert set(drawn) == allowed
    squares = sum((drawn[pair] - 200) ** 2 / 200 for pair in allowed)
    freedom = len(allowed) - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5


def test_every_allowed_table_of_three_has_the_same_chance() -> None:
    among = ["nemesis", "moerae", "hecate", "bia", "pan", "hades"]
    allowed = {table for table in itertools.permutations(among, 3) if suits(table) is None}
    assert 0 < len(allowed) < 120
    drawn = Counter(random_powers(3, among=among, seed=seed) for seed in range(200 * len(allowed)))
    assert set(drawn) == allowed
    squares = sum((drawn[table] - 200) ** 2 / 200 for table in allowed)
    freedom = len(allowed) - 1
    assert squares < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_power_comes_and_every_table_can_be_played(rules: str) -> None:
    for players in (2,) if rules == "aid" else (2, 3, 4):
        seen: set[str] = set()
        for seed in range(600):
            table = random_powers(players, rules=rules, seed=seed)
            assert len(table) == players
            assert suits(table, rules) is None
            seen.update(table)
        assert seen == {key for key in CARDS if suits([key], rules, players=players) is None}
        Game(*random_powers(players, rules=rules), rules=rules)


@pytest.mark.parametrize("name", FILTERS)
def test_a_filter_leaves_out_what_it_says_and_nothing_else(name: str) -> None:
    seen: set[str] = set()
    for seed in range(700):
        filters: dict[str, Any] = {name: name == "simple_only"}
        seen.update(random_powers(seed=seed, **filters))
    left_out = {
        "hidden": {"hecate", "moerae", "tartarus"},
        "luck": {"chaos"},
        "heroes": set(CARDS[45:]),
        "simple_only": set(CARDS[10:]),
    }
    assert seen == set(CARDS) - left_out[name]


def test_filters_go_by_what_a_card_does() -> None:
    make_power("choosing_secret", entry("tartarus"))
    make_power("choosing_deck", entry("chaos"))
    with pytest.raises(SetupError, match="go together"):
        random_powers(among=["choosing_secret", "pan"], hidden=False)
    with pytest.raises(SetupError, match="go together"):
        random_powers(among=["choosing_deck", "pan"], luck=False)
    assert set(random_powers(among=["choosing_secret", "pan"])) == {"choosing_secret", "pan"}


def test_the_seed_decides_whatever_the_order_of_the_names() -> None:
    some = CARDS[:20]
    for seed in range(20):
        assert random_powers(3, seed=seed, among=some) == random_powers(3, seed=seed, among=[*some[::-1], "Pan"])
    assert len({random_powers(4, seed=seed) for seed in range(50)}) > 45
    assert len({random_powers(4) for _ in range(50)}) > 45


def test_powers_without_and_beside_others() -> None:
    for seed in range(200):
        assert "pan" not in random_powers(2, seed=seed, without=["PAN"], simple_only=True)
        (other,) = random_powers(2, seed=seed, beside=["nemesis"])
        assert suits(["nemesis", other]) is None
        assert suits(["gaea", *random_powers(3, seed=seed, beside=["gaea"])]) is None
    assert random_powers(2, beside=["pan", "atlas"]) == ()


def test_where_blind_draws_fail_the_tables_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random_choice, "_TRIES", 0)
    test_every_allowed_table_of_three_has_the_same_chance()
    test_powers_without_and_beside_others()
    test_an_offer_is_found_where_hardly_any_can_be_made()


def test_a_needle_in_a_haystack_is_found() -> None:
    """Hardly any table of these goes together: blind draws would miss it."""
    among = ["nemesis", "aphrodite", "bia", "medusa", "clio", "gaea", "graeae", "moerae", "terpsichore"]
    only = random_powers(3, among=["nemesis", "pan", "hades", "atlas", "gaea"], beside=["nemesis"], without=["pan"])
    assert set(only) == {"hades", "atlas"}
    with pytest.raises(SetupError):
        random_powers(2, among=[*among, "nemesis"], beside=["nemesis"])
    assert random_powers(2, among=[*among, "apollo"], beside=["nemesis"]) == ("apollo",)


def test_banned_pairs_come_where_asked_for() -> None:
    assert random_powers(2, among=["pan"], beside=["hades"], any_pair=True) == ("pan",)
    with pytest.raises(SetupError):
        random_powers(2, among=["heracles"], beside=["circe"], any_pair=True)  # B8, H77


@pytest.mark.parametrize(("code", "ask"), [
    ("players", lambda: random_powers(5)),
    ("players", lambda: random_powers(1)),
    ("no-table", lambda: random_powers(3, rules="aid")),
    ("no-table", lambda: random_powers(2, among=["pan"])),
    ("no-table", lambda: random_powers(2, among=["pan", "hades"])),
    ("no-table", lambda: random_powers(3, among=CARDS[45:])),
    ("no-table", lambda: random_powers(2, among=[])),
    ("rules", lambda: random_powers(rules="classic")),
    ("power", lambda: random_powers(among=["zorro", "pan"])),
    ("power", lambda: random_powers(without=["zorro"])),
    ("ban", lambda: random_powers(3, beside=["pan", "hades"])),
    ("too-many-powers", lambda: random_powers(2, beside=["pan", "atlas", "apollo"])),
    ("players", lambda: random_offer(5)),
    ("offer-size", lambda: random_offer(3, 2)),
    ("offer-size", lambda: random_offer(2, 56)),
    ("offer-size", lambda: random_offer(2, simple_only=True, rules="aid", size=8)),
    ("no-table", lambda: random_offer(2, 2, among=["pan", "hades"])),
    ("no-fleece", lambda: random_fleece(rules="aid")),
    ("no-fleece", lambda: random_fleece(luck=False, among=["chaos"])),
    ("rules", lambda: random_fleece(rules="classic")),
    ("ban", lambda: offer_from(["atlas"], ["pan", "hades"])),
    ("deal-cards", lambda: PassingDraft(simple_only=True)),
    ("rules", lambda: PassingDraft(rules="classic")),
])  # fmt: skip
def test_what_cannot_be_drawn_is_refused(code: str, ask: Callable[[], object]) -> None:
    with pytest.raises(SetupError) as error:
        ask()
    assert error.value.code == code


# -- offers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(2, 6), (3, 8), (4, 10)])
def test_a_limited_draft_c2(players: int, size: int) -> None:
    dice, with_ban = random.Random(1), 0
    for seed in range(150):
        drawn = random_offer(players, seed=seed)
        assert len(set(drawn)) == len(drawn) == size
        assert all(suits([key], players=players) is None for key in drawn)
        with_ban += any(ban(*pair) for pair in itertools.combinations(drawn, 2))
        game = Game(players=players, draft=True, seed=1)
        offered: list[str] = []
        while choices := offer_from(drawn, offered, players=players):
            offered.append(dice.choice(choices))
            game.push_step(f"offer:{offered[-1]}")  # the draft itself agrees
        assert suits(offered) is None
    assert with_ban > 0


def test_an_offer_has_no_dead_end() -> None:
    # Beside Nemesis there are only Pan and Hades, a banned pair.
    drawn = ["nemesis", "bia", "medusa", "clio", "pan", "hades"]
    assert offer_from(drawn, players=3) == ("bia", "medusa", "clio", "pan", "hades")
    assert "nemesis" in offer_from(drawn)
    for first in offer_from(drawn, players=3):
        for second in offer_from(drawn, [first], players=3):
            assert offer_from(drawn, [first, second], players=3)
    assert offer_from(["nemesis", "bia", "medusa", "clio"], players=3) == ("bia", "medusa", "clio")
    assert offer_from(["pan", "hades"]) == ()


def test_an_offer_is_found_where_hardly_any_can_be_made() -> None:
    among = ["nemesis", "bia", "clio", "gaea", "graeae", "medusa", "moerae", "terpsichore", "theseus", "aphrodite"]
    for seed in range(20):
        drawn = random_offer(2, 2, among=["pan", "hades", "hermes", "harpies"], seed=seed)
        assert suits(drawn) is None
        assert offer_from(random_offer(2, 3, among=among, seed=seed))


@pytest.mark.parametrize("rules", ["printed", "revised"])
def test_a_power_for_the_fleece(rules: str) -> None:
    seen = {random_fleece(rules=rules, seed=seed) for seed in range(500)}
    assert seen == {key for key in CARDS if (POWERS[key].fleece if rules == "printed" else POWERS[key].fleece_revised)}
    assert "chaos" not in {random_fleece(rules=rules, seed=seed, luck=False) for seed in range(300)}
    assert all(POWERS[random_fleece(seed=seed, simple_only=True)].category == "simple" for seed in range(50))
    Game(fleece=random_fleece(rules=rules), rules=rules)


# -- the draft of the player aid -------------------------------------------------------------------------------------


def choose(draft: PassingDraft, dice: random.Random) -> None:
    """A random choice of any seat that has one."""
    seat = dice.choice([s for s in (1, 2) if draft.decides(s)])
    if draft.stage == "discard":
        draft.discard(seat, dice.sample(draft.hand(seat), 2))
    else:
        draft.keep(seat, dice.choice(draft.hand(seat)))


def played(draft: PassingDraft, dice: random.Random) -> PassingDraft:
    """The rest of the draft with random choices, the seats in any order."""
    while draft.result is None:
        choose(draft, dice)
    return draft


def test_passing_draft_step_by_step_c6() -> None:
    draft = PassingDraft(seed=4)
    one, other = draft.hand(1), draft.hand(2)
    assert len(one) == len(other) == 5
    assert not set(one) & set(other)
    assert draft.decides(1)
    assert draft.decides(2)
    draft.discard(1, (one[0], one[3].upper()))
    assert not draft.decides(1)
    assert draft.hand(1) == (one[1], one[2], one[4])
    assert draft.view(1).received == ()
    assert draft.view(2).waiting == (2,)
    draft.discard(2, (other[0], other[1]))
    assert draft.stage == "keep"
    assert draft.hand(1) == other[2:]
    assert draft.hand(2) == (one[1], one[2], one[4])
    draft.keep(2, one[4])
    assert [draft.view(seat).result for seat in (0, 1, 2)] == [None] * 3
    assert (draft.hand(2), draft.decides(2), draft.decides(1)) == ((one[4],), False, True)
    draft.keep(1, other[2])
    assert draft.result == (other[2], one[4])
    assert (draft.view(0).stage, draft.view(0).result) == ("done", draft.result)
    Game(*draft.result, rules="aid")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_choice_leads_to_a_pair_that_can_be_played(rules: str) -> None:
    dice, in_one_hand = random.Random(2), 0
    seen: set[str] = set()
    for seed in range(150):
        draft = PassingDraft(seed, rules)
        hands = draft.hand(1), draft.hand(2)
        seen.update(*hands)
        assert all(suits(pair, rules) is None for pair in itertools.product(*hands))
        in_one_hand += any(ban(*pair, rules) for hand in hands for pair in itertools.combinations(hand, 2))
        result = played(draft, dice).result
        assert result is not None
        assert suits(result, rules) is None
    assert seen == {key for key in CARDS if rules in POWERS[key].rules}
    assert (in_one_hand > 0) == (rules != "aid")


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("flags", list(itertools.product([False, True], repeat=4)))
def test_hands_are_dealt_or_refused_with_every_filter(rules: str, flags: tuple[bool, ...]) -> None:
    filters: dict[str, Any] = dict(zip(FILTERS, flags, strict=True))
    if rules == "aid" and filters["simple_only"]:
        with pytest.raises(SetupError, match="10 cards"):
            PassingDraft(1, rules, **filters)
        return
    for seed in range(5):
        draft = PassingDraft(seed, rules, **filters)
        for key in (*draft.hand(1), *draft.hand(2)):
            assert filters["heroes"] or power(key).category != "hero"
            assert filters["hidden"] or "setup.secret" not in entry(key, rules)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_view_holds_nothing_that_is_secret(rules: str) -> None:
    """Two drafts that differ only in what a seat cannot know look the same to it, at every moment."""
    dice = random.Random(3)
    for seed in range(40):
        draft = PassingDraft(seed, rules)
        data: dict[str, Any] = draft.to_dict()
        # The other hand, dealt differently: the cards seat 1 will not see are replaced.
        mine, theirs = data["dealt"]
        shown = theirs[2:]
        fitting = [
            key for key in CARDS if key not in mine + theirs and all(suits((key, one), rules) is None for one in mine)
        ]
        twin = PassingDraft.from_dict({**data, "dealt": [mine, [*dice.sample(fitting, 2), *shown]]})
        drafts = [draft, twin]

        def same(drafts: list[PassingDraft] = drafts) -> None:
            first, second = drafts
            assert first.view(1) == second.view(1)
            assert first.view(0) == second.view(0)
            assert repr(first) == repr(second)

        same()
        for one in drafts:
            one.discard(2, one.hand(2)[:2])  # exactly the cards that differ
        same()
        given = dice.sample(mine, 2)
        for one in drafts:
            one.discard(1, given)
        same()
        before = draft.view(1), draft.view(0).result
        options = draft.hand(2)
        for one, kept in zip(drafts, options, strict=False):
            one.keep(2, kept)  # different choices
        same()
        assert before[0].hand == draft.view(1).hand
        own = draft.hand(1)[0]
        for one in drafts:
            one.keep(1, own)
        assert draft.result == (own, options[0])
        assert twin.result == (own, options[1])
        assert draft.view(1).discarded == tuple(given)
        assert not {*theirs[:2]} & {*draft.view(1).dealt, *draft.view(1).received, *draft.view(1).hand}
        stranger = draft.view(0)
        assert (stranger.dealt, stranger.discarded, stranger.received, stranger.kept) == ((), (), (), None)
        assert stranger.hand == stranger.passed == ()


def test_a_draft_goes_on_from_plain_data() -> None:
    dice = random.Random(5)
    for seed in range(60):
        draft = PassingDraft(seed, "printed")
        for _ in range(5):
            again = PassingDraft.from_dict(json.loads(json.dumps(draft.to_dict())))
            assert again.to_dict() == draft.to_dict()
            assert all(again.view(seat) == draft.view(seat) for seat in (0, 1, 2))
            if draft.result is None:
                choose(draft, dice)
        assert draft.result is not None


def test_the_seed_decides_the_deal() -> None:
    assert PassingDraft(7).to_dict() == PassingDraft(7).to_dict()
    assert PassingDraft(7).to_dict() != PassingDraft(8).to_dict()
    assert PassingDraft().to_dict() != PassingDraft().to_dict()


def test_wrong_choices_are_refused_and_change_nothing() -> None:
    draft = PassingDraft(seed=4)
    one, other = draft.hand(1), draft.hand(2)
    before = draft.to_dict()
    wrong: list[Callable[[], object]] = [
        lambda: draft.discard(0, one[:2]),
        lambda: draft.discard(3, one[:2]),
        lambda: draft.discard(1, one[:1]),
        lambda: draft.discard(1, one[:3]),
        lambda: draft.discard(1, (one[0], one[0])),
        lambda: draft.discard(1, (one[0], other[0])),
        lambda: draft.discard(1, ("zorro", one[0])),
        lambda: draft.keep(1, one[0]),
        lambda: draft.hand(0),
        lambda: draft.view(3),
    ]
    for choice in wrong:
        with pytest.raises(SetupError):
            choice()
        assert draft.to_dict() == before
    draft.discard(1, one[:2])
    with pytest.raises(SetupError, match="now"):
        draft.discard(1, one[2:4])
    draft.discard(2, other[:2])
    for kept in (other[0], one[2], "mortal"):
        with pytest.raises(SetupError, match="keep one of"):
            draft.keep(1, kept)
    draft.keep(1, other[2])
    with pytest.raises(SetupError, match="now"):
        draft.keep(1, other[3])
    draft.keep(2, one[2])
    with pytest.raises(SetupError, match="now"):
        draft.keep(2, one[3])
    assert draft.result == (other[2], one[2])
    assert not draft.decides(0)


def test_garbage_is_no_draft() -> None:
    data: dict[str, Any] = played(PassingDraft(1, "printed"), random.Random(1)).to_dict()
    one, other = data["dealt"]
    banned = [["pan", *CARDS[:4]], ["hades", "poseidon", "persephone", "zeus", "hera"]]
    empty: dict[str, Any] = {**data, "discarded": [[], []], "kept": [None, None]}
    assert PassingDraft.from_dict(data).result is not None
    assert PassingDraft.from_dict(empty).stage == "discard"
    garbage: list[object] = [None, 3, "x", [], {}, [data], {"rules": "aid"}, {**data, "more": 1}]
    garbage += [{key: value for key, value in data.items() if key != name} for name in data]
    odd: list[object] = [None, 1, "x", [], {}, [1, 2], [[]], [None, None, None]]
    garbage += [{**data, name: value} for name in data for value in odd]
    garbage += [{**data, "rules": "classic"}, {**data, "rules": "aid"}, {**data, "rules": ["printed"]}]
    garbage += [{**empty, "dealt": dealt} for dealt in (
        [one, one], [one, other[:4]], [one[:4], [*other, one[4]]], [one, [*other[:4], "mortal"]],
        [one, [*other[:4], "zorro"]], [one, [*other[:4], 7]], [one, [*other[:4], other[0]]], banned,
        ["apollo", "atlas"],
    )]  # fmt: skip
    discards: list[object] = [[[], []], [one[:2], []], [one[:1], other[:2]], [other[:2], one[:2]]]
    garbage += [{**data, "discarded": value} for value in discards]
    garbage += [{**data, "discarded": value} for value in ([[one[0], one[0]], other[:2]], [one[:3], other[:2]])]
    garbage += [
        {**data, "kept": value} for value in ([data["kept"][1], None], ["mortal", None], [7, None], [["pan"], None])
    ]
    for thing in garbage:
        if thing == {**data, "kept": [None, None]}:
            continue
        with pytest.raises(SetupError) as error:
            PassingDraft.from_dict(thing)
        assert str(error.value)


# -- the commands ----------------------------------------------------------------------------------------------------


def told(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> str:
    assert main(argv) == status
    out, err = capsys.readouterr()
    return err if status else out


def test_a_table_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    for players in ("2", "3", "4"):
        cards = json.loads(told(capsys, "powers", "--random", players, "--seed", "3", "--json"))
        ids = [card["id"] for card in cards]
        assert len(ids) == int(players)
        assert suits(ids) is None
        assert f"santorini play {' '.join(ids)}\n" in told(capsys, "powers", "--random", players, "--seed", "3")
    assert "--rules aid" in told(capsys, "powers", "--random", "2", "--rules", "aid")
    ids = [card["id"] for card in json.loads(told(capsys, "powers", "nemesis", "--random", "3", "--json"))]
    assert ids[0] == "nemesis"
    assert suits(ids) is None
    assert len(ids) == 3


def test_filters_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    def ids(*argv: str) -> set[str]:
        return {card["id"] for card in json.loads(told(capsys, "powers", "--json", *argv))}

    assert set(CARDS) - ids("--no-hidden") == {"hecate", "moerae", "tartarus"}
    assert set(CARDS) - ids("--no-luck") == {"chaos"}
    assert ids("--no-heroes") == set(CARDS[:45])
    assert ids("--simple") == set(CARDS[:10])
    for seed in range(30):
        assert ids("--random", "4", "--simple", "--seed", str(seed)) <= set(CARDS[:10])
        assert ids("--random", "2", "--category", "hero", "--seed", str(seed)) <= set(CARDS[45:])


@pytest.mark.parametrize(("argv", "why"), [
    (["powers", "--random", "3", "--category", "hero"], "go together"),
    (["powers", "--random", "3", "--rules", "aid"], "go together"),
    (["powers", "--random", "5"], "invalid choice"),
    (["powers", "--seed", "5"], "--random"),
    (["powers", "pan", "hades", "--random", "3"], "banned pairing"),
    (["powers", "pan", "atlas", "apollo", "--random", "2"], "too many"),
    (["play", "random", "random", "random", "--rules", "aid"], "go together"),
    (["play", "--fleece", "random", "--rules", "aid"], "Golden Fleece"),
])  # fmt: skip
def test_wrong_commands(capsys: pytest.CaptureFixture[str], argv: list[str], why: str) -> None:
    assert why in told(capsys, *argv, status=2)


@pytest.mark.parametrize("argv", [
    ["random", "pan", "random"],
    ["random", "mortal", "--simple"],
    ["--fleece", "random", "--no-luck"],
    ["random", "random", "--no-hidden", "--no-luck", "--no-heroes"],
])  # fmt: skip
def test_random_powers_are_played(capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    seats = ",".join(
        ["random"] * (len([word for word in argv if not word.startswith("--")]) if argv[0] == "random" else 2)
    )
    out = told(capsys, "play", *argv, "--seats", seats, "--seed", "6")
    assert out
    assert out == told(capsys, "play", *argv, "--seats", seats, "--seed", "6")
