#include "core/machine.h"

#include "core/scene.h"

namespace santorini {
namespace {

// ---------------------------------------------------------------------------------------------------------------
// Workers on the board. Everything that is remembered about a worker travels with it.

struct Lifted {
    Side side;
    bool woman, moved, built, forced, asleep, bound, loose, chosen, chosen_partner;
};

Lifted lift(Position& p, Square s) {
    const Bitboard b = bit(s);
    Turn& t = p.turn;
    const Lifted w{p.side_at(s),       has(p.women, s),  has(t.moved, s), has(t.built, s), has(t.forced, s),
                   has(t.asleep, s), has(t.bound, s), has(t.loose, s), p.bound == s,    p.bound_to == s};
    for (Bitboard& side : p.workers) side &= ~b;
    for (Bitboard* set : {&p.women, &t.moved, &t.built, &t.forced, &t.asleep, &t.bound, &t.loose}) *set &= ~b;
    return w;
}

void put(Position& p, Square s, const Lifted& w) {
    const Bitboard b = bit(s);
    Turn& t = p.turn;
    p.workers[w.side] |= b;
    if (w.woman) p.women |= b;
    if (w.moved) t.moved |= b;
    if (w.built) t.built |= b;
    if (w.forced) t.forced |= b;
    if (w.asleep) t.asleep |= b;
    if (w.bound) t.bound |= b;
    if (w.loose) t.loose |= b;
    if (w.chosen) p.bound = s;
    if (w.chosen_partner) p.bound_to = s;
}

void note(Effects* effects, EffectKind kind, Square at, Square to, uint8_t who = 0) {
    if (effects) effects->push_back({kind, at, to, who});
}

void remove_worker(Position& p, Square s, Effects* effects) {
    const Lifted w = lift(p, s);
    if (w.chosen) p.bound = no_square;
    if (w.chosen_partner) p.bound_to = no_square;
    note(effects, EffectKind::remove, s, no_square, w.side);
}

void sweep_tokens(Position& p, Square s, Effects* effects) {
    for (Bitboard& tokens : p.tokens) {
        if (!has(tokens, s)) continue;
        tokens &= ~bit(s);
        note(effects, EffectKind::untoken, s, no_square);
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Winning and losing.

void conclude(Position& p, Seat winner, Reason reason, Effects* effects) {
    if (p.turn.flags & used_once) p.flags[p.to_move] |= spent;
    p.winner = winner;
    p.reason = reason;
    p.turn = {};
    p.extra = 0;
    p.to_move = p.next_seat(p.to_move);
    note(effects, EffectKind::win, no_square, no_square, winner);
}

int sides_left(const Position& p) {
    int left = 0;
    for (Seat s = 0; s < p.players; ++s) left += !p.is_out(s);
    return p.players == 4 ? 2 : left;
}

// D1: workers, tokens and the card leave the game; blocks and domes stay.
void eliminate(Position& p, Seat seat, Effects* effects) {
    note(effects, EffectKind::lose, no_square, no_square, seat);
    p.women &= ~p.own(seat);
    p.workers[p.side(seat)] = 0;
    p.tokens[seat] = 0;
    p.number[seat] = 0;
    p.aim[seat] = no_direction;
    p.secret[seat] = no_square;
    p.flags[seat] = out;
    if (entry(p.rules, p.cards[seat]).setup.deck) p.face = no_power, p.deck = p.discard = 0;
}

// After the turn of a seat whose successor may be stuck: with three sides the stuck one is out at once (B3.3, D1).
void settle_next(Position& p, Effects* effects) {
    while (sides_left(p) == 3 && !has_turn(p)) {
        const Seat gone = p.to_move;
        p.to_move = p.next_seat(gone);
        eliminate(p, gone, effects);
    }
}

void lose(Position& p, Seat loser, Reason reason, Effects* effects) {
    if (sides_left(p) == 3) {
        if (loser == p.to_move) {
            p.turn = {};
            p.extra = 0;
            p.to_move = p.next_seat(p.to_move);
        }
        eliminate(p, loser, effects);
        if (p.turn.phase != Phase::rest) return;  // somebody else's turn goes on
        settle_next(p, effects);
        return;
    }
    Seat winner = p.next_seat(loser);
    while (p.side(winner) == p.side(loser)) winner = p.next_seat(winner);
    conclude(p, winner, reason, effects);
}

// Whoever gets into the Abyss has lost (F43). Each space entered is checked.
bool fell(Position& p, Square s, Side side, Effects* effects) {
    for (Seat owner = 0; owner < p.players; ++owner) {
        if (p.is_out(owner) || !p.dealt_power(owner).abyss || p.secret[owner] != s) continue;
        Seat loser = 0;
        while (p.side(loser) != side) ++loser;
        lose(p, loser, Reason::abyss, effects);
        return true;
    }
    return false;
}

bool enough_towers(Position& p, Effects* effects) {
    const int towers = p.complete_towers();
    for (Seat s = 0; s < p.players; ++s) {
        const uint8_t wanted = p.power(s).win.towers;
        if (!wanted || towers < wanted) continue;
        conclude(p, s, Reason::towers, effects);
        return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------------------------------
// "If possible" (B3.5, B8): demands bind whole turns, never the last one there is.

bool met(const Position& p) {
    const Scene scene(p);
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) == scene.side || p.is_out(o)) continue;
        if (p.power(o).opponent.must_climb && !(p.turn.flags & climbed_now)) return false;
    }
    if (p.binder != no_seat && p.side(p.binder) != scene.side) {
        if (p.bound >= 25) return false;
        const bool pair = entry(p.rules, p.cards[p.binder]).end.bind == Bind::pair;
        const Bitboard partners = pair ? bit(p.bound_to) : p.own(p.binder);
        if (!(near(p.bound) & partners)) return false;
    }
    return true;
}

bool obeys(const Position& p) {
    const uint8_t flags = p.turn.flags;
    if ((p.turn.looking & without_once) && (flags & used_once)) return false;
    if (!(flags & (flags & used_once ? demand_once : demand_plain))) return true;
    return met(p);
}

// ---------------------------------------------------------------------------------------------------------------
// The end of a turn: S8 (what happens by itself), S9.

void petrify(Position& p, Square victim, Effects* effects) {
    remove_worker(p, victim, effects);
    sweep_tokens(p, victim, effects);
    p.raise(victim);
    note(effects, EffectKind::build, no_square, victim);
}

Bitboard petrified(const Scene& scene) {
    const Position& p = scene.p;
    const Limits limit = scene.limits(scene.side);
    Bitboard victims = 0;
    for (Square m : each(scene.mine)) victims |= near(m) & scene.enemies & p.at_most(p.height(m) - 1);
    return p.settings & medusa_ignores_limus ? victims : victims & ~limit.famine;
}

// The next seat, or the same one for an additional turn.
Status pass_on(Position& p, Effects* effects) {
    p.turn = {};
    if (p.extra && !has_turn(p)) p.extra = 0;  // offered only if it can be completed
    if (!p.extra) p.to_move = p.next_seat(p.to_move);
    settle_next(p, effects);
    return Status::over;
}

// What every ended turn leaves behind, also one cut short by a hidden worker.
Status close_turn(Position& p, Effects* effects) {
    const Scene scene(p);
    const Power& own = scene.own;
    const uint8_t flags = p.turn.flags;
    uint8_t& mark = p.flags[scene.seat];
    const bool was_extra = p.extra != 0;
    if (!scene.extra) {
        mark = static_cast<uint8_t>(mark & ~climbed);
        if (own.opponent.no_climb && (flags & climbed_now)) mark |= climbed;
    }
    if (own.once && (flags & used_once)) mark |= spent;
    if (own.build.builds == Builds::stock) {
        p.number[scene.slot] = static_cast<uint8_t>(p.number[scene.slot] + own.start.stock - p.turn.count);
    }
    if (p.binder != no_seat && p.side(p.binder) != scene.side) {
        p.binder = no_seat;
        p.bound = p.bound_to = no_square;
    }
    const Again again = p.power(p.to_move).again;
    const uint8_t domes = scene.seat == p.to_move ? p.turn.domes : uint8_t{0};  // somebody else's turn earns nothing
    const uint8_t earned = again == Again::tower ? p.turn.towers : again == Again::dome ? domes : uint8_t{0};
    p.extra = static_cast<uint8_t>(p.extra - was_extra + earned);

    bool draws = false;
    for (Seat s = 0; s < card_slots(p); ++s) {
        if (!p.dealt_power(s).setup.deck || p.is_out(s)) continue;
        draws = p.turn.towers || (p.turn.domes && (p.settings & chaos_any_dome));
    }
    p.turn = {};
    // Nobody wins in an additional turn; what it completed counts as soon as it is over (F16).
    if (was_extra && enough_towers(p, effects)) return Status::over;
    if (!draws) return pass_on(p, effects);
    if (p.face) p.discard |= static_cast<uint16_t>(1u << p.face);
    p.face = no_power;
    if (!p.deck) p.deck = p.discard, p.discard = 0;
    p.turn.phase = Phase::draw;
    return Status::open;
}

Status finish(Position& p, Effects* effects) {
    const Scene scene(p);
    // Domes in place of the build, and be it none: the power is spent (Q31).
    if (p.turn.phase == Phase::doming && scene.own.once) p.turn.flags |= used_once;
    if (scene.own.end.petrify == Petrify::all && !scene.extra) {
        // All victims are found before the first is replaced. Hidden ones are petrified too: this reads the full position.
        for (Square victim : each(petrified(scene))) petrify(p, victim, effects);
    }
    if (!obeys(p)) return Status::broken;
    return p.turn.looking & ahead ? Status::over : close_turn(p, effects);
}

// From here on only what the end of the turn needs is remembered, so that equal outcomes are equal positions.
void enter_ending(Position& p) {
    Turn& t = p.turn;
    const bool keep = Scene(p).own.build.builds == Builds::stock;
    t.phase = Phase::ending;
    t.origin = t.built_on = no_square;
    t.built = t.forced = t.asleep = t.bound = t.loose = 0;
    if (!keep) t.count = 0;
    t.flags &= static_cast<uint8_t>(climbed_now | used_once | demand_plain | demand_once);
}

bool has_end_options(const End& e) {
    return e.take_block || e.petrify == Petrify::some || e.unmoved_builds || e.token != Token::none || e.wind != Wind::none ||
           e.exchange != Exchange::none || e.domes != Domes::none || e.slay || e.sink != Sink::none || e.bind != Bind::none;
}

// Ends the turn where nothing but ending is left to choose.
Status settle(Position& p, Effects* effects) {
    Turn& t = p.turn;
    if (p.is_over() || t.phase == Phase::rest) return Status::over;
    if (t.reactor != no_seat || t.phase == Phase::draw) return Status::open;
    if (t.phase == Phase::ending && !has_end_options(Scene(p).own.end)) return finish(p, effects);
    const bool due = t.phase == Phase::moving || t.phase == Phase::building;
    if (t.phase < Phase::moving && t.phase != Phase::singing) return Status::open;
    if (due && Scene(p).own.build.builds != Builds::stock) return Status::open;
    // What the player sees decides, or the turn's end would tell where hidden workers are.
    StepList steps;
    raw_steps(judged(p, acting_seat(p)), steps);
    return steps.size() == 1 && steps[0].kind == StepKind::done ? finish(p, effects) : Status::open;
}

// ---------------------------------------------------------------------------------------------------------------
// What can be chosen. Each function adds the steps of one sentence.

void add_moves(Square from, Bitboard targets, StepList& steps) {
    for (Square to : each(targets)) steps.add(StepKind::move, from, to);
}

void add_builds_by(const Scene& s, Square builder, Bitboard squares, StepList& steps) {
    for (Square to : each(squares)) steps.add(StepKind::build, builder, to);
    if (!s.own.build.dome) return;
    // Where the fitting piece is a dome already, there is nothing else to choose.
    for (Square to : each(s.domes(builder) & ~s.p.level[2])) steps.add(StepKind::dome, builder, to);
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
            // The mover's fitting dome is the ordinary build.
            const Bitboard ordinary = has(builders(s), w) ? s.p.level[2] : 0;
            for (Square to : each(s.domes(w) & ~ordinary)) steps.add(StepKind::dome, w, to);
        }
    }
    if (build.domes != Domes::none) steps.add(StepKind::use, no_square, no_square);
}

void add_second_builds(const Scene& s, StepList& steps) {
    const Turn& t = s.p.turn;
    const Bitboard first_one = bit(t.built_on);
    Bitboard on = s.builds(t.mover);
    switch (s.own.build.builds) {
        case Builds::elsewhere: on &= ~first_one; break;
        case Builds::onto_block: on &= first_one & ~s.p.level[2]; break;
        case Builds::interior: on &= interior_squares; break;
        default: on = 0;
    }
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
        if (kind == Exchange::both && (count(s.mine) != 2 || count(theirs) < 2)) continue;
        for (Square own : each(s.mine & ~t.built)) {
            for (Square enemy : each(theirs & s.enemies & ~t.forced)) steps.add(StepKind::exchange, own, enemy);
        }
    }
}
bool exchange_pending(const Scene& s) {
    const Turn& t = s.p.turn;
    const bool exchanges = s.own.turn.exchange || s.own.end.exchange != Exchange::none;
    if (!exchanges || !t.count || !t.forced) return false;
    const Bitboard theirs = s.p.workers[s.p.side_at(first(t.forced))];
    return t.count < std::min(count(s.mine), count(theirs));
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
    if (end.token == Token::beside_mover && first_use && t.mover < 25) {
        for (Square to : each(token_free & near(t.mover))) steps.add(StepKind::token, no_square, to);
    }
    if (end.wind != Wind::none && first_use) {
        const bool lying = p.aim[s.slot] < 8;
        if (end.wind == Wind::toggle && lying) {
            steps.add(StepKind::aim, no_square, no_square, no_direction);
        } else {
            for (Direction d = 0; d < 8; ++d) {
                const Direction forbidden = end.wind == Wind::choose ? d : opposite(d);
                if (forbidden != p.aim[s.slot]) steps.add(StepKind::aim, no_square, no_square, d);
            }
        }
    }
    if (end.exchange != Exchange::none && first_use) add_exchanges(s, end.exchange, steps);
    if (end.domes == Domes::by_all) add_domes(s, s.mine, false, steps);
    // From afar it does not matter which worker builds.
    if (end.domes == Domes::anywhere_two && t.count < 2 && t.mover < 25) add_domes(s, bit(t.mover), true, steps);
    if (end.slay && first_use) {
        Bitboard victims = 0;
        for (Square w : each(s.mine)) {
            const int h = p.height(w) + 2;
            victims |= near(w) & s.enemies & p.at_most(h) & p.at_least(h);
        }
        for (Square to : each(victims)) steps.add(StepKind::slay, no_square, to);
    }
    if (end.sink == Sink::one_block) {
        for (Square to : each(around(resting) & s.enemies & p.level[0] & ~t.forced)) steps.add(StepKind::unbuild, no_square, to);
    }
    if (end.sink == Sink::all_blocks && first_use) {
        for (Square to : each(around(s.mine) & (s.enemies | s.mine) & p.level[0])) steps.add(StepKind::unbuild, no_square, to);
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

// A worker carries a neighbouring opponent's worker across itself, or trades places with one.
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
            for (Square to : each(perimeter_squares & ~p.level[0] & s.vacant() & ~s.barred)) steps.add(StepKind::place, no_square, to);
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
                for (Square to : each(near(w) & s.enemies & p.at_most(p.height(w) + 1))) steps.add(StepKind::move, w, to);
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
        case Moves::one: break;
        case Moves::two:
            if (t.count == 1) add_moves(t.mover, s.moves(t.mover, move.climb) & ~bit(t.origin), steps);
            break;
        case Moves::two_freely:
            if (t.count == 1) add_moves(t.mover, s.moves(t.mover, move.climb), steps);
            break;
        case Moves::on_perimeter:
            if (t.flags & onward) add_moves(t.mover, s.moves(t.mover, move.climb), steps);
            break;
        case Moves::any: add_moves(t.mover, s.moves(t.mover, move.climb), steps); break;
        case Moves::travel:
            if (t.flags & uneven) break;
            for (Square w : each(s.mine)) add_moves(w, s.moves(w, move.climb, true), steps);
            break;
        case Moves::all:
            for (Square w : each(s.mine & ~t.moved)) add_moves(w, s.moves(w, move.climb), steps);
            break;
    }
}

