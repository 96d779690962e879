"""Garbage passed to any public function is refused with one of four errors and never crashes."""

import contextlib
import itertools
import pickle
import random
import string
from collections.abc import Iterator

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

import santorini
from santorini import Game, Position, SantoriniError, _core, read_position
from santorini._core import testing
from tests.properties.walks import anywhere, every_power, seats

Draw = st.DataObject
REFUSALS = (SantoriniError, _core.CoreError, TypeError, ValueError)
ALPHABET = "abcde12345/:,;[]|=@#-^*?x.+>fxyz0 " + string.ascii_lowercase + string.digits
PIECES = """
turn=moving turn=building turn=ending turn=draw turn=start turn=again turn=doming turn=singing turn=entered mover:a1
mover:c3 moved:c3 built:b2 forced:c3 asleep:c3 origin:e5 on:e5 dome:a1 count:200 flags:255 flags:64 towers:255 domes:9
holders:3 reactor:0 reactor:1 reactor:3 extra=25 extra=1 setup=ram setup=deck setup=offer setup=take setup=abyss
setup=aim setup=begin setup=place offer=pan first=2 first=9 fleece=pan@c3 fleece=pan@- fleece=chaos[|pan|]@c3 rules=aid
rules=revised # - [^] [x] [*] [?] [250] [0|] [3|c3] [n] [c3] [||] [pan|atlas|] :? :c3 reason=stuck hecate chaos gaea
morpheus circe dionysus heracles terpsichore siren moerae tartarus clio europa charybdis nemesis jason
"""
WORDS = PIECES.split()
STEPS = "b3-b4 +c3 ^ * (-) (*c5) ~pan . pass ! ?c3 @n xd3 c3>c4"

often = settings(max_examples=settings().max_examples * 2)


def exercise(position: Position) -> None:
    """Call everything a position offers. Any position that could be read must answer without a crash."""
    assert position.text
    assert read_position(position.text).text == position.text
    for seat in seats(position):
        view = position.view(seat)
        assert view.text
        view.steps()
        if position.stage == "play":
            position.give_up(seat).steps()
        position.data(seat), position.workers(seat), position.women(seat), position.tokens(seat), position.secret(seat)
        position.aim(seat), position.number(seat), position.flags(seat), position.power(seat), position.is_out(seat)
    position.view(0).steps()
    for symmetry in range(8):
        position.turned(symmetry).steps()
    game = Game.from_position(position, seed=1)
    assert str(game)
    game._repr_svg_()
    game.outcome()
    testing.bulk_perft(position, 1)
    for turn in itertools.islice(position.turns(), 4):
        assert turn.text
        assert turn.after.text
        assert isinstance(turn.effects, list)
        with refused():
            position.read_turn(turn.text)
    for seed in range(3):
        now = position
        for _ in range(3):
            played = testing.random_turn(now, seed)
            if not played.steps or played.after.is_over:
                break
            now = played.after
        # A position that was not legal need not become legal, but its text must be read or refused.
        with contextlib.suppress(SantoriniError):
            read_position(now.text)
    pickle.loads(pickle.dumps(position))


@contextlib.contextmanager
def refused() -> Iterator[None]:
    with contextlib.suppress(*REFUSALS):
        yield


def mutated(text: str, rng: random.Random) -> str:
    """A text with a few wrong characters, or with words that belong elsewhere."""
    for _ in range(rng.randrange(1, 4)):
        i = rng.randrange(len(text) + 1)
        match rng.randrange(6):
            case 0:
                text = text[:i] + rng.choice(ALPHABET) + text[i + 1 :]
            case 1:
                text = text[:i] + text[i + 1 :]
            case 2:
                text = text[:i] + rng.choice(ALPHABET) + text[i:]
            case 3:
                parts = text.split("/")
                j, k = rng.randrange(len(parts)), rng.randrange(len(parts))
                parts[j], parts[k] = parts[k], parts[j]
                text = "/".join(parts)
            case 4:
                text += rng.choice("/,") + rng.choice(WORDS)
            case _:
                parts = text.split("/")
                j = rng.randrange(len(parts))
                word = rng.choice(WORDS)
                parts[j] = rng.choice([word, parts[j] + word, parts[j] + "," + word, word + parts[j]])
                text = "/".join(parts)
    return text


