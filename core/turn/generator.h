// The quick generator: the outcomes of a turn, counted or listed, for every power.
//
// It runs the step machine's own rules (core/turn/parts.h) on one position that is changed in place, and takes
// shortcuts: a move that only shifts a worker is made on the masks; a formula counts what can be built after the moves;
// and the position after a build is written down without playing the build. Where no shortcut fits, it goes step by
// step.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "core/turn/parts.h"
#include "core/turn/walk.h"

namespace santorini {

class Generator {
public:
    Generator() = default;
    Generator(const Generator&) = delete;
    Generator& operator=(const Generator&) = delete;

    // Takes a position between turns. False: only the step machine can handle it (core/turn/turns.h).
    bool take(const Position& rest);
    // Takes a turn in progress whose moves and build are made, with only its end left to choose. False: as above.
    bool take_end(const Position& ending);
    // The number of distinct outcomes. Counting stops beyond `most`: then the result is some number above it.
    uint64_t number(uint64_t most = ~uint64_t{0});
    // Which demands of opponents bind the turn, "if possible": of demand_plain and demand_once (core/position.h).
    uint8_t demands();
    // Are there so few outcomes that they need not be counted before they are listed?
    bool is_short() const {
        const Power& own = scene_->own;
        return plain_start_ && plain_end_ && own.move.moves != Moves::all && own.build.builds != Builds::stock &&
               own.build.domes == Domes::none;
    }
    // May somebody else, or luck, decide in the middle of the turn?
    bool is_interrupted() const { return interrupted_; }
    // Calls visit() once for each distinct outcome; result() describes it, and steps() if they are wanted.
    template <class Visit>
    void list(Visit visit, bool with_steps = true) {
        with_steps_ = with_steps;
        visitor_ = &visit;
        visit_ = [](void* visitor) { (*static_cast<Visit*>(visitor))(); };
        now_.turn.phase == Phase::ending ? list_ends() : list_all();
    }
    // Adds the position after each outcome to `out`: faster than a call for each.
    void list(std::vector<Position>& out) {
        out_ = &out;
        with_steps_ = false;
        now_.turn.phase == Phase::ending ? list_ends() : list_all();
        out_ = nullptr;
    }
    const Position& result() const { return result_; }
    std::vector<Step> steps() const;

private:
    // -- generator_take.cpp: what is worked out beforehand
    bool take_up();
    void conclude_powers();
    int most_new_towers() const;

    // -- generator.cpp: the turn as a whole
    void list_all();
    uint64_t count_all();
    uint64_t run();
    uint64_t meet_demands();
    uint64_t count_spending();
    bool spends_in_vain() const;
    void at_start();
    void continue_walk();
    void explore(bool moves, bool others);
    void take_step(Step step);
    void go_on();
    void finish_here();
    void close(Position& p) const;
    void outcome();
    Trail::Link linked(Step step);

    // -- generator_blind.cpp: what the mover does not see or decide
    static bool is_legal_blindly(const Position& before, Step step);
    void give_up_turn();
    bool is_trapped(const Step& step) const;
    bool strikes_blindly(const Step& step) const;
    bool surely_goes_on(const Step& step) const;
    void take_blind_step(Step step);
    void cut_here();
    void show(Position& p) const;
    void hide(Position& p);
    void turn_up_cards(const Position& drawing);
    void react();

    // -- generator_react.cpp: workers that come in beside a new dome
    bool comes_in_between() const;
    bool counts_newcomers() const;
    uint64_t bring_in_own(Bitboard towers);
    template <class Partners>
    uint64_t boards_with_towers(Bitboard towers, bool alone, Partners partners, Bitboard twice) const;
    bool may_strand(Bitboard first_on, Bitboard then_on) const;
    Bitboard spots(Square dome) const { return near(dome) & scene_->vacant() & ~now_.level[0] & ~reactor_shut_; }
    bool writes_reactions() const;
    Bitboard newcomers() const;
    template <class Then>
    void with_newcomers(Square dome, Then then);

    // -- generator_moves.cpp: moves that only shift a worker
    Bitboard special_targets(Square from, Bitboard to) const;
    void moves_of(Square from, int climb);
    void series(Square from);
    Bitboard may_win(Square from, Bitboard to) const;
    bool wins_by(Square from, Square to);
    bool falls(Square from, Square to);
    Square swept(Square from, Square to, Square last = no_square) const;
    template <class Then>
    void shifted(Square from, Square to, Square at, Then then);
    template <class Then>
    bool pass_through(Step step, Then then);
    void displace(Square from, Square to, Square goal);
    void build_ahead(Square from);
    bool may_build_now() const;
    void builds_due();
    uint8_t telling_flags() const;

