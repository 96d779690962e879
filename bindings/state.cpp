// What clients are told, as JSON: built by the core, for the server and the page alike (core/state/).
#include "bindings/shared.h"
#include "core/questions/why.h"
#include "core/state/board.h"
#include "core/state/hint.h"
#include "core/state/said.h"
#include "core/state/seen.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

Seat reader(const Position& p, int seat) { return seat == 0 ? no_seat : seat_or_raise(p, seat); }

template <class Write>
std::string written(Write write) {
    nb::gil_scoped_release release;
    Json json;
    write(json);
    return json.text();
}

Question question_or_raise(std::optional<std::string_view> square, std::optional<std::string_view> origin,
                           std::optional<std::string_view> step) {
    if (step) {
        const auto read = read_question(*step);
        if (!read) throw CoreError("turn/illegal", std::string(*step));
        return *read;
    }
    Question question;
    const auto read = [](std::string_view name) {
        const auto s = read_square(name);
        if (!s) throw CoreError("square", std::string(name));
        return *s;
    };
    question.to = read(square.value_or(""));
    if (origin) question.from = read(*origin);
    return question;
}

}  // namespace

void santorini::bind_state(nb::module_& m) {
    m.def(
        "board_json", [](const Position& p) { return written([&](Json& json) { write_board(json, p); }); },
        "position"_a, "A view, or a position in which nobody has secrets, for drawing.");
    m.def(
        "steps_json", [](const Position& p) { return written([&](Json& json) { write_steps(json, p); }); },
        "position"_a, "The legal steps of whoever decides, for choosing.");
    m.def(
        "restrictions_json",
        [](const Position& p, int seat) {
            const Seat s = seat_or_raise(p, seat);
            return written([&](Json& json) { write_restrictions(json, p, s); });
        },
        "view"_a, "seat"_a, "What binds the seat, of cards that are not its own, in the words of the catalogue.");
    m.def(
        "reasons_json",
        [](const Position& p, int seat, std::optional<std::string_view> square, std::optional<std::string_view> origin,
           std::optional<std::string_view> step) {
            const Seat s = seat_or_raise(p, seat);
            const Question question = question_or_raise(square, origin, step);
            return written([&](Json& json) { write_reasons(json, p, s, question); });
        },
        "view"_a, "seat"_a, "square"_a = nb::none(), "origin"_a = nb::none(), "step"_a = nb::none(),
        "Why the seat cannot choose the square or the step, in the words of the catalogue.");
    m.def(
        "hint_json",
        [](const Position& p, int seat, const std::vector<std::string>& steps) {
            const Seat s = seat_or_raise(p, seat);
            return written([&](Json& json) { write_hint(json, p, s, steps); });
        },
        "view"_a, "seat"_a, "steps"_a, "Steps that are advised, their effects and the reason.");
    m.def(
        "seen_text", [](const PlayedTurn& t, int seat) { return seen_text(t.before, t.steps, reader(t.before, seat)); },
        "turn"_a, "seat"_a, "The text of a turn without what the seat may not know; 0 is a spectator.");
    m.def(
        "effects_json",
        [](const PlayedTurn& t, int seat, bool over) {
            const Seat s = reader(t.before, seat);
            return written([&](Json& json) { write_effects(json, t.before, t.steps, s, over); });
        },
        "turn"_a, "seat"_a, "over"_a,
        "What a turn did on the board, as far as the seat could see it; of a game that is over, everything.");
    m.def("is_secretive", &is_secretive, "position"_a, "Whether somebody has a secret, or a card that may give one.");
}
