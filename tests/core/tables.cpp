// Random tables: games that are about to begin.
#include <optional>

#include "core/turn/machine.h"
#include "core/turn/setup.h"
#include "tests/core/check.h"

namespace santorini::testing {

Position random_table(std::mt19937_64& random, int players) {
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    Position p;
    const std::size_t kind = pick(4);
    p.players = static_cast<uint8_t>(players ? players : kind == 3 ? 3 : kind == 2 ? 4 : 2);
    p.rules = static_cast<RuleSet>(p.players == 2 ? pick(3) : pick(2));
    p.override_bans = 1;
    p.settings = static_cast<uint16_t>(pick(16));
    p.starter = static_cast<Seat>(pick(p.players));
    if (p.players == 2 && p.rules != RuleSet::aid && pick(6) == 0) {
        do p.shared = static_cast<PowerId>(1 + pick(printed_cards));
        while (!allowed_as_fleece(p.rules, p.shared));
    } else {
        for (Seat s = 0; s < p.players; ++s) {
            bool fits = false;
            while (!fits) {
                p.cards[s] = static_cast<PowerId>(1 + pick(printed_cards));
                fits = allowed_with(p.rules, p.cards[s], p.players);
                for (Seat o = 0; o < s; ++o)
                    fits &= p.cards[o] != p.cards[s] && ban_between(p.rules, p.cards[o], p.cards[s]) != Ban::rule;
            }
        }
    }
    p = start_dealt(p);
    if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
    return p;
}

Position mixed_table(std::mt19937_64& random, std::size_t most_changes) {
    static int number = 0;
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    Position p;
    p.rules = static_cast<RuleSet>(pick(2));
    p.override_bans = 1;
    std::optional<PowerId> mixed;
    for (int tries = 0; !mixed; ++tries) {
        must_fit_soon(tries);
        Power power = entry(p.rules, static_cast<PowerId>(pick(printed_cards + 1)));
        for (std::size_t n = 1 + pick(most_changes); n > 0; --n) {
            const Word& word = vocabulary()[pick(vocabulary().size())];
            word.set(power, static_cast<int>(pick(static_cast<std::size_t>(word.most) + 1)));
        }
        mixed = make_power("mixed_" + std::to_string(number++), power);
    }
    p.cards[0] = *mixed;
    do p.cards[1] = static_cast<PowerId>(1 + pick(printed_cards));
    while (ban_between(p.rules, p.cards[0], p.cards[1]) == Ban::rule);
    p = start_dealt(p);
    if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
    return p;
}

std::string words_of(const Position& p) {
    std::string out;
    for (Seat seat = 0; seat < p.players; ++seat) {
        if (p.cards[seat] < first_home_made) continue;
        for (const Word& word : vocabulary()) {
            const int value = word.get(p.card(seat));
            if (value == word.get(Power{})) continue;
            out += " " + std::string(word.group) + "." + std::string(word.name) + "=" + std::to_string(value);
        }
    }
    return out;
}

Position drafted_table(std::mt19937_64& random) {
    Position p;
    p.players = static_cast<uint8_t>(2 + random() % 3);
    p.stage = p.players == 2 && random() % 2 ? Stage::deal : Stage::offer;
    if (p.stage == Stage::deal) p.rules = RuleSet::aid;
    p.starter = p.to_move = static_cast<Seat>(random() % p.players);
    return p;
}

}  // namespace santorini::testing
