#include "core/text/position_text.h"

#include <array>
#include <charconv>
#include <vector>

#include "core/text/names.h"
#include "core/turn/machine.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

constexpr std::array<std::string_view, 8> direction_names{"n", "ne", "e", "se", "s", "sw", "w", "nw"};
constexpr std::string_view any_pair = "any-pair";  // banned pairs may be offered
constexpr std::array<std::string_view, 13> phase_names{"rest",    "start",    "forcing", "singing",  "entered",
                                                       "ferried", "prebuilt", "moving",  "building", "again",
                                                       "doming",  "ending",   "draw"};

// Squares in reading order: a5 b5 .. e5, then down to e1.
constexpr Square reading_order(int i) { return static_cast<Square>(i % 5 + 5 * (4 - i / 5)); }

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

std::string squares_text(Bitboard squares, std::string_view between = ",") {
    std::string out;
    for (int i = 0; i < board_squares; ++i) {
        const Square s = reading_order(i);
        if (!has(squares, s)) continue;
        if (!out.empty()) out += between;
        out += square_name(s);
    }
    return out;
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

std::string secret_text(Square s) { return s == unknown_square ? "?" : square_name(s); }

// The items a card keeps in brackets. `slot` is where its number, tokens and aim lie.
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

std::string join(const std::vector<std::string>& items, char between) {
    std::string out;
    for (const std::string& item : items) {
        if (!out.empty()) out += between;
        out += item;
    }
    return out;
}

std::string seat_items(const Position& p, Seat seat, bool full) {
    const Power& card = p.card(seat);
    std::vector<std::string> items;
    if (p.flags[seat] & climbed) items.push_back("^");
    // A team's workers stand with its first seat, and so do their women.
    const Bitboard women = p.players == 4 && seat > 1 ? 0 : p.women & p.own(seat);
    if (card.setup.sexes && women && (p.players != 4 || seat < 2)) items.push_back(squares_text(women));
    if (!p.shared && !p.is_out(seat)) {
        for (std::string& item : card_items(p, card, seat)) items.push_back(std::move(item));
    }
    if (p.secret[seat] != no_square) items.push_back(secret_text(p.secret[seat]));
    if (p.flags[seat] & stolen) items.push_back("*");
    if (p.flags[seat] & spent) items.push_back("x");
    if (p.binder == seat && on_board(p.bound)) {
        std::string item = square_name(p.bound);
        if (on_board(p.bound_to)) item.append(1, ',').append(square_name(p.bound_to));
        items.push_back(item);
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

// ---------------------------------------------------------------------------------------------------------------

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

using Problem = std::optional<TextError>;
Problem problem(std::string_view code, std::string_view fragment) { return TextError{code, std::string(fragment)}; }

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
    if (const auto n = read_number(item, 250);
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
    const auto squares = read_squares(item);
    if (!squares || !*squares) return bad();
    const int n = count(*squares);
    if (seat && card.setup.sexes && n == 1) return p.women |= *squares, std::nullopt;
    if (card.end.token != Token::none && n <= (card.end.token == Token::anywhere ? 2 : 1))
        return p.tokens[slot] = *squares, std::nullopt;
    if (seat && card.setup.secret != Secret::none && n == 1) return p.secret[*seat] = first(*squares), std::nullopt;
    if (seat && card.end.bind != Bind::none && n == (card.end.bind == Bind::pair ? 2 : 1)) {
        const auto names = split(item, ',');
        p.binder = *seat;
        p.bound = *read_square(names[0]);
        if (n == 2) p.bound_to = *read_square(names[1]);
        return std::nullopt;
    }
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

struct SeatText {
    std::string_view text, items, rest;
};

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
    if (name == "offer") {
        for (std::string_view key : split(value, ',')) {
            const auto id = find_power(key);
            if (!id || *id == no_power || *id > printed_cards) return problem("power", key);
            p.offered |= uint64_t{1} << *id;
        }
        return std::nullopt;
    }
    if (name == "reason") {
        for (unsigned i = 1; i < reason_names.size(); ++i) {
            if (value == reason_names[i]) p.reason = static_cast<Reason>(i);
        }
        return p.reason == Reason::none ? bad() : std::nullopt;
    }
    if (name == "rules") return std::nullopt;  // read first
    return bad();
}

// During set-up nothing is built, nobody has won or lost, and somebody has something to choose.
Problem check_setup(const Position& p) {
    const auto bad = [&] { return problem("setup", stage_name(p.stage)); };
    if (p.level[0] || p.dome || p.extra || p.is_over()) return bad();
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) return bad();
    }
    const bool in_draft = p.stage == Stage::offer || p.stage == Stage::take || p.stage == Stage::begin;
    if (!in_draft && due_stage(p) != p.stage) return bad();
    if (p.stage == Stage::take && !p.offered) return bad();
    StepList steps;
    setup_steps(p, steps);
    if (steps.empty()) return bad();
    const Seat seat = setup_decider(p);
    return seat == luck || seat == p.to_move ? std::nullopt : problem("to-move", std::to_string(p.to_move + 1));
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
    field("offer", powers_text(p.offered));
    field("turn", turn_text(p.turn));
    if (p.reason != Reason::none) field("reason", std::string(reason_name(p.reason)));
    return out;
}

std::string short_text(const Position& p) {
    std::string out = heights_text(p, false) + '/' + static_cast<char>('1' + p.to_move);
    for (Seat s = 0; s < p.players; ++s) out += '/' + seat_text(p, s, false);
    return out;
}

std::variant<Position, TextError> read_position(std::string_view text) {
    const auto fail = [](std::string_view code, std::string_view fragment) {
        return TextError{code, std::string(fragment)};
    };
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    if (text.size() > 2000) return fail("length", text.substr(0, 40));
    const auto parts = split(text, '/');
    if (parts.size() < 4) return fail("parts", text);
    std::vector<std::string_view> seats, fields;
    for (std::size_t i = 2; i < parts.size(); ++i) {
        const bool field = parts[i].find('=') != std::string_view::npos && parts[i].find('=') < parts[i].find('[');
        if (!field && !fields.empty()) return fail("seat", parts[i]);
        (field ? fields : seats).push_back(parts[i]);
    }
    if (seats.size() < 2 || seats.size() > 4) return fail("players", text);

    Position p;
    p.players = static_cast<uint8_t>(seats.size());
    for (std::string_view f : fields) {
        if (f.substr(0, 6) != "rules=") continue;
        const auto rules = read_rules(f.substr(6));
        if (!rules) return fail("rules", f.substr(6));
        p.rules = *rules;
    }

    if (parts[0].size() != board_squares) return fail("heights/length", parts[0]);
    for (int i = 0; i < board_squares; ++i) {
        const Square s = reading_order(i);
        const char c = parts[0][static_cast<unsigned>(i)];
        int h = 0;
        if (c >= '0' && c <= '3') {
            h = c - '0';
        } else if (c == '4') {
            h = 3, p.dome |= bit(s);
        } else if (c >= 'x' && c <= 'z') {
            h = c - 'x', p.dome |= bit(s);
        } else {
            return fail("heights/character", std::string_view(&c, 1));
        }
        for (int k = 0; k < h; ++k) p.raise(s);
    }
    const auto mover = read_number(parts[1], p.players);
    if (!mover || *mover < 1) return fail("to-move", parts[1]);
    p.to_move = static_cast<Seat>(*mover - 1);

    // Cards first: what stands in the brackets depends on them.
    std::vector<SeatText> read;
    for (Seat s = 0; s < p.players; ++s) {
        SeatText seat{seats[s], {}, {}};
        std::string_view rest = seats[s], key;
        if (!rest.empty() && rest[0] == '#') p.winner = p.winner == no_seat ? s : p.winner, rest.remove_prefix(1);
        if (!rest.empty() && rest[0] == '-') p.flags[s] |= out, rest.remove_prefix(1);
        if (!split_brackets(rest, key, seat.items, seat.rest)) return fail("seat", seats[s]);
        // A card may follow the text of another rule set than the game: limus~revised.
        if (const auto tilde = key.find('~'); tilde != std::string_view::npos) {
            const auto edition = read_rules(key.substr(tilde + 1));
            if (!edition) return fail("rules", key.substr(tilde + 1));
            p.set_edition(s, *edition);
            key = key.substr(0, tilde);
        }
        const auto id = find_power(key);
        if (!id || !exists(p.edition(s), *id)) return fail("power", key);
        p.cards[s] = *id;
        p.number[s] = p.card(s).setup.waiting;
        if (p.is_out(s)) p.number[s] = 0;
        read.push_back(seat);
    }
    Bitboard taken = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (const auto wrong = read_items(p, p.card(s), s, s, read[s].items)) return *wrong;
        std::string_view rest = read[s].rest;
        if (rest.empty()) continue;
        if (rest[0] != ':') return fail("seat", read[s].text);
        rest.remove_prefix(1);
        if (rest == "?") {
            p.flags[s] |= unseen;
            continue;
        }
        const auto squares = read_squares(rest);
        if (!squares || !*squares) return fail("squares", rest);
        if (*squares & taken) return fail("shared-square", squares_text(*squares & taken));
        if (p.players == 4 && s > 1) return fail("team-squares", read[s].text);
        taken |= *squares;
        p.workers[p.side(s)] |= *squares;
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string_view f = fields[i];
        const auto equals = f.find('=');
        for (std::size_t k = 0; k < i; ++k) {
            if (fields[k].substr(0, equals + 1) == f.substr(0, equals + 1)) return fail("field", f);
        }
        if (const auto wrong = read_field(p, f.substr(0, equals), f.substr(equals + 1))) return *wrong;
    }
    if (p.winner != no_seat && p.reason == Reason::none) p.reason = Reason::climbed;
    // Nothing on the board yet: the game begins with placing.
    const bool empty = !taken && !p.level[0] && !p.dome && p.stage == Stage::play && p.winner == no_seat;
    bool unseen_workers = false;
    for (Seat s = 0; s < p.players; ++s) unseen_workers |= (p.flags[s] & unseen) != 0;
    if (empty && !unseen_workers && p.turn == Turn{} && p.ram == no_square) {
        p.starter = p.starter ? p.starter : p.to_move;
        p = start_dealt(p);
        if (p.stage != Stage::deck) p.to_move = setup_decider(p);
    }
    if (const auto wrong = check_position(p)) return *wrong;
    return p;
}

