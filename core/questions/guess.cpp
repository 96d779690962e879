#include "core/questions/guess.h"

#include <utility>

#include "core/turn/setup.h"

namespace santorini {

void thin(std::vector<World>& worlds, std::size_t most, Dice& dice) {
    if (worlds.size() <= most) return;
    double total = 0;
    for (const World& w : worlds) total += w.weight;
    if (!(total > 0)) {
        worlds.resize(most);
        return;
    }
    // Systematic sampling: one random start, equal strides.
    std::vector<World> kept;
    const double stride = total / static_cast<double>(most);
    double next = dice.unit() * stride, sum = 0;
    for (const World& w : worlds) {
        sum += w.weight;
        int hits = 0;
        for (; next < sum; next += stride) ++hits;
        if (hits) kept.push_back({w.position, stride * hits});
    }
    worlds = std::move(kept);
}

namespace {

// Calls visit(squares) for every set of up to `most` free squares, smaller sets first.
template <class Visit>
void for_sets_of_squares(Bitboard free, int most, Visit visit) {
    std::vector<std::pair<Bitboard, Square>> sets{{0, 0}};  // each with the first square that may still be added
    for (std::size_t i = 0; i < sets.size(); ++i) {
        const auto [squares, from] = sets[i];
        visit(squares);
        if (count(squares) == most) continue;
        for (Square w = from; w < board_squares; ++w) {
            if (has(free, w)) sets.emplace_back(squares | bit(w), static_cast<Square>(w + 1));
        }
    }
}

// The hidden workers of a seat. Level 3 is where games end, so hardly anybody stands there.
class HiddenWorkers {
public:
    HiddenWorkers(const Position& seen, Seat seat)
        : seen_(seen),
          seat_(seat),
          full_(seen.card(seat).setup.workers),
          placing_(seen.stage != Stage::play),
          shut_(seen.dome | seen.all_workers()) {
        for (Seat o = 0; o < seen.players; ++o) {
            const Entry& card = seen.card(o);
            removed_ |= !card.traits.keeps_workers;
            if (card.everyone.closed_token || card.opponent.coins != Coins::open) shut_ |= seen.tokens[o];
        }
    }
    // Every way to put them on the board of each world.
    std::vector<World> add_to(const std::vector<World>& worlds) const {
        std::vector<World> out;
        for (const World& base : worlds) {
            const Position cleared = without_mark(base.position);
            const int most = has_not_begun(cleared) ? 0 : full_;
            for_sets_of_squares(full_board & ~(shut_ | cleared.all_workers()), most, [&](Bitboard squares) {
                const int n = count(squares);
                if (n == full_ || placing_ || (removed_ && n > 0)) add(cleared, squares, base.weight, out);
            });
        }
        // Nothing fits, so the view is impossible. The search must survive that.
        if (out.empty()) {
            for (const World& w : worlds) out.push_back({without_mark(w.position), w.weight});
        }
        return out;
    }

private:
    Position without_mark(Position p) const {
        p.flags[seat_] = static_cast<uint8_t>(p.flags[seat_] & ~unseen);
        return p;
    }
    // Is the set-up at the stage that the view shows, with the same seat to choose?
    bool fits_setup(const Position& p) const {
        return due_stage(p) == seen_.stage && setup_decider(p) == seen_.to_move;
    }
    // A seat that is not placing now has placed no worker yet, if that fits the view, or else all of them.
    bool has_not_begun(const Position& p) const { return placing_ && seat_ != seen_.to_move && fits_setup(p); }

    void add(const Position& cleared, Bitboard squares, double weight, std::vector<World>& out) const {
        if (count(squares) != full_) weight *= 0.02;
        for (Square w : each(squares)) weight *= seen_.height(w) == 3 ? 0.02 : 1;
        Position p = cleared;
        p.workers[p.side(seat_)] |= squares;
        if (placing_ && !fits_setup(p)) return;
        if (!seen_.sexes_matter() || !squares) {
            out.push_back({p, weight});
            return;
        }
        // Which of them is the woman is not seen either.
        for (Square w : each(squares)) {
            Position q = p;
            q.women |= bit(w);
            out.push_back({q, weight});
        }
    }

    const Position& seen_;
    const Seat seat_;
    const int full_;
    const bool placing_;
    Bitboard shut_;
    bool removed_ = false;  // a worker may have been removed without anybody seeing it
};

// A secret square: the Abyss, or the lower left Fate space. The Abyss is never under a worker.
std::vector<World> with_secret_square(const std::vector<World>& worlds, Seat s) {
    std::vector<World> out;
    for (const World& base : worlds) {
        const bool fate = base.position.card(s).setup.secret == Secret::fate;
        for (Square at = 0; at < board_squares; ++at) {
            if (fate ? geometry.fate[at] == 0 : has(base.position.all_workers(), at)) continue;
            out.push_back(base);
            out.back().position.secret[s] = at;
        }
    }
    return out;
}

// A reaction inside a hidden turn: some worker beside the dome built it.
std::vector<World> with_builder_of_dome(const std::vector<World>& worlds) {
    std::vector<World> out;
    for (const World& base : worlds) {
        const Position& p = base.position;
        for (Square w : each(p.own(p.to_move) & near(p.turn.reacts_at))) {
            out.push_back(base);
            Turn& t = out.back().position.turn;
            t.phase = Phase::ending;
            t.mover = w;
            t.moved = bit(w);
            t.domes = 1;
            t.towers = p.height(p.turn.reacts_at) == 3;
        }
    }
    return out;
}

}  // namespace

std::vector<World> worlds_that_fit(const Position& seen, std::size_t most, Dice& dice) {
    std::vector<World> found{{seen, 1}};
    const auto replace_by = [&](std::vector<World> next) {
        found = std::move(next);
        thin(found, most, dice);
    };
    for (Seat s = 0; s < seen.players; ++s) {
        if (is_unseen(seen, s)) replace_by(HiddenWorkers(seen, s).add_to(found));
    }
    for (Seat s = 0; s < seen.players; ++s) {
        if (seen.secret[s] == unknown_square) replace_by(with_secret_square(found, s));
    }
    if (seen.stage == Stage::play && seen.turn.reactor != no_seat && is_unseen(seen, seen.to_move)) {
        std::vector<World> next = with_builder_of_dome(found);
        if (!next.empty()) found = std::move(next);
    }
    return found;
}

}  // namespace santorini