    // -- generator_travel.cpp: moves of several workers in one turn
    void travel();
    void travel_level();
    bool travel_anywhere();
    void move_unevenly();
    void move_all();
    template <class Then>
    void step_on(Square from, Square to, Then then);
    void stand(Bitboard mine, Bitboard women);
    Bitboard level_region(Square from) const;
    static uint64_t placing(Bitboard mine, Bitboard women);

    // -- generator_direct.cpp: turns counted without making their moves
    bool counts_directly() const { return direct_ && counting_ && !keyed_ && now_.turn.phase != Phase::prebuilt; }
    void count_directly(Square from, Square at);
    void count_single(Bitboard on, Bitboard free);
    bool all_series_directly();
    struct Home {  // what may follow after a worker has returned to its square, whichever worker it is
        Bitboard builds = 0;
        unsigned winners = 0;  // one bit per seat: on a Fate space another seat takes the win
        bool stopped = false;  // by a hidden worker
    };
    using Homes = std::array<Home, 2>;  // without and with the use of a hero's power
    void series_directly(Square from, Homes& homes);
    bool count_song();
    bool count_ahead(Square from);

    // -- generator_count.cpp: what can be built, as a number
    bool count_builds();
    struct Tally {
        uint64_t plain, towers;  // boards without and with a new tower
    };
    void play_domes(Bitboard squares);
    Tally single_builds(Bitboard on, Bitboard low, Bitboard free) const;
    Tally two_builds(Bitboard one, Bitboard two) const;
    std::optional<Tally> pairs_of_builds(Bitboard on) const;
    std::optional<Tally> every_worker_builds() const;
    std::optional<Tally> stock_builds() const;
    std::optional<Tally> ways_to_end(Bitboard on, Bitboard low) const;
    std::optional<uint64_t> boards_at_end(Bitboard on, Bitboard low, int top = 4) const;
    Limits limit() const { return scene_->limits(acting_side_); }

    // -- generator_write.cpp: what can be built, written down
    struct Pieces {  // everything a build changes
        std::array<Bitboard, 3> level;
        Bitboard dome;
        std::array<Bitboard, 4> tokens;
        std::array<uint8_t, 4> number;
        explicit Pieces(const Position& p) : level(p.level), dome(p.dome), tokens(p.tokens), number(p.number) {}
        void restore(Position& p) const { p.level = level, p.dome = dome, p.tokens = tokens, p.number = number; }
        static void put(const Position& before, Square s, bool dome, Position& p);
    };
    bool write_builds(bool alone);
    void say(Step step);
    void tell() {
        if (now_.players == 3 && !result_.is_over()) return tell_settled();
        out_ ? out_->push_back(result_) : visit_(visitor_);
    }
    void tell_settled();
    void write(bool goes_on);
    void write_piece(Square builder, Square to, bool dome);
    template <class Then>
    void with_piece(Square builder, Square to, bool dome, Then then);
    template <class Put>
    void write_heaps(Bitboard squares, Bitboard room, int most, Put put);
    void write_low_domes(Square builder, Bitboard low);
    void write_second(Square builder, Square x, Bitboard on);
    void write_trapped();
    Bitboard earning_towers() const;
    void write_again();

    // -- generator_end.cpp: what is chosen once the build is made, written down
    struct Ending {
        Bitboard free = 0;                     // nobody stands there, and no dome
        Bitboard beside = 0;                   // around workers that did not move
        Bitboard unmoved = 0, unmoved_on = 0;  // a worker that builds again, and where
        Bitboard domes = 0;                    // where domes may go
        Bitboard mover_on = 0;                 // where the mover itself may build
        bool came_back = false;                // a block was built and taken again
    };
    bool writes_ends() const;
    Bitboard domes_at_end() const;
    Ending look_at_end() const;
    bool can_write_end(const Ending& ending) const;
    void stand_closed();
    void list_ends();
    void write_end(Ending& ending, Square x);
    template <class Then>
    void spending(Then then);
    void write_taken(Ending& ending, Square x);
    void write_wind();
    void write_token(const Ending& ending);
    void write_unmoved(const Ending& ending, Square x);
    void write_end_domes(const Ending& ending, Square x);
    void write_domes(Bitboard squares, Bitboard room, int most, Bitboard by);
    void write_slain();
    void write_sunk(const Ending& ending);
    void write_bound();
    void write_exchanges(Exchange kind);
    static constexpr int most_exchanged = 4;  // of a side; more are left to the machine
    struct Pairing {                          // who exchanges places with whom
        std::array<Square, most_exchanged> own, other;
        std::size_t size;
        Bitboard women;  // where the women stand afterwards
    };
    template <class Visit>
    uint64_t exchanges(Bitboard mine, Bitboard targets, Visit visit) const;
    bool obeys_after(const Pairing& pairing) const;
    // Out of line: where it is inlined, GCC 12 warns of writes past the end that cannot happen.
    [[gnu::noinline]] static bool next_order(std::span<Square> squares);

