#include "core/search/inputs.h"

#include <algorithm>

#include "core/rules/vocabulary.h"

namespace santorini {
namespace {

// Where each kind of input begins. `own` and `other` are as seen from the view's side.
constexpr unsigned heights = 0;                               // square, state 1..5
constexpr unsigned own_worker = heights + board_squares * 5;  // square, level it stands on
constexpr unsigned other_worker = own_worker + board_squares * 4;
constexpr unsigned own_near =
    other_worker + board_squares * 4;  // square, direction, level it stands on, state of the neighbour
constexpr unsigned other_near = own_near + board_squares * 8 * 4 * 5;
constexpr unsigned own_woman = other_near + board_squares * 8 * 4 * 5;
constexpr unsigned other_woman = own_woman + board_squares;
constexpr unsigned own_token = other_woman + board_squares;
constexpr unsigned other_token = own_token + board_squares;
constexpr unsigned ram_square = other_token + board_squares;
constexpr unsigned own_aim = ram_square + board_squares;
constexpr unsigned other_aim = own_aim + 8;
constexpr unsigned own_number = other_aim + 8;  // 1..6, 7 or more
constexpr unsigned other_number = own_number + 7;
constexpr unsigned own_mark = other_number + 7;  // climbed, spent, stolen, an additional turn, a bound worker
constexpr unsigned other_mark = own_mark + 5;
constexpr unsigned all_features = other_mark + 5;

// 0..3: blocks without a dome; 4: a complete tower; 5: a dome on fewer blocks.
unsigned state(const Position& p, Square s) {
    const auto h = static_cast<unsigned>(p.height(s));
    return has(p.dome, s) ? (h == 3 ? 4 : 5) : h;
}
unsigned near_state(const Position& p, Square s) { return std::min(state(p, s), 4u); }

unsigned near_feature(bool own, Square w, Direction d, unsigned level, unsigned neighbour) {
    return (own ? own_near : other_near) + ((w * 8u + d) * 4u + level) * 5u + neighbour;
}
unsigned worker_feature(bool own, Square w, unsigned level) {
    return (own ? own_worker : other_worker) + w * 4u + level;
}

template <class Visit>
void for_worker(const Position& p, bool own, Square w, Visit visit) {
    const auto level = static_cast<unsigned>(p.height(w));
    visit(worker_feature(own, w, level));
    for (Square s : each(near(w))) visit(near_feature(own, w, toward(w, s), level, near_state(p, s)));
}

// Everything that changes rarely.
template <class Visit>
void for_extras(const Position& p, Side view, Visit visit) {
    for (Square s : each(p.women)) visit((has(p.workers[view], s) ? own_woman : other_woman) + s);
    if (on_board(p.ram)) visit(ram_square + p.ram);
    for (Seat slot = 0; slot < card_slots(p); ++slot) {
        const bool own = p.side(slot) == view || p.shared, other = p.side(slot) != view || p.shared;
        for (Square s : each(p.tokens[slot])) {
            if (own) visit(own_token + s);
            if (other) visit(other_token + s);
        }
        if (p.aim[slot] < 8) {
            if (own) visit(own_aim + p.aim[slot]);
            if (other) visit(other_aim + p.aim[slot]);
        }
        if (p.number[slot]) {
            const unsigned n = std::min<unsigned>(p.number[slot], 7) - 1;
            if (own) visit(own_number + n);
            if (other) visit(other_number + n);
        }
    }
    for (Seat s = 0; s < p.players; ++s) {
        const unsigned base = p.side(s) == view ? own_mark : other_mark;
        if (p.flags[s] & climbed) visit(base);
        if (p.flags[s] & spent) visit(base + 1);
        if (p.flags[s] & stolen) visit(base + 2);
    }
    if (p.extra) visit((p.side(p.to_move) == view ? own_mark : other_mark) + 3);
    if (p.binder != no_seat) visit((p.side(p.binder) != view ? own_mark : other_mark) + 4);
}

// Element by element: for whole arrays compilers would call a function.
template <class Array>
bool same(const Array& a, const Array& b) {
    unsigned differs = 0;
    for (std::size_t i = 0; i < a.size(); ++i) differs |= static_cast<unsigned>(a[i] ^ b[i]);
    return !differs;
}

bool same_extras(const Position& a, const Position& b) {
    return a.women == b.women && a.ram == b.ram && same(a.tokens, b.tokens) && same(a.aim, b.aim) &&
           same(a.number, b.number) && same(a.flags, b.flags) && a.binder == b.binder && !a.extra && !b.extra &&
           (!a.women || same(a.workers, b.workers));
}

Square turned_square_in(unsigned index, unsigned symmetry) {
    return santorini::turned(static_cast<Square>(index), symmetry);
}

}  // namespace

std::size_t feature_count() { return all_features; }

std::size_t word_count() {
    std::size_t n = 0;
    for (const Word& w : vocabulary()) n += static_cast<std::size_t>(w.most);
    return n;
}

std::vector<std::string> word_names() {
    std::vector<std::string> names;
    for (const Word& w : vocabulary()) {
        for (int value = 1; value <= w.most; ++value) {
            const std::string said =
                w.values.empty() ? std::to_string(value) : std::string(w.values[static_cast<std::size_t>(value)]);
            names.push_back(std::string(w.group) + '.' + std::string(w.name) + '=' + said);
        }
    }
    return names;
}

std::size_t stage_of(const Position& p) {
    int built = 4 * count(p.dome);
    for (const Bitboard level : p.level) built += count(level & ~p.dome);
    return std::min<std::size_t>(static_cast<std::size_t>(built) / 8, stage_count - 1);
}

unsigned built_in(Feature feature) { return feature < own_worker ? std::min(feature % 5u + 1, 4u) : 0; }

void features(const Position& p, Side view, FeatureList& out) {
    out.clear();
    const auto visit = [&](unsigned f) { out.push_back(static_cast<Feature>(f)); };
    for (Square s = 0; s < board_squares; ++s) {
        if (const unsigned k = state(p, s)) visit(heights + s * 5u + k - 1);
    }
    for (Side side = 0; side < 2; ++side) {
        for (Square w : each(p.workers[side])) for_worker(p, side == view, w, visit);
    }
    for_extras(p, view, visit);
}

namespace {

const Power& usable(const Position& p, Seat seat) { return p.shared ? p.dealt_power(seat) : p.power(seat); }

// The seat of the side that plays next.
Seat next_of(const Position& p, Side side) {
    Seat s = p.to_move;
    for (int i = 0; i < p.players && p.side(s) != side; ++i) s = static_cast<Seat>((s + 1) % p.players);
    return s;
}

}  // namespace

std::array<const Power*, 4> powers_in_order(const Position& p) {
    static constexpr Power nobody{};
    const Side me = p.side(p.to_move), other = static_cast<Side>(1 - me);
    const Seat mine = next_of(p, me), theirs = next_of(p, other);
    const bool team = p.players == 4;
    const auto partner = [&](Seat s) { return team ? &usable(p, static_cast<Seat>((s + 2) % 4)) : &nobody; };
    return {&usable(p, mine), partner(mine), &usable(p, theirs), partner(theirs)};
}

void add_words(const Power& power, float weight, std::span<float> out) {
    std::size_t at = 0;
    for (const Word& w : vocabulary()) {
        if (const int value = w.get(power)) out[at + static_cast<std::size_t>(value) - 1] += weight;
        at += static_cast<std::size_t>(w.most);
    }
}

void power_words(const Position& p, Side side, std::span<float> out) {
    std::fill(out.begin(), out.end(), 0.0f);
    const auto powers = powers_in_order(p);
    const std::size_t first_one = side == p.side(p.to_move) ? 0 : 2;
    add_words(*powers[first_one], 1, out);
    if (p.players == 4) add_words(*powers[first_one + 1], 0.5f, out);
}

Feature turned(Feature feature, unsigned symmetry) {
    const unsigned f = feature;
    const auto at = [&](unsigned base, unsigned each_square) {
        const unsigned i = f - base;
        return static_cast<Feature>(base + turned_square_in(i / each_square, symmetry) * each_square + i % each_square);
    };
    if (f < own_worker) return at(heights, 5);
    if (f < other_worker) return at(own_worker, 4);
    if (f < own_near) return at(other_worker, 4);
    if (f < own_woman) {
        const unsigned base = f < other_near ? own_near : other_near;
        const unsigned i = f - base, w = i / 160, d = i / 20 % 8;
        return static_cast<Feature>(
            base + (turned_square_in(w, symmetry) * 8u + turned_direction(static_cast<Direction>(d), symmetry)) * 20u +
            i % 20);
    }
    for (const unsigned base : {own_woman, other_woman, own_token, other_token, ram_square}) {
        if (f < base + board_squares) return at(base, 1);
    }
    for (const unsigned base : {own_aim, other_aim}) {
        if (f < base + 8)
            return static_cast<Feature>(base + turned_direction(static_cast<Direction>(f - base), symmetry));
    }
    return feature;
}

Feature swapped(Feature feature) {
    struct Twins {
        unsigned own, other, size;
    };
    static constexpr std::array twins{Twins{own_worker, other_worker, 100},
                                      Twins{own_near, other_near, 4000},
                                      Twins{own_woman, other_woman, board_squares},
                                      Twins{own_token, other_token, board_squares},
                                      Twins{own_aim, other_aim, 8},
                                      Twins{own_number, other_number, 7},
                                      Twins{own_mark, other_mark, 5}};
    for (const Twins& t : twins) {
        if (feature >= t.own && feature < t.own + t.size) return static_cast<Feature>(feature - t.own + t.other);
        if (feature >= t.other && feature < t.other + t.size) return static_cast<Feature>(feature - t.other + t.own);
    }
    return feature;
}

FeaturePlace place_of(Feature feature) {
    struct Kind {
        unsigned begin, end, each_square;  // planes per square; 0: facts about no square
    };
    static constexpr std::array kinds{
        Kind{heights, own_worker, 5},     Kind{own_worker, other_worker, 4}, Kind{other_worker, own_near, 4},
        Kind{own_woman, other_woman, 1},  Kind{other_woman, own_token, 1},   Kind{own_token, other_token, 1},
        Kind{other_token, ram_square, 1}, Kind{ram_square, own_aim, 1},      Kind{own_aim, all_features, 0}};
    unsigned planes = 0;
    for (const Kind& kind : kinds) {
        if (feature >= kind.begin && feature < kind.end) {
            const unsigned i = feature - kind.begin;
            if (!kind.each_square) return {static_cast<int>(planes + i), -1};
            return {static_cast<int>(planes + i % kind.each_square), static_cast<int>(i / kind.each_square)};
        }
        planes += kind.each_square;
    }
    return {};
}

// -- from one position to the next ------------------------------------------------------------------------------------

namespace {

// A feature of heights or workers as the other side sees it.
unsigned twin(unsigned f) {
    if (f < own_worker) return f;
    if (f < own_near) return f < other_worker ? f + (other_worker - own_worker) : f - (other_worker - own_worker);
    return f < other_near ? f + (other_near - own_near) : f - (other_near - own_near);
}

}  // namespace

void worker_features(const Position& p, Square w, Changes::List& out) {
    for_worker(p, true, w, [&](unsigned f) { out.push(f, twin(f)); });
}

namespace {

void push_extras(const Position& p, Changes::List& list) {
    std::size_t size = 0;
    for (Side view = 0; view < 2; ++view) {
        size = list.size;
        for_extras(p, view, [&](unsigned f) { list.by_view[view][size++] = static_cast<Feature>(f); });
    }
    list.size = size;
}

}  // namespace

void feature_changes(const Position& from, const std::array<Bitboard, 3>& workers, const Position& to,
                     Changes& changes) {
    const auto take = [&](unsigned f) { changes.taken.push(f, twin(f)); };
    const auto add = [&](unsigned f) { changes.added.push(f, twin(f)); };
    const Bitboard rebuilt = built_differently(from, to);
    std::array<Bitboard, 2> stayed;
    for (Side side = 0; side < 2; ++side) {
        const bool own = side == 0;  // for the first view
        stayed[side] = workers[side] & to.workers[side] & ~rebuilt;
        for (Square w : each(workers[side] & ~stayed[side])) for_worker(from, own, w, take);
        for (Square w : each(to.workers[side] & ~stayed[side])) for_worker(to, own, w, add);
    }
    for (Square s : each(rebuilt)) {
        const unsigned before = state(from, s), after = state(to, s);
        if (before) take(heights + s * 5u + before - 1);
        if (after) add(heights + s * 5u + after - 1);
        const unsigned near_before = std::min(before, 4u), near_after = std::min(after, 4u);
        if (near_before == near_after) continue;
        for (Side side = 0; side < 2; ++side) {
            const bool own = side == 0;
            for (Square w : each(stayed[side] & near(s))) {
                const Direction d = toward(w, s);
                const auto level = static_cast<unsigned>(to.height(w));
                take(near_feature(own, w, d, level, near_before));
                add(near_feature(own, w, d, level, near_after));
            }
        }
    }
    if (!same_extras(from, to)) {
        push_extras(from, changes.taken);
        push_extras(to, changes.added);
    }
}

}  // namespace santorini
