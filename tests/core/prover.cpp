// The prover against a search of a few lines, and its shortcut leaves_a_turn() against the listing of turns.
#include "core/search/prover.h"

#include <optional>

#include "core/search/search.h"
#include "core/turn/parts.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

constexpr uint64_t few_turns = 14;

// High towers and many domes, so that wins are near and places to go are few.
Position crowded(Position p, std::mt19937_64& random) {
    const Bitboard lying = p.tokens[0] | p.tokens[1] | p.tokens[2] | p.tokens[3];
    for (Square s = 0; s < board_squares; ++s) {
        if (has(p.dome | lying, s)) continue;
        while (p.height(s) < 3 && random() % 3) p.raise(s);
        if (!has(p.all_workers(), s) && random() % 2) p.dome |= bit(s);
    }
    return p;
}

bool is_won_by(Side side, const Position& p) { return p.side(p.winner) == side; }

bool loses_plainly(const Position& p, int turns);
bool wins_plainly(const Position& p, int turns) {
    for (TurnLister lister(p); lister.next();) {
        const Position& next = lister.result();
        if (next.is_over() ? is_won_by(p.side(p.to_move), next)
                           : !has_turn(next) || (turns > 1 && loses_plainly(next, turns - 1)))
            return true;
    }
    return false;
}
bool loses_plainly(const Position& p, int turns) {
    for (TurnLister lister(p); lister.next();) {
        const Position& next = lister.result();
        if (next.is_over() ? is_won_by(p.side(p.to_move), next) : !has_turn(next) || !wins_plainly(next, turns))
            return false;
    }
    return true;
}

struct Tally {
    int proven = 0, won = 0, sure = 0;
};

void look_at(const Position& p, Tally& tally) {
    context = position_text(p);
    if (!is_searchable(p) || !has_turn(p) || towers_winner(p) != no_seat) return;  // the game would be over
    if (leaves_a_turn(p)) {
        ++tally.sure;
        for (TurnLister lister(p); lister.next();) CHECK(lister.result().is_over() || has_turn(lister.result()));
    }
    if (count_turns(p) > few_turns) return;
    Prover prover(200'000);
    for (const int turns : {1, 2}) {
        const auto won = prover.wins(p, turns), lost = prover.loses(p, turns);
        if (!won || !lost) continue;  // additional turns, or too much
        ++tally.proven;
        tally.won += *won;
        CHECK(*won == wins_plainly(p, turns));
        if (turns == 1) CHECK(*lost == loses_plainly(p, turns));
    }
}

void look_along_a_game(Position p, std::mt19937_64& random, Tally& tally) {
    for (int n = 0; n < 200 && !p.is_over() && failures < 20; ++n) {
        if (p.stage == Stage::play && p.turn.phase == Phase::rest) {
            look_at(p, tally);
            look_at(crowded(p, random), tally);
        }
        StepList steps;
        legal_steps(p, steps);
        if (steps.empty()) break;
        play(p, steps[random() % steps.size()]);
    }
}

}  // namespace

void santorini::testing::prover_tests() {
    std::mt19937_64 random(8);
    Tally tally;
    for (int g = 0; g < 120 && failures < 20; ++g) look_along_a_game(random_table(random, 2), random, tally);
    for (int g = 0; g < 12 && failures < 20; ++g) look_along_a_game(mixed_table(random), random, tally);
    CHECK(tally.sure > 500 && tally.won > 100 && tally.proven > 2 * tally.won);
}
