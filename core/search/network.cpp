#include "core/search/network.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/rules/vocabulary.h"
#include "core/search/kernels.h"

namespace santorini {
namespace {

// -- inputs -----------------------------------------------------------------------------------------------------------

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
constexpr unsigned own_number = other_aim + 8;  // 1..7 and more
constexpr unsigned other_number = own_number + 7;
constexpr unsigned own_mark = other_number + 7;  // climbed, spent, stolen, an additional turn, a bound worker
constexpr unsigned other_mark = own_mark + 5;
constexpr unsigned all_features = other_mark + 5;

// 0..3 open blocks; 4 a complete tower; 5 a dome below.
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

bool same_extras(const Position& a, const Position& b) {
    return a.women == b.women && a.ram == b.ram && a.tokens == b.tokens && a.aim == b.aim && a.number == b.number &&
           a.flags == b.flags && a.binder == b.binder && !a.extra && !b.extra && (!a.women || a.workers == b.workers);
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

// The seat of the side that plays first from now on.
Seat next_of(const Position& p, Side side) {
    Seat s = p.to_move;
    for (int i = 0; i < p.players && p.side(s) != side; ++i) s = static_cast<Seat>((s + 1) % p.players);
    return s;
}

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

}  // namespace

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
        unsigned begin, end, each_square;  // planes of squares; 0: facts about none
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

// -- the network ------------------------------------------------------------------------------------------------------

namespace {

constexpr float first_scale = 512, second_scale = 256;
constexpr std::array<char, 8> magic{'S', 'A', 'N', 'T', 'N', 'E', 'T', '3'};

class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes) : rest_(bytes) {}
    template <class T>
    bool take(std::vector<T>& out, std::size_t n) {
        if (rest_.size() < n * sizeof(T)) return false;
        out.resize(n);
        std::memcpy(out.data(), rest_.data(), n * sizeof(T));
        rest_ = rest_.subspan(n * sizeof(T));
        return true;
    }
    bool done() const { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
};

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

// Rows in the order of the file, brought into that of the vocabulary.
void arrange_rows(std::vector<float>& rows, std::size_t row_size, std::span<const std::string_view> in_file) {
    const std::vector<std::string> names = word_names();
    std::vector<float> out(names.size() * row_size, 0.0f);
    for (std::size_t to = 0; to < names.size(); ++to) {
        const auto from =
            static_cast<std::size_t>(std::find(in_file.begin(), in_file.end(), names[to]) - in_file.begin());
        if (from == in_file.size()) continue;
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(from * row_size), row_size,
                    out.begin() + static_cast<std::ptrdiff_t>(to * row_size));
    }
    rows = std::move(out);
}

}  // namespace

std::shared_ptr<const Network> Network::read(std::span<const std::byte> bytes) {
    auto n = std::make_shared<Network>();
    Bytes in(bytes);
    std::vector<char> name, text;
    std::vector<uint32_t> shape;
    std::vector<float> last;
    if (!in.take(name, magic.size()) || !std::equal(magic.begin(), magic.end(), name.begin())) return nullptr;
    // Features, hidden values, second layer, words, trunk, characters that the names of the words take.
    if (!in.take(shape, 6) || shape[0] != all_features || shape[1] != hidden_size || shape[2] != second_size ||
        shape[4] != trunk_size)
        return nullptr;
    const std::size_t words = shape[3];
    if (!in.take(text, shape[5])) return nullptr;
    const std::vector<std::string_view> in_file = split_lines({text.data(), text.size()});
    if (in_file.size() != words) return nullptr;
    bool whole = in.take(n->first_, all_features * hidden_size) && in.take(n->first_bias_, hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->shift_[k], words * hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->gate_[k], words * hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->lean_[k], words * second_size);
    whole = whole && in.take(n->second_, second_size * 2 * hidden_size) && in.take(n->second_bias_, second_size) &&
            in.take(n->third_, second_size) && in.take(last, 1);
    whole = whole && in.take(n->trunk_in_, 2 * words * trunk_size) && in.take(n->trunk_in_bias_, trunk_size) &&
            in.take(n->trunk_mid_, trunk_size * trunk_size) && in.take(n->trunk_mid_bias_, trunk_size) &&
            in.take(n->trunk_out_, trunk_size * trunk_answers);
    if (!whole || !in.done()) return nullptr;
    for (std::size_t k = 0; k < 2; ++k) {
        arrange_rows(n->shift_[k], hidden_size, in_file);
        arrange_rows(n->gate_[k], hidden_size, in_file);
        arrange_rows(n->lean_[k], second_size, in_file);
    }
    // The trunk's rows are those of the own words, then those of the other side's.
    const std::size_t half = words * trunk_size;
    std::vector<float> own(n->trunk_in_.begin(), n->trunk_in_.begin() + static_cast<std::ptrdiff_t>(half));
    std::vector<float> other(n->trunk_in_.begin() + static_cast<std::ptrdiff_t>(half), n->trunk_in_.end());
    arrange_rows(own, trunk_size, in_file);
    arrange_rows(other, trunk_size, in_file);
    n->trunk_in_ = std::move(own);
    n->trunk_in_.insert(n->trunk_in_.end(), other.begin(), other.end());
    n->third_bias_ = last[0];
    return n;
}