@every_power
@often
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_mutated_positions(power: str, data: Draw, seed: int) -> None:
    rng = random.Random(seed)
    text = mutated(data.draw(anywhere(power)).text, rng)
    note(text)
    with contextlib.suppress(SantoriniError):
        exercise(read_position(text))


@often
@given(text=st.text(max_size=80) | st.text(alphabet=ALPHABET, max_size=80))
def test_any_text(text: str) -> None:
    game = Game("demeter", "pan", seed=1)
    before = game.position
    with pytest.raises(SantoriniError):
        read_position(text)
    for call in (game.push, game.push_step, santorini.power, Game.from_record):
        with contextlib.suppress(SantoriniError):
            call(text)
    with refused():
        before.read_turn(text)
    with refused():
        before.height(text)
    assert text not in game.legal_turns or text.strip()
    for powers in ((text, "pan"), ("pan", text), (text,) * 5):
        with pytest.raises(SantoriniError):
            Game(*powers)
    for wrong in ({"rules": text}, {"fleece": text or "?"}, {"settings": [text]}):
        with pytest.raises(SantoriniError):
            Game(**wrong)


@often
@given(data=st.data(), words=st.lists(st.sampled_from(STEPS.split())))
def test_turns_of_wrong_words(data: Draw, words: list[str]) -> None:
    position = data.draw(anywhere("gaea"))
    game = Game.from_position(position, seed=1)
    with contextlib.suppress(SantoriniError):
        game.push(" ".join(words))
        game.pop()
    assert game.position == position


@every_power
@given(data=st.data())
def test_steps_of_other_positions(power: str, data: Draw) -> None:
    """A step is checked no matter where it comes from."""
    position, other = data.draw(anywhere(power)), data.draw(anywhere("nemesis"))
    for step in other.steps()[:30]:
        for call in (position.play, position.effects):
            with contextlib.suppress(_core.CoreError):
                call(step)
        with contextlib.suppress(_core.CoreError):
            position.turn_of([step, step])
        with contextlib.suppress(SantoriniError):
            Game.from_position(position).push_step(step)
    for turn in itertools.islice(other.turns(), 3):
        with contextlib.suppress(SantoriniError):
            Game.from_position(position).push(turn)
    position.turn_ended(other)


WRONG: list[object] = [None, -1, 5, 99, 2**70, 1.5, "", "1", b"x", [], object()]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: type(wrong).__name__)
def test_wrong_arguments(wrong: object) -> None:
    game = Game("hecate", "gaea", seed=1)
    position = game.position
    of_seats = "side is_out power workers women tokens number flags aim secret data view give_up"
    others = "height has_dome turned play effects read_turn turn_of turn_ended"
    of_games = "view push push_step resign workers seat_data height has_dome"
    calls = [getattr(position, name) for name in f"{of_seats} {others}".split()]
    calls += [*(getattr(game, name) for name in of_games.split()), Position.read, read_position]
    for call in calls:
        try:
            call(wrong)
        except REFUSALS:
            continue
        except AttributeError:
            assert not isinstance(wrong, str | int), call
    with contextlib.suppress(*REFUSALS):
        Position.start([wrong, wrong], wrong, wrong, wrong, wrong, wrong, wrong)  # type: ignore[arg-type,list-item]
    with contextlib.suppress(*REFUSALS):
        Position.start(["pan", "atlas"], "printed", "", [], wrong, False, False)  # type: ignore[arg-type]
    assert game.position == position


@given(state=st.binary(max_size=300) | st.text(max_size=100) | st.none() | st.integers())
def test_forged_pickles(state: object) -> None:
    position = Position.__new__(Position)
    with refused():
        position.__setstate__(state)  # type: ignore[arg-type]
        exercise(position)


@every_power
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_mutated_pickles(power: str, data: Draw, seed: int) -> None:
    rng = random.Random(seed)
    whole = pickle.dumps(data.draw(anywhere(power)))
    i = rng.randrange(20, len(whole))
    note(whole.hex())
    try:
        position = pickle.loads(whole[:i] + bytes([rng.randrange(256)]) + whole[i + 1 :])
    except Exception:  # noqa: BLE001
        return  # pickle itself may fail in many ways
    if isinstance(position, Position):
        exercise(position)
