#include "core/questions/why.h"

#include <algorithm>
#include <functional>
#include <span>

#include "core/questions/held.h"
#include "core/text/position_text.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

// Something that is changed in thought, and the reason it stands for.
struct Change {
    Why why;
    std::function<void(Position&)> apply;
    bool of_card = true;  // a card is changed: what it has brought about in this turn is forgotten too
};

// What a card says about what it offers, said less strictly. `loosen` returns false if the entry does not say so.
struct Loosening {
    WhyCode code;
    bool (*loosen)(Power&);
};

template <auto group, auto word, auto says, auto would_say>
bool loosen(Power& power) {
    if (power.*group.*word != says) return false;
    power.*group.*word = would_say;
    return true;
}

constexpr std::array loosenings{
    Loosening{WhyCode::pushed, loosen<&Power::move, &Move::into, Into::push, Into::swap>},
    Loosening{WhyCode::back, loosen<&Power::move, &Move::moves, Moves::two, Moves::two_freely>},
    Loosening{WhyCode::not_edge, loosen<&Power::move, &Move::moves, Moves::on_perimeter, Moves::any>},
    Loosening{WhyCode::same_square, loosen<&Power::build, &Build::builds, Builds::elsewhere, Builds::onto_block>},
    Loosening{WhyCode::same_square, loosen<&Power::build, &Build::builds, Builds::elsewhere, Builds::interior>},
    Loosening{WhyCode::first_square, loosen<&Power::build, &Build::builds, Builds::onto_block, Builds::elsewhere>},
    Loosening{WhyCode::first_square, loosen<&Power::build, &Build::builds, Builds::onto_block, Builds::interior>},
    Loosening{WhyCode::interior, loosen<&Power::build, &Build::builds, Builds::interior, Builds::elsewhere>},
    Loosening{WhyCode::interior, loosen<&Power::build, &Build::builds, Builds::interior, Builds::onto_block>},
    Loosening{WhyCode::built_first, loosen<&Power::build, &Build::before, Before::level, Before::freely>},
    Loosening{WhyCode::unmoved_only, loosen<&Power::build, &Build::by, Builder::unmoved, Builder::any>},
    Loosening{WhyCode::beside_mover, loosen<&Power::end, &End::token, Token::beside_mover, Token::anywhere>},
};

// Forgets what the turn remembers of opponents' cards that are no longer there.
void refresh(Position& x) {
    Turn& t = x.turn;
    if (x.stage != Stage::play) return;
    if (t.phase == Phase::start) return take_snapshots(x, true);
    const Side side = x.side(acting_seat(x));
    bool sleep = false, bound = false, demand = x.binder != no_seat && x.side(x.binder) != side;
    for (Seat o = 0; o < x.players; ++o) {
        if (x.side(o) == side) continue;
        const Opponent& says = x.power(o).opponent;
        sleep |= says.sleep;
        bound |= says.bound != Bound::none;
        demand |= says.must_climb;
    }
    if (!sleep) t.asleep = 0;
    if (!bound) t.bound = t.loose = 0;
    if (!demand) t.flags &= static_cast<uint8_t>(~(demand_plain | demand_once));
}

// Puts another card in the place of the one that the seat holds.
void replace_card(Position& x, Seat seat, PowerId card) {
    if (x.shared) {
        x.shared = card;
    } else if (x.dealt_power(x.slot(seat)).setup.deck) {
        x.face = card;
    } else {
        x.cards[x.slot(seat)] = card;
    }
}

// The seat's card says nothing. What it put on the board does nothing either.
void take_card(Position& x, Seat seat) {
    if (x.shared) {
        x.turn.holders &= static_cast<uint8_t>(~(1u << seat));
    } else {
        x.cards[x.slot(seat)] = no_power;
    }
    if (x.binder == seat) {
        x.binder = no_seat;
        x.bound = x.bound_to = no_square;
    }
}

class Inquiry {
public:
    Inquiry(const Position& seen, Seat asking, const Question& question)
        : v(seen), asker(asking), seat(acting_seat(seen)), q(question) {
        const Scene scene(v);
        mine = scene.mine;
        enemies = scene.enemies;
        own = scene.own;
        points_at_worker = q.from == no_square && !q.kind && has(mine, q.to);
    }