std::array<float, trunk_answers> Network::ask_trunk(std::span<const float> own, std::span<const float> other) const {
    std::array<float, trunk_size> one{}, two{};
    std::copy(trunk_in_bias_.begin(), trunk_in_bias_.end(), one.begin());
    for (std::size_t k = 0; k < 2; ++k) {
        const std::span<const float> said = k ? other : own;
        for (std::size_t w = 0; w < said.size(); ++w) {
            if (said[w] == 0) continue;
            const float* row = &trunk_in_[(k * said.size() + w) * trunk_size];
            for (std::size_t i = 0; i < trunk_size; ++i) one[i] += said[w] * row[i];
        }
    }
    std::copy(trunk_mid_bias_.begin(), trunk_mid_bias_.end(), two.begin());
    for (std::size_t i = 0; i < trunk_size; ++i) {
        for (std::size_t j = 0; one[i] > 0 && j < trunk_size; ++j) two[j] += one[i] * trunk_mid_[i * trunk_size + j];
    }
    std::array<float, trunk_answers> out{};
    for (std::size_t i = 0; i < trunk_size; ++i) {
        for (std::size_t j = 0; two[i] > 0 && j < trunk_answers; ++j)
            out[j] += two[i] * trunk_out_[i * trunk_answers + j];
    }
    return out;
}

void Network::gather(const Position& p, Accumulator& acc) const {
    FeatureList list;
    for (Side view = 0; view < 2; ++view) {
        Row& row = acc.by_view[view];
        std::copy(first_bias_.begin(), first_bias_.end(), row.begin());
        features(p, view, list);
        for (Feature f : list) add_row(row, &first_[f * hidden_size]);
    }
}

namespace {

// A feature of heights or workers as the other side sees it.
unsigned twin(unsigned f) {
    if (f < own_worker) return f;
    if (f < own_near) return f < other_worker ? f + (other_worker - own_worker) : f - (other_worker - own_worker);
    return f < other_near ? f + (other_near - own_near) : f - (other_near - own_near);
}

// Features that come and go between two positions, for each view.
class Changes {
public:
    void take(unsigned f) { note(taken_, f); }
    void add(unsigned f) { note(added_, f); }
    void take(Side view, unsigned f) { taken_[view].push(f); }
    void add(Side view, unsigned f) { added_[view].push(f); }

    void make(Side view, const int16_t* first, const Row& old, Row& row) const {
        change_row(first, taken_[view].all(), added_[view].all(), old, row);
    }

private:
    // More than two positions can differ in: every square rebuilt, every worker elsewhere, all extras changed.
    static constexpr std::size_t room = 512;
    struct List {
        std::array<Feature, room> features;
        std::size_t size = 0;
        void push(unsigned f) { features[size++] = static_cast<Feature>(f); }
        std::span<const Feature> all() const { return {features.data(), size}; }
    };
    std::array<List, 2> taken_, added_;

    static void note(std::array<List, 2>& lists, unsigned f) {
        lists[0].push(f);
        lists[1].push(twin(f));
    }
};

}  // namespace

void Network::follow(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) const {
    Changes changes;
    const auto take = [&](unsigned f) { changes.take(f); };
    const auto add = [&](unsigned f) { changes.add(f); };
    const Bitboard rebuilt = (from.level[0] ^ to.level[0]) | (from.level[1] ^ to.level[1]) |
                             (from.level[2] ^ to.level[2]) | (from.dome ^ to.dome);
    for (Square s : each(rebuilt)) {
        if (const unsigned k = state(from, s)) take(heights + s * 5u + k - 1);
        if (const unsigned k = state(to, s)) add(heights + s * 5u + k - 1);
    }
    for (Side side = 0; side < 2; ++side) {
        const bool own = side == 0;  // as the first view has it
        const Bitboard stayed = from.workers[side] & to.workers[side] & ~rebuilt;
        for (Square w : each(from.workers[side] & ~stayed)) for_worker(from, own, w, take);
        for (Square w : each(to.workers[side] & ~stayed)) for_worker(to, own, w, add);
        for (Square w : each(stayed & around(rebuilt))) {
            const auto level = static_cast<unsigned>(to.height(w));
            for (Square s : each(near(w) & rebuilt)) {
                const Direction d = toward(w, s);
                const unsigned before = near_state(from, s), after = near_state(to, s);
                if (before == after) continue;
                take(near_feature(own, w, d, level, before));
                add(near_feature(own, w, d, level, after));
            }
        }
    }
    if (!same_extras(from, to)) {
        for (Side view = 0; view < 2; ++view) {
            for_extras(from, view, [&](unsigned f) { changes.take(view, f); });
            for_extras(to, view, [&](unsigned f) { changes.add(view, f); });
        }
    }
    for (Side view = 0; view < 2; ++view) changes.make(view, first_.data(), old.by_view[view], acc.by_view[view]);
}

