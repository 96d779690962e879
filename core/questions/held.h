// Which power somebody holds at this moment, and the squares of what is secret.
#pragma once

#include "core/position.h"

namespace santorini {

// A power and the rule set whose text it follows.
struct Held {
    PowerId power = no_power;
    RuleSet rules = RuleSet::printed;
};

// The power that works for the seat now: the face-up card of a deck, a card taken from the opponent, the shared power while
// one stands beside the Ram; `no_power` for a card that was taken away or used up, and for a seat that is out.
Held held_now(const Position& p, Seat seat);

// Powers change hands when a turn begins. Between turns, a copy in which the next one has begun; otherwise the same.
Position begun(Position p);

// The secret squares of the seat's card: four Fate squares, or the Abyss. Empty if none is chosen, or if it is not known.
Bitboard secret_squares(const Position& p, Seat seat);

}  // namespace santorini
