// The quick generator against the machine: the same outcomes, each once, by steps that lead to it.
#include <algorithm>
#include <vector>

#include "core/turn/generator.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

constexpr uint64_t most_turns = 6000;  // the machine takes its time for each

// More blocks than the game has put there, so that high and closed squares come early.
Position raised(Position p, std::mt19937_64& random) {
    for (Square s = 0; s < 25; ++s) {
        for (unsigned n = static_cast<unsigned>(random() % 4); n > 0 && !has(p.dome | bit(p.ram), s); --n) {
            if (p.height(s) < 3) {
                p.raise(s);
            } else if (!has(p.all_workers() | p.tokens[0] | p.tokens[1] | p.tokens[2] | p.tokens[3], s)) {
                p.dome |= bit(s);
            }
        }
    }
    return p;
}

// What the cards say that nobody printed.
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

void compare(const Position& p, bool with_steps) {
    thread_local Generator quick;
    if (p.is_over() || p.stage != Stage::play || p.turn.phase != Phase::rest || !quick.take(p)) return;
    const uint64_t counted = quick.number(most_turns);
    if (counted > most_turns) return;
    context = position_text(p);
    std::vector<uint64_t> slow, fast;
    for (TurnLister turns(p); turns.next();) slow.push_back(turns.result().hash());
    context += words_of(p) + " counted " + std::to_string(counted) + " listed " + std::to_string(slow.size());
    CHECK(counted == slow.size());
    CHECK(quick.take(p));
    quick.list([&] {
        fast.push_back(quick.result().hash());
        if (!with_steps) return;
        Position q = p;
        for (const Step& step : quick.steps()) {
            if (!is_legal(q, step)) break;
            play(q, step);
        }
        CHECK(q == quick.result());
    });
    std::sort(slow.begin(), slow.end());
    std::sort(fast.begin(), fast.end());
    CHECK(fast == slow);
}

void compare_along_a_game(Position p, std::mt19937_64& random) {
    for (int n = 0; n < 300 && !p.is_over() && failures < 20; ++n) {
        if (p.turn.phase == Phase::rest && p.stage == Stage::play) {
            compare(p, random() % 16 == 0);
            if (random() % 4 == 0) compare(raised(p, random), false);
        }
        StepList steps;
        legal_steps(p, steps);
        if (steps.empty()) break;
        play(p, steps[random() % steps.size()]);
    }
}

}  // namespace

namespace santorini::testing {

Position mixed_table(std::mt19937_64& random) {
    static int number = 0;
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    Position p;
    p.rules = static_cast<RuleSet>(pick(2));
    p.override_bans = 1;
    std::optional<PowerId> mixed;
    while (!mixed) {
        Power power = entry(p.rules, static_cast<PowerId>(pick(printed_cards + 1)));
        for (std::size_t n = 1 + pick(3); n > 0; --n) {
            const Word& word = vocabulary()[pick(vocabulary().size())];
            word.set(power, static_cast<int>(pick(static_cast<std::size_t>(word.most) + 1)));
        }
        mixed = make_power("quick_" + std::to_string(number++), power);
    }
    p.cards[0] = *mixed;
    do p.cards[1] = static_cast<PowerId>(1 + pick(printed_cards));
    while (ban_between(p.rules, p.cards[0], p.cards[1]) == Ban::rule);
    p = start_dealt(p);
    if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
    return p;
}

void quick_tests() { quick_tests(6, 40, 20); }

void quick_tests(uint64_t seed, int games, int mixed) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games && failures < 20; ++g) compare_along_a_game(random_table(random), random);
    for (int g = 0; g < mixed && failures < 20; ++g) {
        const Position p = mixed_table(random);
        compare_along_a_game(p, random);
        compare_along_a_game(p, random);
    }
}

}  // namespace santorini::testing
