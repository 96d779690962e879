// Batches of games follow the rules of single games, whatever the arrays hold.
#include "core/encoding/batch.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/encoding/observation.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

std::vector<Position> many_tables(std::mt19937_64& random, int tables) {
    std::vector<Position> starts;
    for (int i = 0; i < tables; ++i) starts.push_back(i % 5 == 4 ? drafted_table(random) : random_table(random));
    return starts;
}

// A batch plays the games that single positions would.
void a_batch_keeps_the_rules(std::mt19937_64& random) {
    Batch batch(many_tables(random, 60), {.games = 50, .seed = random(), .most_decisions = 400});
    std::vector<int32_t> actions(batch.size());
    std::vector<uint8_t> seen(observation_size());
    int ended = 0;
    for (int n = 0; n < 150 && failures < 20; ++n) {
        batch.sample(actions);
        CHECK(!batch.first_illegal(actions));
        std::vector<Position> next;
        for (std::size_t i = 0; i < batch.size(); ++i) {
            next.push_back(batch.position(i));
            play(next[i], step_of(next[i], static_cast<unsigned>(actions[i])).value());
        }
        batch.step(actions);
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const Position& p = batch.position(i);
            context = position_text(p);
            const bool over = batch.terminated[i] || batch.truncated[i];
            ended += over;
            if (!over && decider(next[i]) != luck) CHECK(p == next[i]);
            const auto legal = actions_of(p);
            const uint8_t* mask = &batch.masks[i * action_count];
            CHECK(std::count(mask, mask + action_count, 1) == static_cast<std::ptrdiff_t>(legal.size()));
            CHECK(std::all_of(legal.begin(), legal.end(), [&](Action a) { return mask[a] == 1; }));
            CHECK(batch.seats[i] == decider(p) + 1);
            observe(p, decider(p), seen);
            CHECK(std::equal(seen.begin(), seen.end(), &batch.observations[i * observation_size()]));
            float sum = 0;
            for (std::size_t s = 0; s < batch.players(); ++s) sum += batch.rewards[i * batch.players() + s];
            CHECK(std::abs(sum) < 1e-6f);
        }
    }
    CHECK(ended > 0);
}

// Whatever numbers come in and whatever is written into the arrays, the games stay legal.
void no_array_content_breaks_a_batch(std::mt19937_64& random) {
    Batch batch(many_tables(random, 40), {.games = 64, .threads = 2, .seed = random(), .most_decisions = 300});
    Batch other(many_tables(random, 5), {.games = 64, .seed = random(), .observes = false, .resets = false});
    const auto scribble = [&](auto& array) {
        for (auto& value : array) value = static_cast<std::remove_reference_t<decltype(value)>>(random());
    };
    std::vector<int32_t> actions(batch.size());
    for (int n = 0; n < 120; ++n) {
        batch.sample(actions);
        for (int32_t& action : actions) {
            switch (random() % 8) {
                case 0:
                    action = static_cast<int32_t>(random());
                    break;
                case 1:
                    action = static_cast<int32_t>(random() % action_count);
                    break;
                case 2:
                    action = Batch::leave;
                    break;
                default:
                    break;
            }
        }
        (void)batch.first_illegal(actions);
        batch.step(actions);
        if (n % 3 == 0) {
            scribble(batch.masks);
            scribble(batch.observations);
            scribble(batch.seats);
            scribble(batch.terminated);
            scribble(batch.truncated);
            scribble(batch.decisions);
            scribble(actions);
            batch.step(actions);
        }
        if (n % 10 == 0) other.copy_from(batch);
        if (n % 7 == 0) batch.put(random() % batch.size(), random_table(random, 2));
        if (n % 50 == 0) batch.reset();
        for (std::size_t i = 0; i < batch.size(); ++i) CHECK(!batch.legal(i).empty());
    }
}

}  // namespace

namespace santorini::testing {

void batch_tests() {
    std::mt19937_64 random(9);
    a_batch_keeps_the_rules(random);
    no_array_content_breaks_a_batch(random);
}

}  // namespace santorini::testing
