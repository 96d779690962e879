// What can be built after the moves, written down: the position after the build is the position before it with a piece.
//
// result_ is the turn ended as it stands; pieces are put on it and taken off again, so that every board is met once.
// The steps are written along (tail_); a turn that could go on ends with a step that says so.
#include <algorithm>

#include "core/turn/generator.h"
#include "core/turn/second_build.h"

namespace santorini {

void Generator::Pieces::put(Position& p, Square s, bool dome) {
    const Bitboard at = bit(s);
    for (Bitboard& tokens : p.tokens) tokens &= ~at;
    if (dome || (p.level[2] & at)) {
        p.dome |= at;
    } else {
        p.raise(s);
    }
}

void Generator::say(Step step) { tail_[tail_size_++] = step; }

// The outcome as it stands in result_. `goes_on`: the turn ends by choice.
void Generator::write(bool goes_on) {
    if (!alone_ && !seen_.add(result_.hash())) return;
    if (goes_on) say({});
    visit_(visitor_);
    if (goes_on) --tail_size_;
}

// Puts a piece on result_ while then() goes on from there.
template <class Then>
void Generator::with_piece(Square builder, Square to, bool dome, Then then) {
    const Pieces before(result_);
    Pieces::put(result_, to, dome);
    say({dome ? StepKind::dome : StepKind::build, builder, to});
    then();
    --tail_size_;
    before.restore(result_);
}

// Up to `most` more pieces on squares from `squares` on, in their order. Outcomes count from `needs` pieces on.
template <class Put>
void Generator::write_heaps(Bitboard squares, Bitboard room, int most, Put put) {
    // `room`: where one more piece could go at all.
    write(most > 0 && room != 0);
    if (most == 0) return;
    for (Square s : each(squares)) {
        const Bitboard later = squares & ~(bit(s) - 1);
        put(s, [&] {
            const bool closed = has(result_.dome, s);
            write_heaps(closed ? later & ~bit(s) : later, closed ? room & ~bit(s) : room, most - 1, put);
        });
    }
}

// Everything from the build on. False: it has to be gone through.
bool Generator::write_builds(bool alone) {
    const Scene& s = *scene_;
    const Power& own = s.own;
    const Build& build = own.build;
    const End& end = own.end;
    const Turn& t = now_.turn;
    if (!formulas_ || (traps_ && own.move.moves == Moves::all) || s.extra || (domes_matter_ && t.domes) ||
        build.domes != Domes::none || end.petrify == Petrify::some || end.sink == Sink::all_blocks) {
        return false;
    }
    if (end.exchange != Exchange::none && std::min(count(s.mine), count(s.enemies)) > most_exchanged) return false;
    if (end.exchange != Exchange::none && (now_.binder != no_seat || has(s.workers, fall_))) return false;
    const Bitboard three = now_.level[2];
    const Limits bound_by = limit();
    const Bitboard free = s.vacant();
    const Bitboard tokens = now_.tokens[0] | now_.tokens[1] | now_.tokens[2] | now_.tokens[3];
    const Bitboard resting = s.mine & ~t.moved;
    alone_ = alone;
    // A build taken back, or none after one ahead of the move, looks like a build that a hidden worker was in the way of.
    if (traps_ && (end.take_block || build.before != Before::none)) alone_ = false;
    tail_size_ = 0;
    const auto closed = [&] {
        result_ = now_;
        show(result_);
        if (end.petrify == Petrify::all) {
            const Bitboard victims = traps_ ? petrified(Scene(result_)) : petrified(s);
            for (Square victim : each(victims)) petrify(result_, victim, nullptr);
        }
        close(result_);
    };

    if (own.move.moves == Moves::all) {
        const Square a = first(s.mine), b = first(s.mine & (s.mine - 1));
        if (count(s.mine) != 2) return false;
        const Bitboard one = s.builds_from(a, free, bound_by), two = s.builds_from(b, free, bound_by), both = one & two;
        if (domes_matter_ && (((one | two) & three) | (both & now_.level[1]))) return false;
        closed();
        for (Square x : each(one)) {
            with_piece(a, x, false, [&] {
                Bitboard then_on = two & ~result_.dome;
                if (has(both, x)) then_on &= ~(both & (bit(x) - 1));  // met the other way round
                for (Square y : each(then_on)) with_piece(b, y, false, [&] { write(false); });
            });
        }
        return true;
    }
    if (build.builds == Builds::stock) {
        const int pieces = now_.number[s.slot] + own.start.stock;
        const Bitboard on = s.builds_from(t.mover, free, bound_by);
        if (domes_matter_ && pieces && (on & now_.at_least(4 - std::min(pieces, 4)))) return false;
        closed();
        uint8_t& number = result_.number[s.slot];
        int used = 0;
        // To run into a hidden worker is to end the turn.
        write_heaps(on & ~traps_, on, std::min(pieces, 60), [&](Square to, auto then) {
            ++used;
            with_piece(t.mover, to, false, [&] {
                number = stock_left(pieces, used);
                then();
            });
            --used;
        });
        return true;
    }

    // What is chosen at the end, once a worker has built on `x`.
    const Bitboard beside = around(resting);
    const Bitboard takable = beside & now_.level[0] & free;
    bool came_back = false;  // a block was put down and taken up again
    const Bitboard unmoved = end.unmoved_builds && count(s.mine) == 2 ? resting & ~now_.level[0] : 0;
    Bitboard domes = 0;
    if (end.domes != Domes::none) {
        const bool anywhere = end.domes == Domes::anywhere_two;
        for (Square w : each(anywhere ? bit(t.mover) : s.mine)) {
            domes |= s.domes_among(w, anywhere ? full_board : s.reach(w));
        }
    }
    if (count(unmoved) > 1) return false;
    const Bitboard unmoved_on = unmoved ? s.builds_from(first(unmoved), free, bound_by) : 0;
    if (domes_matter_ && (domes || unmoved)) return false;
    Bitboard main_on = 0;  // where the mover itself may build
    const auto spend = [&](auto then) {
        uint8_t& mark = result_.flags[s.seat];
        const uint8_t before = mark;
        if (own.once) mark |= spent;
        then();
        mark = before;
    };
    const auto finish = [&](Square x) {
        if (plain_end_ || end.domes == Domes::by_mover || end.petrify == Petrify::all) return write(false);
        if (end.take_block) {
            Bitboard taken = takable & ~(result_.dome & bit(x));
            if (has(beside & ~result_.dome, x)) taken |= bit(x);
            write(taken != 0);
            for (Square u : each(taken & ~traps_)) {
                if (u == x && !has(tokens, x)) {
                    if (came_back) continue;
                    came_back = true;
                }
                const Pieces before(result_);
                for (Bitboard& any : result_.tokens) any &= ~bit(u);
                result_.lower(u);
                say({StepKind::unbuild, no_square, u});
                write(false);
                --tail_size_;
                before.restore(result_);
            }
            return;
        }
        if (end.wind != Wind::none) {
            Direction& aim = result_.aim[s.slot];
            const Direction old = aim;
            write(true);
            const auto turn = [&](Direction chosen, Direction to) {
                if (to == old) return;
                aim = to;
                say({StepKind::aim, no_square, no_square, chosen});
                write(false);
                --tail_size_;
                aim = old;
            };
            if (end.wind == Wind::toggle && old < 8) return turn(no_direction, no_direction);
            for (Direction d = 0; d < 8; ++d) turn(d, end.wind == Wind::choose ? d : opposite(d));
            return;
        }
        if (end.token != Token::none) {
            Bitboard& own_tokens = result_.tokens[s.slot];
            const Bitboard old = own_tokens;
            Bitboard room = free & ~result_.dome & ~s.barred;
            if (end.token == Token::beside_mover) room &= near(t.mover);
            if (end.token == Token::anywhere && count(old) >= 2) room = 0;
            room &= ~(result_.tokens[0] | result_.tokens[1] | result_.tokens[2] | result_.tokens[3]);
            write(room != 0);
            for (Square to : each(room & ~traps_)) {
                own_tokens = (end.token == Token::beside_mover ? 0 : old) | bit(to);
                say({StepKind::token, no_square, to});
                write(false);
                --tail_size_;
            }
            own_tokens = old;
            return;
        }
        if (end.exchange != Exchange::none) return write_exchanges(end.exchange);
        if (end.unmoved_builds) {
            if (!unmoved) return write(false);
            // If the first build can be one of the heap, it is the heap's first square that the mover reaches.
            const Square by = first(unmoved);
            const Bitboard rest = has(unmoved_on, x) ? unmoved_on & ~(main_on & (bit(x) - 1)) : unmoved_on;
            const Bitboard room = unmoved_on & ~result_.dome;
            write_heaps(rest & room & ~traps_, room, end.unmoved_builds,
                        [&](Square to, auto then) { with_piece(by, to, false, then); });
            return;
        }
        if (end.domes != Domes::none) {
            const int most = end.domes == Domes::anywhere_two ? 2 : 25;
            const Bitboard room = domes & ~result_.dome;
            // A dome that is the build itself comes before every other one that could have been.
            const Bitboard rest = has(three, x) ? room & ~(main_on & three & (bit(x) - 1)) : room;
            write(room != 0);
            spend([&] {
                write_domes(rest & ~traps_, room, most, end.domes == Domes::anywhere_two ? bit(t.mover) : s.mine);
            });
            return;
        }
        if (end.slay) {
            Bitboard victims = 0;
            for (Square w : each(s.mine)) {
                const int h = now_.height(w) + 2;
                victims |= near(w) & s.enemies & now_.at_most(h) & now_.at_least(h);
            }
            write(victims != 0);
            spend([&] {
                for (Square victim : each(victims)) {
                    const Position before = result_;
                    remove_worker(result_, victim, nullptr);
                    say({StepKind::slay, no_square, victim});
                    write(false);
                    --tail_size_;
                    result_ = before;
                }
            });
            return;
        }
        if (end.sink == Sink::one_block) {
            const Bitboard victims = beside & s.enemies & now_.level[0];
            const Pieces before(result_);
            write(victims != 0);
            spend([&] {
                for (Bitboard some = victims; some; some = (some - 1) & victims) {
                    for (Square victim : each(some)) {
                        for (Bitboard& any : result_.tokens) any &= ~bit(victim);
                        result_.lower(victim);
                        say({StepKind::unbuild, no_square, victim});
                    }
                    write(some != victims);
                    tail_size_ -= static_cast<std::size_t>(count(some));
                    before.restore(result_);
                }
            });
            return;
        }
        // end.bind
        write(s.enemies != 0);
        spend([&] {
            for (Square to : each(s.enemies)) {
                for (Square from : each(end.bind == Bind::pair ? s.mine : bit(first(s.mine)))) {
                    result_.binder = s.seat;
                    result_.bound = to;
                    result_.bound_to = end.bind == Bind::pair ? from : no_square;
                    say({StepKind::bind, result_.bound_to, to});
                    write(false);
                    --tail_size_;
                }
            }
            result_.binder = no_seat;
            result_.bound = result_.bound_to = no_square;
        });
    };

    closed();
    Bitboard done = 0, domed = 0;
    for (Square builder : each(builders(s))) {
        const Bitboard seen_on = s.builds_from(builder, free, bound_by), on = seen_on & ~(done | traps_);
        if (build.builds != Builds::one && domes_matter_ &&
            (on & (three | (build.builds == Builds::interior ? interior_squares & now_.level[1] : 0)))) {
            return false;
        }
        done |= on;
        main_on = on;
        for (Square x : each(on)) {
            if (domes_matter_ && has(three, x) && writes_reactions()) {
                with_piece(builder, x, false, [&] { write_reaction(x); });
                continue;
            }
            if (domes_matter_ && has(three, x)) {
                take_step({StepKind::build, builder, x});
                closed();
                continue;
            }
            const Pieces before(result_);
            Pieces::put(result_, x, false);
            if (build.coins && !has(three, x) && result_.number[s.slot]) {
                --result_.number[s.slot];
                result_.tokens[s.slot] |= bit(x);
            }
            say({StepKind::build, builder, x});
            if (build.builds == Builds::one) {
                finish(x);
            } else {
                write_second(builder, x, on | (seen_on & traps_));
            }
            --tail_size_;
            before.restore(result_);
        }
        if (build.dome) {
            const Bitboard low = s.domes(builder) & ~(three | domed | traps_);
            domed |= low;
            write_low_domes(builder, low, closed);
        }
    }
    if (build.woman_dome) {
        for (Square w : each(s.mine & now_.women)) {
            const Bitboard low = s.domes(w) & ~(domed | traps_ | (done & three));
            domed |= low;
            write_low_domes(w, low, closed);
        }
    }
    if (traps_) write_trapped();
    return true;
}

// A build that runs into a hidden worker ends the turn with nothing built, wherever that is.
void Generator::write_trapped() {
    const Scene& s = *scene_;
    std::optional<Step> step;
    for (Square builder : each(builders(s))) {
        if (const Bitboard on = s.builds(builder) & traps_) step = {StepKind::build, builder, first(on)};
    }
    for (Square w : each(s.own.build.woman_dome ? s.mine & now_.women : 0)) {
        if (const Bitboard on = s.domes(w) & traps_; on && !step) step = {StepKind::dome, w, first(on)};
    }
    if (!step) return;
    const Trail::Link before = link_;
    link_ = linked(*step);
    cut_here();
    link_ = before;
}

// Does a dome that ends the turn lead to nothing but a worker that another seat, or the mover itself, brings in?
bool Generator::writes_reactions() const {
    return reactor_ != no_seat && plain_end_ && scene_->own.build.builds == Builds::one && !draws_ && !tower_wins_ &&
           !again_ && !hides_ && !veiled_ && fall_ == no_square;
}

// The dome stands on result_: a worker comes in beside it, or none does.
void Generator::write_reaction(Square dome) {
    const Bitboard spots = near(dome) & scene_->vacant() & ~now_.level[0] & ~reactor_shut_;
    if (!spots) return write(false);
    const bool alone = alone_;
    say({StepKind::pass});
    write(false);
    --tail_size_;
    // It is as good as one that moved or was shifted: two ways may end alike.
    alone_ = alone && now_.side(reactor_) != acting_side_ && plain_start_;
    Bitboard& workers = result_.workers[now_.side(reactor_)];
    uint8_t& waiting = result_.number[now_.slot(reactor_)];
    --waiting;
    for (Square to : each(spots)) {
        workers |= bit(to);
        say({StepKind::place, no_square, to});
        write(false);
        --tail_size_;
        workers &= ~bit(to);
    }
    ++waiting;
    alone_ = alone;
}

template <class Closed>
void Generator::write_low_domes(Square builder, Bitboard low, Closed closed) {
    for (Square x : each(low)) {
        if (writes_reactions()) {
            with_piece(builder, x, true, [&] { write_reaction(x); });
        } else if (low_domes_matter_ || (domes_matter_ && has(now_.level[2], x))) {
            take_step({StepKind::dome, builder, x});
            closed();
        } else {
            with_piece(builder, x, true, [&] { write(false); });
        }
    }
}

// All workers exchange places with as many of the opponent's, or none does.
void Generator::write_exchanges(Exchange kind) {
    const Scene& s = *scene_;
    const Bitboard mine = s.mine, theirs = s.workers & ~mine, targets = theirs & s.enemies;
    const int pairs = std::min(count(mine), count(targets));
    const bool apart = theirs && !(around(theirs) & mine);
    const bool may = apart && pairs && (kind != Exchange::both || (count(mine) == 2 && count(targets) >= 2));
    write(may);
    if (!may) return;
    const auto workers = result_.workers;
    const Bitboard women = result_.women;
    exchanges(mine, targets, [&](const Pairing& pairing) {
        Bitboard all = 0;
        for (std::size_t i = 0; i < pairing.size; ++i) {
            all |= bit(pairing.own[i]) | bit(pairing.other[i]);
            say({StepKind::exchange, pairing.own[i], pairing.other[i]});
        }
        result_.workers[s.side] ^= all;
        result_.workers[1 - s.side] ^= all;
        result_.women = pairing.women;
        write(false);
        tail_size_ -= pairing.size;
        result_.workers = workers;
        result_.women = women;
    });
}

// A second build after one on `x`; each pair once.
void Generator::write_second(Square builder, Square x, Bitboard on) {
    const Builds kind = scene_->own.build.builds;
    const Bitboard offered = second_builds(kind, x, on & ~result_.dome, result_.level[2]);
    const Bitboard second = pairs_once(kind, x, offered) & ~traps_;
    write(offered != 0);
    for (Square y : each(second)) with_piece(builder, y, false, [&] { write(false); });
}

// Further domes, one set of squares at a time.
void Generator::write_domes(Bitboard squares, Bitboard room, int most, Bitboard by) {
    if (most == 0) return;
    for (Square x : each(squares)) {
        const Square builder = count(by) == 1 ? first(by) : first(by & around(bit(x)));
        with_piece(on_board(builder) ? builder : first(by), x, true, [&] {
            const Bitboard left = room & ~bit(x);
            write(most > 1 && left != 0);
            write_domes(squares & ~((bit(x) << 1) - 1), left, most - 1, by);
        });
    }
}

}  // namespace santorini
