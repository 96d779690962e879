// The quick ways (counting, the search's list of outcomes, finding wins) against the listing of turns.
#include <algorithm>
#include <vector>

#include "core/search/correction.h"
#include "core/search/outcomes.h"
#include "core/search/review.h"
#include "core/turn/can_win.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

Square at(std::string_view name) { return *read_square(name); }

bool hides_workers(const Position& p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (hidden_from(p, s)) return true;
    }
    return false;
}

// During a reaction the turn still remembers how it got there. That may differ even if no outcome does.
uint64_t key(Position p) {
    p.turn.flags = 0;
    p.turn.moved = 0;
    return p.hash();
}

// Unfinished turns are followed to their ends, but not through another seat's reaction.
void collect(const Position& start, std::size_t enough, std::vector<uint64_t>& ends, int depth = 0) {
    Outcomes outcomes;
    outcomes.find(start, enough);
    const std::vector<Position> all = outcomes.all();
    for (const Position& p : all) {
        if (p.is_over() || at_rest(p) || p.turn.phase == Phase::draw || p.turn.reactor != no_seat) {
            ends.push_back(key(p));
        } else if (depth < 12) {
            collect(p, enough, ends, depth + 1);
        }
    }
}

std::vector<uint64_t> tidy(std::vector<uint64_t> keys) {
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

std::vector<uint64_t> listed(const Position& p) {
    // The lister goes on through reactions and luck. Stepping finds the positions before them.
    std::vector<uint64_t> keys;
    std::vector<Position> open;
    Position begun = p;
    begin_turn(begun);
    open.push_back(begun);
    KeySet seen;
    while (!open.empty()) {
        const Position at = open.back();
        open.pop_back();
        StepList steps;
        legal_steps(at, steps);
        for (const Step& step : steps) {
            Position q = at;
            if (step.kind == StepKind::pass && at.turn.phase == Phase::start) q = p;
            play(q, step);
            if (!seen.add(q.hash())) continue;
            if (q.is_over() || at_rest(q) || q.turn.phase == Phase::draw || q.turn.reactor != no_seat) {
                keys.push_back(key(q));
            } else {
                open.push_back(q);
            }
        }
    }
    return tidy(keys);
}

// If another player loses by a reaction, the seat to move has not forced that win.
bool ends_with_reaction(Position p, const std::vector<Step>& steps) {
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) play(p, steps[i]);
    return p.turn.reactor != no_seat;
}

bool lists_win(const Position& p) {
    for (TurnLister turns(p); turns.next();) {
        const Position& r = turns.result();
        if (r.is_over() && r.side(r.winner) == p.side(p.to_move) && !ends_with_reaction(p, turns.steps())) return true;
    }
    return false;
}

// Plays a random game; now and then compares all quick ways with the listing of turns.
void compare_along_a_game(Position p, std::mt19937_64& random, unsigned every) {
    for (int n = 0; n < 400 && !p.is_over(); ++n) {
        StepList steps;
        legal_steps(p, steps);
        if (steps.empty()) break;
        if (p.stage == Stage::play && at_rest(p) && random() % every == 0) {
            context = position_text(p) + words_of(p);
            const uint64_t turns = count_turns(p);
            if (turns < 400) {
                CHECK(turns == listed_perft(p, 1));
                CHECK(can_win(p) == lists_win(p));
                if (!hides_workers(p)) {
                    std::vector<uint64_t> quick;
                    collect(p, random() % 3 ? 600 : 5, quick);
                    CHECK(tidy(quick) == listed(p));
                }
            }
        }
        play(p, steps[random() % steps.size()]);
    }
}

// Chaos as the shared power: what its face-up card says counts, here the win by moving down.
void a_win_by_the_face_up_card_is_found() {
    context = "fleece=chaos[pan]";
    CHECK(
        can_win(read("2211204244100212444440221/1/mortal:c4,d1/mortal:a3,b1/"
                     "fleece=chaos[pan|artemis|apollo,athena,"
                     "atlas,demeter,hephaestus,hermes,minotaur,prometheus]@b3/first=2")));
}

