// The vocabulary as a table: every word a card may use, by name. Home-made powers, documentation and learning read entries through it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "core/rules/power.h"

namespace santorini {

struct Word {
    std::string_view group, name;
    std::span<const std::string_view> values;  // names of the values; empty for numbers
    int most;                                  // the largest value
    int (*get)(const Power&);
    void (*set)(Power&, int);
};

std::span<const Word> vocabulary();
const Word* find_word(std::string_view group, std::string_view name);

// What in an entry cannot stand together or lacks something, as "group.word"; nothing if it can be played.
std::optional<std::string_view> contradiction(const Power& power);

}  // namespace santorini
