#include "core/search/network.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/search/kernels.h"

namespace santorini {
namespace {

constexpr float second_scale = 256;
constexpr std::array<char, 8> magic{'S', 'A', 'N', 'T', 'N', 'E', 'T', '4'};

class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes) : rest_(bytes) {}
    template <class T, class Allocator>
    bool take(std::vector<T, Allocator>& out, std::size_t n) {
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

// Brings rows from the order of the file into that of the vocabulary.
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
    if (!in.take(name, magic.size()) || !std::equal(magic.begin(), magic.end(), name.begin())) return nullptr;
    // The sizes, words, characters that the names of the words take.
    constexpr std::array<std::size_t, 6> sizes{hidden_size, second_size, third_size,
                                               trunk_size,  stage_count, blend_count};
    if (!in.take(shape, 9) || shape[0] != feature_count() || !std::equal(sizes.begin(), sizes.end(), shape.begin() + 1))
        return nullptr;
    const std::size_t words = shape[7];
    if (!in.take(text, shape[8])) return nullptr;
    const std::vector<std::string_view> in_file = split_lines({text.data(), text.size()});
    if (in_file.size() != words) return nullptr;
    bool whole = in.take(n->first_, feature_count() * hidden_size) && in.take(n->first_bias_, hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->shift_[k], words * hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->gate_[k], words * hidden_size);
    for (std::size_t k = 0; k < 2; ++k) whole = whole && in.take(n->lean_[k], words * second_size);
    whole = whole && in.take(n->second_, stage_count * second_size * 2 * hidden_size) &&
            in.take(n->second_bias_, stage_count * second_size) &&
            in.take(n->blend_, blend_count * second_size * 2 * hidden_size) &&
            in.take(n->third_, stage_count * 2 * second_size * third_size) &&
            in.take(n->third_bias_, stage_count * third_size) &&
            in.take(n->last_, stage_count * (second_size + third_size)) && in.take(n->last_bias_, stage_count);
    whole = whole && in.take(n->trunk_in_, 2 * words * trunk_size) && in.take(n->trunk_in_bias_, trunk_size) &&
            in.take(n->trunk_mid_, trunk_size * trunk_size) && in.take(n->trunk_mid_bias_, trunk_size) &&
            in.take(n->trunk_out_, trunk_size * trunk_answers);
    if (!whole || !in.done()) return nullptr;
    for (std::size_t k = 0; k < 2; ++k) {
        arrange_rows(n->shift_[k], hidden_size, in_file);
        arrange_rows(n->gate_[k], hidden_size, in_file);
        arrange_rows(n->lean_[k], second_size, in_file);
    }
    // The trunk's rows are those of one's own words, then those of the other side's.
    const std::size_t half = words * trunk_size;
    std::vector<float> own(n->trunk_in_.begin(), n->trunk_in_.begin() + static_cast<std::ptrdiff_t>(half));
    std::vector<float> other(n->trunk_in_.begin() + static_cast<std::ptrdiff_t>(half), n->trunk_in_.end());
    arrange_rows(own, trunk_size, in_file);
    arrange_rows(other, trunk_size, in_file);
    n->trunk_in_ = std::move(own);
    n->trunk_in_.insert(n->trunk_in_.end(), other.begin(), other.end());
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

void Network::follow(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) const {
    Changes changes;
    feature_changes(from, from.workers, to, changes);
    change_rows(first_.data(), changes, old, acc);
}

void Network::follow_builds(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) const {
    Changes changes;
    feature_changes(from, to.workers, to, changes);
    change_rows(first_.data(), changes, old, acc);
}

Reader::Reader(std::shared_ptr<const Network> network) : network_(std::move(network)) {}

const Reader::Pair& Reader::pair_for(const Position& p) {
    const auto powers = powers_in_order(p);
    const auto same = [&](const Pair& pair) {  // compared one by one: for whole arrays compilers would call a function
        return pair.powers[0] == powers[0] && pair.powers[1] == powers[1] && pair.powers[2] == powers[2] &&
               pair.powers[3] == powers[3];
    };
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        if (!same(*pairs_[i])) continue;
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
    constexpr std::size_t leans = 2 * hidden_size, lasts = leans + second_size, value = lasts + second_size,
                          shares = value + 1, third_leans = shares + blend_count;
    std::array<float, second_size> lean{};
    for (std::size_t j = 0; j < second_size; ++j) lean[j] = told[0][leans + j];
    // What the pair adds to the second layer's matrix, the same at every stage.
    constexpr std::size_t matrix = second_size * 2 * hidden_size;
    std::vector<float> added(matrix);
    for (std::size_t b = 0; b < blend_count; ++b) {
        for (std::size_t i = 0; i < matrix; ++i) added[i] += told[0][shares + b] * n.blend_[b * matrix + i];
    }
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
                for (std::size_t j = 0; j < second_size; ++j) lean[j] += say[w] * n.lean_[k][w * second_size + j];
            }
        }
        for (std::size_t i = 0; i < hidden_size; ++i) {
            pair->shift[view][i] = static_cast<int16_t>(std::lround(std::clamp(shift[i], -20.0f, 20.0f) * first_scale));
            for (std::size_t stage = 0; stage < stage_count; ++stage) {
                for (std::size_t j = 0; j < second_size; ++j) {
                    const std::size_t at = j * 2 * hidden_size + view * hidden_size + i;
                    const float weight = (n.second_[stage * matrix + at] + added[at]) * gate[i];
                    pair->stages[stage].second[j][view * hidden_size + i] =
                        static_cast<int16_t>(std::lround(std::clamp(weight, -15.9f, 15.9f) * second_scale));
                }
            }
        }
    }
    for (std::size_t stage = 0; stage < stage_count; ++stage) {
        UpperLayers& layers = pair->stages[stage];
        for (std::size_t j = 0; j < second_size; ++j)
            layers.second_bias[j] = n.second_bias_[stage * second_size + j] + lean[j];
        for (std::size_t k = 0; k < third_size; ++k) {
            for (std::size_t j = 0; j < 2 * second_size; ++j) {
                const std::size_t input = j / 2 + j % 2 * second_size;  // the file has all values before all squares
                const float weight = n.third_[(stage * 2 * second_size + input) * third_size + k];
                layers.third[k][j] = static_cast<int16_t>(std::lround(std::clamp(weight, -15.9f, 15.9f) * upper_scale));
            }
            const float bias = n.third_bias_[stage * third_size + k] + told[0][third_leans + k];
            layers.third_bias[k] =
                static_cast<int32_t>(std::lround(std::clamp(bias, -500.0f, 500.0f) * upper_scale * upper_scale));
        }
        for (std::size_t j = 0; j < second_size + third_size; ++j)
            layers.last[j] = n.last_[stage * (second_size + third_size) + j];
        for (std::size_t j = 0; j < second_size; ++j) layers.last[j] *= 1 + told[0][lasts + j];
        for (std::size_t j = second_size; j < layers.last.size(); ++j) layers.last[j] /= upper_scale * upper_scale;
        layers.value = n.last_bias_[stage] + told[0][value];
    }
    if (pairs_.size() >= 256) pairs_.pop_back();
    pairs_.push_back(std::move(pair));
    return *pairs_.back();
}