std::optional<TextError> check_position(const Position& p) {
    const Bitboard workers = p.all_workers();
    if (workers & p.dome) return problem("worker-on-dome", squares_text(workers & p.dome));
    if (has(workers | p.level[0] | p.dome, p.ram)) return problem("ram", square_name(p.ram));
    for (Side s = 0; s < 3; ++s) {
        if (count(p.workers[s]) > 4) return problem("workers", squares_text(p.workers[s]));
    }
    Bitboard lying = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.tokens[s] & (lying | p.dome)) return problem("token", squares_text(p.tokens[s] & (lying | p.dome)));
        lying |= p.tokens[s];
        const Power& card = p.dealt_power(s);
        if (card.everyone.closed_token && (p.tokens[s] & workers))
            return problem("token", squares_text(p.tokens[s] & workers));
        if (p.is_out(s) && p.own(s)) return problem("out", squares_text(p.own(s)));
        if (p.is_out(s) && p.players != 3) return problem("out", key_of(p.cards[s]));
        if (card.setup.secret == Secret::fate && on_board(p.secret[s]) && !geometry.fate[p.secret[s]]) {
            return problem("fate", square_name(p.secret[s]));
        }
        if (card.setup.deck && !p.is_out(s) && !p.face && p.stage == Stage::play && p.turn.phase != Phase::draw) {
            return problem("face", key_of(p.dealt(s)));
        }
    }
    if (p.women & ~workers) return problem("women", squares_text(p.women & ~workers));
    if (p.is_out(p.to_move) && !p.is_over()) return problem("to-move", std::to_string(p.to_move + 1));
    if (p.shared && p.players != 2) return problem("field", "fleece");
    if (p.shared && p.ram == no_square && p.stage == Stage::play) return problem("field", "fleece");
    const Turn& t = p.turn;
    if (t.phase != Phase::rest) {
        const Bitboard marks = t.moved | t.built | t.forced | t.asleep | t.bound | t.loose;
        const bool needs_mover = t.phase == Phase::ferried || t.phase == Phase::prebuilt || t.phase == Phase::entered ||
                                 t.phase == Phase::again;
        if ((marks & ~workers) || (needs_mover && !on_board(t.mover)) ||
            (on_board(t.mover) && !has(workers, t.mover)) || t.reactor > no_seat ||
            (t.reactor < no_seat && (t.reactor >= p.players || !on_board(t.reacts_at))) || t.count > 250) {
            return problem("turn", turn_text(t));
        }
        if (t.phase == Phase::draw && !p.deck) return problem("turn", turn_text(t));
        const bool builds = t.phase == Phase::building || t.phase == Phase::moving || t.phase == Phase::doming;
        const Moves moves = p.power(p.to_move).move.moves;
        if (builds && !on_board(t.mover) && moves != Moves::travel && moves != Moves::all)
            return problem("turn", turn_text(t));
        if (p.stage != Stage::play || p.is_over()) return problem("turn", turn_text(t));
    } else if (!(t == Turn{})) {
        return problem("turn", turn_text(t));
    }
    if ((on_board(p.bound) && !has(workers, p.bound)) || (on_board(p.bound_to) && !has(workers, p.bound_to))) {
        return problem("bound", square_name(p.bound));
    }
    if (t.towers > board_squares || t.domes > board_squares) return problem("turn", turn_text(t));
    if (p.shared && (p.cards[0] || p.cards[1])) return problem("field", "fleece");
    return p.stage == Stage::play ? std::nullopt : check_setup(p);
    return std::nullopt;
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
    }
    return "";
}

}  // namespace santorini