// ---------------------------------------------------------------------------------------------------------------
// Carrying steps out.

// The action ran into a hidden worker: it is undone and the turn is over; nothing missing is held against the player (F39).
Status cut(Position& p, Square where, Effects* effects) {
    note(effects, EffectKind::conflict, no_square, where);
    return close_turn(p, effects);
}

// A worker forced from one space to another. Returns whether that ended the game.
bool force(Position& p, Square from, Square to, Effects* effects) {
    const Lifted w = lift(p, from);
    put(p, to, w);
    note(effects, EffectKind::force, from, to, w.side);
    return fell(p, to, w.side, effects);
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
        if (spots.size() > 1) return;  // more than declining
        p.turn.reactor = no_seat;
        p.turn.reacts_at = no_square;
    }
}

Status do_build(Position& p, Step step, Effects* effects) {
    const Scene s(p);
    Turn& t = p.turn;
    if (has(hidden_from(p, s.seat), step.to) && step.to != step.at) return cut(p, step.to, effects);
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
            t.count = 1;  // no limit to count towards: equal outcomes stay equal
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
        if (!(s.mine & ~t.built)) enter_ending(p);
    } else if (phase != Phase::again && !s.extra && own.build.builds != Builds::one &&
               !(own.build.builds == Builds::onto_block && is_dome)) {
        enter_ending(p);
        t.phase = Phase::again;
        t.mover = step.at;
        t.built_on = step.to;
    } else {
        enter_ending(p);
    }

    // Enough towers win at once, before anybody reacts, on whoever's turn.
    if (is_dome && !p.extra) {
        const bool obedient = obeys(p);
        if (enough_towers(p, effects)) return obedient ? Status::over : Status::broken;
    }
    if (is_dome) call_reactor(p, step.to);
    return settle(p, effects);
}

