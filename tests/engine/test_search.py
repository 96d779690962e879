"""The alpha-beta search: what it proves is so, whatever it prunes and remembers; one question has one answer."""

from __future__ import annotations

import random
import struct
from functools import cache
from importlib.resources import files

import pytest

from santorini import POWERS, Game, Position, SantoriniError, _core
from santorini._core import testing

DEPTH = 4


@cache
def network() -> _core.Network:
    return _core.Network(files("santorini").joinpath("data/network.bin").read_bytes())


def late_positions(count: int, seed: int, most_turns: int = 40) -> list[Position]:
    """Positions from random games of random pairings, late enough that ends are near and trees are small."""
    rng = random.Random(seed)
    found: list[Position] = []
    keys = list(POWERS)
    while len(found) < count:
        try:
            game = Game(*rng.sample(keys, 2), any_pair=True, seed=rng.getrandbits(32))
        except SantoriniError:
            continue
        for number in range(60):
            game.push(testing.random_turn(game.position, rng.getrandbits(32)))
            position = game.position
            if game.is_over or not position.has_turn():
                break
            if number > 24 and _core.searchable(position) and position.count_turns() <= most_turns:
                found.append(position)
                break
    return found


LATE = 36


@cache
def late() -> list[Position]:
    return late_positions(LATE, seed=5)


@pytest.mark.parametrize("number", range(LATE))
def test_pruning_changes_no_proof(number: int) -> None:
    """Whatever the full search proves at a depth, the pruning one proves with some turns more; never the opposite."""
    position = late()[number]
    full = _core.Searcher(hash_mb=8, network=network(), pruning=False).go(position, depth=DEPTH, nodes=400_000)
    quick = _core.Searcher(hash_mb=8, network=network()).go(position, depth=DEPTH + 6, nodes=400_000)
    one, other = full.lines[0].wins_in, quick.lines[0].wins_in
    if one is not None and full.depth == DEPTH:
        assert other is not None
        assert (one > 0) == (other > 0)
    if other is not None and one is not None:
        assert (one > 0) == (other > 0)


@pytest.mark.parametrize("number", range(12))
def test_a_warm_table_proves_the_same(number: int) -> None:
    position = late()[number]
    fresh = _core.Searcher(hash_mb=8, network=network()).go(position, depth=DEPTH + 1)
    warm = _core.Searcher(hash_mb=8, network=network())
    for turn in position.turn_list()[:5]:
        if not turn.after.is_over:
            warm.go(turn.after, depth=DEPTH)
    again = warm.go(position, depth=DEPTH + 1)
    one, other = fresh.lines[0].wins_in, again.lines[0].wins_in
    assert one is None or other is None or (one > 0) == (other > 0)
    if one is not None and one > 0:
        assert other is not None


def test_the_proofs_are_some() -> None:
    """The tests above would hold for a search that never proves anything."""
    proven = [_core.Searcher(hash_mb=8).go(p, depth=DEPTH).lines[0].wins_in for p in late()]
    assert sum(one is not None for one in proven) >= 5


def test_the_same_question_has_one_answer() -> None:
    start = Position.read("0000001000021000100000000/1/artemis:b3,d3/demeter:c2,c4")
    answers = [_core.Searcher(hash_mb=8, network=network()).go(start, nodes=20_000) for _ in range(2)]
    assert len({(a.nodes, a.depth, a.lines[0].score, str(a.lines[0].steps)) for a in answers}) == 1


def test_a_cleared_search_answers_like_a_new_one() -> None:
    before, position = late()[:2]
    new = _core.Searcher(hash_mb=4, network=network()).go(position, nodes=20_000)
    searcher = _core.Searcher(hash_mb=4, network=network())
    searcher.go(before, nodes=20_000)
    searcher.go(position, nodes=20_000)
    searcher.clear()
    again = searcher.go(position, nodes=20_000)
    assert (again.depth, again.nodes) == (new.depth, new.nodes)
    assert [(line.score, line.steps) for line in again.lines] == [(line.score, line.steps) for line in new.lines]


def test_whoever_would_rather_pass_has_to_move() -> None:
    """Late in a game every turn may give something up. A search that believed passing overlooked this win for long."""
    position = Position.read("0012401224022140042400001/1/mortal:b3,c3/mortal:c4,d3")
    found = _core.Searcher(hash_mb=32, network=network()).go(position, nodes=2_000_000)
    assert (found.lines[0].wins_in or 0) > 0


