// Carrying out a step, whoever decides it: the seat whose turn it is (core/turn/actions.cpp), one that reacts, or luck.
#include "core/turn/machine.h"

#include "core/turn/parts.h"

namespace santorini {
namespace {

// A seat brings in a waiting worker beside the new dome, or declines. Nobody had to foresee this (B3.7): if the turn
// cannot be completed after it, the player whose turn it is has lost.
Status do_reaction(Position& p, Step step, Effects* effects) {
    const auto settled = [&] {
        Scene s(p);
        return settle(p, s, effects);
    };
    const Seat g = p.turn.reactor;
    p.turn.reactor = no_seat;
    p.turn.reacts_at = no_square;
    if (step.kind == StepKind::place) {
        if (has(hidden_from(p, g), step.to)) {
            note(effects, EffectKind::conflict, no_square, step.to);
        } else {
            p.workers[p.side(g)] |= bit(step.to);
            --p.number[p.slot(g)];
            note(effects, EffectKind::place, no_square, step.to, p.side(g));
            if (fell(p, step.to, p.side(g), effects)) return Status::over;
        }
        const Status status = settled();
        if (status == Status::open && p.turn.phase != Phase::draw && p.turn.reactor == no_seat &&
            !completable(judged(p, acting_seat(p)))) {
            lose(p, p.to_move, Reason::stuck, effects);
            return settled();
        }
        return status;
    }
    return settled();
}

}  // namespace

Status perform(Position& p, Step step, Effects* effects) {
    if (p.turn.phase == Phase::draw) {
        p.face = step.what;
        p.deck &= static_cast<uint16_t>(~(1u << step.what));
        // What the old card remembered is gone with it (F14).
        for (Seat s = 0; s < p.players; ++s) {
            if (p.dealt_power(s).setup.deck) p.flags[s] = static_cast<uint8_t>(p.flags[s] & ~climbed);
            if (p.flags[s] & stolen) p.flags[s] = static_cast<uint8_t>(p.flags[s] & ~climbed);
        }
        note(effects, EffectKind::draw, no_square, no_square, step.what);
        return pass_on(p, effects);
    }
    if (p.turn.reactor != no_seat) return do_reaction(p, step, effects);
    if (step.kind == StepKind::pass) {
        // The additional turn is given up.
        p.turn = {};
        p.extra = static_cast<uint8_t>(p.extra - 1);
        if (p.extra && !has_turn(p)) p.extra = 0;
        if (!p.extra) p.to_move = p.next_seat(p.to_move);
        settle_next(p, effects);
        return Status::over;
    }
    if (step.kind == StepKind::done && p.turn.phase == Phase::start && enough_towers(p, effects)) return Status::over;
    Scene s(p);
    switch (act(p, s, step, effects)) {
        case Next::choose:
            return Status::open;
        case Next::settle:
            return settle(p, s, effects);
        case Next::finish:
            return finish(p, s, effects);
        case Next::broken:
            return Status::broken;
        case Next::over:
            break;
    }
    return Status::over;
}

void give_up(Position& p, Seat seat, Reason reason) {
    if (p.is_over() || seat >= p.players || p.is_out(seat)) return;
    // A reaction that the seat owes in somebody else's turn is declined.
    if (p.turn.reactor == seat) perform(p, {StepKind::pass});
    if (!p.is_over()) lose(p, seat, reason, nullptr);
}

void play(Position& p, Step step, Effects* effects) {
    if (p.is_over()) return;
    if (p.stage != Stage::play) {
        setup_play(p, step);
        return;
    }
    // An additional turn that is given up does not begin.
    if (p.turn.phase == Phase::rest && step.kind != StepKind::pass) begin_turn(p);
    perform(p, step, effects);
}

}  // namespace santorini
