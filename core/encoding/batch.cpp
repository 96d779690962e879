#include "core/encoding/batch.h"

#include <algorithm>
#include <cstring>

#include "core/encoding/observation.h"
#include "core/questions/outcome.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

// SplitMix64: its state is one word, so every game has its own dice and the number of threads does not matter.
uint64_t draw(uint64_t& state) {
    uint64_t z = state += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}
std::size_t draw_below(uint64_t& state, std::size_t n) {
    return static_cast<std::size_t>((draw(state) >> 32) * n >> 32);
}

}  // namespace

Batch::Batch(std::vector<Position> starts, const BatchOptions& options)
    : starts_(std::move(starts)), options_(options), games_(options.games) {
    for (const Position& p : starts_) players_ = std::max(players_, p.players);
    const std::size_t n = games_.size();
    masks.resize(n * action_count);
    if (options_.observes) observations.resize(n * observation_size());
    seats.resize(n);
    rewards.resize(n * players_);
    terminated.resize(n);
    truncated.resize(n);
    decisions.resize(n);
    uint64_t seed = options_.seed;
    for (Game& game : games_) {
        game.luck = draw(seed);
        game.dice = draw(seed);
    }
    if (options_.threads > 1) crew_ = std::make_unique<Crew>(options_.threads);
    reset();
}

template <class Work>
void Batch::for_games(Work work) {
    const auto some = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) work(i);
    };
    if (crew_) {
        crew_->share(games_.size(), some);
    } else {
        some(0, games_.size());
    }
}

std::optional<std::size_t> Batch::find(const Game& game, int32_t action) {
    for (std::size_t k = 0; k < game.legal; ++k) {
        if (game.actions[k] == action) return k;
    }
    return std::nullopt;
}

std::optional<std::size_t> Batch::first_illegal(std::span<const int32_t> actions) const {
    for (std::size_t i = 0; i < games_.size(); ++i) {
        if (actions[i] != leave && !find(games_[i], actions[i])) return i;
    }
    return std::nullopt;
}

void Batch::step(std::span<const int32_t> actions) {
    for_games([&](std::size_t i) {
        Game& game = games_[i];
        tell_nothing(i);
        const auto k = find(game, actions[i]);
        if (!k) return;
        play(game.now, game.steps[*k]);
        ++game.decisions;
        settle(game, mask_of(i));
        tell_end(i);
        if (game.end != End::none && options_.resets) begin(game, mask_of(i));
        show(i);
    });
}

void Batch::reset() {
    for_games([&](std::size_t i) {
        tell_nothing(i);
        begin(games_[i], mask_of(i));
        show(i);
    });
}

void Batch::put(std::size_t i, const Position& position) {
    Game& game = games_[i];
    game.now = position;
    game.decisions = 0;
    settle(game, mask_of(i));
    tell_nothing(i);
    tell_end(i);
    show(i);
}

void Batch::sample(std::span<int32_t> out) {
    for_games([&](std::size_t i) {
        Game& game = games_[i];
        out[i] = game.legal ? int32_t{game.actions[draw_below(game.dice, game.legal)]} : leave;
    });
}

void Batch::copy_from(const Batch& other) {
    for_games([&](std::size_t i) {
        Game& game = games_[i];
        const uint64_t own_luck = game.luck, own_dice = game.dice;  // future luck is not copied
        list(game, {}, mask_of(i));
        game = other.games_[i];
        game.luck = own_luck;
        game.dice = own_dice;
        for (std::size_t k = 0; k < game.legal; ++k) mask_of(i)[game.actions[k]] = 1;
        tell_nothing(i);
        tell_end(i);
        show(i);
    });
}

// -- one game ---------------------------------------------------------------------------------------------------------

// Some set-ups cannot go on at all; then another start is drawn.
void Batch::begin(Game& game, uint8_t* mask) {
    constexpr int tries = 100;
    for (int k = 0; k < tries; ++k) {
        game.now = starts_[draw_below(game.luck, starts_.size())];
        game.decisions = 0;
        settle(game, mask);
        if (game.end == End::none) return;
    }
}

// Goes on to the next decision of a seat and lists what it may do, or to the end of the game.
void Batch::settle(Game& game, uint8_t* mask) {
    game.end = End::none;
    StepList steps;
    while (true) {
        steps.clear();
        game.seat = decider(game.now);
        if (game.seat != no_seat) list_steps(game.now, steps);
        if (game.seat != luck || steps.empty()) break;
        play(game.now, steps[draw_below(game.luck, steps.size())]);
    }
    if (steps.empty()) {
        const auto ended = outcome(game.now);
        game.end = ended ? End::won : End::cut;
        game.winners = ended ? ended->winners : uint8_t{0};
    } else if (options_.most_decisions && game.decisions >= options_.most_decisions) {
        game.end = End::cut;
        steps.clear();
    }
    list(game, steps, mask);
}

void Batch::list(Game& game, const StepList& steps, uint8_t* mask) {
    for (std::size_t k = 0; k < game.legal; ++k) mask[game.actions[k]] = 0;
    game.legal = 0;
    for (const Step& step : steps) {
        const Action action = action_of(game.now, step);
        if (mask[action] && find(game, action)) continue;  // two sentences of a card may offer the same step
        mask[action] = 1;
        game.actions[game.legal] = action;
        game.steps[game.legal++] = step;
    }
}

// -- the arrays -------------------------------------------------------------------------------------------------------

void Batch::tell_nothing(std::size_t i) {
    std::fill_n(&rewards[i * players_], players_, 0.0f);
    terminated[i] = truncated[i] = 0;
}

void Batch::tell_end(std::size_t i) {
    const Game& game = games_[i];
    terminated[i] = game.end == End::won;
    truncated[i] = game.end == End::cut;
    if (game.end != End::won) return;
    // What the winners get, the losers pay in equal parts.
    const auto won = static_cast<float>(std::popcount(game.winners));
    const float lost = -won / (static_cast<float>(game.now.players) - won);
    for (Seat s = 0; s < game.now.players; ++s) rewards[i * players_ + s] = game.winners >> s & 1 ? 1.0f : lost;
}

void Batch::show(std::size_t i) {
    const Game& game = games_[i];
    const bool goes_on = game.end == End::none;
    seats[i] = static_cast<int8_t>(goes_on ? game.seat + 1 : 0);
    decisions[i] = static_cast<int32_t>(game.decisions);
    if (!options_.observes) return;
    const Seat looks = goes_on ? game.seat : game.now.to_move;
    observe(game.now, looks, std::span(observations).subspan(i * observation_size(), observation_size()));
}

}  // namespace santorini
