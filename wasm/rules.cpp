#include "wasm/rules.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <variant>
#include <vector>

#include "core/questions/goal.h"
#include "core/questions/outcome.h"
#include "core/questions/secrets.h"
#include "core/questions/start.h"
#include "core/questions/why.h"
#include "core/state/board.h"
#include "core/state/parts.h"
#include "core/state/said.h"
#include "core/state/seen.h"
#include "core/text/names.h"
#include "core/text/notation.h"
#include "core/turn/turns.h"

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
    write_steps(json.key("steps"), p);
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
    json.close(']');
    write_effects(json.key("effects"), start, steps, no_seat, true);
    json.item("over", turn_is_over(start, p));
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
    write_reasons(json.open('{').key("reasons"), p, seat, question);
    return json.close('}').text();
}

std::string restrictions_of(const Position& p, Seat seat) {
    Json json;
    write_restrictions(json.open('{').key("restrictions"), p, seat);
    return json.close('}').text();
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

// For many positions at once: the page sorts thousands of puzzles by it.
std::string powers_to_move(const Arguments& positions) {
    Json json;
    json.open('{').key("powers").open('[');
    for (const std::string_view text : positions) {
        auto read = read_position(text);
        if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
        const Position& p = std::get<Position>(read);
        json.value(key_of(p.cards[p.to_move]));
    }
    return json.close(']').close('}').text();
}

// -- an editor --------------------------------------------------------------------------------------------------------

std::string taken_apart(const Position& p) {
    Json json;
    write_parts(json, p);
    return json.text();
}

std::string joined(const Arguments& lines) {
    const auto made = join_parts(lines);
    if (const auto* error = std::get_if<TextError>(&made)) return refused(error->code, error->fragment);
    Json json;
    return json.open('{').item("position", position_text(std::get<Position>(made))).close('}').text();
}

// -- a table without a server -----------------------------------------------------------------------------------------

std::vector<std::string> listed(std::string_view text) {
    std::vector<std::string> out;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        out.emplace_back(one);
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    return out;
}

std::string started(const Arguments& given) {
    Arguments agreed = given;
    agreed.resize(7);
    const auto start = start_position({listed(agreed[0]), agreed[1], agreed[2], listed(agreed[3]),
                                       number(agreed[4]).value_or(0), agreed[5] == "1", agreed[6]});
    if (const auto* error = std::get_if<TextError>(&start)) return refused(error->code, error->fragment);
    Json json;
    return json.open('{').item("position", position_text(std::get<Position>(start))).close('}').text();
}

std::string suited(const Arguments& given) {
    Arguments asked = given;
    asked.resize(4);
    const auto rules = read_rules(asked[1]);
    if (!rules) return refused("rules", asked[1]);
    const auto names = listed(asked[0]);
    const auto cards = read_cards(names, *rules);
    if (const auto* error = std::get_if<TextError>(&cards)) return refused(error->code, error->fragment);
    const auto wrong =
        refuse_cards(names, std::get<std::vector<Dealt>>(cards), *rules, asked[2] == "1", number(asked[3]).value_or(0));
    return wrong ? refused(wrong->code, wrong->fragment) : "{}";
}

// What a table needs to know of its true position, and nobody else may know.
std::string truth(const Position& p) {
    Json json;
    json.open('{').item("decider", deciding_seat(p)).item("stage", stage_name(p.stage));
    json.item("rules", rules_name(p.rules)).item("secretive", is_secretive(p)).key("sides").open('[');
    for (Seat s = 0; s < p.players; ++s) json.value(p.side(s) + 1);
    json.close(']').key("out").open('[');
    for (Seat s = 0; s < p.players; ++s) json.value(p.is_out(s));
    json.close(']').key("draws").open('[');
    if (decider(p) == luck) {
        StepList steps;
        legal_steps(p, steps);
        for (const Step& step : steps) json.value(step_text(p, step));
    }
    write_outcome(json.close(']').key("outcome"), p);
    return json.close('}').text();
}

// A step that the seat chooses by what it sees, played on the true position.
std::string chosen(const Position& p, Seat seat, std::string_view text) {
    const SeatView seen(p, seat);
    StepList steps;
    legal_steps(seen.seen(), steps);
    const auto* step =
        std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return step_text(seen.seen(), s) == text; });
    if (step == steps.end()) return refused("turn/illegal", text);
    auto read = read_turn(p, text, false);
    if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
    const auto ended = outcome(std::get<ReadTurn>(read).result);
    bool won = false;
    for (Seat s = 0; ended && s < p.players; ++s) won |= ended->winners >> s & 1 && p.side(s) == p.side(seat);
    Json json;
    json.open('{').item("tells", depends_on_secrets(seen, *step)).item("won", won);
    return json.close('}').text();
}

