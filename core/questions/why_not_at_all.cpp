// Why a step is not possible although no single rule or card forbids it: it is somebody else's worker, it is too far
// away, a step of its kind is not due, or one's own card offers nothing there.
#include "core/questions/held.h"
#include "core/questions/why_parts.h"

namespace santorini {

// What could be done at this point of the turn if nothing stood in the way.
StepList Inquiry::unhindered() const {
    Position x = v;
    for (Seat o = 0; o < x.players; ++o) {
        if (x.side(o) != x.side(seat)) take_card(x, o);
        x.tokens[o] = 0;
    }
    x.ram = no_square;
    x.level = {};
    x.dome = 0;
    forget_cards(x);
    StepList steps;
    raw_steps(x, steps);
    return steps;
}

Why Inquiry::nothing_helps() const {
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

// One of the player's own workers that takes no part in this turn, or no longer does.
Why Inquiry::idle(Square worker) const {
    if (own.build.by == Builder::unmoved && has(v.turn.moved, worker)) {
        return {WhyCode::unmoved_only, worker, no_square, seat, held_now(v, seat).power};
    }
    const bool shared_work = own.move.moves == Moves::all || own.move.moves == Moves::travel;
    if (v.turn.mover >= no_square || v.turn.mover == worker || shared_work) return by_own_card();
    return {WhyCode::other_worker, worker, v.turn.mover};
}
Why Inquiry::by_own_card() const {
    const PowerId card = held_now(v, seat).power;
    if (card == no_power) return {WhyCode::not_now, q.to};
    return {WhyCode::own_card, q.to, no_square, seat, card};
}

}  // namespace santorini