// Harpies (F38): on and on while the next space is free and not higher. Returns whether that ended the game.
bool sweep_on(Position& p, Bitboard shut, Square& at, Direction d, Effects* effects) {
    while (true) {
        const Square to = next(at, d);
        if (to == no_square || has(p.all_workers() | shut, to) || p.height(to) > p.height(at)) return false;
        const Square from = at;
        at = to;
        if (force(p, from, to, effects)) return true;
    }
}

Status do_move(Position& p, Step step, Effects* effects) {
    const Position old = p;
    const Scene s(old);
    Turn& t = p.turn;
    const Square from = step.at, to = step.to;
    const Direction d = toward(from, to);
    const Side side = p.side_at(from);
    const Bitboard hidden = hidden_from(p, s.seat);
    const Into into = s.own.move.into;

    // The forces that belong to the move (Apollo, Minotaur). Against a hidden worker the power is applied silently.
    Square pushed_to = no_square;
    if (has(s.workers, to)) {
        const bool unseen = has(hidden, to);
        bool silent = unseen && into != Into::none;
        for (Seat h = 0; h < p.players; ++h) {
            if (unseen && p.side(h) == p.side_at(to) && p.dealt_power(h).setup.secret == Secret::workers_only) silent = false;
        }
        if (unseen && !silent) return cut(p, to, effects);
        pushed_to = into == Into::swap ? from : next(to, d);
        // A worker is in the way of the pushed one: a visible one cannot be, a hidden one cancels the move.
        if (into == Into::push && !has(s.vacant(), pushed_to)) return cut(p, unseen ? to : pushed_to, effects);
    }
    const Square far = s.passage(from, to);
    const int rise = p.height(to) - p.height(from);
    Reason reason = Reason::none;
    const bool judged_later = far != no_square && s.whirl == Whirl::force;
    const Seat winner = judged_later ? no_seat : s.judge(from, to, rise, reason);

    // 1. The mover stands on the destination.
    const bool bound = has(t.bound, from);
    Lifted mover = lift(p, from);
    mover.moved = true;
    mover.loose = bound && !s.ends_beside(to);
    if (pushed_to != no_square) {
        const Lifted victim = lift(p, to);
        put(p, pushed_to, victim);
        put(p, to, mover);
        note(effects, EffectKind::move, from, to, side);
        note(effects, EffectKind::force, to, pushed_to, victim.side);
    } else {
        put(p, to, mover);
        note(effects, EffectKind::move, from, to, side);
    }

    // What the turn remembers.
    const Phase phase = t.phase;
    const Move& says = s.own.move;
    t.phase = Phase::moving;
    if (phase != Phase::moving) t.count = 0;
    if (rise > 0) t.flags |= climbed_now;
    if (says.moves == Moves::travel && rise != 0) t.flags |= uneven;
    if (says.moves == Moves::two || says.moves == Moves::two_freely) ++t.count;
    if (says.moves == Moves::two) t.origin = t.count == 1 ? from : no_square;
    if (s.own.once && ((says.moves == Moves::any && phase == Phase::moving) || rise > 1)) t.flags |= used_once;
    t.forced = 0;
    Square stop = to;  // the space a move ended on, for "moved onto the perimeter"

    // 3. The Abyss: the mover first, then the worker it displaced.
    if (fell(p, to, side, effects)) return Status::over;
    if (pushed_to != no_square && fell(p, pushed_to, p.side_at(pushed_to), effects)) return Status::over;
    // 4. Winning. A bound worker that would end elsewhere may not make this move at all.
    if (winner != no_seat) {
        if (mover.loose || !obeys(p)) return Status::broken;
        conclude(p, winner, reason, effects);
        return Status::over;
    }
    // 5. Own triggers: the worker straight behind is removed.
    const auto strike = [&](Square at) {
        const Square behind = next(at, d);
        if (says.removes_behind && behind != no_square && has(p.all_workers() & ~s.shut, behind) &&
            p.side_at(behind) != s.side) {
            remove_worker(p, behind, effects);
        }
    };
    strike(to);
    // 6. The whirlpool.
    Square at = to;
    if (far != no_square && !has(p.all_workers(), far)) {
        const bool is_move = s.whirl == Whirl::move;
        const int passage_rise = is_move ? p.height(far) - p.height(to) : 1;
        const Seat wins = s.whirl == Whirl::shift ? no_seat : s.judge(from, far, passage_rise, reason);
        Lifted w = lift(p, to);
        if (is_move) {
            w.loose = bound && !s.ends_beside(far);
            if (passage_rise > 0) t.flags |= climbed_now;
            if (says.moves == Moves::travel && passage_rise != 0) t.flags |= uneven;
            stop = far;
        }
        put(p, far, w);
        at = far;
        note(effects, is_move ? EffectKind::move : EffectKind::force, to, far, side);
        if (fell(p, far, side, effects)) return Status::over;
        if (wins != no_seat) {
            if (w.loose || !obeys(p)) return Status::broken;
            conclude(p, wins, reason, effects);
            return Status::over;
        }
        if (is_move) strike(far);
    }
    // 7. Carried on.
    if (s.limits(side).carried && sweep_on(p, s.shut, at, d, effects)) return Status::over;
    t.mover = at;
    // A travelling turn does not care who went where.
    if (says.moves == Moves::travel && !(t.flags & uneven)) t.mover = no_square, t.moved = 0;
    t.flags = static_cast<uint8_t>(t.flags & ~onward);
    if (says.moves == Moves::on_perimeter && has(perimeter_squares, stop)) t.flags |= onward;
    return settle(p, effects);
}

