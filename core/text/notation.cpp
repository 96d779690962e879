#include "core/text/notation.h"

#include <algorithm>
#include <optional>

#include "core/turn/machine.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

// Follows the worker that acted through what happened to it.
Square follow(Square actor, const Effects& effects) {
    int side = -1;
    for (const Effect& e : effects) {
        if ((e.kind != EffectKind::move && e.kind != EffectKind::force) || e.at != actor) continue;
        if (side >= 0 && e.who != side) continue;  // somebody displaced from the same square
        side = e.who;
        actor = e.to;
    }
    return actor;
}

// The worker that a build without a named builder belongs to, after a step.
Square actor_after(const Step& step, Square actor, const Effects& effects) {
    switch (step.kind) {
        case StepKind::move:
            return follow(step.at, effects);
        case StepKind::place:
            return step.to;
        case StepKind::build:
        case StepKind::dome:
            return actor == no_square ? step.at : actor;
        case StepKind::exchange:
            return step.to;
        case StepKind::force:
            return step.what ? static_cast<Square>(step.what - 1) : actor;
        default:
            return actor;
    }
}

bool ran_into(const Effects& effects) {
    return std::any_of(effects.begin(), effects.end(), [](const Effect& e) { return e.kind == EffectKind::conflict; });
}

std::vector<std::string> tokens(std::string_view text) {
    std::vector<std::string> out;
    std::string word;
    const auto flush = [&] {
        if (!word.empty()) out.push_back(std::move(word));
        word.clear();
    };
    for (char c : text) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ',') {
            flush();
        } else {
            word += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        }
    }
    flush();
    return out;
}

// Removes `#` and `?` after a step: these marks follow from the position, so they are optional.
void strip_marks(std::string& token) {
    const auto hash = token.find('#');
    if (hash != std::string::npos) token.erase(hash);
    if (token.size() > 1 && token.back() == '?') token.pop_back();
}

// The legal step that a token means: the best match.
std::optional<Step> match(const Position& p, const StepList& legal, const std::string& token, Square actor) {
    const auto plus = token.find('+');
    if (plus == std::string::npos || token[0] == '*') {
        for (const Step& step : legal) {
            std::string text = step_text(p, step);
            if (step.kind == StepKind::place && token == text + "f") return step;
            if (text == token || (step.kind == StepKind::place && step.what && text == token + "f")) return step;
        }
        return std::nullopt;
    }
    const bool caret = token.back() == '^';
    const auto builder = plus == 2 ? read_square(token.substr(0, 2)) : std::nullopt;
    const auto to = read_square(token.substr(plus + 1, token.size() - plus - 1 - caret));
    if (!to || (plus != 0 && !builder)) return std::nullopt;
    const auto rank = [&](const Step& step) {
        const bool dome = step.kind == StepKind::dome || p.height(step.to) == 3;
        return dome == caret ? 0 : 1;
    };
    std::optional<Step> best;
    for (const Step& step : legal) {
        if (step.kind != StepKind::build && step.kind != StepKind::dome) continue;
        if (step.to != *to || (builder && step.at != *builder)) continue;
        if (!builder && actor != no_square && step.at != actor) continue;
        if (caret && step.kind == StepKind::build && p.height(step.to) < 3) continue;
        if (!best || rank(step) < rank(*best)) best = step;
    }
    return best;
}

}  // namespace

std::string turn_text(const Position& start, const std::vector<Step>& steps) {
    std::string out;
    Position p = start;
    Square actor = start.turn.mover;  // in the middle of a turn: who moved last
    const Step* last = nullptr;
    for (const Step& step : steps) {
        const Seat who = decider(p);
        std::string token = step_text(p, step);
        const bool reacts = p.stage == Stage::play && p.turn.reactor != no_seat;
        if ((step.kind == StepKind::build || step.kind == StepKind::dome) && step.at == actor && token[0] != '+') {
            token.erase(0, 2);
        }
        if (reacts) token = step.kind == StepKind::pass ? "(-)" : '(' + token + ')';
        const bool chained = last && last->kind == StepKind::move && step.kind == StepKind::move && step.at == actor &&
                             last->to == actor && who == start.to_move;
        Effects effects;
        play(p, step, &effects);
        actor = reacts ? actor : actor_after(step, actor, effects);
        if (ran_into(effects)) token += '?';
        if (step.kind == StepKind::done && !out.empty()) continue;
        if (chained) {
            out += token.substr(2);
        } else {
            if (!out.empty()) out += ' ';
            out += token;
        }
        last = &step;
    }
    if (p.is_over()) {
        out += '#';
        if (p.side(p.winner) != p.side(start.to_move)) out += static_cast<char>('1' + p.winner);
    }
    return out;
}

