#include "core/questions/held.h"

#include "core/turn/machine.h"

namespace santorini {

Position begun(Position p) {
    if (p.stage == Stage::play && !p.is_over() && p.turn.phase == Phase::rest) begin_turn(p, false);
    return p;
}

Held held_now(const Position& position, Seat seat) {
    const Position p = begun(position);
    const Power* works = &p.power(seat);
    // Position::power decides who holds what; this only finds out whose entry it is.
    const auto is = [&](Held card) { return card.power != no_power && &entry(card.rules, card.power) == works; };
    for (Seat s = 0; s < p.players; ++s) {
        if (const Held card{p.cards[s], p.edition(s)}; is(card)) return card;
    }
    for (const Held card : {Held{p.shared, p.rules}, Held{p.face, p.rules}}) {
        if (is(card)) return card;
    }
    return {no_power, p.rules};
}

Bitboard secret_squares(const Position& p, Seat seat) {
    const Square s = p.secret[seat];
    if (s >= no_square) return 0;
    return p.dealt_power(seat).setup.secret == Secret::fate ? geometry.fate[s] : bit(s);
}

}  // namespace santorini
