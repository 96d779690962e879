// What cards forbid or demand of a seat now. Read from the entries: no power is known by name here.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/position.h"

namespace santorini {

enum class RestrictionKind : uint8_t {
    no_climb,         // no moving up in this turn
    descent_none,     // no moving down
    descent_not_one,  // no moving down by exactly one level
    no_win_perimeter,
    no_win_away,      // no win except beside the owner's workers
    no_build,         // nothing but domes that complete towers beside the owner's workers
    no_build_blocks,  // nothing but domes there
    sleep,            // the worker that stands highest cannot move
    bound,            // a worker beside the owner's must end its move beside one of them
    must_climb,       // if possible
    carry,            // workers are swept on
    coins,            // the owner's coins are closed
    wind,             // nobody moves in this direction
    whirl,            // a whirlpool leads to the other one
    closed_token,     // the token counts as a dome
    bind,             // the chosen worker must end the turn beside the binder's
};
inline constexpr std::array<std::string_view, 16> restriction_names{
    "no_climb",    "descent_none", "descent_not_one", "no_win_perimeter",
    "no_win_away", "no_build",     "no_build_blocks", "sleep",
    "bound",       "must_climb",   "carry",           "coins",
    "wind",        "whirl",        "closed_token",    "bind"};
static_assert(restriction_names.size() == static_cast<std::size_t>(RestrictionKind::bind) + 1);

struct Restriction {
    RestrictionKind kind;
    Seat seat = no_seat;  // whose power it is; nobody's where the shared power binds everybody
    PowerId power = no_power;
    Bitboard squares = 0;  // where it applies; empty if it is not about squares
    Direction direction = no_direction;
    bool operator==(const Restriction&) const = default;
};

// What binds the seat in its turn: in the turn in progress, or in one that would begin now. First what its opponents'
// cards say, then what binds everybody including the owner. The answer uses only what the seat can see.
std::vector<Restriction> restrictions(const Position& p, Seat seat);

// Removes the word that causes a restriction from an entry.
void lift_restriction(Power& power, RestrictionKind kind);

}  // namespace santorini