Reader::Reader(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

const Reader::Pair& Reader::pair_for(const Position& p) {
    const auto powers = powers_in_order(p);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (pairs_[i]->powers != powers) continue;
        if (i > 1) std::swap(pairs_[i], pairs_[i / 2]);  // what is asked for often moves to the front
        return *pairs_[i > 1 ? i / 2 : i];
    }
    const Network& n = *network_;
    const std::size_t words = word_count();
    std::array<std::vector<float>, 2> said{std::vector<float>(words), std::vector<float>(words)};
    for (std::size_t k = 0; k < 2; ++k) {
        add_words(*powers[2 * k], 1, said[k]);
        if (p.players == 4) add_words(*powers[2 * k + 1], 0.5f, said[k]);
    }
    auto pair = std::make_unique<Pair>();
    pair->powers = powers;
    const std::array told{n.ask_trunk(said[0], said[1]), n.ask_trunk(said[1], said[0])};
    constexpr std::size_t leans = 2 * hidden_size, thirds = leans + second_size, value = thirds + second_size;
    for (std::size_t j = 0; j < second_size; ++j) {
        pair->bias[j] = n.second_bias_[j] + told[0][leans + j];
        pair->third[j] = n.third_[j] * (1 + told[0][thirds + j]);
    }
    pair->value = n.third_bias_ + told[0][value];
    for (std::size_t view = 0; view < 2; ++view) {
        std::array<float, hidden_size> shift{}, gate{};
        for (std::size_t i = 0; i < hidden_size; ++i) {
            shift[i] = told[view][i];
            gate[i] = 1 + told[view][hidden_size + i];
        }
        for (std::size_t k = 0; k < 2; ++k) {  // own words, then the other side's
            const std::vector<float>& say = said[view ^ k];
            for (std::size_t w = 0; w < words; ++w) {
                if (say[w] == 0) continue;
                for (std::size_t i = 0; i < hidden_size; ++i) {
                    shift[i] += say[w] * n.shift_[k][w * hidden_size + i];
                    gate[i] += say[w] * n.gate_[k][w * hidden_size + i];
                }
                if (view) continue;
                for (std::size_t j = 0; j < second_size; ++j) pair->bias[j] += say[w] * n.lean_[k][w * second_size + j];
            }
        }
        for (std::size_t i = 0; i < hidden_size; ++i) {
            pair->shift[view][i] = static_cast<int16_t>(std::lround(std::clamp(shift[i], -20.0f, 20.0f) * first_scale));
            for (std::size_t j = 0; j < second_size; ++j) {
                const float weight = n.second_[j * 2 * hidden_size + view * hidden_size + i] * gate[i];
                pair->second[j][view * hidden_size + i] =
                    static_cast<int16_t>(std::lround(std::clamp(weight, -15.9f, 15.9f) * second_scale));
            }
        }
    }
    if (pairs_.size() >= 256) pairs_.pop_back();
    pairs_.push_back(std::move(pair));
    return *pairs_.back();
}

Score Reader::score(const Position& p, const Accumulator& acc) {
    const Pair& pair = pair_for(p);
    const Side me = p.side(p.to_move);
    const auto sums = second_sums({&acc.by_view[me], &acc.by_view[1 - me]}, pair.shift, pair.second);
    float score = pair.value;
    for (std::size_t j = 0; j < second_size; ++j) {
        const float value = static_cast<float>(sums[j]) / (first_scale * second_scale) + pair.bias[j];
        score += std::clamp(value, 0.0f, 1.0f) * pair.third[j];
    }
    return std::clamp(static_cast<Score>(std::lround(score * 100)), -most_unproven, most_unproven);
}

Score Reader::score(const Position& p) {
    Accumulator acc;
    network_->gather(p, acc);
    return score(p, acc);
}

}  // namespace santorini
