// The fields after the seats: the turn in progress, set-up and draft, settings, the shared card.
#include <bit>

#include "core/text/read_parts.h"
#include "core/turn/draft.h"

namespace santorini {
namespace {

Problem read_turn(Turn& t, std::string_view text) {
    const auto items = split(text, ',');
    for (unsigned i = 0; i < phase_names.size(); ++i) {
        if (items[0] == phase_names[i]) t.phase = static_cast<Phase>(i);
    }
    if (t.phase == Phase::rest && items[0] != "rest") return problem("turn", items[0]);
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto colon = items[i].find(':');
        if (colon == std::string_view::npos) return problem("turn", items[i]);
        const auto key = items[i].substr(0, colon), value = items[i].substr(colon + 1);
        Bitboard* set = key == "moved"    ? &t.moved
                        : key == "built"  ? &t.built
                        : key == "forced" ? &t.forced
                        : key == "asleep" ? &t.asleep
                        : key == "bound"  ? &t.bound
                        : key == "loose"  ? &t.loose
                                          : nullptr;
        Square* square = key == "mover"    ? &t.mover
                         : key == "origin" ? &t.origin
                         : key == "on"     ? &t.built_on
                         : key == "dome"   ? &t.reacts_at
                                           : nullptr;
        uint8_t* number = key == "count"     ? &t.count
                          : key == "flags"   ? &t.flags
                          : key == "towers"  ? &t.towers
                          : key == "domes"   ? &t.domes
                          : key == "holders" ? &t.holders
                          : key == "reactor" ? &t.reactor
                                             : nullptr;
        if (set) {
            const auto squares = read_squares(value, '+');
            if (!squares) return problem("turn", items[i]);
            *set = *squares;
        } else if (square) {
            const auto s = read_square(value);
            if (!s) return problem("turn", items[i]);
            *square = *s;
        } else if (number) {
            const auto n = read_number(value, 255);
            if (!n) return problem("turn", items[i]);
            *number = static_cast<uint8_t>(*n);
        } else {
            return problem("turn", items[i]);
        }
    }
    return std::nullopt;
}

Problem read_powers(uint64_t& powers, std::string_view text) {
    for (std::string_view key : split(text, ',')) {
        const auto id = find_power(key);
        if (!id || *id == no_power || *id > printed_cards) return problem("power", key);
        if (powers >> *id & 1) return problem("power-twice", key);
        powers |= uint64_t{1} << *id;
    }
    return std::nullopt;
}

// The two hands of the player aid's draft; one that the reader may not see is "?".
Problem read_hands(Position& p, std::string_view text) {
    const auto texts = split(text, '|');
    if (texts.size() != 2) return problem("field", text);
    uint64_t hands[2] = {0, 0};
    for (std::size_t i = 0; i < 2; ++i) {
        if (texts[i] == "?") continue;
        if (const auto wrong = read_powers(hands[i], texts[i])) return wrong;
    }
    if (hands[0] & hands[1]) return problem("field", text);
    if (std::popcount(hands[0] | hands[1]) > 2 * hand_size) return problem("field", text);
    p.set_hands(hands[0], hands[1]);
    return std::nullopt;
}

}  // namespace

Problem read_field(Position& p, std::string_view name, std::string_view value) {
    const auto bad = [&] { return problem("field", std::string(name) + "=" + std::string(value)); };
    if (name == "fleece") {
        std::string_view key, items, rest;
        if (!split_brackets(value, key, items, rest) || rest.size() < 2 || rest[0] != '@') return bad();
        const auto id = find_power(key);
        if (!id || *id == no_power) return problem("power", key);
        p.shared = *id;
        if (rest != "@-") {
            const auto s = read_square(rest.substr(1));
            if (!s) return bad();
            p.ram = *s;
        }
        p.number[0] = 0;
        return read_items(p, entry(p.rules, p.shared), 0, std::nullopt, items);
    }
    if (name == "set") {
        for (std::string_view one : split(value, ',')) {
            if (one == any_pair) {
                p.override_bans = 1;
            } else if (const auto setting = read_setting(one)) {
                p.settings |= *setting;
            } else {
                return problem("setting", one);
            }
        }
        return std::nullopt;
    }
    if (name == "extra") {
        const auto n = read_number(value, board_squares);
        if (!n) return bad();
        p.extra = static_cast<uint8_t>(*n);
        return std::nullopt;
    }
    if (name == "turn") return read_turn(p.turn, value);
    if (name == "setup") {
        for (unsigned i = 1; i < stage_names.size(); ++i) {
            if (value == stage_names[i]) p.stage = static_cast<Stage>(i);
        }
        return p.stage == Stage::play ? bad() : std::nullopt;
    }
    if (name == "first") {
        const auto n = read_number(value, p.players);
        if (!n || *n < 1) return bad();
        p.starter = static_cast<Seat>(*n - 1);
        return std::nullopt;
    }
    if (name == "offer") return read_powers(p.offered, value);
    if (name == "hands") return read_hands(p, value);
    if (name == "reason") {
        for (unsigned i = 1; i < reason_names.size(); ++i) {
            if (value == reason_names[i]) p.reason = static_cast<Reason>(i);
        }
        return p.reason == Reason::none ? bad() : std::nullopt;
    }
    if (name == "rules") return std::nullopt;  // already read
    return bad();
}

}  // namespace santorini
