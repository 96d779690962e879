// Powers 11 to 30, the advanced gods.
#pragma once

#include "core/rules/vocabulary.h"

namespace santorini::cards {

// Aphrodite. [Any Move] An opponent's worker that starts the turn beside hers must end its last move beside hers.
inline constexpr Power aphrodite{.opponent = {.bound = Bound::last_move}};

// Ares. [End of Your Turn] May take a free block beside the unmoved worker.
inline constexpr Power ares{.end = {.take_block = true}};

// Bia. [Setup] Placed first, on the perimeter. [Your Move] Removes an opponent's worker straight behind her
// destination.
inline constexpr Power bia{.setup = {.order = Order::first, .where = Placing::perimeter},
                           .move = {.removes_behind = true}};

// Chaos. [Setup, Any Time] The face-up simple god; a new one is drawn after a turn in which a tower was completed.
inline constexpr Power chaos{.setup = {.deck = true}};

// Charon. [Your Move] Before moving may carry a neighbouring opponent's worker across to the opposite space.
inline constexpr Power charon{.move = {.ferry = true}};

// Chronus. [Win Condition] Wins when five complete towers stand.
inline constexpr Power chronus{.win = {.towers = 5}};

// Circe. [Start of Your Turn] Holds the opponent's power while that player's workers stand apart.
inline constexpr Power circe{.start = {.steal = true}};

// Dionysus. [Your Build] Completing a tower earns an additional turn with an opponent's worker.
inline constexpr Power dionysus{.again = Again::tower};

// Eros. [Setup] On opposite edges. [Win Condition] Also wins by moving beside the other worker, both on level 1.
inline constexpr Power eros{.setup = {.where = Placing::opposite_edges}, .win = {.together = true}};

// Hera. [Opponent's Turn] No win by moving onto the perimeter.
inline constexpr Power hera{.opponent = {.no_win = NoWin::perimeter}};

// Hestia. [Your Build] May build again, on an interior space.
inline constexpr Power hestia{.build = {.builds = Builds::interior}};

// Hypnus. [Start of Opponent's Turn] A worker higher than all the others of its side cannot move.
inline constexpr Power hypnus{.opponent = {.sleep = true}};

// Limus. [Opponent's Turn] Beside her workers only domes that complete a tower are built.
inline constexpr Power limus{.opponent = {.no_build = NoBuild::but_towers}};

// Medusa. [End of Your Turn] Lower neighbouring workers of opponents turn into blocks.
inline constexpr Power medusa{.end = {.petrify = Petrify::all}};

// Morpheus. [Start of Your Turn] One more piece. [Your Build] Builds as often as there are pieces, or not at all.
inline constexpr Power morpheus{.start = {.stock = true}, .build = {.builds = Builds::stock}};

// Persephone. [Opponent's Turn] If possible, a worker must move up.
inline constexpr Power persephone{.opponent = {.must_climb = true}};

// Poseidon. [End of Your Turn] An unmoved worker on the ground may build up to three times.
inline constexpr Power poseidon{.end = {.unmoved_builds = 3}};

// Selene. [Setup] One male, one female. [Your Build] Instead, the female may build a dome at any level.
inline constexpr Power selene{.setup = {.sexes = true}, .build = {.woman_dome = true}};

// Triton. [Your Move] Moves again whenever it moved onto the perimeter.
inline constexpr Power triton{.move = {.moves = Moves::on_perimeter}};

// Zeus. [Your Build] May build a block under itself.
inline constexpr Power zeus{.build = {.under = true}};

}  // namespace santorini::cards
