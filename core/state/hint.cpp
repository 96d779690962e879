#include "core/state/hint.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/questions/outcome.h"
#include "core/search/search.h"
#include "core/state/seen.h"
#include "core/text/position_text.h"
#include "core/turn/can_win.h"
#include "core/turn/turns.h"

namespace santorini {
namespace {

struct Reason {
    std::string_view key;
    std::optional<std::pair<Square, Square>> move;  // the opponent's move that is stopped
    int level = 0;                                  // the level that is reached
};

int highest(const Position& p, Bitboard workers) {
    int height = 0;
    for (const Square s : each(workers)) height = std::max(height, p.height(s));
    return height;
}

// The move with which an opponent would win if it were its turn.
std::optional<std::pair<Square, Square>> threat(const Position& view, Seat seat) {
    for (Seat other = 0; other < view.players; ++other) {
        if (view.side(other) == view.side(seat)) continue;
        Position theirs = view;
        theirs.to_move = other;
        if (!can_win(theirs)) continue;
        for (TurnLister turns(theirs); turns.next();) {
            const Position& after = turns.result();
            if (!after.is_over() || after.side(after.winner) != theirs.side(other)) continue;
            const std::vector<Step> steps = turns.steps();
            const auto move = std::find_if(steps.rbegin(), steps.rend(),
                                           [](const Step& s) { return on_board(s.at) && on_board(s.to); });
            if (move != steps.rend()) return std::pair(move->at, move->to);
            break;
        }
    }
    return std::nullopt;
}

std::optional<Reason> because(const Position& view, Seat seat, const Position& then) {
    const Side side = view.side(seat);
    if (const auto ended = outcome(then)) {
        for (Seat s = 0; s < then.players; ++s) {
            if (ended->winners >> s & 1 && then.side(s) == side) return Reason{"wins", {}, 0};
        }
        return std::nullopt;
    }
    const bool resting = view.turn.phase == Phase::rest && then.turn.phase == Phase::rest;
    if (view.stage != Stage::play || !resting || !is_searchable(view)) return std::nullopt;
    if (is_threatened(view) && !can_win(then)) {
        if (const auto move = threat(view, seat)) return Reason{"stops", move, 0};
    }
    if (then.side(then.to_move) != side && is_threatened(then)) return Reason{"threatens", {}, 0};
    const int height = highest(then, then.own(seat));
    if (height > highest(view, view.own(seat))) return Reason{"climbs", {}, height};
    return std::nullopt;
}

void write_reason(Json& json, const std::optional<Reason>& reason) {
    if (!reason) {
        json.null();
        return;
    }
    json.open('{').item("key", std::string("server.hint.").append(reason->key)).key("args").open('{');
    if (reason->move) json.item("from", square_name(reason->move->first)).item("to", square_name(reason->move->second));
    if (reason->level) json.item("level", reason->level);
    json.close('}').key("squares").open('[');
    if (reason->move) json.value(square_name(reason->move->first)).value(square_name(reason->move->second));
    json.close(']').close('}');
}

}  // namespace

void write_hint(Json& json, const Position& view, Seat seat, const std::vector<std::string>& steps) {
    std::vector<Step> played;
    Position now = view;
    for (const std::string& text : steps) {
        StepList possible;
        legal_steps(now, possible);
        const auto* step = std::find_if(possible.begin(), possible.end(),
                                        [&](const Step& one) { return step_text(now, one) == text; });
        if (step == possible.end()) break;
        played.push_back(*step);
        play(now, *step);
    }
    json.open('{').key("hint").open('[');
    for (const std::string& text : steps) json.value(text);
    json.close(']');
    write_effects(json.key("effects"), view, played, seat, false);
    write_reason(json.key("because"), played.empty() ? std::nullopt : because(view, seat, now));
    json.close('}');
}

}  // namespace santorini
