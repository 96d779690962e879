// Every possible step as a number: one fixed list for all powers, stages and numbers of players.
//
// A number stands for a step only together with a position, which supplies what the number leaves out, such as the
// builder of a dome far away or the seat from which seats are counted. Different legal steps of a position have
// different numbers.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

using Action = uint16_t;

// Raised whenever a number or an observed value changes its meaning (docs/encoding.md).
inline constexpr int encoding_version = 1;

// One row per kind of step. The plain game uses only the first ones.
struct ActionGroup {
    std::string_view name;
    Action first;
    Action size;
};

namespace actions {

inline constexpr Action squares = board_squares, directions = 8, powers = first_home_made;

inline constexpr ActionGroup place{"place", 0, squares};               // to
inline constexpr ActionGroup place_woman{"place_woman", 25, squares};  // to
inline constexpr ActionGroup move{"move", 50, squares * directions};   // at, direction
inline constexpr ActionGroup build{"build", 250, squares * 9};         // at, direction or 8: under the builder
inline constexpr ActionGroup done{"done", 475, 1};
inline constexpr ActionGroup pass{"pass", 476, 1};
inline constexpr ActionGroup use{"use", 477, 1};
inline constexpr ActionGroup dome{"dome", 478, squares * directions};        // at, direction
inline constexpr ActionGroup far_dome{"far_dome", 678, squares};             // to: not beside the builder
inline constexpr ActionGroup force{"force", 703, squares * directions};      // at, direction: by one space
inline constexpr ActionGroup carry{"carry", 903, squares * directions};      // at, direction: across one's own worker
inline constexpr ActionGroup corner{"corner", 1103, squares * 4};            // at, corner: one that is not beside `at`
inline constexpr ActionGroup exchange{"exchange", 1203, squares * squares};  // at, to
inline constexpr ActionGroup unbuild{"unbuild", 1828, squares};              // to
inline constexpr ActionGroup slay{"slay", 1853, squares};                    // to
inline constexpr ActionGroup token{"token", 1878, squares};                  // to
inline constexpr ActionGroup bind{"bind", 1903, squares};                    // to
inline constexpr ActionGroup bind_pair{"bind_pair", 1928, squares * squares};  // at, to
inline constexpr ActionGroup aim{"aim", 2553, directions + 1};  // direction, or 8: the token is taken back
inline constexpr ActionGroup secret{"secret", 2562, squares};   // to
inline constexpr ActionGroup fate{"fate", 2587, 16};            // the lower left one of four spaces
inline constexpr ActionGroup begin{"begin", 2603, 4};           // the seat, counted from the one that chooses
inline constexpr ActionGroup chance{"chance", 2607, powers};    // power
inline constexpr ActionGroup offer{"offer", 2671, powers};      // power
inline constexpr ActionGroup take{"take", 2735, powers};        // power
inline constexpr ActionGroup discard{"discard", 2799, powers};  // power

inline constexpr std::array groups{place, place_woman, move,   build,    done,    pass,  use,   dome,   far_dome,
                                   force, carry,       corner, exchange, unbuild, slay,  token, bind,   bind_pair,
                                   aim,   secret,      fate,   begin,    chance,  offer, take,  discard};

}  // namespace actions

inline constexpr Action action_count = actions::discard.first + actions::discard.size;
static_assert(
    [] {
        Action next = 0;
        for (const ActionGroup& group : actions::groups) {
            if (group.first != next) return false;
            next = static_cast<Action>(next + group.size);
        }
        return next == action_count;
    }(),
    "the groups follow each other without gaps");

// The number of a legal step of the position.
Action action_of(const Position& p, const Step& step);
// The legal step of the position that has the number; nothing if none has.
std::optional<Step> step_of(const Position& p, unsigned action);

// The action that takes the place of another when the board is turned (core/geometry.h).
Action turned_action(Action action, unsigned symmetry);
// In words, without a position: "move b3 n", "exchange a1 c3", "offer pan".
std::string action_name(Action action);

}  // namespace santorini
