// A position: its texts, what can be seen on the board and on the cards.
#include "core/position.h"

#include <nanobind/operators.h>

#include "bindings/shared.h"
#include "core/turn/machine.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

std::vector<std::string> names(Bitboard b) {
    std::vector<std::string> out;
    for (Square s : each(b)) out.push_back(square_name(s));
    return out;
}

Square square_or_raise(std::string_view name) {
    const auto s = read_square(name);
    if (!s) throw CoreError("square", std::string(name));
    return *s;
}

}  // namespace

namespace santorini {

Seat seat_or_raise(const Position& p, int seat) {
    if (seat < 1 || seat > p.players) throw CoreError("seat-number", std::to_string(seat));
    return static_cast<Seat>(seat - 1);
}

nb::class_<Position> bind_position(nb::module_& m) {
    nb::class_<Position> position(m, "Position", "Everything needed to go on playing, as an immutable value.");
    position.def_static(
                "read", [](std::string_view text) { return value_or_raise(read_position(text)); }, "text"_a)
        .def_prop_ro("text", &position_text)
        .def_prop_ro("short", &short_text)
        .def("__str__", &position_text)
        .def("__repr__", [](const Position& p) { return "Position.read('" + position_text(p) + "')"; })
        .def(
            "__eq__", [](const Position& p, const Position& q) { return p == q; }, nb::is_operator())
        .def(
            "__eq__", [](const Position&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__", [](const Position& p) { return static_cast<Py_hash_t>(p.hash() >> 1); })
        .def("__getstate__", &position_text)
        .def("__setstate__",
             [](Position& p, const std::string& text) { new (&p) Position(value_or_raise(read_position(text))); })
        .def_prop_ro("hash", &Position::hash)
        .def(
            "turned", [](const Position& p, unsigned symmetry) { return p.turned(symmetry & 7); }, "symmetry"_a)
        .def(
            "view", [](const Position& p, int seat) { return view(p, seat == 0 ? no_seat : seat_or_raise(p, seat)); },
            "seat"_a)
        // -- who and what
        .def_prop_ro("players", [](const Position& p) { return static_cast<int>(p.players); })
        .def_prop_ro("rules", [](const Position& p) { return rules_name(p.rules); })
        .def_prop_ro("stage", [](const Position& p) { return stage_name(p.stage); })
        .def_prop_ro("to_move", [](const Position& p) { return p.to_move + 1; })
        .def_prop_ro("starter", [](const Position& p) { return p.starter + 1; })
        .def_prop_ro(
            "decider",
            [](const Position& p) -> int {
                const Seat s = decider(p);
                return s == luck ? -1 : s >= p.players ? 0 : s + 1;
            },
            "Who chooses next: a seat number, -1 for luck, 0 for nobody.")
        .def_prop_ro("extra", [](const Position& p) { return static_cast<int>(p.extra); })
        .def_prop_ro("at_rest", [](const Position& p) { return p.turn.phase == Phase::rest; })
        .def_prop_ro("is_over", &Position::is_over)
        .def_prop_ro("winner", [](const Position& p) { return p.is_over() ? p.winner + 1 : 0; })
        .def_prop_ro("reason", [](const Position& p) { return reason_name(p.reason); })
        .def(
            "side", [](const Position& p, int seat) { return static_cast<int>(p.side(seat_or_raise(p, seat))); },
            "seat"_a)
        .def(
            "is_out", [](const Position& p, int seat) { return p.is_out(seat_or_raise(p, seat)); }, "seat"_a)
        .def(
            "power", [](const Position& p, int seat) { return key_of(p.cards[seat_or_raise(p, seat)]); }, "seat"_a)
        .def(
            "card",
            [](const Position& p, int seat) {
                const Seat s = seat_or_raise(p, seat);
                std::string text(key_of(p.cards[s]));
                if (p.edition(s) != p.rules) text.append(1, '~').append(rules_name(p.edition(s)));
                return text;
            },
            "seat"_a, "The seat's power, with the rule set its card follows if that is another one: limus~revised.")
        .def(
            "workers", [](const Position& p, int seat) { return names(p.own(seat_or_raise(p, seat))); }, "seat"_a)
        .def(
            "women", [](const Position& p, int seat) { return names(p.own(seat_or_raise(p, seat)) & p.women); },
            "seat"_a)
        .def(
            "tokens", [](const Position& p, int seat) { return names(p.tokens[seat_or_raise(p, seat)]); }, "seat"_a)
        .def(
            "number", [](const Position& p, int seat) { return static_cast<int>(p.number[seat_or_raise(p, seat)]); },
            "seat"_a)
        .def(
            "flags", [](const Position& p, int seat) { return static_cast<int>(p.flags[seat_or_raise(p, seat)]); },
            "seat"_a)
        .def(
            "aim",
            [](const Position& p, int seat) -> std::optional<std::string> {
                const Direction d = p.aim[seat_or_raise(p, seat)];
                if (d >= 8) return std::nullopt;
                return std::string(direction_name(d));
            },
            "seat"_a)
        .def(
            "secret", [](const Position& p, int seat) { return name_or_none(p.secret[seat_or_raise(p, seat)]); },
            "seat"_a)
        .def(
            "data", [](const Position& p, int seat) { return seat_data(p, seat_or_raise(p, seat)); }, "seat"_a)
        .def(
            "height", [](const Position& p, std::string_view square) { return p.height(square_or_raise(square)); },
            "square"_a)
        .def(
            "has_dome", [](const Position& p, std::string_view square) { return has(p.dome, square_or_raise(square)); },
            "square"_a)
        .def_prop_ro(
            "heights",
            [](const Position& p) {
                std::vector<int> out;
                for (Square s = 0; s < 25; ++s) out.push_back(p.height(s));
                return out;
            },
            "Blocks on a1, b1, .. e5.")
        .def_prop_ro("domes", [](const Position& p) { return names(p.dome); })
        .def_prop_ro("shared", [](const Position& p) { return p.shared ? key_of(p.shared) : ""; })
        .def_prop_ro("ram", [](const Position& p) { return name_or_none(p.ram); })
        .def_prop_ro("bound",
                     [](const Position& p) {
                         return std::make_tuple(p.binder < 4 ? p.binder + 1 : 0, name_or_none(p.bound),
                                                name_or_none(p.bound_to));
                     })
        .def_prop_ro("face", [](const Position& p) { return p.face ? key_of(p.face) : ""; })
        .def_prop_ro(
            "deck",
            [](const Position& p) {
                std::vector<std::string> deck, discard;
                for (PowerId id = 1; id <= 10; ++id) {
                    if (p.deck >> id & 1) deck.emplace_back(key_of(id));
                    if (p.discard >> id & 1) discard.emplace_back(key_of(id));
                }
                return std::make_tuple(deck, discard);
            },
            "Chaos: the cards in the deck and on the discard pile.")
        .def_prop_ro("settings", [](const Position& p) {
            std::vector<std::string> out;
            for (unsigned i = 0; !setting_name(i).empty(); ++i) {
                if (p.settings >> i & 1) out.emplace_back(setting_name(i));
            }
            return out;
        });
    return position;
}

}  // namespace santorini
