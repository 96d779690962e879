// Reading positions; writing is in position_text.cpp.
#include <charconv>
#include <vector>

#include "core/text/text_parts.h"
#include "core/turn/draft.h"
#include "core/turn/machine.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr std::size_t longest_text = 2000;

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    while (true) {
        const auto i = text.find(at);
        out.push_back(text.substr(0, i));
        if (i == std::string_view::npos) return out;
        text.remove_prefix(i + 1);
    }
}

std::optional<int> read_number(std::string_view text, int most) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > most) return std::nullopt;
    return n;
}

std::optional<Bitboard> read_squares(std::string_view text, char between = ',') {
    Bitboard out = 0;
    if (text.empty()) return out;
    for (std::string_view name : split(text, between)) {
        const auto s = read_square(name);
        if (!s || has(out, *s)) return std::nullopt;
        out |= bit(*s);
    }
    return out;
}

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

// One item in a card's brackets, told apart by its look and by what the card keeps.
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

Problem read_items(Position& p, const Power& card, Seat slot, std::optional<Seat> seat, std::string_view items) {
    if (items.empty()) return std::nullopt;
    for (std::string_view item : split(items, ';')) {
        if (const auto wrong = read_item(p, card, slot, seat, item)) return wrong;
    }
    return std::nullopt;
}

// `key[items]` -> key and items; false if the brackets do not match.
bool split_brackets(std::string_view text, std::string_view& key, std::string_view& items, std::string_view& rest) {
    const auto open = text.find('['), close = text.find(']');
    if (open == std::string_view::npos && close == std::string_view::npos) {
        const auto end = text.find_first_of(":@");
        key = text.substr(0, end);
        rest = end == std::string_view::npos ? "" : text.substr(end);
        return true;
    }
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return false;
    key = text.substr(0, open);
    items = text.substr(open + 1, close - open - 1);
    rest = text.substr(close + 1);
    return true;
}

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
    if (name == "rules") return std::nullopt;  // read first
    return bad();
}

// -- the text as a whole ---------------------------------------------------------------------------------------------

// What stands between the slashes.
struct Parts {
    std::string_view heights, to_move;
    std::vector<std::string_view> seats, fields;
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    return text;
}

Problem split_parts(std::string_view text, Parts& out) {
    if (text.size() > longest_text) return problem("length", text.substr(0, 40));
    const auto parts = split(text, '/');
    if (parts.size() < 4) return problem("parts", text);
    out.heights = parts[0], out.to_move = parts[1];
    for (std::size_t i = 2; i < parts.size(); ++i) {
        const bool field = parts[i].find('=') != std::string_view::npos && parts[i].find('=') < parts[i].find('[');
        if (!field && !out.fields.empty()) return problem("seat", parts[i]);
        (field ? out.fields : out.seats).push_back(parts[i]);
    }
    if (out.seats.size() < 2 || out.seats.size() > 4) return problem("players", text);
    return std::nullopt;
}

// Before everything else: which powers there are depends on the rule set.
Problem read_game_rules(Position& p, const Parts& parts) {
    for (std::string_view f : parts.fields) {
        if (f.substr(0, 6) != "rules=") continue;
        const auto rules = read_rules(f.substr(6));
        if (!rules) return problem("rules", f.substr(6));
        p.rules = *rules;
    }
    return std::nullopt;
}

Problem read_heights(Position& p, std::string_view text) {
    if (text.size() != board_squares) return problem("heights/length", text);
    for (int i = 0; i < board_squares; ++i) {
        const Square s = reading_order(i);
        const char c = text[static_cast<unsigned>(i)];
        int h = 0;
        if (c >= '0' && c <= '3') {
            h = c - '0';
        } else if (c == '4') {
            h = 3, p.dome |= bit(s);
        } else if (c >= 'x' && c <= 'z') {
            h = c - 'x', p.dome |= bit(s);
        } else {
            return problem("heights/character", std::string_view(&c, 1));
        }
        for (int k = 0; k < h; ++k) p.raise(s);
    }
    return std::nullopt;
}

Problem read_mover(Position& p, std::string_view text) {
    const auto mover = read_number(text, p.players);
    if (!mover || *mover < 1) return problem("to-move", text);
    p.to_move = static_cast<Seat>(*mover - 1);
    return std::nullopt;
}

struct SeatText {
    std::string_view text, items, rest;
};

