// Handling the pieces: workers and tokens are shifted, put down and taken off.
#include "core/turn/parts.h"

namespace santorini {

Lifted lift(Position& p, Square s) {
    const Bitboard b = bit(s);
    Turn& t = p.turn;
    const Lifted w{p.side_at(s),     has(p.women, s), has(t.moved, s), has(t.built, s), has(t.forced, s),
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

bool force(Position& p, Square from, Square to, Effects* effects) {
    const Lifted w = lift(p, from);
    put(p, to, w);
    note(effects, EffectKind::force, from, to, w.side);
    return fell(p, to, w.side, effects);
}

void petrify(Position& p, Square victim, Effects* effects) {
    remove_worker(p, victim, effects);
    sweep_tokens(p, victim, effects);
    p.raise(victim);
    note(effects, EffectKind::build, no_square, victim);
}

}  // namespace santorini
