// Set-up as part of the game: additional set-ups and placing (C3, C4, D1, E1). The draft is in draft.cpp.
#include "core/turn/setup.h"

#include "core/turn/draft.h"
#include "core/turn/machine.h"

namespace santorini {
namespace {

uint8_t workers_of(const Position& p, Seat seat) {
    if (p.shared || p.players == 4) return 2;
    return p.card(seat).setup.workers;
}

// Seats that place workers, in order (C4.1): those who must be first, the others in turn order, those who must be last.
struct PlacingOrder {
    std::array<Seat, 4> seats{};
    uint8_t size = 0;
};
Order order_of(const Position& p, Seat seat) {
    if (p.shared) return Order::turn;
    Order order = p.card(seat).setup.order;
    // C4.4: both cards of a team bind the placing of the team's workers.
    if (p.players == 4 && order == Order::turn) order = p.card(seat_after(p, seat, 2)).setup.order;
    return order;
}
PlacingOrder placing_order(const Position& p) {
    PlacingOrder out;
    const int placing = p.players == 4 ? 2 : p.players;
    for (Order wanted : {Order::first, Order::turn, Order::last}) {
        for (int i = 0; i < placing; ++i) {
            const Seat seat = seat_after(p, p.starter, i);
            if (order_of(p, seat) == wanted) out.seats[out.size++] = seat;
        }
    }
    return out;
}

// Does the seat's card still ask for something at this stage?
bool owes(const Position& p, Seat seat, Stage stage) {
    const Setup& says = p.card(seat).setup;
    switch (stage) {
        case Stage::deck:
            return says.deck && !p.face && p.deck;
        case Stage::aim:
            return says.aim != Aim::none && p.aim[seat] == no_direction;
        case Stage::fate:
            return says.secret == Secret::fate && p.secret[seat] == no_square;
        case Stage::abyss:
            return says.secret == Secret::abyss && p.secret[seat] == no_square;
        default:
            return false;
    }
}
// The first seat in turn order that does.
Seat first_owing(const Position& p, Stage stage) {
    for (int i = 0; i < p.players; ++i) {
        const Seat seat = seat_after(p, p.starter, i);
        if (owes(p, seat, stage)) return seat;
    }
    return no_seat;
}
bool workers_unseen(const Position& p, Seat seat) {
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) == p.side(seat) && (p.flags[s] & unseen)) return true;
    }
    return false;
}
Seat placing_seat(const Position& p) {
    const PlacingOrder order = placing_order(p);
    for (uint8_t i = 0; i < order.size; ++i) {
        const Seat seat = order.seats[i];
        // Workers that a view does not show are on the board once placing is over.
        if (p.stage != Stage::place && workers_unseen(p, seat)) continue;
        if (count(p.own(seat)) < workers_of(p, seat)) return seat;
    }
    return no_seat;
}

void start_play(Position& p) {
    p.stage = Stage::play;
    // D1: with teams the second player of the first team takes the first turn. E1: the player who placed second begins.
    p.to_move = p.players == 4 ? seat_after(p, p.starter, 2) : p.shared ? seat_after(p, p.starter) : p.starter;
}

// Goes on to the next stage that has something to choose.
void advance(Position& p) {
    p.stage = due_stage(p);
    if (p.stage == Stage::play) start_play(p);
}

// Simple gods that lie in the deck of Chaos: not in use, not banned against a power in play (C5.2).
uint16_t fresh_deck(const Position& p) {
    uint16_t deck = 0;
    for (PowerId id = 1; id <= 10; ++id) {
        bool free = exists(p.rules, id);
        for (Seat s = 0; s < p.players; ++s)
            free &= p.cards[s] != id && ban_between(p.rules, id, p.cards[s]) == Ban::none;
        if (free) deck |= static_cast<uint16_t>(1u << id);
    }
    return deck;
}

void deal_states(Position& p) {
    for (Seat s = 0; s < p.players; ++s) p.number[s] = p.card(s).setup.waiting;
    bool deck = false;
    for (Seat s = 0; s < card_slots(p); ++s) deck |= p.dealt_power(s).setup.deck;
    if (deck && !p.face) p.deck = fresh_deck(p);
    // Q3, setting: a player who must place first also begins; one who places last does not.
    if (p.settings & early_begins && !p.shared && p.players != 4) {
        for (Seat s = 0; s < p.players; ++s) {
            if (order_of(p, s) == Order::first) p.starter = s;
        }
        if (order_of(p, p.starter) == Order::last) p.starter = seat_after(p, p.starter);
    }
}

// Where the seat may put its next worker, without regard to the workers that come later.
Bitboard single_placings(const Position& p, Seat seat) {
    // Secret workers are placed on a map of their own, after everybody else; only workers that can be seen are in the
    // way.
    Bitboard free = full_board & ~p.all_workers();
    if (p.shared) return free;
    const Bitboard placed = p.own(seat);
    const auto narrow = [&](Placing where) {
        const Bitboard lines[4] = {file_a, file_e, rank_1, rank_5};
        if (where == Placing::perimeter) free &= perimeter_squares;
        if (where == Placing::opposite_edges) {
            Bitboard partners = 0;
            for (Square w : each(placed)) {
                for (int i = 0; i < 4; ++i) {
                    if (has(lines[i], w)) partners |= lines[i ^ 1];
                }
            }
            free &= placed ? partners : perimeter_squares;
        }
        if (where == Placing::opposite_corners) {
            Bitboard partners = 0;
            for (Square w : each(placed)) partners |= bit(static_cast<Square>(24 - w));
            free &= placed ? partners : corner_squares;
        }
    };
    narrow(p.card(seat).setup.where);
    if (p.players == 4) narrow(p.card(seat_after(p, seat, 2)).setup.where);
    return free;
}

