// The rules as a step machine.
//
// legal_steps() are exactly the prefixes of complete turns (B3): no dead end is ever offered. play() carries one out.
// Nothing here knows a power by name: everything is read from the entries (core/rules/vocabulary.h).
#pragma once

#include "core/position.h"
#include "core/step.h"

namespace santorini {

inline constexpr Seat luck = 5;  // the decider of random events

// Who chooses next: a seat, `luck`, or no_seat when the game is over.
Seat decider(const Position& p);

// The position as the seat may know it: hidden workers and secret squares of others are blanked. This is all that the
// seat's legal choices depend on.
Position visible(const Position& p, Seat seat);
// What legality is judged on: the same without any Abyss or Fate, even the seat's own. So a turn that could not be
// completed otherwise does not become legal by falling into the Abyss.
Position judged(const Position& p, Seat seat);
// The position that may be shown and sent to the seat: a turn of hidden workers that is in progress is blanked too. A
// seat number of 4 or more stands for a spectator.
Position view(const Position& p, Seat seat);
// Has a card in play secret workers or a secret square?
bool holds_secrets(const Position& p);
// Workers on the board that the seat cannot see.
Bitboard hidden_from(const Position& p, Seat seat);

// Every choice the decider has now; none when the game is over or the seat to move cannot complete a turn.
void legal_steps(const Position& p, StepList& steps);
bool is_legal(const Position& p, Step step);

// Carries out a legal step. What it causes is appended to `effects` if given.
void play(Position& p, Step step, Effects* effects = nullptr);

// The seat gives up, or its time has run out: it loses, whoever's turn it is (Q40).
void give_up(Position& p, Seat seat, Reason reason);

// Is there any complete turn (set-up: any step)? A seat to move without one has lost (B3.3).
bool has_turn(const Position& p);

// For enumeration (core/turn/turns.cpp): `p` must have begun its turn.
enum class Status : uint8_t {
    open,    // the turn goes on
    over,    // the turn, or the game, is over
    broken,  // the turn would be over, but an "if possible" demand was not met
};
void begin_turn(Position& p, bool with_demands = true);
// S2, the last part of beginning a turn: records what opponents' powers look at now and what they demand of the turn.
void take_snapshots(Position& p, bool with_demands);
// Does an opponent demand something of this turn, "if possible"?
bool is_demanded_of(const Position& p);
// The seats that hold the shared power of the Golden Fleece in a turn that begins now, one bit each (E2).
uint8_t beside_ram(const Position& p);
void raw_steps(const Position& p, StepList& steps);  // locally legal; may lead to a dead end
Status perform(Position& p, Step step, Effects* effects = nullptr);
bool completable(const Position& p);  // can the turn in progress be completed?

// Set-up (core/turn/setup.cpp).
void setup_steps(const Position& p, StepList& steps);
void setup_play(Position& p, Step step);
Seat setup_decider(const Position& p);

}  // namespace santorini
