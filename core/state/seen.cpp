#include "core/state/seen.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/state/board.h"
#include "core/text/names.h"
#include "core/text/notation.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

// The player aid's draft (C6): everybody has a hand that nobody else may see.
bool is_passing(Stage stage) { return stage >= Stage::deal; }

// Whose workers or choice a step is about. In the player aid's additional turn another player moves them (G2).
Seat actor_of(const Position& p) {
    const Seat deciding = decider(p);
    return deciding == p.to_move ? acting_seat(p) : deciding;
}

// The sides whose workers the seat may not see, one bit each.
unsigned unseen_sides(const Position& p, Seat seat) {
    const Position seen = view(p, seat);
    unsigned sides = 0;
    for (Seat other = 0; other < p.players; ++other) {
        if (seen.flags[other] & unseen) sides |= 1u << p.side(other);
    }
    return sides;
}

bool names_power(StepKind kind) {
    return kind == StepKind::offer || kind == StepKind::take || kind == StepKind::discard || kind == StepKind::chance;
}

// Must what is chosen or dealt here be hidden from the seat?
bool is_hidden(const Position& before, const Step& step, const Position& after, Seat seat) {
    if (before.stage == Stage::deal) {  // only the player who gets the card sees it
        const uint64_t hand = seat < after.players && is_passing(after.stage) ? after.hand(seat) : 0;
        return !names_power(step.kind) || !(hand >> step.what & 1);
    }
    const int deciding = deciding_seat(before);
    if (!deciding || deciding == seat + 1) return false;
    if (is_passing(before.stage)) return is_passing(after.stage);  // with the last choice the cards are turned up
    const Seat owner = actor_of(before);
    if (seat < before.players && before.side(owner) == before.side(seat)) return false;
    return (view(before, seat).flags[owner] & unseen) || step.kind == StepKind::secret;
}

// What others see of a hidden worker's step, of a secret choice or of a card dealt.
std::string hidden_word(const Position& before, const Step& step) {
    if (before.stage == Stage::keep) return "take:?";
    switch (step.kind) {
        case StepKind::chance:
            return "~?";
        case StepKind::discard:
            return "discard:?";
        case StepKind::build:
        case StepKind::dome:
            return "+" + square_name(step.to) + (step.kind == StepKind::dome || before.height(step.to) == 3 ? "^" : "");
        case StepKind::place:
            return "*?";
        case StepKind::secret:
            return "??";
        case StepKind::done:
            return "";
        default:
            return "?";
    }
}

void write_effect(Json& json, const Effect& e, unsigned unseen_sides, int builder) {
    const bool of_side = e.kind == EffectKind::move || e.kind == EffectKind::force || e.kind == EffectKind::remove ||
                         e.kind == EffectKind::place;
    const bool of_seat = e.kind == EffectKind::win || e.kind == EffectKind::lose;
    const bool builds = e.kind == EffectKind::build || e.kind == EffectKind::dome;
    if (of_side && (unseen_sides >> e.who & 1)) return;
    // Where a hidden builder stands is not revealed.
    const bool from_hidden = builds && builder >= 0 && (unseen_sides >> builder & 1);
    json.open('{').item("kind", name_in(effect_names, e.kind));
    write_square(json.key("from"), from_hidden ? no_square : e.at);
    write_square(json.key("to"), e.to);
    json.item("side", of_side ? std::optional<int>(e.who + 1) : std::nullopt);
    json.item("seat", of_seat ? std::optional<int>(e.who + 1) : std::nullopt);
    json.item("power", e.kind == EffectKind::draw ? std::optional(key_of(e.who)) : std::nullopt).close('}');
}

}  // namespace

std::string seen_text(const Position& before, const std::vector<Step>& steps, Seat seat) {
    std::vector<std::string> words;
    bool hidden = false;
    Position now = before;
    for (const Step& step : steps) {
        const Position was = now;
        Effects effects;
        play(now, step, &effects);
        if (is_hidden(was, step, now, seat)) {
            hidden = true;
            std::string word = hidden_word(was, step);
            if (!word.empty() && !(word == "?" && !words.empty() && words.back() == "?"))
                words.push_back(std::move(word));
        } else if (was.stage == Stage::deal || (hidden && step.kind != StepKind::done)) {
            // Another player's reaction within the turn, or luck.
            std::string word = step_text(was, step);
            if (deciding_seat(was)) word = step.kind == StepKind::pass ? "(-)" : "(" + word + ")";
            const bool clash = std::any_of(effects.begin(), effects.end(),
                                           [](const Effect& e) { return e.kind == EffectKind::conflict; });
            words.push_back(word + (clash ? "?" : ""));
        }
    }
    if (!hidden) return turn_text(before, steps);
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

void write_effects(Json& json, const Position& before, const std::vector<Step>& steps, Seat seat, bool over) {
    json.open('[');
    Position now = before;
    for (const Step& step : steps) {
        const Position was = now;
        Effects effects;
        play(now, step, &effects);
        const int actor = deciding_seat(was) ? was.side(actor_of(was)) : -1;
        // play() reports no effects during set-up.
        if (step.kind == StepKind::place && effects.empty())
            effects.push_back({EffectKind::place, no_square, step.to, static_cast<uint8_t>(actor)});
        const unsigned sides = over ? 0 : unseen_sides(was, seat) | unseen_sides(now, seat);
        for (const Effect& e : effects) write_effect(json, e, sides, actor);
    }
    json.close(']');
}

bool is_secretive(const Position& p) {
    if (is_passing(p.stage)) return true;
    for (Seat seat = 0; seat < p.players; ++seat) {
        if (p.card(seat).setup.secret != Secret::none) return true;
    }
    return p.shared && entry(p.rules, p.shared).setup.secret != Secret::none;
}

}  // namespace santorini
