// Which power somebody holds at this moment, and the squares of what is secret.
#pragma once

#include "core/position.h"

namespace santorini {

// A power and the rule set whose text it follows.
struct Held {
    PowerId power = no_power;
    RuleSet rules = RuleSet::printed;
};

// The power that the seat can use now: its card, the face-up card of a deck, a card taken from the opponent, or the
// shared power while a worker of the seat stands beside the Ram. `no_power` if the card was stolen or used up, or the
// seat is out.
Held held_now(const Position& p, Seat seat);

// Powers change hands when a turn begins. Between turns this is a copy in which the next turn has begun; otherwise the
// position itself.
Position begun(Position p);

// The secret squares of the seat's card: four Fate squares, or the Abyss. Empty if not chosen yet, or not known.
Bitboard secret_squares(const Position& p, Seat seat);

}  // namespace santorini