std::variant<ReadTurn, TextError> read_turn(const Position& start, std::string_view text, bool whole) {
    if (text.size() > 4000) return TextError{"turn/length", std::string(text.substr(0, 40))};
    ReadTurn out;
    out.result = start;
    Position& p = out.result;
    Square actor = start.turn.mover;
    bool cut_short = false;  // by something secret: what was meant to follow does not happen
    const auto take = [&](const Step& step) {
        const bool reacts = p.stage == Stage::play && p.turn.reactor != no_seat;
        Effects effects;
        play(p, step, &effects);
        cut_short |= ran_into(effects) || p.reason == Reason::abyss || p.reason == Reason::fate;
        if (!reacts) actor = actor_after(step, actor, effects);
        out.steps.push_back(step);
    };
    const auto over = [&] { return !out.steps.empty() && turn_is_over(start, p); };
    const auto illegal = [&](const std::string& token) { return TextError{"turn/illegal", token}; };

    for (std::string token : tokens(text)) {
        strip_marks(token);
        if (token.empty()) continue;
        if (cut_short && over()) break;
        if (over()) return illegal(token);
        if (token.size() > 2 && token.front() == '(' && token.back() == ')') {
            if (p.turn.reactor == no_seat) {
                if (token == "(-)") continue;
                return illegal(token);
            }
            token = token == "(-)" ? "pass" : token.substr(1, token.size() - 2);
        } else if (p.stage == Stage::play && p.turn.reactor != no_seat && token[0] != '*' && token != "pass") {
            take({StepKind::pass});
        }
        if (token[0] == '~' && decider(p) != luck) {
            // Luck decides only after the turn is done.
            StepList legal;
            legal_steps(p, legal);
            if (std::find(legal.begin(), legal.end(), Step{}) != legal.end()) take(Step{});
        }
        // A chain of moves: b2-c3-d4 is b2-c3 c3-d4.
        std::vector<std::string> parts;
        if (token.size() > 5 && token[2] == '-' && token[5] == '-') {
            for (std::size_t i = 0; i + 5 <= token.size(); i += 3) parts.push_back(token.substr(i, 5));
            if ((token.size() + 1) % 3 != 0) return illegal(token);
        } else {
            parts.push_back(token);
        }
        for (const std::string& part : parts) {
            StepList legal;
            legal_steps(p, legal);
            if (cut_short && over()) break;
            if (over()) return illegal(token);
            auto step = match(p, legal, part, actor);
            if (const auto use =
                    std::find_if(legal.begin(), legal.end(), [](const Step& s) { return s.kind == StepKind::use; });
                !step && use != legal.end()) {
                // A step that only the power allows implies that the power is used.
                const Step used = *use;
                ReadTurn before = out;
                take(used);
                legal.clear();
                legal_steps(p, legal);
                step = match(p, legal, part, actor);
                if (!step) out = before;
            }
            if (!step) return illegal(part);
            take(*step);
        }
    }
    while (whole && !over()) {
        StepList legal;
        legal_steps(p, legal);
        const bool reacts = p.stage == Stage::play && p.turn.reactor != no_seat;
        const auto end = std::find_if(legal.begin(), legal.end(), [&](const Step& s) {
            return s.kind == StepKind::done || (reacts && s.kind == StepKind::pass);
        });
        if (end == legal.end()) break;
        take(*end);
    }
    out.complete = over();
    return out;
}

}  // namespace santorini
