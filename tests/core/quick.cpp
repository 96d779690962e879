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

void compare(const Position& p, bool with_steps) {
    thread_local Generator quick;
    if (p.is_over() || p.stage != Stage::play || p.turn.phase != Phase::rest || !quick.take(p)) return;
    const uint64_t counted = quick.number();
    if (counted > most_turns) return;
    context = position_text(p);
    std::vector<uint64_t> slow, fast;
    for (TurnLister turns(p); turns.next();) slow.push_back(turns.result().hash());
    if (counted != slow.size()) {
        context += " counted " + std::to_string(counted) + " listed " + std::to_string(slow.size());
    }
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

}  // namespace

namespace santorini::testing {

void quick_tests(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games && failures < 20; ++g) {
        Position p = random_table(random);
        for (int n = 0; n < 300 && !p.is_over(); ++n) {
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
}

}  // namespace santorini::testing
