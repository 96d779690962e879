// Carrying out steps (B4, B4b) on the full position, where a hidden worker in the way cuts the turn short.
#include <optional>
#include <utility>

#include "core/turn/parts.h"

namespace santorini {
namespace {

// The action ran into a hidden worker: it is undone and the turn is over, whatever was still due (F39).
Next cut(Position& p, Square where, Effects* effects) {
    note(effects, EffectKind::conflict, no_square, where);
    return close_turn(p, effects) == Status::over ? Next::over : Next::choose;
}

// One build (B4b).
void raise_piece(Position& p, const Power& own, Seat slot, Square builder, Square to, bool dome, Effects* effects) {
    const bool complete = p.height(to) == 3;
    sweep_tokens(p, to, effects);
    if (dome || complete) {
        p.dome |= bit(to);
        ++p.turn.domes;
        p.turn.towers = static_cast<uint8_t>(p.turn.towers + complete);
        note(effects, EffectKind::dome, builder, to);
    } else {
        p.raise(to);
        note(effects, EffectKind::build, builder, to);
        if (own.build.coins && p.number[slot]) {
            --p.number[slot];
            p.tokens[slot] |= bit(to);
            note(effects, EffectKind::token, no_square, to);
        }
    }
}

// Who may react to a dome on that square.
void call_reactor(Position& p, Square at) {
    for (Seat g = 0; g < p.players; ++g) {
        if (p.is_out(g) || !p.power(g).everyone.place_on_dome || !p.number[p.slot(g)]) continue;
        p.turn.reactor = g;
        p.turn.reacts_at = at;
        StepList spots;
        raw_steps(visible(p, g), spots);
        if (spots.size() > 1) return;  // there is more to choose than declining
        p.turn.reactor = no_seat;
        p.turn.reacts_at = no_square;
    }
}

Next do_build(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    if (has(s.hidden, step.to) && step.to != step.at) return cut(p, step.to, effects);
    const bool dome = step.kind == StepKind::dome;
    const bool is_dome = dome || p.height(step.to) == 3;
    raise_piece(p, s.own, s.slot, step.at, step.to, dome, effects);

    // Where the turn goes from here.
    const Phase phase = t.phase;
    const Power& own = s.own;
    if (phase == Phase::start && own.build.before != Before::none) {
        t.phase = Phase::prebuilt;
        t.mover = step.at;
        if (own.once) t.flags |= used_once;
    } else if (phase == Phase::ending) {
        if (own.once) t.flags |= used_once;
        if (own.end.domes == Domes::by_all) {
            t.count = 1;  // no limit, so no need to count: equal outcomes stay equal
        } else {
            ++t.count;
        }
    } else if (phase == Phase::doming) {
        t.count = 1;  // any number
        if (own.once) t.flags |= used_once;
    } else if (own.build.builds == Builds::stock && !s.extra) {
        t.phase = Phase::building;
        ++t.count;
    } else if (own.move.moves == Moves::all && !s.extra) {
        t.phase = Phase::building;
        t.built |= bit(step.at);
        t.mover = step.at;
        if (!(s.mine & ~t.built)) enter_ending(p, own);
    } else if (phase != Phase::again && !s.extra && own.build.builds != Builds::one &&
               !(own.build.builds == Builds::onto_block && is_dome)) {
        enter_ending(p, own);
        t.phase = Phase::again;
        t.mover = step.at;
        t.built_on = step.to;
    } else {
        enter_ending(p, own);
    }

    // Enough towers win at once, before anybody reacts and whoever's turn it is.
    if (is_dome) {
        const bool obedient = obeys(p);
        if (enough_towers(p, effects)) return obedient ? Next::over : Next::broken;
    }
    if (is_dome) call_reactor(p, step.to);
    return Next::settle;
}

// Harpies (F38): the worker is forced on while the next space is free and not higher. Returns whether that ended the
// game.
bool sweep_on(Position& p, Bitboard shut, Square& at, Direction d, Effects* effects) {
    while (true) {
        const Square to = next(at, d);
        if (to == no_square || has(p.all_workers() | shut, to) || p.height(to) > p.height(at)) return false;
        const Square from = at;
        at = to;
        if (force(p, from, to, effects)) return true;
    }
}

// Where the worker on a move's destination is forced to (Apollo, Minotaur).
struct Driven {
    Square to = no_square;           // no_square: nobody stands there
    std::optional<Square> conflict;  // a hidden worker here cancels the move
};
Driven driven_by(const Position& p, const Scene& s, Square from, Square to) {
    if (!has(s.workers, to)) return {};
    const Into into = s.own.move.into;
    const bool unseen = has(s.hidden, to);
    // Against a hidden worker the power is applied silently.
    bool silent = unseen && into != Into::none;
    for (Seat h = 0; h < p.players; ++h) {
        if (unseen && p.side(h) == p.side_at(to) && p.dealt_power(h).setup.secret == Secret::workers_only)
            silent = false;
    }
    if (unseen && !silent) return {no_square, to};
    const Square goal = into == Into::swap ? from : next(to, toward(from, to));
    // The pushed worker has no room. Only a hidden worker can be in its way here, and it cancels the move.
    if (into == Into::push && !has(s.vacant(), goal)) return {no_square, unseen ? to : goal};
    return {goal, std::nullopt};
}

// A space that the mover reaches, and who wins by that. Both ends of a passage are judged by where everybody stood
// before the move.
struct Arrival {
    Square at = no_square;
    int rise = 0;
    Seat winner = no_seat;
    Reason reason = Reason::none;
};
Next win_by(const Arrival& arrival, Position& p, Effects* effects) {
    // A bound worker may not win by a move that ends away from the binder.
    if (p.turn.loose || !obeys(p)) return Next::broken;
    conclude(p, arrival.winner, arrival.reason, effects);
    return Next::over;
}

void remember_rise(Turn& t, const Move& says, int rise) {
    if (rise > 0) t.flags |= climbed_now;
    if (says.moves == Moves::travel && rise != 0) t.flags |= uneven;
}
void remember_move(Turn& t, const Power& own, Square from, int rise) {
    const Moves moves = own.move.moves;
    const Phase phase = std::exchange(t.phase, Phase::moving);
    if (phase != Phase::moving) t.count = 0;
    remember_rise(t, own.move, rise);
    if (moves == Moves::two || moves == Moves::two_freely) ++t.count;
    if (moves == Moves::two) t.origin = t.count == 1 ? from : no_square;
    if (own.once && ((moves == Moves::any && phase == Phase::moving) || rise > 1)) t.flags |= used_once;
    t.forced = 0;
}

// The worker straight behind is removed.
void strike_behind(Position& p, const Scene& s, Square at, Direction d, Effects* effects) {
    const Square behind = next(at, d);
    if (s.own.move.removes_behind && behind != no_square && has(p.all_workers() & ~s.shut, behind) &&
        p.side_at(behind) != s.side) {
        remove_worker(p, behind, effects);
    }
}

Next do_move(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    const Move& says = s.own.move;
    const Square from = step.at, to = step.to;
    const Direction d = toward(from, to);
    const Side side = p.side_at(from);
    const Driven driven = driven_by(p, s, from, to);
    if (driven.conflict) return cut(p, *driven.conflict, effects);
    const bool is_move = s.whirl == Whirl::move;
    Arrival arrival{to, p.height(to) - p.height(from)}, beyond{s.passage(from, to)};
    const bool passes = beyond.at != no_square;
    if (!passes || s.whirl != Whirl::force) arrival.winner = s.judge(from, to, arrival.rise, arrival.reason);
    if (passes) beyond.rise = is_move ? p.height(beyond.at) - p.height(to) : 1;
    if (passes && s.whirl != Whirl::shift) beyond.winner = s.judge(from, beyond.at, beyond.rise, beyond.reason);

    // 1. The mover stands on the destination.
    const bool bound = has(t.bound, from);
    Lifted mover = lift(p, from);
    mover.moved = true;
    mover.loose = bound && !s.ends_beside(to);
    if (driven.to != no_square) {
        const Lifted victim = lift(p, to);
        put(p, driven.to, victim);
        put(p, to, mover);
        note(effects, EffectKind::move, from, to, side);
        note(effects, EffectKind::force, to, driven.to, victim.side);
    } else {
        put(p, to, mover);
        note(effects, EffectKind::move, from, to, side);
    }
    // 2. What the turn remembers.
    remember_move(t, s.own, from, arrival.rise);
    // 3. The Abyss: the mover first, then the worker it displaced.
    if (fell(p, to, side, effects)) return Next::over;
    if (driven.to != no_square && fell(p, driven.to, p.side_at(driven.to), effects)) return Next::over;
    // 4. Winning.
    if (arrival.winner != no_seat) return win_by(arrival, p, effects);
    // 5. Own triggers.
    strike_behind(p, s, to, d, effects);
    // 6. The whirlpool.
    Square at = to, stop = to;  // where the mover is, and where its last move ended ("moved onto the perimeter")
    if (passes && !has(p.all_workers(), beyond.at)) {
        at = beyond.at;
        Lifted w = lift(p, to);
        if (is_move) {
            w.loose = bound && !s.ends_beside(at);
            remember_rise(t, says, beyond.rise);
            stop = at;
        }
        put(p, at, w);
        note(effects, is_move ? EffectKind::move : EffectKind::force, to, at, side);
        if (fell(p, at, side, effects)) return Next::over;
        if (beyond.winner != no_seat) return win_by(beyond, p, effects);
        if (is_move) strike_behind(p, s, at, d, effects);
    }
    // 7. Carried on.
    if (s.limits(side).carried && sweep_on(p, s.shut, at, d, effects)) return Next::over;
    t.mover = at;
    // In a travelling turn it does not matter which worker went where.
    if (says.moves == Moves::travel && !(t.flags & uneven)) t.mover = no_square, t.moved = 0;
    t.flags = static_cast<uint8_t>(t.flags & ~onward);
    if (says.moves == Moves::on_perimeter && has(perimeter_squares, stop)) t.flags |= onward;
    return Next::settle;
}

Next do_force(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    const Power& own = s.own;
    if (has(s.hidden, step.to)) return cut(p, step.to, effects);
    if (own.start.corners) {
        t.phase = Phase::forcing;
        t.flags |= used_once;
    } else if (own.turn.song != Song::none) {
        t.phase = Phase::singing;
    } else {
        t.phase = own.move.instead == Instead::ferry ? Phase::building : Phase::ferried;
        t.mover = static_cast<Square>(step.what - 1);
    }
    if (force(p, step.at, step.to, effects)) return Next::over;
    if (t.phase == Phase::forcing || t.phase == Phase::singing) t.forced |= bit(step.to);
    return Next::settle;
}

Next do_exchange(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    const Lifted own = lift(p, step.at), enemy = lift(p, step.to);
    put(p, step.to, own);
    put(p, step.at, enemy);
    note(effects, EffectKind::force, step.at, step.to, own.side);
    note(effects, EffectKind::force, step.to, step.at, enemy.side);
    if (fell(p, step.to, own.side, effects) || fell(p, step.at, enemy.side, effects)) return Next::over;
    if (s.own.move.instead == Instead::swap) {
        t.phase = Phase::building;
        t.mover = step.to;
        return Next::settle;
    }
    t.phase = Phase::ending;
    ++t.count;
    t.built |= bit(step.to);
    t.forced |= bit(step.at);
    if (!exchange_pending(Scene(p))) {
        t.built = t.forced = 0;
        return Next::finish;
    }
    return Next::choose;
}

Next do_end_effect(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    const End& end = s.own.end;
    if (on_board(step.to) && has(s.hidden, step.to) && step.kind != StepKind::bind) return cut(p, step.to, effects);
    if (s.own.once) t.flags |= used_once;
    switch (step.kind) {
        case StepKind::unbuild:
            sweep_tokens(p, step.to, effects);
            do {
                p.lower(step.to);
                note(effects, EffectKind::unbuild, no_square, step.to);
            } while (end.sink == Sink::all_blocks && p.height(step.to) > 0);
            if (end.sink == Sink::one_block) t.forced |= bit(step.to);
            break;
        case StepKind::slay:
            if (end.petrify == Petrify::some) {
                petrify(p, step.to, effects);
                return Next::settle;
            }
            remove_worker(p, step.to, effects);
            break;
        case StepKind::token:
            if (end.token == Token::beside_mover) {
                for (Square old : each(p.tokens[s.slot])) note(effects, EffectKind::untoken, old, no_square);
                p.tokens[s.slot] = 0;
            }
            p.tokens[s.slot] |= bit(step.to);
            note(effects, EffectKind::token, no_square, step.to);
            break;
        case StepKind::aim:
            p.aim[s.slot] = end.wind == Wind::choose ? step.what : opposite(step.what);
            break;
        case StepKind::bind:
            p.binder = s.seat;
            p.bound = step.to;
            p.bound_to = step.at;
            break;
        default:
            break;
    }
    t.count = 1;
    return Next::settle;
}

Next do_place(Position& p, const Scene& s, Step step, Effects* effects) {
    Turn& t = p.turn;
    if (has(s.hidden, step.to)) return cut(p, step.to, effects);
    p.workers[s.side] |= bit(step.to);
    t.flags |= used_once | placed_now;
    t.mover = step.to;
    t.phase = s.own.turn.enter == Enter::then_move ? Phase::entered : Phase::building;
    note(effects, EffectKind::place, no_square, step.to, s.side);
    if (fell(p, step.to, s.side, effects)) return Next::over;
    return Next::choose;
}

}  // namespace

Next act(Position& p, const Scene& s, Step step, Effects* effects) {
    switch (step.kind) {
        case StepKind::move:
            // Player aid: a swap in place of the move is written as a move, but is not one.
            if (s.own.move.instead == Instead::swap && has(s.workers & ~s.hidden, step.to))
                return do_exchange(p, s, step, effects);
            return do_move(p, s, step, effects);
        case StepKind::build:
        case StepKind::dome:
            return do_build(p, s, step, effects);
        case StepKind::force:
            return do_force(p, s, step, effects);
        case StepKind::exchange:
            return do_exchange(p, s, step, effects);
        case StepKind::unbuild:
        case StepKind::slay:
        case StepKind::token:
        case StepKind::aim:
        case StepKind::bind:
            return do_end_effect(p, s, step, effects);
        case StepKind::place:
            return do_place(p, s, step, effects);
        case StepKind::use:
            p.turn.phase = Phase::doming;
            p.turn.count = 0;
            return Next::settle;
        default:
            return Next::finish;
    }
}

}  // namespace santorini
