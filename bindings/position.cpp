// A position: its texts, what can be seen on the board and on the cards.
#include "core/position.h"

#include <bit>

#include <nanobind/operators.h>

#include "bindings/enums.h"
#include "bindings/shared.h"
#include "core/questions/outcome.h"
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
    nb::class_<Position> position(m, "Position", R"(Everything needed to go on playing, as an immutable value.

Seats count from 1, sides (those who win together) from 0. Squares are texts, `a1` to `e5`.

>>> from santorini import Position, read_position
>>> position = read_position("0000000000000000000000000/1/pan:b3,d3/mortal:c2,c4")
>>> position.decider, position.power(1), position.workers(2)
(1, 'pan', ['c2', 'c4'])
>>> position.play(position.steps()[0]).at_rest
False
>>> eval(repr(position)) == position
True
)");
    // -- texts and values
    position
        .def_static(
            "read", [](std::string_view text) { return value_or_raise(read_position(text)); }, "text"_a,
            "Reads a position text; `read_position` does the same with readable errors.")
        .def_prop_ro("text", &position_text, "The position as text (docs/notation.md).")
        .def_prop_ro("short", &short_text, "The short form that other programs write; every dome is a 4.")
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
        .def_prop_ro("hash", &Position::hash, "A 64-bit hash, the same in every process.")
        .def(
            "turned", [](const Position& p, unsigned symmetry) { return p.turned(symmetry & 7); }, "symmetry"_a,
            "The position with the board rotated or mirrored, 0 to 7.")
        .def(
            "view", [](const Position& p, int seat) { return view(p, seat == 0 ? no_seat : seat_or_raise(p, seat)); },
            "seat"_a, "The position as the seat may see it; 0 is a spectator.");
    // -- the game
    position.def_prop_ro(
                "players", [](const Position& p) { return static_cast<int>(p.players); }, "2, 3 or 4.")
        .def_prop_ro(
            "rules", [](const Position& p) { return member(p.rules); }, "`printed`, `revised` or `aid`.")
        .def_prop_ro(
            "stage", [](const Position& p) { return member(p.stage); }, "`play`, or a stage of the set-up.")
        .def_prop_ro(
            "to_move", [](const Position& p) { return p.to_move + 1; }, "The seat whose turn it is.")
        .def_prop_ro(
            "starter", [](const Position& p) { return p.starter + 1; }, "The seat that began.")
        .def_prop_ro(
            "decider",
            [](const Position& p) -> std::optional<int> {
                const Seat s = decider(p);
                if (s >= p.players || outcome(p)) return std::nullopt;
                return s + 1;
            },
            "The seat that chooses next; None when luck decides or the game is over.")
        .def_prop_ro(
            "awaits_luck", [](const Position& p) { return decider(p) == luck; }, "Whether luck decides next.")
        .def_prop_ro(
            "extra", [](const Position& p) { return static_cast<int>(p.extra); },
            "How many additional turns the seat to move still has.")
        .def_prop_ro(
            "at_rest", [](const Position& p) { return p.turn.phase == Phase::rest; }, "Whether no turn is in progress.")
        .def_prop_ro(
            "is_over", [](const Position& p) { return outcome(p).has_value(); },
            "Whether the game has ended. A seat that cannot complete a turn has lost.")
        .def_prop_ro(
            "winner",
            [](const Position& p) -> std::optional<int> {
                const auto ended = outcome(p);
                if (!ended) return std::nullopt;
                return std::countr_zero(ended->winners) + 1;
            },
            "The winning seat, the first one of a team; None while the game goes on.")
        .def_prop_ro(
            "reason",
            [](const Position& p) {
                const auto ended = outcome(p);
                return member(ended ? ended->reason : p.reason);
            },
            "Why the game ended, as a word.")
        .def_prop_ro(
            "settings",
            [](const Position& p) {
                std::vector<std::string> out;
                for (unsigned i = 0; !setting_name(i).empty(); ++i) {
                    if (p.settings >> i & 1) out.emplace_back(setting_name(i));
                }
                return out;
            },
            "The options the game was set up with.");
    // -- seats and cards
    position
        .def(
            "side", [](const Position& p, int seat) { return static_cast<int>(p.side(seat_or_raise(p, seat))); },
            "seat"_a, "The side a seat plays for, from 0.")
        .def(
            "is_out", [](const Position& p, int seat) { return p.is_out(seat_or_raise(p, seat)); }, "seat"_a,
            "Whether the seat has been eliminated.")
        .def(
            "power", [](const Position& p, int seat) { return key_of(p.cards[seat_or_raise(p, seat)]); }, "seat"_a,
            "The id of the seat's power; `mortal` for none.")
        .def(
            "card",
            [](const Position& p, int seat) {
                const Seat s = seat_or_raise(p, seat);
                std::string text(key_of(p.cards[s]));
                if (p.edition(s) != p.rules) text.append(1, '~').append(rules_name(p.edition(s)));
                return text;
            },
            "seat"_a, "The seat's power, with the rule set of its card if that differs from the game's: limus~revised.")
        .def(
            "workers", [](const Position& p, int seat) { return names(p.own(seat_or_raise(p, seat))); }, "seat"_a,
            "The squares of the seat's workers; team mates share theirs.")
        .def(
            "women", [](const Position& p, int seat) { return names(p.own(seat_or_raise(p, seat)) & p.women); },
            "seat"_a, "The squares of the female workers among them.")
        .def(
            "tokens", [](const Position& p, int seat) { return names(p.tokens[seat_or_raise(p, seat)]); }, "seat"_a,
            "The squares of the seat's tokens.")
        .def(
            "number", [](const Position& p, int seat) { return static_cast<int>(p.number[seat_or_raise(p, seat)]); },
            "seat"_a, "The number kept on the seat's card.")
        .def(
            "flags", [](const Position& p, int seat) { return static_cast<int>(p.flags[seat_or_raise(p, seat)]); },
            "seat"_a, "Marks of the seat's card as bits; their names are in santorini.draw.drawing.")
        .def(
            "aim",
            [](const Position& p, int seat) -> std::optional<std::string> {
                const Direction d = p.aim[seat_or_raise(p, seat)];
                if (d >= 8) return std::nullopt;
                return std::string(direction_name(d));
            },
            "seat"_a, "The direction set on the seat's card.")
        .def(
            "secret", [](const Position& p, int seat) { return name_or_none(p.secret[seat_or_raise(p, seat)]); },
            "seat"_a, "The secret square of the seat.")
        .def(
            "data", [](const Position& p, int seat) { return seat_data(p, seat_or_raise(p, seat)); }, "seat"_a,
            "What stands in brackets after the seat's power in the position text.")
        .def_prop_ro(
            "shared", [](const Position& p) { return p.shared ? key_of(p.shared) : ""; },
            "The power of the Golden Fleece, empty without that variant.")
        .def_prop_ro(
            "bound",
            [](const Position& p) {
                const std::optional<int> binder =
                    p.binder < 4 ? std::optional<int>(p.binder + 1) : std::optional<int>();
                return std::make_tuple(binder, name_or_none(p.bound), name_or_none(p.bound_to));
            },
            "The seat that binds a worker, that worker's square, and the square of the worker it is bound to.")
        .def_prop_ro(
            "face", [](const Position& p) { return p.face ? key_of(p.face) : ""; },
            "Chaos: the card that is turned up.")
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
            "Chaos: the cards in the deck and on the discard pile.");
    // -- the board
    position
        .def(
            "height", [](const Position& p, std::string_view square) { return p.height(square_or_raise(square)); },
            "square"_a, "The number of blocks on a square.")
        .def(
            "has_dome", [](const Position& p, std::string_view square) { return has(p.dome, square_or_raise(square)); },
            "square"_a, "Whether there is a dome on the square.")
        .def_prop_ro(
            "heights",
            [](const Position& p) {
                std::vector<int> out;
                for (Square s = 0; s < 25; ++s) out.push_back(p.height(s));
                return out;
            },
            "The number of blocks on a1, b1, .. e5.")
        .def_prop_ro(
            "domes", [](const Position& p) { return names(p.dome); }, "The squares with a dome.")
        .def_prop_ro("ram", [](const Position& p) { return name_or_none(p.ram); }, "The square of the Ram.");
    return position;
}

}  // namespace santorini
