#include "core/state/board.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/questions/held.h"
#include "core/questions/outcome.h"
#include "core/text/names.h"
#include "core/text/position_text.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

void write_powers(Json& json, uint64_t powers) {
    json.open('[');
    for (PowerId id = 1; id <= printed_cards; ++id) {
        if (powers >> id & 1) json.value(key_of(id));
    }
    json.close(']');
}

// -- what a card keeps, read from its entry ---------------------------------------------------------------------------

// What a card keeps is the same in all rule sets.
const Power& keeper(PowerId id) { return entry(RuleSet::printed, id); }

std::string_view number_kind(const Power& power) {
    if (power.build.builds == Builds::stock) return "pieces";
    if (power.build.coins) return "coins";
    return power.everyone.place_on_dome ? "waiting" : "";
}
std::string_view token_kind(const Power& power) {
    if (power.end.token == Token::anywhere) return "whirlpool";
    if (power.end.token == Token::beside_mover) return "talus";
    return power.build.coins ? "coin" : "";
}
std::string_view aim_kind(const Power& power) {
    if (power.everyone.wind) return "wind";
    return power.turn.song != Song::none ? "song" : "";
}
std::string_view secret_kind(const Power& power) {
    if (power.setup.secret == Secret::abyss) return "abyss";
    return power.setup.secret == Secret::fate ? "fate" : "";
}

void write_secret(Json& json, const Position& p, Seat seat, std::string_view kind) {
    json.key("secret");
    const bool unknown = p.secret[seat] == unknown_square;
    const Bitboard squares = secret_squares(p, seat);
    if (kind.empty() || (!unknown && !squares)) {
        json.null();
        return;
    }
    json.open('{').item("kind", kind).key("squares");
    if (unknown) {
        json.null();
    } else {
        write_squares(json, squares);
    }
    json.close('}');
}

// A position keeps the direction in which the wind forbids moving. The token points the other way, the way the wind
// blows, unless the card's text names the forbidden direction: then it points there.
void write_aim(Json& json, std::string_view kind, Direction aim, const Power& power) {
    const bool blows = power.everyone.wind && power.end.wind != Wind::choose;
    const auto named = [](Direction d) { return d < no_direction ? std::optional(direction_name(d)) : std::nullopt; };
    json.open('{').item("kind", kind).item("direction", named(aim));
    json.item("points", named(blows ? opposite(aim) : aim)).close('}');
}

// Does this board show workers of the seat that an opponent does not see?
bool keeps_workers_hidden(const Position& p, Seat seat) {
    for (Seat other = 0; other < p.players; ++other) {
        if (hidden_from(p, other) & p.own(seat)) return true;
    }
    return false;
}

// The card of a seat. The shared card is written as that of seat 0 and keeps its number, tokens and aim there.
void write_card(Json& json, const Position& p, Seat seat, bool shared) {
    const bool away = p.shared && !shared;  // with a shared card the seats' own cards keep nothing
    const Power& kept = keeper(away ? no_power : shared ? p.shared : p.cards[seat]);
    const uint8_t flags = shared ? uint8_t{0} : p.flags[seat];
    json.open('{').item("seat", shared ? 0 : seat + 1);
    json.item("power", key_of(shared ? p.shared : p.cards[seat]));
    json.item("held", key_of(shared ? p.shared : held_now(p, seat).power));
    json.item("rules", rules_name(shared ? p.rules : p.edition(seat)));
    json.item("dealt", shared || !is_draft(p.stage) || p.cards[seat] != no_power);
    json.item("climbed", (flags & climbed) != 0).item("spent", (flags & spent) != 0);
    json.item("stolen", (flags & stolen) != 0).item("out", (flags & out) != 0);
    json.item("hides", !shared && keeps_workers_hidden(p, seat));
    json.key("number");
    if (const auto kind = number_kind(kept); !kind.empty()) {
        json.open('{').item("kind", kind).item("value", p.number[seat]).close('}');
    } else {
        json.null();
    }
    json.key("aim");
    if (const auto kind = aim_kind(kept); !kind.empty()) {
        write_aim(json, kind, p.aim[seat],
                  entry(shared ? p.rules : p.edition(seat), shared ? p.shared : p.cards[seat]));
    } else {
        json.null();
    }
    write_secret(json, p, seat, secret_kind(kept));
    json.key("face");
    if (kept.setup.deck && p.face) {
        json.value(key_of(p.face));
    } else {
        json.null();
    }
    write_powers(json.key("deck"), kept.setup.deck ? p.deck : 0);
    write_powers(json.key("discard"), kept.setup.deck ? p.discard : 0);
    json.key("bound");
    if (!shared && p.binder == seat && on_board(p.bound)) {
        json.open('{').item("square", square_name(p.bound)).key("beside");
        write_square(json, p.bound_to);
        json.close('}');
    } else {
        json.null();
    }
    json.close('}');
}

