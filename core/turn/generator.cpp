// The turn as a whole: how it begins, what is demanded of it, how it goes on step by step, how it ends.
#include "core/turn/generator.h"

namespace santorini {

uint64_t Generator::run() {
    total_ = 0;
    conflict_ = false;
    link_ = Trail::start;
    tail_size_ = 0;
    trail_.clear();
    walks_.clear();
    seen_.clear();
    mids_.clear();
    if (!fresh_) {
        now_ = start_;
        scene_->refresh();
    }
    fresh_ = false;
    at_start();
    for (std::size_t next = 0; next < walks_.size() && total_ <= most_; ++next) {
        now_ = walks_[next].position;
        link_ = walks_[next].link;
        scene_->refresh();
        continue_walk();
    }
    return total_;
}

uint64_t Generator::count_all() {
    counting_ = true;
    // A travelling turn in which everybody comes home ends like one without moves.
    keyed_ = !shifts_ && scene_->own.move.moves == Moves::travel;
    // A build ahead of the move and none after it looks like a build after the move.
    if (traps_ && scene_->own.build.before != Before::none) keyed_ = true;
    // A tower that wins is one outcome, whether the same worker climbed on its way or not.
    const bool one_way = scene_->own.move.moves == Moves::one && !sweeps_;
    if (tower_wins_ && !one_way && (telling_flags() & climbed_now)) keyed_ = true;
    const uint64_t total = run();
    if (!conflict_) return total;
    keyed_ = true;
    return run();
}

// "If possible" (B3.5, B8): a demand binds only if some turn can meet it. If only turns that use a hero's power can
// meet it, it binds only those. Returns how many turns meet it without such a power.
uint64_t Generator::meet_demands() {
    Turn& t = start_.turn;
    fresh_ = false;
    // The Abyss is unknown when this is judged.
    const auto secret = start_.secret;
    const Square fall = fall_;
    for (Square& s : start_.secret) s = on_board(s) ? unknown_square : s;
    fall_ = no_square;
    t.flags |= demand_plain | demand_once;
    t.looking = without_once;
    const uint64_t plainly = count_all();
    t.looking = 0;
    const bool at_all = plainly || (uses_up_ && count_spending() != 0);
    start_.secret = secret;
    fall_ = fall;
    if (!plainly) t.flags &= static_cast<uint8_t>(at_all ? ~demand_plain : ~(demand_plain | demand_once));
    return plainly;
}

// Counts the turns that use up a hero's power; or all turns, if it is not known beforehand which ones do.
uint64_t Generator::count_spending() {
    only_spending_ = spends_first_;
    const uint64_t number = count_all();
    only_spending_ = false;
    return number;
}

uint8_t Generator::demands() {
    most_ = 0;  // one turn that meets them is enough
    if (demanded_) meet_demands();
    return start_.turn.flags & (demand_plain | demand_once);
}

uint64_t Generator::number(uint64_t most) {
    if (may_merge_) {
        uint64_t outcomes = 0;
        list([&] { ++outcomes; }, false);
        return outcomes;
    }
    most_ = most;
    if (!demanded_) return count_all();
    const uint64_t plainly = meet_demands();
    if (!plainly || fall_ != no_square) return count_all();
    if (!uses_up_) return plainly;
    return spends_first_ ? plainly + count_spending() : count_all();
}

void Generator::list_all() {
    most_ = ~uint64_t{0};
    if (demanded_) meet_demands();
    counting_ = false;
    keyed_ = false;
    run();
}

// -- step by step -----------------------------------------------------------------------------------------------------

Trail::Link Generator::linked(Step step) { return counting_ || !with_steps_ ? Trail::start : trail_.add(link_, step); }

std::vector<Step> Generator::steps() const {
    std::vector<Step> out = trail_.steps(link_);
    out.insert(out.end(), tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_));
    return out;
}

// Would a turn that uses a hero's power at its start fail to meet the demands?
bool Generator::spends_in_vain() const {
    const Turn& t = now_.turn;
    if (!spends_first_) return false;
    if (t.looking & without_once) return true;
    // A worker that comes in and builds does not climb.
    return must_climb_ && (t.flags & demand_once) && scene_->own.turn.enter == Enter::then_build;
}

void Generator::at_start() {
    const Power& own = scene_->own;
    if (start_.extra && now_.turn.phase == Phase::start) give_up_turn();
    if (!shifts_) return explore(true, true);
    const bool starts = now_.turn.phase == Phase::start;
    if (!plain_start_) {
        if (builds_ahead_) {
            for (Square w : each(scene_->mine & ~now_.turn.asleep)) build_ahead(w);
        } else if (!(sings_ && counting_ && count_song()) && !(starts && spends_in_vain())) {
            explore(false, true);
        }
        if (own.move.instead == Instead::swap) {
            for (Square w : each(scene_->mine)) {
                for (Square to : each(near(w) & scene_->enemies & now_.at_most(now_.height(w) + 1)))
                    take_step({StepKind::move, w, to});
            }
        }
    }
    if (only_spending_ && starts) return;
    // Workers are interchangeable: sending others to the same corners leads to the same turns.
    if (now_.turn.phase == Phase::forcing) {
        Position unmarked = now_;
        unmarked.turn.forced = 0;
        if (!mids_.add(unmarked.hash())) return;
    }
    switch (own.move.moves) {
        case Moves::one:
            came_round_ = {};
            for (Square w : each(scene_->mine)) moves_of(w, own.move.climb);
            for (Bitboard on : came_round_) count_single(on, scene_->vacant());
            break;
        case Moves::travel:
            travel();
            break;
        case Moves::all:
            move_all();
            break;
        default:
            if (counting_ && all_series_directly()) break;
            for (Square w : each(scene_->mine)) series(w);
            break;
    }
}

