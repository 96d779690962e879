// What can be chosen; each function adds the steps of one sentence on a card. Steps that lead to a dead end are
// included.
#include <algorithm>

#include "core/turn/parts.h"
#include "core/turn/second_build.h"

namespace santorini {

bool has_end_options(const End& end) {
    End choices = end;
    if (choices.petrify == Petrify::all) choices.petrify = Petrify::none;  // happens automatically
    return !(choices == End{});
}

Bitboard petrified(const Scene& scene) {
    const Position& p = scene.p;
    const Limits limit = scene.limits(scene.side);
    Bitboard victims = 0;
    for (Square m : each(scene.mine)) victims |= near(m) & scene.enemies & p.at_most(p.height(m) - 1);
    return p.settings & medusa_ignores_limus ? victims : victims & ~limit.famine;
}

Bitboard slayable(const Scene& s) {
    const Position& p = s.p;
    if (!(s.enemies & p.level[1])) return 0;  // nobody stands high enough
    Bitboard victims = 0;
    for (Square w : each(s.mine)) {
        const int h = p.height(w) + 2;
        victims |= near(w) & s.enemies & p.at_most(h) & p.at_least(h);
    }
    return victims;
}

bool exchange_pending(const Scene& s) {
    const Turn& t = s.p.turn;
    const bool exchanges = s.own.turn.exchange || s.own.end.exchange != Exchange::none;
    if (!exchanges || !t.count || !t.forced) return false;
    // As many pairs as possible; workers that cannot be targets do not count.
    const Bitboard theirs = s.p.workers[s.p.side_at(first(t.forced))] & (s.enemies | t.forced);
    return t.count < std::min(count(s.mine), count(theirs));
}

Bitboard builders(const Scene& s) {
    const Turn& t = s.p.turn;
    if (s.extra) return bit(t.mover);
    if (t.phase == Phase::singing) return s.mine;
    if (s.own.move.moves == Moves::all) return s.mine & ~t.built;
    if (s.own.move.moves == Moves::travel && !(t.flags & uneven)) return s.mine;
    if (s.own.build.by == Builder::any && !(t.flags & placed_now)) return s.mine;
    if (s.own.build.by == Builder::unmoved) return s.mine & ~t.moved;
    return bit(t.mover);
}

namespace {

void add_moves(Square from, Bitboard targets, StepList& steps) {
    for (Square to : each(targets)) steps.add(StepKind::move, from, to);
}

void add_builds_by(const Scene& s, Square builder, Bitboard squares, StepList& steps) {
    for (Square to : each(squares)) steps.add(StepKind::build, builder, to);
    if (!s.own.build.dome) return;
    // On three blocks the next piece is a dome anyway: no second choice.
    for (Square to : each(s.domes(builder) & ~s.p.level[2])) steps.add(StepKind::dome, builder, to);
}

void add_done(StepList& steps) { steps.add(StepKind::done, no_square, no_square); }

void add_domes(const Scene& s, Bitboard by, bool anywhere, StepList& steps) {
    for (Square w : each(by)) {
        for (Square to : each(s.domes_among(w, anywhere ? full_board : s.reach(w)))) steps.add(StepKind::dome, w, to);
    }
}

void add_builds(const Scene& s, StepList& steps) {
    const Turn& t = s.p.turn;
    const Build& build = s.own.build;
    if (build.builds == Builds::stock && !s.extra) {
        if (t.count < s.p.number[s.slot] + s.own.start.stock) add_builds_by(s, t.mover, s.builds(t.mover), steps);
        add_done(steps);
        return;
    }
    for (Square w : each(builders(s))) add_builds_by(s, w, s.builds(w), steps);
    if (s.extra) return;
    if (build.woman_dome) {
        for (Square w : each(s.mine & s.p.women)) {
            // On three blocks the mover's dome is the ordinary build.
            const Bitboard ordinary = has(builders(s), w) ? s.p.level[2] : 0;
            for (Square to : each(s.domes(w) & ~ordinary)) steps.add(StepKind::dome, w, to);
        }
    }
    if (build.domes != Domes::none) steps.add(StepKind::use, no_square, no_square);
}

void add_second_builds(const Scene& s, StepList& steps) {
    const Turn& t = s.p.turn;
    const Bitboard on = second_builds(s.own.build.builds, t.built_on, s.builds(t.mover), s.p.level[2]);
    for (Square to : each(on)) steps.add(StepKind::build, t.mover, to);
}

// Nemesis' exchange: k pairs, all or nothing, with one opponent none of whose workers neighbours one's own.
void add_exchanges(const Scene& s, Exchange kind, StepList& steps) {
    const Position& p = s.p;
    const Turn& t = p.turn;
    for (Side other = 0; other < 3; ++other) {
        const Bitboard theirs = p.workers[other];
        if (other == s.side || !theirs) continue;
        if (t.count ? !(t.forced & theirs) : (around(theirs) & s.mine) != 0) continue;
        if (kind == Exchange::both && (count(s.mine) != 2 || count(theirs & s.enemies) < 2)) continue;
        for (Square own : each(s.mine & ~t.built)) {
            for (Square enemy : each(theirs & s.enemies & ~t.forced)) steps.add(StepKind::exchange, own, enemy);
        }
    }
}
void add_end_options(const Scene& s, StepList& steps) {
    const Position& p = s.p;
    const Turn& t = p.turn;
    const End& end = s.own.end;
    const Bitboard resting = s.mine & ~t.moved;  // unmoved workers
    const Bitboard token_free = s.vacant() & ~s.barred & ~(p.tokens[0] | p.tokens[1] | p.tokens[2] | p.tokens[3]);
    const bool first_use = t.count == 0;
    if (exchange_pending(s)) {
        add_exchanges(s, s.own.turn.exchange ? Exchange::all : end.exchange, steps);
        return;
    }
    if (end.take_block && first_use) {
        for (Square to : each(around(resting) & p.level[0] & s.vacant())) steps.add(StepKind::unbuild, no_square, to);
    }
    if (end.petrify == Petrify::some) {
        for (Square to : each(petrified(s))) steps.add(StepKind::slay, no_square, to);
    }
    if (end.unmoved_builds && t.count < end.unmoved_builds && count(s.mine) == 2) {
        for (Square w : each(resting & ~p.level[0])) add_builds_by(s, w, s.builds(w), steps);
    }
    if (end.token == Token::anywhere && first_use && count(p.tokens[s.slot]) < 2) {
        for (Square to : each(token_free)) steps.add(StepKind::token, no_square, to);
    }
    if (end.token == Token::beside_mover && first_use && on_board(t.mover)) {
        for (Square to : each(token_free & near(t.mover))) steps.add(StepKind::token, no_square, to);
    }
    if (end.wind != Wind::none && first_use) {
        const bool lying = p.aim[s.slot] < 8;
        if (end.wind == Wind::toggle && lying) {
            steps.add(StepKind::aim, no_square, no_square, no_direction);
        } else {
            for (Direction d = 0; d < 8; ++d) steps.add(StepKind::aim, no_square, no_square, d);
        }
    }
    if (end.exchange != Exchange::none && first_use) add_exchanges(s, end.exchange, steps);
    if (end.domes == Domes::by_all) add_domes(s, s.mine, false, steps);
    // From afar it does not matter which worker builds.
    if (end.domes == Domes::anywhere_two && t.count < 2 && on_board(t.mover)) add_domes(s, bit(t.mover), true, steps);
    if (end.slay && first_use) {
        for (Square to : each(slayable(s))) steps.add(StepKind::slay, no_square, to);
    }
    if (end.sink == Sink::one_block) {
        for (Square to : each(around(resting) & s.enemies & p.level[0] & ~t.forced))
            steps.add(StepKind::unbuild, no_square, to);
    }
    if (end.sink == Sink::all_blocks && first_use) {
        for (Square to : each(around(s.mine) & (s.enemies | s.mine) & p.level[0]))
            steps.add(StepKind::unbuild, no_square, to);
    }
    if (end.bind != Bind::none && first_use) {
        for (Square to : each(s.enemies)) {
            if (end.bind == Bind::worker) steps.add(StepKind::bind, no_square, to);
            if (end.bind == Bind::pair) {
                for (Square own : each(s.mine)) steps.add(StepKind::bind, own, to);
            }
        }
    }
    add_done(steps);
}

void add_song(const Scene& s, StepList& steps) {
    const Direction d = s.p.aim[s.slot];
    for (Square from : each(s.enemies & ~s.p.turn.forced)) {
        if (const Square to = next(from, d); has(s.vacant(), to)) steps.add(StepKind::force, from, to);
    }
}

void add_corners(const Scene& s, StepList& steps) {
    for (Square from : each(around(s.mine) & s.enemies & ~s.p.turn.forced)) {
        for (Square to : each(corner_squares & s.vacant())) steps.add(StepKind::force, from, to);
    }
}

// A worker carries a neighbouring opponent's worker across itself.
void add_ferries(const Scene& s, Square worker, StepList& steps) {
    for (Square from : each(near(worker) & s.enemies)) {
        const Square to = next(worker, toward(from, worker));
        if (has(s.vacant(), to)) steps.add(StepKind::force, from, to, static_cast<uint8_t>(worker + 1));
    }
}

void add_start(const Scene& s, StepList& steps) {
    const Position& p = s.p;
    const Turn& t = p.turn;
    const Power& own = s.own;
    const bool fresh = t.phase == Phase::start && !s.extra;
    if (p.extra) steps.add(StepKind::pass, no_square, no_square);
    if (own.start.corners && !s.extra) add_corners(s, steps);
    if (fresh) {
        if (own.turn.song != Song::none) add_song(s, steps);
        if (own.turn.enter != Enter::none) {
            for (Square to : each(perimeter_squares & ~p.level[0] & s.vacant() & ~s.barred))
                steps.add(StepKind::place, no_square, to);
        }
        if (own.turn.exchange) add_exchanges(s, Exchange::all, steps);
        if (own.move.moves == Moves::travel) add_builds(s, steps);
        // Q8: without workers "every worker" is nobody.
        if (own.move.moves == Moves::all && !s.mine && (p.settings & terpsichore_pass)) add_done(steps);
    }
    for (Square w : each(s.mine)) {
        if (!s.extra) {
            if (own.move.ferry) add_ferries(s, w, steps);
            if (own.move.instead == Instead::ferry) add_ferries(s, w, steps);
            if (own.move.instead == Instead::swap) {
                for (Square to : each(near(w) & s.enemies & p.at_most(p.height(w) + 1)))
                    steps.add(StepKind::move, w, to);
            }
            if (own.build.before != Before::none && !has(t.asleep, w)) add_builds_by(s, w, s.builds(w), steps);
        }
        add_moves(w, s.moves(w, own.move.climb), steps);
    }
}

void add_further_moves(const Scene& s, StepList& steps) {
    const Turn& t = s.p.turn;
    const Move& move = s.own.move;
    if (s.extra) return;
    switch (move.moves) {
        case Moves::one:
            break;
        case Moves::two:
            if (t.count == 1) add_moves(t.mover, s.moves(t.mover, move.climb) & ~bit(t.origin), steps);
            break;
        case Moves::two_freely:
            if (t.count == 1) add_moves(t.mover, s.moves(t.mover, move.climb), steps);
            break;
        case Moves::on_perimeter:
            if (t.flags & onward) add_moves(t.mover, s.moves(t.mover, move.climb), steps);
            break;
        case Moves::any:
            add_moves(t.mover, s.moves(t.mover, move.climb), steps);
            break;
        case Moves::travel:
            if (t.flags & uneven) break;
            for (Square w : each(s.mine)) add_moves(w, s.moves(w, move.climb, true), steps);
            break;
        case Moves::all:
            for (Square w : each(s.mine & ~t.moved)) add_moves(w, s.moves(w, move.climb), steps);
            break;
    }
}

}  // namespace

void raw_steps(const Position& p, StepList& steps) {
    const Turn& t = p.turn;
    if (p.is_over()) return;
    if (t.phase == Phase::draw) {
        for (PowerId id = 0; id < 16; ++id) {
            if (p.deck >> id & 1) steps.add(StepKind::chance, no_square, no_square, id);
        }
        return;
    }
    if (t.reactor != no_seat) {
        // Every space on the ground beside the dome that the reacting seat sees as unoccupied.
        Position q = p;
        q.to_move = t.reactor;
        q.extra = 0;
        const Scene s(q);
        for (Square to : each(near(t.reacts_at) & ~p.level[0] & s.vacant() & ~s.barred))
            steps.add(StepKind::place, no_square, to);
        steps.add(StepKind::pass, no_square, no_square);
        return;
    }
    offer_steps(Scene(p), steps);
}

void offer_steps(const Scene& s, StepList& steps) {
    const Position& p = s.p;
    const Turn& t = p.turn;
    const int climb = s.own.move.climb;
    if (t.phase == Phase::start && towers_winner(p) != no_seat) {
        add_done(steps);  // somebody has won before the turn begins
        return;
    }
    switch (t.phase) {
        case Phase::start:
        case Phase::forcing:
            add_start(s, steps);
            break;
        case Phase::singing:
            add_song(s, steps);
            if (s.own.turn.song == Song::then_build) {
                add_builds(s, steps);
            } else {
                add_done(steps);
            }
            break;
        case Phase::entered:
        case Phase::ferried:
            add_moves(t.mover, s.moves(t.mover, climb), steps);
            break;
        case Phase::prebuilt:
            add_moves(t.mover, s.moves(t.mover, s.own.build.before == Before::level ? 0 : climb), steps);
            break;
        case Phase::moving:
            add_further_moves(s, steps);
            if (!t.loose && (s.own.move.moves != Moves::all || s.extra || !(s.mine & ~t.moved))) add_builds(s, steps);
            break;
        case Phase::building:
            add_builds(s, steps);
            break;
        case Phase::again:
            add_second_builds(s, steps);
            if (has_end_options(s.own.end)) {
                add_end_options(s, steps);
            } else {
                add_done(steps);
            }
            break;
        case Phase::doming: {
            const bool all = s.own.build.domes == Domes::by_all;
            add_domes(s, all ? s.mine : bit(t.mover), false, steps);
            // Domes in place of the build may be none (Q31). As the build itself (player aid), at least one is due.
            if (all || t.count) add_done(steps);
            break;
        }
        case Phase::ending:
            add_end_options(s, steps);
            break;
        case Phase::rest:
        case Phase::draw:
            break;
    }
}

}  // namespace santorini
