// Writing positions and steps; reading is in read_position.cpp.
#include "core/text/position_text.h"

#include <vector>

#include "core/text/text_parts.h"

namespace santorini {
namespace {

constexpr std::array<std::string_view, 8> direction_names{"n", "ne", "e", "se", "s", "sw", "w", "nw"};

std::string join(const std::vector<std::string>& items, char between) {
    std::string out;
    for (const std::string& item : items) {
        if (!out.empty()) out += between;
        out += item;
    }
    return out;
}

// Squares in upper case, as the short form has them; directions and powers stay as they are.
std::string upper_squares(std::string text) {
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const bool begins = i == 0 || !(text[i - 1] >= 'a' && text[i - 1] <= 'z');
        if (begins && text[i] >= 'a' && text[i] <= 'e' && text[i + 1] >= '1' && text[i + 1] <= '5') {
            text[i] = static_cast<char>(text[i] - 'a' + 'A');
        }
    }
    return text;
}

std::string powers_text(uint64_t set) {
    std::string out;
    for (PowerId id = 1; id < 64; ++id) {
        if (!(set >> id & 1)) continue;
        if (!out.empty()) out += ',';
        out += key_of(id);
    }
    return out;
}

std::string heights_text(const Position& p, bool full) {
    std::string out;
    for (int i = 0; i < board_squares; ++i) {
        const Square s = reading_order(i);
        const int h = p.height(s);
        const bool dome = has(p.dome, s);
        out += !dome ? static_cast<char>('0' + h) : full && h < 3 ? static_cast<char>('x' + h) : '4';
    }
    return out;
}

// A hand of the player aid's draft. It is empty only in a view, or before its first card is dealt.
std::string hand_text(const Position& p, Seat seat) {
    const uint64_t hand = p.hand(seat);
    return hand ? powers_text(hand) : "?";
}

std::string secret_text(Square s) { return s == unknown_square ? "?" : square_name(s); }

// The items a card keeps in brackets. `slot` is where its number, tokens and aim are kept.
std::vector<std::string> card_items(const Position& p, const Power& card, Seat slot) {
    std::vector<std::string> items;
    if (card.build.builds == Builds::stock) items.push_back(std::to_string(p.number[slot]));
    if (card.build.coins && (p.number[slot] != card.setup.waiting || p.tokens[slot])) {
        items.push_back(std::to_string(p.number[slot]) + "|" + squares_text(p.tokens[slot]));
    }
    if (card.end.token != Token::none && p.tokens[slot]) items.push_back(squares_text(p.tokens[slot]));
    if (card.everyone.place_on_dome && p.number[slot] != card.setup.waiting)
        items.push_back(std::to_string(p.number[slot]));
    if (p.aim[slot] < 8) items.push_back(std::string(direction_name(p.aim[slot])));
    if (card.setup.deck) {
        items.push_back(std::string(p.face ? key_of(p.face) : "") + "|" + powers_text(p.deck) + "|" +
                        powers_text(p.discard));
    }
    return items;
}

std::string seat_items(const Position& p, Seat seat, bool full) {
    const Power& card = p.card(seat);
    std::vector<std::string> items;
    if (p.flags[seat] & climbed) items.push_back("^");
    // A team's workers, and which of them are women, are written with its first seat.
    const Bitboard women = p.players == 4 && seat > 1 ? 0 : p.women & p.own(seat);
    if (card.setup.sexes && women && (p.players != 4 || seat < 2)) items.push_back(squares_text(women));
    if (!p.shared && !p.is_out(seat)) {
        for (std::string& item : card_items(p, card, seat)) items.push_back(std::move(item));
    }
    if (p.secret[seat] != no_square) items.push_back(secret_text(p.secret[seat]));
    if (p.flags[seat] & stolen) items.push_back("*");
    if (p.flags[seat] & spent) items.push_back("x");
    // A worker of the pair that was removed in the turn is written as "-": the demand stands, and cannot be met any
    // more (F47).
    if (p.binder == seat) {
        const bool pair = card.end.bind == Bind::pair;
        items.push_back(square_name(p.bound) + (pair ? ',' + square_name(p.bound_to) : ""));
    }
    if (!card.setup.sexes && women && full) items.push_back(std::string(1, 'f').append(squares_text(women)));
    return join(items, ';');
}

std::string seat_text(const Position& p, Seat seat, bool full) {
    std::string out;
    if (p.is_over() && p.side(p.winner) == p.side(seat)) out += '#';
    if (p.is_out(seat)) out += '-';
    out += key_of(p.cards[seat]);
    if (full && p.edition(seat) != p.rules) out.append(1, '~').append(rules_name(p.edition(seat)));
    std::string items = seat_items(p, seat, full);
    std::string squares = p.players == 4 && seat > 1 ? "" : squares_text(p.own(seat));
    if (!full) items = upper_squares(items), squares = upper_squares(squares);
    if (!items.empty()) out += '[' + items + ']';
    if (p.flags[seat] & unseen) {
        out += ":?";
    } else if (!squares.empty()) {
        out += ':' + squares;
    }
    return out;
}

}  // namespace

