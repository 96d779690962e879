// Judging the turns of a game that was played: how much of the chance to win a turn gave away (docs/engine.md).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/search/search.h"
#include "core/step.h"

namespace santorini {

enum class Mark : uint8_t {
    best,
    good,
    inaccuracy,
    mistake,
    blunder,
    missed_win,  // a proven win was given away
    only_move,   // the best turn, where every other one gives much away
};
inline constexpr std::array<std::string_view, 7> mark_names{"best",    "good",       "inaccuracy", "mistake",
                                                            "blunder", "missed_win", "only_move"};
static_assert(mark_names.size() == static_cast<std::size_t>(Mark::only_move) + 1);

// A turn that gives away at least this much of the chance to win is an inaccuracy, a mistake or a blunder.
inline constexpr double inaccuracy_loss = 0.06, mistake_loss = 0.12, blunder_loss = 0.25;

struct Judgement {
    Mark mark = Mark::good;
    Seat seat = no_seat;
    double before = 0, after = 0;  // the chance of the seat's side with the best turn, and with the one played
    double loss = 0;
    std::optional<int> wins_in;       // before the turn, if proven (core/search/lines.h)
    std::vector<Step> best;           // what the engine would have played
    std::array<double, 3> chances{};  // of every side after the turn
};

// The summary of a whole game.
struct GameReview {
    std::array<std::optional<double>, 4> accuracy;  // by seat, 0 to 100; nothing for a seat without a judged turn
    std::vector<std::size_t> moments;               // the turns that gave away most, at most three, in order of play
};
GameReview summarise(std::span<const Judgement> game);

struct ReviewOptions {
    uint64_t nodes = 60'000;  // per position, where nothing is hidden
    uint64_t passes = 400;    // .. elsewhere
    std::size_t megabytes = 32;
    std::shared_ptr<const Network> network;
    bool (*should_stop)() = nullptr;
};

class Reviewer {
public:
    explicit Reviewer(ReviewOptions options);

    // Judges the turn that led from `before` to `after`, both between turns. Nothing during set-up.
    std::optional<Judgement> judge(const Position& before, const Position& after);

private:
    struct Verdict {
        Position position;
        std::array<double, 3> chances{};
        std::optional<int> wins_in;
        std::vector<Step> best;
        Position result;               // after the best turn
        std::optional<double> second;  // the side's chance with the next best turn, if there is one
    };
    Verdict look(const Position& p);
    Verdict search(const Position& p);
    Verdict search_tree(const Position& p) const;

    ReviewOptions options_;
    Search search_;
    std::unordered_map<uint64_t, Verdict> known_;
};

}  // namespace santorini
