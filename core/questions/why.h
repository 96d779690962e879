// Why a step is not possible: each answer names the rule, or the card and whose it is.
//
// No power is known here by name. To find what forbids a step, things are removed on a copy of the position, one at a
// time: the dome, the worker or the height of the square, each card, each word of the player's own card. If the
// step is possible without one of them, that is the reason. Only what the asking seat can see is used, so an answer
// gives no secret away.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/questions/restrictions.h"
#include "core/step.h"

namespace santorini {

enum class WhyCode : uint8_t {
    // Nobody can choose, or somebody else does.
    over,
    stuck,  // the seat cannot complete a turn and has lost
    not_your_turn,
    luck,   // a card is turned up
    setup,  // something else is to be chosen at this stage of set-up
    // The board.
    dome,
    occupied,
    far,
    high,
    itself,        // the worker stands there
    nobody,        // no worker stands on the square where the step starts
    not_yours,     // .. or it is not one that this seat may use
    other_worker,  // another worker acts in this turn
    no_way,        // nothing around the worker can be reached
    not_ground,    // only a space on the ground will do
    not_beside,    // only a space beside the new dome will do
    reaction,      // only a waiting worker may come in now
    ram,
    // The turn.
    no_turn,     // the step is possible, but no turn that begins with it can be completed
    not_now,     // a step of this kind is not due
    additional,  // an additional turn is made with an opponent's worker
    // Cards.
    power,     // a card forbids it; `restriction` says how, if the list of restrictions has it
    spent,     // the card could be used only once
    stolen,    // somebody else holds the card
    not_held,  // the shared power belongs to those beside the Ram
    // Limits that the player's own card sets on what it offers.
    pushed,        // the worker there cannot be pushed on
    back,          // the second move may not lead back
    not_edge,      // another move only after one onto the perimeter
    same_square,   // the second build must be somewhere else
    first_square,  // the second block goes onto the first, and is not a dome
    interior,      // the second build may not be on the perimeter
    built_first,   // after a build ahead of the move, no moving up
    unmoved_only,  // only a worker that did not move builds
    beside_mover,  // only beside the worker that moved
    no_pieces,     // none left to build with
    placing,       // the card places its workers elsewhere
    no_room,       // the card's workers would have no room left
    fate_edge,     // four Fate squares do not fit there
    own_card,      // the card offers nothing there
};
inline constexpr std::array<std::string_view, 39> why_names{
    "over",        "stuck",        "not_your_turn", "luck",        "setup",        "dome",         "occupied",
    "far",         "high",         "itself",        "nobody",      "not_yours",    "other_worker", "no_way",
    "not_ground",  "not_beside",   "reaction",      "ram",         "no_turn",      "not_now",      "additional",
    "power",       "spent",        "stolen",        "not_held",    "pushed",       "back",         "not_edge",
    "same_square", "first_square", "interior",      "built_first", "unmoved_only", "beside_mover", "no_pieces",
    "placing",     "no_room",      "fate_edge",     "own_card"};
static_assert(why_names.size() == static_cast<std::size_t>(WhyCode::own_card) + 1);

struct Why {
    WhyCode code;
    Square square = no_square;  // the square it is about
    Square other = no_square;   // the worker that acts instead; or the dome that a worker comes in beside
    Seat seat = no_seat;        // whose worker, or whose card
    PowerId power = no_power;
    std::optional<RestrictionKind> restriction = std::nullopt;
    bool operator==(const Why&) const = default;
};

// What is asked about: a square, with the worker that should act if one was chosen; or a step given as text.
struct Question {
    Square to = no_square;
    Square from = no_square;
    std::optional<StepKind> kind;
};

// Reads a step with squares as docs/notation.md writes it: b3-c3, +c3, b3+c3^, b3>c3 and so on. Nothing for other
// texts.
std::optional<Question> read_question(std::string_view step);

// Why the seat cannot do that now, the most telling reason first; empty if it can.
std::vector<Why> why(const Position& p, Seat seat, const Question& question);
// The same during set-up, for what the seat sees (core/questions/why_setup.cpp).
std::vector<Why> why_in_setup(const Position& seen, Seat seat, const Question& question);

}  // namespace santorini
