// What the acting player may do: all powers in play, folded into a few masks once per decision.
//
// The player's own power *offers*; the other powers, and tokens, *limit*. Because all limits are folded together, N
// powers need N entries and not a rule for each of the N squared pairs.
#pragma once

#include <array>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// What the opponents impose on the workers of a side. A restriction on "opponents' workers" never binds the restricting
// side's own workers, even when somebody else moves them (H9).
struct Limits {
    bool no_climb = false;
    Descent descent = Descent::free;
    Bitboard famine = 0;       // nothing is built here ..
    bool famine_domes = true;  // .. except domes (true), or only domes on three blocks (false)
    bool carried = false;
};

// The seat whose turn is played, and whose power is used.
Seat acting_seat(const Position& p);

// Who acts, and with which power.
struct Actor {
    explicit Actor(const Position& p);

    Seat seat;   // whose turn, and whose power, it is
    bool extra;  // an additional turn: no wins, opponents' workers act
    Side side;
    const Entry& own;
    Seat slot;  // where the power keeps its number, tokens and aim
};

struct Scene : Actor {
    explicit Scene(const Position& position);
    // Reads the position again after workers, domes or tokens have changed. Who holds which power must be as before.
    void refresh();

    const Position& p;
    Bitboard workers;  // everybody's
    Bitboard mine;     // those that may act
    Bitboard enemies;  // opponents' workers that can be targets
    Bitboard shut;     // counts as holding a dome: nobody goes, builds or is forced there
    Bitboard barred;   // no moving onto it and no building, but not shut otherwise
    Bitboard hidden;   // opponents' workers that the acting seat cannot see
    uint8_t wind;      // forbidden directions of movement, one bit each
    Bitboard binders;  // workers beside which a bound worker must end
    bool each_move;
    Bitboard pools;  // the two whirlpools, if both are on the board
    Whirl whirl;

    Bitboard vacant() const { return full_board & ~(workers | shut); }
    // What is vacant when the worker on `from` has left it.
    Bitboard vacant_without(Square from) const { return full_board & ~((workers & ~bit(from)) | shut); }
    Bitboard reach(Square s) const { return own.move.ring ? geometry.ring[s] : near(s); }
    Limits limits(Side worker_side) const { return worker_side == side ? own_limits_ : limits_of(worker_side); }
    // The power that the i-th opponent holds.
    const Power& foe(std::size_t i = 0) const { return *foes_[i].power; }

    // Where the passage leads when a worker moves from `from` onto `to`; no_square if there is none.
    Square passage(Square from, Square to) const;
    // Destinations of a single move. `climb` and `level_only` narrow what the power allows.
    Bitboard moves(Square from, int climb, bool level_only = false) const {
        if (has(p.turn.asleep, from)) return 0;
        return moves_from(from, climb, vacant(), limits(p.side_at(from)), level_only);
    }
    // The same for a worker that would stand on `from` while `free` is vacant; `limit` is what binds its side.
    Bitboard moves_from(Square from, int climb, Bitboard free, const Limits& limit, bool level_only = false) const;
    // Squares on which the worker may add the fitting piece, a block under itself included.
    Bitboard builds(Square builder) const;
    // The same for a worker that would stand on `at` while `free` is vacant; `limit` is what binds its side.
    Bitboard builds_from(Square at, Bitboard free, const Limits& limit) const {
        Bitboard on = reach(at) & free & ~barred;
        if (own.build.under && p.height(at) < 3) on |= bit(at);
        return on & (~limit.famine | p.level[2]);
    }
    // Squares on which the worker may put a dome, whatever the level.
    Bitboard domes(Square builder) const;
    Bitboard domes_among(Square builder, Bitboard squares) const;

    // Who wins by arriving like this (B6)? no_seat if nobody does. `rise` is the difference in height that counts.
    Seat judge(Square from, Square to, int rise, Reason& reason) const;
    // Does a bound worker that moves there end beside a binder?
    bool ends_beside(Square to) const { return (near(to) & binders & ~bit(to)) != 0 || has(binders, to); }

private:
    struct Foe {
        const Power* power;
        Seat seat;
        bool hides;   // its workers are on a secret map
        bool limits;  // it says something about opponents' turns
    };
    std::array<Foe, 3> foes_;  // opponents in the game, with the powers they hold now
    struct Announced {
        const Everyone* says;
        Seat slot;
    };
    std::array<Announced, 4> announced_;  // what cards on the table say to everybody
    uint8_t foe_count_ = 0, announced_count_ = 0;
    Limits own_limits_;

    void impose(const Foe& foe, Limits& limits) const;
    Limits limits_of(Side worker_side) const;

    template <class F>
    void for_opponents(F visit) const {
        for (std::size_t i = 0; i < foe_count_; ++i) visit(foes_[i].seat, *foes_[i].power);
    }
};

}  // namespace santorini