// A turn, or the beginning of one, as a seat may know it. Steps are played one by one, luck's too.
std::string told(const Position& before, const Arguments& rest) {
    const auto seat = number(rest.empty() ? std::string_view{} : rest[0]);
    if (!seat || *seat < 0 || *seat > before.players || rest.size() < 2) return refused("seat-number", "");
    const bool over = rest[1] == "over";
    const Seat reader = *seat ? static_cast<Seat>(*seat - 1) : no_seat;
    Position now = before;
    std::vector<Step> steps;
    for (std::size_t i = 2; i < rest.size(); ++i) {
        auto read = read_turn(now, rest[i], false);
        if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
        auto& one = std::get<ReadTurn>(read);
        steps.insert(steps.end(), one.steps.begin(), one.steps.end());
        now = one.result;
    }
    Json json;
    json.open('{').item("text", over ? turn_text(before, steps) : seen_text(before, steps, reader));
    write_effects(json.key("effects"), before, steps, reader, over);
    json.item("after", position_text(now)).item("over", turn_is_over(before, now));
    return json.close('}').text();
}

std::string parted(const Position& p, std::string_view text) {
    auto read = read_turn(p, text, false);
    if (const auto* error = std::get_if<TextError>(&read)) return refused(error->code, error->fragment);
    Position now = p;
    Json json;
    json.open('{').key("steps").open('[');
    for (const Step& step : std::get<ReadTurn>(read).steps) {
        json.value(step_text(now, step));
        play(now, step);
    }
    return json.close(']').item("after", position_text(now)).close('}').text();
}

std::string judged(const Position& after, Seat seat, std::string_view name) {
    const auto goal = std::find(goal_names.begin(), goal_names.end(), name);
    if (goal == goal_names.end()) return refused("question", name);
    const auto asked = static_cast<Goal>(goal - goal_names.begin());
    const bool reached = is_reached(asked, after, after.side(seat));
    const std::vector<Step> reply = reached ? std::vector<Step>{} : best_reply(asked, after, after.side(seat));
    const auto text = reply.empty() ? std::optional<std::string>{} : turn_text(after, reply);
    Json json;
    return json.open('{').item("reached", reached).item("reply", text).close('}').text();
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
    if (lines[0] == "start") return started(Arguments(lines.begin() + 1, lines.end()));
    if (lines[0] == "suits") return suited(Arguments(lines.begin() + 1, lines.end()));
    if (lines[0] == "movers") return powers_to_move(Arguments(lines.begin() + 1, lines.end()));
    if (lines[0] == "join") return joined(Arguments(lines.begin() + 1, lines.end()));
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
    if (name == "parts") return taken_apart(p);
    if (name == "truth") return truth(p);
    if (name == "told") return told(p, rest);
    if (name == "steps") return parted(p, one);
    if (name == "view" && one == "0") return moment(view(p, no_seat));
    const auto seat = read_seat(p, one);
    if (!seat) return refused("seat-number", one);
    if (name == "view") return moment(view(p, *seat));
    if (name == "why") return why_not(p, *seat, Arguments(rest.begin() + 1, rest.end()));
    if (name == "goal") return judged(p, *seat, rest.size() > 1 ? rest[1] : std::string_view{});
    if (name == "restrictions") return restrictions_of(p, *seat);
    if (name == "choose") return chosen(p, *seat, rest.size() > 1 ? rest[1] : std::string_view{});
    if (name == "give_up") return given_up(p, *seat, rest.size() > 1 ? rest[1] : std::string_view{});
    return refused("question", name);
}

}  // namespace santorini
