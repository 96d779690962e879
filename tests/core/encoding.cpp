// Steps and views as numbers: the listing against the machine, numbers both ways, symmetries.
#include <algorithm>
#include <set>
#include <vector>

#include "core/encoding/actions.h"
#include "core/encoding/listing.h"
#include "core/encoding/observation.h"
#include "core/turn/setup.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

void listed_as_the_machine_does(const Position& p) {
    StepList quick, legal;
    list_steps(p, quick);
    legal_steps(p, legal);
    CHECK(std::equal(quick.begin(), quick.end(), legal.begin(), legal.end()));
}

void numbers_go_both_ways(const Position& p) {
    StepList steps;
    list_steps(p, steps);
    for (const Step& step : steps) {
        const Action action = action_of(p, step);
        CHECK(action < action_count);
        CHECK(step_of(p, action) == step);
    }
}

void numbers_turn_with_the_board(const Position& p, unsigned symmetry) {
    std::vector<Action> turned;
    for (const Action action : actions_of(p)) turned.push_back(turned_action(action, symmetry));
    std::sort(turned.begin(), turned.end());
    CHECK(turned == actions_of(p.turned(symmetry)));
}

void views_turn_with_the_board(const Position& p, unsigned symmetry) {
    const std::vector<uint32_t> to = turned_observation(symmetry);
    const std::size_t size = observation_size();
    std::vector<uint8_t> here(size), moved(size), there(size);
    for (Seat seat = 0; seat < p.players; ++seat) {
        observe(p, seat, here);
        observe(p.turned(symmetry), seat, there);
        for (std::size_t i = 0; i < size; ++i) moved[to[i]] = here[i];
        CHECK(moved == there);
    }
}

// What a seat cannot know does not change what it observes.
void nothing_hidden_is_observed(const Position& p) {
    const std::size_t size = observation_size();
    std::vector<uint8_t> truth(size), seen(size);
    for (Seat seat = 0; seat < p.players; ++seat) {
        observe(p, seat, truth);
        observe(view(p, seat), seat, seen);
        CHECK(truth == seen);
    }
}

void along_a_game(Position p, std::mt19937_64& random) {
    for (int n = 0; n < 300 && !p.is_over() && failures < 20; ++n) {
        context = position_text(p);
        const auto symmetry = static_cast<unsigned>(random() % 8);
        listed_as_the_machine_does(p);
        numbers_go_both_ways(p);
        if (n % 3 == 0) {
            numbers_turn_with_the_board(p, symmetry);
            views_turn_with_the_board(p, symmetry);
            nothing_hidden_is_observed(p);
        }
        StepList steps;
        legal_steps(p, steps);
        if (steps.empty()) break;
        play(p, steps[random() % steps.size()]);
    }
}

void names_are_told_apart() {
    std::set<std::string> names;
    for (Action a = 0; a < action_count; ++a) names.insert(action_name(a));
    CHECK(names.size() == action_count);
    std::vector<std::string> values = plane_names();
    CHECK(values.size() == plane_count);
    const std::vector<std::string> facts = fact_names();
    CHECK(facts.size() == fact_count());
    values.insert(values.end(), facts.begin(), facts.end());
    CHECK(std::set<std::string>(values.begin(), values.end()).size() == values.size());
}

void symmetries_are_permutations() {
    for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
        std::set<Action> reached;
        for (Action a = 0; a < action_count; ++a) reached.insert(turned_action(a, symmetry));
        CHECK(reached.size() == action_count);
        const std::vector<uint32_t> to = turned_observation(symmetry);
        CHECK(std::set<uint32_t>(to.begin(), to.end()).size() == observation_size());
    }
}

}  // namespace

namespace santorini::testing {

std::vector<Action> actions_of(const Position& p) {
    StepList steps;
    list_steps(p, steps);
    std::vector<Action> out;
    for (const Step& step : steps) out.push_back(action_of(p, step));
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

void encoding_tests() {
    names_are_told_apart();
    symmetries_are_permutations();
    encoding_tests(8, 60, 25);
}

int encoding_tests(uint64_t seed, int games, int mixed) {
    const int before = checks;
    std::mt19937_64 random(seed);
    for (int g = 0; g < games && failures < 20; ++g) {
        along_a_game(random_table(random), random);
        if (g % 4 == 0) along_a_game(drafted_table(random), random);
    }
    for (int g = 0; g < mixed && failures < 20; ++g) along_a_game(mixed_table(random), random);
    return checks - before;
}

}  // namespace santorini::testing
