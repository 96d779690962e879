// The Python face of the core: thin, typed, and safe against garbage. Names are private; the package re-exports.
#include <random>

#include <nanobind/make_iterator.h>
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bench/bare.h"
#include "bindings/shared.h"
#include "core/rules/vocabulary.h"
#include "core/text/notation.h"
#include "core/text/position_text.h"
#include "core/turn/bulk.h"
#include "core/turn/can_win.h"
#include "core/turn/setup.h"
#include "core/turn/turns.h"

namespace nb = nanobind;
using namespace nb::literals;
using namespace santorini;

namespace {

template <class T>
T value_or_raise(std::variant<T, TextError> result) {
    if (auto* error = std::get_if<TextError>(&result)) throw CoreError(error->code, error->fragment);
    return std::get<T>(std::move(result));
}

constexpr std::array<const char*, 19> step_kinds{"move",   "build", "dome",  "force", "exchange", "unbuild", "slay",
                                                 "token",  "aim",   "place", "bind",  "use",      "pass",    "done",
                                                 "chance", "offer", "take",  "begin", "secret"};
constexpr std::array<const char*, 13> effect_kinds{"move",  "force",   "build",    "dome", "unbuild", "remove", "place",
                                                   "token", "untoken", "conflict", "win",  "lose",    "draw"};

std::optional<std::string> name_or_none(Square s) {
    if (s < 25) return square_name(s);
    return std::nullopt;
}

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
PowerId power_or_raise(std::string_view key) {
    const auto id = find_power(key);
    if (!id) throw CoreError("power", std::string(key));
    return *id;
}
RuleSet rules_or_raise(std::string_view name) {
    const auto rules = read_rules(name);
    if (!rules) throw CoreError("rules", std::string(name));
    return *rules;
}
Seat seat_or_raise(const Position& p, int seat) {
    if (seat < 1 || seat > p.players) throw CoreError("seat-number", std::to_string(seat));
    return static_cast<Seat>(seat - 1);
}

std::vector<std::tuple<std::string, std::optional<std::string>, std::optional<std::string>, int>> show(
    const Effects& effects) {
    std::vector<std::tuple<std::string, std::optional<std::string>, std::optional<std::string>, int>> out;
    for (const Effect& e : effects) {
        out.emplace_back(effect_kinds[static_cast<unsigned>(e.kind)], name_or_none(e.at), name_or_none(e.to), e.who);
    }
    return out;
}

Position start_position(const std::vector<std::string>& powers, std::string_view rules, std::string_view shared,
                        const std::vector<std::string>& settings, int first_seat, bool any_pair, bool draft) {
    Position p;
    if (powers.size() < 2 || powers.size() > 4) throw CoreError("players", std::to_string(powers.size()));
    p.players = static_cast<uint8_t>(powers.size());
    p.rules = rules_or_raise(rules);
    p.starter = seat_or_raise(p, first_seat);
    for (const std::string& s : settings) {
        const auto setting = read_setting(s);
        if (!setting) throw CoreError("setting", s);
        p.settings |= *setting;
    }
    p.override_bans = any_pair;
    if (draft) {
        p.stage = Stage::offer;
        p.to_move = p.starter;
        return p;
    }
    for (Seat s = 0; s < p.players; ++s) {
        const auto tilde = powers[s].find('~');
        if (tilde != std::string::npos) p.set_edition(s, rules_or_raise(powers[s].substr(tilde + 1)));
        const PowerId id = power_or_raise(powers[s].substr(0, tilde));
        if (!exists(p.edition(s), id)) throw CoreError("power-in-rules", powers[s]);
        const bool plain = id == no_power && p.players == 2;
        if (!plain && !allowed_with(p.edition(s), id, p.players)) throw CoreError("power-players", powers[s]);
        p.cards[s] = id;
        for (Seat o = 0; o < s; ++o) {
            if (id != no_power && id == p.cards[o]) throw CoreError("power-twice", powers[s]);
            const Ban ban = ban_between(p.rules, id, p.cards[o]);
            if (ban == Ban::rule || (ban != Ban::none && !any_pair))
                throw CoreError(ban == Ban::rule ? "ban-rule" : "ban", powers[o] + "," + powers[s]);
        }
    }
    if (!shared.empty()) {
        const PowerId id = power_or_raise(shared);
        if (p.players != 2 || p.cards[0] || p.cards[1]) throw CoreError("fleece-players", std::string(shared));
        if (!allowed_as_fleece(p.rules, id)) throw CoreError("fleece-power", std::string(shared));
        p.shared = id;
    }
    p = start_dealt(p);
    if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
    return p;
}

}  // namespace