Score Reader::score(const Position& p, const Accumulator& acc) {
    const Pair& pair = pair_for(p);
    const Side me = p.side(p.to_move);
    const UpperLayers& layers = pair.stages[stage_of(p)];
    const auto sums = second_sums({&acc.by_view[me], &acc.by_view[1 - me]}, pair.shift, layers.second);
    const float score = upper_score(sums, 1 / (first_scale * second_scale), layers);
    return std::clamp(static_cast<Score>(std::lround(score * 100)), -most_unproven, most_unproven);
}

std::size_t Reader::standing(const Position& p, Square w) {
    // The three ranks around a worker are 13 squares in a row; those beside its files are left out.
    const auto around_it = [w, squares = near(w) | bit(w)](Bitboard b) { return uint64_t{b & squares} << 6 >> w; };
    const uint64_t key = around_it(p.level[0]) | around_it(p.level[1]) << 13 | around_it(p.level[2]) << 26 |
                         around_it(p.dome) << 39 | uint64_t{1} << 63;
    const std::size_t place = std::size_t{w} << standing_bits | (key * 0x9e3779b97f4a7c15ull) >> (64 - standing_bits);
    if (standing_keys_[place] != key) {
        standing_keys_[place] = key;
        Changes changes;
        worker_features(p, w, changes.added);
        static constexpr Accumulator nothing{};
        change_rows(network_->first_.data(), changes, nothing, standing_sums_[place]);
    }
    return place;
}

void Reader::move_workers(const Position& from, const Position& to, const Accumulator& old, Accumulator& acc) {
    if (standing_keys_.empty()) {
        standing_keys_.resize(std::size_t{board_squares} << standing_bits);
        standing_sums_.resize(standing_keys_.size());
    }
    Changes changes;
    for (Side side = 0; side < 2; ++side) {
        const auto note = [&](Changes::List& rows, Square w) {
            const std::size_t row = 2 * standing(from, w);
            rows.push(static_cast<unsigned>(row + side), static_cast<unsigned>(row + 1 - side));
        };
        for (Square w : each(from.workers[side] & ~to.workers[side])) note(changes.taken, w);
        for (Square w : each(to.workers[side] & ~from.workers[side])) note(changes.added, w);
    }
    change_rows(standing_sums_.data()->by_view[0].data(), changes, old, acc);
}

Score Reader::score(const Position& p) {
    Accumulator acc;
    network_->gather(p, acc);
    return score(p, acc);
}

}  // namespace santorini