def test_two_threads_find_the_same_win() -> None:
    near = Position.read("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1")
    found = _core.Searcher(hash_mb=8, threads=2, network=network()).go(near, depth=3)
    assert found.lines[0].wins_in == 1
    assert str(found.lines[0].steps[0]) == "e5-d5"


def test_limits_are_kept() -> None:
    start = Position.read("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4")
    search = _core.Searcher(hash_mb=8)
    assert search.go(start, depth=3).depth == 3
    assert search.go(start, nodes=5_000).nodes <= 5_100
    three = search.go(start, depth=2, lines=3)
    assert len(three.lines) == 3
    assert len({str(line.steps) for line in three.lines}) == 3
    assert [line.score for line in three.lines] == sorted((line.score for line in three.lines), reverse=True)


def test_lines_are_legal_turns() -> None:
    for position in late()[:12]:
        for line in _core.Searcher(hash_mb=8, network=network()).go(position, nodes=3_000).lines:
            game = Game.from_position(position)
            for turn in line.pv:
                for step in turn:
                    game.push_step(step)


def test_the_network_is_read_as_it_is_written() -> None:
    """The core's small integers against the same weights in plain floating point."""
    data = files("santorini").joinpath("data/network.bin").read_bytes()
    *shape, names = struct.unpack_from("<9I", data, 8)
    assert shape == _core.network_shape()
    features, hidden, second, third, trunk, stages, blends, words = shape
    at = 44 + names
    assert data[44:at].decode().splitlines() == _core.network_words()

    def take(count: int, kind: str) -> list[float]:
        nonlocal at
        values = struct.unpack_from(f"<{count}{kind}", data, at)
        at += struct.calcsize(f"<{count}{kind}")
        return list(values)

    rows = memoryview(data)[at : at + 2 * features * hidden].cast("h")
    at += 2 * features * hidden
    bias = take(hidden, "h")
    shift = [take(words * hidden, "f") for _ in range(2)]
    gate = [take(words * hidden, "f") for _ in range(2)]
    lean = [take(words * second, "f") for _ in range(2)]
    width = 2 * hidden
    second_weights, second_bias = take(stages * second * width, "f"), take(stages * second, "f")
    blend = take(blends * second * width, "f")
    third_weights, third_bias = take(stages * 2 * second * third, "f"), take(stages * third, "f")
    last, last_bias = take(stages * (second + third), "f"), take(stages, "f")
    answers = 2 * hidden + 2 * second + 1 + blends + third
    trunk_in, trunk_in_bias = take(2 * words * trunk, "f"), take(trunk, "f")
    trunk_mid, trunk_mid_bias = take(trunk * trunk, "f"), take(trunk, "f")
    trunk_out = take(trunk * answers, "f")
    assert at == len(data)

    def layer(values: list[float], rows: list[float], sums: list[float]) -> list[float]:
        for i, value in enumerate(values):
            if value > 0:
                sums = [old + value * rows[i * len(sums) + j] for j, old in enumerate(sums)]
        return sums

    def ask_trunk(said: list[float]) -> list[float]:
        middle = layer(layer(said, trunk_in, trunk_in_bias), trunk_mid, trunk_mid_bias)
        return layer(middle, trunk_out, [0.0] * answers)

    def score(position: Position) -> float:
        own, said = _core.position_inputs(position)
        side = [said[:words], said[words:]]
        told = [ask_trunk(side[0] + side[1]), ask_trunk(side[1] + side[0])]
        active: list[float] = []
        for view, list_of in enumerate((own, [_core.swapped_feature(f) for f in own])):
            for i in range(hidden):
                sum_of = (bias[i] + sum(rows[f * hidden + i] for f in list_of)) / 512 + told[view][i]
                scale = 1.0 + told[view][hidden + i]
                for k in range(2):
                    for w, weight in enumerate(side[view ^ k]):
                        if weight:
                            sum_of += weight * shift[k][w * hidden + i]
                            scale += weight * gate[k][w * hidden + i]
                active.append(min(max(sum_of, 0.0), 1.0) * scale)
        stage = min(sum(map(_core.built_in, own)) // 8, stages - 1)
        assert stage == _core.stage_of(position)
        lean_told, last_told, rest = (told[0][2 * hidden + n * second :] for n in range(3))
        total: float = last_bias[stage] + rest[0]
        inputs: list[float] = []
        for j in range(second):
            value = second_bias[stage * second + j] + lean_told[j]
            for i, a in enumerate(active):
                weight = second_weights[(stage * second + j) * width + i]
                for b in range(blends):
                    weight += rest[1 + b] * blend[(b * second + j) * width + i]
                value += a * weight
            for k in range(2):
                value += sum(weight * lean[k][w * second + j] for w, weight in enumerate(side[k]) if weight)
            inputs.append(min(max(value, 0.0), 1.0))
            total += inputs[j] * last[stage * (second + third) + j] * (1 + last_told[j])
        inputs += [value * value for value in inputs]
        for k in range(third):
            value = third_bias[stage * third + k] + rest[1 + blends + k]
            for j, put in enumerate(inputs):
                value += put * third_weights[(stage * 2 * second + j) * third + k]
            total += min(max(value, 0.0), 1.0) * last[stage * (second + third) + second + k]
        return 100 * total

    for position in (*late()[:4], Position.read("0000001000021000100000000/1/demeter:b3,d3/pan:c2,c4")):
        assert network().evaluate(position) == pytest.approx(score(position), abs=12)


def with_words(rename: dict[str, str], order: list[str]) -> _core.Network:
    """The network that ships, with some of its words renamed and its rows in another order."""
    data = files("santorini").joinpath("data/network.bin").read_bytes()
    *shape, words, size = struct.unpack_from("<9I", data, 8)
    features, hidden, second, third, trunk, stages, blends = shape
    names = data[44 : 44 + size].decode().splitlines()
    at = 44 + size

    def rows_of(*widths: int) -> bytes:
        nonlocal at
        rows = b""
        for width in widths:
            table = {name: data[at + 4 * width * i : at + 4 * width * (i + 1)] for i, name in enumerate(names)}
            rows += b"".join(table[name] for name in order)
            at += 4 * width * words
        return rows

    def same(size: int) -> bytes:
        nonlocal at
        at += size
        return data[at - size : at]

    weights = same(2 * (features + 1) * hidden)
    weights += rows_of(hidden, hidden, hidden, hidden, second, second)
    weights += same(4 * (stages + blends) * second * 2 * hidden + 4 * stages * (second + 2 * second * third))
    weights += same(4 * stages * (third + second + third + 1))
    weights += rows_of(trunk, trunk)
    text = "".join(rename.get(name, name) + "\n" for name in order).encode()
    head = struct.pack("<9I", *shape, len(order), len(text))
    return _core.Network(data[:8] + head + text + weights + data[at:])


def test_a_network_finds_its_words_by_name() -> None:
    """The vocabulary may grow, shrink or change its order: what the file does not name has no effect."""
    names = _core.network_words()
    plain, scrambled = network(), with_words({}, sorted(names))
    for position in late():
        assert scrambled.evaluate(position) == plain.evaluate(position)
    # A network from before `build.builds` was a word: Demeter is judged like nobody in particular.
    older = with_words({}, [name for name in names if not name.startswith("build.builds=")])
    later = with_words({"build.builds=elsewhere": "build.builds=twice"}, names)
    board = "0000001000021000100000000/1/{}:b3,d3/pan:c2,c4"
    demeter, mortal = (Position.read(board.format(power)) for power in ("demeter", "mortal"))
    assert plain.evaluate(demeter) != plain.evaluate(mortal)
    for other in (older, later):
        assert other.evaluate(demeter) == other.evaluate(mortal) == plain.evaluate(mortal)


def test_what_is_no_network_is_refused() -> None:
    data = files("santorini").joinpath("data/network.bin").read_bytes()
    for wrong in (b"", b"nonsense", data[:-1], data + b"0", b"X" + data[1:]):
        with pytest.raises(_core.CoreError):
            _core.Network(wrong)


def test_a_power_made_at_home_is_no_blind_spot() -> None:
    """Its words are what the network reads, so it is judged like the card that says the same."""
    from santorini import make_power

    made = make_power("twice_builder", {"build.builds": "elsewhere"})
    board = "0000001000021000100000000/1/{}:b3,d3/pan:c2,c4"
    own = network().evaluate(Position.read(board.format(made.id)))
    assert own == network().evaluate(Position.read(board.format("demeter")))
    assert own != network().evaluate(Position.read(board.format("mortal")))