// Is there room for all the workers that the seat still has to place?
bool can_place(const Position& p, Seat seat) {
    const int missing = workers_of(p, seat) - count(p.own(seat));
    if (missing <= 0) return true;
    const Bitboard squares = single_placings(p, seat);
    if (missing == 1 || entry(p.rules, no_power) == p.card(seat)) return squares != 0;
    for (Square s : each(squares)) {
        Position after = p;
        after.workers[p.side(seat)] |= bit(s);
        if (single_placings(after, seat)) return true;
    }
    return false;
}

// Where the seat may put its next worker so that the rest of its workers and everybody else's have room (B3; Q45).
Bitboard placings(const Position& p, Seat seat) {
    Bitboard squares = single_placings(p, seat);
    for (Square s : each(squares)) {
        Position after = p;
        after.workers[p.side(seat)] |= bit(s);
        for (Seat other = 0; other < (p.players == 4 ? 2 : p.players); ++other) {
            if (!can_place(after, other)) squares &= ~bit(s);
        }
    }
    return squares;
}

}  // namespace

Stage due_stage(const Position& p) {
    if (p.shared) {
        const Setup& says = entry(p.rules, p.shared).setup;
        if (says.deck && !p.face && p.deck) return Stage::deck;
        if (placing_seat(p) != no_seat) return Stage::place;
        if (p.ram == no_square) return Stage::ram;
        return says.aim != Aim::none && p.aim[0] == no_direction ? Stage::aim : Stage::play;
    }
    // C4: additional set-ups in turn order, whatever their kind; then the workers; then what comes after all workers.
    for (int i = 0; i < p.players; ++i) {
        for (Stage stage : {Stage::deck, Stage::aim, Stage::fate}) {
            if (owes(p, seat_after(p, p.starter, i), stage)) return stage;
        }
    }
    if (placing_seat(p) != no_seat) return Stage::place;
    return first_owing(p, Stage::abyss) != no_seat ? Stage::abyss : Stage::play;
}

bool is_due(const Position& p) {
    const auto before_placing = [](Stage stage) {
        return stage == Stage::deck || stage == Stage::aim || stage == Stage::fate;
    };
    const Stage due = due_stage(p);
    if (due == p.stage) return true;
    return before_placing(due) && before_placing(p.stage) && first_owing(p, p.stage) != no_seat;
}

Position start_dealt(Position p) {
    deal_states(p);
    advance(p);
    return p;
}

Seat setup_decider(const Position& p) {
    if (is_draft(p.stage)) return draft_decider(p);
    switch (p.stage) {
        case Stage::deck:
            return luck;
        case Stage::aim:
            if (p.shared) return seat_after(p, p.starter);
            [[fallthrough]];
        case Stage::fate:
        case Stage::abyss:
            return first_owing(p, p.stage);
        case Stage::place:
            return placing_seat(p);
        case Stage::ram:
            return p.starter;
        default:
            break;
    }
    return p.to_move;
}

void setup_steps(const Position& p, StepList& steps) {
    if (is_draft(p.stage)) return draft_steps(p, steps);
    const Seat seat = setup_decider(p);
    switch (p.stage) {
        case Stage::deck:
            for (PowerId id = 0; id < 16; ++id) {
                if (p.deck >> id & 1) steps.add(StepKind::chance, no_square, no_square, id);
            }
            break;
        case Stage::aim:
            for (Direction d = 0; d < 8; ++d) steps.add(StepKind::aim, no_square, no_square, d);
            break;
        case Stage::fate:
            for (Square s = 0; s < board_squares; ++s) {
                if (geometry.fate[s]) steps.add(StepKind::secret, no_square, s);
            }
            break;
        case Stage::abyss:
            // Squares of workers that the seat cannot see are offered too, or their absence would give them away.
            for (Square s : each(full_board & ~(p.all_workers() & ~hidden_from(p, seat)))) {
                steps.add(StepKind::secret, no_square, s);
            }
            break;
        case Stage::place: {
            const bool woman = p.sexes_matter() && !(p.own(seat) & p.women);
            for (Square s : each(placings(p, seat))) steps.add(StepKind::place, no_square, s, woman);
            break;
        }
        case Stage::ram:
            for (Square s : each(full_board & ~p.all_workers())) steps.add(StepKind::token, no_square, s);
            break;
        default:
            break;
    }
}

void setup_play(Position& p, Step step) {
    const Seat seat = setup_decider(p);
    switch (p.stage) {
        case Stage::deck:
            p.face = step.what;
            p.deck &= static_cast<uint16_t>(~(1u << step.what));
            advance(p);
            break;
        case Stage::aim: {
            const Seat slot = p.shared ? Seat{0} : seat;
            const bool wind = p.dealt_power(slot).setup.aim == Aim::wind;
            p.aim[slot] = wind ? opposite(step.what) : step.what;
            advance(p);
            break;
        }
        case Stage::fate:
        case Stage::abyss:
            p.secret[seat] = step.to;
            advance(p);
            break;
        case Stage::place:
            p.workers[p.side(seat)] |= bit(step.to);
            if (step.what) p.women |= bit(step.to);
            advance(p);
            break;
        case Stage::ram:
            p.ram = step.to;
            advance(p);
            break;
        default:
            if (is_draft(p.stage) && draft_play(p, step)) p = start_dealt(p);
            break;
    }
    if (p.stage == Stage::play) return;
    if (const Seat next = setup_decider(p); next != luck) p.to_move = next;
}

}  // namespace santorini