// The card of a seat. All cards are read before any brackets: what may stand in those depends on the cards.
Problem read_card(Position& p, Seat s, SeatText& seat) {
    std::string_view rest = seat.text, key;
    if (!rest.empty() && rest[0] == '#') p.winner = p.winner == no_seat ? s : p.winner, rest.remove_prefix(1);
    if (!rest.empty() && rest[0] == '-') p.flags[s] |= out, rest.remove_prefix(1);
    if (!split_brackets(rest, key, seat.items, seat.rest)) return problem("seat", seat.text);
    // A card may follow the text of another rule set than the game: limus~revised.
    if (const auto tilde = key.find('~'); tilde != std::string_view::npos) {
        const auto edition = read_rules(key.substr(tilde + 1));
        if (!edition) return problem("rules", key.substr(tilde + 1));
        p.set_edition(s, *edition);
        key = key.substr(0, tilde);
    }
    const auto id = find_power(key);
    if (!id || !exists(p.edition(s), *id)) return problem("power", key);
    p.cards[s] = *id;
    p.number[s] = p.is_out(s) ? uint8_t{0} : p.card(s).setup.waiting;
    return std::nullopt;
}

Problem read_workers(Position& p, Seat s, const SeatText& seat) {
    std::string_view rest = seat.rest;
    if (rest.empty()) return std::nullopt;
    if (rest[0] != ':') return problem("seat", seat.text);
    rest.remove_prefix(1);
    if (rest == "?") return p.flags[s] |= unseen, std::nullopt;
    const auto squares = read_squares(rest);
    if (!squares || !*squares) return problem("squares", rest);
    const Bitboard taken = p.all_workers();
    if (*squares & taken) return problem("shared-square", squares_text(*squares & taken));
    if (p.players == 4 && s > 1) return problem("team-squares", seat.text);
    p.workers[p.side(s)] |= *squares;
    return std::nullopt;
}

Problem read_seats(Position& p, const std::vector<std::string_view>& texts) {
    std::vector<SeatText> seats;
    for (Seat s = 0; s < p.players; ++s) {
        seats.push_back({texts[s], {}, {}});
        if (const auto wrong = read_card(p, s, seats.back())) return wrong;
    }
    for (Seat s = 0; s < p.players; ++s) {
        if (const auto wrong = read_items(p, p.card(s), s, s, seats[s].items)) return wrong;
        if (const auto wrong = read_workers(p, s, seats[s])) return wrong;
    }
    return std::nullopt;
}

Problem read_fields(Position& p, const std::vector<std::string_view>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view f = fields[i];
        const auto equals = f.find('=');
        for (std::size_t k = 0; k < i; ++k) {
            if (fields[k].substr(0, equals + 1) == f.substr(0, equals + 1)) return problem("field", f);
        }
        if (const auto wrong = read_field(p, f.substr(0, equals), f.substr(equals + 1))) return wrong;
    }
    return std::nullopt;
}

// Nothing on the board yet, and nothing that says otherwise: the game begins here, with its set-up.
bool is_beginning(const Position& p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (p.flags[s] & unseen) return false;
    }
    return p.stage == Stage::play && !p.all_workers() && !p.level[0] && !p.dome && p.ram == no_square &&
           p.winner == no_seat && p.turn == Turn{};
}

void begin_setup(Position& p) {
    p.starter = p.starter ? p.starter : p.to_move;
    p = start_dealt(p);
    if (const Seat seat = setup_decider(p); seat != luck) p.to_move = seat;
}

}  // namespace

std::variant<Position, TextError> read_position(std::string_view text) {
    Parts parts;
    if (const auto wrong = split_parts(trimmed(text), parts)) return *wrong;
    Position p;
    p.players = static_cast<uint8_t>(parts.seats.size());
    if (const auto wrong = read_game_rules(p, parts)) return *wrong;
    if (const auto wrong = read_heights(p, parts.heights)) return *wrong;
    if (const auto wrong = read_mover(p, parts.to_move)) return *wrong;
    if (const auto wrong = read_seats(p, parts.seats)) return *wrong;
    if (const auto wrong = read_fields(p, parts.fields)) return *wrong;
    if (p.winner != no_seat && p.reason == Reason::none) p.reason = Reason::climbed;
    if (is_beginning(p)) begin_setup(p);
    if (const auto wrong = check_position(p)) return *wrong;
    return p;
}

}  // namespace santorini
