// The computer opponent at a level, for a game without a server: what src/santorini/engine/ is for the package. The
// numbers of the levels come from there (tools/page_data.py) and are passed with every question.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "core/search/search.h"
#include "core/search/tree.h"

namespace santorini {

// How far a level searches and how strictly it chooses (src/santorini/engine/levels.py). 0: no limit.
struct Level {
    int depth = 0;
    uint64_t nodes = 0;
    uint64_t iterations = 0;
    int lines = 1;
    std::size_t ideas = 0;  // 0: it searches
    double softness = 0, focus = 0, eagerness = 0, oversight = 0;
    int milliseconds = 0;

    bool careful() const { return oversight == 0; }
    Level focused() const;
    void set(std::string_view name, double value);  // by its name in the table of levels; other names are ignored
};

class ComputerPlayer {
public:
    ComputerPlayer(std::shared_ptr<const Network> network, bool (*should_stop)());

    // What a seat sees now, and the step of its own that led there, if any. Needed only where something is hidden.
    void observe(const SeatView& view, std::span<const Step> played);
    // The steps of a seat's decision in its view. The seat must be the one that decides, and the cards must be dealt.
    std::vector<Step> play(const SeatView& view, const Level& level, uint64_t seed);

private:
    struct Line {
        std::vector<Step> steps;
        Score score = 0;
        int wins_in = 0;  // 0: not proven
    };
    using Lines = std::vector<Line>;

    Lines deep(const Position& p, int depth, uint64_t nodes, int milliseconds, int lines);
    Lines wide(const SeatView& view, const Level& level, std::size_t lines);
    Lines considered(const Position& p, Seat seat, std::size_t ideas, Dice& dice) const;
    Lines thought_of(const SeatView& view, const Level& level, Dice& dice);
    static const Line& chosen(const Lines& lines, const Level& level, const Position& p, Seat seat, Dice& dice);
    static std::vector<double> values(const Lines& lines, const Level& level, const Position& p, Seat seat, Dice& dice);
    std::vector<Step> winning(const Position& p);
    std::vector<Step> saving(const Position& p, Seat seat, const Lines& lines, const Line& line);

    std::shared_ptr<const Network> network_;
    bool (*should_stop_)();
    Search search_;
    TreeSearch tree_;
};

}  // namespace santorini
