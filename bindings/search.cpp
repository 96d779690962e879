// The search and the network, for the package.
#include "core/search/search.h"

#include <atomic>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings/shared.h"
#include "core/search/selfplay.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

struct FoundLine {
    Score score = 0;
    std::optional<int> wins_in;
    int depth = 0;
    std::vector<std::vector<StepView>> turns;
};
struct Found {
    int depth = 0;
    uint64_t nodes = 0;
    double seconds = 0;
    std::vector<FoundLine> lines;
};

std::vector<StepView> shown_steps(const Position& from, const Position& to) {
    std::vector<StepView> out;
    Position p = from;
    for (const Step& step : steps_between(from, to)) {
        out.push_back(show(p, step));
        play(p, step);
    }
    return out;
}

// Proven ends are told in turns of the side that decides: it wins with its n-th turn, or loses before its n-th is over.
std::optional<int> turns_to_end(Score score) {
    if (!is_proven(score)) return std::nullopt;
    const int plies = win_at_once - std::abs(score);
    return score > 0 ? (plies + 1) / 2 : -(plies / 2);
}

FoundLine tell(const Position& from, const SearchLine& line) {
    FoundLine out{line.score, turns_to_end(line.score), line.depth, {}};
    Position at = from;
    bool unfinished = false;  // the line is in the middle of a turn of the same seat
    for (const Position& next : line.outcome) {
        std::vector<StepView> steps = shown_steps(at, next);
        if (steps.empty()) break;
        if (unfinished) {
            out.turns.back().insert(out.turns.back().end(), steps.begin(), steps.end());
        } else {
            out.turns.push_back(std::move(steps));
        }
        unfinished = !next.is_over() && !at_rest(next) && decider(next) == decider(at);
        at = next;
    }
    return out;
}

Found tell(const Position& from, const SearchReport& report) {
    Found out{report.depth, report.nodes, report.seconds, {}};
    for (const SearchLine& line : report.lines) out.lines.push_back(tell(from, line));
    return out;
}

std::shared_ptr<const Network> network_or_raise(const nb::bytes& weights) {
    auto network = Network::read({static_cast<const std::byte*>(weights.data()), weights.size()});
    if (!network) throw CoreError("network", "");
    return network;
}

// A column of numbers that Python owns from now on.
template <class T>
nb::ndarray<nb::numpy, T> column(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* v) noexcept { delete static_cast<std::vector<T>*>(v); });
    return nb::ndarray<nb::numpy, T>(kept->data(), shape, owner);
}
template <class T>
nb::ndarray<nb::numpy, T> column(std::vector<T> values) {
    const std::size_t size = values.size();
    return column(std::move(values), {size});
}

// One thread's share of self-play; any number may run side by side.
struct SelfPlay {
    SelfPlayOptions options;
    std::atomic<bool> stopped{false};
    std::atomic<uint64_t> played{0};
};

nb::dict examples_of(SelfPlay& play, int games) {
    Examples e;
    {
        nb::gil_scoped_release released;
        e = self_play(play.options, games, play.stopped, play.played);
    }
    nb::dict out;
    const std::size_t row = 2 * word_count(), rows = e.words.size() / row;
    out["features"] = column(std::move(e.features));
    out["start"] = column(std::move(e.start));
    out["powers"] = column(std::move(e.powers));
    out["score"] = column(std::move(e.score));
    out["result"] = column(std::move(e.result));
    out["to_go"] = column(std::move(e.to_go));
    out["words"] = column(std::move(e.words), {rows, row});
    return out;
}

}  // namespace

