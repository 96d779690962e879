"""The page's own table tells what the server's would, message for message."""

from tests.wasm.local_games import LocalTable, compare_games


def test_the_same_games_at_both_tables() -> None:
    with LocalTable() as local:
        assert compare_games(local, 24, seed=5) > 1000
