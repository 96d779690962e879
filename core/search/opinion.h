// A second opinion for the tree search: alpha-beta, where the deciding seat knows everything but what comes.
//
// Alpha-beta looks much further ahead than the tree search, but it needs a position that is the same for both sides and
// without luck. Where the only secret square is the seat's own, or luck is all there is, such a position is at hand: the
// secret counts as known to all, and a card turned up from a deck stays. That is too careful, and blind to the next
// card, but stronger than looking less far. Where workers are hidden, or something is hidden from the seat, it proved
// weaker (docs/experiments.md).
#pragma once

#include <atomic>
#include <memory>
#include <optional>

#include "core/search/search.h"

namespace santorini {

class Opinion {
public:
    explicit Opinion(std::shared_ptr<const Network> network);

    // Can the position be laid open and searched? Two sides, in play, each with a card of its own, no hidden workers.
    static bool fits(const Position& p);
    static Position laid_open(Position p);

    struct Best {
        Position after;  // laid open
        float chance;    // of the side that decides
    };
    // The best turn; nothing if there is none.
    std::optional<Best> best(const Position& p, const SearchLimits& limits);
    // From any thread.
    void stop() {
        if (Search* search = begun_.load()) search->stop();
    }

private:
    std::shared_ptr<const Network> network_;
    std::unique_ptr<Search> search_;  // made when it is first needed: it takes memory
    std::atomic<Search*> begun_ = nullptr;
};

}  // namespace santorini
