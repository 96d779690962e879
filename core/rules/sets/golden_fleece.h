// Powers 31 to 45, the gods of the Golden Fleece.
#pragma once

#include "core/rules/vocabulary.h"

namespace santorini::cards {

// Aeolus. [Setup, End of Your Turn] Turns the wind. [Any Move] Nobody moves straight against it.
inline constexpr Power aeolus{.setup = {.aim = Aim::wind}, .end = {.wind = Wind::turn}, .everyone = {.wind = true}};

// Charybdis. [End of Your Turn] May place a Whirlpool. [Any Time] A worker that moves onto one moves on to the other.
inline constexpr Power charybdis{.end = {.token = Token::anywhere}, .everyone = {.whirl = Whirl::move}};

// Clio. [Your Build] Coins on her first three blocks. [Opponent's Turn] Coins count as domes.
inline constexpr Power clio{.setup = {.waiting = 3}, .build = {.coins = true}, .opponent = {.coins = Coins::closed}};

// Europa & Talus. [End of Your Turn] May put Talus beside the worker that moved. [Any Time] Talus counts as a dome.
inline constexpr Power europa{.end = {.token = Token::beside_mover}, .everyone = {.closed_token = true}};

// Gaea. [Setup] Two workers wait. [Any Build] A dome lets one in, on the ground beside it.
inline constexpr Power gaea{.setup = {.waiting = 2}, .everyone = {.place_on_dome = true}};

// Graeae. [Setup] Three workers. [Your Build] Any one of them builds.
inline constexpr Power graeae{.setup = {.workers = 3}, .build = {.by = Builder::any}};

// Hades. [Opponent's Turn] Nobody moves down.
inline constexpr Power hades{.opponent = {.descent = Descent::none}};

// Harpies. [Opponent's Turn] A worker that moved is swept on until something or a higher space stops it.
inline constexpr Power harpies{.opponent = {.carry = true}};

// Hecate. [Setup, Your Turn] Secret workers, placed last. [Any Time] Whoever runs into them is stopped.
inline constexpr Power hecate{.setup = {.order = Order::last, .secret = Secret::workers}};

// Moerae. [Setup] Three workers, four secret Fate spaces. [Win Condition] Takes an opponent's win there.
inline constexpr Power moerae{.setup = {.workers = 3, .secret = Secret::fate}, .win = {.takes_fate = true}};

// Nemesis. [End of Your Turn] May exchange places with an opponent none of whose workers neighbours hers.
inline constexpr Power nemesis{.end = {.exchange = Exchange::all}};

// Siren. [Setup] Aims the song. [Alternative Turn] Forces opponents' workers one space in its direction.
inline constexpr Power siren{.setup = {.aim = Aim::song}, .turn = {.song = Song::only}};

// Tartarus. [Setup] Placed first; then hides the Abyss. [Lose Condition] Whoever gets into it has lost.
inline constexpr Power tartarus{.setup = {.order = Order::first, .secret = Secret::abyss}, .abyss = true};

// Terpsichore. [Your Turn] Every worker moves, then every worker builds.
inline constexpr Power terpsichore{.move = {.moves = Moves::all}};

// Urania. [Your Turn] Opposite edges and corners touch, for moving and building.
inline constexpr Power urania{.move = {.ring = true}};

}  // namespace santorini::cards
