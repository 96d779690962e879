// Batches of games: santorini._core.encoding.Batch.
#include "core/encoding/batch.h"

#include <mutex>

#include "bindings/arrays.h"
#include "core/encoding/observation.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

// One Python thread at a time; the others wait without holding the interpreter's lock.
class SharedBatch {
public:
    SharedBatch(std::vector<Position> starts, std::size_t games, std::size_t threads, uint64_t seed,
                uint32_t most_decisions, bool observes, bool resets)
        : batch(std::move(starts), {games, threads, seed, most_decisions, observes, resets}), actions_(games) {}

    Batch batch;

    // -1, or the first game that cannot take its action; then nothing is played.
    template <class T>
    int64_t step(const T* values, std::size_t stride) {
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        for (std::size_t i = 0; i < actions_.size(); ++i) {
            const T value = values[i * stride];
            actions_[i] = value >= Batch::leave && value < action_count ? static_cast<int32_t>(value) : no_action;
        }
        if (const auto game = batch.first_illegal(actions_)) return static_cast<int64_t>(*game);
        batch.step(actions_);
        return -1;
    }
    void copy_from(SharedBatch& other) {
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_, other.busy_);
        batch.copy_from(other.batch);
    }
    template <class Work>
    void alone(Work work) {
        const nb::gil_scoped_release release;
        const std::scoped_lock lock(busy_);
        work(batch);
    }

private:
    static constexpr int32_t no_action = -2;
    std::vector<int32_t> actions_;
    std::mutex busy_;
};

using Self = nb::pointer_and_handle<SharedBatch>;

// An array of the batch, without a copy. It keeps the batch alive.
template <class As, class T>
Array<As> shown(Self self, std::vector<T> Batch::* member, std::size_t width) {
    static_assert(sizeof(As) == sizeof(T));
    std::vector<T>& values = self.p->batch.*member;
    const std::size_t rows = self.p->batch.size();
    auto* data = reinterpret_cast<As*>(values.data());
    if (width == 0) return Array<As>(data, {rows}, self.h);
    return Array<As>(data, {rows, width}, self.h);
}

std::size_t game_or_raise(const SharedBatch& b, std::size_t game) {
    if (game >= b.batch.size()) throw nb::index_error("no such game");
    return game;
}

int64_t step_batch(SharedBatch& b, const nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>& actions) {
    if (actions.shape(0) != b.batch.size()) throw nb::value_error("one action a game");
    const auto stride = static_cast<std::size_t>(actions.stride(0));
    if (actions.dtype() == nb::dtype<int32_t>()) return b.step(static_cast<const int32_t*>(actions.data()), stride);
    if (actions.dtype() == nb::dtype<int64_t>()) return b.step(static_cast<const int64_t*>(actions.data()), stride);
    throw nb::type_error("actions are int32 or int64");
}

}  // namespace

void santorini::bind_batch(nb::module_& m) {
    nb::class_<SharedBatch> batch(m, "Batch", "Games played side by side; `santorini.Batch` checks its arguments.");
    batch
        .def(nb::init<std::vector<Position>, std::size_t, std::size_t, uint64_t, uint32_t, bool, bool>(), "starts"_a,
             "games"_a, "threads"_a, "seed"_a, "most_decisions"_a, "observes"_a, "resets"_a)
        .def("__len__", [](const SharedBatch& b) { return b.batch.size(); })
        .def_prop_ro("players", [](const SharedBatch& b) { return static_cast<int>(b.batch.players()); })
        .def("step", &step_batch, "actions"_a, "-1, or the first game whose action is illegal; then nothing is played.")
        .def("reset", [](SharedBatch& b) { b.alone([](Batch& games) { games.reset(); }); })
        .def("sample",
             [](SharedBatch& b) {
                 const auto out = new_array<int32_t>(b.batch.size());
                 b.alone([&](Batch& games) { games.sample({out.data(), out.size()}); });
                 return out;
             })
        .def(
            "copy_from",
            [](SharedBatch& b, SharedBatch& other) {
                if (other.batch.size() != b.batch.size() || other.batch.players() > b.batch.players())
                    throw nb::value_error("another number of games or players");
                if (&b != &other) b.copy_from(other);
            },
            "other"_a)
        .def(
            "put",
            [](SharedBatch& b, std::size_t game, const Position& position) {
                if (position.players > b.batch.players()) throw nb::value_error("too many players");
                b.alone([&](Batch& games) { games.put(game_or_raise(b, game), position); });
            },
            "game"_a, "position"_a)
        .def(
            "position",
            [](SharedBatch& b, std::size_t game) {
                Position found;
                b.alone([&](Batch& games) { found = games.position(game_or_raise(b, game)); });
                return found;
            },
            "game"_a)
        .def(
            "legal",
            [](SharedBatch& b, std::size_t game) {
                std::vector<int> found;
                b.alone([&](Batch& games) {
                    const auto legal = games.legal(game_or_raise(b, game));
                    found.assign(legal.begin(), legal.end());
                });
                return found;
            },
            "game"_a);
    batch.def_prop_ro("masks", [](Self self) { return shown<bool>(self, &Batch::masks, action_count); })
        .def_prop_ro("observations",
                     [](Self self) {
                         const bool observes = self.p->batch.observes();
                         return shown<uint8_t>(self, &Batch::observations, observes ? observation_size() : 0);
                     })
        .def_prop_ro("seats", [](Self self) { return shown<int8_t>(self, &Batch::seats, 0); })
        .def_prop_ro("rewards", [](Self self) { return shown<float>(self, &Batch::rewards, self.p->batch.players()); })
        .def_prop_ro("terminated", [](Self self) { return shown<bool>(self, &Batch::terminated, 0); })
        .def_prop_ro("truncated", [](Self self) { return shown<bool>(self, &Batch::truncated, 0); })
        .def_prop_ro("decisions", [](Self self) { return shown<int32_t>(self, &Batch::decisions, 0); });
}
