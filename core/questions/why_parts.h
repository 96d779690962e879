// How why() finds its answers: what to change on a copy of the position, which changes help, and what to say if none
// does.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "core/questions/why.h"
#include "core/turn/machine.h"

namespace santorini {

// A change to try on a copy of the position, and the reason that is given if it helps.
struct Change {
    Why why;
    std::function<void(Position&)> apply;
    bool of_card = true;  // it changes a card: what the card has done to this turn is forgotten too
};

// Forgets what the turn remembers of opponents' cards that are no longer there.
void forget_cards(Position& x);
// Puts another card in the place of the one that the seat holds.
void replace_card(Position& x, Seat seat, PowerId card);
// Removes the seat's card, and with it the effect of what it put on the board.
void take_card(Position& x, Seat seat);

class Inquiry {
public:
    // `seen` is what the seat sees; its turn has begun.
    Inquiry(const Position& seen, Seat asking, const Question& question);
    std::vector<Why> answer();

private:
    Position v;
    Seat asker;  // who asks
    Seat seat;   // whose turn is played
    Question q;
    Bitboard mine = 0, enemies = 0;
    Power own{};
    bool points_at_worker = false;  // "why can this worker do nothing?"
    std::vector<Change> changes;
    std::vector<Change> own_changes;  // to the player's own card; one at a time: each may forbid as much as it allows

    bool is_kind(const Step& s) const;
    bool is_about(const Step& s) const;
    bool possible(const Position& x) const;
    bool possible_with(std::span<const Change> some) const;
    Bitboard reach(Square s) const { return own.move.ring ? geometry.ring[s] : near(s); }
    Seat first_seat(Side side) const;

    // -- why_changes.cpp: what can be changed
    void add(Why reason, std::function<void(Position&)> apply, bool of_card = true) {
        changes.push_back({reason, std::move(apply), of_card});
    }
    void add_board(Why reason, std::function<void(Position&)> apply) { add(reason, std::move(apply), false); }
    void square();
    void cards();
    void own_states();
    void own_words();

    // -- why.cpp: which changes help
    std::vector<Why> single();
    std::vector<Why> several();
    std::vector<Why> fewest(std::vector<Change> set);
    void note(std::vector<Why>& found, Why reason);
    std::optional<RestrictionKind> restriction_of(Seat other);
    std::vector<Why> reaction();

    // -- why_not_at_all.cpp: what is said if no change helps
    StepList unhindered() const;
    Why nothing_helps() const;
    Why idle(Square worker) const;
    Why by_own_card() const;
};

}  // namespace santorini
