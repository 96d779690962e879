#include "core/search/leaf.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/turn/can_win.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"

namespace santorini {
namespace {

constexpr std::array<float, board_squares> make_centre() {
    std::array<float, board_squares> out{};
    for (std::size_t s = 0; s < board_squares; ++s) {
        const int file = static_cast<int>(s) % 5 - 2, rank = static_cast<int>(s) / 5 - 2;
        const int far = (file < 0 ? -file : file) + (rank < 0 ? -rank : rank);
        out[s] = 0.06f * static_cast<float>(4 - far);
    }
    return out;
}
constexpr std::array<float, board_squares> centre = make_centre();

// Does a single move win for its own side, at first sight? Limits on the rest of the turn are ignored.
bool wins_by_a_move(const Scene& s) {
    if (s.extra) return false;
    const Power& own = s.own;
    for (Square w : each(s.mine)) {
        const int h = s.p.height(w);
        if (h + own.move.climb < 3 && !own.win.together && !own.win.drop) continue;
        for (Square to : each(s.moves(w, own.move.climb))) {
            const int rise = s.p.height(to) - h;
            Reason reason;
            const Seat winner = s.judge(w, to, rise, reason);
            if (winner != no_seat && s.p.side(winner) == s.side) return true;
        }
    }
    return false;
}

constexpr float sure = 0.98f;         // a turn that wins; in another world it may not
constexpr float third_party = 0.25f;  // what is left of the odds of two sides where a third can interfere

// Are these of one game, and so alike that updating the sums is faster than computing them from scratch?
bool is_near(const Position& from, const Position& to) {
    if (from.players != to.players || from.cards != to.cards) return false;
    const Bitboard moved = (from.workers[0] ^ to.workers[0]) | (from.workers[1] ^ to.workers[1]);
    return count(built_differently(from, to) | moved) <= 8;
}

// Two of three sides as if they played alone: the workers of the third stand in the way like domes.
Position duel(const Position& p, Side a, Side b) {
    const auto third = static_cast<Side>(3 - a - b);
    Position q = p;
    q.players = 2;
    q.workers = {p.workers[a], p.workers[b], 0};
    q.dome |= p.workers[third];
    for (Seat seat = 0; seat < 4; ++seat) {
        const Seat of = seat == 0 ? a : seat == 1 ? b : 3;  // nobody sits on the fourth seat
        q.tokens[seat] = p.tokens[of];
        q.cards[seat] = p.cards[of];
        q.number[seat] = p.number[of];
        q.flags[seat] = p.flags[of];
        q.aim[seat] = p.aim[of];
        q.secret[seat] = p.secret[of];
    }
    q.editions = 0;
    q.set_edition(0, p.edition(a));
    q.set_edition(1, p.edition(b));
    if (p.binder != no_seat) q.binder = p.binder == a ? 0 : p.binder == b ? 1 : no_seat;
    if (p.to_move == third) q.extra = 0;
    const Seat next = p.to_move == third ? p.next_seat(third) : p.to_move;
    q.to_move = next == a ? 0 : 1;
    q.starter = 0;
    return q;
}

}  // namespace

Worth final_worth(const Position& p) {
    Worth w{};
    if (const Side side = p.side(p.winner); side < 3) w[side] = 1;
    return w;
}

Worth lost_by(const Position& p, Side side) {
    Worth w{};
    float others = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) != side && !p.is_out(s) && w[p.side(s)] == 0) w[p.side(s)] = 1, others += 1;
    }
    for (float& x : w) x /= std::max(others, 1.0f);
    return w;
}

