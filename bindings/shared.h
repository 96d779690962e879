// What the files of the module share: the types that Python holds, reading arguments, and the registering functions.
#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
// All files see the same conversions: without its header a type would silently be passed as an unknown object.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "core/search/network.h"
#include "core/text/notation.h"
#include "core/text/position_text.h"

namespace santorini {

// Something that cannot be read or played: a code and the piece of text it is about. The package writes the sentence.
struct CoreError : std::exception {
    std::string code, fragment;
    CoreError(std::string_view c, std::string f) : code(c), fragment(std::move(f)) {}
    const char* what() const noexcept override { return code.c_str(); }
};

// -- what Python holds ------------------------------------------------------------------------------------------------

// A step together with its text, which depends on the position it belongs to.
struct StepView {
    Step step;
    std::string text;
    bool dome = false;
    bool operator==(const StepView& o) const { return step == o.step; }
};

// Steps that were legal when they were played. Writing them down plays them again, so the text is kept.
class PlayedTurn {
public:
    explicit PlayedTurn(const Position& start) : before(start), after(start) {}
    PlayedTurn(const Position& start, const Position& end, std::vector<Step> played)
        : before(start), after(end), steps(std::move(played)) {}

    const std::string& text() const {
        if (text_.empty() && !steps.empty()) text_ = turn_text(before, steps);
        return text_;
    }

    Position before, after;
    std::vector<Step> steps;

private:
    mutable std::string text_;  // Python threads call it one at a time
};

// A network is read once and shared by all searches that use it.
struct NetworkHandle {
    std::shared_ptr<const Network> network;
};

StepView show(const Position& p, const Step& step);
// The steps in order, each with its text in the position where it is played.
std::vector<StepView> show(Position p, const std::vector<Step>& steps);
// A list of Effect, the named tuple that bind_steps() makes.
nanobind::list show(const Effects& effects);
std::optional<std::string> name_or_none(Square s);

// -- reading arguments ------------------------------------------------------------------------------------------------

template <class T>
T value_or_raise(std::variant<T, TextError> result) {
    if (auto* error = std::get_if<TextError>(&result)) throw CoreError(error->code, error->fragment);
    return std::get<T>(std::move(result));
}
PowerId power_or_raise(std::string_view key);
RuleSet rules_or_raise(std::string_view name);
Seat seat_or_raise(const Position& p, int seat);
void legal_or_raise(const Position& p, const StepView& step);

// -- one function for each file, in the order in which they run -------------------------------------------------------

nanobind::class_<Position> bind_position(nanobind::module_& m);
nanobind::class_<StepView> bind_steps(nanobind::module_& m);
void bind_turns(nanobind::module_& m, nanobind::class_<Position>& position);
void bind_playing(nanobind::class_<Position>& position);
void bind_powers(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_prover(nanobind::module_& m);
void bind_review(nanobind::module_& m);
void bind_tree(nanobind::module_& m);
void bind_questions(nanobind::module_& m, nanobind::class_<Position>& position, nanobind::class_<StepView>& step);
void bind_state(nanobind::module_& m);
void bind_encoding(nanobind::module_& m);
void bind_batch(nanobind::module_& encoding);
void bind_testing(nanobind::module_& m);

}  // namespace santorini
