#include "core/encoding/observation.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>

#include "core/encoding/actions.h"
#include "core/search/network.h"
#include "core/text/names.h"
#include "core/text/position_text.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

// -- where each kind of value begins ----------------------------------------------------------------------------------

constexpr std::size_t phases = static_cast<std::size_t>(Phase::draw) + 1;
constexpr std::size_t stages = stage_names.size(), settings = setting_names.size();
constexpr std::size_t seats = 4, most_extra = 4, most_count = 8, most_raised = 4, turn_flags = 7, deck_cards = 16;

namespace fact {
constexpr std::size_t players = 0;  // 2, 3, 4
constexpr std::size_t rules = players + 3;
constexpr std::size_t setting = rules + rule_sets;
constexpr std::size_t any_pair = setting + settings;
constexpr std::size_t stage = any_pair + 1;
constexpr std::size_t phase = stage + stages;
constexpr std::size_t to_move = phase + phases;  // a seat
constexpr std::size_t decides = to_move + seats;
constexpr std::size_t by_luck = decides + seats;
constexpr std::size_t starter = by_luck + 1;
constexpr std::size_t winner = starter + seats;
constexpr std::size_t extra = winner + seats;  // at least 1, 2, ..
constexpr std::size_t turn_flag = extra + most_extra;
constexpr std::size_t count = turn_flag + turn_flags;
constexpr std::size_t towers = count + most_count;
constexpr std::size_t domes = towers + most_raised;
constexpr std::size_t reactor = domes + most_raised;
constexpr std::size_t binder = reactor + seats;
constexpr std::size_t holder = binder + seats;
constexpr std::size_t deck = holder + seats;
constexpr std::size_t laid_aside = deck + deck_cards;
constexpr std::size_t offered = laid_aside + deck_cards;
constexpr std::size_t first_seat = offered + actions::powers;
}  // namespace fact

// Of each seat.
namespace of_seat {
constexpr std::size_t plays = 0;
constexpr std::size_t flag = plays + 1;  // climbed, spent, out, stolen, unseen
constexpr std::size_t flags = 5;
constexpr std::size_t edition = flag + flags;
constexpr std::size_t number = edition + rule_sets;  // at least 1, 2, ..
constexpr std::size_t aim = number + most_count;
constexpr std::size_t words = aim + 8;
}  // namespace of_seat

constexpr std::size_t words_said = [] {
    std::size_t n = 0;
    for (const Word& w : vocabulary()) n += static_cast<std::size_t>(w.most);
    return n;
}();
constexpr std::size_t seat_facts = of_seat::words + words_said;
constexpr std::size_t all_facts = fact::first_seat + seats * seat_facts;

// -- words ------------------------------------------------------------------------------------------------------------

using Said = std::array<uint8_t, words_said>;

Said said_by(const Power& power) {
    Said out{};
    std::size_t at = 0;
    for (const Word& w : vocabulary()) {
        if (const int value = w.get(power)) out[at + static_cast<std::size_t>(value) - 1] = 1;
        at += static_cast<std::size_t>(w.most);
    }
    return out;
}

// The words of a card, worked out once. Hypothetical cards change, but are never part of a game.
class Sayings {
public:
    const Said& of(RuleSet rules, PowerId id) {
        Row& row = rows_[static_cast<std::size_t>(rules)][id];
        if (!row.known.load(std::memory_order_acquire)) {
            const std::scoped_lock lock(filling_);
            if (row.known.load(std::memory_order_relaxed)) return row.said;
            row.said = said_by(entry(rules, id));
            row.known.store(true, std::memory_order_release);
        }
        return row.said;
    }

private:
    struct Row {
        std::atomic<bool> known{false};
        Said said{};
    };
    std::array<std::array<Row, 256>, rule_sets> rows_{};
    std::mutex filling_;
};

Sayings& sayings() {
    static Sayings all;
    return all;
}

// -- writing ----------------------------------------------------------------------------------------------------------

// Eight squares at a time: each bit becomes a byte.
constexpr auto spread = [] {
    std::array<std::array<uint8_t, 8>, 256> table{};
    for (std::size_t bits = 0; bits < 256; ++bits) {
        for (std::size_t i = 0; i < 8; ++i) table[bits][i] = bits >> i & 1;
    }
    return table;
}();