std::string square_name(Square s) {
    if (!on_board(s)) return "-";
    return {static_cast<char>('a' + s % 5), static_cast<char>('1' + s / 5)};
}

std::optional<Square> read_square(std::string_view text) {
    if (text.size() != 2) return std::nullopt;
    const char file = static_cast<char>(text[0] | 0x20);
    if (file < 'a' || file > 'e' || text[1] < '1' || text[1] > '5') return std::nullopt;
    return static_cast<Square>((file - 'a') + 5 * (text[1] - '1'));
}

std::string_view direction_name(Direction d) { return d < 8 ? direction_names[d] : "-"; }
std::optional<Direction> read_direction(std::string_view text) {
    for (Direction d = 0; d < 8; ++d) {
        if (direction_names[d] == text) return d;
    }
    return std::nullopt;
}
std::string_view rules_name(RuleSet rules) { return name_in(rules_names, rules); }
std::optional<RuleSet> read_rules(std::string_view text) { return named_in<RuleSet>(rules_names, text); }
std::string_view stage_name(Stage stage) { return name_in(stage_names, stage); }
std::string_view reason_name(Reason reason) { return name_in(reason_names, reason); }
std::string_view setting_name(unsigned index) { return index < setting_names.size() ? setting_names[index] : ""; }
std::optional<uint16_t> read_setting(std::string_view text) {
    for (unsigned i = 0; i < setting_names.size(); ++i) {
        if (setting_names[i] == text) return static_cast<uint16_t>(1u << i);
    }
    return std::nullopt;
}

std::string squares_text(Bitboard squares, std::string_view between) {
    std::string out;
    for (int i = 0; i < board_squares; ++i) {
        const Square s = reading_order(i);
        if (!has(squares, s)) continue;
        if (!out.empty()) out += between;
        out += square_name(s);
    }
    return out;
}

std::string turn_text(const Turn& t) {
    if (t.phase == Phase::rest && t == Turn{}) return "";
    std::vector<std::string> items{std::string(phase_names[static_cast<unsigned>(t.phase)])};
    const auto set = [&](std::string_view key, Bitboard b) {
        if (b) items.push_back(std::string(key) + ':' + squares_text(b, "+"));
    };
    const auto square = [&](std::string_view key, Square s) {
        if (on_board(s)) items.push_back(std::string(key) + ':' + square_name(s));
    };
    const auto number = [&](std::string_view key, int n, int plain) {
        if (n != plain) items.push_back(std::string(key) + ':' + std::to_string(n));
    };
    set("moved", t.moved), set("built", t.built), set("forced", t.forced);
    set("asleep", t.asleep), set("bound", t.bound), set("loose", t.loose);
    square("mover", t.mover), square("origin", t.origin), square("on", t.built_on), square("dome", t.reacts_at);
    number("count", t.count, 0), number("flags", t.flags, 0), number("towers", t.towers, 0),
        number("domes", t.domes, 0);
    number("holders", t.holders, 0), number("reactor", t.reactor, no_seat);
    return join(items, ',');
}

