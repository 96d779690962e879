// Many games at once, for learning: each step makes one decision in every game, on as many threads as wanted.
//
// The arrays belong to the batch and are written in place. The games never read them, so it does no harm if the caller
// writes into them: the legal actions are kept separately.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/encoding/actions.h"
#include "core/encoding/crew.h"
#include "core/encoding/listing.h"

namespace santorini {

struct BatchOptions {
    std::size_t games = 1;
    std::size_t threads = 1;
    uint64_t seed = 0;
    uint32_t most_decisions = 0;  // a game is cut off after this many; 0: never
    bool observes = true;
    bool resets = true;  // a game that is over starts again at once
};

class Batch {
public:
    // Games begin at one of the positions, drawn at random for every game.
    Batch(std::vector<Position> starts, const BatchOptions& options);

    static constexpr int32_t leave = -1;  // the game is left as it is

    // The first game that cannot take its action; none if all can.
    std::optional<std::size_t> first_illegal(std::span<const int32_t> actions) const;
    // Every action must be legal or `leave`.
    void step(std::span<const int32_t> actions);
    void reset();
    // A legal action for every game, drawn at random; `leave` where the game is over.
    void sample(std::span<int32_t> out);
    // Copies the games of another batch of the same size.
    void copy_from(const Batch& other);
    // Puts another position into a game.
    void put(std::size_t game, const Position& position);

    const Position& position(std::size_t game) const { return games_[game].now; }
    std::span<const Action> legal(std::size_t game) const { return {games_[game].actions.data(), games_[game].legal}; }
    std::size_t size() const { return games_.size(); }
    uint8_t players() const { return players_; }
    bool observes() const { return options_.observes; }

    // -- arrays, one row per game
    std::vector<uint8_t> masks;         // [action_count]
    std::vector<uint8_t> observations;  // [observation_size()], as the seat that decides sees it
    std::vector<int8_t> seats;          // who decides, from 1; 0 when the game is over
    std::vector<float> rewards;         // [players()], of the last step
    std::vector<uint8_t> terminated;    // the last step ended the game
    std::vector<uint8_t> truncated;     // .. reached the limit, or a set-up that cannot go on
    std::vector<int32_t> decisions;     // made in the game so far

private:
    enum class End : uint8_t { none, won, cut };
    struct Game {
        Position now;
        uint64_t luck = 0, dice = 0;  // random states of the game and of sample()
        uint32_t decisions = 0;
        Seat seat = 0;  // who decides
        End end = End::none;
        uint8_t winners = 0;  // one bit per seat
        uint16_t legal = 0;
        std::array<Action, StepList::capacity> actions;
        std::array<Step, StepList::capacity> steps;
    };

    static std::optional<std::size_t> find(const Game& game, int32_t action);
    void begin(Game& game, uint8_t* mask);
    void settle(Game& game, uint8_t* mask);
    static void list(Game& game, const StepList& steps, uint8_t* mask);
    void tell_nothing(std::size_t i);
    void tell_end(std::size_t i);
    void show(std::size_t i);
    uint8_t* mask_of(std::size_t i) { return &masks[i * action_count]; }
    template <class Work>
    void for_games(Work work);

    std::vector<Position> starts_;
    BatchOptions options_;
    uint8_t players_ = 2;
    std::vector<Game> games_;
    std::unique_ptr<Crew> crew_;
};

}  // namespace santorini
