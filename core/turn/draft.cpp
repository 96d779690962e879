// The Challenger's draft (C2) and the draft of the player aid (C6).
#include "core/turn/draft.h"

#include <bit>
#include <utility>

#include "core/turn/machine.h"

namespace santorini {
namespace {

uint64_t bit_of(PowerId id) { return uint64_t{1} << id; }

// May the power lie on the table, or come into the game, together with all of these?
bool goes_with(const Position& p, PowerId id, uint64_t others) {
    for (PowerId other = 1; other <= printed_cards; ++other) {
        if (!(others & bit_of(other))) continue;
        const Ban ban = ban_between(p.rules, id, other);
        if (ban == Ban::rule || (ban != Ban::none && !p.override_bans)) return false;
    }
    return true;
}

void add_powers(StepList& steps, StepKind kind, uint64_t powers) {
    for (PowerId id = 1; id <= printed_cards; ++id) {
        if (powers & bit_of(id)) steps.add(kind, no_square, no_square, id);
    }
}

// The hand that gets the next card. Hands are dealt card by card, beginning with the start player.
Seat dealt_to(const Position& p) {
    const Seat first = p.starter, second = seat_after(p, first);
    return std::popcount(p.hand(first)) > std::popcount(p.hand(second)) ? second : first;
}

// What can be dealt next. Each seat will keep a card of the other's hand. No card of one hand is banned with a card of
// the other, so every choice leads to a pair that may be played, and no refusal reveals what the other hand holds.
uint64_t dealable(const Position& p) {
    uint64_t found = 0;
    const uint64_t opposite_hand = p.hand(static_cast<Seat>(1 - dealt_to(p)));
    for (PowerId id = 1; id <= printed_cards; ++id) {
        const bool free = !(p.offered & bit_of(id)) && allowed_with(p.rules, id, p.players);
        if (free && goes_with(p, id, opposite_hand)) found |= bit_of(id);
    }
    return found;
}

void set_hand(Position& p, Seat seat, uint64_t powers) {
    seat == 0 ? p.set_hands(powers, p.hand(1)) : p.set_hands(p.hand(0), powers);
}

void play_deal(Position& p, PowerId id) {
    const Seat seat = dealt_to(p);
    set_hand(p, seat, p.hand(seat) | bit_of(id));
    if (std::popcount(p.offered) == 2 * hand_size) p.stage = Stage::discard;
}

void play_discard(Position& p, PowerId id) {
    const Seat seat = p.to_move;
    set_hand(p, seat, p.hand(seat) & ~bit_of(id));
    if (std::popcount(p.hand(seat)) > hand_size - hand_discards) return;
    p.to_move = seat_after(p, seat);
    if (seat == p.starter) return;
    p.set_hands(p.hand(1), p.hand(0));  // both have chosen: the hands are exchanged
    p.stage = Stage::keep;
}

// True when both have chosen: both cards are turned up, and the others go back into the box unseen.
bool play_keep(Position& p, PowerId id) {
    const Seat seat = p.to_move;
    set_hand(p, seat, bit_of(id));
    p.to_move = seat_after(p, seat);
    if (seat == p.starter) return false;
    for (Seat s = 0; s < p.players; ++s) {
        const uint64_t kept = p.hand(s);  // in a view the other hand is empty
        p.cards[s] = kept ? static_cast<PowerId>(std::countr_zero(kept)) : no_power;
    }
    p.set_hands(0, 0);
    return true;
}

}  // namespace

Seat draft_decider(const Position& p) {
    switch (p.stage) {
        case Stage::deal:
            return luck;
        case Stage::discard:
        case Stage::keep:
            // The start player chooses first. The order does not matter: no choice is shown before both are made (C6).
            return p.to_move;
        case Stage::take:
            // Clockwise from the player after the Challenger. The Challenger gets the last one.
            for (int i = 1; i <= p.players; ++i) {
                const Seat seat = seat_after(p, p.starter, i);
                if (p.cards[seat] == no_power) return seat;
            }
            return p.starter;
        default:
            return p.starter;
    }
}

void draft_steps(const Position& p, StepList& steps) {
    switch (p.stage) {
        case Stage::offer:
            for (PowerId id = 1; id <= printed_cards; ++id) {
                const bool free = !(p.offered & bit_of(id)) && allowed_with(p.rules, id, p.players);
                if (free && goes_with(p, id, p.offered)) steps.add(StepKind::offer, no_square, no_square, id);
            }
            break;
        case Stage::take:
            add_powers(steps, StepKind::take, p.offered);
            break;
        case Stage::begin:
            for (Seat s = 0; s < p.players; ++s) steps.add(StepKind::begin, no_square, no_square, s);
            break;
        case Stage::deal:
            add_powers(steps, StepKind::chance, dealable(p));
            break;
        case Stage::discard:
            add_powers(steps, StepKind::discard, p.hand(p.to_move));
            break;
        case Stage::keep:
            add_powers(steps, StepKind::take, p.hand(p.to_move));
            break;
        default:
            break;
    }
}

bool draft_play(Position& p, Step step) {
    switch (p.stage) {
        case Stage::offer:
            p.offered |= bit_of(step.what);
            if (std::popcount(p.offered) == p.players) p.stage = Stage::take;
            return false;
        case Stage::take:
            p.cards[draft_decider(p)] = step.what;
            p.offered &= ~bit_of(step.what);
            if (!p.offered) p.stage = Stage::begin;
            return false;
        case Stage::begin:
            p.starter = step.what;
            return true;
        case Stage::deal:
            play_deal(p, step.what);
            return false;
        case Stage::discard:
            play_discard(p, step.what);
            return false;
        case Stage::keep:
            return play_keep(p, step.what);
        default:
            return false;
    }
}

}  // namespace santorini