void quick_ways_agree_with_the_listing(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games; ++g) compare_along_a_game(random_table(random, g % 4 == 0 ? 4 : 2), random, 4);
}

// Secret squares change what becomes of a turn, not which turns there are. A second opinion searches such positions.
void secret_squares_are_searched_as_they_are(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games; ++g) {
        const Position p = random_table(random, 2);
        const bool holds = std::any_of(p.cards.begin(), p.cards.begin() + 2, [&](PowerId id) {
            const Secret secret = entry(p.rules, id).setup.secret;
            return secret == Secret::fate || secret == Secret::abyss;
        });
        if (holds) compare_along_a_game(p, random, 2);
    }
}

// Invented cards: an entry with one word changed. What the quick ways know of a word must hold together with any other
// word.
void quick_ways_agree_for_mixed_powers(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games; ++g) compare_along_a_game(mixed_table(random, 1), random, 2);
}

// What was learnt about a position raises the evaluation of similar ones, within limits, and for one side only.
void evaluations_are_corrected() {
    context = "corrections";
    const Position p = read("0000000000001000000000000/1/mortal:b3,d3/mortal:c2,c4");
    const Position alike = read("0000000000000000000000001/1/mortal:b3,d3/mortal:c2,c4");
    const Position unlike = read("0000000000000000000000001/1/mortal:a3,d3/mortal:c2,c4");
    const Shape turn{at("b2"), at("b3"), at("c3")}, other_turn{at("b2"), at("b3"), at("c2")};
    const Parameters parameters;
    Corrections corrections(parameters);
    CHECK(corrections.corrected(p, 0, turn, 10) == 10);
    corrections.learn(p, 0, turn, 8, 100);
    const Score once = corrections.corrected(p, 0, turn, 10);
    CHECK(once > 10);
    CHECK(corrections.corrected(p, 1, turn, 10) == 10);
    CHECK(corrections.corrected(unlike, 0, other_turn, 10) == 10);
    const Score near = corrections.corrected(alike, 0, other_turn, 10);
    CHECK(near > 10 && near < once);
    for (int i = 0; i < 1000; ++i) corrections.learn(p, 0, turn, 8, 100);
    const Score always = corrections.corrected(p, 0, turn, 10);
    CHECK(always > once &&
          always <= 10 + parameters.correction_workers + parameters.correction_heights + parameters.correction_turn);
    CHECK(corrections.corrected(p, 0, turn, most_unproven) == most_unproven);
    for (int i = 0; i < 2000; ++i) corrections.learn(p, 0, turn, 8, -100);
    CHECK(corrections.corrected(p, 0, turn, 10) < 10);
}

// A review that is stopped and begun again judges as one that was never stopped.
void a_stopped_review_is_forgotten() {
    context = "review";
    const Position before = read("0003200000000000000000000/1/mortal:e5,a1/mortal:a5,b1");
    const Position after = read("0003200001000000000000000/2/mortal:e4,a1/mortal:a5,b1");
    static bool stop;
    ReviewOptions options;
    options.nodes = 2000;
    const auto whole = Reviewer(options).judge(before, after);
    options.should_stop = [] { return stop; };
    Reviewer reviewer(options);
    stop = true;
    reviewer.judge(before, after);
    stop = false;
    const auto again = reviewer.judge(before, after);
    CHECK(whole && again && whole->mark == Mark::missed_win && again->mark == whole->mark);
    CHECK(again->before == whole->before && again->after == whole->after);
}

}  // namespace

void santorini::testing::search_tests() {
    evaluations_are_corrected();
    a_stopped_review_is_forgotten();
    a_win_by_the_face_up_card_is_found();
    quick_ways_agree_with_the_listing(3, 400);
    secret_squares_are_searched_as_they_are(9, 1500);
    quick_ways_agree_for_mixed_powers(5, 100);
}