void write_plane(Bitboard b, uint8_t* out) {
    if (!b) return;
    for (std::size_t i = 0; i < 3; ++i) std::memcpy(out + 8 * i, spread[b >> (8 * i) & 255].data(), 8);
    out[24] = b >> 24 & 1;
}

void write_bits(uint64_t bits, uint8_t* out, std::size_t n) {
    for (std::size_t i = 0; bits && i < n; ++i, bits >>= 1) out[i] = bits & 1;
}
void write_at_least(unsigned value, uint8_t* out, std::size_t most) {
    std::memset(out, 1, std::min<std::size_t>(value, most));
}

// Seats counted from the one that looks.
struct From {
    Seat looks;
    uint8_t players;
    std::size_t operator()(Seat seat) const { return static_cast<std::size_t>((seat + players - looks) % players); }
};

void write_planes(const Position& v, From from, uint8_t* out) {
    const auto plane = [&](std::size_t i) { return out + i * board_squares; };
    std::size_t next = 0;
    for (Bitboard b : v.level) write_plane(b, plane(next++));
    write_plane(v.dome, plane(next++));
    const Side own = v.side(from.looks);
    const auto sides = static_cast<unsigned>(v.sides());
    for (unsigned side = 0; side < sides; ++side) {
        write_plane(v.workers[side], plane(next + (side + sides - own) % sides));
    }
    next += 3;
    write_plane(v.women, plane(next++));
    for (Seat s = 0; s < card_slots(v); ++s) write_plane(v.tokens[s], plane(next + (v.shared ? 0 : from(s))));
    next += seats;
    write_plane(bit(v.ram), plane(next++));
    for (Seat s = 0; s < v.players; ++s) {
        if (v.side(s) != own || !on_board(v.secret[s])) continue;
        const bool four = v.dealt_power(s).setup.secret == Secret::fate;
        write_plane(four ? geometry.fate[v.secret[s]] : bit(v.secret[s]), plane(next));
    }
    ++next;
    const Turn& t = v.turn;
    for (Bitboard b : {bit(v.bound), bit(v.bound_to), t.moved, t.built, t.forced, t.asleep, t.bound, t.loose,
                       bit(t.mover), bit(t.origin), bit(t.built_on), bit(t.reacts_at)}) {
        write_plane(b, plane(next++));
    }
}

void write_seat(const Position& v, Seat s, uint8_t* out) {
    const Seat slot = v.shared ? Seat{0} : s;  // where the card keeps its number and aim
    out[of_seat::plays] = 1;
    write_bits(v.flags[s], out + of_seat::flag, of_seat::flags);
    const RuleSet edition = v.shared ? v.rules : v.edition(s);
    out[of_seat::edition + static_cast<std::size_t>(edition)] = 1;
    write_at_least(v.number[slot], out + of_seat::number, most_count);
    if (v.aim[slot] < 8) out[of_seat::aim + v.aim[slot]] = 1;
    uint8_t* words = out + of_seat::words;
    std::memcpy(words, sayings().of(edition, v.dealt(s)).data(), words_said);
    if (v.face && v.dealt_power(s).setup.deck) {
        const Said& face = sayings().of(v.rules, v.face);
        for (std::size_t i = 0; i < words_said; ++i) words[i] |= face[i];
    }
}

void write_facts(const Position& v, From from, uint8_t* out) {
    const auto set_seat = [&](std::size_t first_one, Seat seat) {
        if (seat < v.players) out[first_one + from(seat)] = 1;
    };
    out[fact::players + v.players - 2u] = 1;
    out[fact::rules + static_cast<std::size_t>(v.rules)] = 1;
    write_bits(v.settings, out + fact::setting, settings);
    out[fact::any_pair] = v.override_bans != 0;
    out[fact::stage + static_cast<std::size_t>(v.stage)] = 1;
    out[fact::phase + static_cast<std::size_t>(v.turn.phase)] = 1;
    set_seat(fact::to_move, v.to_move);
    const Seat decides = decider(v);
    set_seat(fact::decides, decides);
    out[fact::by_luck] = decides == luck;
    set_seat(fact::starter, v.starter);
    for (Seat s = 0; v.is_over() && s < v.players; ++s) {
        if (v.side(s) == v.side(v.winner)) set_seat(fact::winner, s);
    }
    write_at_least(v.extra, out + fact::extra, most_extra);
    write_bits(v.turn.flags, out + fact::turn_flag, turn_flags);
    write_at_least(v.turn.count, out + fact::count, most_count);
    write_at_least(v.turn.towers, out + fact::towers, most_raised);
    write_at_least(v.turn.domes, out + fact::domes, most_raised);
    set_seat(fact::reactor, v.turn.reactor);
    set_seat(fact::binder, v.binder);
    for (Seat s = 0; s < v.players; ++s) {
        if (v.turn.holders >> s & 1) set_seat(fact::holder, s);
    }
    write_bits(v.deck, out + fact::deck, deck_cards);
    write_bits(v.discard, out + fact::laid_aside, deck_cards);
    write_bits(v.offered, out + fact::offered, actions::powers);
    for (Seat s = 0; s < v.players; ++s) write_seat(v, s, out + fact::first_seat + from(s) * seat_facts);
}

}  // namespace

