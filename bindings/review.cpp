// The judgement of turns that were played (core/search/review.h).
#include "core/search/review.h"

#include "bindings/shared.h"
#include "core/text/names.h"
#include "core/text/notation.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

// A judgement and the position it is about, which is needed to write its best turn as text.
struct Judged {
    Position before;
    Judgement judgement;
};

}  // namespace

void santorini::bind_review(nb::module_& m) {
    nb::class_<Judged>(m, "Judgement", "What the engine thinks of a turn that was played.")
        .def_prop_ro(
            "mark", [](const Judged& j) { return name_in(mark_names, j.judgement.mark); },
            "`best`, `good`, `inaccuracy`, `mistake`, `blunder`, `missed_win` or `only_move`.")
        .def_prop_ro(
            "seat", [](const Judged& j) { return j.judgement.seat + 1; }, "Who played it.")
        .def_prop_ro(
            "before", [](const Judged& j) { return j.judgement.before; },
            "The chance of winning with the best turn, for the side that played.")
        .def_prop_ro(
            "after", [](const Judged& j) { return j.judgement.after; }, "The chance with the turn that was played.")
        .def_prop_ro(
            "loss", [](const Judged& j) { return j.judgement.loss; }, "What the turn gave away.")
        .def_prop_ro(
            "wins_in", [](const Judged& j) { return j.judgement.wins_in; },
            "If proven: the side wins with its n-th turn; negative, it loses after n.")
        .def_prop_ro(
            "best",
            [](const Judged& j) {
                return j.judgement.best.empty() ? std::string() : turn_text(j.before, j.judgement.best);
            },
            "What the engine would have played, as text.")
        .def_prop_ro(
            "chances",
            [](const Judged& j) {
                const auto& chances = j.judgement.chances;
                return std::vector<double>(chances.begin(), chances.begin() + j.before.sides());
            },
            "The chance of every side after the turn.");

    nb::class_<Reviewer>(m, "Reviewer", "Judges turns; it remembers the positions it has looked at.")
        .def(
            "__init__",
            [](Reviewer* self, uint64_t nodes, uint64_t passes, std::size_t hash_mb, const NetworkHandle* network) {
                new (self) Reviewer({nodes, passes, hash_mb, network ? network->network : nullptr});
            },
            "nodes"_a = ReviewOptions{}.nodes, "passes"_a = ReviewOptions{}.passes,
            "hash_mb"_a = ReviewOptions{}.megabytes, "network"_a.none() = nb::none())
        .def(
            "judge",
            [](Reviewer& reviewer, const Position& before, const Position& after) -> std::optional<Judged> {
                nb::gil_scoped_release released;
                auto judgement = reviewer.judge(before, after);
                if (!judgement) return std::nullopt;
                return Judged{before, *std::move(judgement)};
            },
            "before"_a, "after"_a, "The turn that led from one position to the other; None during set-up.");

    m.def(
        "summarise",
        [](const std::vector<Judged>& game) {
            std::vector<Judgement> judgements;
            for (const Judged& j : game) judgements.push_back(j.judgement);
            GameReview review = summarise(judgements);
            return std::make_tuple(std::vector<std::optional<double>>(review.accuracy.begin(), review.accuracy.end()),
                                   std::move(review.moments));
        },
        "game"_a, "The accuracy of each seat, 0 to 100, and the turns that gave away most, by index.");
}