// By what the card says: more freedom is better, and so are more limits on others. To be replaced by learned values.
float LeafEvaluation::promise(const Position& p, Seat seat, PowerId id) const {
    const Power& card = entry(p.edition(seat), id);
    float sum = 0;
    sum += card.move.moves != Moves::one ? 0.5f : 0;
    sum += card.move.into != Into::none ? 0.3f : 0;
    sum += card.move.climb > 1 ? 0.3f : 0;
    sum += card.move.ring ? 0.3f : 0;
    sum += card.move.ferry || card.move.removes_behind ? 0.3f : 0;
    sum += card.build.builds != Builds::one || card.build.under || card.build.dome ? 0.4f : 0;
    sum += card.build.before != Before::none ? 0.4f : 0;
    sum += card.setup.workers > 2 ? 0.3f : 0;
    sum += card.setup.secret == Secret::workers ? 0.3f : 0;
    sum += card.opponent.no_climb || card.opponent.descent != Descent::free || card.opponent.sleep ? 0.4f : 0;
    sum += card.opponent.bound != Bound::none || card.opponent.must_climb || card.opponent.carry ? 0.2f : 0;
    sum += card.opponent.no_win != NoWin::none ? 0.3f : 0;
    sum += card.win.drop || card.win.together || card.win.towers ? 0.2f : 0;
    return card.once ? 0.3f * sum : sum - 0.3f;
}

void PlainEvaluation::worth(const Position& p, Worth& chances) const {
    if (p.is_over()) {
        chances = final_worth(p);
        return;
    }
    const bool playing = p.stage == Stage::play;
    const bool at_rest = playing && p.turn.phase == Phase::rest;
    if (at_rest) {
        // Only a worker near the top can win by a move, unless the power wins otherwise.
        const Power& power = p.power(p.to_move);
        const bool near_top = (p.own(p.to_move) & p.level[power.move.climb > 1 ? 0 : 1]) != 0;
        if (near_top || power.win.together || power.win.drop || p.card(p.to_move).start.steal) {
            Position begun = p;
            begin_turn(begun, false);
            if (wins_by_a_move(Scene(begun))) {
                chances = lost_by(p, p.side(p.to_move));
                for (float& x : chances) x *= 0.04f;
                chances[p.side(p.to_move)] = 0.96f;
                return;
            }
        }
    }
    Bitboard closed = p.all_workers() | p.dome | bit(p.ram);
    for (Seat s = 0; s < card_slots(p); ++s) {
        const Power& card = p.dealt_power(s);
        if (card.everyone.closed_token || card.opponent.coins != Coins::open) closed |= p.tokens[s];
    }
    const Bitboard free = full_board & ~closed;
    constexpr std::array<float, 4> on_level{0, 0.5f, 1.25f, 1.0f};
    std::array<float, 3> score{};
    std::array<bool, 3> in{};
    for (Seat s = 0; s < p.players; ++s) {
        const Side side = p.side(s);
        if (p.is_out(s)) continue;
        const Power& power = p.power(s);
        if (power.win.towers) score[side] += 0.4f * static_cast<float>(p.complete_towers());
        // A power that works once is worth more while it is not used up.
        if (!(p.flags[s] & spent)) score[side] += 0.2f * promise(p, s, p.dealt(s));
        if (power.once) score[side] += 0.3f;
        if (in[side]) continue;
        in[side] = true;
        const Bitboard mine = p.own(s);
        if (!playing && !mine) continue;
        Bitboard threats = 0;
        int freedom = 0;
        for (Square w : each(mine)) {
            const int h = p.height(w);
            const Bitboard reach = near(w) & free & p.at_most(h + 1);
            const Bitboard up = reach & p.at_least(h + 1);
            freedom += count(reach);
            score[side] += on_level[static_cast<std::size_t>(h)] + centre[w] +
                           0.03f * static_cast<float>(count(reach)) +
                           0.1f * static_cast<float>(count(up)) * static_cast<float>(1 + h);
            if (h >= 1) score[side] += 0.06f * static_cast<float>(count(reach & p.at_least(2) & p.at_most(2)));
            if (h == 2) threats |= up;
            if (power.win.drop && h >= power.win.drop) threats |= reach & p.at_most(h - power.win.drop);
        }
        if (playing && freedom < 3) score[side] -= freedom == 0 ? 3.0f : 0.7f;
        if (threats) score[side] += count(threats) > 1 ? 2.0f : 0.8f;
    }
    const Seat mover = decider(p);
    if (mover < p.players) score[p.side(mover)] += 0.2f;
    float total = 0, top = -std::numeric_limits<float>::infinity();
    for (Side k = 0; k < 3; ++k) {
        if (in[k]) top = std::max(top, score[k]);
    }
    for (Side k = 0; k < 3; ++k) total += chances[k] = in[k] ? std::exp(score[k] - top) : 0;
    for (float& x : chances) x /= total > 0 ? total : 1;
}

