// What the quick generator works out before it begins: from the powers in play, then from the position.
#include <algorithm>

#include "core/turn/generator.h"

namespace santorini {
namespace {

bool begins_plainly(const Power& own) {
    return !own.start.corners && own.turn == Turning{} && !own.move.ferry && own.move.instead == Instead::none &&
           own.build.before == Before::none;
}

// The power without its build ahead of the move, or without its song.
Power but_not_ahead(Power own) {
    own.build.before = Before::none;
    return own;
}
Power but_silent(Power own) {
    own.turn.song = Song::none;
    return own;
}

}  // namespace

// Works out what follows from the powers in play. The result holds as long as nobody's power changes.
void Generator::conclude_powers() {
    const Scene& s = *scene_;
    const Entry& own = s.own;
    plain_start_ = begins_plainly(own) && !s.extra;
    knows_ = own.traits.generated;
    leaves_builds_ = true;
    carried_ = must_climb_ = false;
    bool silent = true;  // nobody's card concerns the mover's turn
    towers_ = own.win.towers;
    for (Seat seat = 0; seat < now_.players; ++seat) {
        if (now_.is_out(seat)) continue;
        const Entry& held = now_.power(seat);
        for (const Traits& traits : {held.traits, now_.dealt_power(seat).traits}) {
            knows_ &= traits.generated;
            leaves_builds_ &= traits.leaves_a_build;
        }
        if (now_.side(seat) == s.side) continue;
        carried_ |= held.opponent.carry;
        must_climb_ |= held.opponent.must_climb;
        silent &= held.opponent == Opponent{} && held.end == End{} && held.everyone == Everyone{};
        towers_ = towers_ && held.win.towers ? std::min<int>(towers_, held.win.towers)
                                             : std::max<int>(towers_, held.win.towers);
    }
    plain_end_ = own.end == End{};
    still_end_ = own.end.exchange == Exchange::none && own.end.petrify == Petrify::none && !own.end.slay;
    uses_up_ = own.once || own.start.corners || own.turn.enter != Enter::none;
    plain_build_ = conclusions::building_ideas(own) + conclusions::ending_ideas(own) == 0;
    spends_first_ =
        own.once && own.traits.one_idea && own.move.climb <= 1 && (own.start.corners || own.turn.enter != Enter::none);
    builds_ahead_ = plain_build_ && !s.extra && own.build.before != Before::none && begins_plainly(but_not_ahead(own));
    sings_ = !s.extra && own.turn.song == Song::only && begins_plainly(but_silent(own));
    begins_apart_ = plain_start_ || sings_;
    hides_ = veiled_ = abyss_ = false;
    draws_ = false;
    again_ = own.again != Again::none;  // only the mover's own
    int reactors = 0;
    for (Seat seat = 0; seat < now_.players; ++seat) {
        if (now_.is_out(seat)) continue;
        const Power& card = now_.dealt_power(seat);
        const Power& power = seat == s.seat ? static_cast<const Power&>(own) : now_.power(seat);
        const Secret secret = now_.card(seat).setup.secret;
        if (hides_workers(secret)) (seat == s.seat ? veiled_ : hides_) = true;
        if (card.abyss) abyss_ = true;
        reactors += power.everyone.place_on_dome;
        if (card.setup.deck) draws_ = true;
    }
    reacts_ = reactors > 0;
    // Left to the machine: two seats that react; hidden workers whose owner's card concerns others' turns; cards with
    // more than one kind of exchange; and cards with several ideas if workers are hidden or the turn is an additional
    // one.
    if (reactors > 1 || (hides_ && !(silent && own.traits.one_idea))) knows_ = false;
    if (own.move.instead != Instead::none && (own.turn.exchange || own.end.exchange != Exchange::none)) knows_ = false;
    if (s.extra && !(plain_build_ && conclusions::moving_ideas(own) == 0)) knows_ = false;
    may_merge_ = now_.players == 3 && !(own.traits.moves_only_own && own.traits.keeps_workers);
    // With more players only what concerns nobody's secrets, turns or workers of several opponents at once.
    const bool exchanges = own.turn.exchange || own.end.exchange != Exchange::none;
    if (now_.players > 2 &&
        (veiled_ || hides_ || abyss_ || draws_ || reacts_ || towers_ || again_ || exchanges || s.extra))
        knows_ = false;
}

// How many towers this turn can complete at most: the highest first.
int Generator::most_new_towers() const {
    const Traits& traits = scene_->own.traits;
    int pieces = traits.domes_a_turn, towers = 0;
    for (int needed = 1; needed <= std::min<int>(traits.pieces_on_a_square, 4); ++needed) {
        const int height = 4 - needed;
        const int more = std::min(count(now_.at_least(height) & now_.at_most(height) & ~now_.dome), pieces / needed);
        towers += more;
        pieces -= more * needed;
    }
    return towers;
}

bool Generator::take(const Position& rest) {
    if (rest.shared || rest.stage != Stage::play || rest.turn.phase != Phase::rest || rest.is_over()) {
        return false;
    }
    rest_ = &rest;
    start_ = rest;
    begin_turn(start_, false);
    return take_up();
}

bool Generator::take_end(const Position& ending) {
    const Turn& t = ending.turn;
    if (ending.shared || ending.extra || t.phase != Phase::ending || t.reactor != no_seat || t.count ||
        ending.is_over()) {
        return false;
    }
    rest_ = &ending;
    start_ = ending;
    if (!take_up() || demanded_ || traps_ || !writes_ends()) return false;
    // A reaction in the middle is another player's choice.
    const Ending end = look_at_end();
    return can_write_end(end) && !(domes_matter_ && end.unmoved);
}

bool Generator::take_up() {
    if (start_.extra && acting_seat(start_) != start_.to_move) return false;
    now_ = start_;
    // Who holds which power. While this stays the same, so does everything that follows from it.
    constexpr uint8_t telling = stolen | spent | out;
    Table table{now_.face,    now_.editions,   static_cast<uint8_t>(now_.rules),
                now_.to_move, now_.extra != 0, now_.players};
    for (std::size_t seat = 0; seat < 4; ++seat) {
        table[8 + seat] = now_.cards[seat];
        table[12 + seat] = static_cast<uint8_t>(now_.flags[seat] & telling);
    }
    if (table != table_) {
        table_ = table;
        scene_.emplace(now_);
        conclude_powers();
    } else {
        scene_->refresh();
    }
    if (!knows_) return false;
    Scene& s = *scene_;
    const Seat other = now_.next_seat(s.seat);
    acting_side_ = s.extra ? now_.side(other) : s.side;
    fall_ = no_square;
    if (abyss_) {
        for (Seat seat = 0; seat < now_.players; ++seat) {
            if (!on_board(now_.secret[seat]) || !now_.dealt_power(seat).abyss) continue;
            if (fall_ != no_square) return false;  // only one Abyss is handled
            fall_ = now_.secret[seat];
        }
    }
    traps_ = trap_women_ = 0;
    if (hides_) {
        // The mover does not see them: they are taken off the board and remembered.
        if (s.extra) return false;
        traps_ = now_.workers[now_.side(other)];
        trap_women_ = now_.women & traps_;
        if (s.pools & traps_) return false;
        start_.workers[now_.side(other)] = 0;
        start_.women &= ~traps_;
        now_ = start_;
        s.refresh();
    }
    if (towers_ && towers_winner(now_) != no_seat) return false;
    const Entry& own = s.own;
    const Moves moves = own.move.moves;
    must_stand_ = now_.binder != no_seat && now_.side(now_.binder) != s.side;
    const bool to_itself = on_board(now_.bound) && now_.bound == now_.bound_to;
    if (must_stand_ && (hides_ || to_itself || own.end.bind != Bind::none)) return false;
    demanded_ = must_climb_ || must_stand_;
    const bool stands = still_end_ || own.end.exchange != Exchange::none;
    formulas_ =
        own.traits.one_idea && !(must_stand_ && (!stands || own.move.removes_behind)) && !(s.extra && !plain_build_);
    // Between the moves of a series only the place of the worker counts.
    const bool alone = own.move.into == Into::none && !own.move.removes_behind && !s.extra;
    const bool known = fall_ == no_square && !traps_;
    // In a series of moves a worker that may be swept round the board is left to the machine.
    sweeps_ = carried_ && !s.pools && (moves == Moves::one ? !s.extra && !traps_ : alone && known && !own.move.ring);
    const bool calm = alone && (!carried_ || sweeps_) && (!s.pools || known) &&
                      !(moves == Moves::travel && (s.pools || carried_) && (demanded_ || telling_flags()));
    const bool tied = now_.turn.bound && (carried_ || s.pools);
    shifts_ = moves == Moves::one || (calm && plain_start_ && !tied);
    if (moves == Moves::all && count(s.mine) != 2) shifts_ = false;
    // The places of travelling workers are all that is kept of their moves.
    if (moves == Moves::travel && (own.win.drop || own.win.together || must_stand_)) shifts_ = false;
    if (!own.traits.one_idea) shifts_ = false;
    mids_meet_ = !shifts_ || (carried_ && !sweeps_) ||
                 (s.pools && moves == Moves::one && own.move.into != Into::none) || own.turn.exchange ||
                 own.turn.enter == Enter::then_move;
    reactor_ = no_seat;
    for (Seat seat = 0; reacts_ && seat < now_.players; ++seat) {
        if (now_.power(seat).everyone.place_on_dome && now_.number[now_.slot(seat)]) reactor_ = seat;
    }
    interrupted_ = draws_ || reactor_ != no_seat;
    // A dome may still be built in this turn, or has been built in it.
    const bool may_dome = now_.turn.domes || (now_.at_least(4 - own.traits.pieces_on_a_square) & ~now_.dome);
    if (!may_dome) reactor_ = no_seat;
    if (reactor_ != no_seat) {
        // What the reacting seat may not enter, though the mover might.
        Position q = now_;
        q.to_move = reactor_;
        q.extra = 0;
        const Scene theirs_to_see(q);
        reactor_shut_ = theirs_to_see.shut | theirs_to_see.barred;
    }
    tower_wins_ = towers_ && now_.complete_towers() + most_new_towers() >= towers_;
    any_dome_draws_ = draws_ && (now_.settings & chaos_any_dome);
    const auto deck = now_.deck ? now_.deck : static_cast<uint16_t>(now_.discard | 1u << now_.face);
    cards_ = draws_ ? static_cast<uint64_t>(std::popcount(deck)) : 1;
    domes_count_ = may_dome && (draws_ || reactor_ != no_seat || tower_wins_);
    domes_react_ = may_dome && (reactor_ != no_seat || tower_wins_ || any_dome_draws_);
    domes_matter_ = domes_count_ || (may_dome && again_);
    low_domes_matter_ = domes_react_ || own.again == Again::dome;
    // A worker that comes in looks like one that moved or was shifted: two ways may have one outcome.
    const bool own_reaction = reactor_ != no_seat && (now_.side(reactor_) == acting_side_ || !begins_apart_);
    const bool direct = formulas_ && plain_build_ && !s.extra && !own_reaction && !mids_meet_ && !must_stand_ &&
                        (!must_climb_ || !own.once || spends_first_);
    direct_ = direct && !traps_ && (moves == Moves::one || conclusions::is_series(moves));
    series_direct_ = direct && conclusions::is_series(moves);
    if (sweeps_ && own.move.ring) mids_meet_ = true;
    // An additional turn closes plainly if it is the last one and no number of towers wins.
    closes_plainly_ = !start_.extra || (start_.extra == 1 && !towers_);
    fresh_ = true;
    return true;
}

}  // namespace santorini
