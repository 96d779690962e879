// What a card keeps, as it is written in its brackets: marks, numbers, tokens, secrets.
#include <bit>

#include "core/text/read_parts.h"

namespace santorini {
namespace {

std::optional<uint16_t> read_simple_powers(std::string_view text) {
    uint16_t out = 0;
    if (text.empty()) return out;
    for (std::string_view key : split(text, ',')) {
        const auto id = find_power(key);
        if (!id || *id == no_power || *id > 10) return std::nullopt;
        out |= static_cast<uint16_t>(1u << *id);
    }
    return out;
}

// The worker that is bound and, for a pair, the one it must stand beside.
Problem read_binding(Position& p, Seat seat, std::string_view item) {
    const auto names = split(item, ',');
    const bool pair = p.card(seat).end.bind == Bind::pair;
    if (names.size() != (pair ? 2 : 1)) return problem("data", item);
    p.binder = seat;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto s = names[i] == "-" ? no_square : read_square(names[i]);
        if (!s || (i && on_board(*s) && *s == p.bound)) return problem("data", item);
        (i ? p.bound_to : p.bound) = *s;
    }
    return std::nullopt;
}

// One item in a card's brackets, recognised by its form and by what the card keeps.
Problem read_item(Position& p, const Power& card, Seat slot, std::optional<Seat> seat, std::string_view item) {
    const auto bad = [&] { return problem("data", item); };
    if (item.empty()) return bad();
    if (seat && item == "^") return p.flags[*seat] |= climbed, std::nullopt;
    if (seat && (item == "x" || item == "X")) return p.flags[*seat] |= spent, std::nullopt;
    if (seat && item == "*" && card.start.steal) return p.flags[*seat] |= stolen, std::nullopt;
    if (seat && item == "?") return p.secret[*seat] = unknown_square, std::nullopt;
    const bool keeps_aim = card.everyone.wind || card.setup.aim != Aim::none;
    if (keeps_aim) {
        if (const auto d = read_direction(item)) return p.aim[slot] = *d, std::nullopt;
    }
    if (const auto n = read_number(item, most_pieces);
        n && (card.build.builds == Builds::stock || card.everyone.place_on_dome)) {
        return p.number[slot] = static_cast<uint8_t>(*n), std::nullopt;
    }
    const auto parts = split(item, '|');
    if (parts.size() == 2 && card.build.coins) {
        const auto left = read_number(parts[0], card.setup.waiting);
        const auto coins = read_squares(parts[1]);
        if (!left || !coins) return bad();
        p.number[slot] = static_cast<uint8_t>(*left);
        p.tokens[slot] = *coins;
        return std::nullopt;
    }
    if (parts.size() == 3 && card.setup.deck) {
        const auto face = read_simple_powers(parts[0]), deck = read_simple_powers(parts[1]),
                   discard = read_simple_powers(parts[2]);
        if (!face || !deck || !discard || std::popcount(*face) > 1 || (*deck & *discard) ||
            (*face & (*deck | *discard)))
            return bad();
        p.face = *face ? static_cast<PowerId>(std::countr_zero(*face)) : no_power;
        p.deck = *deck, p.discard = *discard;
        return std::nullopt;
    }
    if (seat && (item[0] == 'f' || item[0] == 'F') && item.size() > 2) {
        const auto women = read_squares(item.substr(1));
        if (!women) return bad();
        p.women |= *women;
        return std::nullopt;
    }
    if (seat && card.end.bind != Bind::none) return read_binding(p, *seat, item);
    const auto squares = read_squares(item);
    if (!squares || !*squares) return bad();
    const int n = count(*squares);
    if (seat && card.setup.sexes && n == 1) return p.women |= *squares, std::nullopt;
    if (card.end.token != Token::none && n <= (card.end.token == Token::anywhere ? 2 : 1))
        return p.tokens[slot] = *squares, std::nullopt;
    if (seat && card.setup.secret != Secret::none && n == 1) return p.secret[*seat] = first(*squares), std::nullopt;
    return bad();
}

}  // namespace

Problem read_items(Position& p, const Power& card, Seat slot, std::optional<Seat> seat, std::string_view items) {
    if (items.empty()) return std::nullopt;
    for (std::string_view item : split(items, ';')) {
        if (const auto wrong = read_item(p, card, slot, seat, item)) return wrong;
    }
    return std::nullopt;
}

}  // namespace santorini
