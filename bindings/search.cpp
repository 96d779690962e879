// The alpha-beta search, the network and self-play.
#include "core/search/search.h"

#include <atomic>

#include <nanobind/ndarray.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/pair.h>

#include "bindings/shared.h"
#include "core/search/lines.h"
#include "core/search/selfplay.h"
#include "core/turn/can_win.h"
#include "core/turn/machine.h"

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

FoundLine tell(const Position& from, const SearchLine& line) {
    FoundLine out{line.score, turns_to_end(line.score), line.depth, {}};
    Position at = from;
    for (const std::vector<Step>& steps : turns_of(from, line)) {
        out.turns.push_back(show(at, steps));
        for (const Step& step : steps) play(at, step);
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

Parameters read_parameters(const std::map<std::string, int>& given) {
    Parameters parameters;
    for (const auto& [name, value] : given) {
        if (!set_parameter(parameters, name, value)) throw CoreError("parameter", name);
    }
    return parameters;
}

// A NumPy array that takes ownership of the numbers.
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

// The self-play of one thread; several can run at once.
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
    out["aside_features"] = column(std::move(e.aside_features));
    out["aside_start"] = column(std::move(e.aside_start));
    out["aside_powers"] = column(std::move(e.aside_powers));
    out["aside_score"] = column(std::move(e.aside_score));
    return out;
}

}  // namespace

void santorini::bind_search(nb::module_& m) {
    nb::class_<NetworkHandle>(m, "Network", "A learned evaluation, read from its bytes.")
        .def(
            "__init__",
            [](NetworkHandle* self, const nb::bytes& weights) { new (self) NetworkHandle{network_or_raise(weights)}; },
            "weights"_a)
        .def(
            "evaluate", [](const NetworkHandle& n, const Position& p) { return evaluate(p, n.network); }, "position"_a);

    nb::class_<FoundLine>(m, "Line", "A line of play with its score.")
        .def_ro("score", &FoundLine::score, "In hundredths, for the side that decides.")
        .def_ro("wins_in", &FoundLine::wins_in,
                "If proven: the side wins with its n-th turn; negative, it loses after n.")
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
            [](Search* self, std::size_t hash_mb, int threads, const NetworkHandle* network, bool pruning,
               const std::map<std::string, int>& parameters) {
                new (self) Search(
                    {hash_mb, threads, pruning, network ? network->network : nullptr, read_parameters(parameters)});
            },
            "hash_mb"_a = 64, "threads"_a = 1, "network"_a.none() = nb::none(), "pruning"_a = true,
            "parameters"_a = std::map<std::string, int>())
        .def(
            "go",
            [](Search& search, const Position& p, int depth, uint64_t nodes, int64_t milliseconds, int lines,
               bool cpu_time, std::optional<std::function<void(const Found&)>> on_info) {
                SearchReport report;
                {
                    nb::gil_scoped_release released;
                    report =
                        search.run(p, {depth, nodes, milliseconds, lines, cpu_time}, [&](const SearchReport& so_far) {
                            if (!on_info) return;
                            const Found found = tell(p, so_far);
                            nb::gil_scoped_acquire held;
                            (*on_info)(found);
                        });
                }
                return tell(p, report);
            },
            "position"_a, nb::kw_only(), "depth"_a = 0, "nodes"_a = 0, "milliseconds"_a = 0, "lines"_a = 1,
            "cpu_time"_a = false, "on_info"_a.none() = nb::none())
        .def("stop", &Search::stop, "Stops the running search; from any thread.")
        .def("clear", &Search::clear);

    nb::class_<SelfPlay>(m, "SelfPlay", "Games of the engine against itself, as examples to learn from.")
        .def(
            "__init__",
            [](SelfPlay* self, uint64_t nodes, uint64_t seed, float plain, float teams, float fleece, float lone,
               float revised, float aid, int opening, float stray, float side, bool asides, int leaves,
               uint64_t leaf_nodes, const NetworkHandle* network) {
                new (self) SelfPlay{{nodes, seed, plain, teams, fleece, lone, revised, aid, opening, stray, side,
                                     asides, leaves, leaf_nodes, network ? network->network : nullptr}};
            },
            "nodes"_a, "seed"_a, "plain"_a, "teams"_a, "fleece"_a, "lone"_a, "revised"_a, "aid"_a, "opening"_a,
            "stray"_a, "side"_a = 0.0f, "asides"_a = false, "leaves"_a = 0, "leaf_nodes"_a = 400,
            "network"_a.none() = nb::none())
        .def("run", &examples_of, "games"_a)
        .def("stop", [](SelfPlay& s) { s.stopped = true; })
        .def_prop_ro("played", [](const SelfPlay& s) { return s.played.load(); });
    m.def(
        "network_shape",
        [] {
            return std::vector<std::size_t>{feature_count(), hidden_size, second_size, third_size,
                                            trunk_size,      stage_count, blend_count, word_count()};
        },
        "The sizes of the network: features, first layer, second layer, third layer, trunk, stages, blended matrices, "
        "words.");
    m.def("network_words", &word_names, "The inputs that cards make, by name and in order.");
    m.def(
        "turned_feature",
        [](int feature, unsigned symmetry) { return turned(static_cast<Feature>(feature), symmetry & 7); }, "feature"_a,
        "symmetry"_a);
    m.def(
        "feature_place",
        [](int feature) {
            const FeaturePlace at = place_of(static_cast<Feature>(feature));
            return std::pair(at.plane, at.square);
        },
        "feature"_a, "Plane and square of a feature; -1: on no plane, or about no square.");
    m.def(
        "built_in", [](int feature) { return built_in(static_cast<Feature>(feature)); }, "feature"_a,
        "How much a feature says is built.");
    m.def("stage_of", [](const Position& p) { return stage_of(p); }, "position"_a, "The network's stage of the game.");
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

    m.def(
        "search_parameters",
        [] {
            std::vector<std::tuple<std::string, int, int, int>> out;
            for (const ParameterRange& p : settable_parameters()) out.emplace_back(p.name, p.value, p.least, p.most);
            return out;
        },
        "Name, value, least and most of what a Searcher can be given as `parameters`; empty in a normal build.");
    m.def("searchable", &is_searchable, "position"_a);
    m.def(
        "wins_now", [](const Position& p) { return can_win(p); }, "position"_a,
        "Can the seat to move win in this turn?");
    m.def("is_threatened", &is_threatened, "position"_a, "Would the other side win if it were its turn?");
    m.def("handmade", &handmade, "position"_a);
}
