// Moves that only shift a worker, made on the masks. The scene says which are legal; moves that do more (displace or
// remove a worker ..) are mostly left to the machine.
#include "core/turn/generator_shift.h"

namespace santorini {

// Destinations where more happens than a shift.
Bitboard Generator::special_targets(Square from, Bitboard to) const {
    const Scene& s = *scene_;
    if (carried_ && !sweeps_) return to;
    if (traps_ && s.own.move.removes_behind) return to;
    Bitboard special = to & (s.workers | s.pools);
    if (s.own.move.removes_behind) {
        for (Square t : each(to & ~special)) {
            if (has(s.enemies, next(t, toward(from, t)))) special |= bit(t);
        }
    }
    return special;
}

// The destinations for which wins_by() must be called.
Bitboard Generator::may_win(Square from, Bitboard to) const {
    const Win& win = scene_->own.win;
    if (win.drop || win.together) return to;
    const Bitboard top = now_.height(from) < 3 ? now_.level[2] : 0;
    return to & (top | traps_ | bit(fall_));
}

// Does the move win, or end the turn in another way? If so, records the outcome.
bool Generator::wins_by(Square from, Square to) {
    if (to == fall_ && falls(from, to)) return true;
    if (to == fall_ || has(traps_, to)) {
        take_step({StepKind::move, from, to});
        return true;
    }
    const Win& win = scene_->own.win;
    const int rise = now_.height(to) - now_.height(from);
    if (!(rise > 0 && has(now_.level[2], to)) && !win.drop && !win.together) return false;
    Reason reason;
    if (scene_->judge(from, to, rise, reason) == no_seat) return false;
    take_step({StepKind::move, from, to});
    return true;
}

// Counts a move that ends in the Abyss. It is legal if the turn could have been completed without the Abyss.
bool Generator::falls(Square from, Square to) {
    if (!counts_directly() || scene_->own.move.moves != Moves::one) return false;
    Reason reason;
    const Square at = sweeps_ ? swept(from, to) : to;
    const Bitboard free = scene_->vacant_without(from) & ~bit(at);
    const bool wins = scene_->judge(from, to, now_.height(to) - now_.height(from), reason) != no_seat;
    if (wins || scene_->builds_from(at, free, limit())) ++total_;
    return true;
}

// Is the worker straight behind the destination hidden? It is removed all the same.
bool Generator::strikes_blindly(const Step& step) const {
    return scene_->own.move.removes_behind && has(traps_, next(step.to, toward(step.at, step.to)));
}

// Where a worker that is swept on after this move comes to rest (F38); at `last` it stops in any case. On a board
// without edges that may be where it began.
Square Generator::swept(Square from, Square to, Square last) const {
    const Direction d = toward(from, to);
    const Bitboard free = scene_->vacant_without(from);
    Square at = to;
    for (Square on = next(at, d); at != last && has(free, on) && now_.height(on) <= now_.height(at); on = next(at, d))
        at = on;
    return at;
}

// One move, then the build.
void Generator::moves_of(Square from, int climb) {
    Bitboard to = scene_->moves(from, climb);
    const Bitboard special = special_targets(from, to);
    const Into into = scene_->own.move.into;
    const bool displaces = into != Into::none && (!carried_ || sweeps_) && !scene_->pools && fall_ == no_square &&
                           !traps_ && !scene_->own.move.removes_behind && !scene_->extra && !now_.turn.bound;
    const bool direct = counts_directly();
    const bool passes =
        direct && fall_ == no_square && !demanded_ && !now_.turn.bound && !scene_->own.move.removes_behind;
    for (Square t : each(special)) {
        const Step step{StepKind::move, from, t};
        if (passes && !has(scene_->workers, t) && scene_->passage(from, t) != no_square) {
            Square at = t;
            if (pass_through(step, [&] { at = now_.turn.mover; })) count_directly(from, at);
        } else if (!displaces) {
            take_step(step);
        } else if (!wins_by(from, t)) {
            displace(from, t, into == Into::swap ? from : next(t, toward(from, t)));
        }
    }
    to &= ~special;
    // If the move itself may use up a hero's power, it is not known yet which of the two demands binds the turn.
    const uint8_t flags = now_.turn.flags;
    const unsigned demands = !spends_first_        ? demand_plain | demand_once
                             : (flags & used_once) ? demand_once
                                                   : demand_plain;
    if (must_climb_ && (flags & demands) == demands) to &= now_.at_least(now_.height(from) + 1);
    // A bound worker must end beside a binder.
    if (has(now_.turn.bound, from)) to &= around(scene_->binders);
    const Bitboard ask = may_win(from, to);
    static_assert(climbed_now == 1);
    std::array<Bitboard, 2> met{};
    for (Square t : each(to)) {
        if (has(ask, t) && wins_by(from, t)) continue;
        Square at = t;
        if (sweeps_) {
            at = swept(from, t, fall_);
            if (at == fall_) {
                if (!falls(from, t)) take_step({StepKind::move, from, t});
                continue;
            }
            // Another move has already been swept to the same square.
            const unsigned climbs = now_.height(t) > now_.height(from) ? telling_flags() & climbed_now : 0;
            if (has(met[climbs], at)) continue;
            met[climbs] |= bit(at);
            if (at == from) {
                // Round the board and home. Other workers may come home too, and then all stand as before.
                if (direct) {
                    came_round_[climbs] |= scene_->builds_from(from, scene_->vacant(), limit());
                } else {
                    take_step({StepKind::move, from, t});
                }
                continue;
            }
        }
        if (direct) {
            count_directly(from, at);
        } else {
            shifted(from, t, at, [&] { builds_due(); });
        }
    }
}

// A move onto an opponent's worker, which is displaced to `goal`.
void Generator::displace(Square from, Square to, Square goal) {
    const Square bound = now_.bound, bound_to = now_.bound_to;
    const Turn turn = now_.turn;
    const auto workers = now_.workers;
    const Bitboard women = now_.women;
    const Lifted victim = lift(now_, to);
    scene_->workers &= ~bit(to);
    // A worker pushed straight ahead keeps the mover from being swept on.
    const Square at = sweeps_ && goal == from ? swept(from, to) : to;
    shifted(from, to, at, [&] {
        const auto moved_workers = now_.workers;
        const Bitboard moved_women = now_.women;
        put(now_, goal, victim);
        scene_->refresh();
        builds_due();
        now_.workers = moved_workers;
        now_.women = moved_women;
        scene_->refresh();
    });
    now_.workers = workers;
    now_.women = women;
    now_.turn = turn;
    now_.bound = bound;
    now_.bound_to = bound_to;
    scene_->refresh();
}

// What the end of the turn will need to know about its moves.
uint8_t Generator::telling_flags() const {
    unsigned flags = 0;
    if (must_climb_ || scene_->own.opponent.no_climb) flags |= climbed_now;
    if (scene_->own.once) flags |= used_once;
    return static_cast<uint8_t>(flags);
}

// Several moves of one worker. Between them only its place matters, and what the end of the turn needs to know.
void Generator::series(Square from) {
    struct Stop {
        Square at;
        uint8_t flags, moves;
        bool goes_on;
        Trail::Link link;
    };
    Scene& s = *scene_;
    const Moves kind = s.own.move.moves;
    const bool only_two = kind == Moves::two || kind == Moves::two_freely;
    const uint8_t telling = telling_flags();
    static_assert((climbed_now | used_once) < 8);
    std::array<Stop, 201> stops;  // the start, plus 25 squares x 4 sets of flags x whether another move may follow
    std::array<Bitboard, 16> seen{};
    std::array<Bitboard, 8> built{};
    std::size_t size = 0;
    const uint8_t begin_flags = now_.turn.flags;
    const bool bound = has(now_.turn.bound, from);
    const bool direct = counts_directly() && !demanded_;
    const Trail::Link begin_link = link_;
    stops[size++] = {from, begin_flags, 0, true, link_};
    const auto reached = [&](Square at, uint8_t flags, int moves, bool goes_on, Step step) {
        flags &= static_cast<uint8_t>(~onward);
        Bitboard& met = seen[static_cast<std::size_t>(flags & telling) | (goes_on ? 8u : 0u)];
        if (has(met, at)) return;
        met |= bit(at);
        stops[size++] = {at, flags, static_cast<uint8_t>(moves), goes_on, linked(step)};
    };
    for (std::size_t i = 0; i < size; ++i) {
        const Stop stop = stops[i];
        const auto move_on = [&] {
            Bitboard to = s.moves(stop.at, s.own.move.climb);
            if (kind == Moves::two && stop.moves) to &= ~bit(from);
            const Bitboard ask = may_win(stop.at, to);
            for (Square t : each(to)) {
                const int moves = stop.moves + 1;
                const Step step{StepKind::move, stop.at, t};
                const auto may_go_on = [&](bool rim) { return only_two ? moves < 2 : kind == Moves::any || rim; };
                if (has(s.pools, t) && s.passage(stop.at, t) != no_square) {
                    Turn after;
                    if (pass_through(step, [&] { after = now_.turn; }))
                        reached(after.mover, after.flags, moves, may_go_on((after.flags & onward) != 0), step);
                    continue;
                }
                if (has(ask, t) && wins_by(stop.at, t)) continue;
                const int rise = now_.height(t) - now_.height(stop.at);
                uint8_t flags = stop.flags;
                if (rise > 0) flags |= climbed_now;
                if (s.own.once && ((kind == Moves::any && stop.moves) || rise > 1)) flags |= used_once;
                const Square at = sweeps_ ? swept(stop.at, t) : t;
                reached(at, flags, moves, may_go_on(has(perimeter_squares, t)), step);
            }
        };
        Bitboard& done = built[stop.flags & telling];
        // A bound worker that stands apart has to move on.
        const bool builds = !has(done, stop.at) && !(bound && !s.ends_beside(stop.at));
        if (stop.moves) done |= bit(stop.at);
        link_ = stop.link;
        if (stop.at == from) {
            now_.turn.flags = stop.flags;
            if (stop.moves) {
                // Home again. Other workers may come home too, and then all stand as before.
                const Turn saved = now_.turn;
                now_.turn.phase = Phase::moving;
                now_.turn.mover = from;
                now_.turn.moved = bit(from);
                if (builds && may_build_now()) explore(false, true);
                if (stop.goes_on) move_on();
                now_.turn = saved;
            } else {
                move_on();
            }
            now_.turn.flags = begin_flags;
            continue;
        }
        if (direct && builds) count_directly(from, stop.at);
        if (direct && !stop.goes_on) continue;
        shifted(from, stop.at, stop.at, [&] {
            now_.turn.flags = stop.flags;
            link_ = stop.link;
            if (builds && !direct) builds_due();
            if (stop.goes_on) move_on();
        });
    }
    link_ = begin_link;
}

// A build ahead of the move of the same worker.
void Generator::build_ahead(Square from) {
    if (counting_ && !keyed_ && count_ahead(from)) return;
    for (Square to : each(scene_->builds(from))) take_step({StepKind::build, from, to});
}

// Have the moves done everything they must, so that the build may follow?
bool Generator::may_build_now() const {
    const Turn& t = now_.turn;
    if (t.loose) return false;
    // In other phases a worker has come in: it builds although none of them has moved.
    if (t.phase == Phase::moving && scene_->own.move.moves == Moves::all && (scene_->mine & ~t.moved)) return false;
    if (!demanded_) return true;
    const bool uses = (t.flags & used_once) != 0;
    if (uses && (t.looking & without_once)) return false;
    if (!(t.flags & (uses ? demand_once : demand_plain))) return true;
    if (must_climb_ && !(t.flags & climbed_now)) return false;
    // Where the end of the turn may still shift or remove workers, the end decides.
    return !must_stand_ || !still_end_ || obeys(now_);
}

// The moves are made. Everything that may follow is counted, written down, or gone through step by step.
void Generator::builds_due() {
    if (total_ > most_ || !may_build_now()) return;
    const bool built_ahead =
        scene_->own.build.before != Before::none && (now_.level != start_.level || now_.dome != start_.dome);
    bool alone = !built_ahead && !keyed_;
    if (alone && mids_meet_) {
        // The same workers on the same squares by another way: nothing new if the same worker acts.
        const Turn& t = now_.turn;
        uint64_t key =
            (uint64_t{now_.workers[0]} << 32 | now_.workers[1]) + uint64_t{now_.workers[2]} * 0xd6e8feb86659fd93ull;
        key = (key ^ key >> 29) * 0x9e3779b97f4a7c15ull;
        key ^= uint64_t{now_.women} << 32 | uint64_t{static_cast<uint8_t>(t.flags & telling_flags())} << 16;
        if (!still_end_) key ^= uint64_t{now_.bound} << 8 | now_.bound_to;  // otherwise this has been checked already
        key = (key ^ key >> 31) * 0xbf58476d1ce4e5b9ull;
        uint64_t acting = uint64_t{t.moved} << 32 | uint64_t{t.mover} << 8;
        acting |= static_cast<uint64_t>(t.flags & (uneven | placed_now)) | 1u;
        acting = (key ^ acting) * 0x94d049bb133111ebull;
        if (!mids_.add(acting ^ acting >> 29)) return;
        if (!mids_.add(key)) {
            conflict_ = true;
            if (counting_) return;
        }
        if (!counting_) alone = false;
    }
    if (alone && counting_ && formulas_ && count_builds()) return;
    if (write_builds(alone)) return;
    explore(false, true);
}

}  // namespace santorini
