// The cards: their names, which games they may be played in, and what they say under each rule set.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/card_table.h"
#include "core/rules/traits.h"

namespace santorini {

enum class RuleSet : uint8_t { printed, revised, aid };
inline constexpr std::size_t rule_sets = 3;

// What the power says under a rule set. An unknown id is the plain game.
const Entry& entry(RuleSet rules, PowerId id);

bool exists(RuleSet rules, PowerId id);  // is the card part of that rule set?
std::optional<PowerId> find_power(std::string_view key);
std::string_view key_of(PowerId id);

// Why two powers are not played against each other. `rule` is final; `printed` and `advised` may be overridden.
enum class Ban : uint8_t { none, printed, advised, rule };
Ban ban_between(RuleSet rules, PowerId one, PowerId other);
bool allowed_with(RuleSet rules, PowerId id, int players);
bool allowed_as_fleece(RuleSet rules, PowerId id);

// Powers made at run time out of the same vocabulary. Making the same one twice under one name gives the same id;
// a different one under a taken name, a bad name, a contradiction or a full table gives nothing. Safe to call from
// several threads.
std::optional<PowerId> make_power(std::string_view key, const Power& power);
std::size_t home_made_left();  // how many more can be made

// A hypothetical card: "what if it did not say this?" Each thread has a few places for such cards; the id stands for
// this power until the thread puts another one into the same place. Never part of a game.
PowerId suppose(const Power& power, unsigned place = 0);

}  // namespace santorini
