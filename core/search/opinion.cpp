#include "core/search/opinion.h"

#include "core/search/lines.h"

namespace santorini {
namespace {

constexpr std::size_t megabytes = 16;

}  // namespace

Opinion::Opinion(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

bool Opinion::fits(const Position& p) {
    if (p.sides() != 2 || p.shared || p.stage != Stage::play || p.is_over()) return false;
    for (Seat s = 0; s < p.players; ++s) {
        if (hides_workers(p.card(s).setup.secret)) return false;
    }
    return true;
}

Position Opinion::laid_open(Position p) {
    for (Seat s = 0; s < p.players; ++s) {
        if (!p.card(s).setup.deck) continue;
        p.cards[s] = p.face;
        p.set_edition(s, p.rules);
        p.face = no_power;
        p.deck = p.discard = 0;
    }
    return p;
}

std::optional<Opinion::Best> Opinion::best(const Position& p, const SearchLimits& limits) {
    if (!search_) {
        search_ = std::make_unique<Search>(SearchOptions{megabytes, 1, true, network_});
        begun_ = search_.get();
    }
    const SearchReport found = search_->run(laid_open(p), limits);
    if (found.lines.empty() || found.lines[0].outcome.empty()) return std::nullopt;
    return Best{found.lines[0].outcome[0], static_cast<float>(chance_of(found.lines[0].score))};
}

}  // namespace santorini