void LearnedEvaluation::worth(const Position& p, Worth& chances) const {
    if (p.stage != Stage::play || p.turn.phase != Phase::rest || p.is_over()) {
        PlainEvaluation::worth(p, chances);
        return;
    }
    const Side me = p.side(p.to_move);
    // The network never saw a position that is won at once: the search it learnt for does not ask about those.
    if (can_win(p)) {
        chances = lost_by(p, me);
        for (float& x : chances) x *= 1 - sure;
        chances[me] = sure;
    } else if (p.sides() == 2) {
        chances = {};
        chances[me] = 1 / (1 + std::exp(-odds(p, scored_[0])));
        chances[1u - me] = 1 - chances[me];
    } else {
        chances = among_three(p);
    }
}

// The network knows two sides. So the side that moved last, which chooses by these chances, is compared with each of the
// others as if these two played alone.
Worth LearnedEvaluation::among_three(const Position& p) const {
    Side last = p.side(p.to_move);
    do last = static_cast<Side>((last + 2) % 3);
    while (p.is_out(last));
    const float weight = p.is_out(0) || p.is_out(1) || p.is_out(2) ? 1 : third_party;
    Worth worth{};
    worth[last] = 1;
    for (Side other = 0; other < 3; ++other) {
        if (other == last || p.is_out(other)) continue;
        const Position q = duel(p, last, other);
        const float ahead = odds(q, scored_[other]) * (q.to_move == 0 ? 1.0f : -1.0f);
        worth[other] = std::exp(-weight * ahead);
    }
    const float total = worth[0] + worth[1] + worth[2];
    for (float& x : worth) x /= total;
    return worth;
}

// For the side to move, in logits. Most positions are a turn or two away from the one before: what changed is added to
// the sums of the first layer.
float LearnedEvaluation::odds(const Position& p, Scored& last) const {
    const Network& network = reader_.network();
    if (last.known && is_near(last.position, p)) {
        const Accumulator before = last.sums;
        network.follow(last.position, p, before, last.sums);
    } else {
        network.gather(p, last.sums);
    }
    last.known = true;
    last.position = p;
    return static_cast<float>(reader_.score(p, last.sums)) / 100;
}

// -- set-up -----------------------------------------------------------------------------------------------------------

float hint(const Position& p, Seat who, const Step& step, const LeafEvaluation& evaluation) {
    switch (step.kind) {
        case StepKind::place: {
            // Near the middle, and not beside the player's own workers.
            const bool crowded = (near(step.to) & p.own(who)) != 0;
            return 0.5f * centre[step.to] - (crowded ? 0.02f : 0);
        }
        case StepKind::secret: {
            if (p.stage == Stage::fate) {
                float sum = 0;
                for (Square s : each(geometry.fate[step.to])) sum += centre[s];
                return 0.1f * sum;
            }
            // The Abyss should be where others go, and not beside the player's own workers.
            const Bitboard mine = p.own(who), others = p.all_workers() & ~mine;
            return 0.2f * centre[step.to] + 0.03f * static_cast<float>(count(near(step.to) & others)) -
                   0.02f * static_cast<float>(count(near(step.to) & mine));
        }
        case StepKind::take:
            return 0.3f * evaluation.promise(p, who, step.what);
        case StepKind::offer:
            // The others choose first, so offer nothing much better than the rest.
            return -0.1f * std::abs(evaluation.promise(p, who, step.what));
        case StepKind::begin:
            return p.side(step.what) == p.side(who) ? 0.05f : 0;
        default:
            return 0;
    }
}

void complete_setup(Position& p, const LeafEvaluation& evaluation, Dice& dice) {
    for (int n = 0; n < 64 && p.stage != Stage::play && !p.is_over(); ++n) {
        StepList steps;
        setup_steps(p, steps);
        if (steps.empty()) return;
        const Seat who = setup_decider(p);
        const Step* best = &steps[dice.below(steps.size())];
        if (who != luck && p.stage != Stage::offer) {
            float top = -1e9f;
            for (const Step& step : steps) {
                const float value = hint(p, who, step, evaluation) + 0.05f * static_cast<float>(dice.unit());
                if (value > top) top = value, best = &step;
            }
        }
        setup_play(p, *best);
    }
}

}  // namespace santorini
