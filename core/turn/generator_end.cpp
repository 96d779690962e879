// Writes down how a turn may end once its build is made: the choices of [End of Your Turn].
#include <algorithm>

#include "core/turn/generator_put.h"

namespace santorini {

// Can the choices at the end be written down at all?
bool Generator::writes_ends() const {
    const Scene& s = *scene_;
    const End& end = s.own.end;
    if (!formulas_ || !closes_plainly_ || (domes_matter_ && now_.turn.domes)) return false;
    if (end.petrify == Petrify::some || end.sink == Sink::all_blocks) return false;
    if (end.exchange == Exchange::none) return true;
    return std::min(count(s.mine), count(s.enemies)) <= most_exchanged && (now_.binder == no_seat || must_stand_) &&
           !has(s.workers, fall_);
}

// Where domes may be put at the end of a turn.
Bitboard Generator::domes_at_end() const {
    const Scene& s = *scene_;
    const bool anywhere = s.own.end.domes == Domes::anywhere_two;
    Bitboard domes = 0;
    for (Square w : each(anywhere ? bit(now_.turn.mover) : s.mine))
        domes |= s.domes_among(w, anywhere ? full_board : s.reach(w));
    return domes;
}

Generator::Ending Generator::look_at_end() const {
    const Scene& s = *scene_;
    const End& end = s.own.end;
    const Bitboard resting = s.mine & ~now_.turn.moved;
    Ending found;
    found.free = s.vacant();
    found.beside = around(resting);
    if (end.unmoved_builds && count(s.mine) == 2) found.unmoved = resting & ~now_.level[0];
    if (found.unmoved) found.unmoved_on = s.builds_from(first(found.unmoved), found.free, limit());
    if (end.domes != Domes::none) found.domes = domes_at_end();
    return found;
}

bool Generator::can_write_end(const Ending& ending) const {
    return count(ending.unmoved) <= 1 && !(domes_matter_ && (ending.domes || (ending.unmoved && !writes_reactions())));
}

// Sets result_ to the position after the turn ends as it stands.
void Generator::stand_closed() {
    result_ = now_;
    show(result_);
    if (scene_->own.end.petrify == Petrify::all) {
        const Bitboard victims = traps_ ? petrified(Scene(result_)) : petrified(*scene_);
        for (Square victim : each(victims)) petrify(result_, victim, nullptr);
    }
    close(result_);
}

// Lists the ends of a turn that take_end() has taken.
void Generator::list_ends() {
    Ending ending = look_at_end();
    counting_ = false;
    total_ = 0;
    seen_.clear();
    most_ = ~uint64_t{0};
    alone_ = true;
    tail_size_ = 0;
    link_ = Trail::start;
    stand_closed();
    write_end(ending, no_square);
}

// Everything that may be chosen on result_, once a worker has built on `x`.
void Generator::write_end(Ending& ending, Square x) {
    const End& end = scene_->own.end;
    if (plain_end_ || end.domes == Domes::by_mover || end.petrify == Petrify::all) return write(false);
    if (end.take_block) return write_taken(ending, x);
    if (end.wind != Wind::none) return write_wind();
    if (end.token != Token::none) return write_token(ending);
    if (end.exchange != Exchange::none) return write_exchanges(end.exchange);
    if (end.unmoved_builds) return write_unmoved(ending, x);
    if (end.domes != Domes::none) return write_end_domes(ending, x);
    if (end.slay) return write_slain();
    if (end.sink == Sink::one_block) return write_sunk(ending);
    write_bound();
}

// Calls then(), which writes outcomes that use up a hero's power.
template <class Then>
void Generator::spending(Then then) {
    uint8_t& mark = result_.flags[scene_->seat];
    const uint8_t before = mark;
    if (scene_->own.once) mark |= spent;
    then();
    mark = before;
}

// A block beside a worker that did not move is taken, or none is.
void Generator::write_taken(Ending& ending, Square x) {
    const bool fresh = on_board(x) && has(ending.beside & ~result_.dome, x);  // also the one just built
    Bitboard taken = ending.beside & now_.level[0] & ending.free;
    if (on_board(x)) taken &= ~(result_.dome & bit(x));
    if (fresh) taken |= bit(x);
    const Bitboard tokens = now_.tokens[0] | now_.tokens[1] | now_.tokens[2] | now_.tokens[3];
    write(taken != 0);
    for (Square u : each(taken & ~traps_)) {
        if (u == x && !has(tokens, x)) {
            if (ending.came_back) continue;
            ending.came_back = true;
        }
        const Pieces before(result_);
        for (Bitboard& any : result_.tokens) any &= ~bit(u);
        result_.lower(u);
        say({StepKind::unbuild, no_square, u});
        write(false);
        --tail_size_;
        before.restore(result_);
    }
}

void Generator::write_wind() {
    const Wind kind = scene_->own.end.wind;
    Direction& aim = result_.aim[scene_->slot];
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
    if (kind == Wind::toggle && old < 8) return turn(no_direction, no_direction);
    for (Direction d = 0; d < 8; ++d) turn(d, kind == Wind::choose ? d : opposite(d));
}

void Generator::write_token(const Ending& ending) {
    const Scene& s = *scene_;
    const Token kind = s.own.end.token;
    Bitboard& own_tokens = result_.tokens[s.slot];
    const Bitboard old = own_tokens;
    Bitboard room = ending.free & ~result_.dome & ~s.barred;
    if (kind == Token::beside_mover) room &= near(now_.turn.mover);
    if (kind == Token::anywhere && count(old) >= 2) room = 0;
    room &= ~(result_.tokens[0] | result_.tokens[1] | result_.tokens[2] | result_.tokens[3]);
    write(room != 0);
    for (Square to : each(room & ~traps_)) {
        own_tokens = (kind == Token::beside_mover ? 0 : old) | bit(to);
        say({StepKind::token, no_square, to});
        write(false);
        --tail_size_;
    }
    own_tokens = old;
}

// The worker that did not move builds as often as it may.
void Generator::write_unmoved(const Ending& ending, Square x) {
    if (!ending.unmoved) return write(false);
    const Square by = first(ending.unmoved);
    const Bitboard room = ending.unmoved_on & ~(result_.dome | newcomers());
    // If the mover's build could also be one of these, it must be the first of their squares that the mover reaches.
    Bitboard rest = room;
    if (on_board(x) && has(ending.unmoved_on, x)) rest &= ~(ending.mover_on & (bit(x) - 1));
    write_heaps(rest & ~traps_, room, scene_->own.end.unmoved_builds,
                [&](Square to, auto then) { with_piece(by, to, false, then); });
}

void Generator::write_end_domes(const Ending& ending, Square x) {
    const bool anywhere = scene_->own.end.domes == Domes::anywhere_two;
    const Bitboard three = now_.level[2], room = ending.domes & ~result_.dome;
    // If several of these domes could be the build itself, it is the first of them: so each set is written once.
    const Bitboard rest = on_board(x) && has(three, x) ? room & ~(ending.mover_on & three & (bit(x) - 1)) : room;
    write(room != 0);
    spending([&] {
        write_domes(rest & ~traps_, room, anywhere ? 2 : board_squares, anywhere ? bit(now_.turn.mover) : scene_->mine);
    });
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

// A worker two levels above one's own is removed, or none is.
void Generator::write_slain() {
    const Bitboard victims = slayable(*scene_);
    write(victims != 0);
    spending([&] {
        for (Square victim : each(victims)) {
            const Position before = result_;
            remove_worker(result_, victim, nullptr);
            say({StepKind::slay, no_square, victim});
            write(false);
            --tail_size_;
            result_ = before;
        }
    });
}

// Any of the opponents' workers beside a worker that did not move sink by one block.
void Generator::write_sunk(const Ending& ending) {
    const Bitboard victims = ending.beside & scene_->enemies & now_.level[0];
    const Pieces before(result_);
    write(victims != 0);
    spending([&] {
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
}

void Generator::write_bound() {
    const Scene& s = *scene_;
    const bool pair = s.own.end.bind == Bind::pair;
    write(s.enemies != 0);
    spending([&] {
        for (Square to : each(s.enemies)) {
            for (Square from : each(pair ? s.mine : bit(first(s.mine)))) {
                result_.binder = s.seat;
                result_.bound = to;
                result_.bound_to = pair ? from : no_square;
                say({StepKind::bind, result_.bound_to, to});
                write(false);
                --tail_size_;
            }
        }
        result_.binder = no_seat;
        result_.bound = result_.bound_to = no_square;
    });
}

bool Generator::next_order(std::span<Square> squares) { return std::next_permutation(squares.begin(), squares.end()); }

// Does a worker that must end beside certain others do so once these have exchanged places?
bool Generator::obeys_after(const Pairing& pairing) const {
    Position q = now_;
    q.workers = result_.workers;
    for (std::size_t i = 0; i < pairing.size; ++i) {
        if (now_.bound == pairing.own[i]) q.bound = pairing.other[i];
        if (now_.bound_to == pairing.other[i]) q.bound_to = pairing.own[i];
    }
    return obeys(q);
}

// All workers exchange places with as many of the opponent's, or none does.
void Generator::write_exchanges(Exchange kind) {
    const Scene& s = *scene_;
    const Bitboard mine = s.mine, theirs = s.workers & ~mine, targets = theirs & s.enemies;
    const int pairs = std::min(count(mine), count(targets));
    const bool apart = theirs && !(around(theirs) & mine);
    const bool may = apart && pairs && (kind != Exchange::both || (count(mine) == 2 && count(targets) >= 2));
    if (!must_stand_ || obeys(now_)) write(may);
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
        if (!must_stand_ || obeys_after(pairing)) write(false);
        tail_size_ -= pairing.size;
        result_.workers = workers;
        result_.women = women;
    });
}

}  // namespace santorini
