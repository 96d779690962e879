// The inner functions of the step machine: shared by its files, the quick generator and the search's list of outcomes.
#pragma once

#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace santorini {

// -- pieces.cpp: handling the pieces ---------------------------------------------------------------------------------

// Everything that is remembered about a worker travels with it.
struct Lifted {
    Side side;
    bool woman, moved, built, forced, asleep, bound, loose, chosen, chosen_partner;
};

Lifted lift(Position& p, Square s);
void put(Position& p, Square s, const Lifted& w);
void remove_worker(Position& p, Square s, Effects* effects);
void sweep_tokens(Position& p, Square s, Effects* effects);
// A worker forced from one space to another. Returns whether that ended the game.
bool force(Position& p, Square from, Square to, Effects* effects);
void petrify(Position& p, Square victim, Effects* effects);

inline void note(Effects* effects, EffectKind kind, Square at, Square to, uint8_t who = 0) {
    if (effects) effects->push_back({kind, at, to, who});
}

// -- winning.cpp: winning, losing, demands ---------------------------------------------------------------------------

void conclude(Position& p, Seat winner, Reason reason, Effects* effects);
void lose(Position& p, Seat loser, Reason reason, Effects* effects);
// After a turn of a game with three sides: if the next seat has no turn, it is out at once (B3.3, D1).
void settle_next(Position& p, Effects* effects);
// Whoever gets into the Abyss has lost (F43). Each space entered is checked.
bool fell(Position& p, Square s, Side side, Effects* effects);
// Who wins by the number of complete towers, if anybody does.
Seat towers_winner(const Position& p);
bool enough_towers(Position& p, Effects* effects);
// "If possible" (B3.5, B8): would the turn meet what is demanded of it if it ended here?
bool obeys(const Position& p);

// -- offers.cpp: what can be chosen ----------------------------------------------------------------------------------

bool has_end_options(const End& end);
// Has an exchange of places begun that must be completed?
bool exchange_pending(const Scene& s);
// The workers that turn into blocks.
Bitboard petrified(const Scene& scene);
// The workers that may be removed: each stands beside one of the seat's own, exactly two levels above it.
Bitboard slayable(const Scene& s);

// The workers that may make the build that is due.
Bitboard builders(const Scene& s);
// raw_steps() for a scene that exists already; no reaction and no draw may be pending.
void offer_steps(const Scene& s, StepList& steps);

// -- actions.cpp: what a step does -----------------------------------------------------------------------------------

// How a turn goes on after a step.
enum class Next : uint8_t {
    choose,  // something is still to be chosen
    settle,  // the same, unless ending the turn is all that is left
    finish,  // the turn ends here
    over,    // the turn, or the game, is over
    broken,  // a demand was not met
};
// Carries out a step of the seat whose turn it is; `s` shows the position before it. `s.p` may be `p` itself.
Next act(Position& p, const Scene& s, Step step, Effects* effects);

// -- ending.cpp: S8 and S9 -------------------------------------------------------------------------------------------

// How many pieces are left on the card after some have been used.
constexpr uint8_t stock_left(int pieces, int used) {
    const int left = pieces - used;
    return static_cast<uint8_t>(left < most_pieces ? left : most_pieces);
}
// Forgets everything that the end of the turn does not need, so that equal outcomes are equal positions.
void enter_ending(Position& p, const Power& own);
// Ends the turn if ending it is all that is left to choose. `s` is a scene of `p`, from before the last step or after.
Status settle(Position& p, Scene& s, Effects* effects);
Status finish(Position& p, Scene& s, Effects* effects);
// What happens at the end of every turn, even of one cut short by a hidden worker.
Status close_turn(Position& p, Effects* effects);
// Will a new card of the deck be drawn when the turn is over (F14)?
bool calls_for_draw(const Position& p);
// Lays the card aside. Luck turns up the next one, and then the next turn begins.
void await_draw(Position& p);
// Goes on to the next seat, or to the same one for an additional turn.
Status pass_on(Position& p, Effects* effects);

}  // namespace santorini
