#include "core/search/prover.h"

#include <utility>

#include "core/turn/can_win.h"
#include "core/turn/turns.h"

namespace santorini {

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

bool Prover::give_up(const Position& rest, const Position& next) {
    gave_up_ =
        gave_up_ || ++looked_at_ > budget_ || (!next.is_over() && next.side(next.to_move) == rest.side(rest.to_move));
    return gave_up_;
}

bool Prover::forces(const Position& rest, int turns) {
    if (can_win(rest)) return true;
    const uint64_t key = rest.hash();
    Known* known = nullptr;
    for (auto [it, end] = known_.equal_range(key); it != end; ++it) {
        if (it->second.position == rest) known = &it->second;
    }
    if (known && known->proven <= turns) return true;
    if (known && known->refuted >= turns) return false;
    bool won = false;
    const Side own = rest.side(rest.to_move);
    for (TurnLister lister(rest); !won && lister.next();) {
        const Position& next = lister.result();
        if (give_up(rest, next)) return false;
        if (next.is_over()) {
            won = next.side(next.winner) == own;
        } else {
            won = !has_turn(next) || (turns > 1 && succumbs(next, turns - 1));
        }
        if (gave_up_) return false;
    }
    if (!known) known = &known_.emplace(key, Known{rest})->second;  // elements stay where they are
    if (won) {
        known->proven = static_cast<int8_t>(turns);
    } else {
        known->refuted = static_cast<int8_t>(turns);
    }
    return won;
}

bool Prover::succumbs(const Position& rest, int turns) {
    if (can_win(rest)) return false;
    const Side own = rest.side(rest.to_move);
    for (TurnLister lister(rest); lister.next();) {
        const Position& next = lister.result();
        if (give_up(rest, next)) return false;
        if (next.is_over()) {
            if (next.side(next.winner) == own) return false;
        } else if (!has_turn(next) || !forces(next, turns) || gave_up_) {
            return false;
        }
    }
    return true;
}

}  // namespace santorini