// A seat brings in a waiting worker beside the new dome, or not. Then the turn goes on as if nothing had been foreseen (B3.7).
Status do_reaction(Position& p, Step step, Effects* effects) {
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
        const Status status = settle(p, effects);
        if (status == Status::open && p.turn.phase != Phase::draw && p.turn.reactor == no_seat &&
            !completable(judged(p, acting_seat(p)))) {
            lose(p, p.to_move, Reason::stuck, effects);
            return Status::over;
        }
        return status;
    }
    return settle(p, effects);
}

Status do_force(Position& p, Step step, Effects* effects) {
    const Scene s(p);
    Turn& t = p.turn;
    const Power& own = s.own;
    if (has(hidden_from(p, s.seat), step.to)) return cut(p, step.to, effects);
    if (own.start.corners) {
        t.phase = Phase::forcing;
        t.flags |= used_once;
    } else if (own.turn.song != Song::none) {
        t.phase = Phase::singing;
    } else {
        t.phase = own.move.instead == Instead::ferry ? Phase::building : Phase::ferried;
        t.mover = static_cast<Square>(step.what - 1);
    }
    if (force(p, step.at, step.to, effects)) return Status::over;
    if (t.phase == Phase::forcing || t.phase == Phase::singing) t.forced |= bit(step.to);
    return settle(p, effects);
}

