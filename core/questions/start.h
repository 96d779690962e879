// The first position of a game, from what was agreed: powers, rule set, variant, who begins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/position.h"
#include "core/questions/suits.h"
#include "core/text/position_text.h"

namespace santorini {

struct Agreed {
    std::vector<std::string> powers;  // one per seat; `name~rules` follows another rule set's text
    std::string_view rules;
    std::string_view shared;  // the power of the Golden Fleece, or empty
    std::vector<std::string> settings;
    int first = 1;
    bool any_pair = false;
    std::string_view draft;  // "challenger" or "passing": the players choose their powers. Or empty
};
std::variant<Position, TextError> start_position(const Agreed& agreed);

// Reads cards as they are named for a game.
std::variant<std::vector<Dealt>, TextError> read_cards(const std::vector<std::string>& names, RuleSet rules);
// Why they cannot be played together by this many players; nothing if they can.
std::optional<TextError> refuse_cards(const std::vector<std::string>& names, const std::vector<Dealt>& cards,
                                      RuleSet rules, bool any_pair, int players);

}  // namespace santorini
