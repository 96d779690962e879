// The names of the enumerations that texts, the Python package and the wire use: one table each, in the order of the
// enumerators.
//
// `santorini.enums` mirrors these tables (tools/enums.py writes it, `make check` compares).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

inline constexpr std::array<std::string_view, 3> rules_names{"printed", "revised", "aid"};
inline constexpr std::array<std::string_view, 13> stage_names{
    "play", "offer", "take", "begin", "deck", "aim", "fate", "place", "abyss", "ram", "deal", "discard", "keep"};
inline constexpr std::array<std::string_view, 11> reason_names{
    "none", "climbed", "fell", "together", "towers", "fate", "abyss", "stuck", "eliminated", "resigned", "time"};
inline constexpr std::array<std::string_view, 4> setting_names{"chaos-any-dome", "terpsichore-pass",
                                                               "medusa-ignores-limus", "bga-start"};
inline constexpr std::array<std::string_view, 20> step_names{
    "move", "build", "dome", "force", "exchange", "unbuild", "slay", "token", "aim",    "place",
    "bind", "use",   "pass", "done",  "chance",   "offer",   "take", "begin", "secret", "discard"};
inline constexpr std::array<std::string_view, 13> effect_names{"move",   "force", "build", "dome",    "unbuild",
                                                               "remove", "place", "token", "untoken", "conflict",
                                                               "win",    "lose",  "draw"};

static_assert(rules_names.size() == rule_sets);
static_assert(stage_names.size() == static_cast<std::size_t>(Stage::keep) + 1);
static_assert(reason_names.size() == static_cast<std::size_t>(Reason::time) + 1);
static_assert(1u << (setting_names.size() - 1) == early_begins);
static_assert(step_names.size() == static_cast<std::size_t>(StepKind::discard) + 1);
static_assert(effect_names.size() == static_cast<std::size_t>(EffectKind::draw) + 1);

// The name of an enumerator in its table.
template <class E, std::size_t n>
constexpr std::string_view name_in(const std::array<std::string_view, n>& names, E value) {
    return names[static_cast<std::size_t>(value)];
}

// The enumerator of that name; nothing if no enumerator has it.
template <class E, std::size_t n>
constexpr std::optional<E> named_in(const std::array<std::string_view, n>& names, std::string_view name) {
    for (std::size_t i = 0; i < n; ++i) {
        if (names[i] == name) return static_cast<E>(i);
    }
    return std::nullopt;
}

}  // namespace santorini
