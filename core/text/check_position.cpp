// Whether the rules can go on from a position that was read.
#include "core/text/text_parts.h"
#include "core/turn/draft.h"
#include "core/turn/machine.h"
#include "core/turn/scene.h"
#include "core/turn/setup.h"

namespace santorini {
namespace {

// The player aid's draft: the hands have the sizes that the stage and the choosing seat require. In a view a hand may
// be hidden.
bool fits_hands(const Position& p) {
    if (p.players != 2) return false;
    const auto has_cards = [&](Seat seat, int least, int most) {
        const int n = std::popcount(p.hand(seat));
        return n == 0 || (n >= least && n <= most);
    };
    const Seat chooses = p.to_move, waits = static_cast<Seat>(1 - p.to_move);
    constexpr int passed = hand_size - hand_discards;
    const bool first = chooses == p.starter;
    switch (p.stage) {
        case Stage::deal:
            return std::popcount(p.offered) < 2 * hand_size && has_cards(0, 0, hand_size) && has_cards(1, 0, hand_size);
        case Stage::discard:
            return has_cards(chooses, passed + 1, hand_size) &&
                   has_cards(waits, first ? hand_size : passed, first ? hand_size : passed);
        default:
            return has_cards(chooses, passed, passed) && has_cards(waits, first ? passed : 1, first ? passed : 1);
    }
}

// During set-up nothing is built, nobody has won or lost, and somebody has something to choose.
Problem check_setup(const Position& p) {
    const auto bad = [&] { return problem("setup", stage_name(p.stage)); };
    if (p.level[0] || p.dome || p.extra || p.is_over()) return bad();
    for (Seat s = 0; s < p.players; ++s) {
        if (p.is_out(s)) return bad();
    }
    if (!is_draft(p.stage) && !is_due(p)) return bad();
    if (p.stage == Stage::take && !p.offered) return bad();
    if (p.stage >= Stage::deal) return fits_hands(p) ? std::nullopt : bad();
    StepList steps;
    setup_steps(p, steps);
    if (steps.empty()) return bad();
    const Seat seat = setup_decider(p);
    return seat == luck || seat == p.to_move ? std::nullopt : problem("to-move", std::to_string(p.to_move + 1));
}

// What lies on the board, apart from any turn.
Problem check_board(const Position& p) {
    const Bitboard workers = p.all_workers();
    if (workers & p.dome) return problem("worker-on-dome", squares_text(workers & p.dome));
    if (has(workers | p.level[0] | p.dome, p.ram)) return problem("ram", square_name(p.ram));
    for (Side s = 0; s < 3; ++s) {
        if (count(p.workers[s]) > 4) return problem("workers", squares_text(p.workers[s]));
    }
    if (p.women & ~workers) return problem("women", squares_text(p.women & ~workers));
    if ((on_board(p.bound) && !has(workers, p.bound)) || (on_board(p.bound_to) && !has(workers, p.bound_to))) {
        return problem("bound", square_name(p.bound));
    }
    return std::nullopt;
}

Problem check_cards(const Position& p) {
    const Bitboard workers = p.all_workers();
    Bitboard lying = 0;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.tokens[s] & (lying | p.dome)) return problem("token", squares_text(p.tokens[s] & (lying | p.dome)));
        lying |= p.tokens[s];
        const Power& card = p.dealt_power(s);
        if (card.everyone.closed_token && (p.tokens[s] & workers))
            return problem("token", squares_text(p.tokens[s] & workers));
        if (p.is_out(s) && p.own(s)) return problem("out", squares_text(p.own(s)));
        if (p.is_out(s) && p.players != 3) return problem("out", key_of(p.cards[s]));
        if (card.setup.secret == Secret::fate && on_board(p.secret[s]) && !geometry.fate[p.secret[s]]) {
            return problem("fate", square_name(p.secret[s]));
        }
        if (card.setup.deck && !p.is_out(s) && !p.face && p.stage == Stage::play && p.turn.phase != Phase::draw) {
            return problem("face", key_of(p.dealt(s)));
        }
    }
    return std::nullopt;
}

Problem check_fleece(const Position& p) {
    if (!p.shared) return std::nullopt;
    const bool ram_missing = p.ram == no_square && p.stage == Stage::play;
    if (p.players != 2 || ram_missing || p.cards[0] || p.cards[1]) return problem("field", "fleece");
    return std::nullopt;
}

// The turn in progress fits the workers on the board and the power of whoever plays it.
Problem check_turn(const Position& p) {
    const Turn& t = p.turn;
    const auto bad = [&] { return problem("turn", turn_text(t)); };
    if (t.phase == Phase::rest) return t == Turn{} ? std::nullopt : bad();
    if (p.stage != Stage::play || p.is_over()) return bad();
    const Bitboard workers = p.all_workers();
    const Bitboard marks = t.moved | t.built | t.forced | t.asleep | t.bound | t.loose;
    if ((marks & ~workers) || (on_board(t.mover) && !has(workers, t.mover))) return bad();
    const bool needs_mover =
        t.phase == Phase::ferried || t.phase == Phase::prebuilt || t.phase == Phase::entered || t.phase == Phase::again;
    if (needs_mover && !on_board(t.mover)) return bad();
    if (t.reactor > no_seat || (t.reactor < no_seat && (t.reactor >= p.players || !on_board(t.reacts_at))))
        return bad();
    if (t.count > most_pieces || t.towers > board_squares || t.domes > board_squares) return bad();
    if (t.phase == Phase::draw && !p.deck) return bad();
    const bool builds = t.phase == Phase::building || t.phase == Phase::moving || t.phase == Phase::doming;
    // The additional turn of the player aid is played with the other player's power (G2).
    const Moves moves = Actor(p).own.move.moves;
    return builds && !on_board(t.mover) && moves != Moves::travel && moves != Moves::all ? bad() : std::nullopt;
}

}  // namespace

std::optional<TextError> check_position(const Position& p) {
    if (const auto wrong = check_board(p)) return wrong;
    if (const auto wrong = check_cards(p)) return wrong;
    // A player eliminated in their own turn stays the seat to move until the draw that ends the turn.
    const bool mover_gone = p.is_out(p.to_move) && p.turn.phase != Phase::draw;
    if (mover_gone && !p.is_over()) return problem("to-move", std::to_string(p.to_move + 1));
    if (const auto wrong = check_fleece(p)) return wrong;
    if (const auto wrong = check_turn(p)) return wrong;
    return p.stage == Stage::play ? std::nullopt : check_setup(p);
}

}  // namespace santorini
