// Moves that only shift a worker, made on the masks. Legality is the scene's; what follows a move that does more (a worker
// is displaced, removed, swept on ..) is the machine's.
#include "core/turn/generator.h"

namespace santorini {

// Destinations on which more happens than a shift.
Bitboard Generator::special_targets(Square from, Bitboard to) const {
    const Scene& s = *scene_;
    if (carried_) return to;
    if (traps_ && s.own.move.removes_behind) return to;
    Bitboard special = to & (s.workers | s.pools);
    if (s.own.move.removes_behind) {
        for (Square t : each(to & ~special)) {
            if (has(s.enemies, next(t, toward(from, t)))) special |= bit(t);
        }
    }
    return special;
}

// Does the move win? Then it is an outcome.
bool Generator::wins_by(Square from, Square to) {
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

// The worker straight behind the destination is hidden, and is removed all the same.
bool Generator::strikes_blindly(const Step& step) const {
    return scene_->own.move.removes_behind && has(traps_, next(step.to, toward(step.at, step.to)));
}

// The worker stands on `to` while then() looks at it.
template <class Then>
void Generator::shifted(Square from, Square to, Then then) {
    Scene& s = *scene_;
    Turn& t = now_.turn;
    const Bitboard both = bit(from) | bit(to);
    const Turn saved = t;
    const Square bound = now_.bound;
    const uint32_t link = link_;
    const int rise = now_.height(to) - now_.height(from);
    const bool woman = has(now_.women, from);
    now_.workers[acting_side_] ^= both;
    s.workers ^= both;
    s.mine ^= both;
    if (woman) now_.women ^= both;
    if (bound == from) now_.bound = to;
    t.phase = Phase::moving;
    t.mover = to;
    t.moved = (t.moved & ~bit(from)) | bit(to);
    if (rise > 0) t.flags |= climbed_now;
    if (rise > 1 && s.own.once) t.flags |= used_once;
    if (!counting_) link_ = linked({StepKind::move, from, to});
    then();
    now_.workers[acting_side_] ^= both;
    s.workers ^= both;
    s.mine ^= both;
    if (woman) now_.women ^= both;
    now_.bound = bound;
    t = saved;
    link_ = link;
}

// One move, then the build.
void Generator::moves_of(Square from, int climb) {
    Bitboard to = scene_->moves(from, climb);
    const Bitboard special = special_targets(from, to);
    for (Square t : each(special)) take_step({StepKind::move, from, t});
    to &= ~special;
    // A bound worker must end beside a binder.
    if (has(now_.turn.bound, from)) to &= around(scene_->binders);
    for (Square t : each(to)) {
        if (!wins_by(from, t)) shifted(from, t, [&] { builds_due(); });
    }
}

// What the turn's end will still ask about its moves.
uint8_t Generator::telling_flags() const {
    unsigned flags = 0;
    if (must_climb_ || scene_->own.opponent.no_climb) flags |= climbed_now;
    if (scene_->own.once) flags |= used_once;
    return static_cast<uint8_t>(flags);
}

// Several moves of one worker. Where it stands, and what the end of the turn will ask, is all that counts between them.
void Generator::series(Square from) {
    struct Stop {
        Square at;
        uint8_t flags, moves;
        uint32_t link;
    };
    const Scene& s = *scene_;
    const Moves kind = s.own.move.moves;
    const bool only_two = kind == Moves::two || kind == Moves::two_freely;
    const uint8_t telling = telling_flags();
    std::array<Stop, 101> stops;  // the start; then a square and two flags
    std::array<Bitboard, 64> seen{};
    std::size_t size = 0;
    const auto key = [&](uint8_t flags) { return static_cast<std::size_t>(flags & telling); };
    static_assert((climbed_now | used_once) < 64);
    const uint8_t begin_flags = now_.turn.flags;
    const uint32_t begin_link = link_;
    stops[size++] = {from, begin_flags, 0, link_};
    for (std::size_t i = 0; i < size; ++i) {
        const Stop stop = stops[i];
        const auto onward = [&] {
            Bitboard to = s.moves(stop.at, s.own.move.climb);
            if (kind == Moves::two && stop.moves) to &= ~bit(from);
            for (Square t : each(to)) {
                const int rise = now_.height(t) - now_.height(stop.at);
                if (wins_by(stop.at, t)) continue;
                uint8_t flags = stop.flags;
                if (rise > 0) flags |= climbed_now;
                if (s.own.once && ((kind == Moves::any && stop.moves) || rise > 1)) flags |= used_once;
                Bitboard& met = seen[key(flags)];
                if (has(met, t)) continue;
                met |= bit(t);
                stops[size++] = {t, flags, static_cast<uint8_t>(stop.moves + 1), linked({StepKind::move, stop.at, t})};
            }
        };
        const bool goes_on = !stop.moves || (only_two               ? stop.moves < 2
                                             : kind == Moves::any   ? true
                                                                    : has(perimeter_squares, stop.at));
        link_ = stop.link;
        if (stop.at == from) {
            now_.turn.flags = stop.flags;
            if (stop.moves) {
                // Home again: another worker may come home, too, and then the workers stand as they stood.
                const Turn saved = now_.turn;
                now_.turn.phase = Phase::moving;
                now_.turn.mover = from;
                now_.turn.moved = bit(from);
                if (may_build_now()) explore(false, true);
                if (goes_on) onward();
                now_.turn = saved;
            } else {
                onward();
            }
            now_.turn.flags = begin_flags;
            continue;
        }
        shifted(from, stop.at, [&] {
            now_.turn.flags = stop.flags;
            link_ = stop.link;
            builds_due();
            if (goes_on) onward();
        });
    }
    link_ = begin_link;
}

// The side's workers stand on `mine`.
void Generator::stand(Bitboard mine) {
    Scene& s = *scene_;
    s.workers = (s.workers & ~s.mine) | mine;
    now_.workers[s.side] = s.mine = mine;
}

// Level moves of every worker, or none; then any of them builds. Or one move up or down.
void Generator::travel() {
    Scene& s = *scene_;
    const int climb = s.own.move.climb;
    const Bitboard home = s.mine;
    for (Square w : each(home)) {
        const int h = now_.height(w);
        const Bitboard to = s.moves(w, climb) & ~(now_.at_most(h) & now_.at_least(h));
        for (Square t : each(to)) {
            if (wins_by(w, t)) continue;
            shifted(w, t, [&] {
                now_.turn.flags |= uneven;
                builds_due();
            });
        }
    }
    struct Stop {
        Bitboard mine;
        uint32_t link;
    };
    thread_local std::vector<Stop> stops;
    stops.assign(1, {home, link_});
    mids_.add(home);
    const uint32_t begin_link = link_;
    const Turn saved = now_.turn;
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const Stop stop = stops[i];
        stand(stop.mine);
        link_ = stop.link;
        if (i) now_.turn.phase = Phase::moving;
        builds_due();
        for (Square w : each(stop.mine)) {
            for (Square t : each(s.moves(w, climb, true))) {
                if (t == fall_ || has(traps_, t)) {
                    take_step({StepKind::move, w, t});
                    continue;
                }
                const Bitboard mine = stop.mine ^ bit(w) ^ bit(t);
                if (mids_.add(mine)) stops.push_back({mine, linked({StepKind::move, w, t})});
            }
        }
    }
    stand(home);
    now_.turn = saved;
    link_ = begin_link;
}

// Both workers move, in either order; then both build.
void Generator::move_all() {
    const Scene& s = *scene_;
    const int climb = s.own.move.climb;
    const uint8_t telling = telling_flags();
    const auto both_moved = [&] {
        const uint64_t key = (uint64_t{s.mine} << 25 | now_.women) << 8 | (now_.turn.flags & telling);
        if (may_build_now() && mids_.add(key * 0x9e3779b97f4a7c15ull)) builds_due();
    };
    for (Square w : each(s.mine)) {
        for (Square t : each(s.moves(w, climb))) {
            if (wins_by(w, t)) continue;
            const Square other = first(s.mine & ~bit(w));
            shifted(w, t, [&] {
                for (Square u : each(s.moves(other, climb))) {
                    if (!wins_by(other, u)) shifted(other, u, both_moved);
                }
            });
        }
    }
}

// A build ahead of the move of the same worker.
void Generator::build_ahead(Square from) {
    if (counting_ && !keyed_ && count_ahead(from)) return;
    for (Square to : each(scene_->builds(from))) take_step({StepKind::build, from, to});
}

// Is what the moves owe done, so that the turn may go on to the build?
bool Generator::may_build_now() const {
    const Turn& t = now_.turn;
    if (t.loose) return false;
    if (scene_->own.move.moves == Moves::all && (scene_->mine & ~t.moved)) return false;
    if (!demanded_) return true;
    const bool uses = (t.flags & used_once) != 0;
    if (uses && (t.looking & without_once)) return false;
    if (!(t.flags & (uses ? demand_once : demand_plain))) return true;
    if (must_climb_ && !(t.flags & climbed_now)) return false;
    // Where the end of the turn may still shift or remove workers, the end decides.
    return !must_stand_ || scene_->own.end != End{} || obeys(now_);
}

// The moves are made. Everything that may follow is counted, written down, or gone through step by step.
void Generator::builds_due() {
    if (!may_build_now()) return;
    const Scene& s = *scene_;
    const bool built_ahead = now_.level != start_.level || now_.dome != start_.dome;
    bool alone = !built_ahead && !keyed_;
    if (alone && mids_meet_) {
        // The same workers on the same squares by another way: nothing new if the same worker acts.
        const Turn& t = now_.turn;
        uint64_t key = uint64_t{now_.workers[0]} << 32 | now_.workers[1];
        key = (key ^ key >> 29) * 0x9e3779b97f4a7c15ull;
        key ^= uint64_t{now_.women} << 32 | uint64_t{static_cast<uint8_t>(t.flags & telling_flags())} << 16;
        if (s.own.end != End{}) key ^= uint64_t{now_.bound} << 8 | now_.bound_to;  // else it has been asked already
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
    if (!counting_ && write_builds(alone)) return;
    explore(false, true);
}

}  // namespace santorini