Status do_exchange(Position& p, Step step, Effects* effects) {
    const Scene s(p);
    Turn& t = p.turn;
    const Lifted own = lift(p, step.at), enemy = lift(p, step.to);
    put(p, step.to, own);
    put(p, step.at, enemy);
    note(effects, EffectKind::force, step.at, step.to, own.side);
    note(effects, EffectKind::force, step.to, step.at, enemy.side);
    if (fell(p, step.to, own.side, effects) || fell(p, step.at, enemy.side, effects)) return Status::over;
    if (s.own.move.instead == Instead::swap) {
        t.phase = Phase::building;
        t.mover = step.to;
        return settle(p, effects);
    }
    t.phase = Phase::ending;
    ++t.count;
    t.built |= bit(step.to);
    t.forced |= bit(step.at);
    if (!exchange_pending(Scene(p))) {
        t.built = t.forced = 0;
        return finish(p, effects);
    }
    return Status::open;
}

Status do_end_effect(Position& p, Step step, Effects* effects) {
    const Scene s(p);
    Turn& t = p.turn;
    const End& end = s.own.end;
    const Bitboard hidden = hidden_from(p, s.seat);
    if (step.to < 25 && has(hidden, step.to) && step.kind != StepKind::bind) return cut(p, step.to, effects);
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
                return settle(p, effects);
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
        default: break;
    }
    t.count = 1;
    return settle(p, effects);
}