void bind_search(nb::module_& m);
void bind_search(nb::module_& m) {
    nb::class_<NetworkHandle>(m, "Network", "A learned evaluation, read from its bytes.")
        .def(
            "__init__",
            [](NetworkHandle* self, const nb::bytes& weights) { new (self) NetworkHandle{network_or_raise(weights)}; },
            "weights"_a)
        .def(
            "evaluate", [](const NetworkHandle& n, const Position& p) { return evaluate(p, n.network); }, "position"_a);

    nb::class_<FoundLine>(m, "Line", "One way to go on, with its score.")
        .def_ro("score", &FoundLine::score, "Hundredths, for the side that decides.")
        .def_ro("wins_in", &FoundLine::wins_in, "Proven: wins with its n-th turn; negative: loses after so many.")
        .def_ro("depth", &FoundLine::depth)
        .def_prop_ro("steps", [](const FoundLine& l) { return l.turns.empty() ? std::vector<StepView>{} : l.turns[0]; })
        .def_ro("pv", &FoundLine::turns, "The turns of the line, the first one included.");

    nb::class_<Found>(m, "SearchResult", "What a search found.")
        .def_ro("depth", &Found::depth)
        .def_ro("nodes", &Found::nodes)
        .def_ro("seconds", &Found::seconds)
        .def_ro("lines", &Found::lines);

    nb::class_<Search>(m, "Searcher", "Alpha-beta search for two sides with open information.")
        .def(
            "__init__",
            [](Search* self, std::size_t hash_mb, int threads, const NetworkHandle* network, bool pruning) {
                new (self) Search({hash_mb, threads, pruning, network ? network->network : nullptr});
            },
            "hash_mb"_a = 64, "threads"_a = 1, "network"_a.none() = nb::none(), "pruning"_a = true)
        .def(
            "go",
            [](Search& search, const Position& p, int depth, uint64_t nodes, int64_t milliseconds, int lines,
               std::optional<std::function<void(const Found&)>> on_info) {
                SearchReport report;
                {
                    nb::gil_scoped_release released;
                    report = search.run(p, {depth, nodes, milliseconds, lines}, [&](const SearchReport& so_far) {
                        if (!on_info) return;
                        const Found found = tell(p, so_far);
                        nb::gil_scoped_acquire held;
                        (*on_info)(found);
                    });
                }
                return tell(p, report);
            },
            "position"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "milliseconds"_a = 0, "lines"_a = 1,
            "on_info"_a.none() = nb::none())
        .def("stop", &Search::stop, "Ends the search in progress at once; from any thread.")
        .def("clear", &Search::clear);

    nb::class_<SelfPlay>(m, "SelfPlay", "Games of the engine against itself, as examples to learn from.")
        .def(
            "__init__",
            [](SelfPlay* self, uint64_t nodes, uint64_t seed, float plain, float teams, float fleece, float lone,
               float revised, float aid, int opening, float stray, const NetworkHandle* network) {
                new (self) SelfPlay{{nodes, seed, plain, teams, fleece, lone, revised, aid, opening, stray,
                                     network ? network->network : nullptr}};
            },
            "nodes"_a, "seed"_a, "plain"_a, "teams"_a, "fleece"_a, "lone"_a, "revised"_a, "aid"_a, "opening"_a,
            "stray"_a, "network"_a.none() = nb::none())
        .def("run", &examples_of, "games"_a)
        .def("stop", [](SelfPlay& s) { s.stopped = true; })
        .def_prop_ro("played", [](const SelfPlay& s) { return s.played.load(); });
    m.def(
        "network_shape",
        [] { return std::vector<std::size_t>{feature_count(), hidden_size, second_size, word_count(), trunk_size}; },
        "Features, hidden values, second layer, words, trunk.");
    m.def(
        "turned_feature",
        [](int feature, unsigned symmetry) { return turned(static_cast<Feature>(feature), symmetry & 7); }, "feature"_a,
        "symmetry"_a);
    m.def("swapped_feature", [](int feature) { return swapped(static_cast<Feature>(feature)); }, "feature"_a);
    m.def(
        "position_inputs",
        [](const Position& p) {
            const Side me = p.side(p.to_move);
            FeatureList list;
            features(p, me, list);
            std::vector<float> said(2 * word_count());
            power_words(p, me, {said.data(), word_count()});
            power_words(p, static_cast<Side>(1 - me), {said.data() + word_count(), word_count()});
            return std::pair(list, said);
        },
        "position"_a, "The network's inputs: features of the side to move, words of both sides.");

    m.def("searchable", &is_searchable, "position"_a);
    m.def("wins_now", &wins_now, "position"_a, "Can the seat to move win in this turn?");
    m.def("is_threatened", &is_threatened, "position"_a, "Would the other side win if it were its turn?");
    m.def("handmade", &handmade, "position"_a);
}
