#include "core/state/parts.h"

#include <charconv>
#include <optional>
#include <vector>

#include "core/state/board.h"
#include "core/text/names.h"
#include "core/text/text_parts.h"

namespace santorini {
namespace {

// -- taking apart -----------------------------------------------------------------------------------------------------

void write_simple_powers(Json& json, uint16_t set) {
    json.open('[');
    for (PowerId id = 1; id < 16; ++id) {
        if (set >> id & 1) json.value(key_of(id));
    }
    json.close(']');
}

// What a card keeps in its slot: its own, or the first one for the Golden Fleece.
void write_kept(Json& json, const Position& p, Seat slot) {
    json.item("number", p.number[slot]).key("aim");
    if (p.aim[slot] < 8) {
        json.value(direction_name(p.aim[slot]));
    } else {
        json.null();
    }
    write_squares(json.key("tokens"), p.tokens[slot]);
}

void write_card(Json& json, const Position& p, Seat seat) {
    const bool has_deck = p.card(seat).setup.deck;
    json.open('{').item("power", key_of(p.cards[seat])).item("rules", rules_name(p.edition(seat)));
    json.item("out", p.is_out(seat)).item("climbed", (p.flags[seat] & climbed) != 0);
    json.item("spent", (p.flags[seat] & spent) != 0).item("stolen", (p.flags[seat] & stolen) != 0);
    write_kept(json, p.shared ? Position{} : p, seat);
    write_square(json.key("secret"), on_board(p.secret[seat]) ? p.secret[seat] : no_square);
    json.key("face");
    if (has_deck && p.face) {
        json.value(key_of(p.face));
    } else {
        json.null();
    }
    write_simple_powers(json.key("deck"), has_deck ? p.deck : 0);
    write_simple_powers(json.key("discard"), has_deck ? p.discard : 0);
    json.key("bound").open('[');
    if (p.binder == seat) {
        json.value(square_name(p.bound));
        if (p.card(seat).end.bind == Bind::pair) json.value(square_name(p.bound_to));
    }
    json.close(']').close('}');
}

// -- putting together -------------------------------------------------------------------------------------------------

using Words = std::vector<std::string_view>;

Words words_of(std::string_view line) {
    Words out;
    while (true) {
        const auto end = line.find(' ');
        out.push_back(line.substr(0, end));
        if (end == std::string_view::npos) break;
        line.remove_prefix(end + 1);
    }
    out.resize(4);  // missing words are empty
    return out;
}

std::optional<uint8_t> read_number(std::string_view text, int most) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > most) return std::nullopt;
    return static_cast<uint8_t>(n);
}

class Joiner {
public:
    bool take(std::string_view line);
    Position position;

private:
    bool take_game(const Words& words);
    bool take_board(const Words& words);
    bool take_holder(const Words& words);
    bool take_kept(const Words& words);
    bool take_deck(const Words& words);
    bool take_bound(const Words& words);

    Seat seats_ = 0;  // cards read so far
    Seat slot_ = no_seat;
};

bool Joiner::take(std::string_view line) {
    const Words words = words_of(line);
    return take_game(words) || take_board(words) || take_holder(words) || (slot_ != no_seat && take_kept(words));
}

bool Joiner::take_game(const Words& words) {
    Position& p = position;
    if (words[0] == "set") {
        if (words[1] == any_pair) return p.override_bans = 1, true;
        const auto setting = read_setting(words[1]);
        p.settings |= setting.value_or(0);
        return setting.has_value();
    }
    if (words[0] != "game") return false;
    const auto rules = read_rules(words[1]);
    const auto to_move = read_number(words[2], 4), extra = read_number(words[3], board_squares);
    if (!rules || !to_move || !*to_move || !extra) return false;
    p.rules = *rules, p.to_move = static_cast<Seat>(*to_move - 1), p.extra = *extra;
    return true;
}

bool Joiner::take_board(const Words& words) {
    Position& p = position;
    const bool tower = words[0] == "tower", worker = words[0] == "worker";
    if (!tower && !worker) return false;
    const auto square = read_square(words[1]);
    const auto number = read_number(words[2], tower ? 3 : 2);
    if (!square || !number) return false;
    const bool mark = words[3] == "1";
    if (worker) {
        p.workers[*number] |= bit(*square);
        if (mark) p.women |= bit(*square);
    } else {
        for (int k = 0; k < *number; ++k) p.raise(*square);
        if (mark) p.dome |= bit(*square);
    }
    return true;
}