Status do_place(Position& p, Step step, Effects* effects) {
    const Scene s(p);
    Turn& t = p.turn;
    if (has(hidden_from(p, s.seat), step.to)) return cut(p, step.to, effects);
    p.workers[s.side] |= bit(step.to);
    t.flags |= used_once | placed_now;
    t.mover = step.to;
    t.phase = s.own.turn.enter == Enter::then_move ? Phase::entered : Phase::building;
    note(effects, EffectKind::place, no_square, step.to, s.side);
    if (fell(p, step.to, s.side, effects)) return Status::over;
    return Status::open;
}

}  // namespace

namespace {
bool hides_workers(const Position& p, Seat owner, Seat from) {
    const Secret secret = entry(p.rules, p.cards[owner]).setup.secret;
    if (secret != Secret::workers && secret != Secret::workers_only) return false;
    return !p.is_over() && !p.is_out(owner) && !p.shared && (from >= p.players || p.side(owner) != p.side(from));
}
}  // namespace

Bitboard hidden_from(const Position& p, Seat seat) {
    Bitboard hidden = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (hides_workers(p, s, seat)) hidden |= p.own(s);
    }
    return hidden;
}

Position visible(const Position& p, Seat seat) {
    Position v = p;
    if (p.is_over()) return v;
    for (Seat s = 0; s < p.players; ++s) {
        if (seat < p.players && p.side(s) == p.side(seat)) continue;
        if (p.secret[s] < 25) v.secret[s] = unknown_square;
        if (!hides_workers(p, s, seat)) continue;
        v.women &= ~p.own(s);
        v.workers[p.side(s)] = 0;
        v.flags[s] |= unseen;
    }
    return v;
}