    Position start_;  // the turn has begun
    Position now_;
    Position result_;
    const Position* rest_ = nullptr;  // the position that was taken
    std::optional<Scene> scene_;      // of now_

    // What follows from the powers in play.
    using Table = std::array<uint8_t, 16>;
    Table table_{};        // who holds which power
    bool knows_ = false;   // the generator knows every word they use
    bool hides_ = false;   // the opponent's workers are hidden
    bool veiled_ = false;  // the mover's own workers are hidden
    bool abyss_ = false;
    bool reacts_ = false, draws_ = false, again_ = false;  // what a dome may trigger
    int towers_ = 0;                                       // this many complete towers win
    bool tower_wins_ = false;                              // a tower of this turn may win
    bool interrupted_ = false;                             // a reaction or luck may come between the steps
    bool may_merge_ = false;                               // different outcomes are the same if somebody is out
    bool leaves_builds_ = false;                           // whoever moves onto a free space can build
    bool any_dome_draws_ = false;
    Seat reactor_ = no_seat;     // who brings in a worker
    Bitboard reactor_shut_ = 0;  // squares that only this seat may not enter
    uint64_t cards_ = 1;         // how many may be turned up after a tower
    bool domes_react_ = false;   // domes may trigger more than a card turned up after a tower

    // What follows from the position.
    Side acting_side_ = 0;
    Square fall_ = no_square;              // the Abyss
    Bitboard traps_ = 0, trap_women_ = 0;  // hidden workers, taken off now_
    bool counting_ = true;
    bool with_steps_ = false;
    bool keyed_ = false;           // two ways may lead to one outcome: all outcomes are remembered
    bool conflict_ = false;        // the run showed that keyed_ is needed
    bool fresh_ = false;           // now_ has not been changed yet
    bool direct_ = false;          // whichever worker moves, one build ends the turn, and all outcomes differ
    bool series_direct_ = false;   // the same for a series of moves, even if workers are hidden
    bool formulas_ = false;        // the power has at most one idea about building and ending
    bool shifts_ = false;          // moves are made on the masks
    bool plain_start_ = false;     // a turn begins with a move
    bool uses_up_ = false;         // a turn may use up a hero's power
    bool spends_first_ = false;    // .. but only before its move
    bool only_spending_ = false;   // only such turns are counted now
    bool plain_end_ = false;       // nothing is chosen at its end
    bool still_end_ = false;       // .. or nothing that shifts or removes a worker
    bool plain_build_ = false;     // one build ends it
    bool closes_plainly_ = false;  // unless a dome counts, the opponent's turn follows
    bool sings_ = false;           // a turn may also be a song
    bool builds_ahead_ = false;    // a turn may also begin with a build ahead of the move, and in no other way
    bool begins_apart_ = false;    // turns that do not begin with a move build nothing
    bool carried_ = false;
    bool sweeps_ = false;            // .. and nothing else happens on the way
    bool mids_meet_ = false;         // two ways may lead to the same workers on the same squares
    bool domes_count_ = false;       // a dome may bring in a worker, a card or a win
    bool domes_matter_ = false;      // .. or an additional turn
    bool low_domes_matter_ = false;  // also below the third block
    bool demanded_ = false;
    bool must_climb_ = false;
    bool must_stand_ = false;               // a chosen worker must end beside certain others
    std::array<Bitboard, 2> came_round_{};  // where workers swept round the board and home may build, by climbed_now
    uint64_t total_ = 0, most_ = ~uint64_t{0};
    Trail::Link link_ = Trail::start;
    bool alone_ = true;            // no other way leads to the outcome that is written now
    std::array<Step, 72> tail_{};  // steps of the outcome that have no link
    std::size_t tail_size_ = 0;
    Trail trail_;
    std::vector<WideWalk::Place> walks_;  // first in, first out: shorter ways first
    KeySet seen_, mids_;
    std::vector<Position>* out_ = nullptr;
    void* visitor_ = nullptr;
    void (*visit_)(void*) = nullptr;
};

}  // namespace santorini
