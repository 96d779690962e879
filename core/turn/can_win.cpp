#include "core/turn/can_win.h"

#include <algorithm>

#include "core/turn/generator.h"
#include "core/turn/parts.h"
#include "core/turn/series.h"
#include "core/turn/walk.h"

namespace santorini {
namespace {

// The seat climbs as in the plain game, and no card in play says otherwise.
bool climbs_plainly(const Position& p, Seat seat) {
    if (p.shared || p.extra || p.binder != no_seat || p.turn.phase != Phase::rest) return false;
    // The plain game: there is nothing to look up.
    if (p.players == 2 && p.cards[0] == no_power && p.cards[1] == no_power) return true;
    if (!p.card(seat).traits.climbs_plainly) return false;
    if (p.players == 2) return p.card(static_cast<Seat>(1 - seat)).traits.lets_climb;
    for (Seat other = 0; other < p.players; ++other) {
        if (other != seat && !p.is_out(other) && !p.card(other).traits.lets_climb) return false;
    }
    return true;
}

// One ordinary step up to three blocks.
bool can_climb(const Position& p, Seat seat) {
    const Bitboard tops = p.level[2] & ~(p.dome | p.all_workers());
    return (around(tops) & p.own(seat) & p.level[1] & ~p.level[2]) != 0;
}

// What the seat to move might do with the power it holds in this turn. This may overestimate, but never underestimate.
struct Hopes {
    bool anything = false;  // a card uses a word that this file does not know
    bool drop = false, together = false, towers = false;
    bool ring = false, displaces = false;
    Bitboard passages = 0;  // the spaces that one leads to and from
    bool raises = false;    // it may build blocks before it moves ..
    bool lifts = false;     // .. under itself
    int climb = 1;
    int moves = 1;  // in a row, by one worker
    int domes = 1;  // in one turn

    // May anything but a move win?
    bool whole_turn() const { return towers || anything; }

    void add(const Entry& power) {
        anything |= !power.traits.familiar;
        drop |= power.win.drop > 0;
        together |= power.win.together;
        climb = std::max<int>(climb, power.move.climb);
        ring |= power.move.ring;
        displaces |= !power.traits.moves_only_own;
        raises |= power.build.before == Before::freely;
        lifts |= power.build.before != Before::none && power.build.under;
        moves = std::max<int>(moves, power.traits.moves_in_a_row);
        domes = std::max<int>(domes, power.traits.domes_a_turn);
    }
};

Hopes hopes_of(const Position& p) {
    Hopes h;
    const Seat seat = p.to_move;
    const auto add_card = [&](const Entry& card) { h.add(card.setup.deck ? entry(p.rules, p.face) : card); };
    add_card(p.shared ? p.dealt_power(seat) : p.power(seat));
    const bool steals = !p.shared && p.players == 2 && p.card(seat).start.steal;
    if (steals) add_card(p.dealt_power(static_cast<Seat>(1 - seat)));
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) continue;
        const Entry& card = p.dealt_power(s);
        h.anything |= !card.traits.familiar;
        const bool may_hold = p.side(s) == p.side(seat) || steals;
        if (card.win.towers && may_hold && p.complete_towers() + h.domes >= card.win.towers) h.towers = true;
        // An opponent that is moved into the Abyss has lost.
        h.anything |= card.abyss && on_board(p.secret[s]) && (h.displaces || p.extra);
        if (card.everyone.whirl != Whirl::none && count(p.tokens[s]) == 2) h.passages |= p.tokens[s];
    }
    return h;
}

// Could a worker step up to three blocks if nothing stood in its way?
bool may_climb(const Position& p, const Hopes& h) {
    Bitboard targets = p.level[2] & ~p.dome;
    if (h.raises) targets |= p.level[1] & ~p.dome;
    if (!targets) return false;
    if (h.passages && h.moves > 1) return true;             // it may come out anywhere near them
    if (h.raises && (h.lifts || h.moves > 1)) return true;  // stairs may be built on the way
    const auto spread = [&](Bitboard from) {
        if (!h.ring) return around(from);
        Bitboard out = 0;
        for (Square s : each(from)) out |= geometry.ring[s];
        return out;
    };
    Bitboard at = h.moves == unlimited && p.number[p.slot(p.to_move)] ? full_board : p.own(p.to_move);
    for (int i = 1; i < h.moves; ++i) {
        Bitboard further = at;
        for (int level = 0; level <= 3; ++level)
            further |=
                spread(at & p.at_least(level) & p.at_most(level)) & p.at_most(std::min(level + h.climb, 3)) & ~p.dome;
        if (further == at) break;
        at = further;
    }
    if ((h.passages & targets) && (spread(h.passages) & at)) return true;
    return (spread(targets) & at & p.at_least(3 - h.climb)) != 0;
}

bool is_out_of_reach(const Position& p, const Hopes& h) {
    if (h.anything || h.towers || h.together) return false;
    const bool may_drop = h.drop && (h.moves > 1 || h.passages || h.lifts || (p.own(p.to_move) & p.level[0]));
    return !may_drop && !may_climb(p, h);
}

// Nothing is hidden from the seat to move.
bool is_open(const Position& p) {
    return !hidden_from(p, acting_seat(p)) && std::none_of(p.secret.begin(), p.secret.end(), on_board);
}