Position judged(const Position& p, Seat seat) {
    Position v = visible(p, seat);
    for (Square& s : v.secret) {
        if (s < 25) s = unknown_square;
    }
    return v;
}

Position view(const Position& p, Seat seat) {
    // Who plays another's turn sees what that player sees (G2).
    if (seat == p.to_move && p.stage == Stage::play) seat = acting_seat(p);
    Position v = visible(p, seat);
    if (p.is_over() || p.stage != Stage::play || !hides_workers(p, p.to_move, seat)) return v;
    // The turn in progress of a hidden worker is as secret as the worker; a reaction it calls for is not.
    v.turn = {};
    if (p.turn.reactor == seat) {
        v.turn.phase = Phase::ending;
        v.turn.reactor = p.turn.reactor;
        v.turn.reacts_at = p.turn.reacts_at;
    }
    return v;
}

Seat decider(const Position& p) {
    if (p.is_over()) return no_seat;
    if (p.stage != Stage::play) return setup_decider(p);
    if (p.turn.phase == Phase::draw) return luck;
    if (p.turn.reactor != no_seat) return p.turn.reactor;
    return p.to_move;
}

void begin_turn(Position& p, bool with_demands) {
    Turn& t = p.turn;
    t = {};
    t.phase = Phase::start;
    // S0: who stands beside the Ram holds the shared power for this turn; an earned additional turn keeps it (E2, E4).
    if (p.shared) {
        for (Seat s = 0; s < p.players; ++s) {
            if ((near(p.ram) & p.own(s)) || (p.extra && s == p.to_move)) t.holders |= static_cast<uint8_t>(1u << s);
        }
    }
    // S1: the power changes hands while the opponent's workers stand apart (F17). A hero's cannot be taken (B8).
    const Seat seat = p.to_move;
    if (!p.shared && p.players == 2 && entry(p.rules, p.cards[seat]).start.steal) {
        const Seat other = static_cast<Seat>(1 - seat);
        const Bitboard theirs = p.own(other);
        bool apart = count(theirs) < 2;
        for (Square w : each(theirs)) apart |= (theirs & ~bit(w) & ~near(w)) != 0;
        const bool takes = apart && p.cards[other] != no_power && !entry(p.rules, p.cards[other]).once;
        p.flags[seat] = static_cast<uint8_t>(takes ? p.flags[seat] | stolen : p.flags[seat] & ~stolen);
    }
    // S2: snapshots of what opponents' powers read now.
    const Scene s(p);
    bool demanded = p.binder != no_seat && p.side(p.binder) != s.side;
    for (Seat o = 0; o < p.players; ++o) {
        if (p.side(o) == s.side || p.is_out(o)) continue;
        const Opponent& says = p.power(o).opponent;
        demanded |= says.must_climb;
        const Bitboard team = p.own(s.seat);
        if (says.sleep) {
            for (int h = 3; h >= 0; --h) {
                const Bitboard top = team & p.at_least(h);
                if (!top) continue;
                if (count(top) == 1) t.asleep |= top;
                break;
            }
        }
        if (says.bound != Bound::none) t.bound |= team & around(p.own(o));
    }
    if (!demanded || !with_demands) return;
    Position trial = judged(p, acting_seat(p));
    trial.turn.flags |= demand_plain | demand_once;
    trial.turn.looking = without_once;
    if (completable(trial)) {
        t.flags |= demand_plain | demand_once;
        return;
    }
    trial.turn.looking = 0;
    if (completable(trial)) t.flags |= demand_once;
}

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
        for (Square to : each(near(t.reacts_at) & ~p.level[0] & s.vacant() & ~s.barred)) steps.add(StepKind::place, no_square, to);
        steps.add(StepKind::pass, no_square, no_square);
        return;
    }
    const Scene s(p);
    const int climb = s.own.move.climb;
    switch (t.phase) {
        case Phase::start:
        case Phase::forcing: add_start(s, steps); break;
        case Phase::singing:
            add_song(s, steps);
            if (s.own.turn.song == Song::then_build) {
                add_builds(s, steps);
            } else {
                add_done(steps);
            }
            break;
        case Phase::entered:
        case Phase::ferried: add_moves(t.mover, s.moves(t.mover, climb), steps); break;
        case Phase::prebuilt:
            add_moves(t.mover, s.moves(t.mover, s.own.build.before == Before::level ? 0 : climb), steps);
            break;
        case Phase::moving:
            add_further_moves(s, steps);
            if (!t.loose && (s.own.move.moves != Moves::all || s.extra || !(s.mine & ~t.moved))) add_builds(s, steps);
            break;
        case Phase::building: add_builds(s, steps); break;
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
            // In place of the build it may be none (Q31); as builds themselves (player aid) at least one.
            if (all || t.count) add_done(steps);
            break;
        }
        case Phase::ending: add_end_options(s, steps); break;
        case Phase::rest:
        case Phase::draw: break;
    }
}

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
    switch (step.kind) {
        case StepKind::move:
            // Player aid: a swap in place of the move is written as a move, but is none.
            if (Scene(p).own.move.instead == Instead::swap && has(p.all_workers() & ~hidden_from(p, acting_seat(p)), step.to)) {
                return do_exchange(p, step, effects);
            }
            return do_move(p, step, effects);
        case StepKind::build:
        case StepKind::dome: return do_build(p, step, effects);
        case StepKind::force: return do_force(p, step, effects);
        case StepKind::exchange: return do_exchange(p, step, effects);
        case StepKind::unbuild:
        case StepKind::slay:
        case StepKind::token:
        case StepKind::aim:
        case StepKind::bind: return do_end_effect(p, step, effects);
        case StepKind::place: return do_place(p, step, effects);
        case StepKind::use:
            p.turn.phase = Phase::doming;
            p.turn.count = 0;
            return settle(p, effects);
        case StepKind::pass: {
            // The additional turn is given up.
            p.turn = {};
            p.extra = static_cast<uint8_t>(p.extra - 1);
            if (p.extra && !has_turn(p)) p.extra = 0;
            if (!p.extra) p.to_move = p.next_seat(p.to_move);
            settle_next(p, effects);
            return Status::over;
        }
        default: return finish(p, effects);
    }
}

void give_up(Position& p, Seat seat, Reason reason) {
    if (p.is_over() || seat >= p.players || p.is_out(seat)) return;
    // Between turns the others go on where they are; inside somebody else's turn a reaction owed by the seat lapses.
    if (p.turn.reactor == seat) perform(p, {StepKind::pass});
    if (!p.is_over()) lose(p, seat, reason, nullptr);
}

void play(Position& p, Step step, Effects* effects) {
    if (p.is_over()) return;
    if (p.stage != Stage::play) {
        setup_play(p, step);
        return;
    }
    if (p.turn.phase == Phase::rest) begin_turn(p);
    perform(p, step, effects);
}

}  // namespace santorini
