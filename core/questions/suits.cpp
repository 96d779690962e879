#include "core/questions/suits.h"

namespace santorini {

std::optional<NotTogether> not_together(std::span<const Dealt> cards, RuleSet rules, bool any_pair, int players) {
    if (players < 2 || players > 4) return NotTogether{Unsuited::players};
    if (cards.size() > static_cast<std::size_t>(players)) return NotTogether{Unsuited::too_many_powers};
    for (std::size_t i = 0; i < cards.size(); ++i) {
        const auto [power, edition] = cards[i];
        if (!exists(edition, power)) return NotTogether{Unsuited::power_in_rules, i, i};
        if (!allowed_with(edition, power, players)) return NotTogether{Unsuited::power_players, i, i};
        for (std::size_t k = 0; k < i; ++k) {
            if (power != no_power && power == cards[k].power) return NotTogether{Unsuited::power_twice, k, i};
            const Ban ban = ban_between(rules, power, cards[k].power);
            if (ban == Ban::rule) return NotTogether{Unsuited::ban_rule, k, i};
            if (ban != Ban::none && !any_pair) return NotTogether{Unsuited::ban, k, i};
        }
    }
    return std::nullopt;
}

}  // namespace santorini