void write_workers(Json& json, const Position& p) {
    json.open('[');
    Bitboard told = 0;
    for (Seat seat = 0; seat < p.players; ++seat) {
        for (const Square s : each(p.own(seat) & ~told)) {
            json.open('{').item("square", square_name(s)).item("side", p.side(seat) + 1).item("seat", seat + 1);
            json.item("woman", has(p.women, s)).close('}');
        }
        told |= p.own(seat);
    }
    json.close(']');
}

void write_tokens(Json& json, const Position& p) {
    json.open('[');
    for (Seat seat = 0; seat < card_slots(p); ++seat) {
        const auto kind = token_kind(keeper(p.dealt(seat)));
        if (kind.empty()) continue;
        for (const Square s : each(p.tokens[seat])) {
            json.open('{').item("square", square_name(s)).item("kind", kind);
            json.item("seat", p.shared ? 0 : seat + 1).close('}');
        }
    }
    if (on_board(p.ram)) {
        json.open('{').item("square", square_name(p.ram)).item("kind", "ram").item("seat", 0).close('}');
    }
    json.close(']');
}

// The pieces left in the box. If a kind has run out, a complete tower can be shown as a dome on the ground.
void write_supply(Json& json, const Position& p) {
    static constexpr std::array<int, 3> box{22, 18, 14};
    static constexpr int box_domes = 18;
    std::array<int, 3> left{};
    for (std::size_t k = 0; k < 3; ++k) left[k] = box[k] - count(p.level[k]);
    const int substituted = std::min(std::max(-*std::min_element(left.begin(), left.end()), 0), p.complete_towers());
    json.open('{').item("level_1", left[0] + substituted).item("level_2", left[1] + substituted);
    json.item("level_3", left[2] + substituted).item("domes", box_domes - count(p.dome));
    json.item("substituted", substituted).close('}');
}

}  // namespace

void write_squares(Json& json, Bitboard squares) {
    json.open('[');
    for (const Square s : each(squares)) json.value(square_name(s));
    json.close(']');
}

void write_square(Json& json, Square s) {
    if (on_board(s)) {
        json.value(square_name(s));
    } else {
        json.null();
    }
}

int deciding_seat(const Position& p) {
    const Seat seat = decider(p);
    return seat >= p.players || outcome(p) ? 0 : seat + 1;
}

void write_board(Json& json, const Position& p) {
    json.open('{').item("position", position_text(p)).item("stage", stage_name(p.stage));
    json.item("players", p.players).item("rules", rules_name(p.rules)).key("blocks").open('[');
    for (Square s = 0; s < board_squares; ++s) json.value(p.height(s));
    json.close(']');
    write_squares(json.key("domes"), p.dome);
    write_workers(json.key("workers"), p);
    json.key("hidden").open('[');
    for (Seat seat = 0; seat < p.players; ++seat) {
        if (p.flags[seat] & unseen) json.value(seat + 1);
    }
    json.close(']');
    write_tokens(json.key("tokens"), p);
    json.key("cards").open('[');
    for (Seat seat = 0; seat < p.players; ++seat) write_card(json, p, seat, false);
    json.close(']').key("shared");
    if (p.shared) {
        write_card(json, p, 0, true);
    } else {
        json.null();
    }
    write_powers(json.key("offer"), p.stage < Stage::deal ? p.offered : 0);
    json.item("to_move", p.to_move + 1).item("decider", deciding_seat(p)).item("extra", p.extra);
    write_supply(json.key("supply"), p);
    json.close('}');
}

void write_step(Json& json, const Position& before, const Step& step) {
    const StepKind kind = step.kind;
    const bool piece = kind == StepKind::build || kind == StepKind::dome;
    const bool names_power =
        kind == StepKind::offer || kind == StepKind::take || kind == StepKind::discard || kind == StepKind::chance;
    json.open('{').item("text", step_text(before, step)).item("kind", name_in(step_names, kind));
    write_square(json.key("from"), step.at);
    write_square(json.key("to"), step.to);
    json.item("dome", piece && (kind == StepKind::dome || before.height(step.to) == 3));
    json.item("power", names_power ? std::optional(key_of(step.what)) : std::nullopt);
    json.item("seat", kind == StepKind::begin ? std::optional<int>(step.what + 1) : std::nullopt);
    const bool aimed = kind == StepKind::aim && step.what < no_direction;
    json.item("direction", aimed ? std::optional(direction_name(step.what)) : std::nullopt);
    json.item("woman", kind == StepKind::place && step.what == 1).close('}');
}

void write_steps(Json& json, const Position& p) {
    StepList steps;
    if (decider(p) < p.players) legal_steps(p, steps);
    json.open('[');
    for (const Step& step : steps) write_step(json, p, step);
    json.close(']');
}

void write_outcome(Json& json, const Position& p) {
    const auto ended = outcome(p);
    if (!ended) {
        json.null();
        return;
    }
    json.open('{').key("winners").open('[');
    for (Seat seat = 0; seat < p.players; ++seat) {
        if (ended->winners >> seat & 1) json.value(seat + 1);
    }
    json.close(']').item("reason", reason_name(ended->reason)).close('}');
}

}  // namespace santorini
