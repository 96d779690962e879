#include "core/position.h"

#include <cstring>

namespace santorini {

const Entry& Position::power(Seat seat) const {
    const auto nothing = [&]() -> const Entry& { return entry(rules, no_power); };
    if (is_out(seat)) return nothing();
    Seat owner = seat;
    if (shared) {
        if (!(turn.holders >> seat & 1)) return nothing();
    } else if (flags[seat] & stolen) {
        owner = static_cast<Seat>(1 - seat);
    } else if (players == 2 && (flags[1 - seat] & stolen)) {
        return nothing();
    }
    const Entry& held = dealt_power(owner);
    if (held.setup.deck) return entry(rules, face);
    if (held.once && (flags[seat] & spent)) return nothing();
    return held;
}

bool Position::sexes_matter() const {
    for (Seat s = 0; s < card_slots(*this); ++s) {
        if (dealt_power(s).setup.sexes) return true;
    }
    return false;
}

uint64_t Position::hand(Seat seat) const {
    uint64_t found = 0;
    unsigned place = 0;
    for (uint64_t left = offered; left; left &= left - 1, ++place) {
        if ((second_hand >> place & 1u) == seat) found |= left & -left;
    }
    return found;
}

void Position::set_hands(uint64_t first, uint64_t second) {
    offered = first | second;
    second_hand = 0;
    unsigned place = 0;
    for (uint64_t left = offered; left; left &= left - 1, ++place) {
        if (left & -left & second) second_hand |= static_cast<uint16_t>(1u << place);
    }
}

uint64_t Position::hash() const {
    // Multiply and fold in four independent lanes. A position has no padding, so equal positions have equal bytes.
    constexpr std::size_t words = sizeof(Position) / 8, lanes = 4;
    constexpr uint64_t factor = 0xbf58476d1ce4e5b9ull;
    static_assert(sizeof(Position) % 8 == 0);
    const auto* bytes = reinterpret_cast<const unsigned char*>(this);
    std::array<uint64_t, lanes> h{0x9e3779b97f4a7c15ull, 0xd1b54a32d192ed03ull, 0x8cb92ba72f3d8dd7ull,
                                  0xaef17502108ef2d9ull};
    std::size_t done = 0;
#if defined(__AVX512DQ__) && defined(__AVX512VL__)  // they multiply four numbers at once
    using Lanes [[gnu::vector_size(32)]] = uint64_t;
    Lanes all, some;
    std::memcpy(&all, h.data(), sizeof all);
    for (; done + lanes <= words; done += lanes) {
        std::memcpy(&some, bytes + 8 * done, sizeof some);
        all = (all ^ some) * factor;
        all ^= all >> 29;
    }
    std::memcpy(h.data(), &all, sizeof all);
#endif
    for (; done < words; ++done) {
        uint64_t word;
        std::memcpy(&word, bytes + 8 * done, sizeof word);
        uint64_t& lane = h[done % lanes];
        lane = (lane ^ word) * factor;
        lane ^= lane >> 29;
    }
    uint64_t sum = h[0];
    for (std::size_t i = 1; i < lanes; ++i) sum = (sum ^ h[i]) * 0x94d049bb133111ebull, sum ^= sum >> 31;
    return sum ^ (sum >> 32);
}

Position Position::turned(unsigned symmetry) const {
    using santorini::turned;
    const auto board = [&](Bitboard& b) { b = turned(b, symmetry); };
    const auto square = [&](Square& s) { s = turned(s, symmetry); };
    Position p = *this;
    for (Bitboard& b : p.level) board(b);
    board(p.dome);
    for (Bitboard& b : p.workers) board(b);
    board(p.women);
    for (Bitboard& b : p.tokens) board(b);
    for (Bitboard* b : {&p.turn.moved, &p.turn.built, &p.turn.forced, &p.turn.asleep, &p.turn.bound, &p.turn.loose}) {
        board(*b);
    }
    for (Square* s :
         {&p.turn.mover, &p.turn.origin, &p.turn.built_on, &p.turn.reacts_at, &p.ram, &p.bound, &p.bound_to}) {
        square(*s);
    }
    for (Direction& d : p.aim) d = turned_direction(d, symmetry);
    for (Seat s = 0; s < players; ++s) {
        if (!on_board(secret[s])) continue;
        const bool fate = dealt_power(s).setup.secret == Secret::fate;
        p.secret[s] = fate ? first(turned(geometry.fate[secret[s]], symmetry)) : turned(secret[s], symmetry);
    }
    return p;
}

}  // namespace santorini
