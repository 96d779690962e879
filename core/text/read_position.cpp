// Reading positions: the text as a whole. Its parts are in read_card.cpp and read_field.cpp, writing in
// position_text.cpp.
#include "core/text/read_parts.h"
#include "core/turn/machine.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr std::size_t longest_text = 2000;

// The parts between the slashes.
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

// The card of a seat. All cards are read before any brackets: what the brackets may hold depends on the cards.
Problem read_card(Position& p, Seat s, SeatText& seat) {
    std::string_view rest = seat.text, key;
    if (!rest.empty() && rest[0] == '#') p.winner = p.winner == no_seat ? s : p.winner, rest.remove_prefix(1);
    if (!rest.empty() && rest[0] == '-') p.flags[s] |= out, rest.remove_prefix(1);
    if (!split_brackets(rest, key, seat.items, seat.rest)) return problem("seat", seat.text);
    // A card may follow the text of a different rule set from the game's: limus~revised.
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
