// Hooks for tests and benchmarks: santorini._core.testing.
#include <random>

#include "bench/bare.h"
#include "bindings/shared.h"
#include "core/search/leaf.h"
#include "core/turn/bulk.h"
#include "core/turn/turns.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace santorini {

void bind_testing(nb::module_& core) {
    nb::module_ m = core.def_submodule("testing", "Hooks for tests and benchmarks. Nothing here is for players.");
    m.def(
         "numbers",
         [](const Position& p) {
             uint64_t blocks = 0;
             for (Square s = 0; s < 25; ++s) blocks |= static_cast<uint64_t>(p.height(s)) << (2 * s);
             nb::list workers, women, cards, gone;
             const auto card = [&](Seat s, bool own) {
                 const auto flag = [&](SeatFlag f) { return own && (p.flags[s] & f) != 0; };
                 nb::list bound;
                 if (own && p.binder == s) {
                     for (Square b : {p.bound, p.bound_to}) {
                         if (b < 25) bound.append(static_cast<int>(b));
                     }
                 }
                 const bool keeps = own != (p.shared != no_power);  // the shared card lies in the first slot
                 return nb::make_tuple(flag(climbed), flag(spent), keeps ? p.number[s] : uint8_t{0},
                                       keeps ? p.tokens[s] : Bitboard{0}, keeps && p.aim[s] < 8 ? p.aim[s] : -1,
                                       own && p.secret[s] < 25 ? p.secret[s] : -1, flag(stolen), nb::tuple(bound));
             };
             for (Seat s = 0; s < p.players; ++s) {
                 const Bitboard team = p.players == 4 && s > 1 ? 0 : p.own(s);
                 workers.append(team);
                 women.append(team & p.women);
                 cards.append(card(s, true));
                 gone.append(p.is_out(s));
             }
             cards.append(card(0, false));
             return nb::make_tuple(blocks, p.dome, nb::tuple(workers), nb::tuple(women), nb::tuple(cards),
                                   nb::tuple(gone), static_cast<int>(p.to_move), static_cast<int>(p.extra));
         },
         "position"_a,
         "The position as nested tuples of numbers: blocks (two bits a square), domes, workers and women by "
         "seat (bit sets), "
         "cards by seat and the shared one (climbed, spent, number, tokens, aim, secret, stolen, bound), who is "
         "out, to move, extra.")
        .def(
            "listed_perft",
            [](const Position& p, int depth) {
                nb::gil_scoped_release release;
                return listed_perft(p, depth);
            },
            "position"_a, "depth"_a, "perft by listing every turn, without counting in bulk.")
        .def(
            "bare_perft",
            [](const Position& p, int depth) {
                nb::gil_scoped_release release;
                const Seat other = static_cast<Seat>(1 - p.to_move);
                return bench::bare_perft({p.level[0], p.level[1], p.level[2], p.dome, p.own(p.to_move), p.own(other)},
                                         depth);
            },
            "position"_a, "depth"_a, "The plain game counted by the loop in bench/, whatever the powers.")
        .def(
            "list_all",
            [](const Position& p) {
                nb::gil_scoped_release release;
                uint64_t turns = 0;
                list_turns(p, [&](const Position&, auto) { ++turns; });
                return turns;
            },
            "position"_a, "Lists every turn as `turn_list` does, but makes nothing of them; their number.")
        .def(
            "chances",
            [](const std::vector<Position>& positions, const NetworkHandle& network) {
                const LearnedEvaluation evaluation(network.network);
                std::vector<std::tuple<float, float, float>> chances;
                for (const Position& p : positions) {
                    Worth worth{};
                    evaluation.worth(p, worth);
                    chances.emplace_back(worth[0], worth[1], worth[2]);
                }
                return chances;
            },
            "positions"_a, "network"_a,
            "What the tree search thinks of each position, one after the other: the chances of the sides.")
        .def("bulk_perft", &bulk_perft, "position"_a, "depth"_a, nb::call_guard<nb::gil_scoped_release>(),
             "perft by counting in bulk; None where the position does not allow it.")
        .def("is_decided", &Position::is_over, "position"_a,
             "Whether the position itself says who won. A seat without a turn has lost too, but is not marked yet.")
        .def(
            "random_turn",
            [](const Position& p, uint64_t seed) {
                PlayedTurn turn(p);
                std::mt19937_64 random(seed);
                nb::gil_scoped_release release;
                while (turn.steps.empty() || !turn_is_over(p, turn.after)) {
                    StepList steps;
                    legal_steps(turn.after, steps);
                    if (steps.empty()) break;
                    const Step step = steps[random() % steps.size()];
                    turn.steps.push_back(step);
                    play(turn.after, step);
                }
                return turn;
            },
            "position"_a, "seed"_a, "A turn of random legal steps; with no steps if there is none.");
}

}  // namespace santorini