std::string seat_data(const Position& p, Seat seat) { return seat_items(p, seat, true); }

std::string position_text(const Position& p) {
    std::string out = heights_text(p, true) + '/' + static_cast<char>('1' + p.to_move);
    for (Seat s = 0; s < p.players; ++s) out += '/' + seat_text(p, s, true);
    const auto field = [&](std::string_view name, const std::string& value) {
        if (!value.empty()) out += '/' + std::string(name) + '=' + value;
    };
    if (p.rules != RuleSet::printed) field("rules", std::string(rules_name(p.rules)));
    if (p.shared) {
        const std::string items = join(card_items(p, entry(p.rules, p.shared), 0), ';');
        field("fleece", std::string(key_of(p.shared)) + (items.empty() ? "" : '[' + items + ']') + '@' +
                            (on_board(p.ram) ? square_name(p.ram) : "-"));
    }
    std::vector<std::string> settings;
    for (unsigned i = 0; i < setting_names.size(); ++i) {
        if (p.settings >> i & 1) settings.emplace_back(setting_names[i]);
    }
    if (p.override_bans) settings.emplace_back(any_pair);
    field("set", join(settings, ','));
    if (p.extra) field("extra", std::to_string(p.extra));
    if (p.stage != Stage::play) field("setup", std::string(stage_name(p.stage)));
    if (p.starter) field("first", std::to_string(p.starter + 1));
    if (p.stage >= Stage::deal) {
        field("hands", p.offered ? hand_text(p, 0) + '|' + hand_text(p, 1) : "");
    } else {
        field("offer", powers_text(p.offered));
    }
    field("turn", turn_text(p.turn));
    if (p.reason != Reason::none) field("reason", std::string(reason_name(p.reason)));
    return out;
}

std::string short_text(const Position& p) {
    std::string out = heights_text(p, false) + '/' + static_cast<char>('1' + p.to_move);
    for (Seat s = 0; s < p.players; ++s) out += '/' + seat_text(p, s, false);
    return out;
}

std::string step_text(const Position& before, const Step& step) {
    const std::string at = square_name(step.at), to = square_name(step.to);
    switch (step.kind) {
        case StepKind::move:
            return at + '-' + to;
        case StepKind::build:
        case StepKind::dome: {
            // The worker that moved need not be named.
            const bool named = on_board(step.at) && (step.at != before.turn.mover || before.turn.phase < Phase::moving);
            const bool dome = step.kind == StepKind::dome || before.height(step.to) == 3;
            return (named ? at : "") + '+' + to + (dome ? "^" : "");
        }
        case StepKind::force:
            return at + '>' + to;
        case StepKind::exchange:
            return at + "<>" + to;
        case StepKind::unbuild:
            return '-' + to;
        case StepKind::slay:
            return 'x' + to;
        case StepKind::token:
            return '@' + to;
        case StepKind::aim:
            return '@' + std::string(direction_name(step.what));
        case StepKind::place:
            return '*' + to + (step.what ? "f" : "");
        case StepKind::bind:
            return '!' + to + (on_board(step.at) ? ':' + at : "");
        case StepKind::use:
            return "!";
        case StepKind::pass:
            return "pass";
        case StepKind::done:
            return ".";
        case StepKind::chance:
            return '~' + std::string(key_of(step.what));
        case StepKind::offer:
            return "offer:" + std::string(key_of(step.what));
        case StepKind::take:
            return "take:" + std::string(key_of(step.what));
        case StepKind::begin:
            return "begin:" + std::to_string(step.what + 1);
        case StepKind::secret:
            return '?' + to;
        case StepKind::discard:
            return "discard:" + std::string(key_of(step.what));
    }
    return "";
}

}  // namespace santorini