void bind_search(nb::module_& m);  // bindings/search.cpp
void bind_prover(nb::module_& m);  // bindings/prover.cpp
void bind_tree(nb::module_& m);    // bindings/tree.cpp

NB_MODULE(_core, m) {
    m.doc() = "The rules core of santorini. Use the package, not this module.";
    nb::set_leak_warnings(false);  // the package keeps positions and weights in caches that live as long as the program

    static nb::object core_error =
        nb::steal(PyErr_NewException("santorini._core.CoreError", PyExc_ValueError, nullptr));
    m.attr("CoreError") = core_error;
    nb::register_exception_translator([](const std::exception_ptr& e, void*) {
        try {
            std::rethrow_exception(e);
        } catch (const CoreError& error) {
            PyErr_SetObject(core_error.ptr(), nb::make_tuple(error.code, error.fragment).ptr());
        }
    });

    nb::class_<StepView>(m, "Step", "A single choice inside a turn.")
        .def_prop_ro("kind",
                     [](const StepView& s) { return std::string(step_kinds[static_cast<unsigned>(s.step.kind)]); })
        .def_prop_ro(
            "at", [](const StepView& s) { return name_or_none(s.step.at); }, "Who acts, or where something comes from.")
        .def_prop_ro(
            "to", [](const StepView& s) { return name_or_none(s.step.to); }, "Where it acts.")
        .def_prop_ro("what", [](const StepView& s) { return static_cast<int>(s.step.what); })
        .def_ro("dome", &StepView::dome, "Does it put a dome?")
        .def("__str__", [](const StepView& s) { return s.text; })
        .def("__repr__", [](const StepView& s) { return "<Step " + s.text + ">"; })
        .def(
            "__eq__", [](const StepView& s, const StepView& o) { return s == o; }, nb::is_operator())
        .def(
            "__eq__", [](const StepView&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__", [](const StepView& s) {
            return static_cast<int>(s.step.kind) << 24 | s.step.at << 16 | s.step.to << 8 | s.step.what;
        });

    nb::class_<PlayedTurn>(m, "Turn", "A turn: the steps from one position to the next.")
        .def_prop_ro("text", &PlayedTurn::text)
        .def_ro("before", &PlayedTurn::before)
        .def_ro("after", &PlayedTurn::after)
        .def_prop_ro("steps",
                     [](const PlayedTurn& t) {
                         std::vector<StepView> out;
                         Position p = t.before;
                         for (const Step& step : t.steps) {
                             out.push_back(show(p, step));
                             play(p, step);
                         }
                         return nb::tuple(nb::cast(out));
                     })
        .def_prop_ro("effects",
                     [](const PlayedTurn& t) {
                         Effects effects;
                         Position p = t.before;
                         for (const Step& step : t.steps) play(p, step, &effects);
                         return show(effects);
                     })
        .def_prop_ro("wins",
                     [](const PlayedTurn& t) {
                         return t.after.is_over() && t.after.side(t.after.winner) == t.before.side(t.before.to_move);
                     })
        .def("__str__", &PlayedTurn::text)
        .def("__repr__", [](const PlayedTurn& t) { return "<Turn " + t.text() + ">"; })
        .def(
            "__eq__",
            [](const PlayedTurn& t, const PlayedTurn& o) { return t.before == o.before && t.steps == o.steps; },
            nb::is_operator())
        .def(
            "__eq__", [](const PlayedTurn&, nb::object) { return false; }, nb::is_operator())
        .def("__hash__",
             [](const PlayedTurn& t) { return static_cast<Py_hash_t>((t.before.hash() * 31 + t.after.hash()) >> 1); })
        .def("__getstate__", [](const PlayedTurn& t) { return std::make_tuple(position_text(t.before), t.text()); })
        .def("__setstate__", [](PlayedTurn& t, const std::tuple<std::string, std::string>& state) {
            const Position before = value_or_raise(read_position(std::get<0>(state)));
            ReadTurn read = value_or_raise(read_turn(before, std::get<1>(state), true));
            new (&t) PlayedTurn{before, read.result, std::move(read.steps)};
        });

    struct Lister {
        Position start;
        TurnLister turns;
        explicit Lister(const Position& p) : start(p), turns(p) {}
    };
    nb::class_<Lister>(m, "TurnLister", "Iterates over the legal turns, lazily, one for each outcome.")
        .def(
            "__iter__", [](nb::handle self) { return self; }, nb::sig("def __iter__(self) -> TurnLister"))
        .def("__next__", [](Lister& l) {
            bool found;
            {
                nb::gil_scoped_release release;
                found = l.turns.next();
            }
            if (!found) throw nb::stop_iteration();
            return PlayedTurn{l.start, l.turns.result(), l.turns.steps()};
        });

    nb::class_<Position>(m, "Position", "Everything needed to go on playing, as an immutable value.")
        .def_static(
            "read", [](std::string_view text) { return value_or_raise(read_position(text)); }, "text"_a)
        .def_static("start", &start_position, "powers"_a, "rules"_a, "shared"_a, "settings"_a, "first"_a, "any_pair"_a,
                    "draft"_a)
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
        .def_prop_ro(
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
            "The position as nested tuples of plain numbers: blocks (two bits a square), domes, workers and women by "
            "seat (bit sets), "
            "cards by seat and the shared one (climbed, spent, number, tokens, aim, secret, stolen, bound), who is "
            "out, to move, extra.")
        .def_prop_ro("settings",
                     [](const Position& p) {
                         std::vector<std::string> out;
                         for (unsigned i = 0; !setting_name(i).empty(); ++i) {
                             if (p.settings >> i & 1) out.emplace_back(setting_name(i));
                         }
                         return out;
                     })
        // -- playing
        .def("steps",
             [](const Position& p) {
                 StepList steps;
                 {
                     nb::gil_scoped_release release;
                     legal_steps(p, steps);
                 }
                 std::vector<StepView> out;
                 out.reserve(steps.size());
                 for (const Step& step : steps) out.push_back(show(p, step));
                 return out;
             })
        .def(
            "play",
            [](const Position& p, const StepView& step) {
                if (!is_legal(p, step.step)) throw CoreError("turn/illegal", step.text);
                Position q = p;
                play(q, step.step);
                return q;
            },
            "step"_a)
        .def(
            "effects",
            [](const Position& p, const StepView& step) {
                if (!is_legal(p, step.step)) throw CoreError("turn/illegal", step.text);
                Position q = p;
                Effects effects;
                play(q, step.step, &effects);
                return show(effects);
            },
            "step"_a)
        .def(
            "give_up",
            [](const Position& p, int seat, std::string_view reason) {
                Position q = p;
                if (p.stage != Stage::play) throw CoreError("resign", std::to_string(seat));
                give_up(q, seat_or_raise(p, seat), reason == "time" ? Reason::time : Reason::resigned);
                return q;
            },
            "seat"_a, "reason"_a = "resigned")
        .def("turns", [](const Position& p) { return Lister(p); })
        .def("turn_list",
             [](const Position& p) {
                 std::vector<PlayedTurn> out;
                 nb::gil_scoped_release release;
                 list_turns(p, [&](const Position& after, auto steps) { out.push_back({p, after, steps()}); });
                 return out;
             })
        .def(
            "read_turn",
            [](const Position& p, std::string_view text, bool whole) {
                ReadTurn read = value_or_raise(read_turn(p, text, whole));
                return std::make_tuple(PlayedTurn{p, read.result, std::move(read.steps)}, read.complete);
            },
            "text"_a, "whole"_a = true)
        .def(
            "turn_of",
            [](const Position& p, const std::vector<StepView>& steps) {
                PlayedTurn turn{p, p, {}};
                for (const StepView& step : steps) {
                    if (!is_legal(turn.after, step.step)) throw CoreError("turn/illegal", step.text);
                    play(turn.after, step.step);
                    turn.steps.push_back(step.step);
                }
                return turn;
            },
            "steps"_a)
        .def(
            "turn_ended", [](const Position& p, const Position& now) { return turn_is_over(p, now); }, "now"_a)
        .def("has_turn", &has_turn, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "has_win", [](const Position& p) { return can_win(p); }, nb::call_guard<nb::gil_scoped_release>())
        .def("count_turns", &count_turns, nb::call_guard<nb::gil_scoped_release>())
        .def("perft", &perft, "depth"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "listed_perft",
            [](const Position& p, int depth) {
                nb::gil_scoped_release release;
                return listed_perft(p, depth);
            },
            "depth"_a, "perft by listing every turn, without counting in bulk.")
        .def(
            "list_all",
            [](const Position& p) {
                nb::gil_scoped_release release;
                uint64_t turns = 0;
                list_turns(p, [&](const Position&, auto) { ++turns; });
                return turns;
            },
            "Lists every turn as `turn_list` does, but makes nothing of them; their number.")
        .def("bulk_perft", &bulk_perft, "depth"_a, nb::call_guard<nb::gil_scoped_release>())
        .def(
            "bare_perft",
            [](const Position& p, int depth) {
                nb::gil_scoped_release release;
                const Seat other = static_cast<Seat>(1 - p.to_move);
                return bench::bare_perft({p.level[0], p.level[1], p.level[2], p.dome, p.own(p.to_move), p.own(other)},
                                         depth);
            },
            "depth"_a, "The plain game counted by the yardstick in bench/, whatever the powers.")
        .def(
            "random_turn",
            [](const Position& p, uint64_t seed) {
                PlayedTurn turn{p, p, {}};
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
            "seed"_a, "A turn of random legal steps; with no steps if there is none.");

    // -- the cards
    m.def("cards", [] {
        nb::list out;
        constexpr std::array<const char*, 5> categories{"none", "simple", "advanced", "golden fleece", "hero"};
        for (const Card& c : all_cards()) {
            std::vector<int> players;
            for (int n = 2; n <= 4; ++n) {
                if (c.players >> n & 1) players.push_back(n);
            }
            nb::dict card;
            card["id"] = c.key;
            card["number"] = c.number;
            card["category"] = categories[static_cast<unsigned>(c.category)];
            card["players"] = players;
            card["fleece"] = c.fleece;
            card["fleece_revised"] = c.fleece_now;
            card["banned"] = c.banned;
            std::vector<std::string> sets;
            for (RuleSet r : {RuleSet::printed, RuleSet::revised, RuleSet::aid}) {
                if (exists(r, c.number)) sets.emplace_back(rules_name(r));
            }
            card["rules"] = sets;
            out.append(card);
        }
        return out;
    });
    m.def(
        "ban",
        [](std::string_view one, std::string_view other, std::string_view rules) {
            constexpr std::array<const char*, 4> bans{"", "printed", "advised", "rule"};
            return std::string(bans[static_cast<unsigned>(
                ban_between(rules_or_raise(rules), power_or_raise(one), power_or_raise(other)))]);
        },
        "one"_a, "other"_a, "rules"_a);
    m.def(
        "vocabulary",
        [] {
            nb::list out;
            for (const Word& w : vocabulary()) {
                std::vector<std::string> values(w.values.begin(), w.values.end());
                out.append(
                    nb::make_tuple(std::string(w.group) + "." + std::string(w.name), values, w.most, w.get(Power{})));
            }
            return out;
        },
        "Every word a card may use: (name, names of its values or none for numbers, largest value, value in the plain "
        "game).");
    m.def(
        "entry",
        [](std::string_view power, std::string_view rules) {
            const Power& p = entry(rules_or_raise(rules), power_or_raise(power));
            nb::dict out;
            for (const Word& w : vocabulary()) {
                const int value = w.get(p);
                if (value == w.get(Power{})) continue;
                const std::string name = std::string(w.group) + "." + std::string(w.name);
                if (w.values.empty()) {
                    out[name.c_str()] = value;
                } else {
                    out[name.c_str()] = w.values[static_cast<unsigned>(value)];
                }
            }
            return out;
        },
        "power"_a, "rules"_a, "The words of a card that differ from the plain game.");
    m.def(
        "make_power",
        [](std::string_view key, const std::vector<std::tuple<std::string, std::string>>& says, std::string_view like,
           std::string_view rules) {
            Power p = entry(rules_or_raise(rules), power_or_raise(like));
            for (const auto& [name, value] : says) {
                const auto dot = name.find('.');
                const Word* w =
                    dot == std::string::npos ? nullptr : find_word(name.substr(0, dot), name.substr(dot + 1));
                if (!w) throw CoreError("word", name);
                int number = -1;
                for (std::size_t i = 0; i < w->values.size(); ++i) {
                    if (w->values[i] == value) number = static_cast<int>(i);
                }
                if (w->values.empty() && !value.empty() && value.size() < 4 &&
                    value.find_first_not_of("0123456789") == std::string::npos)
                    number = std::stoi(value);
                if (number < 0 || number > w->most) throw CoreError("word-value", name + " " + value);
                w->set(p, number);
            }
            if (const auto wrong = contradiction(p)) throw CoreError("contradiction", std::string(*wrong));
            const auto id = make_power(key, p);
            if (!id) throw CoreError("power-name", std::string(key));
        },
        "key"_a, "says"_a, "like"_a, "rules"_a);
    m.def(
        "allowed_as_fleece",
        [](std::string_view power, std::string_view rules) {
            return allowed_as_fleece(rules_or_raise(rules), power_or_raise(power));
        },
        "power"_a, "rules"_a);
    bind_search(m);
    bind_prover(m);
    bind_tree(m);
}