// Reads a card, or the Golden Fleece. The lines that follow belong to it.
bool Joiner::take_holder(const Words& words) {
    Position& p = position;
    if (words[0] != "card" && words[0] != "fleece") return false;
    const auto id = find_power(words[1]);
    if (!id) return false;
    if (words[0] == "fleece") {
        const auto ram = words[2] == "-" ? no_square : read_square(words[2]);
        if (!ram || *id == no_power) return false;
        p.shared = *id, p.ram = *ram, p.number[0] = 0, slot_ = 0;
        return true;
    }
    const auto rules = read_rules(words[2]);
    if (!rules || seats_ == p.cards.size()) return false;
    slot_ = seats_++;
    p.players = seats_;
    p.cards[slot_] = *id;
    p.set_edition(slot_, *rules);
    p.number[slot_] = p.card(slot_).setup.waiting;
    return true;
}

bool Joiner::take_kept(const Words& words) {
    Position& p = position;
    const std::string_view name = words[0];
    if (name == "out") return p.flags[slot_] |= out, p.number[slot_] = 0, true;
    if (name == "climbed") return p.flags[slot_] |= climbed, true;
    if (name == "spent") return p.flags[slot_] |= spent, true;
    if (name == "stolen") return p.flags[slot_] |= stolen, true;
    if (name == "number") {
        const auto n = read_number(words[1], most_pieces);
        p.number[slot_] = n.value_or(0);
        return n.has_value();
    }
    if (name == "aim") {
        const auto direction = read_direction(words[1]);
        p.aim[slot_] = direction.value_or(no_direction);
        return direction.has_value();
    }
    if (name == "token" || name == "secret") {
        const auto square = read_square(words[1]);
        if (!square) return false;
        if (name == "token") {
            p.tokens[slot_] |= bit(*square);
        } else {
            p.secret[slot_] = *square;
        }
        return true;
    }
    return name == "bound" ? take_bound(words) : take_deck(words);
}

bool Joiner::take_deck(const Words& words) {
    Position& p = position;
    const auto id = find_power(words[1]);
    if (!id || *id == no_power || *id > 10) return false;  // the simple gods
    const auto card = static_cast<uint16_t>(1u << *id);
    if (words[0] == "face") return p.face = *id, true;
    if (words[0] == "deck") return p.deck |= card, true;
    if (words[0] == "discard") return p.discard |= card, true;
    return false;
}

bool Joiner::take_bound(const Words& words) {
    Position& p = position;
    p.binder = slot_;
    for (std::size_t i = 1; i <= 2 && !words[i].empty(); ++i) {
        const auto square = words[i] == "-" ? no_square : read_square(words[i]);
        if (!square) return false;
        (i == 1 ? p.bound : p.bound_to) = *square;
    }
    return true;
}

}  // namespace

void write_parts(Json& json, const Position& p) {
    json.open('{').item("rules", rules_name(p.rules)).item("to_move", p.to_move + 1).item("extra", p.extra);
    json.key("settings").open('[');
    for (unsigned i = 0; !setting_name(i).empty(); ++i) {
        if (p.settings >> i & 1) json.value(setting_name(i));
    }
    if (p.override_bans) json.value(any_pair);
    json.close(']').key("towers").open('{');
    for (Square s = 0; s < board_squares; ++s) {
        json.key(square_name(s)).open('{').item("level", p.height(s)).item("dome", has(p.dome, s)).close('}');
    }
    json.close('}').key("workers").open('[');
    for (Side side = 0; side < 3; ++side) {
        for (Square s : each(p.workers[side])) {
            json.open('{').item("square", square_name(s)).item("side", side).item("woman", has(p.women, s)).close('}');
        }
    }
    json.close(']').key("cards").open('[');
    for (Seat seat = 0; seat < p.players; ++seat) write_card(json, p, seat);
    json.close(']').key("fleece");
    if (!p.shared) {
        json.null().close('}');
        return;
    }
    json.open('{').item("power", key_of(p.shared));
    write_square(json.key("ram"), p.ram);
    write_kept(json, p, 0);
    json.close('}').close('}');
}

std::variant<Position, TextError> join_parts(std::span<const std::string_view> lines) {
    Joiner joiner;
    for (const std::string_view line : lines) {
        if (!joiner.take(line)) return TextError{"question", std::string(line)};
    }
    if (joiner.position.players < 2) return TextError{"players", ""};
    return joiner.position;
}

}  // namespace santorini
