// Putting pieces on the outcome that the quick generator writes down, and taking them off again.
#pragma once

#include <algorithm>

#include "core/turn/generator.h"

namespace santorini {

// `p` is `before`, or a copy of it: reading back what was just copied would take longer.
inline void Generator::Pieces::put(const Position& before, Square s, bool dome, Position& p) {
    const Bitboard at = bit(s);
    const auto [one, two, three] = before.level;
    // Without a branch: the processor cannot predict whether a tower is complete.
    const Bitboard on_top = dome ? at : three & at, block = at & ~on_top;
    for (std::size_t i = 0; i < p.tokens.size(); ++i) p.tokens[i] = before.tokens[i] & ~at;
    p.dome = before.dome | on_top;
    p.level = {one | block, two | (one & block), three | (two & block)};
}

inline void Generator::say(Step step) { tail_[tail_size_++] = step; }

// Writes the outcome in result_. `goes_on`: the turn could go on and ends by choice.
inline void Generator::write(bool goes_on) {
    if (!alone_ && !seen_.add(result_.hash())) return;
    if (counting_) {
        ++total_;
        return;
    }
    if (goes_on) say({});
    tell();
    if (goes_on) --tail_size_;
}

// The workers, of either side, that have come in on result_.
inline Bitboard Generator::newcomers() const {
    return reactor_ == no_seat ? 0 : result_.workers[now_.side(reactor_)] & ~now_.workers[now_.side(reactor_)];
}

// A worker comes in beside the dome that was just put on result_, or none does; then() goes on from there.
template <class Then>
void Generator::with_newcomers(Square dome, Then then) {
    const bool alone = alone_;
    uint8_t& waiting = result_.number[now_.slot(reactor_)];
    const Bitboard taken = result_.level[0] | result_.dome | newcomers() | reactor_shut_;
    const Bitboard spots = waiting ? near(dome) & scene_->vacant() & ~taken : 0;
    // A worker that came in beside one new dome could also have come in beside another.
    if (count(result_.dome & ~now_.dome) > 1) alone_ = false;
    if (spots) say({StepKind::pass});
    then();
    if (spots) {
        --tail_size_;
        // It looks like one that moved or was shifted: two ways may have one outcome.
        if (now_.side(reactor_) == acting_side_ || !begins_apart_) alone_ = false;
        Bitboard& workers = result_.workers[now_.side(reactor_)];
        --waiting;
        for (Square to : each(spots)) {
            workers |= bit(to);
            say({StepKind::place, no_square, to});
            then();
            --tail_size_;
            workers &= ~bit(to);
        }
        ++waiting;
    }
    alone_ = alone;
}

// Puts a piece on result_ while then() goes on from there.
template <class Then>
void Generator::with_piece(Square builder, Square to, bool dome, Then then) {
    const Pieces before(result_);
    const Seat slot = scene_->slot;
    Pieces::put(result_, to, dome, result_);
    const bool closed = has(result_.dome, to);
    if (scene_->own.build.coins && !closed && result_.number[slot]) {
        --result_.number[slot];
        result_.tokens[slot] |= bit(to);
    }
    say({dome ? StepKind::dome : StepKind::build, builder, to});
    if (closed && reactor_ != no_seat) {
        with_newcomers(to, then);
    } else {
        then();
    }
    --tail_size_;
    before.restore(result_);
}

// The outcome with one more piece.
inline void Generator::write_piece(Square builder, Square to, bool dome) {
    if (!out_ || counting_ || !alone_ || reactor_ != no_seat || scene_->own.build.coins)
        return with_piece(builder, to, dome, [&] { write(false); });
    // On the copy: copying result_ right after changing it would be slower.
    out_->push_back(result_);
    Pieces::put(result_, to, dome, out_->back());
}

// Up to `most` more pieces on `squares`, lowest square first.
template <class Put>
void Generator::write_heaps(Bitboard squares, Bitboard room, int most, Put put) {
    // `room`: where one more piece could go at all.
    write(most > 0 && room != 0);
    if (most == 0 || total_ > most_) return;
    for (Square s : each(squares)) {
        const Bitboard later = squares & ~(bit(s) - 1);
        put(s, [&] {
            const Bitboard open = ~(result_.dome | newcomers());
            write_heaps(later & open, room & open, most - 1, put);
        });
    }
}

// Visits every exchange of all of `mine` with some of `targets`, or the other way round if these are fewer. Exchanges
// with the same result count once: workers of a side and sex are interchangeable. Returns their number.
template <class Visit>
uint64_t Generator::exchanges(Bitboard mine, Bitboard targets, Visit visit) const {
    const int size = std::min({count(mine), count(targets), most_exchanged});
    const bool choose_own = count(mine) > count(targets);
    const Bitboard larger = choose_own ? mine : targets;
    uint64_t number = 0;
    for (Bitboard some = larger; some; some = (some - 1) & larger) {
        if (count(some) != size) continue;
        Pairing pairing{};
        for (Square w : each(choose_own ? some : mine)) pairing.own[pairing.size++] = w;
        pairing.size = 0;
        for (Square w : each(choose_own ? targets : some)) pairing.other[pairing.size++] = w;
        std::array<Bitboard, 24> met;  // four workers can be ordered in 24 ways
        auto end = met.begin();
        do {
            pairing.women = now_.women;
            for (std::size_t i = 0; i < pairing.size; ++i) {
                const Bitboard both = bit(pairing.own[i]) | bit(pairing.other[i]);
                if (has(now_.women, pairing.own[i]) != has(now_.women, pairing.other[i])) pairing.women ^= both;
            }
            if (std::find(met.begin(), end, pairing.women) == end) {
                *end++ = pairing.women;
                ++number;
                visit(pairing);
            }
        } while (now_.women && next_order({pairing.other.data(), pairing.size}));
    }
    return number;
}

}  // namespace santorini
