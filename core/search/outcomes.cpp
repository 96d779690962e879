#include "core/search/outcomes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/turn/parts.h"
#include "core/turn/second_build.h"
#include "core/turn/series.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

// Do domes have no further effect? With some powers they win, bring in a worker or earn another turn.
bool domes_are_plain(const Position& p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) continue;
        if (!p.power(s).traits.ignores_domes || !p.dealt_power(s).traits.ignores_domes) return false;
    }
    return true;
}

// Nobody in the game holds a power with words that are not known here.
bool are_familiar(const Position& p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (!p.power(s).traits.familiar || !p.dealt_power(s).traits.familiar) return false;
    }
    return true;
}

// The build, or a pair of builds, ends the turn, and nothing else happens.
bool ends_plainly(const Scene& s) {
    const Entry& own = s.own;
    if (!own.traits.ends_plainly || s.extra || s.p.extra || (own.build.coins && s.p.number[s.slot])) return false;
    if (own.build.builds != Builds::one && !domes_are_plain(s.p)) return false;
    return !(s.p.turn.flags & (demand_plain | demand_once)) && !s.p.turn.loose && s.p.sides() == 2 && are_familiar(s.p);
}

// A move shifts the worker and any worker it displaces, and does nothing else.
bool moves_plainly(const Scene& s) {
    const Turn& t = s.p.turn;
    if (!s.own.traits.moves_plainly) return false;
    if (std::any_of(s.p.secret.begin(), s.p.secret.end(), on_board)) return false;  // it may be the Abyss
    if (s.own.move.moves == Moves::travel &&
        (s.wind || s.barred || t.asleep || s.p.women || s.mine == 0 || count(s.mine) > 2))
        return false;
    return t.phase == Phase::start && !s.pools && !s.binders && !t.bound && s.p.binder == no_seat &&
           !s.limits(s.side).carried && towers_winner(s.p) == no_seat;
}

// Where a series of moves may end; nothing if one of them would win.
std::optional<Bitboard> ends_of_series(const Scene& s, Square start) {
    Bitboard ends = 0;
    const bool wins = walk_series(s, start, [&](const Scene& then, Square at, Bitboard to) {
        ends |= to;
        return then.p.height(at) < 3 && (to & then.p.level[2]) != 0;
    });
    return wins ? std::nullopt : std::optional(ends);
}

// All squares a worker can reach by level moves, ignoring workers of its own side.
Bitboard level_region(const Scene& s, Square w) {
    const int h = s.p.height(w);
    const Bitboard open = s.p.at_most(h) & s.p.at_least(h) & (s.vacant() | s.mine);
    Bitboard region = bit(w);
    for (Bitboard before = 0; before != region;) {
        before = region;
        if (s.own.move.ring) {
            for (Square at : each(before)) region |= geometry.ring[at] & open;
        } else {
            region |= around(region) & open;
        }
    }
    return region;
}

void add_piece(Position& p, Square s) {
    const Bitboard at = bit(s);
    for (Bitboard& tokens : p.tokens) tokens &= ~at;
    if (p.level[2] & at) {
        p.dome |= at;
    } else {
        p.raise(s);
    }
}

void shift(Position& p, Side side, Square from, Square to) { p.workers[side] ^= bit(from) | bit(to); }

}  // namespace

void Outcomes::find(const Position& p, std::size_t enough) {
    start_ = p;
    walks_.clear();
    stack_.clear();
    found_.clear();
    seen_.clear();
    // If only the mover decides and there are few enough turns, list them.
    Generator& turns = *generator_;
    if (turns.take(p) && !turns.is_interrupted() && (turns.is_short() || turns.number(enough) <= enough)) {
        turns.list(found_);
        return;
    }
    Position begun = p;
    if (at_rest(begun)) begin_turn(begun);
    if (expand_plainly(begun)) return;
    expand(begun, walks_);
    // Too many to list: unfinished turns are followed level by level, for as long as they are few. So all turns that
    // begin differently are found, rather than every end of the first few.
    for (std::size_t next_walk = 0;;) {
        // Walks are always followed to their ends: they may return to where they were, and only here is that noticed.
        while (next_walk < walks_.size()) {
            const Position q = walks_[next_walk++];
            expand(q, walks_);
        }
        if (stack_.empty() || found_.size() + stack_.size() > enough / 8) break;
        level_.swap(stack_);
        stack_.clear();
        for (const Position& q : level_) expand(q, walks_);
    }
    for (const Position& q : stack_) end_here(q);
    found_.insert(found_.end(), stack_.begin(), stack_.end());
}

