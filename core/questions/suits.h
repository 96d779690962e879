// May these powers be played together? (C5, D2)
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "core/rules/cards.h"

namespace santorini {

// A card and the rule set whose text it follows.
struct Dealt {
    PowerId power;
    RuleSet edition;
};

enum class Unsuited : uint8_t {
    players,  // a game has two to four players
    too_many_powers,
    power_in_rules,  // the card is not part of its rule set
    power_players,   // the card is not played with this many players
    power_twice,
    ban,       // printed or advised; may be overridden
    ban_rule,  // can never be played
};

struct NotTogether {
    Unsuited why;
    std::size_t one = 0, other = 0;  // the cards it is about; two of them only for bans and repeated cards
};

// Why these cards cannot be part of a game with this many players; nothing if they can. `any_pair` overrides bans.
std::optional<NotTogether> not_together(std::span<const Dealt> cards, RuleSet rules, bool any_pair, int players);

}  // namespace santorini
