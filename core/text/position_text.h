// The text forms of positions and steps (docs/notation.md).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/position.h"
#include "core/step.h"

namespace santorini {

// Why a text could not be read: a code for the package's catalogue of sentences, and the piece of text it is about.
struct TextError {
    std::string_view code;
    std::string fragment;
};

std::string square_name(Square s);
std::optional<Square> read_square(std::string_view text);
std::string_view direction_name(Direction d);
std::optional<Direction> read_direction(std::string_view text);
std::string_view rules_name(RuleSet rules);
std::optional<RuleSet> read_rules(std::string_view text);
std::string_view stage_name(Stage stage);
std::string_view reason_name(Reason reason);
std::string_view setting_name(unsigned index);  // empty after the last
std::optional<uint16_t> read_setting(std::string_view text);

std::string position_text(const Position& p);
std::string short_text(const Position& p);  // the form other programs write; every dome is a 4
std::string seat_data(const Position& p, Seat seat);
std::variant<Position, TextError> read_position(std::string_view text);
// The first reason found why the rules cannot go on from here; none if they can. A position that passes is safe to play
// on, but need not be one that a game can reach.
std::optional<TextError> check_position(const Position& p);

std::string step_text(const Position& before, const Step& step);

}  // namespace santorini