// Adds what becomes of an unfinished turn that ends now, where that is allowed: usually the simplest of its outcomes.
void Outcomes::end_here(const Position& p) {
    StepList steps;
    raw_steps(p, steps);
    for (const Step& step : steps) {
        if (step.kind != StepKind::done && step.kind != StepKind::pass) continue;
        Position q = gives_up(p, step) ? start_ : p;
        if (perform(q, step) != Status::broken && at_rest(q) && seen_.add(q.hash())) found_.push_back(q);
    }
}

// `closed` is the position after the turn without its build; in the scene the worker has moved.
void Outcomes::build_plainly(const Scene& s, const Position& closed, Bitboard builders) {
    const Position& p = s.p;
    const Build& build = s.own.build;
    const bool plain_domes = domes_are_plain(p);
    const auto by_machine = [&](StepKind kind, Square builder, Square to) {
        Position q = p;
        if (perform(q, {kind, builder, to}) != Status::broken) found_.push_back(q);
    };
    Bitboard done = 0, domed = 0;
    for (Square builder : each(builders)) {
        const Bitboard on = s.builds(builder) & ~done;
        done |= on;
        for (Square to : each(on)) {
            if (!plain_domes && has(p.level[2], to)) {
                by_machine(StepKind::build, builder, to);
                continue;
            }
            found_.push_back(closed);
            add_piece(found_.back(), to);
        }
        if (build.dome) {
            const Bitboard low = s.domes(builder) & ~p.level[2] & ~domed;
            domed |= low;
            for (Square to : each(low)) {
                if (!plain_domes) {
                    by_machine(StepKind::dome, builder, to);
                    continue;
                }
                found_.push_back(closed);
                for (Bitboard& tokens : found_.back().tokens) tokens &= ~bit(to);
                found_.back().dome |= bit(to);
            }
        }
        if (build.builds == Builds::one) continue;
        const Bitboard famine = s.limits(s.side).famine;
        for (Square one : each(on)) {
            // A second build on the same space, unless that has a dome now or famine forbids it.
            Bitboard now = on;
            if (has(p.level[2] | (famine & ~p.level[1]), one)) now &= ~bit(one);
            const Bitboard second = second_builds(build.builds, one, now, p.level[1] & bit(one));
            for (Square two : each(pairs_once(build.builds, one, second))) {
                found_.push_back(closed);
                add_piece(found_.back(), one);
                add_piece(found_.back(), two);
            }
        }
    }
}

bool Outcomes::expand_plainly(const Position& p) {
    if (p.turn.phase != Phase::start || p.turn.reactor != no_seat) return false;
    const Scene s(p);
    if (!ends_plainly(s) || !moves_plainly(s) || !domes_are_plain(p)) return false;
    if (s.own.build.builds != Builds::one && s.own.move.into != Into::none) return false;
    const Moves moves = s.own.move.moves;
    std::array<Bitboard, board_squares> ends{};
    for (Square from : each(s.mine)) {
        ends[from] = s.moves(from, s.own.move.climb);
        if (moves == Moves::one || moves == Moves::travel) continue;
        const auto series = ends_of_series(s, from);
        if (!series) return false;
        ends[from] = *series;
    }
    Position mid = p;
    mid.turn.phase = Phase::building;
    Position level = p;
    close_turn(level, nullptr);
    Position climbed_up = p;
    climbed_up.turn.flags |= climbed_now;
    close_turn(climbed_up, nullptr);
    const bool wins_otherwise = s.own.win.drop || s.own.win.together;
    for (Square from : each(s.mine)) {
        const int h = p.height(from);
        const bool woman = has(p.women, from);
        Bitboard targets = ends[from];
        // travel_plainly() adds the level moves.
        if (moves == Moves::travel) targets &= ~(p.at_most(h) & p.at_least(h));
        for (Square to : each(targets)) {
            const int rise = p.height(to) - h;
            if (moves != Moves::on_perimeter && moves != Moves::two && moves != Moves::two_freely &&
                (wins_otherwise || (rise > 0 && has(p.level[2], to)))) {
                Reason reason;
                if (s.judge(from, to, rise, reason) != no_seat) {
                    Position won = p;
                    if (perform(won, {StepKind::move, from, to}) != Status::broken) found_.push_back(won);
                    continue;
                }
            }
            Position closed = rise > 0 ? climbed_up : level;
            for (Position* q : {&mid, &closed}) {
                for (std::size_t k = 0; k < 2; ++k) q->workers[k] = p.workers[k];
                q->women = p.women & ~(bit(from) | bit(to));
                if (woman) q->women |= bit(to);
                if (to == from) continue;  // a series may come back
                if (has(s.workers, to)) {
                    const Side other = p.side_at(to);
                    const Square goal = s.own.move.into == Into::swap ? from : next(to, toward(from, to));
                    shift(*q, other, to, goal);
                    if (has(p.women, to)) q->women |= bit(goal);
                }
                shift(*q, s.side, from, to);
            }
            mid.turn.mover = to;
            mid.turn.moved = bit(to);
            const Scene then(mid);
            const Builder by = s.own.build.by;
            const Bitboard builders = by == Builder::any       ? then.mine
                                      : by == Builder::unmoved ? then.mine & ~bit(to)
                                                               : bit(to);
            build_plainly(then, closed, builders);
        }
    }
    if (moves == Moves::travel) travel_plainly(s, level);
    return true;
}