    std::vector<Why> answer() {
        if (possible(v)) return {};
        if (v.turn.reactor != no_seat) return reaction();
        StepList raw;
        raw_steps(v, raw);
        // Where the step itself is possible, the square is not what is wrong with it.
        const bool dead_end = std::any_of(raw.begin(), raw.end(), [&](const Step& s) { return is_about(s); });
        cards();
        if (!dead_end && !points_at_worker) square();
        own_states();
        if (!dead_end) own_words();
        if (std::vector<Why> found = single(); !found.empty()) return found;
        if (std::vector<Why> found = several(); !found.empty()) return found;
        if (dead_end) return {{WhyCode::no_turn, q.to}};
        return {nothing_helps()};
    }

private:
    Position v;  // what the seat sees; its turn has begun
    Seat asker;  // who asks
    Seat seat;   // whose turn is played
    Question q;
    Bitboard mine = 0, enemies = 0;
    Power own{};
    bool points_at_worker = false;  // "why can this worker do nothing?"
    std::vector<Change> changes;
    std::vector<Change> own_changes;  // of the own card: one at a time, for they may take away as much as they give

    // On three blocks the fitting piece is a dome, so a dome that was asked for may be an ordinary build.
    bool is_kind(const Step& s) const {
        return s.kind == *q.kind || (*q.kind == StepKind::dome && s.kind == StepKind::build);
    }
    bool is_about(const Step& s) const {
        if (q.kind) return is_kind(s) && s.to == q.to && (q.from == no_square || s.at == q.from);
        if (points_at_worker) return s.at == q.to || s.to == q.to;
        if (q.from != no_square) return s.at == q.from && s.to == q.to;
        return s.to == q.to || s.at == q.to;
    }
    bool possible(const Position& x) const {
        StepList steps;
        legal_steps(x, steps);
        return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return is_about(s); });
    }
    // Cards first: what they read at the start of the turn, they read on the board as it is.
    bool possible_with(std::span<const Change> some) const {
        Position x = v;
        for (const Change& change : some) {
            if (change.of_card) change.apply(x);
        }
        refresh(x);
        for (const Change& change : some) {
            if (!change.of_card) change.apply(x);
        }
        return possible(x);
    }
    void add(Why reason, std::function<void(Position&)> apply, bool of_card = true) {
        changes.push_back({reason, std::move(apply), of_card});
    }
    void add_board(Why reason, std::function<void(Position&)> apply) { add(reason, std::move(apply), false); }

    // -- what can be changed --------------------------------------------------------------------------------------

    void square() {
        const Square to = q.to;
        const Bitboard near_ones = (q.from == no_square ? mine : bit(q.from) & mine) & reach(to);
        const auto lower_to = [to](Position& x, int level) {
            while (x.height(to) > level) x.lower(to);
        };
        if (has(v.dome, to)) {
            // Nobody moves onto a dome, whatever stands below it: the height is not asked for as well.
            int level = v.height(to);
            for (Square w : each(near_ones)) level = std::min(level, v.height(w));
            add_board({WhyCode::dome, to}, [to](Position& x) { x.dome &= ~bit(to); });
            add_board({WhyCode::dome, to}, [to, lower_to, level](Position& x) {
                x.dome &= ~bit(to);
                lower_to(x, level);
            });
        }
        const bool may_enter = v.turn.phase < Phase::moving && has(enemies, to) &&
                               (own.move.into != Into::none || own.move.instead == Instead::swap);
        if (const Side side = v.side_at(to); side != no_side && to != q.from && !may_enter) {
            add_board({WhyCode::occupied, to, no_square, first_seat(side)},
                      [to](Position& x) { x.workers[x.side_at(to)] &= ~bit(to); });
        }
        if (v.ram == to) add_board({WhyCode::ram, to}, [](Position& x) { x.ram = no_square; });
        // Too high, if it is so for every worker that could go there.
        bool too_high = near_ones != 0 && !has(v.dome, to);
        for (Square w : each(near_ones)) too_high &= v.height(to) > v.height(w) + own.move.climb;
        if (!too_high) return;
        for (Square w : each(near_ones)) {
            add_board({WhyCode::high, to}, [lower_to, level = v.height(w)](Position& x) { lower_to(x, level); });
        }
    }

    void cards() {
        uint8_t taken = 0;  // seats whose cards are taken away as a whole
        for (const Restriction& r : restrictions(v, seat)) {
            if (r.seat == no_seat || v.side(r.seat) == v.side(seat)) {
                // The shared card and the seat's own stay; only what binds everybody is put away: tokens and the wind.
                const Seat slot = r.seat == no_seat ? Seat{0} : v.slot(r.seat);
                add({WhyCode::power, no_square, no_square, r.seat, r.power, r.kind}, [slot, r](Position& x) {
                    if (r.kind == RestrictionKind::wind) {
                        x.aim[slot] = no_direction;
                    } else {
                        x.tokens[slot] = 0;
                    }
                });
            } else if (!(taken >> r.seat & 1)) {
                taken |= static_cast<uint8_t>(1u << r.seat);
                add({WhyCode::power, no_square, no_square, r.seat, r.power},
                    [o = r.seat](Position& x) { take_card(x, o); });
            }
        }
    }

    // The own card does not work now, though it lies there.
    void own_states() {
        if (v.shared) {
            if (!(v.turn.holders >> seat & 1)) {
                own_changes.push_back({{WhyCode::not_held, no_square, no_square, no_seat, v.shared},
                                       [s = seat](Position& x) { x.turn.holders |= static_cast<uint8_t>(1u << s); }});
            }
            return;
        }
        const PowerId card = v.cards[seat];
        if (v.flags[seat] & spent) {
            own_changes.push_back({{WhyCode::spent, no_square, no_square, seat, card},
                                   [s = seat](Position& x) { x.flags[s] &= static_cast<uint8_t>(~spent); }});
        }
        const Seat other = static_cast<Seat>(1 - seat);
        if (v.players == 2 && (v.flags[other] & stolen)) {
            own_changes.push_back({{WhyCode::stolen, no_square, no_square, other, card},
                                   [other](Position& x) { x.flags[other] &= static_cast<uint8_t>(~stolen); }});
        }
    }

    void own_words() {
        const PowerId card = held_now(v, seat).power;
        if (card == no_power) return;
        for (const Loosening& l : loosenings) {
            Power looser = own;
            if (!l.loosen(looser)) continue;
            own_changes.push_back({{l.code, q.to, no_square, seat, card},
                                   [s = seat, looser](Position& x) { replace_card(x, s, suppose(looser)); }});
        }
        if (own.build.builds == Builds::stock) {
            own_changes.push_back({{WhyCode::no_pieces, q.to, no_square, seat, card},
                                   [slot = v.slot(seat)](Position& x) { ++x.number[slot]; }});
        }
    }

    // -- which changes help ---------------------------------------------------------------------------------------

    // Every change that makes it possible alone.
    std::vector<Why> single() {
        std::vector<Why> found;
        for (const std::vector<Change>* list : {&changes, &own_changes}) {
            for (const Change& change : *list) {
                if (possible_with({&change, 1})) note(found, change.why);
            }
        }
        return found;
    }

    // The fewest changes that make it possible together: all of them, less those that can be put back. Where one hinders what
    // another one allows, two are enough.
    std::vector<Why> several() {
        std::vector<Why> found = fewest(changes);
        for (std::size_t i = 0; found.empty() && i < own_changes.size(); ++i) {
            std::vector<Change> all = changes;
            all.push_back(own_changes[i]);
            found = fewest(all);
        }
        std::vector<Change> all = changes;
        all.insert(all.end(), own_changes.begin(), own_changes.end());
        for (std::size_t i = 0; found.empty() && i < all.size(); ++i) {
            for (std::size_t k = i + 1; found.empty() && k < all.size(); ++k) found = fewest({all[i], all[k]});
        }
        return found;
    }
    std::vector<Why> fewest(std::vector<Change> set) {
        std::vector<Why> found;
        if (set.empty() || !possible_with(set)) return found;
        for (std::size_t i = set.size(); i-- > 0;) {
            std::vector<Change> fewer = set;
            fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
            if (possible_with(fewer)) set = std::move(fewer);
        }
        for (const Change& change : set) note(found, change.why);
        return found;
    }

    // Adds a reason once. What exactly a card forbids is found by taking single sentences from it.
    void note(std::vector<Why>& found, Why reason) {
        if (reason.code == WhyCode::power && !reason.restriction) reason.restriction = restriction_of(reason.seat);
        if (std::find(found.begin(), found.end(), reason) == found.end()) found.push_back(reason);
    }
    std::optional<RestrictionKind> restriction_of(Seat other) {
        std::vector<RestrictionKind> kinds;
        for (const Restriction& r : restrictions(v, seat)) {
            if (r.seat == other) kinds.push_back(r.kind);
        }
        if (kinds.size() == 1) return kinds[0];
        for (const RestrictionKind kind : kinds) {
            const Change lifted{{}, [other, kind](Position& x) {
                                    if (kind == RestrictionKind::bind) {
                                        x.binder = no_seat;
                                        x.bound = x.bound_to = no_square;
                                        return;
                                    }
                                    Power without = x.power(other);
                                    lift_restriction(without, kind);
                                    replace_card(x, other, suppose(without, 1));
                                }};
            if (possible_with({&lifted, 1})) return kind;
        }
        return std::nullopt;
    }

    // -- where no change helps ------------------------------------------------------------------------------------

    Bitboard reach(Square s) const { return own.move.ring ? geometry.ring[s] : near(s); }
    Seat first_seat(Side side) const {
        Seat s = 0;
        while (v.side(s) != side) ++s;
        return s;
    }

    // What could be done at this point of the turn if nothing stood in the way.
    StepList unhindered() const {
        Position x = v;
        for (Seat o = 0; o < x.players; ++o) {
            if (x.side(o) != x.side(seat)) take_card(x, o);
            x.tokens[o] = 0;
        }
        x.ram = no_square;
        x.level = {};
        x.dome = 0;
        refresh(x);
        StepList steps;
        raw_steps(x, steps);
        return steps;
    }

    Why nothing_helps() const {
        const StepList open = unhindered();
        Bitboard actors = 0;
        bool due = !q.kind;
        for (const Step& s : open) {
            if (s.at < no_square) actors |= bit(s.at);
            due |= q.kind && is_kind(s);
        }
        const Square from = points_at_worker ? q.to : q.from;
        if (from != no_square) {
            const Side side = v.side_at(from);
            if (side == no_side) return {WhyCode::nobody, from};
            if (!has(mine, from) && !has(actors, from)) {
                if (v.extra && side == v.side(asker)) return {WhyCode::additional, from};
                return {WhyCode::not_yours, from, no_square, first_seat(side)};
            }
            if (!has(actors, from)) return idle(from);
        }
        if (!due) return {WhyCode::not_now, q.to};
        if (points_at_worker) return {WhyCode::no_way, q.to};
        if (q.from == q.to) return {WhyCode::itself, q.to};
        const Bitboard able = from != no_square ? bit(from) : actors & mine;
        if (!(reach(q.to) & able) && v.turn.phase < Phase::ending && able) return {WhyCode::far, q.to};
        return by_own_card();
    }

    // An own worker that has no part in this turn, or no longer.
    Why idle(Square worker) const {
        if (own.build.by == Builder::unmoved && has(v.turn.moved, worker)) {
            return {WhyCode::unmoved_only, worker, no_square, seat, held_now(v, seat).power};
        }
        const bool shared_work = own.move.moves == Moves::all || own.move.moves == Moves::travel;
        if (v.turn.mover >= no_square || v.turn.mover == worker || shared_work) return by_own_card();
        return {WhyCode::other_worker, worker, v.turn.mover};
    }
    Why by_own_card() const {
        const PowerId card = held_now(v, seat).power;
        if (card == no_power) return {WhyCode::not_now, q.to};
        return {WhyCode::own_card, q.to, no_square, seat, card};
    }

    // A waiting worker comes in on the ground beside the new dome.
    std::vector<Why> reaction() {
        const Square to = q.to;
        if (q.from != no_square || (q.kind && *q.kind != StepKind::place)) return {{WhyCode::reaction, to}};
        if (!has(near(v.turn.reacts_at), to)) return {{WhyCode::not_beside, to, v.turn.reacts_at}};
        if (has(v.dome, to)) return {{WhyCode::dome, to}};
        if (v.height(to) > 0) return {{WhyCode::not_ground, to}};
        if (const Side side = v.side_at(to); side != no_side) {
            return {{WhyCode::occupied, to, no_square, first_seat(side)}};
        }
        std::vector<Why> found;
        v.to_move = seat = v.turn.reactor;
        cards();
        found = single();
        if (found.empty()) found = several();
        return found;
    }
};

}  // namespace

std::vector<Why> why(const Position& p, Seat seat, const Question& question) {
    Position v = view(p, seat);
    if (v.is_over()) return {{WhyCode::over}};
    const Seat deciding = decider(v);
    if (deciding == luck) return {{WhyCode::luck}};
    if (deciding != seat) return {{WhyCode::not_your_turn}};
    if (v.stage != Stage::play) return why_in_setup(v, seat, question);
    if (v.turn.phase == Phase::rest && !has_turn(v)) return {{WhyCode::stuck}};
    v = judged(v, v.turn.reactor == no_seat ? acting_seat(v) : seat);
    if (v.turn.phase == Phase::rest) begin_turn(v);
    return Inquiry(v, seat, question).answer();
}

}  // namespace santorini