std::size_t fact_count() { return all_facts; }

void observe(const Position& truth, Seat seat, std::span<uint8_t> out) {
    std::memset(out.data(), 0, observation_size());
    const Position v = view(truth, seat);
    const From from{seat, v.players};
    write_planes(v, from, out.data());
    write_facts(v, from, out.data() + plane_values);
}

std::vector<uint32_t> turned_observation(unsigned symmetry) {
    std::vector<uint32_t> to(observation_size());
    for (uint32_t i = 0; i < to.size(); ++i) {
        to[i] = i;
        if (i < plane_values) {
            const auto square = static_cast<Square>(i % board_squares);
            to[i] = i - square + turned(square, symmetry);
        } else if (i >= plane_values + fact::first_seat) {
            const std::size_t inside = (i - plane_values - fact::first_seat) % seat_facts;
            if (inside < of_seat::aim || inside >= of_seat::words) continue;
            const auto d = static_cast<Direction>(inside - of_seat::aim);
            to[i] = i - d + turned_direction(d, symmetry);
        }
    }
    return to;
}

// -- names ------------------------------------------------------------------------------------------------------------

std::vector<std::string> plane_names() {
    return {"level.1",       "level.2",       "level.3",    "dome",       "workers.own", "workers.next",
            "workers.third", "women",         "tokens.0",   "tokens.1",   "tokens.2",    "tokens.3",
            "ram",           "secret",        "bound",      "bound_to",   "turn.moved",  "turn.built",
            "turn.forced",   "turn.asleep",   "turn.bound", "turn.loose", "turn.mover",  "turn.origin",
            "turn.built_on", "turn.reacts_at"};
}

std::vector<std::string> fact_names() {
    std::vector<std::string> names;
    const auto add = [&](const std::string& group, const auto& members) {
        for (const auto& one : members) names.push_back(group + '.' + std::string(one));
    };
    const auto numbers = [&](const std::string& group, std::size_t from, std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) names.push_back(group + '.' + std::to_string(from + i));
    };
    numbers("players", 2, 3);
    add("rules", rules_names);
    add("setting", setting_names);
    names.emplace_back("any_pair");
    add("stage", stage_names);
    add("phase",
        std::array<std::string_view, phases>{"rest", "start", "forcing", "singing", "entered", "ferried", "prebuilt",
                                             "moving", "building", "again", "doming", "ending", "draw"});
    for (const char* group : {"to_move", "decides"}) numbers(group, 0, seats);
    names.emplace_back("decides.luck");
    for (const char* group : {"starter", "winner"}) numbers(group, 0, seats);
    numbers("extra", 1, most_extra);
    add("turn", std::array<std::string_view, turn_flags>{"climbed", "uneven", "used_once", "onward", "demand_plain",
                                                         "demand_once", "placed"});
    numbers("turn.count", 1, most_count);
    numbers("turn.towers", 1, most_raised);
    numbers("turn.domes", 1, most_raised);
    for (const char* group : {"reactor", "binder", "holder"}) numbers(group, 0, seats);
    for (const char* group : {"deck", "laid_aside"}) numbers(group, 0, deck_cards);
    numbers("offered", 0, actions::powers);
    for (std::size_t s = 0; s < seats; ++s) {
        const std::string seat = "seat." + std::to_string(s);
        add(seat,
            std::array<std::string_view, 1 + of_seat::flags>{"plays", "climbed", "spent", "out", "stolen", "unseen"});
        add(seat + ".edition", rules_names);
        numbers(seat + ".number", 1, most_count);
        for (Direction d = 0; d < 8; ++d) names.push_back(seat + ".aim." + std::string(direction_name(d)));
        add(seat, word_names());
    }
    return names;
}

}  // namespace santorini