// Any number of level moves with every worker, or none; then any of them builds.
void Outcomes::travel_plainly(const Scene& s, const Position& closed) {
    Position mid = s.p;
    mid.turn.phase = Phase::building;
    Position after = closed;
    const auto stand = [&](Bitboard mine) {
        mid.workers[s.side] = after.workers[s.side] = mine;
        build_plainly(Scene(mid), after, mine);
    };
    const Square one = first(s.mine);
    const Bitboard region = level_region(s, one), rest = s.mine & ~bit(one);
    if (!rest) {
        for (Square t : each(region)) stand(bit(t));
    } else if (has(region, first(rest))) {
        for (Square t : each(region)) {
            for (Square u : each(region & ~((bit(t) << 1) - 1))) stand(bit(t) | bit(u));
        }
    } else {
        const Bitboard other = level_region(s, first(rest));
        for (Square t : each(region)) {
            for (Square u : each(other)) stand(bit(t) | bit(u));
        }
    }
}

void Outcomes::expand(const Position& p, std::vector<Position>& open) {
    const Turn& t = p.turn;
    const bool reaction = t.reactor != no_seat;
    bool builds_done = false;
    if (!reaction && (t.phase == Phase::moving || t.phase == Phase::building)) {
        const Scene s(p);
        if (ends_plainly(s) && on_board(t.mover) && s.own.build.by == Builder::mover &&
            s.own.move.moves != Moves::travel) {
            Position closed = p;
            close_turn(closed, nullptr);
            // Two ways to the same square with the same worker have the same outcomes.
            if (seen_.add(closed.hash() ^ (t.mover * 0x9e3779b97f4a7c15ull))) build_plainly(s, closed, bit(t.mover));
            if (s.own.move.moves == Moves::one || t.phase == Phase::building) return;
            builds_done = true;
        }
    }
    if (Generator& turns = *generator_; turns.take_end(p)) {
        turns.list(
            [&] {
                if (seen_.add(turns.result().hash())) found_.push_back(turns.result());
            },
            false);
        return;
    }
    StepList steps;
    raw_steps(p, steps);
    for (const Step& step : steps) {
        if (builds_done && step.kind != StepKind::move) continue;
        Position q = gives_up(p, step) ? start_ : p;
        const Status status = perform(q, step);
        if (status == Status::broken) continue;
        if (reaction || t.phase == Phase::draw) {
            found_.push_back(q);
            continue;
        }
        if (status == Status::open && q.turn.reactor != no_seat) {
            if (stands_without_reaction(q) && seen_.add(q.hash())) found_.push_back(q);
            continue;
        }
        if (!seen_.add(q.hash())) continue;
        if (status == Status::over || q.turn.phase == Phase::draw) {
            found_.push_back(q);  // luck decides next, or nobody
        } else if (q.turn.phase >= Phase::forcing && q.turn.phase <= Phase::moving) {
            open.push_back(q);
        } else {
            stack_.push_back(q);
        }
    }
}

}  // namespace santorini
