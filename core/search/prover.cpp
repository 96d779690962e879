#include "core/search/prover.h"

#include <algorithm>
#include <utility>

#include "core/turn/can_win.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

// It says nothing about other players' turns, and its holder can complete every turn that begins with a plain move.
bool is_harmless(const Entry& power) {
    const Traits& t = power.traits;
    return t.familiar && t.leaves_a_build && !t.limits_others && !t.concerns_all && !power.start.steal;
}

// How many free squares the power may close in one turn; `many` if unknown.
int closes(const Entry& power, int workers) {
    const Traits& t = power.traits;
    constexpr int many = board_squares;
    if (!t.moves_only_own || !t.keeps_workers || !t.ends_plainly) return many;
    if (!(power.turn == Turning{}) || !(power.start == Start{})) return many;
    const bool one_moves = power.move.moves != Moves::travel && power.move.moves != Moves::all;
    return (one_moves ? 1 : workers) + t.domes_a_turn;  // each dome takes a build, so it bounds the builds too
}

}  // namespace

bool leaves_a_turn(const Position& rest) {
    if (rest.players != 2 || rest.shared || rest.extra || rest.face || rest.binder != no_seat) return false;
    for (Seat s = 0; s < rest.players; ++s) {
        if (!is_harmless(rest.power(s)) || !is_harmless(rest.dealt_power(s))) return false;
    }
    const Seat seat = rest.to_move;
    const int workers = count(rest.own(seat));
    const int closed = std::max(closes(rest.power(seat), workers), closes(rest.dealt_power(seat), workers));
    Position next = rest;
    next.to_move = rest.next_seat(seat);
    begin_turn(next, false);
    const Scene scene(next);
    Bitboard free = 0;
    for (Square from : each(scene.mine)) free |= scene.moves(from, scene.own.move.climb) & scene.vacant();
    return count(free) > closed;
}

std::optional<bool> Prover::wins(const Position& rest, int turns) {
    gave_up_ = false;
    total_ += std::exchange(looked_at_, 0);
    const bool won = forces(rest, turns);
    if (gave_up_) return std::nullopt;
    return won;
}

std::optional<bool> Prover::loses(const Position& rest, int turns) {
    gave_up_ = false;
    total_ += std::exchange(looked_at_, 0);
    const bool lost = succumbs(rest, turns);
    if (gave_up_) return std::nullopt;
    return lost;
}

// Every outcome of a turn; none if that is too much to look at.
std::vector<Position> Prover::outcomes(const Position& rest) {
    std::vector<Position> found;
    const uint64_t left = budget_ - std::min(budget_, looked_at_);
    if (Generator& turns = *generator_; turns.take(rest)) {
        if (turns.is_short() || turns.number(left) <= left) {
            found.reserve(128);
            turns.list(found);
        } else {
            gave_up_ = true;
        }
    } else {
        for (TurnLister slow(rest); found.size() <= left && slow.next();) found.push_back(slow.result());
    }
    looked_at_ += found.size();
    const Side own = rest.side(rest.to_move);
    gave_up_ = gave_up_ || looked_at_ > budget_ || std::any_of(found.begin(), found.end(), [&](const Position& next) {
                   return !next.is_over() && next.side(next.to_move) == own;
               });
    return found;
}

bool Prover::forces(const Position& rest, int turns) { return can_win(rest) || forces_later(rest, turns); }

bool Prover::forces_later(const Position& rest, int turns) {
    if (turns <= 1) return turns == 1 && shuts_in(rest);
    const uint64_t key = rest.hash();
    Known* known = nullptr;
    for (auto [it, end] = known_.equal_range(key); it != end; ++it) {
        if (it->second.position == rest) known = &it->second;
    }
    if (known && known->proven <= turns) return true;
    if (known && known->refuted >= turns) return false;
    std::vector<Position> every = outcomes(rest);
    const Side own = rest.side(rest.to_move);
    bool won = std::any_of(every.begin(), every.end(),
                           [&](const Position& next) { return next.is_over() && next.side(next.winner) == own; });
    // Turns that lose at once are dropped, and threats are tried first.
    std::erase_if(every, [](const Position& next) { return next.is_over() || can_win(next); });
    std::stable_partition(every.begin(), every.end(), is_threatened);
    for (const Position& next : every) {
        if (won || gave_up_) break;
        won = succumbs_later(next, turns - 1);
    }
    if (gave_up_) return false;
    if (!known) known = &known_.emplace(key, Known{rest})->second;  // later insertions do not move it
    if (won) {
        known->proven = static_cast<int8_t>(turns);
    } else {
        known->refuted = static_cast<int8_t>(turns);
    }
    return won;
}

bool Prover::succumbs(const Position& rest, int turns) { return !can_win(rest) && succumbs_later(rest, turns); }

bool Prover::succumbs_later(const Position& rest, int turns) {
    std::vector<Position> every = outcomes(rest);
    const Side own = rest.side(rest.to_move);
    if (gave_up_) return false;
    std::erase_if(every, [&](const Position& next) { return next.is_over() && next.side(next.winner) != own; });
    if (turns > 1) {  // turns that leave a threat standing lose anyway; of the others, counter-threats come first
        std::erase_if(every, [](const Position& next) { return !next.is_over() && can_win(next); });
        std::stable_partition(every.begin(), every.end(), is_threatened);
    }
    return std::all_of(every.begin(), every.end(), [&](const Position& next) {
        return !next.is_over() && (turns > 1 ? forces_later(next, turns) : forces(next, turns)) && !gave_up_;
    });
}

// Can the side to move leave the other without a turn?
bool Prover::shuts_in(const Position& rest) {
    if (leaves_a_turn(rest)) return false;
    const std::vector<Position> every = outcomes(rest);
    const Side own = rest.side(rest.to_move);
    return !gave_up_ && std::any_of(every.begin(), every.end(), [&](const Position& next) {
        return next.is_over() ? next.side(next.winner) == own : !has_turn(next);
    });
}

}  // namespace santorini
