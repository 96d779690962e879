// A minimal test runner for the core's tests.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/encoding/actions.h"
#include "core/text/position_text.h"
#include "core/turn/setup.h"
#include "core/turn/turns.h"

namespace santorini::testing {

inline int checks = 0, failures = 0;
inline std::string context;

inline void check(bool holds, const char* what, const char* file, int line) {
    ++checks;
    if (holds) return;
    if (++failures <= 20) std::printf("%s:%d: %s (%s)\n", file, line, what, context.c_str());
}
#define CHECK(...) santorini::testing::check((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

inline Position read(std::string_view text) {
    auto result = read_position(text);
    if (auto* error = std::get_if<TextError>(&result)) {
        std::printf("cannot read %s: %s %s\n", std::string(text).c_str(), std::string(error->code).c_str(),
                    error->fragment.c_str());
        std::exit(1);
    }
    return std::get<Position>(result);
}

// Powers made at run time are never freed. Ends the tests if drawing powers until one fits would never end.
inline void must_fit_soon(int tries) {
    if (tries < 10'000) return;
    std::printf("no room for another home-made power: let the tests make fewer\n");
    std::exit(1);
}

// A table with random cards, rule set and settings, set-up still to come. `players` 0: two, three or four.
Position random_table(std::mt19937_64& random, int players = 0);
// A table with an invented card: an entry with a few words changed.
Position mixed_table(std::mt19937_64& random, std::size_t most_changes = 3);
// The words of invented cards; nothing for printed ones.
std::string words_of(const Position& p);
// The numbers of all legal steps, in order.
std::vector<Action> actions_of(const Position& p);
// A table at the beginning of a draft.
Position drafted_table(std::mt19937_64& random);

// The tests of each part; main.cpp calls them.
void batch_tests();
void encoding_tests();
// The same, as a long run.
int encoding_tests(uint64_t seed, int games, int mixed);  // the number of checks
void prover_tests();
void search_tests();
// The quick generator against the machine; in a long run with random games of printed powers and of `mixed` invented
// ones. Returns the number of positions.
void quick_tests();
int quick_tests(uint64_t seed, int games, int mixed);
void thread_tests();
void training_tests();
void traits_tests();
void tree_tests();

}  // namespace santorini::testing
