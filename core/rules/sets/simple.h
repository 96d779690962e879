// Powers 1 to 10, the simple gods.
#pragma once

#include "core/rules/vocabulary.h"

namespace santorini::cards {

// No power: the plain game.
inline constexpr Power mortal{};

// Apollo. [Your Move] May move onto an opponent's worker, which is forced to the space just left.
inline constexpr Power apollo{.move = {.into = Into::swap}};

// Artemis. [Your Move] May move a second time, not back to where it began.
inline constexpr Power artemis{.move = {.moves = Moves::two}};

// Athena. [Opponent's Turn] After she has moved up, opponents cannot move up.
inline constexpr Power athena{.opponent = {.no_climb = true}};

// Atlas. [Your Build] May build a dome at any level.
inline constexpr Power atlas{.build = {.dome = true}};

// Demeter. [Your Build] May build again, on another space.
inline constexpr Power demeter{.build = {.builds = Builds::elsewhere}};

// Hephaestus. [Your Build] May put a second block, not a dome, onto the first.
inline constexpr Power hephaestus{.build = {.builds = Builds::onto_block}};

// Hermes. [Your Turn] Or any number of level moves with every worker; then any of them builds.
inline constexpr Power hermes{.move = {.moves = Moves::travel}};

// Minotaur. [Your Move] May move onto an opponent's worker, which is forced straight back.
inline constexpr Power minotaur{.move = {.into = Into::push}};

// Pan. [Win Condition] Also wins by moving down two or more levels.
inline constexpr Power pan{.win = {.drop = 2}};

// Prometheus. [Your Turn] A worker that does not move up may build before moving, too.
inline constexpr Power prometheus{.build = {.before = Before::level}};

}  // namespace santorini::cards
