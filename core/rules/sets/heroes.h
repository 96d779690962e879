// Powers 46 to 55, the heroes: each power can be used once in a game.
#pragma once

#include "core/rules/vocabulary.h"

namespace santorini::cards {

// Achilles. [Your Turn, Once] Builds before moving, too.
inline constexpr Power achilles{.build = {.before = Before::freely}, .once = true};

// Adonis. [End of Your Turn, Once] If possible, the chosen worker ends its side's next turn beside his.
inline constexpr Power adonis{.end = {.bind = Bind::worker}, .once = true};

// Atalanta. [Your Move, Once] Moves on as often as she likes.
inline constexpr Power atalanta{.move = {.moves = Moves::any}, .once = true};

// Bellerophon. [Your Move, Once] May move up two levels.
inline constexpr Power bellerophon{.move = {.climb = 2}, .once = true};

// Heracles. [End of Your Turn, Once] His workers put any number of domes beside themselves.
inline constexpr Power heracles{.end = {.domes = Domes::by_all}, .once = true};

// Jason. [Setup] One worker waits. [Alternative Turn, Once] It enters at ground level on the perimeter and builds.
inline constexpr Power jason{.turn = {.enter = Enter::then_build}, .once = true};

// Medea. [End of Your Turn, Once] Takes one block from under each chosen worker beside her unmoved one.
inline constexpr Power medea{.end = {.sink = Sink::one_block}, .once = true};

// Odysseus. [Start of Your Turn, Once] Forces neighbouring workers of opponents to corners.
inline constexpr Power odysseus{.start = {.corners = true}, .once = true};

// Polyphemus. [End of Your Turn, Once] One or two domes anywhere.
inline constexpr Power polyphemus{.end = {.domes = Domes::anywhere_two}, .once = true};

// Theseus. [End of Your Turn, Once] Removes an opponent's worker exactly two levels above his, beside it.
inline constexpr Power theseus{.end = {.slay = true}, .once = true};

}  // namespace santorini::cards