// Wins are moves, and between the moves of a turn only the worker's place matters.
bool is_decided_by_moves(const Scene& s) {
    const bool series = s.own.move.moves != Moves::one && s.own.move.moves != Moves::travel;
    if (!s.own.traits.wins_by_moving || (series && s.limits(s.side).carried)) return false;
    return !s.pools || (!series && !s.own.move.ring && !(around(s.pools) & s.mine));
}

bool wins_by_moving_to(const Scene& s, Square from, Bitboard targets) {
    const int height = s.p.height(from);
    for (Square to : each(targets)) {
        Reason reason;
        const Seat winner = s.judge(from, to, s.p.height(to) - height, reason);
        if (winner != no_seat && s.p.side(winner) == s.side) return true;
    }
    return false;
}

// Which demands bind the turn that `begun` begins? The generator knows much sooner than the step machine.
void set_demands(const Position& rest, Position& begun) {
    thread_local Generator turns;  // keeps its buffers
    if (turns.take(rest)) {
        begun.turn.flags |= turns.demands();
    } else {
        take_snapshots(begun, true);
    }
}

bool can_win_by_moving(const Scene& s) {
    for (Square from : each(s.mine)) {
        if (walk_series(s, from, wins_by_moving_to)) return true;
    }
    return false;
}

// Walks through everything that happens before the build, or through the whole turn. If workers are hidden, legality is
// judged on what the seat to move sees, and the steps are tried on the true position.
bool walk_to_win(const Position& rest, const Position& begun, const Hopes& h, std::vector<Step>* how) {
    thread_local WideWalk kept;  // keeps its buffers
    WideWalk& walk = kept;       // looks up the thread_local variable only once
    const Side side = rest.side(rest.to_move);
    const bool hidden = hidden_from(begun, acting_seat(begun)) != 0;
    const bool whole_turn = h.whole_turn();
    const bool one_move = !whole_turn && Actor(begun).own.move.moves == Moves::one;
    const bool only_climbs = one_move && !h.drop && !h.together;
    return walk.run(begun, [&](const WideWalk::Place& from) {
        const Position& p = from.position;
        const Bitboard pools = p.tokens[0] | p.tokens[1] | p.tokens[2] | p.tokens[3];
        StepList steps;
        if (hidden) {
            legal_steps(p, steps);
        } else {
            raw_steps(p, steps);
        }
        const auto may_win = [&](const Step& step) {
            if (gives_up(p, step)) return false;
            // Only a step up to three blocks wins, or one into a passage that comes out there.
            if (only_climbs && step.kind == StepKind::move) return has(p.level[2] | pools, step.to);
            return whole_turn || p.turn.phase < Phase::moving || step.kind == StepKind::move;
        };
        return try_steps(steps, p, rest, may_win, [&](const Step& step, const Position& q, Status status) {
            if (q.is_over()) {
                if (q.side(q.winner) != side) return false;
                if (how) *how = walk.trail().steps(walk.trail().add(from.link, step));
                return true;
            }
            if (status != Status::open || q.turn.reactor != no_seat) return false;
            if (one_move && q.turn.phase == Phase::moving) return false;  // nothing is left but to build
            if (walk.is_new(q)) walk.push(from, step, q);
            return false;
        });
    });
}

}  // namespace

bool can_win(const Position& p, std::vector<Step>* how) {
    if (p.is_over() || p.stage != Stage::play) return false;
    if (climbs_plainly(p, p.to_move)) {
        const bool climbs = can_climb(p, p.to_move);
        if (!climbs || !how) return climbs;
    }
    const Hopes h = hopes_of(p);
    if (is_out_of_reach(p, h)) return false;
    const bool whole_turn = h.whole_turn();
    // If only a climb wins, a winning turn meets the demand for a climb anyway, so the demand can be ignored.
    const bool with_demands = whole_turn || h.drop || h.together || p.binder != no_seat;
    const bool at_rest = p.turn.phase == Phase::rest;
    Position begun = p;
    if (at_rest) begin_turn(begun, false);
    const Scene s(begun);
    if (s.extra && !whole_turn) return false;  // nobody wins by moving in an additional turn
    const bool by_moves = !whole_turn && at_rest && s.seat == p.to_move && is_decided_by_moves(s) && is_open(p);
    // What binds workers or is demanded only takes turns away.
    if (by_moves && !can_win_by_moving(s)) return false;
    if (with_demands && at_rest && is_demanded_of(begun)) {
        // A win that meets them is legal whether they bind or not. Whether they can be met at all takes longer to find.
        const uint8_t strictly = begun.turn.flags | demand_plain | demand_once;
        begun.turn.flags = strictly;
        if (walk_to_win(p, begun, h, how)) return true;
        begin_turn(begun, false);
        set_demands(p, begun);
        if (begun.turn.flags == strictly) return false;
    } else if (by_moves && !begun.turn.bound && !how) {
        return true;
    }
    return walk_to_win(p, begun, h, how);
}

bool is_threatened(const Position& rest) {
    if (rest.is_over() || rest.stage != Stage::play) return false;
    const Seat opponent = rest.next_seat(rest.to_move);
    if (rest.side(opponent) != rest.side(rest.to_move) && climbs_plainly(rest, opponent))
        return can_climb(rest, opponent);
    Position other = rest;
    other.turn = {};
    other.extra = 0;
    do {
        other.to_move = other.next_seat(other.to_move);
    } while (other.side(other.to_move) == rest.side(rest.to_move));
    return can_win(other);
}

}  // namespace santorini
