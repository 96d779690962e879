#include "wasm/rules.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>
#include <vector>

#include "core/questions/outcome.h"
#include "core/questions/why.h"
#include "core/text/names.h"
#include "core/text/notation.h"
#include "core/turn/turns.h"
#include "wasm/board.h"

namespace santorini {
namespace {

using Arguments = std::vector<std::string_view>;

std::string refused(std::string_view code, std::string_view fragment) {
    Json json;
    json.open('{').key("error").open('{').item("code", code).item("what", fragment).close('}').close('}');
    return json.text();
}

std::optional<int> number(std::string_view text) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return n;
}

// A seat of the position, from 0; nothing for any other number.
std::optional<Seat> read_seat(const Position& p, std::string_view text) {
    const auto n = number(text);
    if (!n || *n < 1 || *n > p.players) return std::nullopt;
    return static_cast<Seat>(*n - 1);
}

void write_moment(Json& json, const Position& p) {
    write_board(json.key("board"), p);
    json.key("steps").open('[');
    StepList steps;
    if (deciding_seat(p)) legal_steps(p, steps);
    for (const Step& step : steps) write_step(json, p, step);
    json.close(']');
    write_outcome(json.key("outcome"), p);
    json.item("rest", p.turn.phase == Phase::rest).item("luck", decider(p) == luck && !outcome(p));
}

std::string moment(const Position& p) {
    Json json;
    json.open('{');
    write_moment(json, p);
    return json.close('}').text();
}

// Steps that were played one after the other: their texts, what they did, and where they led.
std::string played(const Position& start, const std::vector<Step>& steps) {
    Json json;
    Position p = start;
    json.open('{').item("text", turn_text(start, steps)).key("steps_played").open('[');
    for (const Step& step : steps) {
        write_step(json, p, step);
        play(p, step);
    }
    json.close(']').key("effects").open('[');
    p = start;
    for (const Step& step : steps) {
        const Position before = p;
        Effects effects;
        play(p, step, &effects);
        write_effects(json, before, step, std::move(effects));
    }
    json.close(']').item("over", turn_is_over(start, p));
    write_moment(json, p);
    return json.close('}').text();
}

std::string play_steps(const Position& start, const Arguments& texts) {
    Position p = start;
    std::vector<Step> way;
    for (const std::string_view text : texts) {
        StepList steps;
        legal_steps(p, steps);
        const auto* found =
            std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return step_text(p, s) == text; });
        if (found == steps.end()) return refused("turn/illegal", text);
        play(p, *found);
        way.push_back(*found);
    }
    return played(start, way);
}

std::string play_turn(const Position& p, std::string_view text) {
    auto read = read_turn(p, text, true);
    if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
    return played(p, std::get<ReadTurn>(read).steps);
}

std::string list(const Position& p, std::size_t most) {
    Json json;
    json.open('{').key("turns").open('[');
    std::size_t found = 0;
    const auto write = [&](const Position& after, const std::vector<Step>& steps) {
        json.open('{').item("turn", turn_text(p, steps)).item("result", position_text(after)).close('}');
    };
    if (most) {
        for (TurnLister turns(p); found < most && turns.next(); ++found) write(turns.result(), turns.steps());
    } else {
        list_turns(p, [&](const Position& after, auto steps) { write(after, steps()); });
    }
    return json.close(']').close('}').text();
}

void write_restriction(Json& json, const Restriction& r) {
    json.open('{').item("kind", name_in(restriction_names, r.kind)).key("args").open('{');
    json.item("power", key_of(r.power));
    if (r.seat < no_seat) json.item("seat", r.seat + 1);
    if (r.direction < no_direction) json.item("direction", direction_name(r.direction));
    json.close('}').key("squares").open('[');
    for (const Square s : each(r.squares)) json.value(square_name(s));
    json.close(']').close('}');
}

std::string why_not(const Position& p, Seat seat, const Arguments& rest) {
    Question question;
    if (rest.size() == 2 && rest[0] == "step") {
        const auto read = read_question(rest[1]);
        if (!read) return refused("turn/illegal", rest[1]);
        question = *read;
    } else {
        for (std::size_t i = 0; i < rest.size(); ++i) {
            const auto square = read_square(rest[i]);
            if (!square) return refused("square", rest[i]);
            (i ? question.from : question.to) = *square;
        }
    }
    Json json;
    json.open('{').key("reasons").open('[');
    for (const Why& one : why(p, seat, question)) {
        json.open('{').item("code", name_in(why_names, one.code)).key("args").open('{');
        if (on_board(one.square)) json.item("square", square_name(one.square));
        if (on_board(one.other)) json.item(one.code == WhyCode::not_beside ? "dome" : "worker", square_name(one.other));
        if (one.seat < no_seat) json.item("seat", one.seat + 1);
        if (one.power != no_power) json.item("power", key_of(one.power));
        if (one.restriction) json.item("restriction", name_in(restriction_names, *one.restriction));
        if (one.code == WhyCode::high) json.item("height", p.height(one.square));
        json.close('}').close('}');
    }
    return json.close(']').close('}').text();
}

std::string restrictions_of(const Position& p, Seat seat) {
    Json json;
    json.open('{').key("restrictions").open('[');
    for (const Restriction& r : restrictions(p, seat)) write_restriction(json, r);
    return json.close(']').close('}').text();
}

std::string passed(Position p) {
    if (p.stage != Stage::play || p.turn.phase != Phase::rest || p.is_over()) return refused("pass", position_text(p));
    p.to_move = p.next_seat(p.to_move);
    p.extra = 0;
    return moment(p);
}

std::string given_up(Position p, Seat seat, std::string_view reason) {
    if (p.stage != Stage::play || p.is_over()) return refused("resign", std::to_string(seat + 1));
    give_up(p, seat, reason == reason_name(Reason::time) ? Reason::time : Reason::resigned);
    return moment(p);
}

std::string counted(const Position& p, int depth) {
    Json json;
    return json.open('{').item("nodes", perft(p, depth)).close('}').text();
}

}  // namespace

std::string answer(std::string_view question) {
    Arguments lines;
    while (true) {
        const std::size_t end = question.find('\n');
        lines.push_back(question.substr(0, end));
        if (end == std::string_view::npos) break;
        question.remove_prefix(end + 1);
    }
    lines.resize(std::max<std::size_t>(lines.size(), 2));
    auto read = read_position(lines[1]);
    if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
    const Position& p = std::get<Position>(read);
    const std::string_view name = lines[0];
    const Arguments rest(lines.begin() + 2, lines.end());
    const std::string_view one = rest.empty() ? std::string_view{} : rest[0];
    if (name == "look") return moment(p);
    if (name == "play") return play_steps(p, rest);
    if (name == "turn") return play_turn(p, one);
    if (name == "pass") return passed(p);
    if (name == "turns") return list(p, static_cast<std::size_t>(std::max(number(one).value_or(0), 0)));
    if (name == "turned") return moment(p.turned(static_cast<unsigned>(number(one).value_or(0)) & 7));
    if (name == "perft") return counted(p, number(one).value_or(0));
    if (name == "view" && one == "0") return moment(view(p, no_seat));
    const auto seat = read_seat(p, one);
    if (!seat) return refused("seat-number", one);
    if (name == "view") return moment(view(p, *seat));
    if (name == "why") return why_not(p, *seat, Arguments(rest.begin() + 1, rest.end()));
    if (name == "restrictions") return restrictions_of(p, *seat);
    if (name == "give_up") return given_up(p, *seat, rest.size() > 1 ? rest[1] : std::string_view{});
    return refused("question", name);
}

}  // namespace santorini