// Goes on with a turn from the queue.
void Generator::continue_walk() {
    const Power& own = scene_->own;
    const Phase phase = now_.turn.phase;
    if (phase == Phase::moving) {
        builds_due();
        return explore(true, false);
    }
    if (!shifts_ || own.move.moves != Moves::one || phase == Phase::singing) return explore(true, true);
    if (phase == Phase::forcing) return at_start();
    // One worker is to move: it came in, carried somebody across or built ahead of its move.
    const bool level = phase == Phase::prebuilt && own.build.before == Before::level;
    moves_of(now_.turn.mover, level ? 0 : own.move.climb);
}

// Takes the steps that the machine offers: `moves` of workers, `others`, or both.
void Generator::explore(bool moves, bool others) {
    StepList steps;
    offer_steps(*scene_, steps);
    // If ending the turn is all that is left, it ends by itself.
    if (others && steps.size() == 1 && steps[0].kind == StepKind::done && now_.turn.phase != Phase::start)
        return finish_here();
    for (const Step& step : steps) {
        if (step.kind == StepKind::pass) continue;
        if (step.kind == StepKind::move ? moves : others) take_step(step);
    }
}

void Generator::take_step(Step step) {
    if (total_ > most_) return;
    if (traps_ && (is_trapped(step) || (step.kind == StepKind::move && strikes_blindly(step))))
        return take_blind_step(step);
    if (step.kind == StepKind::done) {
        const Trail::Link before = link_;
        link_ = linked(step);
        finish_here();
        link_ = before;
        return;
    }
    const Position saved = now_;
    const Trail::Link before = link_;
    link_ = linked(step);
    switch (act(now_, *scene_, step, nullptr)) {
        case Next::broken:
            break;
        case Next::over:
            // A fall into the Abyss counts only if the turn could have been completed without the Abyss.
            if (now_.reason == Reason::abyss && !is_legal_blindly(saved, step)) break;
            result_ = now_;
            show(result_);
            outcome();
            break;
        case Next::finish:
            scene_->refresh();
            finish_here();
            break;
        case Next::choose:
        case Next::settle:
            scene_->refresh();
            go_on();
            break;
    }
    now_ = saved;
    link_ = before;
    scene_->refresh();
}

// After a step that leaves something to choose.
void Generator::go_on() {
    const Turn& t = now_.turn;
    const Power& own = scene_->own;
    if (t.reactor != no_seat) return react();
    if (t.phase == Phase::ending && !has_end_options(own.end) && !exchange_pending(*scene_)) return finish_here();
    if (t.phase == Phase::moving && own.move.moves == Moves::one) return builds_due();
    // A state that was reached before, in another way, is recognised by its hash.
    if (!seen_.add(now_.hash() ^ 0x5851f42d4c957f2dull)) return;
    if (t.phase >= Phase::forcing && t.phase <= Phase::moving) {
        walks_.push_back({now_, link_});
    } else if (t.phase == Phase::building && t.count == 0 && !t.built) {
        builds_due();
    } else {
        explore(true, true);
    }
}

// The turn ends as it stands.
void Generator::finish_here() {
    const Power& own = scene_->own;
    result_ = now_;
    if (now_.turn.phase == Phase::doming && own.once) result_.turn.flags |= used_once;
    show(result_);
    if (own.end.petrify == Petrify::all && !scene_->extra) {
        const Bitboard victims = traps_ ? petrified(Scene(result_)) : petrified(*scene_);
        for (Square victim : each(victims)) petrify(result_, victim, nullptr);
    }
    if (demanded_ && !obeys(result_)) return;
    if (closes_plainly_ && (!domes_matter_ || !result_.turn.domes)) {
        close(result_);
        return outcome();
    }
    if (close_turn(result_, nullptr) == Status::over) return outcome();
    turn_up_cards(Position(result_));
}

// What close_turn() does if no dome counts and no additional turn is left: sets the marks of the turn and whose turn is
// next.
void Generator::close(Position& p) const {
    const Power& own = scene_->own;
    const uint8_t flags = p.turn.flags;
    uint8_t& mark = p.flags[scene_->seat];
    if (!scene_->extra) mark = static_cast<uint8_t>(mark & ~climbed);
    if (!scene_->extra && own.opponent.no_climb && (flags & climbed_now)) mark |= climbed;
    if (own.once && (flags & used_once)) mark |= spent;
    if (own.build.builds == Builds::stock) {
        uint8_t& number = p.number[scene_->slot];
        number = stock_left(number + own.start.stock, p.turn.count);
    }
    if (must_stand_) {
        p.binder = no_seat;
        p.bound = p.bound_to = no_square;
    }
    p.turn = {};
    p.extra = 0;
    p.to_move = p.players == 2 ? static_cast<Seat>(1 - p.to_move) : p.next_seat(p.to_move);
}

// With three sides, a next player without a turn is out. Whatever was done to its workers makes no difference then.
void Generator::tell_settled() {
    const Position before = result_;
    settle_next(result_, nullptr);
    if (result_.to_move == before.to_move || seen_.add(~result_.hash()))
        out_ ? out_->push_back(result_) : visit_(visitor_);
    result_ = before;
}

// An outcome reached step by step.
void Generator::outcome() {
    if (!seen_.add(result_.hash())) return;
    if (counting_) {
        ++total_;
    } else {
        tell();
    }
}

}  // namespace santorini
