// The changes that are tried to see what forbids a step: to the square, the cards, each word of the player's own card.
#include <algorithm>
#include <array>

#include "core/questions/held.h"
#include "core/questions/why_parts.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

// A limit that a card sets on its own offer, made less strict. `loosen` returns false if the entry has no such limit.
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

}  // namespace

void forget_cards(Position& x) {
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

void replace_card(Position& x, Seat seat, PowerId card) {
    if (x.shared) {
        x.shared = card;
    } else if (x.dealt_power(x.slot(seat)).setup.deck) {
        x.face = card;
    } else {
        x.cards[x.slot(seat)] = card;
    }
}

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

void Inquiry::square() {
    const Square to = q.to;
    const Bitboard near_ones = (q.from == no_square ? mine : bit(q.from) & mine) & reach(to);
    const auto lower_to = [to](Position& x, int level) {
        while (x.height(to) > level) x.lower(to);
    };
    if (has(v.dome, to)) {
        // Nobody moves onto a dome, whatever its height: so the height is not given as a reason as well.
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
    // "Too high" only if it is too high for every worker that could go there.
    bool too_high = near_ones != 0 && !has(v.dome, to);
    for (Square w : each(near_ones)) too_high &= v.height(to) > v.height(w) + own.move.climb;
    if (!too_high) return;
    for (Square w : each(near_ones)) {
        add_board({WhyCode::high, to}, [lower_to, level = v.height(w)](Position& x) { lower_to(x, level); });
    }
}

void Inquiry::cards() {
    uint8_t taken = 0;  // seats whose cards are taken away as a whole
    for (const Restriction& r : restrictions(v, seat)) {
        if (r.seat == no_seat || v.side(r.seat) == v.side(seat)) {
            // The shared card and the seat's own stay; only what binds everybody is removed: tokens and the wind.
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

// The seat has a card, but cannot use it now: it is not held, used up or stolen.
void Inquiry::own_states() {
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

void Inquiry::own_words() {
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

}  // namespace santorini
